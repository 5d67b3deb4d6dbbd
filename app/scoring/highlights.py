"""Highlights of a match that is over: how it went, the deal that turned it, and its awards.

Each sentence is made from the log and its scores alone. A match that all win or lose together has
no such story: its own result says how it ended.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.scoring.awards import AWARDS, Award, awards_in
from app.scoring.match.match import Match
from app.scoring.match.replay import Standing
from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Signed, Text, _, and_list
from app.scoring.table.deal import Deal

EARLY = 5  # a winner who takes the lead for good in the first fifth of a match has led throughout


@dataclass(frozen=True)
class TurningPoint:
    """The deal after which the winner led to the end.

    Before it the winner was `lag` points behind the best other side, 0 if level, and after it
    `lead` points ahead. `name` is what the match is called, and `happening` a clause about the
    deal, in the words of its game.
    """

    name: Text
    deal: Deal
    lag: int
    lead: int
    happening: Text

    @property
    def sentence(self) -> Text:
        """The deal in a sentence that names the game, such as for the page of an evening."""
        parts = {"number": self.deal.number, "game": self.name, "happening": self.happening}
        return _("Deal {number} of {game}: {happening}. {swing}", **parts, swing=self.swing)

    @property
    def swing(self) -> Text:
        """The change of the winner's margin in the deal, in words."""
        if self.lag:
            return _("From {lag} behind to {lead} ahead.", lag=self.lag, lead=self.lead)
        return _("From level to {lead} ahead.", lead=self.lead)


def turning_point(match: Match) -> TurningPoint | None:
    """Return the deal that turned a match that is over.

    None if the winner led throughout, and where no one side led in the end: a shared win, a
    tie-break, a game that all win or lose together.
    """
    history = lead_history(match)
    return history.turning_point if history else None


def awards_of(match: Match) -> list[Award]:
    """Return the awards that were won in a match, the strongest first; empty before it is over."""
    standing, game = match.standing, match.standing.game
    if not standing.is_over:
        return []
    kinds = game.awards if game.wins_together else (*game.awards, *AWARDS)
    return awards_in(standing.result, kinds)


def choose_awards(
    matches: Iterable[Match], person_at: Callable[[Match, Seat], Hashable], most: int = 3
) -> list[tuple[Match, Award]]:
    """Return the strongest awards of some matches, each with its match, such as those of an
    evening.

    No person and no kind of award comes twice; both partners hold what they won together.
    `person_at` returns who sat at a seat of a match, as a key that is the same in all matches.
    """
    won = [(match, award) for match in matches for award in awards_of(match)]
    chosen: list[tuple[Match, Award]] = []
    people: set[Hashable] = set()
    kinds: set[str] = set()
    for match, award in sorted(won, key=lambda pair: -pair[1].strength):
        holders = {person_at(match, seat) for seat in award.seats}
        if len(chosen) < most and award.kind.key not in kinds and not people & holders:
            chosen.append((match, award))
            people |= holders
            kinds.add(award.kind.key)
    return chosen


def lead_history(match: Match) -> LeadHistory | None:
    """Return how the lead changed in a match that is over, None if there is nothing to tell."""
    standing = match.standing
    if not standing.is_over or standing.game.wins_together:
        return None
    history = LeadHistory(standing)
    return history if len(history.deals) > 1 else None


class LeadHistory:
    """How the lead of a match changed: `margins` has a number for each of the scored `deals`.

    It is by how many points the winner was ahead of the best other side after the deal, below 0 if
    behind. Of several who share a win it is the one who was farthest behind.
    """

    def __init__(self, standing: Standing) -> None:
        self.game, self.name = standing.game, standing.name
        self.result = result = standing.result
        self.deals: Sequence[Deal] = result.deals
        winners = result.outcome.winners
        margins = {side: result.margins_of(side) for side in winners}
        self.winner = min(margins, key=lambda side: min(margins[side], default=0))
        self.margins = margins[self.winner]
        # A winner by a tie-break, or of a shared win, does not lead in the end.
        led = result.deals_in_lead if len(winners) == 1 else 0
        self._turn = len(self.deals) - led if led else None

    @property
    def led_throughout(self) -> bool:
        """Whether the winner took the lead early, and kept it."""
        return self._turn is not None and self._turn * EARLY < len(self.deals)

    @cached_property
    def turning_point(self) -> TurningPoint | None:
        """The deal after which the winner led to the end; see the function of this name."""
        turn = self._turn
        if turn is None or self.led_throughout:
            return None
        lag, lead = -self.margins[turn - 1], self.margins[turn]
        return TurningPoint(self.name, self.deals[turn], lag, lead, self._happening(turn))

    @property
    def lowest(self) -> int | None:
        """The index of the deal after which the winner was farthest behind, the latest of equal
        ones; None if the winner never was behind."""
        low = min(reversed(range(len(self.deals))), key=lambda n: self.margins[n])
        return low if self.margins[low] < 0 else None

    @property
    def sentences(self) -> list[Text]:
        """How the match went, in the first of these that is true, and how the lead was won for
        good.

        The winner led throughout; was far behind, and what the best answer was; was level with
        another side late; was level in the end.
        """
        behind, won = self._behind_and_won
        return [*behind, *won]

    @property
    def in_brief(self) -> list[Text]:
        """The same in two sentences, or three where several were level before the lead was won."""
        behind, won = self._behind_and_won
        turning = self.turning_point
        return [*behind[:1], *(won[:1] if turning and turning.lag else won)]

    @cached_property
    def _behind_and_won(self) -> tuple[list[Text], list[Text]]:
        """The sentences how far the winner was behind, and how the lead was won."""
        if self.led_throughout:
            return [], self._throughout()
        behind = [] if self.lowest is None else self._behind(self.lowest)
        if self.turning_point:
            return behind, self._turned(self.turning_point)
        words = _("{sides} were level at {total} after the last deal.", **self._level_after(-1))
        return behind, [words]

    def _throughout(self) -> list[Text]:
        """Return since when the winner led, and who came closest."""
        turn = self._turn
        assert turn is not None, "the winner has led"
        words = _("{side} led from the first deal to the end.", side=self.winner)
        if turn:
            number = self.deals[turn].number
            words = _("{side} led from deal {number} to the end.", side=self.winner, number=number)
        later = range(turn + 1, len(self.deals) - 1)
        closest = min(later, key=lambda n: self.margins[n], default=None)
        if closest is None or self.margins[closest] >= self.margins[-1]:
            return [words]
        return [
            words,
            _(
                "{rivals} came within {points} after deal {number}.",
                rivals=and_list(self.result.best_others(self.winner, self.deals[closest])),
                points=self.margins[closest],
                number=self.deals[closest].number,
            ),
        ]

    def _behind(self, low: int) -> list[Text]:
        """Return how far the winner was behind at most, and the deal that made up most of it."""
        parts = {
            "side": self.winner,
            "points": -self.margins[low],
            "leaders": and_list(self.result.leaders_after(self.deals[low])),
            "number": self.deals[low].number,
        }
        if len(self.winner.seats) > 1:
            words = _("{side} were {points} behind {leaders} after deal {number}.", **parts)
        else:
            words = _("{side} was {points} behind {leaders} after deal {number}.", **parts)
        last = len(self.deals) - 1 if self._turn is None else self._turn
        best = max(range(low + 1, last + 1), key=self._gain, default=last)
        if best == self._turn or best == low:
            return [words]
        answer = _(
            "The best answer came in deal {number}: {happening}.",
            number=self.deals[best].number,
            happening=self._happening(best),
        )
        return [words, answer]

    def _turned(self, turning: TurningPoint) -> list[Text]:
        """Return how the lead was won for good."""
        turn = self.deals.index(turning.deal)
        parts = {"number": turning.deal.number, "happening": turning.happening}
        words = _("Deal {number} turned it: {happening}.", **parts)
        if turn == len(self.deals) - 1:
            words = _("The last deal decided it: {happening}.", **parts)
        if not turning.lag:
            level = {**self._level_after(turn - 1), "number": self.deals[turn - 1].number}
            before = _("{sides} were level at {total} after deal {number}.", **level)
            return [before, words]
        # `_behind` has told how far the winner was behind, if that was in the deal before.
        if turn - 1 == self.lowest:
            return [words, _("Then {side} led by {lead}.", side=self.winner, lead=turning.lead)]
        return [words, turning.swing]

    def _level_after(self, place: int) -> dict[str, Any]:
        """Return who was level with the winner after a deal, and at which total."""
        deal = self.deals[place]
        return {
            "sides": and_list(self.result.leaders_after(deal)),
            "total": self.game.signed_total(deal.totals[self.winner.index]),
        }

    def _gain(self, place: int) -> int:
        """Return by how many points the winner's margin grew in a deal."""
        return self.margins[place] - self.margins[place - 1]

    def _happening(self, place: int) -> Text:
        """Return what happened in a deal to the winner, and to the best other side before it."""
        deal, describe = self.deals[place], self.game.describe_deal
        rivals = self.result.best_others(self.winner, self.deals[place - 1])
        rival = min(rivals, key=lambda side: self.result.points_of(side, deal))
        words = describe(deal, self.winner, rival) if describe else None
        return words or _(
            "{side} {points}, {rival} {others}",
            side=self.winner,
            points=points_in(deal, self.winner),
            rival=rival,
            others=points_in(deal, rival),
        )


def points_in(deal: Deal, side: Side) -> Signed:
    """Return the points of a side in a deal, with their sign."""
    assert deal.scores is not None, "the deal has not been scored"
    return Signed(deal.scores[side.index])
