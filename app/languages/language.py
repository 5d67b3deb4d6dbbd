"""A language as its folder says it: `language.toml`, and the catalogue `messages.mo`.

The catalogue is compiled from the `*.po` files beside it by `tools.messages`, which leaves out what
is not translated or broken: those messages are in English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.lists import format_list

from app.scoring.model.text import Conjunction, Language, Text

TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")
LATIN_DIGITS = "0123456789"
DIRECTIONS = ("ltr", "rtl")
STYLES: dict[Conjunction, Any] = {"and": "standard", "or": "or"}
"""Babel's names of lists."""


class Translation(Language):
    """A language of `translations/`: as `Language`, with the texts of its catalogue.

    Raises ValueError, with the file and what is wrong, if its `language.toml` cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tag = folder.name
        about = read_about(folder)
        numbers = about.get("numbers", {})
        self.locale = about["locale"]
        self.name = str(about["name"])
        self.direction = str(about["direction"])
        self.group = str(numbers.get("group", Language.group))
        self.decimal = str(numbers.get("decimal", Language.decimal))
        self.digits = str(numbers.get("digits", LATIN_DIGITS))
        self.plural = str(about["plural"])
        self.is_whole = bool(about.get("whole", False))
        self.first_of_month = str(about.get("first_of_month", ""))
        self.other_court_cards = str(about.get("court_cards", "")).replace(" ", "")
        # In one step, so that the comma that is put in is not taken for one that Python wrote.
        marks = {"-": "\N{MINUS SIGN}", ",": self.group, ".": self.decimal}
        self._marks = str.maketrans(marks | dict(zip(LATIN_DIGITS, self.digits, strict=True)))
        self.template_of = lru_cache(maxsize=8192)(self._template_of)

    @cached_property
    def catalogue(self) -> NullTranslations:
        """The texts, read when the first of them is asked for; none where nothing is compiled."""
        try:
            with (self.folder / "messages.mo").open("rb") as file:
                return GNUTranslations(file)
        except FileNotFoundError:
            return NullTranslations()

    def template(self, text: Text) -> str:
        if text.plural is None:
            return self.template_of(text.template)
        return self.template_of(text.template, text.plural, int(text.parts["n"]))

    def _template_of(self, template: str, plural: str = "", n: int = 0) -> str:
        if plural:
            return self.catalogue.ngettext(template, plural, n)
        return self.catalogue.gettext(template) if template else ""

    def written(self, number: str) -> str:
        return number.translate(self._marks)

    def join(self, words: Sequence[str], conjunction: Conjunction) -> str:
        return str(format_list(words, STYLES[conjunction], self.locale))


@lru_cache
def with_court_cards(language: Language, letters: str) -> Language:
    """Return the language with these letters on king, queen and jack, the same each time."""
    if letters == language.court_cards:
        return language
    lettered = copy(language)
    lettered.court_cards = letters
    return lettered


def read_about(folder: Path) -> dict[str, Any]:
    """Return what `language.toml` says, with the `locale` of the language.

    Raises ValueError, with the file and what is wrong.
    """
    file = folder / "language.toml"
    try:
        about = tomllib.loads(file.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{file}: {error}") from error
    if not TAG.fullmatch(folder.name):
        raise ValueError(f"{folder}: a folder is named by its language, such as fr or pt-BR")
    numbers = about.get("numbers", {})
    wrong = [key for key in ("name", "plural") if not str(about.get(key, "")).strip()]
    if about.get("direction") not in DIRECTIONS:
        wrong.append("direction (ltr or rtl)")
    if not isinstance(numbers, dict) or len(str(numbers.get("digits", LATIN_DIGITS))) != 10:
        wrong.append("numbers.digits (ten of them)")
    if len(str(about.get("court_cards", "KQJ")).replace(" ", "")) not in (0, 3):
        wrong.append("court_cards (king, queen and jack)")
    if wrong:
        raise ValueError(f"{file}: missing or wrong: {', '.join(wrong)}")
    return {**about, "locale": locale_of(folder.name)}


def locale_of(tag: str) -> Locale:
    """Return how Babel writes dates and lists in a language; as in English where it knows none."""
    for name in (tag, tag.partition("-")[0]):
        with suppress(ValueError, UnknownLocaleError):
            return Locale.parse(name, sep="-")
    return Locale("en")
