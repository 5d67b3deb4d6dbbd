"""The export of a club as one file: its matches a few at a time, then people, evenings and
decks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from app import matchfile
from app.matchfile import ClubContents, DeckEntry, EveningEntry, MatchEntry, PersonEntry
from app.scoring import Text, _, _n
from app.scoring.game import name_key
from app.store.clubs import decks
from app.store.clubs.clubs import Club
from app.store.engine import Database, now
from app.store.matches import exports, matches
from app.store.matches.exports import MatchToExport
from app.store.matches.flags import Flag
from app.store.matches.matches import Record
from app.store.people import evenings, people
from app.store.people.people import Person, canonical_among
from app.web.core.job_files import CLUB_FILE, JobFiles
from app.web.match.rebuild import UNREADABLE
from app.web.match.repository import match_from_record

# Runs a job with its arguments, in this process or in a worker, and returns its result.
Run = Callable[..., Any]

AT_ONCE = 20  # matches in one job of the worker, before another club has its turn
MAX_NAME_LETTERS = 60
ALL = 1_000_000  # more than a club has of anything
READ_ME = _(
    "Tricktally: {club}, {made}\n"
    "\n"
    "This is everything that a club has: {matches}, {people}, {evenings} and {decks}.\n"
    "\n"
    "club.json   the people, the evenings and the decks, and which match was played when\n"
    "matches/    each match as a match file: who played, by which house rules, every answer\n"
    "            deal by deal, and the log with all that was corrected or taken back\n"
    "\n"
    "To have it again, open More, The whole club in Tricktally, and choose this file under\n"
    "“Open a file of a club”. First you see what is in it, and nothing is written before you\n"
    "say so. One match alone can be opened too: More, Open a match file.\n"
    "\n"
    "All files are text (JSON, UTF-8). Names are those of today. What was deleted is not in\n"
    "it, nor are the links by which phones get in.\n"
)


@dataclass
class ExportJob:
    """The state of an export: `todo` are the matches that are still to be written, `files` maps the
    number of each that is written to the name of its file, and `unreadable` are damaged. `made` is
    a moment (ISO, UTC). `changes`, see `exports.changes_of_matches`, and `people` are those of the
    club when the export began."""

    club_name: str
    made: str
    todo: list[MatchToExport]
    total: int
    files: dict[int, str] = field(default_factory=dict)
    unreadable: list[MatchToExport] = field(default_factory=list)
    is_ready: bool = False
    changes: Mapping[int, int] = field(default_factory=dict)
    people: Collection[Person] = frozenset()

    def is_outdated(self, db: Database, club: str) -> bool:
        """Return whether a match or a person of the file has been deleted, merged, renamed or
        forgotten since the export began. What is new in the club does not matter."""
        changes, people = exports.changes_of_matches(db, club), known_people(db, club)
        return not (self.changes.items() <= changes.items() and people.issuperset(self.people))

    @property
    def done(self) -> int:
        """The number of matches that are processed."""
        return self.total - len(self.todo)

    @property
    def file_name(self) -> str:
        """The name under which the file is saved: the club and the day."""
        club = re.sub(r"\W+", "-", self.club_name).strip("-_").lower()[:MAX_NAME_LETTERS]
        return f"{club or 'tricktally'}-{self.made[:10]}.zip"


def begin_export(files: JobFiles, db: Database, club: Club) -> ExportJob:
    """Begin the file of a club."""
    todo = exports.matches_to_export(db, club.id)
    job = ExportJob(
        club.name,
        now(),
        todo,
        len(todo),
        changes=exports.changes_of_matches(db, club.id),
        people=known_people(db, club.id),
    )
    files.begin()
    matchfile.begin_club_file(files.path(CLUB_FILE))
    files.save(job)
    return job


def known_people(db: Database, club: str) -> frozenset[Person]:
    """Return all people of a club, without the columns that change with every match."""
    persons = people.list_people(db, club)
    return frozenset(replace(person, matches=0, last="", colour=0) for person in persons)


def go_on_exporting(
    files: JobFiles, job: ExportJob, db: Database, club: str, run: Run, seconds: float
) -> None:
    """Write matches into the file for about so many seconds, and finish it after the last. Raises
    what `run` raises; what was written is saved all the same."""
    until = monotonic() + seconds
    try:
        while job.todo and monotonic() < until and not files.is_stopped:
            write_some(files, job, db, club, run)
        if not job.todo:
            contents = contents_of(db, club, job)
            matchfile.finish_club_file(files.path(CLUB_FILE), contents, str(read_me(contents)))
            job.is_ready = True
    finally:
        files.save(job)


def write_some(files: JobFiles, job: ExportJob, db: Database, club: str, run: Run) -> None:
    """Write the next matches into the file."""
    chunk = job.todo[:AT_ONCE]
    records = records_of_today(db, club, [match.id for match in chunk])
    texts = run(texts_of, records)
    named: dict[str, str] = {}
    for number, (match, record, text) in enumerate(
        zip(chunk, records, texts, strict=True), job.done
    ):
        if text is not None:
            name = matchfile.match_file_name(number + 1, match.game, match.day)
            job.files[match.id] = name
            named[name] = text
        elif record is not None:
            job.unreadable.append(match)
    matchfile.add_matches(files.path(CLUB_FILE), named)
    job.todo = job.todo[len(chunk) :]


def records_of_today(db: Database, club: str, match_ids: Sequence[int]) -> list[Record | None]:
    """Return the records of these matches with the names of today: None for one that was deleted
    meanwhile, and a record without a log for one that cannot be read."""
    try:
        found = {record.id: record for record in matches.find_matches(db, club, match_ids)}
        here = [record for record in found.values() if not record.deleted]
        today = {record.id: record for record in matches.with_names_of_today(db, club, here)}
        return [today.get(match_id) for match_id in match_ids]
    except UNREADABLE:
        if len(match_ids) == 1:
            return [Record(match_ids[0], "", (), "", ())]
        # One of them: each is read alone.
        return [records_of_today(db, club, [match_id])[0] for match_id in match_ids]


def texts_of(records: Sequence[Record | None]) -> list[str | None]:
    """The match file of each of these matches; None for none, and for one that cannot be read.

    This is a job for a worker: every match is replayed.
    """
    return [text_of(record) if record and record.log else None for record in records]


def text_of(record: Record) -> str | None:
    """The match file of a match, None if it cannot be read."""
    try:
        match = match_from_record(record)
        return matchfile.as_text(matchfile.as_file(match, matchfile.head_of(match)))
    except UNREADABLE:
        return None


# What lies beside the matches


def contents_of(db: Database, club: str, job: ExportJob) -> ClubContents:
    """Return the contents of the file beside its matches."""
    matches = [match for match in exports.matches_to_export(db, club) if match.id in job.files]
    flags = exports.flags_by_match(db, club)
    played = {match.evening for match in matches}
    return ClubContents(
        club=job.club_name,
        made=job.made,
        people=people_of(db, club),
        evenings=[
            EveningEntry(
                *(it.id, it.day, it.began, it.title, it.place, it.note, it.has_awards, it.has_names)
            )
            for it in reversed(evenings.list_evenings(db, club, ALL))
            if it.id in played
        ],
        decks=[
            DeckEntry(deck.name, deck.faces) for deck in reversed(decks.saved_decks(db, club, ALL))
        ],
        matches=[
            MatchEntry(
                *(job.files[match.id], match.evening, flag_rows(flags.get(match.id, ()))),
                match.dated,
            )
            for match in matches
        ],
    )


def people_of(db: Database, club: str) -> list[PersonEntry]:
    """Return the people of a club in the order in which they came, each with all names that they
    and those merged into them have had."""
    persons, names = people.list_people(db, club), exports.names_by_person(db, club)
    canonical = canonical_among(persons)
    groups: dict[int, list[Person]] = {}
    for person in persons:
        groups.setdefault(canonical[person.id].id, []).append(person)
    entries = []
    for number, group in sorted(groups.items()):
        head = canonical[number]
        added = [person.added for person in group if person.added]
        if head.forgotten is not None or not (added or any(person.matches for person in group)):
            continue
        others = {key for person in group for key in names.get(person.id, ())}
        others -= {name_key(head.name)}
        entries.append(
            PersonEntry(head.name, head.hue, sorted(others), min(added, default=None), head.hidden)
        )
    return entries


def flag_rows(flags: Sequence[Flag]) -> list[Mapping[str, Any]]:
    """Flags as they are in the file."""
    return [
        {"deal": flag.deal, "at": flag.at, "words": flag.words, "outcome": flag.outcome}
        for flag in flags
    ]


def read_me(contents: ClubContents) -> Text:
    """Return the text for people in the file."""
    return _(
        READ_ME.template,
        club=contents.club,
        made=contents.made[:10],
        matches=_n("{n} match", "{n} matches", len(contents.matches)),
        people=_n("{n} player", "{n} players", len(contents.people)),
        evenings=_n("{n} evening", "{n} evenings", len(contents.evenings)),
        decks=_n("{n} deck", "{n} decks", len(contents.decks)),
    )
