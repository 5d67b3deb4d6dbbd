"""The end of a match: its last screen, and a picture of that to send to friends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from app.charts import CHART_HEIGHT, ScoreDial, TotalsChart
from app.dates import day_of_match
from app.languages import plain
from app.letters import graphemes, width_of
from app.scoring import Match, Outcome, SharedOutcome, Signed, Text, _
from app.scoring.highlights import LeadHistory, lead_history
from app.scoring.model.seats import FORGOTTEN, OLD_UNNAMED
from app.scoring.model.text import and_list
from app.scoring.table.outcome import verb_of
from app.store.matches import lists
from app.store.numbers import records, totals
from app.store.numbers.records import BrokenRecord
from app.store.people import evenings
from app.web.core.access import is_member, is_watching, this_club, watchers_may, works_away
from app.web.core.page.pictures import paper_colour, theme_colour, truncate
from app.web.core.page.text import Initials
from app.web.core.page.written_dates import day_in_words, full_day
from app.web.core.services import connection
from app.web.match.repository import get_match_or_404

bp = works_away(Blueprint("end", __name__, url_prefix="/matches/<int:match_id>"))

MAX_EARLIER = 500
"""The best score is looked for among so many earlier matches, so that no database grows slow."""
# Letters of the winners' names that fit on a line, and the size for them; longer ones are smallest.
SIZES = ((8, "large"), (10, "middle"), (13, "small"))
LONGEST = "smallest"
PICTURE_WIDTH = 318  # of the chart in the picture, in pixels
MANY_SIDES, LOW_CHART = 5, 72
"""From so many sides on the chart is lower, so that it is seen whole: its height in pixels."""
MAX_PICTURE_LETTERS = 18  # of a name on a line of the picture


@bp.get("/picture.svg")
@watchers_may
def picture(match_id: int) -> ResponseReturnValue:
    """The outcome as one drawing with nothing but names and points; 404 before the end."""
    match = get_match_or_404(match_id)
    if match.standing.outcome is None:
        abort(404)
    svg = render_template(
        "match/picture.svg",
        ending=Ending(match, is_picture=True),
        game=match.game,
        standing=match.standing,
        initials=Initials(match.standing.table.seats),
        truncate=truncate,
        max_letters=MAX_PICTURE_LETTERS,
    )
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@dataclass(frozen=True)
class RecordLine:
    """A record that the match has brought: whose it is and of what, what it was before, its total,
    and the number of the match that had it."""

    name: Text
    about: Text
    total: Signed | int
    before: int


class Ending:
    """The content of the last screen of a match, or of the picture of it: the winners, and why they
    won.

    A match that all win or lose together has no `result` and no `chart`, but an `account` and a
    `dial` where the game has them.
    """

    def __init__(
        self, match: Match, *, is_picture: bool = False, is_disputed: bool = False
    ) -> None:
        outcome = match.standing.outcome
        assert outcome is not None, "the match goes on"
        self.match = match
        self.outcome: Outcome = outcome
        together = outcome if isinstance(outcome, SharedOutcome) else None
        self._score = together.score if together else None
        self.account = together.result if together else None
        self.result = None if together else match.standing.result
        self._is_picture = is_picture
        self._is_disputed = is_disputed

    def colour_of(self, token: str) -> str:
        """The colour of a token of the stylesheets, on the page or in the picture."""
        return paper_colour(token) if self._is_picture else theme_colour(token)

    @cached_property
    def history(self) -> LeadHistory | None:
        """How the lead changed; None if there is nothing to tell."""
        return lead_history(self.match)

    @cached_property
    def chart(self) -> TotalsChart | None:
        """The totals after each deal, on the page with a band at the one that turned the match, and
        lower where others take the room; None with fewer than two deals."""
        if self.result is None or len(self.result.deals) < 2:
            return None
        if self._is_picture:
            return TotalsChart(self.result, width=PICTURE_WIDTH)
        turning_point = self.history.turning_point if self.history else None
        lines = len(self.result.sides) + (self.size == LONGEST)  # its names may have two
        is_low = lines >= MANY_SIDES or self._is_disputed or bool(self.records)
        turn = turning_point.deal if turning_point else None
        return TotalsChart(self.result, turn, height=LOW_CHART if is_low else CHART_HEIGHT)

    @property
    def about_chart(self) -> Text:
        """The chart in words, for those who cannot see it."""
        words = _("The totals after each deal")
        if self.history is None or self.history.turning_point is None:
            return words
        return _("{words}. {turn}", words=words, turn=self.history.turning_point.sentence)

    @property
    def dial(self) -> ScoreDial | None:
        """The common score on a dial."""
        return ScoreDial(self.account, self._score) if self.account else None

    @property
    def day(self) -> str:
        """The day for which the match counts, with its year; "" if that is not known."""
        if not (self.match.dated or self.match.started):
            return ""
        return full_day(date.fromisoformat(day_of_match(self.match)))

    @cached_property
    def evening(self) -> int | None:
        """The number of the evening of the match, None without one."""
        evening = evenings.evening_of_match(connection(), this_club(), self.match.id)
        return evening.id if evening else None

    @property
    def deals_thrown_in(self) -> int:
        """The number of deals that scored nothing and were dealt again."""
        return sum(bool(deal.void) for deal in self.match.standing.deals)

    @property
    def winners(self) -> Text:
        """The names of the winners."""
        return and_list(self.outcome.winners)

    @property
    def verb(self) -> Text:
        """The verb “win”, in the number that fits the winners."""
        return verb_of(self.outcome.winners)

    @property
    def size(self) -> str:
        """The size in which the names of the winners fit on a line, if they do."""
        width = sum(map(width_of, graphemes(plain(self.winners))))
        return next((size for most, size in SIZES if width <= most), LONGEST)

    @cached_property
    def record(self) -> Text | None:
        """The best score of the same people in earlier matches, beside a win; None without one."""
        # A watcher of this match is told nothing of any other.
        if self._score is None or is_watching():
            return None
        match, people = self.match, known_names(self.match.seating.present)
        # Who was forgotten is another somebody in each match.
        if people is None:
            return None
        earlier = lists.earlier_matches(
            connection(), this_club(), match.game.key, match.id, MAX_EARLIER
        )
        scores = [
            summary["score"]
            for summary in (listed.summary for listed in earlier)
            if summary and summary.get("won") and known_names(summary["players"]) == people
        ]
        if not scores:
            return None
        if max(scores) < self._score:
            return _("Your best was {score}.", score=max(scores))
        return _("Your best is {score}.", score=max(scores))

    @cached_property
    def records(self) -> list[RecordLine]:
        """The best totals that this match has brought, that of the club first."""
        db, club = connection(), this_club()
        # A watcher of this match is told nothing of any other.
        if self.result is None or not is_member() or totals.has_uncounted_matches(db, club):
            return []
        return [self._line_of(record) for record in records.broken_records(db, club, self.match.id)]

    def _line_of(self, record: BrokenRecord) -> RecordLine:
        """A record in words, in the signs of the table."""
        match, before = self.match, record.before
        sign = -1 if self.match.standing.table.reversed else 1
        was = match.game.signed_total(sign * before.points)
        day = day_in_words(before.day)
        if record.person is None:
            name = _("The club’s best {game}", game=match.name)
            owner = before.person.label
            about = _("was {total} by {name}, on {day}", total=was, name=owner, day=day)
        else:
            name = _("{name}’s best {game}", name=record.person.label, game=match.name)
            about = _("was {total}, on {day}", total=was, day=day)
        return RecordLine(
            name, about, match.game.signed_total(sign * record.points), before.match_id
        )

    @property
    def share_text(self) -> Text:
        """The outcome in a sentence, to be sent with the picture."""
        game, result = self.match.name, self.result
        if result is None:
            seats = and_list(self.match.standing.table.seats)
            return _("{game}, {seats}: {why}", game=game, seats=seats, why=self.outcome.why)
        ranks = [
            _(
                "{place}. {side} {total}",
                place=rank.place,
                side=rank.side,
                total=self.match.game.signed_total(rank.total),
            )
            for rank in result.ranks
        ]
        parts = {"winners": self.winners, "verb": self.verb, "lead": result.lead, "ranks": ranks}
        return _("{game}: {winners} {verb} {lead}. {ranks}", game=game, **parts)


def known_names(names: Iterable[str]) -> list[str] | None:
    """These stored names, sorted, with what is stored today for a missing one; None if one of them
    was forgotten."""
    stored = sorted(OLD_UNNAMED.get(name, name) for name in names)
    return None if any(map(FORGOTTEN.fullmatch, stored)) else stored
