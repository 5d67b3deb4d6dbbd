"""The score book as a file: copied while it is open, put back, told from others, looked over."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from functools import partial
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from app.cli import main as run
from app.paths import PROJECT
from app.server import housekeeping
from app.server.housekeeping import Housekeeping
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.clubs.keyfile import Key
from app.store.matches import flags, lists, log, matches
from app.store.matches.log import DamagedLine
from app.store.sqlite import connection, opening
from app.store.sqlite.backup import (
    NIGHTLY_BACKUPS_KEPT,
    list_nightly_backups,
    make_backup,
    make_nightly_backup,
    restore_backup,
)
from app.store.sqlite.opening import integrity, needs_migration
from testkit.home_urls import at_home
from testkit.match import CAST
from testkit.server_processes import WITHOUT_RIGHTS, takes_rights_away
from testkit.servers import app_server, free_port, serving, wait_for, wait_until
from tests import books
from tests.books import a_letter, a_live_book, begin, meddle, undo

DAY = 86_400


@pytest.fixture
def copy(tmp_path):
    return tmp_path / "copy.sqlite3"


@pytest.fixture
def backup(book, copy):
    return lambda *options: run(["backup", str(copy), *options, "--database", str(book)])


@pytest.fixture
def restore(book, copy):
    return lambda *options: run(["restore", str(copy), *options, "--database", str(book)])


def logs(path):
    """All matches of a book, by their number."""
    with closing(engine_for(path).connect()) as db:
        return {
            number: matches.find_match(db, HOME, number) for number in lists.match_ids(db, HOME)
        }


def key_file(book):
    return engine_for(book).key_file


def key_of(book):
    """The key of the links of a book, made if there is none."""
    return Key(engine_for(book))()


def mode(path):
    return path.stat().st_mode & 0o777


def test_a_backup_is_one_whole_file_with_everything_that_was_said(db, book, copy, backup, capsys):
    begin(db, lines=5)
    key = key_of(book)

    assert backup() == 0
    told = capsys.readouterr().out
    assert "bytes" in told
    assert str(key_file(copy)) in told
    assert key_file(copy).read_bytes() == key
    assert mode(key_file(copy)) == 0o600
    alone = copy.parent / "elsewhere" / "copy.sqlite3"
    alone.parent.mkdir()
    copy.rename(alone)
    assert logs(alone) == logs(book)


def test_a_backup_can_be_made_while_people_score(db, book, tmp_path):
    match_id = begin(db)
    is_over = threading.Event()

    def score():
        line = 1
        with closing(engine_for(book).connect()) as other:
            while not is_over.is_set():
                undo(other, match_id, line)
                line += 1

    scoring = threading.Thread(target=score)
    scoring.start()
    try:
        for number in range(5):
            copy = tmp_path / f"copy{number}.sqlite3"
            make_backup(book, copy)
            with closing(engine_for(copy).connect()) as whole:
                assert integrity(whole) == []
                assert list(log.damaged_lines(whole)) == []
    finally:
        is_over.set()
        scoring.join()
    assert len(logs(book)[match_id].log) > 1


def test_an_older_backup_and_its_key_are_replaced_if_that_is_said(
    db, book, copy, backup, tmp_path, capsys
):
    other = tmp_path / "other.sqlite3"
    a_live_book(other)
    make_backup(other, copy)
    key_file(copy).write_bytes(b"k" * 32)
    begin(db, lines=5)
    key = key_of(book)

    assert backup("--force") == 0
    assert capsys.readouterr().err == ""
    assert logs(copy) == logs(book)
    assert key_file(copy).read_bytes() == key


def test_what_was_lost_comes_back_and_what_was_there_is_kept_aside_even_if_damaged(
    db, book, copy, restore, tmp_path, capsys
):
    match_id = begin(db, lines=4)
    flags.flag_deal(db, HOME, match_id, 1, "Look")
    before = logs(book)
    make_backup(book, copy)
    undo(db, match_id, 4)
    flags.confirm_deal(db, HOME, match_id, 1)
    after = logs(book)

    assert restore() == 0
    assert logs(book) == before
    assert [doubt.is_open for doubt in flags.list_flags(db, HOME, match_id)] == [True]
    (aside,) = tmp_path.glob("matches-before-*.sqlite3")
    assert str(aside) in capsys.readouterr().out
    assert logs(aside) == after

    other = tmp_path / "other.sqlite3"
    a_letter(other)
    assert restore_backup(other, copy).read_text().startswith("Dear diary")
    assert logs(other) == before


def test_a_server_copies_its_book_each_day_and_takes_in_a_backup_while_it_runs(book, copy):
    with app_server(book) as server:

        def ask(path, fields=None):
            address = f"http://127.0.0.1:{server.port}{at_home(path)}"
            with urlopen(address, fields and fields.encode(), timeout=10) as response:
                return response.read()

        seats = "&".join(f"players.{seat}={name}" for seat, name in enumerate(CAST[:3]))
        ask("/matches", f"game=tribello&{seats}")
        before = ask("/matches/1"), ask("/matches/1/match.json")
        make_backup(book, copy)
        ask("/matches/1/entries", "after=1&trump=hearts")
        assert ask("/matches/1/match.json") != before[1]

        restore_backup(book, copy)

        assert (ask("/matches/1"), ask("/matches/1/match.json")) == before
        ask("/matches/1/entries", "after=1&trump=clubs")
        assert "clubs" in json.dumps(json.loads(ask("/matches/1/match.json")))
        wait_until(lambda: list_nightly_backups(book))

    (nightly,) = list_nightly_backups(book)
    assert {*logs(nightly.path)} <= {1}


def test_a_backup_of_an_older_version_is_brought_up_to_date(book, copy):
    restore_backup(book, books.of_version(1, copy))

    with closing(engine_for(book).connect()) as restored:
        assert not needs_migration(restored)
        assert list(log.damaged_lines(restored)) == []
        assert lists.match_ids(restored, HOME) == [*range(1, 17)]


def test_a_book_too_large_to_be_looked_through_is_opened_all_the_same(book, monkeypatch):
    monkeypatch.setattr(opening, "QUICK_CHECK_SECONDS", 0)
    monkeypatch.setattr(opening, "STEPS_PER_CHECK", 1)
    a_live_book(book)
    before = logs(book)

    with closing(engine_for(book).open()):
        assert logs(book) == before


@pytest.mark.parametrize(("options", "is_back"), [((), True), (("--keep-key",), False)])
def test_a_restore_brings_the_key_back_unless_told_to_leave_it(
    options, is_back, db, book, backup, restore
):
    before = key_of(book)
    backup()
    key_file(book).unlink()
    # A server has read the other one.
    served = Key(engine_for(book))
    other = served()
    assert other != before

    assert restore(*options) == 0
    assert served() == key_of(book) == (before if is_back else other)


def test_a_restore_says_what_becomes_of_the_links(db, book, copy, tmp_path, capsys):
    begin(db)
    make_backup(book, copy)
    fresh = tmp_path / "fresh.sqlite3"

    for words in (
        f"There is no {key_file(copy)}: the old links",
        f"their key is still {key_file(fresh)}.",
    ):
        assert run(["restore", str(copy), "--database", str(fresh)]) == 0
        assert words in capsys.readouterr().out
        key_of(fresh)


@pytest.mark.parametrize(
    ("founded", "generation", "number"),
    [("founded", 2, 3), ("'2001-01-01'", 1, 2)],
    ids=["of the same club", "of another one"],
)
def test_only_a_link_that_was_renewed_since_the_backup_stays_shut(
    founded, generation, number, db, book, copy
):
    match = begin(db)
    make_backup(book, copy)
    clubs.renew_member_link(db, HOME)
    clubs.renew_watch_link(db, HOME, match)
    later = begin(db)
    meddle(book, f"UPDATE clubs SET founded = {founded}")

    restore_backup(book, copy)

    with closing(engine_for(book).connect()) as now:
        assert clubs.find_club(now, HOME).generation == generation
        assert clubs.watch_generation(now, HOME, match) == generation
        assert matches.find_match(now, HOME, later) is None
        assert begin(now) == number, "an old link must not lead to another match"


@takes_rights_away
def test_a_book_that_may_only_be_read_can_be_looked_at(tmp_path):
    folder, log, port = tmp_path / "shelf", tmp_path / "server.log", free_port()
    address = f"http://127.0.0.1:{port}/c/{HOME}/matches/1"
    folder.mkdir()
    book = folder / "matches.sqlite3"
    a_live_book(book)
    book.chmod(0o444)
    folder.chmod(0o555)
    command = [*WITHOUT_RIGHTS, sys.executable, *serving(port, book)]
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=PROJECT, stdout=output, stderr=output)
    try:
        wait_for(process, port, log)
        with urlopen(address, timeout=10) as response:
            assert response.status == 200
            assert b"Write-protected: nothing can be saved." in response.read()
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{address}/undo", data=b"after=3", timeout=10)
        assert refused.value.code == 503
        assert b"write-protected" in refused.value.read()
        doctor = [*WITHOUT_RIGHTS, sys.executable, "-m", "app", "doctor", "--database", book]
        told = subprocess.run(doctor, cwd=PROJECT, capture_output=True, text=True, check=False)
    finally:
        process.terminate()
        process.wait()
        folder.chmod(0o755)
    assert [path.name for path in folder.iterdir()] == ["matches.sqlite3"]
    assert "ITS LINKS WORK ONLY UNTIL IT STOPS" in log.read_text()
    cannot = f"may not write {book}: `chmod u+rw {book}` gives that right"
    assert re.search(f"NOTHING CAN BE SAVED: .+{re.escape(cannot)}", log.read_text())
    assert re.search(f"✗ Nothing can be saved: .+{re.escape(cannot)}", told.stdout)
    assert told.returncode == 1


def test_a_book_that_may_only_be_read_is_not_opened_without_what_was_saved_last(
    db, book, tmp_path, monkeypatch, capsys
):
    begin(db)
    alone = tmp_path / "alone"
    alone.mkdir()
    for file in (book, book.with_name(f"{book.name}-wal")):
        shutil.copy(file, alone)
    monkeypatch.setattr(opening, "is_write_protected", lambda _file: True)

    assert run(["doctor", "--database", str(alone / book.name)]) == 1
    assert "what was saved last is in" in capsys.readouterr().out


def test_a_book_says_in_its_head_whose_it_is(db):
    assert connection.read_pragma(db, "application_id") == opening.APPLICATION_ID
    version = connection.read_pragma(db, "user_version")
    assert version == opening.version() == len(opening.migrations.applied(db))


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
    assert list(log.damaged_lines(db)) == []
    meddle(book, change)

    assert list(log.damaged_lines(db)) == [DamagedLine(HOME, 2, line)]
    assert run(["doctor", "--database", str(book)]) == 1
    assert f"Match 2 of club home: line {line} of its log" in capsys.readouterr().out


def nightly_copy(book, days_ago):
    """A copy of another night."""
    copy = make_nightly_backup(book)
    then = time.time() - days_ago * DAY
    os.utime(copy, (then, then))
    copy.rename(copy.with_name(f"matches-night{days_ago}.sqlite3"))


def test_there_is_a_copy_of_each_day_for_two_weeks(db, book):
    begin(db)
    for night in range(NIGHTLY_BACKUPS_KEPT + 5, 0, -1):
        nightly_copy(book, night)
    assert make_nightly_backup(book)
    assert make_nightly_backup(book) is None

    kept = list_nightly_backups(book)
    assert len(kept) == NIGHTLY_BACKUPS_KEPT
    assert logs(kept[0].path) == logs(book)


def test_copies_go_on_after_some_that_are_dated_in_the_future(db, book, capsys):
    """The clock of a machine without a battery may be years ahead when it starts."""
    begin(db)
    for year in range(NIGHTLY_BACKUPS_KEPT + 1):
        nightly_copy(book, -365 * (year + 1))
    run(["doctor", "--database", str(book)])
    assert "is dated in the future" in capsys.readouterr().out

    made = make_nightly_backup(book)

    kept = list_nightly_backups(book)
    assert made is not None
    assert kept[0].path == made
    assert len(kept) == NIGHTLY_BACKUPS_KEPT
    assert make_nightly_backup(book) is None


@pytest.mark.skipif(os.name != "posix", reason="rights are something else there")
def test_whatever_is_written_is_for_its_owner_alone(db, book, copy, tmp_path):
    begin(db)
    make_backup(book, copy)
    restore_backup(tmp_path / "restored.sqlite3", copy)
    nightly = make_nightly_backup(book)

    files = [nightly, *(path for path in book.parent.iterdir() if path.is_file())]
    assert [path.name for path in [*files, nightly.parent] if mode(path) & 0o077] == []


def test_a_plain_copy_is_whole_as_soon_as_nobody_answers(db, book, copy, monkeypatch):
    monkeypatch.setattr(housekeeping, "QUIET_SECONDS", 0.05)
    begin(db)
    log = book.with_name(f"{book.name}-wal")
    long_ago = time.time() - 90

    def is_whole():
        shutil.copy(book, copy)
        with suppress(connection.sqlite3.OperationalError):  # it has no tables yet
            return logs(copy)

    engine = engine_for(book)
    with closing(engine.pool()) as pool, Housekeeping(engine, pool, None, book.parent):
        os.utime(log, (long_ago, long_ago))
        wait_until(is_whole)

    assert logs(copy) == logs(book)


def test_a_server_deletes_what_has_no_answer_as_long_as_it_runs(db, book):
    begin(db)
    meddle(book, "UPDATE matches SET changed = '2026-01-01'")

    engine = engine_for(book)
    with closing(engine.pool()) as pool, Housekeeping(engine, pool, None, book.parent):
        wait_until(lambda: lists.deleted_matches(db, HOME))

    assert lists.open_matches(db, HOME) == []


def test_the_doctor_says_how_things_stand(db, book, capsys):
    begin(db)
    key_of(book)
    make_nightly_backup(book)

    assert run(["doctor", "--database", str(book)]) == 0
    told = capsys.readouterr().out
    for words in (
        *("SQLite 3.", "Pango 1.", ": 1 match, 1 club", "every line as written", "0 hours old"),
        *("be taken along", "is for nobody else to read"),
    ):
        assert words in told


def with_key(change):
    """A book in play, whose key is changed like this."""

    def make(book):
        a_live_book(book)
        change(key_file(book))

    return make


def a_book_for_all(book):
    a_live_book(book)
    book.chmod(0o644)


@pytest.mark.parametrize(
    ("make", "words", "status"),
    [
        (a_book_for_all, "sqlite3: chmod 600", 0),
        (books.nothing, "There is no", 1),
        (partial(books.of_version, 1), "renews it", 0),
        (a_letter, "cannot be read", 1),
        (with_key(lambda key: key.unlink()), "Put it back from a backup", 1),
        (with_key(lambda key: key.chmod(0o644)), "Others on this machine may read", 1),
        (with_key(lambda key: key.write_bytes(b"short")), "cut short: it has 5 of 32 bytes", 1),
        (with_key(lambda key: key.write_bytes(bytes(32))), "all its bytes are the same", 1),
    ],
)
def test_the_doctor_sees_what_is_wrong_with_a_book_or_its_key(make, words, status, book, capsys):
    key_of(book)
    make(book)

    assert run(["doctor", "--database", str(book)]) == status
    assert words in capsys.readouterr().out


def test_doctor_has_nothing_to_say_against_a_checkout_at_home(
    db, book, tmp_path, capsys, monkeypatch
):
    """No pocket edition and no HTTPS: that is as it was meant."""
    monkeypatch.setattr("app.ops.doctor.POCKET", tmp_path / "pocket")
    begin(db)
    Key(engine_for(book))
    make_nightly_backup(book)

    assert run(["doctor", "--database", str(book)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line[0] for line in lines} == {"✓", "·"}
    left_out = [line[2:].partition(",")[0] for line in lines if line[0] == "·"]
    assert left_out == [
        "The app cannot be taken along: `make pocket` was not run before",
        "Without a proxy for HTTPS",
    ]
