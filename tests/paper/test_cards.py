"""The nine cards on paper: whole cards of the right size, with marks where they are cut."""

from __future__ import annotations

import logging

import pytest

from app.games.trico.house_rules import OURS
from app.paper.cards import cards
from app.paper.html import CARD_PAPERS
from tests.paper.pdf import SIZES, needs_pango
from tests.paper.printed import shared_renderer

pytestmark = needs_pango

UNPRINTABLE = 4.2
"""Millimetres along the edges of a page that many printers leave white."""

every_paper = pytest.mark.parametrize("paper", CARD_PAPERS)

THEIRS = {
    str(number): {
        "symbols": ["moon", "<b>sun</b>", "spade"]
        if number % 2
        else ["w" * 30, "dragonfly", "heart", "bell", "مرساة"],
        "large": ["moon", "<b>sun</b>"] if number == 5 else [],
    }
    for number in range(1, 10)
}


def pages_of(page):
    """The laid out pages."""
    return shared_renderer().lay_out(page).pages


def millimetres(pixels):
    return pixels * 25.4 / 96


def boxes(page, name):
    """Left, top, width and height in millimetres of all that has a class."""
    return [
        (
            millimetres(box.border_box_x()),
            millimetres(box.border_box_y()),
            millimetres(box.border_width()),
            millimetres(box.border_height()),
        )
        for box in page._page_box.descendants(placeholders=True)
        if box.element is not None and name in (box.element.get("class") or "").split()
    ]


def of_ours(paper, **how):
    """The cards of our own deck."""
    return cards(OURS.faces, paper, name=OURS.name, label=OURS.label, **how)


@every_paper
@pytest.mark.parametrize("deck", [OURS.faces, THEIRS], ids=["ours", "theirs"])
def test_nine_cards_fit_on_one_page(deck, paper):
    (page,) = pages_of(of_ours(paper) if deck is OURS.faces else cards(deck, paper, name="Theirs"))

    assert (millimetres(page.width), millimetres(page.height)) == pytest.approx(SIZES[paper])
    places = boxes(page, "place")
    assert len(places) == 9
    for left, top, width, height in places:
        assert (width, height) == pytest.approx((63, 88))
        assert left >= 0
        assert top >= 0
        assert left + width <= SIZES[paper][0]
        assert top + height <= SIZES[paper][1]


@every_paper
def test_every_edge_of_a_card_has_a_cut_mark_at_both_ends(paper):
    (page,) = pages_of(of_ours(paper))
    places = boxes(page, "place")
    across = sorted(
        {round(edge, 3) for left, _top, width, _h in places for edge in (left, left + width)}
    )
    down = sorted(
        {round(edge, 3) for _left, top, _w, height in places for edge in (top, top + height)}
    )

    for name in ("top", "bottom"):
        marks = sorted(left + width / 2 for left, _top, width, _h in boxes(page, name))
        assert marks == pytest.approx(across, abs=0.1)
    for name in ("left", "right"):
        marks = sorted(top + height / 2 for _left, top, _w, height in boxes(page, name))
        assert marks == pytest.approx(down, abs=0.1)
    for left, top, width, height in boxes(page, "cut"):
        assert left >= UNPRINTABLE
        assert top >= UNPRINTABLE
        assert left + width <= SIZES[paper][0] - UNPRINTABLE
        assert top + height <= SIZES[paper][1] - UNPRINTABLE
        assert not any(
            left < card[0] + card[2]
            and card[0] < left + width
            and top < card[1] + card[3]
            and card[1] < top + height
            for card in places
        )


@every_paper
def test_the_backs_lie_just_behind_the_cards(paper):
    front, back = pages_of(of_ours(paper, backs=True))
    width = SIZES[paper][0]

    behind = sorted((top, width - left - wide) for left, top, wide, _h in boxes(back, "place"))

    for card, its_back in zip(
        sorted((top, left) for left, top, _wide, _h in boxes(front, "place")), behind, strict=True
    ):
        assert its_back == pytest.approx(card, abs=0.1)


def test_what_is_on_a_card_stays_on_it():
    (page,) = pages_of(cards(THEIRS, "a4", name="Theirs"))
    places = boxes(page, "place")
    pips = boxes(page, "pip")

    assert len(pips) == 5 * 3 + 4 * 5
    for left, top, width, height in pips:
        assert any(
            card[0] <= left
            and left + width <= card[0] + card[2]
            and card[1] <= top
            and top + height <= card[1] + card[3]
            for card in places
        )


def test_a_large_symbol_is_twice_as_wide():
    (page,) = pages_of(of_ours("a4"))

    small = min(width for _l, _t, width, _h in boxes(page, "pip"))
    large = [width for _l, _t, width, _h in boxes(page, "large")]
    assert len(large) == 6
    assert all(width > 2 * small for width in large)


def test_the_lower_symbols_of_a_card_stand_on_their_heads():
    (page,) = pages_of(of_ours("a4"))
    middles = [top + height / 2 for _left, top, _w, height in boxes(page, "playing-card")]
    pips = [
        box
        for box in page._page_box.descendants(placeholders=True)
        if box.element is not None and "pip" in (box.element.get("class") or "").split()
    ]

    assert len(pips) == 8 * 3 + 5
    for pip in pips:
        middle = millimetres(pip.border_box_y() + pip.border_height() / 2)
        is_low = any(5 < middle - card < 44 for card in middles)
        assert bool(pip.style["transform"]) == is_low


def test_our_deck_says_on_the_page_and_on_every_card_that_it_is_ours():
    page = of_ours("a4")

    assert page.title == "Tricktally house deck, not the published cards"
    assert "House deck – ours, not the published one" in page.html
    assert page.html.count("Tricktally house deck</p>") == 9


def test_a_deck_that_was_entered_does_not_claim_to_be_ours():
    page = cards(THEIRS, "a4", name="<i>Red</i> & co")

    assert "house" not in page.html.casefold()
    assert "&lt;i&gt;Red&lt;/i&gt; &amp; co" in page.html
    assert page.title == "<i>Red</i> & co"


def test_a_symbol_without_a_drawing_is_printed_as_its_word():
    html = cards(THEIRS, "a4", name="Theirs").html

    assert "<bdi>moon</bdi>" in html
    assert "<bdi>&lt;b&gt;sun&lt;/b&gt;</bdi>" in html
    assert "<title>spade</title>" in html


def test_a_six_cannot_be_taken_for_a_nine():
    html = of_ours("a4").html

    assert html.count("underlined") == 4


@pytest.mark.parametrize("deck", [OURS.faces, THEIRS], ids=["ours", "theirs"])
def test_nothing_is_wrong_with_the_stylesheets(deck, caplog):
    with caplog.at_level(logging.WARNING, logger="weasyprint"):
        pages_of(cards(deck, "a4", name="Theirs", backs=True))

    assert [record.getMessage() for record in caplog.records] == []
