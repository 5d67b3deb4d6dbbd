"""The drawings of the rules pages: every one is used, is said in words, and follows the look."""

import re
import xml.etree.ElementTree as ET

import pytest

from app.games.torite.scores import PATTERNS
from tests.rules_pages import DIAGRAMS, PAGES, lines

FILES = sorted(DIAGRAMS.glob("*.svg"))
CAPTION = re.compile(r"!\[(?P<caption>[^]]+)\]\(diagrams/(?P<name>[a-z-]+)\.svg\)")
WIDTH = 340
"""The width of a drawing on a small phone, in pixels: a unit is a pixel there."""
SMALLEST_TEXT = 12

CLASSES = {"ink", "soft", "accent", "paper", "line", "heart", "spade", "diamond", "club"}
ATTRIBUTES = {
    *("class", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "width", "height"),
    *("id", "href", "transform", "fill", "fill-opacity", "font-size", "font-weight"),
    *("stroke-width", "stroke-dasharray", "stroke-opacity", "text-anchor", "viewBox"),
}
ELEMENTS = {"svg", "g", "defs", "path", "rect", "circle", "text", "use"}
SUITS = set("♠♥♦♣")

every_drawing = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def parts(path):
    """Every element of a drawing with its bare name."""
    for element in ET.parse(path).iter():
        yield element.tag.removeprefix("{http://www.w3.org/2000/svg}"), element


def test_every_drawing_is_shown_once_on_a_line_of_the_page_of_its_name_and_said_in_words():
    shown = []
    for page in PAGES:
        for line in lines(page):
            caption = CAPTION.fullmatch(line.text)
            assert ("![" in line.text) == bool(caption), line
            if caption:
                shown.append(caption["name"])
                assert caption["name"].startswith(page.replace("_", "-"))
                assert len(caption["caption"].split()) >= 15, line
                assert caption["caption"].endswith("."), line
                assert not (SUITS | {*"{}"}) & {*caption["caption"]}, "suits are named to be heard"

    assert sorted(shown) == [path.stem for path in FILES]
    assert len(FILES) >= 12


@every_drawing
def test_a_drawing_is_small_plain_svg_that_takes_its_colours_from_the_page(path):
    for name, element in parts(path):
        assert name in ELEMENTS, name
        assert element.attrib.keys() <= ATTRIBUTES, (name, element.attrib)
        assert set(element.get("class", "ink").split()) <= CLASSES
        assert element.get("fill", "none") == "none"
    assert path.stat().st_size <= 10_000


@every_drawing
def test_a_drawing_fits_any_width_and_its_words_can_be_read_on_a_phone(path):
    root = ET.parse(path).getroot()

    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top, width) == (0, 0, WIDTH)
    assert 120 <= height <= 300
    assert not root.attrib.keys() & {"width", "height", "style"}
    for text in (element for name, element in parts(path) if name == "text"):
        assert float(text.attrib["font-size"]) >= SMALLEST_TEXT
        assert not SUITS & set(text.text or ""), "suits are shapes here"
        assert text.get("class") in CLASSES - {"paper", "line"}


def test_names_in_a_drawing_are_its_own_and_its_suits_those_of_the_rest_of_the_app():
    symbols = (DIAGRAMS.parent.parent / "static" / "symbols.svg").read_text("utf-8")
    shapes = dict(re.findall(r'<symbol id="(\w+)"[^>]*><path d="([^"]+)"', symbols))

    for path in FILES:
        named = {e.attrib["id"]: e for _name, e in parts(path) if "id" in e.attrib}
        used = {e.attrib["href"].removeprefix("#") for name, e in parts(path) if name == "use"}
        assert used == named.keys()
        for name, element in named.items():
            assert name.startswith(f"{path.stem}-")
            if element.tag.endswith("path"):
                assert element.attrib["d"] == shapes[name.split("-")[-1]]


def test_the_trick_patterns_that_are_drawn_are_those_that_win():
    drawing = list(parts(DIAGRAMS / "torite-patterns.svg"))

    drawn = [int(e.text) for name, e in drawing if name == "text" and e.text.isdigit()]
    assert drawn == [*PATTERNS[4], *PATTERNS[3], *PATTERNS[2], *PATTERNS[2][::-1]]
    assert sum(name == "rect" for name, _element in drawing) == sum(drawn)
