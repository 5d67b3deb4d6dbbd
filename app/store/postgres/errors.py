"""What PostgreSQL says when something cannot be done, as the verbs of the store raise it."""

from __future__ import annotations

import psycopg
from psycopg_pool import PoolClosed

from app.store.errors import StoreError, UnavailableReason, UniqueViolation


class Again(StoreError):
    """Nothing of it counts, and it may be tried again from its beginning."""


class Lost(Again):
    """The connection is gone, and what was not committed with it."""


AGAIN = {
    "40001",  # serialization failure
    "40P01",  # deadlock
}
FATAL = {"FATAL", "PANIC"}
"""How grave it is when the connection ends with it."""
AWAY = {
    "57P01",  # the server stops
    "57P02",  # it stops at once, since another of its processes has failed
    "57P03",  # it begins, or stops
    "57P05",  # it has waited too long for us
    "25P03",
    "53300",  # it has as many connections as it takes
}
REASONS: dict[str, UnavailableReason] = {
    "25006": "read-only",
    "42501": "read-only",
    "53100": "full",
    "54000": "full",
    "55P03": "locked",
    "57014": "locked",
    "58030": "unsure",
    "40003": "unsure",  # nobody knows whether it was committed
}


def translated(error: psycopg.Error, *, is_lost: bool) -> StoreError | UniqueViolation | None:
    """The error as the store raises it, None for a bug of ours; `is_lost` if its connection is of
    no use any more."""
    state = error.sqlstate or ""
    sentence = " ".join((error.diag.message_primary or str(error)).split())
    if state == "23505":
        return UniqueViolation(sentence)
    if state in AGAIN:
        return Again(sentence, "locked")
    if isinstance(error, PoolClosed):
        return StoreError(sentence, "away")
    is_fatal = error.diag.severity_nonlocalized in FATAL
    if is_lost or is_fatal or state in AWAY or state.startswith("08"):
        return Lost(sentence, "away")
    if reason := REASONS.get(state):
        return StoreError(sentence, reason)
    # XX000 and what follows: what lies on the server's disk is damaged.
    if isinstance(error, psycopg.OperationalError) or state.startswith("XX"):
        return StoreError(sentence) if state else Lost(sentence, "away")
    return None
