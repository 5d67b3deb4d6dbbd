"""A match to look back on: who won, how it went and every deal, always on one page."""

import random
import re
from functools import cache

import pytest

from app.games import GAMES
from app.paper.html import PAPERS
from app.paper.keepsake import Keepsake
from app.scoring import Event, Match
from testkit.play import Played, play_at_random
from testkit.printed import NAMES, WHOLE, Leaves, needs_pango
from tools.screens.games import trex

pytestmark = [needs_pango, pytest.mark.usefixtures("no_warnings")]

PLAYERS = ["Sami", "Lea", "Old Georg", "Marlene"]
WINDY = ["Abdelrahman von Hohenstaufen", "李小龙", "さくら", "José María de la Cruz y Sanz"]
FOREIGN = ["李小龙", "محمد", "José María", "さくら"]
THERE, BACK = ([5, 3, 1], [2, 3, 4]), ([2, 3, 4], [5, 3, 1])
CLOCK = {"started": "2026-11-27T18:00:00+00:00", "utc_offset": 60}


@cache
def whole_trex():
    """A match of twenty deals that Marlene won in the last."""
    played = Played(GAMES["trex"], PLAYERS)
    for answer in ({}, *trex.PLAYED):
        played.answer(answer)
    return played.match


@cache
def whist(deals):
    """Italian Whist that was ended after so many deals, with all level after each second one."""
    played = Played(GAMES["italian_whist"], PLAYERS[:3])
    played.answer({"upper": 99, "lower": -99})
    for number in range(deals):
        for answer in (THERE, BACK)[number % 2]:
            played.answer(answer)
    return played.match.accept(Event("end"))


def with_names(match, names):
    return Match(match.game, names[: len(match.players)], match.log, **CLOCK)


def page_of(match, paper="a5", **about):
    """The only page, on which nothing leaves the paper or lies over the foot."""
    (leaf,) = Leaves(Keepsake(match, **about).lay_out(paper)).leaves
    for article in leaf.all("article"):
        (foot,) = article.all("footer")
        for part in article.children:
            if part.tag != "footer":
                assert part.bottom <= foot.top + 0.5, part.tag
        assert foot.bottom <= leaf.height
    return leaf


@pytest.mark.parametrize("paper", PAPERS)
def test_a_whole_match_is_one_page_of_every_paper(paper):
    page = page_of(whole_trex(), paper)

    assert (round(page.width), round(page.height)) == WHOLE[paper]
    assert len(page.all("article")) == (2 if paper == "a5-two-up" else 1)


def test_it_says_who_won_when_and_where_how_it_went_and_what_each_deal_brought():
    page = page_of(with_names(whole_trex(), PLAYERS), place="at Old Georg’s")

    for words in (
        "Friday 27 November 2026 · at Old Georg’s",
        "Marlene wins",
        "by 40, in the last deal",
        "1 M Marlene +300",
        "4 O Old Georg −540",
        "Marlene was 75 behind Lea after deal 1. The last deal decided it:",
        "The best deal was deal 20, Trex, +200 for Marlene, the dearest deal",
        "20 deals · by the book · every kingdom adds up to 0",
    ):
        assert words in page.words
    assert "Before:" not in page.words
    deals = [row.words.split() for row in page.all("tr") if re.match(r"\d+ \D.* .?\d", row.words)]
    assert [deal[0] for deal in deals if len(deal) > 5] == [*map(str, range(1, 21))]


def test_without_an_evening_or_a_clock_there_is_no_empty_line():
    (when,) = page_of(whole_trex()).all("p", "when")

    assert when.words == ""


@pytest.mark.parametrize(
    ("deals", "columns", "rows"), [(1, 2, 1), (20, 2, 20), (21, 3, 21), (45, 3, 45), (46, 3, 10)]
)
def test_more_deals_have_three_columns_and_very_many_a_row_of_totals_for_each_fifth(
    deals, columns, rows
):
    keepsake = Keepsake(whist(deals))
    page_of(whist(deals))

    there = [row for column in keepsake.columns for row in column if row.deal]
    assert len(keepsake.columns) == min(columns, rows)
    assert len(there) == rows
    assert there[-1].deal.number == deals


@pytest.mark.parametrize("deals", [2, 3, 12, 33, 60, 200])
def test_however_many_deals_there_are_it_is_one_page(deals):
    assert page_of(whist(deals)).all("td", "points")


@pytest.mark.parametrize("names", [NAMES, FOREIGN, WINDY], ids=["long", "foreign", "both"])
@pytest.mark.parametrize("partners", [False, True])
def test_names_of_any_kind_fit_and_are_no_markup(names, partners):
    rules = {"partners": partners}
    match = play_at_random(GAMES["trex"], random.Random(2), rules=rules, mishaps=0).match
    page = page_of(with_names(match, names))
    page_of(with_names(whole_trex(), names))

    assert page.all("h1")
    if names is FOREIGN:
        assert all(name in page.words for name in names)


@pytest.mark.parametrize("name", ["Ann", "Clementine", "Bernadette", "MW" * 5, "Wilhelmina M. W."])
def test_what_the_winner_did_stands_beside_a_name_of_any_length_or_below_it(name):
    match = with_names(whole_trex(), [*PLAYERS[:3], name])
    page = page_of(match)

    (headline,) = page.all("h1")
    (named,), (verb,) = headline.all("span"), headline.all("small")
    assert headline.words == f"{name} wins"
    assert verb.right <= headline.right
    is_below = Keepsake(match).has_small_name
    assert verb.top >= named.bottom - 1 if is_below else verb.left > named.right


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_every_game_and_number_of_players_is_one_page(game, seed):
    for players in GAMES[game].players:
        match = play_at_random(GAMES[game], random.Random(seed), players=players).match
        words = page_of(match).words

        assert all(str(seat) in words for seat in match.standing.table.seats)


def test_a_tie_has_the_names_of_all_who_won():
    tied = page_of(whist(2))

    assert "Sami, Lea and Old Georg share the win" in tied.words


def test_a_game_that_all_win_together_has_its_dial_and_no_ranks():
    played = Played(GAMES["torite"], PLAYERS)
    for answer in ({}, [6, 4, 2, 0], ["KH", "7S", "9C", "5D"]):
        played.answer(answer)
    page = page_of(played.match)

    assert "Won together" in page.words
    assert "20 of 24" in page.words
    assert not page.all("table", "ranks")
