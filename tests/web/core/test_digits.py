"""A page has digits of one kind: 0–9, or those that the reader's language has beside them."""

import json
import re
from html.parser import HTMLParser

import pytest

from app.games import GAMES
from app.web.core.services import services
from testkit.match import TEN_NAMES
from testkit.play import keep_in, play_at_random
from tests.web.whole_club import addresses, all_paper, fill_club
from tools.messages.untranslated import VOID, has_words
from tools.screens.table import moments

OURS, THEIRS = "0123456789", "٠١٢٣٤٥٦٧٨٩"
NAMES = ["دعاء", "مروان", "Ben", "Cleo"]
CARD = "suit"
"""The class of a card, which has the rank that it has in every pack."""
CARD_ON_PAPER = re.compile(
    r'\b\d+(?=(?:<span class="red">)?[♠♥♦♣])|\b\d+(?=<svg[^>]*class="symbol")'
)
"""The same on paper, where a suit is a letter or a drawing behind it."""
TITLES = ("👍🏽 1", "2 × 3")
"""What people have written themselves."""
KEYS = {
    *("again", "changed", "count", "own", "of", "was", "step", "total", "seat", "least", "low"),
    *("high", "deal", "row", "number", "saved", "longest", "worths", "sign", "numbers", "after"),
    *("points", "fits", "old", "most", "sizes", "players", "name", "now"),
}
"""What scripts calculate with or send, each after ``data-``."""


class DigitsShown(HTMLParser):
    """Reads HTML or SVG; `found` are the texts with these digits that a person sees or hears."""

    def __init__(self, html, digits):
        super().__init__()
        self.digits, self.found, self.open = digits, [], []
        self.language = None
        self.feed(CARD_ON_PAPER.sub("", html))
        self.close()

    def handle_starttag(self, tag, attrs):
        about = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = about.get("lang")
        classes = set(about.get("class", "").split())
        kept = bool(self.open and self.open[-1][1]) or tag in ("script", "style", "template")
        kept = kept or about.get("lang", self.language) != self.language or CARD in classes
        kept = kept or about.get("name") == "digits"
        if not kept:
            for name, value in about.items():
                if name.removeprefix("data-") not in KEYS and has_words(tag, name, about):
                    self.read(f"{tag}[{name}]", value)
        if tag not in VOID:
            self.open.append((tag, kept))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if any(tag == each for each, _kept in self.open):
            while self.open.pop()[0] != tag:
                pass

    def handle_data(self, data):
        if not (self.open and self.open[-1][1]):
            self.read(self.open[-1][0] if self.open else "page", data)

    def read(self, place, words):
        if words.startswith('{"'):
            words = json.dumps(json.loads(words), ensure_ascii=False)
        for title in TITLES:
            words = words.replace(title, "")
        if any(digit in words for digit in self.digits):
            self.found.append(f"{place}: {' '.join(words.split())[:120]}")


@pytest.fixture(params=["arab", "latn"])
def shape(request, app, pseudo_languages, phone):
    """Digits that a phone has chosen, and those that it is not to be shown."""
    services(app).languages = pseudo_languages
    phone.send("/language", {"language": "ar-XB"})
    phone.send("/language/digits", {"digits": request.param})
    return OURS if request.param == "arab" else THEIRS


def digits_at(phone, paths, others):
    found = {}
    for path in paths:
        response = phone.open(path).response
        if response.mimetype in ("text/html", "image/svg+xml") and response.status_code < 300:
            for words in DigitsShown(response.text, others).found:
                found.setdefault(words, path)
    return [f"{path}: {words}" for words, path in found.items()]


@pytest.mark.every_door
def test_every_page_has_digits_of_one_kind(app, phone, rng, shape):
    first_visit = digits_at(phone, ["/", "/matches/new?game=trex"], shape)
    fill_club(app, phone, rng, NAMES)
    unlike = keep_in(app.config["DATABASE"], play_at_random(GAMES["trico"], rng, players=2).match)

    assert first_visit == []
    assert digits_at(phone, [*addresses(app), *merges(phone, unlike)], shape) == []


def merges(phone, match_id):
    """The pages that say what becomes of two players who are one."""
    people = [*range(1, 9)]
    return [f"/players/{one}/merge?into={other}" for one in people for other in people[:4]]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_question_has_digits_of_one_kind(game, app, phone, rng, shape):
    match = play_at_random(game, rng).match
    paths = []
    for moment in moments(match):
        number = keep_in(app.config["DATABASE"], moment)
        paths += [f"/matches/{number}", *(f"/matches/{number}/{it}" for it in ("next", "table"))]
    number = keep_in(app.config["DATABASE"], match)
    for answered in match.standing.answered:
        prompt = answered.prompt
        paths.append(f"/matches/{number}/deals/{prompt.deal}/{prompt.key}")

    assert digits_at(phone, [*dict.fromkeys(paths)][:60], shape) == []


def test_all_paper_has_digits_of_one_kind(app, phone, rng, shape, printed):
    paths = all_paper(app, phone, rng, TEN_NAMES)

    found = {}
    for path in paths:
        printed.clear()
        phone.open(path)
        for html in printed:
            for words in DigitsShown(html, shape).found:
                found.setdefault(words, path)

    assert [f"{path}: {words}" for words, path in found.items()] == []
