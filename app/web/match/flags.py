"""A deal that should be checked: whoever looks on may say so, and the table says what came of it.

It is the only thing that a watcher can send, and it touches no log.
"""

from __future__ import annotations

from functools import partial

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from limits import RateLimitItemPerMinute

from app import store
from app.scoring import Text, _
from app.scoring.game import normalise_name
from app.web.core.access import this_club, watchers_may
from app.web.core.rate_limit import client_key
from app.web.core.services import connection, publish, services
from app.web.match.cache import get_match_or_404
from app.web.match.correct import find_deal, show_deal_of
from app.web.match.page import redirect_back

FROM_AN_ADDRESS = RateLimitItemPerMinute(6, namespace="doubts of an address")
IN_A_CLUB = RateLimitItemPerMinute(20, namespace="doubts of a club")
LONGEST_WORDS = 80

STILL_PLAYED = _("This deal is not over yet: there is nothing to check.")
TOO_OFTEN = _("That was a lot in one minute. Try again in a minute.")

bp = Blueprint("flags", __name__, url_prefix="/matches/<int:match_id>/doubts/<int:number>")


@bp.post("")
@watchers_may
def doubt(match_id: int, number: int) -> ResponseReturnValue:
    """Ask the table to check a deal that is over, with a few words or none."""
    match = get_match_or_404(match_id)
    deal = find_deal(match, number) or abort(404)
    words = normalise_name(request.form.get("words", ""))
    show_again = partial(show_deal_of, match, number, words=words)
    if not deal.is_over:
        return show_again(notice=STILL_PLAYED), 409
    if is_too_often():
        return show_again(notice=TOO_OFTEN), 429
    if len(words) > LONGEST_WORDS:
        notice = _(
            "That has {length} letters; {longest} are the most.",
            length=len(words),
            longest=LONGEST_WORDS,
        )
        return show_again(notice=notice), 422
    try:
        store.flag_deal(connection(), this_club(), match_id, number, words)
    except store.TooManyFlags:
        return show_again(notice=wait_for_the_others()), 409
    publish(match_id)
    return redirect_back(match, number, otherwise="deal", done="doubt")


@bp.post("/right")
def find_right(match_id: int, number: int) -> ResponseReturnValue:
    """Say that a deal is right as it stands; a correction says by itself that it was not."""
    match = get_match_or_404(match_id)
    if find_deal(match, number) is None:
        abort(404)
    store.confirm_deal(connection(), this_club(), match_id, number)
    publish(match_id)
    return redirect_back(match, number, otherwise="deal", done="right")


def is_too_often() -> bool:
    """Whether this address or this club has asked for more than anybody can look at."""
    address = client_key(request.remote_addr or "")
    return not (
        services().rate_limiter.hit(FROM_AN_ADDRESS, address)
        and services().rate_limiter.hit(IN_A_CLUB, this_club())
    )


def wait_for_the_others() -> Text:
    """Why no further deal can be marked."""
    return _(
        "{n} deals wait to be checked already. The table looks at those first.",
        n=store.MAX_OPEN_FLAGS,
    )
