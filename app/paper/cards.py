"""Nine cards with symbols on one page, to be cut out: ours, or those of a deck that was entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.paper.html import CARD_PAPERS, render, svg
from app.paper.pdf import PrintDocument
from app.scoring import Text, _
from app.scoring.model.cards import COMMON_SYMBOLS, Faces
from app.symbols import symbols

COLOURS = {
    "spade": "var(--ink)",
    "heart": "var(--heart)",
    "diamond": "var(--diamond)",
    "club": "var(--club)",
    "acorn": "var(--acorn)",
    "leaf": "var(--leaf)",
    "bell": "var(--bell)",
    "star": "var(--blue)",
}
"""Shape tells the symbols apart; the colours are dark enough to be read when they are printed in
grey."""

LENGTHS = ((7, "short"), (13, "middling"), (30, "long"))
"""The class of a word in the stylesheet, by the most letters that it may have."""

LATTICE = "".join(
    f"M{column * 5 + 2.5} {line * 5.0}l2.5 2.5 -2.5 2.5 -2.5 -2.5z"
    for line in range(16)
    for column in range(11)
)
"""The pattern of the backs in millimetres, 55 by 80: the same upside down, so that it tells
nothing."""


@dataclass(frozen=True)
class Pip:
    """A symbol on a card: drawn, or its word if we have no drawing of it."""

    word: str
    is_large: bool

    @property
    def is_drawn(self) -> bool:
        """Whether we have a drawing of it: it may be a word of somebody's own."""
        return self.word in COMMON_SYMBOLS

    @property
    def length(self) -> str:
        """How large the letters of its word can be."""
        return next(words for longest, words in LENGTHS if len(self.word) <= longest)


@dataclass(frozen=True)
class PrintedCard:
    """A card to be printed: its number, and its symbols in their places."""

    number: int
    pips: Sequence[Pip]

    @property
    def is_crowded(self) -> bool:
        """Whether several symbols are large, so that each has less room."""
        return sum(pip.is_large for pip in self.pips) > 1


def cards(
    faces: Faces,
    paper: str,
    *,
    name: str | Text,
    label: Text | None = None,
    backs: bool = False,
) -> PrintDocument:
    """Return the cards with these `faces` on a page of `paper`, a key of `CARD_PAPERS`.

    The `backs` are on a second page. The `label` of a deck of ours is at their head, and every card
    says whose it is; over the cards of others is their `name`.
    """
    return render(
        "print/cards.html",
        title=name,
        paper=paper,
        papers=CARD_PAPERS,
        name=name,
        label=label,
        cards=printed_cards(faces),
        draw=lambda pip: symbol_svg(pip.word),
        back=back_svg() if backs else "",
    )


def printed_cards(faces: Faces) -> list[PrintedCard]:
    """Return the cards with these `faces` in the order of their numbers."""
    return [
        PrintedCard(int(number), arrange(face["symbols"], face.get("large", ())))
        for number, face in sorted(faces.items(), key=lambda item: int(item[0]))
    ]


def arrange(symbols: Sequence[str], large: Sequence[str]) -> list[Pip]:
    """Return the symbols of a card; a single large one stands in the middle."""
    others = [Pip(word, word in large) for word in symbols]
    if len(large) != 1:
        return others
    middle = next(pip for pip in others if pip.is_large)
    others.remove(middle)
    middle_index = len(symbols) // 2
    return [*others[:middle_index], middle, *others[middle_index:]]


def symbol_svg(name: str) -> Markup:
    """Return a symbol with its name and its colour, which a stylesheet cannot give it on paper."""
    attributes = f'viewBox="0 0 24 24" fill="{COLOURS[name]}"'
    return svg(attributes, COMMON_SYMBOLS[name], symbols()[name].drawing)


def back_svg() -> Markup:
    """Return the back of a card: the pattern, and our mark in its middle."""
    mark = "M5.25 3v18M9.75 3v18M14.25 3v18M18.75 3v18M2 17.5 22 6.5"
    drawing = (
        f'<path d="{LATTICE}" fill="none" stroke="var(--blue)" stroke-width=".45"/>'
        '<rect x="18.5" y="31" width="18" height="18" rx="9" fill="var(--white)"'
        ' stroke="var(--blue)" stroke-width=".8"/>'
        f'<path transform="translate(21.5 34) scale(.5)" d="{mark}" fill="none"'
        ' stroke="var(--blue)" stroke-width="2" stroke-linecap="round"/>'
    )
    return svg('class="back" viewBox="0 0 55 80"', _("Back of a card"), drawing)
