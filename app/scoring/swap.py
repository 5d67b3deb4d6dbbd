"""Two deals that were entered in each other's place: the lines that exchange what was entered."""

from __future__ import annotations

from typing import Any

from app.scoring.events import Event
from app.scoring.match import Match
from app.scoring.replay import Answered


def swap(match: Match, one: int, other: int, key: str) -> list[Event] | None:
    """The lines after which each of two deals has the other's answers, from question `key` on.

    None if the match would not stand where it does now, because something had to be asked anew.
    """
    first, second = sorted((one, other))
    mine, theirs = answers_from(match, first, key), answers_from(match, second, key)
    # The earlier deal first: what it was played for is closed to the later one until then.
    left = {first: given_to(theirs, instead_of=mine), second: given_to(mine, instead_of=theirs)}
    after, lines = match, []
    # Played on one line at a time: which question a deal is asked next, and so whether an answer
    # is a correction or fills a gap, is only known once the contract before it has changed.
    while event := next_line(after, left):
        if after.problems(event):
            return None
        after = after.would_be(event)
        lines.append(event)
    return lines if not any(left.values()) and is_where_it_was(match, after) else None


def answers_from(match: Match, deal: int, key: str) -> dict[str, Answered]:
    """What was answered of a deal, from question `key` on."""
    of_it = [answered for answered in match.standing.answered if answered.prompt.deal == deal]
    keys = [answered.prompt.key for answered in of_it]
    start = keys.index(key) if key in keys else len(keys)
    return {answered.prompt.key: answered for answered in of_it[start:]}


def given_to(theirs: dict[str, Answered], *, instead_of: dict[str, Answered]) -> dict[str, Any]:
    """The answers of another deal, by key; what only this one was asked is left out, if it can."""
    passed_over = {key: None for key, mine in instead_of.items() if mine.prompt.optional}
    return {key: answered.answer for key, answered in theirs.items()} | {
        key: answer for key, answer in passed_over.items() if key not in theirs
    }


def next_line(match: Match, left: dict[int, dict[str, Any]]) -> Event | None:
    """The next answer that is `left` to give and has its question; it is crossed off."""
    waiting = match.standing.prompt
    open_now = [
        (prompt.deal, prompt.key) for prompt in (waiting, waiting and waiting.then) if prompt
    ]
    for deal, answers in left.items():
        for key, answer in list(answers.items()):
            earlier = match.standing.answer_to(deal, key)
            if (deal, key) in open_now:
                del answers[key]
                return Event("entry", deal, key, answer)
            if earlier and earlier.answer != answer:
                del answers[key]
                return Event("correction", deal, key, answer)
            if earlier or answer is None:
                del answers[key]  # it has that answer already, or may do without one
            elif waiting and waiting.deal == deal:
                break  # its turn comes after the question that this deal waits for
    return None


def is_where_it_was(before: Match, after: Match) -> bool:
    """Whether both wait for the same question, with nothing else open."""
    old, new = before.standing, after.standing
    where = [(s.prompt.deal, s.prompt.key) if s.prompt else None for s in (old, new)]
    return where[0] == where[1] and not new.problems and len(old.deals) == len(new.deals)
