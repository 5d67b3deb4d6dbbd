"""The whole club: its file goes out part by part, and comes in once it was looked at."""

import os
import re
import signal
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from multiprocessing import get_context

import pytest

from app.fair_queue import Requester
from app.limits import RateLimiter
from app.matchfile import LARGEST_CLUB_FILE
from app.ops.club_file import run_here
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME, HOME_NAME
from app.store.matches import exports, lists, matches
from app.store.people import evenings, people
from app.web.club_file.importer import Importer
from app.web.core.caches import MatchCache, RenderCache
from app.web.core.job_files import JobFiles
from app.web.core.rate_limits import WorkBudget
from app.web.core.services import services
from app.web.match import toast
from app.worker import GaveUp, OverBudget
from testkit.club_zip import HOUSE, ONE, a_match, club_zip, file_of
from testkit.web.phone import HTMX
from testkit.whole_matches import save, some_of_each, whole_match
from tests.books import count
from tests.web.club_requests import WHOLE, follow, form_of, made_file, opened, send_file, taken

ONE_MORE = "11234567-89ab-4cde-8f01-23456789abcd"
THIRD = "21234567-89ab-4cde-8f01-23456789abcd"
BESIDE = re.compile(r'name="once" value="[\w-]+"|data-line="[^"]*"|,"batch":\d+')
"""Ids of forms, how often something beside a log has changed, and which lines were one change: a
file says that by their moment."""


def pages_of(phone, db):
    """What a club shows, as far as it says it."""
    match_ids = [match.id for match in exports.matches_to_export(db, HOME)]
    evening_ids = [evening.id for evening in evenings.list_evenings(db, HOME, 99)]
    paths = ["/", "/evenings", "/players", "/numbers", "/matches/earlier"]
    paths += [f"/evenings/{number}" for number in evening_ids]
    paths += [f"/players/{number}" for number in (1, 2, 3, 4)]
    for match_id in match_ids:
        paths += [f"/matches/{match_id}{page}" for page in ("", "/sheet", "/log")]
    return {path: BESIDE.sub("", phone.open(path).html) for path in paths}


@pytest.mark.every_door
@pytest.mark.every_engine
def test_after_export_wipe_and_import_every_page_is_as_before(phone, app, db, monkeypatch):
    # On a busy machine what was just saved is said before, and not any more after.
    monkeypatch.setattr(toast, "TOAST_AGE", timedelta())
    ids = [save(db, each.match) for each in some_of_each(6)]
    phone.send("/players/2/name", {"name": "Brunello"})
    phone.send("/players/4/hide")
    phone.send("/players/3/colour", {"colour": "7"})
    phone.send(f"/matches/{ids[2]}/undo", {"after": matches.find_match(db, HOME, 3).last_line})
    phone.send("/evenings/1", {"title": "At Ben's", "note": "Rain."})
    phone.send("/evenings/1/split", {"match": ids[4]})
    for number, day in ((1, "2024-05-03"), (2, "2025-05-03")):
        phone.send(f"/evenings/{number}", {"title": "At Ben's", "note": "Rain.", "day": day})
    phone.send("/evenings/2/move", {"match": ids[5], "to": "day", "day": "2026-05-03"})
    before = pages_of(phone, db)
    file = made_file(phone)

    clubs.delete_club(db, HOME)
    clubs.create_club(db, HOME_NAME, HOME)
    services(app).match_cache, services(app).render_cache = MatchCache(), RenderCache()
    phone.open_the_link_of_home()
    page = opened(phone, file)
    assert page.says("6 matches to take", "0 here already", "Take 6 matches"), page.text
    page = taken(phone, page)

    assert page.says("6 matches have come in.")
    after = pages_of(phone, db)
    assert after.keys() == before.keys()
    for path in before:
        assert after[path] == before[path], path


def test_a_file_that_is_being_made_says_how_far_it_is_and_can_be_stopped(
    phone, app, db, monkeypatch
):
    for each in some_of_each(3):
        save(db, each.match)
    monkeypatch.setattr("app.web.club_file.whole_club.PART_SECONDS", 0)
    monkeypatch.setattr("app.web.club_file.exporter.AT_ONCE", 1)

    phone.submit(phone.open(WHOLE), "/whole/out")
    page = phone.open(WHOLE)
    assert page.says("0 of 3 matches", "Tribello", "Making the file")
    assert phone.client.get("/whole/out/file").status_code == 303
    whole, part = (phone.open("/whole/out", headers=head) for head in ({}, HTMX))
    assert whole.says("0 of 3 matches", "One file with everything")
    assert part.says("0 of 3 matches")
    assert "<html" not in part.html
    phone.submit(page, "/whole/out/stop")

    assert phone.open(WHOLE).says("Make the file")
    assert not any((services(app).job_folder / HOME).iterdir())


def test_what_is_in_a_file_is_said_before_anything_is_written(phone, db):
    others = [
        ("matches/2.json", a_match(id=ONE_MORE, started="2024-06-04T19:00:00+00:00")),
        ("matches/3.json", a_match(format="tricktally/2")),
    ]
    evenings = [{"evening": 1, "day": "2024-05-04", "title": "May"}]

    page = opened(phone, club_zip([*ONE, *others], evenings=evenings))

    assert page.says(
        "What is in this file", "friends.zip", "2 matches to take", "1 cannot be taken"
    )
    assert page.says("May 2024 to June 2024", "Italian Whist, 4 May 2024")
    assert page.says("made by a newer Tricktally (matches/3.json)")
    assert page.says("Nothing is written yet. The 2 come in together, or none of them.")
    assert exports.matches_to_export(db, HOME) == []
    page = phone.send(f"{form_of(page).action}/stop")
    assert page.goes_to.endswith(WHOLE)
    assert phone.open(WHOLE).says("Open a file of a club")


def test_it_asks_who_a_name_is_that_is_like_somebodys(phone, db):
    people.add_person(db, HOME, "Anne")
    page = opened(phone, club_zip(ONE))
    assert page.says("Who is who", "is not known here. Who is it?")

    refused = phone.send(form_of(page).action)
    assert (refused.status, refused.says("Nothing is written yet")) == (409, True)
    page = taken(phone, page, **{"name.0": "Anna", "who.0": "1"})

    assert page.says("1 match has come in.")
    (match,) = lists.latest_matches(db, HOME, 9)
    assert match.summary["players"] == ["Anne", "Bruno", "Carla"]


REFUSED = {
    "no file": (None, 422, "choose the file of a club"),
    "no zip": (b"Dear friends", 422, "It is no zip file, or it was cut off on its way."),
    "too large": (b"0" * (LARGEST_CLUB_FILE + 100_000), 413, "more than 20 MB"),
}


@pytest.mark.parametrize(("content", "status", "says"), REFUSED.values(), ids=REFUSED.keys())
def test_a_file_that_is_no_club_is_refused_on_the_page(content, status, says, phone, app):
    page = phone.send("/whole/in") if content is None else send_file(phone, content)

    assert (page.status, page.says(says)) == (status, True), page.text
    assert page.says("One file with everything")
    assert not any((services(app).job_folder / HOME).glob("in"))


def test_a_file_that_is_not_here_any_more_says_so(phone):
    page = phone.open("/whole/in/0123456789abcdef")

    assert (page.status, page.says("This file is not here any more")) == (410, True)
    assert phone.open("/whole/in/0", headers=HTMX).response.headers["HX-Redirect"]


def test_a_club_that_has_used_up_its_share_waits_and_goes_on(phone, app):
    run, over = services(app).executor, [True]

    def executor(requester, job, *about):
        if job.__name__ == "read_matches" and over.pop():
            over.append(False)
            raise OverBudget(7)
        return run(requester, job, *about)

    services(app).executor = executor
    page = send_file(phone, club_zip(ONE))
    waiting = phone.open(page.goes_to)

    assert waiting.says("goes on in 7 seconds")
    assert 'content="7"' in waiting.html
    assert phone.open(page.goes_to).says("What is in this file")


def test_a_file_that_is_opened_once_too_often_is_refused_with_when_to_try_again(phone, app):
    def executor(*_about):
        raise OverBudget(7)

    services(app).executor = executor
    page = send_file(phone, club_zip(ONE))

    assert page.status == 429
    assert page.says("One file with everything", "Try again in 7 seconds.")
    assert page.response.headers["Retry-After"] == "7"
    assert not any((services(app).job_folder / HOME).iterdir())


def test_a_match_that_a_worker_gives_up_is_left_and_the_others_are_read(phone, app):
    run = services(app).executor

    def executor(requester, job, *about):
        if job.__name__ == "read_matches" and any("slow" in it.file for it, *_about in about[1]):
            raise GaveUp(1)
        return run(requester, job, *about)

    services(app).executor = executor
    others = [("matches/2-slow.json", a_match(id=ONE_MORE)), ("matches/3.json", a_match(id=THIRD))]

    page = opened(phone, club_zip([*ONE, *others]))

    assert page.says("2 matches to take", "it takes too long to read (matches/2-slow.json)")


@pytest.mark.parametrize(
    ("limit", "most", "says"),
    [
        ("matches_of_club", 0, "a club has 0 matches at most, and with these there would be 1"),
        ("decks_of_club", 0, "a club has 0 decks at most, and with these there would be 1"),
        # Of some bytes: a club that has nothing is full with none.
        ("megabytes_of_club", 0.0001, "MB at most, and with these there would be 1"),
    ],
)
def test_what_does_not_fit_into_a_public_server_is_not_taken(limit, most, says, phone, app):
    page = opened(phone, club_zip(ONE, decks=[{"name": "Ours", "faces": HOUSE}]))
    app.config["PUBLIC"] = True
    services(app).limits = replace(services(app).limits, **{limit: most})

    refused = taken(phone, page)

    assert (refused.status, refused.says(says)) == (507, True)


def test_a_file_of_more_decks_than_a_club_may_have_is_not_looked_through(phone, app):
    app.config["PUBLIC"] = True
    services(app).limits = replace(services(app).limits, decks_of_club=2)

    page = opened(phone, club_zip(ONE, decks=[{"name": "Odd", "faces": {}}] * 3))

    assert page.says("It has 3 decks, and a club here at most 2.")


def test_a_plan_of_very_many_decks_names_a_few_and_is_read_once(statements, phone, db, monkeypatch):
    asked = []
    for n in (2, 400):
        cards = [{"symbols": [f"s{at}", "b", "c"], "large": []} for at in range(n)]
        others = [HOUSE | {"1": card} for card in cards]
        good = [{"name": f"Good {at}", "faces": faces} for at, faces in enumerate(others)]
        bad = [{"name": f"Bad {at}", "faces": {}} for at in range(n)]
        page = opened(phone, club_zip(ONE, decks=[*good, *bad]))
        with monkeypatch.context() as patched:
            patched.setattr("app.web.club_file.importer.check_decks", None)
            statements.clear()
            page = phone.open(form_of(page).action)
        asked.append(len(statements))

    assert asked[0] == asked[1]
    assert page.says("400 decks"), page.text
    assert page.says("“Good 9”, 390 more", "and 370 more"), page.text
    assert (page.text.count("Bad"), page.text.count("Good")) == (30, 10)
    assert taken(phone, page).says("1 match has come in.")
    assert count(db, "decks") == 400


def test_a_club_on_a_public_server_takes_no_more_than_it_may_have(phone, app):
    app.config["PUBLIC"] = True
    services(app).limits = replace(services(app).limits, matches_of_club=1)
    others = [("matches/2.json", a_match(id=ONE_MORE))]
    page = opened(phone, club_zip([*ONE, *others]))

    assert page.says("It has 2 matches, and a club here at most 1.")

    for content, says in ((club_zip(ONE), "1 match has come in"), (club_zip(others), "would be 2")):
        assert taken(phone, opened(phone, content)).says(says)


def test_what_was_set_aside_is_on_the_page_with_the_days_left(phone, begin):
    table = begin("italian_whist")
    assert not phone.open(WHOLE).says("Set aside")
    phone.send("/players/2/hide")
    assert phone.open(WHOLE).says("1 hidden", "they can come back")

    table.send("/delete", {})

    assert phone.open(WHOLE).says("1 hidden, 1 deleted match", "it can come back for 29 more days")
    page = phone.open("/whole/aside")
    assert page.says("Bruno hidden from seating", "Deleted matches", "29 days left")
    assert phone.open(phone.submit(page, f"{table.path}/restore").goes_to).status == 200
    assert phone.open("/matches/deleted").goes_to == "/whole/aside"


def test_an_import_that_is_stopped_while_it_is_written_leaves_nothing_behind(
    phone, app, db, monkeypatch
):
    others = [(f"matches/{n}.json", a_match(id=f"{n:08}{ONE_MORE[8:]}")) for n in range(2, 9)]
    page = opened(phone, club_zip([*ONE, *others]))
    monkeypatch.setattr("app.web.club_file.import_page.PART_SECONDS", 0.00001)
    form = form_of(page)
    phone.send(form.action, form.typed)
    page = phone.open(form.action)

    assert page.says("5 of 8 matches", "Nobody sees them yet")
    assert lists.latest_matches(db, HOME, 9) == []
    phone.submit(page, f"{form.action}/stop")

    assert [count(db, it) for it in ("matches", "events", "evenings", "people")] == [0] * 4
    assert not any((services(app).job_folder / HOME).iterdir())


def test_a_file_is_not_opened_over_one_that_is_being_read(phone, app):
    phone.send("/whole/out")
    page = opened(phone, club_zip(ONE))
    files = JobFiles(services(app).job_folder / HOME / "in")

    with files.turn():
        again = opened(phone, club_zip())

    assert again.says("1 match to take")
    assert again.forms[0].action == page.forms[0].action
    assert opened(phone, club_zip()).says("0 matches to take")


def test_of_two_files_that_are_opened_at_once_one_has_to_wait(phone, app):
    first = JobFiles(services(app).job_folder / HOME / "in")

    with first.turn():
        first.begin()
        second = send_file(phone, club_zip(ONE))
        assert first.folder.is_dir()

    assert (second.status, second.says("Another file is being opened right now.")) == (409, True)
    assert opened(phone, club_zip(ONE)).says("1 match to take")


BEGINNINGS = {
    "out": lambda phone: phone.send("/whole/out"),
    "in": lambda phone: send_file(phone, club_zip(ONE)),
}
each_way = pytest.mark.parametrize("begin_job", BEGINNINGS.values(), ids=BEGINNINGS.keys())


@each_way
def test_a_disk_that_is_full_ends_a_job_and_says_so(begin_job, phone, app, monkeypatch):
    def full(*_about):
        raise OSError(28, "No space left on device")

    page = begin_job(phone)
    monkeypatch.setattr(JobFiles, "save", full)

    page = phone.open(phone.open(page.goes_to).goes_to)
    assert page.says("There is no room on the server for this file.")
    assert not any((services(app).job_folder / HOME).iterdir())


def test_what_is_written_for_a_club_is_taken_from_its_share(phone, app):
    page = opened(phone, club_zip(ONE))
    limits = replace(services(app).limits, work_seconds_per_minute=1)
    budget = services(app).work_budget = WorkBudget(app, limits, "reading")
    form = form_of(page)
    phone.send(form.action, form.typed)
    requester = Requester(HOME, "127.0.0.1")
    budget.charge(requester, 2)

    assert phone.open(form.action).says("goes on in", "0 of 1 match")

    services(app).rate_limiter = RateLimiter()
    assert follow(phone, phone.open(form.action)).says("1 match has come in.")
    for _second in range(9):
        budget.charge(requester, 0.1)
    with pytest.raises(OverBudget):
        # Nine tenths, and what it took to write.
        budget.check(requester)


@each_way
def test_a_job_is_stopped_by_the_request_that_is_on_with_it(begin_job, phone, app):
    address = begin_job(phone).goes_to
    files = JobFiles(services(app).job_folder / HOME / address.split("/")[2])

    with files.turn():
        phone.send(f"{address}/stop")
        assert files.load()

    assert phone.open(address).goes_to == WHOLE
    assert not any((services(app).job_folder / HOME).iterdir())


@each_way
@pytest.mark.parametrize("step", ["begin", "save"])
def test_where_no_file_can_be_written_none_is_begun(step, begin_job, phone, app, monkeypatch):
    def shut(*_about):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(JobFiles, step, shut)
    page = begin_job(phone)

    assert not any((services(app).job_folder / HOME).iterdir())
    assert (page.status, page.says("There is no room on the server for this file.")) == (507, True)


def die_before_it_is_saved(database, folder, seconds):
    """Go on with an import in a process that is killed before it saves how far it is."""
    files = JobFiles(folder)
    files.save = lambda _job: os.kill(os.getpid(), signal.SIGKILL)
    with closing(engine_for(database).connect()) as own:
        Importer(files, files.load(), own, HOME, run_here).run_for(seconds)


COMING = {"new matches": (None, 2), "a match that goes on": (3, 1)}


@pytest.mark.every_engine
@pytest.mark.parametrize("seconds", [60, 1e-3], ids=["all is shown", "a part is hidden"])
@pytest.mark.parametrize(("lines", "coming"), COMING.values(), ids=COMING.keys())
def test_what_has_come_in_before_a_kill_is_said_to_have_come_in(
    lines, coming, seconds, phone, app, db
):
    whole = whole_match("italian_whist").match
    if lines:
        begun = club_zip([("matches/1.json", file_of(whole.at_line(lines), 0))])
        taken(phone, opened(phone, begun))
    others = [] if lines else [("matches/2.json", a_match(id=THIRD))]
    page = opened(phone, club_zip([("matches/1.json", file_of(whole, 0)), *others]))
    form, folder = form_of(page), services(app).job_folder / HOME / "in"
    phone.send(form.action, form.typed)
    about = (app.config["DATABASE"], folder, seconds)
    process = get_context("fork").Process(target=die_before_it_is_saved, args=about)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL

    page = follow(phone, phone.open(form.action))

    has_come = "1 match has" if coming == 1 else "2 matches have"
    assert page.says(f"{has_come} come in."), page.text
    assert count(db, "matches") == coming
    assert matches.find_match(db, HOME, 1).last_line == len(whole.log)
    assert lists.clubs_behind(db) == []
