"""Rescue: if the database of the pocket edition cannot be opened, what is wrong, what to do, and
its file.

People cannot look into the storage of a browser, so these pages offer the files in it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.scoring import _
from app.store.errors import DatabaseTooNew, StoreError
from app.store.sqlite.backup import latest_copy_before_upgrade
from app.store.sqlite.engine import UnavailableConnections
from app.web.core import errors
from app.web.core.http import set_download_name, wants_partial
from app.web.core.services import services


def init_app(app: Flask, database: Path, reopen: Callable[[], None]) -> None:
    """Add the pages and the error handler for a database that cannot be opened; `reopen` tries
    again."""

    @app.get("/book.sqlite3")
    def download_database() -> ResponseReturnValue:
        """The file with all matches, even one that the app cannot read."""
        return download(database)

    @app.get("/book-before.sqlite3")
    def download_copy() -> ResponseReturnValue:
        """The file with all matches as it was before the latest upgrade."""
        copy = latest_copy_before_upgrade(database)
        if copy is None:
            abort(404)
        return download(copy)

    @app.post("/book")
    def try_again() -> ResponseReturnValue:
        """Open the database once more, or put a damaged one `aside` and begin a new one."""
        if is_unavailable() and request.form.get("aside"):
            set_aside(database)
        reopen()
        return redirect(url_for("start.start"), 303)

    app.register_error_handler(StoreError, show_unavailable)


def download(path: Path) -> Response:
    """Return a file of the storage as a download."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StoreError(str(error)) from error
    response = Response(content, mimetype="application/vnd.sqlite3")
    set_download_name(response, "attachment", path.name, path.name)
    return response


def set_aside(database: Path) -> None:
    """Copy the database to a name with the time of now, and delete it, so that a new one is
    created."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    # Copied: an open file in a browser's storage cannot be given another name.
    kept = database.with_name(f"{database.stem}-before-{moment}{database.suffix}")
    kept.write_bytes(database.read_bytes())
    for ending in ("", "-journal"):
        database.with_name(database.name + ending).unlink(missing_ok=True)


def is_unavailable() -> bool:
    """Whether the database could not be opened at all."""
    return isinstance(services().pool, UnavailableConnections)


def show_unavailable(error: StoreError) -> ResponseReturnValue:
    """503 with a page that says what to do if the database could not be opened; otherwise as a
    server."""
    if not is_unavailable():
        return errors.show_unavailable(error)
    is_newer = isinstance(error, DatabaseTooNew)
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
        "pocket/rescue.html", sentence=sentence, reason=str(error), can_begin_anew=not is_newer
    ), 503
