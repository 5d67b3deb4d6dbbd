"""Trico: nine cards with symbols, two or three players, sets and pairs. Rules: rules/trico.md"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from app.games.trico.chances import chances_of, chances_of_tie
from app.games.trico.house_deck import SHORT_NAME, is_house_deck
from app.games.trico.house_rules import CARDS, HOUSE_RULES, KEPT, check_house_rules
from app.games.trico.prompts import Face, Faces, Figures, Pick
from app.games.trico.scores import (
    COUNTED,
    Round,
    check_counts,
    counted_round,
    part_of,
    score_round,
    so_far_of,
)
from app.games.trico.ties import ask_tie, at_the_target, break_tie, end
from app.scoring import Deal, Outcome, Part, Script, Seat, Steps, Table, Text, _
from app.scoring.prompts.base import is_whole


def play(table: Table) -> Script:
    """Rounds of three tricks until somebody has the target; then the highest total wins.

    A round that is thrown in is dealt again under the same number.
    """
    rules = yield from table.house_rules(
        *HOUSE_RULES, rule="longer-or-shorter-games", check=check_house_rules
    )
    table.goal = _("to {target} points", target=rules["target"])
    for number in count(1):
        outcome = yield from table.until_it_counts(play_round, number, rules)
        if outcome is not None:
            return outcome
    raise AssertionError("a match ends at its target")


def play_round(table: Table, number: int, rules: Mapping[str, Any]) -> Steps[Outcome | None]:
    """Three tricks, three cards kept each, and what they score for each player.

    Returns the outcome if this round ends the match, None if it goes on.
    """
    deal = table.deal(
        _("Round {number}", number=number),
        value=table.goal,
        place=deck_in_use(rules),
        place_short=deck_in_use(rules),
    )
    deal.chances = partial(chances_of, table, deal, rules)
    tell_the_round(deal)
    rounds = yield from ask_round(deal, rules)
    level = at_the_target(table, [scored.points for scored in rounds.values()], rules["target"])
    decided = break_tie(rounds, level) if level else None
    if level and decided is None:
        # Asked before the round is scored, so that until it is settled the round is not over and
        # may still be thrown in.
        deal.chances = partial(chances_of_tie, table, deal, rules["target"], rounds, level)
        figures = yield from ask_tie(deal, rounds)
        decided = break_tie(figures, level)
    deal.score_freely(part_of(seat, scored) for seat, scored in rounds.items())
    if decided is None:
        return None
    winner, step = decided
    return end(table, table.side_of(winner), step, rules["target"])


def deck_in_use(rules: Mapping[str, Any]) -> Text | None:
    """Which deck lies on the table, None where the app does not know its cards."""
    if rules["entry"] != "deck":
        return None
    return SHORT_NAME if is_house_deck(rules["deck"]) else _("Your deck")


def tell_the_round(deal: Deal) -> None:
    """What the table does before it counts; three players leave the pile alone in a trick."""
    deal.tell(_("Shuffle all nine. Two cards each, the rest face down."))
    deal.tell(_("Trick 1: reveal together, the highest number wins."))
    if len(deal.seats) == 2:
        deal.tell(
            _(
                "Turn up the top card of the pile: the winner picks one of the three, then the"
                " loser; the third is out."
            )
        )
    else:
        deal.tell(_("Pick in the order of the card numbers; the last takes what is left."))
    deal.tell(_("Draw one card each. Trick 2 the same way, then play the last card."))


def ask_round(deal: Deal, rules: Mapping[str, Any]) -> Steps[dict[Seat, Round]]:
    """What each player scores, by seat, entered the way this table chose."""
    if rules["entry"] == "deck":
        return ask_saved(deal, rules["deck"])
    return ask_symbols(deal) if rules["entry"] == "symbols" else ask_counts(deal)


def ask_saved(deal: Deal, deck: Mapping[str, Face]) -> Steps[dict[Seat, Round]]:
    """Which three of the deck's cards each player kept: their rounds, by seat."""
    saved = yield from deal.ask(
        Pick,
        key="saved",
        ask=_("Which three did each keep?"),
        ask_of=lambda seat: _("Which three did {seat} keep?", seat=seat),
        save=_("Save the round"),
        so_far=lambda kept: so_far(deal, faces_of(deck, kept)),
        seats=deal.seats,
        cards_each=KEPT,
        highest=CARDS,
        deck=deck,
        rule="sets",
    )
    return dict(zip(saved, score_round(faces_of(deck, saved.values())), strict=True))


def faces_of(deck: Mapping[str, Face], hands: Iterable[Sequence[int]] | None) -> list[list[Face]]:
    """The cards of a deck that everyone kept, with their numbers."""
    return [[deck[str(n)] | {"number": n} for n in numbers] for numbers in hands or ()]


def so_far(deal: Deal, hands: Sequence[Sequence[Face]]) -> list[Part]:
    """What everyone's cards score that are known by now."""
    return [
        so_far_of(seat, scored)
        for seat, scored in zip(deal.seats, score_round(hands), strict=False)
    ]


def ask_symbols(deal: Deal) -> Steps[dict[Seat, Round]]:
    """The faces of the three cards each player kept: their rounds, by seat."""
    hands = yield from deal.ask(
        Faces,
        key="cards",
        ask=_("What do their cards show?"),
        save=_("Save the round"),
        saved=_("Cards"),
        so_far=lambda kept: so_far(deal, [[f for f in hand if f] for hand in kept or ()]),
        seats=deal.seats,
        cards_each=KEPT,
        highest=CARDS,
        rule="sets",
    )
    return dict(zip(hands, score_round(list(hands.values())), strict=True))


def ask_counts(deal: Deal) -> Steps[dict[Seat, Round]]:
    """Sets, scored pairs and large cards: the round of each player, by seat.

    Nobody has seen the cards, so the players see to the blocking.
    """
    deal.tell(_("Blocked pairs do not count: you see to that."))
    counted = yield from deal.ask(
        Figures,
        key="counts",
        ask=_("What did each score?"),
        save=_("Save the round"),
        saved=_("Counts"),
        so_far=lambda counts: [
            so_far_of(seat, counted_round(figures))
            for seat, figures in zip(deal.seats, given(counts), strict=False)
        ],
        seats=deal.seats,
        columns=COUNTED,
        check=check_counts,
        rule="pairs-and-blocking",
    )
    return {seat: counted_round(row) for seat, row in counted.items()}


def given(counts: Sequence[Mapping[str, Any]] | None) -> list[dict[str, int]]:
    """The figures given so far, 0 for each that is missing or none."""
    return [
        {key: n if is_whole(n) and n > 0 else 0 for key, n in figures.items()}
        for figures in counts or ()
    ]
