"""Texts, names and cards as HTML, and the options of Jinja, for what is shown and what is printed.

Pages (`app.web.core.page.text`) and paper (`app.paper.html`) say how each draws suits and marks up
names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from jinja2 import StrictUndefined
from markupsafe import Markup, escape

from app.languages import ENGLISH, Language, current_language, plain, with_court_cards
from app.scoring import Card, Seat, Side, Signed, Text, say
from app.scoring.model.cards import CardNumbers, CardRank, CardSymbols
from app.scoring.model.seats import join_partners
from app.scoring.model.text import (
    POP_DIRECTIONAL_ISOLATE,
    Name,
    Numerals,
    PlainNumber,
    WrittenNumber,
    runs_right_to_left,
)

BETWEEN = r"(?:[\N{NO-BREAK SPACE} ]·[\N{NO-BREAK SPACE} ]|\N{NON-BREAKING HYPHEN})"
SIGN = r"[+\N{MINUS SIGN}]"
NUMBERS = re.compile(
    r"(?P<drawn><text\b[^<>]*>)(?P<alone>\d+)(?=</text>)|<[^<>]*>|&#?\w+;|\d+(?=[♠♥♦♣])|"
    rf"(?P<row>{SIGN}?\d+(?:{BETWEEN}{SIGN}?\d+)+|{SIGN}\d+)|(?P<one>\d+(?:\.\d+)?)"
)
"""A number alone in a drawing; what stays as it is: tags, entities, and cards, which have our
digits; numbers with signs or in a row; and other numbers."""
RANK = re.compile(r' class="(?:spade|heart|diamond|club|soft)"')
"""What is a card in a drawing, on the table or not yet."""
ARABIC_ZERO = "\N{ARABIC-INDIC DIGIT ZERO}"
"""It is a dot, between which no dots can stand."""
LEFT_TO_RIGHT_ISOLATE, LEFT_TO_RIGHT_MARK = "\u2066", "\N{LEFT-TO-RIGHT MARK}"
DIGITS = re.compile(r"\d+")


def language_of(tag: str) -> Language:
    """Return the language of words that stand among those of the current one: English, unless they
    are translated."""
    reader = current_language()
    return reader if tag == reader.tag else with_court_cards(ENGLISH, reader.court_cards)


def lang_attributes(tag: str) -> Markup:
    """Return the attributes of an element with such words, none if it is the current language."""
    language = language_of(tag)
    if language.tag == current_language().tag:
        return Markup()
    return Markup(' lang="{}" dir="{}"').format(language.tag, language.direction)


def both_names(name: Any) -> Any:
    """Return a name of a game, or of what is played in it, with the one in Latin letters behind it
    where the reader wants both; as HTML, in which that is another language."""
    language = current_language()
    has_two = language.reads_both and isinstance(name, Text)
    latin = language.latin_name(name) if has_two else ""
    if not latin:
        return name
    shown = Markup(
        '{} <span class="between">·</span> <bdi lang="{}" dir="{}" translate="no">{}</bdi>'
    )
    return shown.format(plain(name), ENGLISH.tag, ENGLISH.direction, latin)


def written_numbers(html: str, language: Language) -> str:
    """Return HTML whose numbers have the digits of the language, and stand as they do in English:
    where lines run from right to left, ``+3 · −3`` would be turned."""
    if language.direction == ENGLISH.direction and language.digits == ENGLISH.digits:
        return html
    digits = str.maketrans(ENGLISH.digits, language.digits)

    def written(number: re.Match[str]) -> str:
        if number["drawn"] and not RANK.search(number["drawn"]):
            return number["drawn"] + number["alone"].translate(digits)
        if not (number["row"] or number["one"]):
            return number[0]
        words = number[0].translate(digits)
        if number["one"]:
            return words.replace(".", language.shape.decimal)
        if language.direction == ENGLISH.direction:
            return words
        if language.digits.startswith(ARABIC_ZERO):
            words = words.replace("·", "/")
        return left_to_right(words)

    return NUMBERS.sub(written, html)


def left_to_right(numbers: str) -> str:
    """Return numbers with their signs, and what is between them, as they stand in English.

    An isolate alone would not do: what is between numbers in Arabic digits runs as Arabic letters
    do, and their order with it.
    """
    marked = DIGITS.sub(rf"{LEFT_TO_RIGHT_MARK}\g<0>{LEFT_TO_RIGHT_MARK}", numbers)
    return f"{LEFT_TO_RIGHT_ISOLATE}{marked}{POP_DIRECTIONAL_ISOLATE}"


@dataclass(frozen=True)
class TextHtml:
    """Formats texts as HTML, in the current language.

    `template` returns the template of a text in that language, with its suits drawn. `name`, `card`
    and `signed` return a name, a card and a number with its sign; a name does not change the
    direction of the words around it.
    """

    template: Callable[[Text], str]
    name: Callable[[str], str]
    card: Callable[[Card | CardNumbers | CardSymbols], str]
    signed: Callable[[WrittenNumber], str]

    @property
    def jinja_options(self) -> dict[str, Any]:
        """The options of a Jinja environment: what it prints is formatted, and an undefined
        variable is an error."""
        return {
            "finalize": self.finalize,
            "undefined": StrictUndefined,
            "trim_blocks": True,
            "lstrip_blocks": True,
        }

    def finalize(self, value: Any) -> Any:
        """Return texts, names and numbers with a sign as HTML. Jinja escapes all else."""
        if isinstance(value, Text) and not value.parts:  # as most are
            return Markup(self.template(value))
        kinds = (Text, Seat, Side, Signed, PlainNumber, WrittenNumber, Numerals, list, tuple)
        if not isinstance(value, kinds):
            return value
        return Markup(say(value, current_language(), self.part, self.template))

    def digits(self, value: Any) -> Any:
        """Return a number without a sign or a thousand, such as that of a deal, or what is typed
        into a field, in the digits of the reader; anything else as it is."""
        return current_language().in_digits(str(value)) if type(value) in (int, str) else value

    def say(self, value: Any) -> str:
        """Return words, names, numbers or a list of them as HTML."""
        return say(value, current_language(), self.part, self.template)

    def bold(self, value: Any) -> Markup:
        """Return a part of a text in bold, for `_("{n} of {all}", n=ahead | bold, all=met)`."""
        return Markup("<b>{}</b>").format(Markup(self.say(value)))

    def in_a_row(self, values: Iterable[Any], between: str = "|") -> Markup:
        """Join texts and names as HTML: in an attribute, from which a script takes the one that it
        needs, or with words or signs between them."""
        return Markup(between.join([self.say(value) for value in values]))

    def part(self, value: Any) -> str:
        """Return a part of a text as HTML."""
        if type(value) is str and value.isascii():  # as most numbers and words are
            return str(escape(value))
        if isinstance(value, Seat):
            label = value.label
            return self.name(label if isinstance(label, str) else self.template(label))
        if isinstance(value, Side):
            return join_partners(map(self.part, value.seats), "&amp;")
        if isinstance(value, Card | CardNumbers | CardSymbols):
            return self.card(value)
        if isinstance(value, WrittenNumber):
            return self.signed(value)
        if isinstance(value, CardRank):
            return f'<span class="suit">{escape(current_language().rank(value))}</span>'
        if isinstance(value, Name) or (type(value) is str and runs_right_to_left(value)):
            return self.name(value)
        return str(escape(value))
