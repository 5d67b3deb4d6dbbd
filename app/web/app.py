"""The app in a browser: thin routes that find, accept, append and show."""

from __future__ import annotations

from flask import Flask

from app import rulebook, store
from app.games import numbers
from app.paper.print_queue import PressRoom
from app.paths import APP, RULES, STATIC, TEMPLATES
from app.web import paper
from app.web.club import decks, more, start
from app.web.core import (
    access,
    assets,
    capabilities,
    errors,
    icons,
    idempotency,
    pubsub,
    text,
    theme,
)
from app.web.match import (
    cache,
    chances,
    correct,
    end,
    files,
    live,
    page,
    play,
    seats,
    settings,
    sheet,
    table_view,
    toast,
    watch,
)
from app.web.rules import rules, rulings
from app.worker import Aside

OF_A_CLUB = (
    start,
    play,
    correct,
    seats,
    sheet,
    chances,
    end,
    table_view,
    watch,
    settings,
    files,
    decks,
    more,
)
"""The parts that lie below the address of a club."""
FREE = (paper, rules, rulings, assets, theme, icons)
"""What is there for everybody."""


def create_app(
    connections: store.Connections,
    aside: Aside,
    press: PressRoom | None = None,
    *about: capabilities.Ability,
) -> Flask:
    """The app, whichever door it is reached by: the one place where its parts meet.

    `connections` lend the score book to requests; what takes long is done `aside`; `press` prints.
    What only one door needs, such as compression, limits and a guard against other sites, that
    door puts on; what else can be done there is said `about` it.
    """
    app = Flask(
        "app",
        root_path=str(APP),
        template_folder=str(TEMPLATES),
        static_folder=str(STATIC),
    )
    app.request_class = text.AnyQuery
    app.config.update(
        MAX_CONTENT_LENGTH=text.LARGEST_POST,
        MAX_FORM_MEMORY_SIZE=text.LARGEST_POST,
        SEND_FILE_MAX_AGE_DEFAULT=31_536_000,
    )
    app.config.update(OPEN=False, PUBLIC=False, CLUB=None)
    app.extensions["connections"] = connections
    app.extensions["press"] = press
    app.extensions["aside"] = aside
    app.extensions["played"] = cache.MatchCache()
    app.extensions["sent"] = idempotency.Sent()
    app.extensions["news"] = pubsub.News()
    app.extensions["drawn"] = live.Drawn()
    app.extensions["rulebook"] = rulebook.read(RULES, numbers(), rulings.search_entries())

    app.teardown_appcontext(cache.check_in_match)
    text.prepare(app)
    capabilities.prepare(app, *about)
    access.prepare(app)
    page.prepare(app)
    toast.prepare(app)
    assets.prepare(app)
    theme.prepare(app)
    icons.prepare(app)
    errors.handle(app)
    rules.prepare(app)
    text.load_macros(app)
    for room in FREE:
        app.register_blueprint(room.bp)
    access.also_below(app, access.MATCH, rules.bp, rulings.bp)
    for room in OF_A_CLUB:
        access.register(app, room.bp)
    app.add_url_rule("/more", "more.show")
    return app
