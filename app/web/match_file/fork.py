"""Two logs of one match that part: the deals of both, side by side where they are not the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any

from app.scoring import AnsweredPrompt, Deal, Match, Side, Signed, Standing, Text, _

HOUSE_RULES = 0
"""In the place of the number of a deal."""


@dataclass(frozen=True)
class ForkedDeal:
    """A deal as one of the logs has it: what was played, and the points of each side, none where it
    has not been scored. The `answers` are in words, and only there where points tell nothing."""

    name: Text | None
    points: Sequence[tuple[Side, Signed]]
    answers: Sequence[Text] = ()


@dataclass(frozen=True)
class ForkRow:
    """A deal that is another one in each log, None where it was not dealt; or, if it `is_same`, a
    stretch of deals up to the number `last` that are the same in both."""

    number: int
    last: int
    is_same: bool
    here: ForkedDeal | None = None
    there: ForkedDeal | None = None

    @property
    def heading(self) -> Text:
        """Which deals, or the house rules."""
        if not self.is_same:
            rules = _("House rules")
            return _("Deal {number}", number=self.number) if self.number else rules
        if self.last == HOUSE_RULES:
            return _("The house rules are the same")
        first = max(self.number, 1)
        if first == self.last:
            return _("Deal {number} is the same", number=first)
        return _("Deals {first} to {last} are the same", first=first, last=self.last)


def fork_rows(here: Match, there: Match) -> list[ForkRow]:
    """The house rules and all deals of two logs, in their order; none if both come to the same."""
    pairs = enumerate(zip_longest(dealt(here.standing), dealt(there.standing)))
    rows: list[ForkRow] = []
    for is_same, stretch in groupby(pairs, key=lambda it: are_same(*it[1])):
        members = list(stretch)
        if is_same:
            rows.append(ForkRow(members[0][0], members[-1][0], is_same=True))
            continue
        for number, both in members:
            is_told = len({one.points if one else () for one in both}) > 1
            shown = [one.show(with_answers=not is_told) if one else None for one in both]
            rows.append(ForkRow(number, number, False, *shown))
    return [] if all(row.is_same for row in rows) else rows


def are_same(one: DealInLog | None, other: DealInLog | None) -> bool:
    """Whether a deal is the same in both logs."""
    return bool(one and other and one.content == other.content)


@dataclass(frozen=True)
class DealInLog:
    """A deal as one of the logs has it: its answers; or its house rules, which have no `deal`."""

    standing: Standing
    deal: Deal | None
    answered: Sequence[AnsweredPrompt]

    @property
    def content(self) -> Any:
        """What is compared: the answers by key, and what came of them."""
        answers = {one.prompt.key: one.answer for one in self.answered}
        return answers, self.points, self.deal and self.deal.void

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each side; none for a deal that has not been scored."""
        return (self.deal.scores if self.deal else None) or ()

    def show(self, *, with_answers: bool) -> ForkedDeal:
        """This deal as it is shown beside the other one."""
        points = zip(self.standing.sides, map(Signed, self.points), strict=False)
        return ForkedDeal(self.name, list(points), self.answers if with_answers else ())

    @property
    def name(self) -> Text | None:
        """What was played, or that it does not count."""
        if self.deal is None:
            return None
        return self.deal.void_text or self.deal.name or self.deal.title

    @property
    def answers(self) -> list[Text]:
        """The answers in words; of house rules only those that are not the usual ones."""
        if self.deal:
            return [one.in_words for one in self.answered]
        return rules_in_words(self.standing)


def rules_in_words(standing: Standing) -> list[Text]:
    """The house rules that are not the usual ones, or that there are none."""
    prompt, rules = standing.house_rules or (standing.game.house_rules, {})
    return [words for _rule, words in prompt.differences(rules)] or [_("as in the book")]


def dealt(standing: Standing) -> Iterator[DealInLog]:
    """Yield the house rules of a match, then each of its deals that is over or has an answer."""
    answered: dict[int, list[AnsweredPrompt]] = {}
    for one in standing.answered:
        answered.setdefault(one.prompt.deal, []).append(one)
    for deal in (None, *standing.deals):
        answers = answered.get(deal.number if deal else HOUSE_RULES, ())
        if deal is None or deal.is_over or answers:
            yield DealInLog(standing, deal, answers)
