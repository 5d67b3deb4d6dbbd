"""Suits in sentences: shapes for the eye, words for the ear."""

from __future__ import annotations

import re

import pytest

TREX = ["Anna ♥", "Bruno", "Carla", "Dino"]


def drawn(page):
    """The names of all suits and cards that are drawn in the sentences of a page."""
    return re.findall(r'<i class="suit" role="img" aria-label="([^"]+)"', page.html)


def test_a_card_in_a_question_is_drawn_and_named(begin):
    page = begin("trex").open()

    assert "7 of Hearts" in drawn(page)
    assert page.says("Who holds the 7♥")


def test_cards_that_are_parts_of_a_sentence_are_drawn_and_named(begin):
    page = begin("trex").play(0, "queens").open()

    assert drawn(page)[:4] == [f"queen of {s}" for s in ("Spades", "Hearts", "Diamonds", "Clubs")]
    assert page.says("Show Q♠, Q♥, Q♦, Q♣ now")


@pytest.mark.parametrize("way", ["", "/deals/1", "/log"])
def test_no_page_of_a_match_leaves_a_suit_to_the_letters_of_the_phone(way, begin):
    table = begin("trex").play(0, "king", {"KH": 1}, 2)

    page = table.open(way)

    assert not re.search("[♠♥♦♣]", page.html)


def test_a_suit_in_a_name_stays_as_it_was_typed(begin):
    page = begin("trex", TREX).open()

    assert "<bdi>Anna ♥</bdi>" in page.html


def test_the_suit_that_is_trumps_is_drawn_beside_its_name(begin):
    page = begin("tribello").play("hearts").open()

    assert re.search(r'class="deal[^"]*">.*?#heart.*?<b data-played>Hearts</b>', page.html, re.S)


def test_the_rules_draw_their_suits_too(phone):
    page = phone.open("/rules/trex")

    assert "king of Hearts" in drawn(page)
    assert not re.search("[♠♥♦♣]", page.html)
