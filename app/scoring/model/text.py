"""Internationalization (i18n) starts here: texts are gettext messages with named parts.

A text is a template and its parts. It is put into words, in the reader's language, only where a
person reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Translate = Callable[["Text"], str]
Show = Callable[[Any], str]
NO_PARTS: Mapping[str, Any] = {}


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


# The names that gettext's tools look for when they collect what is to be translated.
_ = Text
_n = Counted


def and_list(items: Sequence[Any]) -> Text:
    """Join `items` as the subject of a sentence: ``A``, ``A and B``, ``A, B and C``."""
    *others, last = items
    return _("{others} and {last}", others=others, last=last) if others else _("{last}", last=last)


def or_list(items: Sequence[Any]) -> Text:
    """Join `items` as alternatives: ``A``, ``A or B``, ``A, B or C``."""
    *others, last = items
    return _("{others} or {last}", others=others, last=last) if others else _("{last}", last=last)


class Name(str):
    """A name as a part of a text: a page does not translate it."""

    __slots__ = ()


class Signed(int):
    """A number that is shown with its sign: +3, 0, −1,250."""

    def __str__(self) -> str:
        return f"+{int(self):,}" if self > 0 else format_number(self)


class PlainNumber(int):
    """A number that is shown without a plus, where only a minus has to be told: 3, 0, −1,250."""

    def __str__(self) -> str:
        return format_number(self)


def format_number(number: int) -> str:
    """Return `number` with commas between its thousands, and a real minus sign (U+2212), which is
    as wide as the plus sign."""
    return f"{int(number):,}".replace("-", "\N{MINUS SIGN}")


def signed_total(total: int, *, only_gains: bool) -> int:
    """Return a total as pages show it: with its sign, and with none but a minus if the totals of
    the game are gains."""
    return PlainNumber(total) if only_gains else Signed(total)


def template_of(text: Text) -> str:
    """Return the English template, in the singular or plural that its `n` needs."""
    if text.plural is not None and text.parts["n"] != 1:
        return text.plural
    return text.template


FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"
# A letter in a name that would turn the words around it.
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def runs_right_to_left(words: str) -> bool:
    """Whether any letter of `words` is written from right to left."""
    return not words.isascii() and RIGHT_TO_LEFT.search(words) is not None


def isolate(words: str) -> str:
    """Return `words` between Unicode isolates, so that they do not change the direction of the text
    around them."""
    return f"{FIRST_STRONG_ISOLATE}{words}{POP_DIRECTIONAL_ISOLATE}"


def say(value: Any, translate: Translate = template_of, show: Show = str) -> str:
    """Format `value` as words.

    `translate` returns the template of a text in the reader's language; `show` turns a name or a
    number into what the medium needs (a page escapes names and isolates their direction).
    """
    if isinstance(value, Text):
        if not value.parts:
            return translate(value)
        words = {}
        for name, part in value.parts.items():
            words[name] = say(part, translate, show)
        return translate(value).format_map(words)
    if isinstance(value, (list, tuple)):
        return ", ".join([say(item, translate, show) for item in value])
    # These write themselves, and a truth value is an int to Python.
    if isinstance(value, int) and not isinstance(value, (bool, Signed, PlainNumber)):
        return show(value if 0 <= value < 1000 else format_number(value))
    return show(value)


def say_isolated(value: Any, translate: Translate = template_of, show: Show = str) -> str:
    """Format `value` where no markup can keep names apart: in a message, a title, a label.

    If any of it runs from right to left, all names and numbers in it are isolated, so that “Dana
    120” between others does not take over their points. A name alone stays as it is.
    """
    words = say(value, translate, show)
    if isinstance(value, Text | list | tuple) and runs_right_to_left(words):
        return say(value, translate, lambda part: isolate(show(part)))
    return words
