"""Two languages that nobody speaks, for tests: what is not in them was never translated.

Each text stands between ⟦ and ⟧, and every word is a third longer: in Latin letters with accents,
or in Arabic ones, from right to left. Parts, markup and cards stay, and so does a text without a
word, such as ``{first} · {second}``: its parts have their own signs, and more of them around would
only make it wider than it is in any language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from babel import Locale

from tools.messages.catalogues import Entry
from tools.messages.collect import Message
from tools.messages.compile import COMPILED, write
from tools.messages.languages import FILE, about, plural_of

ACCENTED = str.maketrans(
    "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghijklmnoprstuvwxyz",
    "ÂƁÇĎÉƑĜĤÎĴĶĻḾŃÖÞŔŠŢÛṼŴẊŶŽâƀçďéƒĝĥîĵķļḿńöþŕšţûṽŵẋŷž",
)
ARABIC = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ابكديفغهيجخلمنوپقرستعثشصطز")
KEPT = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&#?\w+;|(?:10|[2-9AKQJ])?[♠♥♦♣])")
"""What stands in a text and is no word of it."""
WORD = re.compile(r"[^\W\d_]+")
BEFORE, AFTER = "⟦⟧"


def accented(word: str) -> str:
    """A word in Latin letters with accents, a third longer."""
    return longer(word).translate(ACCENTED)


def arabic(word: str) -> str:
    """A word in Arabic letters, a third longer."""
    return longer(word).lower().translate(ARABIC)


def longer(word: str) -> str:
    """A word with its last letter repeated until it is a third longer."""
    return word + word[-1] * round(len(word) / 3)


LANGUAGES: dict[str, Callable[[str], str]] = {"en-XA": accented, "ar-XB": arabic}
"""How a word is written, by the tags that CLDR has for such languages."""

OTHER_NUMBERS = {
    "ar-XB": """
[other_numbers]
system = "arab"
group = "٬"
decimal = "٫"
percent = "٪"
digits = "٠١٢٣٤٥٦٧٨٩"
regions = "JO"
"""
}
"""The second shape of numbers of those that have one, as in `language.toml`."""


def in_pseudo(text: str, of_word: Callable[[str], str]) -> str:
    """A text with its words written so."""
    pieces = KEPT.split(text)
    if not any(map(WORD.search, pieces[::2])):
        return text
    pieces[::2] = [WORD.sub(lambda word: of_word(word[0]), piece) for piece in pieces[::2]]
    return f"{BEFORE}{''.join(pieces)}{AFTER}"


def write_pseudo(folder: Path, messages: Iterable[Message]) -> None:
    """Write both languages into a folder, as the app reads them."""
    for tag, of_word in LANGUAGES.items():
        locale = Locale(tag.partition("-")[0])
        plural = plural_of(locale)
        entries = [
            Entry(folder, id=message.id, plural=message.plural, forms=forms)
            for message in messages
            for forms in [forms_of(message, of_word, [*map(plural.first, range(plural.count))])]
        ]
        write(folder / tag / COMPILED, entries, plural)
        toml = about(locale, in_pseudo("Pseudo", of_word), whole=True)
        (folder / tag / FILE).write_text(f"{toml}{OTHER_NUMBERS.get(tag, '')}", "utf-8")


def forms_of(
    message: Message, of_word: Callable[[str], str], numbers: Iterable[int]
) -> dict[int, str]:
    """All forms of a message, of which each belongs to one of these numbers."""
    if message.plural is None:
        return {0: in_pseudo(message.id, of_word)}
    return {
        form: in_pseudo(message.id if number == 1 else message.plural, of_word)
        for form, number in enumerate(numbers)
    }
