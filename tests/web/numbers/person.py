"""A person's page: what stands above the sections of a game."""

import re
from collections import defaultdict
from datetime import timedelta
from fractions import Fraction

from tests.figures_of_files.club import TOGETHER, total_of
from tests.web.numbers.games import NAMES, full_name, of_game
from tests.web.numbers.words import (
    MANY,
    ORDINALS,
    by_matches,
    day_in_words,
    decimal,
    k_of_n,
    many,
    points,
    short,
    signed,
    until_it_says_anything,
)

LAST_PLACES = 20
ENOUGH = 3
"""So many matches have a best one, and so many meetings a share."""
OFTEN_MET = 8
"""So many meetings make a rival of somebody who is ahead in more than half of them."""


def see_person(page, name, files):
    """All that is said of somebody in all games."""
    see_head(page, name, files)
    won, place = files.total(name, "won"), files.total(name, "place")
    if won.matches:
        see_three_numbers(page, name, files, won, place)
        see_places(page, name, files)
        all_games = [*records_of_all_games(name, files)] if won.matches >= ENOUGH else []
        see_records(page, "Records", all_games, "")
        see_people(page, name, files)
    see_variants(page, name, files)


def see_head(page, name, files):
    there = [match for match in files.matches if name in match.people]
    evenings = len({match.evening for match in there})
    since = day_in_words(min(match.day for match in there))
    words = f"{many(len(there), 'match', 'matches')} · {many(evenings, 'evening')} since {since}"
    assert page.says(words), (name, words)


def variants_of(name, files):
    """The variants that somebody played, with how many matches, those won together apart."""
    apart, together = {}, {}
    for game, variant, key in files.keys(name):
        if key in ("won", "won_together"):
            played = files.total(name, key, game=game, variant=variant).matches
            (together if game in TOGETHER else apart)[game, variant] = played
    return by_matches(apart), by_matches(together)


def variants_of_person(name, files):
    apart, together = variants_of(name, files)
    return apart + together


def see_three_numbers(page, name, files, won, place):
    wins, by_chance, spread = files.by_chance(name)
    game, variant = variants_of(name, files)[0][0]
    of_most = files.total(name, "points", game=game, variant=variant)
    if won.matches < MANY:
        missing = until_it_says_anything(MANY - won.matches)
        words = f"{k_of_n(won)} matches won – average place and points a match: {missing}"
    else:
        words = f"{k_of_n(won)} matches won; by chance {short(wins)}"
        mean = decimal(Fraction(place.count, place.matches), 2)
        words += f" {mean} average place; by chance {decimal(by_chance, 2)}"
        if of_most.matches < MANY:
            more = many(MANY - of_most.matches, "match", "matches")
            words += f" – points a match of {NAMES[game]}: {more} to go"
        else:
            mean = points(Fraction(of_most.points, of_most.matches), game, variant)
            played = many(of_most.matches, "match", "matches")
            words += f" {mean} points a match of {NAMES[game]}; {played}"
        words += f" With {won.matches} matches, chance alone moves the average place by"
        words += f" ±{decimal(spread, 2)}."
    assert page.says(words), (name, words, page.text[:600])


def see_places(page, name, files):
    facts = files.facts(name, "place")[-LAST_PLACES:]
    rows = [
        f"{NAMES[match.game]} {day_in_words(match.day)} {ORDINALS[row[0]]} of {row[1]}"
        for match, row in reversed(facts)
    ]
    title = f"Last {LAST_PLACES} places" if len(facts) == LAST_PLACES else many(len(facts), "place")
    title += ", newest at the end" if len(facts) > 1 else ""
    assert page.says(title, f"As a table {' '.join(rows)}"), name
    places = many(len(facts), "place")
    (told,) = re.findall(rf"<title>{name}’s last {places}: (.*?)</title>", page.html)
    often = {place: int(times) for times, place in re.findall(r"(\d+) times? (\w+)", told)}
    places = [row[0] for _match, row in facts]
    assert often == {ORDINALS[place]: places.count(place) for place in {*places}}, name


# Records


def see_records(page, title, records, behind):
    """Under this title are exactly these records, each its words and where it leads, and `behind`
    them what follows."""
    listed = rf'<h2>{title}</h2>\s*<ul class="list records">(.*?)</ul>'
    found = re.search(listed, page.html, re.DOTALL)
    if not records:
        assert not found, title
        return
    words = " ".join(words for words, _address in records)
    assert page.says(f"{title} {words} {behind}".strip()), (title, records)
    links = re.findall(r'<a href="([^"]*)"', found[1])
    leads_to = [None if "/evenings/" in link else link for link in links]
    assert leads_to == [address for _words, address in records], (title, leads_to, records)


def records_of(name, files, game, variant, today):
    """The words of each record of a variant and where it leads."""

    def facts(key):
        return files.facts(name, key, game=game, variant=variant)

    all_matches = facts("points")
    if len(all_matches) < ENOUGH:
        return
    best, row = first_best(all_matches)
    words = f"Best {NAMES[game]} {day_in_words(best.day)} {points(row[2], game, variant)}"
    yield words, f"/matches/{best.number}"
    for key, title in of_game(game, "RECORDS", {}).items():
        if facts(key):
            match, row = first_best(facts(key))
            words = f"{title} {day_in_words(match.day)} {points(row[2], game, variant)}"
            yield words, f"/matches/{match.number}/deals/{max(row[3])}"
    behind = [(match, row) for match, row in facts("comeback") if row[2]]
    if behind:
        match, row = first_best(behind)
        words = f"Comeback won from behind, {day_in_words(match.day)} {signed(-row[2])}"
        yield words, f"/matches/{match.number}"
    hardest = [(match, row) for match, row in all_matches if match.day >= today - timedelta(365)]
    if hardest and len(all_matches) >= MANY:
        match, row = min(hardest, key=lambda it: it[1][2])
        if match is not best:
            day = f"of the last 365 days, {day_in_words(match.day)}"
            words = f"Hardest {NAMES[game]} {day} {points(row[2], game, variant)}"
            yield words, f"/matches/{match.number}"


def first_best(facts):
    """The one with most points, of equal ones the earlier."""
    return max(facts, key=lambda it: it[1][2])


def longest_run(facts):
    """The most matches that were won in a row: how many, and the last of them."""
    longest, run, last = 0, 0, None
    for match, row in facts:
        run = run + 1 if row[0] else 0
        if run > longest:
            longest, last = run, match
    return longest, last


def records_of_all_games(name, files):
    longest, last = longest_run(files.facts(name, "won"))
    if longest > 1:
        words = f"Longest run matches won, until {day_in_words(last.day)} {longest}"
        yield words, f"/matches/{last.number}"
    evenings = evenings_of(name, files)
    evenings = {it: total for it, total in evenings.items() if total.count > 1}
    best = max(evenings, key=lambda it: (evenings[it].points, evenings[it].count), default=None)
    if best and evenings[best].points > 0:
        day = min(it.day for it, _row in files.facts(name, "met") if it.evening == best)
        yield f"Best evening {day_in_words(day)}, ahead {k_of_n(evenings[best])}", None


def evenings_of(name, files):
    """The meetings of somebody, evening by evening."""
    rows = defaultdict(list)
    for match, row in files.facts(name, "met"):
        rows[match.evening].append(row)
    return {evening: total_of(some) for evening, some in rows.items()}


# People


def see_people(page, name, files):
    met = {it: row for it, row in files.others(name, "met").items() if row.chances >= ENOUGH}
    bars = " ".join(f"{it[0].upper()} {it} {k_of_n(met[it])}" for it in most_first(met))
    assert page.says(f"{bars} Ahead, of all meetings in one match") == bool(met), (name, bars)
    if not met:
        return
    ahead = {it: row.count for it, row in met.items()}
    behind = {it: row.count - row.points for it, row in met.items()}
    told = []
    for words, often in (("Rival, beaten most", ahead), ("Nemesis, lost to most", behind)):
        shares = {
            it: Fraction(often[it], row.chances)
            for it, row in met.items()
            if row.chances >= OFTEN_MET and 2 * often[it] > row.chances
        }
        found = re.findall(rf"{words} \S+ (\w+) (\d+) of (\d+) meetings", page.text)
        most = [it for it in most_first(met) if shares and shares.get(it) == max(shares.values())]
        expected = [(most[0], str(often[most[0]]), str(met[most[0]].chances))] if most else []
        assert found == expected, (name, words, found, expected)
        told += expected
    words = "A rival or a nemesis: more than half of 8 meetings or more."
    assert page.says(words) == bool(told), name
    evenings = defaultdict(set)
    for key in ("met", "partner"):
        for it in files.others(name, key):
            evenings[it] |= {match.evening for match, _row in files.facts(name, key, other=it)}
    there = {day for days in evenings.values() for day in days}
    most = max(most_first(met), key=lambda it: len(evenings[it]))
    words = f"Most evenings together: {most}, {len(evenings[most])} of {len(there)}."
    assert page.says(words), (name, words)


def most_first(totals):
    return sorted(totals, key=lambda it: (-totals[it].chances, it))


def see_variants(page, name, files):
    apart, together = variants_of(name, files)
    menu = []
    for game, variant in apart + together:
        key = "won_together" if game in TOGETHER else "won"
        won = files.total(name, key, game=game, variant=variant)
        menu.append(f"{full_name(game, variant)} {k_of_n(won)} won")
    assert page.says(" ".join(menu)), (name, menu)
