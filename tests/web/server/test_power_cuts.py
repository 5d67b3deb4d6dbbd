"""What phones were told is in the book, whatever ends or is killed, or when the power goes.

All that SQLite does to the disk is recorded; for each cut what was not confirmed by then is
dropped, torn, or kept in part. `make bench ARGS=faults` and `ARGS=servers` do it for longer.
"""

from contextlib import closing

import pytest

from app.store import engine_for
from app.store.sqlite.backup import make_backup, restore_backup
from app.store.sqlite.connection import SqliteConnections
from testkit.faults import power_cuts
from testkit.faults.kills import PHONES, kill
from testkit.faults.recorded_disk import RecordedDisk
from testkit.faults.servers import FAULTS, fail_over, inject_faults
from testkit.postgres import programs
from tests.books import begin, of_version


@pytest.mark.parametrize(
    ("answers", "number"), [(40, 30), pytest.param(400, 200, marks=pytest.mark.long)]
)
def test_what_was_acknowledged_survives_a_power_cut(answers, number, tmp_path, open_app, rng):
    disk = power_cuts.play(tmp_path, answers, open_app)
    damage = power_cuts.cut(disk, number, rng, tmp_path)

    assert damage.is_none, damage
    assert (damage.rounds, damage.acknowledged > number) == (number, True)


def test_without_waiting_for_the_disk_answers_would_be_lost(tmp_path, open_app, rng, monkeypatch):
    check_out = SqliteConnections.check_out

    def carelessly(connections):
        db = check_out(connections)
        db.execute("PRAGMA synchronous = OFF")
        return db

    monkeypatch.setattr(SqliteConnections, "check_out", carelessly)
    disk = power_cuts.play(tmp_path, 10, open_app)

    assert power_cuts.cut(disk, 30, rng, tmp_path).lost


def test_a_book_of_before_is_renewed_whole_or_not_at_all(tmp_path, rng):
    of_version(1, tmp_path / "matches.sqlite3")
    disk = RecordedDisk(tmp_path / "matches.sqlite3")
    with disk.recording():
        engine_for(disk.database).open().close()
    known = [power_cuts.logs_of(disk.database)]
    disk.operations.insert(0, power_cuts.Operation("mark", mark=known))

    assert known != [{}]
    assert power_cuts.cut(disk, 20, rng, tmp_path).is_none


def test_a_backup_comes_back_whole_or_not_at_all(book, tmp_path, rng):
    with closing(engine_for(book).open()) as db:
        begin(db, lines=300)
        make_backup(book, tmp_path / "copy.sqlite3")
        then = power_cuts.logs_of(book)
        for _match in range(3):
            begin(db, lines=5)
        now = power_cuts.logs_of(book)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    disk = RecordedDisk(book)
    disk.mark([now, then])
    with disk.recording():
        restore_backup(book, tmp_path / "copy.sqlite3")
    disk.mark([then])

    assert then != now
    assert power_cuts.cut(disk, 20, rng, tmp_path).is_none


def test_a_book_whose_making_was_cut_short_is_made_the_next_time(tmp_path, rng):
    disk = RecordedDisk(tmp_path / "matches.sqlite3")
    with disk.recording():
        engine_for(disk.database).open().close()

    assert power_cuts.cut(disk, 30, rng, tmp_path).is_none


with_servers = pytest.mark.skipif(programs() is None, reason="no PostgreSQL here")


@pytest.mark.parametrize("rounds", [2, pytest.param(6, marks=pytest.mark.long)])
def test_an_answer_that_was_acknowledged_survives_a_killed_server(tmp_path, rng, rounds):
    harm = kill(tmp_path, rounds, rng)

    assert harm.is_none, harm
    assert (harm.rounds, harm.acknowledged > PHONES) == (rounds, True)


@pytest.mark.long
@with_servers
def test_what_was_told_is_true_whatever_fails(tmp_path, rng):
    """Two processes share a book on a server; connections end, the server is stopped, crashes and
    is killed, and so is the app."""
    report = inject_faults(tmp_path, [*FAULTS.values()], 1, rng)

    assert report.is_harmless, report
    assert (report.rounds, report.acknowledged > 100) == (len(FAULTS), True)


@pytest.mark.long
@with_servers
def test_what_was_told_is_true_where_a_standby_takes_over(tmp_path, rng):
    report = fail_over(tmp_path, 1, rng)

    assert report.is_harmless, report
    assert (report.rounds, report.acknowledged > 0) == (1, True)
