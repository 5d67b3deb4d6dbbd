"""When the power goes: what was acknowledged is on the disk, and the book opens as it was.

All that SQLite does to the disk is recorded; for each cut what was not confirmed by then is
dropped, torn, or kept in part.
"""

from __future__ import annotations

import pytest

from app import store
from bench.faults import power_cuts
from bench.faults.recorded_disk import RecordedDisk
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
    check_out = store.sqlite.engine.SqliteConnections.check_out

    def carelessly(connections):
        db = check_out(connections)
        db.execute("PRAGMA synchronous = OFF")
        return db

    monkeypatch.setattr(store.sqlite.engine.SqliteConnections, "check_out", carelessly)
    disk = power_cuts.play(tmp_path, 10, open_app)

    assert power_cuts.cut(disk, 30, rng, tmp_path).lost


def test_a_book_of_before_is_renewed_whole_or_not_at_all(tmp_path, rng):
    of_version(1, tmp_path / "matches.sqlite3")
    disk = RecordedDisk(tmp_path / "matches.sqlite3")
    with disk.recording():
        store.engine_for(disk.database).open().close()
    known = [power_cuts.logs_of(disk.database)]
    disk.operations.insert(0, power_cuts.Operation("mark", mark=known))

    assert known != [{}]
    assert power_cuts.cut(disk, 20, rng, tmp_path).is_none


def test_a_backup_comes_back_whole_or_not_at_all(db, book, tmp_path, rng):
    begin(db, lines=300)
    store.backup(book, tmp_path / "copy.sqlite3")
    then = power_cuts.logs_of(book)
    for _match in range(3):
        begin(db, lines=5)
    now = power_cuts.logs_of(book)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    disk = RecordedDisk(book)
    disk.mark([now, then])
    with disk.recording():
        store.restore(book, tmp_path / "copy.sqlite3")
    disk.mark([then])

    assert then != now
    assert power_cuts.cut(disk, 20, rng, tmp_path).is_none


def test_a_book_whose_making_was_cut_short_is_made_the_next_time(tmp_path, rng):
    disk = RecordedDisk(tmp_path / "matches.sqlite3")
    with disk.recording():
        store.engine_for(disk.database).open().close()

    assert power_cuts.cut(disk, 30, rng, tmp_path).is_none
