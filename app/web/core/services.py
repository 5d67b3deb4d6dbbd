"""What the app holds from its start to its end, typed, in place of keys in `app.extensions`.

`services()` is the one place that a view asks for a cache, a queue or the database.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Literal

from flask import Flask, current_app, g

from app.languages import Languages, current_language
from app.limits import Limits, RateLimiter
from app.paper.print_queue import PrintQueue
from app.rulebook import Rulebook, Rulebooks
from app.store.clubs.clubs import Usage
from app.store.clubs.keyfile import Key
from app.store.engine import Connections, Database
from app.web.core.caches import AnswerCache, MatchCache, RenderCache
from app.web.core.idempotency import RequestIds
from app.web.core.job_files import temporary_folder
from app.web.core.pubsub import PubSub, Version
from app.worker import Budget, Executor, NoBudget

Capability = Literal["invite", "follow", "pdf", "install", "send", "away"]
"""What an edition can do beside keeping the score: let others in by links and codes; let them
follow by streams; make PDF; be put on the home screen of the phone that keeps the matches; send
matches to a server, and fetch some from there; go on with one match of a club that cannot be
reached, and do nothing else, see `app.pocket.away`. Templates ask `can("pdf")`."""


@dataclass
class Services:
    """What the app holds, from `link_key` on only at a server.

    `print_queue` is None where a browser prints. `main_connection` is open as long as the server
    runs, so that no request's is the last one to close, which folds the write-ahead log.
    """

    pool: Connections
    executor: Executor
    rulebooks: Rulebooks
    languages: Languages
    print_queue: PrintQueue | None = None
    capabilities: frozenset[Capability] = frozenset()
    match_cache: MatchCache = field(default_factory=MatchCache)
    render_cache: RenderCache = field(default_factory=RenderCache)
    answer_cache: AnswerCache = field(default_factory=AnswerCache)
    request_ids: RequestIds = field(default_factory=RequestIds)
    pubsub: PubSub = field(default_factory=PubSub)
    spreadsheets: dict[str, object] = field(default_factory=dict)
    """The clubs to whom a spreadsheet is being sent."""
    limits: Limits = field(default_factory=Limits)
    work_budget: Budget = field(default_factory=NoBudget)
    """What clubs may take of this process for what is done in parts, beside the `executor`."""
    job_folder: Path = field(default_factory=temporary_folder)
    """Where the files of jobs are that go on from one request to the next."""
    assets: dict[str, str] = field(default_factory=dict)
    """Stylesheets, scripts and icons, joined at start, by their paths."""
    icons_url: str = ""
    """The address of the icons below the root of the app, which every page asks for."""
    link_key: Key = field(init=False)
    main_connection: Database = field(init=False)
    rate_limiter: RateLimiter = field(init=False)
    usage_lately: Callable[[str], Usage] = field(init=False)
    """What a club has stored, as it was not long ago."""
    is_healthy: bool = True
    """Whether the database could be written to, when that was tried last."""
    probed_until: float = 0.0
    probe_lock: Lock = field(default_factory=Lock)
    is_draining: bool = False


def services(app: Flask = current_app) -> Services:
    """Return what `app` holds, or the app of this request."""
    held: Services = app.extensions["tricktally"]
    return held


def rulebook() -> Rulebook:
    """Return the rules for a reader of the current language."""
    return services().rulebooks.of(current_language())


def can(capability: Capability) -> bool:
    """Return whether this edition can do that."""
    return capability in services().capabilities


def connection() -> Database:
    """Return this request's connection to the database, lent from the pool until its end."""
    if "db" not in g:
        g.db = services().pool.check_out()
    db: Database = g.db
    return db


def is_read_only() -> bool:
    """Return whether nothing can be saved, as far as this request has asked the database."""
    return "db" in g and g.db.is_read_only


def return_connection(error: BaseException | None) -> None:
    """Give the connection of the request back; after an error the pool looks at it first."""
    if db := g.pop("db", None):
        services().pool.check_in(db, is_sound=error is None)


def publish(match_id: int | None = None, version: Version | None = None) -> None:
    """Tell the subscribers of a match of this club, or of all its matches, in every process, that
    something is new, and its version if that is all."""
    services().pubsub.publish(g.club_id, match_id, version)
    words = [g.club_id, *([match_id] if match_id else []), *(version or [])]
    connection().notify(" ".join(map(str, words)))
