"""Full-text search in the rules: sections are ranked by how many query words they have, and where.

A scorer of whole texts knows neither headings nor synonyms: the best of them (WRatio over the
titles, partial_token_set_ratio over the text) settles 12 of the 21 disputes in the tests, and takes
30 ms a key in pure Python. So letters are compared (fuzzy matching) only for a mistyped word, and
words are counted.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from markupsafe import Markup, escape
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import RulesPage
from app.rulebook.words import WORD, PageWords, SearchWords, Stems, folded

MAX_HITS = 8
MAX_RULINGS = 2
MAX_SUGGESTIONS = 3
MAX_WORDS = 16
LONGEST_WORD = 30
SHORTEST_GUESSED = 3  # letters of the shortest word that is corrected, or that replaces one

# One letter in three may be wrong, missing, too many, or swapped with the next: one typo in a word.
# With 0.8 and more “quen” is no queen, with 0.5 a guitar is the khityar.
MIN_SIMILARITY = 0.66
MIN_TITLE_SCORE = 60  # least likeness (of 100) to the query of a title that is suggested

# The weight of a guess beside the very word that was typed, so that it only decides between equals:
# all values from 0.75 to 0.97 settle the same disputes.
GUESS_WEIGHT = 7 / 8

# The lines of an entry: its names, the page it is part of, and from FIRST_SENTENCE on sentences.
NAMES_LINE, FIRST_SENTENCE = 0, 2
CELLS = " · "  # between the cells of a table row

# Around a word that is marked: private code points, which no text of ours has.
MARK, MARK_END = "\ue000", "\ue001"

COMMA = re.compile("[,،]")
SENTENCE_BREAK = re.compile(r"\n|(?<=[.!?؟])\s+(?=[^a-z])")

Place = tuple[int, int]  # the number of an entry, and of a line in it


# The fewest words that say something of a question without a word that begins one.
FEWEST_WORDS_ASKED = 4


@dataclass(frozen=True)
class SearchEntry:
    """Anything that can be found: a page, a section, a term of the glossary, or a ruling with its
    `slug`.

    `language` has the words that it is written in. `within` is the path of titles above it,
    `other_names` are synonyms, and `game` is the page of the only game that it is about, None for a
    term that several games use.
    """

    page: str
    title: str
    lines: tuple[str, ...]
    game: str | None
    language: PageWords = field(repr=False)
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
        return self.language.search.content_stems(self.title)

    @cached_property
    def subject_stems(self) -> Stems:
        """The stems of what a section or a term is about: “Trex, the layout” is about Trex."""
        asks = self.title.endswith(("?", "؟"))
        subject = self.title if asks else COMMA.split(self.title)[0]
        return self.language.search.content_stems(subject) if self.anchor else frozenset()

    @cached_property
    def asking_stems(self) -> Stems:
        """The stems of its title with those that ask."""
        return self.language.search.stems_of(self.title)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its text by sentences, with each row of a table as one; a definition is not split."""
        if self.is_term:
            return self.lines
        return tuple(part.strip() for line in self.lines for part in SENTENCE_BREAK.split(line))

    @cached_property
    def words(self) -> tuple[list[str], ...]:
        """The words of its names, of `within`, and of each of its sentences."""
        words_of = self.language.search.words_of
        return tuple(map(words_of, (" ".join(self.names), self.within, *self.sentences)))

    @cached_property
    def stems(self) -> tuple[Stems, ...]:
        """The stems of `words`, line by line."""
        stem = self.language.search.stem
        return tuple(frozenset(map(stem, words)) for words in self.words)


def list_items(pages: Iterable[RulesPage], terms: Iterable[Term]) -> Iterator[SearchEntry]:
    """Yield all pages, sections and terms, in reading order."""
    for page in pages:
        if page.key == GLOSSARY:
            continue
        yield SearchEntry(page.key, page.title, page.lines, page.key, page.language)
        for section in page.sections:
            for part in (section, *section.subsections):
                within = page.title if part is section else f"{page.title} · {section.title}"
                yield SearchEntry(
                    page.key,
                    part.title,
                    part.lines,
                    page.key,
                    page.language,
                    anchor=part.anchor,
                    within=within,
                )
    for term in terms:
        yield SearchEntry(
            GLOSSARY,
            term.name,
            (term.words,),
            term.game,
            term.language,
            anchor=term.anchor,
            other_names=term.names,
        )


@dataclass(frozen=True)
class QueryWord:
    """The alternatives for one word of a query: the stems `typed`, and those that it may mean.

    `guessed` are its synonyms, and the words that begin with it.
    """

    typed: frozenset[Stems]
    guessed: frozenset[Stems]


@dataclass(frozen=True)
class SearchQuery:
    """A parsed query in a `language`: its words, the stems of everything `typed`, and the words
    that were replaced. One that `is_known` has no other words than the rules; one that
    `is_question` wants a rule, and begins with one of the stems `asked`, if with any. One that
    is a name of a term has the names by which the rules call it, `named`."""

    language: SearchWords
    words: tuple[QueryWord, ...]
    typed: Stems
    is_known: bool
    read_as: tuple[tuple[str, str], ...]
    is_question: bool
    asked: Stems
    named: frozenset[Stems]

    @cached_property
    def keywords(self) -> Stems:
        """The stems to mark in a text; of synonyms, those that are a single word."""
        names = (name for word in self.words for name in word.guessed if len(name) == 1)
        return (self.typed - self.language.stop_stems or self.typed).union(*names)

    def is_heading(self, entry: SearchEntry) -> bool:
        """Whether the title of an entry has all words of the query and no others."""
        heading = entry.title_stems
        said = [[n for n in word.typed | word.guessed if n <= heading] for word in self.words]
        return all(said) and heading == frozenset(chain.from_iterable(chain.from_iterable(said)))

    def is_about(self, ruling: SearchEntry) -> bool:
        """Whether all words of the query are among the names of a ruling.

        A single word has to be a whole name of it: not everybody who types “trick” has a dispute.
        """
        stems = ruling.stems[NAMES_LINE]
        meant = [word.typed | word.guessed for word in self.words]
        if not meant or not all(any(name <= stems for name in names) for names in meant):
            return False
        return len(meant) > 1 or any(
            self.language.stems_of(name) in meant[0] | {self.typed} for name in ruling.names
        )


class Vocabulary:
    """The words of the rules in a language with their `stems`, and their synonyms."""

    def __init__(
        self, language: SearchWords, lines: Iterable[Iterable[str]], terms: Iterable[Term]
    ) -> None:
        self._language, stem = language, language.stem
        words_in_text = dict.fromkeys(word for line in lines for word in line)
        self.stems = {word: stem(word) for word in words_in_text}
        self._synonyms: defaultdict[Stems, set[Stems]] = defaultdict(set)
        self._named: defaultdict[Stems, set[Stems]] = defaultdict(set)
        self._shown: dict[str, str] = {}
        for term in terms:
            for name in term.names:
                synonyms = map(language.content_stems, term.names)
                self._synonyms[language.stems_of(name)].update(synonyms)
                own_names = map(language.content_stems, term.own_names)
                self._named[language.stems_of(name)].update(own_names)
                for word in language.words_of(name):
                    self.stems[word] = stem(word)
                    self._shown[word] = word if word in words_in_text else term.name.casefold()
        self._known = frozenset(self.stems.values())

    def parse(self, text: str) -> SearchQuery:
        """Parse a query. A word that is like none of the rules is ignored."""
        language, stem = self._language, self._language.stem
        words = [word[:LONGEST_WORD] for word in language.words_of(text)][:MAX_WORDS]
        parsed: list[QueryWord] = []
        read_as: dict[str, str] = {}
        is_known = bool(words)
        for number, word in enumerate(words, 1):
            longer: list[str] = []
            # The last word may be incomplete: “king” may become “kingdom”.
            if number == len(words) and len(word) > 1:
                longer = [other for other in self.stems if other.startswith(word)]
            if word in self.stems or (not longer and stem(word) in self._known):
                parsed.append(self._query_word([word], longer))
            elif longer:
                parsed.append(self._query_word(longer))
            elif stem(rest := language.without_glued(word)) in self._known:
                parsed.append(self._query_word([rest]))
            elif stem(word) in language.stop_stems:
                continue  # No page needs to say the word that a question begins with.
            elif similar := self._most_similar(word):
                is_known = False
                parsed.append(self._query_word(similar))
                # Show the term, not a synonym such as “dubbl” that only the glossary has.
                read_as[word] = self._shown.get(similar[0], similar[0])
            else:
                is_known = False
        typed = frozenset(part for word in parsed for name in word.typed for part in name)
        parsed = self._with_names(parsed)
        stop = language.stop_stems
        content = [word for word in parsed if not any(name <= stop for name in word.typed)]
        first = stem(words[0]) if len(words) > 1 else ""
        asked = language.questions.get(first, frozenset())
        return SearchQuery(
            language,
            words=tuple(content or parsed),
            typed=typed,
            is_known=is_known,
            read_as=tuple(read_as.items()),
            is_question=bool(asked) or len(content) >= FEWEST_WORDS_ASKED,
            asked=asked,
            named=frozenset(self._named.get(typed, ())),
        )

    def _with_names(self, words: list[QueryWord]) -> list[QueryWord]:
        """Return `words` with those as one that together are the name of a term, the longest first:
        one of its names has to be in the text, and not each word of this name."""
        for length in range(len(words), 1, -1):
            for start, end in enumerate(range(length, len(words) + 1)):
                parts = words[start:end]
                stems = frozenset(part for word in parts for name in word.typed for part in name)
                if stems in self._synonyms:
                    named = QueryWord(frozenset(), frozenset(self._synonyms[stems]))
                    return [*self._with_names(words[:start]), named, *self._with_names(words[end:])]
        return words

    def _query_word(self, words: Iterable[str], longer: Iterable[str] = ()) -> QueryWord:
        """Return the alternatives for any of these `words`, or for the `longer` ones that it may
        become."""
        stem = self._language.stem
        typed = frozenset(frozenset({stem(word)}) for word in words)
        names = (self._synonyms.get(name, ()) for name in typed)
        return QueryWord(typed, frozenset(frozenset({stem(word)}) for word in longer).union(*names))

    def _most_similar(self, word: str) -> list[str]:
        """Return the words that are spelt most like this one, empty if all are too different.

        Short words are like too many others, and another number is another number.
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

    `lead` is the first sentence of a section, which is its rule in short, unless that is the best
    one. A ruling has a `slug` and no anchor. `game` is that of the entry, and `language` that of
    all these.
    """

    page: str
    anchor: str
    title: Markup
    within: str
    sentence: Markup
    lead: Markup
    slug: str
    game: str | None
    language: PageWords = field(repr=False)


@dataclass(frozen=True)
class SearchResult:
    """The hits of a search, the best first.

    `read_as` pairs each replaced word with the one that was searched for; `near` has the most
    similar titles if nothing was found. One that `is_known` is for words that are all in the rules.
    """

    hits: tuple[SearchHit, ...]
    read_as: tuple[tuple[str, str], ...]
    near: tuple[SearchHit, ...]
    is_known: bool = True


class SearchIndex:
    """The search index over the words of the rules in one language. It never changes, so any number
    of threads may search."""

    def __init__(
        self,
        language: PageWords,
        entries: Iterable[SearchEntry],
        terms: Collection[Term],
        rulings: Iterable[SearchEntry] = (),
    ) -> None:
        self._language = language.search
        self._entries = list(entries)
        self._rulings = list(rulings)
        lines = [line for entry in self._entries if not entry.is_term for line in entry.words]
        # `Vocabulary` adds the names of terms itself, as synonyms.
        for entry in self._entries:
            if entry.is_term:
                lines += entry.words[FIRST_SENTENCE:]
        lines += [ruling.words[NAMES_LINE] for ruling in self._rulings]
        self._vocabulary = Vocabulary(self._language, lines, terms)
        self._places: defaultdict[str, set[Place]] = defaultdict(set)
        for number, entry in enumerate(self._entries):
            for line, stems in enumerate(entry.stems):
                # A sentence is read under its heading, whose words it need not repeat, such as
                # under “What blocks a pair”.
                for word in stems | entry.title_stems:
                    self._places[word].add((number, line))

    def search(self, typed: str, page: str | None = None) -> SearchResult:
        """Return the hits for any text that was `typed`; `page` is the game being played.

        Rulings come first, then hits on that page and in the glossary, then those on other pages.
        """
        query = self._vocabulary.parse(typed)
        ours = [ruling for ruling in self._rulings if page in (None, ruling.page)]
        rulings = [ruling for ruling in ours if query.is_about(ruling)]
        ranked = self._ranked(query, page)
        # A heading that says what is asked, and no more, answers it without another question.
        if query.is_question and ranked and query.is_heading(ranked[0]):
            rulings = []
        best = [*rulings[:MAX_RULINGS], *ranked][:MAX_HITS]
        hits = tuple(self._hit(entry, query.keywords) for entry in best)
        near = () if hits else self._suggestions(typed)
        return SearchResult(hits, query.read_as, near, query.is_known)

    def _ranked(self, query: SearchQuery, page: str | None) -> list[SearchEntry]:
        """Return the entries with any word of the query, the best first."""
        in_line: Counter[Place] = Counter()
        in_entry: Counter[int] = Counter()
        for word in query.words:
            guessed, typed = self._places_of(word.guessed), self._places_of(word.typed)
            in_line.update(dict.fromkeys(guessed, GUESS_WEIGHT) | dict.fromkeys(typed, 1))
            in_entry.update({n: GUESS_WEIGHT for n, _ in guessed} | {n: 1 for n, _ in typed})
        lines: defaultdict[int, list[float]] = defaultdict(list)
        for (number, _line), weight in in_line.items():
            lines[number].append(weight)

        # The best single line of an entry counts twice: an answer has all words in one place. The
        # heading counts again, because it says what a section is about and a sentence only mentions
        # it. The words anywhere in the section count once: all of them are better than half.
        score = {n: 2 * max(lines[n]) + in_line[n, NAMES_LINE] + in_entry[n] for n in lines}

        # A match and a question want a rule, and a word alone what it means.
        wants_rules = query.is_question or (page is not None and not query.named)

        def sort_key(number: int) -> tuple[float, ...]:
            """Return a key that is lower for better entries."""
            entry = self._entries[number]
            heading = entry.title_stems
            covered = len(heading & query.typed) + len(heading & query.keywords)
            return (
                page is not None and entry.game not in (page, None),
                wants_rules and entry.is_term,
                # What has a section of its own is found there, however it was called. Whoever
                # plays wants the rule, and not what the word means.
                (page is not None and entry.is_term) or entry.subject_stems not in query.named,
                -score[number],
                entry.is_term == (page is not None),
                # What a page begins with says a little of everything.
                wants_rules and not entry.anchor,
                # “Who leads?” is answered below “Who deals?” rather than “May I lead?”.
                query.asked.isdisjoint(entry.asking_stems),
                -covered / max(1, len(heading)),
                -len(lines[number]),
                number,
            )

        ranked = sorted(score, key=sort_key)
        whole = GUESS_WEIGHT * len(query.words)
        ours = [n for n in ranked if page is None or self._entries[n].game in (page, None)]
        if any(max(lines[number]) >= whole for number in ours or ranked):
            # If an entry has all words in one line, those without all words are left out.
            ranked = [number for number in ranked if in_entry[number] >= whole]
        return [self._entries[number] for number in ranked]

    def _places_of(self, names: Iterable[Stems]) -> set[Place]:
        """Return the lines with all stems of any of these names."""
        nowhere: set[Place] = set()
        return nowhere.union(
            *(set.intersection(*(self._places.get(s, nowhere) for s in name)) for name in names)
        )

    def _suggestions(self, typed: str) -> tuple[SearchHit, ...]:
        """Return the entries whose titles are most like the query."""
        words_of = self._language.words_of
        near = process.extract(
            " ".join(words_of(typed)),
            [" ".join(words_of(entry.title)) for entry in self._entries],
            scorer=fuzz.WRatio,
            score_cutoff=MIN_TITLE_SCORE,
            limit=MAX_SUGGESTIONS,
        )
        return tuple(self._hit(self._entries[number]) for _title, _score, number in near)

    def _hit(self, entry: SearchEntry, keywords: Stems = frozenset()) -> SearchHit:
        """Return `entry` with the sentence that has most of the keywords; prose rather than a
        table."""
        sentences = entry.sentences or ("",)

        def quality(line: int) -> tuple[int, bool, int]:
            """Return a key that is higher for better sentences."""
            matching = entry.stems[FIRST_SENTENCE + line] & keywords
            return len(matching), CELLS not in sentences[line], -line

        best = max(range(len(entry.sentences)), key=quality, default=0)
        title, sentence, lead = (
            self._marked(text, keywords)
            for text in (entry.title, sentences[best], sentences[0] if best else "")
        )
        return SearchHit(
            entry.page,
            entry.anchor,
            title,
            entry.within,
            sentence,
            lead,
            entry.slug,
            entry.game,
            entry.language,
        )

    def _marked(self, text: str, keywords: Stems) -> Markup:
        """Return `text` as HTML, with the words marked that have one of these stems."""

        def mark(word: re.Match[str]) -> str:
            is_keyword = self._vocabulary.stems.get(folded(word[0])) in keywords
            return f"{MARK}{word[0]}{MARK_END}" if is_keyword else word[0]

        html = str(escape(WORD.sub(mark, text)))
        return Markup(html.replace(MARK, "<mark>").replace(MARK_END, "</mark>"))
