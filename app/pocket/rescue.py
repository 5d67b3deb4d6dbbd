"""When the book in a pocket cannot be opened: what is wrong, what to do, and its file to keep.

Nobody can look into the storage of a browser, so the way to what lies there is a page of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import _
from app.web.core import errors
from app.web.core.http import set_download_name, wants_partial
from app.web.core.services import services


def init_app(app: Flask, book: Path, take_up: Callable[[], None]) -> None:
    """Say what can be done about a book that cannot be opened; `take_up` tries again."""

    @app.get("/book.sqlite3")
    def whole_book() -> ResponseReturnValue:
        """The file with all matches, also where the app cannot read it."""
        return file_to_save(book)

    @app.get("/book-before.sqlite3")
    def book_before() -> ResponseReturnValue:
        """The file with all matches as it was before the latest upgrade."""
        copy = store.latest_copy_before_upgrade(book)
        if copy is None:
            abort(404)
        return file_to_save(copy)

    @app.post("/book")
    def open_again() -> ResponseReturnValue:
        """Try to open the book once more, or put a damaged one `aside` and begin a new one."""
        if is_shut() and request.form.get("aside"):
            set_aside(book)
        take_up()
        return redirect(url_for("start.start"), 303)

    app.register_error_handler(store.StoreError, show_unavailable)


def file_to_save(path: Path) -> Response:
    """A file with matches, to be kept elsewhere."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise store.StoreError(str(error)) from error
    response = Response(content, mimetype="application/vnd.sqlite3")
    set_download_name(response, "attachment", path.name, path.name)
    return response


def set_aside(book: Path) -> None:
    """Keep what lies there under a name with this moment, so that a new book can be begun."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    # Copied: an open file in a browser's storage cannot be given another name.
    kept = book.with_name(f"{book.stem}-before-{moment}{book.suffix}")
    kept.write_bytes(book.read_bytes())
    for ending in ("", "-journal"):
        book.with_name(book.name + ending).unlink(missing_ok=True)


def is_shut() -> bool:
    """Whether the book could not be opened at all."""
    return isinstance(services().pool, store.UnavailableConnections)


def show_unavailable(error: store.StoreError) -> ResponseReturnValue:
    """503: for a book that could not be opened a page with what to do, otherwise as on a server."""
    if not is_shut():
        return errors.show_unavailable(error)
    is_newer = isinstance(error, store.DatabaseTooNew)
    if is_newer:
        sentence = _(
            "The matches on this phone were written by a newer Tricktally than this one. Nothing"
            " was changed: close Tricktally, and open it again where there is a network."
        )
    else:
        sentence = _(
            "The matches on this phone cannot be read. Nothing was changed: the phone may have no"
            " room left, or their file is damaged."
        )
    if wants_partial():
        return render_template("_notice.html", sentence=sentence), 503
    return render_template(
        "rescue.html", sentence=sentence, reason=str(error), can_begin_anew=not is_newer
    ), 503
