"""Every screen in two languages that nobody speaks, one a third longer and one from right to left:
nothing is in English, nothing is cut off, and what shows a real table is not mirrored."""

import re
from contextlib import ExitStack
from dataclasses import replace
from functools import cache

import pytest

from testkit.play import WORDS
from tools.messages.pseudo import LANGUAGES
from tools.messages.untranslated import untranslated
from tools.screens.sight import BROKEN, HOLD_TOAST, faults
from tools.screens.table import A_LONG_NAME, NOTE, SCREENS
from tools.screens.visitor import COMPANY, SIZES, visitor_of
from tools.screens.whole_club import LONG_NAME

BY_NAME = {str(screen): screen for screen in SCREENS}
CROWDED = [
    *("tribello: count, last row", "trex: slaps, filled", "trex: order, half"),
    *("trico: pick, half", "any game: round of four", "corrections: trex: slaps", "match: more"),
    *("club: evening with a leader", "club: players, opened", "outcome: trex: won"),
]
"""Where words have least room."""
TITLES = ("Queens", "Redeals", "Glossary", "Layout", "Settle")
GAMES_OF_PADS = (
    *("Skyjo", "Phase 10", "Wizard", "Canasta", "Rook", "Spades", "Rummy", "Uno", "Five Crowns"),
    *("Golf", "Skat", "Scopa", "Who owes whom", "3 + run of 4"),
)
TYPED = (
    *("Home", "Friday", "The Sunday Table", "Ben’s new flat", "Dua’s birthday", "Holiday deck"),
    *(NOTE, "Acorn Street", "Noor", "Cleo", "Tom", "Anna", "Li", "Bo", "Marwan K.", "Marlen"),
    *("Marlene Meier", "Dua brought knafeh", "Ben says eight", A_LONG_NAME, LONG_NAME, *COMPANY),
)
"""What people have typed in."""
INITIALS = ("Mw", "Ml")
KEPT = [
    *TYPED,
    *GAMES_OF_PADS,
    *TITLES,
    *WORDS,
    *INITIALS,
    "ABCDEF",
    "English",
    "format",
    "json",
    "matches",
]
LONG_WORD = re.compile(rf"{BROKEN}: \w{{8,}} ")
"""No word on a key is so long in a language that is spoken."""


@pytest.fixture(scope="session")
def visitors(browser, tmp_path_factory):
    """Someone at a server of their own in each language, who is there once asked for."""
    with ExitStack() as stack:
        new = tmp_path_factory.mktemp
        yield cache(lambda tag: stack.enter_context(visitor_of(browser, new(tag), language=tag)))


@pytest.fixture
def arrive(visitors):
    """Open a screen in a language: `arrive(tag, name)`."""
    there = []

    def open_screen(tag, name):
        there.append(visitors(tag))
        page = BY_NAME[name].place.arrive(there[-1])
        page.wait_for_load_state()
        page.evaluate(HOLD_TOAST)
        return page

    yield open_screen
    for visitor in there:
        visitor.leave()


def look(page, name, language):
    """What is in English on a screen, and what is cut off.

    The letters of the font that Arabic falls back to are half as wide again as on phones: with them
    a question in three lines needs scrolling on the narrowest.
    """
    screen = BY_NAME[name]
    in_any_language = replace(screen, place=replace(screen.place, says=()))
    sizes = SIZES[:1] if language.direction == "rtl" and screen.is_question else SIZES[:2]
    cut = [fault for size in sizes for fault in faults(page, in_any_language, size)]
    cut = [fault for fault in cut if not LONG_WORD.search(fault)]
    return [*untranslated(page.content(), language, KEPT), *cut]


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("name", CROWDED)
def test_a_crowded_screen_has_room_for_long_words(name, tag, arrive, pseudo_languages):
    assert look(arrive(tag, name), name, pseudo_languages[tag]) == []


@pytest.mark.long
@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("name", BY_NAME)
def test_every_screen_is_translated_and_has_room_for_long_words(
    name, tag, arrive, pseudo_languages
):
    assert look(arrive(tag, name), name, pseudo_languages[tag]) == []


FROM_LEFT = """(selector) => {
  const lefts = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    .map((one) => { const box = one.getBoundingClientRect(); return Math.round(box.left + box.right); });
  return [...lefts.keys()].sort((a, b) => lefts[a] - lefts[b] || a - b);
}"""  # noqa: E501
"""In which order the parts of a page stand from left to right."""


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("match: seats", ".sitter"),
        ("club: new trex", ".table .seat"),
        ("follow: table upright", "#table .seat"),
        ("tribello: count, last row", ".keypad .key"),
        ("any game: round of four", ".digit-keys .key"),
        ("torite: cards left, half", ".keypad .key"),
        ("rulings: trex: layout", ".of-row .option"),
        ("rulings: italian whist: trick", ".laid-pad .key"),
    ],
)
def test_what_shows_a_real_table_stands_as_it_does_in_english(name, parts, arrive):
    in_english, from_right_to_left = (
        arrive(tag, name).evaluate(FROM_LEFT, parts) for tag in ("en", "ar-XB")
    )

    assert len(in_english) > 2
    assert from_right_to_left == in_english
