"""The sum of a count: what its numbers make so far, and which one alone would make it right.

What a page says of it is in `WORDS`: in parts, for the script of a page says the same while a
person types.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.scoring.model.text import Text, _, _n

WORDS: Mapping[str, Text] = {
    "over": _n("{n} too many", "{n} too many", 0),
    "short": _n("{n} too few", "{n} too few", 0),
    # Beside a number
    "had": _("had {n}"),
    "rest": _("had the rest"),
    "exchanges": _("{n} exchanges"),
    "fits": _("{n} fits"),
    "nothing": _("nothing to give"),
    # About all of them
    "same": _("{one} {n}, {other} {n}: one of them is {fit}"),
    "either": _("{one} {fit} or {other} {other_fit}: each makes {total}"),
    "only": _("{one} {fit} makes {total}"),
    "several": _("{fault}: tap what would fit"),
    "none": _("{fault}: more than one number is wrong"),
    # For those who listen
    "sum": _("{counted} of {total}, {fault}."),
    "write": _("{one}, write {fit} instead of {n}"),
    "would": _("{one} would fit with {fit}."),
    "would_all": _("{fits} would fit."),
    "or": _("{fits} or {fit}"),
    "gets_rest": _("{one} gets the rest, {n}"),
}


@dataclass(frozen=True)
class CountSum:
    """The numbers of a count by their owners, None where there is none yet, and their `total`.

    `fewest` has the smallest possible number of those who cannot have 0. A number that is missing
    counts as that.
    """

    total: int
    fewest: Mapping[Any, int]
    counts: Mapping[Any, int | None] = field(default_factory=dict)

    @property
    def counted(self) -> int:
        """What the numbers make so far."""
        return sum(count or 0 for count in self.counts.values())

    @property
    def extra(self) -> int:
        """By how much they pass the total at least; negative if they are not enough."""
        return self._least_of(*self.counts) - self.total

    @property
    def fault(self) -> Text | None:
        """How many are too many or too few, None if the sum is right or can become so."""
        if self.extra > 0:
            return WORDS["over"].with_parts(n=self.extra)
        if self.extra < 0 and None not in self.counts.values():
            return WORDS["short"].with_parts(n=-self.extra)
        return None

    @property
    def below(self) -> int:
        """How many numbers are smaller than is possible."""
        counts = self.counts.items()
        return sum(count is not None and count < self.fewest.get(who, 0) for who, count in counts)

    def fits(self, owner: Any) -> list[int]:
        """Return the number that this one needs, by what all others have together, from 0 on."""
        fewest = self.fewest.get(owner, 0)
        return [self.total - others for others in range(self.total - fewest + 1)]

    def fit(self, owner: Any) -> int | None:
        """Return the number that would make the sum right if all others stay as they are, None if
        there is no such number."""
        fits = self.fits(owner)
        others = self._least_of(*(other for other in self.counts if other != owner))
        return fits[others] if others < len(fits) else None

    @property
    def repairs(self) -> dict[Any, int]:
        """Each number that would put a wrong sum right alone, by its owner."""
        written = [owner for owner, count in self.counts.items() if count is not None]
        fits = {owner: self.fit(owner) for owner in (written if self.fault else ())}
        return {owner: fit for owner, fit in fits.items() if fit is not None}

    @property
    def guidance(self) -> Text | None:
        """What to do about a wrong sum, in one line; None if it is not wrong."""
        if self.fault is None:
            return None
        repairs = [*self.repairs.items()]
        if not repairs or len(repairs) > 2:
            return WORDS["several" if repairs else "none"].with_parts(fault=self.fault)
        (one, fit), (other, other_fit) = repairs[0], repairs[-1]
        words = "only" if one == other else "same" if fit == other_fit else "either"
        return WORDS[words].with_parts(
            one=one,
            other=other,
            fit=fit,
            other_fit=other_fit,
            n=self.counts[one],
            total=self.total,
        )

    def remark(self, owner: Any) -> Text | None:
        """Return what is said beside a number while the sum is wrong, None for nothing."""
        if self.fault is None or self.counts[owner] is None:
            return None
        if owner in self.repairs:
            return WORDS["fits"].with_parts(n=self.repairs[owner])
        return WORDS["nothing"] if self.extra > 0 else None

    def _least_of(self, *owners: Any) -> int:
        """What these owners have together at least."""
        counts = ((self.counts[owner], self.fewest.get(owner, 0)) for owner in owners)
        return sum(fewest if count is None else count for count, fewest in counts)
