"""The Torite: who leads first. Rules: rules/torite.md#playing-the-tricks"""

from __future__ import annotations

from app.games.torite.rulings.players import number_of_players
from app.scoring import Card, Seat, Text, _
from app.scoring.inputs import OneOf
from app.scoring.ruling import Asking, Ruling, Situation, Verdict


def leads(situation: Situation) -> Asking:
    """The holder of a club, or with two hands the dealer and then the winner of the last trick."""
    (players,) = yield (number_of_players(situation),)
    if players == "4":
        return Verdict(
            _("Whoever holds the 2♣ leads, any card."),
            "four-players",
            [_("It need not be the 2♣.")],
        )
    if players == "3":
        (where,) = yield (
            OneOf(
                key="five",
                ask=_("Has anybody the 5♣?"),
                options={"yes": _("Yes"), "no": _("Nobody: it was set aside")},
                start="yes",
            ),
        )
        card = Card("5C" if where == "yes" else "6C")
        why = [_("It need not be the {card}.", card=card)]
        if where == "no":
            why.insert(0, _("The 5♣ lies aside, so the next club takes its place."))
        return Verdict(
            _("Whoever holds the {card} leads, any card.", card=card), "three-players", why
        )
    number = situation.deal.number if situation.deal else 1
    (which,) = yield (
        OneOf(
            key="round",
            ask=_("Which round?"),
            options={"1": _("Round 1"), "2": _("Round 2")},
            start="1" if number == 1 else "2",
            known=situation.deal is not None,
        ),
    )
    rule = "two-players-two-rounds" if players == "2" else "playing-alone"
    if which == "2":
        return Verdict(_("Whoever won the last trick of round 1 leads, any card."), rule)
    dealer: Text | Seat = _("The dealer")
    if situation.table:
        dealer = situation.table.seats[0]
    return Verdict(_("{dealer} leads, any card.", dealer=dealer), rule)


RULING = Ruling(
    slug="lead",
    title=_("Who leads?"),
    ask=_("The first trick of the round."),
    rule="playing-the-tricks",
    also=(
        "lead",
        "who begins",
        "who starts",
        "first trick",
        "first lead",
    ),
    script=leads,
)
