"""The log in words: what each line says, and what was corrected."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.scoring.events import VOID, Event, taken_back
from app.scoring.replay import Answered, Standing
from app.scoring.seating import Seating, is_in_order, seatings
from app.scoring.text import Text, _

StandingAt = Callable[[int], Standing]
"""Where a match stands, told with the names that were right in the deal with this number."""


@dataclass(frozen=True)
class Told:
    """A line of the log in words: the sentence, and what an answer says without its question."""

    sentence: Text
    answer: Text | None = None


def told(event: Event, before: Seating, now: Seating, standing_at: StandingAt) -> Told:
    """A line of the log as a sentence, about the people who sat there `before` it.

    `now` is who sits where after the last line of the log.
    """
    if event.kind == "undo":
        return Told(_("Nothing was left to take back"))
    if words := before.in_words(event):
        return Told(words)
    standing = standing_at(event.deal)
    where = _("Deal {number}", number=event.deal)
    if event.key == VOID:
        said = _("counts again")
        if event.answer:
            dealt = standing.deals[event.deal - 1 : event.deal]
            reason = dealt[0].void_reasons.get(event.answer) if dealt else None
            said = _("void: {reason}", reason=reason or str(event.answer))
        return Told(_("{where}: {said}", where=where, said=said), said)
    asked = standing.answer_to(event.deal, event.key)
    waiting = standing.prompt
    if waiting and (waiting.deal, waiting.key) == (event.deal, event.key):
        asked = Answered(waiting, event.answer)
    answer, order = event.answer, now.order_from(before)
    if asked and answer is not None and not is_in_order(order):
        answer = asked.prompt.reseated(answer, order)
    plain = json.dumps(event.answer, ensure_ascii=False, separators=(",", ":"))
    said = _("{answer}", answer=plain)
    if answer is None:
        said = _("left out")
    elif asked and not asked.prompt.problems(answer):
        said = asked.prompt.describe(answer)
    question = asked.prompt.ask if asked else event.key
    if not event.deal:
        return Told(_("{question} → {said}", question=question, said=said), said)
    sentence = _("{where} · {question} → {said}", where=where, question=question, said=said)
    return Told(sentence, said)


def corrections(
    players: Sequence[str], events: Sequence[Event], standing_at: StandingAt
) -> dict[int, list[Text]]:
    """What was corrected in each deal, 0 for the house rules, and what was said before.

    `players` are those who sat down at first, `events` the whole log.
    """
    gone = set(taken_back(events).values())
    seated = seatings(players, events)
    answers: dict[tuple[int, str], Text] = {}
    notes: dict[int, list[Text]] = {}
    for place, event in enumerate(events):
        if place in gone or event.kind not in ("entry", "void", "correction"):
            continue
        line = told(event, seated[place], seated[-1], standing_at)
        earlier = answers.get((event.deal, event.key))
        if line.answer is not None:
            answers[event.deal, event.key] = line.answer
        if event.kind == "correction":
            note = _("{words}.", words=line.sentence)
            if earlier and line.answer is not None:
                note = _("{words}. Before: {earlier}.", words=line.sentence, earlier=earlier)
            notes.setdefault(event.deal, []).append(note)
    return notes
