"""The Torite: who leads first. Rules: rules/torite.md#playing-the-tricks"""

from __future__ import annotations

from app.games.torite.rulings.players import ask_players, ask_round
from app.scoring import Card, Seat, Text, _
from app.scoring.prompts import YesNo
from app.scoring.rulings import Ruling, RulingSteps, Situation, Verdict, ask


def leads(situation: Situation) -> RulingSteps[Verdict]:
    """The holder of a club, or with two hands the dealer and then the winner of the last trick."""
    players = yield from ask_players(situation)
    if players == 4:
        return Verdict(
            _("Whoever holds the 2♣ leads, any card."),
            "four-players",
            [_("It need not be the 2♣.")],
        )
    if players == 3:
        somebody = yield from ask(
            YesNo,
            key="five",
            ask=_("Has anybody the 5♣?"),
            options={"yes": _("Yes"), "no": _("Nobody: it was set aside")},
            start="yes",
        )
        card = Card("5C" if somebody else "6C")
        why = [_("It need not be the {card}.", card=card)]
        if not somebody:
            why.insert(0, _("The 5♣ lies aside, so the next club takes its place."))
        return Verdict(
            _("Whoever holds the {card} leads, any card.", card=card), "three-players", why
        )
    number = yield from ask_round(situation)
    rule = "two-players-two-rounds" if players == 2 else "playing-alone"
    if number == 2:
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
    search_terms=(
        "lead",
        "who begins",
        "who starts",
        "first trick",
        "first lead",
    ),
    script=leads,
)
