"""A match of the score book as its printed sheet tells it, with what was said about it later."""

from __future__ import annotations

from app.paper.sheets import Played
from app.scoring import Text, _, taken_back
from app.scoring.seating import seatings
from app.web.corrections import in_words
from app.web.found import Found


def played(found: Found) -> Played:
    """The match with the names of now, and a note for each correction that stands."""
    return Played(
        found.game,
        found.standing,
        started=found.match.started.date(),
        corrected=corrections(found),
    )


def corrections(found: Found) -> dict[int, list[Text]]:
    """What was corrected in each deal, 0 for the house rules, and what was said before."""
    events = found.match.events
    gone = set(taken_back(events).values())
    seated = seatings(found.match.players, events)
    said: dict[tuple[int, str], Text] = {}
    notes: dict[int, list[Text]] = {}
    for place, event in enumerate(events):
        if place in gone or event.kind not in ("entry", "void", "correction"):
            continue
        words = in_words(found, event, seated[place])
        earlier = said.get((event.deal, event.key))
        if event.is_answer:
            said[event.deal, event.key] = words.parts["said"]
        if event.kind == "correction":
            note = _("{words}.", words=words)
            if earlier and event.is_answer:
                note = _("{words}. Before: {earlier}.", words=words, earlier=earlier)
            notes.setdefault(event.deal, []).append(note)
    return notes
