"""The nine cards on paper: whole cards of the right size, with marks where they are cut."""

import pytest

from app.games.trico.house_rules import OURS
from app.languages import installed_languages, override
from app.paper.cards import cards
from app.paper.html import CARD_PAPERS
from testkit.printed import SIZES, Box, Leaves, needs_pango

pytestmark = [needs_pango, pytest.mark.usefixtures("no_warnings")]

UNPRINTABLE = 4.2
"""Millimetres along the edges of a page that many printers leave white."""

every_paper = pytest.mark.parametrize("paper", CARD_PAPERS)

SUN, WIDE = ["moon", "<b>sun</b>"], ["w" * 30, "dragonfly", "heart", "bell", "مرساة"]
THEIRS = {
    str(n): {"symbols": [*SUN, "spade"] if n % 2 else WIDE, "large": SUN if n == 5 else []}
    for n in range(1, 10)
}


def of_ours(paper="a4", **how):
    """The cards of our own deck."""
    return cards(OURS.faces, paper, name=OURS.name, label=OURS.label, **how)


def of_theirs(paper="a4", **how):
    """The cards of a deck that was entered."""
    return cards(THEIRS, paper, name="<i>Red</i> & co", **how)


@every_paper
@pytest.mark.parametrize("deck", [of_ours, of_theirs])
def test_nine_cards_fit_on_one_page_with_a_cut_mark_at_both_ends_of_every_edge(deck, paper):
    (page,) = Leaves(deck(paper)).leaves
    places = page.all(kind="place")
    across = {round(edge, 3) for card in places for edge in (card.left, card.right)}
    down = {round(edge, 3) for card in places for edge in (card.top, card.bottom)}
    width, height = SIZES[paper]
    inner = Box("", UNPRINTABLE, UNPRINTABLE, width - 2 * UNPRINTABLE, height - 2 * UNPRINTABLE)

    assert (page.width, page.height) == pytest.approx((width, height))
    assert [(card.width, card.height) for card in places] == [pytest.approx((63, 88))] * 9
    assert all(page.has(card, by=0) for card in places)
    for name in ("top", "bottom"):
        marks = sorted(mark.left + mark.width / 2 for mark in page.all(kind=name))
        assert marks == pytest.approx(sorted(across), abs=0.1)
    for name in ("left", "right"):
        marks = sorted(mark.top + mark.height / 2 for mark in page.all(kind=name))
        assert marks == pytest.approx(sorted(down), abs=0.1)
    for cut in page.all(kind="cut"):
        assert inner.has(cut, by=0)
        for card in places:
            beside = cut.left >= card.right or card.left >= cut.right
            assert beside or cut.top >= card.bottom or card.top >= cut.bottom


@every_paper
def test_the_backs_lie_just_behind_the_cards(paper):
    front, back = Leaves(of_ours(paper, backs=True)).leaves

    cards_there = sorted((card.top, card.left) for card in front.all(kind="place"))
    behind = sorted((card.top, SIZES[paper][0] - card.right) for card in back.all(kind="place"))
    assert behind == [pytest.approx(card, abs=0.1) for card in cards_there]


def test_what_is_on_a_card_stays_on_it():
    page = Leaves(of_theirs(backs=True))
    pips = page.all(kind="pip")

    assert len(pips) == 5 * 3 + 4 * 5
    assert all(any(card.has(pip, by=0) for card in page.all(kind="place")) for pip in pips)


def test_a_large_symbol_is_twice_as_wide_and_the_lower_ones_stand_on_their_heads():
    page = Leaves(of_ours())
    pips, large = page.all(kind="pip"), page.all(kind="large")
    middles = [card.top + card.height / 2 for card in page.all(kind="playing-card")]

    assert (len(pips), len(large)) == (8 * 3 + 5, 6)
    assert all(pip.width > 2 * min(pip.width for pip in pips) for pip in large)
    for pip in pips:
        is_low = any(5 < pip.top + pip.height / 2 - card < 44 for card in middles)
        assert bool(pip.style["transform"]) == is_low


def test_our_deck_says_on_the_page_and_on_every_card_that_it_is_ours():
    page = of_ours()

    assert page.title == "Tricktally house deck, not the published cards"
    assert "House deck – ours, not the published one" in page.html
    assert page.html.count("Tricktally house deck</p>") == 9
    assert page.html.count("underlined") == 4, "a six cannot be taken for a nine"


def test_a_deck_that_was_entered_does_not_claim_to_be_ours_and_has_words_for_what_is_not_drawn():
    page = of_theirs()

    assert page.title == "<i>Red</i> & co"
    assert "house" not in page.html.casefold()
    assert "&lt;i&gt;Red&lt;/i&gt; &amp; co" in page.html
    assert "<bdi>moon</bdi>" in page.html
    assert "<bdi>&lt;b&gt;sun&lt;/b&gt;</bdi>" in page.html
    assert "<title>spade</title>" in page.html


def test_the_back_is_named_in_the_language_of_each_print():
    printed = []
    for tag in ("fr", "en"):
        with override(installed_languages()[tag]):
            printed.append(of_ours(backs=True).html)

    assert ["Dos d’une carte" in html for html in printed] == [True, False]
    assert ["Back of a card" in html for html in printed] == [False, True]
