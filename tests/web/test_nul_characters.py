"""Letters and numbers that not every engine can keep: wherever they come in, they do no harm."""

from __future__ import annotations

import io
import json
from contextlib import closing
from urllib.parse import quote

import pytest

from app import store
from app.games.trico.house_rules import DECK
from app.store import HOME
from tests.front_door import match_file
from tests.play import draw_deck
from tests.web.phone import HTMX
from tests.web.table import new_match

ZERO = "\0"
LETTERS = {"zero": ZERO, "half a pair": "\ud800"}
HUGE = [2**63, 10**30, -(2**63) - 1]
MULTIPART = "multipart/form-data"

pytestmark = pytest.mark.every_engine


@pytest.fixture(params=LETTERS.values(), ids=LETTERS)
def letter(request):
    return request.param


@pytest.fixture
def db(app):
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
        yield db


def matches(db):
    return [store.find_match(db, HOME, number) for number in store.match_ids(db, HOME)]


# --- letters ------------------------------------------------------------------------------------


def test_no_name_has_them(phone, db):
    assert (
        phone.send("/matches", new_match("tribello", ["An\0na", "Bruno", "\0Carla"])).status == 303
    )
    (match,) = matches(db)
    assert match.players == ("Anna", "Bruno", "Carla")


def test_no_title_and_no_doubt_has_them(table, db):
    assert table.send("/title", {"title": "Fri\0day"}).status == 303
    assert table.send("/doubts/1", {"words": "Was it \x003?"}).status == 303
    (match,) = matches(db)
    (doubt,) = store.list_flags(db, HOME, table.id)
    assert (match.title, doubt.words) == ("Friday", "Was it 3?")


def test_no_club_has_them(phone, db):
    assert phone.send("/name", {"name": "At the \0Inn"}).status == 303
    assert store.find_club(db, HOME).name == "At the Inn"


def test_no_deck_has_them(phone, db, rng):
    form = phone.open("/decks/new?game=trico").form("/decks")
    faces = DECK.fill(draw_deck(DECK, rng))

    assert phone.send("/decks", form.typed | faces | {"name": "Ou\0rs"}).status == 303
    (deck,) = store.saved_decks(db, HOME, 9)
    assert deck.name == "Ours"


def test_a_search_with_them_finds_what_one_without_does(letter, phone, table):
    for words in (letter, f"An{letter}na", f"%{letter}_"):
        assert (
            phone.open(f"/matches/earlier?q={quote(words, errors='surrogatepass')}").status == 200
        )


@pytest.mark.parametrize("sent_id", [ZERO, ZERO * 20, f"abcdefghijkl{ZERO}"])
def test_no_form_is_called_by_them(sent_id, table, db):
    page = table.type(
        {"first.0": "3", "first.1": "3", "first.2": "3", "request_id": sent_id}, htmx=True
    )

    assert page.status == 200
    assert store.latest_request_id(db, HOME, table.id, "") is None


def test_no_address_with_them_leads_anywhere(letter, phone):
    odd = quote(letter, errors="surrogatepass")

    for path in (f"/c/ho{odd}me/", f"/c/{odd}/matches/1", f"/k/home.{odd}", f"/k/{odd}.x"):
        assert phone.client.get(path).status_code == 404
    for path in (f"/matches/new?game={odd}", f"/decks/{odd}"):
        assert phone.open(path).status == 404
    assert phone.open(f"/matches/new?game=trico&saved_deck={odd}").status == 200


@pytest.mark.parametrize(
    "place",
    [
        ("players", 1),
        ("title",),
        ("game",),
        ("id",),
        ("started",),
        ("rules", "upper"),
        ("deals", 0, "trump"),
        ("deals", 0, "tri\0cks"),
        ("log", 0, "key"),
        ("log", 0, "at"),
    ],
    ids=lambda place: ".".join(map(repr, place)).replace("\0", "0"),
)
def test_no_match_file_brings_them_in(place, phone, db):
    for letter in LETTERS.values():
        file = file_with(f"a{letter}b", place)
        chosen = (io.BytesIO(json.dumps(file).encode()), "match.json")

        page = phone.send("/matches/import", {"file": chosen, "keep": "1"}, content_type=MULTIPART)

        assert page.status in (303, 422)
        for match in matches(db):
            words = (*match.players, match.title, match.uuid, match.started)
            assert letter not in "".join(words)


def file_with(value, place):
    """A match file in which a value stands where it does not belong."""
    file = match_file("tribello", [{"trump": "hearts", "tricks": [7, 4, 2]}])
    if place[0] == "log":
        file["log"] = [
            {"at": "2026-01-01T10:00:00+00:00", "kind": "entry", "deal": 0, "key": "rules"}
        ]
    inner = file
    for step in place[:-1]:
        inner = inner.setdefault(step, {}) if isinstance(inner, dict) else inner[step]
    inner[place[-1]] = value
    return file


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", HUGE)
def test_a_number_beyond_what_is_counted_leads_nowhere(number, phone, table):
    for path in ("", "/log", "/deals/1", "/match.json", "/sheet", "/doubts/1"):
        assert phone.client.get(f"/matches/{number}{path}").status_code in (404, 405)
    for path in (f"/deals/{number}", f"/deals/{number}/first", f"/corrections/{number}"):
        assert table.phone.open(f"{table.path}{path}").status == 404
    for path in (f"/doubts/{number}", f"/doubts/{number}/right"):
        assert table.send(path, {}).status == 404
    assert phone.client.get(f"/decks/{number}").status_code == 404


@pytest.mark.parametrize("number", HUGE)
def test_a_number_beyond_what_is_counted_is_no_answer_and_no_crash(number, phone, table):
    last = len(table.events)
    for query in (
        f"/matches/earlier?before={number}",
        f"/matches/earlier?before={number}&q=Anna",
        f"{table.path}?after={number}",
        f"{table.path}/live?after={number}",
        f"/matches/new?game=trico&saved_deck={number}",
    ):
        assert phone.client.get(query).status_code < 500
    assert phone.open(f"/matches/new?game=trex&from={number}").status == 404
    for after in (number, f"{number}.0"):
        assert table.type({"first.0": "3", "after": str(after)}, htmx=True).status < 500
    assert table.send("/undo", {"after": str(number)}).status in (409, 303)
    assert len(table.events) <= last + 1
    assert phone.open(table.path, headers=HTMX).status == 200
