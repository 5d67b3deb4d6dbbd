"""Every screen looks in WebKit and Firefox as it does in Chromium: what stands in it has the same
box there, and nothing is cut off, covered or too small that is not in Chromium."""

from pathlib import Path

import pytest

from tests.browser.engines.page import Page
from tools.screens.sight import faults
from tools.screens.table import SCREENS

SIZES = ((390, 664), (664, 390))
LEGENDS_IN_A_COLUMN = "rulings: trico: score?deck=symbols&players=1&cards.0.0.has.spade=on&settle=1"
OFTEN = {
    *("tribello: count, last row", "trex: queens, half", "italian whist: first hand, filled"),
    *("torite: cards left, half", "trico: symbols, one card", "notices: two answers"),
    *("corrections: trex: contract", "match: sheet", "follow: a seat, last deal"),
    *("outcome: trex: won", "rules: settle over trex", "rulings: trex: double"),
    LEGENDS_IN_A_COLUMN,
    *("club: person, Trex", "paper sheet: as drawn", "whole club: file, who is who"),
}
"""One screen of each kind."""
BREAKS_ELSEWHERE = {
    *("rules: a section", "club: deleted matches", "club: evening, long names"),
    "whole club: whole, being made",
}
"""Where a line ends with another word there, and so what is beside it has another place."""
ANOTHER = "/nothing/here"
"""A page of the server, in the place of which a screen is laid out."""


def script(name):
    return Path(__file__).with_name(name).read_text("utf-8").partition("\n")[2].strip()


WRITE_DOWN, BOXES = script("write_down.js"), script("boxes.js")
A_LINE = 26  # px: a text may need one more or less, as each engine rounds the width of its letters


@pytest.fixture
def laid_out(visitor, engine):
    """`laid_out(screen)` yields at each size the boxes and the faults of a screen in Chromium, and
    those in the engine."""
    other = Page(engine, visitor.address)

    def lay_out(screen):
        written = screen.place.arrive(visitor).evaluate(WRITE_DOWN)
        visitor.page.context.set_offline(False)
        for width, height in SIZES:
            seen = []
            for page in (visitor.page, other):
                page.set_viewport_size({"width": width, "height": height})
                page.goto(visitor.address + ANOTHER)
                boxes = page.evaluate(BOXES, written)
                seen += [boxes, faults(page, screen, (width, height))]
            yield seen

    return lay_out


def differing(boxes, others):
    """What has another box in the engine than in Chromium."""
    assert [name for name, *_ in boxes] == [name for name, *_ in others]
    for (name, words, *box), (_name, _words, *other) in zip(boxes, others, strict=True):
        # Of a choice its label is seen.
        is_seen = box[2] < box[3] and not name.startswith("input")
        if is_seen and any(abs(a - b) > A_LINE for a, b in zip(box, other, strict=True)):
            yield f"{name} “{words}”: {box} and {other}"


def screens():
    for screen in SCREENS:
        marks = [] if str(screen) in OFTEN else [pytest.mark.long]
        yield pytest.param(screen, id=str(screen), marks=marks)


@pytest.mark.parametrize("screen", [*screens()])
def test_a_screen_is_laid_out_as_in_chromium(screen, laid_out):
    for boxes, usual, others, faults_there in laid_out(screen):
        if str(screen) not in BREAKS_ELSEWHERE:
            assert [*differing(boxes, others)] == []
        assert [fault for fault in faults_there if fault not in usual] == []
