"""The search of a language that has some pages of its own: the others are found in English."""

from __future__ import annotations

from app.rulebook.search import MAX_HITS, MAX_SUGGESTIONS, SearchHit, SearchIndex, SearchResult


class BilingualIndex:
    """Searches what is in the language of a reader, and what is there in English only."""

    def __init__(self, own: SearchIndex, english: SearchIndex) -> None:
        self._own, self._english = own, english

    def search(self, typed: str, page: str | None = None) -> SearchResult:
        """Return the hits for any text that was `typed`; `page` is the game being played.

        The order is that of each language, the reader's first. A language that has to guess what
        was meant is not asked if the other knows all words.
        """
        own, english = (index.search(typed, page) for index in (self._own, self._english))
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
