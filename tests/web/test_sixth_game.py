"""A sixth game is a folder, a rules page and one line: everything else comes by itself.

The game lies in tests/little_kings. It is driven through every route of the app, every document,
the match file, the spreadsheet, the search and the `score` command.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace

import pytest

from app import cli, store, symbols
from app.games import GAMES
from app.paper import exports
from app.paper.blank import blank_sheet
from app.paper.exports import exports_of
from app.paths import GAMES_FOLDER, PROJECT, RULES
from app.scoring import Deal, _
from app.server import run
from app.web import app as web_app
from app.web.core.services import services
from tests.front_door import match_file
from tests.little_kings import GAME, play
from tests.paper.pdf import SIZES, Pdf, has_pango, needs_pango
from tests.play import play_at_random
from tests.web.conftest import begin_match
from tests.web.phone import HTMX, Phone
from tests.web.table import Table

KEY = GAME.key

pytestmark = pytest.mark.usefixtures("render_here")


@pytest.fixture(scope="module")
def phone(tmp_path_factory) -> Iterator[Phone]:
    """The app with the game in it: its line in GAMES and its page, both gone afterwards."""
    folder = tmp_path_factory.mktemp("house")
    rules = shutil.copytree(RULES, folder / "rules")
    shutil.copy("tests/little_kings/little_kings.md", rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, KEY, GAME)
        patch.setattr(web_app, "RULES", rules)
        app = run.open_app(store.engine_for(folder / "matches.sqlite3"))
        app.testing = True
        # Which documents lie ready was perhaps asked before there was this game.
        exports.checked_fingerprints.cache_clear()
        yield Phone(app)
        exports.checked_fingerprints.cache_clear()


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


# --- every route ------------------------------------------------------------------------------

MATCH = "/matches/{match}"
PAGES = {
    "start.start": ["/"],
    "new_match.form": [f"/matches/new?game={KEY}", f"/matches/new?game={KEY}&from={{match}}"],
    "play.show_match": [MATCH],
    "play.show_void_form": [f"{MATCH}/void"],
    "sheet.show_sheet": [f"{MATCH}/sheet"],
    "invite.show_watch_link": [f"{MATCH}/invite"],
    "invite.show_scoring_link": [f"{MATCH}/pen"],
    "start.match_more": [f"{MATCH}/more"],
    "watch.show_chances": [f"{MATCH}/stakes"],
    "watch.show_seat": [f"{MATCH}/follow", f"{MATCH}/follow?seat=1"],
    "watch.show_table": [f"{MATCH}/table", f"{MATCH}/table?turn=seats"],
    "correct.show_deal": [f"{MATCH}/deals/{n}" for n in range(6)],
    "correct.show_question": [f"{MATCH}/deals/0/rules", f"{MATCH}/deals/1/queens"],
    "correct.show_log": [f"{MATCH}/log"],
    "seats.show_seats": [f"{MATCH}/seats"],
    "seats.show_players": [f"{MATCH}/players"],
    "files.match_csv": [f"{MATCH}/match.csv"],
    "files.match_json": [f"{MATCH}/match.json"],
    "paper.of_match": [f"{MATCH}/paper"],
    "paper.print_index": ["/print/"],
    "rules.contents": ["/rules/"],
    "rules.page": [f"/rules/{KEY}", f"/rules/{KEY}?match={{match}}"],
    "rules.section": [f"/rules/{KEY}/kings?match={{match}}", f"/rules/{KEY}/no-queens"],
    "rules.what_now": ["/rules/now?match={match}"],
    "rules.search": [f"/rules/search?q=kings&game={KEY}&match={{match}}"],
    "rules.drawer": [f"/rules/sheet?game={KEY}"],
    "rulings.of_game": [f"/rules/settle/{KEY}", f"/rules/settle/{KEY}?match={{match}}"],
}
ALL_RULES = "/print/rules/all.pdf"
DOCUMENTS = {
    "paper.sheet": [f"{MATCH}/sheet.pdf"],
    "paper.blank_of_match": [f"{MATCH}/blank.pdf"],
    "paper.export": [
        *(f"/print/{KEY}/standard.pdf?paper={paper}" for paper in SIZES),
        *(f"/print/rules/{KEY}.pdf", ALL_RULES, f"/print/quick/{KEY}.pdf?paper=a5"),
    ],
}
POSTS = {
    *("end.picture", "new_match.begin_match", "new_match.check_names", "files.import_file"),
    *("play.enter", "play.preview", "play.undo", "play.throw_in", "play.redo", "play.end"),
    *("settings.set_title", "settings.delete", "settings.restore"),
    *("live.flag_deal", "live.confirm_deal", "correct.correct", "correct.preview"),
    *("seats.rename", "seats.check_names", "seats.reseat"),
}
"""What the tests further down send."""
OF_NO_GAME = {
    *("join.front", "join.open_link", "join.open_code", "join.create_club"),
    *("invite.invite", "invite.renew", "invite.rename", "invite.leave", "invite.delete"),
    *("invite.confirm_delete", "invite.confirm_leave", "invite.renew_watch"),
    *("static", "assets.send_asset", "healthz", "offline", "offline_worker"),
    *("start.more", "start.deleted", "start.earlier", "files.show_import_form"),
    *("theme.choose", "live.follow", "play.show_next"),
}
OF_OTHER_GAMES = {
    *("decks.new_deck", "decks.save_deck", "decks.show_deck", "decks.print_deck"),
    *("rulings.contents", "rulings.show"),
}
"""A game without a deck or a ruling has none of these."""


def test_no_route_is_forgotten_here(phone):
    endpoints = {rule.endpoint for rule in phone.app.url_map.iter_rules()}

    assert endpoints == {*PAGES, *DOCUMENTS, *POSTS, *OF_NO_GAME, *OF_OTHER_GAMES}


def test_every_page_shows_it(table):
    for endpoint, paths in PAGES.items():
        for path in paths:
            page = table.phone.open(path.format(match=table.id))

            assert page.status == 200, path
            assert endpoint == "files.match_csv" or "ittle" in page.html, path


@needs_pango
# All rules are the rules of every game, and those of five are known to be printed.
@pytest.mark.parametrize("takes_long", [False, pytest.param(True, marks=pytest.mark.long)])
def test_every_document_is_printed(takes_long, table):
    paths = [path for paths in DOCUMENTS.values() for path in paths]
    for path in paths:
        if (path == ALL_RULES) is takes_long:
            page = table.phone.open(path.format(match=table.id))

            assert page.status == 200, path
            assert "Little Kings" in Pdf(page.response.data).text, path


def test_what_lies_ready_to_print_is_built_for_it_too(phone):
    ours = [d for d in exports_of(services(phone.app).rulebook).values() if "kings" in d.name]

    assert {document.name.partition("/")[0] for document in ours} == {"blank", "booklets", "quick"}
    assert all("Little Kings" in document.lay_out().html for document in ours)


@needs_pango
def test_its_sheet_says_who_was_king_and_its_end_is_a_picture_to_share(table):
    text = Pdf(table.open("/sheet.pdf").response.data).text
    for words in ("King: Anna", "King: Bruno", "−100"):
        assert words in text

    table.send("/end", {})
    picture = table.open("/picture.svg")

    assert picture.status == 200
    assert "Anna" in picture.html


# --- what its table does ------------------------------------------------------------------------


def test_an_answer_is_looked_at_and_a_miscount_refused_with_its_numbers(table):
    page = table.send("/preview", {"queens.0": "4", "queens.1": "0", "queens.2": "0"})
    assert page.status == 200
    assert page.says("−100")

    page = table.answer([1, 1, 1, 0])
    assert page.status == 422
    assert page.says("That makes 3, not 4: 1 queen missing.")


def test_a_suit_in_the_words_of_a_house_rule_is_drawn_on_its_page(phone, monkeypatch):
    suited = replace(play.KINGDOMS, ask=_("Kings who may take the Q♠"))
    monkeypatch.setattr(play, "KINGDOMS", suited)
    monkeypatch.setitem(GAMES, KEY, replace(GAME))

    for headers in ({}, HTMX):
        html = phone.open(f"/rules/{KEY}", headers=headers).html
        assert "Usually: Kings who may take the <i" in html
        assert html.count('aria-label="queen of Spades"') == 1


def test_its_hints_are_shown_at_a_question_of_any_kind(phone):
    table = begin_match(phone, KEY).play("queens", [3, 1, 0, 0])
    assert 'id="hints"' in table.open().html

    page = table.send("/preview", {"tricks.0": "7"})
    assert page.says("The best has 7 tricks so far")


def test_undo_seats_names_and_doubts_work_for_it_as_for_any(table):
    assert table.totals == {"Anna": 70, "Bruno": -20, "Carla": 50, "Dino": -100}
    assert table.undo().status == 303
    assert table.rename(0, Anna="Ann").status == 303
    assert table.reseat("Bruno", "Ann", "Carla", "Dino").status == 303
    assert table.totals == {"Bruno": -20, "Ann": 70, "Carla": 50, "Dino": -100}

    assert table.send("/doubts/1", {}).status == 303
    assert table.open("/sheet").says("disputed")
    assert table.send("/doubts/1/right", {}).status == 303
    assert table.open("/sheet").says("Checked: it is right.")


def test_it_comes_back_from_its_file_with_its_log_and_stands_in_the_spreadsheet(table):
    file, sheet = (table.phone.client.get(f"{table.path}/match.{kind}") for kind in ("json", "csv"))

    page = table.phone.send("/matches/import", {"text": file.get_data(as_text=True), "again": "1"})

    again = Table(table.phone, int(page.goes_to.rpartition("/")[2]))
    assert again.events == table.events
    assert again.totals == table.totals
    rows = list(csv.DictReader(io.StringIO(sheet.get_data().decode("utf-8-sig"))))
    assert [row["score"] for row in rows[:4]] == ["-50", "-50", "0", "0"]
    assert {row["owner"] for row in rows[:4]} == {"Anna"}


def test_the_search_finds_it(phone):
    assert phone.open("/rules/search?q=little+kings").says("Little Kings")
    assert phone.open(f"/rules/search?q=queens&game={KEY}").says("No queens")


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


def test_it_names_no_icon_and_gets_a_plain_one(table):
    assert "#plain" in table.phone.open("/").html
    assert GAME.icon == "plain"


def test_it_may_bring_an_emblem_of_its_own(phone, open_app, tmp_path):
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


def test_any_legal_answers_lead_to_its_end(phone, rng):
    match = play_at_random(GAME, rng)

    assert match.standing.outcome.winners


def test_without_its_line_nothing_of_it_is_left(phone, open_app, tmp_path):
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(GAMES, KEY)
        patch.setattr(web_app, "RULES", RULES)
        other = Phone(open_app(tmp_path / "others.sqlite3"))

        assert other.open(f"/rules/{KEY}").status == 404
        assert other.open(f"/matches/new?game={KEY}").status == 404
        assert not other.open("/rules/search?q=little+kings").says("Little Kings")
