"""The start page, and a new match."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date

from app import store
from app.games import GAMES
from app.scoring import Event, Game, Line, Match, Problem, Refused, _, _n
from app.scoring.game import LONGEST_NAME, normalise_name
from app.scoring.model.seats import UNNAMED
from app.web.club.decks import deck_rule, key_of, offered, with_deck
from app.web.club.match_list import Entry, entries_of
from app.web.core.access import this_club
from app.web.core.idempotency import form_digest, uuid_of_form
from app.web.core.initials import letters_of
from app.web.core.services import connection, services
from app.web.core.text import moment_of, plain
from app.web.match.cache import LARGEST_ID, get_match_or_404, summary_of

bp = Blueprint("start", __name__)

SHOWN_MATCHES = 12
PAGE_OF_MATCHES = 60
SHOWN_NAMES = 24
SHOWN_KEYS = 8
"""So many of the names can be tapped, one for each hue; the others are offered while typing."""
TODAY = timedelta(hours=12)
HUES = tuple(UNNAMED.values())
"""The hues of the seats, in play order."""
NOBODY = {*UNNAMED, *map(str, HUES)}
"""What tables without names are kept as: by numbers, and before that by the hues in English."""


@bp.get("/")
def start() -> ResponseReturnValue:
    """Every match in play, and what was played last; a new match of any game.

    Only summaries are read: nothing is played for a list.
    """
    db = connection()
    past = store.past_matches(db, this_club(), SHOWN_MATCHES)
    finished = entries_of(past)
    # Who has just won may want to be beaten: the latest match of this evening comes first.
    rematch = finished[0] if finished and is_of_today(finished[0]) else None
    return render_template(
        "start.html",
        games=GAMES,
        playing=entries_of(store.open_matches(db, this_club())),
        rematch=rematch,
        finished=[entry for entry in finished if entry is not rematch],
        earlier=past[-1].id if len(past) == SHOWN_MATCHES else None,
        deleted=store.has_deleted(db, this_club()),
    )


@bp.get("/matches/earlier")
def earlier() -> ResponseReturnValue:
    """What was played before, month by month, or all that has a name, a title or a game in it."""
    words = normalise_name(request.args.get("q", ""))[:LONGEST_NAME]
    before = request.args.get("before", type=int)
    if before is not None:
        before = max(0, min(before, LARGEST_ID))
    if words:
        games = [key for key, game in GAMES.items() if words.lower() in str(game.name).lower()]
        past = store.search_matches(
            connection(), this_club(), words, games, PAGE_OF_MATCHES, before
        )
    else:
        past = store.past_matches(connection(), this_club(), PAGE_OF_MATCHES, before)
    return render_template(
        "earlier.html",
        words=words,
        months=[(month, [*of]) for month, of in groupby(entries_of(past), month_of)],
        earlier=past[-1].id if len(past) == PAGE_OF_MATCHES else None,
    )


def month_of(entry: Entry) -> str:
    """The month in which a match was over, in words."""
    return str(format_date(moment_of(entry.match.changed), "LLLL y")).capitalize()


def is_of_today(entry: Entry) -> bool:
    """Whether a match has ended so lately that those who played it may still sit there."""
    changed = moment_of(entry.match.changed)
    return datetime.now(UTC) - changed < TODAY


@bp.get("/matches/deleted")
def deleted() -> ResponseReturnValue:
    """What was deleted and can still be brought back, from the page of each match."""
    matches = store.deleted_matches(connection(), this_club())
    return render_template("deleted.html", matches=entries_of(matches))


# --- a new match --------------------------------------------------------------------------------


@bp.get("/matches/new")
def new_match() -> ResponseReturnValue:
    """Who plays, in which order, by which house rules."""
    game = GAMES.get(request.args.get("game", "")) or abort(404)
    fields = game.house_rules.fill({})
    if earlier := request.args.get("from", type=int):
        fields = fields_of(get_match_or_404(earlier), game)
    return show_new_match(game, {**fields, **request.args})


@bp.post("/matches")
def begin_match() -> ResponseReturnValue:
    """Keep a new match, or say what is wrong with it."""
    game = GAMES.get(request.form.get("game", "")) or abort(404)
    prompt = game.house_rules
    seated = seated_in(game, request.form)
    names = [*seated.values()]
    problems = name_problems(game, seated)
    rules: dict[str, Any] = {}
    try:
        rules = prompt.accept(with_deck(game, request.form))
    except Refused as refused:
        problems |= {problem.at or "rules": problem for problem in refused.problems}
    if problems:
        return show_new_match(game, request.form, problems), 422
    first = request.form.get("first", 0, int)
    dealer = next((at for at, place in enumerate(seated) if place == first), 0)
    names = names[dealer:] + names[:dealer]
    event = Event("entry", prompt.deal, prompt.key, rules)
    begun = Match(game, names, [Line(event)])

    def begin() -> str:
        match_id = store.begin_match(
            connection(),
            this_club(),
            game.key,
            names,
            event,
            summary_of(begun),
            uuid=uuid_of_form(),
        )
        return url_for("play.show_match", match_id=match_id)

    return redirect(services().request_ids.get_or_create(form_digest(), begin), 303)


@bp.post("/matches/names")
def check_names() -> ResponseReturnValue:
    """What is wrong with the names as they are being typed, beside the seat of each."""
    game = GAMES.get(request.form.get("game", "")) or abort(404)
    problems = name_problems(game, seated_in(game, request.form))
    places = range(max(game.players))
    return render_template("start/_names.html", places=places, problems=problems)


def seated_in(game: Game, form: Mapping[str, str]) -> dict[int, str]:
    """Who sits at which place of the form; if nobody has a name, all are kept without one."""
    typed = {
        place: normalise_name(form.get(f"players.{place}", ""))
        for place in range(max(game.players))
    }
    seated = {place: name for place, name in typed.items() if name}
    return seated or dict(enumerate(unnamed(game, form)))


def name_problems(game: Game, seated: Mapping[int, str]) -> dict[int | str, Problem]:
    """What is wrong with the names, by their place in the form, or as `players` with them all."""
    places = [*seated]
    is_typed = not {*seated.values()} <= UNNAMED.keys()
    for place, name in seated.items():
        if is_typed and name in UNNAMED:
            words = _("“{name}” stands for a seat without a name. Choose another.", name=name)
            return {place: Problem(words, at=place)}
    # A name that was left out is nobody, so only the number of players can be short of one.
    return {
        places[problem.at] if isinstance(problem.at, int) else "players": problem
        for problem in game.seating_problems([*seated.values()])
    }


def unnamed(game: Game, form: Mapping[str, str]) -> list[str]:
    """What is kept of players as long as nobody gives a name."""
    wanted = form.get("players", "")
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else game.players[-1]
    number = number if number in game.players else game.players[-1]
    return [*UNNAMED][:number]


def show_new_match(
    game: Game,
    typed: Mapping[str, str],
    problems: Mapping[int | str, Problem] | None = None,
) -> str:
    """The form for a new match with what was typed so far."""
    prompt = game.house_rules
    most = max(game.players)
    names = known_names()
    return render_template(
        "new_match.html",
        game=game,
        prompt=prompt,
        typed=typed,
        problems=problems or {},
        hues=HUES[:most],
        seats_missing=[_n("{n} seat to fill", "{n} seats to fill", n) for n in range(most + 1)],
        is_as_usual=not typed or not prompt.own_rules(prompt.read(typed)),
        known_names=names,
        name_keys=list(zip(letters_of(names[:SHOWN_KEYS]), names, strict=False)),
        last_time=last_time(game, typed),
        decks=offered(typed.get("saved_deck", "")) if deck_rule(game) else [],
    )


def known_names() -> list[str]:
    """Who has played here, the latest first; a hue is the name of a seat and nobody's."""
    known = store.recent_players(connection(), this_club(), SHOWN_NAMES + len(NOBODY))
    return [name for name in known if name not in NOBODY][:SHOWN_NAMES]


def last_time(game: Game, typed: Mapping[str, str]) -> int | None:
    """The latest match whose players can sit down to this game just as they sat then.

    None if there is no such match, or names are there already.
    """
    if any(typed.get(f"players.{place}") for place in range(max(game.players))):
        return None
    for entry in entries_of(store.latest_matches(connection(), this_club(), SHOWN_MATCHES)):
        players = entry.about["players"]
        if len(players) in game.players and not {*players} <= NOBODY:
            return entry.match.id
    return None


def fields_of(match: Match, game: Game) -> dict[str, str]:
    """The same players again, and if it is the same game, its house rules and its deck."""
    present = match.seating.present
    names = ["" if {*present} <= UNNAMED.keys() else plain(seat) for seat in match.seating.seats]
    fields = {f"players.{place}": name for place, name in enumerate(names)}
    fields["players"] = str(len(present))
    if match.game is not game or match.standing.house_rules is None:
        return fields | game.house_rules.fill({})
    prompt, rules = match.standing.house_rules
    fields |= prompt.fill(rules)
    deck = deck_rule(game)
    played_with = rules.get(deck.key) if deck else None
    if played_with and (key := key_of(played_with)):
        fields["saved_deck"] = key
    return fields
