"""The pages of a match: the board with its question, and the way back to where a change began."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property, reduce
from itertools import islice, takewhile
from typing import Any

from flask import Flask, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from app.languages import current_language
from app.scoring import AnsweredPrompt, Deal, Match, Problem, Side, Signed, Standing, Text, Turn, _
from app.scoring.match.continuation import Continuation, continuation_of
from app.scoring.match.log import as_sent_line
from app.scoring.model.seats import UNNAMED_PLAYERS
from app.scoring.model.text import Counted
from app.scoring.prompts import Count
from app.scoring.prompts.base import Form, parse_whole
from app.scoring.prompts.count_sum import WORDS
from app.scoring.prompts.counts import Pile, below_texts
from app.store.matches import flags, log
from app.store.matches.flags import Flag
from app.web.core.access import is_member, this_club, url_of_match
from app.web.core.http import wants_partial
from app.web.core.page.text import Initials
from app.web.core.services import connection, services
from app.web.match.end import Ending
from app.web.match.repository import get_log_head_or_404, get_match_or_404
from app.web.match.toast import (
    TOAST_AGE,
    is_just_begun_again,
    is_recent,
    name_of_deal,
    notice_of_request,
)

STALE = _("This page was out of date. Here is the match as it is now.")
COMES_BACK = _("Comes back as it was: write over it")
STALE_CHANGES = _("Another phone has changed something. Look at the changes once more.")

MOST_LINES, MOST_LETTERS = 20, 1_000
"""Of the log, in a page of a match. House rules with a deck, other seats and the lines of a match
from an old file, which have one moment, are longer; whoever keeps the log asks for those."""
SCORER_AGE = timedelta(minutes=15)
"""A phone that has not answered for so long may have been put away."""
SCORER = re.compile("([0-9a-f]{8})-[0-9a-f]{24}")
"""A request id: what the phone calls itself, random and known to no other phone, and then what no
two forms share. A phone that can store nothing sends ids of another shape."""


def init_app(app: Flask) -> None:
    """Give templates what the parts of a match page ask for."""
    app.jinja_env.globals.update(
        count_words=count_words,
        by_number=by_number,
        below_texts=below_texts,
        prices_of=prices_of,
        price_of=price_of,
        notice_of_request=notice_of_request,
        is_just_begun_again=is_just_begun_again,
        name_of_deal=name_of_deal,
    )


class MatchPage:
    """The content of the pages of a match; each part is computed when a template asks for it.

    The `turn` fills the form of the question, and `problems` are shown beside the fields that they
    are about. Without a turn the form holds the earlier answer that no longer fits, or the one that
    was just undone, if there is one.
    """

    def __init__(
        self, match: Match, turn: Turn | None = None, problems: Sequence[Problem] = ()
    ) -> None:
        self.match = match
        self._turn = turn
        self._refused = problems

    @cached_property
    def standing(self) -> Standing:
        """The standing of the match."""
        return self.match.standing

    @cached_property
    def deal(self) -> Deal | None:
        """The deal that is being played, None before the first and after the last."""
        return self.standing.deal

    def render(self, template: str, **more: Any) -> str:
        """The template as HTML; `more` are further names for it, or others for those below."""
        match, standing = self.match, self.standing
        match_url = url_of_match(match.id)
        names = {
            "page": self,
            "match": match,
            "match_url": match_url,
            "rules_url": f"{match_url}/rules/{match.game.key}",
            "game": match.game,
            "standing": standing,
            "deal": self.deal,
            "initials": Initials(standing.table.seats),
        }
        return render_template(template, **names | more)

    def render_page(self, name: str, **more: Any) -> str:
        """The page `match/<name>.html`, or for htmx the part of it that changes."""
        return self.render(f"match/{'_' if wants_partial() else ''}{name}.html", **more)

    def show(
        self,
        *,
        notice: Text | None = None,
        unsaved: Sequence[AnsweredPrompt] = (),
        toast: Text | None = None,
    ) -> str:
        """The match page, or for htmx its part.

        `unsaved` are answers that lost to another phone's; a `toast` says what was just done, and
        can be undone for a moment.
        """
        return self.render_page("match", notice=notice, unsaved=unsaved, toast=toast)

    @cached_property
    def turn(self) -> Turn:
        """The values in the form of the waiting question."""
        return self._turn or Turn(self.match, misfit_fields(self.match) or self._undone)

    @cached_property
    def _undone(self) -> Form:
        """The fields of the answer that was just undone, to be written over; else none."""
        is_undone = (
            self._turn is None and self.match.events[-1:] and (self.match.events[-1].kind == "undo")
        )
        return undone_fields(self.match) if is_undone else {}

    @property
    def comes_back(self) -> bool:
        """Whether the form holds an answer that was just undone."""
        return bool(self._undone)

    @cached_property
    def ending(self) -> Ending:
        """The end of the match, once it is over."""
        is_disputed = any(flag.is_open for flag in self.flags.values())
        return Ending(self.match, is_disputed=is_disputed)

    @property
    def continuation(self) -> Continuation | None:
        """How the match, which is over, can go on; None if it cannot."""
        return continuation_of(self.match)

    @property
    def seats_can_turn(self) -> bool:
        """Whether a new match can begin with all players one seat on.

        Players without names are called by the hues of their seats, so that a turn of them would
        change nothing.
        """
        players = self.match.seating.present
        is_named = not {*players} <= UNNAMED_PLAYERS.keys()
        return is_named and len(players) > 1 and not self.match.game.plays_at_once

    @cached_property
    def _misfit_is_first(self) -> bool:
        """Whether the answer that no longer fits belongs to the question that can be skipped."""
        return bool(self.turn.pane and self.turn.pane.waiting.skippable and not self._refused)

    @property
    def problems(self) -> Sequence[Problem]:
        """The problems of the answer to the question that is shown."""
        return self._refused or (() if self._misfit_is_first else self.standing.problems)

    @property
    def first_problems(self) -> Sequence[Problem]:
        """The problems of the question that comes first and can be skipped."""
        return self.standing.problems if self._misfit_is_first else ()

    @cached_property
    def sides(self) -> Sequence[Side]:
        """The sides that have a total; where all win together, each seat alone."""
        table = self.standing.table
        if not self.match.game.wins_together:
            return table.sides
        return [Side(seat.index, (seat,)) for seat in table.seats]

    def total_of(self, side: Side) -> Any:
        """Return the number of a side on the board: its total, or its tricks where all win
        together."""
        table = self.standing.table
        if not self.match.game.wins_together:
            return table.signed_total(table.totals[side.index])
        return self.deal.tricks.get(side.seats[0], 0) if self.deal else 0

    def title_of(self, deal: Deal | None) -> Text | str:
        """Return the title of a page about a deal, or about the house rules for None."""
        if deal is None:
            return self.match.game.house_rules.ask
        if self.match.game.wins_together:
            return deal.title
        if deal.name:
            return _("Deal {number}, {name}", number=deal.number, name=deal.name)
        return _("Deal {number}", number=deal.number)

    @property
    def duties(self) -> Iterator[tuple[str, Text]]:
        """Yield a sign and words for who deals and who leads in the deal in play."""
        deal = self.deal
        if deal and deal.owner:
            yield "owns", _("{owner} owns the kingdom: deals and leads", owner=deal.owner)
        elif deal:
            if deal.dealer:
                yield "deals", _("{seat} deals", seat=deal.dealer)
            if leads := deal.leads:
                yield "leads", _("{seat} leads", seat=leads)

    @cached_property
    def flags(self) -> Mapping[int, Flag]:
        """The flag of each deal that is over and was flagged, open or not, by the deal's number."""
        # A match beside whose log nothing has changed has no flags: one query less.
        if not self.match.revision:
            return {}
        over = {deal.number for deal in self.standing.deals if deal.is_over}
        every_flag = flags.list_flags(connection(), this_club(), self.match.id)
        return {flag.deal: flag for flag in every_flag if flag.deal in over}

    @cached_property
    def _past_deal(self) -> Deal | None:
        """The latest finished deal, in its names, until the next deal has an answer."""
        last = self.standing.last_deal
        if last is None or self._is_begun:
            return None
        return self.match.standing_at(last.number).deals[last.number - 1]

    @cached_property
    def _is_begun(self) -> bool:
        """Whether the deal in play has an answer that the table was asked for."""
        answers = self.standing.answers_of_deal if self.deal else ()
        return any(answered.prompt.forced_answer is None for answered in answers)

    @property
    def named_by(self) -> AnsweredPrompt | None:
        """The latest answer that one tap gives about the deal in play, such as its contract; None
        before that."""
        answers = self.standing.answers_of_deal if self.deal else ()
        tapped = (one for one in answers if one.prompt.saves_itself)
        latest = next(tapped, None)
        # What names itself, as the last contract of a kingdom does, cannot be named otherwise.
        return latest if latest and latest.prompt.forced_answer is None else None

    @property
    def notes(self) -> Sequence[Text]:
        """The notes of the latest finished deal, but for what the guidance says of it.

        Before the first deal: the house rules by which the table differs from the rules page.
        """
        standing, last = self.standing, self._past_deal
        if last is None:
            is_first = standing.last_deal is None and self.deal and not self._is_begun
            if not is_first or not standing.own_rules:
                return ()
            rules = reduce(
                lambda rules, rule: _("{rules}; {rule}", rules=rules, rule=rule),
                standing.own_rules,
            )
            return [_("You play by your own rules. {rules}.", rules=rules)]
        # The last note of a kingdom or phase says at length how it closed.
        return last.notes[:-1] if self._closing else last.notes

    @cached_property
    def guidance(self) -> Sequence[Text]:
        """Short lines to read before the question is answered, the most important first.

        After the last deal of a kingdom or phase the first line begins with its result.
        """
        lines = self.turn.pane.guidance if self.turn.pane else []
        if self.comes_back and isinstance(self.turn.prompt, Count):
            return [COMES_BACK, *lines[1:]]
        if self._closing is None or not lines:
            return lines
        return [_("{closing} · {line}", closing=self._closing, line=lines[0]), *lines[1:]]

    @cached_property
    def _closing(self) -> Text | None:
        """The result of the kingdom or phase that the latest finished deal has closed, None if it
        has not."""
        past = self._past_deal
        if past is None or past.group is None:
            return None
        last = self.standing.finished[-1]
        return None if self.standing.deals[-1].group is last.group else past.group.closing

    @property
    def begins_group(self) -> bool:
        """Whether the deal in play is the first of its phase or kingdom, or of the match without
        these."""
        deal = self.deal
        earlier = [other for other in self.standing.finished if not other.void]
        return deal is not None and all(
            deal.group is not None and other.group is not deal.group for other in earlier
        )

    @cached_property
    def latest_lines(self) -> tuple[int, Markup] | None:
        """The number of the line before the last change, and its lines as JSON in HTML, for a phone
        that keeps the log; None if they are too long for every page to bring them."""
        match = self.match
        at = match.log[-1].at
        new = [*takewhile(lambda line: line.at == at, islice(reversed(match.log), MOST_LINES + 1))]
        rows = [as_sent_line(line, None) for line in reversed(new)]
        text = htmlsafe_json_dumps(rows, json.dumps, ensure_ascii=False, separators=(",", ":"))
        if len(new) > MOST_LINES or len(text) > MOST_LETTERS:
            return None
        return match.last_line - len(new), text

    @property
    def active_scorer(self) -> str | None:
        """The name of the phone that saved the last answer, None if that is unknown or long ago.

        A page compares it with its own name: what is rendered once for all phones cannot do that.
        """
        # The phone that has just answered knows, and saving an answer costs no query more.
        line = request.form.get("after", type=int)
        if line is not None and line != self.match.last_line:
            return None
        since = (datetime.now(UTC) - SCORER_AGE).isoformat(timespec="milliseconds")
        request_id = log.latest_request_id(connection(), this_club(), self.match.id, since)
        return phone_of(request_id)


def phone_of(request_id: str | None) -> str | None:
    """Return the name of the phone that has sent a request with this id, None if the id has
    none."""
    phone = SCORER.fullmatch(request_id or "")
    return phone[1] if phone else None


def render_shared(match_id: int, render: Callable[[Match], str], *varies_by: object) -> str:
    """A page that follows its match; for htmx its part, rendered once and cached for all phones.

    The part may depend on the role of the phone and on what it `varies_by`, and on nothing that one
    phone alone has. Aborts as `get_match_or_404` does.
    """
    if not wants_partial():
        return render(get_match_or_404(match_id))
    head = get_log_head_or_404(match_id)
    # A toast is shown for a moment only, and who keeps the score is known for a while.
    ages = is_recent(head.at, TOAST_AGE), is_recent(head.at, SCORER_AGE)
    seen_by = is_member(), current_language(), request.script_root
    key = (request.endpoint, this_club(), match_id, head, *ages, *seen_by, *varies_by)
    return services().render_cache.get_or_render(key, lambda: render(get_match_or_404(match_id)))


def misfit_fields(match: Match) -> Form:
    """The form fields of the earlier answer that no longer fits the waiting question, if any."""
    standing = match.standing
    prompt = standing.prompt
    if prompt is None or not standing.problems:
        return {}
    try:
        return prompt.fill(match.answers[prompt.deal][prompt.key])
    except (LookupError, TypeError, AttributeError, ValueError):
        # It may have the shape of another contract's answer, and then fills nothing here.
        return {}


def undone_fields(match: Match) -> Form:
    """The form fields of the undone answer to the waiting question, to be corrected there."""
    waiting = match.standing.prompt
    if waiting is None:
        return {}
    undone = [match.events[index] for index in match.redo_batch]
    answers = {(event.deal, event.key): event.answer for event in undone}
    typed: dict[str, str] = {}
    for prompt in [waiting.last_in_group] if waiting.optional else waiting.group:
        answer = answers.get((prompt.deal, prompt.key))
        if answer is not None and not prompt.problems(answer):
            typed |= prompt.fill(answer)
    return typed


def count_words() -> dict[str, str | list[str]]:
    """What the script of a page says of a count, with its parts still open; for each number what
    depends on one, see `by_number`."""
    return {
        key: by_number(words) if isinstance(words, Counted) else current_language().template(words)
        for key, words in WORDS.items()
    }


def by_number(words: Counted) -> list[str]:
    """What a script says for 0, 1, 2 …, with the parts still open.

    No plural asks for more than the last two digits, and so the list ends at 199; nor does it have
    those at its end that say the same as the one before them.
    """
    forms = [current_language().template(words.with_parts(n=n)) for n in range(200)]
    while forms[-2:-1] == forms[-1:]:
        forms.pop()
    return forms


def prices_of(prompt: Count, pile: Pile, standing: Standing) -> list[int]:
    """The points of each number that `pile` can have, from 0 on, in the signs of the table."""
    assert prompt.points is not None
    sign = -1 if standing.table.reversed else 1
    return [sign * prompt.points(pile, n) for n in range(prompt.total + 1)]


def price_of(prompt: Count, pile: Pile, typed: str, standing: Standing) -> Signed | str:
    """The points of a number that was typed, an empty text if it has none."""
    number = parse_whole(typed)
    if prompt.points is None or not isinstance(number, int):
        return ""
    prices = prices_of(prompt, pile, standing)
    return Signed(prices[number]) if 0 <= number < len(prices) else ""


# Back to the page from which something was changed

ORIGINS = {
    "sheet": "sheet.show_sheet",
    "log": "correct.show_log",
    "deal": "correct.show_deal",
    "play": "play.show_match",
}
"""The pages that a change can begin from, by what their forms call them.

A word and never an address: a form made elsewhere cannot redirect to another site.
"""


def origin_of_form() -> str:
    """The page that a change began from, if it is one of `ORIGINS`; else an empty text."""
    origin = request.values.get("back", "")
    return origin if origin in ORIGINS else ""


def origin_url(match: Match, origin: str, deal: int = 0, done: str | None = None) -> str:
    """The address of a page that a change can begin from, with its `deal` in sight, which shows the
    notice `done`; the match page for any other word."""
    endpoint = ORIGINS.get(origin, "play.show_match")
    if origin == "deal":
        return url_for(endpoint, match_id=match.id, number=deal, done=done)
    anchor = f"deal{deal}" if origin == "sheet" and deal else None
    return url_for(endpoint, match_id=match.id, done=done, _anchor=anchor)


def redirect_back(
    match: Match, deal: int = 0, *, otherwise: str = "", done: str = ""
) -> ResponseReturnValue:
    """303 to the page that the form came from, which then shows the notice `done`."""
    return redirect(origin_url(match, origin_of_form() or otherwise, deal, done or None), 303)
