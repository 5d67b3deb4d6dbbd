"""The records that the last screen of a match says it has brought."""

import re

from tests.web.numbers.games import NAMES
from tests.web.numbers.person import ENOUGH
from tests.web.numbers.words import day_in_words, points

RECORD = re.compile(
    r"(The club|\w+)’s best ([\w ]+?) was (\S+)(?: by (\w+))?, on (\d+ \w+ \d+) (\S+)"
)
"""A record on the last screen: whose, in which game, what it was, by whom, when, and what it is."""


def see_last_screen(page, match, numbers, files):
    """They are those that still hold, each with what it was before, and by whom."""
    shown = [*RECORD.findall(page.text)]
    expected = [*broken_records(match, numbers, files)]
    assert sorted(shown) == sorted(expected), (match.number, shown, expected)


def broken_records(match, numbers, files):
    """Each as the screen says it; of two partners who held it the one who came first is named."""
    totals = totals_of(match)
    best = max(totals.values(), default=0)
    variant = [it for it in files.counted if (it.game, it.variant) == (match.game, match.variant)]
    place = variant.index(match)
    groups = [("The club", [*files.people], best)] if totals else []
    groups += [(who, [who], total) for who, total in totals.items()]
    of_club = False
    for whose, people, total in groups:
        before, behind = (
            [(it, who, brought) for it in some for who, brought in totals_of(it).items()]
            for some in (variant[:place], variant[place + 1 :])
        )
        before, behind = ([it for it in some if it[1] in people] for some in (before, behind))
        is_best = all(it[2] < total for it in before) and all(it[2] <= total for it in behind)
        is_told = of_club and total == best
        if is_best and not is_told and len({it.number for it, _who, _total in before}) >= ENOUGH:
            of_club = of_club or len(people) > 1
            was = max(it[2] for it in before)
            first = next(it for it, _who, brought in before if brought == was)
            holders = [who for it, who, brought in before if it is first and brought == was]
            by = min(holders, key=numbers.get) if len(people) > 1 else ""
            was, now = (points(it, match.game, match.variant) for it in (was, total))
            yield whose, NAMES[match.game], was, by, day_in_words(first.day), now


def totals_of(match):
    """The points of each in the end."""
    return {who: row[2] for (who, key, _other), row in match.rows.items() if key == "points"}
