"""A finished sheet of paper that is typed in: its rows are parsed as the answers of a table.

Each row is a deal. Its fields are those of the questions that the script asks, after the number of
the deal: ``7.tricks.0``. So a row is parsed, checked and refused by the same prompts as at a table.
An empty or wrong row gets a stand-in answer, so that the rows below it can be read too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from app.scoring.game import Game
from app.scoring.match.log import Event, Line
from app.scoring.match.match import Match
from app.scoring.match.replay import Standing
from app.scoring.model.problems import Problem, Refused
from app.scoring.model.seats import NO_COLOURS, Side
from app.scoring.model.text import Text, _
from app.scoring.prompts import Choose, Count, PaperPoints, Player, Prompt
from app.scoring.prompts.base import Form, Reply, parse_whole
from app.scoring.sheet import PaperSpec, RuleChoices
from app.scoring.table.deal import Deal, Group
from app.scoring.table.outcome import SharedOutcome

ROWS_LEFT = 6
"""The empty rows after the last that is typed, where a sheet may have more than it begins with."""
TOTAL = "total"  # the prefix of the fields for the totals at the foot of the sheet


@dataclass
class PaperRow:
    """A deal on the sheet: what was typed in its `fields`, and the questions that they answer.

    `problems` are what is wrong with it, by the key of the question, and `gaps` what it still
    lacks. `filled` has the values of fields that follow from others, as the page shows them. `deal`
    is None if the rows before it do not tell which deal it is; `is_owner_known` is false if the
    owner of its group is a stand-in. `unchosen` is the question that has to be answered before the
    numbers of the row can be judged.
    """

    number: int
    fields: Form
    prompts: list[Prompt] = field(default_factory=list)
    problems: list[tuple[str, Problem]] = field(default_factory=list)
    gaps: list[Problem] = field(default_factory=list)
    filled: dict[str, str] = field(default_factory=dict)
    deal: Deal | None = None
    is_owner_known: bool = True
    unchosen: Prompt | None = None

    @property
    def is_blank(self) -> bool:
        """Whether nothing is typed."""
        return not any_typed(self.fields)

    @property
    def is_right(self) -> bool:
        """Whether the row is complete and nothing is wrong with it."""
        return bool(self.prompts) and not self.problems and not self.gaps

    def shown(self, name: str) -> str:
        """Return the value that a field of the row shows."""
        return self.filled.get(name, self.fields.get(name, ""))

    def is_filled(self, name: str) -> bool:
        """Whether a field was left blank and filled in from the others."""
        return bool(self.filled.get(name)) and not self.fields.get(name, "").strip()

    def problems_at(self, key: str, place: object = None) -> list[Problem]:
        """Return what is wrong with the answer to a question, in one of its places or as a
        whole."""
        return [problem for of, problem in self.problems if of == key and problem.at == place]

    @property
    def repairs(self) -> list[tuple[Any, str, str]]:
        """Each number that would put the row right if all others stay as they are: whose it is, its
        field, and the number."""
        keys = {key for key, _problem in self.problems}
        repairs = []
        for prompt in self.prompts if len(keys) == 1 else ():
            if prompt.key not in keys or not isinstance(prompt, Count | PaperPoints):
                continue
            for owner in prompt.owners(None):
                name = prompt.field_of(owner)
                reply = Reply(prompt, {**self.fields, name: ""})
                if self.fields.get(name, "").strip() and not reply.problems:
                    repairs.append((owner, name, prompt.fill(reply.answer)[name]))
        return repairs


@dataclass(frozen=True)
class PaperTotal:
    """The total of a side by the rows of a sheet, and the one `typed` from its foot.

    `name` is that of the side, or of the score if all win or lose together.
    """

    name: Text | Side
    field: str
    points: int | None
    typed: str

    @property
    def is_same(self) -> bool:
        """Whether the typed total is the one of the rows."""
        return parse_whole(self.typed) == self.points

    @property
    def off(self) -> int | None:
        """By how many points they differ; None if no number was typed, or the rows have no
        total."""
        typed = parse_whole(self.typed)
        if isinstance(typed, str) or self.points is None:
            return None
        return abs(typed - self.points)


class PaperSheet:
    """A sheet of `game` for these players, by these house rules, as far as it is typed in a form.

    With `ended`, the table stopped after the last row with anything typed. `colours` are the hues
    of people, by name. `begun` is the match before the first row, `after` the one after the last.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        rules: RuleChoices,
        form: Form,
        *,
        ended: bool = False,
        colours: Mapping[str, int] = NO_COLOURS,
    ) -> None:
        assert game.sheet.paper is not None, f"a sheet of {game.key} cannot be typed in"
        self.game, self.form = game, form
        self.spec: PaperSpec = game.sheet.paper
        self._fields = fields_by_row(form)
        typed = [number for number, fields in self._fields.items() if any_typed(fields)]
        self._last_typed = max(typed, default=0)
        self._is_ended = ended and bool(typed)
        self._has_stand_ins = False
        self._owners_known = True
        self._open_groups: set[Group | None] = set()
        self.rows: list[PaperRow] = []
        rules_line = Line(Event("entry", 0, "rules", rules))
        self.begun = Match(game, names, [rules_line], colours=colours)
        self.after = self._read(self.begun.with_events())

    # What was read

    @property
    def standing(self) -> Standing:
        """The standing after the rows, with stand-ins for those that are not right."""
        return self.after.standing

    @property
    def match(self) -> Match | None:
        """The whole match; None while a row is not right or the match goes on."""
        is_whole = self.rows and not self._has_stand_ins and self.standing.is_over
        return self.after if is_whole and not self.beyond else None

    @property
    def faults(self) -> list[PaperRow]:
        """The rows with problems."""
        return [row for row in self.rows if row.problems]

    @property
    def to_type(self) -> int:
        """How many rows are not typed yet, as far as the number of rows is known."""
        left = [row for row in self.rows if not row.is_right and not row.problems]
        is_known = self.length or self._is_ended
        return len(left) if is_known else sum(not row.is_blank for row in left)

    @cached_property
    def length(self) -> int | None:
        """How many deals a whole match has; None if that is not known."""
        return self.standing.table.length

    @property
    def beyond(self) -> int | None:
        """The last row with anything typed after the end of the match, None if there is none."""
        return self._last_typed if self.rows and self._last_typed > self.rows[-1].number else None

    @property
    def totals(self) -> list[PaperTotal]:
        """The total of each side by the rows that are right, with the typed one."""
        standing = self.standing
        if self.game.wins_together:
            shared = standing.outcome if isinstance(standing.outcome, SharedOutcome) else None
            return [self._total(_("Score"), 0, shared.score if shared and self.match else None)]
        right = [row.deal for row in self.rows if row.is_right and row.deal]
        return [
            self._total(
                side, side.index, sum(deal.scores[side.index] for deal in right if deal.scores)
            )
            for side in standing.sides
        ]

    def _total(self, name: Text | Side, index: int, points: int | None) -> PaperTotal:
        name_of_field = f"{TOTAL}.{index}"
        return PaperTotal(name, name_of_field, points, self.form.get(name_of_field, "").strip())

    # Reading

    def _read(self, match: Match) -> Match:
        number = 0
        while match.standing.prompt is not None:
            number += 1
            if number > (match.standing.table.length or self._rows_shown):
                break
            if self._is_ended and number > self._last_typed:
                return self._stop(match)
            row = PaperRow(number, self._fields.get(number, {}))
            self.rows.append(row)
            after = self._read_row(match, row)
            if after is None:
                self._has_stand_ins = True
                break
            match = after
        return match

    @property
    def _rows_shown(self) -> int:
        """How many rows there are if the rules do not say it: more than are typed."""
        return max(self.spec.rows, min(self._last_typed + ROWS_LEFT, self.spec.most))

    def _stop(self, match: Match) -> Match:
        """Return the match as the table stopped it, if it was not over with its last row."""
        try:
            return match if self._has_stand_ins else match.accept(Event("end"))
        except Refused:
            return match

    def _read_row(self, match: Match, row: PaperRow) -> Match | None:
        """Return the match with a row; None if it cannot be played on."""
        fields = row.fields
        while (prompt := asked(match.standing)) and prompt.deal == row.number:
            row.prompts.append(prompt)
            fields = self._named_by_numbers(match, prompt, fields)
            reply = Reply(prompt, fields)
            if not reply.problems:
                answer = reply.answer
                row.filled |= {} if answer is None else prompt.fill(answer)
            else:
                # Later answers depend on a choice, and cannot be judged before it is made.
                if row.unchosen is None:
                    self._note(row, prompt, reply.problems)
                    row.unchosen = prompt if isinstance(prompt, Choose | Player) else None
                self._has_stand_ins = True
                if isinstance(prompt, Player):
                    self._owners_known = False
                if isinstance(prompt, Choose):
                    self._open_groups.add(match.standing.deals[row.number - 1].group)
                answer = self._stand_in(prompt, row.number)
            row.deal = match.standing.deals[row.number - 1]
            try:
                match = match.accept(Event("entry", row.number, prompt.key, answer))
            except Refused:
                return None
        row.deal = match.standing.deals[row.number - 1]
        row.is_owner_known = self._owners_known
        self._read_forced(match.standing, row)
        return self._read_moot(match, row)

    def _read_moot(self, match: Match, row: PaperRow) -> Match:
        """Return the match with the typed answers that no longer decide anything."""
        moot = match.standing.moot
        if moot is None or moot.deal != row.number or moot in row.prompts:
            return match
        row.prompts.append(moot)
        reply = Reply(moot, row.fields)
        if reply.typed is None:
            return match
        if reply.problems:
            self._note(row, moot, reply.problems)
            self._has_stand_ins = True
            return match
        after = match.accept(Event("entry", row.number, moot.key, reply.answer))
        return self._read_moot(after, row)

    def _note(self, row: PaperRow, prompt: Prompt, problems: Sequence[Problem]) -> None:
        """Add what is wrong with an answer to the row, or, if nothing is, what it lacks."""
        wrong = [(prompt.key, problem) for problem in problems if not problem.is_gap]
        row.problems += wrong
        if not wrong:
            row.gaps += problems

    def _read_forced(self, standing: Standing, row: PaperRow) -> None:
        """Check what was typed for questions with only one answer, which the script did not ask."""
        asked_keys = {prompt.key for prompt in row.prompts}
        for answered in standing.answered:
            prompt = answered.prompt
            if prompt.deal != row.number or prompt.key in asked_keys:
                continue
            row.prompts.insert(0, prompt)
            reply = Reply(prompt, row.fields)
            if reply.typed is not None and reply.problems:
                self._note(row, prompt, reply.problems)
                self._has_stand_ins = True
            elif row.deal and row.deal.group not in self._open_groups:
                row.filled |= prompt.fill(answered.answer)

    def _named_by_numbers(self, match: Match, prompt: Prompt, fields: Form) -> Form:
        """Return the fields with the choice that was left out, if the numbers allow only one."""
        if not isinstance(prompt, Choose) or fields.get(prompt.key, "").strip():
            return fields
        # A blank row has no numbers; to ask for its options would cost a replay for each.
        if not any_typed(fields):
            return fields
        fitting = []
        for option in prompt.options:
            after = match.with_events(Event("entry", prompt.deal, prompt.key, option))
            on_paper = after.standing.paper_prompt
            if not isinstance(on_paper, PaperPoints) or not has_all_numbers(on_paper, fields):
                continue
            if not Reply(on_paper, fields).problems:
                fitting.append(option)
        return {**fields, prompt.key: fitting[0]} if len(fitting) == 1 else fields

    def _stand_in(self, prompt: Prompt, number: int) -> object:
        """Return a legal answer that takes nothing from the rows below; None if there is none."""
        if make := self.spec.stand_ins.get(prompt.key):
            return make(prompt)
        if isinstance(prompt, Player):
            wanted = {
                fields.get(prompt.key) for row, fields in self._fields.items() if row > number
            }
            seats = [seat.index for seat in prompt.seats]
            return next((seat for seat in seats if str(seat) not in wanted), seats[0])
        if isinstance(prompt, Choose):
            # Each of the options that are left has its row, this one and those right below it.
            rows = range(number + 1, number + len(prompt.options))
            wanted = {self._fields.get(row, {}).get(prompt.key) for row in rows}
            options = [*prompt.options]
            return next((option for option in options if option not in wanted), options[0])
        return None


def asked(standing: Standing) -> Prompt | None:
    """Return the question that a sheet answers next, None if the match is over."""
    return standing.paper_prompt or standing.prompt


def any_typed(fields: Form) -> bool:
    """Whether any of these fields has a value."""
    return any(value.strip() for value in fields.values())


def has_all_numbers(prompt: PaperPoints, fields: Form) -> bool:
    """Whether every number of the question is typed."""
    return all(fields.get(prompt.field_of(owner), "").strip() for owner in prompt.owners(None))


def row_number(text: str) -> int | None:
    """Parse the number of a row in a field name, None if it is none."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 4
    return int(text) if is_number else None


def is_on_sheet(name: str) -> bool:
    """Whether a field belongs to a row, or to the totals at the foot of the sheet."""
    first, dot, _rest = name.partition(".")
    return bool(dot) and (first == TOTAL or row_number(first) is not None)


def fields_by_row(form: Form) -> Mapping[int, dict[str, str]]:
    """Return the fields of each row of a sheet, by its number."""
    rows: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for name, value in form.items():
        first, _dot, rest = name.partition(".")
        number = row_number(first)
        if rest and number is not None:
            rows[number][rest] = value
    return rows
