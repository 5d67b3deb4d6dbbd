"""The database: clubs, their matches, logs and decks. Nothing else knows SQL. Two engines keep the
rows, and no function that asks for them knows which: SQLite in a file (`app.store.sqlite`), or
PostgreSQL (`app.store.postgres`).

Functions take the connection first, then the club, and return plain values. Every write is one
transaction, and is on the disk before it is acknowledged. What is imported here is what the store
offers; a new function is one line more. The tables are in `migrations` of both engines.

Stored as words, free text that people typed, are only `clubs.name`, `matches.players`,
`matches.title`, `matches.summary` (the players again), `people.name`, `people.former`,
`names.key`, `erasures.keys`, `evenings.title`, `place` and `note`, `decks.name` and `decks.faces`,
`doubts.words`, and those rows of `events.answer` that hold names or a deck. All else is keys,
numbers and moments, and is put into words when it is shown. Two relics: old summaries have English
texts under `now`, and old matches the names of colours for players without a name.
"""

from pathlib import Path

from app.store.clubs.clubs import (
    HOME,
    HOME_NAME,
    Club,
    Usage,
    create_club,
    delete_club,
    delete_unused_clubs,
    ensure_home_club,
    find_club,
    first_club,
    has_been_used,
    list_clubs,
    rename_club,
    renew_member_link,
    renew_watch_link,
    usage,
    version_of,
    watch_generation,
)
from app.store.clubs.decks import (
    SavedDeck,
    find_deck,
    find_same_deck,
    known_decks,
    save_deck,
    saved_decks,
)
from app.store.clubs.invite_codes import InviteCode, find_code, redeem_code, save_code
from app.store.clubs.key_fingerprint import forget_fingerprint, refuse_another_key, remember_key
from app.store.clubs.keyfile import (
    Key,
    copy_key,
    is_another_key,
    problem_of_key,
    read_key,
    renew_key,
)
from app.store.engine import Connections, Database, DatabaseUrl, Engine, now, to_json
from app.store.errors import (
    DamagedText,
    DatabaseTooNew,
    DatabaseTooOld,
    InvalidKey,
    StoreError,
    UnavailableReason,
    UniqueViolation,
)
from app.store.matches.deletion import (
    DAYS_TO_RESTORE,
    AlreadyHere,
    delete_if_unanswered,
    delete_match,
    delete_unanswered,
    purge_deleted,
    restore_match,
)
from app.store.matches.evening_changes import (
    DAYS_TO_UNDO,
    CannotUndo,
    EveningChange,
    TooManyMatches,
    date_evening,
    join_evening,
    list_evening_changes,
    move_to_evening,
    purge_evening_changes,
    split_evening,
    undo_evening_change,
    words_of_both,
)
from app.store.matches.exports import (
    MatchToExport,
    changes_of_matches,
    flags_by_match,
    matches_to_export,
    names_by_person,
)
from app.store.matches.facts import (
    SeatFacts,
    WrongNumbers,
    add_up_again,
    clear_unreadable,
    wrong_numbers,
)
from app.store.matches.flags import (
    FLAG_OUTCOMES,
    MAX_OPEN_FLAGS,
    Flag,
    TooManyFlags,
    confirm_deal,
    flag_deal,
    list_flags,
)
from app.store.matches.forget import finish_forgetting, forget_person
from app.store.matches.imports import (
    HiddenMatch,
    Import,
    NewLines,
    NewPerson,
    add_hidden,
    count_imported,
    deleted_uuids,
    discard_import,
    discard_old_imports,
    find_or_create_evenings,
    hidden_matches,
    show_import,
    shown_matches,
    uuids_here,
)
from app.store.matches.lists import (
    ListedMatch,
    clubs_behind,
    count_matches,
    deleted_matches,
    earlier_matches,
    finished_by_game,
    has_deleted,
    latest_changes,
    latest_matches,
    list_matches,
    match_ids,
    matches_of_evening,
    matches_of_evenings,
    numbers_by_uuid,
    open_matches,
    past_matches,
    save_summaries,
    version_of_lists,
    years_of_evenings,
)
from app.store.matches.log import (
    DamagedLine,
    LogHead,
    Overtaken,
    Summary,
    append,
    damaged_lines,
    find_log_head,
    latest_request_id,
    line_of_request,
    request_id_of_line,
)
from app.store.matches.matches import (
    Record,
    begin_match,
    find_deleted_match,
    find_match,
    find_match_by_uuid,
    find_matches,
    find_matches_by_uuid,
    find_same_match,
    save_match,
    set_title,
    with_names_of_today,
)
from app.store.matches.mentions import Mention, mentions_of
from app.store.matches.search import SearchTerm, search_matches
from app.store.numbers.attendance import Attendance, attendance_of, matches_of_groups
from app.store.numbers.calendar import (
    CountedMatch,
    count_matches_by_month,
    counted_matches,
    latest_counted,
    summaries_of_counted,
    time_played,
    times_of_deals,
)
from app.store.numbers.careers import (
    BestEvening,
    EveningsTogether,
    Run,
    best_evening,
    evenings_together,
    longest_run,
)
from app.store.numbers.club_records import BestFact, ClubRun, best_facts, longest_runs
from app.store.numbers.records import ENOUGH_MATCHES, BrokenRecord, broken_records
from app.store.numbers.totals import (
    FactFilter,
    MatchFact,
    Total,
    add_up,
    facts_by_match,
    facts_of_matches,
    facts_of_seats,
    has_uncounted_matches,
    list_facts,
)
from app.store.people.colours import choose_colour, colours_of_names
from app.store.people.evenings import (
    PAUSE,
    Evening,
    NoSuchEvening,
    describe_evening,
    evening_at,
    find_evening,
    later_evenings,
    list_evenings,
    show_awards,
)
from app.store.people.merging import match_together, merge_people, unmerge_person
from app.store.people.people import (
    NameTaken,
    NoSuchPerson,
    Person,
    SatTogether,
    add_person,
    canonical_among,
    canonical_people,
    find_people,
    find_person,
    former_owner,
    free_name,
    group_of,
    hide_person,
    list_people,
    rename_person,
    show_person,
    undo_rename,
)
from app.store.people.seatings import (
    PersonSeat,
    backfill_seatings,
    recent_people,
    seats_of_matches,
)
from app.store.postgres.engine import ADDRESSES, PostgresEngine
from app.store.sqlite.backup import (
    NightlyBackup,
    backup,
    is_backup,
    is_of_older_version,
    latest_copy_before_upgrade,
    list_nightly_backups,
    make_nightly_backup,
    restore,
)
from app.store.sqlite.connection import (
    LEAST_ROOM,
    free_bytes,
    integrity,
    needs_migration,
    why_read_only,
)
from app.store.sqlite.engine import SqliteEngine, UnavailableConnections, sqlite_version


def engine_for(url: DatabaseUrl) -> Engine:
    """The engine of a database by its path or its address. Opens nothing and raises nothing."""
    if str(url).startswith(ADDRESSES):
        return PostgresEngine(str(url))
    return SqliteEngine(Path(url))
