"""Problems of an answer, and the exception with which it is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from app.scoring.model.text import Text, _n


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an answer, in words for the table.

    `at` says where: the index of a seat, the name of a field, or None for the answer as a whole.
    `is_gap` is true if nothing given is wrong, but something is still missing.
    """

    message: Text
    at: int | str | None = None
    is_gap: bool = False


class Refused(Exception):
    """Raised when an answer cannot be right; `problems` say why. Nothing was written."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(str(problem.message) for problem in problems))
        self.problems = problems


def too_long(what: Text, words: str, longest: int) -> Text | None:
    """Return the message that `words` have more than `longest` letters, None if they have not.

    `what` they are begins the sentence: ``This title``.
    """
    if len(words) <= longest:
        return None
    return _n(
        "{what} has {n} letter; the most is {longest}.",
        "{what} has {n} letters; the most is {longest}.",
        len(words),
        what=what,
        longest=longest,
    )


def quoted(value: Any) -> str:
    """Return a given value as text to show in a message: at most 40 characters."""
    words = value if isinstance(value, str) else json.dumps(value, default=str)
    return words if len(words) <= 40 else words[:39] + "…"
