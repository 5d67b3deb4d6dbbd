"""Arabic has six forms of a plural, and a number has its own on keys, in refusals and on paper."""

import html
import re

import pytest

from app.languages import installed_languages, override
from app.paper.blank import blank_sheet
from app.scoring import say
from app.scoring.model.text import _n
from app.web.core.services import services

TRICKS = {
    0: "بلا لطوش",
    1: "لطش واحد",
    2: "لطشان",
    3: "3 لطوش",
    10: "10 لطوش",
    11: "11 لطشًا",
    13: "13 لطشًا",
    99: "99 لطشًا",
    100: "100 لطش",
    103: "103 لطوش",
}


@pytest.mark.parametrize(("number", "words"), TRICKS.items())
def test_a_number_has_its_form(number, words):
    arabic = installed_languages()["ar"]

    assert say(_n("{n} trick", "{n} tricks", number), arabic) == words


@pytest.fixture
def slaps(begin):
    """A table that counts the tricks of Slaps, in Arabic."""
    table = begin("trex").play(0, "slaps")
    table.phone.send("/language", {"language": "ar"})
    return table


def test_save_says_what_is_left_in_its_form(slaps):
    page = html.unescape(slaps.open().html)

    said = next(each for each in re.findall(r'data-left="([^"]*)"', page) if "الباقي" in each)
    left = re.sub("[\u2068\u2069]", "", said).split("|")

    for number in (1, 2, 3, 10, 11, 13):
        assert left[number] == f"الباقي: {TRICKS[number]}"


@pytest.mark.parametrize("number", [1, 2, 3, 10, 11])
def test_a_refusal_says_what_is_missing_in_its_form(slaps, number):
    page = slaps.answer([13 - number, 0, 0, 0])

    assert page.status == 422
    assert TRICKS[number] in re.sub("[\u2068\u2069]", "", page.text)


@pytest.mark.parametrize(
    ("variant", "words"), [("alone", "20 جولة"), ("complex", "8 جولات")], ids=["20", "8"]
)
def test_paper_says_the_deals_in_their_form(variant, words, app):
    with override(installed_languages()["ar"]):
        sheet = blank_sheet("trex", variant, "a4", services(app).rulebooks["ar"]).html

    assert words in re.sub("<[^>]*>|[\u2066-\u2069]", "", sheet)
