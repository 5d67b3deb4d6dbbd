"""A match of a club goes on in a phone's browser while its server cannot be reached."""

import json
import re
from contextlib import closing
from html import unescape
from random import Random
from urllib.parse import urldefrag, urljoin

import pytest

from app.games import GAMES
from app.pocket.away import FIRST_NUMBER, NotKept, open_away
from app.scoring import Event
from app.scoring.game import name_key
from app.scoring.model.seats import FORGOTTEN
from app.server.run import open_app as open_server
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import erasure
from app.store.people import colours, naming, people
from testkit.play import keep_in, next_answer, play_at_random
from testkit.web.phone import HTMX, Phone
from testkit.web.table import Table, begin_match, fields_for, new_match
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
    travels = Traveller(engine, kept_of(Phone(server), table.id, root=ROOT))
    began = travels.lines.copy()
    travels.play_to_the_end(Random(2))

    assert travels.path == f"{ROOT}/c/home/matches/{table.id}"
    assert travels.open().status == 200
    assert travels.lines[: len(began)] == began
    assert SENT in [line.get("once") for line in began]
    assert any("once" in line for line in travels.lines[len(began) :])

    # As after a kill: all that is left is the file.
    again = Traveller(travels.away, travels.kept)
    assert again.match.standing.totals == travels.match.standing.totals
    assert json.loads(again.away.lines_after(0)) == travels.lines

    status, answer = sent_back(Phone(server), again)
    assert (status, answer["added"]) == (200, len(travels.lines) - len(began))
    assert table.standing.totals == travels.match.standing.totals
    assert answer["match"]["log"]["lines"] == travels.lines


def test_what_is_no_match_is_not_opened(server, begun, pocket):
    kept = kept_of(Phone(server), begun("trex").id)
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
        return Traveller(engine, kept_of(Phone(server), table.id, root=ROOT, **choices))

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
    assert 'data-live=""' in page  # looked at for other windows, and no stream
    for words in ("onnection", "/live", "data-worker", "data-copies", "pocket.js"):
        assert words not in page


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/players", "/evenings", "/numbers", "/matches/import", "/whole", "/matches/typed"),
        *("/matches/{n}/follow", "/matches/{n}/sheet.pdf", "/matches/77/other-game"),
        *("/matches/new?game=trex&from=77", "/decks/new"),
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
    for path in ("/title", "/delete", "/take-back"):
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


# --- who plays, and how long

LONG = "Maximiliane-Bartholomäa von Hohenstaufen"
ARABIC = "عبد الرحمن بن عبد العزيز آل إبراهيم الكبير"


def test_names_and_colours_are_those_that_the_club_has(server, begun, engine):
    table = begun("trex", [LONG, ARABIC, "Cleo", "Dora"])
    with closing(engine_for(server.config["DATABASE"]).connect()) as db:
        ids = {name: one.id for name, one in named_in(db, LONG, ARABIC, "Cleo", "Dora").items()}
        colours.choose_colour(db, HOME, ids[LONG], 7)
        naming.rename_person(db, HOME, ids["Dora"], "Theodora")
        erasure.forget_person(db, HOME, ids["Cleo"])
    kept = kept_of(Phone(server), table.id, root=ROOT)
    travels = Traveller(engine, kept)

    assert len(LONG) == 40
    assert kept["colours"][LONG] == 7
    mark = kept["match"]["players"][2]
    assert FORGOTTEN.fullmatch(mark)
    assert [*travels.match.seating.present] == [LONG, ARABIC, mark, "Theodora"]
    assert travels.match.colours == kept["colours"]
    page = travels.open("/sheet").page
    for name in (LONG, ARABIC, "Theodora"):
        assert name in page
    assert "Cleo" not in page

    # A new name is in the lines that come back.
    sent = {"after": travels.match.last_line, "from": 0, "players.3": "Emil"}
    assert travels.send("/players", sent).status == 303
    assert "Emil" in travels.lines[-1]["answer"]
    assert sent_back(Phone(server), travels)[0] == 200
    assert "Emil" in [str(seat.name) for seat in table.match.seating.seats]


def named_in(db, *names):
    """The person of each of these names."""
    found = people.find_people(db, HOME, names)
    return {name: found[name_key(name)] for name in names}


def test_a_log_of_six_hundred_lines_goes_on(server, engine):
    played = play_at_random(GAMES["any_game"], Random(5), players=4)
    match = played.match
    while match.last_line < 600:
        match = match.accept(Event("undo")).accept(Event("redo"))
    table = Table(Phone(server), keep_in(server.config["DATABASE"], match))
    travels = Traveller(engine, kept_of(Phone(server), table.id, root=ROOT))

    assert travels.match.standing.totals == match.standing.totals
    assert travels.send("/undo", {"after": match.last_line}, **HTMX).status == 200
    assert len(travels.lines) == match.last_line + 1
    assert sent_back(Phone(server), travels)[0] == 200
    assert table.last_line == match.last_line + 1


def test_lines_that_were_entered_before_are_not_in_the_club_yet(away):
    travels = away("any_game", 3)
    travels.play_on(Random(1), 3)

    again = Traveller(travels.away, travels.kept)
    assert line_of(again.open().page)[1] == "On this phone · 3 rounds not in the club yet"
    assert again.open("/away").page.count("<li class") == 3


# --- the way back


def sent_back(phone, travels):
    """What the server says to the file of a match that was away."""
    text = json.dumps(travels.kept["match"])
    response = phone.client.post(f"/matches/{travels.kept['number']}/sync", data={"text": text})
    return response.status_code, json.loads(response.text)


def test_an_answer_that_is_sent_again_is_written_once_here_and_in_the_club(server, away):
    travels = away("trex")
    match = travels.match
    fields = fields_for(*next_answer(match.standing.prompt, Random(1)))
    sent = {**fields, "after": match.last_line, "once": AGAIN}

    assert travels.send("/entries", sent, **HTMX).status == 200
    assert travels.send("/entries", sent, **HTMX).status == 200
    assert len(travels.lines) == match.last_line + 1

    # Killed after it was kept, and before its page was shown: the outbox still has it.
    again = Traveller(travels.away, travels.kept)
    assert again.send("/entries", sent, **HTMX).status == 200
    assert again.lines == travels.lines
    status, answer = sent_back(Phone(server), again)
    assert (status, answer["added"]) == (200, 1)
    table = Table(Phone(server), travels.kept["number"])
    assert table.type(sent, htmx=True, after=match.last_line).status == 200
    assert table.last_line == len(again.lines)


AGAIN = "0e0e0e0e-aabbccddeeff001122334455"


def test_what_the_server_had_before_it_was_lost_is_not_written_again(away):
    travels = away("trex")
    sent = {"owner": 1, "after": 1, "once": SENT}

    assert travels.send("/entries", sent, **HTMX).status in (200, 409)
    assert len(travels.lines) == travels.kept["line"]


# --- a new match

NEW = f"{ROOT}/c/home/matches"


def sent_as_new(phone, travels):
    """What the server says to the file of a match that was begun away."""
    text = json.dumps(travels.kept["match"])
    response = phone.client.post("/matches/sync", data={"text": text})
    assert response.status_code == 200, response.text
    return json.loads(response.text)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_begun_and_is_in_the_club_line_for_line(game, server, away):
    travels = away("any_game", 3)
    page = travels.get(f"{NEW}/new?game={game}").page
    assert f'action="{NEW}"' in page
    begun = travels.begin(NEW, {**new_match(game), "once": AGAIN, "utc_offset": "60"})

    assert begun.kept["number"] >= FIRST_NUMBER
    assert begun.path == f"{NEW}/{begun.kept['number']}"
    assert (begun.kept["joined"], len(begun.lines)) == (0, 1)
    for key in ("root", "club", "club_name", "language", "court_cards", "choices"):
        assert begun.kept[key] == travels.kept[key]
    assert line_of(begun.open().page)[1] == "On this phone · not in the club yet"
    begun.play_on(Random(1), 3)
    again = Traveller(begun.away, begun.kept)
    assert again.lines == begun.lines

    answer = sent_as_new(Phone(server), again)
    table = Table(Phone(server), answer["number"])
    assert answer["match"]["log"]["lines"] == begun.lines
    assert table.standing.totals == begun.match.standing.totals
    assert table.match.utc_offset == 60
    # It goes on under its new number, and there are no two of it.
    kept = kept_of(Phone(server), table.id, root=ROOT)
    assert kept["number"] < FIRST_NUMBER
    assert sent_as_new(Phone(server), again)["number"] == table.id


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("more", [{}, {"turned": "1"}], ids=["same seats", "turned"])
def test_a_match_that_is_over_is_begun_again(game, more, server, away):
    travels = away(game)
    assert travels.send("/again", more).status == 409
    travels.play_to_the_end(Random(2))
    page = travels.open().page
    assert f'action="{travels.path}/again"' in page
    assert f'href="{travels.path}/other-game"' in page
    over = travels.match

    begun = travels.begin(f"{travels.path}/again", more)

    names = [*over.seating.present]
    has_turned = bool(more) and 'name="turned"' in page
    assert [*begun.match.players] == (names[1:] + names[:1] if has_turned else names)
    assert begun.match.game is over.game
    assert begun.match.colours.items() >= {name: over.colours[name] for name in names}.items()
    begun.play_on(Random(3), 2)
    assert sent_as_new(Phone(server), begun)["match"]["log"]["lines"] == begun.lines
    assert sent_back(Phone(server), travels)[0] == 200


def test_a_form_that_is_sent_again_begins_one_match(away):
    travels = away()
    fields = {**new_match("trico"), "once": AGAIN}
    first = travels.begin(NEW, fields)
    # The page of before is opened once more.
    second = Traveller(first.away, travels.kept).begin(NEW, fields)

    assert second.kept["match"]["id"] == first.kept["match"]["id"]


def test_a_form_that_is_refused_begins_none(away):
    travels = away()
    answer = travels.ask("POST", NEW, FORM, b"game=trex&players.0=Ana&players.1=Ana")

    assert answer.status == 422
    assert travels.away.begun() == ""
    assert travels.get(f"{NEW}/{FIRST_NUMBER}").status == 503


def test_other_requests_begin_none(away):
    travels = away()
    travels.open()
    travels.play_on(Random(1), 1)

    assert travels.away.begun() == ""


def test_new_matches_and_seats_offer_whom_the_club_has(server, begun, engine):
    phone = Phone(server)
    for name in ("Zoe", "Yusuf", "Erased"):
        phone.send("/players", {"name": name})
    with closing(engine_for(server.config["DATABASE"]).connect()) as db:
        ids = {name: one.id for name, one in named_in(db, "Zoe", "Erased").items()}
        colours.choose_colour(db, HOME, ids["Zoe"], 6)
        erasure.forget_person(db, HOME, ids["Erased"])
    table = begun("trex", ["Anna", "Bruno", "Carla", "Emma"])
    travels = Traveller(engine, kept_of(phone, table.id, root=ROOT))

    for page in (travels.get(f"{NEW}/new?game=trico").page, travels.open("/players").page):
        offered = re.findall(r'<option value="([^"]*)">', page)
        assert offered[:4] == ["Anna", "Bruno", "Carla", "Emma"]
        assert offered.index("Yusuf") < offered.index("Zoe")
        assert "Erased" not in page
    page = travels.get(f"{NEW}/new?game=any_game").page
    assert f'href="{NEW}/new?game=any_game&amp;from={table.id}"' in page  # as last time
    seated = travels.ask("POST", f"{NEW}/names", FORM, b"game=trico&players.0=Zoe").page
    assert '<span class="disc hue-6">' in seated

    # And so does a match that is begun here.
    begun_here = travels.begin(NEW, new_match("trico", ["Zoe", "Newcomer", "Anna"]))
    page = begun_here.get(f"{NEW}/new?game=trex").page
    assert {"Zoe", "Newcomer", "Anna", "Yusuf"} <= {*re.findall(r'<option value="([^"]*)">', page)}
    assert begun_here.kept["colours"]["Zoe"] == 6


def test_in_place_of_the_start_page_there_is_a_new_match_of_each_game(away):
    travels = away()
    page = travels.get(f"{ROOT}/c/home/").page

    for game in GAMES:
        assert f'href="{NEW}/new?game={game}"' in page
    others = travels.get(f"{travels.path}/other-game").page
    assert f'href="{NEW}/new?game=trico&amp;from={travels.kept["number"]}"' in others
    assert "/matches/new" not in travels.get(f"{ROOT}/c/home/players").page


# --- every page, every game

LINK = re.compile(r'<(?:a|link|script)\b[^>]*?\b(?:href|src)="([^"]*)"')
POST = re.compile(
    r'(?<!formmethod="get" )\b(?:hx-post|formaction|method="post" action)="([^"]*)"'
    r'(?! formmethod="get")'
)
OF_A_CLUB = re.compile("Your best|club’s best|plays here|new here|Evening|Standings|first match")
"""What only a page says that knows more matches."""


def walk(travels):
    """Open every page to which links lead, from the pad on. Returns the answer for each path, and
    where forms go."""
    found, forms, ahead = {}, set(), [travels.path]
    while ahead:
        address = ahead.pop()
        if not address.startswith("/") or address in found:
            continue
        found[address] = answer = travels.get(address)
        if answer.headers["Content-Type"].startswith("text/html"):
            links = (unescape(link) for link in LINK.findall(answer.page))
            ahead += [urldefrag(urljoin(address, link))[0] for link in links]
            forms.update(urljoin(address, unescape(it)) for it in POST.findall(answer.page))
    return found, forms


@pytest.mark.parametrize("game", GAMES)
def test_every_link_leads_to_a_page_or_says_that_it_needs_the_club(away, game):
    travels = away(game)
    for stage in ("begun", "on", "over"):
        if stage == "on":
            travels.play_on(Random(3), 6)
        elif stage == "over":
            travels.play_to_the_end(Random(4))
        found, forms = walk(travels)

        strange = {path: page.status for path, page in found.items() if page.status not in SHOWN}
        assert strange == {}, stage
        told = [path for path, page in found.items() if tells_of_a_club(path, page)]
        assert told == [], stage
        assert f"{ROOT}/c/home/matches/{travels.kept['number']}/away" in found
        # Nothing that is not filled in is saved, and nothing goes wrong with it.
        lines = len(travels.lines)
        for address in sorted(forms):
            # No page sends the form of a new match without its game.
            fields = b"game=trex&players.0=Anna" if address in NEW_FORMS else b""
            answer = travels.ask("POST", address, FORM, fields)
            assert answer.status in (200, 204, 302, 303, 409, 422, 503), (stage, address)
        travels.keep()
        assert len(travels.lines) == lines


NEW_FORMS = (NEW, f"{NEW}/names")
SHOWN = (200, 302, 303, 503)


def tells_of_a_club(path, page):
    """Whether a page that is no page of the rules says what only a club knows."""
    is_page = page.status == 200 and page.headers["Content-Type"].startswith("text/html")
    return is_page and "/rules/" not in path and OF_A_CLUB.search(page.page.partition("<main")[2])
