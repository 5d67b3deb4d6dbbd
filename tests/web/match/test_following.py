"""Follow one seat: what whoever watches sees of a match, and which seat this phone remembers."""

import re

import pytest

from app.games import GAMES
from app.scoring.chances import need_of
from testkit.home_urls import CLUB
from testkit.play import play_at_random
from testkit.web.phone import HTMX, Page, watcher_of
from testkit.web.table import keep


def tribello_before(number, first, begin):
    """Tribello before the deal of this number: after the tricks of the `first`, all were on
    target."""
    table = begin("tribello").play("hearts", first)
    for deal in range(2, number):
        if deal <= 6:
            table.answer("hearts")
        standing = table.standing
        table.answer([standing.deal.targets[seat] for seat in standing.table.seats])
    return table


@pytest.fixture
def last_deal(begin):
    """Tribello before its twelfth deal, in nullo: Anna +6, Bruno −3, Carla −3."""
    return tribello_before(12, [12, 1, 0], begin)


@pytest.fixture
def watcher(last_deal, app):
    return watcher_of(app)


def followed(page: Page) -> str | None:
    """The seat whose key is pressed."""
    pressed = re.search(r'\?seat=\d" aria-current="true">.*?<bdi>([^<]+)', page.html, re.S)
    return pressed and pressed[1]


def test_who_watches_is_asked_whom_they_follow_and_told_that_they_watch(watcher):
    page = watcher.open("/matches/1")

    assert page.says("You are watching", "Tap a player above to follow them.")
    assert followed(page) is None
    assert page.links.count("?seat=1") == 1
    assert page.says("Follow Sheet Rules More")
    rules = next(link for link in page.links if link.endswith("/rules/now"))
    assert watcher.open(rules).says("What may I do now?")


def test_before_the_last_deal_it_says_how_the_table_stands(begin, app):
    """How far behind, the last deal, what was doubled, and whose kingdom it is."""
    table = begin("trex").play(0, "slaps", [4, 3, 3, 3], "king", {"KH": 3})
    page = table.open("/follow?seat=1")

    assert page.says(
        "Anna · what do I need?",
        "Anna is 15 behind Bruno, Carla and Dino. 19 deals left.",
        "Dino doubled K♥",
        "Anna’s kingdom. At the table:",
        "Deal 1, Slaps A Anna −60 4 tricks: 4 × −15",
    )
    # The name of a contract leads a watcher to no correction.
    change = f"{table.path}/deals/2/contract?back=play"
    assert change in table.open().links
    watcher = watcher_of(app)
    assert change not in watcher.open("/matches/1/sheet").links
    assert not re.search(r"deals/\d+/contract", watcher.open("/matches/1").html)


def test_from_the_last_third_on_each_page_says_what_a_seat_needs(begin):
    """Tribello with two deals to come: Anna −4, Bruno 0, Carla +4."""
    table = tribello_before(11, [2, 4, 7], begin)
    sentence = "Gain 9 on Carla and 5 on Bruno in 2 deals"

    for page in (table.open("/stakes"), table.open("/follow")):
        assert page.says(
            "Everybody can still win",
            "Carla leads by 4. 2 deals left.",
            "behind by can gain",
            "Carla +4 leads by 4",
            "Bruno 0 4 28",
            "the most one can gain on another",
            "Deal 11 · Nullo 16",
        )
    assert 'href="?seat=1"' in table.open("/follow").html
    assert table.open("/follow?seat=1").says(
        sentence,
        "Both are Nullo. Enough in the two together:",
        "tricks in both deals, 26 in all",
        "Anna limits 6 + 4 5 at most",
        "Carla limits 4 + 3 6 more than Anna",
        "most Anna can gain on Carla on Bruno",
        "Together 29 27",
        "8 on Carla or 4 on Bruno would be a tie.",
    )
    assert table.open("/table").says(sentence, "Lose no more than 3 on Bruno in 2 deals")


def test_the_last_deal_says_what_is_enough(watcher, last_deal):
    page = watcher.open("/matches/1?seat=1")
    assert followed(page) == "Anna"
    assert page.says(
        "Anna · what do I need?",
        "You are 9 ahead of Bruno and 9 ahead of Carla.",
        "tricks you take you win",
        "at most 6 −2 to +4 enough 7 −3 enough, perhaps shared",
    )

    # Without a script it comes again, and says nothing of how fresh it is.
    assert '<noscript><meta http-equiv="refresh"' in page.html
    assert not page.says("live")

    last_deal.answer([3, 4, 6])
    page = watcher.open("/matches/1?seat=1")
    assert page.says("Anna wins")
    assert "/matches/1/picture.svg" in page.links
    assert watcher.open("/matches/1/picture.svg").status == 200
    assert not page.says("Again")


def test_the_seat_is_remembered_on_this_phone_for_this_match(watcher, begin):
    watcher.open("/matches/1?seat=2")

    assert followed(watcher.open("/matches/1")) == "Bruno"
    assert followed(watcher.open("/matches/1/follow")) == "Bruno"
    cookie = watcher.client.get_cookie("seat", path=f"{CLUB}/matches/1")
    assert (cookie.value, cookie.http_only, cookie.same_site) == ("2", True, "Lax")
    assert followed(watcher.open("/matches/1?seat=3")) == "Carla"


def test_a_seat_that_is_not_there_is_nobodys(begin, app):
    begin("tribello")
    for seat in ("0", "9", "4", "x", "²", "-1", "1" * 4000, '"><script>'):
        page = watcher_of(app).open(f"/matches/1?seat={seat}")

        assert (page.status, followed(page)) == (200, None), seat


def test_it_follows_by_itself_and_each_seat_is_a_part_that_is_drawn_once(watcher, last_deal):
    line = last_deal.last_line
    page = watcher.open(f"/matches/1?seat=1&after={line - 1}", headers=HTMX)

    assert f'data-live="/matches/1/live" data-line="{line}"' in page.html
    assert 'data-saved="11"' in page.html
    assert "<html" not in page.html
    assert watcher.open(f"/matches/1?seat=1&after={line}", headers=HTMX).status == 204
    first, other, again = (
        watcher.open(f"/matches/1?seat={seat}&after=0", headers=HTMX).html for seat in (1, 2, 1)
    )
    assert first == again != other


def test_who_keeps_the_score_can_follow_a_seat_too(last_deal):
    page = last_deal.open("/follow?seat=1")

    assert followed(page) == "Anna"
    assert not page.says("You are watching")
    assert f"{last_deal.path}/follow" in last_deal.open("/more").links
    assert page.says("Play Sheet Rules More")
    assert last_deal.open().has_form("/entries")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_to_aim_for_and_shows_its_end(game, begin, app, rng):
    table, over = begin(game), keep(app, play_at_random(GAMES[game], rng))
    first, last = table.open("/follow?seat=1"), over.open("/follow?seat=1")

    assert (first.status, last.status) == (200, 200)
    standing = table.standing
    assert first.says(need_of(standing, standing.sides[0]).answer)
    assert f"{over.path}/picture.svg" in last.links


def test_names_are_kept_apart_from_the_words_around_them(begin):
    page = begin("tribello", ["<b>Eve", "דנה", "Carla"]).open("/follow?seat=1")

    assert "<b>Eve" not in page.html
    assert {"<b>Eve", "דנה", "Carla"} <= set(page.isolated)
    assert not begin("torite").open("/follow?seat=1").says("Too early to tell.")
