"""Suits, ranks and cards as the match file writes them: ``AS``, ``10H``, ``QD``, ``2C``; and cards
with symbols: what is on the face of one, and a deck of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.text import Name, Numerals, Text, _, _n

SUITS: dict[str, Text] = {
    "spades": _("Spades"),
    "hearts": _("Hearts"),
    "diamonds": _("Diamonds"),
    "clubs": _("Clubs"),
}
NO_TRUMPS = "none"
TRUMPS = {**SUITS, NO_TRUMPS: _("No trumps")}  # the four suits, and no trumps, by key
SUIT_OF_LETTER = {suit[0].upper(): suit for suit in SUITS}
LETTER_OF_SUIT = {suit: letter for letter, suit in SUIT_OF_LETTER.items()}
SYMBOLS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
# The symbol in `static/symbols.svg` that draws each suit.
ICON_OF_SUIT = {suit: suit.removesuffix("s") for suit in SUITS}
SIGN_OF_SUIT = {suit: Text(sign) for suit, sign in SYMBOLS.items()}
# The suit signs by letter; a page draws them in the colours of the suits.
SIGNS = {letter: SIGN_OF_SUIT[suit] for letter, suit in SUIT_OF_LETTER.items()}
# The symbols of decks with symbols that any page can draw.
COMMON_SYMBOLS: dict[str, Text] = {
    "spade": _("spade"),
    "heart": _("heart"),
    "diamond": _("diamond"),
    "club": _("club"),
    "acorn": _("acorn"),
    "leaf": _("leaf"),
    "bell": _("bell"),
    "star": _("star"),
}
JOKERS = {"RJ": _("red joker"), "BJ": _("black joker")}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
# The ranks that are no number.
RANK_NAMES = {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack")}
VALUES = {rank: 14 - place for place, rank in enumerate(RANKS)}

LONGEST_WORD = 30
# The face of a card: its ``symbols``, the ``large`` ones among them, perhaps its ``number``.
Face = dict[str, Any]
# The face of each card of a deck, by the number that a match file gives the card.
Faces = Mapping[str, Mapping[str, Any]]


def rank_of(card: str) -> str:
    """Return the rank of a card: ``10`` for ``10H``."""
    return card[:-1]


def suit_of(card: str) -> str:
    """Return the suit of a card: ``hearts`` for ``10H``."""
    return SUIT_OF_LETTER[card[-1]]


def read_out(card: str) -> Text:
    """Return a card as it is read out: ``ace of Hearts`` for ``AH``.

    Each suit has its own message, for a language that writes it otherwise behind a rank.
    """
    rank = RANK_NAMES.get(rank_of(card), Numerals(rank_of(card)))
    names = {
        "spades": _("{rank} of Spades", rank=rank),
        "hearts": _("{rank} of Hearts", rank=rank),
        "diamonds": _("{rank} of Diamonds", rank=rank),
        "clubs": _("{rank} of Clubs", rank=rank),
    }
    return names[suit_of(card)]


def value_of(card: str) -> int:
    """Return the value of a card: 2 to 10 as printed, jack 11, queen 12, king 13, ace 14."""
    return VALUES[rank_of(card)]


def pack(lowest: int = 2) -> tuple[str, ...]:
    """Return every card from the value `lowest` up, suit by suit, aces first."""
    return tuple(
        rank + letter for letter in SUIT_OF_LETTER for rank in RANKS if VALUES[rank] >= lowest
    )


class Card(str):
    """A card in a sentence: stored as ``QS``, shown as ``Q♠``."""

    __slots__ = ()

    def __str__(self) -> str:
        return rank_of(self) + SYMBOLS[suit_of(self)]


class CardRank(str):
    """A rank in a sentence: stored as ``Q``, shown as the reader’s cards have it, in our digits."""

    __slots__ = ()


class CardNumbers(str):
    """Numbered cards in a sentence, such as ``2, 5, 9``; a page draws a card for each."""

    __slots__ = ()


class CardSymbols(str):
    """The symbols on a card, in a sentence: ``spade heart*``, with a star behind each large one; a
    page draws the card."""

    __slots__ = ()

    @property
    def symbols(self) -> list[tuple[str, bool]]:
        """Each symbol, and whether it is large."""
        return [(word.removesuffix("*"), word.endswith("*")) for word in self.split()]


def symbol_text(word: str, is_large: bool = False) -> Text:
    """Return the name of a symbol on a card; a word of somebody's own is its name."""
    name = COMMON_SYMBOLS.get(word) or _("{word}", word=Name(word))
    return _("large {symbol}", symbol=name) if is_large else name


def name_of(card: str) -> Card | Text:
    """Return a card or a joker for use in a sentence."""
    return JOKERS[card] if card in JOKERS else Card(card)


# Cards with symbols


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
