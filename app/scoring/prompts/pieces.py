"""What an answer of several pieces has in common: cards or numbers, entered one after the other."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.problems import Problem
from app.scoring.prompts.base import Prompt
from app.scoring.text import Text


@dataclass(frozen=True, kw_only=True, eq=False)
class InPieces(Prompt):
    """A question whose answer lacks so many pieces until it is whole."""

    @property
    @abstractmethod
    def pieces(self) -> int:
        """How many pieces make a whole answer."""

    @abstractmethod
    def left(self, n: int) -> Text:
        """What is missing when `n` pieces are."""

    @abstractmethod
    def placed(self, answer: Any) -> int:
        """How many pieces are there already."""

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        left = self.pieces - self.placed(answer)
        return self.left(left) if left > 0 else super().missing(answer, problems)
