"""The plan of an import, shown before anything is written: the matches that will be added, those
that the club has, those that are refused and why, and which names are which people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from app.scoring import Text, _, _n
from app.scoring.game import name_key
from app.web.club_file.importer import ImportJob
from app.web.club_file.reader import FileMatch
from app.web.club_file.whole_club import match_in_words
from app.web.core.page.accepted_dates import problem_of_day
from app.web.core.page.written_dates import month_in_words
from app.web.match_file.identities import Identities

SHOWN_DECKS = 10
SHOWN_REFUSED = 30  # matches and decks, refused or with another date, listed with the reason


@dataclass(frozen=True)
class PlanRow:
    """A row of a list of the plan: its `name`, and a remark `about` it."""

    name: Text | str
    about: Text | str


class ImportPlan:
    """What an import would do; `form` has the answers about the names in the file."""

    def __init__(self, job: ImportJob, form: Mapping[str, str]) -> None:
        self.job = job
        self.coming = [match for match in job.matches if match.comes_in]
        self.who = Identities([list(match.names) for match in self.coming], form)

    @property
    def duplicates(self) -> list[FileMatch]:
        """The matches of the file that the club has already."""
        return self.job.of_state("same")

    @property
    def refused(self) -> list[FileMatch]:
        """The matches that are unreadable, or contradict the club's own log."""
        return self.job.of_state("unreadable", "apart")

    @property
    def taken(self) -> Iterator[PlanRow]:
        """Yield a row for each kind of thing that will be imported, except the players."""
        if not self.coming:
            return
        evenings = {match.entry.evening or match.started[:10] for match in self.coming}
        yield PlanRow(
            _(
                "{matches}, {evenings}",
                matches=_n("{n} match", "{n} matches", len(self.coming)),
                evenings=_n("{n} evening", "{n} evenings", len(evenings)),
            ),
            months_of(self.coming),
        )
        if longer := len(self.job.of_state("longer")):
            yield PlanRow(
                _n("{n} of them is here and goes on", "{n} of them are here and go on", longer),
                _("the file is longer, and says the same before"),
            )
        if deleted := len(self.job.of_state("deleted")):
            yield PlanRow(
                _n("{n} of them was deleted here", "{n} of them were deleted here", deleted),
                _("comes back from what was set aside, as it was"),
            )
        if decks := self.job.decks:
            names = [_("“{name}”", name=deck.name) for deck in decks[:SHOWN_DECKS] if deck.name]
            if more := len(decks) - SHOWN_DECKS if len(decks) > SHOWN_DECKS else 0:
                names.append(_n("{n} more", "{n} more", more))
            yield PlanRow(_n("{n} deck", "{n} decks", len(decks)), _("{all}", all=names))

    @property
    def players(self) -> int:
        """Return how many different names are in the matches that will be imported."""
        return len({name_key(name) for match in self.coming for name in match.names})

    @property
    def about_players(self) -> Text:
        """Say how many of these names the member has to assign to a person, or else how many are
        names of people of the club."""
        known = sum(row.player is not None for row in self.who.others)
        if questions := self.who.questions:
            return _n("say who {n} of them is", "say who {n} of them are", len(questions))
        if not known:
            return _("new here: who is who")
        return _n(
            "{n} is here by the same name: who is who",
            "{n} are here by the same name: who is who",
            known,
        )

    @property
    def not_taken(self) -> Iterator[PlanRow]:
        """Yield a row with the reason for each match and deck that is refused, `SHOWN_REFUSED` of
        each at most."""
        for match in self.refused[:SHOWN_REFUSED]:
            name = match_in_words(match.game, match.started[:10])
            file = match.entry.file[:80]
            if match.state == "apart":
                reason: Text = _n(
                    "the match that is here goes on otherwise after {n} line",
                    "the match that is here goes on otherwise after {n} lines",
                    match.shared,
                )
            else:
                reason = match.reason or _("it cannot be read")
            yield PlanRow(name or file, _("{reason} ({file})", reason=reason, file=file))
        for deck, problem in self.job.bad_decks[:SHOWN_REFUSED]:
            yield PlanRow(_("the deck “{name}”", name=deck), problem)

    @cached_property
    def dated(self) -> list[PlanRow]:
        """The matches and evenings whose date in the file is not accepted, each with the reason."""
        matches = (
            PlanRow(match_in_words(match.game, match.started[:10]) or "", match.remark)
            for match in self.coming
            if match.remark
        )
        evenings = (
            PlanRow(_("the evening “{name}”", name=evening.title or evening.day), problem)
            for evening in self.job.contents.evenings
            if (problem := problem_of_day(evening.day))
        )
        return [*matches, *evenings]

    @property
    def not_named(self) -> int:
        """Return how many refused ones have no row."""
        lists = (self.refused, self.job.bad_decks)
        return sum(max(0, len(entries) - SHOWN_REFUSED) for entries in lists)


def months_of(matches: list[FileMatch]) -> Text:
    """Write the months of the first and the last of these matches, or the one month of all."""
    moments = sorted(match.started for match in matches)
    first, last = (month_in_words(moment) for moment in (moments[0], moments[-1]))
    return (
        _("{month}", month=last)
        if first == last
        else _("{first} to {last}", first=first, last=last)
    )
