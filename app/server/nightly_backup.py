"""A copy of the score book for every day on which it is served."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from app import store

LOOKS_EVERY = 600.0
"""Seconds between two looks at whether a copy is due."""

log = logging.getLogger("tricktally")


class NightlyCopies:
    """Makes the copies in a thread of its own while the block lasts."""

    def __init__(self, book: Path, connections: store.Connections) -> None:
        self.book = book
        self._connections = connections
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nightly copies", daemon=True)

    def __enter__(self) -> NightlyCopies:
        self._thread.start()
        return self

    def __exit__(self, *_about: object) -> None:
        self._is_over.set()
        self._thread.join(timeout=LOOKS_EVERY)

    def _run(self) -> None:
        is_told = False
        while True:
            try:
                self._connections.check()
                store.make_nightly_copy(self.book)
                is_told = False
            except (store.StoreError, OSError) as error:
                # One line until it works again, and not one every ten minutes.
                if not is_told:
                    log.warning("No copy of the score book could be made: %s", error)
                is_told = True
            except Exception:
                # A bug of ours must neither pass unseen nor end all copies to come.
                log.exception("No copy of the score book could be made.")
            if self._is_over.wait(LOOKS_EVERY):
                return
