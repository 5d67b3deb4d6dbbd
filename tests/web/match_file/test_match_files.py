"""Match files and spreadsheets: what goes out, what comes in, and that nothing is lost between."""

import csv
import io
import json
from contextlib import closing
from datetime import UTC, datetime
from html import unescape
from uuid import uuid4

import pytest
from werkzeug.http import parse_options_header

from app import matchfile
from app.dates import day_of_match
from app.games import GAMES
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.engine import insert, now
from app.store.errors import StoreError
from app.store.matches import matches
from app.web.core.http import LARGEST_POST
from app.web.core.services import services
from app.web.match_file import files
from app.worker import Busy, OverBudget
from testkit.match import Match, match_file
from testkit.play import play_at_random
from testkit.web.phone import Phone
from testkit.web.table import Table, keep
from tests.matchfile.files import FILE
from tests.web.match_files import IMPORT, shorten

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def post(phone, fields, path=IMPORT):
    return phone.send(path, fields, content_type="multipart/form-data")


@pytest.fixture
def bring(phone):
    """Open a file on the import page, and keep what it shows: `bring(content, **fields)`."""

    def send(content, **fields):
        written = content if isinstance(content, bytes) else json.dumps(content).encode()
        chosen = (io.BytesIO(written), "match.json")
        return kept(phone, post(phone, {"file": chosen, **fields}))

    return send


def kept(phone, page):
    """What comes of a page that shows a match, once it is to be kept."""
    if page.status != 200:
        return page
    form = page.form(IMPORT)
    return post(phone, form.filled({"keep": "1"}), form.action)


@pytest.fixture
def table_of(phone, bring):
    """The match that a file becomes, though it may be here already."""

    def restore(content):
        page = bring(content, again="1", dated="1")
        assert page.status == 303, page.text
        return Table(phone, int(page.goes_to.rpartition("/")[2]))

    return restore


def content_of(table):
    return table.phone.client.get(f"{table.path}/match.json").get_data()


def file_of(table):
    return json.loads(content_of(table))


@pytest.mark.every_door
def test_a_match_file_scores_to_what_the_page_shows_and_comes_back_with_its_log(table, table_of):
    table.correct(1, "first", [1, 3, 5])
    table.void()
    table.rename(2, Bruno="Dora")
    table.reseat("Carla", "Anna", "Dora")
    table.play([9, 0, 0]).undo()
    ours = file_of(table)
    assert Match(ours).report == matchfile.report(table.standing)

    again = table_of(content_of(table))

    assert again.events == table.events
    assert again.match.started == table.match.started
    theirs = file_of(again)
    assert ours.pop("id") != theirs.pop("id"), "kept twice, it is another match"
    assert theirs == ours


def test_a_match_file_says_who_played_what_and_when_with_a_line_for_each_deal_and_line(begin):
    table = begin("italian_whist", upper="9")
    assert not {"finished", "note"} & file_of(table).keys()
    table.play([9, 0, 0], [0, 9, 0])

    lines = content_of(table).decode().splitlines()
    file = file_of(table)
    assert file["title"] == "Anna, Bruno, Carla"
    assert file["started"].startswith(str(datetime.now(UTC).year))
    assert file["finished"] > file["started"]
    assert file["note"] == str(table.standing.outcome.why)
    assert file["rules"]["upper"] == 9
    assert '    {"first": [9, 0, 0], "second": [0, 9, 0]}' in lines
    assert sum('"kind": "entry"' in line for line in lines) == 3


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
def test_a_file_is_called_after_its_match(names, called, begin):
    table = begin("tribello", names)

    for ending in ("json", "csv"):
        sent = table.phone.client.get(f"{table.path}/match.{ending}").headers["Content-Disposition"]
        kind, options = parse_options_header(sent)
        assert kind == "attachment"
        # A server sends no other letters in a header.
        assert sent.encode("latin-1")
        assert options["filename"].startswith(called.format(day_of_match(table.match)))
        assert options["filename"].endswith("." + ending)
        assert len(options["filename"]) <= 85


def sheet_of(table):
    content = table.phone.client.get(f"{table.path}/match.csv").get_data()
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\n") == content.count(b"\r\n")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def cells_of(table, *columns):
    return [tuple(row[column] for column in columns) for row in sheet_of(table)]


def test_a_spreadsheet_has_a_row_for_each_deal_and_player_with_the_names_of_then(table):
    table.play([4, 4, 1], [3, 3, 3])
    table.rename(2, Bruno="Dora")

    assert cells_of(table, "deal", "player", "first", "score", "total")[:6] == [
        ("1", "Anna", "6", "5", "5"),
        ("1", "Bruno", "2", "0", "0"),
        ("1", "Carla", "1", "-5", "-5"),
        ("2", "Anna", "4", "1", "6"),
        ("2", "Dora", "4", "1", "1"),
        ("2", "Carla", "1", "-2", "-7"),
    ]
    assert cells_of(table, "trump", "dealer", "leader")[0] == ("No trumps", "Anna", "Bruno")


@every_game
def test_every_deal_and_player_is_on_the_spreadsheet_and_scores_add_up_to_totals(game, app, rng):
    table = keep(app, play_at_random(game, rng, mishaps=0.2))
    standing = table.standing

    rows = sheet_of(table)

    sums: dict[str, int] = {}
    assert len(rows) == len(standing.finished) * len(standing.table.seats)
    for row in rows:
        sums[row["player"]] = sums.get(row["player"], 0) + int(row["score"] or 0)
        total = "" if game.wins_together else str(sums[row["player"]])
        void = standing.deals[int(row["deal"]) - 1].void_words
        assert (row["total"], row["void"]) == (total, str(void or ""))


@pytest.mark.parametrize(
    ("game", "about", "of_match", "people"),
    [
        ("trex", {"partners": "yes"}, ("Trex", "Partners · Classic"), ["Anna", "Bruno", "Carla"]),
        ("torite", {"players": 1}, ("The Torite", "1 player"), ["Anna", ""]),
        ("tribello", {"players": ["", "", ""]}, ("Tribello", "Tribello"), ["", "", ""]),
    ],
    ids=["partners", "a dummy", "players without a name"],
)
def test_a_row_says_of_which_match_it_is_and_about_which_person(
    game, about, of_match, people, begin, rng
):
    table = begin(game, **about).play_on(rng, 2)

    day = day_of_match(table.match)
    written = cells_of(table, "date", "match", "game", "variant", "person")[: len(people)]
    assert written == [(day, "1", *of_match, person) for person in people]


KINGS = [
    ("Anna", "Anna & Carla", "0", "-75", "Anna", "King of hearts"),
    ("Bruno", "Bruno & Dino", "0", "0", "Anna", "King of hearts"),
    ("Carla", "Anna & Carla", "1", "-75", "Anna", "King of hearts"),
    ("Dino", "Bruno & Dino", "0", "0", "Anna", "King of hearts"),
]
LEFT = [("20", card, "9C") for card in ("KH", "7S", "5D")]


@pytest.mark.parametrize(
    ("game", "about", "answers", "columns", "rows"),
    [
        (
            *("trex", {"partners": "yes"}, [0, "king", None, 2]),
            *(["player", "side", "king", "score", "owner", "played"], KINGS),
        ),
        (
            *("torite", {"players": 3}, [[8, 4, 0], ["KH", "7S", "5D"], "9C"]),
            *(["score", "left", "aside"], LEFT),
        ),
    ],
    ids=["partners share the scores of their side", "a win together, and cards written one way"],
)
def test_a_spreadsheet_has_what_is_of_one_game(begin, game, about, answers, columns, rows):
    table = begin(game, **about).play(*answers)

    assert cells_of(table, *columns)[: len(rows)] == rows


FORMULAS = {"=1+2": "'=1+2", "B;+x": "B;'+x", "-C": "'-C", "@1": "'@1", "＝2": "'＝2"}
FORMULAS |= {"D;＋x": "D;'＋x", "－1": "'－1", "D;＠x": "D;'＠x"}
HARMLESS = 'Anna, "the\'one"; & co'


def test_a_name_is_never_a_formula_and_stays_in_its_cell(begin):
    for name, written in (FORMULAS | {HARMLESS: HARMLESS}).items():
        table = begin("italian_whist", [name, "Bruno", "Carla"])

        assert cells_of(table, "player")[0] == (written,)


@every_game
def test_a_file_without_a_log_becomes_a_match_that_goes_on_and_out_again(game, table_of, rng):
    played = play_at_random(game, rng, mishaps=0.2)
    table = table_of(played.file | {"log": None})
    assert matchfile.report(table.standing) == matchfile.report(played.standing)

    table.undo()
    table.play_on(rng, 1)
    table.undo()

    again = table_of(content_of(table))
    assert [event.kind for event in again.events].count("undo") == 2
    assert again.events == table.events


NO_DAYS = [None, 7, "Sunday", "", "9999-12-31", "0001-01-01T00:00:00+23:00", "2999-01-01", [], {}]


def test_the_day_it_began_is_kept_or_today_if_nobody_can_have_played_then(table_of):
    kept = table_of(FILE | {"started": "2019-12-24T20:15:00+01:00"}).match.started
    assert kept == "2019-12-24T19:15:00.000+00:00"

    for started in NO_DAYS:
        began = datetime.fromisoformat(table_of(FILE | {"started": started}).match.started)
        assert abs(datetime.now(UTC) - began).total_seconds() < 3600, started


@pytest.mark.every_door
def test_a_match_keeps_the_day_and_the_times_of_where_it_was_played(phone, bring):
    file = FILE | {"started": "2026-03-31T23:30:00+00:00", "utc_offset": 600}
    path = bring(file).goes_to
    given = file_of(Table(phone, 1))
    assert given["utc_offset"] == 600
    assert cells_of(Table(phone, 1), "date")[0] == ("2026-04-01",)
    assert phone.open("/evenings/1").says("Wednesday 1 April", "9:30")
    phone.send(f"{path}/delete")

    assert bring(given, again="1").goes_to == "/matches/2"
    assert phone.open("/evenings/1").says("Wednesday 1 April", "9:30")
    assert bring(FILE, again="1").goes_to == "/matches/3"
    assert "utc_offset" not in file_of(Table(phone, 3)), "a file of before does not know"


@pytest.mark.every_door
def test_a_file_shows_what_it_is_before_it_is_kept_and_its_page_keeps_it_once(phone):
    text = json.dumps(FILE | {"finished": "2026-03-31T20:00:00+00:00"}, indent=1)

    page, start = post(phone, {"text": text}), phone.open("/")

    assert page.status == 200
    assert page.says("Tribello", "Anna, Bruno, Carla", "as in the book", "31 March 2026")
    assert not start.says("In play")
    assert IMPORT in start.links
    assert phone.open(IMPORT).has_form(IMPORT)
    assert kept(phone, page).goes_to == kept(phone, page).goes_to == "/matches/1"
    assert phone.open("/matches/2").status == 404
    assert Table(phone, 1).totals == {"Anna": 1, "Bruno": 0, "Carla": -1}


@pytest.mark.every_door
def test_a_long_match_is_not_too_large_and_one_with_the_house_deck_comes_back_with_it(
    begin, app, rng, table_of
):
    long = keep(app, play_at_random(GAMES["trex"], rng))
    trico = begin("trico", entry="deck", saved_deck="house").play([[5, 2, 9], [1, 3, 6]])

    assert long.standing.is_over
    assert len(content_of(long)) < LARGEST_POST / 2
    assert table_of(content_of(long)).totals == long.totals
    again = table_of(content_of(trico))
    assert again.totals == trico.totals
    assert again.open("/log").says("House deck – ours, not the published one")


@pytest.mark.every_door
def test_a_match_is_known_by_its_answers_or_its_id_and_not_kept_twice_unasked(table, phone, bring):
    file = file_of(table)
    assert bring(FILE).goes_to == "/matches/2"

    for content, path in ((file, "/matches/1"), (FILE, "/matches/2")):
        page = bring(content)
        assert page.status == 409
        assert page.says("This match is here already, with every line.")
        assert path in page.links
    assert bring(FILE, again="1").goes_to == "/matches/3"
    other = FILE | {"deals": [{"trump": "hearts", "tricks": [7, 3, 3]}]}
    assert bring(other).goes_to == "/matches/4", "one answer makes another match"
    assert bring(file | {"id": str(uuid4())}).goes_to == "/matches/5"
    table.send("/delete", {})

    assert bring(file).says("This match is here, among what was set aside")
    assert bring(file, restore="1").goes_to == "/matches/1?done=back"
    assert file_of(table)["id"] == file["id"]


@pytest.mark.every_engine
@pytest.mark.parametrize("file_id", [None, "8C5A6B0E-7E0D-4C35-9B0A-1D2F3E4A5B6C"])
def test_two_phones_that_keep_a_file_in_the_same_instant_keep_one_match(
    file_id, app, phone, monkeypatch
):
    """One has looked for the match already when the other saves it."""
    deal = {"trump": "hearts", "tricks": [7, 4, 2]}
    file = match_file("tribello", [deal]) | ({"id": file_id} if file_id else {})
    fields, saved = {"text": json.dumps(file), "keep": "1"}, []
    find = files.find_conflict

    def find_while_another_saves(*about):
        conflict = find(*about)
        monkeypatch.setattr(files, "find_conflict", find)
        saved.append(post(Phone(app), fields))
        return conflict

    monkeypatch.setattr(files, "find_conflict", find_while_another_saves)
    late = post(phone, fields)

    assert [page.goes_to for page in (*saved, late)] == ["/matches/1"] * 2
    assert phone.open("/matches/2").status == 404


def test_a_match_goes_on_where_its_file_is_longer_and_not_where_it_is_longer_here(
    table, app, phone, bring
):
    shorter = content_of(table)
    table.play([3, 3, 3])

    page = bring(shorter)
    assert page.status == 409
    assert page.says("This match is here already, with 1 more line.")
    assert not page.form(IMPORT).offers("go_on", "1")

    longer, totals = content_of(table.play([3, 3, 3])), table.totals
    moments = [line.at for line in table.match.log]
    shorten(app, table, 3)
    page = bring(longer)
    assert page.status == 409
    assert page.says("This match is here already. The file has 2 more lines.")
    gone_on = post(phone, page.form(IMPORT).filled({"go_on": "1"}))
    assert (gone_on.status, gone_on.goes_to) == (303, table.path)
    assert table.totals == totals
    assert [line.at for line in table.match.log] == moments
    assert phone.open("/matches/2").status == 404


@pytest.mark.every_door
def test_where_two_logs_of_a_match_part_both_are_shown_and_neither_is_taken_over(
    table, app, phone, bring
):
    file = content_of(table.play([4, 4, 1]))
    shorten(app, table, 3)
    before = bring(file)
    table.play([3, 3, 3])

    page = bring(file)
    late = post(phone, before.form(IMPORT).filled({"go_on": "1"}))

    assert (page.status, late.status) == (409, 409)
    assert page.says("This match went on here and in the file.")
    assert late.says("Below is where they part.")
    assert table.events[-1].answer == [3, 3, 3]
    assert table.path in page.links
    assert not page.form(IMPORT).offers("go_on", "1")
    assert post(phone, page.form(IMPORT).filled({"again": "1"})).goes_to == "/matches/2"


@pytest.mark.every_door
@pytest.mark.parametrize(
    "content",
    [
        b'{"format": "tricktally/1",\n "game": "bridge", "players": ["<b>", "</textarea>"]',
        FILE | {"players": ["Anna", "Anna", "", "N" * 300]},
        FILE | {"players": ["<b>A</b>", "B", "C"], "deals": [{"tricks": [99, 1, 1]}]},
        match_file("trex", partners="yes", kingdoms="left", trumps=1),
    ],
    ids=["json", "head", "deals", "rules"],
)
def test_a_file_is_refused_with_the_problems_that_score_prints_and_stays_in_the_box(
    content, bring, phone
):
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
    box = page.html.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]
    written = content.decode() if isinstance(content, bytes) else json.dumps(content)
    assert unescape(box).strip() == written
    assert "<b>" not in box
    assert phone.open("/matches/1").status == 404


NOTHING = "There is nothing to open yet: choose a file, or paste its text."


@pytest.mark.every_door
def test_what_cannot_be_opened_is_refused_in_words(phone):
    for fields in ({}, {"text": ""}, {"text": " \n"}):
        assert post(phone, fields).refuses(NOTHING), fields
    nobodys = {"text": json.dumps(FILE | {"players": []}), "keep": "1"}
    assert post(phone, nobodys).refuses("players")
    too_large = post(phone, {"text": "x" * LARGEST_POST})
    assert too_large.status == 413
    assert too_large.says("This is more than 59 KB")


@pytest.mark.every_door
@pytest.mark.parametrize(
    ("refusal", "status", "words"),
    [
        (Busy(10), 503, "This file could not be read in time, and nothing was saved"),
        (OverBudget(10), 429, "Too many files were opened in one minute. Try again in 10 seconds."),
    ],
    ids=["it takes too long", "one too many"],
)
def test_a_file_that_cannot_be_read_now_stays_in_the_box(refusal, status, words, app, phone, bring):
    def refuse(_job, *_about):
        raise refusal

    services(app).executor = refuse

    page = bring(match_file("tribello", []))

    assert (page.status, page.response.headers["Retry-After"]) == (status, "10")
    assert page.says(words)
    assert "tricktally/1" in page.html
    assert phone.open("/matches/1").status == 404


def test_a_full_disk_keeps_nothing_of_a_match(app, monkeypatch):
    """All lines or none: half a match would be another one."""
    match = matchfile.open_match(matchfile.parse(json.dumps(FILE).encode()))
    real = insert

    def fail_at_the_third(db, table, row):
        if row.get("line") == 3:
            raise StoreError("database or disk is full", "full")
        return real(db, table, row)

    monkeypatch.setattr("app.store.matches.log.insert", fail_at_the_third)
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        with pytest.raises(StoreError):
            matches.save_match(db, HOME, "tribello", match.players, now(), match.log)

        assert matches.find_match(db, HOME, 1) is None
