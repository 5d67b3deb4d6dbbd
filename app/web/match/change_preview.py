"""What a change would do to the match, in words, before it is saved: of another answer, of two
swapped deals, or of another order of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.scoring import AnsweredPrompt, Changes, Deal, Game, Text, _, _n
from app.scoring.match.changes import NamedChange, PlaceChange, RoleChange, TargetChange
from app.scoring.prompts import Amounts

SAVE = _("Save the change")
NOTHING_YET = _("Nothing changed yet")
CONFLICT = _("Another phone was quicker. Look at the changes once more.")


@dataclass(frozen=True)
class ChangesInWords(Changes):
    """What a `new` answer or another order of the seats would change, in the words of the table.

    Without anything `missing` it can be saved. With `swap_with` the same answer belongs to another
    deal, and the two can be swapped.
    """

    new: AnsweredPrompt | None = None
    missing: Text | None = None
    swap_with: AnsweredPrompt | None = None

    @property
    def is_of_deal_in_play(self) -> bool:
        """Whether the corrected deal is still in play, so that it is no surprise what it asks
        next."""
        waiting = self.before.prompt
        return bool(self.new and waiting and self.new.prompt.deal == waiting.deal)

    @property
    def label(self) -> Text:
        """The label of the button that saves."""
        again = None if self.is_of_deal_in_play else self.asked_again
        saves = _("Save and look at deal {n}", n=again.deal) if again else SAVE
        return self.missing or saves

    @property
    def summary(self) -> Text:
        """Up to which deal the totals are, and whether a later one needs another look."""
        last = self.after.last_deal
        where = (
            _("Totals after deal {n}.", n=last.number)
            if last
            else _("No deal counts until this is answered.")
        )
        if self.asked_again or self.missing:
            return where
        if not (self.deals or self.outcome):
            return _("{where} No score changes.", where=where)
        return _("{where} No later deal asks again.", where=where)

    @property
    def refused_count(self) -> int:
        """How many rounds of a pad do not fit its new set-up: 0 elsewhere, where the deals that
        wait are asked by other questions."""
        again = self.asked_again.last_in_group if self.asked_again else None
        if not isinstance(again, Amounts) or (self.new and self.new.prompt.deal):
            return 0
        given = (answers.get(again.key) for answers in self.after.unasked.values())
        return sum(bool(again.problems(points)) for points in given if points is not None)

    @property
    def warnings(self) -> list[Text]:
        """What must not be overlooked: a question that is asked again, the deals that wait for it,
        and a change of the result."""
        warnings = []
        again = self.asked_again
        if again and not self.is_of_deal_in_play:
            question = again.last_in_group.ask
            warnings.append(_("Deal {n} will ask: “{question}”", n=again.deal, question=question))
            # A list of so many numbers means nothing to a table whose sides are others.
            if len(self.before.sides) == len(self.after.sides):
                warnings += [problem.message for problem in self.after.problems]
        if n := self.refused_count:
            warnings.append(
                _n(
                    "{n} of {all} rounds no longer fits: {each} numbers to enter again.",
                    "{n} of {all} rounds no longer fit: {each} numbers to enter again for each.",
                    n,
                    all=len(self.before.finished),
                    each=len(self.after.sides),
                )
            )
        if waiting := self.after.waiting_deals:
            numbers = ranges_in_words(waiting)
            warnings.append(
                _n(
                    "Deal {numbers} keeps what was entered, but would not count.",
                    "Deals {numbers} keep what was entered, but would not count.",
                    len(waiting),
                    numbers=numbers,
                )
                if self.after.is_over
                else _n(
                    "Deal {numbers} keeps what was entered, and waits for that.",
                    "Deals {numbers} keep what was entered, and wait for that.",
                    len(waiting),
                    numbers=numbers,
                )
            )
        before, after = self.outcome or (None, None)
        if before and after:
            warnings.append(_("The result changes. {why}", why=after.why))
        elif after:
            warnings.append(_("The match would be over. {why}", why=after.why))
        elif before:
            warnings.append(_("The match would no longer be over."))
        return warnings

    @property
    def losses(self) -> list[Text]:
        """The answers that would no longer apply."""
        return [
            _("No longer applies in deal {n}: {answer}.", n=old.prompt.deal, answer=old.in_words)
            for old in self.dropped
        ]

    @property
    def course(self) -> list[Text]:
        """Other changes of the course of the match: owners of kingdoms, dealers and leaders,
        targets, contracts named, and deals with another place in the schedule."""
        corrected = self.new.prompt.deal if self.new else 0
        return [
            *map(role_change_in_words, self.roles),
            *map(named_change_in_words, self.named),
            *map(target_change_in_words, self.targets),
            *(self._place_change_in_words(change) for change in self.places(but=corrected)),
        ]

    def _place_change_in_words(self, change: PlaceChange) -> Text:
        """Which deals are others in the schedule, and what the first of them was."""
        before, after = (
            deal_in_words(self.after.game, deal) for deal in (change.before, change.after)
        )
        return _(
            "{deals}: another place in the match. Deal {n} is {after}, not {before}.",
            deals=deals_in_words(change.deals),
            n=change.deals[0],
            after=after,
            before=before,
        )

    def from_to(
        self, earlier: AnsweredPrompt, new: AnsweredPrompt, *, only_different: bool
    ) -> tuple[Text, Text]:
        """An `earlier` answer and the `new` one in words, perhaps only the items that differ."""
        pairs = [pair for pair in zip(earlier.items, new.items, strict=False) if pair[0] != pair[1]]
        if not (only_different and pairs and len(earlier.items) == len(new.items)):
            return self.in_words(earlier), self.in_words(new)
        was, becomes = ([pair[side] for pair in pairs] for side in (0, 1))
        return _("{items}", items=was), _("{items}", items=becomes)

    @staticmethod
    def in_words(answered: AnsweredPrompt) -> Text:
        """The answer in words; “It counts” for a deal that is not void."""
        counts = answered.prompt.key == "void" and answered.answer is None
        return _("It counts") if counts else answered.in_words


def role_change_in_words(change: RoleChange) -> Text:
    """Say who has a role instead of whom, and in which deals."""
    seats = {"before": change.before, "after": change.after}
    group = change.group.name if change.group else None
    about = {"deals": deals_in_words(change.deals), "group": group, **seats}
    if change.after is None:
        return {
            "dealer": _("{deals}: {before} does not deal.", **about),
            "leader": _("{deals}: {before} does not lead.", **about),
            "both": _("{deals}: {before} does not deal and lead.", **about),
            "owner": _("{group} ({deals}) is not {before}’s.", **about),
        }[change.role]
    if change.before is None:
        return {
            "dealer": _("{deals}: {after} deals.", **about),
            "leader": _("{deals}: {after} leads.", **about),
            "both": _("{deals}: {after} deals and leads.", **about),
            "owner": _("{group} ({deals}) is {after}’s.", **about),
        }[change.role]
    return {
        "dealer": _("{deals}: {after} deals, not {before}.", **about),
        "leader": _("{deals}: {after} leads, not {before}.", **about),
        "both": _("{deals}: {after} deals and leads, not {before}.", **about),
        "owner": _("{group} ({deals}) is {after}’s, not {before}’s.", **about),
    }[change.role]


def named_change_in_words(change: NamedChange) -> Text:
    """Say what a player has named, and what it was before."""
    about = {"seat": change.seat, "before": change.before, "after": change.after}
    if not change.after:
        return _("{seat} has named nothing yet, not {before}.", **about)
    if not change.before:
        return _("{seat} has named {after}, where it was nothing.", **about)
    return _("{seat} has named {after}, not {before}.", **about)


def target_change_in_words(change: TargetChange) -> Text:
    """Say which targets the players have, and which they had before."""
    return _(
        "{deals}: {word} {after}, not {before}.",
        deals=deals_in_words(change.deals),
        word=change.word,
        after=[_("{seat} {n}", seat=seat, n=n) for seat, n in change.after.items()],
        before=[_("{seat} {n}", seat=seat, n=n) for seat, n in change.before.items()],
    )


def deals_in_words(numbers: Sequence[int]) -> Text:
    """The deals with these numbers."""
    return _n("Deal {numbers}", "Deals {numbers}", len(numbers), numbers=ranges_in_words(numbers))


def deal_in_words(game: Game, deal: Deal) -> Text:
    """Which deal of the match this is."""
    if game.describe_progress and deal.progress:
        return game.describe_progress(deal.progress)
    return _("{deal} ({name})", deal=deal.title, name=deal.name) if deal.name else deal.title


def ranges_in_words(numbers: Sequence[int]) -> list[Text]:
    """Write ascending numbers in words, three or more consecutive ones as a range: 2, 4 to 20."""
    ends = [0, *(index for index, (a, b) in enumerate(pairwise(numbers), 1) if b != a + 1)]
    parts = [numbers[a:b] for a, b in pairwise([*ends, len(numbers)])]
    return [
        _("{first} to {last}", first=part[0], last=part[-1])
        if len(part) > 2
        else _("{numbers}", numbers=list(part))
        for part in parts
    ]
