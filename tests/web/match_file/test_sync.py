"""A phone that goes on with a match without its club, and the way back of its lines."""

import json
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from app.games import GAMES
from app.limits import Limits
from app.matchfile import as_log_file, open_match, parse
from app.matchfile.restore import MAX_CHANGES, parse_log
from app.scoring import PLAYERS, Event, Line, Match
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import log, matches
from app.store.matches.log import Overtaken
from app.web.core.http import LARGEST_POST
from app.web.core.services import services
from app.web.match_file import sync
from app.web.match_file.sync import LARGEST_LOG
from app.worker import Busy, OverBudget
from testkit.play import keep_in
from testkit.web.phone import Phone
from testkit.web.table import Table, fields_for
from testkit.whole_matches import whist
from tests.web.match_files import IMPORT, shorten

every_engine = pytest.mark.every_engine
DEAL = ([5, 3, 1], [1, 3, 5])
OTHER_DEAL = ([3, 3, 3], [3, 3, 3])


class Away:
    """A phone that has fetched a match, and goes on with it."""

    def __init__(self, table):
        self.table = table
        file = fetch(table)["match"]
        self.ids = {
            number: row["once"]
            for number, row in enumerate(file["log"]["lines"], start=1)
            if "once" in row
        }
        self.match = Match(GAMES[file["game"]], *parse_log(file["log"]), uuid=file["id"])
        self.clock = timedelta()
        self._numbers = count(1)

    def say(self, *events):
        """Lines that are one change, as a form without network writes them."""
        self.ids[self.match.last_line + 1] = f"a1b2c3d4-{next(self._numbers):024x}"
        self.match = self.match.accept(*events, at=self.now())
        return self

    def now(self):
        here = datetime.now(UTC) + self.clock
        last = datetime.fromisoformat(self.match.log[-1].at) + timedelta(milliseconds=1)
        return max(here, last).isoformat(timespec="milliseconds")

    def play(self, *answers):
        for answer in answers:
            prompt = self.match.standing.prompt
            self.say(Event("entry", prompt.deal, prompt.key, answer))
        return self

    def undo(self):
        return self.say(Event("undo"))

    def rename(self, *names):
        return self.say(Event("correction", 0, PLAYERS, list(names)))

    @property
    def file(self):
        return as_log_file(self.match, self.ids)

    def send(self, file=None):
        return send(self.table, self.file if file is None else file)


def fetch(table, query=""):
    page = table.phone.client.get(f"{table.path}/sync{query}")
    assert page.status_code == 200, page.data
    assert page.headers["Cache-Control"] == "no-store"
    return page.json


def send(table, file, **how):
    text = file if isinstance(file, str) else json.dumps(file)
    return table.phone.client.post(f"{table.path}/sync", data={"text": text}, **how)


def taken(response):
    """What the club says of a log that it has taken: the lines added, and its words."""
    assert response.status_code == 200, response.data
    return response.json["added"], response.json["words"]


@pytest.fixture
def table(begin):
    return begin("italian_whist").play(*DEAL)


@pytest.fixture
def away(table):
    return Away(table)


def ids_of(app, table):
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        sent = log.sent_lines(db, HOME, table.id, after=0)
    return {number: once for number, _line, once in sent if once}


# What a phone fetches


@every_engine
def test_a_phone_fetches_what_it_needs_to_go_on(phone, table):
    phone.client.set_cookie("look", "dark")
    phone.client.set_cookie("name-ar-trex", "1")
    phone.client.set_cookie("numbers", "trex/usual")
    table.send("/title", {"title": "By the lake"})
    phone.send("/players/1/colour", {"colour": "3"})
    phone.send("/c/home/language", {"language": "fr", "court_cards": "RDV"})

    got = fetch(table)

    file = got.pop("match")
    assert got == {
        "line": 3,
        "path": "/c/home/matches/1",
        "root": "",
        "club": HOME,
        "club_name": "Home",
        "language": "fr",
        "court_cards": "RDV",
        "number": 1,
        "is_over": False,
        "colours": got["colours"],
        "people": [[name, got["colours"][name]] for name in ("Anna", "Bruno", "Carla")],
        "choices": {"look": "dark", "name-ar-trex": "1"},
    }
    assert got["colours"].keys() == {"Anna", "Bruno", "Carla"}
    assert got["colours"]["Anna"] == 3
    assert {key: file[key] for key in ("format", "game", "players", "title")} == {
        "format": "tricktally/1",
        "game": "italian_whist",
        "players": ["Anna", "Bruno", "Carla"],
        "title": "By the lake",
    }
    assert "deals" not in file
    lines = file["log"]["lines"]
    assert [row["key"] for row in lines] == ["rules", "first", "second"]
    assert [row.get("batch") for row in lines[1:]] == [2, 3]


def test_with_a_match_go_those_whom_a_new_one_offers_a_seat(phone, begin, table):
    begin("trex", ["Dora", "Emil", "Anna", "Frida"])
    for name in ("Hidden", "Erased", "Greta"):
        phone.send("/players", {"name": name})
    by_name = {
        name: number
        for number in range(1, 10)
        for name in ("Hidden", "Erased", "Emil")
        if phone.open(f"/players/{number}").says(name)
    }
    phone.send(f"/players/{by_name['Hidden']}/hide")
    phone.send(f"/players/{by_name['Erased']}/forget")
    phone.send(f"/players/{by_name['Emil']}/colour", {"colour": "5"})

    offered = dict(fetch(table)["people"])

    # Those of the latest match come first.
    assert [*offered] == ["Dora", "Emil", "Anna", "Frida", "Bruno", "Carla", "Greta"]
    assert offered["Emil"] == 5
    assert {*offered.values()} <= {*range(1, 9)}


def test_of_very_many_people_the_latest_go(phone, table):
    for number in range(70):
        phone.send("/players", {"name": f"Guest{number}"})

    offered = [name for name, _hue in fetch(table)["people"]]

    assert len(offered) == 60
    assert offered[:4] == ["Anna", "Bruno", "Carla", "Guest69"]


def test_the_file_opens_as_the_same_match_with_its_batches_and_moments(table):
    table.correct(1, "first", [1, 3, 5])
    table.undo()

    match = open_match(parse(json.dumps(fetch(table)["match"]).encode()))

    assert match.log == table.match.log
    assert [line.batch for line in match.log][1:] == [line.batch for line in table.match.log][1:]


def test_a_phone_that_has_the_last_line_hears_only_that(table):
    assert fetch(table, "?after=3") == {"line": 3}
    assert fetch(table, "?after=2")["match"]
    table.play(DEAL[0])
    assert fetch(table, "?after=3")["line"] == 4


def test_a_line_says_which_form_wrote_it(app, table):
    table.send("/entries", {**fields_for(table.prompt, DEAL[0]), "once": "a1b2c3d4-" + "0" * 24})

    assert fetch(table)["match"]["log"]["lines"][3]["once"] == "a1b2c3d4-" + "0" * 24
    assert "once" not in table.phone.client.get(f"{table.path}/match.json").get_data(True)


# What comes back


@every_engine
def test_what_was_scored_away_is_in_the_club_and_the_same_file_again_adds_nothing(app, table, away):
    away.play(*DEAL, *OTHER_DEAL, DEAL[0]).undo()

    first = away.send()

    assert taken(first) == (6, "In the club: 2 deals")
    assert first.json["line"] == 9
    assert first.json["ask"] is None
    assert first.json["match"] == fetch(table)["match"]
    assert table.events == away.match.events
    assert [line.at for line in table.match.log] == [line.at for line in away.match.log]
    assert ids_of(app, table) == away.ids
    assert table.open().says("3", "Deal 4")

    # The response was lost: the phone sends its file again.
    again = away.send()
    assert taken(again) == (0, "In the club: every line")
    assert table.last_line == 9


SCORED_AT_BOTH = {
    "alike": (DEAL, 200),
    "alike, as far as it goes": (DEAL[:1], 200),
    "alike, and further": ((*DEAL, DEAL[0]), 409),
    "otherwise": (OTHER_DEAL, 409),
}


@every_engine
@pytest.mark.parametrize(("here", "status"), SCORED_AT_BOTH.values(), ids=SCORED_AT_BOTH)
def test_the_same_answers_are_the_same_lines_and_others_are_shown_to_a_person(
    here, status, table, away
):
    away.play(*DEAL, *OTHER_DEAL)
    table.play(*here)

    response = away.send()

    assert response.status_code == status
    if status == 200:
        assert response.json["added"] == 4 - len(here)
        assert table.events == away.match.events
    else:
        assert response.json == {
            "line": 3 + len(here),
            "path": "/c/home/matches/1",
            "words": "This match went on here and in the file. Below is where they part.",
        }
        assert table.phone.send(IMPORT, {"text": json.dumps(away.file)}).status == 409


@pytest.mark.parametrize("also", [False, True], ids=["ended away", "and played on in the club"])
def test_a_match_that_was_ended_away_is_over_unless_the_club_played_on(also, table, away):
    away.say(Event("end"))
    if also:
        table.play(DEAL[0])

    response = away.send()

    assert response.status_code == (409 if also else 200)
    assert table.standing.is_over is not also
    assert also or response.json["is_over"]


def test_an_undo_in_the_club_parts_the_logs(table, away):
    away.play(*DEAL)
    table.undo()

    assert away.send().status_code == 409


def test_a_club_from_the_backup_of_an_hour_before_gets_the_rest(app, table):
    table.play(*DEAL, DEAL[0])
    away = Away(table).play(DEAL[1])
    shorten(app, table, 3)

    assert taken(away.send()) == (4, "In the club: 2 deals")
    assert table.events == away.match.events


def test_a_phone_that_has_less_gets_the_rest(table, away):
    table.play(*DEAL)

    response = away.send()

    assert taken(response) == (0, "In the club: every line")
    assert response.json["line"] == 5


def test_a_deleted_match_says_so_and_takes_nothing(table, away):
    away.play(*DEAL)
    table.send("/delete", {})

    for response in (away.send(), table.phone.client.get(f"{table.path}/sync")):
        assert response.status_code == 410
        assert "deleted" in response.json["words"]
    table.send("/restore", {})
    assert taken(away.send())[0] == 2


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(hours=-1), timedelta(days=-400)])
def test_a_clock_that_is_wrong_puts_no_line_before_another_or_into_the_future(ahead, table, away):
    away.clock = ahead
    away.now = lambda: (datetime.now(UTC) + ahead).isoformat(timespec="milliseconds")
    away.play(*DEAL)
    away.say(Event("undo"), Event("undo"))

    assert away.send().status_code == 200
    moments = [line.at for line in table.match.log]
    assert moments == sorted(moments)
    assert len({*moments}) == 6, "both lines of the last change have one moment, and no others"
    assert datetime.fromisoformat(moments[-1]) < datetime.now(UTC) + timedelta(seconds=1)


def test_lines_of_one_change_stay_one_change(table, away):
    away.play(*DEAL)
    away.say(Event("undo"), Event("undo"))
    away.send()

    table.send("/redo", {"times": 2})

    assert [line.batch for line in table.match.log][-4:] == [6, 6, 8, 8]


@every_engine
def test_an_id_that_is_strange_or_there_already_is_left_out(app, table, away):
    table.send("/entries", {**fields_for(table.prompt, DEAL[0]), "once": "f" * 33})
    away = Away(table).play(DEAL[1], *DEAL)
    rows = (file := away.file)["log"]["lines"]
    rows[4]["once"], rows[5]["once"] = "f" * 33, "<b>"

    assert taken(away.send(file))[0] == 3
    known = ids_of(app, table)
    assert known[4] == "f" * 33
    assert known.keys() & {5, 6, 7} == {7}


def test_a_form_that_was_saved_away_and_is_sent_again_by_the_phone_is_saved_once(table, away):
    away.play(DEAL[0])
    form = {**fields_for(table.prompt, DEAL[0]), "once": away.ids[4]}
    away.send()

    assert table.type(form, after=3).status == 303
    assert table.last_line == 4


# Names


@every_engine
def test_somebody_who_came_away_is_asked_about_where_the_name_is_like_another(phone, table, away):
    phone.send("/players", {"name": "Dorothea"})
    away.rename(None, "Dorotea", None)

    response = away.send()

    assert taken(response) == (1, "In the club: every line")
    assert "Dorotea" in table.match.seating.present
    page = table.phone.client.get(response.json["ask"]["page"])
    assert page.status_code == 200
    assert "Dorothea" in page.get_data(as_text=True)


@pytest.mark.parametrize("name", ["Zacharias", "Dora"], ids=["like nobody", "known here"])
def test_nobody_asks_about_other_names(name, phone, table, away):
    phone.send("/players", {"name": "Dora"})

    assert away.rename(None, name, None).send().json["ask"] is None


@every_engine
def test_a_name_that_was_forgotten_meanwhile_stays_forgotten(phone, table, away):
    away.play(*DEAL).rename(None, "Dora", None).rename(None, "Bruno", None)
    bruno = next(one for one in "123" if phone.open(f"/players/{one}").says("Bruno"))
    phone.send(f"/players/{bruno}/forget", {})
    assert "Bruno" not in json.dumps(fetch(table))

    assert away.send().status_code == 200
    assert "Bruno" not in json.dumps(fetch(table))
    assert "Dora" in json.dumps(fetch(table))


# What is refused


def changed(**head):
    return lambda file: {**file, **head}


def with_line(**more):
    def change(file):
        lines = [*file["log"]["lines"][:-1], file["log"]["lines"][-1] | more]
        return {**file, "log": {**file["log"], "lines": lines}}

    return change


WRONG = {
    "no file": (lambda _file: "", "This file is empty"),
    "half of one": (lambda file: json.dumps(file)[:-9], "Not JSON"),
    "another match": (changed(id="0" * 8 + "-0000-0000-0000-" + "0" * 12), "another match"),
    "no match": (lambda file: {**file, "id": None}, "UUID"),
    "another game of the same match": (changed(game="trex"), "play"),
    "a game of tomorrow": (changed(game="belote"), "“belote” is not one of"),
    "a kind of line of tomorrow": (with_line(kind="pact"), "Line 5 of the log"),
    "a key of tomorrow": (with_line(mood="good"), "Line 5 of the log"),
    "an answer that cannot be": (with_line(answer=[9, 9, 9]), "Line 5 of the log"),
    "a question that is not asked": (with_line(key="third"), "Line 5 of the log"),
    "no log": (lambda file: {key: file[key] for key in file if key != "log"}, ""),
    "odd names": (changed(log={"players": [{}], "lines": [{}]}), "Line 1 of the log"),
}


@pytest.mark.parametrize(("change", "words"), WRONG.values(), ids=WRONG)
def test_a_file_that_cannot_be_right_is_refused_with_words_and_nothing_of_it_is_kept(
    change, words, table, away
):
    response = away.play(*DEAL).send(change(away.file))

    if words:
        assert response.status_code == 422
        assert words in response.json["words"]
    assert table.last_line == 3


def test_the_file_of_another_match_of_the_club_is_refused_and_neither_is_changed(
    begin, table, away
):
    other = begin("italian_whist")

    response = send(other, away.play(*DEAL).file)

    assert response.status_code == 422
    assert response.json["words"] == "This is the file of another match."
    assert (table.last_line, other.last_line) == (3, 1)


def test_whose_link_was_renewed_finds_nothing_and_writes_nothing(app, table, away):
    away.play(*DEAL)
    Phone(app).send("/invite/renew")

    assert away.send().status_code == 404
    assert table.phone.client.get(f"{table.path}/sync").status_code == 404
    assert table.last_line == 3
    table.phone = Phone(app)
    assert taken(away.send())[0] == 2


@pytest.mark.parametrize("status", [403, 404, 413, 429])
def test_a_script_reads_every_refusal_as_json(status, app, table, away):
    headers = {"Accept": "application/json"}
    if status == 403:
        headers["Sec-Fetch-Site"] = "cross-site"
    if status == 404:
        Phone(app).send("/invite/renew")
    if status == 429:
        services(app).limits = Limits(writes_per_minute=0)
    file = "x" * (LARGEST_LOG + 1) if status == 413 else away.file
    refused = send(table, file, headers=headers)

    assert (refused.status_code, refused.mimetype) == (status, "application/json")
    assert refused.json["words"].endswith(".")
    assert refused.headers["Cache-Control"] == "no-store"


def test_names_that_are_none_are_refused_in_lines_that_are_here_already(table):
    table.rename(Bruno="Dora")
    away = Away(table).play(*DEAL)
    rows = (file := away.file)["log"]["lines"]
    rows[3]["answer"] = [None, {"a": []}, None]

    assert away.send(file).status_code in (409, 422)
    assert table.last_line == 4


@pytest.mark.parametrize(("refusal", "status"), [(Busy(7), 503), (OverBudget(7), 429)])
def test_a_busy_worker_says_when_to_try_again(refusal, status, app, away):
    def refuse(*_job):
        raise refusal

    services(app).executor = refuse
    response = away.play(*DEAL).send()

    assert (response.status_code, response.headers["Retry-After"]) == (status, "7")
    assert "7 seconds" in response.json["words"]


def test_where_another_phone_was_faster_the_club_looks_again(monkeypatch, table, away):
    away.play(*DEAL)
    real = sync.extend

    def extend(*about):
        monkeypatch.setattr(sync, "extend", real)
        table.play(DEAL[0])
        raise Overtaken

    monkeypatch.setattr(sync, "extend", extend)

    assert taken(away.send()) == (1, "In the club: 1 deal")


def test_a_log_that_is_too_large_is_refused(away):
    response = away.send(" " * LARGEST_LOG)

    assert response.status_code == 413
    assert "512 KB" in response.json["words"]


def test_a_long_log_that_comes_too_often_is_told_so_and_not_that_it_is_too_large(app, away):
    services(app).limits = Limits(writes_per_minute=0)
    response = away.send(" " * (LARGEST_POST + 1))

    assert response.status_code == 429
    assert int(response.headers["Retry-After"]) > 0


def test_a_phone_may_come_back_often(app, table, away):
    services(app).limits = Limits()
    for _each in range(60):
        away.play(DEAL[0]).undo()
        assert away.send().status_code == 200


@every_engine
def test_a_log_of_600_lines_comes_back_whole(app):
    """It is more than other posts may bring, and has more changes than are checked of a file that
    nobody knows: those that are here were checked before."""
    events = whist(100) + [Event("undo"), Event("redo")] * (MAX_CHANGES // 2 + 1)
    begun = datetime.now(UTC) - timedelta(days=1)
    moments = [(begun + timedelta(seconds=at)).isoformat("T", "milliseconds") for at in range(500)]
    lines = [Line(event, at) for event, at in zip(events, moments, strict=False)]
    match = Match(GAMES["italian_whist"], ["Anna", "Bruno", "Carla"], lines)
    table = Table(Phone(app), keep_in(app.config["DATABASE"], match))
    away = Away(table)
    while away.match.last_line < 600:
        away.play(DEAL[0])
    assert len(urlencode({"text": json.dumps(away.file)})) > LARGEST_POST

    added, words = taken(away.send())

    assert (added, words) == (600 - len(lines), "In the club: 74 deals")
    assert ids_of(app, table) == away.ids
    assert fetch(table)["line"] == 600


# A match that was begun there


NOON = 60 * (12 - datetime.now(UTC).hour)
"""The clock of a place where it is noon, in minutes from the server's: two matches of one minute
are never of two evenings there."""


class Begun:
    """A phone that has begun a match without its club, and plays it."""

    def __init__(self, phone, *answers, players=("Anna", "Bruno", "Carla")):
        self.phone = phone
        rules, *_answers = whist(1)
        whist_of = GAMES["italian_whist"]
        self.match = Match(whist_of, [*players], uuid=str(uuid4()), utc_offset=NOON)
        self.match = self.match.accept(rules, at=self.now())
        self.ids = {}
        self.play(*answers)

    def now(self):
        # No two lines have one moment.
        at = datetime.now(UTC) - timedelta(seconds=60 - self.match.last_line)
        return at.isoformat(timespec="milliseconds")

    def play(self, *answers):
        for answer in answers:
            prompt = self.match.standing.prompt
            self.ids[self.match.last_line + 1] = f"a1b2c3d4-{self.match.last_line:024x}"
            event = Event("entry", prompt.deal, prompt.key, answer)
            self.match = self.match.accept(event, at=self.now())
        return self

    @property
    def file(self):
        return as_log_file(self.match, self.ids) | {"started": self.match.log[0].at}

    def send(self, **changes):
        text = json.dumps(self.file | changes)
        return self.phone.client.post("/matches/sync", data={"text": text})


@pytest.fixture
def begun(phone):
    return Begun(phone, *DEAL, *OTHER_DEAL, DEAL[0])


def records_of(app, *numbers):
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        return matches.find_matches(db, HOME, numbers)


@every_engine
def test_a_match_that_was_begun_without_the_club_is_there_line_for_line(app, begin, begun):
    begin("italian_whist", utc_offset=str(NOON))
    response = begun.send(title="By the lake")

    assert taken(response) == (6, "In the club: 2 deals")
    assert response.json["path"] == "/c/home/matches/2"
    assert response.json["number"] == 2
    table = Table(begun.phone, 2)
    assert response.json == fetch(table) | {
        "added": 6,
        "words": "In the club: 2 deals",
        "ask": None,
    }
    assert table.match.log == begun.match.log
    assert table.match.uuid == begun.match.uuid
    assert table.match.title == "By the lake"
    assert ids_of(app, table) == begun.ids
    assert table.open().says("3", "Deal 3")
    # It is of this evening, though it began before the other.
    assert [record.evening for record in records_of(app, 1, 2)] == [1, 1]


@every_engine
def test_whose_response_was_lost_is_sent_again_and_there_once(app, begun):
    begun.send()
    begun.play(DEAL[1])

    again = begun.send()

    assert taken(again) == (1, "In the club: 1 deal")
    assert again.json["path"] == "/c/home/matches/1"
    table = Table(begun.phone, 1)
    assert table.events == begun.match.events
    assert ids_of(app, table) == begun.ids
    assert taken(begun.send()) == (0, "In the club: every line")
    assert begun.phone.open("/matches/2").status == 404


def test_two_that_are_sent_at_once_are_one_match(monkeypatch, begun):
    real = matches.save_match

    def save_match(*about, **more):
        monkeypatch.setattr(matches, "save_match", real)
        real(*about, **more)
        return real(*about, **more)

    monkeypatch.setattr(matches, "save_match", save_match)

    assert taken(begun.send()) == (0, "In the club: every line")
    assert begun.phone.open("/matches/2").status == 404


def test_of_one_that_went_on_in_both_places_both_are_shown(begun):
    begun.send()
    Table(begun.phone, 1).play([1, 3, 5])
    begun.play([3, 3, 3])

    response = begun.send()

    assert response.status_code == 409
    assert (response.json["path"], response.json["line"]) == ("/c/home/matches/1", 7)


def test_one_that_was_deleted_meanwhile_is_not_begun_again(begun):
    begun.send()
    begun.phone.send("/matches/1/delete", {})

    response = begun.play(DEAL[1]).send()

    assert response.status_code == 410
    assert response.json["path"] == "/c/home/matches/1"
    assert begun.phone.open("/matches/2").status == 404


def test_a_clock_that_is_wrong_begins_no_match_in_the_future(phone):
    begun = Begun(phone)
    begun.now = lambda: (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="milliseconds")
    begun.match = Match(begun.match.game, begun.match.players, uuid=begun.match.uuid)
    begun.match = begun.match.accept(whist(1)[0], at=begun.now())
    begun.play(*DEAL)

    assert begun.send().status_code == 200
    match = Table(phone, 1).match
    moments = [match.started, *(line.at for line in match.log)]
    assert moments == sorted(moments)
    assert datetime.fromisoformat(moments[-1]) < datetime.now(UTC) + timedelta(seconds=1)


def test_a_name_that_is_like_another_is_asked_about_after_the_lines_are_in(phone):
    phone.send("/players", {"name": "Dorothea"})

    response = Begun(phone, players=("Anna", "Dorotea", "Carla")).send()

    assert taken(response) == (1, "In the club: every line")
    assert phone.open(response.json["ask"]["page"]).says("Dorothea")


WRONG_BEGUN = {
    "no file": ({"format": ""}, "must be “tricktally/1”"),
    "no match": ({"id": None}, "UUID"),
    "an id that is none": ({"id": "\ud800"}, "not in UTF-8"),
    "a game of tomorrow": ({"game": "belote"}, "“belote” is not one of"),
    "odd names": ({"log": {"players": [{}], "lines": [{}]}}, "Line 1 of the log"),
}


@pytest.mark.parametrize(("changes", "words"), WRONG_BEGUN.values(), ids=WRONG_BEGUN)
def test_a_file_of_no_match_begins_none(changes, words, begun):
    response = begun.send(**changes)

    assert response.status_code == 422
    assert words in response.json["words"]
    assert begun.phone.open("/matches/1").status == 404


def test_a_club_that_is_full_takes_no_new_match_and_goes_on_with_those_that_it_has(
    monkeypatch, app, begun
):
    begun.send()
    monkeypatch.setitem(app.config, "PUBLIC", True)
    services(app).limits = Limits(matches_of_club=1)

    refused = Begun(begun.phone).send()

    assert refused.status_code == 507
    assert "1 match" in refused.json["words"]
    assert taken(begun.play(DEAL[1]).send())[0] == 1


def test_a_phone_with_such_a_match_hears_that_the_club_answers(app, phone):
    assert phone.client.get("/matches/sync").json == {"line": 0}
    old = Phone(app)
    Phone(app).send("/invite/renew")
    assert old.client.get("/matches/sync").status_code == 404


def test_a_page_that_asks_again_about_a_form_is_marked_and_is_not_loaded_anew(phone):
    refused = phone.client.post(
        "/matches", data={"game": "trex", "players.0": "Ana", "players.1": "Ana"}
    )
    assert refused.status_code == 422
    assert "data-posted" in refused.text
    assert "data-posted" not in phone.client.get("/matches/new?game=trex").text
