"""Text that leaves the page: names that are written the other way turn nothing around them."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from app.games import GAMES
from app.scoring import Signed, Table, _
from app.scoring.model.text import isolate, say_isolated
from tests.web.whole_club import TITLE, addresses, fill_club

NAMES = ["أحمد", "سارة", "Anna", "דנה"]
TURNED = [name for name in NAMES if not name.isascii()]
FLOWERS = ["Daisy", "Erika", "Jasmine", "Ivy"]
"""Names that are words too."""
VOID = {"input", "meta", "link", "br", "img", "hr", "use", "path", "circle", "rect", "line"}
FSI, PDI = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
RAW = {"value", "href", "action", "src", "data-name", "data-file", "content", "hx-vals"}
"""Attributes that hold a name as it is, for a form or an address."""
PLAIN_ELEMENTS = {"title", "option", "text", "tspan", "textarea"}
"""Elements in which no other element can isolate a name."""


class PlainText(HTMLParser):
    """What a page holds without markup: the texts of attributes, titles, options and pictures."""

    def __init__(self, html):
        super().__init__()
        self.texts, self._inside = [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self._inside.append(tag)
        self.texts += [(name, value or "") for name, value in attrs if name not in RAW]
        if tag in PLAIN_ELEMENTS:
            self.texts.append((tag, ""))

    def handle_endtag(self, tag):
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data):
        if PLAIN_ELEMENTS & set(self._inside):
            place, text = self.texts.pop()
            self.texts.append((place, text + data))


def open_names(text):
    """The names of the other direction in a text that may turn what stands beside them."""
    alone = text.strip()
    for name in (*TURNED, TITLE):
        text = text.replace(f"{FSI}{name}{PDI}", "")
    return [name for name in (*TURNED, TITLE) if name in text and alone != name]


@pytest.fixture
def phone_of(app, phone, rng):
    """A phone of a club of these people: matches of some games that are over, the first of them
    titled, and one that goes on."""
    return lambda names: fill_club(app, phone, rng, names)


@pytest.fixture
def phone_of_club(phone_of):
    """A phone of a club most of whose names run from right to left."""
    return phone_of(NAMES)


class Translated(HTMLParser):
    """What a browser's translation would change: the texts outside `translate=no`, and attributes
    that hold markup by mistake."""

    def __init__(self, html):
        super().__init__()
        self.texts, self.marked_up, self._open = [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        self.marked_up += [value for value in about.values() if "translate=" in (value or "")]
        if tag not in VOID:
            self._open.append((tag, about.get("translate") == "no"))

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not any(is_kept for _tag, is_kept in self._open) and not PLAIN_ELEMENTS & {
            tag for tag, _is_kept in self._open
        }:
            self.texts.append(data)


def test_a_browser_that_translates_a_page_leaves_names_and_points_as_they_are(app, phone_of):
    phone, changed = phone_of(FLOWERS), {}
    for path in addresses(app):
        response = phone.open(path).response
        if response.mimetype == "text/html":
            page = Translated(response.text)
            assert not page.marked_up, path
            words = " ".join(page.texts)
            # The rules are prose, in which numbers are words like others.
            points = () if "/rules/" in path else ("−25",)
            for name in (*FLOWERS, "♥", "♠", *points):
                found = re.search(rf".{{0,60}}{name}.{{0,60}}", words, re.DOTALL)
                changed |= {f"{name} at {path}": found[0]} if found else {}

    assert not changed, "\n".join(map(": ".join, changed.items()))


def plain_texts(page):
    """What a response holds without markup."""
    if page.response.mimetype in ("text/html", "image/svg+xml"):
        return [text for _place, text in PlainText(page.html).texts]
    return [page.html] if page.response.mimetype == "text/plain" else []


def test_names_of_the_other_direction_are_isolated_wherever_there_is_no_markup(app, phone_of_club):
    turned = {}
    for path in addresses(app):
        for text in plain_texts(phone_of_club.open(path)):
            turned |= {f"{name} at {path}": text[:200] for name in open_names(text)}

    assert not turned, "\n".join(map(": ".join, turned.items()))


def test_a_text_that_is_sent_gives_every_name_its_own_points():
    names = [isolate(name) for name in TURNED[:2]]
    [first, second] = Table(TURNED[:2]).seats
    ranks = [_("{place}. {side} {total}", place=1, side=first, total=Signed(1230))]
    ranks += [_("{place}. {side} {total}", place=2, side=second, total=Signed(-230))]

    words = say_isolated(_("{game}: {ranks}", game=GAMES["trex"].name, ranks=ranks))

    one, other, points, lost = map(isolate, ("1", "2", "+1,230", "−230"))
    assert words == f"Trex: {one}. {names[0]} {points}, {other}. {names[1]} {lost}"


def test_nothing_unseen_is_in_a_text_whose_names_all_run_with_its_words(phone, begin):
    page = begin("italian_whist", upper="5").play([9, 0, 0], [0, 5, 4]).open()

    assert "data-words=" in page.html
    assert not re.search("[\u2066-\u2069]", page.html)


@pytest.mark.parametrize("path", ["match.json", "match.csv"])
def test_what_other_programs_read_has_names_as_they_are(path, phone_of_club):
    page = phone_of_club.open(f"/matches/1/{path}")

    assert TURNED[0] in page.html
    assert not re.search("[\u2066-\u2069]", page.html + unquote(str(page.response.headers)))
