"""The log in words: what each line says, and what was corrected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.scoring.match.log import VOID, Event
from app.scoring.match.match import Match, PastPrompts
from app.scoring.match.replay import Standing
from app.scoring.match.seating import is_in_order
from app.scoring.model.text import Text, _
from app.scoring.prompts.base import LEAVE_OUT
from app.scoring.table.deal import thrown_in_text

UNASKED = _("A question that is not asked any more")
NO_LONGER = _("an answer that does not fit any more")
MAX_REPLAYS = 50  # lines that are looked up as they were written: each costs a replay


@dataclass(frozen=True)
class LogText:
    """A line of the log in words: the sentence, and for an answer its `question` and the `answer`.

    `ask` is the question without the deal that it belongs to; a deal thrown in has none.
    `before` is the answer that a correction replaced. A line that `is_gone` was undone later.
    """

    sentence: Text
    question: Text | None = None
    answer: Text | None = None
    before: Text | None = None
    is_gone: bool = False
    ask: Text | str | None = None


def log_texts(match: Match) -> list[LogText]:
    """Return the texts of all lines of the log, the earliest first; an undo says which line it took
    back, and a redo which it put back."""
    targets, active = match.undo_state.targets, set(match.undo_state.active)
    lines = line_texts(match, [index for index in range(match.last_line) if index not in targets])
    texts: list[LogText] = []
    answers: dict[tuple[int, str], Text] = {}
    for index, event in enumerate(match.events):
        if index in targets:
            texts.append(LogText(undo_text(event, texts[targets[index]].sentence)))
            continue
        line = lines[index]
        is_gone = index not in active and event.kind not in ("undo", "redo")
        question = (event.deal, event.key)
        before = answers.get(question) if event.kind == "correction" and line.answer else None
        texts.append(replace(line, before=before, is_gone=is_gone))
        # An answer that was undone is not the one that a later correction replaced.
        if line.answer and not is_gone:
            answers[question] = line.answer
    return texts


def last_text(match: Match) -> LogText:
    """Return the text of the latest line of a log, for a notice that says what it did.

    A line that was undone is put into the words of the match before: now its question may not be
    asked.
    """
    index = match.last_line - 1
    event, moved = match.events[index], match.undo_state.targets.get(index)
    if moved is None:
        return line_text(match, index, PastPrompts(match, MAX_REPLAYS))
    then = match.at_line(index) if event.kind == "undo" else match
    line = line_text(then, moved, PastPrompts(then, MAX_REPLAYS))
    return replace(line, sentence=undo_text(event, line.sentence))


def undo_text(event: Event, words: Text) -> Text:
    """Return the text of an undo or a redo of the line with these `words`."""
    if event.kind == "redo":
        return _("Redone: {words}", words=words)
    return _("Undone: {words}", words=words)


def corrections(match: Match) -> dict[int, list[Text]]:
    """Return a note for each correction that holds, with the answer before it, by the number of its
    deal (0 for the house rules)."""
    latest: dict[tuple[int, str], int] = {}
    corrected: dict[int, int | None] = {}  # by the line of a correction the one that it corrects
    for index in match.undo_state.active:
        event = match.events[index]
        place = event.deal, event.key
        if event.kind == "correction":
            corrected[index] = latest.get(place)
        if event.is_answer:
            latest[place] = index
    earlier = {index for index in corrected.values() if index is not None}
    lines = line_texts(match, sorted(corrected.keys() | earlier))
    notes: dict[int, list[Text]] = {}
    for index, before in corrected.items():
        deal, replaced = match.events[index].deal, None if before is None else lines[before].answer
        notes.setdefault(deal, []).append(note_of(deal, lines[index], replaced))
    return notes


def note_of(deal: int, line: LogText, earlier: Text | None) -> Text:
    """Return what a correction says now, and before if that is known, as a sentence to be read
    without the questions at hand."""
    if line.ask is None or line.answer is None:
        return _("{words}.", words=line.sentence)
    parts = {"number": deal, "question": line.ask, "answer": line.answer, "earlier": earlier}
    if earlier and deal:
        return _(
            "In deal\u00a0{number} “{question}” was corrected from {earlier} to {answer}.",
            **parts,
        )
    if earlier:
        return _("“{question}” was corrected from {earlier} to {answer}.", **parts)
    if deal:
        return _("In deal\u00a0{number} “{question}” was corrected to {answer}.", **parts)
    return _("“{question}” was corrected to {answer}.", **parts)


def line_texts(match: Match, indexes: Iterable[int]) -> dict[int, LogText]:
    """Return the text of each of these lines, none of which is an undo or a redo of another."""
    # A match is replayed once for each set of names that its players had, and only the latest one
    # is cached: so lines with the same names are put into words together.
    by_names = sorted(indexes, key=lambda index: match.seating.at(match.events[index].deal))
    past = PastPrompts(match, MAX_REPLAYS)
    return {index: line_text(match, index, past) for index in by_names}


def line_text(match: Match, index: int, past: PastPrompts) -> LogText:
    """Return the text of one line, with the players of just before it; `past` looks up old
    questions."""
    event, before = match.events[index], match.seatings[index]
    if event.kind == "undo":
        return LogText(_("Nothing was left to undo"))
    if event.kind == "redo":
        return LogText(_("Nothing was left to redo"))
    if event.kind == "end":
        told = match.standing.table.ends_when_told
        return LogText(_("Ended") if told else _("Ended early"))
    if words := before.event_text(event):
        return LogText(words)
    standing = match.standing_at(event.deal)
    where = _("Deal {number}", number=event.deal)
    if event.key == VOID:
        answer = void_text(standing, event)
        return LogText(_("{where} · {answer}", where=where, answer=answer), where, answer)
    ask, answer = answer_text(match, standing, index, past)
    question = _("{where} · {question}", where=where, question=ask)
    if not event.deal:
        question = _("{question}", question=ask)
    sentence = _("{question} → {answer}", question=question, answer=answer)
    return LogText(sentence, question, answer, ask=ask)


def void_text(standing: Standing, event: Event) -> Text:
    """Return why a deal is void, or that it counts after all."""
    if not event.answer:
        return _("counts again")
    dealt = standing.deals[event.deal - 1 : event.deal]
    reason = dealt[0].void_reasons.get(event.answer) if dealt else None
    return thrown_in_text(reason or str(event.answer))


def answer_text(
    match: Match, standing: Standing, index: int, past: PastPrompts
) -> tuple[Text | str, Text]:
    """Return the question of a line and its answer in words, as asked now, or else as asked
    then."""
    event, waiting = match.events[index], standing.prompt
    answered = standing.answer_to(event.deal, event.key)
    # An answer that no longer fits is asked for again: its line keeps the words of that question.
    now = waiting if waiting and event.is_about(waiting) else answered and answered.prompt
    if event.answer is None:
        prompt = now or past.at(index)
        return (prompt.ask, prompt.skip) if prompt else (UNASKED, LEAVE_OUT)
    if now:
        # The line speaks of seats as they were then; the question is that of the seats of now.
        order = match.seating.order_from(match.seatings[index])
        answer = event.answer if is_in_order(order) else now.reseated(event.answer, order)
        if answer is not None and not now.problems(answer):
            return now.ask, now.describe(answer)
    then = past.at(index)
    if then and not then.problems(event.answer):
        return then.ask, then.describe(event.answer)
    return now.ask if now else UNASKED, NO_LONGER
