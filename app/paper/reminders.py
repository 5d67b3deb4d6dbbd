"""The rules of each game in a few sentences, for the foot of a score sheet.

The numbers are those that the games score with, so that a sheet cannot say anything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.italian_whist import play as italian_whist
from app.games.torite import play as torite
from app.games.trex import play as trex
from app.games.tribello import play as tribello
from app.games.trico import play as trico
from app.scoring import Signed, Text, _, value_of
from app.scoring.cards import VALUES


def of_tribello() -> list[Text]:
    """Twelve deals, and who does what in each."""
    return [
        _(
            "The dealer’s left cuts. Phase 1: the suit of the card shown is trumps. Phase 2: the"
            " dealer looks, then names trumps. Phases 3 and 4: no trumps."
        ),
        _(
            "{cards} cards each and {cards} face down, the widow. Dealer, left and right in turn"
            " lay cards away and draw as many from it.",
            cards=tribello.TRICKS,
        ),
        _(
            "The dealer leads. Follow suit if you can. The highest trump wins, or else the highest"
            " card of the suit led."
        ),
        _("Score: tricks − target. In Nullo: limit − tricks."),
        _(
            "After deal {deals} the highest total wins; equal totals share it.",
            deals=tribello.DEALS,
        ),
    ]


def of_trex(house: trex.House) -> list[Text]:
    """Kingdoms, doubling, the layout, and what must add up."""
    said = [
        _(
            "Play runs to the right. Who holds the 7♥ in the first deal owns the first kingdom;"
            " kingdoms pass {kingdoms}.",
            kingdoms=chosen(trex.HOUSE_RULES, "kingdoms", house.kingdoms),
        ),
        _(
            "The owner deals (anyone the very first deal), looks, names a contract that is not"
            " ticked yet in this kingdom, and leads."
        ),
        _(
            "Doubling: show the K♥ or a queen before the first lead. Whoever takes it pays twice,"
            " whoever doubled gains its plain value. Taking your own doubled card {own}.",
            own=chosen(trex.HOUSE_RULES, "own_double", house.own_double),
        ),
        _(
            "Trex: begin with the jacks, build up to the ace and down to the 2. The places score"
            " {places}.",
            places=list(trex.PLACES.values()),
        ),
    ]
    if house.complex:
        sign = -1 if house.reversed else 1
        said.append(
            _(
                "Complex: K♥ {king}, each queen {queen}, each diamond {diamond} and each trick"
                " {trick}, all in one deal.",
                king=Signed(-sign * trex.PLAIN_VALUE[trex.KING]),
                queen=Signed(-sign * trex.PLAIN_VALUE[trex.QUEENS[0]]),
                diamond=Signed(-sign * house.diamond),
                trick=Signed(-sign * house.trick),
            )
        )
    if (total := kingdom(house)) is not None:
        said.append(
            _(
                "Every finished kingdom, and the end, adds up to\N{NO-BREAK SPACE}{sum}.",
                sum=total,
            )
        )
    if house.reversed:
        said.append(_("Reversed: penalties are written as plus points, the lowest total wins."))
    else:
        said.append(_("The highest total wins; equal totals share it."))
    return said


def kingdom(house: trex.House) -> int | None:
    """What the contracts of a kingdom bring the table in all; None where that is not always the
    same, because a doubled card may cost twice and bring nobody anything."""
    if house.own_double == "doubled":
        return None
    return sum(trex.CONTRACTS[key].worth(house) for key in house.contracts)


def of_italian_whist(house: Mapping[str, Any]) -> list[Text]:
    """Two hands, one for you and one against you."""
    return [
        _(
            "{cards} cards each, both jokers in. Split them {hand} and {hand}; the second hand goes"
            " where the deal says, face down.",
            cards=2 * italian_whist.TRICKS,
            hand=italian_whist.TRICKS,
        ),
        _(
            "First hand: win tricks, the dealer’s left leads. Second hand: avoid them, the dealer’s"
            " right leads."
        ),
        _(
            "Follow suit if you can; a joker belongs to both suits of its colour, and its player"
            " names a free rank when the trick is complete."
        ),
        _("Score: tricks of the first hand − tricks of the second. A deal adds up to 0."),
        _(
            "The match ends after a deal with a total of {upper} or more, or {lower} or less."
            " The highest total wins.",
            upper=Signed(house["upper"]),
            lower=Signed(house["lower"]),
        ),
    ]


def of_torite(players: int) -> list[Text]:
    """What everybody tries together, and what a win scores."""
    cards = torite.PACKS[max(players, 2)]
    said = {
        4: [
            _("Deal all {cards} cards. Who holds the 2♣ leads any card.", cards=len(cards)),
            _("Play {tricks} tricks; one card stays in each hand.", tricks=torite.TRICKS),
        ],
        3: [
            _(
                "Without 2s, 3s and 4s: {cards} cards, 13 each, the last goes aside face down."
                " Who holds the 5♣ leads any card; if nobody does, the 6♣.",
                cards=len(cards),
            ),
            _("Play {tricks} tricks; one card stays in each hand.", tricks=torite.TRICKS),
        ],
        2: [
            _(
                "Four stacks of 13, one for each hand of each round. The two hands of a round may"
                " not have the same count of every suit."
            ),
            _(
                "In each round play {tricks} tricks; one card stays in each hand. The dealer leads"
                " round 1, who won its last trick leads round 2.",
                tricks=torite.TRICKS,
            ),
        ],
    }
    said[1] = [
        *said[2],
        _("Turn up one dummy card of every suit; when one is played, turn up the next."),
    ]
    return [
        *said[players],
        _(
            "Spades are trumps. Talk about suits, never about ranks: only the backs, which show the"
            " suit, may be read."
        ),
        score_of_torite(players),
    ]


def score_of_torite(players: int) -> Text:
    """Where the score of a win comes from."""
    pattern = torite.PATTERNS[max(players, 2)]
    if players > 2:
        return _(
            "A win scores: card left with {most} tricks − card left with {least} + {even}.",
            most=pattern[0],
            least=pattern[-1],
            even=torite.EVEN_SCORE,
        )
    return _(
        "A win scores, with the cards left in round 2: the one with {most} tricks − the one with"
        " {least} + {even}.",
        most=pattern[0],
        least=pattern[-1],
        even=torite.EVEN_SCORE,
    )


def range_of_torite(players: int) -> tuple[int, int]:
    """The lowest and the highest score of a win."""
    values = [value_of(card) for card in torite.PACKS[max(players, 2)]]
    low, high = min(values), max(values)
    return low - high + torite.EVEN_SCORE, high - low + torite.EVEN_SCORE


def values_of_torite() -> list[tuple[Text, int]]:
    """The ranks that are not worth their number."""
    return [(_("{rank}", rank=rank), n) for rank, n in VALUES.items() if not rank.isdigit()][::-1]


def of_trico(players: int, house: Mapping[str, Any]) -> list[Text]:
    """How a round goes, and what is worth what."""
    picks = {
        2: _(
            "Two cards each. Three tricks: reveal together, the highest number wins. Turn up the"
            " pile’s top card: the winner picks one of the three, then the loser; the third is out."
        ),
        3: _(
            "Two cards each. Three tricks: reveal together, and pick in the order of the card"
            " numbers."
        ),
    }
    return [
        picks[players],
        _(
            "After trick 1 draw one card each; play the last card as the third trick. The {cards}"
            " cards picked score.",
            cards=trico.KEPT,
        ),
        _(
            "Set: a symbol on all {cards}, {set} points. Pair: a symbol on just two, {pair} point,"
            " unless another player holds it on two or three. Without a set only one pair scores.",
            cards=trico.KEPT,
            set=trico.Round(1, 0, 0).points,
            pair=trico.Round(0, 1, 0).points,
        ),
        _(
            "Large: {large} point for each card with a large symbol that a set or a pair scored"
            " uses.",
            large=trico.Round(0, 0, 1).points,
        ),
        _(
            "The match ends with a total of {target} or more. Level? More large symbols on the last"
            " three cards, then the highest card.",
            target=house["target"],
        ),
    ]


def chosen(rules: Any, key: str, value: Any) -> Text:
    """The words of one choice among the house rules."""
    said: Text = next(rule for rule, _default in rules if rule.key == key).describe(value)
    return said
