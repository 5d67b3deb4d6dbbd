"""How a tie at the target of Trico is broken. Rules: rules/trico.md#winning-and-ties"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from app.games.trico.house_rules import CARDS, KEPT, MOST_SYMBOLS
from app.games.trico.prompts import Figure, Figures
from app.games.trico.scores import Round
from app.scoring import Deal, Outcome, Problem, Seat, Side, Steps, Table, Text, _, _n, add_points


def at_the_target(table: Table, points: Sequence[int], target: int) -> list[Seat]:
    """Who has the highest total after a round with these points, nobody below the target.

    `points` are those of each seat in the order of play: everyone plays alone.
    """
    totals = add_points(table.totals, tuple(points))
    if max(totals) < target:
        return []
    return [seat for seat in table.seats if totals[seat.index] == max(totals)]


def break_tie(rounds: Mapping[Seat, Round], level: Sequence[Seat]) -> tuple[Seat, str] | None:
    """The winner among `level`, who have the same total, and the step that decided.

    The step is ``total``, ``large`` (more large symbols on the cards saved last) or ``highest``
    (the highest card). None if the entry does not tell enough.
    """
    if len(level) == 1:
        return level[0], "total"
    # Symbols are compared, not cards, and on all three cards, used or not: this is not the large
    # bonus. Who has a lower total is out already, however many they show.
    large = {seat: rounds[seat].large_symbols for seat in level}
    if any(symbols is None for symbols in large.values()):
        return None
    most = max(symbols or 0 for symbols in large.values())
    level = [seat for seat in level if large[seat] == most]
    if len(level) == 1:
        return level[0], "large"
    highest = {seat: rounds[seat].highest for seat in level}
    if any(number is None for number in highest.values()):
        return None
    return max(level, key=lambda seat: highest[seat] or 0), "highest"


# --- asked when the entry does not tell ---------------------------------------------------------


def large_symbols_of(n: int) -> Text:
    """`n` large symbols in words."""
    return _n("{n} large symbol", "{n} large symbols", n)


def highest_of(n: int) -> Text:
    """The highest card in words."""
    return _("highest card {n}", n=n)


TIE = (
    Figure("large", _("large symbols"), 0, KEPT * MOST_SYMBOLS, large_symbols_of),
    Figure("highest", _("highest card"), KEPT, CARDS, highest_of),
)


def ask_tie(deal: Deal, rounds: Mapping[Seat, Round]) -> Steps[dict[Seat, Round]]:
    """Large symbols and the highest number on everyone's three cards of this round.

    Returns, by seat, a round that says no more than that. `rounds` are those that were scored: no
    answer may contradict them.
    """
    figures = yield from deal.ask(
        Figures,
        key="tie",
        ask=_("A tie: look at the three cards each kept in this round"),
        seats=deal.seats,
        by_seat=False,
        columns=TIE,
        check=partial(check_tie, rounds),
        rule="winning-and-ties",
    )
    return {seat: tied_round(row["large"], row["highest"]) for seat, row in figures.items()}


def tied_round(large: int, highest: int) -> Round:
    """A round of which only the figures for a tie are known."""
    return Round(sets=0, pairs=0, large_cards=0, large_symbols=large, numbers=(highest,) * KEPT)


def check_tie(
    rounds: Mapping[Seat, Round], answer: Mapping[str, Sequence[int]]
) -> Iterator[Problem]:
    """What the cards of the round, as far as they are known, allow."""
    for seat, scored in rounds.items():
        large, highest = answer["large"][seat.index], answer["highest"][seat.index]
        # Where the cards were entered, other figures mean a mistake in one of the two, and only
        # the table can tell in which.
        if scored.large_symbols is not None and large != scored.large_symbols:
            yield Problem(
                _n(
                    "The cards entered for {seat} have {n} large symbol.",
                    "The cards entered for {seat} have {n} large symbols.",
                    scored.large_symbols,
                    seat=seat,
                ),
                at=seat.index,
            )
        elif large < scored.large_cards:
            yield Problem(
                _n(
                    "{seat} scored {n} large card, so has as many large symbols at least.",
                    "{seat} scored {n} large cards, so has as many large symbols at least.",
                    scored.large_cards,
                    seat=seat,
                ),
                at=seat.index,
            )
        if scored.highest is not None and highest != scored.highest:
            yield Problem(
                _(
                    "The highest card entered for {seat} is {highest}.",
                    seat=seat,
                    highest=scored.highest,
                ),
                at=seat.index,
            )
        elif highest < max(scored.numbers, default=0):
            yield Problem(
                _(
                    "{seat} has card {number}, so the highest is not {highest}.",
                    seat=seat,
                    number=max(scored.numbers),
                    highest=highest,
                ),
                at=seat.index,
            )
        # Every number is there only once, so a card that somebody else kept, or that has just been
        # named for somebody else, is not here too.
        holders = [s for s, other in rounds.items() if s is not seat and highest in other.numbers]
        if holders or highest in answer["highest"][: seat.index]:
            yield Problem(
                _("Card {highest} cannot be with two players.", highest=highest),
                at=seat.index,
            )


# --- the end ------------------------------------------------------------------------------------


def end(table: Table, winner: Side, step: str, target: int) -> Outcome:
    """One winner always: the last step of a tie decides, since card numbers are unique."""
    total = table.totals[winner.index]
    why: dict[str, Text] = {
        "total": _("{winner}: the highest total, {total}.", winner=winner, total=total),
        "large": _(
            "{winner} with {total}: level on points, but more large symbols on the last cards.",
            winner=winner,
            total=total,
        ),
        "highest": _(
            "{winner} with {total}: level on points and large symbols, but the highest card.",
            winner=winner,
            total=total,
        ),
    }
    ending = {
        "total": _("The target of {target} was reached.", target=target),
        "large": _("Level on points: the most large symbols on the last cards decided."),
        "highest": _("Level on points and large symbols: the highest card decided."),
    }
    return Outcome((winner,), why[step], ending=ending[step], reason=step)
