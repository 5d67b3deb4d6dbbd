"""Cards with symbols: what is on the face of one, and a deck of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.cards import CardSymbols
from app.scoring.model.problems import Problem, quoted
from app.scoring.model.text import Text, _, _n

LONGEST_WORD = 30
# The face of a card: its ``symbols``, the ``large`` ones among them, perhaps its ``number``.
Face = dict[str, Any]
# The face of each card of a deck, by the number that a match file gives the card.
Faces = Mapping[str, Mapping[str, Any]]


def face_problems(face: Any, sizes: Sequence[int], *more_keys: str) -> Iterator[Problem]:
    """Yield what is wrong with one card: it needs different symbols, in one of the two numbers
    `sizes`, and the large ones among them.

    `more_keys` are other keys that the card may have.
    """
    least, most = sizes
    if face is None:
        yield Problem(_("which symbols does it show?"), is_gap=True)
        return
    keys = {"symbols", "large", *more_keys}
    if not isinstance(face, dict) or not {"symbols"} <= face.keys() <= keys:
        yield Problem(
            _("“{face}” is not a card with “symbols”, and perhaps “large”.", face=quoted(face))
        )
        return
    symbols, large = face["symbols"], face.get("large", [])
    for words in (symbols, large):
        if not isinstance(words, list) or not all(map(is_word, words)):
            yield Problem(
                _n(
                    "“{words}” is not a list of words of at most {n} letter.",
                    "“{words}” is not a list of words of at most {n} letters.",
                    LONGEST_WORD,
                    words=quoted(words),
                )
            )
            return
    times: Counter[str] = Counter(symbols)
    for word in times:
        if times[word] > 1:
            yield Problem(_("{word} is there twice.", word=word))
    if len(symbols) not in sizes:
        message = _n(
            "it shows {n} symbol, but every card shows {least} or {most}.",
            "it shows {n} symbols, but every card shows {least} or {most}.",
            len(symbols),
            least=least,
            most=most,
        )
        yield Problem(message, is_gap=len(symbols) < most)
    for word in large:
        if word not in symbols:
            yield Problem(_("{word} is large, but not among its symbols.", word=word))
    if len(set(large)) < len(large):
        yield Problem(_("a large symbol is named twice."))


def is_same_face(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two cards show the same symbols, and the same of them large, in any order."""
    return all(set(one.get(key, ())) == set(other.get(key, ())) for key in ("symbols", "large"))


def is_word(value: Any) -> bool:
    """Whether `value` is a word that can name a symbol."""
    return isinstance(value, str) and 0 < len(value.strip()) <= LONGEST_WORD


def describe_face(face: Face) -> Text:
    """Return the symbols of a card, the large ones with a star."""
    large = face.get("large", [])
    words = CardSymbols(" ".join(word + "*" * (word in large) for word in face["symbols"]))
    return _("{words}", words=words)


@dataclass(frozen=True)
class HouseDeck:
    """A deck of ours, for a game whose own cards cannot be had.

    Lists of decks show its `name`, its own page the `short_name`, and paper the `label`. `figures`
    are the numbers that its page tells about how it plays.
    """

    faces: Faces
    name: Text
    short_name: Text
    label: Text
    figures: Mapping[str, Any]

    def is_same(self, deck: Any) -> bool:
        """Whether `deck`, a legal one, has the same symbols on every card, in any order."""
        return (
            isinstance(deck, Mapping)
            and deck.keys() == self.faces.keys()
            and all(is_same_face(face, deck[number]) for number, face in self.faces.items())
        )
