"""What the glossary says of the words of a message: comments for who translates it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from app.rulebook.glossary import Term
from tools.messages.collect import Message

MOST = 3
"""Terms of one message; the longest words are the rarest."""


def explain_by(terms: Iterable[Term]) -> Callable[[Message], Sequence[str]]:
    """Return what gives the terms of a message, as ``Trick: …``; those of a game in it alone."""
    by_spelling = {spelling: term for term in terms for spelling in term.spellings}
    longest_first = sorted(map(re.escape, by_spelling), key=len, reverse=True)
    spellings = re.compile(rf"(?<![\w{{-])({'|'.join(longest_first)})(?![\w}}-])", re.IGNORECASE)

    def explain(message: Message) -> Sequence[str]:
        found = spellings.findall(f"{message.id}\n{message.plural or ''}")
        terms = {term.anchor: term for term in (by_spelling[word.casefold()] for word in found)}
        fitting = [term for term in terms.values() if term.game in (None, message.area)]
        fitting.sort(key=lambda term: len(term.name), reverse=True)
        return [f"{term.name}: {term.words}" for term in fitting[:MOST]]

    return explain
