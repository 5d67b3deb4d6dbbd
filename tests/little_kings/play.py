"""Little Kings: each king names both contracts once. Rules: little_kings.md"""

from collections.abc import Sequence

from app.scoring import Deal, Group, Part, Script, Steps, Table, Text, _, _n
from app.scoring.prompts import Hint, Number

QUEENS, TRICKS = 4, 10
QUEEN, TRICK = -25, 10
CONTRACTS = {"queens": _("No queens"), "tricks": _("Most tricks")}
KINGDOMS = Number(
    key="kingdoms", ask=_("Kings to be crowned"), rule="kings", low=1, high=4, usual=(1, 4)
)


def queens(n: int) -> Text:
    """`n` queens in words."""
    return _n("{n} queen", "{n} queens", n)


def tricks(n: int) -> Text:
    """`n` tricks in words."""
    return _n("{n} trick", "{n} tricks", n)


def most_so_far(won: Sequence[int | None] | None) -> list[Hint]:
    """What the most tricks that are entered bring."""
    most = max(filter(None, won or ()), default=0)
    return [Hint(_("The best has {tricks} so far", tricks=tricks(most)))] if most else []


def play(table: Table) -> Script:
    """Each player in turn is king and names both contracts; the highest total wins."""
    rules = yield from table.house_rules((KINGDOMS, 4), rule="kings")
    for king in table.seats[: rules["kingdoms"]]:
        kingdom = Group(_("King"), king)
        unplayed = dict(CONTRACTS)
        while unplayed:
            contract = yield from table.until_it_counts(play_contract, kingdom, unplayed)
            del unplayed[contract]
    return table.best_total_wins()


def play_contract(table: Table, kingdom: Group, unplayed: dict[str, Text]) -> Steps[str]:
    """The king names a contract and deals it. Returns its key."""
    king = kingdom.owner
    deal = table.deal(
        _("{king} is king", king=king), group=kingdom, owner=king, dealer=king, leader=king
    )
    deal.tell(_("{king} deals and leads.", king=king))
    contract: str = yield from deal.choose(
        "contract", _("{king}, name the contract", king=king), unplayed, rule="contracts"
    )
    deal.name = CONTRACTS[contract]
    yield from count_queens(deal) if contract == "queens" else count_tricks(deal)
    return contract


def count_queens(deal: Deal) -> Steps[None]:
    """Each queen costs 25 points, so the four of them cost the table 100."""
    taken = yield from deal.count(
        "queens", _("Queens taken"), total=QUEENS, unit=queens, rule="no-queens"
    )
    deal.score(
        [Part(seat, QUEEN * n, queens(n), "no-queens") for seat, n in taken.items()],
        total=QUEENS * QUEEN,
    )


def count_tricks(deal: Deal) -> Steps[None]:
    """Ten tricks at 10 points each give back what the queens cost."""
    won = yield from deal.count(
        "tricks",
        _("Tricks won"),
        total=TRICKS,
        unit=tricks,
        rule="most-tricks",
        hints=most_so_far,
    )
    deal.score(
        [Part(seat, TRICK * n, tricks(n), "most-tricks") for seat, n in won.items()],
        total=TRICKS * TRICK,
    )
