"""The Torite: whether a win is still possible, and what it would score. Rules: rules/torite.md

The remarks while the table counts, the stakes beside the score, the ruling and the end all look at
a `Course`, so that no two of them can disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.games.torite.scores import TRICKS, Taken, dashed
from app.scoring import SUITS, Seat, Text, _, suit_of
from app.scoring.model.cards import SYMBOLS, VALUES
from app.scoring.prompts import Hint, Remark, tricks_of


@dataclass(frozen=True)
class Course:
    """How far a game has come.

    `pattern` are the tricks to share out, from the most down: two of them mean two rounds.
    `rounds` has the tricks of each round, of the last one perhaps only those taken so far, and
    `cards` are the leftover cards that are known.
    """

    pattern: Sequence[int]
    rounds: tuple[Taken, ...] = ()
    cards: tuple[str, ...] = ()

    def with_round(self, taken: Taken, left: Iterable[str] = ()) -> Course:
        """The same, with one more round."""
        return replace(self, rounds=(*self.rounds, taken), cards=(*self.cards, *left))

    @property
    def failures(self) -> dict[str, Text]:
        """Why a win is gone, by the keys of what failed; empty as long as it is possible."""
        failed = {}
        if not self.tricks_fit:
            failed["tricks"] = self._wrong_tricks()
        suits = Counter(suit_of(card) for card in self.cards)
        twice = [_("{n} × {suit}", n=n, suit=SUITS[suit]) for suit, n in suits.items() if n > 1]
        if twice:
            failed["suits"] = _(
                "The leftover cards do not all differ in suit: {twice}.", twice=twice
            )
        return failed

    @property
    def tricks_fit(self) -> bool:
        """Whether the tricks are those of a win, or can still become them."""
        # A round that is over needs no test of its own: its tricks are as many as those of the
        # pattern, so nobody can be below it unless somebody is above.
        if not self.rounds:
            return True
        first, *second = self.rounds
        return is_reachable(first.values(), self.pattern) and all(
            count <= targets_after(first)[seat] for taken in second for seat, count in taken.items()
        )

    def _wrong_tricks(self) -> Text:
        counted = [list(taken.values()) for taken in self.rounds]
        if len(self.pattern) > 2:
            return _(
                "The tricks are {counted}, not {pattern}.",
                counted=dashed(sorted(counted[0], reverse=True)),
                pattern=dashed(self.pattern),
            )
        most, fewest = self.pattern
        aim = {"most": most, "fewest": fewest, "first": dashed(counted[0])}
        if len(counted) == 1:
            return _("The tricks of round 1 are {first}, not {most} and {fewest}.", **aim)
        return _(
            "The tricks are {first}, then {second}, not {most} and {fewest} and then the reverse.",
            second=dashed(counted[1]),
            **aim,
        )


def is_reachable(taken: Iterable[int], pattern: Sequence[int]) -> bool:
    """Whether more tricks can turn these counts into `pattern`, whoever has which."""
    return all(
        count <= aim
        for count, aim in zip(
            sorted(taken, reverse=True), sorted(pattern, reverse=True), strict=False
        )
    )


def targets_after(first: Taken) -> dict[Seat, int]:
    """What everyone has to take in round 2: the tricks that they did not take in round 1."""
    return {seat: TRICKS - count for seat, count in first.items()}


def remarks(before: Course, taken: Taken) -> list[Remark]:
    """What to say of the tricks `taken` so far in the round that is played after `before`."""
    if failed := before.failures:
        return [(None, _("You can no longer win. {why}", why=why)) for why in failed.values()]
    aim = before.pattern
    if before.rounds:
        aim = list(targets_after(before.rounds[0]).values())
    if before.with_round(taken).tricks_fit:
        return [(None, _("You can still win: {pattern} is in reach.", pattern=dashed(aim)))]
    return [(None, _("You can no longer win: {pattern} is out of reach.", pattern=dashed(aim)))]


def hints(before: Course, taken: Taken, cards: Sequence[str]) -> list[Hint]:
    """What the tricks of a round and the cards named so far mean for a win."""
    course = before.with_round(taken, cards)
    counted = dashed(sorted(taken.values(), reverse=True))
    lines = [Hint(_("Tricks {counted}", counted=counted), holds=course.tricks_fit)]
    suits = Counter(suit_of(card) for card in course.cards)
    signs = [SYMBOLS[suit] for suit in SUITS if suit in suits]
    twice = [SYMBOLS[suit] for suit in SUITS if suits[suit] > 1]
    if twice:
        lines.append(Hint(_("{signs} twice", signs=Text(" ".join(twice))), holds=False))
    elif signs:
        shown = {"signs": Text(" ".join(signs)), "n": len(signs), "all": len(SUITS)}
        lines.append(Hint(_("{signs} {n} of {all} suits", **shown)))
    return lines


def asides(pattern: Sequence[int], taken: Taken, *, does_score: bool) -> dict[Seat, Text]:
    """What each has taken, and where the cards score, what theirs does."""
    does = {pattern[0]: _("adds"), pattern[-1]: _("subtracts")} if does_score else {}
    return {
        seat: _("{tricks} · {does}", tricks=tricks_of(n), does=does[n])
        if n in does
        else tricks_of(n)
        for seat, n in taken.items()
    }


def worths(pattern: Sequence[int], taken: Taken) -> dict[Seat, dict[str, int]]:
    """What each rank adds to the score or takes from it, for the two whose cards do."""
    signs = {pattern[0]: 1, pattern[-1]: -1}
    return {
        seat: {rank: signs[n] * value for rank, value in VALUES.items()}
        for seat, n in taken.items()
        if n in signs
    }


def suits_free(cards: Iterable[str]) -> tuple[str, ...]:
    """The suits that none of the cards has."""
    used = {suit_of(card) for card in cards}
    return tuple(suit for suit in SUITS if suit not in used)
