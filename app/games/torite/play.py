"""The Torite: all win or lose together by a pattern of tricks. Rules: rules/en/torite.md"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from app.games.torite.chances import chances_of
from app.games.torite.prompts import Cards
from app.games.torite.scores import (
    HAND,
    PACKS,
    PATTERNS,
    TRICKS,
    Progress,
    Tricks,
    end,
    pattern_text,
    tricks_missed,
)
from app.scoring import SUITS, Card, Deal, Script, Seat, Steps, Table, Text, _, _n, suit_of
from app.scoring.model.cards import SYMBOLS, VALUES
from app.scoring.prompts import Hint, Prompt, Remark, tricks_of

# The question for the card set aside, as it is announced and as it is asked.
CARD_SET_ASIDE: dict[str, Any] = {
    "key": "aside",
    "ask": _("Which card was set aside?"),
    "single": _("Card set aside"),
    "pack": PACKS[3],
    "save": _("Save the card"),
    "saved": _("Cards"),
    "rule": "how-you-win",
}


def play(table: Table) -> Script:
    """One deal for three or four players; two rounds for two, or for one with a dummy."""
    yield from table.house_rules(rule="aim-together")
    table.length = 1 if len(table.seats) >= 3 else 2
    if table.length == 1:
        return end(table, (yield from table.until_it_counts(play_only_deal)))
    is_solo = len(table.seats) == 1
    if is_solo:
        table.seat([table.seats[0].name, _("Dummy")])
    start = Progress(PATTERNS[2])
    progress = yield from table.until_it_counts(play_round, 1, is_solo, start)
    # A game that is lost in round 1 is over; only a table that names its cards all the same may
    # still have played round 2.
    if progress.cards:
        progress = yield from table.until_it_counts(play_round, 2, is_solo, progress)
    return end(table, progress)


def play_only_deal(table: Table) -> Steps[Progress]:
    """Three or four players: tricks, the cards left in hand, and with three the card set aside."""
    start = Progress(PATTERNS[len(table.seats)])
    is_of_three = len(table.seats) == 3
    deal = table.deal(
        _("The deal"),
        trump="spades",
        value=_("are trumps"),
        subtitle=_("Together"),
        subtitle_short=_("Together"),
    )
    deal.chances = partial(chances_of, table, deal, start)
    lowest = "5C" if is_of_three else "2C"
    leads = _("{card} leads", card=Card(lowest))
    if is_of_three:
        deal.tell(
            _(
                "Take out all 2s, 3s and 4s. Deal {hand} each; the last card goes aside face down.",
                hand=HAND,
            )
        )
        deal.tell(
            _(
                "The player with the 5♣ leads any card. If nobody has the 5♣, the player with the"
                " 6♣ leads."
            )
        )
    else:
        deal.tell(_n("Deal {n} card to each player.", "Deal {n} cards to each player.", HAND))
        deal.tell(_("The player with the 2♣ leads any card."))
    tell_the_aim(deal, start.pattern)
    tricks = yield from ask_tricks(deal, _("Tricks taken"), start, leads)
    aside = deal.prompt(Cards, **CARD_SET_ASIDE) if is_of_three else None
    left = yield from ask_left(deal, start, tricks, is_last=True, follow_up=aside)
    progress = start.with_round(tricks, left.values())
    if is_of_three and left:
        card = yield from deal.ask(
            Cards,
            **CARD_SET_ASIDE,
            guidance=_("Turn up the card that was set aside"),
            unavailable=already_named(left),
            moot=bool(progress.failures),
            hints=lambda card: hints(progress.with_cards(whole_cards([card]))),
        )
        progress = progress.with_cards([card] if card else [])
    deal.close()
    return progress


def play_round(table: Table, number: int, is_solo: bool, before: Progress) -> Steps[Progress]:
    """One of the two rounds of two hands: 8 and 4 tricks, then the reverse; two cards are left.

    Returns the progress after it, or `before` itself if that was lost and this round not played.
    """
    you = table.seats[0]
    is_first = number == 1
    deal = table.deal(
        _("Round {number} of 2", number=number),
        value=_("are trumps"),
        subtitle=_("Round {number} of 2", number=number),
        subtitle_short=_("{number}/2", number=number),
        dealer=you if is_first else None,
        leader=you if is_first else None,
        trump="spades",
        targets=before.targets,
    )
    deal.chances = partial(chances_of, table, deal, before)
    if is_first:
        deal.tell(
            _(
                "{you} deals four stacks of {hand}: one for each hand of each round. The two hands"
                " of a round may not have the same count of every suit.",
                you=you,
                hand=HAND,
            )
        )
    else:
        deal.tell(_("Pick up the hands of round 2."))
    if is_solo:
        deal.tell(
            _(
                "Turn up one dummy card of every suit; when one is played, turn up another of that"
                " suit."
            )
        )
    leads = _("{seat} leads", seat=you) if is_first else _("last winner leads")
    if is_first:
        deal.tell(_("{you} leads any card.", you=you))
    else:
        deal.tell(_("The winner of the last trick of round 1 leads any card."))
        for seat, target in deal.targets.items():
            deal.tell(_("{seat} must now take {target}.", seat=seat, target=tricks_of(target)))
    tell_the_aim(deal, before.pattern)
    ask = _("Round {number}: tricks taken", number=number)
    tricks = yield from ask_tricks(deal, ask, before, leads)
    if not tricks:
        table.leave_out(deal)
        return before
    left = yield from ask_left(deal, before, tricks, is_last=not is_first)
    deal.close()
    return before.with_round(tricks, left.values())


def tell_the_aim(deal: Deal, pattern: Sequence[int]) -> None:
    """Tell the table what may be said, and what a win needs."""
    deal.tell(_("You may talk about suits, never about ranks."))
    deal.tell(
        _n(
            "Play {n} trick. Aim: tricks {pattern}, and leftover cards of different suits.",
            "Play {n} tricks. Aim: tricks {pattern}, and leftover cards of different suits.",
            TRICKS,
            pattern=pattern_text(pattern),
        )
    )


def ask_tricks(deal: Deal, ask: Text, before: Progress, leads: Text) -> Steps[Tricks]:
    """Ask for the tricks of this deal, which the table may count while it plays; `leads` says who
    begins.

    Returns them by seat, empty if the game was lost `before` and no further round was played.
    """
    deal.tricks = yield from deal.count(
        "tricks",
        ask,
        question=_("How many tricks?"),
        guidance=_n(
            "Aim {pattern} · keep {n} suit · {leads}",
            "Aim {pattern} · keep {n} suits · {leads}",
            len(SUITS),
            pattern=pattern_text(before.targets.values() or before.pattern),
            leads=leads,
        ),
        save=_("Save the tricks"),
        saved=_("Tricks"),
        total=TRICKS,
        unit=tricks_of,
        live=True,
        remarks=partial(remarks, before),
        moot=bool(before.failures),
        rule="playing-the-tricks",
    )
    return deal.tricks


def remarks(before: Progress, tricks: Tricks) -> list[Remark]:
    """Return what to say about the `tricks` so far in the round that is played after `before`."""
    if failed := before.failures:
        return [(None, _("You can no longer win. {why}", why=why)) for why in failed.values()]
    aim = pattern_text(before.targets.values() or before.pattern)
    if before.with_round(tricks).tricks_fit:
        return [(None, _("You can still win with {pattern}.", pattern=aim))]
    return [(None, _("You can no longer win with {pattern}.", pattern=aim))]


def ask_left(
    deal: Deal, before: Progress, tricks: Tricks, *, is_last: bool, follow_up: Prompt | None = None
) -> Steps[dict[Seat, str]]:
    """Ask for the one card that each player still holds; in the last round two of them make the
    score.

    `follow_up` asks for the card set aside, which is entered beside them. Returns the card by seat,
    empty if the game is lost by now and the table names none.
    """
    progress = before.with_round(tricks)
    is_lost = bool(progress.failures)
    most, *_others, fewest = progress.pattern
    does = {most: _("adds"), fewest: _("subtracts")} if is_last and not is_lost else {}
    signs = {most: 1, fewest: -1}
    left_before = dict(zip(deal.seats, before.cards, strict=False))
    named = yield from deal.ask(
        Cards,
        key="left",
        ask=_("Which card did each keep?"),
        guidance=_("The last card of each hand"),
        save=_("Save the cards"),
        saved=_("Cards"),
        seats=deal.seats,
        pack=PACKS[len(deal.seats)],
        unavailable=already_named(left_before),
        seat_notes={
            seat: _("{tricks} · {does}", tricks=tricks_of(n), does=does[n])
            if n in does
            else tricks_of(n)
            for seat, n in tricks.items()
        },
        rank_values={
            seat: {rank: signs[n] * value for rank, value in VALUES.items()}
            for seat, n in tricks.items()
            if n in does
        },
        hints=lambda named: hints(progress.with_cards(whole_cards(named or ()))),
        moot=is_lost,
        follow_up=follow_up,
        rule="how-you-win",
    )
    left = dict(zip(deal.seats, named or (), strict=False))
    # The tricks and the leftover card of each player, as far as it is known, for the sheet.
    for seat, n in tricks.items():
        card = [_("{card}", card=Card(left[seat]))] if left else []
        deal.seat_summaries[seat] = (_("{n}", n=n), *card)
    return left


def already_named(left: Mapping[Seat, str]) -> dict[str, Text]:
    """Return why these cards cannot be named again, by card."""
    return {
        card: _("{card} is already {seat}’s.", card=Card(card), seat=seat)
        for seat, card in left.items()
    }


def whole_cards(named: Sequence[Any]) -> list[str]:
    """Return the whole cards among those that are being named."""
    return [card for card in named if card in PACKS[4]]


def hints(progress: Progress) -> list[Hint]:
    """Return what the tricks of the last round and the cards named so far mean for a win."""
    counted = pattern_text(sorted(progress.rounds[-1].values(), reverse=True))
    fit = progress.tricks_fit
    tricks = _("Tricks {counted}", counted=counted) if fit else tricks_missed(progress)
    lines = [Hint(tricks, holds=fit)]
    suits = Counter(suit_of(card) for card in progress.cards)
    twice = " ".join(SYMBOLS[suit] for suit in SUITS if suits[suit] > 1)
    if twice:
        lines.append(Hint(_("{signs} twice", signs=Text(twice)), holds=False))
    elif suits:
        signs = Text(" ".join(SYMBOLS[suit] for suit in SUITS if suit in suits))
        shown = {"signs": signs, "here": len(suits)}
        words = _n("{signs} {here} of {n} suit", "{signs} {here} of {n} suits", len(SUITS), **shown)
        lines.append(Hint(words))
    else:
        lines.append(Hint(_n("Aim: all {n} suit", "Aim: all {n} suits", len(SUITS))))
    return lines
