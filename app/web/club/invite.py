"""Letting others in: the links of a club and of a match, and how they are closed again."""

from __future__ import annotations

import hmac
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import Text, _
from app.scoring.game import LONGEST_NAME, normalise_name
from app.web.core import access
from app.web.core.access import this_club
from app.web.core.links import Role, link_root, link_secret, link_token, link_url, qr_code
from app.web.core.services import connection, publish, services
from app.web.match.cache import get_match_or_404

bp = Blueprint("invite", __name__)


@bp.get("/invite")
def invite() -> ResponseReturnValue:
    """The member link of this club, to be scanned, typed or copied."""
    name, context = g.club_row.name, invite_context("member")
    return render_template(
        "club/invite.html", match=None, name=name, notice=what_was_done(), **context
    )


@bp.post("/invite/renew")
def renew() -> ResponseReturnValue:
    """Lock everyone out but this phone: only a new link opens the club from now on."""
    store.renew_member_link(connection(), this_club())
    publish()
    club = store.find_club(connection(), this_club()) or abort(404)
    response = redirect(url_for("invite.invite", done="link"), 303)
    secret = link_secret(services().link_key(), club, "member", club.generation)
    access.set_access_cookie(response, club.id, None, secret)
    return response


@bp.post("/name")
def rename() -> ResponseReturnValue:
    """Call the club by another name."""
    name = normalise_name(request.form.get("name", ""))
    if name and len(name) <= LONGEST_NAME:
        store.rename_club(connection(), this_club(), name)
        return redirect(url_for("invite.invite", done="name"), 303)
    return redirect(url_for("invite.invite"), 303)


@bp.get("/delete")
def ask_to_delete() -> ResponseReturnValue:
    """What goes with a club."""
    db, club = connection(), this_club()
    return render_template(
        "club/delete.html",
        name=g.club_row.name,
        matches=store.count_matches(db, club),
        decks=len(store.saved_decks(db, club, 10_000)),
    )


@bp.post("/delete")
def delete() -> ResponseReturnValue:
    """Remove the club with all that it holds."""
    store.delete_club(connection(), this_club())
    publish()
    g.club = None
    response = redirect(url_for("join.front"), 303)
    response.delete_cookie(access.LAST_CLUB, path=f"{request.script_root}/")
    return response


@bp.get("/matches/<int:match_id>/pen")
def pass_on(match_id: int) -> ResponseReturnValue:
    """The member link that leads another phone straight to the question of a match."""
    match, context = get_match_or_404(match_id), invite_context("member", match_id)
    return render_template("match/pen.html", match=match, game=match.game, **context)


@bp.get("/matches/<int:match_id>/invite")
def let_watch(match_id: int) -> ResponseReturnValue:
    """The watch link of a match."""
    match, context = get_match_or_404(match_id), invite_context("watcher", match_id)
    return render_template(
        "match/invite.html", match=match, game=match.game, notice=what_was_done(), **context
    )


@bp.post("/matches/<int:match_id>/invite/renew")
def renew_watch(match_id: int) -> ResponseReturnValue:
    """Lock out everyone who watches this match."""
    get_match_or_404(match_id)
    store.renew_watch_link(connection(), this_club(), match_id)
    publish(match_id)
    return redirect(url_for("invite.let_watch", match_id=match_id, done="link"), 303)


def what_was_done() -> Text | None:
    """What to say of the change that has led here."""
    words = {
        "link": _("The old link opens nothing any more. This is the new one."),
        "name": _("The name is saved."),
    }
    return words.get(request.args.get("done", ""))


def invite_context(role: Role, match: int | None = None) -> dict[str, object]:
    """What a page shows of a way into this club: its link, the same to scan, and letters to type.

    A member link may lead to a match; that of a watcher does.
    """
    club = g.club_row
    generation = club.generation
    if role == "watcher" and match:
        generation = store.watch_generation(connection(), club.id, match) or abort(404)
    link = link_url(link_token(services().link_key(), club, role, generation, match))
    try:
        letters = letters_for(club, role, match, generation)
    except store.StoreError as error:
        # The link needs no row in the book, and is there when that cannot be written.
        current_app.logger.warning("no letters for a link: %s", error)
        letters = ""
    return {"link": link, "qr": qr_code(link), "code": letters, "root": link_root()}


# ---- Six letters in place of a link: good for one phone ----

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Those that nobody mistakes for another."""
LENGTH = 6
GOOD_FOR = timedelta(minutes=10)


def letters_for(club: store.Club, role: Role, match: int | None, generation: int) -> str:
    """What is typed in place of this link to a club, or to one match of it.

    The same letters are shown until they were typed or are too old, by whichever process.
    """
    db = connection()
    known = store.find_code(db, club.id, role, match)
    # Whoever puts another key beside the book makes other letters of the same row.
    if known and known.generation == generation and known.digest == digest_of(letters_of(known)):
        return letters_of(known)
    until = (datetime.now(UTC) + GOOD_FOR).isoformat(timespec="microseconds")
    new = store.InviteCode(club.id, role, match, generation, until, digest="")
    kept = store.save_code(db, replace(new, digest=digest_of(letters_of(new))), in_place_of=known)
    return letters_of(kept)


def take(typed: str) -> str | None:
    """What the link has behind `/k/` for which these letters stand, and nobody can type them again;
    None if they stand for nothing. The link may have been renewed since."""
    letters = "".join(letter for letter in typed.upper() if letter in LETTERS)
    code = store.redeem_code(connection(), digest_of(letters)) if len(letters) == LENGTH else None
    club = store.find_club(connection(), code.club) if code else None
    if code is None or club is None:
        return None
    key = services().link_key()
    return link_token(key, club, code.role, code.generation, code.match)


def letters_of(code: store.InviteCode) -> str:
    """The letters of a code. They are made from its row, and from the key, which is not in the
    book: so nothing that opens a club lies there."""
    about = [code.club, code.role, code.match, code.generation, code.until]
    number = int.from_bytes(keyed("letters", json.dumps(about)))
    letters = ""
    for _place in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return letters


def digest_of(letters: str) -> str:
    """By what a code is found again in the book. Without the key all letters could be tried."""
    return keyed("digest", letters).hex()


def keyed(purpose: str, words: str) -> bytes:
    """A digest that nobody can make without the key of the book."""
    return hmac.digest(services().link_key(), f"code {purpose} {words}".encode(), "sha256")
