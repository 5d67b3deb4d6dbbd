"""Seats and names put right late: another order of the seats, other names from a deal on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from app.languages import plain
from app.letters import initials_of
from app.scoring import PLAYERS, AnsweredPrompt, Event, Match, Problem, Refused, Text, _
from app.scoring.game import name_key, normalise_name
from app.scoring.match.seating import is_in_order
from app.scoring.match.turn import NOTHING_TYPED
from app.scoring.model.seats import has_name
from app.scoring.prompts.base import Form, parse_whole
from app.store.matches.log import Overtaken
from app.store.people import naming, people, seatings
from app.web.core.access import this_club, works_away
from app.web.core.page.text import Initials
from app.web.core.rate_limits import reads_only
from app.web.core.services import connection
from app.web.match.change_preview import ChangesInWords
from app.web.match.page import STALE, STALE_CHANGES, MatchPage, redirect_back
from app.web.match.repository import append_events, get_match_or_404, is_stale, seating_of_form

bp = works_away(Blueprint("seats", __name__, url_prefix="/matches/<int:match_id>"))

SHOWN_NAMES = 24
SAME_ORDER = _("You already sit in this order: nothing would change.")
SAME_NAMES = _("These are already the names from that deal on: nothing would change.")


@bp.get("/seats")
def show_seats(match_id: int) -> ResponseReturnValue:
    """Ask in which order the players really sit, unless there is a reason not to."""
    return render_order(get_match_or_404(match_id))


@bp.post("/seats")
def reseat(match_id: int) -> ResponseReturnValue:
    """Show what another order would change; with `save` in the form, save it."""
    match = get_match_or_404(match_id)
    if match.why_cannot_reseat:
        return render_order(match), 422
    prompt, form_seating = match.seats_prompt, seating_of_form(match)
    try:
        typed: list[int] = prompt.accept(request.form)
    except Refused as refused:
        return render_order(match, request.form, refused.problems), 422
    # The order begins with who dealt first, wherever they sit on the drawing of the table.
    chosen = parse_whole(request.form.get("first", "0"))
    first = chosen if isinstance(chosen, int) and 0 <= chosen < len(typed) else 0
    # What was tapped are seats of that page: each of them is a person, who may sit elsewhere now.
    order = [
        match.seating.starting_seats.index(form_seating.starting_seats[seat])
        for seat in typed[first:] + typed[:first]
    ]
    if is_in_order(order):
        return render_order(match, prompt.fill(order), notice=SAME_ORDER), 422
    if not request.form.get("save"):
        return render_changes(match, order)
    if is_stale(match):
        return render_changes(match, order, STALE_CHANGES), 409
    try:
        after = append_events(match, match.reseating(order))
    except Overtaken:
        return render_order(get_match_or_404(match_id), notice=STALE), 409
    return redirect_back(after)


def render_order(
    match: Match,
    typed: Form = NOTHING_TYPED,
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
) -> str:
    """The form for the order of the seats, or why there is none."""
    return MatchPage(match).render(
        "match/seats.html",
        prompt=match.seats_prompt,
        initials=Initials(match.seating.seats),
        typed=typed,
        problems=problems,
        rule="",
        notice=notice,
    )


def render_changes(match: Match, order: list[int], notice: Text | None = None) -> str:
    """Render what another order of the seats would change, before it is saved."""
    prompt = match.seats_prompt
    after = match.with_events(match.reseating(order)).standing
    earlier, new = AnsweredPrompt(prompt, list(range(len(order)))), AnsweredPrompt(prompt, order)
    return MatchPage(match).render(
        "match/changes.html",
        prompt=prompt,
        corrected=[(earlier, new)],
        changes=ChangesInWords(match.standing, after, order, new=new),
        typed=prompt.fill(order),
        notice=notice,
    )


@bp.get("/players")
def show_players(match_id: int) -> ResponseReturnValue:
    """The names as they are, to be changed from a deal on."""
    return render_names(get_match_or_404(match_id))


@bp.post("/players")
def rename(match_id: int) -> ResponseReturnValue:
    """Save other names from a deal on; 422 with what is wrong with them."""
    match = get_match_or_404(match_id)
    if is_stale(match):
        return render_names(match, reseated_names(match), notice=STALE), 409
    deal = parse_whole(request.form.get("from", ""))
    if not isinstance(deal, int) or deal not in match.deals_to_rename_from:
        no_such_deal = match.problems(Event("correction", -1, PLAYERS, []))
        return render_names(match, request.form, no_such_deal), 422
    names = names_of_form(match, request.form)
    # What cannot be read would be taken for a name left as it is, so that is refused first.
    if unreadable := names_problems(match, names):
        return render_names(match, request.form, unreadable), 422
    event = Event("correction", deal, PLAYERS, match.seating.rename_to(deal, names))
    if match.with_events(event).seating.spans == match.seating.spans:
        return render_names(match, request.form, notice=SAME_NAMES), 422
    try:
        after = append_events(match, event)
    except Refused as refused:
        return render_names(match, request.form, refused.problems), 422
    except Overtaken:
        match = get_match_or_404(match_id)
        return render_names(match, reseated_names(match), notice=STALE), 409
    return redirect_back(after)


@bp.post("/players/names")
@reads_only
def check_names(match_id: int) -> ResponseReturnValue:
    """The problems of the names as they are being typed, beside the seat of each, and its disc."""
    match = get_match_or_404(match_id)
    names, present = names_of_form(match, request.form), match.seating.present
    problems = {problem.at: problem for problem in names_problems(match, names)}
    return render_template(
        "match/_checked_names.html",
        fields=len(present),
        problems=problems,
        questions={},
        discs=discs_of(match, names),
    )


def names_problems(match: Match, names: Sequence[str]) -> list[Problem]:
    """Return the problems of the names of all seats, as they were typed."""
    present = match.seating.present
    problems = match.game.seating_problems(names, accepted=present)
    is_new = [*names] != [*present]
    if problems or not is_new:
        return problems
    return same_person_problems(dict(enumerate(names))) or former_name_problems(names, present)


def former_name_problems(names: Sequence[str], present: Sequence[str]) -> list[Problem]:
    """Return a problem for each new name that is the former name of a person."""
    problems = []
    for field, name in enumerate(names):
        if name in present or not has_name(name):
            continue
        if person := naming.former_owner(connection(), this_club(), name):
            words = _(
                "{name} was {person}’s name. Write {person} for the same; enter somebody new under"
                " Players first.",
                name=name,
                person=person.name,
            )
            problems.append(Problem(words, at=field))
    return problems


def same_person_problems(players: Mapping[int, str]) -> list[Problem]:
    """Return a problem for each name, by its field, of a person who is in another field already."""
    person_of_name = people.find_people(connection(), this_club(), players.values())
    problems = []
    first: dict[int, str] = {}
    for field, name in players.items():
        person = person_of_name.get(name_key(name))
        if person is None or person.forgotten:
            continue
        if person.id in first and name_key(first[person.id]) != name_key(name):
            words = _(
                "{name} and {other} are one person here, {person}: choose another name.",
                name=name,
                other=first[person.id],
                person=person.name,
            )
            problems.append(Problem(words, at=field))
        first.setdefault(person.id, name)
    return problems


def names_of_form(match: Match, form: Form) -> list[str]:
    """The name in each field of the form; a seat without one keeps its own, or none."""
    names = []
    for seat, name in enumerate(match.seating.present):
        typed = normalise_name(form.get(f"players.{seat}", name))
        # A name that stands for none in the database is no name that anybody can give.
        is_none = not typed or (not has_name(typed) and typed != name)
        names.append(("" if has_name(name) else name) if is_none else typed)
    return names


def discs_of(match: Match, names: Sequence[str]) -> list[tuple[str, int]]:
    """The letters and the hue of each seat, with these names instead of its own."""
    seats = match.seating.seats
    shown = [
        name if has_name(name) else plain(seat) for name, seat in zip(names, seats, strict=True)
    ]
    return [(disc, seat.hue) for disc, seat in zip(initials_of(shown), seats, strict=True)]


def reseated_names(match: Match) -> Form:
    """The fields of a stale form, each name where its player sits now."""
    typed = {"from": request.form.get("from", "")}
    order = match.seating.order_from(seating_of_form(match))
    for seat, old in enumerate(order):
        if (name := request.form.get(f"players.{old}")) is not None:
            typed[f"players.{seat}"] = name
    return typed


def render_names(
    match: Match,
    typed: Form = NOTHING_TYPED,
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
) -> str:
    """The form for other names; each problem is shown beside its seat, or the deal."""
    recent = seatings.recent_people(connection(), this_club(), SHOWN_NAMES)
    return MatchPage(match).render(
        "match/players.html",
        discs=discs_of(match, names_of_form(match, typed)),
        known_names=[person.name for person in recent],
        has_name=has_name,
        typed=typed,
        problems={"players" if p.at is None else p.at: p for p in problems},
        notice=notice,
    )
