"""Trex: which cards may be laid. Rules: rules/trex.md#trex-the-layout"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from app.scoring import Card, _
from app.scoring.model.cards import RANKS, SIGNS, VALUES
from app.scoring.model.text import or_list
from app.scoring.prompts import Several
from app.scoring.rulings import (
    Ruling,
    RulingDetail,
    RulingLine,
    RulingSteps,
    Situation,
    Verdict,
    ask_together,
    question,
)


def layout(situation: Situation) -> RulingSteps[Verdict]:
    """The ends of the four rows."""
    rows = yield from ask_together(
        *(
            question(
                Several,
                key=letter,
                ask=sign,
                options={rank: _("{rank}", rank=rank) for rank in RANKS},
                through="J",
                style="row",
            )
            for letter, sign in SIGNS.items()
        )
    )
    return may_be_laid(dict(zip(SIGNS, rows, strict=True)))


def playable(ranks: Collection[str]) -> tuple[str, ...]:
    """The ranks that go on a row which holds these cards and all between them and its jack.

    A row that has not been started takes its jack.
    """
    if not ranks:
        return ("J",)
    places = [RANKS.index(rank) for rank in (*ranks, "J")]
    above, below = min(places) - 1, max(places) + 1
    return tuple(RANKS[place] for place in (above, below) if 0 <= place < len(RANKS))


def may_be_laid(rows: Mapping[str, Collection[str]]) -> Verdict:
    """The cards that go on each row, by the letters of the suits."""
    rule = "trex-the-layout"
    free = {letter: playable(ranks) for letter, ranks in rows.items()}
    cards = [Card(rank + letter) for letter, ranks in free.items() for rank in ranks]
    details = [row_detail(letter, rows[letter], free[letter]) for letter in rows]
    if not cards:
        answer = _("None: all four rows are complete.")
        return Verdict(answer, rule, [], "no", details)
    why = [
        _("Any jack, and the next card at either end of a row that has been started."),
        _("Who holds one of them must lay one, and passes otherwise."),
    ]
    return Verdict(_("{cards} may be laid.", cards=or_list(cards)), rule, why, "yes", details)


def row_detail(letter: str, ranks: Collection[str], next_ranks: Sequence[str]) -> RulingDetail:
    """From where to where a row goes, and what may be added."""
    sign = SIGNS[letter]
    if not ranks:
        return RulingDetail(
            sign, [RulingLine(_("not started: only the {jack}", jack=Card(f"J{letter}")))]
        )
    low, high = (pick((*ranks, "J"), key=VALUES.__getitem__) for pick in (min, max))
    lies = _("lies from {low} to {high}", low=low, high=high)
    if low == high:
        lies = _("only the jack lies there")
    if not next_ranks:
        return RulingDetail(sign, [RulingLine(_("complete"), is_ticked=True)])
    cards = or_list([Card(rank + letter) for rank in next_ranks])
    return RulingDetail(sign, [RulingLine(_("{lies}: {cards}", lies=lies, cards=cards))])


RULING = Ruling(
    slug="layout",
    title=_("Which cards may be laid?"),
    ask=_("Tap the ends of the rows on the table."),
    rule="trex-the-layout",
    search_terms=(
        "lay",
        "which card next",
        "next card",
        "may I play",
        "must I play",
        "row",
    ),
    script=layout,
    applies_to=lambda situation: situation.answers.get("contract") in (None, "trex"),
)
