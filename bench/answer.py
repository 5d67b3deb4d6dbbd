"""The way of a request through the app: how many calls, in how many files, and how often an answer
is checked. Counts and no times, so that they are the same on every machine."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from flask import Flask

from app.scoring.prompts import Count
from app.server.run import open_app
from app.store import engine_for
from app.store.clubs.clubs import HOME, lock_club
from app.web.core.services import services
from app.web.match.play import enter
from bench.measures import Row, Size, at_most
from testkit.calls import Trace, answered, trace_answer, trace_of
from testkit.web.phone import Phone
from testkit.whole_matches import DIFFERENT_MATCHES, fill, some_of_each

MAX_CALLS, MAX_FILES, MAX_FILES_BEFORE_VIEW = 900, 30, 6
MAX_CALLS_OF_PERSON, MAX_CALLS_OF_CACHED_PERSON = 2_400, 2_100
PERSON = "/players/1"


def trace_requests(folder: Path, _size: Size) -> Iterator[Row]:
    """Tribello's tricks, and then pages: each once before it is counted."""
    database = folder / "answer.sqlite3"
    app = open_app(engine_for(database))
    fill(database, some_of_each(DIFFERENT_MATCHES))
    with closing(services(app).main_connection):
        table, _cold = trace_answer(app)
        _table, trace = trace_answer(app)
        yield from of_an_answer(trace)
        yield from of_pages(app, table.path)


def of_an_answer(trace: Trace) -> Iterator[Row]:
    """A row for each budget of an answer."""
    yield at_most(
        "a saved answer", len(trace.calls), MAX_CALLS, "calls", note=f", {in_short(trace)}"
    )
    yield at_most("  in so many files", len(trace.files), MAX_FILES, "files")
    before = len(trace.before(enter).files)
    yield at_most("  of them before the view", before, MAX_FILES_BEFORE_VIEW, "files")
    yield at_most("  checked", trace.times(Count.shape_problems), 1, "time(s)")


def of_pages(app: Flask, match: str) -> Iterator[Row]:
    """A row for each page of a match with one deal, and for that of a person: as the first sees it
    after a change, and as all do."""
    phone = Phone(app)
    print_queue = services(app).print_queue
    assert print_queue is not None
    # In the process of a worker nothing would be counted.
    print_queue.worker.do = do_here  # type: ignore[method-assign]

    def ask(path: str) -> Callable[[], None]:
        return lambda: answered(phone.client.get(path))

    for what, path in (
        ("a match page", match),
        ("its sheet", f"{match}/sheet"),
        ("its log", f"{match}/log"),
        ("its sheet.pdf", f"{match}/sheet.pdf?paper=letter"),
    ):
        ask(path.replace("letter", "a4"))()
        yield row(what, trace_of(ask(path)))
    ask(PERSON)()
    with closing(services(app).pool.check_out()) as db, db.transaction():
        lock_club(db, HOME)
    yield row("a person after a change", trace_of(ask(PERSON)), MAX_CALLS_OF_PERSON)
    yield row("a person, cached", trace_of(ask(PERSON)), MAX_CALLS_OF_CACHED_PERSON)


def do_here(job: Callable[..., object], *about: object) -> object:
    """Do the job of a worker in this process."""
    return job(*about)


def row(what: str, trace: Trace, most: int | None = None) -> Row:
    """The calls of a page, and the rest of its trace."""
    if most is None:
        return Row(what, f"{len(trace.calls)} calls, {in_short(trace)}")
    return at_most(what, len(trace.calls), most, "calls", note=f", {in_short(trace)}")


def in_short(trace: Trace) -> str:
    """The rest of a way in a few words."""
    return (
        f"{len(trace.functions)} functions, {len(trace.files)} files, {trace.switches} switches,"
        f" {trace.statements} SQL"
    )
