"""The words of the book, and how what is typed is read as some of them."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import process
from rapidfuzz.distance import OSA

from app.rulebook.glossary import Term

MOST_WORDS = 16
LONGEST_WORD = 30
SHORTEST = 3
"""So many letters a word has at least that is taken for a misspelling, or for what was meant."""

# One letter in three may be wrong, missing, too many, or have changed places with the next: the
# one mistake that somebody makes. From 0.8 on “quen” is no queen, at 0.5 a guitar is the khityar.
SPELT_LIKE = 0.66

GUESSED = 7 / 8
"""What a guess is worth beside the very word that was typed, so that it only decides between
equals: of 0.97 to 0.75 all settle the same disputes."""

WORD = re.compile(r"([^\W_]+)")
CARD = re.compile(r"((?<!\w)[akqj])?([♠♥♦♣])")
RANKS = {"a": "ace", "k": "king", "q": "queen", "j": "jack"}
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|e|s)$")
TWICE = re.compile(r"([a-z])\1$")


def plain(text: str) -> str:
    """`text` in small letters without accents."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """The words that `text` is found by; a card is its name, so K♥ and king of hearts are one."""
    spelt = CARD.sub(lambda card: f" {RANKS.get(card[1], '')} {SUITS[card[2]]} ", plain(text))
    return WORD.findall(spelt)


def stem(word: str) -> str:
    """What is left without an English ending: swap, swaps, swapped and swapping are one word."""
    return TWICE.sub(r"\1", ENDING.sub("", word.replace("y", "i")))


def stems(text: str) -> Name:
    """The stems of the words of `text`."""
    return frozenset(map(stem, words_of(text)))


Name = frozenset[str]
"""Stems that stand together for one thing: “king” and “heart” for the king of hearts."""

COMMON = stems(
    "a an and are can do does how i if in is it may me my of on or the to we what when which who "
    "with you your"
)
"""Words that tell nothing, unless nothing else is asked."""


def telling(text: str) -> Name:
    """The stems of those words of `text` that tell something, or of all if none does."""
    every = stems(text)
    return every - COMMON or every


@dataclass(frozen=True)
class Need:
    """What will do for a word: what was `typed`, or what it is `guessed` to mean.

    That is another name for what it is called, or a word that it is the beginning of.
    """

    typed: frozenset[Name]
    guessed: frozenset[Name]


@dataclass(frozen=True)
class Query:
    """What is asked for, the stems of all that was `typed`, and what was read as other words."""

    needs: tuple[Need, ...]
    typed: frozenset[str]
    read_as: tuple[tuple[str, str], ...]

    @cached_property
    def telling(self) -> frozenset[str]:
        """The stems that a text tells it by; of other names, those that are words of their own."""
        names = (name for need in self.needs for name in need.guessed if len(name) == 1)
        return (self.typed - COMMON or self.typed).union(*names)


class Vocabulary:
    """The words of a book with their `stems`, and which of them are names for the same thing."""

    def __init__(self, lines: Iterable[Iterable[str]], terms: Iterable[Term]) -> None:
        book_words = dict.fromkeys(word for line in lines for word in line)
        self.stems = {word: stem(word) for word in book_words}
        self._names: defaultdict[Name, set[Name]] = defaultdict(set)
        self._called: dict[str, str] = {}
        for term in terms:
            for name in term.names:
                self._names[stems(name)].update(map(telling, term.names))
                for word in words_of(name):
                    self.stems[word] = stem(word)
                    self._called[word] = word if word in book_words else term.name.casefold()
        self._known = frozenset(self.stems.values())

    def read(self, text: str) -> Query:
        """What is asked for by `text`. A word that is like none of the book is passed over."""
        words = [word[:LONGEST_WORD] for word in words_of(text)][:MOST_WORDS]
        needs: list[Need] = []
        read_as: dict[str, str] = {}
        for number, word in enumerate(words, 1):
            longer: list[str] = []
            # The last word may still be growing: “king” is on its way to “kingdom”.
            if number == len(words) and len(word) > 1:
                longer = [other for other in self.stems if other.startswith(word)]
            if word in self.stems or (not longer and stem(word) in self._known):
                needs.append(self._need([word], longer))
            elif longer:
                needs.append(self._need(longer))
            elif alike := self._spelt_like(word):
                needs.append(self._need(alike))
                # Nobody who types “dubbel” is helped by “dubbl”, which only the glossary knows.
                read_as[word] = self._called.get(alike[0], alike[0])
        typed = frozenset(part for need in needs for name in need.typed for part in name)
        if len(needs) > 1 and typed in self._names:
            needs = [Need(frozenset(), frozenset(self._names[typed]))]
        telling = [need for need in needs if not any(name <= COMMON for name in need.typed)]
        return Query(tuple(telling or needs), typed, tuple(read_as.items()))

    def _need(self, words: Iterable[str], longer: Iterable[str] = ()) -> Need:
        """What will do where any of these `words` was typed, or the beginning of the `longer`."""
        typed = frozenset(frozenset({stem(word)}) for word in words)
        names = (self._names.get(name, ()) for name in typed)
        return Need(typed, frozenset(frozenset({stem(word)}) for word in longer).union(*names))

    def _spelt_like(self, word: str) -> list[str]:
        """The words that are spelt most like this one, none if all are unlike it.

        Short words are too much like too many, and another number is another number.
        """
        if len(word) < SHORTEST or not word.isalpha():
            return []
        near = process.extract(
            word,
            [other for other in self.stems if len(other) >= SHORTEST],
            scorer=OSA.normalized_similarity,
            score_cutoff=SPELT_LIKE,
            limit=None,
        )
        return [other for other, likeness, _number in near if likeness == near[0][1]]
