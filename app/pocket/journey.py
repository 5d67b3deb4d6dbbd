"""The match that is away: what its pages say of that."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app


@dataclass(frozen=True)
class Journey:
    """The match that is away: its number, since when (ISO, UTC), how many lines of its log the club
    has, and how many deals were finished by then."""

    number: int
    since: str
    joined: int
    finished: int


def this_journey() -> Journey:
    """Return the journey of the match for which this app answers."""
    found: Journey = current_app.config["JOURNEY"]
    return found
