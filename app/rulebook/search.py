"""Search the book: sections and terms in SQLite's full-text index, forgiving about spelling."""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from threading import Lock

import pysqlite3.dbapi2 as sqlite3
from markupsafe import Markup, escape
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import Page

MOST_HITS = 8
MOST_WORDS = 12
LONGEST_WORD = 30
MOST_ALTERNATIVES = 12
MOST_SUGGESTIONS = 3
ALIKE = 60
"""From here on (of 100) a title is near enough to what was asked to be suggested."""

BEGIN, END = "\ue000", "\ue001"
"""Around a word that was found; nobody writes these, they have no meaning of their own."""

WORD = re.compile(r"[^\W_]+")
CARD = re.compile(r"\w*[♠♥♦♣]")
SENTENCE = re.compile(r"\n|(?<=[.!?])\s+(?=[^a-z])")
SUITS = {"♠": " spades ", "♥": " hearts ", "♦": " diamonds ", "♣": " clubs "}
COMMON = frozenset(
    words
    for line in (
        "a an and are can do does how i if in is it may me my of",
        "on or the to we what when which who with you your",
    )
    for words in line.split()
)
"""Words that tell nothing, unless nothing else is asked."""
INDEX = """
CREATE VIRTUAL TABLE entries USING fts5 (
    title, names, page, body, cards, tokenize = "porter unicode61 remove_diacritics 2"
)
"""
INSERT = "INSERT INTO entries (rowid, title, names, page, body, cards) VALUES (?, ?, ?, ?, ?, ?)"
FIND = """
SELECT rowid, bm25(entries, 8, 4, 2, 1, 1), bm25(entries, 1, 1, 0, 0, 0) FROM entries
WHERE entries MATCH ?
"""
MARK = """
SELECT rowid, highlight(entries, 0, ?2, ?3), highlight(entries, 3, ?2, ?3) FROM entries
WHERE entries MATCH ?1 AND rowid IN (SELECT value FROM json_each(?4))
"""


@dataclass(frozen=True)
class Entry:
    """What can be found: a page, a section or a term, with its `names` and its words."""

    page: str
    anchor: str
    title: str
    within: str
    lines: tuple[str, ...]
    names: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The entry as a row of the index. Suits are found by their names."""
        body = "\n".join(self.lines)
        cards = " ".join(map(spelt, CARD.findall(f"{self.title} {body}")))
        return self.title, " ".join(self.names), self.within, body, cards

    @property
    def is_term(self) -> bool:
        """Whether it is a word of the glossary."""
        return self.page == GLOSSARY and bool(self.names)


@dataclass(frozen=True)
class Hit:
    """Where something was found: title and sentence have the words marked."""

    page: str
    anchor: str
    title: Markup
    within: str
    sentence: Markup


@dataclass(frozen=True)
class Hits:
    """What a search found, the best first.

    `read_as` has the words that were taken for others; where nothing was found, `near` has the
    titles that are least unlike.
    """

    asked: str
    hits: tuple[Hit, ...] = ()
    read_as: tuple[tuple[str, str], ...] = ()
    near: tuple[Hit, ...] = ()


@dataclass(frozen=True)
class Asked:
    """One thing that is asked for: any of these phrases."""

    phrases: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        """As a part of a query of the index; phrases are letters and digits only."""
        return "(" + " OR ".join(f'"{" ".join(phrase)}"' for phrase in self.phrases) + ")"


class Index:
    """The full-text index of a book. Any number of threads may search it.

    It lies in memory and is written once. SQLite connections are not to be used by two threads at
    a time, so a lock lets one in after the other: a search takes less time than opening a
    connection for each thread would.
    """

    def __init__(self, pages: Iterable[Page], terms: Iterable[Term]) -> None:
        self._entries = list(entries_of(pages, terms))
        self._titles = [
            frozenset(map(one, words_of(entry.title))) - COMMON for entry in self._entries
        ]
        self._groups = synonyms_of(terms)
        self._words = sorted(
            {
                word
                for entry in self._entries
                for text in (entry.title, *entry.names, entry.within, *entry.lines)
                for word in words_of(text)
            }
        )
        self._known = frozenset(self._words)
        self._lock = Lock()
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(INDEX)
        self._db.executemany(
            INSERT,
            [(at, *each.columns) for at, each in enumerate(self._entries)],
        )
        self._db.commit()

    def search(self, asked: str, page: str | None = None) -> Hits:
        """What the book says about `asked`, which may be anything; `page` is the game that is on.

        Hits in its page and in the glossary come before those in other pages, hits in a title
        before those in the text.
        """
        words = [word[:LONGEST_WORD] for word in words_of(asked)]
        telling = [word for word in words if word not in COMMON] or words
        words = telling[:MOST_WORDS]
        if not words:
            return Hits(asked)
        units, read_as = self._units(words)
        found = self._find(" AND ".join(map(str, units))) if units else {}
        if not found and len(units) > 1:
            found = self._find(" OR ".join(map(str, units)))
        if not found:
            return Hits(asked, read_as=tuple(read_as.items()), near=self._near(words))
        typed = frozenset(one(read_as.get(word, word)) for word in words)
        meant = frozenset(one(word) for unit in units for each in unit.phrases for word in each)
        ranks = {at: self._rank(at, found[at], typed, meant, page) for at in found}
        best = sorted(found, key=ranks.__getitem__)[:MOST_HITS]
        hits = self._marked(best, " OR ".join(map(str, units)))
        return Hits(asked, hits, tuple(read_as.items()))

    def _units(self, words: Sequence[str]) -> tuple[list[Asked], dict[str, str]]:
        """What `words` ask for, and those of them that had to be read as others."""
        units, read_as = [], {}
        for at, word in enumerate(words):
            others = [word] if word in self._known else []
            if at == len(words) - 1 and len(word) > 1:
                others += [each for each in self._beginning(word) if each != word]
            if not others:
                others = self._spelt_like(word)
                if others:
                    read_as[word] = others[0]
            phrases: list[tuple[str, ...]] = [(other,) for other in others]
            for other in others[:1]:
                phrases += self._groups.get((one(other),), [])
            if phrases:
                units.append(Asked(tuple(dict.fromkeys(phrases))))
        whole = self._groups.get(tuple(map(one, words)), [])
        if len(words) > 1 and whole:
            units = [Asked((tuple(words), *whole))]
        return units, read_as

    def _beginning(self, letters: str) -> Iterator[str]:
        """The words that begin with these letters."""
        at = bisect_left(self._words, letters)
        later = islice(self._words, at, at + MOST_ALTERNATIVES)
        return (word for word in later if word.startswith(letters))

    def _spelt_like(self, word: str) -> list[str]:
        """The words that differ in the fewest letters: two at most, one if it is short."""
        most = 1 if len(word) < 4 else 2
        found = process.extract(
            word,
            self._words,
            scorer=OSA.distance,
            score_cutoff=most,
            limit=MOST_ALTERNATIVES,
        )
        nearest = min((distance for _word, distance, _at in found), default=0)
        return [other for other, distance, _at in found if distance == nearest and len(other) > 2]

    def _find(self, query: str) -> dict[int, tuple[float, bool]]:
        """The entries that match: how well, the less the better, and whether by their name."""
        with self._lock:
            rows = self._db.execute(FIND, (query,)).fetchall()
        return {at: (rank, by_name < 0) for at, rank, by_name in rows}

    def _rank(
        self,
        at: int,
        found: tuple[float, bool],
        asked: frozenset[str],
        meant: frozenset[str],
        page: str | None,
    ) -> tuple[object, ...]:
        """What decides which hit is the better one, the lower the better.

        `asked` are the words that were typed, `meant` those and all that they may stand for.
        """
        entry, title, (rank, by_name) = self._entries[at], self._titles[at], found
        return (
            bool(page) and entry.page not in (page, GLOSSARY),
            not by_name,
            -len(title & asked),
            -len(title & meant) / (len(title) or 1),
            bool(page) and entry.is_term,
            rank,
        )

    def _marked(self, best: Sequence[int], query: str) -> tuple[Hit, ...]:
        """These entries as hits."""
        with self._lock:
            rows = self._db.execute(MARK, (query, BEGIN, END, json.dumps(best))).fetchall()
        texts = {at: (title, body) for at, title, body in rows}
        return tuple(self._hit(at, *texts[at]) for at in best)

    def _near(self, words: Sequence[str]) -> tuple[Hit, ...]:
        """The titles that are least unlike `words`."""
        found = process.extract(
            " ".join(words),
            [" ".join(words_of(entry.title)) for entry in self._entries],
            scorer=fuzz.WRatio,
            score_cutoff=ALIKE,
            limit=MOST_SUGGESTIONS,
        )
        return tuple(self._hit(at, self._entries[at].title) for _title, _score, at in found)

    def _hit(self, at: int, title: str, body: str = "") -> Hit:
        entry = self._entries[at]
        sentence = body if entry.is_term else telling_sentence(body)
        return Hit(entry.page, entry.anchor, marked(title), entry.within, marked(sentence))


def entries_of(pages: Iterable[Page], terms: Iterable[Term]) -> Iterator[Entry]:
    """Everything that can be found, in the order of the book."""
    for page in pages:
        if page.key == GLOSSARY:
            continue
        yield Entry(page.key, "", page.title, "", page.lines)
        for section in page.sections:
            yield Entry(page.key, section.anchor, section.title, page.title, section.lines)
            for sub in section.subsections:
                within = f"{page.title} · {section.title}"
                yield Entry(page.key, sub.anchor, sub.title, within, sub.lines)
    for term in terms:
        names = (*term.name.split(", "), *term.synonyms)
        yield Entry(GLOSSARY, term.anchor, term.name, "", (term.words,), names)


def synonyms_of(terms: Iterable[Term]) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """For each name of a term, in the singular, all that it is called."""
    groups: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for term in terms:
        names = [tuple(words_of(name)) for name in (*term.name.split(", "), *term.synonyms)]
        for name in names:
            groups.setdefault(tuple(map(one, name)), []).extend(names)
    return groups


def spelt(text: str) -> str:
    """`text` with the suits as words."""
    for suit, name in SUITS.items():
        text = text.replace(suit, name)
    return text


def words_of(text: str) -> list[str]:
    """The words of `text` as the index keeps them: small letters without accents."""
    plain = unicodedata.normalize("NFKD", spelt(text[:2000]).casefold())
    return WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))


def one(word: str) -> str:
    """The singular of a word, roughly."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def telling_sentence(body: str) -> str:
    """The first sentence with the most words that were found, or the first of all."""
    sentences = [sentence.strip() for sentence in SENTENCE.split(body)]
    return max(sentences, key=lambda sentence: sentence.count(BEGIN), default="")


def marked(text: str) -> Markup:
    """`text` as HTML, with the words that were found marked."""
    return Markup(str(escape(text)).replace(BEGIN, "<mark>").replace(END, "</mark>"))
