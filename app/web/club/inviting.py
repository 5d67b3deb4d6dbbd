"""Letting others in: the links of a club and of a match, and how they are closed again."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import Text, _
from app.scoring.game import LONGEST_NAME, tidy_name
from app.web.club import codes
from app.web.frame import access
from app.web.frame.access import this_club
from app.web.frame.links import link_of, root_of_links, to_scan
from app.web.frame.news import tell
from app.web.frame.pages import connection
from app.web.match.finding import find

bp = Blueprint("inviting", __name__)


@bp.get("/invite")
def invite() -> ResponseReturnValue:
    """The member link of this club, to be scanned, typed or copied."""
    name, way = g.club_kept.name, way_in("member")
    return render_template("club/invite.html", match=None, name=name, notice=what_was_done(), **way)


@bp.post("/invite/renew")
def renew() -> ResponseReturnValue:
    """Lock everyone out but this phone: only a new link opens the club from now on."""
    store.renew_member_link(connection(), this_club())
    tell()
    club = store.find_club(connection(), this_club()) or abort(404)
    response = redirect(url_for("inviting.invite", done="link"), 303)
    secret = access.secret_of(access.key_of_book(), club, "member", club.generation)
    access.hand_over(response, club.id, None, secret)
    return response


@bp.post("/name")
def rename() -> ResponseReturnValue:
    """Call the club by another name."""
    name = tidy_name(request.form.get("name", ""))
    if name and len(name) <= LONGEST_NAME:
        store.rename_club(connection(), this_club(), name)
        return redirect(url_for("inviting.invite", done="name"), 303)
    return redirect(url_for("inviting.invite"), 303)


@bp.get("/delete")
def ask_to_delete() -> ResponseReturnValue:
    """What goes with a club."""
    db, club = connection(), this_club()
    return render_template(
        "club/delete.html",
        name=g.club_kept.name,
        matches=store.count_matches(db, club),
        decks=len(store.saved_decks(db, club, 10_000)),
    )


@bp.post("/delete")
def delete() -> ResponseReturnValue:
    """Remove the club with all that it holds."""
    store.delete_club(connection(), this_club())
    tell()
    g.club = None
    response = redirect(url_for("opening.front"), 303)
    response.delete_cookie(access.LAST_CLUB, path=f"{request.script_root}/")
    return response


@bp.get("/matches/<int:match_id>/pen")
def pass_on(match_id: int) -> ResponseReturnValue:
    """The member link that leads another phone straight to the question of a match."""
    match, way = find(match_id), way_in("member", match_id)
    return render_template("match/pen.html", match=match, game=match.game, **way)


@bp.get("/matches/<int:match_id>/invite")
def let_watch(match_id: int) -> ResponseReturnValue:
    """The watch link of a match."""
    match, way = find(match_id), way_in("watcher", match_id)
    return render_template(
        "match/invite.html", match=match, game=match.game, notice=what_was_done(), **way
    )


@bp.post("/matches/<int:match_id>/invite/renew")
def renew_watch(match_id: int) -> ResponseReturnValue:
    """Lock out everyone who watches this match."""
    find(match_id)
    store.renew_watch_link(connection(), this_club(), match_id)
    tell(match_id)
    return redirect(url_for("inviting.let_watch", match_id=match_id, done="link"), 303)


def what_was_done() -> Text | None:
    """What to say of the change that has led here."""
    words = {
        "link": _("The old link opens nothing any more. This is the new one."),
        "name": _("The name is saved."),
    }
    return words.get(request.args.get("done", ""))


def way_in(role: access.Role, match: int | None = None) -> dict[str, object]:
    """What a page shows of a way into this club: its link, the same to scan, and letters to type.

    A member link may lead to a match; that of a watcher does.
    """
    club = g.club_kept
    generation = club.generation
    if role == "watcher" and match:
        generation = store.watch_generation(connection(), club.id, match) or abort(404)
    link = link_of(access.way_of(club, role, match, generation))
    try:
        letters = codes.letters_for(club, role, match, generation)
    except store.StoreError as error:
        # The link needs no row in the book, and is there when that cannot be written.
        current_app.logger.warning("no letters for a link: %s", error)
        letters = ""
    return {"link": link, "qr": to_scan(link), "code": letters, "root": root_of_links()}
