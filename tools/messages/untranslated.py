"""What a page in a pseudo-language (`tools.messages.pseudo`) says that no translator can reach:
the words outside ⟦ ⟧."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any

from app.languages import Language
from tools.messages.pseudo import AFTER, BEFORE

VOID = {
    *("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"),
    *("circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "stop", "use"),
}
SPOKEN = {
    *("alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext"),
    *("label", "placeholder", "title"),
}
"""Attributes that are read out or shown."""
BUTTONS = {"button", "reset", "submit"}
NO_WORDS = {
    *("again", "book", "by", "cards", "changed", "copies", "digests", "draft", "drafts", "face"),
    *("fields", "file", "game", "gone", "htmx-powered", "line", "live", "log", "logs", "named"),
    *("not-with", "opens", "own", "page", "rules", "scope", "sheet", "src", "state", "theme"),
    *("usual", "worker", "worths"),
}
"""What scripts read that is no word: addresses, keys and numbers, each after ``data-``."""
WORD = re.compile(r"(?!\b[A-Z]\b)[A-Za-z]+")
"""A word in plain Latin letters; one for a seat, a card or a month is none."""
PART = re.compile(r"\{\w+\}|\b[a-z]+(?:\.\d+)+|\b[a-z_]+(?:-\d+){3}\b")
"""A part of a text that a script puts together, or the name of a field or a file."""
INITIALS = re.compile(rf"{BEFORE}[\w{BEFORE}]{{1,2}}")
"""In a picture, those of a name that is a text itself."""
TRADE_NAMES = ("Tricktally", "BG Stats", "CSV", "JSON", "PDF")


def untranslated(html: str, language: Language, names: Iterable[str] = ()) -> list[str]:
    """Return the words outside ⟦ ⟧ of HTML or SVG in a pseudo-language, each with its place, beside
    these names and what Babel writes: days, months, and lists.

    What is marked as in another language is not read, nor what is not to be translated.
    """
    return Reader(html, without(allowed_words(language, names))).found


def allowed_words(language: Language, names: Iterable[str]) -> list[str]:
    dates = [language.locale.months, language.locale.days]
    written = [
        word
        for kind in dates
        for width in ("wide", "abbreviated")
        for word in kind["format"][width].values()
    ]
    return [*names, *TRADE_NAMES, *written, "and", "or"]


def without(words: Iterable[str]) -> re.Pattern[str]:
    """Finds each of these words, the longest first."""
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)")


class Reader(HTMLParser):
    """Reads what `untranslated` is given; `found` are the words."""

    def __init__(self, html: str, allowed: re.Pattern[str]) -> None:
        super().__init__()
        self.found: list[str] = []
        self._allowed = allowed
        self._open: list[tuple[str, bool]] = []
        self._language = ""
        self._depth = 0
        self.feed(html)
        self.close()
        if self._depth:
            self.found.append(f"page: {self._depth} × {BEFORE} without {AFTER}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "html":
            self._language = about.get("lang", "")
        another = about.get("lang", self._language) != self._language
        is_kept = another or about.get("translate") == "no" or tag in ("script", "style")
        # Of the log, for a script.
        is_kept |= about.get("id") == "lines"
        # The first letter of a name that is a text is that of its brackets.
        is_kept |= "disc" in about.get("class", "").split()
        if not another and not any(kept for _tag, kept in self._open):
            for name, value in about.items():
                if has_words(tag, name, about):
                    self.read_attribute(f"{tag}[{name}]", value)
        if tag not in VOID:
            self._open.append((tag, is_kept))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if any(tag == each for each, _is_kept in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not any(is_kept for _tag, is_kept in self._open):
            self._depth = self.read(self._open[-1][0] if self._open else "page", data, self._depth)

    def read_attribute(self, place: str, value: str) -> None:
        """Read a text, or several as JSON; each may have markup."""
        texts = strings_in(json.loads(value)) if value.startswith(('{"', '["')) else [value]
        for text in texts:
            if "<" in text:
                self.found += [f"{place} {words}" for words in Reader(text, self._allowed).found]
            else:
                self.read(place, text)

    def read(self, place: str, text: str, depth: int = 0) -> int:
        """Read a text that begins inside so many ⟦; returns inside how many it ends."""
        if place == "text" and INITIALS.fullmatch(text.strip()):
            return depth
        words = ""
        for part in re.split(f"([{BEFORE}{AFTER}])", text):
            depth += (part == BEFORE) - (part == AFTER)
            words += part if not depth and part != AFTER else " "
        if WORD.search(self._allowed.sub(" ", PART.sub(" ", words))):
            self.found.append(f"{place}: {' '.join(words.split())[:200]}")
        return 0 if text.rstrip().endswith("…") else depth  # a text that was cut


def has_words(tag: str, name: str, about: dict[str, str]) -> bool:
    """Whether an attribute is read out or shown, by a script too, or said of a page to others."""
    if tag == "meta":
        said = f"{about.get('name', '')}{about.get('property', '')}"
        return name == "content" and said.endswith(("description", "title", "site_name"))
    if name.startswith("data-"):
        return name.removeprefix("data-") not in NO_WORDS
    is_button = tag == "input" and about.get("type") in BUTTONS
    return name in SPOKEN or (name == "value" and is_button)


def strings_in(value: Any) -> list[str]:
    """The texts of a value that was written as JSON."""
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list):
        return [text for item in value for text in strings_in(item)]
    return [value] if isinstance(value, str) else []
