"""SQLite, the one copy of it that this program uses.

sqlite-utils looks for them in the same order, so that both mean the same errors.
"""

from __future__ import annotations

try:
    # The wheel brings a newer SQLite than most systems have.
    import pysqlite3.dbapi2 as sqlite3
except ImportError:
    # Where there is no wheel, as in a browser, that of the standard library has to do.
    import sqlite3

__all__ = ["sqlite3"]
