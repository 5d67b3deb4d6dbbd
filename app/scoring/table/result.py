"""Who won, by how much and since when: found from totals and deals, and put into words only here.

Lists, the last screen, the sheet and the outcome itself all say it in these words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from app.scoring.model.seats import Side
from app.scoring.model.text import Signed, Text, _, _n, and_list
from app.scoring.table.deal import Deal
from app.scoring.table.outcome import Outcome, SharedOutcome

# --- found --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rank:
    """One line of the final standing; those with the same total share a place."""

    place: int
    side: Side
    total: int
    is_first: bool


@dataclass(frozen=True)
class DealScore:
    """What a side scored in one deal."""

    deal: Deal
    side: Side

    @property
    def points(self) -> int:
        """The points, in the signs of the table."""
        assert self.deal.scores is not None
        return self.deal.scores[self.side.index]


def best_of(sides: Sequence[Side], totals: Sequence[int], *, is_reversed: bool) -> tuple[Side, ...]:
    """Whoever would win with these totals; several share the win."""
    best = min(totals) if is_reversed else max(totals)
    return tuple(side for side in sides if totals[side.index] == best)


def margin_of(total: int, others: Iterable[int]) -> int | None:
    """By how much the winners are ahead of the best of the `others`, None if there is nobody."""
    return min((abs(total - other) for other in others), default=None)


def ranks(
    sides: Sequence[Side],
    totals: Sequence[int],
    winners: Sequence[Side],
    *,
    is_reversed: bool,
) -> list[Rank]:
    """The sides from the best total to the worst, whoever won by a tie-break first."""
    better = 1 if is_reversed else -1
    order = sorted(sides, key=lambda side: (side not in winners, better * totals[side.index]))
    lines: list[Rank] = []
    for n, side in enumerate(order, start=1):
        total, is_first = totals[side.index], side in winners
        # Who won by a tie-break shares no place with those who have as many points.
        level = bool(lines) and lines[-1].total == total and lines[-1].is_first == is_first
        lines.append(Rank(lines[-1].place if level else n, side, total, is_first))
    return lines


class MatchResult:
    """A match that is over, of a game in which everybody has a total. `deals` are all of them."""

    def __init__(
        self,
        outcome: Outcome,
        sides: Sequence[Side],
        totals: Sequence[int],
        deals: Sequence[Deal],
        *,
        is_reversed: bool,
    ) -> None:
        self.outcome = outcome
        self.sides = sides
        self.ranks = ranks(sides, totals, outcome.winners, is_reversed=is_reversed)
        self.deals = [deal for deal in deals if deal.scores is not None]
        self._is_reversed = is_reversed

    @property
    def margin(self) -> int | None:
        """By how much the winners are ahead, None if there is nobody else."""
        others = [rank.total for rank in self.ranks if not rank.is_first]
        return margin_of(self.ranks[0].total, others)

    @property
    def since(self) -> int:
        """How many deals long, up to the end, the winners and nobody else have led."""
        ahead = takewhile(
            lambda deal: (
                best_of(self.sides, deal.totals, is_reversed=self._is_reversed)
                == self.outcome.winners
            ),
            reversed(self.deals),
        )
        return len(list(ahead))

    @property
    def lead(self) -> Text:
        """By how much the winners won, and since when they led."""
        if len(self.outcome.winners) > 1:
            return _("with {total} each", total=Signed(self.ranks[0].total))
        if not self.margin:
            return _("level on points")
        since = self.since
        if len(self.deals) == 1:
            return _("by {margin}", margin=self.margin)
        if since == 1:
            return _("by {margin}, in the last deal", margin=self.margin)
        if since == len(self.deals):
            return _("by {margin}, ahead from the first deal", margin=self.margin)
        first = self.deals[-since].number
        return _("by {margin}, ahead since deal {deal}", margin=self.margin, deal=first)

    @property
    def best(self) -> DealScore:
        """The most that anybody won in a deal: by the winners first, then the latest."""
        winners = self.outcome.winners
        return max(
            self._feats,
            key=lambda feat: (self._worth(feat), feat.side in winners, feat.deal.number),
        )

    @property
    def worst(self) -> DealScore:
        """The most that anybody lost in a deal, the latest if that happened often."""
        return min(self._feats, key=lambda feat: (self._worth(feat), -feat.deal.number))

    @property
    def _feats(self) -> Sequence[DealScore]:
        return [DealScore(deal, side) for deal in self.deals for side in self.sides]

    def _worth(self, feat: DealScore) -> int:
        return -feat.points if self._is_reversed else feat.points


# --- in words -----------------------------------------------------------------------------------


def why_won(
    winners: Sequence[Side], total: int, *, is_reversed: bool, ending: Text | None = None
) -> Text:
    """Why these have won, whose total is the best; `ending` says what ended the match."""
    about = {"winners": and_list(winners), "total": Signed(total)}
    if len(winners) > 1:
        why = _("{winners} share the win with {total} each.", **about)
    elif is_reversed:
        why = _("{winners}: the lowest total, {total}.", **about)
    else:
        why = _("{winners}: the highest total, {total}.", **about)
    return _("{ending} {why}", ending=ending, why=why) if ending else why


def ended_early(deals: int, length: int | None) -> Text:
    """That the table stopped after so many deals, of how many if that is known."""
    if length:
        return _("Ended early, after {n} of {all} deals.", n=deals, all=length)
    return _n("Ended early, after {n} deal.", "Ended early, after {n} deals.", deals)


def verb_of(winners: Sequence[Side]) -> Text:
    """What the winners do, behind their name."""
    if len(winners) > 1:
        return _("share the win")
    return _("win") if len(winners[0].seats) > 1 else _("wins")


def headline_of(outcome: Outcome) -> Text:
    """Who has won, above the reason."""
    if isinstance(outcome, SharedOutcome):
        return won_together(outcome.won)
    winners = outcome.winners
    if len(winners) > 1:
        return _("A shared win")
    if len(winners[0].seats) > 1:
        return _("{side} win", side=winners[0])
    return _("{side} wins", side=winners[0])


def won_together(won: bool | None, score: int | None = None) -> Text:
    """How it ended for those who win or lose as one; with the score of a win, if that is said."""
    if won is None:
        return _("Neither won nor lost")
    if not won:
        return _("Lost together")
    return _("Won together") if score is None else _("Won together with {score}", score=score)


def won_by(winners: Sequence[Side], margin: int | None) -> Text:
    """Who won and by how much, in a line of a list."""
    if len(winners) > 1 or margin is None:
        return _("{winners} shared the win", winners=and_list(winners))
    if not margin:
        return _("{winner} won, level on points", winner=winners[0])
    return _("{winner} won by {points}", winner=winners[0], points=margin)


def who_leads(leaders: Sequence[Side], total: int, *, deal: int) -> Text:
    """Who is ahead with this total after a deal."""
    about = {"deal": deal, "total": Signed(total)}
    if len(leaders) > 1:
        leading = and_list(leaders)
        return _("After deal {deal}: {leaders} are level at {total}.", leaders=leading, **about)
    if len(leaders[0].seats) > 1:
        return _("After deal {deal}: {leaders} lead with {total}.", leaders=leaders[0], **about)
    return _("After deal {deal}: {leader} leads with {total}.", leader=leaders[0], **about)
