"""The log of a match as it stands in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from app.scoring import Event
from app.scoring.events import Kind


@dataclass(frozen=True)
class Line:
    """A line of the log: when it was written (ISO), as far as that is known, and what it says."""

    at: str | None
    event: Event


@dataclass(frozen=True)
class History:
    """Those who sat down at first, in play order, and all that was said from then on."""

    players: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def events(self) -> list[Event]:
        """What was said, in order."""
        return [line.event for line in self.lines]


class LogLine(BaseModel):
    """A line of the log as it stands in a file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    at: str | None = None
    kind: Kind
    deal: int = 0
    key: str = ""
    answer: Any = None

    def as_line(self) -> Line:
        """What it says."""
        return Line(self.at, Event(self.kind, self.deal, self.key, self.answer))


class Log(BaseModel):
    """The log as it stands in a file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    players: list[str]
    lines: list[LogLine]


def as_log(players: Sequence[str], lines: Sequence[Line]) -> dict[str, Any]:
    """The log as it stands in a file."""
    rows = []
    for line in lines:
        event = line.event
        row: dict[str, Any] = {"at": line.at, "kind": event.kind, "deal": event.deal}
        row |= {"key": event.key} if event.key else {}
        rows.append(row if event.answer is None else row | {"answer": event.answer})
    return {"players": list(players), "lines": rows}
