"""What is printed on the blank sheets of each game, leaf by leaf and row by row.

Who deals and leads when, trumps, targets and passes come from playing the script of the game with
made-up answers, so that they cannot differ from what the app asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.games.italian_whist import play as italian_whist
from app.games.torite import play as torite
from app.games.trex import play as trex
from app.games.tribello import play as tribello
from app.games.trico import play as trico
from app.paper import reminders
from app.scoring import NO_TRUMPS, Card, Deal, Game, Signed, Text, _, replay

LETTERS = ("A", "B", "C", "D")

ROWS = {
    "italian_whist": {"a4": 24, "letter": 21, "a5": 18},
    "torite": {"a4": 15, "letter": 14, "a5": 12},
    "torite in rounds": {"a4": 9, "letter": 9, "a5": 8},
    "trico": {"a4": 15, "letter": 14, "a5": 11},
}
"""How many rows of boxes fit on a leaf, in a game that ends when it ends."""
HOW_TO_PLAY = 4
"""So many lines of what is said about Trex are needed from its first deal on."""


@dataclass(frozen=True)
class Place:
    """A column for a player: the letter of the seat, and the name if it is known."""

    letter: str
    name: str = ""


@dataclass(frozen=True)
class Pad:
    """A blank sheet as it was ordered. `size` is the paper of a leaf: a4, letter or a5.

    `house` are all house rules by key, and `said` what is said about them, if it is to be printed.
    """

    game: Game
    variant: str
    size: str
    places: tuple[Place, ...]
    house: Mapping[str, Any]
    said: tuple[Text, ...] = ()

    @property
    def players(self) -> int:
        """How many have a name on the sheet."""
        return len(self.places)

    @property
    def sides(self) -> tuple[tuple[Place, ...], ...]:
        """The places that share a score."""
        if self.house.get("partners"):
            half = self.players // 2
            return tuple((self.places[n], self.places[n + half]) for n in range(half))
        return tuple((place,) for place in self.places)

    def rows(self, of: str = "") -> range:
        """The numbers of the rows that fit on a leaf."""
        return range(1, ROWS[of or self.game.key][self.size] + 1)

    def deals(self, answers: Mapping[str, Any], number: int) -> Sequence[Deal]:
        """That many finished deals of the game, which all have these `answers`, and the next."""
        given = {0: {"rules": {}}} | {n: dict(answers) for n in range(1, number + 1)}
        return replay(self.game, LETTERS[: self.players], given, deals_on_file=number).deals


@dataclass(frozen=True)
class Leaf:
    """One page of a sheet: its `groups` of rows, what it reminds of, and which page it is.

    `about` is what only this game's layout knows.
    """

    groups: Sequence[Any]
    reminder: Sequence[Text]
    number: int = 1
    of: int = 1
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_last(self) -> bool:
        """Whether the match ends on it."""
        return self.number == self.of


def of_tribello(pad: Pad) -> list[Leaf]:
    """Twelve rows in four phases, with the target of each player in each."""
    deals = pad.deals({"tricks": [tribello.TRICKS, 0, 0]}, tribello.DEALS)
    groups = [
        (phase, [deal for deal in deals if deal.name is phase.name]) for phase in tribello.PHASES
    ]
    return [Leaf(groups, reminders.of_tribello(), about={"tricks": tribello.TRICKS})]


def of_trex(pad: Pad) -> list[Leaf]:
    """Kingdoms with a row for each deal. On small paper half of them go on a second leaf."""
    house = trex.House(**pad.house)
    count = len(house.contracts)
    kingdoms = [
        (number, range((number - 1) * count + 1, number * count + 1))
        for number in range(1, pad.players + 1)
    ]
    said = reminders.of_trex(house)
    about = {"house": house, "contracts": contracts(house), "sum": reminders.kingdom(house)}
    if pad.size != "a5" or house.complex:
        return [Leaf(kingdoms, said, about=about)]
    half = len(kingdoms) // 2
    return [
        Leaf(kingdoms[:half], said[:HOW_TO_PLAY], 1, 2, about),
        Leaf(kingdoms[half:], said[HOW_TO_PLAY:], 2, 2, about),
    ]


def contracts(house: trex.House) -> list[tuple[str, Text, Text, Text]]:
    """Each contract: its key, a short sign, what one of it costs, and its name with the sum."""
    sign = -1 if house.reversed else 1
    signs: dict[str, tuple[Text, Any]] = {
        "king": (_("K♥"), Signed(-sign * trex.PLAIN_VALUE[trex.KING])),
        "queens": (_("Q"), Signed(-sign * trex.PLAIN_VALUE[trex.QUEENS[0]])),
        "diamonds": (_("♦"), Signed(-sign * house.diamond)),
        "slaps": (_("Slap"), Signed(-sign * house.trick)),
        "trex": (_("Trex"), Signed(sign * sum(trex.PLACES.values()))),
        "complex": (_("Cplx"), Signed(sign * trex.CONTRACTS["complex"].worth(house))),
    }
    return [
        (
            key,
            signs[key][0],
            _("{price}", price=signs[key][1]),
            _(
                "{name} {worth}",
                name=trex.CONTRACTS[key].name,
                worth=Signed(sign * trex.CONTRACTS[key].worth(house)),
            ),
        )
        for key in house.contracts
    ]


def of_italian_whist(pad: Pad) -> list[Leaf]:
    """As many deals as fit, in cycles of six; `leaders` are those of both hands."""
    rows = pad.rows()
    level = [italian_whist.TRICKS // pad.players] * pad.players
    level_deal = {"first": level, "second": level}
    played = pad.deals(level_deal, len(rows))[: len(rows)]
    deals = [(deal, (deal.leader, deal.leads_next)) for deal in played]
    cycles = [deals[n : n + 6] for n in range(0, len(deals), 6)]
    about = {"no_trumps": NO_TRUMPS, "tricks": italian_whist.TRICKS}
    return [Leaf(cycles, reminders.of_italian_whist(pad.house), about=about)]


def of_torite(pad: Pad) -> list[Leaf]:
    """A row for each game, with one or two players one for each round of it."""
    in_rounds = pad.players < 3
    games = pad.rows("torite in rounds" if in_rounds else "torite")
    seats = pad.places if pad.players > 1 else (*pad.places, Place("", str(_("Dummy"))))
    about = {
        "seats": seats,
        "pattern": torite.PATTERNS[max(pad.players, 2)],
        "tricks": torite.TRICKS,
        "values": reminders.values_of_torite(),
        "range": reminders.range_of_torite(pad.players),
        "even": torite.EVEN_SCORE,
    }
    return [Leaf(games, reminders.of_torite(pad.players), about=about)]


def of_trico(pad: Pad) -> list[Leaf]:
    """Rounds with the cards kept, sets, pairs and large cards; and the deck, if there is one."""
    worth = {
        "set": trico.Round(1, 0, 0).points,
        "pair": trico.Round(0, 1, 0).points,
        "large": trico.Round(0, 0, 1).points,
    }
    about = {"deck": pad.house["deck"], "target": pad.house["target"], "worth": worth}
    return [Leaf(pad.rows(), reminders.of_trico(pad.players, pad.house), about=about)]


DRAWN = {
    "tribello": of_tribello,
    "trex": of_trex,
    "italian_whist": of_italian_whist,
    "torite": of_torite,
    "trico": of_trico,
}

CARDS_TO_DOUBLE = [_("{card}", card=Card(card)) for card in (trex.KING, *trex.QUEENS)]
