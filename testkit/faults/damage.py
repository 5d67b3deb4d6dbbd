"""What faults have done to a database."""

from dataclasses import astuple, dataclass
from typing import Self


@dataclass(frozen=True)
class Damage:
    """After so many `rounds`: answers that were acknowledged and those of them that are gone or
    otherwise, lines that nobody sent, and books that are not whole or take nothing any more."""

    rounds: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    damaged: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    @property
    def is_none(self) -> bool:
        """Whether all is as it should be."""
        return not (self.lost or self.doubled or self.damaged)
