"""The log in words: what each line says, and what was corrected."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from app.scoring.events import VOID, Event
from app.scoring.match import Match
from app.scoring.replay import Answered, Standing
from app.scoring.seating import Seating, is_in_order
from app.scoring.text import Text, _


@dataclass(frozen=True)
class Told:
    """A line of the log in words: the sentence, and of an answer its `question` and what it says.

    What a correction found there is `before`. A line that `is_gone` was taken back later.
    """

    sentence: Text
    question: Text | None = None
    answer: Text | None = None
    before: Text | None = None
    is_gone: bool = False


def log_in_words(match: Match) -> list[Told]:
    """Every line of the log, the earliest first; an undo says what it took back, and a redo what
    it put back."""
    moved, stands = match.course.moved, set(match.course.stands)
    told: list[Told] = []
    answers: dict[tuple[int, str], Text] = {}
    for place, event in enumerate(match.events):
        if place in moved:
            told.append(Told(moved_in_words(event, told[moved[place]].sentence)))
            continue
        line = in_words(match, event, match.seatings[place])
        is_gone = place not in stands and event.kind not in ("undo", "redo")
        question = (event.deal, event.key)
        before = answers.get(question) if event.kind == "correction" and line.answer else None
        told.append(replace(line, before=before, is_gone=is_gone))
        # What was taken back was there for a while, and is nothing that a later line has found.
        if line.answer and not is_gone:
            answers[question] = line.answer
    return told


def last_in_words(match: Match) -> Told | None:
    """What the latest line did, for a notice that names it; None before the first.

    What was taken back is told as the match stood with it: now nothing may ask for it any more.
    """
    place = match.last_line - 1
    if place < 0:
        return None
    event, moved = match.events[place], match.course.moved.get(place)
    if moved is None:
        return in_words(match, event, match.seatings[place])
    then = match.at_line(place) if event.kind == "undo" else match
    line = in_words(then, match.events[moved], match.seatings[moved])
    return replace(line, sentence=moved_in_words(event, line.sentence))


def moved_in_words(event: Event, words: Text) -> Text:
    """An undo or a redo of the line that says these `words`."""
    if event.kind == "redo":
        return _("Put back: {words}", words=words)
    return _("Took back: {words}", words=words)


def corrections(match: Match) -> dict[int, list[Text]]:
    """What was corrected in each deal, 0 for the house rules, and what had been said before."""
    notes: dict[int, list[Text]] = {}
    for event, line in zip(match.events, log_in_words(match), strict=True):
        if line.is_gone or event.kind != "correction":
            continue
        note = _("{words}.", words=line.sentence)
        if line.before:
            note = _("{words}. Before: {earlier}.", words=line.sentence, earlier=line.before)
        notes.setdefault(event.deal, []).append(note)
    return notes


def in_words(match: Match, event: Event, before: Seating) -> Told:
    """A line about the people who sat there `before` it."""
    if event.kind == "undo":
        return Told(_("Nothing was left to take back"))
    if event.kind == "redo":
        return Told(_("Nothing was left to put back"))
    if words := before.in_words(event):
        return Told(words)
    standing = match.standing_at(event.deal)
    where = _("Deal {number}", number=event.deal)
    if event.key == VOID:
        answer = void_in_words(standing, event)
        return Told(_("{where}: {answer}", where=where, answer=answer), where, answer)
    ask, answer = answer_in_words(match, standing, event, before)
    question = _("{where} · {question}", where=where, question=ask)
    if not event.deal:
        question = _("{question}", question=ask)
    sentence = _("{question} → {answer}", question=question, answer=answer)
    return Told(sentence, question, answer)


def void_in_words(standing: Standing, event: Event) -> Text:
    """Why a deal is void, or that it counts after all."""
    if not event.answer:
        return _("counts again")
    dealt = standing.deals[event.deal - 1 : event.deal]
    reason = dealt[0].void_reasons.get(event.answer) if dealt else None
    return _("void: {reason}", reason=reason or str(event.answer))


def answer_in_words(
    match: Match, standing: Standing, event: Event, before: Seating
) -> tuple[Text | str, Text]:
    """The question of a line and its answer; as plain JSON where nothing asks for it any more."""
    answered = standing.answer_to(event.deal, event.key)
    waiting = standing.prompt
    # What no longer fits is asked again: its line is still told in the words of that question.
    if waiting and (waiting.deal, waiting.key) == (event.deal, event.key):
        answered = Answered(waiting, event.answer)
    if answered is None:
        plain = json.dumps(event.answer, ensure_ascii=False, separators=(",", ":"))
        return event.key, _("left out") if event.answer is None else _("{answer}", answer=plain)
    prompt, answer = answered.prompt, event.answer
    if answer is None:
        return prompt.ask, _("left out")
    # The line speaks of seats as they were then; the question is that of the seats of now.
    order = match.seating.order_from(before)
    if not is_in_order(order):
        answer = prompt.reseated(answer, order)
    if answer is None or prompt.problems(answer):
        plain = json.dumps(event.answer, ensure_ascii=False, separators=(",", ":"))
        return prompt.ask, _("{answer}", answer=plain)
    return prompt.ask, prompt.describe(answer)
