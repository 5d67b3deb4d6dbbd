"""Match files and spreadsheets: what goes out, what comes in, and that nothing is lost between."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from datetime import UTC, datetime
from random import Random
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.http import parse_options_header

from app import matchfile, store
from app.games import GAMES
from app.matchfile.restore import MAX_CHANGES
from app.scoring import VOID, answers_of
from app.server.run import open_app as open_server
from app.store import HOME
from app.web.core.http import LARGEST_POST
from app.web.core.services import services
from app.worker import Busy
from bench.servers import NO_LIMITS
from tests.front_door import Match, match_file
from tests.play import legal_answer, play_at_random
from tests.strange_values import any_json
from tests.test_match_file import FILE, KING
from tests.web.conftest import begin_match
from tests.web.phone import Phone
from tests.web.table import Table, fields_for, keep

IMPORT = "/matches/import"
MULTIPART = "multipart/form-data"

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


@pytest.fixture
def bring(phone):
    """Open a file on the import page: `bring(content, **fields)`."""

    def send(content, **fields):
        written = content if isinstance(content, bytes) else json.dumps(content).encode()
        chosen = (io.BytesIO(written), "match.json")
        return kept(phone, phone.send(IMPORT, {"file": chosen, **fields}, content_type=MULTIPART))

    return send


def kept(phone, page):
    """What comes of a page that shows a match, once it is to be kept."""
    if page.status != 200:
        return page
    form = page.form(IMPORT)
    return phone.send(form.action, form.filled({"keep": "1"}), content_type=MULTIPART)


@pytest.fixture
def paste(phone):
    """Paste a text on the import page."""

    def send(text, **fields):
        fields = {"text": text, **fields}
        return kept(phone, phone.send(IMPORT, fields, content_type=MULTIPART))

    return send


def table_of(phone, page):
    """The match that a file became."""
    assert page.status == 303, page.text
    return Table(phone, int(page.goes_to.rpartition("/")[2]))


def content_of(table):
    return table.phone.client.get(f"{table.path}/match.json").get_data()


def an_evening(table, rng, turns=8):
    """Answers, corrections, void deals, renames, other seats and undos."""
    for turn in range(turns):
        table.play_on(rng, rng.randrange(1, 4))
        standing = table.standing
        asked = rng.choice(standing.answered).prompt
        kind = rng.randrange(5)
        if kind == 0 and asked.key != VOID and asked.deal:
            fields = fields_for(asked, legal_answer(asked, rng))
            table.send(f"/deals/{asked.deal}/{asked.key}", {**fields, "save": "1"})
        elif kind == 1 and standing.deal:
            table.void(rng.choice([*standing.void_prompt(standing.deal).options]))
        elif kind == 2:
            name = str(standing.table.seats[0])
            table.rename(rng.choice([0, max(2, len(standing.deals))]), **{name: f"Dora {turn}"})
        elif kind == 3:
            table.undo()
        else:
            names = [str(seat) for seat in standing.table.seats if isinstance(seat.name, str)]
            table.reseat(*rng.sample(names, len(names)))
    return table


# --- out, as a match file -----------------------------------------------------------------------


@pytest.mark.every_door
@every_game
def test_a_match_file_scores_to_just_what_the_page_shows(game, app, phone, begin, rng):
    fields = {"entry": "counts"} if game.key == "trico" else {}
    table = an_evening(begin(game.key, rng.choice(game.players), **fields), rng, turns=12)

    match = Match(content_of(table))

    assert match.report | {"next": None} == matchfile.report(table.standing) | {"next": None}


def test_a_match_file_says_who_played_what_and_when(begin):
    table = begin("italian_whist", upper="9").play([9, 0, 0], [0, 9, 0])

    file = json.loads(content_of(table))

    assert file["title"] == "Anna, Bruno, Carla"
    assert file["started"].startswith(str(datetime.now(UTC).year))
    assert file["finished"] > file["started"]
    assert file["note"] == str(table.standing.outcome.why)
    assert file["rules"]["upper"] == 9
    assert file["deals"] == [{"first": [9, 0, 0], "second": [0, 9, 0]}]


def test_a_match_that_goes_on_has_not_finished(begin):
    file = json.loads(content_of(begin("tribello")))

    assert "finished" not in file
    assert "note" not in file
    assert file["deals"] == []


def test_a_match_file_has_a_line_for_each_deal_and_each_line_of_the_log(begin):
    table = begin("italian_whist").play([5, 3, 1], [1, 3, 5], [4, 4, 1], [3, 3, 3])

    lines = content_of(table).decode().splitlines()

    assert '    {"first": [5, 3, 1], "second": [1, 3, 5]},' in lines
    assert sum('"kind": "entry"' in line for line in lines) == 5


@pytest.mark.every_door
@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Anna", "Bruno", "Carla"], "tribello-{}-Anna-Bruno-Carla"),
        (['A/"b"\\..', "<b>", "C;D"], "tribello-{}-A-b-b-C-D"),
        (["Ünal", "ブルーノ", "كارلا"], "tribello-{}-Ünal-ブルーノ-كارلا"),
        (["N" * 200, "B", "C"], "tribello-{}-" + "N" * 60),
    ],
)
@pytest.mark.parametrize("ending", ["json", "csv"])
def test_a_file_is_called_after_its_match(names, called, ending, begin):
    table = begin("tribello", names)

    response = table.phone.client.get(f"{table.path}/match.{ending}")

    day = table.match.started[:10]
    kind, options = parse_options_header(response.headers["Content-Disposition"])
    assert kind == "attachment"
    # A server sends no other letters in a header.
    assert response.headers["Content-Disposition"].encode("latin-1")
    assert options["filename"].startswith(called.format(day))
    assert options["filename"].endswith("." + ending)
    assert len(options["filename"]) <= 85


@pytest.mark.every_door
@pytest.mark.parametrize("path", ["/matches/7/match.json", "/matches/7/match.csv"])
def test_a_match_that_is_not_there_has_no_file(path, phone):
    assert phone.open(path).status == 404


# --- out, as a spreadsheet ----------------------------------------------------------------------


def sheet_of(table):
    content = table.phone.client.get(f"{table.path}/match.csv").get_data()
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\n") == content.count(b"\r\n")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_a_spreadsheet_has_a_row_for_each_deal_and_player(begin):
    table = begin("italian_whist").play([5, 3, 1], [1, 3, 5], [4, 4, 1], [3, 3, 3])

    rows = sheet_of(table)

    told = [(row["deal"], row["player"], row["first"], row["score"], row["total"]) for row in rows]
    assert told[:6] == [
        ("1", "Anna", "5", "4", "4"),
        ("1", "Bruno", "3", "0", "0"),
        ("1", "Carla", "1", "-4", "-4"),
        ("2", "Anna", "4", "1", "5"),
        ("2", "Bruno", "4", "1", "1"),
        ("2", "Carla", "1", "-2", "-6"),
    ]
    assert rows[0]["trump"] == "No trumps"
    assert (rows[0]["dealer"], rows[0]["leader"]) == ("Anna", "Bruno")


@pytest.mark.every_door
@every_game
def test_the_scores_of_a_spreadsheet_add_up_to_its_totals(game, app, rng):
    table = keep(app, play_at_random(game, rng))

    sums: dict[str, int] = {}
    for row in sheet_of(table):
        sums[row["player"]] = sums.get(row["player"], 0) + int(row["score"] or 0)
        assert row["total"] == ("" if game.wins_together else str(sums[row["player"]]))


@every_game
def test_every_deal_and_every_player_is_on_the_spreadsheet(game, app, begin, rng):
    fields = {"entry": "symbols"} if game.key == "trico" else {}
    table = an_evening(begin(game.key, **fields), rng)
    standing = table.standing

    rows = sheet_of(table)

    assert len(rows) == len(standing.deals) * len(standing.table.seats)
    for deal in standing.deals:
        assert {row["void"] for row in rows if row["deal"] == str(deal.number)} == {
            str(deal.void_words or "")
        }


def test_partners_share_the_scores_of_their_side(begin):
    table = begin("trex", partners="yes").play(0, "king", None, 2)

    rows = sheet_of(table)

    assert [(row["player"], row["side"], row["king"], row["score"]) for row in rows[:4]] == [
        ("Anna", "Anna & Carla", "0", "-75"),
        ("Bruno", "Bruno & Dino", "0", "0"),
        ("Carla", "Anna & Carla", "1", "-75"),
        ("Dino", "Bruno & Dino", "0", "0"),
    ]
    assert rows[0]["owner"] == "Anna"
    assert rows[0]["played"] == "King of hearts"


def test_a_deal_is_told_with_the_names_of_then(begin):
    table = begin("italian_whist").play([5, 3, 1], [1, 3, 5], [4, 4, 1], [3, 3, 3])
    table.rename(2, Bruno="Dora")

    assert [row["player"] for row in sheet_of(table)][:6] == [
        *("Anna", "Bruno", "Carla"),
        *("Anna", "Dora", "Carla"),
    ]


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_a_name_is_never_a_formula(first, begin):
    table = begin("italian_whist", [f"{first}1+2", f"B;{first}x", "Carla"])
    table.play([5, 3, 1], [1, 3, 5])

    rows = sheet_of(table)

    assert [row["player"] for row in rows[:3]] == [f"'{first}1+2", f"B;'{first}x", "Carla"]


def test_what_a_spreadsheet_splits_at_stays_in_its_cell(begin):
    name = 'Anna, "the\'one"; & co'
    table = begin("italian_whist", [name, "B", "C"]).play([5, 3, 1], [1, 3, 5])

    assert sheet_of(table)[0]["player"] == name


# --- in -----------------------------------------------------------------------------------------


@pytest.mark.every_door
@every_game
def test_a_match_comes_back_with_its_whole_log(game, phone, bring, begin, rng):
    fields = {"entry": "symbols"} if game.key == "trico" else {}
    table = an_evening(begin(game.key, **fields), rng)

    again = table_of(phone, bring(content_of(table), again="1"))

    assert again.events == table.events
    assert again.match.players == table.match.players
    assert again.match.started == table.match.started
    assert [line.at for line in again.match.log] == [line.at for line in table.match.log]
    ours, theirs = json.loads(content_of(table)), json.loads(content_of(again))
    assert ours.pop("id") != theirs.pop("id"), "kept twice, it is another match"
    assert theirs == ours


@pytest.mark.every_door
@every_game
def test_a_file_without_a_log_becomes_a_match_answer_by_answer(game, phone, bring, rng):
    for _match in range(3):
        played = play_at_random(game, rng, mishaps=0.2)

        table = table_of(phone, bring(played.file))

        assert matchfile.report(table.standing) == matchfile.report(played.standing)


@every_game
def test_what_was_changed_after_a_file_came_in_goes_out_with_it(game, phone, bring, rng):
    table = table_of(phone, bring(play_at_random(game, rng, mishaps=0.1).file))
    table.undo()
    table.play_on(rng, 1)
    table.undo()

    again = table_of(phone, bring(content_of(table), again="1"))

    assert [event.kind for event in again.events].count("undo") == 2
    assert again.events == table.events


@every_game
def test_a_file_that_ends_in_the_middle_goes_on_there(game, phone, bring, rng):
    played = play_at_random(game, rng, mishaps=0)
    given_ = [(a.prompt.deal, a.prompt.key, a.answer) for a in played.standing.answered]
    for known in rng.sample(range(1, len(given_)), min(5, len(given_) - 1)):
        answers: dict[int, dict] = {}
        for deal, key, answer in given_[:known]:
            answers.setdefault(deal, {})[key] = answer
        deals = [answers.get(number, {}) for number in range(1, max(answers) + 1)]

        table = table_of(phone, bring(played.file | {"deals": deals}))

        assert (table.prompt.deal, table.prompt.key) == given_[known][:2]


def test_a_void_deal_may_know_its_contract_and_not_its_owner(phone, bring):
    file = match_file("trex", [{"void": "misdeal", "contract": "king"}, KING])

    table = table_of(phone, bring(file))

    assert matchfile.report(table.standing) == Match(file).report
    assert answers_of(table.events)[1] == {"void": "misdeal", "contract": "king"}


def test_a_match_that_came_in_can_be_played_on_undone_and_corrected(phone, bring):
    file = match_file("italian_whist", [{"first": [5, 3, 1], "second": [1, 3, 5]}])
    table = table_of(phone, bring(file)).play([4, 4, 1])

    assert table.undo().status == 303
    assert table.undo().status == 303
    assert table.prompt.key == "second"
    table.play([3, 3, 3])
    assert table.correct(1, "first", [3, 3, 3]).status == 303
    assert table.totals == {"Anna": 0, "Bruno": 0, "Carla": 0}


PAUSED = [
    {"kind": "pause", "deal": 2, "answer": [1]},
    {"kind": "entry", "deal": 2, "key": "trump", "answer": "clubs"},
    {"kind": "resume", "deal": 2},
]
"""What tables wrote while a match could be paused; the pauses stand and do nothing."""


def test_a_log_with_pauses_comes_back_whole_and_the_match_goes_on(phone, bring, begin):
    table = begin("tribello").play("hearts", [7, 4, 2])
    file = json.loads(content_of(table))
    file["log"]["lines"] += PAUSED
    file["deals"].append({"trump": "clubs"})

    again = table_of(phone, bring(file, again="1"))

    assert [event.kind for event in again.events[-3:]] == ["pause", "entry", "resume"]
    assert again.prompt.key == "tricks"
    assert again.open("/log").says("Paused")
    assert again.open("/log").says("Resumed")


def test_an_undo_takes_an_old_pause_back_before_the_answer_before_it(phone, bring, begin):
    table = begin("tribello").play("hearts", [7, 4, 2])
    file = json.loads(content_of(table))
    file["log"]["lines"] += [PAUSED[0]]
    again = table_of(phone, bring(file, again="1"))

    again.undo()
    assert again.totals == table.totals
    again.undo()

    assert again.prompt.key == "tricks"


@pytest.mark.every_door
def test_a_match_with_the_house_deck_comes_back_with_it(phone, bring, begin):
    table = begin("trico", entry="deck", saved_deck="house").play([[5, 2, 9], [1, 3, 6]])

    again = table_of(phone, bring(content_of(table), again="1"))

    assert again.totals == table.totals
    assert again.open("/log").says("House deck – ours, not the published one")


@pytest.mark.every_door
def test_what_was_pasted_is_as_good_as_a_file(phone, paste):
    table = table_of(phone, paste(json.dumps(FILE, indent=1)))

    assert table.totals == {"Anna": 1, "Bruno": 0, "Carla": -1}


def test_the_day_it_began_is_kept(phone, bring):
    table = table_of(phone, bring(FILE | {"started": "2019-12-24T20:15:00+01:00"}))

    assert table.match.started == "2019-12-24T19:15:00.000+00:00"


@pytest.mark.parametrize(
    "started",
    [None, 7, "Sunday", "", "9999-12-31", "0001-01-01T00:00:00+23:00", "2999-01-01", [], {}, "1e9"],
)
def test_a_day_on_which_nobody_can_have_played_is_today(started, phone, bring):
    table = table_of(phone, bring(FILE | {"started": started}))

    began = datetime.fromisoformat(table.match.started)
    assert abs(datetime.now(UTC) - began).total_seconds() < 3600


@pytest.mark.every_door
def test_the_same_match_is_not_kept_twice_unasked(phone, bring):
    table_of(phone, bring(FILE))

    page = bring(FILE)

    assert page.status == 409
    assert page.says("This match is here already, with every line.")
    assert "/matches/1" in page.links
    assert table_of(phone, bring(FILE, again="1")).id == 2


# --- what a match is called everywhere ----------------------------------------------------------


@pytest.fixture
def table(begin):
    return begin("italian_whist").play([5, 3, 1], [1, 3, 5])


def number_of_matches(app):
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
        return len(list(store.match_ids(db, HOME)))


def test_a_match_keeps_what_it_is_called_through_file_and_club(table, app, phone, bring):
    file = content_of(table)
    table.send("/delete", {})

    again = table_of(phone, bring(file))

    assert again.id != table.id
    assert json.loads(content_of(again))["id"] == json.loads(file)["id"]


def test_a_match_that_is_here_to_the_last_line_is_not_kept_twice(table, app, bring):
    page = bring(content_of(table))

    assert page.status == 409
    assert page.says("This match is here already, with every line.")
    assert number_of_matches(app) == 1


def test_two_matches_that_say_the_same_are_two_if_they_are_called_otherwise(table, app, bring):
    file = json.loads(content_of(table)) | {"id": str(uuid4())}

    assert bring(file).status == 303
    assert number_of_matches(app) == 2


def test_of_a_match_that_is_longer_here_the_file_adds_nothing(table, app, bring):
    file = content_of(table)
    table.play([4, 4, 1])

    page = bring(file)

    assert page.status == 409
    assert page.says("This match is here already, with 1 more line.")
    assert not page.form(IMPORT).offers("go_on", "1")


def test_a_match_that_is_longer_in_its_file_goes_on_as_there(table, app, phone, bring):
    table.play([4, 4, 1], [3, 3, 3])
    file, totals = json.loads(content_of(table)), table.totals
    moments = [line.at for line in table.match.log]
    shorten(app, table, 3)

    page = bring(file)
    assert page.status == 409
    assert page.says("This match is here already. The file has 2 more lines.")
    kept = phone.send(IMPORT, page.form(IMPORT).filled({"go_on": "1"}), content_type=MULTIPART)

    assert (kept.status, kept.goes_to) == (303, table.path)
    assert table.totals == totals
    assert [line.at for line in table.match.log] == moments
    assert number_of_matches(app) == 1


@pytest.mark.every_door
def test_where_two_logs_of_a_match_part_both_are_shown(table, app, phone, bring):
    table.play([4, 4, 1])
    file = json.loads(content_of(table))
    table.undo()

    shorten(app, table, 3)
    table.play([3, 3, 3])
    page = bring(file)

    assert page.status == 409
    assert page.says("Both are the same for 3 lines, then they differ: look at both.")
    assert table.path in page.links
    form = page.form(IMPORT)
    assert not form.offers("go_on", "1")
    assert phone.send(IMPORT, form.filled({"again": "1"}), content_type=MULTIPART).status == 303
    assert number_of_matches(app) == 2


@pytest.mark.every_door
def test_a_longer_match_is_not_taken_over_where_somebody_went_on_meanwhile(
    table, app, phone, bring
):
    table.play([4, 4, 1])
    file = json.loads(content_of(table))
    shorten(app, table, 3)
    page = bring(file)
    table.play([3, 3, 3])

    late = phone.send(IMPORT, page.form(IMPORT).filled({"go_on": "1"}), content_type=MULTIPART)

    assert late.status == 409
    assert late.says("then they differ")
    assert table.events[-1].answer == [3, 3, 3]


@pytest.mark.parametrize("called", [7, None, "", "match-1", "0" * 36])
def test_what_a_match_is_called_is_a_uuid(called, bring):
    page = bring(match_file("tribello", []) | {"id": called})

    assert page.status == 422
    assert page.says("This must be a UUID")


def shorten(app, table, lines):
    """Take the last lines of a log out of the book, which nothing in the app can do."""
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db, db.atomic():
        db.execute("DELETE FROM events WHERE match = ? AND line > ?", [table.id, lines])


def test_a_file_shows_what_it_is_before_anything_of_it_is_kept(phone):
    file = FILE | {"finished": "2026-03-31T20:00:00+00:00"}

    page = phone.send(IMPORT, {"text": json.dumps(file, indent=1)}, content_type=MULTIPART)

    assert page.status == 200
    for words in ("Tribello", "Anna, Bruno, Carla", "as in the book", "31 March 2026"):
        assert page.says(words), words
    assert "In play" not in phone.open("/").text
    assert kept(phone, page).status == 303


def test_a_file_that_is_kept_is_checked_again(phone):
    page = phone.send(IMPORT, {"text": json.dumps(FILE | {"players": []}), "keep": "1"})

    assert page.status == 422
    assert phone.open("/matches/1").status == 404


@pytest.mark.every_door
def test_a_file_whose_page_was_sent_twice_is_kept_once(phone):
    page = phone.send(IMPORT, {"text": json.dumps(FILE)}, content_type=MULTIPART)

    assert kept(phone, page).goes_to == kept(phone, page).goes_to
    assert phone.open("/matches/2").status == 404


def test_a_match_that_differs_in_one_answer_is_another_match(phone, bring):
    table_of(phone, bring(FILE))

    assert bring(FILE | {"deals": [{"trump": "hearts", "tricks": [7, 3, 3]}]}).status == 303


# --- in, with a log that somebody wrote ---------------------------------------------------------


def test_a_file_whose_deals_were_mended_by_hand_is_taken_by_its_deals(phone, bring, begin):
    table = begin("italian_whist").play([5, 3, 1], [1, 3, 5], [4, 4, 1])
    file = json.loads(content_of(table))
    file["deals"][0]["first"] = [3, 3, 3]

    again = table_of(phone, bring(file, again="1"))

    assert again.standing.deals[0].scores == (2, 0, -2)
    assert [event.answer for event in again.events[1:]] == [[3, 3, 3], [1, 3, 5], [4, 4, 1]]


SPOILT = [
    {"kind": "undo"},
    {"kind": "undo", "answer": 1},
    {"kind": "rest", "deal": 2},
    {"kind": "void", "deal": 1, "key": "void", "answer": "misdeal"},
    {"kind": "void", "deal": 2, "key": "void", "answer": "rain"},
    {"kind": "entry", "deal": 1, "key": "first", "answer": [5, 3, 1]},
    {"kind": "entry", "deal": 2, "key": "first", "answer": [9, 9, 9]},
    {"kind": "correction", "deal": 1, "key": "first", "answer": [9, 9, 9]},
    {"kind": "correction", "deal": 1, "key": "void", "answer": "rain"},
    {"kind": "correction", "deal": 9, "key": "void", "answer": "misdeal"},
    {"kind": "correction", "key": "seats", "answer": {"order": [0, 0, 1], "answers": {}}},
    {"kind": "correction", "key": "seats", "answer": {"order": [1, 0, 2], "answers": {}}},
    {"kind": "correction", "key": "seats", "answer": [1, 0, 2]},
    {"kind": "correction", "key": "players", "answer": ["Dora"]},
    {"kind": "correction", "key": "players", "answer": ["Bruno", None, None]},
    {"kind": "correction", "key": "players", "answer": [7, None, None]},
    {"kind": "correction", "deal": 40, "key": "players", "answer": ["Dora", None, None]},
    {"kind": "dance"},
    {"kind": "entry", "deal": "2", "key": "first", "answer": [3, 3, 3]},
    {},
]


@pytest.mark.parametrize("line", SPOILT, ids=json.dumps)
def test_a_log_that_no_table_can_have_written_is_left_aside(line, phone, bring, begin):
    table = begin("italian_whist").play([5, 3, 1], [1, 3, 5])
    file = json.loads(content_of(table))
    honest = len(file["log"]["lines"])
    spare = {"kind": "correction", "deal": 1, "key": "first", "answer": [1, 3, 5]}
    back = {"kind": "undo"}
    file["log"]["lines"] += [line, *([spare, back] if line != back else [spare])]

    again = table_of(phone, bring(file, again="1"))

    assert len(again.events) == honest
    assert again.totals == table.totals
    assert again.open("/log").status == 200


def test_a_log_in_which_names_that_are_alike_were_two_names_comes_back_whole(begin, phone, bring):
    table = begin("italian_whist").play([5, 3, 1], [1, 3, 5], [3, 3, 3], [3, 3, 3])
    file = json.loads(content_of(table))
    file["log"]["lines"] += [
        {"kind": "correction", "deal": 2, "key": "players", "answer": [None, "anna", None]}
    ]
    file["players"] = ["Anna", "anna", "Carla"]

    again = table_of(phone, bring(file, again="1"))

    assert [again.match.seating.at(deal)[1] for deal in (1, 2)] == ["Bruno", "anna"]
    assert again.rename(0, Carla="Dora").status == 303
    assert again.rename(0, Dora="ANNA").status == 422


def test_a_log_with_more_changes_of_mind_than_we_replay_is_left_aside(begin, phone, bring):
    table = begin("tribello").play("hearts", [7, 4, 2])
    file = json.loads(content_of(table))
    back_and_forth = [
        {"kind": "correction", "deal": 1, "key": "trump", "answer": suit}
        for suit in ("clubs", "hearts")
    ]
    file["log"]["lines"] += back_and_forth * (MAX_CHANGES // 2)
    assert len(table_of(phone, bring(file, again="1")).events) == 3 + MAX_CHANGES

    file["log"]["lines"] += back_and_forth

    assert len(table_of(phone, bring(file, again="1")).events) == 3


@given(st.data())
def test_no_log_crashes_the_import(data):
    """A log of a random evening with one value spoilt: it is taken, or it is left aside."""
    file = json.loads(data.draw(st.sampled_from(EVENINGS)))
    log = file["log"]
    where = data.draw(st.sampled_from(["log", "players", "lines", "line", "value"]))
    strange = data.draw(any_json)
    line = data.draw(st.integers(0, len(log["lines"]) - 1))
    if where == "log":
        file["log"] = strange
    elif where in log:
        log[where] = strange
    elif where == "line":
        log["lines"][line] = strange
    else:
        log["lines"][line][data.draw(st.sampled_from(["kind", "deal", "key", "answer"]))] = strange
    read = matchfile.parse(json.dumps(file).encode())

    match = matchfile.open_match(read)

    assert match.events[0].key == "rules"


EVENINGS: list[str] = []


@pytest.fixture(autouse=True, scope="module")
def evenings(open_app, tmp_path_factory):
    """Files of matches of every game with everything that can happen to one."""
    phone = Phone(open_app(tmp_path_factory.mktemp("evenings") / "matches.sqlite3"))
    for game in GAMES.values():
        table = begin_match(phone, game.key)
        EVENINGS.append(content_of(an_evening(table, Random(game.key))).decode())


# --- in, and refused ----------------------------------------------------------------------------


REFUSED = [
    b"{",
    b"[]",
    b"\xff\xfe\x00",
    b'{"format": "tricktally/1",\n "game": }',
    FILE | {"format": "tricktally/2"},
    FILE | {"players": ["Anna", "Anna", "", "N" * 300]},
    FILE | {"game": "bridge"},
    FILE | {"rules": {"target": 3}},
    FILE | {"deals": [{"tricks": [7, 4, 3]}]},
    FILE | {"deals": [{"tricks": [-1, 14, 0], "x": 1}]},
    FILE | {"deals": [{"tricks": [7, 4, 2], "a": 1, "b": 2}]},
    FILE | {"deals": [{}, {}]},
    FILE | {"players": ["<b>A</b>", "B", "C"], "deals": [{"tricks": [99, 1, 1]}]},
    match_file("trex", partners="yes", kingdoms="left", trumps=1),
    match_file("trico", [{"saved": [[1, 2, 3]]}], deck="mine"),
]


@pytest.mark.every_door
@pytest.mark.parametrize("content", REFUSED, ids=range(len(REFUSED)))
def test_a_file_is_refused_with_the_problems_that_score_prints(content, bring, phone):
    refused = Match(content)
    assert refused.problems

    page = bring(content)

    assert page.status == 422
    for refusal in refused.refusals:
        assert page.says(refusal["message"])
        if refusal["deal"]:
            assert page.says(f"Deal {refusal['deal']}")
        if refusal["answer"]:
            assert page.says(refusal["answer"][:40])
    assert phone.open("/matches/1").status == 404


@given(st.binary(max_size=120) | any_json.map(lambda value: json.dumps(value).encode()))
def test_no_file_whatever_crashes_the_page(doors, content):
    status, problems = doors(content)

    assert status == (422 if Match(content).problems or not content.strip() else 303)
    assert problems


@given(st.dictionaries(st.sampled_from(list(FILE)), any_json, min_size=1, max_size=2))
def test_no_value_in_the_head_crashes_the_page(doors, head):
    for game in GAMES:
        file = match_file(game, [{}]) | head
        status, _problems = doors(json.dumps(file).encode())

        assert status == (422 if Match(file).problems else 303)


@pytest.fixture(scope="module")
def doors(open_app, tmp_path_factory):
    """Bring a file to an app that lasts, and see what it says."""
    file = tmp_path_factory.mktemp("doors") / "matches.sqlite3"
    phone = Phone(
        open_app(file, lambda book: open_server(store.engine_for(book), limits=NO_LIMITS))
    )

    def send(content):
        page = phone.send(
            "/matches/import",
            {"file": (io.BytesIO(content), "match.json"), "again": "1"},
            content_type="multipart/form-data",
        )
        return page.status, page.goes_to or page.text

    return send


@pytest.mark.every_door
def test_what_was_given_stays_in_the_box_to_be_mended(bring, phone):
    page = bring(
        b'{"format": "tricktally/1",\n "game": "bridge", "players": ["<b>", "</textarea>"]}'
    )

    assert '"game": "bridge"' in page.text
    assert "&lt;/textarea&gt;" in page.html
    assert "<b>" not in page.html.partition("<textarea")[2].partition("</textarea>")[0]


def test_a_slip_of_the_pen_is_found_by_its_line_and_column(paste):
    page = paste('{"format": "tricktally/1",\n "game" "tribello"}')

    assert page.says("Not JSON: Expecting ':' delimiter, in line 2, column 9.")


@pytest.mark.every_door
@pytest.mark.parametrize("fields", [{}, {"text": ""}, {"text": " \n"}])
def test_nothing_is_refused_in_words(fields, phone):
    page = phone.send("/matches/import", fields, content_type="multipart/form-data")

    assert page.status == 422
    assert page.says("There is nothing to open yet: choose a file, or paste its text.")


@pytest.mark.every_door
def test_a_file_that_cannot_be_read_in_time_stays_in_the_box(app, phone, bring):
    def too_long(_job, *_about):
        raise Busy(after=10)

    services(app).executor = too_long

    page = bring(match_file("tribello", []))

    assert (page.status, page.response.headers["Retry-After"]) == (503, "10")
    assert page.says("This file could not be read in time, and nothing was saved")
    assert "tricktally/1" in page.html
    assert phone.open("/matches/1").status == 404


@pytest.mark.every_door
def test_a_file_too_large_for_a_page_is_refused_with_the_limit(bring):
    page = bring(FILE | {"note": "x" * LARGEST_POST})

    assert page.status == 413
    assert page.says("This is more than 63 KB")


def test_a_long_match_with_its_log_is_not_too_large(begin, rng, phone, bring):
    table = begin("trex")
    table.play_on(rng, 200)
    assert table.standing.is_over

    content = content_of(table)

    assert len(content) < LARGEST_POST / 2
    assert bring(content, again="1").status == 303


@pytest.mark.every_door
def test_a_full_disk_keeps_nothing_of_a_match(app, monkeypatch):
    """All lines or none: half a match would be another one."""
    match = matchfile.open_match(matchfile.parse(json.dumps(FILE).encode()))
    real = store.engine.insert

    def fail_at_the_third(db, table, row):
        if row.get("line") == 3:
            raise store.StoreError("database or disk is full", "full")
        return real(db, table, row)

    monkeypatch.setattr(store.log, "insert", fail_at_the_third)
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
        with pytest.raises(store.StoreError):
            store.save_match(db, HOME, "tribello", match.players, store.now(), match.log)

        assert store.find_match(db, HOME, 1) is None


def test_the_start_page_leads_to_the_door_for_files(phone):
    assert "/matches/import" in phone.open("/").links
    assert phone.open("/matches/import").has_form("/matches/import")


def test_the_score_of_a_won_torite_is_on_the_spreadsheet_and_cards_are_written_one_way(begin):
    table = begin("torite", 3).play([8, 4, 0], ["KH", "7S", "5D"], "9C")

    rows = sheet_of(table)

    assert [(row["score"], row["left"], row["aside"]) for row in rows] == [
        ("20", "KH", "9C"),
        ("20", "7S", "9C"),
        ("20", "5D", "9C"),
    ]
