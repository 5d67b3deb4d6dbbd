"""Tricktally: a scoring companion and rules book for card games played with real cards."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

HOUSE = Path(__file__).resolve().parent.parent
LARGEST_POST = 64 * 1024


def create_app(database: Path | str, *, debug: bool = False) -> Flask:
    """The app on the matches in `database`: the one place where the parts meet.

    With `debug` there is a page of every component, for who works on the app. Creates or migrates
    the database; raises `app.store.Unavailable` if that cannot be done.
    """
    from app import rulebook, store
    from app.games import NUMBERS
    from app.paper.pressroom import PressRoom
    from app.web import (
        corrections,
        decks,
        errors,
        files,
        found,
        limits,
        look,
        matches,
        pages,
        paper,
        repairs,
        security,
        settle,
        stakes,
        start,
        style,
        table_view,
    )
    from app.web import rules as rules_pages

    app = Flask(
        "app",
        root_path=str(HOUSE / "app"),
        template_folder=str(HOUSE / "templates"),
        static_folder=str(HOUSE / "static"),
    )
    app.config.update(
        DATABASE=str(database),
        MAX_CONTENT_LENGTH=LARGEST_POST,
        MAX_FORM_MEMORY_SIZE=LARGEST_POST,
        SEND_FILE_MAX_AGE_DEFAULT=31_536_000,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,
        COMPRESS_LEVEL=6,
    )
    app.extensions["database"] = store.prepare(database)
    app.extensions["rulebook"] = rulebook.read(HOUSE / "rules", NUMBERS, settle.questions())

    app.extensions["tables"] = found.Tables()
    app.extensions["press"] = PressRoom()

    app.teardown_appcontext(found.put_back)
    pages.prepare(app)
    look.prepare(app)
    security.protect(app)
    errors.handle(app)
    limits.prepare(app)
    rules_pages.prepare(app)
    parts = (
        start,
        matches,
        corrections,
        repairs,
        stakes,
        table_view,
        files,
        paper,
        decks,
        rules_pages,
        settle,
        look,
    )
    for blueprint in (part.bp for part in parts):
        app.register_blueprint(blueprint)
    if debug:
        app.register_blueprint(style.bp)
    return app
