"""A new match: who plays in which seats, by which house rules, with which deck."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.letters import initials_of
from app.matchfile import MAX_OFFSET, no_such_clock
from app.scoring import Event, Game, Line, Match, Problem, Refused, _, _n
from app.scoring.game import name_key, normalise_name
from app.scoring.model.seats import UNNAMED_PLAYERS, has_name, hues_of
from app.scoring.model.text import and_list
from app.store.matches import deletion, lists, matches
from app.store.matches.log import Overtaken
from app.store.people import colours, naming, seatings
from app.store.people.people import Person
from app.web.core.access import is_id, this_club, url_of_match, works_away
from app.web.core.idempotency import form_digest, uuid_of_form
from app.web.core.rate_limits import reads_only, stores
from app.web.core.services import connection, publish, services
from app.web.decks.decks import LEARNED_KEY, deck_key, fill_deck, scoring_methods
from app.web.match.match_list import list_items
from app.web.match.page import STALE, MatchPage
from app.web.match.repository import get_match_or_404, get_stored_log_head_or_404, summary_of
from app.web.match.seats import same_person_problems
from app.web.new_match import set_up
from app.web.new_match.seat_names import new_names, seat_questions, with_chosen_people
from app.web.new_match.set_up import has_set_up

bp = Blueprint("new_match", __name__)

SEARCHED_MATCHES = 12
"""The latest matches among which the players of the last time are looked for."""
SHOWN_NAMES = 24
NAME_KEYS = 8  # names that are keys to tap; the others are offered while typing
OFFSET = re.compile("(-?[0-9]{1,4})?")
ANSWERED_MEANWHILE = _("This match has an answer by now, so it stays.")


@bp.get("/matches/new")
@works_away
def form() -> ResponseReturnValue:
    """The form for a new match, filled in from an earlier one if `from` says which."""
    game = GAMES.get(request.args.get("game", "")) or abort(404)
    fields = game.house_rules.start
    if earlier := request.args.get("from", type=int):
        fields = fields_of(get_match_or_404(earlier), game)
    fields = set_up.with_changes(game, {**fields, **request.args})
    return show_form(game, with_chosen_people(fields))


@bp.get("/matches/<int:match_id>/other-game")
@works_away
def choose_game(match_id: int) -> ResponseReturnValue:
    """The games that can follow a match, with its players in their seats; those that so many can
    play come first."""
    match = get_match_or_404(match_id)
    players = len(match.seating.present)
    others = [game for game in GAMES.values() if game is not match.game]
    return render_template(
        "new_match/choose_game.html",
        match=match,
        match_url=url_of_match(match_id),
        games=sorted(others, key=lambda game: players not in game.players),
        players=and_list(match.standing.table.seats),
    )


@bp.post("/matches")
@stores("match")
@works_away
def begin_match() -> ResponseReturnValue:
    """Store a new match and redirect to it; 422 with every problem of the form."""
    return begin(GAMES.get(request.form.get("game", "")) or abort(404), request.form)


@bp.post("/matches/<int:match_id>/again")
@stores("match")
@works_away
def begin_again(match_id: int) -> ResponseReturnValue:
    """Begin a match like this one, which is over: the same game, players, seats and house rules.

    With `turned` everyone moves one seat on. 422 with the form of a new match, filled in, if that
    cannot be begun any more; 409 if the match goes on.
    """
    match = get_match_or_404(match_id)
    if not match.standing.is_over:
        return MatchPage(match).show(notice=STALE), 409
    fields = fields_of(match, match.game)
    done = "again"
    if request.form.get("turned") and MatchPage(match).seats_can_turn:
        # Who sat second begins now, and so everyone is one place further from the first.
        fields["first"] = "1"
        done = "turned"
    # Where it was tapped is where Undo leads back to.
    evening = request.form.get("evening", type=int)
    origin = None if evening or request.form.get("back") == "start" else match_id
    return begin(match.game, fields, **{"done": done, "from": origin, "evening": evening})


@bp.post("/matches/<int:match_id>/take-back")
def take_back(match_id: int) -> ResponseReturnValue:
    """Delete a match that was just begun again, and go back; 409 once it has an answer."""
    get_stored_log_head_or_404(match_id)
    try:
        deletion.delete_if_unanswered(connection(), this_club(), match_id)
    except Overtaken:
        return MatchPage(get_match_or_404(match_id)).show(notice=ANSWERED_MEANWHILE), 409
    publish(match_id)
    origin = request.form.get("from", 0, int)
    if is_id(origin):
        return redirect(url_for("play.show_match", match_id=origin, done="taken-back"), 303)
    evening = request.form.get("evening", 0, int)
    if is_id(evening):
        page = url_for("evenings.show_evening", evening_id=evening, done="taken-back")
        return redirect(page, 303)
    return redirect(url_for("start.start", done="taken-back"), 303)


@dataclass(frozen=True)
class NewMatch:
    """What the form of a new match says: the names in play order, all house rules, and by how many
    minutes the clock of the phone is ahead of UTC. `problems` are by the field. Some of the names
    are `new` to the club, though somebody was called so before."""

    names: Sequence[str]
    rules: Mapping[str, Any]
    utc_offset: int | None
    problems: Mapping[int | str, Problem]
    new: Collection[str] = ()

    def free_names(self) -> None:
        """Let those names be for somebody new."""
        for name in self.new:
            naming.free_name(connection(), this_club(), name)


def read_form(game: Game, form: Mapping[str, str], utc_offset: str) -> NewMatch:
    """Read the form of a new match, and check all of it."""
    players = seated_players(game, form)
    problems = name_problems(game, players, form)
    fields = in_play_order([*players], form)
    rules: dict[str, Any] = {}
    try:
        count = len(players) if len(players) in game.players else min(game.players)
        prompt = game.house_rules_for(count)
        rules = prompt.accept(set_up.in_seats(game, fill_deck(game, form), fields))
    except Refused as refused:
        problems |= {problem.at or "rules": problem for problem in refused.problems}
    if not OFFSET.fullmatch(utc_offset) or abs(int(utc_offset or 0)) > MAX_OFFSET:
        problems["utc_offset"] = Problem(no_such_clock(utc_offset[:40]))
        utc_offset = ""
    names = [players[field] for field in fields]
    new = new_names(players, form).values()
    return NewMatch(names, rules, int(utc_offset) if utc_offset else None, problems, new)


def begin(game: Game, form: Mapping[str, str], **shown: Any) -> ResponseReturnValue:
    """Store the new match of a form and redirect to it; 422 with every problem.

    Its page is `shown` by these parts of its address.
    """
    new = read_form(game, form, request.form.get("utc_offset", ""))
    if new.problems:
        return show_form(game, form, new.problems), 422
    event = Event("entry", game.house_rules.deal, game.house_rules.key, new.rules)
    summary = summary_of(Match(game, new.names, [Line(event)]))

    def save() -> str:
        db, uuid = connection(), uuid_of_form()
        new.free_names()
        match_id = matches.begin_match(
            db,
            this_club(),
            game.key,
            new.names,
            event,
            summary,
            uuid=uuid,
            utc_offset=new.utc_offset,
        )
        return url_for("play.show_match", match_id=match_id, **shown)

    return redirect(services().request_ids.get_or_create(form_digest(), save), 303)


@bp.post("/matches/names")
@reads_only
@works_away
def check_names() -> ResponseReturnValue:
    """What follows from the form as filled in so far: the problems of the names, the initials, who
    is left to sit down, and what differs from the book."""
    game = GAMES.get(request.form.get("game", "")) or abort(404)
    return render_template(
        "new_match/_checked.html",
        fields=max(game.players),
        problems=name_problems(game, seated_players(game, request.form), request.form),
        **questions_context(game, request.form, on_paper="date" in request.form),
        **names_of_form(game, request.form, recent_people()),
        **rules_of_form(game, request.form),
        typed=request.form,
        on_paper="date" in request.form,
    )


def seated_players(game: Game, form: Mapping[str, str]) -> dict[int, str]:
    """The names by the indexes of their fields; without any, so many unnamed players as it says."""
    # One more is read than there is room for: it is refused, and not left out.
    typed = {
        field: normalise_name(form.get(f"players.{field}", ""))
        for field in range(max(game.players) + 1)
    }
    if players := {field: name for field, name in typed.items() if name}:
        return players
    wanted = form.get("players", "")
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else 0
    number = number if number in game.players else game.players[-1]
    return dict(enumerate([*UNNAMED_PLAYERS][:number]))


def in_play_order(fields: Sequence[int], form: Mapping[str, str]) -> list[int]:
    """The fields of players, by index, from the first dealer on, or who else begins."""
    # `first` counts the empty fields too.
    wanted = form.get("first", "")
    first = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else 0
    place = fields.index(first) if first in fields else 0
    return [*fields[place:], *fields[:place]]


def questions_context(game: Game, form: Mapping[str, str], *, on_paper: bool) -> dict[str, Any]:
    """What is asked of names that may be of somebody here, and where the answers lead."""
    return {
        "questions": seat_questions(seated_players(game, form), form),
        "form_url": url_for("paper_sheets.form" if on_paper else "new_match.form"),
    }


def name_problems(
    game: Game, players: Mapping[int, str], form: Mapping[str, str]
) -> dict[int | str, Problem]:
    """The problems of the names, by the index of their field, or as `players` of them all."""
    fields = [*players]
    is_typed = not {*players.values()} <= UNNAMED_PLAYERS.keys()
    for field, name in players.items():
        if is_typed and not has_name(name):
            words = _("“{name}” stands for a seat without a name. Choose another.", name=name)
            return {field: Problem(words, at=field)}
    problems: dict[int | str, Problem] = {
        fields[problem.at] if isinstance(problem.at, int) else "players": problem
        for problem in game.seating_problems([*players.values()])
    }
    new = new_names(players, form)
    known = {field: name for field, name in players.items() if field not in new}
    problems |= {problem.at or 0: problem for problem in same_person_problems(known)}
    for field, question in seat_questions(players, form).items():
        if question.is_former:
            problems.setdefault(field, question.problem)
    more = [number for number in game.players if number > len(players)]
    if "players" in problems and more:
        # A seat without a name is no player.
        missing = min(more) - len(players)
        problems["players"] = Problem(
            _n(
                "{n} more name, or clear all to play by colours.",
                "{n} more names, or clear all to play by colours.",
                missing,
            )
        )
    return problems


def show_form(
    game: Game,
    typed: Mapping[str, str],
    problems: Mapping[int | str, Problem] | None = None,
    *,
    on_paper: bool = False,
) -> str:
    """The form for a new match, or for one that is `on_paper`, with what was typed so far."""
    known = recent_people()
    own = set_up.context(game, typed) if has_set_up(game) else {"shown": max(game.players)}
    return render_template(
        "new_match/set_up.html" if has_set_up(game) else "new_match/new_match.html",
        game=game,
        typed=typed,
        **own,
        problems=problems or {},
        colours=[*UNNAMED_PLAYERS.values()][: max(game.players)],
        known_names=[person.name for person in known],
        new=new_names(seated_players(game, typed), typed),
        **questions_context(game, typed, on_paper=on_paper),
        **names_of_form(game, typed, known),
        **rules_of_form(game, typed),
        last_time=last_time(game, typed),
        ways=scoring_methods(game, typed),
        on_paper=on_paper,
        today=datetime.now(UTC).date().isoformat(),
    )


def recent_people() -> list[Person]:
    """The people of the club who played last, the latest first."""
    return seatings.recent_people(connection(), this_club(), SHOWN_NAMES)[:SHOWN_NAMES]


def names_of_form(game: Game, typed: Mapping[str, str], known: Sequence[Person]) -> dict[str, Any]:
    """What the form shows of the names in it: the letters, the hue and the edge of each seat, so
    many that are missing, and the keys for the names of the `known` people."""
    most = max(game.players)
    names = [normalise_name(typed.get(f"players.{field}", "")) for field in range(most)]
    named = {field: name for field, name in enumerate(names) if name}
    letters = dict(zip(named, initials_of([*named.values()]), strict=True))
    hues = hues_of_form(names, typed)
    wanted = "" if has_set_up(game) else typed.get("players", "")
    number = int(wanted) if wanted in map(str, game.players) else min(game.players)
    seated = {name_key(name) for name in named.values()}
    keys = known[:NAME_KEYS]
    missing = max(0, number - len(named)) if named else 0
    # Partners sit opposite each other, and their edges are alike.
    sides = 2 if typed.get("partners") == "yes" else most
    return {
        "discs": [
            (letters.get(field, str(field + 1)), hues[field], hues[field % sides])
            for field in range(most)
        ],
        "missing": _n("{n} seat to fill", "{n} seats to fill", missing) if missing else None,
        "name_keys": [
            (disc, person, name_key(person.name) in seated)
            for disc, person in zip(initials_of([it.name for it in keys]), keys, strict=True)
        ],
        "is_full": len(named) == most,
    }


def hues_of_form(names: Sequence[str], typed: Mapping[str, str]) -> list[int]:
    """The hue that each seat will have in the match; an empty one has what is left."""
    if not any(names):
        return hues_of([*UNNAMED_PLAYERS][: len(names)], {})
    fields = in_play_order(range(len(names)), typed)
    in_order = [names[field] for field in fields]
    chosen = colours.colours_of_names(connection(), this_club(), filter(None, in_order))
    hues = dict(zip(fields, hues_of(in_order, chosen), strict=True))
    return [hues[field] for field in range(len(names))]


def rules_of_form(game: Game, typed: Mapping[str, str]) -> dict[str, Any]:
    """The house rules of the form, those that stand apart from the others, and what differs."""
    prompt, deck = game.house_rules, game.deck
    apart = [*prompt.variants, *((deck, deck.way) if deck else ())]
    if has_set_up(game):
        apart.append(prompt.by_key["title"])
    answer = prompt.read(typed) if typed else {}
    return {
        "prompt": prompt,
        "deck": deck,
        "apart": apart,
        "differences": [pair for pair in prompt.differences(answer) if pair[0] not in apart],
    }


def last_time(game: Game, typed: Mapping[str, str]) -> int | None:
    """The number of the latest match whose players fit this game.

    None if there is no such match, or names are typed already.
    """
    if any(typed.get(f"players.{field}") for field in range(max(game.players))):
        return None
    for item in list_items(lists.latest_matches(connection(), this_club(), SEARCHED_MATCHES)):
        players = item.summary["players"]
        if len(players) in game.players and any(map(has_name, players)):
            return item.match.id
    return None


def fields_of(match: Match, game: Game) -> dict[str, str]:
    """The form with the players of `match`, and if it is of the same game, its house rules."""
    present = match.seating.present
    names = [name if has_name(name) else "" for name in present]
    fields = {f"players.{field}": name for field, name in enumerate(names)}
    fields["players"] = str(len(present))
    if match.game is not game or match.standing.house_rules is None:
        return fields | game.house_rules.start
    prompt, rules = match.standing.house_rules
    fields |= prompt.fill(rules)
    deck = game.deck
    if deck and fields[deck.way.key] == deck.way_of_learning:
        # What it has learned since it began is known too.
        fields = {key: value for key, value in fields.items() if not deck.has_field(key)}
        fields["saved_deck"] = LEARNED_KEY
    elif deck and rules.get(deck.key) and (key := deck_key(rules[deck.key])):
        fields["saved_deck"] = key
    return fields
