"""The table from above: who sits where, what is theirs, which way up, how others come to watch, and
when it is fetched."""

import re

import pytest

from app.games import GAMES
from app.web.core.links import qr_code
from app.web.match.watch import ORIENTATIONS
from testkit.home_urls import CLUB
from testkit.play import play_at_random
from testkit.web.phone import HTMX, Page
from testkit.web.table import keep

SEAT = r'<li class="seat (\w+)[^"]*">.*?<b class="name one-line"><bdi[^>]*>([^<]+)'


def sitting(page):
    """Who sits where on the screen."""
    return dict(re.findall(SEAT, page.html, re.S))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_shown_every_way_up_and_at_its_end_with_the_reason(game, begin, app, rng):
    table = begin(game)
    for turn in ORIENTATIONS:
        page = table.open(f"/table?turn={turn}")

        assert page.status == 200
        assert page.says(table.prompt.last_in_group.ask)
        assert set(sitting(page).values()) == set(table.match.players)
        assert re.search(rf'class="round {turn}"', page.html)
        assert set(page.links) >= {f"{table.path}/table?turn={way}" for way in ORIENTATIONS}

    over = keep(app, play_at_random(GAMES[game], rng))
    assert over.open("/table").says(over.standing.outcome.why)


@pytest.mark.parametrize(
    ("game", "players", "places", "names"),
    [
        ("torite", 4, ("near", "left", "far", "right"), ("Anna", "Bruno", "Carla", "Dino")),
        ("trex", 4, ("near", "right", "far", "left"), ("Anna", "Bruno", "Carla", "Dino")),
        ("trico", 2, ("near", "far"), ("Anna", "Bruno")),
        ("torite", 1, ("near", "far"), ("Anna", "Dummy")),
    ],
    ids=["to the left", "to the right", "two face each other", "one sits opposite the dummy"],
)
def test_the_next_player_sits_where_play_goes_on(game, players, places, names, begin):
    assert sitting(begin(game, players).open("/table")) == dict(zip(places, names, strict=True))


@pytest.mark.parametrize(
    ("game", "about", "answers", "shown"),
    [
        (
            *("tribello", {}, ["clubs", [7, 4, 2], "hearts"]),
            [
                *("A Anna +1 +1 last deal target 3", "Trumps: Hearts", "Bruno leads"),
                *("B Bruno deals leads 0 0 last deal target 6", "Cut trump · Deal 2 of 12"),
            ],
        ),
        ("torite", {"players": 4}, [[6, 4, 2, 0]], ["Anna 6 tricks", "Dino 0 tricks"]),
        (
            *("trex", {"partners": "yes"}, [0, "king", {"KH": 1}, 0, "queens", {"QS": 2}]),
            [
                "Anna owns the kingdom −150 −150 last deal",
                "Carla −150 −150 last deal",
                "Carla doubled Q♠",
            ],
        ),
    ],
    ids=["a total and a target", "tricks of who plays together", "a doubled card, and partners"],
)
def test_each_seat_shows_what_is_theirs_in_the_deal(game, about, answers, shown, begin):
    page = begin(game, **about).play(*answers).open("/table")

    assert [words for words in shown if not page.says(words)] == []


def test_the_players_opposite_can_read_the_question_too(begin):
    page = begin("tribello").open("/table?turn=seats")

    assert page.text.count("Which suit was cut?") == 2
    assert page.html.count('class="across" aria-hidden="true"') == 1


@pytest.mark.parametrize("value", ["", "yes", "upside-down", '"><script>'])
def test_what_nobody_has_chosen_is_as_usual(value, begin):
    table = begin("tribello")

    for query in (f"turn={value}", f"join={value}"):
        page = table.open(f"/table?{query}")
        assert page.status == 200
        assert 'class="round seats"' in page.html


def test_after_a_change_the_table_is_sent_and_asks_from_there_and_otherwise_nothing(begin):
    table = begin("tribello").play("hearts")

    def ask(after):
        address = f"{table.path}/table?turn=seats&after={after}"
        return table.phone.open(address, headers=HTMX)

    for after in ("1", "0", "99", "-1", "x", "9" * 5000):
        page = ask(after)
        assert (page.status, "<html" in page.html) == (200, False)
        assert f'data-live="{table.path}/live" data-line="2"' in page.html
    assert (ask(2).status, ask(2).html) == (204, "")


def test_the_match_leads_to_the_table_and_back_and_without_javascript_it_comes_again(begin):
    table = begin("tribello")
    page = table.open("/table")

    assert '<noscript><meta http-equiv="refresh"' in page.html
    assert f"{table.path}/table" in table.open("/more").links
    assert table.path in page.links
    assert table.phone.open("/matches/2/table").status == 404


def code_on(page):
    """The code to scan that a table shows, None if it shows none."""
    drawn = re.search(r'<div class="qr".*?<path[^>]* d="([^"]*)"', page.html, re.S)
    return drawn and drawn[1]


def link_to_watch(table, root="http://localhost/"):
    """The link that is to stand in the code: the one under More."""
    page = table.phone.open(f"{table.path}/invite", base_url=root)
    return re.search(r'id="link"[^>]*value="([^"]*)"', page.html)[1]


def code_to(link):
    return re.search(r' d="([^"]*)"', qr_code(link))[1]


def test_the_table_shows_members_and_watchers_how_to_watch_it(begin, app):
    table, watcher = begin("tribello"), app.test_client()
    link = link_to_watch(table)
    watcher.get(link)

    assert code_on(table.open("/table")) == code_to(link)
    assert code_on(table.open("/table?join=shown")) == code_to(link)
    assert code_on(table.open("/table?join=hidden")) is None
    assert code_on(Page(watcher.get(f"{CLUB}{table.path}/table"))) == code_to(link)
    links = table.open("/table?turn=upright&join=hidden").links
    assert any(link.endswith("/table?turn=seats&join=hidden") for link in links)
    assert any(link.endswith("/table?turn=upright&join=shown") for link in links)


def test_each_phone_is_shown_the_address_by_which_it_came(begin, app, monkeypatch):
    monkeypatch.setitem(app.config, "OPEN", True)
    table = begin("tribello").play("hearts")

    for root in ("http://cards.example/", "http://192.168.1.5/"):
        address = f"{table.path}/table?after=1"
        page = table.phone.open(address, base_url=root, headers=HTMX)
        assert code_on(page) == code_to(link_to_watch(table, root))


def test_an_open_table_learns_of_a_link_that_was_renewed_and_where_phones_find_it(
    begin, app, monkeypatch
):
    table = begin("tribello").play("hearts")
    before = code_on(table.open("/table"))
    table.send("/invite/renew", {})

    page = table.phone.open(f"{table.path}/table?after=2", headers=HTMX)

    assert page.status == 200
    assert code_on(page) == code_to(link_to_watch(table)) != before
    monkeypatch.setitem(app.config, "ADDRESS", "http://192.168.1.5:8000/")
    assert table.open("/table").says("Scan it to watch along 192.168.1.5:8000")
