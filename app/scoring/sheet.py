"""What a game tells paper: the variants of its blank sheet, its columns, its rows and its groups.

A game that says nothing gets a plain sheet: the deals, and a score and a total for each side. All
lengths are millimetres on paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Text, _
from app.scoring.table.deal import Deal
from app.scoring.table.outcome import Outcome
from app.scoring.table.table import Table

Size = Literal["a4", "letter", "a5"]
"""The paper that a page of a blank sheet is for."""
RuleChoices = Mapping[str, Any]
"""The house rules of a table, all of them, by their keys."""

# The keys are in addresses of blank sheets and in names of files, so they are never translated.
COUNTS = {
    1: ("one", _("One player")),
    2: ("two", _("Two players")),
    3: ("three", _("Three players")),
    4: ("four", _("Four players")),
}


# What both kinds of sheet are made of


@dataclass(frozen=True)
class Variant:
    """A way to play a game that needs a blank sheet of its own.

    `players` is how many have a name on it, `rules` are the house rules that make it.
    """

    key: str
    name: Text
    players: int
    rules: RuleChoices = field(default_factory=dict)


@dataclass(frozen=True)
class Box:
    """A box of a blank sheet, empty for a pen unless something is printed in it.

    `kind` is how that is drawn: as words, ``small`` words, the letter of a ``seat``, a ``symbol``
    by its name, the four ``suits`` or a square to ``tick``, with words that say what for. `style`
    is for the stylesheet, and `columns` how many columns the box is wide.
    """

    words: Text | Seat | str | int | None = None
    kind: Literal["", "small", "seat", "symbol", "suits", "tick"] = ""
    style: str = ""
    columns: int = 1


EMPTY = Box()
SHADED = Box(style="shaded")
TICK = Box(kind="tick", style="check")


@dataclass(frozen=True)
class SheetColumn:
    """A column: its `key`, its `heading` in one line or several, an `icon` above it, and its width.

    Without a `width` it shares what the others leave. On a blank sheet it has a `box` in every row,
    and in the second line of a row of two the box `below`; without one, `box` is two lines high.
    `boxes` of them stand side by side under one heading. Columns that stand side by side `under`
    the same heading share that one, above their own. `begins` draws the edge of something new.
    """

    key: str
    heading: Text | Box | Sequence[Text]
    width: float | None = None
    box: Box = EMPTY
    below: Box | None = None
    boxes: int = 1
    under: Text | None = None
    icon: str | None = None
    begins: bool = False

    @property
    def lines(self) -> Sequence[Text | Box]:
        """The heading, line by line."""
        return (self.heading,) if isinstance(self.heading, (Text, Box)) else self.heading


# Blank sheets


@dataclass(frozen=True)
class SheetSeat:
    """Where a player's name is written: the letter of the seat, and the name if it is known."""

    letter: str
    name: str | Text = ""


@dataclass(frozen=True)
class BlankSpec:
    """A blank sheet as it was ordered.

    `sides` are the places that share a score. `house` are all house rules. `play` plays that many
    deals of the script with made-up answers, the same for each, and returns them: who deals and
    leads when, trumps and targets cannot differ then from what the app asks for.
    """

    variant: Variant
    size: Size
    sides: Sequence[Sequence[SheetSeat]]
    house: RuleChoices
    play: Callable[[Mapping[str, Any], int], Sequence[Deal]]

    @property
    def is_small(self) -> bool:
        """Whether it is for A5, where a line has two thirds of the width."""
        return self.size == "a5"

    def by_size(self, a4: float, letter: float, a5: float) -> float:
        """The length, in millimetres, for the paper of this sheet."""
        return {"a4": a4, "letter": letter, "a5": a5}[self.size]

    def width(self, large: float, small: float) -> float:
        """The width of a column on large paper and on small."""
        return small if self.is_small else large

    def rows(self, a4: int, letter: int, a5: int) -> range:
        """The numbers of the deals that fit on a page, by paper."""
        return range(1, {"a4": a4, "letter": letter, "a5": a5}[self.size] + 1)


@dataclass(frozen=True)
class SheetRow:
    """A deal to be played: its number, and what is printed in the boxes of some columns."""

    number: int
    boxes: Mapping[str, Box] = field(default_factory=dict)
    of_side: Sequence[Mapping[str, Box]] = ()
    style: str = ""

    def box(self, column: SheetColumn, side: int | None) -> Box:
        """The box of a column of a side, or of one before or after the players."""
        boxes = self.boxes
        if side is not None:
            boxes = self.of_side[side] if self.of_side else {}
        return boxes.get(column.key, column.box)


@dataclass(frozen=True)
class RowGroup:
    """Rows that belong together, under a heading if they have one.

    `number` stands before the heading, `note` behind it. With words to `circle`, such as “owner:”,
    the letters of all seats follow those, for a pen to circle one.
    """

    rows: Sequence[SheetRow]
    heading: Text | None = None
    number: int | None = None
    circle: Text | None = None
    note: Text | None = None


@dataclass(frozen=True)
class TotalRow:
    """A line that is no deal, such as the final total.

    Its words are as wide as all that stands before the players, or so many `columns`; then each
    side has the boxes `of_side`, and `after` is what follows.
    """

    words: Text | None = None
    of_side: Sequence[Box] = (EMPTY,)
    after: Sequence[Box] = ()
    columns: int | None = None
    height: float | None = None
    style: str = "sum"


@dataclass(frozen=True)
class Aim:
    """What to aim for, above the boxes: what it is, in bold how much, and what follows."""

    what: Text
    much: Text
    more: Text | None = None


@dataclass(frozen=True)
class SheetPage:
    """One page of a blank sheet.

    Its columns stand `before` the players, `of_side` for each side, and `after` them. With boxes
    `below`, each row has a second line, where those are what each side has. `carried` comes before
    the first row, `totals` after the last. `names` says who writes a name where, `names_after` the
    same over the last columns. `check` is what always holds, under the boxes, and `sums` what it
    says of each kind of deal.

    The foot of the first page has the essentials of the rules page, and the foot of any page what
    the game wants to be `remembered` besides, because they say it in a table or not at all.
    """

    title: Text
    before: Sequence[SheetColumn]
    of_side: Sequence[SheetColumn]
    groups: Sequence[RowGroup]
    row_height: float
    after: Sequence[SheetColumn] = ()
    below: Sequence[Box] = ()
    carried: TotalRow | None = None
    totals: Sequence[TotalRow] = ()
    aims: Sequence[Aim] = ()
    names: Text | None = None
    names_after: Text | None = None
    check: Text | None = None
    sums: Sequence[Text] = ()
    style: str = ""
    remembered: Sequence[Text] = ()

    def columns(self, sides: int) -> list[tuple[SheetColumn, int | None, bool]]:
        """Every column of a sheet for so many sides, from start to end: with the side that it is
        of, if any, and whether something new begins there."""
        first, after = self.of_side[:1], self.after[:1]
        return [
            *((column, None, column.begins) for column in self.before),
            *((column, n, column in first) for n in range(sides) for column in self.of_side),
            *((column, None, column.begins or column in after) for column in self.after),
        ]

    @property
    def width_before(self) -> int:
        """How many columns come before the players."""
        return sum(column.boxes for column in self.before)

    @property
    def width_of_side(self) -> int:
        """How many columns a side has."""
        return sum(column.boxes for column in self.of_side)


def plain_pages(spec: BlankSpec) -> list[SheetPage]:
    """As many deals as fit, with a score and a total for each side."""
    return [
        SheetPage(
            title=_("Score sheet · {variant}", variant=spec.variant.name),
            before=[SheetColumn("deal", _("Deal"), spec.width(14, 12))],
            of_side=[
                SheetColumn("score", _("score")),
                SheetColumn("total", _("total"), box=SHADED),
            ],
            groups=[RowGroup([SheetRow(number) for number in spec.rows(22, 20, 16)])],
            row_height=spec.by_size(7.8, 7.8, 6.5),
            totals=[TotalRow(_("Total"))],
        )
    ]


# The sheet of a match that was played


@dataclass(frozen=True)
class KeptCard:
    """A card with symbols that a player kept: its number, if known, and its face."""

    number: int | None
    face: Mapping[str, Any]


@dataclass(frozen=True)
class SheetCell:
    """What a column says of a deal, in as few signs as it has room for.

    An `icon`, which they say in words, and the letter of a `seat` stand before the `pieces`, the
    suit that is `trump`, by its key, behind them, and `cards` are drawn above.
    """

    pieces: Sequence[Text] = ()
    icon: str | None = None
    seat: Seat | None = None
    trump: str | None = None
    cards: Sequence[KeptCard] = ()


@dataclass(frozen=True)
class DealColumn:
    """A column about the whole deal: `cell` fills it in for a deal under these house rules.

    The `width` is that on large paper, the `small_width` that on A5.
    """

    key: str
    heading: Text
    width: float
    small_width: float
    cell: Callable[[Deal, RuleChoices], SheetCell]


@dataclass(frozen=True)
class SeatColumn:
    """The column of what each player took in a deal: its heading, and what it says of a seat.

    On small paper it shares one with the score, from `stacked_from` sides on. `dotted` sets a dot
    between the pieces; without one they are told apart by their room, from four sides on.
    `for_partners` is what it says of partners as one.
    """

    heading: Text
    cell: Callable[[Deal, Seat, RuleChoices], SheetCell]
    stacked_from: int = 4
    dotted: bool = True
    for_partners: Callable[[Deal, Side, RuleChoices], Sequence[Text]] = lambda *args: ()


@dataclass(frozen=True)
class PaperSpec:
    """How a finished sheet is typed in: its rows are deals, and what they hold is what is asked.

    `stand_ins` make, by the key of a question, a legal answer for a row that is empty or wrong, so
    that those below it can be read. `names` are what questions of one row are called, where there
    is more than one. `house` are house rules that a sheet needs, such as how it counts, and `rows`
    are the most deals where the rules do not say how many there are.
    """

    stand_ins: Mapping[str, Callable[[Any], Any]]
    names: Mapping[str, Text] = field(default_factory=dict)
    house: RuleChoices = field(default_factory=dict)
    rows: int = 24


@dataclass(frozen=True)
class Sheet:
    """All that goes on paper of a game.

    `variants` are those of its blank sheet, if they are not just one for each number of players,
    and `pages` draws one of them. The sheet of a match has the `columns` about each deal, and of
    each player what was `taken`. `deck` has the faces of the deck that a table plays with, by
    number, where they have to be shown. `numbers` are those that the rules page gives as the usual
    ones and this table plays otherwise, by the names that the page calls them.

    `paper` says how a finished sheet is typed in; without it none can be.

    A game whose sheet is of another kind brings a layout, ``sheet.html`` in its folder, which
    extends ``print/score_sheet.html`` and is also given `more`.
    """

    variants: Sequence[Variant] = ()
    pages: Callable[[BlankSpec], Sequence[SheetPage]] = plain_pages
    columns: Sequence[DealColumn] = ()
    taken: SeatColumn | None = None
    deck: Callable[[RuleChoices], Mapping[str, Any]] = lambda house: {}
    numbers: Callable[[RuleChoices], Mapping[str, int]] = lambda house: {}
    more: Callable[[Table, Outcome | None], Mapping[str, Any]] = lambda table, outcome: {}
    paper: PaperSpec | None = None

    def variants_for(self, players: Sequence[int]) -> Sequence[Variant]:
        """The variants of a game that so many can play."""
        if self.variants:
            return self.variants
        if len(players) == 1:
            return [Variant("standard", COUNTS[players[0]][1], players[0])]
        return [Variant(*COUNTS[count], count) for count in players]
