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
THREE_EACH = {"first.0": "3", "first.1": "3", "first.2": "3"}

pytestmark = pytest.mark.every_engine


@pytest.fixture
def db(app):
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
        yield db


def matches(db):
    return [store.find_match(db, HOME, number) for number in store.match_ids(db, HOME)]


def test_nothing_that_is_given_a_name_or_words_has_them(phone, table, db, rng):
    deck = phone.open("/decks/new?game=trico").form("/decks").typed
    for path, fields in (
        ("/matches", new_match("tribello", ["An\0na", "Bruno", "\0Carla"])),
        (f"{table.path}/title", {"title": "Fri\0day"}),
        (f"{table.path}/doubts/1", {"words": "Was it \x003?"}),
        ("/name", {"name": "At the \0Inn"}),
        ("/decks", deck | DECK.fill(draw_deck(DECK, rng)) | {"name": "Ou\0rs"}),
    ):
        assert phone.send(path, fields).status == 303, path

    titled, named = matches(db)
    (doubt,) = store.list_flags(db, HOME, table.id)
    (kept,) = store.saved_decks(db, HOME, 9)
    assert named.players == ("Anna", "Bruno", "Carla")
    assert (titled.title, doubt.words) == ("Friday", "Was it 3?")
    assert (store.find_club(db, HOME).name, kept.name) == ("At the Inn", "Ours")


@pytest.mark.parametrize("sent_id", [ZERO, ZERO * 20, f"abcdefghijkl{ZERO}"])
def test_no_form_is_called_by_them(sent_id, table, db):
    page = table.type({**THREE_EACH, "request_id": sent_id}, htmx=True)

    assert page.status == 200
    assert store.latest_request_id(db, HOME, table.id, "") is None


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


@pytest.mark.parametrize(
    "place",
    [
        *(("players", 1), ("title",), ("game",), ("id",), ("started",), ("rules", "upper")),
        *(("deals", 0, "trump"), ("deals", 0, "tri\0cks"), ("log", 0, "key"), ("log", 0, "at")),
    ],
    ids=lambda place: ".".join(map(repr, place)).replace("\0", "0"),
)
def test_no_match_file_brings_them_in(place, phone, db):
    for letter in LETTERS.values():
        chosen = (io.BytesIO(json.dumps(file_with(f"a{letter}b", place)).encode()), "match.json")
        form = {"file": chosen, "keep": "1"}

        page = phone.send("/matches/import", form, content_type="multipart/form-data")

        assert page.status in (303, 422)
        for match in matches(db):
            words = (*match.players, match.title, match.uuid, match.started)
            assert letter not in "".join(words)


def file_with(value, place):
    """A match file in which a value stands where it does not belong."""
    file = match_file("tribello", [{"trump": "hearts", "tricks": [7, 4, 2]}])
    if place[0] == "log":
        line = {"at": "2026-01-01T10:00:00+00:00", "kind": "entry", "deal": 0, "key": "rules"}
        file["log"] = [line]
    inner = file
    for step in place[:-1]:
        inner = inner.setdefault(step, {}) if isinstance(inner, dict) else inner[step]
    inner[place[-1]] = value
    return file


@pytest.mark.parametrize("number", [2**63, 10**30, -(2**63) - 1])
def test_a_number_beyond_what_is_counted_leads_nowhere_and_is_no_answer(number, phone, table):
    last = len(table.events)
    for path in ("", "/log", "/deals/1", "/match.json", "/sheet"):
        assert phone.open(f"/matches/{number}{path}").status == 404
    for path in (f"/deals/{number}", f"/deals/{number}/first"):
        assert table.open(path).status == 404
    for path in (f"/doubts/{number}", f"/doubts/{number}/right"):
        assert table.send(path, {}).status == 404
    for path in (f"/decks/{number}", f"/matches/new?game=trex&from={number}"):
        assert phone.open(path).status == 404
    for query in (
        *(f"/matches/earlier?before={number}", f"/matches/earlier?before={number}&q=Anna"),
        *(f"{table.path}?after={number}", f"{table.path}/live?after={number}"),
        f"/matches/new?game=trico&saved_deck={number}",
    ):
        assert phone.open(query).status < 500

    for after in (number, f"{number}.0"):
        assert table.type(THREE_EACH, after=after, htmx=True).status < 500
    assert table.undo(after=number).status in (409, 303)
    assert len(table.events) == last
    assert phone.open(table.path, headers=HTMX).status == 200
