"""The app in a browser: thin routes that find, accept, append and show."""

from __future__ import annotations

from flask import Flask

from app import rulebook, store
from app.games import numbers
from app.house import APP, RULES, STATIC, TEMPLATES
from app.paper.press.pressroom import PressRoom
from app.web import paper
from app.web.book import rules, settle
from app.web.club import decks, more, start
from app.web.frame import abilities, access, errors, icons, joined, look, news, once, pages
from app.web.match import (
    corrections,
    files,
    finding,
    following,
    keeping,
    live,
    outcome,
    page,
    play,
    seats,
    sheet_view,
    stakes,
    table_view,
    toast,
)
from app.worker import Aside

OF_A_CLUB = (
    start,
    play,
    corrections,
    seats,
    sheet_view,
    stakes,
    outcome,
    table_view,
    following,
    keeping,
    files,
    decks,
    more,
)
"""The parts that lie below the address of a club."""
FREE = (paper, rules, settle, joined, look, icons)
"""What is there for everybody."""


def create_app(
    connections: store.Connections,
    aside: Aside,
    press: PressRoom | None = None,
    *about: abilities.Ability,
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
    app.request_class = pages.AnyQuery
    app.config.update(
        MAX_CONTENT_LENGTH=pages.LARGEST_POST,
        MAX_FORM_MEMORY_SIZE=pages.LARGEST_POST,
        SEND_FILE_MAX_AGE_DEFAULT=31_536_000,
    )
    app.config.update(OPEN=False, PUBLIC=False, CLUB=None)
    app.extensions["connections"] = connections
    app.extensions["press"] = press
    app.extensions["aside"] = aside
    app.extensions["played"] = finding.Played()
    app.extensions["sent"] = once.Sent()
    app.extensions["news"] = news.News()
    app.extensions["drawn"] = live.Drawn()
    app.extensions["rulebook"] = rulebook.read(RULES, numbers(), settle.questions())

    app.teardown_appcontext(finding.put_back)
    pages.prepare(app)
    abilities.prepare(app, *about)
    access.prepare(app)
    page.prepare(app)
    toast.prepare(app)
    joined.prepare(app)
    look.prepare(app)
    icons.prepare(app)
    errors.handle(app)
    rules.prepare(app)
    pages.load_macros(app)
    for room in FREE:
        app.register_blueprint(room.bp)
    access.also_below(app, access.MATCH, rules.bp, settle.bp)
    for room in OF_A_CLUB:
        access.register(app, room.bp)
    app.add_url_rule("/more", "more.show")
    return app
