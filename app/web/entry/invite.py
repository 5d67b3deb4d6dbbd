"""The links and codes that let others into a club or a match, and how they are renewed."""

from __future__ import annotations

import hmac
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.scoring import _
from app.scoring.game import LONGEST_NAME, normalise_name
from app.store.clubs import clubs, decks, invite_codes
from app.store.clubs.clubs import Club
from app.store.clubs.invite_codes import InviteCode
from app.store.errors import StoreError
from app.store.matches import lists
from app.web.core import access
from app.web.core.access import Role, link_secret, link_token, this_club
from app.web.core.links import link_root, link_url, qr_code
from app.web.core.services import connection, publish, services
from app.web.match.repository import get_match_or_404

bp = Blueprint("invite", __name__)

NOTICES = {
    "link": _("The old link is closed. This is the new one."),
    "name": _("The name is saved."),
}
"""What a page says after a change, by `done` in its query."""

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters that are not mistaken for each other."""
CODE_LENGTH = 6
CODE_VALID_FOR = timedelta(minutes=10)


@bp.get("/invite")
def invite() -> ResponseReturnValue:
    """The member link of this club as a QR code, a code to type, and a text to copy."""
    context = invite_context("member")
    return render_template("entry/invite.html", match=None, name=g.club.name, **context)


@bp.post("/invite/renew")
def renew() -> ResponseReturnValue:
    """Renew the member link: every phone but this one needs the new link from now on."""
    clubs.renew_member_link(connection(), this_club())
    publish()
    club = clubs.find_club(connection(), this_club()) or abort(404)
    response = redirect(url_for("invite.invite", done="link"), 303)
    secret = link_secret(services().link_key(), club, "member", club.generation)
    access.set_access_cookie(response, club.id, None, secret)
    return response


@bp.post("/name")
def rename() -> ResponseReturnValue:
    """Rename the club."""
    name, done = normalise_name(request.form.get("name", "")), None
    if name and len(name) <= LONGEST_NAME:
        clubs.rename_club(connection(), this_club(), name)
        done = "name"
    return redirect(url_for("invite.invite", done=done), 303)


@bp.get("/delete")
def confirm_delete() -> ResponseReturnValue:
    """Ask whether to delete the club, and say what goes with it."""
    db, club = connection(), this_club()
    return render_template(
        "entry/delete.html",
        name=g.club.name,
        matches=lists.count_matches(db, club),
        decks=len(decks.saved_decks(db, club, 10_000)),
    )


@bp.post("/delete")
def delete() -> ResponseReturnValue:
    """Delete the club with all that it holds."""
    clubs.delete_club(connection(), this_club())
    publish()
    g.club_id = None
    response = redirect(url_for("join.front"), 303)
    response.delete_cookie(access.LAST_CLUB_COOKIE, path=f"{request.script_root}/")
    return response


@bp.get("/leave")
def confirm_leave() -> ResponseReturnValue:
    """Ask whether this phone shall leave the club, and say how it comes back."""
    return render_template("entry/leave.html", name=g.club.name)


@bp.post("/leave")
def leave() -> ResponseReturnValue:
    """Let this phone forget the club: it is passed on, or was borrowed."""
    response = redirect(url_for("join.front"), 303)
    access.delete_access_cookies(response, this_club())
    return response


@bp.get("/matches/<int:match_id>/pen")
def show_scoring_link(match_id: int) -> ResponseReturnValue:
    """The member link that leads another phone straight to the question of a match."""
    match, context = get_match_or_404(match_id), invite_context("member", match_id)
    return render_template("entry/scoring_link.html", match=match, game=match.game, **context)


@bp.get("/matches/<int:match_id>/invite")
def show_watch_link(match_id: int) -> ResponseReturnValue:
    """The watch link of a match."""
    match, context = get_match_or_404(match_id), invite_context("watcher", match_id)
    return render_template("entry/watch_link.html", match=match, game=match.game, **context)


@bp.post("/matches/<int:match_id>/invite/renew")
def renew_watch(match_id: int) -> ResponseReturnValue:
    """Renew the watch link of a match: all who watch it need the new one."""
    get_match_or_404(match_id)
    clubs.renew_watch_link(connection(), this_club(), match_id)
    publish(match_id)
    return redirect(url_for("invite.show_watch_link", match_id=match_id, done="link"), 303)


def invite_context(role: Role, match_id: int | None = None) -> dict[str, object]:
    """The variables of a page that shows a link into this club, its QR code and its code.

    A member link may lead to a match; a watch link always does.
    """
    club = g.club
    generation = club.generation
    if role == "watcher" and match_id:
        generation = clubs.watch_generation(connection(), club.id, match_id) or abort(404)
    link = link_url(link_token(services().link_key(), club, role, generation, match_id))
    try:
        code = current_code(club, role, match_id, generation)
    except StoreError as error:
        # The link needs no row in the database, and is shown when that cannot be written.
        current_app.logger.warning("no code for a link: %s", error)
        code = ""
    notice = NOTICES.get(request.args.get("done", ""))
    return {"link": link, "qr": qr_code(link), "code": code, "root": link_root(), "notice": notice}


# Invite codes: six letters that open a link once


def current_code(club: Club, role: Role, match_id: int | None, generation: int) -> str:
    """The letters to type in place of a link to a club or a match.

    Every process shows the same letters until they are redeemed or too old.
    """
    db = connection()
    row = invite_codes.find_code(db, club.id, role, match_id)
    # Another key file makes other letters of the same row.
    if row and row.generation == generation and row.digest == code_digest(code_letters(row)):
        return code_letters(row)
    until = (datetime.now(UTC) + CODE_VALID_FOR).isoformat(timespec="microseconds")
    new = InviteCode(club.id, role, match_id, generation, until, digest="")
    new = replace(new, digest=code_digest(code_letters(new)))
    return code_letters(invite_codes.save_code(db, new, in_place_of=row))


def redeem_code(typed: str) -> str | None:
    """Delete the code that was typed and return the token of its link, None if there is none.

    The link may have been renewed since.
    """
    letters = "".join(letter for letter in typed.upper() if letter in CODE_LETTERS)
    if len(letters) != CODE_LENGTH:
        return None
    code = invite_codes.redeem_code(connection(), code_digest(letters))
    club = clubs.find_club(connection(), code.club) if code else None
    if code is None or club is None:
        return None
    return link_token(services().link_key(), club, code.role, code.generation, code.match)


def code_letters(code: InviteCode) -> str:
    """The letters of a code, made from its row and from the key file.

    The key is not in the database, so nothing in there opens a club.
    """
    signed = [code.club, code.role, code.match, code.generation, code.until]
    number = int.from_bytes(keyed_digest("letters", json.dumps(signed)))
    letters = ""
    for _place in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[letter]
    return letters


def code_digest(letters: str) -> str:
    """The digest by which a code is found. Without the key, all letters could be tried."""
    return keyed_digest("digest", letters).hex()


def keyed_digest(purpose: str, text: str) -> bytes:
    """An HMAC of `text` for one purpose, by the key file."""
    return hmac.digest(services().link_key(), f"code {purpose} {text}".encode(), "sha256")
