"""Internationalization (i18n) starts here: texts are gettext messages with named parts.

A text is a template and its parts. It is put into words, in the reader's language, only where a
person reads it. What nobody chose a language for (files, logs, the terminal) is in English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Translate = Callable[["Text"], str]
Show = Callable[[Any], str]
Conjunction = Literal["and", "or"]
Names = tuple[tuple[str, str], ...]
"""Pairs of a name and the one that a reader has chosen instead."""
NO_PARTS: Mapping[str, Any] = {}
COURT_CARDS = "KQJ"
"""The letters that stored cards and texts have for king, queen and jack."""


class Text:
    """A sentence with named parts, such as ``{dealer} leads.``

    A part may be a number, a name (a seat, a side or a plain string), another text, or a list of
    those. Nothing is put together before it is shown, so a page can translate the template, and
    mark every name as a name, without the games knowing.
    """

    __slots__ = ("parts", "template")

    plural: str | None = None

    def __init__(self, template: str, /, **parts: Any) -> None:
        self.template = template
        # Most have no parts, and a match keeps hundreds of them: those share a mapping.
        self.parts: Mapping[str, Any] = parts or NO_PARTS

    def with_parts(self, **parts: Any) -> Text:
        """Return the same sentence with these parts."""
        return Text(self.template, **parts)

    def __str__(self) -> str:
        return say(self)

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.template, self.plural, dict(self.parts)) == (
            other.template,
            other.plural,
            dict(other.parts),
        )

    # Parts may be lists, which have no hash; few texts differ in those alone.
    def __hash__(self) -> int:
        return hash(self.template)


class Counted(Text):
    """A text that depends on the number `n`: ``{n} trick`` or ``{n} tricks``."""

    __slots__ = ("plural",)

    def __init__(self, one: str, many: str, n: int, /, **parts: Any) -> None:
        self.template = one
        self.plural = many
        self.parts = {"n": n, **parts}

    def with_parts(self, **parts: Any) -> Text:
        """Return the same sentence with these parts, of which `n` decides its plural."""
        return Counted(self.template, self.plural or "", parts["n"], **parts)


class Listing(Text):
    """A list as a part of a sentence, joined as its language does it: ``A, B and C``."""

    __slots__ = ("conjunction",)

    def __init__(self, items: Sequence[Any], conjunction: Conjunction) -> None:
        super().__init__("{items}", items=[*items])
        self.conjunction = conjunction

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Listing)
            and self.conjunction == other.conjunction
            and self.parts == other.parts
        )

    __hash__ = Text.__hash__


# The names that gettext's tools look for when they collect what is to be translated.
_ = Text
_n = Counted

COMMA = _(", ")
"""Between the items of a list without an "and"."""


def and_list(items: Sequence[Any]) -> Text:
    """Join `items` as the subject of a sentence: ``A``, ``A and B``, ``A, B and C``."""
    return Listing(items, "and")


def or_list(items: Sequence[Any]) -> Text:
    """Join `items` as alternatives: ``A``, ``A or B``, ``A, B or C``."""
    return Listing(items, "or")


class Name(str):
    """A name as a part of a text: a page does not translate it."""

    __slots__ = ()


class WrittenNumber(str):
    """A number with its sign, as the reader's language writes it."""

    __slots__ = ()


class Numerals(str):
    """Digits that are no one number, such as a year, a time or the pattern 8-4-0: a page has those
    of its reader, and they stand as they do in English."""

    __slots__ = ()


class Signed(int):
    """A number that is shown with its sign: +3, 0, −1,250."""

    def __str__(self) -> str:
        return str(ENGLISH.number(self))


class PlainNumber(int):
    """A number that is shown without a plus, where only a minus has to be told: 3, 0, −1,250."""

    def __str__(self) -> str:
        return str(ENGLISH.number(self))


def signed_total(total: int, *, only_gains: bool) -> int:
    """Return a total as pages show it: with its sign, and with none but a minus if the totals of
    the game are gains."""
    return PlainNumber(total) if only_gains else Signed(total)


@dataclass(frozen=True)
class NumberShape:
    """How numbers are written: `system` is CLDR's name of it, such as ``arab``, `digits` are those
    from zero to nine, and it comes first in these `regions`."""

    system: str = "latn"
    digits: str = "0123456789"
    group: str = ","
    decimal: str = "."
    percent: str = "%"
    regions: frozenset[str] = frozenset()


class Language:
    """How a language writes texts, numbers and lists. This one is English, the language of the
    code; `app.languages` reads the others.

    `tag` is that of HTML's ``lang``, `name` what the language calls itself, `locale` how Babel
    calls it. `court_cards` are the letters on king, queen and jack, `other_court_cards` those that
    cards may have where it is spoken; both as one word. `first_of_month` is how it writes that day,
    "" for 1. Its numbers have the `shape` of one of these `shapes`: `number_marks` are the letters
    that it has for those of a number that Python has written, with commas between thousands.

    `game_names` are the names of games that have several, by their keys, the one of its texts
    first; `names` pairs each of those with the one that the reader has chosen instead. The
    `latin_names` are names of games and of what is played in them, by their messages, in Latin
    letters; a reader who `reads_both` sees them beside those of the language.
    """

    tag = "en"
    name = "English"
    direction = "ltr"
    locale: Any = "en"
    shape = NumberShape()
    shapes: Sequence[NumberShape] = (shape,)
    court_cards, other_court_cards = COURT_CARDS, ""
    first_of_month = ""
    game_names: Mapping[str, Sequence[str]] = {}
    number_marks: Mapping[int, Any] = str.maketrans({"-": "\N{MINUS SIGN}"})
    names: Names = ()
    latin_names: Mapping[str, str] = {}
    reads_both = False

    def template(self, text: Text) -> str:
        """Return the template of `text`, in the plural form that its `n` needs."""
        if text.plural is not None and text.parts["n"] != 1:
            return text.plural
        return text.template

    @property
    def digits(self) -> str:
        """From zero to nine."""
        return self.shape.digits

    def number(self, number: int) -> str:
        """Return a number with its thousands apart and a minus sign (U+2212) that is as wide as the
        plus sign, which a `Signed` number has. With a sign it is a `WrittenNumber`."""
        plus = "+" if number > 0 and isinstance(number, Signed) else ""
        words = plus + f"{int(number):,}".translate(self.number_marks)
        return WrittenNumber(words) if plus or number < 0 else words

    def in_digits(self, words: str) -> str:
        """Return words or a number without its thousands apart, such as a year or a time, in the
        digits of the language."""
        return words

    def with_names(self, names: Names, *, reads_both: bool = False) -> Language:
        """Return the language with texts that have these names, the same each time, for a reader
        who `reads_both` or not."""
        return self

    def latin_name(self, name: Text) -> str:
        """Return a name in Latin letters for a reader who `reads_both`, "" for others and for what
        has none."""
        return self.latin_names.get(name.template, "") if self.reads_both else ""

    def renamed(self, words: str) -> str:
        """Return words of this language with the names that the reader has chosen."""
        return words

    def rank(self, letter: str) -> str:
        """Return the rank of a card, such as K, by the letter that it has on the reader's cards."""
        if self.court_cards == COURT_CARDS:
            return letter
        return letter.translate(str.maketrans(COURT_CARDS, self.court_cards))

    def join(self, words: Sequence[str], conjunction: Conjunction) -> str:
        """Return `words` as a list of a sentence; one alone stays as it is."""
        *others, last = words
        return f"{', '.join(others)} {conjunction} {last}" if others else last


ENGLISH = Language()


FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"
# A letter in a name that would turn the words around it; digits and their marks would not.
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u065f\u066d-\u06ef\u06fa-\u08ff"
    "\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def runs_right_to_left(words: str) -> bool:
    """Whether any letter of `words` is written from right to left."""
    return not words.isascii() and RIGHT_TO_LEFT.search(words) is not None


def isolate(words: str) -> str:
    """Return `words` between Unicode isolates, so that they do not change the direction of the text
    around them."""
    return f"{FIRST_STRONG_ISOLATE}{words}{POP_DIRECTIONAL_ISOLATE}"


def say(
    value: Any,
    language: Language = ENGLISH,
    show: Show = str,
    translate: Translate | None = None,
) -> str:
    """Format `value` as words of the `language`.

    `show` turns a name or a written number into what the medium needs (a page escapes names and
    isolates their direction), `translate` a text into its template where that is not plain words.
    """
    translate = translate or language.template
    if isinstance(value, Listing):
        items = [say(item, language, show, translate) for item in value.parts["items"]]
        return language.join(items, value.conjunction)
    if isinstance(value, Text):
        if not value.parts:
            return translate(value)
        words = {}
        for name, part in value.parts.items():
            words[name] = say(part, language, show, translate)
        return translate(value).format_map(words)
    if isinstance(value, (list, tuple)):
        comma = translate(COMMA)
        return comma.join([say(item, language, show, translate) for item in value])
    if isinstance(value, int) and not isinstance(value, bool):  # which is an int to Python
        return show(language.number(value))
    if isinstance(value, Numerals):
        return show(WrittenNumber(language.in_digits(value)))
    return show(value)


def say_isolated(
    value: Any,
    language: Language = ENGLISH,
    show: Show = str,
) -> str:
    """Format `value` where no markup can keep names apart: in a message, a title, a label.

    If any of it runs from right to left, all names and numbers in it are isolated, so that “Dana
    120” between others does not take over their points. A name alone stays as it is, and a number
    alone has its sign before it.
    """
    words = say(value, language, show)
    is_turned = language.direction != ENGLISH.direction
    if isinstance(value, Text | list | tuple):
        if is_turned or runs_right_to_left(words):
            return say(value, language, lambda part: isolate(show(part)))
    elif is_turned and has_sign(value, language):
        return isolate(words)
    return words


def has_sign(value: Any, language: Language) -> bool:
    """Whether a value is a number that is written with its sign."""
    number = language.number(value) if isinstance(value, int) else value
    return isinstance(number, WrittenNumber | Numerals)
