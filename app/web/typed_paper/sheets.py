"""A finished sheet of paper that is typed in: players and date, then its rows, then the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.dates import parse_moment
from app.games import GAMES
from app.scoring import Event, Game, Line, Match, Problem, Text, _
from app.scoring.match.paper_sheet import PaperSheet, is_on_sheet
from app.store.matches import matches
from app.store.people import colours
from app.web.core.access import this_club
from app.web.core.idempotency import form_digest, uuid_of_form
from app.web.core.page.accepted_dates import parse_day, problem_of_day
from app.web.core.page.written_dates import full_day
from app.web.core.rate_limits import reads_only, stores
from app.web.core.services import connection, services
from app.web.match.repository import summary_of
from app.web.new_match.new_match import NewMatch, read_form, show_form
from app.web.new_match.seat_names import with_chosen_people
from app.web.new_match.set_up import with_changes
from app.web.typed_paper.page import PaperPage

bp = Blueprint("paper_sheets", __name__, url_prefix="/matches/typed")

HOUR = time(20)
"""When a match of an evening is taken to have begun, if only its day is known."""
OF_THE_PAGE = {"once", "do", "at", "ended", "fit"}
"""Fields of the form that its page has itself, beside those of the rows and of the foot."""


@bp.get("")
def choose_game() -> ResponseReturnValue:
    """The games of which a finished sheet can be typed in."""
    return render_template("typed_paper/sheets.html", games=games_with_paper())


@bp.get("/new")
def form() -> ResponseReturnValue:
    """The form for who played when, by which house rules."""
    game = game_or_404(request.args)
    fields = {**game.house_rules.fill({}), **house_fields(game)}
    fields = with_changes(game, {**fields, **request.args})
    return show_form(game, with_chosen_people(fields), on_paper=True)


@bp.get("/sheet")
def show_sheet() -> ResponseReturnValue:
    """The empty sheet of these players; 422 with the form if they cannot be right. Without a game,
    the choice of one."""
    if "game" not in request.args:
        # The address of a sheet that was checked, opened again.
        return redirect(url_for("paper_sheets.choose_game"))
    return show(PaperSetup(game_or_404(request.args), request.args))


@bp.post("/rows")
@reads_only
def check_rows() -> ResponseReturnValue:
    """What follows from the rows as they are typed so far: the marks, the faults and the totals.

    422 with the form for the players if these cannot be right.
    """
    setup = PaperSetup(game_or_404(request.form), request.form)
    if setup.problems:
        return show_form(setup.game, setup.fields, setup.problems, on_paper=True), 422
    page = PaperPage(sheet_of(setup), wants="", at=request.form.get("at", ""))
    return render_template("typed_paper/_checked.html", page=page, setup=setup, **page.context)


@bp.post("/sheet")
@stores("match")
def check_sheet() -> ResponseReturnValue:
    """Check the rows, compare the totals, or save the match: whatever the form wants (`do`). A
    number that would put a row right (`fit`) is written first.

    422 with every fault in its place. Nothing is written before it is saved.
    """
    fields = dict(request.form.items())
    field, _sign, number = fields.get("fit", "").partition("=")
    if is_on_sheet(field):
        fields[field] = number
    return show(PaperSetup(game_or_404(fields), fields))


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
        day = full_day(self.day) if self.day else ""
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
    if problem := problem_of_day(text, full_day):
        return None, Problem(problem)
    return parse_day(text), None


def show(setup: PaperSetup) -> ResponseReturnValue:
    """Do with a sheet what the form wants, and show how far it has come."""
    if setup.problems:
        return show_form(setup.game, setup.fields, setup.problems, on_paper=True), 422
    sheet = sheet_of(setup)
    page = PaperPage(sheet, wants=setup.fields.get("do", ""))
    if sheet.match and page.wants == "save":
        return save(setup, sheet.match)
    shown = render_template("typed_paper/sheet.html", page=page, setup=setup, **page.context)
    return shown, 422 if page.is_refused else 200


def sheet_of(setup: PaperSetup) -> PaperSheet:
    """The sheet of these players, as far as it is typed."""
    return PaperSheet(
        setup.game,
        setup.new.names,
        setup.new.rules,
        setup.fields,
        ended=bool(setup.fields.get("ended")),
        colours=colours.colours_of_names(connection(), this_club(), setup.new.names),
    )


def save(setup: PaperSetup, match: Match) -> ResponseReturnValue:
    """Store the match of a sheet, unless this very form has done so, and redirect to it."""

    def store_match() -> str:
        setup.new.free_names()
        match_id = matches.save_match(
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
    first = parse_moment(began)
    return [
        Line(event, (first + timedelta(milliseconds=n)).isoformat(timespec="milliseconds"), n + 1)
        for n, event in enumerate(events)
    ]
