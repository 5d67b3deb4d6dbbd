"""Match files and their import."""

from contextlib import closing

from app.store import engine_for

IMPORT = "/matches/import"


def shorten(app, table, lines):
    """Take the last lines of a log out of the book, which nothing in the app can do."""
    with closing(engine_for(app.config["DATABASE"]).connect()) as db, db.atomic():
        db.execute("DELETE FROM events WHERE match = ? AND line > ?", [table.id, lines])
