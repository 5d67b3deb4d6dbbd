"""Tribello: three players, twelve deals, a trick target for every role; the score of a deal.
Rules: rules/en/tribello.md"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.games.tribello.chances import OpenDeal, chances_of
from app.scoring import (
    ICON_OF_SUIT,
    NO_TRUMPS,
    SUITS,
    Deal,
    Group,
    Part,
    Script,
    Seat,
    Steps,
    Table,
    Text,
    _,
    _n,
)
from app.scoring.prompts import Choose, Remark, tricks_of

DEALS = 12
DEALS_IN_A_PHASE = 3
# Of 52 cards, three hands with a card for each trick leave as many for the widow.
TRICKS = WIDOW = 13


@dataclass(frozen=True)
class Phase:
    """Three deals with one aim.

    `targets` are the tricks of dealer, left and right: to reach, or, with `avoid`, not to exceed.
    """

    number: int
    name: Text
    targets: tuple[int, int, int] = (6, 4, 3)
    avoid: bool = False

    @property
    def rule(self) -> str:
        """The section of the rules page about its scoring."""
        return "nullo" if self.avoid else "targets"

    def points(self, taken: int, target: int) -> int:
        """Return the points for so many tricks `taken` against a target."""
        return target - taken if self.avoid else taken - target


PHASES = (
    Phase(1, _("Cut trump")),
    Phase(2, _("Dealer’s trump")),
    Phase(3, _("No trumps")),
    Phase(4, _("Nullo"), targets=(3, 4, 6), avoid=True),
)

TRUMP_NAMED = Choose(
    key="trump_named",
    ask=_("In phase 2 the dealer names trumps"),
    rule="house-options",
    options={
        "before_widow": _("before the swap"),
        "after_widow": _("after their own swap"),
    },
)


def play(table: Table) -> Script:
    """Four phases of three deals, so that everybody deals once in each; the highest total wins.

    A deal that is thrown in uses up none of the twelve: the same dealer deals again.
    """
    rules = yield from table.house_rules((TRUMP_NAMED, "before_widow"), rule="house-options")
    is_named_first = rules["trump_named"] == "before_widow"
    table.length = DEALS
    groups = {phase: Group(phase.name, size=DEALS_IN_A_PHASE) for phase in PHASES}
    for number, phase, dealer in schedule(table):
        yield from table.until_it_counts(
            play_deal, number, phase, groups[phase], dealer, is_named_first
        )
        if number % DEALS_IN_A_PHASE == 0 and number < DEALS:
            following = PHASES[number // DEALS_IN_A_PHASE]
            groups[phase].closing = _("New phase")
            table.deals[-1].note(_("New phase: {name}.", name=following.name))
    return table.best_total_wins()


def schedule(table: Table) -> Iterator[tuple[int, Phase, Seat]]:
    """Yield the number of each deal with its phase and its dealer; the deal passes to the left."""
    # Three deals to a phase and three players: everybody deals once in each phase.
    for place in range(DEALS):
        yield place + 1, PHASES[place // DEALS_IN_A_PHASE], table.next(table.seats[0], place)


def targets_of(table: Table, phase: Phase, dealer: Seat) -> dict[Seat, int]:
    """Return the tricks that each player aims for, or in Nullo tries not to exceed."""
    roles = (dealer, table.left_of(dealer), table.right_of(dealer))
    return dict(zip(roles, phase.targets, strict=True))


def progress_text(number: int) -> Text:
    """Return which of the twelve deals this is, in words."""
    return _("Deal {number} of {deals}", number=number, deals=DEALS)


def describe_progress(progress: Mapping[str, Any]) -> Text:
    """Return which of the twelve deals is played, and in which phase, in words."""
    phase = PHASES[progress["phase"] - 1]
    return _("{place} · {name}", place=progress_text(progress["deal"]), name=phase.name)


def play_deal(
    table: Table, number: int, phase: Phase, group: Group, dealer: Seat, is_named_first: bool
) -> Steps[None]:
    """Cut, deal, swap with the widow, and play thirteen tricks led by the dealer.

    `is_named_first` tells whether the dealer of phase 2 names trumps before the swap or after it.
    """
    left, right = table.left_of(dealer), table.right_of(dealer)
    # In phases 1 and 2 the trump is not known before the cut, or before the dealer names it.
    deal = table.deal(
        progress_text(number),
        subtitle=progress_text(number),
        progress={"deal": number, "phase": phase.number},
        subtitle_short=_("{number}/{deals}", number=number, deals=DEALS),
        name=phase.name,
        group=group,
        dealer=dealer,
        leader=dealer,
        trump=None if phase.number <= 2 else NO_TRUMPS,
        value=phase.name if phase.avoid else None,
        targets=targets_of(table, phase, dealer),
        target_word=_("limit") if phase.avoid else _("target"),
    )
    deal.chances = lambda: chances_of(table, open_deals(table, number))
    if phase.number == 1:
        deal.tell(_("{left} cuts and shows the card: its suit is trumps.", left=left))
        shown = _("{left} cuts: the suit shown is trumps", left=left)
        yield from ask_trump(deal, _("Which suit was cut?"), shown)
    elif phase.number == 2:
        deal.tell(_("{left} cuts; nothing is shown.", left=left))
    else:
        deal.tell(_("{left} cuts; nothing is shown. No trumps.", left=left))
    deal.tell(
        _n(
            "{dealer} deals {n} card to each player and {widow} face down as the widow.",
            "{dealer} deals {n} cards to each player and {widow} face down as the widow.",
            TRICKS,
            dealer=dealer,
            widow=WIDOW,
        )
    )
    swaps_first = phase.number == 2 and not is_named_first
    if swaps_first:
        deal.tell(
            _n(
                "{dealer} swaps up to {n} card with the widow first.",
                "{dealer} swaps up to {n} cards with the widow first.",
                WIDOW,
                dealer=dealer,
            )
        )
    if phase.number == 2:
        deal.tell(_("{dealer} looks at the hand and names trumps.", dealer=dealer))
        first = _("{dealer} swaps first, then names trumps", dealer=dealer)
        if not swaps_first:
            first = _("{dealer} looks at the hand and names trumps", dealer=dealer)
        yield from ask_trump(deal, _("{dealer}, which suit is trumps?", dealer=dealer), first)
    if swaps_first:
        rest = _(
            "Then {left} swaps up to what is left of the widow, then {right}.",
            left=left,
            right=right,
        )
    else:
        rest = _n(
            "Swap with the widow: {dealer} up to {n} card, then {left} and {right} up to what is"
            " left of it.",
            "Swap with the widow: {dealer} up to {n} cards, then {left} and {right} up to what is"
            " left of it.",
            WIDOW,
            dealer=dealer,
            left=left,
            right=right,
        )
    deal.tell(rest)
    swaps = _("{left}, then {right} swap", left=left, right=right)
    if not swaps_first:
        swaps = _("{dealer} swaps first", dealer=dealer)
    yield from count_tricks(deal, phase, dealer, swaps)


def ask_trump(deal: Deal, ask: Text, guidance: Text) -> Steps[None]:
    """Ask which suit is trumps, for the header and the statistics; it changes no score."""
    suit = yield from deal.choose(
        "trump",
        ask,
        SUITS,
        icons=ICON_OF_SUIT,
        guidance=guidance,
        sentence=lambda suit: _("Trumps: {suit}", suit=SUITS[suit]),
        rule="cutting-and-trumps",
        # Announced: the suit was cut or named before the first card was led, so it stays with the
        # deal even if that is thrown in.
        optional=True,
        announced=True,
        skip=_("Play without noting it"),
    )
    if suit:
        deal.trump, deal.icon = suit, ICON_OF_SUIT[suit]
        # The board shows the suit in place of the phase, and the phase beside it.
        deal.value = deal.name


def count_tricks(deal: Deal, phase: Phase, dealer: Seat, swaps: Text) -> Steps[None]:
    """Ask for the tricks, and score a point for each above the target, in nullo for each below it.

    `swaps` says who swaps with the widow before the first card.
    The targets add up to the thirteen tricks, so a deal adds up to 0.
    """
    guidance = _("{swaps} · {dealer} leads, win tricks", swaps=swaps, dealer=dealer)
    if phase.avoid:
        guidance = _("{swaps} · {dealer} leads, avoid tricks", swaps=swaps, dealer=dealer)
    taken = yield from deal.count(
        "tricks",
        _("Tricks taken"),
        question=_("How many tricks?"),
        guidance=guidance,
        save=_("Save the deal"),
        points=lambda seat, count: phase.points(count, deal.targets[seat]),
        total=TRICKS,
        unit=tricks_of,
        live=True,
        remarks=partial(remarks, deal, phase),
        rule=phase.rule,
    )
    parts = []
    for seat, target in deal.targets.items():
        why = {"tricks": tricks_of(taken[seat]), "target": target}
        if phase.avoid:
            words = _("{tricks}, limit {target}", **why)
        else:
            words = _("{tricks}, target {target}", **why)
        parts.append(Part(seat, phase.points(taken[seat], target), words, phase.rule))
    deal.score(parts, total=0)


def remarks(deal: Deal, phase: Phase, taken: Mapping[Seat, int]) -> list[Remark]:
    """Return how far each player is from the target, or from the limit in Nullo, during the
    play."""
    lines: list[Remark] = []
    for seat, count in taken.items():
        left = deal.targets[seat] - count
        if left < 0:
            words = _("over by {n}", n=-left)
        elif phase.avoid:
            words = _n("{n} more allowed", "{n} more allowed", left) if left else _("at the limit")
        else:
            words = _n("{n} short", "{n} short", left) if left else _("exact")
        lines.append((seat, words))
    return lines


def open_deals(table: Table, number: int) -> list[OpenDeal]:
    """The deals from the one of this number on, as far as they are still open."""
    return [
        OpenDeal(
            _("Deal {number} · {phase}", number=later, phase=phase.name),
            phase.name,
            TRICKS,
            phase.avoid,
            targets_of(table, phase, dealer),
            phase.points,
        )
        for later, phase, dealer in schedule(table)
        if later >= number
    ]


def page_numbers() -> dict[str, int]:
    """Return the numbers of the rules page, by the names that the page uses.

    They are the targets of each role, and the fewest and the most points of each in a deal and in a
    match.
    """
    numbers = {
        "deals": DEALS,
        "deals_in_a_phase": DEALS_IN_A_PHASE,
        "phases": len(PHASES),
        "tricks": TRICKS,
        "game_least": 0,
        "game_most": 0,
    }
    for phase in PHASES:
        aim = "nullo" if phase.avoid else "target"
        for role, target in zip(("dealer", "left", "right"), phase.targets, strict=True):
            least, most = sorted(phase.points(taken, target) for taken in (0, TRICKS))
            key = f"{aim}_{role}"
            numbers |= {key: target, f"{key}_least": least, f"{key}_most": most}
            # Every player has each role once in a phase.
            numbers["game_least"] += least
            numbers["game_most"] += most
    return numbers
