"""What the pages of a match show: the board, the question, and what is said around it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property, reduce
from typing import Any

from flask import Flask, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import AnsweredPrompt, Match, Problem, Side, Signed, Standing, Text, Turn, _
from app.scoring.prompts import Count
from app.scoring.prompts.base import Form
from app.scoring.prompts.counts import Pile
from app.web.core.access import this_club, url_of_match
from app.web.core.initials import Discs
from app.web.core.services import connection
from app.web.core.text import wants_part
from app.web.match.end import ending_of

MEANWHILE = _("Meanwhile something else was entered. Look at the changes once more.")
MOVED_ON = _("The table has moved on since this page was loaded. This is where it stands now.")

LATELY = timedelta(minutes=15)
"""Who has not answered for so long may have put the phone away."""
KEY_OF_PHONE = re.compile("([0-9a-f]{8})-[0-9a-f]{24}")
"""What a phone calls its forms: its own name, drawn by lot and known to nobody else, and then what
no two forms share. A phone that can remember no name calls them without one."""


def init_app(app: Flask) -> None:
    """Give templates what the parts of a match page ask for."""
    app.jinja_env.globals.update(
        active_scorer=active_scorer,
        prices_of=prices_of,
        price_of=price_of,
    )


class MatchPage:
    """What the pages of a match need to know; each thing is worked out when a page asks for it.

    The `turn` fills the question's form, and `problems` stand beside what they are about. Without
    a turn it is the answer that was given before and no longer fits, if there is one.
    """

    def __init__(
        self, match: Match, turn: Turn | None = None, problems: Sequence[Problem] = ()
    ) -> None:
        self.match = match
        self._turn = turn
        self._refused = problems

    def render(self, template: str, **more: Any) -> str:
        """The template as HTML; `more` are further names for it, or others for those below."""
        match, standing = self.match, self.match.standing
        match_url = url_of_match(match.id)
        names = {
            "page": self,
            "match": match,
            "match_url": match_url,
            "rules_url": f"{match_url}/rules/{match.game.key}",
            "game": match.game,
            "standing": standing,
            "deal": standing.deal,
            "discs": Discs(standing.table.seats),
        }
        return render_template(template, **names | more)

    def render_with_end(self, template: str, **more: Any) -> str:
        """The same with what shows how the match ended, if it is over."""
        ending = ending_of(self.match) if self.match.standing.is_over else {}
        return self.render(template, **ending, **more)

    @cached_property
    def turn(self) -> Turn:
        """What the form of the waiting question holds."""
        return self._turn or Turn(self.match, kept_answer(self.match))

    @property
    def is_first_wrong(self) -> bool:
        """Whether what does not fit belongs to the question that may be passed over."""
        return bool(self.turn.pane and self.turn.pane.first and not self._refused)

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the answer to the question that is shown."""
        return self._refused or (() if self.is_first_wrong else self.match.standing.problems)

    @property
    def first_problems(self) -> Sequence[Problem]:
        """What no longer fits the question that may be passed over and comes first."""
        return self.match.standing.problems if self.is_first_wrong else ()

    @cached_property
    def sides(self) -> Sequence[Side]:
        """Whoever has a total; where all win together, everyone for themselves."""
        table = self.match.standing.table
        if not self.match.game.wins_together:
            return table.sides
        return [Side(seat.index, (seat,)) for seat in table.seats]

    @cached_property
    def doubts(self) -> Mapping[int, store.Flag]:
        """Every doubt about a deal that is over, also those that were looked at, by its number."""
        # Of a match beside whose log nothing has changed there is nothing to look up.
        if not self.match.revision:
            return {}
        over = {deal.number for deal in self.match.standing.deals if deal.is_over}
        known = store.list_flags(connection(), this_club(), self.match.id)
        return {doubt.deal: doubt for doubt in known if doubt.deal in over}

    @property
    def notes(self) -> Sequence[Text]:
        """What is said beside the latest finished deal until the next one begins, with its names.

        Before there is one, it is by which rules of its own the table plays.
        """
        standing = self.match.standing
        last, deal = standing.last_deal, standing.deal
        answers = standing.answers_of_deal if deal else ()
        is_old = any(answered.prompt.forced_answer is None for answered in answers)
        if last is None and deal and not is_old and standing.own_rules:
            rules = reduce(
                lambda told, words: _("{told}; {words}", told=told, words=words),
                standing.own_rules,
            )
            return [_("You play by your own rules. {rules}.", rules=rules)]
        if last is None or not last.notes or is_old:
            return ()
        return self.match.standing_at(last.number).deals[last.number - 1].notes


def show(
    match: Match,
    turn: Turn | None = None,
    problems: Sequence[Problem] = (),
    *,
    notice: Text | None = None,
    yours: Sequence[AnsweredPrompt] = (),
    done: Text | None = None,
) -> str:
    """The match page, or for htmx the part of it that changes.

    `yours` are answers that came too late; what was just `done` can be taken back for a moment.
    """
    return MatchPage(match, turn, problems).render_with_end(
        "match/_match.html" if wants_part() else "match/page.html",
        notice=notice,
        yours=yours,
        done=done,
    )


def kept_answer(match: Match) -> Form:
    """The form fields of an earlier answer to the waiting question that no longer fits."""
    prompt = match.standing.prompt
    if prompt is None or not match.standing.problems:
        return {}
    try:
        return prompt.fill(match.answers[prompt.deal][prompt.key])
    except (LookupError, TypeError, AttributeError, ValueError):
        # It may have the shape of another contract's answer, and then fills nothing here.
        return {}


# --- for templates ------------------------------------------------------------------------------


def prices_of(prompt: Count, pile: Pile, standing: Standing) -> str:
    """The points of each number that `pile` can have, from 0 on, in the signs of the table."""
    assert prompt.points is not None
    sign = -1 if standing.table.reversed else 1
    return " ".join(str(sign * prompt.points(pile, n)) for n in range(prompt.total + 1))


def price_of(prompt: Count, pile: Pile, typed: str, standing: Standing) -> Signed | str:
    """The points of a number that was typed, nothing if it has none."""
    if prompt.points is None or not (typed.isascii() and typed.isdecimal() and len(typed) < 3):
        return ""
    prices = prices_of(prompt, pile, standing).split()
    return Signed(prices[int(typed)]) if int(typed) < len(prices) else ""


def active_scorer(match: Match) -> str | None:
    """The name of the phone that keeps the score of a match, None if nobody knows.

    That is the one that has answered last. A page compares it with its own: what is drawn once for
    all phones cannot say more.
    """
    # Whoever has just answered knows who it was, and answers are to cost nothing more.
    line = request.form.get("after", type=int)
    if line is not None and line != match.last_line:
        return None
    since = (datetime.now(UTC) - LATELY).isoformat(timespec="milliseconds")
    key = store.latest_request_id(connection(), this_club(), match.id, since)
    named = KEY_OF_PHONE.fullmatch(key or "")
    return named[1] if named else None


# ---- Back to where one was after something was changed ----

PLACES = {
    "sheet": "sheet.show_sheet",
    "log": "correct.show_log",
    "deal": "correct.show_deal",
}
"""The pages that a change can begin from, beside the question, by what their forms call them.

A word and never an address: a form that was made elsewhere cannot send anybody to another site.
"""


def place_of_form() -> str:
    """Where a change began, if it was one of the pages beside the question; else nothing."""
    place = request.values.get("back", "")
    return place if place in PLACES else ""


def address_of(match: Match, place: str, deal: int = 0) -> str:
    """The address of a page that a change can begin from; the match page for any other."""
    if place == "deal":
        return url_for(PLACES[place], match_id=match.id, number=deal)
    return url_for(PLACES.get(place, "play.show_match"), match_id=match.id)


def go_back(
    match: Match, deal: int = 0, *, otherwise: str = "", done: str = ""
) -> ResponseReturnValue:
    """303 to where the form came from, which then says what was `done`."""
    address = address_of(match, place_of_form() or otherwise, deal)
    return redirect(f"{address}?done={done}" if done else address, 303)
