"""Search the book: a section is as good as the words of it that were asked for, and where they are.

A scorer of whole texts knows neither headings nor other names: the best of them (WRatio over the
titles, partial_token_set_ratio over the text) settles 12 of the 21 disputes in the tests, and takes
30 ms a key in pure Python. So `app.rulebook.query` compares letters where a word is mistyped, and
here words are counted.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup, escape
from rapidfuzz import fuzz, process

from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import Page
from app.rulebook.query import (
    GUESSED,
    WORD,
    Name,
    Query,
    Vocabulary,
    plain,
    stem,
    stems,
    telling,
    words_of,
)

MOST_HITS = 8
MOST_QUESTIONS = 2
MOST_SUGGESTIONS = 3
ALIKE = 60
"""From here on (of 100) a title is near enough to what was asked to be suggested."""

CALLED, SAYS = 0, 2
"""The lines of an entry: what it is called, where it stands, and from here on what it says."""

CELLS = " · "
"""Between the cells of a row."""

BEGIN, END = "\ue000", "\ue001"
"""Around a word that was found; nobody writes these, they have no meaning of their own."""

Place = tuple[int, int]
"""The number of an entry, and of a line in it."""


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
    lead: Markup
    slug: str


@dataclass(frozen=True)
class Hits:
    """What a search found, the best first.

    `read_as` has the words that were taken for others; where nothing was found, `near` has the
    titles that are least unlike.
    """

    hits: tuple[Hit, ...]
    read_as: tuple[tuple[str, str], ...]
    near: tuple[Hit, ...]


class Index:
    """Where the words of a book stand. It is written once, so any number of threads may search."""

    def __init__(
        self, pages: Iterable[Page], terms: Collection[Term], questions: Iterable[Question] = ()
    ) -> None:
        self._entries = list(entries_of(pages, terms))
        self._questions = list(map(entry_of, questions))
        sections = [line for entry in self._entries if not entry.is_term for line in entry.words]
        meanings = [line for entry in self._entries if entry.is_term for line in entry.words[SAYS:]]
        question_names = [question.words[CALLED] for question in self._questions]
        self._vocabulary = Vocabulary([*sections, *meanings, *question_names], terms)
        self._places: defaultdict[str, set[Place]] = defaultdict(set)
        for number, entry in enumerate(self._entries):
            for line, words in enumerate(entry.stems):
                # A sentence is read under its heading: “What blocks a pair” does not say it again.
                for word in words | entry.heading:
                    self._places[word].add((number, line))

    def search(self, typed: str, page: str | None = None) -> Hits:
        """What the book says about what was `typed`, anything; `page` is the game that is on.

        What can be settled comes first, then hits in its page and in the glossary, then those in
        other pages.
        """
        query = self._vocabulary.read(typed)
        ours = [question for question in self._questions if page in (None, question.page)]
        settled = [question for question in ours if is_asked(question, query)]
        best = [*settled[:MOST_QUESTIONS], *self._ranked(query, page)][:MOST_HITS]
        hits = tuple(self._hit(entry, query.telling) for entry in best)
        return Hits(hits, query.read_as, () if hits else self._near(typed))

    def _ranked(self, query: Query, page: str | None) -> list[Entry]:
        """The entries that have something of what is asked for, the best first."""
        in_line: Counter[Place] = Counter()
        in_entry: Counter[int] = Counter()
        for need in query.needs:
            guessed, typed = self._places_of(need.guessed), self._places_of(need.typed)
            in_line.update(dict.fromkeys(guessed, GUESSED) | dict.fromkeys(typed, 1))
            in_entry.update({n: GUESSED for n, _ in guessed} | {n: 1 for n, _ in typed})
        lines: defaultdict[int, list[float]] = defaultdict(list)
        for (number, _line), worth in in_line.items():
            lines[number].append(worth)

        # What has all of it in one place is the answer, so that counts twice. A heading says what a
        # section is about where a sentence only mentions it, so it counts again. Last, all of it
        # somewhere in the section is better than half of it.
        score = {n: 2 * max(lines[n]) + in_line[n, CALLED] + in_entry[n] for n in lines}

        def rank(number: int) -> tuple[float, ...]:
            """What decides which hit comes first, the lower."""
            entry = self._entries[number]
            covered = len(entry.heading & query.typed) + len(entry.heading & query.telling)
            return (
                page is not None and entry.game not in (page, None),
                -score[number],
                # Whoever plays a game looks for its rule, anybody else for what the word means.
                entry.is_term == (page is not None),
                -covered / max(1, len(entry.heading)),
                -len(lines[number]),
                number,
            )

        ranked = sorted(score, key=rank)
        every = GUESSED * len(query.needs)
        if ranked and max(lines[ranked[0]]) >= every:
            # Once something has all of it in one place, nobody asks for what has half of it.
            ranked = [number for number in ranked if in_entry[number] >= every]
        return [self._entries[number] for number in ranked]

    def _places_of(self, names: Iterable[Name]) -> set[Place]:
        """The lines in which any of these names stands."""
        nowhere: set[Place] = set()
        return nowhere.union(
            *(set.intersection(*(self._places.get(s, nowhere) for s in name)) for name in names)
        )

    def _near(self, typed: str) -> tuple[Hit, ...]:
        """The titles that are least unlike what was typed."""
        near = process.extract(
            " ".join(words_of(typed)),
            [" ".join(words_of(entry.title)) for entry in self._entries],
            scorer=fuzz.WRatio,
            score_cutoff=ALIKE,
            limit=MOST_SUGGESTIONS,
        )
        return tuple(self._hit(self._entries[number]) for _title, _score, number in near)

    def _hit(self, entry: Entry, marked: frozenset[str] = frozenset()) -> Hit:
        """An entry with its sentence that tells most of these stems; prose rather than a table."""
        sentences = entry.sentences or ("",)

        def tells(line: int) -> tuple[int, bool, int]:
            """The higher, the better."""
            return len(entry.stems[SAYS + line] & marked), CELLS not in sentences[line], -line

        best = max(range(len(entry.sentences)), key=tells, default=0)
        title, sentence, lead = (
            self._marked(text, marked)
            for text in (entry.title, sentences[best], sentences[0] if best else "")
        )
        return Hit(entry.page, entry.anchor, title, entry.within, sentence, lead, entry.slug)

    def _marked(self, text: str, stems: frozenset[str]) -> Markup:
        """`text` as HTML, with the words that have one of these stems marked."""
        parts = WORD.split(text)
        for at in range(1, len(parts), 2):
            if self._vocabulary.stems.get(plain(parts[at])) in stems:
                parts[at] = f"{BEGIN}{parts[at]}{END}"
        html = str(escape("".join(parts)))
        return Markup(html.replace(BEGIN, "<mark>").replace(END, "</mark>"))


def is_asked(question: Entry, query: Query) -> bool:
    """Whether all that is asked is among the words of a question.

    One word alone has to be a name of it: not everybody who types “trick” has a dispute.
    """
    words = question.stems[CALLED]
    meant = [need.typed | need.guessed for need in query.needs]
    if not meant or not all(any(name <= words for name in names) for names in meant):
        return False
    return len(meant) > 1 or any(
        stems(name) in meant[0] | {query.typed} for name in question.called
    )


# ---- What can be found in the book. ----

SENTENCE = re.compile(r"\n|(?<=[.!?])\s+(?=[^a-z])")


@dataclass(frozen=True)
class Question:
    """What can be settled on the spot: the game's page, its name in an address, and what it asks.

    `names` are other words for it. It is found by all that was typed, among its words: one word
    alone finds it if that is a name.
    """

    page: str
    slug: str
    title: str
    ask: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """What can be found: a page, a section, a word of the glossary or a question with a `slug`.

    `within` is where it stands, `names` what else it is called, and `game` the page of the only
    game that it is about, None for a word of any of them.
    """

    page: str
    anchor: str
    title: str
    within: str
    lines: tuple[str, ...]
    names: tuple[str, ...] = ()
    game: str | None = None
    slug: str = ""

    @property
    def is_term(self) -> bool:
        """Whether it is a word of the glossary."""
        return self.page == GLOSSARY

    @property
    def called(self) -> tuple[str, ...]:
        """Its title and its names."""
        return (self.title, *self.names)

    @cached_property
    def heading(self) -> frozenset[str]:
        """The stems of its title."""
        return telling(self.title)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What it says, with each row of a table as a sentence; a definition is short, and one."""
        if self.is_term:
            return self.lines
        return tuple(part.strip() for line in self.lines for part in SENTENCE.split(line))

    @cached_property
    def words(self) -> tuple[list[str], ...]:
        """The words of what it is called, of where it stands, and of each of its sentences."""
        return tuple(map(words_of, (" ".join(self.called), self.within, *self.sentences)))

    @cached_property
    def stems(self) -> tuple[frozenset[str], ...]:
        """The stems of those."""
        return tuple(frozenset(map(stem, words)) for words in self.words)


def entries_of(pages: Iterable[Page], terms: Iterable[Term]) -> Iterator[Entry]:
    """All pages, sections and terms, in the order of the book."""
    for page in pages:
        if page.key == GLOSSARY:
            continue
        yield Entry(page.key, "", page.title, "", page.lines, game=page.key)
        for section in page.sections:
            for part in (section, *section.subsections):
                within = page.title if part is section else f"{page.title} · {section.title}"
                yield Entry(page.key, part.anchor, part.title, within, part.lines, game=page.key)
    for term in terms:
        yield Entry(GLOSSARY, term.anchor, term.name, "", (term.words,), term.names, term.game)


def entry_of(question: Question) -> Entry:
    """A question as what can be found."""
    page, title, ask = question.page, question.title, question.ask
    return Entry(page, "", title, "", (ask,), question.names, page, question.slug)
