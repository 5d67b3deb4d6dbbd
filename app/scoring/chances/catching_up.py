"""Chances in a match of so many deals: who can catch up with whom, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from app.scoring.chances.chances import Chances, UnplayedDeal
from app.scoring.chances.last_deal import LastDeal
from app.scoring.chances.stakes import Swing, can_gain_on_all
from app.scoring.chances.wording import Amount, Cell, ChanceRow, ChanceTable, NeedToWin, Overview
from app.scoring.game import deals_of
from app.scoring.model.seats import Side
from app.scoring.model.text import Text, _, _n, and_list, or_list

PLAIN, DOUBLED = _("plain"), _("doubled")
GAIN_COLUMNS = [_("can gain plain"), _("can gain doubled")]
MAX_NAMED = 2  # sides in one sentence; of more it says how many there are


@dataclass(frozen=True)
class FixedLengthChances(Chances):
    """Chances in a match of so many deals.

    What one side can gain on one other is exact, as the deals do not depend on each other. A side
    is told that it can still win only if one way to play all deals was found in which it beats
    everybody, and that it is out only if it cannot draw level with some other side. In between, it
    is told the most it can gain. From the last third of the match on (`is_late`) each side is told
    what it needs. In the last deal, `last` tells what is enough.
    """

    unplayed: Sequence[UnplayedDeal]
    last: LastDeal | None = None
    is_late: bool = False

    # Gains

    @cached_property
    def undoubled(self) -> Sequence[UnplayedDeal]:
        """The deals without further doublings."""
        return [deal.undoubled for deal in self.unplayed]

    @cached_property
    def plain(self) -> Swing:
        """The points that all of them can bring without doublings."""
        return Swing.sum_of(deal.swing for deal in self.undoubled)

    @property
    def has_doublings(self) -> bool:
        """Whether a doubling can still bring more."""
        return self.plain != self.swing

    def can_gain(self, side: Side, other: Side) -> int:
        """Return the most points that `side` can still gain on `other`."""
        return self.swing.gains[side.index][other.index]

    def can_gain_plain(self, side: Side, other: Side) -> int:
        """Return the same without doublings."""
        return self.plain.gains[side.index][other.index]

    def need(self, side: Side, other: Side) -> int:
        """Return how many points `side` has to gain on `other` to end ahead of it; one less is a
        tie."""
        return self.ahead(other, side) + 1

    def shortfall(self, side: Side, other: Side) -> int:
        """Return how many points `side` lacks to draw level with `other` in the end, 0 or less if
        none."""
        return self.ahead(other, side) - self.can_gain(side, other)

    # Who can still win

    def is_uncatchable(self, side: Side) -> bool:
        """Whether no other side can draw level any more, so that `side` wins alone."""
        return all(self.shortfall(other, side) > 0 for other in self.others(side))

    def cannot_be_passed(self, side: Side) -> bool:
        """Whether no other side can overtake any more, so that `side` wins or shares the win."""
        return all(self.shortfall(other, side) >= 0 for other in self.others(side))

    def is_out(self, side: Side) -> bool:
        """Whether `side` cannot draw level with some other side any more."""
        return any(self.shortfall(side, other) > 0 for other in self.others(side))

    def can_win(self, side: Side, deals: Sequence[UnplayedDeal]) -> bool:
        """Whether a way to play `deals` was found in which `side` ends ahead of everybody.

        False does not mean that there is none.
        """
        needs = [self.need(side, other) for other in self.others(side)]
        return can_gain_on_all(needs, side.index, [part for deal in deals for part in deal.parts])

    def ahead_of(self, side: Side) -> list[Side]:
        """Return the sides that `side` has to pass, the farthest first; those level with it if none
        is ahead."""
        not_behind = [other for other in self.others(side) if self.need(side, other) > 0]
        ahead = [other for other in not_behind if other not in self.level_with(side)]
        return sorted(ahead or not_behind, key=lambda other: -self.need(side, other))

    def level_with(self, side: Side) -> list[Side]:
        """Return the other sides with the total of `side`."""
        return [other for other in self.others(side) if not self.ahead(side, other)]

    def pursuers_of(self, side: Side) -> list[Side]:
        """Return the sides behind `side` that can still draw level with it, the nearest first."""
        behind = [other for other in self.others(side) if self.need(side, other) <= 0]
        near = sorted(behind, key=lambda other: -self.need(side, other))
        return [other for other in near if self.shortfall(other, side) <= 0]

    # What one side needs

    def need_of(self, side: Side) -> NeedToWin:
        if self.last:
            return self.last.need_of(side)
        if self.is_uncatchable(side):
            return NeedToWin(_("Won: nobody can catch up."))
        if self.cannot_be_passed(side):
            return NeedToWin(_("Won, perhaps shared: nobody can overtake, only draw level."))
        if any(self.shortfall(side, other) >= 0 for other in self.others(side)):
            return NeedToWin(self.why_out(side))
        left = deals_of(len(self.unplayed))
        if not self.is_late:
            place = _("{place} {deals} left.", place=self.place_of(side), deals=left)
            return NeedToWin(place, is_known=False)
        ahead, pursuers = self.ahead_of(side), self.pursuers_of(side)
        if not ahead:
            nearest, *others = pursuers
            loss = -self.need(side, nearest)
            answer = _(
                "Lose no more than {loss} on {other} in {deals}",
                loss=loss,
                other=nearest,
                deals=left,
            )
            return NeedToWin(answer, self.keep_off(side, others), tables=self.tables_of(side))
        why = [self.how_possible(side), *self.keep_off(side, pursuers)]
        if (level := self.level_with(side)) and level != ahead:
            why.insert(1, _("Level with {others}.", others=and_list(level)))
        answer = _("Gain {gains} in {deals}", gains=self.gains_wanted(side, ahead), deals=left)
        tables, foot = self.tables_of(side), self.foot_of(side, ahead)
        return NeedToWin(answer, why, tables=tables, foot=foot)

    def foot_of(self, side: Side, ahead: Sequence[Side]) -> list[Text]:
        """Return what a doubling brings, and which gains on those `ahead` would be a tie."""
        doublings = self.unplayed[0].doubling_note if self.has_doublings else None
        ties = [(self.need(side, other) - 1, other) for other in ahead]
        tie = _("{gain} would be a tie.", gain=ties[0][0])
        if len(ties) > 1:
            gains = [_("{gain} on {other}", gain=gain, other=other) for gain, other in ties]
            tie = _("{ties} would be a tie.", ties=or_list(gains))
        return [doublings, tie] if doublings else [tie]

    def why_out(self, side: Side) -> Text:
        """Return on which side `side` cannot gain enough any more, to win or to win alone."""
        farthest = max(self.others(side), key=lambda other: self.shortfall(side, other))
        behind = self.ahead(farthest, side)
        values = {"behind": behind, "other": farthest, "gain": self.can_gain(side, farthest)}
        if behind < 0:  # what is entered of this deal already costs it the lead
            return _("Cannot stay ahead of {other} any more.", **values)
        if self.shortfall(side, farthest):
            return _(
                "Can no longer win: {behind} behind {other}, at most {gain} to gain.", **values
            )
        return _("At best level with {other}: {behind} behind, at most {gain} to gain.", **values)

    def gains_wanted(self, side: Side, ahead: Sequence[Side]) -> Text:
        """Return what `side` has to gain on those `ahead` of it; two are named, the others are
        counted."""
        named = [
            _("{gain} on {other}", gain=self.need(side, other), other=other)
            for other in ahead[:MAX_NAMED]
        ]
        if (more := len(ahead) - MAX_NAMED) > 0:
            named.append(_n("{n} more", "{n} more", more))
        return and_list(named)

    def how_possible(self, side: Side) -> Text:
        """Return whether `side` can gain that, and whether it needs a doubling."""
        ahead = self.ahead_of(side)
        takes_doubling = any(
            self.need(side, other) > self.can_gain_plain(side, other) for other in ahead
        )
        if takes_doubling and self.can_win(side, self.unplayed):
            return _("Only with doubling.")
        if not takes_doubling and self.can_win(side, self.undoubled):
            if self.has_doublings:
                return _("Possible without doubling.")
            return _("Still possible.")
        if not takes_doubling and self.has_doublings and self.can_win(side, self.unplayed):
            return _("Possible with doubling.")
        tightest = max(ahead, key=lambda other: self.shortfall(side, other))
        values = {"gain": self.can_gain(side, tightest), "other": tightest}
        if takes_doubling:
            return _("Only with doubling: at most {gain} to gain on {other}.", **values)
        return _("At most {gain} to gain on {other}.", **values)

    def keep_off(self, side: Side, pursuers: Sequence[Side]) -> list[Text]:
        """Return the most that `side` may lose on each of the `pursuers`, to stay ahead of them."""
        losses = [
            _("{loss} on {other}", loss=-self.need(side, other), other=other) for other in pursuers
        ]
        return [_("Lose no more than {losses}.", losses=and_list(losses))] if losses else []

    def tables_of(self, side: Side) -> list[ChanceTable]:
        """Return the most that each deal left can bring `side`, or the nearest behind it if it
        leads."""
        ahead = self.ahead_of(side)
        if not ahead:
            return [self.gains_on(side, self.pursuers_of(side)[0])]
        if len(ahead) > 1 and not self.has_doublings:
            return [self.gains_on_each(ahead[:MAX_NAMED], side)]
        # Where several are ahead, no deal that is enough against one of them is enough.
        need = self.need(side, ahead[0]) if len(ahead) == 1 else None
        return [self.gains_on(ahead[0], side, need)]

    def gains_on_each(self, others: Sequence[Side], side: Side) -> ChanceTable:
        """Return a column for each of the `others`: the most that `side` can gain on them."""

        def cells(swing: Swing) -> list[Cell]:
            return [Amount(swing.gains[side.index][other.index]) for other in others]

        return ChanceTable(
            _("most {side} can gain", side=side),
            [_("on {other}", other=other) for other in others],
            [ChanceRow(deal.name, cells(deal.swing)) for deal in self.unplayed],
            cells(self.swing),
        )

    def gains_on(self, other: Side, side: Side, need: int | None = None) -> ChanceTable:
        """Return the most that `side` can gain on one `other`, plain and doubled.

        A deal that alone brings what `side` may `need` is marked.
        """

        def cells(plain: Swing, most: Swing) -> list[Cell]:
            sums = plain.gains[side.index][other.index], most.gains[side.index][other.index]
            return doubling_cells(*sums) if self.has_doublings else [Amount(sums[1])]

        rows = []
        for deal in self.unplayed:
            plain = deal.undoubled.swing.gains[side.index][other.index]
            most = deal.swing.gains[side.index][other.index]
            note, is_enough = deal.how(other), need is not None and need <= plain
            if note and is_enough:
                note = _("{how} · enough", how=note)
            elif note and need is not None and need <= most:
                note = _("{how} · enough with doubling", how=note)
            numbers = cells(deal.undoubled.swing, deal.swing)
            rows.append(ChanceRow(deal.name, numbers, note, deal.icon, is_enough))
        heading = _("most {side} can gain on {other}", side=side, other=other)
        columns = [PLAIN, DOUBLED] if self.has_doublings else [_("points")]
        return ChanceTable(heading, columns, rows, cells(self.plain, self.swing))

    # What all can still do

    @property
    def overview(self) -> Overview:
        leader, deals = self.leaders[0], deals_of(len(self.unplayed))
        left = _("{place} {deals} left.", place=self.place_of(leader), deals=deals)
        if not self.is_late:
            return Overview(left, tables=[self.standings_table()])
        tables = [self.standings_table(), self.deals_table()]
        answer = self.who_can_win()
        return Overview(answer, [left], tables) if answer else Overview(left, tables=tables)

    def who_can_win(self) -> Text | None:
        """Return who can still win, or who cannot any more; None if neither is certain for
        anybody."""
        for side in self.sides:
            if self.is_uncatchable(side):
                if len(side.seats) > 1:
                    return _("{side} have won: nobody can catch up", side=side)
                return _("{side} has won: nobody can catch up", side=side)
            if self.cannot_be_passed(side):
                return _("Nobody can overtake {side} any more, only draw level", side=side)
        able = [side for side in self.sides if self.can_surely_win(side)]
        out = [side for side in self.sides if self.is_out(side)]
        if len(able) == len(self.sides):
            return _("Everybody can still win")
        if len(able) + len(out) == len(self.sides):
            return _("{sides} can still win", sides=and_list(able))
        return _("{sides} can no longer win", sides=and_list(out)) if out else None

    def can_surely_win(self, side: Side) -> bool:
        """Whether `side` can win, or in a last deal of which all outcomes are known share it."""
        if self.last and self.last.is_exact:
            return self.last.can_win(side)
        return self.can_win(side, self.unplayed)

    def standings_table(self) -> ChanceTable:
        """Return how far each side is behind the lead and, late in a match, the most it can gain on
        it."""
        columns = [_("behind by")]
        if self.is_late:
            columns += GAIN_COLUMNS if self.has_doublings else [_("can gain")]
        rows = [self.standing_row(side, len(columns)) for side in self.ranking]
        return ChanceTable(None, columns, rows)

    def standing_row(self, side: Side, columns: int) -> ChanceRow:
        """Return the row of one side in the table of all."""
        leader = self.leaders[0]
        if not self.ahead(leader, side):
            return ChanceRow(side, [], words=self.lead_of(side))
        behind, need = self.ahead(leader, side), self.need(side, leader)
        sums = [self.can_gain_plain(side, leader), self.can_gain(side, leader)]
        note = None
        if self.is_late and self.is_out(side):
            note = _("out")
        elif self.is_late and self.has_doublings and sums[0] < need <= sums[1]:
            note = _("only by doubling")
        gains = [Amount(gain, is_enough=gain >= need) for gain in sums[-(columns - 1) :]]
        return ChanceRow(side, [Amount(behind), *(gains if columns > 1 else [])], note)

    def lead_of(self, side: Side) -> Text:
        """Return by how much a leader leads, for its row."""
        others = [other for other in self.others(side) if other not in self.leaders]
        if len(self.leaders) > 1 or not others:
            return _("level in the lead")
        return _("leads by {n}", n=min(self.ahead(side, other) for other in others))

    def deals_table(self) -> ChanceTable:
        """Return the most that any side can gain on another in each deal left."""
        rows = []
        for deal in self.unplayed:
            plain, most = most_between_two(deal.undoubled.swing), most_between_two(deal.swing)
            cells = doubling_cells(plain, most) if self.has_doublings else [Amount(most)]
            rows.append(ChanceRow(deal.name, cells, icon=deal.icon))
        columns = [PLAIN, DOUBLED] if self.has_doublings else [_("points")]
        return ChanceTable(_("the most one can gain on another"), columns, rows)


def most_between_two(swing: Swing) -> int:
    """Return the most that any side can gain on any other."""
    sides = range(len(swing.gains) - 1)
    return max(swing.gains[one][other] for one in sides for other in sides if one != other)


def doubling_cells(plain: int, most: int) -> list[Cell]:
    """Return the cells of a row with a plain and a doubled sum; the latter is empty if it is no
    more."""
    return [Amount(plain), Amount(most) if most > plain else None]
