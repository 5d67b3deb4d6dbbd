"""The command `tricktally almanac`: a club's year as PDF."""

from __future__ import annotations

from contextlib import closing

from flask import g

from app.ops.club_file import NoSuchClub, chosen_club
from app.ops.print_sheet import complain, print_document
from app.paper.pdf import PrintDocument
from app.program import command
from app.store.clubs.clubs import Club
from app.store.engine import Database, Engine
from app.store.numbers import totals
from app.web.app import create_app
from app.web.numbers.almanac import lay_out_year
from app.web.numbers.periods import counted_years
from app.worker import run_inline


class NothingToPrint(Exception):
    """Raised if there is no almanac; the message lists the years with one."""


def print_almanac(engine: Engine, club: str | None, year: str, out: str) -> int:
    """Write the almanac of a year of a club to the file `out`, ``-`` for standard output; `club`
    may be None if the database has only one.

    Returns 1, with a line on standard error, if there is none, or it cannot be printed or written.
    Raises `StoreError` or OSError for problems of the database.
    """
    try:
        with closing(engine.open_readonly()) as db:
            document = lay_out(db, engine, chosen_club(db, club), year)
    except (NoSuchClub, NothingToPrint) as error:
        complain(str(error))
        return 1
    return print_document(document, out)


def lay_out(db: Database, engine: Engine, club: Club, year: str) -> PrintDocument:
    """Return the almanac of a year, as a member of the club sees it. Raises `NothingToPrint`."""
    if totals.has_uncounted_matches(db, club.id):
        again = command("rebuild")
        raise NothingToPrint(f"the numbers of {club.name} are not counted yet: run `{again}`")
    app = create_app(engine.pool(), run_inline)
    with app.test_request_context():
        g.club_id, g.club, g.db = club.id, club, db
        document = lay_out_year(year)
        # The connection is not from the pool, which would take it back.
        del g.db
    if document is None:
        years = ", ".join(counted_years(db, club.id)) or "none"
        raise NothingToPrint(
            f"{club.name} has played no match to its end in {year}; years with some: {years}"
        )
    return document
