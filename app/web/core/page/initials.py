"""Initials: the letters by which players are told apart at a glance, beside their colour."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from app.letters import initials_of_table
from app.scoring import Seat, Side
from app.web.core.page.text import plain


class Initials:
    """The initials of the players at a table, on discs beside their names: `initials(seat)`."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._letters = initials_of_table(*map(plain, seats))
        self._drawn = [
            Markup(f'<span class="disc hue-{seat.hue}" aria-hidden="true">{escape(disc)}</span>')
            for seat, disc in zip(seats, self._letters, strict=True)
        ]

    def letters(self, who: Seat | Side) -> str:
        """The letters of a seat, or those of both partners."""
        seats = who.seats if isinstance(who, Side) else (who,)
        return "&".join(self._letters[seat.index] for seat in seats)

    def __call__(self, who: Seat | Side) -> Markup:
        """The disc of a seat, or those of both partners. The name beside it is what is read."""
        if isinstance(who, Side):
            return Markup().join(self(seat) for seat in who.seats)
        return self._drawn[who.index]
