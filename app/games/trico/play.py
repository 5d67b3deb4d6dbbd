"""Trico: nine cards with symbols, two or three players, sets and pairs. Rules: rules/trico.md"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import combinations, count, product
from typing import Any

from app.games.trico import house_deck
from app.scoring import (
    Deal,
    Limits,
    Outcome,
    Part,
    Points,
    Problem,
    Script,
    Seat,
    Side,
    Steps,
    Table,
    Text,
    _,
    _n,
    added,
)
from app.scoring.prompts import Choose, Column, Deck, Face, Faces, Figures, Number, Pick
from app.scoring.prompts.faces import SYMBOLS_ON_A_CARD

CARDS = 9
KEPT = 3
FEWEST_SYMBOLS, MOST_SYMBOLS = SYMBOLS_ON_A_CARD
SET, PAIR, LARGE_CARD = 2, 1, 1
"""What each of them scores."""
BLOCKED_BY = 2
"""So many cards with its symbol, in one opponent's hand, block a pair."""
USUAL_TARGET = 14
TARGETS = (11, USUAL_TARGET, 15, 18, 21)
HIGHEST_TARGET = 99

TARGET = Number(
    key="target",
    ask=_("Play to"),
    rule="longer-or-shorter-games",
    low=1,
    high=HIGHEST_TARGET,
    usual=TARGETS,
)
ENTRY = Choose(
    key="entry",
    ask=_("You enter"),
    rule="entering-your-deck",
    options={
        "deck": _("which cards each kept"),
        "symbols": _("the symbols on them"),
        "counts": _("sets, pairs and large cards"),
    },
)


def doubts(deck: Mapping[str, Face]) -> list[Text]:
    """Where a deck contradicts the only example in the rule book, cards 5, 2 and 9."""
    example = {number: set(deck[number]["symbols"]) for number in ("5", "2", "9")}
    times = {
        symbol: sum(symbol in shown for shown in example.values())
        for symbol in set().union(*example.values())
    }
    pairs = {symbol for symbol, n in times.items() if n == 2}
    found = []
    if times.get("spade") != 3:
        found.append(_("In the rule book’s example, cards 5, 2 and 9 all show a spade."))
    if pairs != {"heart", "diamond", "acorn"}:
        found.append(
            _("In that example just two of the three show a heart, a diamond and an acorn each.")
        )
    if [bool(deck[number].get("large")) for number in ("5", "2", "9")] != [True, True, False]:
        found.append(_("In that example cards 5 and 2 have a large symbol, card 9 has none."))
    return found


DECK = Deck(
    key="deck",
    ask=_("The nine cards of your deck"),
    rule="entering-your-deck",
    highest=CARDS,
    doubts=doubts,
    known=house_deck.name_of,
    optional=True,
)


def check_house_rules(rules: Mapping[str, Any]) -> Iterator[Problem]:
    if rules["entry"] == "deck" and rules["deck"] is None:
        yield Problem(
            _("To enter cards by number, the nine cards of the deck are needed first."), at="deck"
        )


# --- scoring a round ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Round:
    """What one player's saved cards are worth.

    `pairs` are the ones that score; `blocked` those that another player's cards cancel.
    `large_cards` counts the cards with a large symbol that a scored set or pair uses;
    `large_symbols` all large symbols on the saved cards, None if the entry does not tell.
    `numbers` are the card numbers that are known.
    """

    sets: int
    pairs: int
    large_cards: int
    blocked: int = 0
    large_symbols: int | None = None
    numbers: tuple[int, ...] = ()

    @property
    def highest(self) -> int | None:
        """The highest card number, None if a card that is not known may be higher."""
        is_known = len(self.numbers) == KEPT or CARDS in self.numbers
        return max(self.numbers) if is_known else None

    @property
    def points(self) -> int:
        """What the sets, the pairs and the large cards used are worth together."""
        return SET * self.sets + PAIR * self.pairs + LARGE_CARD * self.large_cards


def score_round(hands: Sequence[Sequence[Face]]) -> list[Round]:
    """The round of each player, in the order of `hands`; a hand is three faces.

    A pair is blocked by anyone else who holds two or three of its symbol (holds, not scores).
    """
    return [kinds.round for kinds in kinds_of(hands)]


@dataclass(frozen=True)
class Kinds:
    """What one player's three cards make, by symbol.

    `scored` are the pairs of `free` that count: all of them beside a set, otherwise the best one.
    `blocked` says for each of the other pairs whose hands, by place, block it.
    """

    hand: Sequence[Face]
    sets: Sequence[str]
    free: Sequence[str]
    scored: Sequence[str]
    blocked: Mapping[str, Sequence[int]]

    @property
    def large_cards(self) -> int:
        """How many cards with a large symbol a set or a scored pair uses."""
        used = (*self.sets, *self.scored)
        return sum(
            bool(face.get("large")) and any(symbol in face["symbols"] for symbol in used)
            for face in self.hand
        )

    @property
    def round(self) -> Round:
        """What they are worth."""
        return Round(
            sets=len(self.sets),
            pairs=len(self.scored),
            large_cards=self.large_cards,
            blocked=len(self.blocked),
            large_symbols=sum(len(face.get("large", [])) for face in self.hand),
            numbers=tuple(face["number"] for face in self.hand if "number" in face),
        )


def kinds_of(hands: Sequence[Sequence[Face]]) -> list[Kinds]:
    """What each hand makes against the others, in the order of `hands`."""
    shown = [times_shown(hand) for hand in hands]
    return [kinds_against(hand, shown, place) for place, hand in enumerate(hands)]


def times_shown(hand: Sequence[Face]) -> dict[str, int]:
    """How many of three cards show each symbol."""
    times: dict[str, int] = {}
    for face in hand:
        for symbol in face["symbols"]:
            times[symbol] = times.get(symbol, 0) + 1
    return times


def kinds_against(hand: Sequence[Face], shown: Sequence[Mapping[str, int]], place: int) -> Kinds:
    """What the hand at `place` makes; `shown` has the symbols of every hand."""
    sets = [symbol for symbol, n in shown[place].items() if n == KEPT]
    free, blocked = [], {}
    for symbol, n in shown[place].items():
        if n == 2:
            blockers = [
                at
                for at, other in enumerate(shown)
                if at != place and other.get(symbol, 0) >= BLOCKED_BY
            ]
            if blockers:
                blocked[symbol] = blockers
            else:
                free.append(symbol)
    scored = free
    if not sets and len(free) > 1:
        scored = [max(free, key=lambda symbol: large_with(hand, symbol))]
    return Kinds(hand, sets, free, scored, blocked)


def large_with(hand: Sequence[Face], symbol: str) -> int:
    """How many of the cards that show `symbol` have a large one, whichever that is."""
    return sum(bool(face.get("large")) for face in hand if symbol in face["symbols"])


def sets_of(n: int) -> Text:
    """`n` sets in words."""
    return _n("{n} set", "{n} sets", n)


def pairs_of(n: int) -> Text:
    """`n` pairs in words."""
    return _n("{n} pair", "{n} pairs", n)


def large_cards_of(n: int) -> Text:
    """`n` large cards in words."""
    return _n("{n} large card", "{n} large cards", n)


def large_symbols_of(n: int) -> Text:
    """`n` large symbols in words."""
    return _n("{n} large symbol", "{n} large symbols", n)


def highest_of(n: int) -> Text:
    """The highest card in words."""
    return _("highest card {n}", n=n)


def part_of(seat: Seat, scored: Round) -> Part:
    """The points of a round with their reason."""
    pieces: list[Text] = [sets_of(scored.sets), pairs_of(scored.pairs)]
    if scored.blocked:
        pieces.append(_("{n} blocked", n=scored.blocked))
    pieces.append(large_cards_of(scored.large_cards))
    rule = "sets" if scored.sets else "pairs-and-blocking"
    return Part(seat, scored.points, _("{pieces}", pieces=pieces), rule, pieces)


# --- the match ----------------------------------------------------------------------------------


def play(table: Table) -> Script:
    rules = yield from table.house_rules(
        (TARGET, USUAL_TARGET),
        (ENTRY, "deck"),
        (DECK, None),
        rule="longer-or-shorter-games",
        check=check_house_rules,
    )
    for number in count(1):
        outcome = yield from table.until_it_counts(play_round, number, rules)
        if outcome is not None:
            return outcome
    raise AssertionError("a match ends at its target")


def play_round(table: Table, number: int, rules: Mapping[str, Any]) -> Steps[Outcome | None]:
    """Three tricks, three cards kept each. Returns the outcome if this round ends the match."""
    deal = table.deal(_("Round {number}", number=number))
    deal.ahead = partial(stakes_of, table, rules)
    tell_the_round(deal)
    rounds = yield from ask_round(deal, rules)
    level = at_the_target(table, [scored.points for scored in rounds.values()], rules["target"])
    broken = None
    if level:
        broken = break_tie(rounds, level)
        if broken is None:
            deal.ahead = partial(stakes_of_tie, table, rules["target"], rounds, level)
            figures = yield from ask_tie(deal, rounds)
            broken = break_tie(figures, level)
    deal.score_freely(part_of(seat, scored) for seat, scored in rounds.items())
    if broken is None:
        return None
    winner, step = broken
    return end(table, table.side_of(winner), step)


def at_the_target(table: Table, points: Sequence[int], target: int) -> list[Seat]:
    """Who has the highest total after a round with these points, nobody below the target."""
    totals = added(table.totals, tuple(points))
    if max(totals) < target:
        return []
    return [seat for seat in table.seats if totals[seat.index] == max(totals)]


def tell_the_round(deal: Deal) -> None:
    deal.tell(_("Shuffle all nine. Two cards each, the rest face down."))
    deal.tell(_("Trick 1: reveal together, the highest number wins."))
    if len(deal.seats) == 2:
        deal.tell(
            _(
                "Turn up the top card of the pile: the winner picks one of the three, then the"
                " loser; the third is out."
            )
        )
    else:
        deal.tell(_("Pick in the order of the card numbers; the last takes what is left."))
    deal.tell(_("Draw one card each. Trick 2 the same way, then play the last card."))


def ask_round(deal: Deal, rules: Mapping[str, Any]) -> Steps[dict[Seat, Round]]:
    """What each player scores, entered the way this table chose."""
    if rules["entry"] == "deck":
        return ask_saved(deal, rules["deck"])
    return ask_symbols(deal) if rules["entry"] == "symbols" else ask_counts(deal)


def ask_saved(deal: Deal, deck: Mapping[str, Face]) -> Steps[dict[Seat, Round]]:
    """Which three of the deck's cards each player kept."""
    saved = yield from deal.ask(
        Pick,
        key="saved",
        ask=_("Which three cards did each keep?"),
        seats=deal.seats,
        each=KEPT,
        highest=CARDS,
        deck=deck,
        rule="sets",
    )
    hands = [[deck[str(n)] | {"number": n} for n in kept] for kept in saved.values()]
    return dict(zip(saved, score_round(hands), strict=True))


def ask_symbols(deal: Deal) -> Steps[dict[Seat, Round]]:
    """The faces of the three cards each player kept."""
    hands = yield from deal.ask(
        Faces,
        key="cards",
        ask=_("What do the three cards of each show?"),
        seats=deal.seats,
        each=KEPT,
        highest=CARDS,
        rule="sets",
    )
    return dict(zip(hands, score_round(list(hands.values())), strict=True))


COUNTED = (
    Column("sets", _("sets"), 0, MOST_SYMBOLS, sets_of),
    Column("pairs", _("pairs"), 0, 6, pairs_of),
    Column("large", _("large cards"), 0, KEPT, large_cards_of),
)


def ask_counts(deal: Deal) -> Steps[dict[Seat, Round]]:
    """Sets, scored pairs and large cards; the players see to the blocking."""
    deal.tell(_("Blocked pairs do not count: you see to that."))
    counted = yield from deal.ask(
        Figures,
        key="counts",
        ask=_("What did each score?"),
        seats=deal.seats,
        columns=COUNTED,
        check=check_counts,
        rule="pairs-and-blocking",
    )
    return {seat: counted_round(row) for seat, row in counted.items()}


def counted_round(row: Mapping[str, int]) -> Round:
    """A round of which only the counts were entered."""
    return Round(sets=row["sets"], pairs=row["pairs"], large_cards=row["large"])


def check_counts(answer: Sequence[Mapping[str, int]]) -> Iterator[Problem]:
    """What three cards with at most five symbols each can show."""
    for place, row in enumerate(answer):
        sets, pairs, large = row["sets"], row["pairs"], row["large"]
        if sets == 0 and pairs > 1:
            yield Problem(
                _("Without a set only one pair scores, not {pairs}.", pairs=pairs), at=place
            )
        elif sets == 0 and large > 2 * pairs:
            if pairs:
                why = _(
                    "One pair uses two cards, so {large} large cards cannot count.", large=large
                )
            else:
                why = _n(
                    "Nothing scored uses a card, so {n} large card cannot count.",
                    "Nothing scored uses a card, so {n} large cards cannot count.",
                    large,
                )
            yield Problem(why, at=place)
        elif sets and 3 * sets + 2 * pairs > KEPT * MOST_SYMBOLS:
            yield Problem(
                _(
                    "{sets} and {pairs} need {needed} symbols; three cards show at most {most}.",
                    sets=sets_of(sets),
                    pairs=pairs_of(pairs),
                    needed=3 * sets + 2 * pairs,
                    most=KEPT * MOST_SYMBOLS,
                ),
                at=place,
            )


# --- the end ------------------------------------------------------------------------------------


def break_tie(rounds: Mapping[Seat, Round], level: Sequence[Seat]) -> tuple[Seat, str] | None:
    """The winner among `level`, who have the same total, and the step that decided.

    More large symbols on the cards saved last, then the highest card. None if the entry does not
    tell enough.
    """
    if len(level) == 1:
        return level[0], "total"
    large = {seat: rounds[seat].large_symbols for seat in level}
    if any(symbols is None for symbols in large.values()):
        return None
    most = max(symbols or 0 for symbols in large.values())
    level = [seat for seat in level if large[seat] == most]
    if len(level) == 1:
        return level[0], "large"
    highest = {seat: rounds[seat].highest for seat in level}
    if any(number is None for number in highest.values()):
        return None
    return max(level, key=lambda seat: highest[seat] or 0), "highest"


TIE = (
    Column("large", _("large symbols"), 0, KEPT * MOST_SYMBOLS, large_symbols_of),
    Column("highest", _("highest card"), KEPT, CARDS, highest_of),
)


def ask_tie(deal: Deal, rounds: Mapping[Seat, Round]) -> Steps[dict[Seat, Round]]:
    """Large symbols and the highest number on everyone's three cards of this round."""

    figures = yield from deal.ask(
        Figures,
        key="tie",
        ask=_("A tie: look at the three cards each kept in this round"),
        seats=deal.seats,
        by_seat=False,
        columns=TIE,
        check=partial(check_tie, rounds),
        rule="winning-and-ties",
    )
    return {seat: tied_round(row["large"], row["highest"]) for seat, row in figures.items()}


def tied_round(large: int, highest: int) -> Round:
    """A round of which only the figures for a tie are known."""
    return Round(0, 0, 0, large_symbols=large, numbers=(highest,) * KEPT)


def check_tie(
    rounds: Mapping[Seat, Round], answer: Mapping[str, Sequence[int]]
) -> Iterator[Problem]:
    """What the cards of the round, as far as they are known, allow."""
    for seat, scored in rounds.items():
        large, highest = answer["large"][seat.index], answer["highest"][seat.index]
        if scored.large_symbols is not None and large != scored.large_symbols:
            yield Problem(
                _n(
                    "The cards entered for {seat} have {n} large symbol.",
                    "The cards entered for {seat} have {n} large symbols.",
                    scored.large_symbols,
                    seat=seat,
                ),
                at=seat.index,
            )
        elif large < scored.large_cards:
            yield Problem(
                _n(
                    "{seat} scored {n} large card, so has as many large symbols at least.",
                    "{seat} scored {n} large cards, so has as many large symbols at least.",
                    scored.large_cards,
                    seat=seat,
                ),
                at=seat.index,
            )
        if scored.highest is not None and highest != scored.highest:
            yield Problem(
                _(
                    "The highest card entered for {seat} is {highest}.",
                    seat=seat,
                    highest=scored.highest,
                ),
                at=seat.index,
            )
        elif highest < max(scored.numbers, default=0):
            yield Problem(
                _(
                    "{seat} has card {number}, so the highest is not {highest}.",
                    seat=seat,
                    number=max(scored.numbers),
                    highest=highest,
                ),
                at=seat.index,
            )
        holders = [s for s, other in rounds.items() if s is not seat and highest in other.numbers]
        if holders or highest in answer["highest"][: seat.index]:
            yield Problem(
                _("Card {highest} cannot be with two players.", highest=highest),
                at=seat.index,
            )


# --- what is still possible ---------------------------------------------------------------------


def stakes_of(table: Table, rules: Mapping[str, Any]) -> Limits:
    """What each player needs, and what this round can bring."""
    return table.limits(ways_to_go(table, rules), upper=rules["target"])


def stakes_of_tie(
    table: Table, target: int, rounds: Mapping[Seat, Round], level: Sequence[Seat]
) -> Limits:
    """The points of the round are in: what is open is who wins the tie."""
    points = tuple(scored.points for scored in rounds.values())
    winners = [table.side_of(seat) for seat in tie_winners(rounds, level)]
    return table.limits([(points, winners)], upper=target)


def ways_to_go(table: Table, rules: Mapping[str, Any]) -> Iterator[tuple[Points, list[Side]]]:
    """What each player may score in a round, and who then wins, if it ends the match.

    With the deck entered these are all the ways to keep three cards each. Otherwise they are all
    points that cards can be worth at all, and a tie may go to any of those who are level.
    """
    if rules["entry"] == "deck":
        deck = json.dumps(rules["deck"], sort_keys=True)
        for rounds in every_round(deck, len(table.seats)):
            points = tuple(scored.points for scored in rounds)
            level = at_the_target(table, points, rules["target"])
            broken = (
                break_tie(dict(zip(table.seats, rounds, strict=True)), level) if level else None
            )
            yield points, [table.side_of(broken[0])] if broken else []
        return
    for points in product(sorted(points_to_count()), repeat=len(table.seats)):
        level = at_the_target(table, points, rules["target"])
        yield points, [table.side_of(seat) for seat in level]


@lru_cache(maxsize=8)
def every_round(deck: str, players: int) -> list[list[Round]]:
    """The round of each player for all ways to keep three cards each of a deck, given as JSON."""
    faces = {
        int(number): face | {"number": int(number)} for number, face in json.loads(deck).items()
    }
    return [
        score_round([[faces[number] for number in kept] for kept in hands])
        for hands in ways_to_keep(tuple(faces), players)
    ]


def ways_to_keep(numbers: Sequence[int], players: int) -> Iterator[tuple[Sequence[int], ...]]:
    """All ways in which so many players can keep three of these cards each."""
    if players == 0:
        yield ()
        return
    for kept in combinations(numbers, KEPT):
        left = [number for number in numbers if number not in kept]
        for others in ways_to_keep(left, players - 1):
            yield (kept, *others)


@cache
def points_to_count() -> frozenset[int]:
    """All that three cards can be worth, by the limits of the counts that can be entered."""
    rows = (
        dict(zip((column.key for column in COUNTED), row, strict=True))
        for row in product(*(range(column.low, column.high + 1) for column in COUNTED))
    )
    return frozenset(counted_round(row).points for row in rows if not any(check_counts([row])))


def tie_winners(rounds: Mapping[Seat, Round], level: Sequence[Seat]) -> list[Seat]:
    """Who of `level` can win the tie, with any figures that can be entered for it."""
    if any(scored.large_symbols is None for scored in rounds.values()):
        return list(level)
    large = [scored.large_symbols or 0 for scored in rounds.values()]
    can_win = set()
    numbers = range(TIE[1].low, TIE[1].high + 1)
    for highest in product(numbers, repeat=len(rounds)):
        if any(check_tie(rounds, {"large": large, "highest": highest})):
            continue
        figures = map(tied_round, large, highest)
        broken = break_tie(dict(zip(rounds, figures, strict=True)), level)
        assert broken is not None, "the figures of a tie leave nothing open"
        can_win.add(broken[0])
    return [seat for seat in level if seat in can_win]


def end(table: Table, winner: Side, step: str) -> Outcome:
    """One winner always: the last step of a tie decides, since card numbers are unique."""
    total = table.totals[winner.index]
    why: dict[str, Text] = {
        "total": _("{winner}: the highest total, {total}.", winner=winner, total=total),
        "large": _(
            "{winner} with {total}: level on points, but more large symbols on the last cards.",
            winner=winner,
            total=total,
        ),
        "highest": _(
            "{winner} with {total}: level on points and large symbols, but the highest card.",
            winner=winner,
            total=total,
        ),
    }
    return Outcome((winner,), why[step])


def numbers() -> dict[str, int]:
    """The numbers of the rules page."""
    shorter, _usual, *longer = TARGETS
    return {
        "cards": CARDS,
        "kept": KEPT,
        "fewest_symbols": FEWEST_SYMBOLS,
        "most_symbols": MOST_SYMBOLS,
        "set": SET,
        "pair": PAIR,
        "large_card": LARGE_CARD,
        "blocked_by": BLOCKED_BY,
        "most": max(points_to_count()),
        "most_without_a_set": PAIR + 2 * LARGE_CARD,
        "target": USUAL_TARGET,
        "shorter_target": shorter,
        **{f"longer_target_{n}": target for n, target in enumerate(longer, 1)},
        "highest_target": HIGHEST_TARGET,
    }
