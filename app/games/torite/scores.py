"""The Torite: the score of a deal, the progress of a game, and who has won.

Rules: rules/en/torite.md

The remarks while the table counts, the chances beside the score, the ruling and the end all use a
`Progress`, so that no two of them can disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.scoring import (
    SUITS,
    Card,
    CardLeft,
    Seat,
    SharedOutcome,
    SharedResult,
    Table,
    Text,
    WinCondition,
    _,
    pack,
    rank_of,
    suit_of,
    value_of,
)
from app.scoring.model.cards import LETTER_OF_SUIT, RANK_NAMES
from app.scoring.model.text import Numerals, and_list, or_list
from app.scoring.prompts import tricks_of
from app.scoring.table.outcome import won_together

PLAYERS = (4, 3, 2, 1)
TRICKS = 12
HAND = TRICKS + 1  # one card is left when all tricks are played
# The tricks to share out, from the most down; with two hands the second round turns them round.
PATTERNS = {4: (6, 4, 2, 0), 3: (8, 4, 0), 2: (8, 4)}
PACKS = {4: pack(), 3: pack(lowest=5), 2: pack()}
EVEN_SCORE = 12
SUIT_WORDS = {
    "spades": {"one": _("spade"), "many": _("spades"), "another": _("a spade")},
    "hearts": {"one": _("heart"), "many": _("hearts"), "another": _("a heart")},
    "diamonds": {"one": _("diamond"), "many": _("diamonds"), "another": _("a diamond")},
    "clubs": {"one": _("club"), "many": _("clubs"), "another": _("a club")},
}

Tricks = Mapping[Seat, int]  # the tricks of each player in a round, or so far


def score_of(high: str, low: str) -> int:
    """Return the score of a win with these cards left to the players of the most and the fewest
    tricks."""
    return value_of(high) - value_of(low) + EVEN_SCORE


def score_range(cards: Iterable[str]) -> tuple[int, int]:
    """Return the lowest and the highest score of a win with this pack."""
    values = [value_of(card) for card in cards]
    most = max(values) - min(values)
    return EVEN_SCORE - most, EVEN_SCORE + most


def pattern_text(counts: Iterable[int]) -> Numerals:
    """Return a pattern of tricks as people say it: 8-4-0."""
    return Numerals("-".join(map(str, counts)))


def is_reachable(tricks: Iterable[int], pattern: Sequence[int]) -> bool:
    """Whether more tricks can turn these counts into `pattern`, whichever player has which."""
    pairs = zip(sorted(tricks, reverse=True), sorted(pattern, reverse=True), strict=False)
    return all(count <= aim for count, aim in pairs)


@dataclass(frozen=True)
class HeldCard:
    """A leftover card, with its player and their tricks in which round; no player if set aside.

    `card` is empty if it was not asked for, because the tricks had lost the game.
    """

    card: str
    seat: Seat | None = None
    tricks: int = 0
    round: int = 0


@dataclass(frozen=True)
class Progress:
    """The progress of a game.

    `pattern` are the tricks to share out, from the most down: a pattern of two means two rounds.
    `rounds` has the tricks of each round, of the last one perhaps only those so far. `cards` are
    the leftover cards that are known: of each round in seat order, then the one set aside.
    """

    pattern: Sequence[int]
    rounds: tuple[Tricks, ...] = ()
    cards: tuple[str, ...] = ()

    def with_round(self, tricks: Tricks, cards: Iterable[str] = ()) -> Progress:
        """Return the progress with one more round."""
        return replace(self, rounds=(*self.rounds, tricks), cards=(*self.cards, *cards))

    def with_cards(self, cards: Iterable[str]) -> Progress:
        """Return the progress with more cards known."""
        return replace(self, cards=(*self.cards, *cards))

    @property
    def targets(self) -> dict[Seat, int]:
        """The tricks that each has to take in round 2: those that they did not take in round 1."""
        return {seat: TRICKS - n for tricks in self.rounds[:1] for seat, n in tricks.items()}

    @property
    def tricks_fit(self) -> bool:
        """Whether the tricks are those of a win, or can still become them."""
        # A round that is over needs no test of its own: its tricks are as many as those of the
        # pattern, so no player can be below it unless another is above.
        first, second = self.rounds[:1], self.rounds[1:]
        return all(is_reachable(tricks.values(), self.pattern) for tricks in first) and all(
            count <= self.targets[seat] for tricks in second for seat, count in tricks.items()
        )

    @property
    def free_suits(self) -> tuple[str, ...]:
        """The suits of no leftover card so far."""
        used = {suit_of(card) for card in self.cards}
        return tuple(suit for suit in SUITS if suit not in used)

    @property
    def failures(self) -> dict[str, Text]:
        """Why a win is impossible, by the keys of what failed; empty as long as it is possible."""
        failures = {} if self.tricks_fit else {"tricks": self._wrong_tricks()}
        suits = Counter(suit_of(card) for card in self.cards)
        # With the suits as they stand in the notes of match files, which are compared with it.
        twice = [_("{n} × {suit}", n=n, suit=SUITS[suit]) for suit, n in suits.items() if n > 1]
        if twice:
            failures["suits"] = _(
                "The leftover cards do not all differ in suit: {twice}.", twice=twice
            )
        return failures

    def _wrong_tricks(self) -> Text:
        counted = [list(tricks.values()) for tricks in self.rounds]
        if len(self.pattern) > 2:
            return _(
                "The tricks are {counted}, not {pattern}.",
                counted=pattern_text(sorted(counted[0], reverse=True)),
                pattern=pattern_text(self.pattern),
            )
        number, taken, aim = self.wrong_round
        values = {"number": number, "taken": pattern_text(taken), "aim": pattern_text(aim)}
        return _("The tricks of round {number} are {taken}, not {aim}.", **values)

    @property
    def wrong_round(self) -> tuple[int, Iterable[int], Iterable[int]]:
        """The number of the first round with the wrong tricks, these, and those of a win.

        In the first round it does not matter who took how many: both are from the most down.
        """
        first, *second = (list(tricks.values()) for tricks in self.rounds)
        if second and is_reachable(first, self.pattern):
            return 2, second[0], self.targets.values()
        return 1, sorted(first, reverse=True), self.pattern

    @property
    def held_cards(self) -> list[HeldCard]:
        """The leftover cards of every round in the order of the seats, then the one set aside."""
        cards = iter(self.cards)
        held = [
            HeldCard(next(cards, ""), seat, count, number)
            for number, tricks in enumerate(self.rounds, start=1)
            for seat, count in tricks.items()
        ]
        return [*held, *map(HeldCard, cards)]

    @property
    def scoring_cards(self) -> tuple[HeldCard, HeldCard]:
        """The cards of the most and of the fewest tricks of the last round, if the tricks fit."""
        # Both rounds of two share out the same pattern, but the cards of the second one score
        # (rules/en/torite.md#scoring-a-win).
        last = {held.tricks: held for held in self.held_cards if held.round == len(self.rounds)}
        return last[self.pattern[0]], last[self.pattern[-1]]

    @property
    def score(self) -> int:
        """The score of a win, once its tricks and the cards that count are known."""
        high, low = self.scoring_cards
        return score_of(high.card, low.card)


def end(table: Table, progress: Progress) -> SharedOutcome:
    """Return the outcome: won if the tricks fit and all suits differ; the score is rank of most −
    rank of fewest + 12."""
    failed = progress.failures
    if failed:
        why = next(iter(failed.values()))
        if len(failed) == 2:
            why = _("{tricks} {suits}", **failed)
    else:
        high, low = (held.card for held in progress.scoring_cards)
        why = _(
            "Won with {score}: {high} − {low} + {even}.",
            score=progress.score,
            high=_("{card} ({value})", card=Card(high), value=value_of(high)),
            low=_("{card} ({value})", card=Card(low), value=value_of(low)),
            even=EVEN_SCORE,
        )
    return SharedOutcome(
        () if failed else table.sides,
        why,
        won=not failed,
        score=None if failed else progress.score,
        lost_because=tuple(failed),
        result=shared_result(progress),
    )


def shared_result(progress: Progress) -> SharedResult:
    """Return the result of a whole game, card by card, for the last screen."""
    leftover, failures = progress.held_cards, progress.failures
    least, most = score_range(PACKS[len(progress.pattern)])
    suits = Counter(suit_of(card) for card in progress.cards)
    guilty = [card for card in leftover if card.card and suits[suit_of(card.card)] > 1]
    common: dict[str, Any] = {
        # The most that a win can score with a whole pack.
        "top": 2 * EVEN_SCORE,
        "ends": (least, most),
        "cards": [
            CardLeft(
                card.card,
                tricks_of(card.tricks) if card.seat else _("set aside"),
                _("Round {number}", number=card.round) if len(progress.rounds) > 1 else None,
                card.seat,
                card in guilty,
            )
            for card in leftover
        ],
        # A game that is lost by its tricks says nothing about right suits, unless all are known.
        "checks": [
            replace(condition, wanted=tricks_missed(progress))
            if key == "tricks" and key in failures
            else condition
            for key, condition in win_conditions(len(progress.pattern), failures).items()
            if key != "suits" or guilty or len(progress.cards) == len(SUITS)
        ],
    }
    if not failures:
        high, low = progress.scoring_cards
        best = _("The best possible score.")
        short = _("The best possible score is {most}.", most=most)
        is_solo = any(card.seat and card.seat.is_dummy for card in leftover)
        return SharedResult(
            headline=won_together(True, is_solo=is_solo),
            line=best if progress.score == most else short,
            sum=_(
                "{high} − {low} + {even}",
                high=card_value_text(high),
                low=card_value_text(low),
                even=EVEN_SCORE,
            ),
            **common,
        )
    if "tricks" in failures:
        line = _("{suits}.", suits=suits_left(suits)) if guilty else None
        return SharedResult(headline=tricks_taken(progress), line=line, **common)
    cards = and_list([owner_text(card) for card in guilty])
    if len(progress.cards) < len(SUITS):
        return SharedResult(headline=suits_left(suits), line=_("{cards}.", cards=cards), **common)
    missing = or_list([SUIT_WORDS[suit]["one"] for suit in progress.free_suits])
    line = _("{cards}. No {suits} was left.", cards=cards, suits=missing)
    return SharedResult(
        headline=suits_left(suits), line=line, instead=counterfactual(progress), **common
    )


def win_conditions(players: int, failures: Collection[str] | None) -> dict[str, WinCondition]:
    """Return the conditions of a win, by key; `failures` are the keys of what failed, None while
    open."""
    pattern = PATTERNS[players]
    first, second = pattern_text(pattern), pattern_text(pattern[::-1])
    aim = _("Tricks {pattern}", pattern=first)
    if players == 2:
        aim = _("Tricks {first}, then {second}", first=first, second=second)
    wanted = {"tricks": aim, "suits": _("Four suits, all different")}
    return {
        key: WinCondition(words, None if failures is None else key not in failures)
        for key, words in wanted.items()
    }


def owner_text(held: HeldCard) -> Text:
    """Return a card by its rank and its player: ``Anna’s king``."""
    rank = rank_of(held.card)
    names = {"rank": RANK_NAMES.get(rank, Numerals(rank))}
    if held.seat is None:
        return _("the {rank} set aside", **names)
    return _("{seat}’s {rank}", seat=held.seat, **names)


def card_value_text(held: HeldCard) -> Text:
    """Return a player's card with its value, unless its rank is a number."""
    if rank_of(held.card) not in RANK_NAMES:
        return owner_text(held)
    return _("{card} {value}", card=owner_text(held), value=value_of(held.card))


def suits_left(suits: Mapping[str, int]) -> Text:
    """Return how many of which suit were left, of the suits that two cards or more share."""
    (first, number), *second = ((suit, n) for suit, n in suits.items() if n > 1)
    many = {"suit": SUIT_WORDS[first]["many"]}
    if second:
        other = SUIT_WORDS[second[0][0]]["many"]
        return _("Two {first} and two {second} were left", first=many["suit"], second=other)
    if number == 2:
        return _("Two {suit} were left", **many)
    if number == 3:
        return _("Three {suit} were left", **many)
    return _("All four were {suit}", **many)


def tricks_taken(progress: Progress) -> Text:
    """Return the tricks as they were, from the most down if there was only one round."""
    first, *second = (list(tricks.values()) for tricks in progress.rounds)
    if not second:
        return _("The tricks were {taken}", taken=pattern_text(sorted(first, reverse=True)))
    return _(
        "The tricks were {first}, then {second}",
        first=pattern_text(first),
        second=pattern_text(second[0]),
    )


def tricks_missed(progress: Progress) -> Text:
    """Return the tricks as they were and as they had to be."""
    number, taken, aim = progress.wrong_round
    values = {"taken": pattern_text(taken), "aim": pattern_text(aim)}
    if number == 1:
        return _("Tricks were {taken}, needed {aim}", **values)
    return _("Round {number}: tricks were {taken}, needed {aim}", number=number, **values)


def counterfactual(progress: Progress) -> Text:
    """Return what the same game would have scored with other suits; the tricks must fit."""
    # Of the cards of one suit, those that do not score get another suit: their ranks do not matter.
    # If both score, the sentence names the new card.
    pair = progress.scoring_cards
    free = iter(progress.free_suits)
    cards, words = {held: held.card for held in progress.held_cards}, []
    for suit in SUITS:
        same = [held for held in cards if suit_of(held.card) == suit]
        for held in sorted(same, key=lambda held: held in pair)[: len(same) - 1]:
            other = next(free)
            cards[held] = rank_of(held.card) + LETTER_OF_SUIT[other]
            words.append(Card(cards[held]) if held in pair else SUIT_WORDS[other]["another"])
    won = replace(progress, cards=tuple(cards.values()))
    assert not won.failures, "four suits and the right tricks win"
    return _(
        "With {cards} instead it would have been {score}.", cards=and_list(words), score=won.score
    )


def page_numbers() -> dict[str, int]:
    """Return the numbers that the rules page takes from the scoring, by the names that it uses.

    For each number of players the pack, the tricks of the pattern from the most down, and the
    lowest and the highest score of a win; then the values of the court cards.
    """
    named = {"tricks": TRICKS, "hand": HAND, "even_score": EVEN_SCORE}
    for players, words in ((4, "four"), (3, "three"), (2, "two")):
        named[f"{words}_cards"] = len(PACKS[players])
        named[f"{words}_least"], named[f"{words}_most"] = score_range(PACKS[players])
        for place, count in zip(
            ("first", "second", "third", "fourth"), PATTERNS[players], strict=False
        ):
            named[f"{words}_{place}"] = count
    named["three_lowest"] = min(value_of(card) for card in PACKS[3])
    for card, name in (("JS", "jack"), ("QS", "queen"), ("KS", "king"), ("AS", "ace")):
        named[name] = value_of(card)
    return named
