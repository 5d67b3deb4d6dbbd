"""What a page shows of a sheet of paper that is being typed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from app.scoring import Event, Group, Prompt, Text, _, _n
from app.scoring.match.paper_sheet import (
    PaperRow,
    PaperSheet,
    PaperTotal,
    has_all_numbers,
    row_number,
)
from app.scoring.model.cards import SIGN_OF_SUIT, SIGNS
from app.scoring.prompts import Choose, PaperPoints, Player
from app.scoring.prompts.base import parse_whole
from app.web.core.page.text import Initials

WITHOUT_NUMBERS = ("choose", "player", "several", "words")
"""Kinds of questions that have no number in a cell; what paper does not tell is left out."""


@dataclass(frozen=True)
class ContractKey:
    """A key that names what a row was played for: what its points add up to, if that is one
    number, their sign, and whether all have that sign."""

    key: str
    name: Text
    icon: str | None
    total: int | None
    sign: int
    is_one_sign: bool


@dataclass(frozen=True)
class PaperSection:
    """Rows that belong together, and their group if they have one."""

    group: Group | None
    rows: Sequence[PaperRow]

    @property
    def right(self) -> int:
        """How many of them are right."""
        return sum(row.is_right for row in self.rows)


@dataclass(frozen=True)
class PaperLine:
    """A line of a row: a question, or one of the `column`s of its figures."""

    name: Text | None
    prompt: Prompt
    column: Any = None


class PaperPage:
    """What is shown of a sheet that is being typed in.

    `wants` is what its form wants, and `at` the number of the row that is being typed, with which
    it is too early to find fault.
    """

    shown_messages = 3
    suit_signs = SIGNS

    def __init__(self, sheet: PaperSheet, *, wants: str, at: str = "") -> None:
        self.sheet, self.wants = sheet, wants
        self._typed_now = row_number(at)

    @property
    def context(self) -> dict[str, Any]:
        """What its templates call by name."""
        return {
            "game": self.sheet.game,
            "sheet": self.sheet,
            "initials": Initials(self.sheet.standing.table.seats),
        }

    @property
    def is_compared(self) -> bool:
        """Whether the totals were compared and nothing has changed since."""
        return self.wants == "compare" and self.sheet.match is not None

    @property
    def is_refused(self) -> bool:
        """Whether what the form wants cannot be done."""
        if self.wants == "compare":
            return self.sheet.match is None or bool(self.differences)
        return self.wants in ("check", "save") and self.sheet.match is None

    @property
    def differences(self) -> list[Text]:
        """Where the foot of the sheet says something else than its rows."""
        if not self.is_compared:
            return []
        return [
            self._difference(total)
            for total in self.sheet.totals
            if total.typed and not total.is_same
        ]

    def _difference(self, total: PaperTotal) -> Text:
        """That the foot of the sheet and its rows differ, and by how much if both are numbers."""
        parts = {
            "name": total.name,
            "points": self._total_text(total.points),
            "typed": self._total_text(parse_whole(total.typed[:40])),
        }
        if total.off is None:
            return _("{name}: the deals make {points}, the sheet says {typed}.", **parts)
        return _(
            "{name}: the deals make {points}, the sheet says {typed}, {off} apart.",
            off=total.off,
            **parts,
        )

    def _total_text(self, total: int | str | None) -> Text:
        """A total as pages of its game show it, or what was typed instead of one."""
        if total is None:
            return _("nothing")
        if isinstance(total, str) or self.sheet.game.wins_together:
            return _("{total}", total=total)
        return _("{total}", total=self.sheet.game.signed_total(total))

    @property
    def faults(self) -> list[PaperRow]:
        """The rows that cannot be right, but for the one that is being typed."""
        return [row for row in self.sheet.faults if row.number != self._typed_now]

    @property
    def messages(self) -> list[tuple[int, Text]]:
        """What cannot be right, with the number of the row."""
        sheet = self.sheet
        faults = [
            (row.number, fault.message) for row in self.faults for _key, fault in row.problems
        ]
        if sheet.beyond:
            words = _("The match was over after deal {last}.", last=sheet.rows[-1].number)
            faults.append((sheet.beyond, words))
        return faults + [
            (row.number, row.unchosen.ask)
            for row in sheet.rows
            if row.unchosen and not row.problems and has_its_numbers(row)
            if row.number != self._typed_now
        ]

    def repairs_of(self, number: int) -> list[tuple[Any, str, str]]:
        """What would put the row of this number right: whose number, its field, and the number."""
        rows = [row for row in self.sheet.rows if row.number == number]
        return rows[0].repairs if rows else []

    @property
    def left(self) -> Text:
        """What is still to be done before the match is whole, for the button."""
        sheet = self.sheet
        faults = len(self.faults) + bool(sheet.beyond)
        to_type = sheet.to_type + len(sheet.faults) - len(self.faults)
        typing = _n("{n} deal to type", "{n} deals to type", to_type)
        next_one = _("The match goes on: type the next deal")
        if sheet.game.points_as_said:
            typing = _n("{n} round to type", "{n} rounds to type", to_type)
            next_one = _("The match goes on: type the next round")
        if faults and to_type:
            return _("{typing}, {n} to look at", typing=typing, n=faults)
        if faults:
            return _n("{n} deal to look at", "{n} deals to look at", faults)
        if to_type or sheet.match:
            return typing
        return next_one

    @property
    def agreement(self) -> Text:
        """What was compared, where nothing differs."""
        if any(total.typed for total in self.sheet.totals):
            return _("The totals are those on the sheet.")
        return _("Are these the totals on the sheet? Then save the match.")

    @property
    def sections(self) -> list[PaperSection]:
        """The rows, by what they belong to."""
        rows = groupby(self.sheet.rows, key=lambda row: row.deal.group if row.deal else None)
        return [PaperSection(group, [*of_group]) for group, of_group in rows]

    def lines_of(self, row: PaperRow) -> list[PaperLine]:
        """What a row has of each column."""
        lines = []
        for prompt in numbers_in(row):
            if prompt.kind == "figures":
                lines += [PaperLine(column.name, prompt, column) for column in prompt.columns]
            elif not getattr(prompt, "single", None):
                lines.append(PaperLine(self.sheet.spec.names.get(prompt.key), prompt))
        return lines

    @property
    def has_wide_heads(self) -> bool:
        """Whether the head of a row has more than its number and a sign: the names of several
        lines, or a list to choose from."""
        has_list = any(self.choice_prompts_of(row) for row in self.sheet.rows)
        has_lines = any(len(self.lines_of(row)) > 1 for row in self.sheet.rows)
        return has_lines or (has_list and not self.contract_keys)

    def choice_prompts_of(self, row: PaperRow) -> list[Prompt]:
        """The questions of a row for one of several, such as its contract."""
        return [prompt for prompt in row.prompts if isinstance(prompt, Choose)]

    def single_prompts_of(self, row: PaperRow) -> list[Any]:
        """The questions of a row that have one value for all, such as a card set aside."""
        return [prompt for prompt in numbers_in(row) if getattr(prompt, "single", None)]

    def choice_of(self, row: PaperRow) -> str:
        """What a row was played for, if that is said."""
        prompts = self.choice_prompts_of(row)
        return row.shown(prompts[0].key) if prompts else ""

    def option_name(self, option: str, prompt: Choose) -> Text:
        """What an option is called, also one that cannot be chosen in its row; suits are signs."""
        contracts = {key.key: key.name for key in self.contract_keys}
        names = {**prompt.options, **(contracts or SIGN_OF_SUIT)}
        return names.get(option) or _("{option}", option=option)

    def filled_in(self, row: PaperRow) -> dict[str, str]:
        """The fields of a right row that were left blank, with what they can only be."""
        filled = row.filled.items() if row.is_right else ()
        return {name: value for name, value in filled if row.is_filled(name)}

    @property
    def columns(self) -> Sequence[Any]:
        """Whose points or tricks stand in the columns: the sides, if nothing else is on paper."""
        prompts = [prompt for row in self.sheet.rows for prompt in numbers_in(row)]
        return prompts[0].owners(None) if prompts else self.sheet.standing.table.seats

    @property
    def has_signs(self) -> bool:
        """Whether a number on the sheet can be negative: its totals, if nothing else."""
        game = self.sheet.game
        return game.points_as_said or not (game.only_gains or game.wins_together)

    @cached_property
    def contract_keys(self) -> list[ContractKey]:
        """The keys for what a row was played for, if the points on the sheet depend on it."""
        begun = self.sheet.begun.with_events()
        while (prompt := begun.standing.prompt) and isinstance(prompt, Player):
            begun = begun.accept(Event("entry", prompt.deal, prompt.key, prompt.seats[0].index))
        if not isinstance(prompt, Choose):
            return []
        keys = []
        for option, name in prompt.options.items():
            after = begun.with_events(Event("entry", prompt.deal, prompt.key, option))
            on_paper = after.standing.paper_prompt
            if isinstance(on_paper, PaperPoints):
                total = on_paper.totals[0] if len(on_paper.totals) == 1 else None
                icon = prompt.icons.get(option)
                keys.append(
                    ContractKey(option, name, icon, total, on_paper.sign, on_paper.is_one_sign)
                )
        return keys


def has_its_numbers(row: PaperRow) -> bool:
    """Whether every number of a row is typed, so that only what it was played for is missing."""
    prompts = [prompt for prompt in row.prompts if isinstance(prompt, PaperPoints)]
    return all(has_all_numbers(prompt, row.fields) for prompt in prompts)


def numbers_in(row: PaperRow) -> list[Any]:
    """The questions of a row that have a value for each column."""
    return [prompt for prompt in row.prompts if prompt.kind not in WITHOUT_NUMBERS]
