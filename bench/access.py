"""What it costs of each request to find out what its phone may do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median

from flask import g

from app import store
from app.server.run import open_app
from app.store import HOME
from app.web.core import access as frame_access
from app.web.core.links import link_token
from app.web.core.services import services
from bench.measures import Row, Size, fill, ms, seconds
from bench.whole_matches import some_of_each

MAX_OF_A_REQUEST = 0.0002
"""In seconds."""


def access(folder: Path, size: Size) -> Iterator[Row]:
    """The member of a club, and who only watches a match, ask for the page of that match."""
    database = folder / "access.sqlite3"
    fill(database, some_of_each(1), 1)
    app = open_app(store.engine_for(database))
    with closing(services(app).main_connection) as db:
        club, key = store.list_clubs(db)[0], services(app).link_key()
        links = {
            "a member": (None, link_token(key, club, "member", club.generation)),
            "a watcher": (1, link_token(key, club, "watcher", 1, 1)),
        }
        for who, (match, link) in links.items():
            cookie = f"{frame_access.cookie_name(HOME, match)}={link.rpartition('.')[2]}"
            path = f"/c/{HOME}/matches/1"
            with app.test_request_context(path, headers={"Cookie": cookie}):
                app.preprocess_request()
                assert g.role, f"{who} may not come in"
                ask = partial(check_again, HOME)
                took = median(seconds(ask) for _time in range(size.pages * 5))
            yield Row(
                f"what {who} may do, of each request",
                ms(took),
                ms(MAX_OF_A_REQUEST),
                took > MAX_OF_A_REQUEST,
            )


def check_again(club: str) -> None:
    """Find out what this phone may do, as at the beginning of its request."""
    g.club_id = club
    frame_access.authorize_request()
