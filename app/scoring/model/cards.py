"""Suits, ranks and cards as the match file writes them: ``AS``, ``10H``, ``QD``, ``2C``."""

from __future__ import annotations

from app.scoring.model.text import Name, Numerals, Text, _

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
