"""Highlights of a won game of The Torite: the two cards that made its score, and who took no trick.

All win together, and yet each has a part in it. Of a lost game only the cause is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.scoring import Card, Deal, MatchResult, Seat, SharedOutcome, _, _n, value_of
from app.scoring.awards import AwardKind, Feat
from app.scoring.model.cards import VALUES

# From HIGH up a card adds much to the score; from LOW down it subtracts little.
HIGH, LOW = VALUES["Q"], VALUES["4"]


def last_deal_of_win(result: MatchResult) -> Deal | None:
    """Return the deal whose cards made the score of a won game, None for any other game."""
    outcome = result.outcome
    won = isinstance(outcome, SharedOutcome) and outcome.won
    return result.table.deals[-1] if won else None


def scoring_card(deal: Deal, seat: Seat) -> Card:
    """Return the card that a player was left with."""
    return Card(deal.answers["left"][seat.index])


def kept_high(result: MatchResult) -> Iterator[Feat]:
    """The player with the most tricks was left with a queen or better, which was added."""
    if deal := last_deal_of_win(result):
        seat = max(deal.tricks, key=lambda seat: deal.tricks[seat])
        card = scoring_card(deal, seat)
        if value_of(card) >= HIGH and not seat.is_dummy:
            yield Feat(seat, 0.5 + (value_of(card) - HIGH) / 4, {"card": card})


def kept_low(result: MatchResult) -> Iterator[Feat]:
    """The player with the fewest tricks was left with a four or lower, so that little was
    subtracted."""
    if deal := last_deal_of_win(result):
        seat = min(deal.tricks, key=lambda seat: deal.tricks[seat])
        card = scoring_card(deal, seat)
        if value_of(card) <= LOW and not seat.is_dummy:
            yield Feat(seat, 0.5 + (LOW - value_of(card)) / 4, {"card": card})


def took_none(result: MatchResult) -> Iterator[Feat]:
    """A player took no trick at all, as one has to with three or four at the table."""
    if deal := last_deal_of_win(result):
        for seat, tricks in deal.tricks.items():
            if not tricks:
                yield Feat(seat, 0.4, {"n": sum(deal.tricks.values())})


# The awards of The Torite, which has no others.
AWARDS = (
    AwardKind(
        "treasurer",
        _("The treasurer"),
        "torite-treasure",
        kept_high,
        lambda card: _("kept the {card}, worth {value}", card=card, value=value_of(card)),
    ),
    AwardKind(
        "small_change",
        _("Small change"),
        "torite-coins",
        kept_low,
        lambda card: _(
            "kept the {card}, so only {value} came off", card=card, value=value_of(card)
        ),
    ),
    AwardKind(
        "patience",
        _("Patience"),
        "torite-hourglass",
        took_none,
        lambda n: _n(
            "took none of {n} trick, as the pattern needs",
            "took none of {n} tricks, as the pattern needs",
            n,
        ),
    ),
)
