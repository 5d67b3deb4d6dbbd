"""A finished sheet of paper that is typed in: players and date, then its rows, then the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date

from app import store
from app.games import GAMES
from app.scoring import Event, Game, Group, Line, Match, Problem, Prompt, Text, _, _n
from app.scoring.match.paper_sheet import PaperRow, PaperSheet
from app.scoring.model.cards import SIGN_OF_SUIT, SIGNS
from app.scoring.prompts import Choose, PaperPoints, Player
from app.scoring.prompts.base import parse_whole
from app.web.club.new_match import NewMatch, read_form, show_form
from app.web.core.access import this_club
from app.web.core.idempotency import form_digest, uuid_of_form
from app.web.core.initials import Initials
from app.web.core.services import connection, services
from app.web.match.repository import summary_of

bp = Blueprint("paper_sheets", __name__, url_prefix="/matches/typed")

HOUR = time(20)
"""When a match of an evening is taken to have begun, if only its day is known."""
EARLIEST = date(1900, 1, 1)
OF_THE_PAGE = {"once", "do"}
"""Fields of the form that are neither on the sheet nor about it."""


@bp.get("")
def choose_game() -> ResponseReturnValue:
    """The games of which a finished sheet can be typed in."""
    return render_template("club/paper_sheets.html", games=games_with_paper())


@bp.get("/new")
def form() -> ResponseReturnValue:
    """The form for who played when, by which house rules."""
    game = game_or_404(request.args)
    fields = {**game.house_rules.fill({}), **house_fields(game)}
    return show_form(game, {**fields, **request.args}, on_paper=True)


@bp.get("/sheet")
def show_sheet() -> ResponseReturnValue:
    """The empty sheet of these players; 422 with the form if they cannot be right."""
    return show(PaperSetup(game_or_404(request.args), request.args))


@bp.post("/sheet")
def check_sheet() -> ResponseReturnValue:
    """Check the rows, compare the totals, or save the match: whatever the form wants (`do`).

    422 with every fault in its place. Nothing is written before it is saved.
    """
    return show(PaperSetup(game_or_404(request.form), request.form))


def games_with_paper() -> list[Game]:
    """The games whose sheet can be typed in."""
    return [game for game in GAMES.values() if game.sheet.paper]


def game_or_404(fields: Mapping[str, str]) -> Game:
    """The game that the fields name; abort with 404 if no sheet of it can be typed in."""
    game = GAMES.get(fields.get("game", ""))
    return game if game and game.sheet.paper else abort(404)


def house_fields(game: Game) -> dict[str, str]:
    """The fields of the house rules that every sheet of a game needs."""
    house = game.sheet.paper.house if game.sheet.paper else {}
    rules = [rule for rule, _usual in game.house_rules.rules if rule.key in house]
    return {name: text for rule in rules for name, text in rule.fill(house[rule.key]).items()}


class PaperSetup:
    """Who played when, by which house rules, as the fields before the sheet say."""

    def __init__(self, game: Game, fields: Mapping[str, str]) -> None:
        self.game = game
        self.fields = {**fields, **house_fields(game)}
        self.new: NewMatch = read_form(game, self.fields, fields.get("utc_offset", ""))
        self.day, fault = read_day(fields.get("date", ""))
        self.problems: dict[int | str, Problem] = {**self.new.problems}
        if fault:
            self.problems["date"] = fault

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The fields that go on with the sheet."""
        return [
            (name, value)
            for name, value in self.fields.items()
            if name not in OF_THE_PAGE and not is_on_sheet(name)
        ]

    @property
    def key(self) -> str:
        """What the sheet is kept by as a draft: the query of its address."""
        return urlencode(self.hidden)

    @property
    def form_url(self) -> str:
        """The address of the form for what is known before the sheet, as it was filled in."""
        return f"{url_for('paper_sheets.form')}?{self.key}"

    @property
    def title(self) -> Text:
        """What the sheet is called."""
        day = format_date(self.day, "d MMMM y") if self.day else ""
        return _("paper sheet of {day}", day=day)

    @property
    def began(self) -> str:
        """When the match is taken to have begun (ISO, UTC): in the evening of its day."""
        assert self.day is not None, "the date was checked"
        evening = datetime.combine(self.day, HOUR, UTC)
        evening -= timedelta(minutes=self.new.utc_offset or 0)
        return min(evening, datetime.now(UTC)).isoformat(timespec="milliseconds")


def read_day(text: str) -> tuple[date | None, Problem | None]:
    """The date of a sheet, or what is wrong with it."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return None, Problem(_("When was it played? A date is needed, such as 2024-05-03."))
    # Somewhere it is tomorrow already.
    if not EARLIEST <= day <= datetime.now(UTC).date() + timedelta(days=1):
        return None, Problem(_("Nothing can have been played on that day."))
    return day, None


def is_on_sheet(name: str) -> bool:
    """Whether a field is one of the rows, or of the foot of the sheet."""
    first, dot, _rest = name.partition(".")
    return (bool(dot) and (first.isdecimal() or first == "total")) or name == "ended"


def show(setup: PaperSetup) -> ResponseReturnValue:
    """Do with a sheet what the form wants, and show how far it has come."""
    game, fields = setup.game, setup.fields
    if setup.problems:
        return show_form(game, fields, setup.problems, on_paper=True), 422
    names = setup.new.names
    sheet = PaperSheet(
        game,
        names,
        setup.new.rules,
        fields,
        ended=bool(fields.get("ended")),
        colours=store.colours_of_names(connection(), this_club(), names),
    )
    page = PaperPage(setup, sheet, fields.get("do", ""))
    if sheet.match and page.wants == "save":
        return save(setup, sheet.match)
    template = "club/_paper_checked.html" if request.headers.get("HX-Request") else ""
    shown = render_template(template or "club/paper_sheet.html", page=page, **page.context)
    return shown, 422 if page.is_refused and not template else 200


def save(setup: PaperSetup, match: Match) -> ResponseReturnValue:
    """Store the match of a sheet, unless this very form has done so, and redirect to it."""

    def store_match() -> str:
        match_id = store.save_match(
            connection(),
            this_club(),
            match.game.key,
            match.players,
            setup.began,
            dated(match.events, setup.began),
            uuid=uuid_of_form(),
            utc_offset=setup.new.utc_offset,
            by_date=True,
            summary=summary_of(match),
        )
        return url_for("play.show_match", match_id=match_id)

    return redirect(services().request_ids.get_or_create(form_digest(), store_match), 303)


def dated(events: Iterable[Event], began: str) -> list[Line]:
    """The lines of a log that begins at a moment, each a change of its own."""
    first = store.parse_moment(began)
    return [
        Line(event, (first + timedelta(milliseconds=n)).isoformat(timespec="milliseconds"), n + 1)
        for n, event in enumerate(events)
    ]


@dataclass(frozen=True)
class ContractKey:
    """A key that names what a row was played for: what its points add up to, if that is one
    number, and their sign."""

    key: str
    name: Text
    icon: str | None
    total: int | None
    sign: int


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
    """What is shown of a sheet that is being typed in."""

    shown_messages = 3
    suit_signs = SIGNS

    def __init__(self, setup: PaperSetup, sheet: PaperSheet, wants: str) -> None:
        self.setup, self.sheet, self.wants = setup, sheet, wants

    @property
    def context(self) -> dict[str, Any]:
        """What its templates call by name."""
        return {
            "game": self.setup.game,
            "sheet": self.sheet,
            "setup": self.setup,
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
            _(
                "{name}: the deals make {points}, the sheet says {typed}.",
                name=total.name,
                points=self._total_text(total.points),
                typed=self._total_text(parse_whole(total.typed[:40])),
            )
            for total in self.sheet.totals
            if total.typed and not total.is_same
        ]

    def _total_text(self, total: int | str | None) -> Text:
        """A total as pages of its game show it, or what was typed instead of one."""
        if total is None:
            return _("nothing")
        if isinstance(total, str) or self.setup.game.wins_together:
            return _("{total}", total=total)
        return _("{total}", total=self.setup.game.signed_total(total))

    @property
    def messages(self) -> list[tuple[int, Text]]:
        """What cannot be right, with the number of the row."""
        sheet = self.sheet
        faults = [
            (row.number, fault.message) for row in sheet.faults for _key, fault in row.problems
        ]
        if sheet.beyond:
            words = _("The match was over after deal {last}.", last=sheet.rows[-1].number)
            faults.append((sheet.beyond, words))
        return faults + [
            (row.number, row.unchosen.ask)
            for row in sheet.rows
            if row.unchosen and not row.problems and has_all_numbers(row)
        ]

    @property
    def left(self) -> Text:
        """What is still to be done before the match is whole, for the button."""
        sheet = self.sheet
        faults = len(sheet.faults) + bool(sheet.beyond)
        typing = _n("{n} deal to type", "{n} deals to type", sheet.to_type)
        if faults and sheet.to_type:
            return _("{typing}, {n} to look at", typing=typing, n=faults)
        if faults:
            return _n("{n} deal to look at", "{n} deals to look at", faults)
        if sheet.to_type or sheet.match:
            return typing
        return _("The match goes on: type the next deal")

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
        names = self.setup.game.sheet.paper.names if self.setup.game.sheet.paper else {}
        lines = []
        for prompt in numbers_in(row):
            if prompt.kind == "figures":
                lines += [PaperLine(column.name, prompt, column) for column in prompt.columns]
            elif not getattr(prompt, "single", None):
                lines.append(PaperLine(names.get(prompt.key), prompt))
        return lines

    @property
    def has_lines(self) -> bool:
        """Whether rows have several lines, each with its name."""
        return any(len(self.lines_of(row)) > 1 for row in self.sheet.rows)

    def single_prompts_of(self, row: PaperRow) -> list[Any]:
        """The questions of a row that have one value for all, such as a card set aside."""
        return [prompt for prompt in numbers_in(row) if getattr(prompt, "single", None)]

    def choice_of(self, row: PaperRow) -> str:
        """What a row was played for, if that is said."""
        keys = [prompt.key for prompt in row.prompts if prompt.kind == "choose"]
        return row.shown(keys[0]) if keys else ""

    def option_name(self, option: str, prompt: Choose) -> Text:
        """What an option is called, also one that cannot be chosen in its row; suits are signs."""
        if option in SIGN_OF_SUIT:
            return SIGN_OF_SUIT[option]
        every = {key.key: key.name for key in self.contract_keys}
        return prompt.options.get(option) or every.get(option) or _("{option}", option=option)

    def names_deal(self, number: int, words: Text) -> bool:
        """Whether a message says itself which deal it is about."""
        return words.parts.get("deal") == number

    @property
    def columns(self) -> Sequence[Any]:
        """Whose points or tricks stand in the columns: the sides, if nothing else is on paper."""
        prompts = [prompt for row in self.sheet.rows for prompt in numbers_in(row)]
        return prompts[0].owners(None) if prompts else self.sheet.standing.table.seats

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
                keys.append(ContractKey(option, name, icon, total, on_paper.sign))
        return keys


def has_all_numbers(row: PaperRow) -> bool:
    """Whether every number of a row is typed, so that only what it was played for is missing."""
    return all(
        row.fields.get(prompt.field_of(owner), "").strip()
        for prompt in numbers_in(row)
        for owner in prompt.owners(None)
        if prompt.kind == "points"
    )


def numbers_in(row: PaperRow) -> list[Any]:
    """The questions of a row that have a value for each column."""
    return [prompt for prompt in row.prompts if prompt.kind not in ("choose", "player")]
