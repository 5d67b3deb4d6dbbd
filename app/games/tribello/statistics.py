"""Statistics of Tribello: targets met, by phase and by role, and by how much they were missed.

Everybody has each role once in a phase, so a match has one fact for each phase and role.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.tribello.highlights import taken_by
from app.games.tribello.play import PHASES
from app.scoring import Deal, MatchResult, Seat, _, _n
from app.scoring.facts import MANY, Fact, Figure, GameStatistics
from app.scoring.sections import FigureRows, GridRow, PointsGrid, StatisticsSection
from app.scoring.sheet import RuleChoices

# The roles in a deal, in the order of play.
ROLES = {
    "dealer": _("dealer"),
    "left": _("left of the dealer"),
    "right": _("right of the dealer"),
}


def facts_of(result: MatchResult, _rules: RuleChoices) -> Iterator[Fact]:
    """Yield, for each deal, whether the target (in Nullo the limit) was met, and the tricks off
    it."""
    for deal in result.deals:
        for side in result.sides:
            (seat,) = side.seats
            points, numbers = result.points_of(side, deal), (deal.number,)
            key = key_of(int(deal.progress["phase"]), role_of(seat, deal))
            yield Fact(seat.index, key, int(points >= 0), 1, points, numbers)
            off = abs(taken_by(seat, deal) - deal.targets[seat])
            yield Fact(seat.index, "off", off, 1, 0, numbers)


def role_of(seat: Seat, deal: Deal) -> str:
    """Return the key of a player's role in a deal."""
    assert deal.dealer is not None, "every deal has its dealer"
    return [*ROLES][(seat.index - deal.dealer.index) % len(ROLES)]


def key_of(phase: int, role: str) -> str:
    """Return the key of the facts about the targets of a phase and a role."""
    return f"met.{phase}.{role}"


FIGURES = [
    *(
        Figure(
            key_of(phase.number, role),
            _("{phase}, {role}", phase=phase.name, role=name),
            _("Deals with no more tricks than the limit, and the mean of their points.")
            if phase.avoid
            else _("Deals with the tricks of the target or more, and the mean of their points."),
            floor=MANY,
        )
        for phase in PHASES
        for role, name in ROLES.items()
    ),
    Figure(
        "off",
        _("Off the target"),
        _("By how many tricks a target or a limit was missed in a deal, above it or below."),
        floor=MANY,
        times=lambda n, **of: _n(
            "{tricks} in {n} deal",
            "{tricks} in {n} deals",
            of["all"],
            tricks=_n("{n} trick", "{n} tricks", n),
        ),
    ),
]


def sections_of(_players: int, _rules: RuleChoices) -> list[StatisticsSection]:
    """Return the sections of the page: targets met by phase and by role, and how far off they
    were."""
    rows = [GridRow(phase.name, [key_of(phase.number, role) for role in ROLES]) for phase in PHASES]
    return [
        PointsGrid(
            _("Points a deal, by phase and role"),
            [*ROLES.values()],
            rows,
            _("Below it: targets met, of all deals; in Nullo, no more tricks than the limit."),
            reach=2,
            floor=MANY,
        ),
        FigureRows(
            _("How close to the target"),
            {"off": None},
            floor=MANY,
            unit=_("tricks a deal"),
        ),
    ]


STATISTICS = GameStatistics(facts_of, FIGURES, sections=sections_of)
