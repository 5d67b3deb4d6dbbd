"""Trex: whether a deal may stop early. Rules: rules/trex.md#choosing-a-contract"""

from __future__ import annotations

from app.games.trex.contracts import CONTRACTS
from app.games.trex.house_rules import CARDS_IN_A_SUIT, PLACES, QUEENS, TRICKS
from app.games.trex.scores import diamonds_of
from app.scoring import _, _n
from app.scoring.prompts import Choose, Number, YesNo, tricks_of
from app.scoring.rulings import Ruling, RulingSteps, Situation, Verdict, ask

LAST = {
    "king": 1,
    "queens": len(QUEENS),
    "diamonds": CARDS_IN_A_SUIT,
    "slaps": TRICKS,
    "trex": len(PLACES) - 1,
    "complex": TRICKS,
}
"""How many of what a contract is about have to be gone before it may stop."""


def may_stop(contract: str, gone: int) -> bool:
    """Whether nothing can score any more: see `LAST` for what is counted in which contract."""
    return gone >= LAST[contract]


def stop(situation: Situation) -> RulingSteps[Verdict]:
    """The contract, and what of it is gone."""
    contract = yield from ask(
        Choose,
        key="contract",
        ask=_("Which contract is played?"),
        options={key: contract.name for key, contract in CONTRACTS.items()},
        from_match=situation.answers.get("contract"),
    )
    if contract == "king":
        is_taken = yield from ask(
            YesNo,
            key="king",
            ask=_("Has the K♥ been taken?"),
            options={"yes": _("Yes"), "no": _("Not yet")},
        )
        return stopping(contract, int(is_taken))
    asks = {
        "queens": _("How many queens have been taken?"),
        "diamonds": _("How many diamonds have been taken?"),
        "trex": _("How many players are out?"),
    }
    gone = yield from ask(
        Number,
        key=contract,
        ask=asks.get(contract, _("How many tricks have been played?")),
        low=0,
        high=LAST[contract],
    )
    return stopping(contract, gone)


def stopping(contract: str, gone: int) -> Verdict:
    """Whether the deal may stop, and why."""
    left = LAST[contract] - gone
    whys = {
        "king": _("Only the K♥ scores: as long as it is out, the deal goes on."),
        "queens": _n("{n} queen is still to come.", "{n} queens are still to come.", left),
        "diamonds": _("{diamonds} still to come.", diamonds=diamonds_of(left)),
        "slaps": _("{tricks} still to play, and every trick counts.", tricks=tricks_of(left)),
        "trex": _("Only when the third player is out are all four places known."),
        "complex": _("{tricks} still to play, and every trick counts.", tricks=tricks_of(left)),
    }
    rule = {"trex": "trex-the-layout", "king": "king-of-hearts"}.get(contract, contract)
    if not may_stop(contract, gone):
        return Verdict(_("No, play on."), rule, [whys[contract]], "no")
    done = {
        "king": _("The K♥ is taken, and nothing else scores in this contract."),
        "queens": _("All four queens are taken, and nothing else scores in this contract."),
        "diamonds": _(
            "All {n} diamonds are taken, and nothing else scores in this contract.",
            n=CARDS_IN_A_SUIT,
        ),
        "trex": _("The third player is out, so the fourth place is known."),
    }
    played = _("All {tricks} are played.", tricks=tricks_of(TRICKS))
    return Verdict(_("Yes, it may stop."), rule, [done.get(contract, played)], "yes")


RULING = Ruling(
    slug="stop",
    title=_("May the deal stop?"),
    ask=_("The contract, and what is gone."),
    rule="choosing-a-contract",
    search_terms=(
        "stop",
        "may we stop",
        "is it over",
        "fourth queen is gone",
        "finish early",
    ),
    script=stop,
)
