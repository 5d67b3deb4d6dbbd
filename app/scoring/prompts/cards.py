"""Prompts about cards: who took which, which one is left, who kept which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from app.scoring.model.cards import JOKERS, SIGNS, SUIT_OF_LETTER, Card, name_of, rank_of
from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Seat
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts.base import Form, InPieces, Prompt, Replies, Reply, parse_whole, words_in
from app.scoring.prompts.players import CardParts, seat_problem


def cards_of(n: int) -> Text:
    """`n` cards in words."""
    return _n("{n} card", "{n} cards", n)


@dataclass(frozen=True, kw_only=True, eq=False)
class Assign(Prompt):
    """For each of `cards` one of the players, by seat index.

    With `partial` some cards may have nobody; `nobody` says what that means ("not doubled").
    `unit` puts a number of them into words. `parts` are what a card scores for its taker and for
    who doubled it, if anybody, as far as these two decide; `costs` says of a card what it means
    that somebody has it.
    """

    kind = "assign"
    seats: Sequence[Seat]
    cards: Sequence[str]
    partial: bool = False
    nobody: Text | None = None
    unit: Callable[[int], Text] = cards_of
    parts: CardParts | None = None
    costs: Mapping[str, Text] = field(default_factory=dict)

    @property
    def fields(self) -> dict[str, str]:
        """The form field that says who, by card."""
        return {card: self.field(card) for card in self.cards}

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        left = [card for card in self.cards if card not in (answer or ())]
        if left and not self.partial:
            return _("{cards} to place", cards=self.unit(len(left)))
        return super().missing(answer, problems)

    def read(self, form: Form) -> Any:
        typed = {card: form.get(self.field(card), "").strip() for card in self.cards}
        answer = {card: parse_whole(text) for card, text in typed.items() if text}
        return answer if answer or self.partial else None

    def shape_problems(self, answer: Any) -> list[Problem]:
        if not isinstance(answer, dict):
            return [
                Problem(_("“{answer}” does not say which card and who.", answer=quoted(answer)))
            ]
        possible = [Card(card) for card in self.cards]
        problems = [
            Problem(
                _("“{card}” is not one of: {cards}.", card=quoted(card), cards=possible), at=card
            )
            for card in answer
            if card not in self.cards
        ]
        for card in self.cards:
            if card in answer:
                if problem := seat_problem(answer[card], self.seats):
                    problems.append(Problem(problem, at=card))
            elif not self.partial:
                nobody = _("{card} has nobody yet.", card=Card(card))
                problems.append(Problem(nobody, at=card, is_gap=True))
        return problems

    def prune(self, answer: Any) -> Any:
        if not self.partial or not isinstance(answer, dict):
            return answer
        return {card: seat for card, seat in answer.items() if card in self.cards}

    def value(self, answer: dict[str, int] | None) -> dict[str, Seat]:
        return {card: self.seats[index] for card, index in (answer or {}).items()}

    def fill(self, answer: dict[str, int]) -> dict[str, str]:
        return {self.field(card): str(index) for card, index in answer.items()}

    def reseated(self, answer: dict[str, int], order: Sequence[int]) -> dict[str, int]:
        return {card: order.index(old) for card, old in answer.items()}

    def items(self, answer: dict[str, int]) -> Sequence[Text]:
        return [
            _("{card} {seat}", card=Card(card), seat=seat)
            for card, seat in self.value(answer).items()
        ]

    def describe(self, answer: dict[str, int]) -> Text:
        return super().describe(answer) if answer else (self.nobody or _("nobody"))


@dataclass(frozen=True, kw_only=True, eq=False)
class Cards(InPieces):
    """A card for each place: for each seat in seat order, or the one card of `single`.

    `pack` is what can be named; `unavailable` are cards that lie elsewhere, with the
    reason. `seat_notes` is what to know of a seat beside its card, and `rank_values` what each rank
    is worth to it.

    A single card that is asked for `then` stands below the others, in the same rows: that is how
    the question is `last_in_group`, with `below` for the other one. What is read, checked and
    hinted at there are the cards of all rows.
    """

    kind = "cards"
    pack: Sequence[str]
    seats: Sequence[Seat] = ()
    single: Text | None = None
    unavailable: Mapping[str, Text] = field(default_factory=dict)
    seat_notes: Mapping[Seat, Text] = field(default_factory=dict)
    rank_values: Mapping[Seat, Mapping[str, int]] = field(default_factory=dict)
    below: Cards | None = None

    @cached_property
    def last_in_group(self) -> Prompt:
        """The question with the card that is asked for `then` in a row of its own."""
        return replace(self, below=self.then, then=None) if isinstance(self.then, Cards) else self

    @property
    def pieces(self) -> int:
        """How many cards make a whole answer."""
        return len(self.places)

    def left(self, n: int) -> Text:
        """What is missing when `n` cards are."""
        return _("{cards} to place", cards=cards_of(n))

    def placed(self, answer: Any) -> int:
        """How many of the cards that are named are in the pack."""
        named = [answer] if self.single else answer or ()
        return sum(card in self.pack for card in named)

    @property
    def ranks(self) -> list[str]:
        """The ranks of the pack, highest first."""
        return list(dict.fromkeys(rank_of(card) for card in self.pack))

    @property
    def suits(self) -> dict[str, str]:
        """The suits of the pack, by the letter they have in a card."""
        return SUIT_OF_LETTER

    @property
    def places(self) -> list[Seat | Text]:
        """Whose cards are asked for, in the order of the answer."""
        below = self.below.places if self.below else []
        return [self.single] if self.single else [*self.seats, *below]

    def inputs(self, place: int) -> tuple[str, str]:
        """The form fields of a place: its suit and its rank."""
        if self.below and place >= len(self.seats):
            return self.below.inputs(place - len(self.seats))
        return self.field(place, "suit"), self.field(place, "rank")

    def read(self, form: Form) -> Any:
        named = []
        for suit, rank in map(self.inputs, range(len(self.places))):
            named.append((form.get(rank, "") + form.get(suit, "")) or None)
        if not any(named):
            return None
        return named[0] if self.single else named

    def answers_in(self, replies: Replies, *, anew: bool = False) -> list[Reply]:
        if not isinstance(self.then, Cards):
            return super().answers_in(replies, anew=anew)
        own, then = replies[self], replies[self.then]
        own.check()
        if then.typed is None:
            return [own]
        # One by one the two do not see a card that is named twice.
        replies[self.last_in_group].check()
        then.check()
        return [own, then]

    def shape_problems(self, answer: Any) -> list[Problem]:
        if self.single:
            fault = self._fault(answer, [])
            return [Problem(fault, at=0, is_gap=self._is_gap(answer))] if fault else []
        if not isinstance(answer, list) or len(answer) != len(self.places):
            return [
                Problem(
                    _(
                        "“{answer}” is not a list of {seats} cards, one for each player.",
                        answer=quoted(answer),
                        seats=len(self.places),
                    )
                )
            ]
        problems = []
        for place, card in enumerate(answer):
            if fault := self._fault(card, answer[:place]):
                problems.append(Problem(fault, at=place, is_gap=self._is_gap(card)))
        return problems

    def _is_gap(self, card: Any) -> bool:
        """Whether a card is not named yet, or only its suit or its rank."""
        return card is None or (isinstance(card, str) and card in (*SUIT_OF_LETTER, *self.ranks))

    def _fault(self, card: Any, named: list[Any]) -> Text | None:
        if card is None:
            return _("Which card?")
        if not isinstance(card, str) or card not in self.pack:
            return self._unknown(card)
        if card in named:
            return _(
                "{card} is already {seat}’s.", card=Card(card), seat=self.seats[named.index(card)]
            )
        if card in self.unavailable:
            return self.unavailable[card]
        return None

    def _unknown(self, card: Any) -> Text:
        if isinstance(card, str) and card in SUIT_OF_LETTER:
            return _("Which rank?")
        if isinstance(card, str) and card in self.ranks:
            return _("Which suit?")
        return _("“{card}” is not a card of this pack.", card=quoted(card))

    def fill(self, answer: Any) -> dict[str, str]:
        fields = {}
        for place, card in enumerate([answer] if self.single else answer):
            fields[self.field(place, "rank")] = rank_of(card)
            fields[self.field(place, "suit")] = card[-1]
        return fields

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        return answer if self.single else [answer[old] for old in order]

    def items(self, answer: Any) -> Sequence[Card | Text]:
        return [Card(card) for card in ([answer] if self.single else answer)]


@dataclass(frozen=True, kw_only=True, eq=False)
class TableCards(Cards):
    """A card in each of the `spots`, one after the other: a list of cards, jokers if the pack has.

    A field holds a whole card, ``card1`` the first one, so that an address can be read, written by
    hand and passed on. With `partial`, spots may stay empty: the list then has None there.
    `captions` say of each spot what it is.
    """

    kind = "laid"
    key: str = "card"
    spots: Sequence[Seat | Text]
    captions: Sequence[Text] = ()
    partial: bool = False

    @property
    def places(self) -> list[Seat | Text]:
        return list(self.spots)

    @property
    def ranks(self) -> list[str]:
        return list(dict.fromkeys(rank_of(card) for card in self.pack if card not in JOKERS))

    @property
    def signs(self) -> dict[str, Text]:
        """The suits as signs, by the letter they have in a card."""
        return SIGNS

    @property
    def jokers(self) -> list[str]:
        """The jokers of the pack."""
        return [card for card in self.pack if card in JOKERS]

    def name(self, card: str) -> Card | Text:
        """A card or a joker as a page shows it."""
        return name_of(card)

    def field(self, *path: object) -> str:
        """The field of a place: ``card1`` for the first."""
        (place,) = path
        assert isinstance(place, int)
        return f"{self.key}{place + 1}"

    def valid_cards(self, answer: Any) -> list[str | None]:
        """What lies in each place: a card of this pack, once, or None."""
        laid: list[str | None] = []
        for card in [*(answer or ()), *[None] * len(self.spots)][: len(self.spots)]:
            fits = isinstance(card, str) and card in self.pack and card not in laid
            laid.append(card if fits else None)
        return laid

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        laid = self.valid_cards(answer)
        if None in laid and not self.partial:
            return _("{place}: which card?", place=self.places[laid.index(None)])
        # Not how many cards are left, as of `Cards`: a trick may have fewer than it has places.
        return Prompt.missing(self, answer, problems)

    def read(self, form: Form) -> Any:
        # One place more than there is, so that a card too many is not passed over in silence; and
        # all values of a field, because two cards in one place are none.
        places = [words_in(form, self.field(place)) for place in range(len(self.spots) + 1)]
        if not any(places):
            return None
        cards = [cards[0] if len(cards) == 1 else cards or None for cards in places]
        return cards if cards[-1] else cards[:-1]

    def shape_problems(self, answer: Any) -> list[Problem]:
        if not isinstance(answer, list):
            return [Problem(_("“{answer}” is not a list of cards.", answer=quoted(answer)))]
        problems = []
        for place, card in enumerate(answer[: len(self.spots)]):
            if card is not None:
                if fault := self._laid_fault(card, place, answer):
                    problems.append(Problem(fault, at=place))
            elif not self.partial:
                problems.append(Problem(_("Which card?"), at=place, is_gap=True))
        if len(answer) > len(self.spots):
            too_many = _("There are {n} cards, and no place for one more.", n=len(self.spots))
            problems.append(Problem(too_many))
        return problems

    def _laid_fault(self, card: Any, place: int, answer: list[Any]) -> Text | None:
        if isinstance(card, list):
            return _("{place}: one card, not {n}.", place=self.spots[place], n=len(card))
        if not isinstance(card, str) or card not in self.pack:
            return _("“{card}” is not a card of this pack.", card=quoted(card))
        if card in answer[:place]:
            return _(
                "{card} lies here twice: {place} has it too.",
                card=name_of(card),
                place=self.spots[answer.index(card)],
            )
        return None

    def fill(self, answer: Any) -> dict[str, str]:
        return {self.field(place): card for place, card in enumerate(answer) if card}

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        return answer

    def items(self, answer: Any) -> Sequence[Card | Text]:
        return [name_of(card) for card in answer if card]
