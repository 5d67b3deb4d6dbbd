"""The players of a club: who they are, and what can be done with their names.

Each action is a form of its own, and answers with a notice on the list of all. What can be undone
is among what was set aside for a month, see `app.web.club_file.set_aside`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, islice
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.dates import day_of_match
from app.letters import initials_of
from app.scoring import Text, _
from app.scoring.game import name_key, name_problem, normalise_name
from app.scoring.model.seats import is_empty_seat_name
from app.scoring.model.spelling import spelling_key
from app.store.matches import erasure, matches, mentions
from app.store.people import merging, naming, people
from app.store.people.people import NameTaken, NoSuchPerson, Person, SatTogether, canonical_among
from app.web.club_file.set_aside import people_set_aside
from app.web.club_file.whole_club import remove_files_with_names
from app.web.core.access import is_id, this_club
from app.web.core.listed_players import ListedPlayer, first_name, likeness, page_of, players_of
from app.web.core.page.written_dates import day_in_words
from app.web.core.services import connection, publish
from app.web.match.rebuild import catch_up
from app.web.people.merge_preview import preview_of

bp = Blueprint("players", __name__, url_prefix="/players")

UNDONE_BY = {
    "renamed": "players.undo_rename",
    "merged": "players.unmerge",
    "hidden": "players.show_again",
    "coloured": "colours.choose",
}
"""The view that undoes what was just done, by the word for it in the address that follows."""
SHOWN_MENTIONS = 12
SHOWN_NAMELESS = 20
LIKELY, MOST_LIKELY = 75, 5
"""How much alike two names are, of 100, that may be one person's; and so many are offered first."""
MOST_PAIRS = 40  # pairs with the same first name that are read for the hint that they are one


# The list


@bp.get("")
def show_players() -> ResponseReturnValue:
    """Everybody, who plays most first, what was set aside, and two who may be one."""
    return render_players()


def render_players(
    typed: str = "", problem: Text | None = None, former: Person | None = None
) -> str:
    """The list, with a name that was typed for somebody new and what is wrong with it, such as that
    it is the `former` name of somebody."""
    persons = people.list_people(connection(), this_club())
    players = players_of(persons)
    known = {player.person.id: player.person for player in players}
    of = request.args.get("of", type=int)
    what = request.args.get("done", "")
    about = next((one for one in persons if one.id == of), None)
    head = known.get(of or 0) or (about and known.get(about.merged_into or 0)) or about
    words = normalise_name(request.args.get("q", ""))
    seen = [one for one in players if one.person.hidden is None]
    named = [one for one in seen if spelling_key(words) in spelling_key(one.person.name)]
    paged, nameless = page_of(named), nameless_of(persons)
    is_last = paged.behind is None and not words
    return render_template(
        "people/players.html",
        players=paged.items,
        paged=paged,
        words=words,
        is_searched=bool(words) or len(seen) > len(paged.items),
        page_address=partial(url_for, "players.show_players", q=words or None),
        nameless=nameless[:SHOWN_NAMELESS] if is_last else [],
        more_nameless=len(nameless[SHOWN_NAMELESS:]) if is_last else 0,
        has_set_aside=any(people_set_aside(persons)),
        pair=pair_that_may_be_one(players),
        typed=typed,
        problem=problem,
        former=former,
        notice=notice_of(what, head.name if head else ""),
        undo=url_for(UNDONE_BY[what], person_id=of) if about and what in UNDONE_BY else "",
        undo_fields=colour_of_before() if what == "coloured" else (),
    )


def nameless_of(persons: Sequence[Person]) -> list[int]:
    """In how many matches each of those sat whose name was forgotten, the most first."""
    matches: Counter[int] = Counter()
    canonical = canonical_among(persons)
    for person in persons:
        if canonical[person.id].forgotten is not None:
            matches[canonical[person.id].id] += person.matches
    return sorted(filter(None, matches.values()), reverse=True)


def notice_of(what: str, name: str) -> Text | None:
    """What was just done with somebody, by the word for it; None for no such word."""
    return {
        "added": _("{name} can be seated now.", name=name),
        "renamed": _("{name} is called so in every match.", name=name),
        "named-back": _("{name} is called as before.", name=name),
        "merged": _("{name} is one person now.", name=name),
        "unmerged": _("{name} stands alone again.", name=name),
        "hidden": _("{name} is not offered for a seat any more.", name=name),
        "shown": _("{name} can be seated again.", name=name),
        "coloured": _("{name} has another colour in every match.", name=name),
        "colour-back": _("{name} has the colour of before.", name=name),
        "forgotten": _("The name is gone from every match. The scores stayed."),
    }.get(what)


def colour_of_before() -> list[tuple[str, int]]:
    """The fields of the form that gives somebody the colour of before, as this address says it."""
    return [("colour", request.args.get("was", 0, int)), ("undo", 1)]


def pair_that_may_be_one(
    players: Sequence[ListedPlayer],
) -> tuple[ListedPlayer, ListedPlayer] | None:
    """Two with the same name but for its spelling, or else with the same first name, who never sat
    in one match: who plays less is first."""
    pairs = chain(pairs_by(players, spelling_key), pairs_by(players, first_name))
    for more, less in islice(pairs, MOST_PAIRS):
        together = merging.match_together(connection(), this_club(), more.person.id, less.person.id)
        if together is None:
            return less, more
    return None


def pairs_by(
    players: Sequence[ListedPlayer], key: Callable[[str], str]
) -> Iterator[tuple[ListedPlayer, ListedPlayer]]:
    """All pairs of players whose names have the same key."""
    alike: dict[str, list[ListedPlayer]] = {}
    for player in players:
        alike.setdefault(key(player.person.name), []).append(player)
    return (pair for some in alike.values() for pair in combinations(some, 2))


# What is done with them


@bp.post("")
def add() -> ResponseReturnValue:
    """Enter somebody before their first match; 422 with a name that cannot be."""
    name = normalise_name(request.form.get("name", ""))
    if problem := problem_of(name):
        return render_players(name, problem), 422
    if "new" in request.form:
        naming.free_name(connection(), this_club(), name)
    try:
        person = people.add_person(connection(), this_club(), name)
    except NameTaken as taken:
        former = naming.former_owner(connection(), this_club(), name)
        return render_players(name, taken_words(name, taken.person), former), 422
    return redirect_with_notice("added", person.id)


@bp.get("/<int:person_id>/name")
def show_name(person_id: int) -> ResponseReturnValue:
    """The form for another name."""
    return render_template(
        "people/name.html",
        person=person_or_404(person_id),
        typed=None,
        problem=None,
        is_former=False,
    )


@bp.post("/<int:person_id>/name")
def rename(person_id: int) -> ResponseReturnValue:
    """Call somebody otherwise in every match; 422 with a name that cannot be."""
    person = person_or_404(person_id)
    name = normalise_name(request.form.get("name", ""))
    problem, other = problem_of(name) if name != person.name else None, None
    if problem is None and "new" in request.form:
        naming.free_name(connection(), this_club(), name)
    if problem is None:
        try:
            apply_or_404(naming.rename_person, person_id, name)
            publish()
            return redirect_with_notice("renamed", person_id)
        except NameTaken as taken:
            problem, other = taken_words(name, taken.person), taken.person
    html = render_template(
        "people/name.html",
        person=person,
        typed=name,
        problem=problem,
        other=other,
        is_former=bool(other and naming.former_owner(connection(), this_club(), name)),
    )
    return html, 422


@bp.post("/<int:person_id>/name/undo")
def undo_rename(person_id: int) -> ResponseReturnValue:
    """Call somebody as before the last renaming."""
    apply_or_404(naming.undo_rename, person_id)
    publish()
    return redirect_with_notice("named-back", person_id)


@bp.get("/<int:person_id>/merge")
def show_merge(person_id: int) -> ResponseReturnValue:
    """With whom somebody may be one, or what would change if they were one with `into`."""
    return render_merge(person_id, request.args.get("into", type=int))


@bp.post("/<int:person_id>/merge")
def merge(person_id: int) -> ResponseReturnValue:
    """Let two be one; 409 with why not, if they sat in one match or are one already."""
    person_or_404(person_id)
    into = request.form.get("into", 0, int)
    into = into if is_id(into) else 0
    try:
        merging.merge_people(connection(), this_club(), person_id, into)
    except (SatTogether, NoSuchPerson):
        return render_merge(person_id, into), 409
    publish()
    return redirect_with_notice("merged", person_id)


@bp.post("/<int:person_id>/merge/undo")
def unmerge(person_id: int) -> ResponseReturnValue:
    """Undo a merge."""
    apply_or_404(merging.unmerge_person, person_id)
    catch_up(connection(), this_club())
    publish()
    return redirect_with_notice("unmerged", person_id)


def render_merge(person_id: int, into: int | None) -> str:
    """The page of a merge: with whom, or with what it changes, or why it cannot be."""
    db, club = connection(), this_club()
    person = person_or_404(person_id)
    players = players_of(people.list_people(db, club))
    is_one = person.merged_into is not None or into == person_id
    other = None if is_one else find_player(players, into)
    match_id = preview = None
    if other and other.person.merged_into is not None:
        other = None
    if other:
        match_id = merging.match_together(db, club, person_id, other.person.id)
        preview = preview_of(person_id, other.person.id)
    return render_template(
        "people/merge.html",
        one=find_player(players, person_id),
        other=other,
        is_one=is_one,
        **others_to_merge(person, players),
        page_address=partial(url_for, "players.show_merge", person_id=person_id),
        match_id=match_id,
        met_on=words_of_day(match_id) if match_id else "",
        preview=preview,
    )


def others_to_merge(person: Person, players: Sequence[ListedPlayer]) -> dict[str, Any]:
    """With whom somebody may be merged: who is `likely` the same, by their name, and the `others`,
    who plays most first."""
    others = [player for player in players if player.person.id != person.id]
    alike = {it.person.id: likeness(it.person.name, person.name) for it in others}
    likely = sorted(
        (it for it in others if alike[it.person.id] >= LIKELY),
        key=lambda it: -alike[it.person.id],
    )[:MOST_LIKELY]
    db, club = connection(), this_club()
    likely = [
        it for it in likely if merging.match_together(db, club, person.id, it.person.id) is None
    ]
    paged = page_of([it for it in others if it not in likely])
    return {"likely": likely if paged.before is None else [], "others": paged.items, "paged": paged}


def find_player(players: Sequence[ListedPlayer], person_id: int | None) -> ListedPlayer | None:
    """Somebody of these players, by number, or of those who are not listed, because no match has
    them any more; None if there is nobody."""
    listed = {player.person.id: player for player in players}
    if person_id in listed or person_id is None or not is_id(person_id):
        return listed.get(person_id or 0)
    person = people.find_person(connection(), this_club(), person_id)
    if person is None:
        return None
    return ListedPlayer(person, initials_of([person.name])[0], person.matches, person.last)


def words_of_day(match_id: int) -> str:
    """The day on which a match began, in words; "" if it is gone."""
    match = matches.find_match(connection(), this_club(), match_id)
    if match is None:
        return ""
    return day_in_words(day_of_match(match))


@bp.get("/<int:person_id>/more")
def show_more(person_id: int) -> ResponseReturnValue:
    """What is done seldom: hide somebody, or forget their name, with where it would still stand."""
    db, club = connection(), this_club()
    person_or_404(person_id)
    players = players_of(people.list_people(db, club))
    player = next((one for one in players if one.person.id == person_id), None) or abort(404)
    return render_template(
        "people/more.html",
        player=player,
        mentions=mentions.mentions_of(db, club, person_id),
        shown=SHOWN_MENTIONS,
    )


@bp.post("/<int:person_id>/hide")
def hide(person_id: int) -> ResponseReturnValue:
    """Offer somebody no seat any more."""
    apply_or_404(people.hide_person, person_id)
    return redirect_with_notice("hidden", person_id)


@bp.post("/<int:person_id>/show")
def show_again(person_id: int) -> ResponseReturnValue:
    """Offer somebody a seat again."""
    apply_or_404(people.show_person, person_id)
    return redirect_with_notice("shown", person_id)


@bp.post("/<int:person_id>/forget")
def forget(person_id: int) -> ResponseReturnValue:
    """Take somebody's name out of every match, for good."""
    apply_or_404(erasure.forget_person, person_id)
    remove_files_with_names()
    publish()
    return redirect_with_notice("forgotten")


def apply_or_404(change: Callable[..., None], person_id: int, *values: str | int) -> None:
    """Call `change` of the store for a person; abort with 404 if there is none, or none any more
    because another phone was quicker."""
    person_or_404(person_id)
    try:
        change(connection(), this_club(), person_id, *values)
    except NoSuchPerson:
        abort(404)


def person_or_404(person_id: int) -> Person:
    """The person with this number; 404 without one."""
    person = people.find_person(connection(), this_club(), person_id) if is_id(person_id) else None
    return person or abort(404)


def problem_of(name: str) -> Text | None:
    """Return why this cannot be the name of a person, None if it can."""
    if name and is_empty_seat_name(name):
        return _("“{name}” stands for a seat without a name. Choose another.", name=name)
    return name_problem(name, (), ())


def taken_words(name: str, person: Person) -> Text:
    """Say that another person has this name already, or had it before."""
    if name_key(name) == name_key(person.name):
        return _("{name} is here already. If both are one person, merge them.", name=person.name)
    return _(
        "“{name}” is what {person} was called before: the same, or somebody new?",
        name=name,
        person=person.name,
    )


def redirect_with_notice(
    what: str, person_id: int | None = None, was: int | None = None
) -> ResponseReturnValue:
    """Redirect to the list with a notice of `what` was done to a person; with the colour that
    `was`, which Undo puts back."""
    return redirect(url_for("players.show_players", done=what, of=person_id, was=was), 303)
