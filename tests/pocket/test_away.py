"""A match of a club goes on in a phone's browser while its server cannot be reached."""

import json
import re
from random import Random

import pytest

from app.games import GAMES
from app.pocket.away import NotKept, open_away
from app.server.run import open_app as open_server
from app.store import engine_for
from testkit.play import next_answer
from testkit.web.phone import HTMX, Phone
from testkit.web.table import begin_match, fields_for
from tests.pocket.away import Traveller, kept_of
from tests.pocket.door import COMPILED_TEMPLATES, FORM, Door

ROOT = "/cards"
SENT = "0f0f0f0f-112233445566778899aabbcc"
"""The id of an answer that the server had."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The server of a club, before its phones lost it."""
    app = open_server(engine_for(tmp_path_factory.mktemp("server") / "club.sqlite3"))
    app.jinja_env.bytecode_cache = COMPILED_TEMPLATES
    return app


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """The app in a browser, in which one match after the other is opened."""
    return Door(tmp_path_factory.mktemp("engine")).pocket


@pytest.fixture(scope="module")
def begun(server):
    """A match that was begun there."""

    def begin(game, players=None, answers=0):
        table = begin_match(Phone(server), game, players)
        fields = fields_for(*next_answer(table.prompt, Random(1)))
        assert table.type({**fields, "once": SENT}).status == 303
        return table.play_on(Random(1), answers)

    return begin


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_its_end_and_opened_again_with_the_same_totals(
    game, server, begun, engine
):
    table = begun(game)
    travels = Traveller(engine, kept_of(server, table.id, root=ROOT))
    began = travels.lines.copy()
    travels.play_on(Random(2), answers=40)

    assert travels.path == f"{ROOT}/c/home/matches/{table.id}"
    assert travels.open().status == 200
    assert travels.lines[: len(began)] == began
    assert SENT in [line.get("once") for line in began]
    assert any("once" in line for line in travels.lines[len(began) :])

    # As after a kill: all that is left is the file.
    again = Traveller(travels.away, travels.kept)
    assert again.match.standing.totals == travels.match.standing.totals
    assert json.loads(again.away.lines_after(0)) == travels.lines


def test_what_is_no_match_is_not_opened(server, begun, pocket):
    kept = kept_of(server, begun("trex").id)
    game = {**kept["match"], "game": "chess"}
    lines = {**kept["match"], "log": {"players": ["Ana"], "lines": [{"kind": "miracle"}]}}

    for strange in ("", "[]", "{}", {**kept, "match": game}, {**kept, "match": lines}):
        text = strange if isinstance(strange, str) else json.dumps(strange)
        with pytest.raises(NotKept):
            open_away(pocket.pocket, text)
    assert pocket.get("/c/home/").status == 200


# --- what a page says of that


@pytest.fixture
def away(server, begun, engine):
    """A match of a game that is away."""

    def leave(game="trex", players=None, answers=0, **choices):
        table = begun(game, players, answers)
        return Traveller(engine, kept_of(server, table.id, root=ROOT, **choices))

    return leave


def line_of(page):
    """The line that says how far the match is, and where it leads."""
    return re.search(r'<a class="away one-line" href="([^"]*)">([^<]*)</a>', page).groups()


def test_below_the_board_stands_how_many_deals_the_club_has_not(away):
    travels = away("any_game", 3)
    there = f"{travels.path}/away"

    assert line_of(travels.open().page) == (there, "On this phone · all of it is in the club")
    travels.play_on(Random(1), 2)
    for path in ("", "/sheet"):
        words = line_of(travels.open(path).page)
        assert words == (there, "On this phone · 2 rounds not in the club yet")
    part = travels.send("/undo", {"after": travels.match.last_line}, **HTMX).page
    assert "<html" not in part
    assert line_of(part) == (there, "On this phone · 1 round not in the club yet")
    travels.send("/end", {"after": travels.match.last_line})
    assert travels.match.standing.is_over
    assert line_of(travels.open().page)[1] == "On this phone · 1 round not in the club yet"


def test_of_a_deal_that_is_not_over_stands_that_it_is_not_in_the_club(away):
    travels = away("trex")
    travels.play_on(Random(1), 1)

    assert line_of(travels.open().page)[1] == "On this phone · not in the club yet"


def test_behind_it_stands_since_when_what_waits_and_the_file(away):
    travels = away("any_game", 3)
    assert "Nothing: the club has all of it." in travels.open("/away").page
    travels.play_on(Random(1), 2)
    page = travels.open("/away").page

    assert "<button" in page
    assert "data-try-now" in page
    assert f'href="{travels.path}/match.json" download' in page
    waiting = page.partition('<ol class="list log">')[2].partition("</ol>")[0]
    assert waiting.count("<li") == 2
    in_history = travels.open("/log").page
    for sentence in re.findall(r'<span class="grows">\s*(.*?)\s*<small>', waiting, re.DOTALL):
        assert sentence in in_history


def test_a_pocket_has_no_such_page(pocket):
    pocket.begin("trex")

    assert pocket.get("/c/home/matches/1/away").status == 404
    assert 'class="away' not in pocket.get("/c/home/matches/1").page
    assert not re.search(r"<html [^>]*data-away", pocket.get("/c/home/matches/1").page)


def test_a_page_keeps_answers_and_never_speaks_of_a_connection(away):
    page = away().open().page

    assert re.search(r"<html [^>]*data-away", page)
    assert "data-kept=" in page
    for words in ("onnection", "data-live", "data-worker", "data-copies", "pocket.js"):
        assert words not in page


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/players", "/evenings", "/numbers", "/matches/new", "/matches/import", "/whole"),
        *("/matches/{n}/follow", "/matches/{n}/sheet.pdf", "/matches/{n}/other-game"),
        *("/send", "/more", "/matches/77", "/matches/77/sheet"),
    ],
)
def test_what_needs_the_club_says_so_and_leads_back(away, path):
    travels = away()
    address = f"{ROOT}/c/home" + path.format(n=travels.kept["number"])
    page, part = travels.get(address), travels.get(address, **HTMX)

    assert (page.status, part.status) == (503, 503)
    assert "This needs the club" in page.page
    assert "Your match goes on." in page.page
    assert f'<a class="button" href="{travels.path}">' in page.page
    assert part.page.strip() == (
        '<p class="notice" role="alert" tabindex="-1">This needs the club. Your match goes on.</p>'
    )


def test_what_no_log_keeps_is_not_saved(away):
    travels = away()
    for path in ("/title", "/delete", "/again"):
        assert travels.send(path, {"title": "Friday"}).status == 503
    assert travels.match.title == ""
    assert travels.open().status == 200


def test_a_theme_and_a_language_are_those_of_the_phone_and_can_be_changed(away):
    travels = away(look="dark", language="ar")

    assert '<html lang="ar" dir="rtl"' in travels.open().page
    assert 'data-theme="dark"' in travels.open().page
    travels.ask("POST", f"{ROOT}/look", FORM, b"theme=dim")
    travels.ask("POST", f"{ROOT}/language", FORM, b"language=fr")
    assert 'data-theme="dim"' in travels.open().page
    assert '<html lang="fr"' in travels.open().page
    assert 'data-theme="dark"' in Traveller(travels.away, travels.kept).open().page
