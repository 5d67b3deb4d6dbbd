"""The languages that the app has, and each as its folder says it: `language.toml`, and the
catalogue `messages.mo`.

The catalogue is compiled from the `*.po` files beside it by `tools.messages`, which leaves out what
is not translated or broken: those messages are in English.
"""

from __future__ import annotations

import logging
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

from app.paths import TRANSLATIONS
from app.scoring.model.text import (
    COURT_CARDS,
    ENGLISH,
    Conjunction,
    Language,
    Names,
    NumberShape,
    Text,
)

TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")
LATIN_DIGITS = NumberShape.digits
SHAPES = ("numbers", "other_numbers")
"""What `language.toml` calls the shapes of numbers, the one to begin with first."""
KEPT = re.compile(
    r"\{[^{}]*\}|<[^<>]*>|&#?\w+;|\d+(?=[♠♥♦♣])|[A-Za-z][A-Za-z/.-]{0,30}\d[\w.-]*|(?P<number>\d+|%)"
)
"""What of a text has no number of its language, which is parts, markup, cards, and names such as
A4; and what has."""
DIRECTIONS = ("ltr", "rtl")
NUMBER_KEYS = ("system", "digits", "group", "decimal", "percent")
REGION = re.compile(r"[A-Z]{2}")
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
        self.locale = about["locale"]
        self.name = str(about["name"])
        self.direction = str(about["direction"])
        self.shapes = about["shapes"]
        self.plural = str(about["plural"])
        self.is_whole = bool(about.get("whole", False))
        self.first_of_month = str(about.get("first_of_month", ""))
        self.other_court_cards = str(about.get("court_cards", "")).replace(" ", "")
        self.game_names = about.get("game_names", {})
        self.latin_names = about.get("latin_names", {})
        self.write_as(self.shapes[0])

    def write_as(self, shape: NumberShape) -> None:
        """Write numbers in this shape from here on; for a language that nobody has yet."""
        self.shape = shape
        self._digits = str.maketrans(LATIN_DIGITS, shape.digits)
        # In one step, so that the comma that is put in is not taken for one that Python wrote.
        marks = {"-": "\N{MINUS SIGN}", ",": shape.group, ".": shape.decimal}
        self.number_marks = self._digits | str.maketrans(marks)
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
            words = self.catalogue.ngettext(template, plural, n)
        else:
            words = self.catalogue.gettext(template) if template else ""
        words = self.renamed(words)
        return words if self.digits == LATIN_DIGITS else KEPT.sub(self._in_shape, words)

    def _in_shape(self, piece: re.Match[str]) -> str:
        if piece["number"] is None:
            return piece[0]
        return self.shape.percent if piece[0] == "%" else self.in_digits(piece[0])

    def in_digits(self, words: str) -> str:
        return words.translate(self._digits)

    def with_names(self, names: Names, *, reads_both: bool = False) -> Language:
        if (names, reads_both) == (self.names, self.reads_both):
            return self
        return with_names(self, names, reads_both)

    def renamed(self, words: str) -> str:
        # A sentence that says the other name, such as “also called”, says the usual one instead.
        others = dict(self.names) | {chosen: usual for usual, chosen in self.names}
        if not others:
            return words
        # A word may be glued to the beginning of a name, such as “and”, and none to its end.
        name = rf"({'|'.join(map(re.escape, others))})(?!\w)"
        return re.sub(name, lambda found: others[found[0]], words)

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


def with_digits(language: Language, system: str) -> Language:
    """Return the language with the shape of numbers that CLDR calls so, the same each time; as it
    is where it has no such."""
    for shape in language.shapes:
        if shape.system == system:
            return varied(language, shape, language.locale)
    return language


def in_region(language: Language, region: str) -> Language:
    """Return the language as a region such as JO writes it, the same each time: with the shape of
    numbers that comes first there, and its names of months."""
    shape = next((each for each in language.shapes if region in each.regions), language.shape)
    return varied(language, shape, locale_in(language.locale, region))


@lru_cache(maxsize=512)
def varied(language: Language, shape: NumberShape, locale: Locale) -> Language:
    """Return the language with its numbers in this shape, and its dates as in this locale."""
    if (shape, locale) == (language.shape, language.locale) or not isinstance(
        language, Translation
    ):
        return language
    other = copy(language)
    # Both have the same texts: they are not read twice.
    other.catalogue = language.catalogue
    other.locale = locale
    other.write_as(shape)
    return other


@lru_cache(maxsize=1024)
def locale_in(locale: Locale | str, region: str) -> Locale | str:
    """Return how Babel writes dates in a region, if its months have other names there."""
    if isinstance(locale, str) or locale.territory or not REGION.fullmatch(region):
        return locale
    try:
        regional = Locale(locale.language, region, locale.script)
    except UnknownLocaleError:
        return locale
    return regional if month_names(regional) != month_names(locale) else locale


def month_names(locale: Locale) -> list[str]:
    """Return the names of the months as a date has them."""
    return [*locale.months["format"]["wide"].values()]


@lru_cache(maxsize=512)
def with_names(language: Translation, names: Names, reads_both: bool) -> Translation:
    """Return the language with texts that have these names, the same each time, for a reader who
    `reads_both` or not."""
    renamed = copy(language)
    renamed.catalogue = language.catalogue
    renamed.names = names
    renamed.reads_both = reads_both
    renamed.template_of = lru_cache(maxsize=8192)(renamed._template_of)
    return renamed


class Languages(dict[str, Language]):
    """The languages by their tags, English first, then those of these folders in their order.

    A folder whose `language.toml` cannot be read is left out, and the log says why.
    """

    def __init__(self, *folders: Path) -> None:
        super().__init__({ENGLISH.tag: ENGLISH})
        for file in [file for folder in folders for file in sorted(folder.glob("*/language.toml"))]:
            try:
                self[file.parent.name] = Translation(file.parent)
            except ValueError as error:
                logging.getLogger(__name__).warning("left out a language: %s", error)
        letters = [COURT_CARDS, *(each.other_court_cards for each in self.values())]
        self.court_cards: Sequence[str] = list(dict.fromkeys(filter(None, letters)))
        """The letters that king, queen and jack may have in any of them, those of English first."""

    def with_court_cards(self, language: Language, letters: str) -> Language:
        """Return the language with these letters on king, queen and jack, such as ``RDV``; as it is
        where no deck of ours has them."""
        if letters == language.court_cards or letters not in self.court_cards:
            return language
        return with_court_cards(language, letters)


def installed_languages() -> Languages:
    """Return the languages that come with the app."""
    return Languages(TRANSLATIONS)


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
    wrong = [key for key in ("name", "plural") if not str(about.get(key, "")).strip()]
    if about.get("direction") not in DIRECTIONS:
        wrong.append("direction (ltr or rtl)")
    shapes = [shape_of(about[key]) for key in SHAPES if key in about] or [NumberShape()]
    if not all(len(shape.digits) == len(set(shape.digits)) == 10 for shape in shapes):
        wrong.append("numbers.digits (ten of them)")
    if len({shape.system for shape in shapes}) != len(shapes):
        wrong.append("other_numbers.system (such as arab)")
    if len(str(about.get("court_cards", "KQJ")).replace(" ", "")) not in (0, 3):
        wrong.append("court_cards (king, queen and jack)")
    if not are_game_names(about.get("game_names", {})):
        wrong.append('game_names (such as trex = ["Trex", "Trix"])')
    latin = about.get("latin_names", {})
    if not isinstance(latin, dict) or not all(isinstance(name, str) for name in latin.values()):
        wrong.append('latin_names (such as "King of hearts" = "King")')
    if wrong:
        raise ValueError(f"{file}: missing or wrong: {', '.join(wrong)}")
    return {**about, "locale": locale_of(folder.name), "shapes": shapes}


def shape_of(numbers: Any) -> NumberShape:
    """Return a shape of numbers as `language.toml` has it; without digits if it is none."""
    if not isinstance(numbers, dict):
        return NumberShape(digits="")
    given = {key: str(words) for key, words in numbers.items() if key in NUMBER_KEYS}
    return NumberShape(**given, regions=frozenset(str(numbers.get("regions", "")).split()))


def are_game_names(value: Any) -> bool:
    """Whether a table of `language.toml` has names for each of its games."""
    return isinstance(value, dict) and all(
        isinstance(names, list) and names and all(isinstance(name, str) and name for name in names)
        for names in value.values()
    )


def locale_of(tag: str) -> Locale:
    """Return how Babel writes dates and lists in a language; as in English where it knows none."""
    for name in (tag, tag.partition("-")[0]):
        with suppress(ValueError, UnknownLocaleError):
            return Locale.parse(name, sep="-")
    return Locale("en")
