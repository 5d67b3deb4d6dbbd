"""Matches that end as highlights and awards tell it."""

from testkit.match import Match, match_file

TARGETS = [[6, 4, 3], [3, 6, 4], [4, 3, 6]]
"""Of Anna, Bruno and Carla in three deals of Tribello, from which on they begin again."""


def ended(game, *deals, **about):
    """A match that was ended after these deals."""
    return Match(match_file(game, deals, **about) | {"ended": True})


def tribello(*scores, thrown_in=0):
    """A match that was ended after deals, nine at most, with these scores for each player."""
    aims = (TARGETS[place % 3] for place in range(len(scores)))
    deals = [
        {"tricks": [aim + points for aim, points in zip(targets, of_deal, strict=True)]}
        for targets, of_deal in zip(aims, scores, strict=False)
    ]
    return ended("tribello", *[{"void": "misdeal"}] * thrown_in, *deals)


LEVEL, BEHIND = [0, 0, 0], [-1, 1, 0]
