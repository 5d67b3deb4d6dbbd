"""Full-text search in the rules: sections are ranked by how many query words they have, and where.

A scorer of whole texts knows neither headings nor synonyms: the best of them (WRatio over the
titles, partial_token_set_ratio over the text) settles 12 of the 21 disputes in the tests, and takes
30 ms a key in pure Python. So words are counted, those that `app.rulebook.search_query` reads.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from markupsafe import Markup, escape
from rapidfuzz import fuzz, process

from app.rulebook.glossary import Term
from app.rulebook.search_entries import FIRST_SENTENCE, NAMES_LINE, SearchEntry
from app.rulebook.search_query import SearchQuery, Vocabulary
from app.rulebook.words import WORD, PageWords, SearchWords, Stems, folded

MAX_HITS = 8
MAX_RULINGS = 2
MAX_SUGGESTIONS = 3
MIN_TITLE_SCORE = 60  # least likeness (of 100) to the query of a title that is suggested

# The weight of a guess beside the very word that was typed, so that it only decides between equals:
# all values from 0.75 to 0.97 settle the same disputes.
GUESS_WEIGHT = 7 / 8

CELLS = " · "  # between the cells of a table row

# Around a word that is marked: private code points, which no text of ours has.
MARK, MARK_END = "\ue000", "\ue001"

Place = tuple[int, int]  # the number of an entry, and of a line in it


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


class BilingualIndex:
    """Searches what is in the language of a reader, and what is there in English only."""

    def __init__(self, language: SearchWords, own: SearchIndex, english: SearchIndex) -> None:
        self._language, self._own, self._english = language, own, english

    def search(self, typed: str, page: str | None = None) -> SearchResult:
        """Return the hits for any text that was `typed`; `page` is the game being played.

        The order is that of each language, the reader's first. A language that has to guess what
        was meant is not asked if the other knows all words.
        """
        own, english = (index.search(typed, page) for index in (self._own, self._english))
        if not english.is_known:
            # Of a sentence in the language of the reader it knows the names of terms at most.
            english = self._english.search(self._language.without_stop_words(typed), page)
        found = [result for result in (own, english) if result.hits]
        known = [result for result in found if result.is_known]
        shown = known or found[:1]

        def sort_key(hit: SearchHit) -> tuple[bool, bool]:
            is_elsewhere = page is not None and hit.game not in (page, None)
            return not hit.slug, is_elsewhere

        hits = sorted((hit for result in shown for hit in result.hits), key=sort_key)[:MAX_HITS]
        near = () if hits else (*own.near, *english.near)[:MAX_SUGGESTIONS]
        read_as = shown[0].read_as if shown else own.read_as
        return SearchResult(tuple(hits), read_as, near, bool(known))
