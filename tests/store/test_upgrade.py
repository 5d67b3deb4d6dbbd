"""A database of an older version is only upgraded once a checked copy of it lies beside it."""

import gzip
import re
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from app.cli import main as run
from app.paths import PROJECT
from app.pocket.app import open_pocket
from app.program import release
from app.store import engine_for
from app.store.clubs import decks
from app.store.clubs.clubs import HOME
from app.store.errors import DamagedText, StoreError
from app.store.matches import lists, log, matches
from app.store.matches.log import DamagedLine
from app.store.numbers import totals
from app.store.postgres.migrations import STEPS, VERSION
from app.store.sqlite import backup, opening
from app.store.sqlite.connection import sqlite3
from app.store.sqlite.migrations import migrations
from app.store.sqlite.opening import needs_migration
from app.web.database import open_database
from testkit.match import CAST
from tests.books import RULES, TODAY, a_letter, meddle, of_version

COPY = f"matches-before-{release()}.sqlite3"
SECOND_COPY = f"matches-before-{release()}-2.sqlite3"
OUT_THERE = PROJECT / "tests" / "out_there"
OLD_VERSIONS = range(1, TODAY)


def tables(path):
    """All rows of all tables, but for the fingerprint of the key of links: it goes with the key."""
    with closing(sqlite3.connect(path)) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        found = {name: db.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in names}
    found["codes"] = [row for row in found.get("codes", ()) if row[1] != "key"]
    return found


def beside(book):
    """The names of the files in the folder of a database."""
    return sorted(path.name for path in book.parent.iterdir())


def upgrade(book):
    engine_for(book).open().close()


@pytest.fixture
def old(book):
    """A database of the version before clubs."""
    return of_version(4, book)


def records(db):
    return [matches.find_match(db, HOME, number) for number in lists.match_ids(db, HOME)]


def checksums(path, version=TODAY):
    """Those of all lines that were written at home."""
    club = "WHERE club = 'home'" if version > 4 else ""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(f"SELECT checksum FROM events {club} ORDER BY match, line").fetchall()


@pytest.mark.parametrize("version", OLD_VERSIONS)
def test_everything_is_taken_over_and_a_checked_copy_of_it_lies_beside(version, book, caplog):
    before = tables(of_version(version, book))
    said = [row for row in before["events"] if version < 5 or row[0] == HOME]
    played = [row for row in before["matches"] if version < 5 or row[0] == HOME]
    called, copy = [], book.with_name(COPY)

    for _time in range(2):
        with closing(engine_for(book).open()) as db:
            assert [record.id for record in records(db)] == list(range(1, len(played) + 1))
            assert sum(len(record.log) for record in records(db)) == len(said)
            assert list(log.damaged_lines(db)) == []
            called.append([record.uuid for record in records(db)])
            if version < 8:
                assert {record.revision for record in records(db)} == {0}
    assert called[0] == called[1], "a match is called the same for ever"
    assert len({*called[0]}) == len(played) in (15, 16, 17)
    assert ("",) not in checksums(book)
    assert tables(copy) == before
    assert copy.stat().st_mode & 0o777 == 0o600
    assert beside(book) == sorted([book.name, copy.name])
    if version > 2:
        assert checksums(book) == checksums(copy, version)
    assert caplog.messages == [
        f"Upgraded {book} from version {version} to {TODAY}."
        f" The database from before is kept in {copy}."
    ]

    with closing(engine_for(book).connect()) as db:
        assert not needs_migration(db)
        named = (records(db)[0].title, len(lists.deleted_matches(db, HOME)))
        assert named == (("Friday at Zoë’s", 1) if version > 1 else ("", 0))
        assert [deck.name for deck in decks.saved_decks(db, HOME, 9)] == ["Our old deck"]
        assert matches.begin_match(db, HOME, "trex", CAST, RULES) == len(played) + 1
        assert decks.save_deck(db, HOME, "", {"1": {"symbols": ["spade"], "large": []}}) == 2


def test_what_is_new_or_of_today_gets_no_copy(book, caplog):
    for _time in range(2):
        upgrade(book)

    assert beside(book) == [book.name]
    assert caplog.messages == []


def test_what_was_said_last_is_in_the_copy(old):
    """Also while it lies in the log beside the file."""
    with closing(engine_for(old).connect()) as other:
        other.execute("UPDATE matches SET title = 'The last evening' WHERE id = 1")
        assert Path(f"{old}-wal").stat().st_size

        upgrade(old)

    assert "The last evening" in str(tables(old.with_name(COPY))["matches"])


def no_copy_can_be_written(old, _patch):
    old.with_name(f"{COPY}.part").mkdir()


def the_copy_is_damaged(old, _patch):
    """An index misses a row, which only a look at everything finds."""
    index, schema = "matches_by_game", "SELECT sql, rootpage FROM sqlite_master WHERE name = ?"
    with closing(sqlite3.connect(old)) as db:
        sql, page = db.execute(schema, [index]).fetchone()
        db.execute("PRAGMA writable_schema = ON")
        db.execute("DELETE FROM sqlite_master WHERE name = ?", [index])
        db.commit()
    with closing(sqlite3.connect(old)) as db:
        db.execute("UPDATE matches SET is_over = 1 - is_over")
        db.execute("PRAGMA writable_schema = ON")
        row = [index, page, sql]
        db.execute("INSERT INTO sqlite_master VALUES ('index', ?, 'matches', ?, ?)", row)
        db.commit()


def the_copy_has_another_line(_old, patch):
    """As where a disk or a memory changes a letter on the way."""
    really_copy = backup.copy_pages

    def copy(source, target):
        really_copy(source, target)
        target.execute("UPDATE events SET answer = '\"clubs\"' WHERE line = 2")

    patch.setattr(backup, "copy_pages", copy)


UNTIL = f"it is of version 4, and is only upgraded to version {TODAY} once a copy"


@pytest.mark.parametrize(
    ("prevent", "words"),
    [
        (no_copy_can_be_written, "Is a directory"),
        (the_copy_is_damaged, "matches_by_game"),
        (the_copy_has_another_line, "line 2 of match 1"),
    ],
)
def test_without_a_good_copy_nothing_is_changed(prevent, words, old, monkeypatch, capsys):
    prevent(old, monkeypatch)
    before = tables(old), old.read_bytes(), beside(old)

    assert run(["rebuild", "--database", str(old)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"tricktally: cannot rebuild {old}: {UNTIL}")
    assert words in told.err
    assert told.err.count("\n") == 1
    assert (tables(old), old.read_bytes(), beside(old)) == before


def test_a_line_that_was_damaged_before_stops_no_upgrade(old):
    meddle(old, "UPDATE events SET answer = '0' WHERE match = 1 AND line = 2")

    with closing(engine_for(old).open()) as db:
        assert list(log.damaged_lines(db)) == [DamagedLine(HOME, 1, 2)]
    assert tables(old.with_name(COPY))["events"]


@pytest.mark.parametrize(
    "damage",
    [
        "matches SET players = CAST(x'ff' AS TEXT) WHERE number = 1",
        "events SET answer = CAST(x'ff' AS TEXT) WHERE match = 1",
    ],
    ids=["a name", "an answer"],
)
def test_what_is_no_text_any_more_stops_no_upgrade_and_no_start(damage, book):
    before = of_version(TODAY - 1, book)
    meddle(before, f"UPDATE {damage}")

    with closing(open_database(engine_for(before))) as db:
        with pytest.raises(DamagedText):
            matches.find_match(db, HOME, 1)
        assert matches.find_match(db, HOME, 2)
        assert not totals.has_uncounted_matches(db, HOME)


def test_a_copy_that_cannot_be_written_is_no_bug(old, tmp_path):
    with (
        closing(opening.open_file(of_version(11, tmp_path / "full.sqlite3"), "ro")) as target,
        closing(opening.open_file(old, "ro")) as source,
        pytest.raises(StoreError),
    ):
        source.conn.backup(target.conn)


def half_way(monkeypatch, old):
    """An upgrade that fails with its last step."""

    def fail(db):
        really_apply(db)
        raise ZeroDivisionError

    really_apply = migrations.apply
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "apply", fail)
        with pytest.raises(ZeroDivisionError):
            upgrade(old)


def test_an_upgrade_that_fails_changes_nothing_and_its_copy_is_kept(old, monkeypatch):
    before = tables(old)
    half_way(monkeypatch, old)
    copy = old.with_name(COPY)
    assert tables(old) == tables(copy) == before
    made = copy.stat().st_mtime_ns, copy.stat().st_ino

    half_way(monkeypatch, old)
    upgrade(old)

    assert (copy.stat().st_mtime_ns, copy.stat().st_ino) == made
    assert beside(old) == sorted([old.name, copy.name])


@pytest.mark.parametrize("has_names", [True, False], ids=["", "where a file has one name only"])
def test_a_file_of_that_name_is_never_overwritten(has_names, old, monkeypatch, caplog):
    """As of whoever goes back, plays on and upgrades again."""
    if not has_names:
        monkeypatch.delattr("os.link")  # as in a browser, whose Python cannot give it a second one
    first = old.with_name(COPY)
    first.write_bytes(old.read_bytes())
    meddle(old, "UPDATE matches SET title = 'A month later'")
    before = tables(first), tables(old)

    upgrade(old)

    other = old.with_name(SECOND_COPY)
    assert (tables(first), tables(other)) == before
    assert str(other) in caplog.text


def test_programs_that_begin_at_once_upgrade_once(old, caplog):
    threads = [threading.Thread(target=upgrade, args=[old]) for _thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert beside(old) == sorted([old.name, COPY])
    assert len(caplog.messages) == 1
    with closing(engine_for(old).connect()) as db:
        assert not needs_migration(db)


def go_back(book, *file):
    """`tricktally restore --before-upgrade`."""
    return run(["restore", "--before-upgrade", *map(str, file), "--database", str(book)])


@pytest.mark.parametrize("version", OLD_VERSIONS)
def test_one_command_puts_back_the_database_of_the_version_before(version, book, capsys):
    before = tables(of_version(version, book))
    with closing(engine_for(book).open()) as db:
        matches.set_title(db, HOME, 1, "Since the upgrade")

    assert go_back(book) == 0

    assert tables(book) == before
    assert not Path(f"{book}-wal").exists()
    told = capsys.readouterr().out
    assert told.startswith(f"Restored {book} from {book.with_name(COPY)}.\n")
    (aside,) = set(book.parent.glob("*-before-2*")) - {book.with_name(COPY)}
    assert f"The database from before is kept in {aside}.\nInstall the older version" in told
    with closing(engine_for(aside).open_readonly()) as db:
        assert matches.find_match(db, HOME, 1).title == "Since the upgrade"


def test_nothing_is_put_back_while_a_server_runs(old, capsys):
    with closing(engine_for(old).open()):
        before = tables(old), beside(old)

        assert go_back(old) == 1

        assert f"{old} is open: stop the server first" in capsys.readouterr().err
        assert (tables(old), beside(old)) == before


@pytest.mark.parametrize("is_named", [False, True], ids=["", "the one that is named"])
def test_a_damaged_database_too_goes_back_to_its_copy(is_named, old, tmp_path):
    """To a named one goes whoever goes back by two versions."""
    (tmp_path / "earlier").mkdir()
    earlier = of_version(3, tmp_path / "earlier" / "copy.sqlite3")
    before = tables(earlier if is_named else old)
    upgrade(old)
    a_letter(old)

    assert go_back(old, *([earlier] if is_named else [])) == 0

    assert tables(old) == before
    assert any("Dear diary" in path.read_text("latin-1") for path in old.parent.glob("*-before-2*"))


def test_where_this_version_has_upgraded_nothing_the_database_stays(book, capsys):
    """The copy of an earlier upgrade is old, and the version before reads these tables."""
    upgrade(book)
    stays = f"This version has not upgraded {book}, which stays as it is.\n"

    assert run(["restore", "--database", str(book)]) == 2
    assert "Name the FILE" in capsys.readouterr().err
    assert go_back(book) == 0
    assert capsys.readouterr().out == stays

    before = tables(book)
    copy = of_version(TODAY - 1, book.with_name("matches-before-1.0.0.sqlite3"))

    assert go_back(book) == 0
    assert capsys.readouterr().out == stays
    assert tables(book) == before
    assert go_back(book, copy) == 0
    assert tables(book) == tables(copy)


def test_whoever_has_gone_back_already_loses_nothing_by_going_back_again(old, capsys):
    """As after a second upgrade that failed: the copy is from before the first one."""
    upgrade(old)
    assert go_back(old) == 0
    meddle(old, "UPDATE matches SET title = 'A month later'")
    before = tables(old)
    capsys.readouterr()

    assert go_back(old) == 0
    assert capsys.readouterr().out.startswith("This version has not upgraded")
    assert tables(old) == before


@pytest.mark.parametrize("has_room", [True, False], ids=["", "unless there is no room for it"])
def test_a_phone_keeps_a_copy_too_and_gives_it_out(has_room, old):
    before, copy = tables(old), old.with_name(COPY)
    if not has_room:
        old.with_name(f"{COPY}.part").mkdir()

    pocket = open_pocket(str(old.parent))

    status, headers, content = pocket.answer("GET", "/book-before.sqlite3", {}, b"")
    offered = pocket.answer("GET", "/kept", {}, b"")[2].decode()
    assert pocket.answer("GET", "/c/home/matches/1", {}, b"")[0] == 200
    if has_room:
        assert tables(copy) == before
        assert status == 200
        assert copy.name in dict(headers)["Content-Disposition"]
        assert content == copy.read_bytes()
        assert "/book-before.sqlite3" in offered
    else:
        assert not copy.exists()
        assert status == 404
        assert "book-before" not in offered


@pytest.fixture
def old_server(new_database):
    """The address of a database as the first version on a server left it."""
    address = new_database()
    with psycopg.connect(address) as connection:
        connection.execute(
            gzip.decompress((OUT_THERE / "postgres-09" / "dump.sql.gz").read_bytes())
        )
    return address


def on_server(address, sql):
    with psycopg.connect(address, autocommit=True) as connection:
        return connection.execute(sql).fetchall()


TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
VERSION_THERE = "SELECT version FROM tricktally"


def test_a_server_is_upgraded_and_told_that_no_copy_was_made(old_server, caplog):
    upgrade(old_server)

    name = engine_for(old_server).name
    assert caplog.messages == [
        f"Upgraded {name} from version 9 to {VERSION}, all at once. The database from before is"
        " only in a backup of the server."
    ]
    assert ("codes",) in on_server(old_server, TABLES)
    with closing(engine_for(old_server).open_readonly()) as db:
        assert lists.match_ids(db, HOME) == list(range(1, 17))


def test_an_upgrade_of_a_server_that_fails_changes_nothing(old_server, monkeypatch, caplog):
    before = on_server(old_server, TABLES)
    steps = {**STEPS, VERSION: (*STEPS[VERSION], "SELECT 1 / 0")}
    with monkeypatch.context() as patch:
        patch.setattr("app.store.postgres.migrations.STEPS", steps)
        with pytest.raises(psycopg.errors.DivisionByZero):
            upgrade(old_server)

    assert on_server(old_server, TABLES) == before
    assert on_server(old_server, VERSION_THERE) == [(9,)]
    assert caplog.messages == []
    upgrade(old_server)


def test_an_upgrade_of_a_server_only_adds():
    adds = re.compile(r"CREATE TABLE|CREATE (UNIQUE )?INDEX|ALTER TABLE \w+ ADD COLUMN")
    for version, statements in STEPS.items():
        for statement in statements:
            assert adds.match(statement), (version, statement)


OLDER = "of an older version"


def state(book):
    """What an upgrade would change."""
    return book.read_bytes() if isinstance(book, Path) else on_server(book, VERSION_THERE)


@pytest.mark.parametrize(
    ("kind", "command", "status", "words"),
    [
        ("old", "link --database BOOK", 1, OLDER),
        ("old", "doctor --database BOOK", 0, f"{OLDER}: `tricktally serve"),
        ("old", "copy BOOK other.sqlite3", 1, OLDER),
        ("old", "backup other.sqlite3 --database BOOK", 0, ""),
        ("old_server", "link --database BOOK", 1, f"its tables are {OLDER}"),
        ("old_server", "doctor --database BOOK", 0, f"its tables are {OLDER}"),
        ("old_server", "copy BOOK other.sqlite3", 1, f"its tables are {OLDER}"),
    ],
)
def test_a_command_that_reads_never_upgrades(
    kind, command, status, words, request, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    book = request.getfixturevalue(kind)
    before = state(book)

    assert run(command.replace("BOOK", str(book)).split()) == status
    assert words in "".join(capsys.readouterr())
    assert state(book) == before
    assert not (tmp_path / COPY).exists()
