"""What is asked of the search in the rules: a query, read with the words that the rules have.

Letters are compared (fuzzy matching) only for a mistyped word. What is found, and in which order,
is in `app.rulebook.search`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from rapidfuzz import process
from rapidfuzz.distance import OSA

from app.rulebook.glossary import Term
from app.rulebook.search_entries import NAMES_LINE, SearchEntry
from app.rulebook.words import SearchWords, Stems

MAX_WORDS = 16
LONGEST_WORD = 30
SHORTEST_GUESSED = 3  # letters of the shortest word that is corrected, or that replaces one

# One letter in three may be wrong, missing, too many, or swapped with the next: one typo in a word.
# With 0.8 and more “quen” is no queen, with 0.5 a guitar is the khityar.
MIN_SIMILARITY = 0.66

# The fewest words that say something of a question without a word that begins one.
FEWEST_WORDS_ASKED = 4


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
