"""Trex: four kingdoms, five contracts each, doubled kings and queens. Rules: rules/en/trex.md"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from app.games.trex.chances import chances_of
from app.games.trex.contracts import CONTRACTS, contract_value, option_note
from app.games.trex.house_rules import CARDS_EACH, HOUSE_RULES, USUAL, TrexRules, check_house_rules
from app.games.trex.paper_points import points_prompt, score_points
from app.scoring import (
    MISDEAL,
    ContractGrid,
    Deal,
    Group,
    PointsOnPaper,
    Script,
    Seat,
    Steps,
    Table,
    Text,
    ThrownIn,
    _,
    _n,
)

VOID_REASONS = MISDEAL | {
    "appeal": _("a hand that may ask for a redeal"),
    "closed_suit": _("a suit was closed before all jacks were out"),
}


def play(table: Table) -> Script:
    """Four kingdoms, one for each player, in each of which every contract is played once.

    Then the highest total wins, the lowest with reversed scoring; equal totals share the win.
    """
    usual = ((prompt, getattr(USUAL, prompt.key)) for prompt in HOUSE_RULES)
    agreed = yield from table.house_rules(*usual, rule="local-variations", check=check_house_rules)
    rules = TrexRules(**agreed)
    table.reversed = rules.reversed
    if rules.partners:
        table.make_partners()
    table.contract_grid = grid = ContractGrid(
        columns={key: CONTRACTS[key].name for key in rules.contracts},
        rows={seat: {} for seat in table.seats},
        icons={key: CONTRACTS[key].icon for key in rules.contracts},
    )
    table.length = grid.all
    owners: list[Seat] = []
    for _kingdom in table.seats:
        owner = yield from play_kingdom(table, rules, grid, owners)
        owners.append(owner)
    return table.best_total_wins()


def play_kingdom(
    table: Table, rules: TrexRules, grid: ContractGrid, owners: Sequence[Seat]
) -> Steps[Seat]:
    """One owner names every contract once; `grid` notes in which deal.

    `owners` are those of the kingdoms before, in order. Returns the owner of this one.
    """
    owner = next_owner(table, rules, owners)
    kingdom = Group(_("Kingdom {number}", number=len(owners) + 1), size=len(rules.contracts))
    if owner:
        set_owner(kingdom, owner)
    total_before = sum(table.totals)
    unplayed = list(rules.contracts)
    while unplayed:
        rules = replace(rules, **table.settled)
        deal = begin_deal(table, rules, owners, kingdom, unplayed)
        kingdoms_left = len(table.seats) - len(owners) - 1
        deal.chances = partial(chances_of, table, deal, rules, unplayed, kingdoms=kingdoms_left)
        try:
            if owner is None:
                owner = yield from ask_owner(deal, rules, owners)
                set_owner(kingdom, owner)
            contract = yield from ask_contract(deal, rules, owner, unplayed)
            yield from play_contract(deal, rules, contract)
            # Only now: a deal that is thrown in uses up no contract, but its owner stays the owner
            # (rules/en/trex.md#what-happens-after-a-redeal, #if-the-first-deal-is-thrown-in).
            unplayed.remove(contract)
            grid.rows[owner][contract] = deal.number
        except ThrownIn:
            continue
    assert owner is not None, "the first deal of a kingdom asks for its owner"
    total = sum(table.totals) - total_before
    kingdom.note = _(
        "{owner}’s kingdom is closed. Its scores add up to {total}.", owner=owner, total=total
    )
    kingdom.closing = _(
        "{owner}’s kingdom adds up to\u00a0{total}\u00a0✓", owner=owner, total=total
    )
    table.deals[-1].note(kingdom.note)
    return owner


def play_contract(deal: Deal, rules: TrexRules, contract: str) -> Steps[None]:
    """Play a contract, or take its points from a sheet of paper, which says no more."""
    deal.on_paper = partial(points_prompt, deal, rules, contract)
    try:
        yield from CONTRACTS[contract].play(deal, rules)
    except PointsOnPaper as paper:
        score_points(deal, rules, contract, paper.points)


def next_owner(table: Table, rules: TrexRules, owners: Sequence[Seat]) -> Seat | None:
    """Return the owner of the next kingdom; None if the table has to say."""
    if not owners or rules.kingdoms == "manual":
        return None
    # “Right, then opposite, then the last” is A, B, D, C: D sits opposite B.
    steps = (0, 1, 2, 3) if rules.kingdoms == "right" else (0, 1, 3, 2)
    return table.next(owners[0], steps[len(owners)])


def set_owner(kingdom: Group, owner: Seat) -> None:
    """Set the owner of `kingdom`, and the words for it."""
    kingdom.owner = owner
    kingdom.owner_text = _("{owner}’s kingdom", owner=owner)


def progress_text(progress: Mapping[str, Any]) -> Text:
    """Return which kingdom this is, and which of its deals, in words."""
    kingdom, number, count = (progress[key] for key in ("kingdom", "number", "count"))
    return _("Kingdom {kingdom} · {number}/{count}", kingdom=kingdom, number=number, count=count)


def describe_progress(progress: Mapping[str, Any]) -> Text:
    """Return which deal of which kingdom is played, in words, with its contract once that is
    named."""
    if "contract" not in progress:
        return progress_text(progress)
    name = CONTRACTS[progress["contract"]].name
    return _("{place} · {name}", place=progress_text(progress), name=name)


def begin_deal(
    table: Table,
    rules: TrexRules,
    owners: Sequence[Seat],
    kingdom: Group,
    unplayed: Sequence[str],
) -> Deal:
    """Begin a deal, which the owner deals and leads; anybody deals the first deal of all."""
    owner = kingdom.owner
    count = len(rules.contracts)
    progress = {"kingdom": len(owners) + 1, "number": count - len(unplayed) + 1, "count": count}
    deal = table.deal(
        _(
            "Kingdom {kingdom} of {kingdoms} · deal {number} of {count}",
            kingdoms=len(table.seats),
            **progress,
        ),
        subtitle=progress_text(progress),
        progress=progress,
        subtitle_short=_("K{kingdom} · {number}/{count}", **progress),
        group=kingdom,
        owner=owner,
        dealer=owner,
        leader=owner,
    )
    deal.void_reasons, deal.void_closed = open_and_closed_void_reasons(None, rules.appeals)
    if owner:
        deal.tell(
            _n(
                "{dealer} deals {n} card each, to the right; {left} cuts.",
                "{dealer} deals {n} cards each, to the right; {left} cuts.",
                CARDS_EACH,
                dealer=owner,
                left=table.left_of(owner),
            )
        )
    return deal


@cache
def open_and_closed_void_reasons(
    contract: str | None, appeals: bool
) -> tuple[Mapping[str, Text], Mapping[str, Text]]:
    """Return the reasons for which a deal of `contract` can be thrown in, and why the others cannot
    be.

    Both by the keys of the reasons; `contract` is None until it has been named.
    """
    closed = {}
    # The hands that may appeal go with King and with Trex, not with Complex although it has the K♥
    # (rules/en/trex.md#redeals), and only the layout has rows that close (#closed-suit).
    goes_with = {"appeal": ("king", "trex"), "closed_suit": ("trex",)}
    for reason, contracts in goes_with.items():
        if reason == "appeal" and not appeals:
            closed[reason] = _("This table plays without appeals.")
        elif contract and contract not in contracts:
            name = CONTRACTS[contract].name
            closed[reason] = _(
                "“{reason}” is not possible in {name}.", reason=VOID_REASONS[reason], name=name
            )
    is_open = {key: words for key, words in VOID_REASONS.items() if key not in closed}
    # Many deals share these two mappings, so both are read-only.
    return MappingProxyType(is_open), MappingProxyType(closed)


def ask_owner(deal: Deal, rules: TrexRules, owners: Sequence[Seat]) -> Steps[Seat]:
    """Ask whose kingdom this is: of the first the holder of the 7♥, or as the table picks."""
    if owners:
        ask = _("Who owns the next kingdom?")
    elif rules.kingdoms == "manual":
        ask = _("Who owns the first kingdom? Usually the holder of the 7♥.")
    else:
        ask = _("Who holds the 7♥ and owns the first kingdom?")
    if not deal.dealer and deal.number == 1:
        deal.tell(
            _n(
                "Anyone deals {n} card each, to the right.",
                "Anyone deals {n} cards each, to the right.",
                CARDS_EACH,
            )
        )
    owner = yield from deal.player(
        "owner",
        ask,
        seats=[seat for seat in deal.seats if seat not in owners],
        sentence=lambda owner: _("{owner} owns kingdom {n}", owner=owner, n=len(owners) + 1),
        guidance=_("Tap the next owner")
        if owners
        else _n("Anyone deals {n} card each", "Anyone deals {n} cards each", CARDS_EACH),
        rule="kingdoms-and-their-owner",
        announced=True,
        may_be_unknown=True,
    )
    deal.owner = deal.leader = owner
    # The first deal of all was dealt before its owner was known, and it does not matter by whom.
    if deal.number > 1:
        deal.dealer = owner
    return owner


def ask_contract(deal: Deal, rules: TrexRules, owner: Seat, unplayed: Sequence[str]) -> Steps[str]:
    """Ask the owner to name one of the `unplayed` contracts; returns its key.

    From then on the deal has its name, its value, and its reasons to be thrown in.
    """
    names = {key: CONTRACTS[key].name for key in rules.contracts}
    ask = _("{owner}, name the contract", owner=owner)
    if len(unplayed) == 1:
        ask = _("{owner}: only {contract} is left", owner=owner, contract=names[unplayed[0]])
        deal.tell(_("Only {contract} is left.", contract=names[unplayed[0]]))
    guidance = _("Look at your cards first")
    if deal.dealer and len(unplayed) == len(rules.contracts):
        guidance = _("Deal now")
    elif deal.dealer:
        guidance = _("{owner} deals · look at your cards first", owner=owner)
    contract: str = yield from deal.choose(
        "contract",
        ask,
        {key: names[key] for key in unplayed},
        guidance=guidance,
        sentence=lambda key: _("{owner} named {contract}", owner=owner, contract=names[key]),
        shows_closed=True,
        # King and Complex both ask for the K♥ first, but no table plays both.
        implied_by={CONTRACTS[key].first_answer: key for key in rules.contracts},
        icons={key: CONTRACTS[key].icon for key in rules.contracts},
        option_notes={key: option_note(key, rules) for key in unplayed},
        closed={
            key: _(
                "{contract} was already played in {owner}’s kingdom.",
                contract=names[key],
                owner=owner,
            )
            for key in rules.contracts
            if key not in unplayed
        },
        rule="choosing-a-contract",
        announced=True,
    )
    deal.name = names[contract]
    deal.progress = {**deal.progress, "contract": contract}
    deal.value = contract_value(contract, rules)
    deal.icon = CONTRACTS[contract].icon
    deal.void_reasons, deal.void_closed = open_and_closed_void_reasons(contract, rules.appeals)
    return contract
