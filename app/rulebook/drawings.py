"""The words in the drawings of the rules, which are messages.

A line of a drawing is a ``<text>``. Lines right below one another, alike but for their place, are
one message: a translation is broken into as many lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape, unescape
from io import BufferedIOBase
from textwrap import wrap
from typing import Any

from app.rulebook.words import Translate
from app.scoring.model.text import POP_DIRECTIONAL_ISOLATE, runs_right_to_left

LINE = re.compile(r"<text(?P<look>[^>]*)>(?P<words>[^<]*)</text>")
PLACE = re.compile(r' y="([\d.]+)"')
SIZE = re.compile(r' font-size="([\d.]+)"')
LINE_HEIGHT = 1.35
"""In letter sizes, of two lines of one message."""
WORD = re.compile(r"[^\W\d_]{2}")
NAMES = ("Anna", "Bruno")
"""Players in the drawings. They stay, as letters of players and of cards do."""
RIGHT_TO_LEFT_ISOLATE = "\u2067"


def translate_drawing(svg: str, translate: Translate) -> str:
    """Return a drawing with its words in another language; `translate` gives that of a message.

    What is not translated stays byte for byte as it is. A drawing runs from left to right, as the
    table does that it shows; words in it that do not are isolated.
    """
    pieces, end = [], 0
    for lines in messages_in(svg):
        message = words_of(lines)
        translated = translate(message)
        if translated == message:
            continue
        is_turned = runs_right_to_left(translated)
        for line, words in zip(lines, in_lines(translated, len(lines)), strict=True):
            if words and is_turned:
                words = f"{RIGHT_TO_LEFT_ISOLATE}{words}{POP_DIRECTIONAL_ISOLATE}"
            pieces += [svg[end : line.start("words")], escape(words, quote=False)]
            end = line.end("words")
    return "".join([*pieces, svg[end:]])


def messages_in(svg: str) -> Iterator[Sequence[re.Match[str]]]:
    """Yield the lines of each message of a drawing."""
    lines: list[re.Match[str]] = []
    for line in LINE.finditer(svg):
        if lines and not goes_on(lines[-1], line, svg):
            yield from has_words(lines)
            lines = []
        lines.append(line)
    yield from has_words(lines)


def goes_on(line: re.Match[str], below: re.Match[str], svg: str) -> bool:
    """Whether one line of a drawing is the next of the same message."""
    looks = [PLACE.sub("", each["look"]) for each in (line, below)]
    size, heights = SIZE.search(line["look"]), [PLACE.search(it["look"]) for it in (line, below)]
    if svg[line.end() : below.start()].strip() or looks[0] != looks[1] or not size:
        return False
    (first, second) = (float(height[1]) if height else 0 for height in heights)
    return 0 < second - first <= LINE_HEIGHT * float(size[1])


def has_words(lines: Sequence[re.Match[str]]) -> Iterator[Sequence[re.Match[str]]]:
    """Yield the lines if there is anything to translate in them."""
    words = words_of(lines) if lines else ""
    if WORD.search(words) and words not in NAMES:
        yield lines


def words_of(lines: Sequence[re.Match[str]]) -> str:
    """Return what lines of a drawing say together."""
    return " ".join(" ".join(unescape(line["words"]).split()) for line in lines)


def in_lines(words: str, count: int) -> list[str]:
    """Break `words` into `count` lines, none longer than it must be."""
    narrowest = max(map(len, words.split()), default=1)
    for width in range(narrowest, len(words) + 2):
        lines = wrap(words, width, break_long_words=False, break_on_hyphens=False)
        if len(lines) <= count:
            return [*lines, *[""] * (count - len(lines))]
    return [words, *[""] * (count - 1)]


def extract_svg(
    file: BufferedIOBase, *_asked: Any, **_options: Any
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the messages of a drawing, as Babel asks for them."""
    svg = file.read().decode("utf-8")
    for lines in messages_in(svg):
        yield svg.count("\n", 0, lines[0].start()) + 1, "_", words_of(lines), []
