"""Whatever is sent, the app says what is wrong with it and nothing else happens."""

from __future__ import annotations

import json
import re
import unicodedata
from io import BytesIO

import pytest

from app.scoring import game
from app.scoring.game import MAX_LETTERS_READ
from tests.test_match_file import FILE
from tests.web.phone import HTMX
from tests.web.table import new_match

HUGE = [2**31, 2**63 - 1, 2**63, 10**30, "9" * 5000]


def short(value):
    return str(value)[:40]


POSTS = ["/entries", "/undo", "/void", "/deals/0/rules"]


@pytest.fixture
def table(begin):
    """A match of Italian Whist that asks for the tricks of its first hand."""
    return begin("italian_whist")


def nothing_happened(table):
    return len(table.events) == 1 and table.prompt.key == "first"


# --- addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["0", "2", "-1", "1.0", "one", *HUGE], ids=short)
def test_a_match_that_was_never_begun_is_not_found(number, phone, table):
    for path in ("", "/log", "/deals/0", "/deals/1/first"):
        assert phone.open(f"/matches/{number}{path}").status == 404


@pytest.mark.every_door
@pytest.mark.parametrize("number", ["0", "2", "-1", "one", *HUGE], ids=short)
def test_nothing_is_written_to_a_match_that_was_never_begun(number, phone, table):
    for path in POSTS:
        page = phone.send(f"/matches/{number}{path}", {"after": 1, "first.0": 9, "void": "misdeal"})
        assert page.status in (404, 405)

    assert nothing_happened(table)


@pytest.mark.parametrize("number", ["2", "-1", "one", *HUGE], ids=short)
def test_a_deal_that_was_never_dealt_is_not_found(number, table):
    for path in ("", "/first", "/void"):
        assert table.open(f"/deals/{number}{path}").status == 404


@pytest.mark.every_door
@pytest.mark.parametrize(
    "path",
    [
        *("/nothing", "/matches/1/nothing", "/rules/nothing", "/rules/TREX", "/rules/trex.md"),
        *("/rules/../app/store.py", "/rules/..%2f..%2fapp", "/rules/%2e%2e/README", "/%00"),
        *("/static/../app/store.py", "/static/%2e%2e/pyproject.toml", "/static/", "/static/no.css"),
        *("/matches/1/deals", "/matches/1/deals/0/%00", "/matches/1/deals/1/first%00"),
        *("/matches/1/deals/1/" + "x" * 3000, "/matches/1%20", "/\u202e", "/%ff%fe"),
    ],
)
def test_an_unknown_address_says_so_in_words(path, phone, table):
    page = phone.open(path)

    assert page.status == 404
    assert page.says("There is nothing at this address.")


@pytest.mark.every_door
@pytest.mark.parametrize("path", ["/", "/rules/search", "/matches/1", "/decks/new", "/matches/new"])
def test_a_query_of_any_bytes_breaks_nothing(path, phone, table):
    bytes_of_no_text = {"QUERY_STRING": "q=\xed\xa0\x80&game=trico&\xff"}
    page = phone.open(path, environ_overrides=bytes_of_no_text)

    assert page.status in (200, 404)


@pytest.mark.parametrize("game", ["", "bridge", "TREX", "trex ", "../trex", "\x00", "x" * 3000])
def test_a_game_that_we_do_not_know_cannot_be_begun(game, phone):
    assert phone.open("/matches/new", query_string={"game": game}).status == 404
    assert phone.send("/matches", {**new_match("trex"), "game": game}).status == 404
    assert phone.send("/decks", {"game": game}).status == 404


@pytest.mark.parametrize("earlier", [2, -1, 2**63, 10**30], ids=short)
def test_players_of_a_match_that_was_never_begun_cannot_sit_down_again(earlier, phone, table):
    assert phone.open(f"/matches/new?game=trex&from={earlier}").status == 404


@pytest.mark.every_door
@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(("GET", f"/matches/1{path}") for path in POSTS[:2]),
        *(("GET", path) for path in ("/matches", "/decks")),
        *(("POST", path) for path in ("/", "/matches/1", "/matches/1/log", "/rules/trex")),
        *(("DELETE", path) for path in ("/matches/1", "/matches/1/log", "/matches/1/entries")),
        *(("PUT", path) for path in ("/matches/1", "/matches/1/entries")),
        *(("PATCH", "/matches/1/deals/1/first"), ("TRACE", "/"), ("CONNECT", "/")),
    ],
)
def test_an_address_takes_only_what_it_is_for(method, path, phone, table):
    response = phone.client.open(path, method=method)

    assert response.status_code == 405
    assert "This address cannot be used in this way." in response.text
    assert nothing_happened(table)


@pytest.mark.every_door
def test_an_error_is_one_line_for_htmx(table):
    page = table.phone.open("/matches/99", headers=HTMX)

    assert page.status == 404
    assert "<html" not in page.html


# --- too much -----------------------------------------------------------------------------------


@pytest.mark.every_door
@pytest.mark.parametrize("path", ["/matches", "/decks", *(f"/matches/1{path}" for path in POSTS)])
def test_more_than_64_kb_is_too_much(path, phone, table):
    page = phone.send(path, {"game": "trico", "after": 1, "name": "x" * 64 * 1024})

    assert page.status == 413
    assert page.says("the most is 64 KB")
    assert nothing_happened(table)


def test_64_kb_in_many_small_fields_is_too_much(phone, table):
    page = phone.send(f"{table.path}/entries", {f"{n:05}": "x" for n in range(9000)})

    assert page.status == 413


@pytest.mark.every_door
def test_too_many_parts_are_too_much(phone, table):
    part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    page = phone.send(
        f"{table.path}/entries",
        part * 1001 + "--x--",
        content_type="multipart/form-data; boundary=x",
    )

    assert page.status == 413
    assert nothing_happened(table)


def test_many_fields_within_64_kb_do_no_harm(phone, table):
    page = phone.send(f"{table.path}/entries", {f"{n}": "" for n in range(4000)})

    assert page.status == 409


ACCENTS = "\u0315\u0300" * 1_500
NAMED = {f"players.{seat}": ACCENTS for seat in range(3)}


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/clubs", {"name": ACCENTS}),
        ("/matches", {"game": "tribello"} | NAMED),
        ("/matches/names", {"game": "tribello"} | NAMED),
        ("/decks", {"game": "trico", "name": ACCENTS}),
        ("/name", {"name": ACCENTS}),
        ("/matches/1/title", {"title": ACCENTS}),
        ("/matches/1/players/names", NAMED),
        ("/matches/1/doubts/1", {"words": ACCENTS}),
        ("/matches/import", {"text": json.dumps(FILE | {"players": [ACCENTS]})}),
        ("/matches/import", {"text": json.dumps(FILE | {"title": ACCENTS})}),
    ],
    ids=short,
)
def test_no_name_is_composed_before_it_is_cut(path, fields, app, phone, table, monkeypatch):
    """Which takes the square of its accents, and holds up everybody."""
    composed = []

    class Recorded:
        @staticmethod
        def normalize(form, name):
            composed.append(len(name))
            return unicodedata.normalize(form, name)

    monkeypatch.setattr(game, "unicodedata", Recorded)
    monkeypatch.setitem(app.config, "PUBLIC", True)
    if "doubts" in path:
        table.play([6, 2, 1])
    page = phone.send(path, fields)

    assert page.status in (200, 303, 409, 422)
    assert 0 < max(composed) <= MAX_LETTERS_READ


# --- what no form of ours sends -----------------------------------------------------------------


def test_fields_that_do_not_belong_to_the_question_are_passed_over(table):
    page = table.type(
        {"first.0": "9", "second.0": "9", "first.7": "1", "kind": "undo", "deal": "7"}
    )

    assert page.status == 303
    assert (table.events[-1].kind, table.events[-1].deal) == ("entry", 1)
    assert table.events[-1].answer == [9, 0, 0]


def test_a_field_that_comes_twice_counts_once(table):
    table.send("/entries", {"first.0": ["5", "9"], "first.1": "4", "first.2": "0"})

    assert table.events[-1].answer == [5, 4, 0]


NUMBERS = [
    *("1e1", "0x9", "9.0", "9,0", "--1", "+-1", "½", "九", "nine", "NaN", "inf", "1_0", "\x009"),
    *("-0x1", "9" * 30, "-" + "9" * 30, "9" * 5000, "true", "null", "[9]", "{}", "9;9", "𝟗𝟗"),
]


@pytest.mark.parametrize("typed", NUMBERS, ids=lambda typed: repr(typed)[:20])
def test_what_is_not_a_number_of_tricks_is_refused(typed, table):
    page = table.type({"first.0": typed, "first.1": "0", "first.2": "0"})

    assert page.status == 422
    assert nothing_happened(table)


@pytest.mark.parametrize("typed", ["９", "٩", "۹", "९", " 9 ", "+9", "09"])
def test_nine_is_nine_in_any_digits_or_refused_in_words(typed, table):
    page = table.type({"first.0": typed, "first.1": "0", "first.2": "0"})

    if page.status == 422:
        assert page.says("is not a whole number")
        assert nothing_happened(table)
    else:
        assert table.events[-1].answer == [9, 0, 0]


@pytest.mark.parametrize("number", [10**30, -(10**30), 2**63, "9" * 4301])
def test_an_absurd_number_is_shown_in_short(number, table):
    page = table.type({"first.0": str(number), "first.1": "0", "first.2": "0"})

    assert page.status == 422
    assert "9" * 200 not in page.text


@pytest.mark.every_door
@pytest.mark.parametrize(
    "body",
    [
        *(b"after=1&first.0=%ff", b"after=1&first.0=\xff\xfe", b"after=1&%00=%00&first.0=%00"),
        *(b"after=1&first.0=%ed%a0%80", b"after=1&first.0=%", b"after=1&first.0=%zz", b"\xff=\xff"),
        *(b"&&&===", b"", b"\x00", b"after", b"first.0=" + b"\xc3" * 1000),
    ],
)
def test_a_form_in_broken_letters_is_no_answer(body, phone, table):
    kind = "application/x-www-form-urlencoded"
    page = phone.send(f"{table.path}/entries", body, content_type=kind)

    assert page.status in (409, 422)
    assert nothing_happened(table)


@pytest.mark.every_door
def test_broken_letters_in_a_name_become_a_name_that_can_be_shown(phone):
    body = b"game=tribello&players.0=An%ffna&players.1=%ed%a0%80Bo&players.2=C%00arla"
    page = phone.send("/matches", body, content_type="application/x-www-form-urlencoded")

    assert page.status == 303
    assert all(phone.open(page.goes_to).says(name) for name in ("An%FFna", "%ED%A0%80Bo", "Carla"))


@pytest.mark.every_door
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b'{"after": 1, "first.0": 9}'),
        ("text/plain", b"after=1&first.0=9"),
        ("application/octet-stream", b"after=1&first.0=9"),
        ("multipart/form-data", b"after=1&first.0=9"),
        ("multipart/form-data; boundary=x", b"--y\r\nno"),
        ("multipart/form-data; boundary=" + "x" * 300, b"after=1"),
        ("multipart/form-data; boundary=\u00e9".encode().decode("latin-1"), b"after=1"),
        ("nonsense", b"after=1&first.0=9"),
        ("", b"after=1&first.0=9"),
    ],
)
def test_only_forms_are_read(kind, body, phone, table):
    page = phone.send(f"{table.path}/entries", body, content_type=kind)

    assert 400 <= page.status < 500
    assert nothing_happened(table)


@pytest.mark.every_door
def test_a_file_is_not_an_answer(phone, table):
    fields = {"after": "1", "first.0": (BytesIO(b"9"), "nine.txt")}
    page = phone.send(f"{table.path}/entries", fields)

    assert page.status == 422
    assert nothing_happened(table)


@pytest.mark.every_door
@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "\r\nX: y", "#x", "%"])
def test_a_deck_leads_back_to_a_new_match_and_nowhere_else(back, phone):
    fields = {f"deck.{card}.other": "a b c" for card in range(1, 10)}
    page = phone.send("/decks", {"game": "trico", "back": back, **fields})

    assert page.status == 303
    assert page.goes_to.startswith("/matches/new?game=trico")
    assert "X" not in page.response.headers
    assert phone.open(page.goes_to).status == 200


# --- from another site --------------------------------------------------------------------------

HOME = "http://localhost"


@pytest.mark.every_door
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost:8000"},
        {"Origin": "https://localhost"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://[evil"},
        {"Origin": "localhost"},
        {"Origin": HOME, "Sec-Fetch-Site": "cross-site"},
        {"Origin": HOME, "Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "nonsense"},
        {"Sec-Fetch-Site": ""},
    ],
    ids=short,
)
def test_a_form_on_another_site_cannot_write(headers, phone, table):
    fields = {**new_match("tribello"), "after": 1, "first.0": 9, "void": "misdeal", "save": 1}
    for path in ("/matches", "/decks", *(table.path + path for path in POSTS)):
        page = phone.send(path, fields, headers=headers)
        assert page.status == 403
        assert page.says("This came from another site, so it was not saved.")

    assert nothing_happened(table)


@pytest.mark.every_door
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": HOME},
        {"Origin": "https://localhost", "Sec-Fetch-Site": "same-origin"},
        {"Origin": HOME, "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=short,
)
def test_our_own_forms_can_write(headers, phone, table):
    page = phone.send(f"{table.path}/entries", {"after": 1, "first.0": 9}, headers=headers)

    assert page.status == 303


def test_a_link_on_another_site_can_be_followed(phone, table):
    page = phone.open(table.path, headers={"Sec-Fetch-Site": "cross-site"})

    assert page.status == 200


# --- headers ------------------------------------------------------------------------------------


@pytest.fixture(
    params=[
        *("200 /", "200 /matches/1", "200 /matches/1/log", "200 /rules/trex", "200 /healthz"),
        *("404 /nothing", "404 /static/nothing", "405 /matches", "308 /rules", "404 /matches/99"),
        *("303 answer", "422 refused", "409 late", "413 too much", "403 foreign"),
    ]
)
def response(request, phone, table):
    """A response of every kind."""
    status, _space, way = request.param.partition(" ")
    entries = f"{table.path}/entries"
    sent = {
        "answer": lambda: phone.send(entries, {"after": 1, "first.0": 9}),
        "refused": lambda: phone.send(entries, {"after": 1}),
        "late": lambda: phone.send(entries, {"after": 0}),
        "too much": lambda: phone.send(entries, {"x": "x" * 70_000}),
        "foreign": lambda: phone.send(entries, headers={"Origin": "https://evil.example"}),
    }
    page = sent[way]() if way in sent else phone.open(way)
    assert page.status == int(status)
    return page.response


def test_every_response_allows_only_our_own_files(response):
    policy = response.headers["Content-Security-Policy"]

    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.every_door
@pytest.mark.parametrize(
    "path", ["/joined/app.css", "/static/vendor/htmx.min.js", "/icons.svg", "/static/icon.svg"]
)
def test_files_of_a_page_are_taken_for_nothing_else_and_by_nobody_else(path, phone):
    headers = phone.open(path).response.headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.every_door
def test_no_page_has_a_script_or_a_style_of_its_own(phone, table):
    for path in ("/", table.path, f"{table.path}/log", "/rules/trex", "/nothing"):
        page = phone.open(path)
        assert not re.search(r" (style|on[a-z]+)=|<style|<script(?! src=)", page.html), path


@pytest.mark.every_door
def test_pages_are_not_kept_by_the_browser(phone, table):
    for path in ("/", table.path, f"{table.path}/log", "/nothing"):
        assert phone.open(path).response.headers["Cache-Control"] == "no-store"


@pytest.mark.every_door
def test_files_are_kept_for_a_year_under_an_address_of_their_content(phone):
    page = phone.open("/")
    address = next(each for each in page.html.split('"') if each.startswith("/joined/app.css?v="))

    headers = phone.open(address).response.headers
    assert "max-age=31536000" in headers["Cache-Control"]


@pytest.mark.every_door
@pytest.mark.parametrize(
    ("address", "status"),
    [
        (f"/matches/earlier?before=-{10**30}", 200),
        (f"/matches/earlier?before={10**30}", 200),
        ("/matches/earlier?before=nothing", 200),
        (f"/matches/new?game=trex&from=-{10**30}", 404),
        (f"/matches/new?game=trex&from={10**30}", 404),
    ],
)
def test_a_number_that_no_match_can_have_breaks_nothing(phone, address, status):
    assert phone.open(address).status == status


NAMELESS = b"--x\r\nContent-Disposition: form-data\r\n\r\n7\r\n--x--\r\n"


@pytest.mark.every_door
def test_a_field_without_a_name_is_no_answer_and_no_crash(begin):
    table = begin("tribello")

    response = table.phone.client.post(
        f"{table.path}/entries", data=NAMELESS, content_type="multipart/form-data; boundary=x"
    )

    assert response.status_code == 409
    assert table.last_line == 1


@pytest.mark.parametrize("host", ["x" * 64, "a..b", "."])
@pytest.mark.parametrize("path", ["/", "/nowhere"])
@pytest.mark.parametrize("origin", [None, "https://evil.example"])
def test_a_name_that_no_server_can_have_is_refused_in_words(host, path, origin, phone):
    headers = {"Host": host} | ({"Origin": origin} if origin else {})
    response = phone.client.open(path, method="POST" if origin else "GET", headers=headers)

    assert response.status_code == 421
    assert "Tricktally does not know this address" in response.text
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
