"""The search of a language that has some pages of its own: the others are found in English."""

from __future__ import annotations

from app.rulebook.search import MAX_HITS, MAX_SUGGESTIONS, SearchHit, SearchIndex, SearchResult
from app.rulebook.words import SearchWords


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
