"""Any game: rounds of points as they are said at the table. Rules: rules/en/any_game.md"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from app.games.any_game.prompts import Ticked
from app.games.any_game.setup import LONGEST_NOTE, MOST_ROUNDS, Setup, set_up_question
from app.scoring import Deal, Part, Script, Seat, Steps, Table, Text, _, _n
from app.scoring.game import HigherMark, RuleChoices
from app.scoring.model.text import Numerals
from app.scoring.prompts import Amounts, Pile, Words
from app.scoring.prompts.amounts import LARGEST, Amount, written_sum
from app.scoring.prompts.sides import OPPOSITE

WARNING = 10
"""So many rounds before the last one that there is room for, the table is told."""


def play(table: Table) -> Script:
    """Rounds until a total reaches the target, until so many were played, or until the table says
    that it is over; then the highest or the lowest total wins.

    A round that is thrown in is played again.
    """
    setup = Setup(**(yield set_up_question(len(table.seats))))
    table.reversed = setup.is_reversed
    seat_sides(table, setup)
    table.title = setup.title
    table.ends_when_told = setup.ends == "open"
    table.goal = goal_of(setup)
    table.length = setup.rounds if setup.ends == "rounds" else None
    dealer = None if setup.dealer == "nobody" else table.seats[0]
    for number in count(1):
        winner = yield from table.until_it_counts(play_round, number, setup, dealer)
        if is_over(table, setup, number):
            return table.best_total_wins(ending_of(table, setup, number))
        if dealer is not None:
            dealer = winner if setup.dealer == "winner" else table.left_of(dealer)
    raise AssertionError("a pad has so many rounds at most")


def seat_sides(table: Table, setup: Setup) -> None:
    """Let those who sit opposite each other, or on the side of the same letter, share a score."""
    if setup.sides == OPPOSITE:
        table.make_partners()
    elif setup.has_named_sides:
        of_side: dict[str, list[Seat]] = {letter: [] for letter in sorted(setup.sides)}
        for seat, letter in zip(table.seats, setup.sides, strict=True):
            of_side[letter].append(seat)
        table.share([*map(tuple, of_side.values())])


def goal_of(setup: Setup) -> Text | None:
    """Return what ends the match, for the head of its pages; None if the table says so."""
    if setup.ends != "points":
        return None
    if setup.below:
        return _("to ±{target}", target=setup.target)
    return _("to {target}", target=setup.target)


def is_over(table: Table, setup: Setup, number: int) -> bool:
    """Whether the match ends with the round of this number."""
    if len(table.deals) >= MOST_ROUNDS:
        return True
    if setup.ends == "rounds":
        return number >= setup.rounds
    return setup.ends == "points" and bool(reached(table, setup))


def reached(table: Table, setup: Setup) -> list[Text]:
    """Return who has reached the target, or as much below zero where that counts, in words."""
    return [
        _("{side} reached {total}", side=side, total=total)
        for side, total in zip(table.sides, table.totals, strict=True)
        if total >= setup.target or (setup.below and total <= -setup.target)
    ]


def ending_of(table: Table, setup: Setup, number: int) -> Text | None:
    """Return the sentence on what ended the match; None if its length did."""
    if setup.ends == "points" and (who := reached(table, setup)):
        return _("{reached}.", reached=who)
    if setup.ends != "rounds" or number < setup.rounds:
        return _n("A pad has room for {n} round.", "A pad has room for {n} rounds.", MOST_ROUNDS)
    return None


def play_round(table: Table, number: int, setup: Setup, dealer: Seat | None) -> Steps[Seat | None]:
    """Ask for the points of a round, and who had a tick in it; return the seat of its winner, or of
    the dealer if several won."""
    deal = begin_round(table, number, setup, dealer)
    points = yield from ask_points(deal, table, setup)
    # A table scores as if more were better, and turns the signs itself.
    sign = -1 if table.reversed else 1
    reasons = map(reason_of, deal.answers["points"])
    deal.ticks = {**deal.ticks, **ticks_of(deal)}
    deal.score_freely(
        Part(owner, sign * n, why, "a-round")
        for (owner, n), why in zip(points.items(), reasons, strict=True)
    )
    best = max(sign * n for n in points.values())
    winners = [table.side_of(owner) for owner, n in points.items() if sign * n == best]
    return winners[0].seats[0] if len(winners) == 1 else dealer


def begin_round(table: Table, number: int, setup: Setup, dealer: Seat | None) -> Deal:
    """Begin a round, and say which it is and what it is played for."""
    name = setup.name_of(number)
    title = which = which_in_short = _("Round {number}", number=number)
    progress = {"round": number}
    if setup.ends == "rounds":
        of = {"number": number, "all": setup.rounds}
        which, which_in_short = _("Round {number} of {all}", **of), _("{number}/{all}", **of)
        progress["of"] = setup.rounds
    deal = table.deal(
        title,
        name=_("{name}", name=name) if name else None,
        dealer=dealer,
        subtitle=which,
        subtitle_short=which_in_short,
        value=_("{name}", name=name) if name else table.goal,
        progress=progress,
    )
    earlier = table.deals[-2] if len(table.deals) > 1 else None
    deal.ticks = earlier.ticks if earlier else {}
    return deal


def room_left(deal: Deal) -> tuple[Text, ...]:
    """Return what the table is told when few rounds are left that there is room for."""
    left = MOST_ROUNDS - deal.number
    if left < 0:  # the last one was thrown in
        return (_("There is no room for another round: end the match."),)
    if not left:
        return (_("This is the last round that there is room for."),)
    if left > WARNING:
        return ()
    more = _n(
        "After this round there is room for {n} more.",
        "After this round there is room for {n} more.",
        left,
    )
    return (more,)


def describe_progress(progress: Mapping[str, int]) -> Text:
    """Return which round is played, in words."""
    if "of" in progress:
        return _("round {number} of {all}", number=progress["round"], all=progress["of"])
    return _("round {number}", number=progress["round"])


def ask_points(deal: Deal, table: Table, setup: Setup) -> Steps[dict[Pile, int]]:
    """Ask for the points of each seat or side, and on the same page for ticks and a note."""
    sides = table.sides if len(table.sides) < len(table.seats) else ()
    amounts = deal.prompt(
        Amounts,
        key="points",
        ask=_("{round}: how many points?", round=deal.title),
        guidance=guidance_of(deal, setup),
        tell=room_left(deal),
        save=_("Save the round"),
        rule="a-round",
        seats=deal.seats,
        sides=sides,
        keeps_sides=setup.has_named_sides,
        total=setup.sum,
        steps=setup.steps,
    )
    note = deal.prompt(
        Words,
        key="note",
        ask=_("A note"),
        rule="a-note",
        what=_("This note"),
        longest=LONGEST_NOTE,
        optional=True,
        follow_up=amounts,
        needs_follow_up=True,
    )
    if setup.tick:
        yield deal.prompt(
            Ticked,
            key="ticked",
            ask=_("{tick}: who?", tick=setup.tick),
            rule="a-tick",
            seats=deal.seats,
            options={str(seat.index): _("{seat}", seat=seat) for seat in deal.seats},
            none=_("nobody"),
            optional=True,
            follow_up=note,
            needs_follow_up=True,
        )
    yield note
    points: dict[Pile, int] = yield amounts
    return points


def guidance_of(deal: Deal, setup: Setup) -> Text:
    """Return who deals, and what wins or what a round must add up to, in one line."""
    if setup.sum is not None:
        what = _("must add up to {sum}", sum=setup.sum)
    elif setup.ends == "points":
        what = _("{what} at {target}", what=wins_of(setup), target=setup.target)
    else:
        what = wins_of(setup)
    return _("{seat} deals · {what}", seat=deal.dealer, what=what) if deal.dealer else what


def wins_of(setup: Setup) -> Text:
    """Return which total wins, in words."""
    return _("the lowest total wins") if setup.is_reversed else _("the highest total wins")


def ticks_of(deal: Deal) -> dict[Seat, int]:
    """Return how often each seat that has a tick in this round has one by now."""
    seats = [deal.seats[index] for index in deal.answers.get("ticked") or ()]
    return {seat: deal.ticks.get(seat, 0) + 1 for seat in seats}


def reason_of(value: Amount) -> Text:
    """Return why a seat has its points: the numbers that were added up, or that they were said."""
    if isinstance(value, list):
        return _("{sum}", sum=Numerals(written_sum(value)))
    return _("as entered")


def higher_mark(table: Table, rules: RuleChoices, first: RuleChoices) -> HigherMark | None:
    """Return the next mark of a pad that is over: one more round, or the next multiple of the
    `first` target that no total has reached; None where there is room for neither."""
    setup = Setup(**rules)
    played = sum(not deal.void for deal in table.deals)
    if played >= MOST_ROUNDS:
        return None
    if setup.ends == "rounds":
        # A table that wants one more round after another ends when it likes, and none was too many.
        return HigherMark(_("one more round"), {"rounds": setup.rounds + 1})
    if setup.ends != "points":
        return None
    step = first["target"] if setup.target % first["target"] == 0 else setup.target
    farthest = max(abs(total) if setup.below else total for total in table.totals)
    target = (max(farthest, setup.target) // step + 1) * step
    if target > LARGEST:
        return None
    words = goal_of(replace(setup, target=target))
    assert words is not None, "it ends at so many points"
    return HigherMark(words, {"target": target})
