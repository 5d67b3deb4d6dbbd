"""Forms and addresses that nobody would think of: never a bug, and never a line too many."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games import GAMES
from tests.web.conftest import begin_match
from tests.web.phone import HTMX, Phone

EXAMPLES = settings(max_examples=2 * settings.default.max_examples)

values = st.one_of(
    st.text(max_size=20),
    st.integers().map(str),
    st.sampled_from(
        [
            *("0", "1", "9", "13", "-1", "1e9", "９", "1" * 5000, "on", "yes", "misdeal", "hearts"),
            *(
                "KH",
                "10",
                "S",
                "\x00",
                "\u202e",
                "{0}",
                "{{ 1 }}",
                "%s",
                "trex",
                "deck",
                "=&;",
                "a*",
            ),
        ]
    ),
)
keys = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            *("game", "first", "players.0", "players.1", "players.2", "players.3", "saved_deck"),
            *("name", "back", "save", "skip", "void", "upper", "target", "entry", "kingdoms"),
            *("tricks.0", "tricks.1", "tricks.2", "first.0", "first.1", "counts.0.sets", "trump"),
            *("seats.0", "seats.1", "seats.2", "away", "live", "theme"),
            *("deck.1.has.spade", "deck.1.other", "owner", "contract", "cards.0.0.number", "from"),
        ]
    ),
)
fields = st.dictionaries(keys, values, max_size=12)
posts = st.sampled_from(
    [
        *("/matches", "/decks", "/matches/{match}/entries", "/matches/{match}/undo"),
        *(
            "/matches/{match}/void",
            "/matches/{match}/deals/1/{key}",
            "/matches/{match}/deals/0/rules",
        ),
        *("/matches/{match}/seats", "/matches/{match}/players"),
        *("/matches/{match}/preview", "/look"),
    ]
)
gets = st.sampled_from(
    [
        *(
            "/",
            "/healthz",
            "/matches/{match}/stakes",
            "/matches/{match}/table",
            "/matches/new",
            "/decks/new",
            "/rules/",
            "/rules/{key}",
            "/static/{key}",
        ),
        *("/matches/{match}", "/matches/{match}/log", "/matches/{match}/deals/{match}"),
        *("/matches/{match}/deals/1/{key}", "/{key}", "/{key}/{key}"),
        *("/matches/{match}/seats", "/matches/{match}/players"),
    ]
)
numbers = st.one_of(st.integers(0, 7), st.integers(), st.just("9" * 5000))
answers = (200, 204, 303, 308, 400, 403, 404, 405, 409, 413, 422)


@pytest.fixture(scope="module")
def fuzzed(open_app, tmp_path_factory):
    """A phone in a house where every game is on the table."""
    phone = Phone(open_app(tmp_path_factory.mktemp("fuzz") / "matches.sqlite3"))
    for key in GAMES:
        begin_match(phone, key)
    return phone


def address(path: str, match: object, key: str) -> str:
    return path.format(match=match, key=quote(key))


@EXAMPLES
@given(posts, numbers, keys, fields, st.booleans(), st.booleans())
def test_any_form_is_answered(fuzzed, path, match, key, sent, in_time, htmx):
    if in_time and isinstance(match, int) and 0 < match <= len(GAMES):
        page = fuzzed.open(f"/matches/{match}")
        sent["after"] = page.forms[0].typed["after"] if page.forms else "1"
    if in_time:
        sent.setdefault("game", "trico")

    page = fuzzed.send(address(path, match, key), sent, headers=HTMX if htmx else None)

    assert page.status in answers


@EXAMPLES
@given(posts, st.integers(1, len(GAMES)), keys, st.binary(max_size=200), st.booleans())
def test_any_bytes_are_answered(fuzzed, path, match, key, body, split):
    kind = "multipart/form-data; boundary=x" if split else "application/x-www-form-urlencoded"
    page = fuzzed.send(address(path, match, key), body, content_type=kind)

    assert page.status in answers


@EXAMPLES
@given(gets, numbers, st.one_of(keys, st.sampled_from([*GAMES, "void", "rules"])), fields)
def test_any_address_is_answered(fuzzed, path, match, key, query):
    page = fuzzed.open(address(path, match, key), query_string=query)

    assert page.status in answers


@EXAMPLES
@given(
    st.dictionaries(st.sampled_from(["Host", "Origin", "Cookie", "Accept"]), st.text("a[]:/@\\é%"))
)
def test_any_headers_are_answered(fuzzed, headers):
    page = fuzzed.send("/matches", {"game": "trico"}, headers=headers)

    assert page.status in answers
