"""What is counted, as it is entered: what is left of it, what it costs, and the number left out."""

from __future__ import annotations

from flask import Flask

from app.scoring import Match, Signed, Standing, Text
from app.scoring.prompts import Deck, InPieces
from app.scoring.prompts.base import Form
from app.scoring.prompts.counts import Count, Pile
from app.web.match.panes import PANE, panes_of


def prepare(app: Flask) -> None:
    """Give templates what a count needs on any page that asks for one."""
    app.jinja_env.globals.update(
        pieces_left=pieces_left,
        prices_of=prices_of,
        price_of=price_of,
    )


def pieces_left(prompt: InPieces | Deck) -> list[Text]:
    """What the button says for each number of pieces still missing, for 0 that it saves."""
    return [prompt.save, *(prompt.left(n) for n in range(1, prompt.pieces + 1))]


def prices_of(prompt: Count, pile: Pile, standing: Standing) -> str:
    """The points of each number that `pile` can have, from 0 on, in the signs of the table."""
    assert prompt.points is not None
    sign = -1 if standing.table.reversed else 1
    return " ".join(str(sign * prompt.points(pile, n)) for n in range(prompt.total + 1))


def price_of(prompt: Count, pile: Pile, typed: str, standing: Standing) -> Signed | str:
    """The points of a number that was typed, nothing if it has none."""
    if prompt.points is None or not (typed.isascii() and typed.isdecimal() and len(typed) < 3):
        return ""
    prices = prices_of(prompt, pile, standing).split()
    return Signed(prices[int(typed)]) if int(typed) < len(prices) else ""


def filled_in(match: Match, form: Form) -> Form | None:
    """The fields of a form with the one number filled in that was left out of a count.

    None if none was, if it cannot be worked out, or if all is placed and nobody else can have any.
    """
    for pane in panes_of(match, form):
        prompt, answer = pane.prompt, pane.prompt.read(form)
        if not isinstance(prompt, Count) or answer is None or prompt.problems(answer):
            continue
        fields = prompt.fill(answer)
        left_out = [number for name, number in fields.items() if not form.get(name, "").strip()]
        if any(number != "0" for number in left_out):
            return {name: value for name, value in form.items() if name != PANE} | fields
    return None
