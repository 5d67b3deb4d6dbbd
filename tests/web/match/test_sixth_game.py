"""A sixth game, tests/little_kings, is a folder, a rules page and one line: the rest is there."""

import csv
import io
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from app import cli, symbols
from app.games import GAMES
from app.paper.blank import blank_sheet
from app.paper.exports import exports_of
from app.paths import GAMES_FOLDER, PROJECT, RULES
from app.scoring import Deal, Part, _
from app.web import app as web_app
from app.web.core.services import services
from testkit.match import match_file
from testkit.printed import SIZES, Pdf, has_pango, needs_pango
from testkit.web.added_game import pages_of, phone_with
from testkit.web.phone import HTMX, Phone
from testkit.web.table import Table, begin_match
from tests.little_kings import GAME, play

KEY = GAME.key

pytestmark = pytest.mark.usefixtures("render_here")


@pytest.fixture(scope="module")
def phone(tmp_path_factory) -> Iterator[Phone]:
    with phone_with(
        GAME, "tests/little_kings/little_kings.md", tmp_path_factory.mktemp("house")
    ) as added:
        yield added


@pytest.fixture
def table(phone) -> Table:
    """Two kings, the second of them with a correction and a misdeal, and a deal begun."""
    table = begin_match(phone, KEY).play("queens", [3, 1, 0, 0], [2, 3, 5, 0])
    table.correct(1, "queens", [2, 2, 0, 0])
    table.void()
    return table.play("tricks", [10, 0, 0, 0], [0, 0, 0, 4], "queens")


def test_the_guide_names_every_question_of_a_deal():
    guide = (PROJECT / "CONTRIBUTING.md").read_text("utf-8")
    asks = {
        name
        for name, method in vars(Deal).items()
        if str(getattr(method, "__annotations__", {}).get("return", "")).startswith("Steps")
    }

    assert asks >= {"ask", "choose", "count"}
    assert {name for name in asks if f"`deal.{name}(" not in guide} == set()


def test_the_guide_says_how_a_deal_ends_and_all_that_a_part_of_a_score_has():
    guide = (PROJECT / "CONTRIBUTING.md").read_text("utf-8")
    (about,) = (part for part in guide.split("\n\n") if "`deal.score_freely(parts)`" in part)
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`]+`", about))))

    assert {field.name for field in fields(Part)} <= words
    assert "score" in words


ALL_RULES = "/print/rules/all.pdf"
DOCUMENTS = [
    *("/matches/{match}/sheet.pdf", "/matches/{match}/blank.pdf"),
    *(f"/print/{KEY}/standard.pdf?paper={paper}" for paper in SIZES),
    *(f"/print/rules/{KEY}.pdf", f"/print/quick/{KEY}.pdf?paper=a5"),
]
ASKED_WITH_A_QUERY = [
    *("/", "/print/", "/rules/", f"/rules/sheet?game={KEY}", f"/matches/new?game={KEY}"),
    f"/matches/new?game={KEY}&from={{match}}",
    *("/matches/{match}/follow?seat=1", "/matches/{match}/table?turn=seats"),
    *(f"/matches/{{match}}/deals/{n}" for n in range(6)),
]
WITHOUT_ITS_NAME = {"files.match_csv", "live.follow", "play.show_next", "rulings.contents"}


def test_every_page_shows_it(table):
    pages = [
        *pages_of(table, "queens", "kings"),
        *(("", path.format(match=table.id)) for path in ASKED_WITH_A_QUERY),
    ]

    assert len(pages) > 40
    for endpoint, path in pages:
        if endpoint != "end.picture":
            page = table.phone.open(path)
            assert page.status in (200, 204), path
            assert endpoint in WITHOUT_ITS_NAME or "ittle" in page.html, path

    assert table.phone.open("/rules/search?q=little+kings").says("Little Kings")
    assert table.phone.open(f"/rules/search?q=queens&game={KEY}").says("No queens")
    table.send("/end", {})
    for path in ("", "/picture.svg", "/table", "/follow"):
        assert "Anna" in table.open(path).html, path


@needs_pango
# All rules are the rules of every game, and those of five are known to be printed.
@pytest.mark.parametrize("path", [*DOCUMENTS, pytest.param(ALL_RULES, marks=pytest.mark.long)])
def test_every_document_is_printed(path, table):
    page = table.phone.open(path.format(match=table.id))

    assert page.status == 200
    text = Pdf(page.response.data).text
    words = ("King: Anna", "King: Bruno", "−100") if path.endswith("/sheet.pdf") else ()
    assert [each for each in ("Little Kings", *words) if each not in text] == []


def test_what_lies_ready_to_print_is_built_for_it_too(phone):
    ours = [
        d for d in exports_of(services(phone.app).rulebooks.english).values() if "little" in d.name
    ]

    assert {document.name.partition("/")[0] for document in ours} == {"blank", "booklets", "quick"}
    assert all("Little Kings" in document.lay_out().html for document in ours)


def test_an_answer_is_looked_at_with_its_hints_and_a_miscount_refused(phone, table):
    hinted = begin_match(phone, KEY).play("queens", [3, 1, 0, 0])
    assert 'id="hints"' in hinted.open().html
    page = hinted.send("/preview", {"tricks.0": "7"})
    assert page.says("The best has 7 tricks so far")
    page = table.send("/preview", {"queens.0": "4", "queens.1": "0", "queens.2": "0"})
    assert page.status == 200
    assert page.says("−100")

    page = table.answer([1, 1, 1, 0])
    assert page.refuses("That makes 3, not 4: 1 queen missing.")


def test_a_suit_in_the_words_of_a_house_rule_is_drawn_on_its_page(phone, monkeypatch):
    suited = replace(play.KINGDOMS, ask=_("Kings who may take the Q♠"))
    monkeypatch.setattr(play, "KINGDOMS", suited)
    monkeypatch.setitem(GAMES, KEY, replace(GAME))

    for headers in ({}, HTMX):
        html = phone.open(f"/rules/{KEY}", headers=headers).html
        assert "Usually: Kings who may take the <i" in html
        assert html.count('aria-label="queen of Spades"') == 1


def test_undo_seats_names_and_doubts_work_for_it_as_for_any(table):
    assert table.totals == {"Anna": 70, "Bruno": -20, "Carla": 50, "Dino": -100}
    table.undo()
    table.rename(0, Anna="Ann")
    table.reseat("Bruno", "Ann", "Carla", "Dino")
    assert table.totals == {"Bruno": -20, "Ann": 70, "Carla": 50, "Dino": -100}

    table.send("/doubts/1", {})
    assert table.open("/sheet").says("disputed")
    table.send("/doubts/1/right", {})
    assert table.open("/sheet").says("Checked: it is right.")


def test_it_begins_again_one_seat_on(table):
    table.send("/end", {})

    page = table.phone.submit(table.open(), "/again", {"turned": "1"})

    fresh = Table(table.phone, int(page.goes_to.partition("?")[0].rpartition("/")[2]))
    assert fresh.match.players == ("Bruno", "Carla", "Dino", "Anna")
    assert fresh.match.game is table.match.game


def test_it_comes_back_from_its_file_with_its_log_and_stands_in_the_spreadsheet(table):
    file, sheet = (table.phone.client.get(f"{table.path}/match.{kind}") for kind in ("json", "csv"))

    page = table.phone.send("/matches/import", {"text": file.get_data(as_text=True), "again": "1"})

    again = Table(table.phone, int(page.goes_to.rpartition("/")[2]))
    assert again.events == table.events
    assert again.totals == table.totals
    rows = list(csv.DictReader(io.StringIO(sheet.get_data().decode("utf-8-sig"))))
    assert [row["score"] for row in rows[:4]] == ["-50", "-50", "0", "0"]
    assert {row["owner"] for row in rows[:4]} == {"Anna"}


def test_the_command_scores_it_and_prints_its_sheet(phone, tmp_path, capfdbinary):
    file = tmp_path / "kings.json"
    deals = [{"contract": "queens", "queens": [3, 1, 0, 0]}]
    file.write_text(json.dumps(match_file(KEY, deals)), "utf-8")

    assert cli.main(["score", str(file)]) == 0
    assert json.loads(capfdbinary.readouterr().out)["totals"] == [-75, -25, 0, 0]
    if has_pango():
        sheet = tmp_path / "sheet.pdf"
        assert cli.main(["sheet", KEY, "-o", str(sheet)]) == 0
        assert cli.main(["sheet", str(file), "-o", str(sheet)]) == 0
        assert "Little Kings" in Pdf(sheet.read_bytes()).text


def test_its_icon_is_a_plain_one_unless_it_brings_an_emblem_of_its_own(table, open_app, tmp_path):
    assert "#plain" in table.phone.open("/").html
    assert GAME.icon == "plain"
    for file in GAMES_FOLDER.glob("*/symbols.svg"):
        (tmp_path / file.parent.name).mkdir()
        shutil.copy(file, tmp_path / file.parent.name)
    (tmp_path / KEY).mkdir()
    (tmp_path / KEY / "symbols.svg").write_text(
        '<svg><symbol id="little-kings" viewBox="0 0 48 48"><path d="M4 4h40v40z"/></symbol></svg>'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symbols, "GAMES_FOLDER", tmp_path)
        patch.setitem(GAMES, KEY, replace(GAME, icon="little-kings"))
        other = Phone(open_app(tmp_path / "others.sqlite3"))

        assert "#little-kings" in other.open("/").html
        assert 'id="little-kings"' in other.open("/icons.svg").html
        assert "M4 4h40v40z" in blank_sheet(KEY, "standard", "a4", {}).html


def test_without_its_line_nothing_of_it_is_left(phone, open_app, tmp_path):
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(GAMES, KEY)
        patch.setattr(web_app, "RULES", RULES)
        other = Phone(open_app(tmp_path / "others.sqlite3"))

        assert other.open(f"/rules/{KEY}").status == 404
        assert other.open(f"/matches/new?game={KEY}").status == 404
        assert not other.open("/rules/search?q=little+kings").says("Little Kings")
