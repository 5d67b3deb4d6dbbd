"""The prompt for cards that lie on the table: a trick, or what is left at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.cards import JOKERS, SIGNS, Card, name_of, rank_of
from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Seat
from app.scoring.model.text import Text, _
from app.scoring.prompts.base import Form, Prompt, values_of
from app.scoring.prompts.cards import Cards


@dataclass(frozen=True, kw_only=True, eq=False)
class Laid(Cards):
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

    def laid(self, answer: Any) -> list[str | None]:
        """What lies in each place: a card of this pack, once, or None."""
        laid: list[str | None] = []
        for card in [*(answer or ()), *[None] * len(self.spots)][: len(self.spots)]:
            fits = isinstance(card, str) and card in self.pack and card not in laid
            laid.append(card if fits else None)
        return laid

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        laid = self.laid(answer)
        if None in laid and not self.partial:
            return _("{place}: which card?", place=self.places[laid.index(None)])
        # Not how many cards are left, as of `Cards`: a trick may have fewer than it has places.
        return Prompt.missing(self, answer, problems)

    def read(self, form: Form) -> Any:
        # One place more than there is, so that a card too many is not passed over in silence; and
        # all values of a field, because two cards in one place are none.
        places = [values_of(form, self.field(place)) for place in range(len(self.spots) + 1)]
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
