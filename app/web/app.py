"""Create the Flask app: its services, its blueprints and what every edition registers."""

from __future__ import annotations

from flask import Flask

from app.games import numbers
from app.languages import Languages, installed_languages
from app.paper.print_queue import PrintQueue
from app.paths import APP, RULES, STATIC, TEMPLATES
from app.rulebook import Rulebooks
from app.store.engine import Connections
from app.web import paper, pdf, start
from app.web.club_file import import_page, set_aside, spreadsheets, whole_club
from app.web.core import access, errors, http
from app.web.core.idempotency import new_request_id
from app.web.core.page import assets, language, pictures, text, theme
from app.web.core.services import Capability, Services, can, is_read_only, return_connection
from app.web.decks import cards, decks
from app.web.evenings import changes, evenings
from app.web.match import correct, end, page, play, repository, seats, settings, sheet, watch
from app.web.match_file import compare, files, identities, sync
from app.web.new_match import new_match
from app.web.numbers import almanac, figure, person, standings, versus, year
from app.web.people import colours, players
from app.web.rules import rules, rulings
from app.web.typed_paper import sheets
from app.worker import Executor

# The blueprints; how to add a page, and from which one to copy, is said in `app.web`.
AT_ROOT = [paper, rules, rulings, assets, theme, language]
OF_A_CLUB = [
    *(
        start,
        evenings,
        changes,
        new_match,
        sheets,
        colours,
        players,
        person,
        figure,
        year,
        standings,
        versus,
        almanac,
        play,
        correct,
        cards,
        seats,
        sheet,
        end,
        watch,
        settings,
        files,
        compare,
        identities,
        sync,
        spreadsheets,
        whole_club,
        import_page,
        set_aside,
        decks,
    ),
]
"""The modules whose blueprints every edition has; those of a club lie below its address."""


def create_app(
    pool: Connections,
    executor: Executor,
    print_queue: PrintQueue | None = None,
    *capabilities: Capability,
    languages: Languages | None = None,
) -> Flask:
    """The app as every edition has it: its services and its blueprints.

    `pool` lends connections to requests, `executor` runs what takes long, `print_queue` makes PDF.
    Without `languages` it has those that come with it.
    Each edition adds what is its own, and `app.web.core.http` (CSRF, headers) with the headers
    that it needs: see `app.server.run` and `app.pocket.app`.
    """
    app = Flask(
        "app", root_path=str(APP), template_folder=str(TEMPLATES), static_folder=str(STATIC)
    )
    app.config.update(
        MAX_CONTENT_LENGTH=http.LARGEST_POST,
        MAX_FORM_MEMORY_SIZE=http.LARGEST_POST,
        SEND_FILE_MAX_AGE_DEFAULT=31_536_000,
        # Whether every client is a member of every club, without a link.
        OPEN=False,
        # Whether the front page lets every client found a club.
        PUBLIC=False,
        # The id of the only club, for addresses without one; None where there can be several.
        CLUB=None,
        # The URL at which other phones find this server, if it is not that of the request.
        ADDRESS=None,
    )
    languages = languages or installed_languages()
    app.extensions["tricktally"] = Services(
        pool=pool,
        executor=executor,
        rulebooks=Rulebooks(RULES, numbers(), rulings.search_entries, languages),
        print_queue=print_queue,
        languages=languages,
        capabilities=frozenset(capabilities),
    )

    at_root, of_a_club = [*AT_ROOT], [*OF_A_CLUB]
    if "invite" in capabilities:
        # A browser has no library for the rate limits of these.
        from app.web.entry import invite, join
        from app.web.match import live

        at_root += [join]
        of_a_club += [invite, live]

    for module in (
        text,
        language,
        access,
        page,
        assets,
        pictures,
        theme,
        errors,
        pdf,
        rules,
    ):
        module.init_app(app)
    language.init_club(app)
    app.teardown_appcontext(return_connection)
    app.teardown_appcontext(repository.check_in_match)
    # No page links to the pocket edition unless a server offers it: see `server.pocket_files`.
    app.jinja_env.globals.update(
        can=can,
        is_read_only=is_read_only,
        new_request_id=new_request_id,
        pocket_url=str,
        pocket_is_built=False,
        offline_worker_url=str,
    )
    text.load_macros(app)

    for module in at_root:
        app.register_blueprint(module.bp)
    access.mount_under_match(app, rules.bp, rulings.bp)
    for module in of_a_club:
        app.register_blueprint(module.bp, url_prefix=access.CLUB + (module.bp.url_prefix or ""))
    app.add_url_rule("/more", "start.more")
    return app
