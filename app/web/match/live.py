"""Pages that follow their match: a stream says which version is the latest, and nothing else.

A version is the number of the latest line, and how often anything beside the log has changed. A
page that hears of a new one asks for its own view with `?after=`, as one does that only asks now
and then. So both see the same, and what a phone may not see goes to no stream.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from time import monotonic
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from app import store
from app.scoring import version
from app.web.core.access import this_club, watchers_may
from app.web.core.pubsub import PubSub
from app.web.core.services import services
from app.web.match.cache import get_stored_end_or_404

HEARTBEAT = 10
"""Seconds after which a stream without news says that it is there: it finds out whether the phone
is, and the phone whether something on the way holds it back."""
BEAT = "event: beat\ndata:\n\n"
LONGEST = 900
"""Seconds after which a stream ends, and the phone begins another."""
RETRY = 1_000
"""Milliseconds after which a browser begins a stream anew that was cut off."""

bp = Blueprint("live", __name__, url_prefix="/matches/<int:match_id>")


@bp.get("/live")
@watchers_may
def follow(match_id: int) -> ResponseReturnValue:
    """The version of the match, now and each time that it changes.

    204 if as many follow as can: a browser does not ask again then, and its page asks now and then.
    """
    get_stored_end_or_404(match_id)
    pubsub, club = services().pubsub, this_club()
    event = pubsub.subscribe(club, match_id)
    if event is None:
        return "", 204
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    response = Response(
        versions(app, request.environ, pubsub, event),
        mimetype="text/event-stream",
        # The last is for nginx, which would keep all back until the stream is over.
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
    response.call_on_close(lambda: pubsub.unsubscribe(club, match_id, event))
    return response


def versions(app: Flask, environ: dict[str, Any], pubsub: PubSub, event: Event) -> Iterator[str]:
    """The stream: the version at once, then whenever it is another one; a heartbeat between.

    It ends when this phone may not see the match any more.
    """
    yield f"retry: {RETRY}\n\n"
    said, end = None, monotonic() + LONGEST
    while True:
        # Before it looks: what comes while it does makes it look again.
        event.clear()
        now = version_now(app, environ)
        if now is None:
            return
        yield BEAT if now == said else f"id: {now}\ndata: {now}\n\n"
        said = now
        if pubsub.is_closed or monotonic() >= end:
            return
        event.wait(HEARTBEAT)


def version_now(app: Flask, environ: dict[str, Any]) -> str | None:
    """The version of the match that a request was about.

    None if whoever sent it may not see it any more, or it is not there.
    """
    # As if it was asked for anew: its link may have been renewed meanwhile. No connection is held
    # while a stream waits.
    with app.request_context(environ):
        try:
            app.preprocess_request()
            end = get_stored_end_or_404((request.view_args or {})["match_id"])
        except (HTTPException, store.StoreError):
            return None
        return None if end.deleted else version(end.line, end.revision)
