"""A whole club as one file: what goes out comes back, and what cannot be is refused in words."""

import json
import os
import subprocess
import sys
import tracemalloc
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import date
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_STORED, ZipFile

import pytest

from app import matchfile
from app.cli import main
from app.matchfile import BrokenClubFile, club_contents, club_file
from app.ops.club_file import run_here
from app.paths import PROJECT
from app.store import engine_for
from app.store.clubs import clubs, decks
from app.store.clubs.clubs import HOME
from app.store.engine import now
from app.store.matches import deletion, erasure, evening_changes, exports, flags, lists, matches
from app.store.people import colours, evenings, merging, naming, people, seatings
from app.store.people.evenings import Evening, remove_empty_evenings
from app.web.club_file.importer import Importer, begin_import
from app.web.core import job_files
from app.web.core.job_files import CLUB_FILE, JobFiles, remove_old_jobs
from app.web.database import keep_in_order
from app.web.match.rebuild import catch_up
from testkit.club_zip import HOUSE, ID, ONE, a_match, club_zip, file_of, zip_of, zip_of_one
from testkit.whole_matches import save, some_of_each, whole_match
from tests.books import count


@pytest.fixture
def importer(db, tmp_path):
    """Read the file of a club into the home club: `importer(content)`."""
    clubs.ensure_home_club(db)

    def read(content):
        files = JobFiles(tmp_path / "jobs" / "in")
        files.begin()
        files.path(CLUB_FILE).write_bytes(content)
        job = begin_import(files, "friends.zip", run_here)
        reading = Importer(files, job, db, HOME, run_here)
        while reading.job.phase == "read":
            reading.run_for(1)
        return reading

    return read


def take(importer):
    importer.confirm({})
    while not importer.is_done:
        importer.run_for(1)


# A club that comes back


def fill(db):
    """A club in which a bit of all has happened."""
    clubs.ensure_home_club(db)
    ids = [save(db, each.match) for each in some_of_each(6)]
    numbers = {one.name: one.id for one in people.list_people(db, HOME)}
    naming.rename_person(db, HOME, numbers["Bruno"], "Brunello")
    colours.choose_colour(db, HOME, numbers["Carla"], 7)
    people.hide_person(db, HOME, numbers["Dino"])
    people.add_person(db, HOME, "Eva")
    named = replace(whole_match("tribello", 8).match, players=("Annie", "Bruno", "Carla"))
    save(db, named)
    slip = people.find_people(db, HOME, ["Annie"])["annie"]
    merging.merge_people(db, HOME, slip.id, numbers["Anna"])
    matches.set_title(db, HOME, ids[0], "The long one")
    flags.flag_deal(db, HOME, ids[1], 1, "who had the king?")
    (evening,) = evenings.list_evenings(db, HOME, 9)
    second = evening_changes.split_evening(db, HOME, evening.id, ids[3]).evening
    about = evenings.find_evening(db, HOME, second)
    evenings.describe_evening(db, HOME, Evening(**vars(about) | {"title": "At Ben's"}))
    evening_changes.date_evening(db, HOME, second, date(2025, 5, 3))
    evening_changes.move_to_evening(db, HOME, evening.id, ids[1], date(2024, 5, 3))
    decks.save_deck(db, HOME, "Holiday deck", HOUSE)
    deletion.delete_match(db, HOME, ids[5])
    catch_up(db, HOME)


def content_of(db):
    """What a club has, without the numbers that it gave and what it has put aside."""
    names = {one.id: one.name for one in people.list_people(db, HOME)}
    canonical = people.canonical_people(db, HOME, names)
    listed = {one.name: one for one in canonical.values() if one.matches or one.added}
    listed_evenings = evenings.list_evenings(db, HOME, 99)
    titles = {
        it.id: [match.title for match in lists.matches_of_evening(db, HOME, it.id, 99)]
        for it in listed_evenings
    }
    match_ids = [it.id for it in exports.matches_to_export(db, HOME)]
    records = matches.with_names_of_today(db, HOME, matches.find_matches(db, HOME, match_ids))
    return {
        "people": [(one.name, one.hue, one.hidden, one.added) for one in listed.values()],
        "evenings": [
            (it.day, it.title, it.place, it.note, it.has_awards, it.has_names, titles[it.id])
            for it in listed_evenings
        ],
        "decks": [(deck.name, deck.faces) for deck in decks.saved_decks(db, HOME, 99)],
        "matches": [(it.uuid, it.players, it.log, it.title) for it in records],
        "lists": [it.summary for it in lists.list_matches(db, HOME, match_ids)],
        "flags": [flags.list_flags(db, HOME, it) for it in match_ids],
        "sums": sums_by_name(db, canonical),
    }


def sums_by_name(db, canonical):
    """What is known of everybody, whatever name was said."""
    sums = Counter()
    for person, other, *keys, played, times, chances, points in db.execute(
        "SELECT person, other, game, variant, month, key, matches, count, chances, points FROM sums"
    ).fetchall():
        who = (canonical[person].name, other and canonical[other].name, *keys)
        numbers = {"matches": played, "times": times, "chances": chances, "points": points}
        sums.update({(who, name): number for name, number in numbers.items()})
    return sums


@pytest.mark.every_engine
def test_a_club_comes_back_from_its_file_with_all_that_it_had(db, book, new_database, tmp_path):
    fill(db)
    before = content_of(db)
    file, source = tmp_path / "club.zip", str(book)
    targets = [str(tmp_path / "again.sqlite3")]
    if source.startswith("postgresql"):
        # From one engine to the other, and back.
        targets.append(new_database())
    for target in targets:
        assert main(["export-club", "--database", source, "-o", str(file)]) == 0
        with closing(engine_for(target).open()) as other:
            clubs.ensure_home_club(other)
            assert main(["import-club", "--database", target, str(file)]) == 0
            assert exports.matches_to_export(other, HOME) == []
            for _time in range(2):
                assert main(["import-club", "--database", target, str(file), "--take"]) == 0
                assert content_of(other) == before
            assert lists.clubs_behind(other) == []
        source = target


def test_a_club_file_can_be_read_by_a_person(db, book, tmp_path, capsys):
    fill(db)
    assert main(["export-club", "--database", str(book), "-o", str(tmp_path / "club.zip")]) == 0

    with ZipFile(tmp_path / "club.zip") as archive:
        files = [name for name in archive.namelist() if name.startswith("matches/")]
        read_me = archive.read("READ ME.txt").decode()
        contents = json.loads(archive.read("club.json"))
        scored = [matchfile.replay_file(matchfile.parse(archive.read(name))) for name in files]

    assert "6 matches, 5 players, 3 evenings and 1 deck." in read_me
    assert [match["file"] for match in contents["matches"]] == files
    assert all(standing.is_over for standing in scored)
    assert "Brunello" in [one["name"] for one in contents["people"]]


def test_a_club_goes_to_standard_output_without_the_match_that_cannot_be_read(
    db, book, capsysbinary
):
    fill(db)
    with db.transaction():
        db.execute("UPDATE events SET answer = '?' WHERE match = 3 AND line = 2")

    assert main(["export-club", "--database", str(book), "-o", "-"]) == 1

    written, told = capsysbinary.readouterr()
    with ZipFile(BytesIO(written)) as archive:
        assert sum(name.startswith("matches/") for name in archive.namelist()) == 5
    assert b"match 3 cannot be read and is not in it" in told


@pytest.mark.parametrize("command", ["export-club", "import-club"])
def test_a_command_that_names_no_club_says_which_there_are(command, db, book, tmp_path, capsys):
    clubs.ensure_home_club(db)
    file = ["-o", str(tmp_path / "out.zip")] if command == "export-club" else ["in.zip"]

    assert main([command, "--database", str(book), "--club", "ours", *file]) == 1
    assert "there is no club 'ours'; the clubs here: home" in capsys.readouterr().err


def test_the_command_tells_what_of_a_file_cannot_come_in(db, book, tmp_path, capsys):
    clubs.ensure_home_club(db)
    save_from_elsewhere(db)
    apart = file_of(whole_match("italian_whist", 5).match, 0)
    files = [("matches/1.json", apart), ("matches/2.json", a_match(game="bridge"))]
    file = tmp_path / "club.zip"

    for content, says in (
        (b"Dear friends", "no zip file"),
        (club_zip(files), "cannot be read: matches/2.json: "),
        (club_zip(files), "parts from what is here: matches/1.json: match 1"),
    ):
        file.write_bytes(content)
        assert main(["import-club", "--database", str(book), str(file)]) == 1
        assert says in "".join(capsys.readouterr())


def test_the_command_takes_nothing_if_something_is_changed_meanwhile(
    db, book, tmp_path, monkeypatch, capsys
):
    clubs.ensure_home_club(db)
    file = tmp_path / "club.zip"
    file.write_bytes(club_zip([*ONE, ("matches/2.json", a_match(id=f"1{ID[1:]}"))]))
    monkeypatch.setattr("app.ops.club_file.print_plan", lambda *_about: save_from_elsewhere(db))

    assert main(["import-club", "--database", str(book), str(file), "--take"]) == 1
    assert "something was changed meanwhile, and nothing was taken" in capsys.readouterr().err
    assert count(db, "matches") == 1


# What is here already


@pytest.mark.every_engine
def test_a_match_that_is_here_is_left_or_goes_on_or_parts(db, importer):
    whole = whole_match("italian_whist").match
    begun = whole.at_line(len(whole.log) - 2)
    another = whole_match("italian_whist", 5).match
    kinds = [begun, begun, begun, whole]
    files = [(f"matches/{n}.json", file_of(match, n)) for n, match in enumerate(kinds)]
    take(importer(club_zip(files[:2])))
    goes_on, parts = ("matches/0.json", file_of(whole, 0)), ("matches/1.json", file_of(another, 1))

    again = importer(club_zip([goes_on, parts, *files[2:]]))
    assert [match.state for match in again.job.matches] == ["longer", "apart", "new", "new"]
    take(again)

    lines = [matches.find_match(db, HOME, number).last_line for number in range(1, 5)]
    assert sorted(lines) == sorted([len(whole.log)] * 2 + [len(begun.log)] * 2)
    assert [match.state for match in importer(club_zip(files)).job.matches] == ["same"] * 4
    assert lists.clubs_behind(db) == []


@pytest.mark.every_engine
def test_nothing_is_seen_before_all_is_there_and_a_stopped_import_leaves_nothing(db, importer):
    files = [(f"matches/{n}.json", a_match(id=f"{n:08}{ID[8:]}")) for n in range(12)]
    entries = [{"evening": 4, "day": "2024-05-04", "began": "", "title": "May"}]
    placed = [{"file": name, "evening": 4} for name, _text in files]
    reading = importer(club_zip(files, evenings=entries, matches=placed))
    reading.confirm({})
    reading.find_or_create_evenings()
    reading.write_some()

    assert len(reading.job.written) == 5
    assert lists.latest_matches(db, HOME, 9) == evenings.list_evenings(db, HOME, 9) == []
    assert not lists.has_deleted(db, HOME)
    assert matches.find_match(db, HOME, 1) is None
    deletion.restore_match(db, HOME, 1)
    assert lists.latest_matches(db, HOME, 9) == []

    reading.discard()
    assert [count(db, it) for it in ("matches", "events", "evenings", "people")] == [0] * 4


def test_matches_of_an_evening_that_is_here_join_it_and_its_words_stay(db, importer):
    save_from_elsewhere(db)
    (here,) = evenings.list_evenings(db, HOME, 9)
    evenings.describe_evening(db, HOME, replace(here, title="At home"))
    other = a_match(id=f"1{ID[1:]}", started="2024-05-04T21:00:00+00:00")
    evening = {"evening": 7, "day": "2024-05-04", "title": "At Ben's", "note": "Rain."}
    placed = [{"file": "matches/1.json", "evening": 7}]

    take(importer(club_zip([("matches/1.json", other)], evenings=[evening], matches=placed)))

    (joined,) = evenings.list_evenings(db, HOME, 9)
    assert (joined.id, joined.title, joined.note) == (here.id, "At home", "Rain.")
    assert len(lists.matches_of_evening(db, HOME, here.id, 9)) == 2


def test_a_match_joins_the_evening_on_which_another_of_its_evening_is_here(db, importer):
    save_from_elsewhere(db)
    later = a_match(id=f"1{ID[1:]}", started="2024-06-04T19:00:00+00:00")
    files = [*ONE, ("matches/2.json", later)]
    matches = [{"file": name, "evening": 7} for name, _text in files]

    take(importer(club_zip(files, evenings=[{"evening": 7, "day": "2024-06-04"}], matches=matches)))

    (evening,) = evenings.list_evenings(db, HOME, 9)
    assert len(lists.matches_of_evening(db, HOME, evening.id, 9)) == 2


@pytest.mark.every_engine
@pytest.mark.parametrize("evening", [7, None], ids=["said in the file", "by the date"])
def test_an_evening_begins_earlier_once_what_comes_in_is_shown(evening, db, importer):
    save_from_elsewhere(db)
    (here,) = evenings.list_evenings(db, HOME, 9)
    earlier = a_match(id=f"1{ID[1:]}", started="2024-05-04T15:00:00+00:00")
    reading = importer(
        club_zip(
            [("matches/1.json", earlier)],
            evenings=[{"evening": 7, "day": "2024-05-04"}],
            matches=[{"file": "matches/1.json", "evening": evening}],
        )
    )
    reading.confirm({})
    while not reading.job.written:
        reading.write_some()
    assert evenings.list_evenings(db, HOME, 9) == [here]

    reading.run_for(1)

    (joined,) = evenings.list_evenings(db, HOME, 9)
    assert (joined.id, joined.began) == (here.id, "2024-05-04T15:00:00.000+00:00")


def test_a_new_evening_comes_in_though_empty_ones_were_removed_meanwhile(db, importer):
    entries = [{"evening": 7, "day": "2024-05-04", "title": "At Ben's"}]
    placed = [{"file": "matches/1.json", "evening": 7}]
    reading = importer(club_zip(ONE, evenings=entries, matches=placed))
    reading.confirm({})
    reading.find_or_create_evenings()
    with db.transaction():
        remove_empty_evenings(db, HOME)
    assert count(db, "evenings") == 0

    reading.run_for(1)

    assert [evening.title for evening in evenings.list_evenings(db, HOME, 9)] == ["At Ben's"]


@pytest.mark.every_engine
def test_a_name_that_is_forgotten_while_a_club_comes_in_stays_forgotten(db, importer):
    reading = importer(club_zip(ONE))
    reading.confirm({})
    while reading.job.phase == "write":
        reading.write_some()
    (number,) = reading.job.written.values()
    seatings.backfill_seatings(db)
    anna = people.find_people(db, HOME, ["Anna"])["anna"]
    erasure.forget_person(db, HOME, anna.id)

    reading.run_for(1)

    rows = db.execute("SELECT players, summary FROM matches WHERE number = ?", [number]).fetchall()
    assert "Anna" not in str(rows)
    assert lists.clubs_behind(db) == []


def test_what_a_broken_import_has_left_is_removed_in_time(db, importer):
    reading = importer(club_zip(ONE))
    reading.confirm({})
    reading.write_some()
    keep_in_order(db)
    assert count(db, "matches") == 1

    with db.transaction():
        db.execute("UPDATE matches SET deleted = ?", ["2026-01-01T00:00:00.000+00:00"])
    keep_in_order(db)

    assert count(db, "matches") == 0
    reading.run_for(1)
    assert (reading.job.phase, count(db, "matches")) == ("count", 1), "it is written again"


def test_the_files_of_a_job_that_nobody_goes_on_with_are_removed(tmp_path):
    forgotten, used = (JobFiles(tmp_path / "jobs" / name / "in") for name in ("one", "other"))
    for files in (forgotten, used):
        files.begin()
        files.save("how far it is")
    turn = tmp_path / "jobs" / "one" / "out.turn"
    turn.touch()
    for path in (forgotten.folder, turn):
        os.utime(path, (0, 0))

    remove_old_jobs(tmp_path / "jobs")

    assert not turn.exists()
    assert (forgotten.load(), used.load()) == (None, "how far it is")
    with used.turn() as is_ours, used.turn() as is_another:
        assert (is_ours, is_another) == (True, False)


def test_nobody_waits_for_a_process_that_was_killed_in_its_turn(tmp_path):
    files = JobFiles(tmp_path / "jobs" / "home" / "out")
    code = """
import sys
from pathlib import Path
from app.web.core.job_files import JobFiles
with JobFiles(Path(sys.argv[1])).turn() as is_ours:
    print(is_ours, flush=True)
    sys.stdin.read()
"""
    command = [sys.executable, "-c", code, str(files.folder)]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "True\n"
        with files.turn() as is_ours:
            assert not is_ours
        process.kill()

    with files.turn() as is_ours:
        assert is_ours


def test_a_turn_that_ends_while_another_request_asks_for_it_is_not_given_twice(
    tmp_path, monkeypatch
):
    files, lock = JobFiles(tmp_path / "jobs" / "home" / "out"), job_files.lock
    with ExitStack() as first, ExitStack() as third:

        def lock_late(file):
            """The second has opened the file of the first, which ends; a third begins."""
            monkeypatch.setattr(job_files, "lock", lock)
            first.close()
            assert third.enter_context(files.turn())
            return lock(file)

        assert first.enter_context(files.turn())
        monkeypatch.setattr(job_files, "lock", lock_late)
        with files.turn() as is_second:
            assert not is_second


def test_a_match_that_comes_meanwhile_from_elsewhere_is_not_there_twice(db, importer):
    reading = importer(club_zip(ONE))
    save_from_elsewhere(db)
    reading.confirm({})
    reading.run_for(1)

    assert (reading.job.changed, reading.job.phase) == (True, "ask")
    assert reading.job.coming == []
    assert len(lists.latest_matches(db, HOME, 9)) == 1


def save_from_elsewhere(db):
    """The match of `ONE` as another phone has opened its file."""
    file = matchfile.parse(a_match().encode())
    match = matchfile.open_match(file)
    started = "2024-05-04T19:00:00.000+00:00"
    matches.save_match(db, HOME, file.game, match.players, started, match.log, uuid=ID)


def test_a_name_that_was_forgotten_here_does_not_come_back_with_the_file(db, importer):
    whole = whole_match("italian_whist").match
    begun = whole.at_line(len(whole.log) - 2)
    before, after = (("matches/1.json", file_of(match, 0)) for match in (begun, whole))
    entries = [{"name": "Anna", "names": ["annie"], "added": "2024-05-04T19:00:00+00:00"}]
    take(importer(club_zip([before], people=entries)))
    erasure.forget_person(db, HOME, people.find_people(db, HOME, ["Anna"])["anna"].id)

    reading = importer(club_zip([after], people=entries))

    assert [(it.state, it.names) for it in reading.job.matches] == [("longer", ["Bruno", "Carla"])]
    take(reading)
    assert {one.name for one in people.list_people(db, HOME)} == {"", "Bruno", "Carla"}
    assert people.find_people(db, HOME, ["Anna", "Annie"]) == {}


# What cannot be right


def cut(content):
    return content[: len(content) // 2]


def with_flag_of_a_password(content):
    at = content.index(b"PK\1\2")
    return content[: at + 8] + b"\1" + content[at + 9 :]


def with_long_list():
    """A zip64 with a list that is too long, of which its short end says nothing."""
    content = club_zip(ONE)
    at = content.rindex(b"PK\5\6")
    long_end = b"PK\6\6" + bytes(28) + (100_000).to_bytes(8, "little") * 2 + bytes(8)
    place = b"PK\6\7" + bytes(12) + (1).to_bytes(4, "little")
    return content[:at] + long_end + place + content[at:]


def nested():
    value = []
    for _level in range(30):
        value = [value]
    return value


MANY_DIGITS = json.dumps(
    {"format": "tricktally-club/1", "people": [{"name": "Anna", "colour": 1}]}
).replace("1}", "1" * 10_000 + "}")

BROKEN = {
    "nothing": (b"", "This file is empty"),
    "a text": (b"Dear friends", "no zip file"),
    "cut in the middle": (cut(club_zip(ONE)), "cut off"),
    "without its head": (club_zip(ONE)[40:], "cut off"),
    "a broken list": (club_zip(ONE).replace(b"PK\1\2", b"PK\0\0"), "cut off"),
    "no club in it": (b"PK\5\6" + bytes(18), "no “club.json”"),
    "a way out": (club_zip([("matches/../../a.json", "")]), "leads out"),
    "a way from the root": (club_zip([("/etc/passwd", "")]), "leads out"),
    "a name twice": (club_zip([("a", ""), ("a", "")]), "“a” is in it twice"),
    "a password": (with_flag_of_a_password(club_zip()), "locked with a password"),
    "a long list": (with_long_list(), "more than 20,000 files"),
    "packed otherwise": (club_zip(packed=ZIP_BZIP2), "packed in another way"),
    "no JSON": (zip_of(("club.json", '{\n"club":')), "club.json, line 2: this is not JSON"),
    "no text": (zip_of(("club.json", b"\xff")), "club.json: this is not JSON"),
    "a list": (zip_of(("club.json", "[]")), "club.json: an object is expected"),
    "very deep": (zip_of(("club.json", "[" * 100_000)), "club.json: it is nested too deeply"),
    "many digits": (zip_of(("club.json", MANY_DIGITS)), "1: “colour” is a whole number"),
    "a newer club": (club_zip(format="tricktally-club/2"), "newer Tricktally"),
    "something else": (club_zip(format="cards/1"), "not the file of a club"),
    "a name without quotes": (club_zip(club=7), "club.json: “club” is a text in quotes"),
    "people without a list": (club_zip(people={}), "club.json, people: a list"),
    "only a name": (club_zip(people=["Anna"]), "club.json, people, 1: an object is expected"),
    "only one other name": (
        club_zip(people=[{"name": "Anna", "names": "Annie"}]),
        "club.json, people, 1: “names” is a list of names",
    ),
    "a person without a name": (club_zip(people=[{"name": " "}]), "club.json, people, 1: a name"),
    "a strange colour": (club_zip(people=[{"name": "A", "colour": 99}]), "there are 8 colours"),
    "no date": (club_zip(evenings=[{"day": "30 May"}]), "club.json, evenings, 1: “30 May”"),
    "one evening twice": (
        club_zip(evenings=[{"evening": 2, "day": "2026-01-01"}] * 2),
        "two of number 2",
    ),
    "one file twice": (
        club_zip(ONE, matches=[{"file": "matches/1.json"}] * 2),
        "club.json, matches: “matches/1.json” is there twice",
    ),
    "a match without a file": (club_zip(matches=[{}]), "club.json, matches, 1: “file” is missing"),
    "flags without a list": (
        club_zip(matches=[{"file": "matches/1.json", "flags": {}}]),
        "club.json, matches, 1: “flags” is a list of objects",
    ),
    "a deck without cards": (club_zip(decks=[{}]), "club.json, decks, 1: “faces” is an object"),
    "nested": (club_zip(decks=[{"faces": {"1": nested()}}]), "nested too deeply"),
}


@pytest.mark.parametrize(("content", "says"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_frame_is_refused_whole(content, says, importer):
    with pytest.raises(BrokenClubFile) as refused:
        importer(content)

    assert says in str(refused.value.reason)


@pytest.mark.parametrize(
    ("module", "limit", "says"),
    [
        (club_file, "MOST_ENTRIES", "more than 20,000 files"),
        (club_file, "LARGEST_INDEX", "more than 20,000 files"),
        (club_file, "LARGEST_UNPACKED", "Unpacked it has"),
        (club_file, "LARGEST_CLUB_FILE", "It has more than"),
        (club_contents, "MOST_PEOPLE", "club.json, people: there are more than 1"),
        (club_contents, "MOST_DECKS", "club.json, decks: there are more than 1"),
        (club_contents, "MOST_ENTRIES", "club.json, matches: there are more than 1"),
    ],
)
def test_a_file_that_is_too_much_is_refused_whole(module, limit, says, importer, monkeypatch):
    monkeypatch.setattr(module, limit, 1)
    people = [{"name": "Anna"}, {"name": "Ben"}]
    matches = [{"file": "matches/1.json"}, {"file": "matches/2.json"}]

    with pytest.raises(BrokenClubFile) as refused:
        importer(club_zip(ONE, people=people, decks=[{"faces": {}}] * 2, matches=matches))

    assert says in str(refused.value.reason)


def test_what_unpacks_to_more_than_it_says_is_not_unpacked(importer):
    bomb, size = club_zip(club=" " * 9_000_000), 24
    at = bomb.index(b"PK\1\2") + size
    tracemalloc.start()

    with pytest.raises(BrokenClubFile) as refused:
        importer(bomb[:at] + (100).to_bytes(4, "little") + bomb[at + 4 :])

    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "damaged on its way" in str(refused.value.reason)
    assert peak < 2_000_000


DAMAGED = club_zip(ONE, packed=ZIP_STORED).replace(b"italian_whist", b"italian_wrist")


UNREADABLE = {
    "damaged": (DAMAGED, "damaged on its way"),
    "cut": (club_zip([("matches/1.json", a_match()[:90])]), "Not JSON"),
    "too large": (club_zip([("matches/1.json", " " * 4_000_001)]), "larger than 4,000,000 bytes"),
    "a newer match": (zip_of_one(format="tricktally/2"), "newer Tricktally"),
    "another game": (zip_of_one(game="bridge"), "game: “bridge” is not one of"),
    "a wrong sum": (zip_of_one(deals=[{"first": [9, 1, 0]}]), "deal 1: That makes 10, not 9"),
    "one id twice": (
        club_zip([*ONE, ("matches/2.json", a_match())]),
        "the same match as “matches/1.json”",
    ),
    "not there": (club_zip(matches=[{"file": "matches/9.json"}]), "not in the file"),
}


@pytest.mark.parametrize(("content", "says"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_match_that_cannot_be_read_is_left_and_the_others_come_in(content, says, importer):
    reading = importer(content)

    (bad,) = reading.job.of_state("unreadable")
    assert says in str(bad.reason)
    assert len(reading.job.coming) == len(reading.job.matches) - 1
    take(reading)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_an_evening_of_a_day_that_cannot_be_is_of_today_as_its_matches_are(day, db, importer):
    match = a_match(started=f"{day}T19:00:00+00:00")
    entries = [{"evening": 1, "day": day, "began": f"{day}T19:00:00+00:00", "title": "May"}]
    placed = [{"file": "matches/1.json", "evening": 1}]

    take(importer(club_zip([("matches/1.json", match)], evenings=entries, matches=placed)))

    (evening,) = evenings.list_evenings(db, HOME, 9)
    assert (evening.day, evening.title) == (now()[:10], "May")


def test_of_two_flags_of_one_deal_the_last_comes_in(db, importer):
    flag = {"deal": 1, "at": "2024-05-04T20:00:00+00:00", "outcome": None}
    both = [flag | {"words": "one?"}, flag | {"words": "two?"}]

    take(importer(club_zip(ONE, matches=[{"file": "matches/1.json", "flags": both}])))

    assert [it.words for it in flags.list_flags(db, HOME, 1)] == ["two?"]


def test_a_computer_that_packs_it_again_adds_a_folder(importer):
    with ZipFile(BytesIO(club_zip(ONE))) as before:
        entries = [(f"friends/{name}", before.read(name)) for name in before.namelist()]

    again = importer(zip_of(*entries, ("__MACOSX/friends/._club.json", "?")))

    assert len(again.job.coming) == 1
