"""The club's year: its page, its almanac, and standings."""

import re
from collections import Counter
from datetime import timedelta
from fractions import Fraction

from tests.figures_of_files.club import TOGETHER
from tests.web.numbers.games import NAMES, name_of_variant
from tests.web.numbers.person import ENOUGH, longest_run
from tests.web.numbers.words import (
    MANY,
    MONTHS,
    by_matches,
    day_in_words,
    decimal,
    k_of_n,
    many,
    points,
    short,
    signed,
)

MOST_SQUARES = 8
LEAST_RUN = 3


def see_year(page, period, numbers, files):
    """All that is said of a year, of all years for none."""
    matches = files.in_period(period)
    evenings = many(len({match.evening for match in matches}), "evening")
    played = many(len(matches), "match", "matches")
    assert page.says(f"{played} {evenings} {hours(matches)} at the table"), period
    see_chart(page, period, matches)
    see_games(page, matches)
    see_matrix(page, period, numbers, files)
    see_club_records(page, period, matches, numbers)


def hours(matches):
    time = sum((match.played for match in matches), timedelta())
    if time < timedelta(hours=1):
        return f"{time // timedelta(minutes=1)} min"
    tick = timedelta.resolution
    return f"{decimal(Fraction(time // tick, timedelta(hours=1) // tick), 0)} h"


def see_chart(page, period, matches):
    """Its columns, as a table and as they are drawn: an evening is in that in which it began."""
    columns = {name: [] for name in MONTHS} if period else {}
    evenings = Counter(match.evening for match in matches)
    for evening, times in evenings.items():
        day = min(match.day for match in matches if match.evening == evening)
        columns.setdefault(MONTHS[day.month - 1] if period else str(day.year), []).append(times)
    rows = [[name, str(len(it)), f"{sum(it):,}"] for name, it in columns.items() if it]
    head = "month" if period else "year"
    words = " ".join(" ".join(row) for row in rows)
    assert page.says(f"As a table {head} evenings matches {words}"), (period, words)
    drawing = re.search(r'<svg class="by-month[^"]*".*?</svg>\s*</a>', page.html, re.DOTALL)[0]
    drawn = [int(n) for n in re.findall(r'<text y="[^"]*" font-weight[^>]*>(\d+)</text>', drawing)]
    if period and max(map(len, columns.values())) <= MOST_SQUARES:
        assert drawn == [n for it in columns.values() for n in it], period
    else:
        assert drawn == [len(it) for it in columns.values() if it], period


def see_games(page, matches):
    for game, count in Counter(match.game for match in matches).items():
        assert page.says(f"{NAMES[game]} {count} of {len(matches)}"), game


# Who met whom


def people_of(period, numbers, files):
    """Who met somebody, who played most first."""
    met = {name: files.total(name, "met", period=period) for name in numbers}
    played = {
        name: sum(files.total(name, key, period=period).matches for key in ("won", "won_together"))
        for name in numbers
    }
    here = [name for name in numbers if met[name].matches]
    return sorted(here, key=lambda it: (-played[it], -met[it].chances, numbers[it])), played, met


def see_matrix(page, period, numbers, files):
    names, _played, met = people_of(period, numbers, files)
    for one in names:
        others = files.others(one, "met", period=period)
        cells = [cell(one, it, others.get(it)) for it in names if it != one]
        words = " ".join([one, *cells, k_of_n(met[one])])
        assert page.says(words), (period, words)


def cell(one, other, total):
    meetings = total.chances if total else 0
    if meetings < ENOUGH:
        return f"· {one} and {other}: {many(meetings, 'meeting')}"
    if not total.points:
        return f"0 {one} and {other}: ahead equally often, {meetings} meetings"
    ahead, behind = (one, other) if total.points > 0 else (other, one)
    words = f"{ahead} and {behind}: {ahead} ahead {abs(total.points)} more often"
    return f"{signed(total.points)} {words}, {meetings} meetings"


# Records of the club


def see_club_records(page, period, matches, numbers):
    """Those of each variant with enough matches, that played most first."""
    variants = Counter((match.game, match.variant) for match in matches)
    here = [of for of in by_matches(variants) if variants[of] >= ENOUGH]
    here.sort(key=lambda of: of[0] in TOGETHER)
    records = {of: told for of in here if (told := [*club_records(of, period, matches, numbers)])}
    for place, (of, told) in enumerate(records.items()):
        game, about = NAMES[of[0]], many(variants[of], "match", "matches")
        if name := name_of_variant(*of):
            about = f"{name} · {about}"
        words = f"{game}{'' if place else ','} {about} {' '.join(told)}"
        assert page.says(words), words
    assert page.html.count('<ul class="records">') == len(records)


def facts_in(matches, key, numbers):
    """What these matches say of each under a key, the earliest first, in the order of people."""
    for match in matches:
        for (who, of, _other), row in sorted(match.rows.items(), key=lambda it: numbers[it[0][0]]):
            if of == key:
                yield match, who, row


def club_records(of, period, matches, numbers):
    """The words of each record of a variant."""
    game, variant = of
    here = [match for match in matches if (match.game, match.variant) == of]
    for key, title in (("points", "Most points"), ("comeback", "Comeback")):
        facts = [it for it in facts_in(here, key, numbers) if key == "points" or it[2][2] > 0]
        if facts:
            match, who, row = max(facts, key=lambda it: it[2][2])
            value = points(row[2], game, variant) if key == "points" else signed(-row[2])
            yield f"{who[0].upper()} {title} {who}, {day_in_words(match.day, period)} {value}"
    # Of a match of which nobody is known there is no record.
    won = [match for match in here if match.together and match.outcome[1] and match.rows]
    if won:
        best = max(won, key=lambda match: match.outcome[1])
        yield f"Best score {day_in_words(best.day, period)} {best.outcome[1]}"
    facts = [*facts_in(here, "won", numbers)]
    if facts:
        of_each = {who: [(m, row) for m, it, row in facts if it == who] for _m, who, _r in facts}
        runs = {who: longest_run(some) for who, some in of_each.items()}
        place = {match.number: n for n, match in enumerate(here)}
        # Of equal runs the one that came to its end first.
        who = min(
            (it for it in runs if runs[it][0]),
            key=lambda it: (-runs[it][0], place[runs[it][1].number], numbers[it]),
            default=None,
        )
        if who and runs[who][0] >= LEAST_RUN:
            longest, last = runs[who]
            letter, day = who[0].upper(), day_in_words(last.day, period)
            yield f"{letter} Longest run {who}, until {day} {longest}"
        wins = {who: sum(row[0] for _m, row in some) for who, some in of_each.items()}
        who = min(of_each, key=lambda it: (-wins[it], len(of_each[it]), numbers[it]))
        if wins[who] > 1:
            yield f"{who[0].upper()} Most wins {who} {wins[who]} of {len(of_each[who])}"
    longest = max(here, key=lambda match: match.played)
    minutes = longest.played // timedelta(minutes=1)
    if minutes:
        time = f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"
        yield f"Longest match {day_in_words(longest.day, period)} {time}"


# The almanac


def see_almanac(page, period, numbers, files):
    """What is printed of a year; `page` is the document before it is drawn."""
    matches = files.in_period(period)
    evenings = Counter(match.evening for match in matches)
    deals = sum(match.deals for match in matches)
    counts = f"{many(len(evenings), 'evening')} {many(len(matches), 'match', 'matches')}"
    words = f"{counts} {many(deals, 'deal')} {hours(matches)} at the table"
    assert page.says(words), words
    names, played, met = people_of(period, numbers, files)
    for name in names:
        won, place = (files.total(name, key, period=period) for key in ("won", "place"))
        mean = decimal(Fraction(place.count, place.matches), 2) if place.matches >= MANY else "–"
        words = f"{name} {played[name]} {k_of_n(won)} {mean} {k_of_n(met[name])}"
        assert page.says(words), (period, words)
        others = files.others(name, "met", period=period)
        cells = [
            signed(others[it].points) if it in others and others[it].chances >= ENOUGH else "·"
            for it in names
            if it != name
        ]
        assert page.says(f"{name} {' '.join(cells)}"), (period, name, cells)
    see_games(page, matches)
    variants = Counter((it.game, it.variant) for it in matches)
    most = next(of for of in by_matches(variants) if of[0] not in TOGETHER)
    # As many as there is room for, which is always there for two.
    records = [*club_records(most, period, matches, numbers)]
    shown = page.html.partition('<table class="records">')[2].partition("</table>")[0].count("<tr>")
    assert min(2, len(records)) <= shown <= len(records), (period, shown)
    for words in records[:shown]:
        assert page.says(words), (period, words)
    is_shown = False
    for of in by_matches(variants):
        scores = [it.outcome for it in matches if (it.game, it.variant) == of]
        if of[0] in TOGETHER and page.says(f"{NAMES[of[0]]}, {name_of_variant(*of)}"):
            words = f"{NAMES[of[0]]}, {name_of_variant(*of)}"
            words += f" {sum(won for won, _score in scores)} of {len(scores)} won"
            best = max(score for _won, score in scores)
            assert page.says(words + (f" , best score {best}" if best else "")), (period, words)
            is_shown = True
    assert is_shown or not any(it.together for it in matches)
    day = max(evenings, key=evenings.get)
    assert page.says(f"The evening of the year {day:%A} {day.day} {MONTHS[day.month - 1]}"), day


# Standings


def see_standings(phone, game, variant, period, numbers, files):
    asked = f"month={period}" if len(period) > 4 else f"year={period or 'all'}"
    page = phone.open(f"/numbers/{game}/{variant}?{asked}")
    together = game in TOGETHER
    rows = {row[0].split()[-1]: row[1:] for row in page.rows("standings-of")}
    here = [it for it in files.in_period(period) if it.game == game]
    matches = [it for it in here if it.variant == variant]
    assert page.says(f"· {many(len(matches), 'match', 'matches')}"), (game, variant, period)
    of = {"game": game, "variant": variant, "period": period}
    expected = {}
    for name in {name for match in matches for name, _key, _other in match.rows}:
        won = files.total(name, "won_together" if together else "won", **of)
        if not won.matches:
            continue
        cells = [k_of_n(won)]
        if not together:
            wins, _place, _spread = files.by_chance(name, **of)
            place, total = files.total(name, "place", **of), files.total(name, "points", **of)
            cells += [short(wins), "–", "–"]
            if won.matches >= MANY:
                cells[2:] = [
                    decimal(Fraction(place.count, place.matches), 2),
                    points(Fraction(total.points, total.matches), game, variant),
                ]
        expected[name] = cells
    assert rows == expected, (game, variant, period)
    for other, count in Counter(it.variant for it in here if it.variant != variant).items():
        words = f"{name_of_variant(game, other)} {many(count, 'match', 'matches')}"
        assert page.says(words), (game, variant, period, words)
