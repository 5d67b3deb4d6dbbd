"""Live views of a match at a server: other phones follow it by a stream, and flag deals to check.

The stream has server-sent events (SSE): a page has nothing to send that would need a websocket. An
event says only which version is the latest: the number of the last line, and how often anything
beside the log has changed. A page that receives a new version fetches its own view with `?after=`,
as a page does that polls. So both show the same, and no stream has what its phone may not see.

`append` of `app.web.match.repository` publishes a version, by `app.web.core.pubsub`; a page
receives it with the EventSource of `static/js/live.js`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import monotonic
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from app.fair_queue import Requester
from app.limits import RateLimit
from app.scoring import _, _n, version
from app.scoring.game import normalise_name
from app.scoring.model.problems import too_long
from app.store.errors import StoreError
from app.store.matches import flags
from app.store.matches.flags import MAX_OPEN_FLAGS, TooManyFlags
from app.web.core.access import this_club, this_requester, watchers_may
from app.web.core.errors import try_again
from app.web.core.pubsub import PubSub, Subscription
from app.web.core.services import connection, publish, services
from app.web.match.correct import get_deal_or_404, render_deal
from app.web.match.page import redirect_back
from app.web.match.repository import get_match_or_404, get_stored_log_head_or_404

HEARTBEAT = 10
"""Seconds after which a quiet stream sends a beat: the server learns of a phone that has gone
without a word, and the phone whether a proxy holds the stream back."""
BEAT = "event: beat\ndata:\n\n"
MAX_STREAM_SECONDS = 900
"""Seconds after which a stream ends, and the phone begins another."""
RETRY = 1_000
"""Milliseconds after which a browser begins a stream anew that was cut off."""

bp = Blueprint("live", __name__, url_prefix="/matches/<int:match_id>")


@bp.get("/live")
@watchers_may
def follow(match_id: int) -> ResponseReturnValue:
    """A stream of the match's versions: the present one, and each new one.

    204 if there are as many streams as can be, of the club, of the address or of all: the browser
    opens none again, and its page polls.
    """
    get_stored_log_head_or_404(match_id)
    pubsub, requester = services().pubsub, this_requester()
    subscription = pubsub.subscribe(requester, match_id)
    if subscription is None:
        return "", 204
    if begin_stream := request.environ.get("tricktally.begin_stream"):
        # It has a thread of its own, and none of those that answer its club. When the phone goes it
        # is woken, finds that out, and gives its place to the next.
        begin_stream(partial(subscription.put, None))
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    response = Response(
        versions(app, request.environ, pubsub, subscription),
        mimetype="text/event-stream",
        # The last is for nginx, which would keep all back until the stream is over.
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
    response.call_on_close(lambda: pubsub.unsubscribe(requester, match_id, subscription))
    return response


def versions(
    app: Flask, environ: dict[str, Any], pubsub: PubSub, subscription: Subscription
) -> Iterator[str]:
    """The lines of the stream: the version at once and whenever it is another, a beat between.

    It ends when the phone may not see the match any more, and after `MAX_STREAM_SECONDS` seconds.
    """
    yield f"retry: {RETRY}\n\n"
    sent, end = None, monotonic() + MAX_STREAM_SECONDS
    while True:
        # Before the version is read: what is published meanwhile makes it be read again. What was
        # published with its version needs no reading, however many phones follow.
        published = subscription.take()
        now = version(*published) if published else version_now(app, environ)
        if now is None:
            return
        yield BEAT if now == sent else f"id: {now}\ndata: {now}\n\n"
        sent = now
        if pubsub.is_closed or monotonic() >= end:
            return
        subscription.event.wait(HEARTBEAT)


def version_now(app: Flask, environ: dict[str, Any]) -> str | None:
    """The version of the match of a request; None if its phone may not see it any more.

    None also without the match, and while the database is away.
    """
    # Access is checked each time, and after each beat at the latest, because the link may have been
    # renewed meanwhile; and the context ends each time, because a stream that waits may hold no
    # connection.
    with app.request_context(environ):
        try:
            app.preprocess_request()
            head = get_stored_log_head_or_404((request.view_args or {})["match_id"])
        except (HTTPException, StoreError):
            return None
        return None if head.deleted else version(head.line, head.revision)


# Flags: the one thing that a watcher can send, which touches no log

MAX_FLAG_LETTERS = 80
STILL_PLAYED = _("This deal is not over yet: it cannot be disputed.")
TOO_OFTEN = _("Too many deals were disputed in one minute.")


@bp.post("/doubts/<int:number>")
@watchers_may
def flag_deal(match_id: int, number: int) -> ResponseReturnValue:
    """Ask the table to check a deal that is over, with a few words or none.

    409 while the deal is played or too many wait to be checked, 422 with too many words, 429 over
    the rate limit.
    """
    match = get_match_or_404(match_id)
    deal = get_deal_or_404(match, number) or abort(404)
    words = normalise_name(request.form.get("words", ""))
    show_again = partial(render_deal, match, number, words=words)
    if not deal.is_over:
        return show_again(notice=STILL_PLAYED), 409
    if after := seconds_to_wait(this_requester()):
        return show_again(notice=try_again(after, TOO_OFTEN)), 429, {"Retry-After": str(after)}
    if notice := too_long(_("This note"), words, MAX_FLAG_LETTERS):
        return show_again(notice=notice), 422
    try:
        flags.flag_deal(connection(), this_club(), match_id, number, words)
    except TooManyFlags:
        notice = _n(
            "{n} deal is disputed already. The table must check it first.",
            "{n} deals are disputed already. The table must check those first.",
            MAX_OPEN_FLAGS,
        )
        return show_again(notice=notice), 409
    publish(match_id)
    return redirect_back(match, number, otherwise="deal", done="doubt")


def seconds_to_wait(requester: Requester) -> int:
    """Count a flag of this address and club; 0 if they may raise it, and else the seconds until."""
    limits = services().limits
    of_address = RateLimit("flags of address", limits.flags_of_address_per_minute)
    of_club = RateLimit("flags of club", limits.flags_of_club_per_minute)
    return services().rate_limiter.seconds_to_wait(
        (of_address, requester.address), (of_club, requester.club)
    )


@bp.post("/doubts/<int:number>/right")
def confirm_deal(match_id: int, number: int) -> ResponseReturnValue:
    """Say that a flagged deal is right; a correction says by itself that it was not."""
    match = get_match_or_404(match_id)
    if get_deal_or_404(match, number) is None:
        abort(404)
    flags.confirm_deal(connection(), this_club(), match_id, number)
    publish(match_id)
    return redirect_back(match, number, otherwise="deal", done="right")
