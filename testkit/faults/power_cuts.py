"""Power cuts: what lies on the disk after one, and whether the database stands it.

For each cut a moment is drawn by lot, and what lay on a recorded disk then is built anew: all that
was confirmed, and of the rest nothing, some writes in whatever order, or some sectors of them.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from shutil import rmtree

from flask import Flask

from app.ops.doctor import check_file
from app.scoring import Event, Line
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.engine import Database
from app.store.errors import StoreError
from app.store.matches import lists, log, matches
from app.store.matches.log import latest_line
from app.web.core.services import services
from testkit.faults.damage import Damage
from testkit.faults.recorded_disk import Operation, RecordedDisk
from testkit.home_urls import at_home
from testkit.whole_matches import some_of_each

SECTOR = 512
ANSWERS_BETWEEN_STARTS = 120
Logs = dict[int, tuple[int, str]]
"""For each match its latest line that was acknowledged, and the checksum, which stands for all."""


def play(folder: Path, answers: int, open_app: Callable[[Path], Flask]) -> RecordedDisk:
    """Play match after match on the app that is opened on a file, until so many answers were taken,
    with a new start now and then."""
    disk = RecordedDisk(folder.resolve() / "matches.sqlite3")
    matches = some_of_each(1 + answers // 10)
    forms = (each for match in matches for each in enumerate([match.first_form, *match.forms]))
    with disk.recording():
        app = open_app(disk.database)
        app.config["OPEN"] = True
        client, address = app.test_client(), ""
        for number, (line, form) in zip(range(answers), forms, strict=False):
            if line == 0:
                address = client.post(at_home("/matches"), data=form).headers["Location"]
            else:
                taken = client.post(f"{address}/entries", data={"after": str(line), **form})
                assert taken.status_code == 303, f"{address} after line {line}: {taken.text}"
            disk.mark([logs_of(disk.database)])
            if number % ANSWERS_BETWEEN_STARTS == ANSWERS_BETWEEN_STARTS - 1:
                # The last connection makes a checkpoint, and the next one a new log.
                close(app)
                services(app).main_connection = engine_for(disk.database).open()
        close(app)
    return disk


def close(app: Flask) -> None:
    """Close all its connections, as the program does at its end."""
    services(app).pool.close()
    services(app).main_connection.close()


def logs_of(database: Path) -> Logs:
    """Where the log of each match ends."""
    with closing(engine_for(database).connect()) as db:
        return {number: latest_line(db, HOME, number) for number in lists.match_ids(db, HOME)}


Left = Callable[[Operation], Iterable[Operation]]
"""What a cut leaves of a deed that was not confirmed."""


def all_of_it(deed: Operation) -> list[Operation]:
    """What is confirmed is there."""
    return [deed]


def draw_fate(number: int, rng: random.Random) -> Left:
    """In turn: all is dropped, or kept in part, in whatever order the disk wrote it, or torn: of
    each write some sectors are kept."""
    chance = rng.random() if number % 3 else 0
    parts = in_sectors if number % 3 == 2 else all_of_it
    return lambda deed: [part for part in parts(deed) if rng.random() < chance]


def in_sectors(deed: Operation) -> Iterator[Operation]:
    """The parts of a write that a disk writes as one; other deeds are done or not."""
    if deed.kind != "write":
        yield deed
        return
    end = deed.at + len(deed.content)
    for sector in range(deed.at - deed.at % SECTOR, end, SECTOR):
        begin, stop = max(sector, deed.at), min(sector + SECTOR, end)
        written = deed.content[begin - deed.at : stop - deed.at]
        yield Operation("write", deed.name, begin, written)


@dataclass
class File:
    """What is sure to be in a file, and what may be."""

    content: bytearray = field(default_factory=bytearray)
    unconfirmed: list[Operation] = field(default_factory=list)

    def with_what(self, left: Left) -> bytearray:
        """What is in it after a cut."""
        content = bytearray(self.content)
        for part in chain.from_iterable(map(left, self.unconfirmed)):
            if part.kind == "truncate":
                del content[part.at :]
            else:
                content.extend(bytes(max(0, part.at - len(content))))
                content[part.at : part.at + len(part.content)] = part.content
        return content


class Replay:
    """A disk as it was after each of its deeds."""

    def __init__(self, disk: RecordedDisk) -> None:
        self.files = {name: File(bytearray(content)) for name, content in disk.at_first.items()}
        self.settled = dict(self.files)
        """Those that are sure to be found in their folder."""
        self.unsettled: list[tuple[Operation, File]] = []
        self.known: Sequence[Logs] = [{}]

    def do(self, deed: Operation) -> None:
        """Go on by one deed."""
        if deed.kind == "mark":
            self.known = deed.mark
        elif deed.kind == "create":
            self.files[deed.name] = File()
            self.unsettled.append((deed, self.files[deed.name]))
        elif deed.kind == "delete":
            self.unsettled.append((deed, self.files.pop(deed.name)))
        elif deed.kind == "settle":
            self.settled = self.with_what(all_of_it)
            self.unsettled.clear()
        elif deed.kind == "sync":
            file = self.files[deed.name]
            file.content = file.with_what(all_of_it)
            file.unconfirmed.clear()
        else:
            self.files[deed.name].unconfirmed.append(deed)

    def with_what(self, left: Left) -> dict[str, File]:
        """The files that are found after a cut."""
        there = dict(self.settled)
        for deed, file in self.unsettled:
            if left(deed):
                there.pop(deed.name, None)
                if deed.kind == "create":
                    there[deed.name] = file
        return there


def cut(disk: RecordedDisk, number: int, rng: random.Random, folder: Path) -> Damage:
    """Cut the power of a disk so many times, each time at another moment."""
    damage, replay, done = Damage(), Replay(disk), 0
    moments = sorted(rng.randrange(len(disk.operations) + 1) for _cut in range(number))
    for place, moment in enumerate(moments):
        for deed in disk.operations[done:moment]:
            replay.do(deed)
        done = moment
        remains = folder / "after-a-cut"
        remains.mkdir()
        left = draw_fate(place, rng)
        for name, file in replay.with_what(left).items():
            (remains / name).write_bytes(file.with_what(left))
        damage += check(remains / disk.database.name, replay.known)
        rmtree(remains)
    return damage


def check(database: Path, known: Sequence[Logs]) -> Damage:
    """Open a database after a cut as the program does, go on in it, and let the doctor look at it.

    One of the logs that were `known` must be there; no more than one line can be there that nobody
    had heard of yet, because one at a time was sent.
    """
    try:
        with closing(engine_for(database).open()) as db:
            kept = logs_of(database)
            differences = (difference(logs, db, kept) for logs in known)
            damage = min(differences, key=lambda one: (one.lost, one.doubled))
            clubs.ensure_home_club(db)
            goes_on = matches.begin_match(db, HOME, "torite", ["Dino"], Event("undo"))
            log.append(db, HOME, goes_on, [Line(Event("undo"))], after=1)
        signs = check_file(engine_for(database))
        return damage + Damage(damaged=any(sign.verdict == "bad" for sign in signs))
    except (StoreError, OSError):
        return Damage(rounds=1, damaged=1)


def difference(logs: Logs, db: Database, kept: Logs) -> Damage:
    """What is lost of logs, and what is too much."""
    lost = 0
    for match, (line, checksum) in logs.items():
        row = db.execute(
            "SELECT checksum FROM events WHERE club = ? AND match = ? AND line = ?",
            [HOME, match, line],
        ).fetchone()
        lost += row != (checksum,)
    acknowledged = sum(line for line, _checksum in logs.values())
    more = sum(line for line, _checksum in kept.values()) - acknowledged
    return Damage(rounds=1, acknowledged=acknowledged, lost=lost, doubled=max(0, more - 1))
