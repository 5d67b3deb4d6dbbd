"""The records that the last screen of a match says it has brought."""

import re

from tests.web.numbers.person import ENOUGH
from tests.web.numbers.words import NAMES, day_in_words, points

RECORD = re.compile(
    r"(The club|\w+)’s best ([\w ]+?) was (\S+)(?: by (\w+))?, on (\d+ \w+ \d+) (\S+)"
)
"""A record on the last screen: whose, in which game, what it was, by whom, when, and what it is."""


def see_last_screen(page, match, files):
    """They are those that still hold, each with what it was before, and by whom."""
    shown = {(*of, day, now): by for *of, by, day, now in RECORD.findall(page.text)}
    expected = dict(broken_records(match, files))
    assert shown.keys() == expected.keys(), (match.number, shown, expected)
    for record, holder in shown.items():
        assert holder in expected[record], (match.number, record, holder)


def broken_records(match, files):
    """Each with all of whom it can be said that it was theirs, "" where it needs no name."""
    totals = totals_of(match)
    best = max(totals.values(), default=0)
    variant = [it for it in files.counted if (it.game, it.variant) == (match.game, match.variant)]
    place = variant.index(match)
    groups = [("The club", [*files.people], best)] if totals else []
    groups += [(who, [who], total) for who, total in totals.items()]
    of_club = False
    for whose, people, total in groups:
        before, behind = (
            [(it, who, points) for it in some for who, points in totals_of(it).items()]
            for some in (variant[:place], variant[place + 1 :])
        )
        before, behind = ([it for it in some if it[1] in people] for some in (before, behind))
        is_best = all(it[2] < total for it in before) and all(it[2] <= total for it in behind)
        is_told = of_club and total == best
        if is_best and not is_told and len({it.number for it, _who, _total in before}) >= ENOUGH:
            of_club = of_club or len(people) > 1
            was = max(it[2] for it in before)
            first = next(it for it, _who, points in before if points == was)
            holders = {who for it, who, points in before if it is first and points == was}
            yield record_of(whose, match, was, first, total), holders if len(people) > 1 else {""}


def totals_of(match):
    """The points of each in the end."""
    return {who: row[2] for (who, key, _other), row in match.rows.items() if key == "points"}


def record_of(whose, match, was, first, total):
    was, total = (points(it, match.game, match.variant) for it in (was, total))
    return whose, NAMES[match.game], was, day_in_words(first.day), total
