"""Scheduled jobs of a server: a nightly backup, checkpoints of the write-ahead log while nobody
writes, deletion of what has expired, and of unused clubs."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import closing
from pathlib import Path

from app.file_rights import describe
from app.store.clubs import clubs
from app.store.engine import Connections, Engine
from app.store.errors import StoreError
from app.store.sqlite.backup import make_nightly_backup
from app.web.core.job_files import remove_old_jobs
from app.web.database import keep_in_order

CHECK_SECONDS = 600.0  # between two checks whether a backup is due, or anything has expired
# Without a write, after which the write-ahead log is folded into the file (a checkpoint), so that a
# plain copy of the file is complete.
QUIET_SECONDS = 60.0

logger = logging.getLogger("tricktally")


class Housekeeping:
    """Runs the scheduled jobs in a thread of its own as long as the context lasts.

    `days_of_unused_club` is None if unused clubs are not deleted; `job_folder` has the files of
    jobs.
    """

    def __init__(
        self,
        database: Engine,
        pool: Connections,
        days_of_unused_club: int | None,
        job_folder: Path,
    ) -> None:
        self._database = database
        self._pool = pool
        self._days_of_unused_club = days_of_unused_club
        self._job_folder = job_folder
        self._folded = 0.0  # time of the latest write that is folded in (seconds since 1970)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeping", daemon=True)

    def __enter__(self) -> Housekeeping:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._stop.set()
        self._thread.join(timeout=CHECK_SECONDS)

    def _run(self) -> None:
        is_logged = False
        next_check = 0.0
        while True:
            try:
                self._pool.check()
                self._fold_log()
                if time.monotonic() >= next_check:
                    next_check = time.monotonic() + CHECK_SECONDS
                    self._back_up()
                    self._clean_up()
                    is_logged = False
            except (StoreError, OSError) as error:
                # One line until it works again, and not one every ten minutes.
                if not is_logged:
                    logger.warning(
                        "The database could not be backed up or cleared: %s", describe(error)
                    )
                is_logged = True
            except Exception:
                # A bug of ours must neither pass unseen nor end all backups to come.
                logger.exception("The database could not be backed up or cleared.")
            if self._stop.wait(QUIET_SECONDS):
                return

    def _fold_log(self) -> None:
        if (file := self._database.file) is None:
            return
        log = file.with_name(f"{file.name}-wal")
        written = log.stat().st_mtime if log.exists() else 0.0
        if written == self._folded or time.time() - written < QUIET_SECONDS:
            return
        with closing(self._database.connect()) as db:
            db.erase_log()
        self._folded = written

    def _back_up(self) -> None:
        if file := self._database.file:
            make_nightly_backup(file)

    def _clean_up(self) -> None:
        remove_old_jobs(self._job_folder)
        with closing(self._database.connect()) as db:
            if db.is_read_only:
                return
            keep_in_order(db)
            if self._days_of_unused_club is not None:
                clubs.delete_unused_clubs(db, self._days_of_unused_club)
