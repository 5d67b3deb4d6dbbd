"""Error handlers: a page or a line that says what is wrong, and keeps what was typed."""

from __future__ import annotations

from typing import NoReturn
from urllib.parse import quote

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadHost, HTTPException, SecurityError

from app.languages import plain
from app.program import report_address
from app.scoring import Text, _, _n
from app.store.errors import StoreError, UnavailableReason
from app.web.core.http import LARGEST_POST, wants_json, wants_partial

HOST_ERRORS = (BadHost, SecurityError)
"""What is raised where a request names a host that is not ours, or that cannot be one."""
BEHIND_A_LINK = ".,;:!?)]}>'\"»«”“’‘…*\u200b\u200e\u200f\u2060\ufeff \xa0"
"""What stands behind a link in a sentence, and is taken for a part of it; no address ends so."""
UNKNOWN_HOST = _(
    "Tricktally does not know this address. Open the address that it shows when it starts. If this"
    " name is right, start Tricktally with --host-name and this name."
)


def init_app(app: Flask) -> None:
    """Answer every expected error with words."""
    app.register_error_handler(HTTPException, show_http_error)
    for misdirected in HOST_ERRORS:
        app.register_error_handler(misdirected, show_unknown_host)
    app.register_error_handler(StoreError, show_unavailable)


def show_http_error(error: HTTPException) -> ResponseReturnValue:
    """Pages for 403, 404, 405, 413 and their like."""
    if isinstance(request.routing_exception, HOST_ERRORS):
        return show_unknown_host(request.routing_exception)
    code = error.code or 500
    if code == 405 and request.method in ("GET", "HEAD") and (above := page_above(request.path)):
        return redirect(f"{request.script_root}{above}")
    if code == 404 and (as_sent := address_as_sent(request.path)):
        query = request.query_string.decode("latin-1")
        return redirect(f"{request.script_root}{as_sent}{'?' if query else ''}{query}")
    sentences = {
        403: _("This came from another site, so it was not saved."),
        404: _(
            "There is nothing at this address. The link may be mistyped, cut off, or replaced by a"
            " new one."
        ),
        405: _("This address cannot be used in this way. Go back to the table."),
        500: bug(),
        413: _("This is too large to send: the most is 64 KB at once."),
    }
    # The same for a club that never existed, so that nobody learns which do.
    if code == 404 and "denied_club_id" in g and wants_partial():
        return render_template("entry/_closed_link.html"), code
    return show_error(code, sentences.get(code, error.description or error.name))


def bug() -> Text:
    """What is said of a mistake of ours, and where it is reported."""
    if address := report_address():
        return _(
            "This is a mistake in Tricktally. Please say what you did at {address}", address=address
        )
    return _("This is a mistake in Tricktally. Please tell whoever runs it what you did.")


def page_above(path: str) -> str | None:
    """The nearest page above an address that takes only forms, to which a reload, a bookmark or the
    key back leads; None if there is none."""
    adapter = current_app.create_url_adapter(request)
    while adapter is not None and path != "/":
        path = path.rpartition("/")[0] or "/"
        if adapter.test(path, "GET"):
            return quote(path)
    return None


def address_as_sent(path: str) -> str | None:
    """A page's address without what a messenger has put behind it, and in small letters; None if it
    is so already, or that is no page's."""
    as_sent = path.rstrip(BEHIND_A_LINK).lower()
    # Two slashes would lead to another host.
    if as_sent == path or "//" in as_sent or "denied_club_id" in g or request.method == "POST":
        return None
    adapter = current_app.create_url_adapter(request)
    return quote(as_sent) if adapter is not None and adapter.test(as_sent, "GET") else None


def show_unknown_host(_error: HTTPException) -> ResponseReturnValue:
    """421 in plain text: without a name of its own, no page can say where its links lead."""
    no_store = {"Cache-Control": "no-store"}
    return Response(plain(UNKNOWN_HOST), 421, mimetype="text/plain", headers=no_store)


def show_unavailable(error: StoreError) -> ResponseReturnValue:
    """The database is locked, read-only, full or gone: nothing was written, try again."""
    current_app.logger.error("database: %s", error)
    sentence = {
        "locked": _("The database is in use by another program."),
        "read-only": _("The database is write-protected."),
        "full": _("The disk is full: nothing can be saved."),
        "unsure": _("The database did not confirm what was saved."),
        "busy": _("Too many matches are saved at once. Try again in a moment."),
        "away": _("The database cannot be reached at the moment. Try again."),
        "replaced": _(
            "The database, or the log beside it, was replaced while Tricktally was running."
            " Stop Tricktally, and start it again."
        ),
        "shut": _("The database cannot be opened."),
    }[error.reason]
    if request.method == "POST":
        sentence = _("{why} {then}", why=sentence, then=whether_saved(error.reason))
    return show_error(503, sentence)


def whether_saved(reason: UnavailableReason) -> Text:
    """Whether what was sent was saved: only a disk that fails, or a server that is lost while it
    writes, leaves that open."""
    if reason != "unsure":
        return _("Nothing was saved; what you entered is kept here.")
    if "after" in request.form:
        return _(
            "It may be saved or not; what you entered is kept here. Send it again: nothing counts"
            " twice."
        )
    return _(
        "It may be saved or not; what you entered is kept here. Look at the start page before you"
        " send it again."
    )


def try_again(seconds: int, why: Text | None = None) -> Text:
    """After how many seconds to ask again for what is refused, and why it is."""
    again = _n("Try again in {n} second.", "Try again in {n} seconds.", seconds)
    return _("{why} {again}", why=why, again=again) if why else again


def abort_with(code: int, sentence: Text) -> NoReturn:
    """Answer this request with an error of this code, which the sentence explains."""
    abort(make_response(show_error(code, sentence)))


def show_error(
    code: int, sentence: Text | str, *, retry_after: int | None = None
) -> ResponseReturnValue:
    """The sentence alone for htmx, as `words` in JSON for a script that reads it, and otherwise a
    page that can send the form again.

    `retry_after` is in seconds, for a client that may then succeed.
    """
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    if wants_json():
        return {"words": plain(sentence)}, code, headers | {"Cache-Control": "no-store"}
    if wants_partial():
        return render_template("_notice.html", sentence=sentence), code, headers
    # What is larger than other posts was no form of a page, and could not be sent again from one.
    is_kept = code in (429, 503, 507) and (request.content_length or 0) <= LARGEST_POST
    typed = list(request.form.items(multi=True)) if is_kept else []
    page = render_template("error.html", code=code, sentence=sentence, typed=typed)
    return page, code, headers
