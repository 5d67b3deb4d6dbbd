"""What was entered for each deal of a match, in as few signs as a column of a sheet holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from app.games.trex import play as trex
from app.games.trico import play as trico
from app.games.words import tricks
from app.paper.pads import LETTERS
from app.scoring import Card, Deal, Seat, Side, Standing, Text, _


@dataclass(frozen=True)
class Columns:
    """What the columns of a game's sheet are called; None where there is no such column."""

    about: Text | None
    taken: Text
    doubled: Text | None = None


COLUMNS: Mapping[str, Columns] = {
    "tribello": Columns(_("Dealer, trumps"), _("tricks / aim")),
    "trex": Columns(_("Contract"), _("taken"), _("Doubled")),
    "italian_whist": Columns(_("Dealer, trumps"), _("1st − 2nd")),
    "torite": Columns(None, _("tricks")),
    "trico": Columns(None, _("kept")),
}


@dataclass(frozen=True)
class Kept:
    """A Trico card that was kept: its number, if known, and its face."""

    number: int | None
    face: Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """One deal of the sheet. `taken` has for each side what its players took or kept."""

    deal: Deal
    taken: Sequence[Sequence[Text]]
    kept: Sequence[Sequence[Kept]]
    doubled: Sequence[Text]


@dataclass(frozen=True)
class Group:
    """Deals that belong together, such as a kingdom; `note` is what is said at their end."""

    title: Text | None
    rows: Sequence[Row]
    note: Text | None = None


def groups(standing: Standing) -> list[Group]:
    """Every deal, also the one being played, under the heading that it belongs to."""
    return [
        Group(
            group.heading if group else None,
            [row_of(standing, deal) for deal in deals],
            group.note if group else None,
        )
        for group, deals in groupby(standing.deals, key=lambda deal: deal.group)
    ]


def row_of(standing: Standing, deal: Deal) -> Row:
    """What the sheet says of one deal."""
    tell = TAKEN[standing.game.key]
    return Row(
        deal,
        [told(side, lambda seat: tell(deal, seat)) for side in standing.sides],
        [kept(standing, deal, side) for side in standing.sides],
        doubled(deal),
    )


def told(side: Side, tell: Callable[[Seat], Sequence[Text]]) -> list[Text]:
    """What each player of a side took, partners by the letter of their seat."""
    if len(side.seats) == 1:
        return list(tell(side.seats[0]))
    return [
        _("{letter} {pieces}", letter=LETTERS[seat.index], pieces=pieces)
        for seat in side.seats
        if (pieces := list(tell(seat)))
    ]


# --- game by game -------------------------------------------------------------------------------


def of_tribello(deal: Deal, seat: Seat) -> list[Text]:
    """Tricks and target."""
    if "tricks" not in deal.answers:
        return []
    count = deal.answers["tricks"][seat.index]
    return [_("{count} / {target}", count=count, target=target_of(deal, seat))]


def target_of(deal: Deal, seat: Seat) -> int:
    """The tricks that a seat aims for."""
    return next(target for each, target in deal.targets.items() if each.index == seat.index)


def of_italian_whist(deal: Deal, seat: Seat) -> list[Text]:
    """Tricks of the first hand, and of the second as soon as it is played."""
    hands = [deal.answers[key][seat.index] for key in ("first", "second") if key in deal.answers]
    if len(hands) == 2:
        return [_("{first} − {second}", first=hands[0], second=hands[1])]
    return [_("{first} −", first=hands[0])] if hands else []


def of_trex(deal: Deal, seat: Seat) -> list[Text]:
    """Cards, a doubled one with ×2; diamonds, tricks, and the place of going out."""
    answers = deal.answers
    taken = {trex.KING: answers.get("king")} | (answers.get("queens") or {})
    shown = answers.get("doubled") or {}
    said = [
        _("{card}×2", card=Card(card)) if card in shown else _("{card}", card=Card(card))
        for card, taker in taken.items()
        if taker == seat.index
    ]
    if diamonds := answers.get("diamonds", {}) and answers["diamonds"][seat.index]:
        said.append(_("{n}♦", n=diamonds))
    if won := answers.get("tricks", {}) and answers["tricks"][seat.index]:
        said.append(tricks(won))
    if "out" in answers:
        order = answers["out"]
        place = order.index(seat.index) if seat.index in order else len(trex.PLACES) - 1
        said.append(trex.PLACE_NAMES[place])
    return said


def of_trico(deal: Deal, seat: Seat) -> list[Text]:
    """Sets, pairs and large cards, as the reason of the score says them."""
    parts = [piece for part in deal.parts if part.seat.index == seat.index for piece in part.pieces]
    if tie := deal.answers.get("tie"):
        large, highest = tie["large"][seat.index], tie["highest"][seat.index]
        parts.append(
            _(
                "tie: {large}, {highest}",
                large=trico.large_symbols_of(large),
                highest=trico.highest_of(highest),
            )
        )
    return parts


def nothing(deal: Deal, seat: Seat) -> list[Text]:
    """A game that shows its deals in another way."""
    return []


TAKEN: Mapping[str, Callable[[Deal, Seat], Sequence[Text]]] = {
    "tribello": of_tribello,
    "trex": of_trex,
    "italian_whist": of_italian_whist,
    "torite": nothing,
    "trico": of_trico,
}


def doubled(deal: Deal) -> list[Text]:
    """Who showed which card, and where it matters, who led to it; by the letters of the seats."""
    shown, leaders = deal.answers.get("doubled") or {}, deal.answers.get("leaders") or {}
    return [
        _("{card} {seat}, led {leader}", card=Card(card), seat=LETTERS[who],
          leader=LETTERS[leaders[card]])
        if card in leaders
        else _("{card} {seat}", card=Card(card), seat=LETTERS[who])
        for card, who in shown.items()
    ]  # fmt: skip


def deck_of(standing: Standing) -> Mapping[str, Any]:
    """The faces of the deck that a Trico match is played with, by number; none without one."""
    asked = standing.answer_to(0, "rules")
    given = asked.answer if asked else {}
    uses = standing.game.key == "trico" and given.get("entry", "deck") == "deck"
    found: Mapping[str, Any] = (given.get("deck") or {}) if uses else {}
    return found


def kept(standing: Standing, deal: Deal, side: Side) -> list[Kept]:
    """The Trico cards that a side has kept in a round."""
    if standing.game.key != "trico":
        return []
    place = side.seats[0].index
    if "saved" in deal.answers:
        deck = deck_of(standing)
        return [Kept(n, deck[str(n)]) for n in sorted(deal.answers["saved"][place])]
    cards = deal.answers.get("cards")
    return [Kept(face.get("number"), face) for face in cards[place]] if cards else []
