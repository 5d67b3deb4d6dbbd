"""Whole matches of the five games, from dice that always fall alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import cycle, islice
from typing import Any

from app import matchfile
from app.games import GAMES
from app.scoring import Event, Standing, pack

CAST = ("Anna", "Bruno", "Carla", "Dino")
CONTRACTS = ("king", "queens", "diamonds", "slaps", "trex")
QUEENS = ("QS", "QH", "QD", "QC")
SUITS = ("spades", "hearts", "diamonds", "clubs")

Deals = list[dict[str, Any]]


@dataclass(frozen=True)
class WholeMatch:
    """A match from its house rules to its end, through any door."""

    game: str
    deals: Deals
    rules: dict[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> list[str]:
        """The names, in play order."""
        return list(CAST[: GAMES[self.game].players[0]])

    @property
    def file(self) -> dict[str, Any]:
        """The match as a file."""
        return {
            "format": "tricktally/1",
            "game": self.game,
            "players": self.players,
            "rules": self.rules,
            "deals": self.deals,
        }

    @cached_property
    def standing(self) -> Standing:
        """Where it ends."""
        standing = matchfile.replay_file(matchfile.MatchFile(**self.file))
        assert standing.is_over, f"this match of {self.game} goes on: {standing.prompt}"
        return standing

    @property
    def first_form(self) -> dict[str, str]:
        """What the form for a new match sends: the players and the house rules."""
        rules = self.standing.answered[0]
        seats = {f"players.{place}": name for place, name in enumerate(self.players)}
        return {"game": self.game, **seats, **rules.prompt.fill(rules.answer)}

    @property
    def forms(self) -> list[dict[str, str]]:
        """What the form of every later question sends, in order.

        Doubles that nobody announced are passed over, and what has only one answer is not asked.
        """
        return [
            {"skip": "1"} if each.answer is None else each.prompt.fill(each.answer)
            for each in self.standing.answered[1:]
            if each.prompt.forced_answer is None
            and not (each.prompt.follow_up and each.answer is None)
        ]

    @property
    def events(self) -> list[Event]:
        """The log that these answers leave."""
        return [
            Event("entry", each.prompt.deal, each.prompt.key, each.answer)
            for each in self.standing.answered
        ]


def whole_match(game: str, seed: int = 0) -> WholeMatch:
    """One match of `game`; every seed is another one."""
    rules = {"entry": "counts"} if game == "trico" else {}
    return WholeMatch(game, DEALS[game](random.Random(f"{game} {seed}")), rules)


def some_of_each(number: int, games: Iterable[str] = tuple(GAMES)) -> list[WholeMatch]:
    """`number` different matches, of one game after the other."""
    return [whole_match(game, seed) for seed, game in enumerate(islice(cycle(games), number))]


# --- what happens in them -----------------------------------------------------------------------


def share(dice: random.Random, total: int, seats: int) -> list[int]:
    """`total` tricks or cards, each to a seat by chance."""
    takers = [dice.randrange(seats) for _ in range(total)]
    return [takers.count(seat) for seat in range(seats)]


def tribello(dice: random.Random) -> Deals:
    """Twelve deals; trumps are noted in the first six."""
    trumps = [{"trump": dice.choice(SUITS)} if number <= 6 else {} for number in range(1, 13)]
    return [trump | {"tricks": share(dice, 13, 3)} for trump in trumps]


def trex(dice: random.Random) -> Deals:
    """Twenty deals: every owner names the five contracts in an order of their own."""
    deals: Deals = []
    for _kingdom in range(4):
        deals += [trex_deal(dice, contract) for contract in dice.sample(CONTRACTS, 5)]
    deals[0] = {"owner": dice.randrange(4)} | deals[0]
    return deals


def trex_deal(dice: random.Random, contract: str) -> dict[str, Any]:
    """One contract; every third king or queen was doubled."""
    cards = {"king": ("KH",), "queens": QUEENS}.get(contract, ())
    shown = {card: dice.randrange(4) for card in cards if dice.random() < 1 / 3}
    results: dict[str, Callable[[], dict[str, Any]]] = {
        "king": lambda: {"king": dice.randrange(4)},
        "queens": lambda: {"queens": {card: dice.randrange(4) for card in QUEENS}},
        "diamonds": lambda: {"diamonds": share(dice, 13, 4)},
        "slaps": lambda: {"tricks": share(dice, 13, 4)},
        "trex": lambda: {"out": dice.sample(range(4), 4)},
    }
    return {"contract": contract} | ({"doubled": shown} if shown else {}) | results[contract]()


def italian_whist(dice: random.Random) -> Deals:
    """As many deals as it takes someone to reach 10 or −10."""
    deals: Deals = []
    totals = [0, 0, 0]
    while min(totals) > -10 and max(totals) < 10:
        first, second = share(dice, 9, 3), share(dice, 9, 3)
        deals.append({"first": first, "second": second})
        totals = [a + b - c for a, b, c in zip(totals, first, second, strict=True)]
    return deals


def torite(dice: random.Random) -> Deals:
    """The only deal."""
    return [{"tricks": dice.sample((6, 4, 2, 0), 4), "left": dice.sample(pack(), 4)}]


def trico(dice: random.Random) -> Deals:
    """Rounds up to 14 points; the last one leaves nobody level."""
    deals: Deals = []
    totals = [0, 0]
    while max(totals) < 14:
        counts = [trico_hand(dice) for _player in range(2)]
        points = [2 * each["sets"] + each["pairs"] + each["large"] for each in counts]
        ahead = [a + b for a, b in zip(totals, points, strict=True)]
        if max(ahead) >= 14 and ahead[0] == ahead[1]:
            continue
        deals.append({"counts": counts})
        totals = ahead
    return deals


def trico_hand(dice: random.Random) -> dict[str, int]:
    """Sets, pairs and large cards that three cards can show."""
    sets = dice.randrange(3)
    pairs = dice.randrange(3 if sets else 2)
    return {"sets": sets, "pairs": pairs, "large": dice.randint(0, 3 if sets else 2 * pairs)}


DEALS: dict[str, Callable[[random.Random], Deals]] = {
    "tribello": tribello,
    "trex": trex,
    "italian_whist": italian_whist,
    "torite": torite,
    "trico": trico,
}
