"""The score book as a file: copied while it is open, put back, told from others, looked over."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from app import store
from app.cli import main as run
from app.paths import PROJECT
from app.scoring import Event, Line
from app.server import housekeeping
from app.server.housekeeping import Housekeeping
from app.store import HOME
from app.store.sqlite import connection
from app.store.sqlite.backup import NIGHTLY_BACKUPS_KEPT
from bench.servers import app_server, free_port, wait_for
from tests.front_door import CAST
from tests.home_urls import at_home

RULES = Event("entry", 0, "rules", {})
IS_ROOT = os.name == "posix" and os.geteuid() == 0
BEFORE = Path(__file__).with_name("score_book_of_before.sql")


def begin(db, lines=1):
    store.ensure_home_club(db)
    match_id = store.begin_match(db, HOME, "trex", CAST, RULES)
    for line in range(1, lines):
        store.append(db, HOME, match_id, [Line(Event("entry", 1, "owner", line))], after=line)
    return match_id


def logs(path):
    """All that a book holds, by match."""
    with closing(store.engine_for(path).connect()) as db:
        numbers = store.match_ids(db, HOME)
        return {number: store.find_match(db, HOME, number) for number in numbers}


def meddle(path, sql, *values):
    """Change a book behind everyone's back."""
    with closing(connection.open_file(path, "rwc")) as db, db.atomic():
        db.execute(sql, values)


def of_before(path):
    """A book as an older version left it."""
    with closing(connection.open_file(path, "rwc")) as db:
        db.conn.executescript(BEFORE.read_text("utf-8"))


# --- a backup -----------------------------------------------------------------------------------


def test_a_backup_is_one_whole_file_with_everything_that_was_said(db, book, tmp_path, capsys):
    begin(db, lines=5)
    copy = tmp_path / "copy.sqlite3"

    assert run(["backup", str(copy), "--database", str(book)]) == 0
    assert "bytes" in capsys.readouterr().out
    alone = tmp_path / "elsewhere" / "copy.sqlite3"
    alone.parent.mkdir()
    copy.rename(alone)
    assert logs(alone) == logs(book)


def test_a_backup_can_be_made_while_people_score(db, book, tmp_path):
    match_id = begin(db)
    is_over = threading.Event()

    def score():
        line = 1
        with closing(store.engine_for(book).connect()) as other:
            while not is_over.is_set():
                store.append(
                    other, HOME, match_id, [Line(Event("entry", 1, "owner", line))], after=line
                )
                line += 1

    scoring = threading.Thread(target=score)
    scoring.start()
    try:
        for number in range(5):
            copy = tmp_path / f"copy{number}.sqlite3"
            store.backup(book, copy)
            with closing(store.engine_for(copy).connect()) as whole:
                assert store.integrity(whole) == []
                assert list(store.damaged_lines(whole)) == []
    finally:
        is_over.set()
        scoring.join()
    assert len(logs(book)[match_id].log) > 1


def test_a_backup_that_fails_leaves_the_one_before(book, tmp_path, capsys):
    store.engine_for(book).open().close()
    copy = tmp_path / "copy.sqlite3"
    store.backup(book, copy)
    before = copy.read_bytes()
    book.write_bytes(b"Dear diary, today we played cards. " * 300)

    assert run(["backup", str(copy), "--force", "--database", str(book)]) == 1
    assert "cannot copy" in capsys.readouterr().err
    assert copy.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


def test_there_is_no_backup_of_nothing(tmp_path, capsys):
    options = ["--database", str(tmp_path / "none.sqlite3")]

    assert run(["backup", str(tmp_path / "copy"), *options]) == 1
    assert "there is no" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def a_letter(path):
    path.write_text("Dear diary, today we played cards. " * 300)


def another_program(path):
    meddle(path, "CREATE TABLE recipes (name TEXT)")


def a_backup(path):
    with closing(store.engine_for(path.with_name("other.sqlite3")).open()) as other:
        store.ensure_home_club(other)
    store.backup(path.with_name("other.sqlite3"), path)


def a_live_book(path):
    with closing(store.engine_for(path).open()) as db:
        begin(db)


def the_key_of_others(path):
    store.engine_for(path).key_file.write_bytes(b"k" * 32)


def a_backup_and_its_key(path):
    a_backup(path)
    the_key_of_others(path)


def a_pdf(path):
    path.write_bytes(b"%PDF-1.7 what somebody needs")


def a_pipe(path):
    os.mkfifo(path)


def content_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("is_forced", [False, True], ids=["", "--force"])
@pytest.mark.parametrize(
    "make",
    [a_pdf, a_live_book, another_program, a_letter, a_pipe, the_key_of_others, a_backup],
    ids=lambda make: make.__name__,
)
def test_a_backup_replaces_nothing_that_is_not_an_older_backup(
    make, is_forced, book, tmp_path, capsys
):
    with closing(store.engine_for(book).open()) as db:
        begin(db, lines=5)
    store.Key(store.engine_for(book))
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    target = folder / "copy.sqlite3"
    make(target)
    before = content_of(folder)
    force = ["--force"] if is_forced else []

    status = run(["backup", str(target), *force, "--database", str(book)])

    told = capsys.readouterr().err
    if make is a_backup and is_forced:
        assert (status, told) == (0, "")
        assert logs(target) == logs(book)
    else:
        assert status == 1
        assert told.startswith(f"tricktally: cannot copy {book} to {target}: ")
        assert told.count("\n") == 1
        assert content_of(folder) == before


def test_an_older_backup_is_replaced_with_its_key(db, book, tmp_path):
    begin(db)
    store.Key(store.engine_for(book))
    copy = tmp_path / "elsewhere.sqlite3"
    a_backup_and_its_key(copy)

    assert run(["backup", str(copy), "--force", "--database", str(book)]) == 0
    assert logs(copy) == logs(book)
    assert store.engine_for(copy).key_file.read_bytes() == store.Key(store.engine_for(book))()


@pytest.mark.parametrize("name", ["matches.sqlite3", "./matches.sqlite3", "link.sqlite3"])
def test_a_book_is_no_backup_of_itself(name, db, book, capsys, monkeypatch):
    begin(db)
    monkeypatch.chdir(book.parent)
    Path("link.sqlite3").symlink_to(book)
    inode, before = book.stat().st_ino, logs(book)

    assert run(["backup", name, "--force", "--database", str(book)]) == 1
    assert "it is the same file" in capsys.readouterr().err
    assert (book.stat().st_ino, logs(book)) == (inode, before)


# --- and back -----------------------------------------------------------------------------------


def test_what_was_lost_comes_back_and_what_was_there_is_kept_aside(db, book, tmp_path, capsys):
    begin(db, lines=4)
    copy, before = tmp_path / "copy.sqlite3", logs(book)
    store.backup(book, copy)
    store.append(db, HOME, 1, [Line(Event("undo"))], after=4)
    after = logs(book)

    assert run(["restore", str(copy), "--database", str(book)]) == 0
    assert logs(book) == before
    (aside,) = tmp_path.glob("matches-before-*.sqlite3")
    assert str(aside) in capsys.readouterr().out
    assert logs(aside) == after


def test_a_backup_goes_into_a_book_that_is_served(tmp_path):
    book, copy = tmp_path / "matches.sqlite3", tmp_path / "copy.sqlite3"
    with app_server(book) as server:
        address = f"http://127.0.0.1:{server.port}"

        def page(path):
            with urlopen(f"{address}{at_home(path)}", timeout=10) as response:
                return response.read()

        def post(path, fields):
            request = Request(f"{address}{at_home(path)}", data=fields.encode())
            with urlopen(request, timeout=10) as response:
                return response.url

        seats = "&".join(f"players.{seat}={name}" for seat, name in enumerate(CAST[:3]))
        post("/matches", f"game=tribello&{seats}")
        before = page("/matches/1"), page("/matches/1/match.json")
        store.backup(book, copy)
        post("/matches/1/entries", "after=1&trump=hearts")
        assert page("/matches/1/match.json") != before[1]

        store.restore(book, copy)

        assert (page("/matches/1"), page("/matches/1/match.json")) == before
        post("/matches/1/entries", "after=1&trump=clubs")
        assert "clubs" in json.dumps(json.loads(page("/matches/1/match.json")))


def test_a_backup_of_an_older_version_is_brought_up_to_date(db, book, tmp_path):
    of_before(tmp_path / "old.sqlite3")
    store.restore(book, tmp_path / "old.sqlite3")

    with closing(store.engine_for(book).connect()) as restored:
        assert not store.needs_migration(restored)
        assert list(store.damaged_lines(restored)) == []
        assert store.match_ids(restored, HOME) == [1, 2]


def nothing(_path):
    pass


def an_empty_file(path):
    path.touch()


def half_a_book(path):
    with closing(store.engine_for(path).open()) as db:
        begin(db, lines=50)
    path.write_bytes(path.read_bytes()[:8192])


def a_newer_version(path):
    store.engine_for(path).open().close()
    meddle(path, f"PRAGMA user_version = {connection.version() + 1}")


NO_BACKUP = (a_letter, nothing, an_empty_file, half_a_book, another_program, a_newer_version)


@pytest.mark.parametrize("make", NO_BACKUP, ids=lambda make: make.__name__)
def test_what_is_no_backup_changes_nothing(make, db, book, tmp_path, capsys):
    begin(db)
    before = logs(book)
    make(tmp_path / "strange.sqlite3")

    assert run(["restore", str(tmp_path / "strange.sqlite3"), "--database", str(book)]) == 1
    assert capsys.readouterr().err.startswith("tricktally: cannot restore")
    assert logs(book) == before
    assert not list(tmp_path.glob("matches-before-*"))
    assert not list(tmp_path.glob("*.restoring*"))


def test_a_damaged_book_is_moved_aside_for_its_backup(book, tmp_path):
    with closing(store.engine_for(book).open()) as db:
        begin(db)
    copy, before = tmp_path / "copy.sqlite3", logs(book)
    store.backup(book, copy)
    a_letter(book)

    kept = store.restore(book, copy)

    assert logs(book) == before
    assert kept.read_text().startswith("Dear diary")


def test_a_book_too_large_to_be_looked_through_is_opened_all_the_same(book, monkeypatch):
    monkeypatch.setattr(connection, "QUICK_CHECK_SECONDS", 0)
    monkeypatch.setattr(connection, "STEPS_PER_CHECK", 1)
    with closing(store.engine_for(book).open()) as db:
        begin(db)
    before = logs(book)

    with closing(store.engine_for(book).open()):
        assert logs(book) == before


# --- the key of its links -----------------------------------------------------------------------


def test_the_key_is_for_nobody_else_to_read_and_stays_the_same(db, book):
    key = store.Key(store.engine_for(book))()

    assert store.engine_for(book).key_file.stat().st_mode & 0o777 == 0o600
    assert store.Key(store.engine_for(book))() == key
    assert len(key) == 32


@pytest.mark.parametrize("left", [0, 31])
def test_what_a_crash_has_left_of_a_key_is_replaced_once(left, db, book):
    store.engine_for(book).key_file.write_bytes(b"x" * left)
    key = store.Key(store.engine_for(book))()

    assert store.Key(store.engine_for(book))() == key
    assert store.engine_for(book).key_file.stat().st_mode & 0o777 == 0o600
    assert not list(book.parent.glob("*.part"))


def test_a_backup_takes_the_key_along_and_restore_brings_it_back(db, book, tmp_path, capsys):
    before, copy = store.Key(store.engine_for(book))(), tmp_path / "copy.sqlite3"
    assert run(["backup", str(copy), "--database", str(book)]) == 0
    assert store.engine_for(copy).key_file.read_bytes() == before
    assert store.engine_for(copy).key_file.stat().st_mode & 0o777 == 0o600
    assert str(store.engine_for(copy).key_file) in capsys.readouterr().out
    store.engine_for(book).key_file.unlink()
    served = store.Key(store.engine_for(book))
    assert served() != before

    assert run(["restore", str(copy), "--database", str(book)]) == 0

    # Also for a server that has read the other one.
    assert served() == before


def test_a_restore_may_leave_the_key_as_it_is(db, book, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    store.Key(store.engine_for(book))
    run(["backup", str(copy), "--database", str(book)])
    store.engine_for(book).key_file.unlink()
    other = store.Key(store.engine_for(book))()

    assert run(["restore", str(copy), "--keep-key", "--database", str(book)]) == 0
    assert store.Key(store.engine_for(book))() == other


def test_a_link_that_was_renewed_since_the_backup_stays_shut(db, book, tmp_path):
    match, copy = begin(db), tmp_path / "copy.sqlite3"
    store.backup(book, copy)
    store.renew_member_link(db, HOME)
    store.renew_watch_link(db, HOME, match)
    later = begin(db)

    store.restore(book, copy)

    with closing(store.engine_for(book).connect()) as now:
        assert store.find_club(now, HOME).generation == 2
        assert store.watch_generation(now, HOME, match) == 2
        assert store.find_match(now, HOME, later) is None
        assert begin(now) == later + 1, "an old link must not lead to another match"


def test_what_another_book_has_renewed_shuts_nothing(db, book, tmp_path):
    begin(db)
    copy, other = tmp_path / "copy.sqlite3", tmp_path / "other.sqlite3"
    store.backup(book, copy)
    with closing(store.engine_for(other).open()) as elsewhere:
        store.renew_watch_link(elsewhere, HOME, begin(elsewhere))
        store.renew_member_link(elsewhere, HOME)
    meddle(other, "UPDATE clubs SET founded = '2001-01-01'")

    store.restore(other, copy)

    with closing(store.engine_for(other).connect()) as now:
        assert store.find_club(now, HOME).generation == 1
        assert store.watch_generation(now, HOME, 1) == 1


@pytest.mark.parametrize(
    ("change", "words", "status"),
    [
        (lambda key: None, "is for nobody else to read", 0),
        (lambda key: key.unlink(), "Put it back from a backup", 1),
        (lambda key: key.chmod(0o644), "Others on this machine may read", 1),
        (lambda key: key.write_bytes(b"short"), "is cut short: it has 5 of 32 bytes", 1),
        (lambda key: key.write_bytes(bytes(32)), "all its bytes are the same", 1),
    ],
)
def test_the_doctor_looks_after_the_key(change, words, status, db, book, capsys):
    begin(db)
    store.Key(store.engine_for(book))
    change(store.engine_for(book).key_file)

    assert run(["doctor", "--database", str(book)]) == status
    assert words in capsys.readouterr().out


def test_a_restore_says_what_becomes_of_the_links(db, book, tmp_path, capsys):
    begin(db)
    copy, fresh = tmp_path / "copy.sqlite3", tmp_path / "fresh.sqlite3"
    store.backup(book, copy)

    assert run(["restore", str(copy), "--database", str(fresh)]) == 0
    assert (
        f"There is no {store.engine_for(copy).key_file}: the old links" in capsys.readouterr().out
    )
    store.Key(store.engine_for(fresh))
    assert run(["restore", str(copy), "--database", str(fresh)]) == 0
    assert f"their key is still {store.engine_for(fresh).key_file}." in capsys.readouterr().out


def test_the_links_of_a_book_are_shown_on_demand(db, book, capsys):
    store.ensure_home_club(db)

    assert run(["link", "--address", "https://cards.example", "--database", str(book)]) == 0
    assert "  Home: https://cards.example/k/home." in capsys.readouterr().out


# --- a book to look at --------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="nothing takes the rights of root away")
def test_a_book_that_may_only_be_read_can_be_looked_at(tmp_path):
    folder, port = tmp_path / "shelf", free_port()
    address = f"http://127.0.0.1:{port}/c/{HOME}"
    folder.mkdir()
    book = folder / "matches.sqlite3"
    with closing(store.engine_for(book).open()) as db:
        begin(db, lines=3)
    book.chmod(0o444)
    folder.chmod(0o555)
    # Who is root writes where nobody may, unless that right is taken away.
    rights = "-dac_override,-dac_read_search"
    command = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"] if IS_ROOT else []
    run_serve = [
        sys.executable,
        "-m",
        "app",
        "serve",
        "--open",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    log = tmp_path / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, *run_serve, "--database", str(book)],
            cwd=PROJECT,
            stdout=output,
            stderr=output,
        )
    try:
        wait_for(process, port, log)
        with urlopen(f"{address}/matches/1", timeout=10) as response:
            assert response.status == 200
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{address}/matches/1/undo", data=b"after=3", timeout=10)
        assert refused.value.code == 503
        assert b"write-protected" in refused.value.read()
    finally:
        process.terminate()
        process.wait()
        folder.chmod(0o755)
    assert sorted(path.name for path in folder.iterdir()) == ["matches.sqlite3"]
    assert "ITS LINKS WORK ONLY UNTIL IT STOPS" in log.read_text()


# --- a log that is removed ----------------------------------------------------------------------


def test_after_its_log_was_removed_a_restart_has_all_that_was_acknowledged(book):
    kept_open = store.engine_for(book).open()
    connections = store.engine_for(book).pool()
    connection = connections.check_out()
    begin(connection, lines=3)
    before = logs(book)
    connections.check_in(connection)
    os.unlink(f"{book}-wal")

    with pytest.raises(store.StoreError, match="replaced while it was open"):
        connections.check_out()
    connections.close()
    kept_open.close()

    assert logs(book) == before


# --- whose file it is ---------------------------------------------------------------------------


@pytest.mark.parametrize("make", [another_program, a_newer_version], ids=lambda make: make.__name__)
def test_a_file_that_is_not_ours_is_left_as_it_is(make, book):
    make(book)
    before = book.read_bytes()

    with pytest.raises(store.StoreError, match=r"another program|newer Tricktally"):
        store.engine_for(book).open()
    assert book.read_bytes() == before


def test_a_book_says_in_its_head_whose_it_is(db, book):
    assert connection.read_pragma(db, "application_id") == connection.APPLICATION_ID
    assert (
        connection.read_pragma(db, "user_version")
        == connection.version()
        == len(connection.migrations.applied(db))
    )


# --- line by line -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("UPDATE events SET answer = '9' WHERE match = 2 AND line = 3", 3),
        ("UPDATE events SET at = '' WHERE match = 2 AND line = 1", 1),
        ("UPDATE events SET line = 9 WHERE match = 2 AND line = 4", 4),
        ("DELETE FROM events WHERE match = 2 AND line = 2", 2),
        ("UPDATE matches SET players = '[]' WHERE number = 2", 1),
    ],
)
def test_a_line_that_is_not_what_was_written_is_found(change, line, db, book, capsys):
    for _ in range(3):
        begin(db, lines=5)
    assert list(store.damaged_lines(db)) == []
    meddle(book, change)

    assert list(store.damaged_lines(db)) == [store.DamagedLine(HOME, 2, line)]
    assert run(["doctor", "--database", str(book)]) == 1
    assert f"Match 2 of club home: line {line} of its log" in capsys.readouterr().out


def test_two_logs_have_the_same_checksums_as_far_as_they_are_the_same(db, tmp_path):
    begin(db, lines=3)
    other = tmp_path / "other.sqlite3"
    store.backup(tmp_path / "matches.sqlite3", other)
    with closing(store.engine_for(other).connect()) as copy:
        for book, player in ((db, 2), (copy, 3)):
            store.append(
                book, HOME, 1, [Line(Event("entry", 1, "owner", player), "2026-01-01")], after=3
            )

        here, there = (
            [row[0] for row in book.execute("SELECT checksum FROM events ORDER BY line")]
            for book in (db, copy)
        )
    assert here[:3] == there[:3]
    assert here[3] != there[3]


def test_a_book_of_before_gets_its_checksums(book):
    of_before(book)
    with closing(store.engine_for(book).open()) as db:
        assert list(store.damaged_lines(db)) == []
        assert "" not in {row[0] for row in db.execute("SELECT checksum FROM events")}


# --- night after night --------------------------------------------------------------------------


def test_there_is_a_copy_of_each_day_for_two_weeks(db, book):
    begin(db)
    for night in range(NIGHTLY_BACKUPS_KEPT + 5, 0, -1):
        copy = store.make_nightly_backup(book)
        assert copy is not None
        assert store.make_nightly_backup(book) is None
        then = time.time() - night * 86_400
        os.utime(copy, (then, then))
        copy.rename(copy.with_name(f"matches-night{night}.sqlite3"))

    assert len(store.list_nightly_backups(book)) == NIGHTLY_BACKUPS_KEPT
    assert logs(store.list_nightly_backups(book)[0].path) == logs(book)


def test_copies_go_on_after_some_that_are_dated_in_the_future(db, book, capsys):
    """The clock of a machine without a battery may be years ahead when it starts."""
    begin(db)
    for year in range(NIGHTLY_BACKUPS_KEPT + 1):
        ahead = store.make_nightly_backup(book)
        then = time.time() + (year + 1) * 365 * 86_400
        os.utime(ahead, (then, then))
        ahead.rename(ahead.with_name(f"matches-ahead{year}.sqlite3"))
    run(["doctor", "--database", str(book)])
    assert "is dated in the future" in capsys.readouterr().out

    made = store.make_nightly_backup(book)

    assert made is not None
    assert store.list_nightly_backups(book)[0].path == made
    assert len(store.list_nightly_backups(book)) == NIGHTLY_BACKUPS_KEPT
    assert store.make_nightly_backup(book) is None


@pytest.mark.skipif(os.name != "posix", reason="rights are something else there")
def test_whatever_is_written_is_for_its_owner_alone(db, book, tmp_path):
    begin(db)
    copy = tmp_path / "copy.sqlite3"
    store.backup(book, copy)
    store.restore(tmp_path / "restored.sqlite3", copy)
    nightly = store.make_nightly_backup(book)

    files = [nightly, *(path for path in book.parent.iterdir() if path.is_file())]
    assert [path.name for path in files if path.stat().st_mode & 0o077] == []
    assert nightly.parent.stat().st_mode & 0o077 == 0


def test_a_book_that_may_only_be_read_is_not_opened_without_what_was_saved_last(
    db, book, tmp_path, monkeypatch, capsys
):
    begin(db)
    alone = tmp_path / "alone"
    alone.mkdir()
    for file in (book, book.with_name(f"{book.name}-wal")):
        shutil.copy(file, alone)
    monkeypatch.setattr(connection, "is_write_protected", lambda _file: True)

    assert run(["doctor", "--database", str(alone / book.name)]) == 1
    assert "what was saved last is in" in capsys.readouterr().out


def test_a_server_makes_the_copy_of_the_day_by_itself(tmp_path):
    book = tmp_path / "matches.sqlite3"
    with app_server(book):
        for _ in range(100):
            if store.list_nightly_backups(book):
                break
            time.sleep(0.05)

    (copy,) = store.list_nightly_backups(book)
    assert logs(copy.path) == {}


def test_a_plain_copy_is_whole_as_soon_as_nobody_answers(db, book, tmp_path, monkeypatch):
    monkeypatch.setattr(housekeeping, "QUIET_SECONDS", 0.05)
    begin(db)
    log = book.with_name(f"{book.name}-wal")
    long_ago = time.time() - 90

    engine = store.engine_for(book)
    with closing(engine.pool()) as pool, Housekeeping(engine, pool, None):
        os.utime(log, (long_ago, long_ago))
        for _ in range(100):
            shutil.copy(book, tmp_path / "plain.sqlite3")
            with suppress(connection.sqlite3.OperationalError):  # it has no tables yet
                if logs(tmp_path / "plain.sqlite3"):
                    break
            time.sleep(0.05)

    assert logs(tmp_path / "plain.sqlite3") == logs(book)


# --- the doctor ---------------------------------------------------------------------------------


def test_the_doctor_says_how_things_stand(db, book, capsys):
    begin(db)
    store.Key(store.engine_for(book))
    store.make_nightly_backup(book)

    assert run(["doctor", "--database", str(book)]) == 0
    told = capsys.readouterr().out
    for words in (
        "SQLite 3.",
        "Pango 1.",
        ": 1 match, 1 club",
        "every line as written",
        "0 hours old",
        "be taken along",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("make", "words", "status"),
    [
        (nothing, "There is no", 1),
        (of_before, "is of an older version", 0),
        (a_letter, "cannot be read", 1),
    ],
)
def test_the_doctor_sees_what_is_wrong_with_a_book(make, words, status, book, capsys):
    store.Key(store.engine_for(book))
    make(book)

    assert run(["doctor", "--database", str(book)]) == status
    assert words in capsys.readouterr().out
