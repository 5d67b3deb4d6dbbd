"""Symbols in one file, fetched once; suits are shapes for the eye and words for the ear."""

import re

from app import symbols

USED = re.compile(r'<use href="([^"#]+)#([\w-]+)"')
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


def test_a_page_draws_from_one_file_that_has_what_it_names(begin):
    page = begin("trex").play(0, "queens").open()
    used = USED.findall(page.html)

    assert len({address for address, _name in used}) == 1
    assert {name for _address, name in used} <= symbols.symbols().keys()


def test_the_file_comes_compressed_and_is_kept_for_good_as_its_address_changes_with_it(phone):
    address = USED.search(phone.open("/").html)[1]
    response = phone.client.get(address)
    assert response.mimetype == "image/svg+xml"
    assert "immutable" in response.headers["Cache-Control"]
    assert response.get_data(as_text=True) == symbols.sprite()

    response = phone.client.get("/icons.svg", headers={"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert len(response.data) < 5_000


def test_what_carries_meaning_says_it_and_what_points_is_mirrored(phone):
    with phone.app.test_request_context("/"):
        icon = phone.app.jinja_env.globals["icon"]

        assert '<span class="hidden">Undo</span>' in icon("undo", "Undo")
        assert 'class="symbol mirrored"' in icon("undo")
        assert 'class="symbol heart"' in icon("heart")
        assert 'class="symbol"' in icon("settle")
