"""The start page of a club, its lists of matches, and the page of what is needed seldom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date

from app import store
from app.games import GAMES
from app.scoring.game import LONGEST_NAME, name_key, normalise_name
from app.web.club.match_list import MatchListItem, list_items
from app.web.club.search import FILTERS, filter_terms, word_terms
from app.web.core.access import LARGEST_ID, this_club, watchers_may
from app.web.core.services import connection
from app.web.match.page import MatchPage
from app.web.match.repository import get_match_or_404

bp = Blueprint("start", __name__)

SHOWN_MATCHES = 12
PAGE_OF_MATCHES = 60
SHOWN_IN_PLAY = 3
"""Of these the first has a card of its own, and the others a row."""
ROWS_ABOVE, ROWS_OF_CARD = 5, 3
"""So many rows of matches leave a new match above the fold of a phone; a card is as high as three.
"""


@bp.get("/")
def start() -> ResponseReturnValue:
    """The matches in play and those played last; a new match of any game."""
    db = connection()
    past = store.past_matches(db, this_club(), SHOWN_MATCHES)
    finished = list_items(past)
    playing = list_items(store.open_matches(db, this_club()))
    taken = ROWS_OF_CARD + len(playing[1:SHOWN_IN_PLAY]) if playing else 0
    rows = ROWS_ABOVE - taken
    again = matches_of_evening(finished)[: rows or ROWS_ABOVE]
    played = store.finished_by_game(db, this_club())
    return render_template(
        "club/start.html",
        games=GAMES,
        tiles=sorted(GAMES.values(), key=lambda game: -played.get(game.key, 0)),
        playing=playing,
        shown=SHOWN_IN_PLAY,
        again=again,
        is_again_above=rows > 0,
        finished=finished[len(again) :],
        earlier=past[-1].id if len(past) == SHOWN_MATCHES else None,
        deleted=store.has_deleted(db, this_club()),
    )


def matches_of_evening(finished: Sequence[MatchListItem]) -> list[MatchListItem]:
    """Those of the finished matches, the latest first, whose players may still be at the table."""
    later, matches = datetime.now(UTC), []
    for item in finished:
        if later - store.parse_moment(item.match.changed) >= store.PAUSE:
            break
        matches.append(item)
        later = min(later, store.parse_moment(item.match.started))
    return matches


@bp.get("/matches/earlier")
def earlier() -> ResponseReturnValue:
    """Finished matches by month, or those that have to do with all words of `q`, in any order: a
    player, a title, a game, a month or a day; of one `game`, `year` or `player` if that is asked
    for."""
    words = normalise_name(request.args.get("q", ""))[:LONGEST_NAME]
    before = request.args.get("before", type=int)
    if before is not None:
        before = max(0, min(before, LARGEST_ID))
    chosen = {name: value for name in FILTERS if (value := request.args.get(name, ""))}
    terms = [*word_terms(words), *filter_terms(chosen)]
    db, club = connection(), this_club()
    if terms:
        past = store.search_matches(db, club, terms, PAGE_OF_MATCHES, before)
    else:
        past = store.past_matches(db, club, PAGE_OF_MATCHES, before)
    return render_template(
        "club/earlier.html",
        words=words,
        chosen=chosen,
        is_search=bool(terms),
        filters={
            "game": [(game.key, game.name) for game in GAMES.values()],
            "player": players_by_name(),
            "year": [(year, year) for year in store.years_played(db, club)],
        },
        months=[(month, [*items]) for month, items in groupby(list_items(past), month_of)],
        earlier=past[-1].id if len(past) == PAGE_OF_MATCHES else None,
    )


def players_by_name() -> list[tuple[int, str]]:
    """Everybody who sat in a match, by number and name, in the order of their names."""
    people = store.list_people(connection(), this_club())
    seated = [one for one in people if one.matches and one.name and one.merged_into is None]
    return sorted(((one.id, one.name) for one in seated), key=lambda it: name_key(it[1]))


def month_of(item: MatchListItem) -> str:
    """The month in which a match ended, in words."""
    return str(format_date(store.parse_moment(item.match.changed), "LLLL y")).capitalize()


@bp.get("/matches/deleted")
def deleted() -> ResponseReturnValue:
    """The deleted matches that can still be restored."""
    matches = store.deleted_matches(connection(), this_club())
    return render_template("club/deleted.html", matches=list_items(matches))


@bp.get("/more")
def more() -> ResponseReturnValue:
    """The theme, and what can be done without a match."""
    return render_template("club/more.html", match=None)


@bp.get("/matches/<int:match_id>/more")
@watchers_may
def match_more(match_id: int) -> ResponseReturnValue:
    """What can be done about a match, and the theme."""
    page = MatchPage(get_match_or_404(match_id))
    return page.render("club/more.html", days_to_restore=store.DAYS_TO_RESTORE)
