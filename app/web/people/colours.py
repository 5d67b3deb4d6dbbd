"""The colours of a club: which somebody has, and who has which."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.scoring import Text, _
from app.scoring.model.seats import HUE_NAMES, HUES
from app.scoring.prompts.base import parse_whole
from app.store.people import colours, people
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.listed_players import players_of
from app.web.core.services import connection, publish
from app.web.people.players import apply_or_404, person_or_404, redirect_with_notice

bp = Blueprint("colours", __name__, url_prefix="/players/<int:person_id>/colour")


@bp.get("")
def show(person_id: int) -> ResponseReturnValue:
    """The eight colours, each with who has it."""
    return render_colours(person_id)


@bp.post("")
def choose(person_id: int) -> ResponseReturnValue:
    """Draw somebody in another colour in every match; 422 with one that there is not.

    With `undo` it is the one of before: 0 for that of their number.
    """
    person, is_undo = own_person_or_404(person_id), "undo" in request.form
    colour = parse_whole(request.form.get("colour", ""))
    if not isinstance(colour, int) or not (0 if is_undo else 1) <= colour <= HUES:
        problem = _("The colours are numbered from 1 to {most}.", most=HUES)
        return render_colours(person_id, problem), 422
    if colour == person.hue:
        return redirect(url_for("players.show_players"), 303)
    apply_or_404(colours.choose_colour, person_id, colour)
    publish()
    return (
        redirect_with_notice("colour-back", person_id)
        if is_undo
        else redirect_with_notice("coloured", person_id, was=person.colour)
    )


def own_person_or_404(person_id: int) -> Person:
    """The person with this number; 404 also if they were merged: who stands for both has the
    colour."""
    person = person_or_404(person_id)
    return abort(404) if person.merged_into else person


def render_colours(person_id: int, problem: Text | None = None) -> str:
    """The form for another colour, with what is wrong with one that was sent."""
    person = own_person_or_404(person_id)
    players = players_of(people.list_people(connection(), this_club()))
    return render_template(
        "people/colour.html",
        person=person,
        colours=[
            (hue, name, [player for player in players if player.person.hue == hue])
            for hue, name in enumerate(HUE_NAMES, start=1)
        ],
        problem=problem,
    )
