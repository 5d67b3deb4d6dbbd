"""The import of a club file: its matches are read, then written hidden, then shown all at once.

A job goes from one phase to the next, a part with each request. While it reads, nothing is written,
and then it waits until a member has seen the plan and confirmed it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_hex
from time import monotonic
from typing import Literal

from app import matchfile
from app.games import GAMES
from app.matchfile import ClubContents, DeckEntry, EveningEntry, MatchEntry, PersonEntry
from app.scoring import Match, Text, _
from app.scoring.game import name_key
from app.store.clubs import decks
from app.store.engine import Database, now, to_json
from app.store.matches import exports, imports
from app.store.matches.imports import HiddenMatch, Import, NewLines, NewPerson
from app.store.matches.log import Overtaken
from app.store.people.evenings import Evening
from app.web.club_file.exporter import Run
from app.web.club_file.reader import FileMatch, State, check_decks, packed, read_matches, unpacked
from app.web.core.job_files import CLUB_FILE, JobFiles
from app.web.core.page.accepted_dates import problem_of_day, read_moment
from app.web.match.rebuild import rebuild_matches
from app.web.match_file.conflict import find_conflict_in, without_forgotten_in
from app.web.match_file.identities import names_seated
from app.worker import GaveUp

Phase = Literal["read", "ask", "write", "count"]
"""What a job does next: `read` the matches; `ask` for confirmation, and wait; `write` them, hidden;
and `count` their facts, once they are shown."""

READ_AT_ONCE = 40  # matches given to a worker, which reads as many as it can in its time
READ_SECONDS = 0.4
WRITTEN_AT_ONCE = 5  # matches in one transaction: no table waits longer than for a few answers
EVENINGS_AT_ONCE = 25


@dataclass
class ImportJob:
    """The state of an import.

    `matches` are those that were read. `written` maps the place of a match among them to its number
    in the club, once it is there, hidden or shown; `counted` is how many of these have their facts.
    `evenings` maps each evening of the file to its number in the club, `people` each new name to
    the id of a person. `decks` are valid and new to the club, `bad_decks` the names of the invalid
    ones, each with the reason. Matches before the place `alone_until` are read one by one, because
    a worker gave up on one of them. `changed` is true if the club was changed between the plan and
    its confirmation.
    """

    id: str
    name: str
    size: int
    contents: ClubContents
    members: Mapping[str, str]
    phase: Phase = "read"
    matches: list[FileMatch] = field(default_factory=list)
    alone_until: int = 0
    people: Mapping[str, int] = field(default_factory=dict)
    evenings: dict[int, int] = field(default_factory=dict)
    written: dict[int, int] = field(default_factory=dict)
    decks: Sequence[DeckEntry] = ()
    bad_decks: Sequence[tuple[str, Text]] = ()
    counted: int = 0
    changed: bool = False

    def of_state(self, *states: str) -> list[FileMatch]:
        """Return the matches in one of these states."""
        return [match for match in self.matches if match.state in states]

    @property
    def coming(self) -> list[int]:
        """The places of the matches that will be imported."""
        return [place for place, match in enumerate(self.matches) if match.comes_in]

    @property
    def new(self) -> list[int]:
        """The places of the matches that the club has in no form."""
        return [place for place, match in enumerate(self.matches) if match.state == "new"]

    @property
    def people_coming(self) -> list[PersonEntry]:
        """The people of the file, except those whose name was forgotten in the club."""
        forgotten = {name_key(name) for match in self.matches for name in match.forgotten}
        return [
            person
            for person in self.contents.people
            if forgotten.isdisjoint(map(name_key, (person.name, *person.names)))
        ]

    @property
    def total(self) -> int:
        """The number of matches to process in this phase."""
        return len(self.contents.matches) if self.phase == "read" else len(self.coming)

    @property
    def done(self) -> int:
        """The number of them that are processed."""
        return {"read": len(self.matches), "write": len(self.written)}.get(self.phase, self.counted)

    @property
    def latest(self) -> FileMatch | None:
        """The match that was processed last, None before the first."""
        places = {"read": range(len(self.matches)), "write": [*self.written]}.get(
            self.phase, self.coming[: self.counted]
        )
        return self.matches[places[-1]] if places else None


def begin_import(files: JobFiles, name: str, run: Run) -> ImportJob:
    """Begin an import of the file `CLUB_FILE` of the job: read its list of contents, and save a
    job. Raises `BrokenClubFile` if that list is broken, and what `run` raises."""
    path = files.path(CLUB_FILE)
    frame = run(matchfile.read_frame, path)
    job = ImportJob(token_hex(8), name, path.stat().st_size, frame.contents, frame.members)
    files.path("matches").write_bytes(b"")
    files.save(job)
    return job


class Importer:
    """Runs an import into a club, a few `seconds` at a time; `run` runs what takes long."""

    def __init__(self, files: JobFiles, job: ImportJob, db: Database, club: str, run: Run) -> None:
        self.files, self.job, self.db, self.club, self.run = files, job, db, club, run

    def run_for(self, seconds: float) -> None:
        """Run the job for about so many seconds, and save it. Raises what `run` raises; then it is
        saved as far as it came."""
        if self.job.phase == "write":
            self.read_written()
        until = monotonic() + seconds
        steps = {"read": self.read_some, "write": self.write_some, "count": self.count_some}
        try:
            while self.job.phase in steps and monotonic() < until:
                if self.is_done or self.files.is_stopped:
                    break
                steps[self.job.phase]()
        finally:
            self.files.save(self.job)

    @property
    def is_done(self) -> bool:
        """Return whether all matches are imported, with their facts."""
        return self.job.phase == "count" and self.job.counted == self.job.total

    # Reading

    def read_some(self) -> None:
        """Read the next matches, and compare each with those of the club."""
        job = self.job
        at_once = 1 if len(job.matches) < job.alone_until else READ_AT_ONCE
        waiting = job.contents.matches[len(job.matches) :][:at_once]
        if not waiting:
            job.decks, job.bad_decks = self.run(check_decks, job.contents.decks)
            job.decks = self.new_decks()
            job.phase = "ask"
            return
        known = {match.uuid: match for match in job.matches if match.uuid}
        with self.files.path("matches").open("ab") as file:
            for match, content in self.read(waiting):
                if match.uuid in known:
                    other = known[match.uuid].entry.file
                    twice = _("it is the same match as “{file}” in this file", file=other)
                    match = replace(match, state="unreadable", reason=twice)
                elif content:
                    match, content = self.compare(match, content)
                    match = replace(match, offset=file.tell(), length=len(content))
                    file.write(content)
                    known |= {match.uuid: match} if match.uuid else {}
                job.matches.append(match)

    def read(self, waiting: Sequence[MatchEntry]) -> list[tuple[FileMatch, bytes]]:
        """Let a worker read some of these matches. If it gives up on a single one, that one is
        unreadable, so that the job comes to an end. Raises what `run` raises."""
        days = {entry.evening: entry.day for entry in self.job.contents.evenings}
        entries = [
            (entry, self.job.members.get(entry.file), days.get(entry.evening or 0, ""))
            for entry in waiting
        ]
        path = str(self.files.path(CLUB_FILE))
        try:
            read: list[tuple[FileMatch, bytes]] = self.run(
                read_matches, path, entries, READ_SECONDS
            )
        except GaveUp:
            if len(waiting) > 1:
                self.job.alone_until = len(self.job.matches) + len(waiting)
                raise
            reason = _("it takes too long to read")
            return [(FileMatch(waiting[0], state="unreadable", reason=reason), b"")]
        return read

    def compare(self, match: FileMatch, content: bytes) -> tuple[FileMatch, bytes]:
        """Compare a match of the file with the club's: new, longer, the same, forked or deleted.

        Returns it with that state, and its content without the names that were forgotten in the
        club.
        """
        hidden = unpacked(content)
        imported = Match(GAMES[hidden.game], hidden.players, hidden.log)
        marked = without_forgotten_in(self.db, self.club, hidden.uuid, imported)
        if marked is not imported:
            hidden = replace(hidden, players=marked.players, log=marked.log)
            hidden = with_marks_in_summary(hidden, imported.players)
            content, imported = packed(hidden), marked
            names = names_seated(marked)
            forgotten = [name for name in match.names if name not in names]
            match = replace(match, names=names, forgotten=forgotten)
        conflict = find_conflict_in(self.db, self.club, hidden.uuid or None, imported)
        if conflict is None:
            return match, content
        state: State = "same" if conflict.is_same else "longer" if conflict.is_longer else "apart"
        if conflict.deleted and state != "apart":
            state = "deleted"
        found = replace(match, here=conflict.here.id, revision=conflict.here.revision)
        return replace(found, state=state, shared=conflict.shared), content

    def staged_match(self, place: int) -> HiddenMatch:
        """Return the content of the match at a place, as it was read from the file."""
        match = self.job.matches[place]
        with self.files.path("matches").open("rb") as file:
            file.seek(match.offset)
            return unpacked(file.read(match.length))

    # Writing

    def confirm(self, people: Mapping[str, int]) -> None:
        """Begin to write the matches; `people` maps names that are new to the club to ids."""
        self.job.people, self.job.phase, self.job.changed = people, "write", False
        self.files.save(self.job)

    def read_written(self) -> None:
        """Read from the database what it has of this import: a process that was killed may have
        written, or even shown, more than the saved job says."""
        job = self.job
        shown = imports.shown_matches(self.db, self.club, job.id)
        extended = {place: job.matches[place].here or 0 for place in job.coming}
        extended = {place: number for place, number in extended.items() if number}
        new = [number for number in shown if number not in extended.values()]
        is_shown = bool(shown) or self.is_brought_back()
        new = new or imports.hidden_matches(self.db, self.club, job.id)
        # They are written in this order.
        job.written = dict(zip(job.new, new, strict=False))
        if is_shown:
            job.written, job.phase = job.written | extended, "count"

    def is_brought_back(self) -> bool:
        """Return whether an import that only restores deleted matches, without a new line, was
        shown already: then none of them is deleted any more."""
        places = self.job.coming
        if not places or any(not self.job.matches[place].is_deleted for place in places):
            return False
        numbers = [self.job.matches[place].here or 0 for place in places]
        is_back = not imports.deleted_uuids(self.db, self.club, numbers)
        return is_back and not any(self.extension(place).lines for place in places)

    def write_some(self) -> None:
        """Write the next matches, hidden; show all after the last."""
        job = self.job
        waiting = [place for place in job.new if place not in job.written][:WRITTEN_AT_ONCE]
        if not self.evenings_are_placed():
            self.find_or_create_evenings()
        elif waiting:
            matches = [
                replace(self.staged_match(place), evening=self.evening_of(place))
                for place in waiting
            ]
            numbers = imports.add_hidden(self.db, self.club, job.id, matches)
            job.written |= dict(zip(waiting, numbers, strict=True))
        else:
            self.show()

    def evenings_of_new(self) -> list[EveningEntry]:
        """Return the evenings of the new matches, in the order of the file."""
        of_matches = {self.job.matches[place].entry.evening for place in self.job.new}
        return [entry for entry in self.job.contents.evenings if entry.evening in of_matches]

    def evenings_are_placed(self) -> bool:
        """Return whether each evening of the new matches has its number in the club."""
        return all(entry.evening in self.job.evenings for entry in self.evenings_of_new())

    def find_or_create_evenings(self) -> None:
        """Find the evenings of the club that those of the file are, or create them."""
        job = self.job
        if not job.evenings:
            matches = exports.matches_to_export(self.db, self.club)
            evening_of_match = {match.id: match.evening for match in matches}
            for file_match in job.matches:
                entry, evening = file_match.entry, evening_of_match.get(file_match.here or 0)
                if entry.evening is not None and evening is not None:
                    job.evenings.setdefault(entry.evening, evening)
        waiting = [row for row in self.evenings_of_new() if row.evening not in job.evenings]
        chunk = waiting[:EVENINGS_AT_ONCE]
        taken = {*job.evenings.values()}
        evenings = [self.as_evening(row, 0) for row in chunk]
        numbers = imports.find_or_create_evenings(self.db, self.club, evenings, taken)
        job.evenings |= {row.evening: number for row, number in zip(chunk, numbers, strict=True)}

    def as_evening(self, entry: EveningEntry, number: int) -> Evening:
        """Return an evening of the file as one of the club with this number. A day that is not
        accepted is replaced by that on which its first match began."""
        day = entry.day
        if problem_of_day(day):
            moments = [
                match.started for match in self.job.matches if match.entry.evening == entry.evening
            ]
            day = min(filter(None, moments), default=now())[:10]
        began = read_moment(entry.began) or f"{day}T12:00:00.000+00:00"
        about = (entry.title, entry.place, entry.note, entry.awards, entry.names)
        return Evening(number, day, began, *about)

    def evening_of(self, place: int) -> int | None:
        """Return the number of a match's evening in the club, None for the one of its date."""
        evening = self.job.matches[place].entry.evening
        return None if evening is None else self.job.evenings.get(evening)

    def show(self) -> None:
        """Show all matches that were written, with their people, evenings and decks. If the club
        was changed meanwhile, discard them and read the file again."""
        job = self.job
        # All that the plan has promised becomes true in one transaction, so that no page shows half
        # a club. New matches are in the database already, hidden, and are only uncovered. The
        # others are the club's own: their new lines can be appended only now, because a phone may
        # be playing on at that table. If it has, the plan was made from what is no longer true, and
        # with one match of it nothing at all is shown: a member confirms the new plan.
        places = [place for place in job.coming if job.matches[place].state != "new"]
        extended = {place: job.matches[place].here or 0 for place in places}
        coming = Import(
            job.id,
            len(job.new),
            job.people,
            [
                NewPerson(it.name, it.colour, it.names, *map(moment_or_now, whens))
                for it in job.people_coming
                for whens in [(it.added, it.hidden)]
            ],
            [
                self.as_evening(it, job.evenings[it.evening])
                for it in job.contents.evenings
                if it.evening in job.evenings
            ],
            [(deck.name, deck.faces) for deck in self.new_decks()],
            [it for it in map(self.extension, places) if it.lines],
            [it.here for place in places if (it := job.matches[place]).here and it.is_deleted],
        )
        try:
            imports.show_import(self.db, self.club, coming)
        except Overtaken:
            self.discard()
            self.read_again()
            return
        job.written, job.phase = job.written | extended, "count"

    def extension(self, place: int) -> NewLines:
        """Return the lines that a match of the club gains from the file, none if it has no more."""
        match, hidden = self.job.matches[place], self.staged_match(place)
        assert match.here is not None, "it is here"
        assert hidden.summary is not None, "it was played"
        lines = hidden.log[match.shared :]
        return NewLines(match.here, match.shared, match.revision, lines, hidden.summary)

    def new_decks(self) -> list[DeckEntry]:
        """Return the valid decks of the file that the club has not; of equal ones the first."""
        known = decks.known_decks(self.db, self.club)
        by_faces = {to_json(dict(deck.faces)): deck for deck in reversed(self.job.decks)}
        return [deck for faces, deck in reversed(by_faces.items()) if faces not in known]

    def read_again(self) -> None:
        """Begin the job again at the beginning of the file, and mark it as `changed`."""
        self.files.path("matches").write_bytes(b"")
        self.job = ImportJob(
            self.job.id,
            self.job.name,
            self.job.size,
            self.job.contents,
            self.job.members,
            changed=True,
        )

    def end(self) -> None:
        """End the job; matches that are shown stay, all else of it is removed."""
        if self.job.phase == "write":
            self.discard()
        self.files.remove()

    def discard(self) -> None:
        """Remove the hidden matches."""
        imports.discard_import(self.db, self.club, self.job.id)

    # Counting

    def count_some(self) -> None:
        """Write the seatings and the facts of the next matches."""
        job = self.job
        places = job.coming[job.counted :][:WRITTEN_AT_ONCE]
        rows = []
        for place in places:
            hidden = self.staged_match(place)
            seat_facts = hidden.summary.seat_facts if hidden.summary else None
            rows.append((job.written[place], len(hidden.log), seat_facts))
        imports.count_imported(self.db, self.club, rows)
        # One that was deleted here may have more lines than the file.
        back = [job.written[place] for place in places if job.matches[place].is_deleted]
        rebuild_matches(self.db, self.club, back)
        job.counted += len(places)


def moment_or_now(value: str | None) -> str | None:
    """Return a moment of a file, the present one if it is not accepted; None for none."""
    return (read_moment(value) or now()) if value else None


def with_marks_in_summary(hidden: HiddenMatch, names: Sequence[str]) -> HiddenMatch:
    """Return a match whose summary has the marks of forgotten players in place of their `names`."""
    marks = dict(zip(names, hidden.players, strict=True))
    if hidden.summary is None:
        return hidden
    values = hidden.summary.values
    players = [marks.get(name, name) for name in values["players"]]
    return replace(hidden, summary=replace(hidden.summary, values=values | {"players": players}))
