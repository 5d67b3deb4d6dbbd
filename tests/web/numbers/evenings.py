"""The pages of evenings: who finished which match in which place, and was ahead how often."""

import re
from collections import defaultdict

from tests.figures_of_files.club import total_of
from tests.web.numbers.games import NAMES
from tests.web.numbers.words import MONTHS, k_of_n, points, signed

LINK = re.compile(r'href="(/evenings/\d+)">\s*<span><b[^>]*><bdi>(.*?)</bdi>')


def see_evenings(phone, files):
    """All evenings, which are those that are listed."""
    days = sorted({match.evening for match in files.matches}, reverse=True)
    listed, page = [], phone.open("/evenings")
    while page:
        listed += LINK.findall(page.html)
        more = [link for link in page.links if "before=" in link]
        page = phone.open(more[0]) if more else None
    assert len(listed) == len(days)
    for (address, name), day in zip(listed, days, strict=True):
        assert name.startswith(f"{day:%A} {day.day} {MONTHS[day.month - 1]}"), (name, day)
        here = [match for match in files.matches if match.evening == day]
        see_evening(phone.open(address), here)


def see_evening(page, matches):
    results = results_of(matches)
    counted = [it for it in matches if any((who, "place", None) in it.rows for who in results)]
    together = [match for match in matches if match.counts and match.together]
    expected = [
        [who, *(finish_of(match, who) for match in counted), ahead_of(total)]
        for who, total in results.items()
    ]
    shown = page.rows("result") if expected or together else []
    alone = [[row[0].split()[-1], *row[1:]] for row in shown if len(row) > 1]
    assert alone == expected, (matches[0].day, alone, expected)
    ends = [row[0] for row in shown if len(row) == 1]
    assert len(ends) == len(together), matches[0].day
    for words, match in zip(ends, together, strict=True):
        is_won, score = match.outcome
        end = f"won, {score}" if is_won else "lost"
        assert words.startswith(NAMES[match.game]), (match.number, words)
        assert words.endswith(end), (match.number, words)


def results_of(matches):
    """Who met somebody, with all their meetings, who was ahead most clearly first."""
    rows = defaultdict(list)
    for match in matches:
        for (who, key, _other), row in match.rows.items():
            if key == "met":
                rows[who].append(row)
    totals = {who: total_of(some) for who, some in rows.items()}
    return dict(sorted(totals.items(), key=lambda it: (-it[1].points, -it[1].count, it[0])))


def finish_of(match, who):
    if (who, "place", None) not in match.rows:
        return "·"
    place, total = match.rows[who, "place", None][0], match.rows[who, "points", None][2]
    return f"{place} {points(total, match.game, match.variant)}"


def ahead_of(total):
    return f"{k_of_n(total)} {signed(total.points)}"
