"""A backup of the database for every day on which it is served."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from app import store

CHECK_SECONDS = 600.0
"""Between two checks whether a backup is due."""

logger = logging.getLogger("tricktally")


class NightlyBackups:
    """Makes the backups in a thread of its own as long as the context lasts."""

    def __init__(self, database: Path, pool: store.Connections) -> None:
        self._database = database
        self._pool = pool
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nightly backups", daemon=True)

    def __enter__(self) -> NightlyBackups:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._stop.set()
        self._thread.join(timeout=CHECK_SECONDS)

    def _run(self) -> None:
        is_logged = False
        while True:
            try:
                self._pool.check()
                store.make_nightly_backup(self._database)
                is_logged = False
            except (store.StoreError, OSError) as error:
                # One line until it works again, and not one every ten minutes.
                if not is_logged:
                    logger.warning("No nightly backup could be made: %s", error)
                is_logged = True
            except Exception:
                # A bug of ours must neither pass unseen nor end all backups to come.
                logger.exception("No nightly backup could be made.")
            if self._stop.wait(CHECK_SECONDS):
                return
