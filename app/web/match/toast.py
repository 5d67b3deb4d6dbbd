"""Toasts: a few words about the latest change, with its undo."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from flask import request

from app.dates import parse_moment
from app.scoring import Deal, Event, Match, Signed, Standing, Text, _
from app.scoring.match.correction import swap_text
from app.scoring.match.log_text import last_text, undo_text

# a page opened within this time after a change shows its toast
TOAST_AGE = timedelta(seconds=10)

# Notices of changes beside the log, by the value of `done` in the address that follows.
NOTICES = {
    "title": _("Title saved"),
    "no-title": _("Title removed"),
    "back": _("Brought back just as it was"),
    "again": _("Again: a new match, same players and house rules"),
    "turned": _("Again: a new match, everyone one seat on"),
    "taken-back": _("Undone: the new match is gone"),
    "doubt": _("Marked: this deal is disputed"),
    "right": _("Checked: it is right"),
}


def notice_of_request() -> Text | None:
    """Return the notice of a change beside the log, which no undo of the log takes back; None
    without."""
    return NOTICES.get(request.args.get("done", ""))


def is_just_begun_again(match: Match) -> bool:
    """Return whether this match was just begun like another one, and has no answer yet."""
    return request.args.get("done") in ("again", "turned") and match.last_line == 1


def toast_of_request(match: Match) -> Text | None:
    """Return the toast of a page that is opened; None if the latest change is older than
    `TOAST_AGE`."""
    if notice := notice_of_request():
        return notice
    at = match.log[-1].at
    is_new = at and is_recent(at, TOAST_AGE)
    return toast_of_change(match) if is_new and (match.undoable or match.redoable) else None


def is_recent(at: str, age: timedelta) -> bool:
    """Return whether the moment `at` is less than `age` ago and not in the future: a clock may be
    set back."""
    return timedelta() <= datetime.now(UTC) - parse_moment(at) < age


def toast_of_change(match: Match) -> Text:
    """Return the toast of the latest change of the log."""
    if match.events[-1].kind in ("undo", "redo"):
        return toast_of_undo(match)
    # A swap of two deals begins with a correction, and may end with an answer.
    is_entry = all(match.events[index].kind == "entry" for index in match.undo_batch)
    return toast_of_entry(match) if is_entry else toast_of_repair(match)


def toast_of_entry(match: Match) -> Text:
    """Return the toast of a saved answer; of one that closes a deal with what each side has scored,
    and of the last deal of a kingdom or phase with its result."""
    event = match.events[-1]
    if deal := deal_closed_by(match, event):
        name = name_of_deal(match.standing, deal)
        if deal.group and deal.group.closing:
            return _("{deal} saved · {closing}", deal=name, closing=deal.group.closing)
        return _("{deal} saved · {scores}", deal=name, scores=changes_of(match, deal))
    brief = entry_in_brief(match, event)
    return brief[0] if brief else last_text(match).sentence


def deals_with_other_cards(match: Match) -> list[Text]:
    """Return the deals in which the latest change has put symbols of cards right: all of them would
    be too long for a toast."""
    events = [match.events[index] for index in match.undo_batch]
    deals = [event.deal for event in events if event.kind == "correction" and event.deal]
    questions = (match.question(deal, match.events[-1].key) for deal in deals)
    if not all(question and question.prompt.kind == "faces" for question in questions):
        return []
    return [match.standing.deals[deal - 1].title for deal in deals]


def toast_of_note(match: Match) -> Text:
    """Return the toast of who doubles, noted for the first time or otherwise than before."""
    event = match.events[-1]
    answered = match.standing.answer_to(event.deal, event.key)
    if answered is None or answered.prompt.sentence is None:
        return toast_of_change(match)
    return answered.prompt.sentence(answered.prompt.value(event.answer))


def toast_of_repair(match: Match) -> Text:
    """Return the toast of a correction, a swap, a deal thrown in, or an end."""
    event = match.events[-1]
    if words := swap_text(match, match.undo_batch) or void_in_brief(match, event):
        return words
    if deals := deals_with_other_cards(match):
        return _("Changed: {deals}", deals=deals)
    answered = match.standing.answer_to(event.deal, event.key)
    if event.kind == "correction" and event.answer and answered and answered.prompt.sentence:
        words = answered.prompt.sentence(answered.prompt.value(event.answer))
        return _("Changed: Deal {number} · {sentence}", number=event.deal, sentence=words)
    text = last_text(match)
    if text.answer and event.kind == "correction":
        return _("Changed: {sentence}", sentence=text.sentence)
    return text.sentence


def toast_of_undo(match: Match) -> Text:
    """Return the toast of an undo or a redo, with the words that the change had."""
    event = match.events[-1]
    indexes = match.redo_batch if event.kind == "undo" else match.undo_batch
    words = swap_text(match, indexes) or undone_in_brief(match)
    return undo_text(event, _("{words}", words=words)) if words else last_text(match).sentence


def undone_in_brief(match: Match) -> Text | str | None:
    """Return in a few words what the latest line has undone or redone; None if that takes a
    sentence."""
    index = match.last_line - 1
    target = match.undo_state.targets.get(index)
    if target is None:
        return None
    is_undo = match.events[index].kind == "undo"
    # What was taken back is asked of the match as it was with it.
    earlier, event = match.at_line(index) if is_undo else match, match.events[target]
    if deal := deal_closed_by(earlier, event):
        brief = deal_in_brief(earlier, deal)
        return brief["deal"] if is_undo else _("{deal} · {side} {points}", **brief)
    if event.kind == "correction" and event.is_answer:
        if not event.deal:
            return _("the change of the house rules")
        return _("the change of deal {number}", number=event.deal)
    if brief_entry := entry_in_brief(earlier, event):
        return brief_entry[1]
    return void_in_brief(earlier, event)


def deal_closed_by(match: Match, event: Event) -> Deal | None:
    """The deal that `event`, the latest answer, closed with scores; None if it closed none."""
    deal = match.standing.last_deal
    is_answer = deal and event.kind == "entry" and event.deal == deal.number
    return deal if is_answer and deal and deal.scores is not None else None


def deal_in_brief(match: Match, deal: Deal) -> dict[str, Any]:
    """The parts of a sentence: the deal, the side for which it meant most, and that many points."""
    scores = deal.scores
    assert scores is not None
    side = max(match.standing.sides, key=lambda side: abs(scores[side.index]))
    return {
        "deal": name_of_deal(match.standing, deal),
        "side": side,
        "points": Signed(scores[side.index]),
    }


def name_of_deal(standing: Standing, deal: Deal | None = None) -> Text | str:
    """Return the name of a deal at the table; of the deal in play if none is given."""
    deal = deal or standing.deals[-1]
    # Where a contract tells a deal from others, the table calls the deal by it.
    return deal.name if standing.table.contract_grid and deal.name else deal.title


MOST_NAMED = 4  # names with points that fit into the two lines of a toast


def changes_of(match: Match, deal: Deal) -> list[Text]:
    """Return the points of each side that a deal has changed; of many, only the one with most."""
    scores = deal.scores
    assert scores is not None
    sides = [side for side in match.standing.sides if scores[side.index]]
    if not sides or len(sides) > MOST_NAMED:
        sides = [deal_in_brief(match, deal)["side"]]
    return [
        _("{side}\u00a0{points}", side=side, points=Signed(scores[side.index])) for side in sides
    ]


def entry_in_brief(match: Match, event: Event) -> tuple[Text, Text | str] | None:
    """Return that an entry was saved which closed no deal, and the words with which an undo names
    it.

    None for any other line, and for an answer that takes a sentence.
    """
    answered = match.standing.answer_to(event.deal, event.key)
    if answered is None or event.kind != "entry":
        return None
    prompt = answered.prompt
    if prompt.sentence and event.answer is not None:
        words = prompt.sentence(prompt.value(event.answer))
        return words, answered.in_words if prompt.saves_itself else words
    if prompt.saved:
        return _("{answer} saved", answer=prompt.saved), prompt.saved
    if event.answer is None:
        return _("Left out: {question}", question=prompt.ask), prompt.ask
    return None


def void_in_brief(match: Match, event: Event) -> Text | None:
    """Which deal a line has thrown in and for what; None if it has not."""
    deal = match.standing.deals[event.deal - 1] if event.kind == "void" else None
    if deal is None or not deal.void:
        return None
    return _("Deal {number} thrown in · {reason}", number=deal.number, reason=deal.void_words)
