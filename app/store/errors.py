"""What the store raises, whichever engine keeps the rows.

Anything else that an engine raises, such as a wrong statement or a row that breaks a constraint, is
a bug of ours: it is not translated, and nothing catches it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from app.program import DatabaseOptions, command

# Why a database is unavailable: `locked` by another program; `read-only`; its disk is `full`;
# `unsure` whether the last write counts; too `busy`; `away`, out of reach; its files were
# `replaced` since they were opened; `shut` for any other reason.
UnavailableReason = Literal[
    "locked", "read-only", "full", "unsure", "busy", "away", "replaced", "shut"
]


class StoreError(Exception):
    """The database is unavailable: locked, read-only, full, damaged or away; `reason` says why."""

    def __init__(self, sentence: str, reason: UnavailableReason = "shut") -> None:
        super().__init__(sentence)
        self.reason = reason


class DamagedText(StoreError):
    """A text in a row is none any more: its bytes are no UTF-8. Other rows can be read."""


class DatabaseTooNew(StoreError):
    """The database was written by a newer version, whose tables this one does not know."""


class DatabaseTooOld(StoreError):
    """The database does not have the tables of this version yet, and may not get them here."""


class InvalidKey(StoreError):
    """The file with the key of all links is missing or broken, and links were given out before."""

    def __init__(self, problem: str, database: DatabaseOptions, key_file: Path) -> None:
        new_key = command("link --new-key", database, key_file)
        super().__init__(
            f"{problem}. Without it no link and no phone from before gets in. Put it back from a"
            f" backup (FILE.key), or make a new one: `{new_key}`"
        )


class InvalidAddress(StoreError):
    """An address of PostgreSQL that cannot be read. The sentence says what one is like, and never
    repeats what was given: that may be a password."""

    def __init__(self) -> None:
        super().__init__(
            "its address cannot be read. It is like"
            " postgresql://NAME:PASSWORD@HOST:5432/DATABASE, and in a password %40 stands for @,"
            " %2F for / and %25 for %"
        )


class UniqueViolation(Exception):
    """There is a row with this key already: of two requests the key decides which one counts."""
