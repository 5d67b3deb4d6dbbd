"""Search the rules: a section is as good as the query words it holds, and where it holds them.

A scorer of whole texts knows neither headings nor other names: the best of them (WRatio over the
titles, partial_token_set_ratio over the text) settles 12 of the 21 disputes in the tests, and takes
30 ms a key in pure Python. So letters are compared only where a word is mistyped, and words are
counted.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup, escape
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import RulesPage

MAX_HITS = 8
MAX_RULINGS = 2
MAX_SUGGESTIONS = 3
MAX_WORDS = 16
LONGEST_WORD = 30
SHORTEST_GUESSED = 3
"""The fewest letters of a word that is read as another one, or that another one is read as."""

# One letter in three may be wrong, missing, too many, or have changed places with the next: the
# one mistake that somebody makes. From 0.8 on “quen” is no queen, at 0.5 a guitar is the khityar.
MIN_SIMILARITY = 0.66
MIN_TITLE_SCORE = 60
"""The least likeness (of 100) of a title to the query at which it is suggested."""

GUESS_WEIGHT = 7 / 8
"""What a guess counts beside the very word that was typed, so that it only decides between equals:
of 0.97 to 0.75 all settle the same disputes."""

NAMES_LINE, FIRST_SENTENCE = 0, 2
"""Lines of an entry: its names, then the page it is part of, and from here on its sentences."""
CELLS = " · "
"""Between the cells of a row."""

MARK, MARK_END = "\ue000", "\ue001"
"""Around a word that is marked: private code points, which no text of ours has."""

WORD = re.compile(r"([^\W_]+)")
CARD = re.compile(r"((?<!\w)[akqj])?([♠♥♦♣])")
RANKS = {"a": "ace", "k": "king", "q": "queen", "j": "jack"}
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|e|s)$")
DOUBLE_LETTER = re.compile(r"([a-z])\1$")
SENTENCE_BREAK = re.compile(r"\n|(?<=[.!?])\s+(?=[^a-z])")

Stems = frozenset[str]
"""Stems that name one thing together: “king” and “heart” for the king of hearts."""
Place = tuple[int, int]
"""The number of an entry, and of a line in it."""


def without_accents(text: str) -> str:
    """`text` in lower case without accents."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """The words that `text` is found by; a card is its name, so K♥ and king of hearts are one."""
    spelt = CARD.sub(
        lambda card: f" {RANKS.get(card[1], '')} {SUITS[card[2]]} ", without_accents(text)
    )
    return WORD.findall(spelt)


def stem(word: str) -> str:
    """`word` without an English ending: swap, swaps, swapped and swapping have one stem."""
    return DOUBLE_LETTER.sub(r"\1", ENDING.sub("", word.replace("y", "i")))


def stems_of(text: str) -> Stems:
    """The stems of the words of `text`."""
    return frozenset(map(stem, words_of(text)))


STOP_WORDS = stems_of(
    "a an and are can do does how i if in is it may me my of on or the to we what when which who "
    "with you your"
)
"""Stems that say nothing about the subject of a text, unless it has no others."""


def content_stems(text: str) -> Stems:
    """The stems of `text` without stop words, or all of them if there are no others."""
    stems = stems_of(text)
    return stems - STOP_WORDS or stems


@dataclass(frozen=True)
class SearchEntry:
    """What can be found: a page, a section, a term of the glossary, or a ruling with its `slug`.

    `within` is the path of titles above it, `other_names` what else it is called, and `game` the
    page of the only game that it is about, None for a term that several games use.
    """

    page: str
    title: str
    lines: tuple[str, ...]
    game: str | None
    anchor: str = ""
    within: str = ""
    other_names: tuple[str, ...] = ()
    slug: str = ""

    @property
    def is_term(self) -> bool:
        """Whether it is a term of the glossary."""
        return self.page == GLOSSARY

    @property
    def names(self) -> tuple[str, ...]:
        """Its title and its other names."""
        return (self.title, *self.other_names)

    @cached_property
    def title_stems(self) -> Stems:
        """The stems of its title."""
        return content_stems(self.title)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its text by sentences, with each row of a table as one; a definition is not split."""
        if self.is_term:
            return self.lines
        return tuple(part.strip() for line in self.lines for part in SENTENCE_BREAK.split(line))

    @cached_property
    def words(self) -> tuple[list[str], ...]:
        """The words of its names, of `within`, and of each of its sentences."""
        return tuple(map(words_of, (" ".join(self.names), self.within, *self.sentences)))

    @cached_property
    def stems(self) -> tuple[Stems, ...]:
        """The stems of `words`, line by line."""
        return tuple(frozenset(map(stem, words)) for words in self.words)


def list_items(pages: Iterable[RulesPage], terms: Iterable[Term]) -> Iterator[SearchEntry]:
    """All pages, sections and terms, in the order in which they are read."""
    for page in pages:
        if page.key == GLOSSARY:
            continue
        yield SearchEntry(page.key, page.title, page.lines, page.key)
        for section in page.sections:
            for part in (section, *section.subsections):
                within = page.title if part is section else f"{page.title} · {section.title}"
                yield SearchEntry(
                    page.key, part.title, part.lines, page.key, anchor=part.anchor, within=within
                )
    for term in terms:
        lines = (term.words,)
        yield SearchEntry(
            GLOSSARY, term.name, lines, term.game, anchor=term.anchor, other_names=term.names
        )


@dataclass(frozen=True)
class QueryWord:
    """The alternatives for one word of a query: what was `typed`, and what it may mean.

    `guessed` are other names for it, and the words that it is the beginning of.
    """

    typed: frozenset[Stems]
    guessed: frozenset[Stems]


@dataclass(frozen=True)
class SearchQuery:
    """A query: its words, the stems of all that was `typed`, and the words that were replaced."""

    words: tuple[QueryWord, ...]
    typed: Stems
    read_as: tuple[tuple[str, str], ...]

    @cached_property
    def keywords(self) -> Stems:
        """The stems to mark in a text; of other names, those that are a single word."""
        names = (name for word in self.words for name in word.guessed if len(name) == 1)
        return (self.typed - STOP_WORDS or self.typed).union(*names)

    def is_about(self, ruling: SearchEntry) -> bool:
        """Whether all words of the query are among the names of a ruling.

        A single word has to be a whole name of it: not everybody who types “trick” has a dispute.
        """
        stems = ruling.stems[NAMES_LINE]
        meant = [word.typed | word.guessed for word in self.words]
        if not meant or not all(any(name <= stems for name in names) for names in meant):
            return False
        return len(meant) > 1 or any(
            stems_of(name) in meant[0] | {self.typed} for name in ruling.names
        )


class Vocabulary:
    """The words of the rules with their `stems`, and the names that mean the same thing."""

    def __init__(self, lines: Iterable[Iterable[str]], terms: Iterable[Term]) -> None:
        words_in_text = dict.fromkeys(word for line in lines for word in line)
        self.stems = {word: stem(word) for word in words_in_text}
        self._synonyms: defaultdict[Stems, set[Stems]] = defaultdict(set)
        self._shown: dict[str, str] = {}
        for term in terms:
            for name in term.names:
                self._synonyms[stems_of(name)].update(map(content_stems, term.names))
                for word in words_of(name):
                    self.stems[word] = stem(word)
                    self._shown[word] = word if word in words_in_text else term.name.casefold()
        self._known = frozenset(self.stems.values())

    def parse(self, text: str) -> SearchQuery:
        """The query that `text` is. A word that is like none of the rules is passed over."""
        words = [word[:LONGEST_WORD] for word in words_of(text)][:MAX_WORDS]
        parsed: list[QueryWord] = []
        read_as: dict[str, str] = {}
        for number, word in enumerate(words, 1):
            longer: list[str] = []
            # The last word may still be growing: “king” is on its way to “kingdom”.
            if number == len(words) and len(word) > 1:
                longer = [other for other in self.stems if other.startswith(word)]
            if word in self.stems or (not longer and stem(word) in self._known):
                parsed.append(self._query_word([word], longer))
            elif longer:
                parsed.append(self._query_word(longer))
            elif similar := self._most_similar(word):
                parsed.append(self._query_word(similar))
                # Nobody who types “dubbel” is helped by “dubbl”, which only the glossary knows.
                read_as[word] = self._shown.get(similar[0], similar[0])
        typed = frozenset(part for word in parsed for name in word.typed for part in name)
        if len(parsed) > 1 and typed in self._synonyms:
            parsed = [QueryWord(frozenset(), frozenset(self._synonyms[typed]))]
        content = [word for word in parsed if not any(name <= STOP_WORDS for name in word.typed)]
        return SearchQuery(tuple(content or parsed), typed, tuple(read_as.items()))

    def _query_word(self, words: Iterable[str], longer: Iterable[str] = ()) -> QueryWord:
        """The alternatives where any of these `words`, or the beginning of the `longer`, stands."""
        typed = frozenset(frozenset({stem(word)}) for word in words)
        names = (self._synonyms.get(name, ()) for name in typed)
        return QueryWord(typed, frozenset(frozenset({stem(word)}) for word in longer).union(*names))

    def _most_similar(self, word: str) -> list[str]:
        """The words that are spelt most like this one, none if all are too different.

        Short words are too much like too many, and another number is another number.
        """
        if len(word) < SHORTEST_GUESSED or not word.isalpha():
            return []
        near = process.extract(
            word,
            [other for other in self.stems if len(other) >= SHORTEST_GUESSED],
            scorer=OSA.normalized_similarity,
            score_cutoff=MIN_SIMILARITY,
            limit=None,
        )
        return [other for other, likeness, _number in near if likeness == near[0][1]]


@dataclass(frozen=True)
class SearchHit:
    """An entry that was found: its title and its best sentence with the keywords marked.

    `lead` is the sentence that a section begins with, which is its rule in short, unless that is
    the best one. A ruling has a `slug` and no anchor.
    """

    page: str
    anchor: str
    title: Markup
    within: str
    sentence: Markup
    lead: Markup
    slug: str


@dataclass(frozen=True)
class SearchResult:
    """The hits of a search, the best first.

    `read_as` pairs each word that was replaced with the one that was searched for; `near` has the
    most similar titles where nothing was found.
    """

    hits: tuple[SearchHit, ...]
    read_as: tuple[tuple[str, str], ...]
    near: tuple[SearchHit, ...]


class SearchIndex:
    """An index of the words of the rules. It never changes, so any number of threads may search."""

    def __init__(
        self,
        pages: Iterable[RulesPage],
        terms: Collection[Term],
        rulings: Iterable[SearchEntry] = (),
    ) -> None:
        self._entries = list(list_items(pages, terms))
        self._rulings = list(rulings)
        lines = [line for entry in self._entries if not entry.is_term for line in entry.words]
        # The names of terms come by themselves, with what they are a name for.
        for entry in self._entries:
            if entry.is_term:
                lines += entry.words[FIRST_SENTENCE:]
        lines += [ruling.words[NAMES_LINE] for ruling in self._rulings]
        self._vocabulary = Vocabulary(lines, terms)
        self._places: defaultdict[str, set[Place]] = defaultdict(set)
        for number, entry in enumerate(self._entries):
            for line, stems in enumerate(entry.stems):
                # A sentence is read under its heading: “What blocks a pair” does not say it again.
                for word in stems | entry.title_stems:
                    self._places[word].add((number, line))

    def search(self, typed: str, page: str | None = None) -> SearchResult:
        """The hits for what was `typed`, which may be any text; `page` is the game being played.

        Rulings come first, then hits on that page and in the glossary, then those on other pages.
        """
        query = self._vocabulary.parse(typed)
        ours = [ruling for ruling in self._rulings if page in (None, ruling.page)]
        rulings = [ruling for ruling in ours if query.is_about(ruling)]
        best = [*rulings[:MAX_RULINGS], *self._ranked(query, page)][:MAX_HITS]
        hits = tuple(self._hit(entry, query.keywords) for entry in best)
        return SearchResult(hits, query.read_as, () if hits else self._suggestions(typed))

    def _ranked(self, query: SearchQuery, page: str | None) -> list[SearchEntry]:
        """The entries that hold any word of the query, the best first."""
        in_line: Counter[Place] = Counter()
        in_entry: Counter[int] = Counter()
        for word in query.words:
            guessed, typed = self._places_of(word.guessed), self._places_of(word.typed)
            in_line.update(dict.fromkeys(guessed, GUESS_WEIGHT) | dict.fromkeys(typed, 1))
            in_entry.update({n: GUESS_WEIGHT for n, _ in guessed} | {n: 1 for n, _ in typed})
        lines: defaultdict[int, list[float]] = defaultdict(list)
        for (number, _line), weight in in_line.items():
            lines[number].append(weight)

        # What has all of it in one place is the answer, so that counts twice. A heading says what a
        # section is about where a sentence only mentions it, so it counts again. Last, all of it
        # somewhere in the section is better than half of it.
        score = {n: 2 * max(lines[n]) + in_line[n, NAMES_LINE] + in_entry[n] for n in lines}

        def sort_key(number: int) -> tuple[float, ...]:
            """The lower, the earlier."""
            entry = self._entries[number]
            heading = entry.title_stems
            covered = len(heading & query.typed) + len(heading & query.keywords)
            return (
                page is not None and entry.game not in (page, None),
                -score[number],
                # Whoever plays a game looks for its rule, anybody else for what the word means.
                entry.is_term == (page is not None),
                -covered / max(1, len(heading)),
                -len(lines[number]),
                number,
            )

        ranked = sorted(score, key=sort_key)
        whole = GUESS_WEIGHT * len(query.words)
        if ranked and max(lines[ranked[0]]) >= whole:
            # Once something has all of it in one place, nobody asks for what has half of it.
            ranked = [number for number in ranked if in_entry[number] >= whole]
        return [self._entries[number] for number in ranked]

    def _places_of(self, names: Iterable[Stems]) -> set[Place]:
        """The lines that hold all stems of any of these names."""
        nowhere: set[Place] = set()
        return nowhere.union(
            *(set.intersection(*(self._places.get(s, nowhere) for s in name)) for name in names)
        )

    def _suggestions(self, typed: str) -> tuple[SearchHit, ...]:
        """The entries whose titles are most like what was typed."""
        near = process.extract(
            " ".join(words_of(typed)),
            [" ".join(words_of(entry.title)) for entry in self._entries],
            scorer=fuzz.WRatio,
            score_cutoff=MIN_TITLE_SCORE,
            limit=MAX_SUGGESTIONS,
        )
        return tuple(self._hit(self._entries[number]) for _title, _score, number in near)

    def _hit(self, entry: SearchEntry, keywords: Stems = frozenset()) -> SearchHit:
        """`entry` with the sentence that holds most of the keywords; prose rather than a table."""
        sentences = entry.sentences or ("",)

        def quality(line: int) -> tuple[int, bool, int]:
            """The higher, the better."""
            held = entry.stems[FIRST_SENTENCE + line] & keywords
            return len(held), CELLS not in sentences[line], -line

        best = max(range(len(entry.sentences)), key=quality, default=0)
        title, sentence, lead = (
            self._marked(text, keywords)
            for text in (entry.title, sentences[best], sentences[0] if best else "")
        )
        return SearchHit(entry.page, entry.anchor, title, entry.within, sentence, lead, entry.slug)

    def _marked(self, text: str, keywords: Stems) -> Markup:
        """`text` as HTML, with the words that have one of these stems marked."""

        def mark(word: re.Match[str]) -> str:
            is_keyword = self._vocabulary.stems.get(without_accents(word[0])) in keywords
            return f"{MARK}{word[0]}{MARK_END}" if is_keyword else word[0]

        html = str(escape(WORD.sub(mark, text)))
        return Markup(html.replace(MARK, "<mark>").replace(MARK_END, "</mark>"))
