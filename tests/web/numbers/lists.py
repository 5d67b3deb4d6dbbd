"""The lists behind figures, and two people beside each other."""

import re
from fractions import Fraction
from html import unescape

from tests.figures_of_files.club import TOGETHER, total_of
from tests.web.numbers.games import NAMES, full_name, rate_of
from tests.web.numbers.person import ENOUGH
from tests.web.numbers.pieces import often_in
from tests.web.numbers.words import ORDINALS, decimal, k_of_n, many, points, signed

FEW_DEALS = 5
OF_MATCH = ("won", "won_together", "place", "points", "met", "partner", "comeback", "deal")
"""What is true of a whole match, and leads to none of its deals."""
LINK = re.compile(r'<a class="match-link" href="([^"]*)">(.*?)</a>', re.DOTALL)
ADDS = re.compile(r'<small class="adds">(.*?)</small>', re.DOTALL)


def listed(page):
    """Where each match of a list leads, and what it adds, None for nothing."""
    rows = []
    for address, inside in LINK.findall(page.html):
        adds = ADDS.search(inside)
        words = unescape(re.sub(r"<[^>]+>", "", adds[1])) if adds else None
        rows.append((address, words and " ".join(words.split())))
    return rows


def all_listed(phone, page):
    """The same of a list and of all pages behind it."""
    rows = listed(page)
    while more := [unescape(link) for link in page.links if "before=" in link]:
        page = phone.open(more[0])
        rows += listed(page)
    return rows


def see_lists_of_person(phone, name, number, files):
    """Behind each figure are exactly the matches that count there."""
    for game, variant, key in sorted(files.keys(name)):
        asked = {"game": game, "variant": variant}
        query = f"person={number}&game={game}&variant={variant}&key={key}"
        see_list(phone, query, files.facts(name, key, **asked), key)
    for key in ("won", "met", "deal"):
        for period in ("", "2025", "2025-03"):
            facts = files.facts(name, key, period=period)
            see_list(phone, f"person={number}&key={key}&month={period}", facts, key)


def see_list(phone, query, facts, key, *, of_two=False):
    """`facts` are all that the list has to add up, the earliest first."""
    page = phone.open(f"/numbers/matches?{query}")
    matches = {match.number: (match, []) for match, _row in facts}
    for match, row in facts:
        matches[match.number][1].append(row)
    expected = [row_of(match, rows, key, of_two) for match, rows in matches.values()][::-1]
    found = all_listed(phone, page)
    assert found == expected, (query, sorted({*found} ^ {*expected}, key=str))
    if matches:
        words = headline(total_of([row for _match, row in facts]), key, facts[0][0].game, of_two)
        assert page.says(words), (query, words)


def headline(total, key, game, of_two):
    matches = many(total.matches, "match", "matches")
    if key == "place":
        return f"{decimal(Fraction(total.count, total.matches), 2)} on average, in {matches}"
    if key == "points":
        return matches
    if key in ("met", "partner") and not of_two:
        return k_of_n(total)
    if of_rate := rate_of(game, key):
        return f"{often_in(total, *of_rate[1:3])}, in {matches}"
    if total.chances == total.matches:
        return f"{total.count} of {matches}"
    return f"{k_of_n(total)}, in {matches}"


def row_of(match, rows, key, of_two):
    """Where a match of a list leads, and what it adds."""
    words = words_of(match, total_of(rows), key, of_two)
    deals = sorted({deal for row in rows for deal in row[3]})
    address = f"/matches/{match.number}"
    if key in OF_MATCH or len(deals) > FEW_DEALS:
        return address, words
    where = f"deal{'s' * (len(deals) > 1)} {', '.join(map(str, deals))}"
    return f"{address}/deals/{deals[0]}", f"{words}, in {where}"


def words_of(match, total, key, of_two):
    if key == "place":
        return f"{ORDINALS[total.count]} of {total.chances}"
    if key == "points":
        noun = "point" if abs(total.points) == 1 else "points"
        return f"{points(total.points, match.game, match.variant)} {noun}"
    if key == "met" and total.matches == 1:
        return ("level", "ahead", "behind")[total.points]
    if key in ("won", "won_together") or (key == "partner" and total.matches == 1):
        return "won" if total.count else "not won"
    if of_rate := rate_of(match.game, key):
        return often_in(total, *of_rate[1:3])
    if key in ("met", "partner") or not total.points:
        return k_of_n(total)
    shown = points(total.points, match.game, match.variant)
    return f"{k_of_n(total)}: {signed(-total.points) if key == 'comeback' else shown}"


def see_lists_of_club(phone, files):
    """The matches of the club, of a game, a variant, a year and a month."""
    queries = [({}, period) for period in ("", "2024", "2025", "2025-06", "2023")]
    queries += [({"game": game}, "2025") for game in NAMES]
    queries += [({"game": game, "variant": variant}, "") for game, variant in files.variants]
    for asked, period in queries:
        query = "&".join(f"{name}={value}" for name, value in {**asked, "month": period}.items())
        found = all_listed(phone, phone.open(f"/numbers/matches?{query}"))
        expected = [
            (f"/matches/{match.number}", None)
            for match in reversed(files.in_period(period))
            if all(getattr(match, name) == value for name, value in asked.items())
        ]
        assert found == expected, (query, sorted({*found} ^ {*expected}, key=str))


# Two people


def see_versus(phone, one, other, numbers, files):
    """The page of two people, of whom the `one` came first."""
    page = phone.open(f"/players/{numbers[one]}/with/{numbers[other]}")
    met = by_variant(files, one, other, "met")
    beside = by_variant(files, one, other, "partner")
    pairs = {of: total for of, total in beside.items() if of[0] not in TOGETHER}
    together = {of: total for of, total in beside.items() if of[0] in TOGETHER}
    assert page.says("No match yet that both have played to its end.") == (not met | beside)
    meetings = sum(total.chances for total in met.values())
    shared = sum(total.chances for total in beside.values())
    about = [many(meetings, "meeting")] if meetings else []
    about += [f"{many(shared, 'match', 'matches')} side by side"] if shared else []
    words = [f"{one} and {other} {' · '.join(about)}"]
    if met:
        words += [all_meetings(one, other, met)]
        head = f"Ahead, by game {one[0]} {one} {other[0]} {other} of"
        words += [f"{head} {' '.join(map(by_game, met.items()))} Meetings with a better place"]
    for title, rows in (("As partners", pairs), ("Won together, by all at the table", together)):
        if rows:
            words += [f"{title} {' '.join(map(won_of, rows.items()))}"]
        assert page.says(title) == bool(rows), (one, other, title)
    for each in words:
        assert page.says(each), (one, other, each)
    see_latest(page, one, other, files)
    for key, rows in (("met", met), ("partner", beside)):
        for game, variant in rows:
            query = f"person={numbers[one]}&other={numbers[other]}&key={key}"
            facts = files.facts(one, key, other=other, game=game, variant=variant)
            see_list(phone, f"{query}&game={game}&variant={variant}", facts, key, of_two=True)


def by_variant(files, one, other, key):
    """The totals of two people in each variant, most first."""
    totals = {
        (game, variant): files.total(one, key, other=other, game=game, variant=variant)
        for game, variant, of in sorted(files.keys(one))
        if of == key
    }
    found = {of: total for of, total in totals.items() if total.chances}
    return dict(sorted(found.items(), key=lambda it: -it[1].chances))


def all_meetings(one, other, met):
    ahead = sum(total.count for total in met.values())
    meetings = sum(total.chances for total in met.values())
    behind = ahead - sum(total.points for total in met.values())
    if meetings < ENOUGH:
        return f"{many(ENOUGH - meetings, 'more meeting')} until this says anything"
    level = meetings - ahead - behind
    words = f"{one[0]} {one} {ahead} {other[0]} {other} {behind} ahead, of {meetings} meetings"
    return words + (f" · {level} level Ahead" if level else " Ahead")


def by_game(row):
    of, total = row
    if total.chances < ENOUGH:
        return f"{full_name(*of)} {ENOUGH - total.chances} more needed {total.chances}"
    return f"{full_name(*of)} {total.count} {total.count - total.points} {total.chances}"


def won_of(row):
    of, total = row
    if total.chances < ENOUGH:
        return f"{full_name(*of)} {ENOUGH - total.chances} more needed"
    return f"{full_name(*of)} {k_of_n(total)} won"


def see_latest(page, one, other, files):
    ends = [
        (match.day, match.started, match.number, ended(match, key, row, one, other))
        for key in ("partner", "met")
        for match, row in files.facts(one, key, other=other)
    ]
    latest = sorted(ends, key=lambda it: it[:3])[:-6:-1]
    assert listed(page) == [(f"/matches/{number}", end) for *_time, number, end in latest]


def ended(match, key, row, one, other):
    if match.together:
        return None
    if key == "partner":
        return "won as partners" if row[0] else "not won as partners"
    return ("level", f"{one} ahead", f"{other} ahead")[row[2]]
