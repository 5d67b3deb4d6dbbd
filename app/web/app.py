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
    errors,
    text,
    theme,
)
from app.web.core.services import Capability, Services, services
from app.web.match import (
    cache,
    chances,
    correct,
    end,
    files,
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
from app.worker import Executor

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
FREE = (paper, rules, rulings, assets, theme)
"""What is there for everybody."""


def create_app(
    pool: store.Connections,
    executor: Executor,
    print_queue: PressRoom | None = None,
    *capabilities: Capability,
) -> Flask:
    """The app as every edition has it: its services and its blueprints.

    `pool` lends connections to requests, `executor` runs what takes long, `print_queue` makes PDF.
    What only a server needs, such as compression and limits, `app.server.run` adds.
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
    app.extensions["tricktally"] = Services(
        pool=pool,
        executor=executor,
        rulebook=rulebook.read(RULES, numbers(), rulings.search_entries()),
        print_queue=print_queue,
        capabilities=frozenset(capabilities),
    )

    app.teardown_appcontext(cache.check_in_match)
    text.prepare(app)
    # No page links to the pocket edition unless a server offers it: see `server.pocket_files`.
    app.jinja_env.globals.update(can=services(app).capabilities.__contains__, pocket_url=str)
    access.prepare(app)
    page.prepare(app)
    toast.prepare(app)
    assets.prepare(app)
    theme.prepare(app)
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
