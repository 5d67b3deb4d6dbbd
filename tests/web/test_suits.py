"""Suits in sentences: shapes for the eye, words for the ear."""

import re

TREX = ["Anna ♥", "Bruno", "Carla", "Dino"]


def drawn(page):
    """The names of all suits and cards that are drawn in the sentences of a page."""
    return re.findall(r'<i class="suit" role="img" aria-label="([^"]+)"', page.html)


def test_cards_in_a_question_are_drawn_and_named(begin):
    table = begin("trex", TREX)
    page = table.open()
    assert "7 of Hearts" in drawn(page)
    assert page.says("Who holds the 7♥")
    # A suit in a name stays as it was typed.
    assert "<bdi>Anna ♥</bdi>" in page.html

    page = table.play(0, "queens").open()
    assert drawn(page)[:4] == [f"queen of {s}" for s in ("Spades", "Hearts", "Diamonds", "Clubs")]
    assert page.says("Show Q♠, Q♥, Q♦, Q♣ now")


def test_no_page_leaves_a_suit_to_the_letters_of_the_phone(begin, phone):
    table = begin("trex").play(0, "king", {"KH": 1}, 2)
    rules = phone.open("/rules/trex")

    assert "king of Hearts" in drawn(rules)
    for page in (rules, *(table.open(path) for path in ("", "/deals/1", "/log"))):
        assert not re.search("[♠♥♦♣]", page.html)


def test_the_suit_that_is_trumps_is_drawn_beside_its_name(begin):
    page = begin("tribello").play("hearts").open()

    assert re.search(r'class="deal[^"]*">.*?#heart.*?<b data-played>Hearts</b>', page.html, re.S)
