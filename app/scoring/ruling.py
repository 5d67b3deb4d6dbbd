"""What a ruling is: a question of the table that is settled on the spot, kept nowhere."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from app.scoring.cards import NO_TRUMPS
from app.scoring.deal import Deal
from app.scoring.inputs import Form, Input
from app.scoring.problems import Problem, Refused
from app.scoring.seats import Seat, Side
from app.scoring.table import Table
from app.scoring.text import Text, _

Tone = Literal["yes", "no", "open"]
Asking = Generator[tuple[Input, ...], Any, "Verdict"]
"""The script of a ruling: each `yield` asks some things at once and receives their values."""

Faces = Mapping[str, Any]
"""The faces of a deck by card number as text."""


@dataclass(frozen=True)
class Line:
    """A line of a detail; `struck` is what does not count, and why not; `ticked` what does."""

    words: Text
    why: Text | None = None
    struck: bool = False
    ticked: bool = False


@dataclass(frozen=True)
class Detail:
    """What a verdict says of one player, side or suit, with their points if it scores."""

    of: Text | Seat | Side
    lines: Sequence[Line]
    points: int | None = None


@dataclass(frozen=True)
class Verdict:
    """The answer in a sentence, why, and the section of the rules page that says so.

    `again` are the fields that stay filled in for the next question of the same kind.
    """

    answer: Text
    rule: str
    why: Sequence[Text] = ()
    tone: Tone = "open"
    details: Sequence[Detail] = ()
    again: Mapping[str, str] = field(default_factory=dict)

    def keeping(self, **again: str) -> Verdict:
        """The same, with fields that stay filled in."""
        return replace(self, again={**self.again, **again})


@dataclass(frozen=True)
class Situation:
    """What lies on the table already, so that it need not be asked.

    `table` is that of a match, and `rules` what was chosen of its house rules, by key; `decks` are
    those that have been entered.
    """

    table: Table | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    decks: Mapping[str, tuple[Text | str, Faces]] = field(default_factory=dict)

    @property
    def deal(self) -> Deal | None:
        """The deal that is being played, if there is one."""
        deals = self.table.deals if self.table else []
        return deals[-1] if deals and not deals[-1].is_over else None

    @property
    def answers(self) -> Mapping[str, Any]:
        """What has been entered for that deal, by the key of its question."""
        return self.deal.answers if self.deal else {}

    @property
    def said(self) -> list[Text]:
        """What the match fills in, for a line at the head of the page."""
        if self.table is None:
            return []
        lines = [_("{seats}", seats=list(self.table.seats))]
        if self.deal is None:
            return lines
        lines.append(self.deal.title)
        lines += [self.deal.name] if self.deal.name else []
        if self.deal.trump is NO_TRUMPS:
            lines.append(NO_TRUMPS)
        elif self.deal.trump:
            lines.append(_("{suit} are trumps", suit=self.deal.trump))
        return [*lines, *self.deal.reminders]


@dataclass(frozen=True)
class Ruling:
    """A question that tables argue about. `rule` is the section of the rules page about it.

    `also` is what else a table says when it asks this: the search finds it by these words.
    What is tapped in for a `private` one shows somebody's cards, so a page keeps it out of its
    address where it can.
    """

    slug: str
    title: Text
    ask: Text
    rule: str
    script: Callable[[Situation], Asking]
    also: tuple[str, ...] = ()
    private: bool = False


@dataclass(frozen=True)
class Settled:
    """How far a ruling has come: what it asks, what is wrong, what is missing, or the verdict."""

    inputs: Sequence[Input]
    problems: Sequence[Problem] = ()
    missing: Text | None = None
    verdict: Verdict | None = None


def settle(ruling: Ruling, situation: Situation, form: Form) -> Settled:
    """Ask everything that can be asked with what is in `form`, and rule if nothing is missing."""
    asked: list[Input] = []
    script = ruling.script(situation)
    values: list[Any] | None = None
    while True:
        try:
            group = script.send(values)
        except Refused as refused:
            return Settled(asked, refused.problems)
        except StopIteration as end:
            return Settled(asked, verdict=end.value)
        asked += group
        values, problems, missing = read(group, form)
        if problems or missing:
            return Settled(asked, problems, None if problems else missing)


def read(group: Sequence[Input], form: Form) -> tuple[list[Any], list[Problem], Text | None]:
    """The value of each input, every problem, and the first thing that is still missing."""
    values: list[Any] = []
    problems: list[Problem] = []
    missing: Text | None = None
    for each in group:
        try:
            values.append(each.read(form))
        except Refused as refused:
            problems += refused.problems
            continue
        if values[-1] is None and not each.optional:
            missing = missing or each.missing(form)
    return values, problems, missing
