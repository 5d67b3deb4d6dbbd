"""Search the book: sections and terms in SQLite's full-text index, forgiving about spelling.

Questions that can be settled on the spot come before both where they are what is asked.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from threading import Lock

import pysqlite3.dbapi2 as sqlite3
from markupsafe import Markup, escape
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from app.rulebook.entries import RANKS, Question, entries_of, one, synonyms_of, words_of
from app.rulebook.glossary import Term
from app.rulebook.pages import Page

MOST_HITS = 8
MOST_WORDS = 12
LONGEST_WORD = 30
MOST_ALTERNATIVES = 12
MOST_SUGGESTIONS = 3
MOST_QUESTIONS = 2
ALIKE = 60
"""From here on (of 100) a title is near enough to what was asked to be suggested."""

BEGIN, END = "\ue000", "\ue001"
"""Around a word that was found; nobody writes these, they have no meaning of their own."""

NOTHING = Markup()
WORD = re.compile(r"([^\W_]+)")
CELLS = " · "
"""Between the cells of a row."""

SENTENCE = re.compile(r"\n|(?<=[.!?])\s+(?=[^a-z])")
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
STEMS = """
CREATE VIRTUAL TABLE words USING fts5 (word, tokenize = "porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE stems USING fts5vocab (words, instance);
"""
INSERT = "INSERT INTO entries (rowid, title, names, page, body, cards) VALUES (?, ?, ?, ?, ?, ?)"
FIND = """
SELECT rowid, bm25(entries, 8, 4, 2, 1, 1), bm25(entries, 1, 1, 0, 0, 0) FROM entries
WHERE entries MATCH ?
"""


@dataclass(frozen=True)
class Hit:
    """Where something was found: the title and what it says have the words marked.

    `lead` is the sentence that a section begins with, which is its rule in short, unless that is
    the one that tells most of what was asked. A question has a `slug` and no anchor.
    """

    page: str
    anchor: str
    title: Markup
    within: str
    sentence: Markup
    lead: Markup = NOTHING
    slug: str = ""


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
    """One thing that is asked for: any of these phrases, or words that `begin` like it."""

    phrases: tuple[tuple[str, ...], ...]
    begin: tuple[tuple[str, ...], ...] = ()

    @property
    def single(self) -> tuple[tuple[str, ...], ...]:
        """What was typed, and of the others those of one word, which can be told in a text."""
        return tuple(each for each in self.phrases if len(each) == 1 or each is self.phrases[0])

    def __str__(self) -> str:
        """As a part of a query of the index; phrases are letters and digits only."""
        either = (*self.phrases, *self.begin)
        return "(" + " OR ".join(f'"{" ".join(phrase)}"' for phrase in either) + ")"


class Index:
    """The full-text index of a book. Any number of threads may search it.

    It lies in memory and is written once. SQLite connections are not to be used by two threads at
    a time, so a lock lets one in after the other: a search takes less time than opening a
    connection for each thread would.
    """

    def __init__(
        self,
        pages: Iterable[Page],
        terms: Iterable[Term],
        questions: Iterable[Question] = (),
    ) -> None:
        self._entries = list(entries_of(pages, terms))
        self._questions = tuple(questions)
        self._groups = synonyms_of(terms)
        self._names = {
            tuple(words_of(name))
            for names in (
                *(entry.names for entry in self._entries),
                *(question.names for question in self._questions),
            )
            for name in names
        }
        self._words = sorted(
            {
                word
                for entry in self._entries
                for text in (entry.title, *entry.names, entry.within, *entry.lines)
                for word in words_of(text)
            }
            | {
                word
                for question in self._questions
                for text in (question.title, *question.names)
                for word in words_of(text)
            }
            | {*RANKS.values()}
        )
        self._known = frozenset(self._words)
        self._lock = Lock()
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(INDEX)
        self._db.executemany(
            INSERT,
            [(at, *each.columns) for at, each in enumerate(self._entries)],
        )
        self._stems = self._stems_of(self._words)
        self._db.commit()
        self._titles = [self._stem(entry.title) - COMMON for entry in self._entries]
        self._texts = [self._stem(" ".join(entry.columns)) for entry in self._entries]
        self._said = [list(sentences_of("\n".join(entry.lines))) for entry in self._entries]
        self._sentences = [list(map(self._stem, said)) for said in self._said]
        self._asking = [
            (
                question,
                self._stem(" ".join((question.title, *question.names))),
                {self._stem(question.title) - COMMON, *map(self._stem, question.names)},
            )
            for question in self._questions
        ]

    def _stems_of(self, words: Sequence[str]) -> dict[str, str]:
        """The stem of each word, as the index makes it."""
        self._db.executescript(STEMS)
        self._db.executemany("INSERT INTO words (rowid, word) VALUES (?, ?)", enumerate(words))
        return {words[at]: stem for stem, at in self._db.execute("SELECT term, doc FROM stems")}

    def _stem(self, text: str) -> frozenset[str]:
        """The stems of the words of `text`."""
        return frozenset(self._stems.get(word, word) for word in words_of(text))

    def search(self, asked: str, page: str | None = None) -> Hits:
        """What the book says about `asked`, which may be anything; `page` is the game that is on.

        Hits in its page and in the glossary come before those in other pages, hits in a title
        before those in the text.
        """
        words = [word[:LONGEST_WORD] for word in words_of(asked)]
        if tuple(words) not in self._names:
            words = [word for word in words if word not in COMMON] or words
        words = words[:MOST_WORDS]
        if not words:
            return Hits(asked)
        units, read_as = self._units(words)
        typed = self._stem(" ".join(read_as.get(word, word) for word in words))
        found = self._ranked(units, typed, page)
        questions = self._questions_about(units, page)
        if not found and not questions:
            return Hits(asked, read_as=tuple(read_as.items()), near=self._near(words))
        best = found[: MOST_HITS - len(questions)]
        typed = self._meant([Asked(unit.single) for unit in units])
        hits = tuple(self._hit(at, typed - COMMON or typed) for at in best)
        return Hits(asked, (*questions, *hits), tuple(read_as.items()))

    def _ranked(self, units: Sequence[Asked], typed: frozenset[str], page: str | None) -> list[int]:
        """The entries about what is asked for, the best first.

        Where nothing on the page has all of it in its name or in one sentence, what has part of it
        may be meant as well.
        """
        if not units:
            return []
        whole = self._find(" AND ".join(map(str, units)))
        meant = self._meant(units)
        ranks = {at: self._rank(at, whole[at], True, typed, meant, page) for at in whole}
        if len(units) > 1 and not any(rank[:2] <= (False, 1) for rank in ranks.values()):
            some = self._find(" OR ".join(map(str, units)))
            rest = {at: self._rank(at, some[at], False, typed, meant, page) for at in some}
            ranks = rest | ranks
        return sorted(ranks, key=ranks.__getitem__)

    def _meant(self, units: Sequence[Asked]) -> frozenset[str]:
        """The stems of all the words that are asked for."""
        words = (word for unit in units for phrase in unit.phrases for word in phrase)
        return frozenset(self._stems.get(word, word) for word in words)

    def _questions_about(self, units: Sequence[Asked], page: str | None) -> tuple[Hit, ...]:
        """The questions of the page, or of any without one, that are what is asked."""
        about = [
            [self._stem(" ".join(phrase)) for phrase in (*unit.phrases, *unit.begin)]
            for unit in units
        ]
        asked = [
            question
            for question, words, names in self._asking
            if page in (None, question.page)
            and about
            and all(any(phrase <= words for phrase in phrases) for phrases in about)
            and (len(about) > 1 or any(phrase in names for phrase in about[0]))
        ]
        return tuple(
            Hit(
                each.page,
                "",
                Markup(escape(each.title)),
                "",
                Markup(escape(each.ask)),
                slug=each.slug,
            )
            for each in asked[:MOST_QUESTIONS]
        )

    def _units(self, words: Sequence[str]) -> tuple[list[Asked], dict[str, str]]:
        """What `words` ask for, and those of them that had to be read as others."""
        units, read_as = [], {}
        for at, word in enumerate(words):
            others = [word] if word in self._known else []
            longer: list[str] = []
            if at == len(words) - 1 and len(word) > 1:
                longer = [each for each in self._beginning(word) if each != word]
                if not others:
                    others, longer = longer, []
            if not others:
                others = self._spelt_like(word)
                if others:
                    read_as[word] = others[0]
            phrases: list[tuple[str, ...]] = [(other,) for other in others]
            for other in others[:1]:
                phrases += self._groups.get((one(other),), [])
            if phrases:
                begin = tuple((each,) for each in longer)
                units.append(Asked(tuple(dict.fromkeys(phrases)), begin))
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
        has_all: bool,
        typed: frozenset[str],
        meant: frozenset[str],
        page: str | None,
    ) -> tuple[bool | float, ...]:
        """What decides which hit is the better one, the lower the better.

        `typed` are the stems of the words that were typed, `meant` those of all that they may
        stand for.
        """
        entry, title, (rank, by_name) = self._entries[at], self._titles[at], found
        if has_all:
            in_one = by_name or any(typed <= sentence for sentence in self._sentences[at])
            place = 0 if by_name else 1 if in_one else 3
        else:
            place = 2 if by_name else 4
        return (
            bool(page) and entry.game not in (page, None),
            place,
            not typed <= self._texts[at],
            -len(title & typed),
            bool(page) and entry.is_term,
            -len(title & meant) / (len(title) or 1),
            rank,
        )

    def _near(self, words: Sequence[str]) -> tuple[Hit, ...]:
        """The titles that are least unlike `words`."""
        found = process.extract(
            " ".join(words),
            [" ".join(words_of(entry.title)) for entry in self._entries],
            scorer=fuzz.WRatio,
            score_cutoff=ALIKE,
            limit=MOST_SUGGESTIONS,
        )
        return tuple(self._hit(at, frozenset()) for _title, _score, at in found)

    def _hit(self, at: int, meant: frozenset[str]) -> Hit:
        """An entry with what it says of these stems.

        That is its sentence with the most of them, or the first of all; a sentence says more than a
        row of a table.
        """
        entry, stems = self._entries[at], self._sentences[at]
        if entry.is_term:
            first, telling = "", " ".join(entry.lines)
        else:
            said = self._said[at]
            best = max(
                range(len(said)),
                key=lambda place: (len(stems[place] & meant), CELLS not in said[place], -place),
                default=0,
            )
            first, telling = (said[0] if best else ""), said[best] if said else ""
        return Hit(
            entry.page,
            entry.anchor,
            self._marked(entry.title, meant),
            entry.within,
            self._marked(telling, meant),
            self._marked(first, meant),
        )

    def _marked(self, text: str, meant: frozenset[str]) -> Markup:
        """`text` as HTML, with the words that have one of these stems marked."""
        parts = WORD.split(text)
        for at in range(1, len(parts), 2):
            plain = parts[at].casefold()
            stem = self._stems.get(plain) or self._stems.get("".join(words_of(plain)))
            if stem in meant:
                parts[at] = f"{BEGIN}{parts[at]}{END}"
        html = str(escape("".join(parts)))
        return Markup(html.replace(BEGIN, "<mark>").replace(END, "</mark>"))


def sentences_of(body: str) -> Iterator[str]:
    """The sentences of a text, and the rows of its tables."""
    return (sentence.strip() for sentence in SENTENCE.split(body))
