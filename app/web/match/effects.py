"""What a correction would change, in the words of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.scoring import Answered, Changes, Standing, Text, _, _n

SAVE = _("Save the change")
NOTHING_YET = _("Nothing changed yet")


@dataclass(frozen=True)
class Effects:
    """The `changes` by a `new` answer, what they mean in `lines`, and what the button says.

    Without anything `missing` they can be saved. `strong` lines are what one must not overlook.
    With `swap_with`, the same answer belongs to another deal, and the two can be swapped.
    """

    changes: Changes
    new: Answered | None
    summary: Text
    strong: Sequence[Text]
    lines: Sequence[Text]
    label: Text
    missing: Text | None = None
    swap_with: Answered | None = None

    def from_to(self, earlier: Answered, *, only_other: bool) -> tuple[Text, Text]:
        """An `earlier` answer and the new one in words, perhaps only in what is other there."""
        assert self.new is not None, "there is a new answer"
        old, new = earlier.items, self.new.items
        changed = [pair for pair in zip(old, new, strict=False) if pair[0] != pair[1]]
        if not (only_other and changed and len(old) == len(new)):
            return earlier.in_words, self.new.in_words
        was, becomes = ([pair[side] for pair in changed] for side in (0, 1))
        return _("{items}", items=was), _("{items}", items=becomes)


def effects_of(
    before: Standing,
    after: Standing,
    *,
    new: Answered | None = None,
    missing: Text | None = None,
    swap_with: Answered | None = None,
) -> Effects:
    """What is different in `after`."""
    changes = Changes(before, after)
    again = changes.asked_again
    label = _("Save and look at deal {n}", n=again.deal) if again else SAVE
    return Effects(
        changes,
        new,
        summary(changes, missing),
        strong(changes),
        [
            _("No longer applies in deal {n}: {answer}.", n=old.prompt.deal, answer=old.in_words)
            for old in changes.dropped
        ],
        missing or label,
        missing,
        swap_with,
    )


def summary(changes: Changes, missing: Text | None) -> Text:
    """Up to which deal the totals are, and whether a later one needs another look."""
    last = changes.after.last_deal
    where = (
        _("Totals after deal {n}.", n=last.number)
        if last
        else _("No deal counts until that is answered.")
    )
    if changes.asked_again or missing:
        return where
    if not (changes.deals or changes.outcome):
        return _("{where} No score changes.", where=where)
    return _("{where} No later deal needs another look.", where=where)


def strong(changes: Changes) -> list[Text]:
    """What one must not overlook: what is asked again and what waits for it, and the end."""
    lines = []
    again, after = changes.asked_again, changes.after
    if again:
        about = {"n": again.deal, "question": again.shown.ask}
        why = [problem.message for problem in after.problems]
        lines.append(_("Deal {n} is asked: “{question}”", **about))
        lines += why
    if waiting := after.waiting_deals:
        lines.append(
            _n(
                "Deal {numbers} keeps what was entered, and waits for that.",
                "Deals {numbers} keep what was entered, and wait for that.",
                len(waiting),
                numbers=spans(waiting),
            )
        )
    if changes.outcome:
        lines.append(ending(changes))
    return lines


def ending(changes: Changes) -> Text:
    """What becomes of the end of the match."""
    before, after = changes.outcome or (None, None)
    if after is None:
        return _("The match would no longer be over.")
    if before is None:
        return _("The match would be over. {why}", why=after.why)
    return _("Another outcome. {why}", why=after.why)


def spans(numbers: Sequence[int]) -> list[Text]:
    """Numbers in words, those that follow one another together: 2, 4 to 20."""
    ends = [0, *(place for place, (a, b) in enumerate(pairwise(numbers), 1) if b != a + 1)]
    parts = [numbers[a:b] for a, b in pairwise([*ends, len(numbers)])]
    return [
        _("{first} to {last}", first=part[0], last=part[-1])
        if len(part) > 2
        else _("{numbers}", numbers=list(part))
        for part in parts
    ]
