"""Repairs: another order of the seats, other names from a deal on, and a pause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import PLAYERS, Answered, Changes, Event, Problem, Refused, Text, _
from app.scoring.game import tidy_name
from app.scoring.prompts import Order
from app.scoring.prompts.base import whole
from app.scoring.prompts.players import seat_problem
from app.scoring.seating import is_held_up, reseating, seats_prompt
from app.web.found import Found, find
from app.web.matches import MOVED_ON, is_stale, overtaken, record, show
from app.web.pages import connection

bp = Blueprint("repairs", __name__, url_prefix="/matches/<int:match_id>")

SHOWN_NAMES = 24
ENTERED_MEANWHILE = _("Meanwhile something else was entered. Look at the changes once more.")
SAME_ORDER = _("That is the order you sit in already: nothing would change.")
SAME_NAMES = _("Those are the names from that deal on already: nothing would change.")


# --- seats --------------------------------------------------------------------------------------


@bp.get("/seats")
def show_seats(match_id: int) -> ResponseReturnValue:
    """Ask in which order the players really sit, unless there is a reason not to."""
    return show_order(find(match_id), {})


@bp.post("/seats")
def reseat(match_id: int) -> ResponseReturnValue:
    """Show what another order would change; with `save` in the form, keep it."""
    found = find(match_id)
    if hindrance(found):
        return show_order(found, {}), 422
    seated = found.seating_for(request.form)
    prompt = seats_prompt(found.game, seated)
    try:
        typed: list[int] = prompt.accept(request.form)
    except Refused as refused:
        return show_order(found, request.form, refused.problems), 422
    order = [found.seating.begun.index(seated.begun[seat]) for seat in typed]
    if order == sorted(order):
        return show_order(found, prompt.fill(order), notice=SAME_ORDER), 422
    event = reseating(found.game, found.match.players, found.match.events, order)
    if not request.form.get("save"):
        return show_changes(found, order, event)
    if is_stale(found):
        return show_changes(found, order, event, ENTERED_MEANWHILE), 409
    try:
        found.append(event)
    except store.Overtaken:
        return show_order(find(match_id), {}, notice=MOVED_ON), 409
    return redirect(url_for("matches.show_match", match_id=match_id), 303)


def hindrance(found: Found) -> Text | None:
    """Why the seats cannot be put in another order now."""
    if len(found.seating.seats) == 1:
        return _("One player has no order of seats: there is nothing to repair.")
    waiting = found.standing.prompt
    if waiting and is_held_up(found.standing):
        return _(
            "Deal {number} asks again: “{question}”. Answer that first: what was entered after it"
            " waits for it.",
            number=waiting.deal,
            question=waiting.ask,
        )
    return None


def show_order(
    found: Found,
    typed: Mapping[str, str],
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
) -> str:
    """The form for the order of the seats, or why there is none."""
    return render_template(
        "match/seats.html",
        found=found,
        match=found.match,
        prompt=seats_prompt(found.game, found.seating),
        typed=typed,
        problems=problems,
        notice=notice,
        hindrance=hindrance(found),
    )


def show_changes(
    found: Found, order: Sequence[int], event: Event, notice: Text | None = None
) -> str:
    """What another order would change, before it is saved."""
    prompt: Order = seats_prompt(found.game, found.seating)
    return render_template(
        "match/changes.html",
        found=found,
        match=found.match,
        asked=Answered(prompt, list(range(len(order)))),
        new=Answered(prompt, order),
        changes=Changes(found.standing, found.stand_after(event)),
        typed=list(prompt.fill(list(order)).items()),
        action=url_for("repairs.reseat", match_id=found.id),
        back=url_for("matches.show_match", match_id=found.id),
        notice=notice,
    )


# --- names --------------------------------------------------------------------------------------


@bp.get("/players")
def show_players(match_id: int) -> ResponseReturnValue:
    """The names as they are, to be changed from a deal on."""
    return show_names(find(match_id), {})


@bp.post("/players")
def rename(match_id: int) -> ResponseReturnValue:
    """Keep other names from a deal on, or say what is wrong with them."""
    found = find(match_id)
    if is_stale(found):
        return show_names(find(match_id), moved_names(found), notice=MOVED_ON), 409
    seats = found.seating.seats
    deal = whole(request.form.get("from", ""))
    if deal not in deals_to_change_from(found):
        last = max(deals_to_change_from(found))
        said = _("Names change from the beginning, or from a deal up to deal {last}.", last=last)
        return show_names(found, request.form, {"from": Problem(said)}), 422
    assert isinstance(deal, int)
    typed = [tidy_name(request.form.get(f"players.{seat.index}", str(seat.name))) for seat in seats]
    if unreadable := found.game.seating_problems(typed):
        return show_names(found, request.form, at_seats(unreadable)), 422
    names = found.seating.rename_to(deal, typed)
    if found.seating.renamed(deal, names).spans == found.seating.spans:
        return show_names(found, request.form, notice=SAME_NAMES), 422
    if problems := found.seating.renaming_problems(found.game, deal, names):
        return show_names(found, request.form, at_seats(problems)), 422
    try:
        found.append(Event("correction", deal, PLAYERS, names))
    except store.Overtaken:
        return show_names(find(match_id), moved_names(find(match_id)), notice=MOVED_ON), 409
    return redirect(url_for("matches.show_match", match_id=match_id), 303)


def at_seats(problems: Sequence[Problem]) -> dict[int | str, Problem]:
    """Each problem by the seat that it concerns."""
    return {"players" if problem.at is None else problem.at: problem for problem in problems}


def deals_to_change_from(found: Found) -> list[int]:
    """The deals from which a name can change, the latest first; 0 is the beginning."""
    return [*range(len(found.standing.deals), 1, -1), 0]


def moved_names(found: Found) -> dict[str, str]:
    """What was typed into a form that is too old, each name where its player sits now."""
    typed = {"from": request.form.get("from", "")}
    order = found.seating.order_from(found.seating_for(request.form))
    for seat, old in enumerate(order):
        if (name := request.form.get(f"players.{old}")) is not None:
            typed[f"players.{seat}"] = name
    return typed


def show_names(
    found: Found,
    typed: Mapping[str, str],
    problems: Mapping[int | str, Problem] | None = None,
    notice: Text | None = None,
) -> str:
    """The form for other names."""
    deals = deals_to_change_from(found)
    usual = deals[-1] if found.standing.is_over else deals[0]
    return render_template(
        "match/players.html",
        found=found,
        match=found.match,
        seats=found.seating.seats,
        deals=deals,
        usual=usual,
        came={change.deal: change for change in found.seating.renames},
        known=store.known_players(connection(), SHOWN_NAMES),
        typed=typed,
        problems=problems or {},
        notice=notice,
    )


# --- a pause ------------------------------------------------------------------------------------


@bp.get("/pause")
def show_pause(match_id: int) -> ResponseReturnValue:
    """Ask who is away; a match that is paused or over has nothing to pause."""
    found = find(match_id)
    if found.pause or found.standing.is_over:
        return redirect(url_for("matches.show_match", match_id=match_id), 303)
    return render_template("match/pause.html", found=found, match=found.match)


@bp.post("/pause")
def pause(match_id: int) -> ResponseReturnValue:
    """Stop until everyone is back; `away` are the seats that the table waits for."""
    found = find(match_id)
    waiting = found.standing.prompt
    if waiting is None:
        return show(found, notice=_("The match is over: there is nothing to pause.")), 422
    if found.pause:
        return show(found, notice=_("The match is paused already.")), 409
    if is_stale(found):
        return overtaken(found)
    away = list(dict.fromkeys(whole(seat) for seat in request.form.getlist("away")))
    for seat in away:
        if problem := seat_problem(seat, found.seating.seats):
            return show(found, notice=problem), 422
    return record(found, Event("pause", waiting.deal, "", sorted(map(int, away))))


@bp.post("/resume")
def resume(match_id: int) -> ResponseReturnValue:
    """Go on where the match was paused; what was typed meanwhile stands in the form again."""
    found = find(match_id)
    typed = {name: value for name, value in request.form.items() if name != "after"}
    if found.pause is None:
        return show(found, typed=typed or None, notice=_("The match goes on already.")), 409
    if is_stale(found):
        return show(found, notice=MOVED_ON, kept=typed), 409
    waiting = found.standing.prompt
    assert waiting is not None, "a match that is over is not paused"
    event = Event("resume", waiting.deal)
    if not typed:
        return record(found, event)
    try:
        found.append(event)
    except store.Overtaken:
        return show(find(match_id), notice=MOVED_ON, kept=typed), 409
    return show(found, typed=typed)
