"""Whatever is sent, the app says what is wrong with it and nothing else happens."""

import json
import os
import random
import re
import unicodedata
from contextlib import closing
from unittest.mock import Mock
from urllib.parse import quote

import pytest

from app.games.trico.house_rules import DECK
from app.scoring import game
from app.scoring.model.spelling import MAX_LETTERS_READ
from app.store import engine_for
from app.store.clubs import clubs, decks
from app.store.clubs.clubs import HOME
from app.store.clubs.keyfile import Key
from app.store.matches import flags, lists, log, matches
from app.web.core.services import services
from testkit.faults.fuzz import ServedClubs, over_the_wire, to_app
from testkit.match import match_file
from testkit.play import draw_deck
from testkit.servers import free_port, running
from testkit.web.phone import HTMX
from testkit.web.table import new_match
from tests.matchfile.files import FILE

NO_NUMBERS = [
    *("2", "-1", "1.0", "one", 2**31, 2**63 - 1, 2**63, 10**30, -(2**63) - 1, "9" * 5000),
]
POSTS = ["/entries", "/undo", "/void", "/deals/0/rules"]
FORM = "application/x-www-form-urlencoded"
every_door = pytest.mark.every_door
every_engine = pytest.mark.every_engine


@pytest.fixture
def table(begin):
    """A match of Italian Whist that asks for the tricks of its first hand."""
    return begin("italian_whist")


def nothing_happened(table):
    return len(table.events) == 1 and table.prompt.key == "first"


@every_door
@every_engine
def test_a_number_that_no_match_or_deal_has_leads_nowhere_and_nothing_is_written(phone, table):
    for number in ("0", *NO_NUMBERS):
        look_for(number, phone, table)

    assert nothing_happened(table)


def look_for(number, phone, table):
    """Ask for all that goes by a number by one that nothing has, with its form if it has one."""
    deals, files = ("/deals/0", "/deals/1", "/deals/1/first"), ("/match.json", "/match.csv")
    for path in ("", "/log", "/follow", *deals, *files):
        assert phone.open(f"/matches/{number}{path}").status == 404
    for path in POSTS:
        page = phone.send(f"/matches/{number}{path}", {"after": 1, "first.0": 9, "void": "misdeal"})
        assert page.status in (404, 405)
    for path in ("", "/first", "/void") if number != "0" else ():
        assert table.open(f"/deals/{number}{path}").status == 404
    for path in (f"/doubts/{number}", f"/doubts/{number}/right"):
        assert table.send(path, {}).status == 404
    assert phone.open(f"/decks/{number}").status == 404
    if isinstance(number, int):
        assert phone.open(f"/matches/new?game=trex&from={number}").status == 404
    for query in (
        *(f"/matches/earlier?before={number}", f"/matches/earlier?before={number}&q=Anna"),
        *(f"{table.path}?after={number}", f"/matches/new?game=trico&saved_deck={number}"),
    ):
        assert phone.open(query).status == 200
    assert phone.open(f"{table.path}/live?after={number}").status < 500


UNKNOWN = [
    *("/nothing", "/matches/1/nothing", "/rules/nothing", "/rules/TREX.md", "/rules/trex.md"),
    *("/rules/../app/store.py", "/rules/..%2f..%2fapp", "/rules/%2e%2e/README", "/%00"),
    *("/static/../app/store.py", "/static/%2e%2e/pyproject.toml", "/static/", "/static/no.css"),
    *("/matches/1/deals", "/matches/1/deals/0/%00", "/matches/1/deals/1/first%00"),
    *("/matches/1/deals/1/" + "x" * 3000, "/matches/1%20nothing", "/\u202e", "/%ff%fe"),
]


@every_door
def test_an_unknown_address_says_so_in_words_and_to_htmx_in_one_line(phone, table):
    for path in UNKNOWN:
        page = phone.open(path)
        if page.goes_to:  # as a link that was written in capitals, or at the end of a sentence
            page = phone.open(path := page.goes_to)

        assert page.status == 404, path
        assert page.says("There is nothing at this address.")
        assert "<html" not in phone.open(path, headers=HTMX).html


@every_door
def test_a_query_of_any_bytes_breaks_nothing(phone, table):
    bytes_of_no_text = {"QUERY_STRING": "q=\xed\xa0\x80&game=trico&\xff"}
    for path in ("/", "/rules/search", "/matches/1", "/decks/new", "/matches/new"):
        assert phone.open(path, environ_overrides=bytes_of_no_text).status in (200, 404), path


def test_a_game_that_we_do_not_know_cannot_be_begun(phone):
    for key in ("", "bridge", "TREX", "trex ", "../trex", "\x00", "x" * 3000):
        assert phone.open("/matches/new", query_string={"game": key}).status == 404, key
        assert phone.send("/matches", {**new_match("trex"), "game": key}).status == 404, key
        assert phone.send("/decks", {"game": key}).status == 404, key


@every_door
def test_the_page_above_an_address_with_line_breaks_in_it_is_one_address(phone, table):
    response = phone.client.get("/matches/1/deals/1/%0D%0AX:%20y/preview")

    assert response.status_code == 302
    assert response.headers["Location"].endswith("/matches/1/deals/1/%0D%0AX%3A%20y")
    assert "X" not in response.headers


@every_door
def test_an_address_takes_only_what_it_is_for_and_says_so(phone, table):
    """That this holds for every address, `test_access` says."""
    for method, path in (
        *(("POST", "/rules/trex"), ("PUT", "/matches/1/entries")),
        *(("DELETE", "/matches/1"), ("PATCH", "/matches/1"), ("TRACE", "/"), ("CONNECT", "/")),
    ):
        response = phone.client.open(path, method=method)

        assert response.status_code == 405, (method, path)
        assert "This address cannot be used in this way." in response.text


@every_door
def test_more_than_64_kb_is_too_much(phone, table):
    for path in ("/matches", "/decks", *(f"/matches/1{path}" for path in POSTS)):
        for large in ({"name": "x" * 64 * 1024}, {f"{n:05}": "x" for n in range(9000)}):
            page = phone.send(path, {"game": "trico", "after": 1} | large)
            assert page.status == 413, path
            assert page.says("the most is 64 KB")

    assert nothing_happened(table)


ACCENTS = "\u0315\u0300" * 1_500
NAMED = {f"players.{seat}": ACCENTS for seat in range(3)}


def test_no_name_is_composed_before_it_is_cut(app, phone, table, monkeypatch):
    """Which takes the square of its accents, and holds up everybody."""
    normalize = Mock(side_effect=unicodedata.normalize)
    monkeypatch.setattr(game.unicodedata, "normalize", normalize)
    monkeypatch.setitem(app.config, "PUBLIC", True)
    table.play([6, 2, 1])
    for path, fields in (
        *((path, {"name": ACCENTS, "game": "trico"}) for path in ("/clubs", "/decks", "/name")),
        *((path, {"game": "tribello"} | NAMED) for path in ("/matches", "/matches/names")),
        ("/matches/1/title", {"title": ACCENTS}),
        ("/matches/1/players/names", NAMED),
        ("/matches/1/doubts/1", {"words": ACCENTS}),
        ("/matches/import", {"text": json.dumps(FILE | {"players": [ACCENTS]})}),
        ("/matches/import", {"text": json.dumps(FILE | {"title": ACCENTS})}),
    ):
        normalize.reset_mock()

        assert phone.send(path, fields).status in (200, 303, 409, 422), path
        composed = [len(call.args[1]) for call in normalize.call_args_list]
        assert 0 < max(composed) <= MAX_LETTERS_READ, path


def test_fields_that_do_not_belong_to_the_question_or_come_twice_are_passed_over(table):
    assert table.type({"first.0": ["5", "9"], "first.1": "4", "first.2": "0"}).status == 303
    foreign = {"first.0": "9", "second.7": "1", "kind": "undo", "deal": "7"}
    assert table.type({"second.0": "9"} | foreign).status == 303

    assert [event.answer for event in table.events[1:]] == [[5, 4, 0], [9, 0, 0]]
    assert (table.events[-1].kind, table.events[-1].deal) == ("entry", 1)


NUMBERS = [
    *("1e1", "0x9", "9.0", "9,0", "--1", "+-1", "½", "九", "nine", "NaN", "inf", "1_0", "\x009"),
    *("-0x1", "9" * 30, "-" + "9" * 30, "9" * 5000, "true", "null", "[9]", "{}", "9;9", "𝟗𝟗"),
    *(str(10**30), str(-(10**30)), str(2**63), "9" * 4301),
]


def test_what_is_not_a_number_of_tricks_is_refused_and_shown_in_short(table):
    for typed in NUMBERS:
        page = table.type({"first.0": typed, "first.1": "0", "first.2": "0"})
        assert page.status == 422, typed
        assert "9" * 200 not in page.text

    assert nothing_happened(table)


@pytest.mark.parametrize("typed", ["９", "٩", "۹", "९", " 9 ", "+9", "09"])
def test_nine_is_nine_in_any_digits_or_refused_in_words(typed, table):
    page = table.type({"first.0": typed, "first.1": "0", "first.2": "0"})

    if page.status == 422:
        assert page.says("is not a whole number")
        assert nothing_happened(table)
    else:
        assert table.events[-1].answer == [9, 0, 0]


BROKEN = [
    *(b"after=1&first.0=%ff", b"after=1&first.0=\xff\xfe", b"after=1&%00=%00&first.0=%00"),
    *(b"after=1&first.0=%ed%a0%80", b"after=1&first.0=%", b"after=1&first.0=%zz", b"\xff=\xff"),
    *(b"&&&===", b"", b"\x00", b"after", b"first.0=" + b"\xc3" * 1000),
]
MULTIPART = "multipart/form-data"
ANSWER = b"after=1&first.0=9"
A_FILE = (
    b'--x\r\nContent-Disposition: form-data; name="after"\r\n\r\n1\r\n--x\r\n'
    b'Content-Disposition: form-data; name="first.0"; filename="nine.txt"\r\n\r\n9\r\n--x--\r\n'
)
PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
NAMELESS = b"--x\r\nContent-Disposition: form-data\r\n\r\n7\r\n--x--\r\n"


NO_FORMS = [
    *((FORM, body, {409, 422}) for body in BROKEN),
    *((kind, ANSWER, {400, 409, 422}) for kind in ("text/plain", MULTIPART, "nonsense", "")),
    ("application/octet-stream", ANSWER, {409, 422}),
    ("application/json", b'{"after": 1, "first.0": 9}', {409, 422}),
    (f"{MULTIPART}; boundary=x", b"--y\r\nno", {400, 409, 422}),
    (f"{MULTIPART}; boundary={'x' * 300}", b"after=1", {400, 409, 422}),
    (f"{MULTIPART}; boundary=\xc3\xa9", b"after=1", {400, 409, 422}),
    (f"{MULTIPART}; boundary=x", NAMELESS, {409}),
    (f"{MULTIPART}; boundary=x", PART * 1001 + b"--x--", {413}),
    (FORM, "&".join(f"{number}=" for number in range(4000)).encode(), {409}),
    (f"{MULTIPART}; boundary=x", A_FILE, {422}),
]


@every_door
def test_what_is_no_form_of_ours_is_no_answer(phone, table):
    for kind, body, statuses in NO_FORMS:
        page = phone.send(f"{table.path}/entries", body, content_type=kind)

        assert page.status in statuses, (kind, body[:60])
        assert nothing_happened(table), (kind, body[:60])


@every_door
def test_broken_letters_in_a_name_become_a_name_that_can_be_shown(phone):
    body = b"game=tribello&players.0=An%ffna&players.1=%ed%a0%80Bo&players.2=C%00arla"
    page = phone.send("/matches", body, content_type=FORM)

    assert page.status == 303
    assert all(phone.open(page.goes_to).says(name) for name in ("An%FFna", "%ED%A0%80Bo", "Carla"))


@every_door
def test_a_deck_leads_back_to_a_new_match_and_nowhere_else(phone):
    fields = {f"deck.{card}.other": "a b c" for card in range(1, 10)}
    for back in ("//evil.example", "https://evil.example", "\r\nX: y", "#x", "%"):
        page = phone.send("/decks", {"game": "trico", "back": back, **fields})

        assert page.status == 303, back
        assert page.goes_to.startswith("/matches/new?game=trico")
        assert "X" not in page.response.headers
        assert phone.open(page.goes_to).status == 200


HERE, EVIL = "http://localhost", "https://evil.example"
FOREIGN = [
    *(EVIL, f"{HERE}.evil.example", f"{HERE}:8000", "https://localhost", "null", ""),
    *("http://[evil", "localhost"),
]


@every_door
def test_a_form_on_another_site_cannot_write(phone, table):
    fields = {**new_match("tribello"), "after": 1, "first.0": 9, "void": "misdeal", "save": 1}
    for headers in (
        *({"Origin": origin} for origin in FOREIGN),
        *({"Origin": HERE, "Sec-Fetch-Site": site} for site in ("cross-site", "same-site")),
        *({"Sec-Fetch-Site": site} for site in ("cross-site", "nonsense", "")),
    ):
        for path in ("/matches", "/decks", *(table.path + path for path in POSTS)):
            page = phone.send(path, fields, headers=headers)
            assert page.status == 403, (headers, path)
            assert page.says("This came from another site, so it was not saved.")

    assert nothing_happened(table)


@every_door
def test_our_own_forms_can_write_and_links_on_another_site_be_followed(phone, table):
    for headers in (
        *({}, {"Origin": HERE}, {"Sec-Fetch-Site": "none"}),
        {"Origin": HERE, "Sec-Fetch-Site": "same-origin"},
        {"Origin": "https://localhost", "Sec-Fetch-Site": "same-origin"},
    ):
        fields = {"after": table.last_line, f"{table.prompt.key}.0": 9}

        assert phone.send(f"{table.path}/entries", fields, headers=headers).status == 303, headers
    assert phone.open(table.path, headers={"Sec-Fetch-Site": "cross-site"}).status == 200


def test_whatever_is_answered_allows_only_our_own_files(phone, table):
    """That every response has these headers, `test_access` says."""
    entries = f"{table.path}/entries"
    for page, status in (
        (phone.open("/"), 200),
        (phone.send(entries, {"after": 0}), 409),
        (phone.send(entries, {"x": "x" * 70_000}), 413),
        (phone.send(entries, headers={"Origin": EVIL}), 403),
        (phone.open("/", headers={"Host": "a..b"}), 421),
    ):
        headers = page.response.headers
        policy = headers["Content-Security-Policy"]
        assert (page.status, "unsafe" in policy) == (status, False)
        assert {"default-src 'self'", "frame-ancestors 'none'"} <= set(policy.split("; "))
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "same-origin"


@every_door
def test_files_of_a_page_are_taken_for_nothing_else_and_by_nobody_else(phone):
    for path in ("/joined/app.css", "/static/vendor/htmx.min.js", "/icons.svg", "/static/icon.svg"):
        headers = phone.open(path).response.headers

        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Content-Security-Policy" not in headers


@every_door
def test_no_page_has_a_script_or_a_style_of_its_own_and_only_files_are_kept(phone, table):
    for path in ("/", table.path, f"{table.path}/log", "/rules/trex", "/nothing"):
        page = phone.open(path)
        assert not re.search(r" (style|on[a-z]+)=|<style|<script(?! src=)", page.html), path
        if path != "/rules/trex":
            assert page.response.headers["Cache-Control"] == "no-store", path

    of_its_content = re.search(r'"(/joined/app\.css\?v=[^"]+)"', page.html)[1]
    assert "max-age=31536000" in phone.open(of_its_content).response.headers["Cache-Control"]


LETTERS = {"zero": "\0", "half a pair": "\ud800"}
"""What not every engine can keep: wherever they come in, they do no harm."""


def every_match(db):
    return [matches.find_match(db, HOME, number) for number in lists.match_ids(db, HOME)]


@every_engine
def test_nothing_that_is_given_a_name_or_words_has_them(phone, table, db, rng):
    table.play([6, 2, 1], [1, 2, 6])
    deck = phone.open("/decks/new?game=trico").form("/decks").typed
    for path, fields in (
        ("/matches", new_match("tribello", ["An\0na", "Bruno", "\0Carla"])),
        (f"{table.path}/title", {"title": "Fri\0day"}),
        (f"{table.path}/doubts/1", {"words": "Was it \x003?"}),
        ("/name", {"name": "At the \0Inn"}),
        ("/decks", deck | DECK.fill(draw_deck(DECK, rng)) | {"name": "Ou\0rs"}),
    ):
        assert phone.send(path, fields).status == 303, path

    titled, named = every_match(db)
    (doubt,) = flags.list_flags(db, HOME, table.id)
    (kept,) = decks.saved_decks(db, HOME, 9)
    assert named.players == ("Anna", "Bruno", "Carla")
    assert (titled.title, doubt.words) == ("Friday", "Was it 3?")
    assert (clubs.find_club(db, HOME).name, kept.name) == ("At the Inn", "Ours")


@every_engine
@pytest.mark.parametrize("sent_id", ["\0", "\0" * 20, "abcdefghijkl\0"])
def test_no_form_is_called_by_them(sent_id, table, db):
    page = table.type({"first.0": "9", "request_id": sent_id}, htmx=True)

    assert page.status == 200
    assert log.latest_request_id(db, HOME, table.id, "") is None


@every_engine
@pytest.mark.parametrize("letter", LETTERS.values(), ids=LETTERS)
def test_no_address_with_them_leads_anywhere_and_no_search_fails(letter, phone, table):
    odd = quote(letter, errors="surrogatepass")

    for path in (f"/c/ho{odd}me/", f"/c/{odd}/matches/1", f"/k/home.{odd}", f"/k/{odd}.x"):
        assert phone.client.get(path).status_code == 404
    for path in (f"/matches/new?game={odd}", f"/decks/{odd}"):
        assert phone.open(path).status == 404
    assert phone.open(f"/matches/new?game=trico&saved_deck={odd}").status == 200
    for words in (odd, f"An{odd}na", f"%25{odd}_"):
        assert phone.open(f"/matches/earlier?q={words}").status == 200


@every_engine
@pytest.mark.parametrize(
    ("letter", "status"), [("\0", (303, 409)), ("\ud800", (422,))], ids=LETTERS
)
def test_no_match_file_brings_them_in(letter, status, phone, db):
    odd = f"a{letter}b"
    line = {"at": odd, "kind": "entry", "deal": 0, "key": "rules", "answer": {}}
    log = {"players": ["Anna", "Bruno", "Carla"], "lines": [line]}
    file = match_file("tribello", players=["Anna", odd, "Carla"])
    for about in ({"title": odd, "started": odd}, {"players": log["players"], "log": log}):
        text = json.dumps(file | about)

        assert phone.send("/matches/import", {"text": text, "keep": "1"}).status in status
    for match in every_match(db):
        words = (*match.players, match.title, match.started, *(line.at for line in match.log))
        assert letter not in "".join(words)


def assert_no_harm(findings):
    assert findings.all_bad == []
    assert findings.taken > findings.requests / 10


@pytest.fixture
def dice():
    """Those of every run; `SEED=…` draws others. `make bench ARGS=faults` sends 100,000."""
    return random.Random(os.environ.get("SEED", "1"))


@every_engine
@pytest.mark.parametrize("number", [300, pytest.param(2_500, marks=pytest.mark.long)])
def test_a_strange_request_is_answered_and_does_no_harm(number, app, render_here, dice):
    book, key = app.config["DATABASE"], services(app).link_key
    with closing(ServedClubs(book, key, app, dice)) as clubs:
        send = to_app(app, dice)
        clubs.check_state(send)

        assert_no_harm(clubs.receive(number, send))


@pytest.mark.long
def test_a_strange_request_over_the_wire_does_no_harm(tmp_path, app, dice):
    book, port = tmp_path / "wire.sqlite3", free_port()
    command = ["-m", "app", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with (
        running([*command, "--database", str(book)], port, book),
        closing(ServedClubs(book, Key(engine_for(book)), app, dice)) as clubs,
    ):
        clubs.check_state(over_the_wire(port))

        assert_no_harm(clubs.receive(500, over_the_wire(port, dice)))
    assert "Traceback" not in book.with_suffix(".log").read_text(errors="replace")
