"""What the verbs of the store raise, whichever engine keeps the rows.

Whatever else an engine raises, a wrong statement or a row that breaks a rule of its table, is a bug
of ours: it passes as it is, and nobody catches it.
"""

from __future__ import annotations

from typing import Literal

UnavailableReason = Literal[
    "locked", "read-only", "full", "unsure", "busy", "away", "replaced", "shut"
]
"""Why a database is unavailable: another program holds it; it may only be read; no room is left;
nobody knows whether the last write counts; too many ask at once; it is out of reach; its files are
others than those that were opened; or anything else."""


class StoreError(Exception):
    """The database is unavailable: locked, read-only, full, damaged or away; `reason` says why."""

    def __init__(self, sentence: str, reason: UnavailableReason = "shut") -> None:
        super().__init__(sentence)
        self.reason = reason


class NotOurs(StoreError):
    """A database that is no score book of ours, or one of a newer Tricktally; it says which."""


class DatabaseTooNew(NotOurs):
    """The database of a newer Tricktally, whose tables this one does not know."""


class DatabaseTooOld(NotOurs):
    """A database that does not have the tables of this Tricktally yet."""


class UniqueViolation(Exception):
    """A row with this key is there already: the key of a table decides who was first."""
