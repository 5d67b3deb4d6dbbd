"""The commands `export-club` and `import-club`: export and import of a whole club as one file."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.matchfile import BrokenClubFile
from app.ops.copy import count_of, progress
from app.ops.print_sheet import complain
from app.store.clubs import clubs
from app.store.clubs.clubs import Club
from app.store.engine import Database, Engine
from app.store.errors import StoreError
from app.web.club_file.exporter import begin_export, go_on_exporting
from app.web.club_file.importer import Importer, begin_import
from app.web.core.job_files import CLUB_FILE, JobFiles
from app.web.match.rebuild import catch_up

PART_SECONDS = 0.5  # between two updates of the progress


class NoSuchClub(Exception):
    """Raised if no club is meant, or an unknown one; the message lists the clubs."""


def chosen_club(db: Database, club: str | None) -> Club:
    """Return the club with this id, or the only one. Raises `NoSuchClub`."""
    every_club = clubs.list_clubs(db)
    if club is None and len(every_club) == 1:
        return every_club[0]
    for candidate in every_club:
        if candidate.id == club:
            return candidate
    names = ", ".join(f"{candidate.id} ({candidate.name})" for candidate in every_club) or "none"
    why = "name one with --club" if club is None else f"there is no club {club!r}"
    raise NoSuchClub(f"{why}; the clubs here: {names}")


def run_here(job: Callable[..., Any], *args: Any) -> Any:
    """Run a job in this process."""
    return job(*args)


def export_club(engine: Engine, club_id: str | None, out: str) -> int:
    """Write the file of a club to `out`, ``-`` for standard output. Returns the exit status, 1 if
    there is no such club, or a match cannot be read.

    Raises `StoreError` or OSError.
    """
    with closing(engine.open_readonly()) as db, TemporaryDirectory() as folder:
        try:
            club = chosen_club(db, club_id)
        except NoSuchClub as error:
            complain(str(error))
            return 1
        files = JobFiles(Path(folder) / "club" / "out")
        job = begin_export(files, db, club)
        with progress(job.total) as on_progress:
            while not job.is_ready:
                before = job.done
                go_on_exporting(files, job, db, club.id, run_here, PART_SECONDS)
                on_progress(job.done - before)
        if out == "-":
            sys.stdout.buffer.write(files.path(CLUB_FILE).read_bytes())
        else:
            shutil.move(files.path(CLUB_FILE), out)
    print(f"Wrote {count_of(len(job.files), 'match')} of {club.name} to {out}.", file=sys.stderr)
    for match in job.unreadable:
        complain(f"match {match.id} cannot be read and is not in it: `doctor` says why")
    return 1 if job.unreadable else 0


def import_club(engine: Engine, club_id: str | None, source: str, *, take: bool) -> int:
    """Print what the file of a club would import, and with `take` import it. Returns the exit
    status, 1 if anything cannot be read or has diverged.

    Raises `StoreError` or OSError.
    """
    with closing(engine.open()) as db, TemporaryDirectory() as folder:
        try:
            club = chosen_club(db, club_id)
        except NoSuchClub as error:
            complain(str(error))
            return 1
        catch_up(db, club.id)
        files = JobFiles(Path(folder) / "club" / "in")
        files.begin()
        shutil.copyfile(source, files.path(CLUB_FILE))
        try:
            job = begin_import(files, Path(source).name, run_here)
        except BrokenClubFile as error:
            complain(f"{source}: {error.reason}")
            return 1
        importer = Importer(files, job, db, club.id, run_here)
        read_all(importer)
        print_plan(importer, source)
        if take and importer.job.coming:
            take_all(importer)
            print(f"Took {count_of(len(importer.job.coming), 'match')} into {club.name}.")
        elif importer.job.coming:
            print("Nothing is written yet: --take takes them.")
        return 1 if importer.job.of_state("unreadable", "apart") else 0


def read_all(importer: Importer) -> None:
    """Read every match of the file."""
    with progress(importer.job.total) as on_progress:
        while importer.job.phase == "read":
            before = importer.job.done
            importer.run_for(PART_SECONDS)
            on_progress(len(importer.job.matches) - before)


def take_all(importer: Importer) -> None:
    """Import the parsed file. Names that the club does not know become new people. Raises
    `StoreError` if the club was changed meanwhile."""
    importer.confirm({})
    try:
        while not importer.is_done:
            importer.run_for(PART_SECONDS)
            if importer.job.changed:
                raise StoreError("something was changed meanwhile, and nothing was taken")
    except BaseException:
        importer.discard()
        raise


def print_plan(importer: Importer, source: str) -> None:
    """Print how many matches would be imported, and which would not, with the reason."""
    job = importer.job
    new, longer = len(job.new), len(job.of_state("longer"))
    same = len(job.of_state("same"))
    print(f"{source}: {job.contents.club}, {job.contents.made[:10]}")
    print(f"  {count_of(new, 'match')} to take, {longer} to go on with, {same} here already")
    if deleted := len(job.of_state("deleted")):
        print(f"  {count_of(deleted, 'match')} to bring back, deleted before")
    for match in job.of_state("new", "longer", "deleted"):
        if match.remark:
            print(f"  another date: {match.entry.file}: {match.remark}")
    for match in job.of_state("unreadable"):
        print(f"  cannot be read: {match.entry.file}: {match.reason}")
    for match in job.of_state("apart"):
        print(f"  parts from what is here: {match.entry.file}: match {match.here}")
