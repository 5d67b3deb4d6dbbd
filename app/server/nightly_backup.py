"""A backup of the database for every day on which it is served, and a file that is whole by itself
as soon as nobody writes."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import closing
from pathlib import Path

from app import store

CHECK_SECONDS = 600.0
"""Between two checks whether a backup is due."""
QUIET_SECONDS = 60.0
"""After which nobody answers: what is only in the write-ahead log is folded into the file then, so
that a plain copy of the file has it too."""

logger = logging.getLogger("tricktally")


class NightlyBackups:
    """Makes the backups in a thread of its own as long as the context lasts."""

    def __init__(self, database: Path, pool: store.Connections) -> None:
        self._database = database
        self._pool = pool
        self._folded = 0.0
        """When the log was written last that is folded in already (seconds since 1970)."""
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
        next_backup = 0.0
        while True:
            try:
                self._pool.check()
                self._fold_log()
                if time.monotonic() >= next_backup:
                    next_backup = time.monotonic() + CHECK_SECONDS
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
            if self._stop.wait(QUIET_SECONDS):
                return

    def _fold_log(self) -> None:
        log = self._database.with_name(f"{self._database.name}-wal")
        written = log.stat().st_mtime if log.exists() else 0.0
        if written == self._folded or time.time() - written < QUIET_SECONDS:
            return
        with closing(store.engine_for(self._database).connect()) as db:
            db.checkpoint()
        self._folded = written
