"""The questions of a pad that no other game asks: its set-up as a whole, the sum of a round, and
who has a tick in it. Rules: rules/en/any_game.md"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, ClassVar

from app.games.any_game.known_games import KnownGame
from app.scoring import Problem, Seat, Text, _, _n
from app.scoring.model.text import Numerals
from app.scoring.model.typed_numbers import plain_number
from app.scoring.prompts import Form, HouseRules, Number, Several, WordList
from app.scoring.prompts.base import is_whole, number_in
from app.scoring.prompts.sides import NONE, OPPOSITE

OTHER = "other"
ENDS_BY = {"target": "points", "rounds": "rounds"}
"""The end for which a number is needed; with another one it only waits."""
OF_A_TITLE = ("wins", "ends", "target", "below", "rounds")
"""What is said of a title, beside its sides, where one is chosen."""
DEALER = {
    "moves": _("dealer moves on"),
    "winner": _("the winner deals"),
    "nobody": _("nobody deals"),
}


@dataclass(frozen=True, kw_only=True, eq=False)
class NumberList(WordList):
    """Numbers between commas, as text."""

    def read(self, form: Form) -> Any:
        words = super().read(form)
        return words and [*map(plain_number, words)]

    def describe(self, answer: Any) -> Text:
        numbers = [int(key) if key.isdecimal() else key for key in answer]
        return _("{items}", items=numbers) if numbers else _("none")


@dataclass(frozen=True, kw_only=True, eq=False)
class RoundSum(Number):
    """What the points of every round add up to. A page has none, 0, or another number in a field of
    its own, ``sum.other``; any form may say the number itself."""

    kind = "round_sum"

    def read(self, form: Form) -> Any:
        if form.get(self.key) != OTHER:
            return number_in(form, self.key)
        return form.get(self.field(OTHER), "").strip() and number_in(form, self.field(OTHER))

    def fields_of(self, typed: Form) -> tuple[str, str]:
        """Return what a form has chosen, and the number that stands beside it."""
        way = typed.get(self.key, "")
        return (way, typed.get(self.field(OTHER), "")) if way in ("", "0", OTHER) else (OTHER, way)


@dataclass(frozen=True, kw_only=True, eq=False)
class Ticked(Several):
    """Who of the `seats` has a tick in a round: a list of their indexes, in seat order. The keys of
    the `options` are those indexes as text."""

    seats: Sequence[Seat]

    def read(self, form: Form) -> Any:
        words = super().read(form)
        return words and [int(word) if word in self.options else word for word in words]

    def fill(self, answer: Any) -> dict[str, str]:
        return super().fill([*map(str, answer)])

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if isinstance(answer, list):
            # An index as text is none, though it is the key of an option.
            answer = [f'"{seat}"' if isinstance(seat, str) else seat for seat in answer]
            answer = [str(seat) if is_whole(seat) else seat for seat in answer]
        return super().shape_problems(answer)

    def normalise(self, answer: Any) -> Any:
        return [*map(int, super().normalise([*map(str, answer)]))]

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        return sorted(order.index(seat) for seat in answer)

    def value(self, answer: Any) -> frozenset[Seat]:
        return frozenset(self.seats[index] for index in answer or ())

    def items(self, answer: Any) -> Sequence[Text]:
        return [self.options[f"{index}"] for index in answer]


@dataclass(frozen=True, kw_only=True, eq=False)
class SetUpQuestion(HouseRules):
    """What is played, who wins, what ends it, and how the table counts.

    `known_games` are offered while the title is typed.
    """

    partial = "set_up"
    name: ClassVar[Text] = _("Set-up")
    known_games: Sequence[KnownGame]

    def read(self, form: Form) -> Any:
        answer = super().read(form)
        rules = self.by_key
        # A number that is not in use stands where nobody sees it: there nothing is refused.
        return {
            key: choice
            for key, choice in answer.items()
            if ENDS_BY.get(key) in (None, answer.get("ends")) or not rules[key].problems(choice)
        }

    def fields_of(self, known: KnownGame, players: Sequence[int]) -> dict[int, dict[str, str]]:
        """Return the fields of a form that a known game fills, by the number of players: all of
        them for 0, and those that are others with a number under that."""
        by_number = {n: self.fill(dict(known.rules_for(n))) for n in players}
        of_most = by_number[players[0]]
        others = {
            n: {key: value for key, value in fields.items() if of_most.get(key) != value}
            for n, fields in by_number.items()
        }
        return {0: of_most} | {n: fields for n, fields in others.items() if fields}

    # In words

    def own_rules(self, answer: Any) -> list[Text]:
        """Return nothing: there is no book that a set-up could differ from."""
        return []

    def in_brief(self, answer: Any) -> Text:
        return self.in_short(self.summary_of(answer))

    def summary_of(self, answer: dict[str, Any]) -> dict[str, Any]:
        choices = self.value(answer)
        has_sides = choices["sides"] != NONE
        return {key: choices[key] for key in OF_A_TITLE} | {"has_sides": has_sides}

    def in_short(self, summary: Mapping[str, Any]) -> Text:
        """Return who wins and what ends it, from `summary_of` an answer: ``lowest · 10 rounds``."""
        is_lowest = summary["wins"] == "lowest"
        if summary["has_sides"]:
            who = _("sides, lowest") if is_lowest else _("sides")
        else:
            who = _("lowest") if is_lowest else _("highest")
        return _("{who} · {end}", who=who, end=self._end_in_short(summary))

    @staticmethod
    def _end_in_short(choices: Mapping[str, Any]) -> Text:
        if choices["ends"] == "rounds":
            return _n("{n} round", "{n} rounds", choices["rounds"])
        if choices["ends"] == "open":
            return _("open")
        sign = _("to ±{target}") if choices["below"] else _("to {target}")
        return sign.with_parts(target=choices["target"])

    def more_in_short(self, answer: Mapping[str, Any]) -> Text:
        """Return what is seldom changed in one line, without what is wrong in it: ``keys +5 +10 +25
        · dealer moves on``."""
        rules = self.by_key
        choices = self.value(
            {
                key: choice
                for key, choice in answer.items()
                if key in rules and not rules[key].problems(choice)
            }
        )
        parts = [keys_in_words(choices["keys"])]
        if choices["sum"] is not None:
            parts.append(_("sum {sum}", sum=choices["sum"]))
        parts.append(DEALER[choices["dealer"]])
        if choices["sides"] != NONE:
            opposite = choices["sides"] == OPPOSITE
            parts.append(_("partners opposite") if opposite else _("named sides"))
        if choices["names"]:
            parts.append(_n("{n} name", "{n} names", len(choices["names"])))
        if choices["tick"]:
            parts.append(_("tick {tick}", tick=choices["tick"]))
        return reduce(lambda line, part: _("{line} · {part}", line=line, part=part), parts)


def keys_in_words(keys: Sequence[str]) -> Text:
    """Return the keys that add, as they are drawn: ``keys +5 +10``."""
    written = Numerals(" ".join(f"+{key}" for key in keys))
    return _("keys {keys}", keys=written) if keys else _("no keys")
