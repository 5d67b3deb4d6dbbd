"""What tests of the pad for any game share."""

from testkit.match import Match, match_file


def pad(*rounds, players=3, **rules):
    """A match of these rounds, each a list of points or a whole deal of a file."""
    deals = [deal if isinstance(deal, dict) else {"points": deal} for deal in rounds]
    return Match(match_file("any_game", deals, players=players, **rules))


EVENING_RULES = {"ends": "rounds", "rounds": "5"}
"""An open pad has no end but the one that a table gives it."""

ASKED_ON_PAPER = ("points",)
PAPER_RULES = {"ends": "rounds", "rounds": 5}
"""A sheet tells no ticks and no notes, and what an open pad is ended by is said beside it."""
