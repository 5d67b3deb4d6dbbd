"""What is still possible in The Torite, and what its common win takes. Rules: rules/torite.md"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from app.games.torite.scores import PACKS, TRICKS, Progress, dashed, score_of
from app.scoring import SUITS, Deal, Seat, Side, Table, Text, _, _n, suit_of
from app.scoring.chances import Chances, Effect, NeedRow, NeedToWin, Prospect, position_at
from app.scoring.prompts import tricks_of


@dataclass(frozen=True)
class SharedWinChances(Chances):
    """Whether a win is still possible, and if so from `lowest` to `highest` points.

    `failed` says why not; `suits` are those that the cards still to be named must have, and
    `targets` the tricks that players still have to take, as far as that is settled. Before any
    tricks are in the `pattern` says what they can be; `is_named` tells whether players have named
    their cards.
    """

    failed: tuple[Text, ...]
    lowest: int
    highest: int
    suits: tuple[str, ...] = ()
    targets: Mapping[Seat, int] = field(default_factory=dict)
    pattern: Sequence[int] = ()
    is_named: bool = False

    @property
    def lines(self) -> list[Text]:
        if self.failed:
            return [_("A win is no longer possible."), *self.failed]
        about = {"lowest": self.lowest, "highest": self.highest}
        lines = [_("A win is still possible. It scores from {lowest} to {highest}.", **about)]
        if self.lowest == self.highest:
            lines = [_("A win is still possible. It scores {score}.", score=self.lowest)]
        if self.suits:
            suits = [SUITS[suit] for suit in self.suits]
            lines.append(
                _n(
                    "The card still to be named must be of this suit: {suits}.",
                    "The cards still to be named must be one of each: {suits}.",
                    len(suits),
                    suits=suits,
                )
            )
        return lines

    def lines_of(self, side: Side) -> list[Text]:
        if self.failed:
            return []
        return [
            _("Must take {tricks} now.", tricks=tricks_of(self.targets[seat]))
            for seat in side.seats
            if seat in self.targets
        ]

    def need_of(self, side: Side) -> NeedToWin:
        if self.failed:
            return NeedToWin(_("You can no longer win."), self.failed)
        if self.is_named:
            return NeedToWin(_("It is up to the card set aside."), self.lines)
        why = [*self.lines, _("Every card left in the end must be of another suit.")]
        if not self.pattern:
            return NeedToWin(_("The tricks fit. Now the cards must."), why)
        [seat] = side.seats
        if seat in self.targets:
            target = self.targets[seat]
            answer = _("Take {tricks}.", tricks=tricks_of(target))
            rows = rows_for({target: _("if the cards fit too")})
        else:
            answer = _("Share out the tricks {pattern}.", pattern=dashed(self.pattern))
            rows = rows_for({n: if_the_others_take(self.pattern, n) for n in self.pattern})
        return NeedToWin(answer, why, _("tricks you take"), rows)


def chances_of(table: Table, deal: Deal, before: Progress) -> SharedWinChances:
    """What is possible after the rounds `before`, with what was entered for this deal."""
    tricks = dict(zip(deal.seats, deal.answers.get("tricks") or (), strict=False))
    left = deal.answers.get("left") or ()
    progress = before.with_round(tricks, left) if tricks else before
    scores = scores_with(progress.free_suits, PACKS[len(progress.pattern)])
    if left and len(progress.pattern) > 2 and progress.tricks_fit:
        # The two cards that count are in hand; only the card set aside is still to be named.
        scores = [progress.score]
    return SharedWinChances(
        *position_at(table),
        unplayed=(),  # nothing scores before the end
        failed=tuple(progress.failures.values()),
        lowest=min(scores, default=0),
        highest=max(scores, default=0),
        suits=progress.free_suits if progress.cards else (),
        targets={} if tricks else deal.targets,
        pattern=() if tricks else progress.pattern,
        is_named=bool(left),
    )


def scores_with(suits: Sequence[str], pack: Sequence[str]) -> list[int]:
    """What a win can score if the two cards that count are of different ones of these suits."""
    free = [card for card in pack if suit_of(card) in suits]
    return [
        score_of(high, low)
        for high, low in product(free, repeat=2)
        if suit_of(high) != suit_of(low)
    ]


def if_the_others_take(pattern: Sequence[int], own: int) -> Text:
    """What the others must take if one of them takes this much."""
    rest = list(pattern)
    rest.remove(own)
    return _("if the others take {rest}", rest=dashed(rest))


def rows_for(fitting: Mapping[int, Text]) -> list[NeedRow]:
    """A row for each number of tricks that fits, with its words, and one for all the others."""

    def row(numbers: Sequence[int], effect: Effect, has: Text, words: Text) -> NeedRow:
        return NeedRow(tuple(Prospect(n, effect) for n in numbers), has, None, words)

    others = [n for n in range(TRICKS + 1) if n not in fitting]
    return [
        *(row([n], "depends", _("{n}", n=n), words) for n, words in fitting.items()),
        row(others, "never", _("any other"), _("not enough")),
    ]
