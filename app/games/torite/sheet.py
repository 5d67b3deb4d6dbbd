"""The sheets of The Torite: many games on a blank one, and one game with its cards on a played one.

The sheet of a match has a layout of its own, ``sheet.html``: it shows the cards left in hand in the
place of scores and totals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.torite.prompts import Cards
from app.games.torite.scores import EVEN_SCORE, PACKS, PATTERNS, TRICKS, score_range, win_conditions
from app.scoring import Outcome, SharedOutcome, Table, _
from app.scoring.model.cards import VALUES
from app.scoring.prompts import Count
from app.scoring.sheet import (
    EMPTY,
    SHADED,
    TICK,
    Aim,
    BlankSpec,
    Box,
    PaperSpec,
    RowGroup,
    Sheet,
    SheetColumn,
    SheetPage,
    SheetRow,
    TotalRow,
)

SUIT_LEFT = Box(
    _("The suit of the card: spades, hearts, diamonds or clubs"), kind="suits", style="left"
)
WORTH_OF_CARDS = _(
    "A card is worth its number: J {jack} · Q {queen} · K {king} · A {ace}",
    jack=VALUES["J"],
    queen=VALUES["Q"],
    king=VALUES["K"],
    ace=VALUES["A"],
)


def pages(spec: BlankSpec) -> list[SheetPage]:
    """A row for each game; with one or two players it has a line for each of two rounds."""
    players = spec.variant.players
    in_rounds = players < 3
    sets_aside = players == 3
    before = [SheetColumn("deal", _("Game"), spec.width(8, 6.5))]
    if in_rounds:
        first, second = Box(1, kind="small"), Box(2, kind="small")
        before.append(SheetColumn("round", _("Round"), spec.width(10, 7.5), first, below=second))
    after = [
        SheetColumn("suits", _("all suits"), spec.width(12, 8.5), box=TICK, begins=True),
        SheetColumn("won", _("won"), spec.width(10, 7), box=TICK),
        SheetColumn("score", _("score"), spec.width(14, 9), box=SHADED),
    ]
    # Called as the column of sheet.html that shows the card itself.
    if sets_aside:
        after.insert(0, SheetColumn("left", _("card set aside"), box=SUIT_LEFT))
    numbers = spec.rows(9, 9, 8) if in_rounds else spec.rows(15, 14, 12)
    heights = (9.8, 9, 7.1) if in_rounds else (12, 11.4, 9.4)
    return [
        SheetPage(
            title=_("Score sheet · one player and a dummy")
            if players == 1
            else _("Score sheet · {variant}, all together", variant=spec.variant.name),
            aims=aims(players),
            names_after=_("Seats clockwise"),
            before=before,
            of_side=[
                SheetColumn("count", _("tricks"), spec.width(11, 7)),
                # Called as the row of sheet.html that shows the card itself.
                SheetColumn("left", _("card left"), box=SUIT_LEFT),
            ],
            below=[EMPTY, SUIT_LEFT] if in_rounds else [],
            after=after,
            row_height=spec.by_size(*heights),
            groups=[RowGroup([SheetRow(number)]) for number in numbers],
            totals=[
                TotalRow(
                    _("Games won, and the best score"),
                    columns=len(before) + 2 * len(spec.sides) + len(after) - 2,
                    of_side=[],
                    after=[EMPTY, EMPTY],
                )
            ],
            check=_(
                "Check each round: the tricks add up to {tricks}. A lost game has no score;"
                " 0 is a win.",
                tricks=TRICKS,
            ),
            remembered=[WORTH_OF_CARDS],
        )
    ]


def aims(players: int) -> list[Aim]:
    """The pattern of tricks, the cards left, and what a win can score."""
    pattern = PATTERNS[max(players, 2)]
    spaced = " – ".join(map(str, pattern))
    low, high = score_range(PACKS[max(players, 2)])
    return [
        Aim(
            _("Tricks"),
            _("{pattern}", pattern=spaced),
            _("then the reverse") if players < 3 else None,
        ),
        Aim(_("Cards left"), _("one of each suit")),
        Aim(
            _("Score"),
            _("most − least + {even}", even=EVEN_SCORE),
            _("{low} to {high}", low=low, high=high),
        ),
    ]


def more(table: Table, outcome: Outcome | None) -> Mapping[str, Any]:
    """What a win needs, and whether a card is set aside."""
    seats = len(table.seats)
    result = outcome.result if isinstance(outcome, SharedOutcome) else None
    shown = result.checks if result else win_conditions(seats, None).values()
    return {"checks": shown, "sets_aside": seats == 3}


def pattern(prompt: Count) -> Sequence[int]:
    """The tricks of a round that is not lost."""
    return [*PATTERNS[len(prompt.seats)]]


def one_of_each_suit(prompt: Cards) -> Sequence[str]:
    """Cards that are not named elsewhere, of different suits."""
    free = {card[-1]: card for card in prompt.pack if card not in prompt.unavailable}
    return [*free.values()][: len(prompt.seats)]


SHEET = Sheet(
    pages=pages,
    more=more,
    paper=PaperSpec(
        {"tricks": pattern, "left": one_of_each_suit},
        {"tricks": _("tricks"), "left": _("card left"), "aside": _("card set aside")},
    ),
)
