"""What a game tells paper: the variants of its blank sheet, and the columns of that of a match.

All lengths are millimetres on paper.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Literal

from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Text, _
from app.scoring.table.deal import Deal
from app.scoring.table.outcome import Outcome
from app.scoring.table.table import Table

Size = Literal["a4", "letter", "a5"]
"""The paper that a page of a blank sheet is for."""
MOST_UPRIGHT = 6
"""The most sides whose columns fit on an upright page: those of more lie across."""
USUAL_SEATS = 4
"""Sheets for more players than these have a stylesheet of their own."""
RuleChoices = Mapping[str, Any]
"""The house rules of a table, all of them, by their keys."""

# The keys are in addresses of blank sheets and in names of files, so they are never translated.
COUNTS = {
    1: ("one", _("One player")),
    2: ("two", _("Two players")),
    3: ("three", _("Three players")),
    4: ("four", _("Four players")),
    5: ("five", _("Five players")),
    6: ("six", _("Six players")),
    7: ("seven", _("Seven players")),
    8: ("eight", _("Eight players")),
    9: ("nine", _("Nine players")),
    10: ("ten", _("Ten players")),
}


@dataclass(frozen=True)
class Variant:
    """A way to play a game that needs a blank sheet of its own.

    `players` is how many have a name on it, `rules` are the house rules that make it.
    """

    key: str
    name: Text
    players: int
    rules: RuleChoices = field(default_factory=dict)


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
    def is_across(self) -> bool:
        """Whether the page lies on its long side, so that there is room for all columns."""
        return len(self.sides) > MOST_UPRIGHT

    @property
    def is_large(self) -> bool:
        """Whether more play than at most tables."""
        return self.variant.players > USUAL_SEATS

    @property
    def has_teams(self) -> bool:
        """Whether more than two share a score, each with a line for a name."""
        return max(map(len, self.sides)) > 2

    @property
    def is_small(self) -> bool:
        """Whether it is for A5, where a line has two thirds of the width."""
        return self.size == "a5"

    def by_size(self, a4: float, letter: float, a5: float) -> float:
        """Return the length, in millimetres, for the paper of this sheet."""
        return {"a4": a4, "letter": letter, "a5": a5}[self.size]

    def width(self, large: float, small: float) -> float:
        """Return the width of a column on large paper and on small."""
        return small if self.is_small else large

    def rows(self, a4: int, letter: int, a5: int) -> range:
        """Return the numbers of the deals that fit on a page, by paper."""
        return range(1, {"a4": a4, "letter": letter, "a5": a5}[self.size] + 1)


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

    The `width` is that on large paper, the `small_width` that on A5. `is_shown` returns whether
    tables with these house rules need it.
    """

    key: str
    heading: Text
    width: float
    small_width: float
    cell: Callable[[Deal, RuleChoices], SheetCell]
    is_shown: Callable[[RuleChoices], bool] = lambda house: True


@dataclass(frozen=True)
class Tick:
    """What a table has marked players with in a deal: its name, and whose it is."""

    name: Text
    seats: Sequence[Seat]


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
    are the deals where the rules do not say how many there are: `most` of them, if there are more
    the more are typed.
    """

    stand_ins: Mapping[str, Callable[[Any], Any]]
    names: Mapping[str, Text] = field(default_factory=dict)
    house: RuleChoices = field(default_factory=dict)
    rows: int = 24
    most: int = 0


@dataclass(frozen=True)
class Sheet:
    """All that goes on paper of a game.

    `variants` are those of its blank sheet, if they are not just one for each number of players,
    and `pages` has what each page of one of them is given. The sheet of a match has the `columns`
    about each deal, and of each player what was `taken`. `deck` has the faces of the deck that a
    table plays with, by number, where they have to be shown. `numbers` are those that the rules
    page gives as the usual ones and this table plays otherwise, by the names that the page calls
    them. What `adds_up` in every group of deals is said once, in a clause; None where it differs.

    `paper` says how a finished sheet is typed in; without it none can be.

    On the screen the sheet of a game with a `standing` opens with who is where: its head then has
    what that says, how far the match is and who wins. The rounds below it are told by their titles,
    and have their winners marked. What the table has said of a deal beside its points, under these
    house rules, are the `tick` that it set and its `remarks`; `footnotes` are what only paper has
    to add. A row is called by `row_word`.

    `takes` are the house rules that a blank sheet may be ordered with, by what the command and the
    print page call them. `about` says under the title how the table plays, and `says` are the house
    rules that need no words of their own on paper, because they stand there, or mean nothing on it.

    The boxes of the blank sheet are a template, ``blank.html`` in the folder of the game, which
    extends ``print/blank.html``; a game without one gets a plain sheet: the deals, and a score and
    a total for each side. Where the sheet of a match is of another kind, ``sheet.html`` beside it
    extends ``print/score_sheet.html`` and is also given `more`.
    """

    variants: Sequence[Variant] = ()
    takes: Mapping[str, str] = field(default_factory=dict)
    about: Callable[[RuleChoices], Sequence[Text]] = lambda house: ()
    says: Collection[str] = ()
    pages: Callable[[BlankSpec], Sequence[Mapping[str, Any]]] = lambda spec: [{}]
    columns: Sequence[DealColumn] = ()
    taken: SeatColumn | None = None
    deck: Callable[[RuleChoices], Mapping[str, Any]] = lambda house: {}
    numbers: Callable[[RuleChoices], Mapping[str, int]] = lambda house: {}
    more: Callable[[Table, Outcome | None], Mapping[str, Any]] = lambda table, outcome: {}
    adds_up: Callable[[Table], Text | None] = lambda table: None
    paper: PaperSpec | None = None
    standing: Callable[[Table], Text] | None = None
    tick: Callable[[Deal, RuleChoices], Tick | None] = lambda deal, house: None
    remarks: Callable[[Deal, RuleChoices], Sequence[Text]] = lambda deal, house: ()
    footnotes: Callable[[Deal, RuleChoices], Sequence[Text]] = lambda deal, house: ()
    row_word: Text = field(default_factory=lambda: _("Deal"))

    def row_numbers(self, deals: Sequence[Deal]) -> Mapping[int, int]:
        """Return the numbers that rows have, by those of their deals.

        Where rounds are told by their titles, one that is thrown in has the number of the one that
        is played instead of it.
        """
        if self.standing is None:
            return {deal.number: deal.number for deal in deals}
        void = accumulate((bool(deal.void) for deal in deals), initial=0)
        return {deal.number: deal.number - n for deal, n in zip(deals, void, strict=False)}

    def variants_for(self, players: Sequence[int]) -> Sequence[Variant]:
        """Return the variants of a game that so many can play."""
        if self.variants:
            return self.variants
        if len(players) == 1:
            return [Variant("standard", COUNTS[players[0]][1], players[0])]
        return [Variant(*COUNTS[count], count) for count in players]
