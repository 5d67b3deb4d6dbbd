"""Seats and names put right late: another order of the seats, other names from a deal on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import PLAYERS, AnsweredPrompt, Event, Match, Problem, Refused, Text, _
from app.scoring.game import normalise_name
from app.scoring.match.seating import is_in_order
from app.scoring.model.seats import UNNAMED
from app.scoring.prompts.base import Form, parse_whole
from app.web.core.access import this_club
from app.web.core.initials import Initials
from app.web.core.services import connection
from app.web.match.cache import append_events, get_match_or_404, is_stale, seating_of_form
from app.web.match.correct import ChangesInWords
from app.web.match.page import STALE, STALE_CHANGES, MatchPage, redirect_back

bp = Blueprint("seats", __name__, url_prefix="/matches/<int:match_id>")

SHOWN_NAMES = 24
SAME_ORDER = _("That is the order you sit in already: nothing would change.")
SAME_NAMES = _("Those are the names from that deal on already: nothing would change.")


# --- seats --------------------------------------------------------------------------------------


@bp.get("/seats")
def show_seats(match_id: int) -> ResponseReturnValue:
    """Ask in which order the players really sit, unless there is a reason not to."""
    return show_order(get_match_or_404(match_id), {})


@bp.post("/seats")
def reseat(match_id: int) -> ResponseReturnValue:
    """Show what another order would change; with `save` in the form, keep it."""
    match = get_match_or_404(match_id)
    if match.reseating_hindrance:
        return show_order(match, {}), 422
    seating = seating_of_form(match)
    prompt = match.seats_prompt
    try:
        typed: list[int] = prompt.accept(request.form)
    except Refused as refused:
        return show_order(match, request.form, refused.problems), 422
    # What was tapped are seats of that page: each of them is a person, who may sit elsewhere now.
    order = [match.seating.starting_seats.index(seating.starting_seats[seat]) for seat in typed]
    if is_in_order(order):
        return show_order(match, prompt.fill(order), notice=SAME_ORDER), 422
    if not request.form.get("save"):
        return show_changes(match, order)
    if is_stale(match):
        return show_changes(match, order, STALE_CHANGES), 409
    try:
        after = append_events(match, match.reseating(order))
    except store.Overtaken:
        return show_order(get_match_or_404(match_id), {}, notice=STALE), 409
    return redirect_back(after)


def show_order(
    match: Match,
    typed: Form,
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
) -> str:
    """The form for the order of the seats, or why there is none."""
    return render_template(
        "match/seats.html",
        match=match,
        prompt=match.seats_prompt,
        initials=Initials(match.seating.seats),
        typed=typed,
        problems=problems,
        rule="",
        notice=notice,
        hindrance=match.reseating_hindrance,
    )


def show_changes(match: Match, order: list[int], notice: Text | None = None) -> str:
    """What another order would change, before it is saved."""
    prompt = match.seats_prompt
    after = match.would_be(match.reseating(order)).standing
    new = AnsweredPrompt(prompt, order)
    return MatchPage(match).render(
        "match/changes.html",
        prompt=prompt,
        earlier=AnsweredPrompt(prompt, list(range(len(order)))),
        changes=ChangesInWords(match.standing, after, new=new),
        typed=list(prompt.fill(order).items()),
        action=url_for("seats.reseat", match_id=match.id),
        back_url=url_for("play.show_match", match_id=match.id),
        notice=notice,
    )


# --- names --------------------------------------------------------------------------------------


@bp.get("/players")
def show_players(match_id: int) -> ResponseReturnValue:
    """The names as they are, to be changed from a deal on."""
    return show_names(get_match_or_404(match_id), {})


@bp.post("/players")
def rename(match_id: int) -> ResponseReturnValue:
    """Keep other names from a deal on, or say what is wrong with them."""
    match = get_match_or_404(match_id)
    if is_stale(match):
        return show_names(match, moved_names(match), notice=STALE), 409
    deal = parse_whole(request.form.get("from", ""))
    if not isinstance(deal, int) or deal not in match.deals_to_rename_from:
        return show_names(match, request.form, match.problems(renaming(-1, []))), 422
    game, present = match.game, match.seating.present
    typed = typed_names(match)
    # What cannot be read would be taken for a name left as it is, so that is refused first.
    if unreadable := game.seating_problems(typed, accepted=present):
        return show_names(match, request.form, unreadable), 422
    event = renaming(deal, match.seating.rename_to(deal, typed))
    if match.would_be(event).seating.spans == match.seating.spans:
        return show_names(match, request.form, notice=SAME_NAMES), 422
    if problems := match.problems(event):
        return show_names(match, request.form, problems), 422
    try:
        after = append_events(match, event)
    except store.Overtaken:
        match = get_match_or_404(match_id)
        return show_names(match, moved_names(match), notice=STALE), 409
    return redirect_back(after)


@bp.post("/players/names")
def check_names(match_id: int) -> ResponseReturnValue:
    """What is wrong with the names as they are being typed, beside the seat of each."""
    match = get_match_or_404(match_id)
    names, present = typed_names(match), match.seating.present
    problems = {
        problem.at: problem for problem in match.game.seating_problems(names, accepted=present)
    }
    return render_template("start/_names.html", places=range(len(present)), problems=problems)


def typed_names(match: Match) -> list[str]:
    """The name in each field of the form; a seat without one keeps its own, or none."""
    names = []
    for seat, name in enumerate(match.seating.present):
        typed = normalise_name(request.form.get(f"players.{seat}", name))
        # What is kept for a seat without a name is no name that anybody can give.
        is_none = not typed or (typed in UNNAMED and typed != name)
        names.append((name if name in UNNAMED else "") if is_none else typed)
    return names


def renaming(deal: int, names: list[str | None]) -> Event:
    """The line that gives each seat a name from a deal on, None for the one it has."""
    return Event("correction", deal, PLAYERS, names)


def moved_names(match: Match) -> Mapping[str, str]:
    """What was typed into a form that is too old, each name where its player sits now."""
    typed = {"from": request.form.get("from", "")}
    order = match.seating.order_from(seating_of_form(match))
    for seat, old in enumerate(order):
        if (name := request.form.get(f"players.{old}")) is not None:
            typed[f"players.{seat}"] = name
    return typed


def show_names(
    match: Match,
    typed: Form,
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
) -> str:
    """The form for other names; each problem stands beside its seat, or the deal."""
    known = store.recent_players(connection(), this_club(), SHOWN_NAMES)
    return render_template(
        "match/players.html",
        match=match,
        seats=match.seating.seats,
        initials=Initials(match.seating.seats),
        deals=match.deals_to_rename_from,
        known_names=[name for name in known if name not in UNNAMED],
        unnamed=UNNAMED,
        typed=typed,
        problems={"players" if p.at is None else p.at: p for p in problems},
        notice=notice,
    )
