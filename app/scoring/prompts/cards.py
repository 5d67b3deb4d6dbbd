"""Prompts about cards: who took which, and which ones are on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from app.scoring.model.cards import JOKERS, SIGNS, Card, name_of, rank_of
from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Seat
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts.base import Form, Prompt, number_in, words_in
from app.scoring.prompts.players import CardParts, seat_problems


def cards_of(n: int) -> Text:
    """Return `n` cards in words."""
    return _n("{n} card", "{n} cards", n)


@dataclass(frozen=True, kw_only=True, eq=False)
class Assign(Prompt):
    """A player for each of `cards`, by seat index.

    With `may_have_gaps`, cards may have no player; `none` is what that means ("not doubled").
    `unit` formats a number of the cards. `parts` returns what a card scores, where its taker and
    its doubler alone decide that; `costs` returns what a card costs whose seat is known, or None
    while it is not. `note` is a line beside the keys.
    """

    kind = "assign"
    seats: Sequence[Seat]
    cards: Sequence[str]
    may_have_gaps: bool = False
    none: Text | None = None
    unit: Callable[[int], Text] = cards_of
    parts: CardParts | None = None
    costs: Callable[[str, Seat | None], Text] | None = None
    note: Text | None = None

    @property
    def fields(self) -> dict[str, str]:
        """The form field that names the player, by card."""
        return {card: self.field(card) for card in self.cards}

    def read(self, form: Form) -> Any:
        typed = {card: number_in(form, name) for card, name in self.fields.items()}
        answer = {card: seat for card, seat in typed.items() if seat is not None}
        return answer if answer or self.may_have_gaps else None

    def fill(self, answer: dict[str, int]) -> dict[str, str]:
        return {self.field(card): str(index) for card, index in answer.items()}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, dict):
            yield Problem(_("“{answer}” does not say who has which card.", answer=quoted(answer)))
            return
        cards = [Card(card) for card in self.cards]
        for card in answer:
            if card not in self.cards:
                words = _("“{card}” is not one of: {cards}.", card=quoted(card), cards=cards)
                yield Problem(words, at=card)
        for card in cards:
            if card in answer:
                yield from seat_problems(answer[card], self.seats, at=card)
            elif not self.may_have_gaps:
                yield Problem(_("{card} has no player yet.", card=card), at=card, is_gap=True)

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        left = [card for card in self.cards if card not in (answer or ())]
        if left and not self.may_have_gaps:
            return _("{cards} to place", cards=self.unit(len(left)))
        return super().missing(answer, problems)

    def prune(self, answer: Any) -> Any:
        if not self.may_have_gaps or not isinstance(answer, dict):
            return answer
        return {card: seat for card, seat in answer.items() if card in self.cards}

    def value(self, answer: dict[str, int] | None) -> dict[str, Seat]:
        return {card: self.seats[index] for card, index in (answer or {}).items()}

    def reseated(self, answer: dict[str, int], order: Sequence[int]) -> dict[str, int]:
        return {card: order.index(old) for card, old in answer.items()}

    def items(self, answer: dict[str, int]) -> Sequence[Text]:
        seats = self.value(answer)
        return [_("{card} {seat}", card=Card(card), seat=seat) for card, seat in seats.items()]

    def describe(self, answer: dict[str, int]) -> Text:
        return super().describe(answer) if answer else (self.none or _("nobody"))


@dataclass(frozen=True, kw_only=True, eq=False)
class TableCards(Prompt):
    """A card in each of the `spots`, one after the other: a list of cards, jokers if the pack has
    any.

    A field holds a whole card, ``card1`` the first one, so that an address can be read, written by
    hand and passed on. With `may_have_gaps`, spots may stay empty: the list has None there.
    `captions` label the spots.
    """

    kind = "laid"
    signs: ClassVar[Mapping[str, Text]] = SIGNS
    key: str = "card"
    pack: Sequence[str]
    spots: Sequence[Seat | Text]
    captions: Sequence[Text] = ()
    may_have_gaps: bool = False

    name = staticmethod(name_of)  # for templates

    @property
    def jokers(self) -> list[str]:
        """The jokers of the pack."""
        return [card for card in self.pack if card in JOKERS]

    @property
    def ranks(self) -> list[str]:
        """The ranks of the pack, highest first."""
        return list(dict.fromkeys(rank_of(card) for card in self.pack if card not in JOKERS))

    def field(self, *path: object) -> str:
        """Return the name of the field of a spot: ``card1`` for the first."""
        (place,) = path
        assert isinstance(place, int)
        return f"{self.key}{place + 1}"

    def valid_cards(self, answer: Any) -> list[str | None]:
        """Return the card in each spot: None for an empty spot, a card of another pack, and one
        that an earlier spot has too."""
        cards: list[str | None] = []
        for card in [*(answer or ()), *[None] * len(self.spots)][: len(self.spots)]:
            is_valid = isinstance(card, str) and card in self.pack and card not in cards
            cards.append(card if is_valid else None)
        return cards

    def read(self, form: Form) -> Any:
        # One spot more than there is, so that a card too many is refused instead of ignored; and
        # all values of a field, because two cards in a spot are refused too.
        places = [words_in(form, self.field(place)) for place in range(len(self.spots) + 1)]
        if not any(places):
            return None
        cards = [cards[0] if len(cards) == 1 else cards or None for cards in places]
        return cards if cards[-1] else cards[:-1]

    def fill(self, answer: Any) -> dict[str, str]:
        return {self.field(place): card for place, card in enumerate(answer) if card}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, list):
            yield Problem(_("“{answer}” is not a list of cards.", answer=quoted(answer)))
            return
        for place, card in enumerate(answer[: len(self.spots)]):
            if card is None:
                if not self.may_have_gaps:
                    yield Problem(_("Which card?"), at=place, is_gap=True)
            elif words := self._card_problem(card, place, answer):
                yield Problem(words, at=place)
        if len(answer) > len(self.spots):
            n = len(self.spots)
            yield Problem(
                _n("There is room for {n} card only.", "There is room for {n} cards only.", n)
            )

    def _card_problem(self, card: Any, place: int, answer: list[Any]) -> Text | None:
        if isinstance(card, list):
            return _("{place}: one card, not {n}.", place=self.spots[place], n=len(card))
        if not isinstance(card, str) or card not in self.pack:
            return _("“{card}” is not a card of this pack.", card=quoted(card))
        if card in answer[:place]:
            other = self.spots[answer.index(card)]
            name = name_of(card)
            return _("{card} is here twice: {place} has it too.", card=name, place=other)
        return None

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        cards = self.valid_cards(answer)
        if None in cards and not self.may_have_gaps:
            return _("{place}: which card?", place=self.spots[cards.index(None)])
        return super().missing(answer, problems)

    def items(self, answer: Any) -> Sequence[Card | Text]:
        return [name_of(card) for card in answer if card]
