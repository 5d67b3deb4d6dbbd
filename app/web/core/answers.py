"""Answers of the store about a whole club, kept while nothing in it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from flask import g

from app.store.clubs import clubs
from app.store.engine import Database
from app.web.core.access import this_club
from app.web.core.services import connection, services

P = ParamSpec("P")
Answer = TypeVar("Answer")


def from_cache(
    question: Callable[Concatenate[Database, str, P], Answer],
    *args: P.args,
    **options: P.kwargs,
) -> Answer:
    """Return what a function of the store returns for the club of this request, from a cache while
    the club has the same version. The answer is shared and must not be changed.

    Not for names and titles, which change without another version.
    """
    db, club = connection(), this_club()
    if "version" not in g:
        # Before anything is read: what is newer than its version is asked for once too often.
        g.version = clubs.version_of(db, club)
    key = (question, club, g.version, args, *sorted(options.items()))
    answer: Answer = services().answer_cache.get_or_ask(
        key, lambda: question(db, club, *args, **options)
    )
    return answer
