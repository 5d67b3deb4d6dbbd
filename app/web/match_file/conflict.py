"""Import conflicts: the match of a file is here already, as it is there or another way.

Names do not tell two logs of the same match apart: people are called otherwise later, and who was
forgotten is in a file of before. What such a file has more is taken without that name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from app.scoring import PLAYERS, Line, Match, Side, Standing, Text, _, _n
from app.scoring.match.log import is_same_but_names
from app.scoring.model.seats import FORGOTTEN
from app.store.engine import Database, now
from app.store.matches import log, matches
from app.store.matches.matches import Record
from app.web.core.access import this_club
from app.web.core.idempotency import valid_id
from app.web.core.page.written_dates import day_in_words
from app.web.core.services import connection, publish
from app.web.match.repository import match_from_record, moment_after, summary_of
from app.web.match_file.fork import ForkRow, fork_rows


@dataclass(frozen=True)
class ImportConflict:
    """The match that is `here` and the one in the file; `shared` lines at their start are alike.
    The one here was `deleted` at a moment (ISO, UTC), None if it was not."""

    here: Match
    there: Match
    shared: int
    deleted: str | None = None

    @property
    def is_same(self) -> bool:
        """Whether the file says nothing that is not here."""
        return self.shared == len(self.there.log)

    @property
    def is_longer(self) -> bool:
        """Whether the file goes on where the match that is here stops."""
        return not self.is_same and self.shared == len(self.here.log)

    @property
    def goes_on(self) -> bool:
        """Whether what the file has more can be appended to the match that is here."""
        return self.is_longer and not self.deleted

    @property
    def parts(self) -> bool:
        """Whether each of the two has lines that the other one has not."""
        return not self.is_same and not self.is_longer

    @cached_property
    def rows(self) -> list[ForkRow]:
        """The deals of both, side by side."""
        return fork_rows(self.here, self.there)

    def totals(self, standing: Standing) -> list[tuple[Side, int]]:
        """The total of each side in one of the two."""
        signed = map(self.here.game.signed_total, standing.totals)
        return list(zip(standing.sides, signed, strict=True))

    @property
    def extra_lines(self) -> int:
        """How many lines the match that is here has more than the file; negative for fewer."""
        return len(self.here.log) - len(self.there.log)

    @property
    def sentence(self) -> Text:
        """How much of the match of the file is here."""
        if self.deleted:
            day = day_in_words(self.deleted[:10])
            return _("This match is here, among what was set aside: deleted on {day}.", day=day)
        if self.is_same and not self.extra_lines:
            return _("This match is here already, with every line.")
        if self.is_same:
            return _n(
                "This match is here already, with {n} more line.",
                "This match is here already, with {n} more lines.",
                self.extra_lines,
            )
        if self.is_longer:
            return _n(
                "This match is here already. The file has {n} more line.",
                "This match is here already. The file has {n} more lines.",
                -self.extra_lines,
            )
        if self.shared:
            return _("This match went on here and in the file. Below is where they part.")
        return _("This match is here already, but every line differs from the file.")


def find_conflict(uuid: str | None, match: Match) -> ImportConflict | None:
    """The match of this club with the same UUID; None if there is none."""
    return find_conflict_in(connection(), this_club(), uuid, match)


def find_conflict_in(
    db: Database, club: str, uuid: str | None, match: Match
) -> ImportConflict | None:
    """The match of a club with the same UUID; None if there is none.

    A file without a UUID is the same match if the same players have said just the same; by it the
    match is found also if it was deleted.
    """
    if uuid:
        record = matches.find_match_by_uuid(db, club, uuid)
        record = record or matches.find_deleted_match(db, club, uuid)
    else:
        match_id = matches.find_same_match(db, club, match.game.key, match.players, match.events)
        record = matches.find_match(db, club, match_id) if match_id else None
    if record is None or record.game != match.game.key:
        return None
    here, shared = match_from_record(record), 0
    if len(here.players) == len(match.players):
        pairs = zip(here.events, match.events, strict=False)
        shared = sum(1 for _pair in takewhile(lambda pair: is_same_but_names(*pair), pairs))
    return ImportConflict(here, match, shared, record.deleted)


def extend(
    conflict: ImportConflict,
    lines: Sequence[Line],
    people: Mapping[str, int],
    request_ids: Mapping[int, str],
) -> Match:
    """Append those of the file's `lines` that the match that is here has not, and return it with
    them. `people` are meant by new names in them, and `request_ids` has those of the file, by the
    number of the line.

    Raises `Overtaken` if that match has gone on meanwhile.
    """
    here = conflict.here
    new = in_time(here.log, lines[conflict.shared :])
    after = replace(here, log=[*here.log, *new])
    log.append(
        connection(),
        this_club(),
        here.id,
        new,
        after=conflict.shared,
        revision=here.revision,
        request_ids={
            line: sent
            for line, sent in request_ids.items()
            if line > conflict.shared and valid_id(sent)
        },
        summary=summary_of(after),
        people=people,
    )
    publish(here.id)
    return after


def in_time(before: Sequence[Line], lines: Sequence[Line]) -> list[Line]:
    """New lines behind those `before`, with moments that follow: a clock may have been wrong.

    None is still to come, or earlier than what it follows. Lines that were one change keep one
    moment, and no others get the same.
    """
    present, timed = now(), [*before[-1:]]
    for number, line in enumerate(lines):
        if number and is_one_change(lines[number - 1], line):
            at = timed[-1].at
        else:
            at = moment_after(timed, min(line.at or present, present))
            if timed and at <= (timed[-1].at or ""):
                at = moment_after(timed, timed[-1].at)
        timed.append(replace(line, at=at))
    return timed[len(before[-1:]) :]


def is_one_change(one: Line, next_one: Line) -> bool:
    """Whether two lines of a file, one after the other, were one change."""
    if one.batch or next_one.batch:
        return one.batch == next_one.batch
    return one.at == next_one.at


def without_forgotten(uuid: str | None, match: Match) -> Match:
    """The match of a file, with the mark of each player whose name was forgotten in the match of
    this UUID that is here, or was before it was deleted."""
    return without_forgotten_in(connection(), this_club(), uuid, match)


def without_forgotten_in(db: Database, club: str, uuid: str | None, match: Match) -> Match:
    """The same in a club."""
    marks: dict[str, str] = {}
    for record in matches.find_matches_by_uuid(db, club, uuid) if uuid else ():
        if record.game == match.game.key and len(record.players) == len(match.players):
            marks |= marks_in(record, match)
    if not marks:
        return match
    players = [marks.get(name, name) for name in match.players]
    return replace(match, players=players, log=[with_marks(line, marks) for line in match.log])


def marks_in(here: Record, there: Match) -> dict[str, str]:
    """The mark that stands here for each name of another log of the same match."""
    pairs = list(zip(there.players, here.players, strict=True))
    for ours, theirs in zip(here.events, there.events, strict=False):
        if not is_same_but_names(ours, theirs):
            break
        if ours.key == PLAYERS and isinstance(ours.answer, list):
            pairs += zip(theirs.answer, ours.answer, strict=True)
    return {name: mark for name, mark in pairs if name and mark and FORGOTTEN.fullmatch(mark)}


def with_marks(line: Line, marks: Mapping[str, str]) -> Line:
    """A line of the file as it is written here."""
    if line.event.key != PLAYERS or not isinstance(line.event.answer, list):
        return line
    answer = [marks.get(name, name) for name in line.event.answer]
    return replace(line, event=replace(line.event, answer=answer))
