"""The words of a language that its pages are set with and searched by: `words.toml` beside them."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

Translate = Callable[[str], str]
"""Returns what a drawing says in English in another language."""

ENGLISH = "en"
"""The language whose pages are all there."""

WORDS = "words.toml"
TATWEEL = "\u0640"
"""A stroke that makes an Arabic word longer; it is no letter."""
# A mark is part of its word: a vowel above an Arabic letter ends none.
MARKS = "\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670"
WORD = re.compile(rf"([^\W_](?:[^\W_]|[{MARKS}])*)")

# Stems that name one thing together: “king” and “heart” for the king of hearts.
Stems = frozenset[str]


@dataclass(frozen=True)
class SearchWords:
    """What the search knows of a language.

    `stop_words` say nothing about the subject of a text, and a question begins with one of the
    `question_words`, of which those on a line ask the same. A word without its `beginnings` and
    `endings`, each of which leaves three letters, is its stem; `glued` words are written before
    another one without a space, and are taken off one that is unknown with them. `letters` are
    written in place of others there, and `doubled_letters` may be doubled before an ending. `ranks`
    and `suits` are what a card is called, by its signs.
    """

    stop_words: str = ""
    question_words: str = ""
    beginnings: str = ""
    glued: str = ""
    endings: str = ""
    doubled_letters: str = ""
    letters: Mapping[str, str] = field(default_factory=dict)
    ranks: Mapping[str, str] = field(default_factory=dict)
    suits: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {folded(sign): name for sign, name in {**self.ranks, **self.suits}.items()}

    @cached_property
    def _card(self) -> re.Pattern[str]:
        ranks, suits = ("".join(map(re.escape, map(folded, of))) for of in (self.ranks, self.suits))
        rank = rf"((?<!\w)[{ranks}])?" if ranks else "()"
        return re.compile(rf"{rank}([{suits}])" if suits else r"(?!)")

    @cached_property
    def _ending(self) -> re.Pattern[str]:
        return any_of(self._as_in_stems(self.endings), r"(?<=\w{{3}})(?:{})$")

    @cached_property
    def _beginning(self) -> re.Pattern[str]:
        return any_of(self._as_in_stems(self.beginnings), r"^(?:{})(?=\w{{3}})")

    @cached_property
    def _glued(self) -> re.Pattern[str]:
        return any_of(self._as_in_stems(self.glued), r"^(?:{})(?=\w{{3}})")

    @cached_property
    def _doubled(self) -> re.Pattern[str]:
        letters = re.escape(self.doubled_letters)
        return re.compile(rf"([{letters}])\1$" if letters else "(?!)()")

    def words_of(self, text: str) -> list[str]:
        """Return the words by which `text` is found; a card is its name: K♥ and king of hearts are
        the same."""

        def named(card: re.Match[str]) -> str:
            return f" {self._names.get(card[1] or '', '')} {self._names[card[2]]} "

        return WORD.findall(folded(self._card.sub(named, folded(text))))

    def stem(self, word: str) -> str:
        """Return `word` as it is compared: swap, swaps, swapped and swapping have one stem."""
        word = self._as_in_stems(word)
        if self.beginnings:
            word = self._beginning.sub("", word)
        return self._doubled.sub(r"\1", self._ending.sub("", word))

    def without_glued(self, word: str) -> str:
        """Return `word` without what is glued to its beginning."""
        return self._glued.sub("", self._as_in_stems(word)) if self.glued else word

    def beside(self, other: SearchWords) -> SearchWords:
        """Return what knows the words of this language by its own rules, and reads those of the
        `other` with its letters, its beginnings and what it glues to them."""
        return replace(
            self,
            letters={**other.letters, **self.letters},
            beginnings=f"{self.beginnings} {other.beginnings}".strip(),
            glued=f"{self.glued} {other.glued}".strip(),
        )

    def _as_in_stems(self, words: str) -> str:
        """Return words with the letters that stand in stems."""
        for letter, other in self.letters.items():
            words = words.replace(letter, other)
        return words

    def stems_of(self, text: str) -> Stems:
        """Return the stems of the words of `text`."""
        return frozenset(map(self.stem, self.words_of(text)))

    def without_stop_words(self, text: str) -> str:
        """Return the words of `text` that say something."""
        return " ".join(w for w in self.words_of(text) if self.stem(w) not in self.stop_stems)

    def content_stems(self, text: str) -> Stems:
        """Return the stems of `text` without stop words, or all of them if there are no others."""
        stems = self.stems_of(text)
        return stems - self.stop_stems or stems

    @cached_property
    def stop_stems(self) -> Stems:
        """The stems that say nothing, unless a text has no others."""
        return self.stems_of(self.stop_words)

    @cached_property
    def questions(self) -> Mapping[str, Stems]:
        """The stems that a question begins with, each with those that ask the same: who, whose."""
        lines = map(self.stems_of, self.question_words.splitlines())
        return {stem: stems for stems in lines for stem in stems}


def any_of(words: str, pattern: str) -> re.Pattern[str]:
    """Return a `pattern` with any of these words in it, the longest first."""
    longest_first = sorted(words.split(), key=len, reverse=True)
    # Without any, what matches nowhere.
    return re.compile(pattern.format("|".join(map(re.escape, longest_first)) or "(?!)"))


def folded(text: str) -> str:
    """Return `text` in lower case without accents, vowel marks and long strokes, its digits as
    0 to 9."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    kept = (c for c in apart if not unicodedata.combining(c) and c != TATWEEL)
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in kept)


@dataclass(frozen=True)
class PageWords:
    """The words that the pages in the language `tag` are set with, and its `search`.

    `boxes` are the titles of boxes, `link` is the label of a link to the section `title`, `in_game`
    how a meaning begins that holds in one `game` alone, and `plurals` what stands for the end of a
    term in the plural. `in_english` is the heading of terms that are not translated, `terms` are
    names by their anchors that the glossary of the language does not say, and `rulings` those of
    rulings, by game and slug.
    `translate` gives what a drawing says in English in this language.
    """

    tag: str
    boxes: Mapping[str, str]
    link: str
    in_game: tuple[str, ...]
    in_english: str = ""
    plurals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rulings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    search: SearchWords = field(default_factory=SearchWords)
    translate: Translate = str

    def plurals_of(self, name: str) -> Iterable[str]:
        """Return the spellings of a name in the plural."""
        for end, others in self.plurals.items():
            if name.endswith(end):
                yield from (f"{name.removesuffix(end)}{other}" for other in others)


BOXES = ("essentials", "example", "ours", "house")
"""What a page can have in a box."""
TEXT, TEXTS = "a text in quotes", "a list of texts"
TABLE, TABLES = "a table of texts", "a table of lists of texts"
KEYS: Mapping[str, Mapping[str, str]] = {
    "page": {**dict.fromkeys(BOXES, TEXT), "link": TEXT},
    "glossary": {"in_game": TEXTS, "in_english": TEXT, "plurals": TABLES},
    "search": {
        **dict.fromkeys(("stop_words", "question_words", "beginnings", "glued"), TEXT),
        **{
            "endings": TEXT,
            "doubled_letters": TEXT,
            "letters": TABLE,
            "ranks": TABLE,
            "suits": TABLE,
        },
    },
}
"""What the file can say, by its tables."""
OTHER_NAMES = ("terms", "rulings")
"""Tables of lists of texts, whose keys are anchors of terms and names of rulings."""


def read_words(folder: Path) -> PageWords:
    """Read the words of the language whose pages are in `folder`, which is named by its tag.

    Raises ValueError for a file that is missing or no TOML, and for a key or a value in it that
    means nothing to us.
    """
    try:
        tables = tomllib.loads((folder / WORDS).read_text("utf-8-sig"))
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror}") from error
    for table in tables:
        check_table(table, tables[table])
    page, glossary, search = (tables.get(table, {}) for table in KEYS)
    if missing := [key for key in KEYS["page"] if not page.get(key)]:
        raise ValueError(f"[page] does not say {', '.join(missing)}")
    if "{title}" not in page["link"]:
        raise ValueError("[page] link has no {title} in it")
    return PageWords(
        tag=folder.name,
        boxes={box: page[box] for box in BOXES},
        link=page["link"],
        in_game=tuple(glossary.get("in_game", ())),
        in_english=glossary.get("in_english", ""),
        plurals=tupled(glossary.get("plurals", {})),
        search=SearchWords(**search),
        terms=tupled(tables.get("terms", {})),
        rulings=tupled(tables.get("rulings", {})),
    )


def check_table(table: str, keys: Any) -> None:
    """Raise ValueError for a table, a key in it or its value that means nothing to us."""
    if not isinstance(keys, dict) or table not in (*KEYS, *OTHER_NAMES):
        raise ValueError(f"{table} is none of its tables: {', '.join((*KEYS, *OTHER_NAMES))}")
    for key, value in keys.items():
        wanted = TEXTS if table in OTHER_NAMES else KEYS[table].get(key)
        if wanted is None:
            raise ValueError(f"[{table}] has no {key}, only: {', '.join(KEYS[table])}")
        if kind_of(value) != wanted and value != {}:
            raise ValueError(f"[{table}] {key} is to be {wanted}")


def tupled(lists: Mapping[str, list[str]]) -> Mapping[str, tuple[str, ...]]:
    """Return a table whose lists never change."""
    return {key: tuple(texts) for key, texts in lists.items()}


def kind_of(value: Any) -> str:
    """Return what a value of the file is, empty if it is nothing that we know."""
    if isinstance(value, str):
        return TEXT
    if isinstance(value, list):
        return TEXTS if {*map(kind_of, value)} <= {TEXT} else ""
    kinds = {*map(kind_of, value.values())} if isinstance(value, dict) else set()
    return {TEXT: TABLE, TEXTS: TABLES}.get(kinds.pop(), "") if len(kinds) == 1 else ""
