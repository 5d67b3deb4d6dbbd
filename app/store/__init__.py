"""The score book: clubs, their matches, logs and decks. Nothing else knows SQL, or which engine
keeps the rows: SQLite in a file (`app.store.sqlite`), or a server (`app.store.postgres`).

Functions take the connection first, then the club, and return plain values. Every write is one
transaction, and is on the disk before it is acknowledged.
"""

from app.store.clubs import (
    HOME,
    NAME_OF_HOME,
    Club,
    clubs,
    delete_club,
    find_club,
    first_club,
    found_club,
    make_home,
    rename_club,
    renew_member_link,
    renew_watch_link,
    watch_generation,
)
from app.store.decks import SavedDeck, deck_like, find_deck, save_deck, saved_decks
from app.store.engine import Connections, Database, now, to_json
from app.store.engines import (
    Book,
    book_of,
    connect,
    connections_to,
    is_address,
    listening_to,
    look_into,
    name_of,
    prepare,
    state_of,
)
from app.store.errors import (
    Newer,
    NotOurs,
    Older,
    StoreError,
    UnavailableReason,
    UniqueViolation,
)
from app.store.flags import MOST_OPEN, Doubt, TooMany, doubt_deal, doubts, find_right
from app.store.invite_codes import Code, find_code, keep_code, take_code
from app.store.keyfile import BYTES as BYTES_OF_KEY
from app.store.keyfile import Key, copy_key, is_another_key, key_file
from app.store.lists import (
    Listed,
    clubs_without_summaries,
    count_matches,
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
from app.store.log import (
    Damage,
    End,
    Overtaken,
    Summary,
    append,
    append_lines,
    damages,
    end_of_log,
    last_sent,
    line_sent,
)
from app.store.matches import (
    DAYS_TO_RESTORE,
    Record,
    begin_match,
    delete_match,
    find_match,
    forget_deleted,
    give_title,
    keep_match,
    known_players,
    match_called,
    match_like,
    restore_match,
)
from app.store.sqlite.backup import (
    Copy,
    backup,
    copy_of_the_day,
    is_backup,
    nightly_copies,
    restore,
)
from app.store.sqlite.connections import (
    Journal,
    NoConnections,
    OwnConnections,
    integrity,
    is_of_before,
    sqlite_version,
)
from app.store.sqlite.upgrade import latest_copy_before_upgrade
