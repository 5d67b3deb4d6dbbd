"""The score book: clubs, their matches, logs and decks, in SQLite. Nothing else knows SQL.

Functions take the connection first, then the club, and return plain values. Every write is one
transaction that begins IMMEDIATE, is made under one lock of this process, and is on the disk before
it is acknowledged (write-ahead log with ``synchronous=FULL``).
"""

from sqlite_utils import Database

from app.store.checksums import Damage, damages
from app.store.clubs import (
    Club,
    clubs,
    delete_club,
    find_club,
    found_club,
    make_home,
    rename_club,
    renew_member_link,
    renew_watch_link,
    watch_generation,
)
from app.store.connections import Connections, NoConnections, OwnConnections
from app.store.copies import Copy, backup, copy_of_the_day, nightly_copies, restore
from app.store.decks import SavedDeck, deck_like, find_deck, save_deck, saved_decks
from app.store.keyfile import BYTES as BYTES_OF_KEY
from app.store.keyfile import Key, copy_key, key_file
from app.store.lists import (
    Listed,
    Summary,
    deleted_matches,
    earlier_matches,
    has_deleted,
    keep_summaries,
    latest_matches,
    match_ids,
    matches_with,
    open_matches,
    past_matches,
)
from app.store.marks import (
    DAYS_TO_RESTORE,
    delete_match,
    forget_deleted,
    give_title,
    restore_match,
)
from app.store.matches import (
    End,
    Overtaken,
    Record,
    append,
    append_lines,
    begin_match,
    end_of_log,
    find_match,
    keep_match,
    known_players,
    line_sent,
    match_called,
    match_like,
)
from app.store.opening import (
    Journal,
    Mistake,
    NotOurs,
    Unavailable,
    can_only_be_read,
    connect,
    integrity,
    is_of_before,
    prepare,
    sqlite_version,
)
from app.store.tables import HOME, NAME_OF_HOME
from app.store.writing import now, probe, to_json

__all__ = [
    "BYTES_OF_KEY",
    "DAYS_TO_RESTORE",
    "HOME",
    "NAME_OF_HOME",
    "Club",
    "Connections",
    "Copy",
    "Damage",
    "Database",
    "End",
    "Journal",
    "Key",
    "Listed",
    "Mistake",
    "NoConnections",
    "NotOurs",
    "Overtaken",
    "OwnConnections",
    "Record",
    "SavedDeck",
    "Summary",
    "Unavailable",
    "append",
    "append_lines",
    "backup",
    "begin_match",
    "can_only_be_read",
    "clubs",
    "connect",
    "copy_key",
    "copy_of_the_day",
    "damages",
    "deck_like",
    "delete_club",
    "delete_match",
    "deleted_matches",
    "earlier_matches",
    "end_of_log",
    "find_club",
    "find_deck",
    "find_match",
    "forget_deleted",
    "found_club",
    "give_title",
    "has_deleted",
    "integrity",
    "is_of_before",
    "keep_match",
    "keep_summaries",
    "key_file",
    "known_players",
    "latest_matches",
    "line_sent",
    "make_home",
    "match_called",
    "match_ids",
    "match_like",
    "matches_with",
    "nightly_copies",
    "now",
    "open_matches",
    "past_matches",
    "prepare",
    "probe",
    "rename_club",
    "renew_member_link",
    "renew_watch_link",
    "restore",
    "restore_match",
    "save_deck",
    "saved_decks",
    "sqlite_version",
    "to_json",
    "watch_generation",
]
