"""Corrections: any earlier answer, what another one would change, and the history of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from app.scoring import (
    VOID,
    AnsweredPrompt,
    Changes,
    Correction,
    Deal,
    Event,
    Game,
    Line,
    Match,
    Problem,
    Prompt,
    Text,
    _,
    _n,
)
from app.scoring.match.batches import batches_of_swaps, redo_batch, swap, swap_text, undo_batch
from app.scoring.match.changes import NamedChange, PlaceChange, RoleChange, TargetChange
from app.scoring.match.log_text import LogText, log_texts, undo_text
from app.scoring.match.replay import CheckedEvent
from app.scoring.prompts import Choose, Count, Order
from app.store.matches.log import Overtaken
from app.web.core.access import watchers_may
from app.web.core.rate_limits import reads_only
from app.web.match.page import (
    STALE,
    STALE_CHANGES,
    MatchPage,
    origin_of_form,
    origin_url,
    redirect_back,
)
from app.web.match.repository import append_events, get_match_or_404, is_stale, seating_of_form
from app.web.match.toast import notice_of_request, toast_of_request

bp = Blueprint("correct", __name__, url_prefix="/matches/<int:match_id>")

SAVE = _("Save the change")
SAME_ANSWER = _("This is already the answer: nothing would change.")
NOTHING_YET = _("Nothing changed yet")
CONFLICT = _("Another phone was quicker. Look at the changes once more.")
NO_SWAP = _("These two deals cannot be swapped any more. Look at the changes once more.")


@bp.get("/deals/<int:number>")
@watchers_may
def show_deal(match_id: int, number: int) -> ResponseReturnValue:
    """One deal: every score with its reasons, every answer with a way to correct it."""
    return render_deal(get_match_or_404(match_id), number)


def render_deal(match: Match, number: int, *, notice: Text | None = None, words: str = "") -> str:
    """The page of a deal, or of the house rules for 0; `words` fill the form that flags it."""
    standing = match.standing_at(number)
    return MatchPage(match).render(
        "match/deal.html",
        number=number,
        deal=get_deal_or_404(match, number),
        standing=standing,
        answers=[answered for answered in standing.answered if answered.prompt.deal == number],
        corrected=[
            text
            for event, text in zip(match.events, log_texts(match), strict=True)
            if (event.kind, event.deal) == ("correction", number)
            and event.is_answer
            and not text.is_gone
        ],
        notice=notice,
        words=words,
        toast=toast_of_request(match) if match.events[-1].deal == number else notice_of_request(),
    )


def get_deal_or_404(match: Match, number: int) -> Deal | None:
    """The deal with this number, with the names of then; None for 0, the house rules."""
    if number > len(match.standing.deals):
        abort(404)
    return match.standing_at(number).deals[number - 1] if number else None


SIGNS = {
    "entry": ("check", _("Entered")),
    "correction": ("pencil", _("Changed")),
    "void": ("cross", _("Thrown in")),
    "undo": ("undo",),
    "redo": ("redo",),
}
"""The symbol of each kind of line of the log, and its word where the sentence does not say it."""


@bp.get("/log")
@watchers_may
def show_log(match_id: int) -> ResponseReturnValue:
    """Every line of the log, the latest first, and which of them were taken back."""
    match = get_match_or_404(match_id)
    texts = log_texts(match)
    return MatchPage(match).render(
        "match/log.html",
        history=history(match, texts)[::-1],
        signs=SIGNS,
        asks=match.asks,
        undo_text=batch_text(match, undo_batch(match), texts),
        redo_text=batch_text(match, redo_batch(match), texts),
        toast=toast_of_request(match),
        back="log",
    )


def history(match: Match, texts: Sequence[LogText]) -> list[tuple[Line, LogText]]:
    """Each line of the log and its text, the earliest first; a swap of two deals is one line."""
    lines = []
    for indexes, swap_words in batches_of_swaps(match):
        line, text = match.log[indexes[0]], texts[indexes[0]]
        if swap_words and indexes[0] in match.undo_state.targets:
            swap_words = undo_text(line.event, swap_words)
        lines.append((line, LogText(swap_words, is_gone=text.is_gone) if swap_words else text))
    return lines


def batch_text(match: Match, indexes: Sequence[int], texts: Sequence[LogText]) -> Text | None:
    """The sentence of one change, whose lines have these indexes; None if there are none."""
    if not indexes:
        return None
    return swap_text(match, indexes) or texts[indexes[0]].sentence


@bp.get("/deals/<int:number>/<key>")
def show_question(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """The question again, with the answer that it has."""
    match = get_match_or_404(match_id)
    earlier = match.question(number, key) or abort(404)
    return render_question(Correction(match, earlier))


@bp.post("/deals/<int:number>/<key>/preview")
@reads_only
def preview(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """Show what the answer as typed so far would change. Writes nothing."""
    match = get_match_or_404(match_id)
    earlier = match.question(number, key) or abort(404)
    return render_question(correction_of_form(match, earlier), template="match/_changed.html")


@bp.post("/deals/<int:number>/<key>")
def correct(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """Save another answer with `save` in the form; without it, show what that would change.

    With `swap`, the number of another deal, the two exchange all that was entered for them.
    """
    match = get_match_or_404(match_id)
    earlier = match.question(number, key) or abort(404)
    if request.form.get("swap"):
        correction = Correction(match, earlier)
        events = swap_of_form(match, earlier)
        return (
            save(correction, *events)
            if events
            else (render_question(correction, notice=NO_SWAP), 422)
        )
    correction = correction_of_form(match, earlier)
    if correction.is_out_of_order:
        return render_question(Correction(match, earlier), notice=STALE), 409
    if correction.problems:
        return render_question(correction, correction.problems), 422
    if not correction.is_change:
        return render_question(correction, notice=SAME_ANSWER)
    return (
        save(correction, correction.event)
        if request.form.get("save")
        else render_question(correction)
    )


def correction_of_form(match: Match, earlier: AnsweredPrompt) -> Correction:
    """The correction in this request's form, its fields in the seats of now."""
    # The fields of a form count seats as they were when it was made: a player who has moved since
    # keeps what was typed beside their name.
    order = match.seating.order_from(seating_of_form(match))
    return Correction(match, earlier, request.form, order)


def swap_of_form(match: Match, earlier: AnsweredPrompt) -> list[Event] | None:
    """The lines that exchange two deals, from the question in hand on; None if they cannot."""
    number, key = earlier.prompt.deal, earlier.prompt.key
    other = request.form.get("swap", 0, int)
    can_be = 0 < other != number and match.question(other, key)
    return swap(match, number, other, key) if can_be else None


def save(correction: Correction, *events: Event | CheckedEvent) -> ResponseReturnValue:
    """Save these lines and go back; 409 with the changes as they would be now on a conflict."""
    match, earlier = correction.match, correction.earlier
    if is_stale(match):
        return render_question(correction, notice=STALE_CHANGES), 409
    try:
        after = append_events(match, *events)
    except Overtaken:
        correction = Correction(get_match_or_404(match.id), earlier, correction.form)
        return render_question(correction, notice=CONFLICT), 409
    return redirect_back(after, earlier.prompt.deal)


def render_question(
    correction: Correction,
    problems: Sequence[Problem] = (),
    *,
    notice: Text | None = None,
    template: str = "match/correct.html",
) -> str:
    """The form for another answer and what that would change, or the latter alone."""
    match, earlier = correction.match, correction.earlier
    prompt, origin = earlier.prompt, origin_of_form()
    return MatchPage(match).render(
        template,
        deal=get_deal_or_404(match, prompt.deal),
        earlier=earlier,
        announced=announcement_before(match, prompt),
        old=earlier.fields,
        prompt=prompt_to_correct(match, prompt),
        pane=None,
        cards_taken=None,
        is_in_play=match.standing.deal is not None and match.standing.deal.number == prompt.deal,
        standing=match.standing_at(prompt.deal),
        typed=correction.form,
        given=correction.given,
        problems=problems,
        changes=changes_by(correction),
        back=origin,
        back_url=origin_url(match, origin or "deal", prompt.deal),
        action=url_for("correct.correct", match_id=match.id, number=prompt.deal, key=prompt.key),
        notice=notice,
    )


def announcement_before(match: Match, prompt: Prompt) -> AnsweredPrompt | None:
    """Return what was announced before the play, such as a doubling, on the page of this
    question."""
    for answered in match.standing.answered:
        announced = answered.prompt
        asked_next = announced.optional and announced.follow_up
        if asked_next and (announced.deal, asked_next.key) == (prompt.deal, prompt.key):
            return answered
    return None


def prompt_to_correct(match: Match, prompt: Prompt) -> Prompt:
    """The question as it is asked again: a count at the end of the deal, a contract by its name
    alone, with those of the deals that it could be swapped with."""
    if isinstance(prompt, Count):
        return replace(prompt, live=False, save=SAVE)
    if isinstance(prompt, Order):
        return replace(prompt, save=SAVE)
    if not isinstance(prompt, Choose) or prompt.key == VOID:
        return prompt
    # A contract that was played elsewhere is closed, and would be hidden here; but two deals that
    # were mixed up are found by tapping just that one.
    names = {
        answered.answer: answered.in_words
        for answered in rivals_of(match, prompt)
        if answered.answer in prompt.closed
    }
    options = {**prompt.options, **names}
    return replace(prompt, options=options, option_notes={}, shows_closed=False)


def rivals_of(match: Match, prompt: Prompt) -> list[AnsweredPrompt]:
    """The same question of the other deals of the same group that count, with their answers."""
    standing = match.standing
    group = standing.deals[prompt.deal - 1].group if prompt.deal else None
    if group is None:
        return []
    return [
        answered
        for answered in standing.answered
        if answered.prompt.key == prompt.key
        and answered.prompt.deal not in (0, prompt.deal)
        and (deal := standing.deals[answered.prompt.deal - 1]).group is group
        and not deal.void
    ]


def changes_by(correction: Correction) -> ChangesInWords:
    """Return what a corrected answer changes, and the deal with which this one may have been mixed
    up."""
    match, earlier, prompt = correction.match, correction.earlier, correction.earlier.prompt
    typed = correction.reply.typed
    partner = None
    if isinstance(prompt, Choose) and prompt.key != VOID and typed != earlier.answer:
        rivals = (rival for rival in rivals_of(match, prompt) if rival.answer == typed)
        partner = next(
            (rival for rival in rivals if swap(match, prompt.deal, rival.prompt.deal, prompt.key)),
            None,
        )
    missing = None
    if not correction.is_change:
        missing = (correction.reply.missing if typed != earlier.answer else None) or NOTHING_YET
    return ChangesInWords(
        match.standing,
        correction.after.standing,
        new=correction.new if correction.is_change else None,
        missing=missing,
        swap_with=partner,
    )


@dataclass(frozen=True)
class ChangesInWords(Changes):
    """What a `new` answer or another order of the seats would change, in the words of the table.

    Without anything `missing` it can be saved. With `swap_with` the same answer belongs to another
    deal, and the two can be swapped.
    """

    new: AnsweredPrompt | None = None
    missing: Text | None = None
    swap_with: AnsweredPrompt | None = None

    @property
    def is_of_deal_in_play(self) -> bool:
        """Whether the corrected deal is still in play, so that it is no surprise what it asks
        next."""
        waiting = self.before.prompt
        return bool(self.new and waiting and self.new.prompt.deal == waiting.deal)

    @property
    def label(self) -> Text:
        """The label of the button that saves."""
        again = None if self.is_of_deal_in_play else self.asked_again
        saves = _("Save and look at deal {n}", n=again.deal) if again else SAVE
        return self.missing or saves

    @property
    def summary(self) -> Text:
        """Up to which deal the totals are, and whether a later one needs another look."""
        last = self.after.last_deal
        where = (
            _("Totals after deal {n}.", n=last.number)
            if last
            else _("No deal counts until this is answered.")
        )
        if self.asked_again or self.missing:
            return where
        if not (self.deals or self.outcome):
            return _("{where} No score changes.", where=where)
        return _("{where} No later deal asks again.", where=where)

    @property
    def warnings(self) -> list[Text]:
        """What must not be overlooked: a question that is asked again, the deals that wait for it,
        and a change of the result."""
        warnings = []
        again = self.asked_again
        if again and not self.is_of_deal_in_play:
            question = again.last_in_group.ask
            warnings.append(_("Deal {n} will ask: “{question}”", n=again.deal, question=question))
            warnings += [problem.message for problem in self.after.problems]
        if waiting := self.after.waiting_deals:
            warnings.append(
                _n(
                    "Deal {numbers} keeps what was entered, and waits for that.",
                    "Deals {numbers} keep what was entered, and wait for that.",
                    len(waiting),
                    numbers=ranges_in_words(waiting),
                )
            )
        before, after = self.outcome or (None, None)
        if before and after:
            warnings.append(_("The result changes. {why}", why=after.why))
        elif after:
            warnings.append(_("The match would be over. {why}", why=after.why))
        elif before:
            warnings.append(_("The match would no longer be over."))
        return warnings

    @property
    def losses(self) -> list[Text]:
        """The answers that would no longer apply."""
        return [
            _("No longer applies in deal {n}: {answer}.", n=old.prompt.deal, answer=old.in_words)
            for old in self.dropped
        ]

    @property
    def course(self) -> list[Text]:
        """Other changes of the course of the match: owners of kingdoms, dealers and leaders,
        targets, contracts named, and deals with another place in the schedule."""
        corrected = self.new.prompt.deal if self.new else 0
        return [
            *map(role_change_in_words, self.roles),
            *map(named_change_in_words, self.named),
            *map(target_change_in_words, self.targets),
            *(self._place_change_in_words(change) for change in self.places(but=corrected)),
        ]

    def _place_change_in_words(self, change: PlaceChange) -> Text:
        """Which deals are others in the schedule, and what the first of them was."""
        before, after = (
            deal_in_words(self.after.game, deal) for deal in (change.before, change.after)
        )
        return _(
            "{deals}: another place in the match. Deal {n} is {after}, not {before}.",
            deals=deals_in_words(change.deals),
            n=change.deals[0],
            after=after,
            before=before,
        )

    def from_to(self, earlier: AnsweredPrompt, *, only_different: bool) -> tuple[Text, Text]:
        """An `earlier` answer and the new one in words, perhaps only the items that differ."""
        assert self.new is not None, "there is a new answer"
        old, new = earlier.items, self.new.items
        pairs = [pair for pair in zip(old, new, strict=False) if pair[0] != pair[1]]
        if not (only_different and pairs and len(old) == len(new)):
            return self.in_words(earlier), self.in_words(self.new)
        was, becomes = ([pair[side] for pair in pairs] for side in (0, 1))
        return _("{items}", items=was), _("{items}", items=becomes)

    @staticmethod
    def in_words(answered: AnsweredPrompt) -> Text:
        """The answer in words; “It counts” for a deal that is not void."""
        counts = answered.prompt.key == "void" and answered.answer is None
        return _("It counts") if counts else answered.in_words


def role_change_in_words(change: RoleChange) -> Text:
    """Say who has a role instead of whom, and in which deals."""
    seats = {"before": change.before, "after": change.after}
    group = change.group.name if change.group else None
    about = {"deals": deals_in_words(change.deals), "group": group, **seats}
    if change.after is None:
        return {
            "dealer": _("{deals}: {before} does not deal.", **about),
            "leader": _("{deals}: {before} does not lead.", **about),
            "both": _("{deals}: {before} does not deal and lead.", **about),
            "owner": _("{group} ({deals}) is not {before}’s.", **about),
        }[change.role]
    if change.before is None:
        return {
            "dealer": _("{deals}: {after} deals.", **about),
            "leader": _("{deals}: {after} leads.", **about),
            "both": _("{deals}: {after} deals and leads.", **about),
            "owner": _("{group} ({deals}) is {after}’s.", **about),
        }[change.role]
    return {
        "dealer": _("{deals}: {after} deals, not {before}.", **about),
        "leader": _("{deals}: {after} leads, not {before}.", **about),
        "both": _("{deals}: {after} deals and leads, not {before}.", **about),
        "owner": _("{group} ({deals}) is {after}’s, not {before}’s.", **about),
    }[change.role]


def named_change_in_words(change: NamedChange) -> Text:
    """Say what a player has named, and what it was before."""
    about = {"seat": change.seat, "before": change.before, "after": change.after}
    if not change.after:
        return _("{seat} has named nothing yet, not {before}.", **about)
    if not change.before:
        return _("{seat} has named {after}, where it was nothing.", **about)
    return _("{seat} has named {after}, not {before}.", **about)


def target_change_in_words(change: TargetChange) -> Text:
    """Say which targets the players have, and which they had before."""
    return _(
        "{deals}: {word} {after}, not {before}.",
        deals=deals_in_words(change.deals),
        word=change.word,
        after=[_("{seat} {n}", seat=seat, n=n) for seat, n in change.after.items()],
        before=[_("{seat} {n}", seat=seat, n=n) for seat, n in change.before.items()],
    )


def deals_in_words(numbers: Sequence[int]) -> Text:
    """The deals with these numbers."""
    return _n("Deal {numbers}", "Deals {numbers}", len(numbers), numbers=ranges_in_words(numbers))


def deal_in_words(game: Game, deal: Deal) -> Text:
    """Which deal of the match this is."""
    if game.describe_progress and deal.progress:
        return game.describe_progress(deal.progress)
    return _("{deal} ({name})", deal=deal.title, name=deal.name) if deal.name else deal.title


def ranges_in_words(numbers: Sequence[int]) -> list[Text]:
    """Write ascending numbers in words, three or more consecutive ones as a range: 2, 4 to 20."""
    ends = [0, *(index for index, (a, b) in enumerate(pairwise(numbers), 1) if b != a + 1)]
    parts = [numbers[a:b] for a, b in pairwise([*ends, len(numbers)])]
    return [
        _("{first} to {last}", first=part[0], last=part[-1])
        if len(part) > 2
        else _("{numbers}", numbers=list(part))
        for part in parts
    ]
