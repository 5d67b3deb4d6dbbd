"""Chances in The Torite: whether the common win is possible, and its needs. Rules:
rules/en/torite.md"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from app.games.torite.scores import PACKS, SUIT_WORDS, TRICKS, Progress, pattern_text, score_of
from app.scoring import Deal, Seat, Side, Table, Text, _, _n, suit_of
from app.scoring.chances import (
    ChanceRow,
    Chances,
    ChanceTable,
    NeedRow,
    NeedToWin,
    Overview,
    Prospect,
    scoreboard_of,
)
from app.scoring.prompts import tricks_of


@dataclass(frozen=True)
class SharedWinChances(Chances):
    """Whether a win is still possible, and if so from `lowest` to `highest` points.

    `progress` includes everything entered for the current deal: perhaps the tricks (`has_tricks`),
    perhaps the cards in hand too (`has_cards`). `targets` are the tricks that each player still has
    to take in it, if that is decided.
    """

    progress: Progress
    targets: Mapping[Seat, int]
    has_tricks: bool
    has_cards: bool

    @cached_property
    def failed(self) -> list[Text]:
        """Why a win is not possible any more; empty if it is."""
        return list(self.progress.failures.values())

    @cached_property
    def scores(self) -> Sequence[int]:
        """All possible scores of a win, as far as the suits tell."""
        pattern, free = self.progress.pattern, self.progress.free_suits
        if self.has_cards and len(pattern) > 2 and self.progress.tricks_fit:
            # The two cards that count are entered; only the card set aside is still to be named.
            return [self.progress.score]
        # The two cards that count are of different suits, which no card has yet.
        cards = [card for card in PACKS[len(pattern)] if suit_of(card) in free]
        pairs = product(cards, repeat=2)
        return [score_of(high, low) for high, low in pairs if suit_of(high) != suit_of(low)]

    @property
    def lowest(self) -> int:
        """The lowest score of a win, 0 if none is possible."""
        return min(self.scores, default=0)

    @property
    def highest(self) -> int:
        """The highest score of a win, 0 if none is possible."""
        return max(self.scores, default=0)

    @property
    def lines(self) -> list[Text]:
        """Sentences about whether a win is still possible, its possible scores, and what it
        needs."""
        if self.failed:
            return [_("A win is no longer possible."), *self.failed]
        values = {"lowest": self.lowest, "highest": self.highest}
        lines = [_("A win is still possible. It scores from {lowest} to {highest}.", **values)]
        if self.lowest == self.highest:
            lines = [_("A win is still possible. It scores {score}.", score=self.lowest)]
        suits = [SUIT_WORDS[suit]["many"] for suit in self.progress.free_suits]
        if suits and self.progress.cards:
            lines.append(
                _n(
                    "The card still to name must be of this suit: {suits}.",
                    "The cards still to name must be of these suits, one each: {suits}.",
                    len(suits),
                    suits=suits,
                )
            )
        return lines

    @property
    def overview(self) -> Overview:
        rows = [
            ChanceRow(
                side, [], words=_("must take {tricks} now", tricks=tricks_of(self.targets[seat]))
            )
            for side in self.sides
            for seat in side.seats
            if seat in self.targets and not self.failed
        ]
        answer, *lines = self.lines
        return Overview(answer, lines, [ChanceTable(None, [], rows)] if rows else [])

    def need_of(self, side: Side) -> NeedToWin:
        if self.failed:
            return NeedToWin(_("You can no longer win."), self.failed)
        if self.has_cards:
            return NeedToWin(_("The card set aside decides."), self.lines)
        why = [*self.lines, _("All leftover cards must be of different suits.")]
        if self.has_tricks:
            return NeedToWin(_("The tricks are right. Now the leftover cards decide."), why)
        [seat] = side.seats
        if seat in self.targets:
            target = self.targets[seat]
            answer = _("Take {tricks}.", tricks=tricks_of(target))
            fitting = {target: _("if the cards are right too")}
        else:
            pattern = self.progress.pattern
            answer = _("Share out the tricks {pattern}.", pattern=pattern_text(pattern))
            fitting = {
                own: _(
                    "if the others take {rest}", rest=pattern_text(n for n in pattern if n != own)
                )
                for own in pattern
            }
        return NeedToWin(answer, why, _("tricks you take"), rows_for(fitting))


def rows_for(fitting: Mapping[int, Text]) -> list[NeedRow]:
    """Return a row for each number of tricks that fits, with its words, and one for all the
    others."""
    others = tuple(Prospect(n, "never") for n in range(TRICKS + 1) if n not in fitting)
    return [
        *(
            NeedRow((Prospect(n, "depends"),), _("{n}", n=n), None, words)
            for n, words in fitting.items()
        ),
        NeedRow(others, _("any other"), None, _("not enough")),
    ]


def chances_of(table: Table, deal: Deal, before: Progress) -> SharedWinChances:
    """Return what is possible after the rounds `before`, with what was entered for this deal."""
    tricks = dict(zip(deal.seats, deal.answers.get("tricks") or (), strict=False))
    left = deal.answers.get("left") or ()
    return SharedWinChances(
        *scoreboard_of(table),
        unplayed=(),  # nothing scores before the end
        progress=before.with_round(tricks, left) if tricks else before,
        targets={} if tricks else deal.targets,
        has_tricks=bool(tricks),
        has_cards=bool(left),
    )
