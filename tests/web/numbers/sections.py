"""What a person's page shows of one game and variant in the game's own way."""

import re
from math import sqrt
from statistics import median, median_low, stdev

from tests.figures_of_files.club import TOGETHER
from tests.web.numbers.person import ENOUGH, most_first, variants_of
from tests.web.numbers.words import (
    FEW,
    MANY,
    NAMES,
    ORDINALS,
    day_in_words,
    decimal,
    k_of_n,
    many,
    percent,
    points,
    signed,
    until_it_says_anything,
)

ROLES = {"dealer": "dealer", "left": "left of the dealer", "right": "right of the dealer"}
PHASES = ("", "Cut trump", "Dealer’s trump", "No trumps", "Nullo")
CONTRACTS = {
    "king": ("King", 1),
    "queens": ("Queens", 4),
    "diamonds": ("Diamonds", 13),
    "slaps": ("Slaps", 13),
    "trex": ("Trex", 1),
    "complex": ("Complex", 1),
}
"""What they are called, and how many cards or tricks count in a deal of them."""
PASSES = {"left": "Pass cards left", "right": "Pass cards right", "kept": "Keep cards"}
PATTERNS = {"4": "6-4-2-0", "3": "8-4-0"} | dict.fromkeys("12", "8-4, then the reverse")
RATES = {
    "off": ("Off the target", "tricks", "deals", "tricks a deal"),
    "sets": ("Sets", "", "rounds", "a round"),
    "pairs": ("Pairs", "", "rounds", "a round"),
    "large": ("Large cards", "", "rounds", "a round"),
    "blocked": ("Blocked pairs", "", "rounds", "a round"),
}
"""What is counted again and again: its name, what, in what, and what its mean is of."""
FLOORS = {"won": 1, "won_together": 1, "comeback": 1, "doubled": 1, "tricks_fitted": 1}
FLOORS |= {"suits_fitted": 1} | {f"trex_named.{place}": FEW for place in range(1, 6)}
"""How many matches it takes where it is not many."""
WINDOW, MOST_WINDOWS = 10, 40
LATEST = 30
"""A pace is that of so many matches at most."""
HIGHEST_SCORE = {"3": 21} | dict.fromkeys("124", 24)


class Played:
    """What somebody played of a variant."""

    def __init__(self, files, name, game, variant):
        self.files, self.name, self.game, self.variant = files, name, game, variant
        self.won = self.total("won_together" if game in TOGETHER else "won")

    def total(self, key):
        return self.files.total(self.name, key, game=self.game, variant=self.variant)

    def facts(self, key):
        return self.files.facts(self.name, key, game=self.game, variant=self.variant)

    def is_few(self, key):
        return self.total(key).matches < FLOORS.get(key, MANY)

    def points(self, number):
        return points(number, self.game, self.variant)


def see_sections(page, files, name, game, variant):
    """All sections of a variant, in their order, and nothing of what there is too little for."""
    played = Played(files, name, game, variant)
    sections = [*OF_GAME[game](played)]
    if game not in TOGETHER:
        sections.append(("Form", 2 * WINDOW, form))
    shown = [it for it in sections if played.won.matches >= it[1]]
    told = {title: words for title, _floor, tell in shown if (words := tell(played))}
    for title, words in told.items():
        assert page.says(f"{title} {words}"), (name, game, variant, title, words)
    waiting = sorted({floor for _title, floor, _tell in sections} - {it[1] for it in shown})
    assert page.says("From 10 matches on:") == (MANY in waiting), (name, variant)
    if waiting:
        words = until_it_says_anything(waiting[0] - played.won.matches)
        for floor in waiting:
            titles = ", ".join(title for title, of, _tell in sections if of == floor)
            words += f" From {floor} matches on: {titles}"
        assert page.says(words), (name, variant, words)
    partners = files.others(name, "partner", game=game, variant=variant)
    partners = {it: row for it, row in partners.items() if row.chances >= ENOUGH}
    if partners:
        told["Won with"] = " ".join(
            f"{it[0]} {it} {k_of_n(partners[it])}" for it in most_first(partners)
        )
        assert page.says(f"Won with {told['Won with']} All that is counted"), (name, variant)
    cells = [key for *_of, it in shown if isinstance(it, Grid) for key in it.keys(played)]
    links = re.findall(r'<td>\s*<a href="[^"]*[;&]key=([\w.]+)">\s*<span class="mean">', page.html)
    assert links == cells, (name, variant, links, cells)
    headings = re.findall(r'<section class="of-game">\s*<h2>(.*?)</h2>', page.html)
    assert len(headings) == len(told) - ("" in told), (name, variant, headings, [*told])
    see_cells(page, played)
    see_at_the_table(page, played)


# Grids


def cell(played, key, there_are, digits):
    """The mean of the points of a deal, and how often of all."""
    total = played.total(key)
    mean = "–"
    if not played.is_few(key):
        mean = played.points(round(total.points * there_are / total.chances, digits))
    return f"{mean} {k_of_n(total)}"


class Grid:
    """What tells a grid: `rows` have for each name the keys, and how many there are in a deal."""

    def __init__(self, heads, rows, digits):
        self.heads, self.rows, self.digits = heads, rows, digits

    def shown(self, played):
        rows = self.rows.items()
        return [(name, *of) for name, of in rows if any(played.total(it).chances for it in of[0])]

    def keys(self, played):
        """The keys of its cells, each of which leads to the matches behind it."""
        return [key for _name, keys, _there_are in self.shown(played) for key in keys]

    def __call__(self, played):
        words = [
            f"{name} {' '.join(cell(played, key, there_are, self.digits) for key in keys)}"
            for name, keys, there_are in self.shown(played)
        ]
        return " ".join([*self.heads, *words]) if words else ""


def trex(played):
    rows = {
        name: ([f"{key}.own", f"{key}.others"], there_are)
        for key, (name, there_are) in CONTRACTS.items()
    }
    heads = ["own kingdom", "others’ kingdoms"]
    yield "Points a deal, by contract", MANY, Grid(heads, rows, 0)
    yield "Doubling", MANY, doubling
    yield "When Trex is named: mean of the kingdom", MANY, trex_named


def doubling(played):
    total = played.total("doubled")
    if not total.chances:
        return ""
    words = f"{k_of_n(total)} paid, {played.points(total.points)}"
    return f"{words} someone else took it came home"


def trex_named(played):
    kingdoms = played.total("kingdom")
    if not kingdoms.chances:
        return ""
    places = range(1, 3 if "complex" in played.variant.split(".") else 6)
    totals = [played.total(f"trex_named.{place}") for place in places]
    mean = played.points(round(kingdoms.points / kingdoms.chances))
    words = f"Line: mean of all {kingdoms.chances} kingdoms, {mean}."
    if any(0 < total.matches < FEW for total in totals):
        words += " Open bar: fewer than 5, too few to say."
    if "reversed" in played.variant:
        words += " The lowest total wins here: up is better."
    words += " As a table mean of all"
    for place, total in zip(places, totals, strict=True):
        mean = "–"
        if total.chances:
            mean = played.points(round(total.points / total.chances))
        words += f" {ORDINALS[place]} {mean} {total.chances} of {kingdoms.chances}"
    return words


def tribello(played):
    rows = {PHASES[phase]: ([f"met.{phase}.{role}" for role in ROLES], 1) for phase in range(1, 5)}
    yield "Points a deal, by phase and role", MANY, Grid(ROLES.values(), rows, 1)
    yield "How close to the target", MANY, rates(["off"])


def italian_whist(played):
    for hand, title in (("first", "First hand"), ("second", "Second hand")):
        rows = {
            name: ([f"{hand}.{passed}.none", f"{hand}.{passed}.spades"], 9)
            for passed, name in PASSES.items()
        }
        yield f"{title}: points a deal", MANY, Grid(["No trumps", "Spades"], rows, 1)


def trico(played):
    yield "What a round brings", MANY, rates(["sets", "pairs", "large", "blocked"])


def rates(keys):
    def tell(played):
        words = []
        for key in keys:
            total, (name, what, where, unit) = played.total(key), RATES[key]
            if total.chances and not played.is_few(key):
                words.append(f"{name} {often_in(total, what, where)} {rate(total)} {unit}")
        return " ".join(words)

    return tell


def often_in(total, what, where):
    return " ".join(f"{total.count:,} {what} in {total.chances:,} {where}".split())


def rate(total):
    return decimal(total.count / total.chances, 1 if total.count >= total.chances else 2)


# The Torite


def torite(played):
    yield "", 1, tally
    yield "What failed", 1, what_failed
    scores = [row[2] for _match, row in played.facts("won_together") if row[0]]
    title = "Score of" if len(scores) == 1 else "Scores of"
    yield f"{title} {many(len(scores), 'won match', 'won matches')}", 1, scores_as_dots


def tally(played):
    won = played.won
    lost = won.chances - won.count
    words = f"{k_of_n(won)} won" + (f" {lost} lost" if lost else "")
    variants = sorted(v for g, v, k in played.files.keys(played.name) if k == "won_together")
    if len(variants) > 1:
        for variant in variants:
            total = Played(played.files, played.name, played.game, variant).won
            words += f" {k_of_n(total)} won · {many(int(variant), 'player')}"
    return words


def what_failed(played):
    tricks, suits = played.total("tricks_fitted"), played.total("suits_fitted")
    words = f"Tricks fitted {PATTERNS[played.variant]} {k_of_n(tricks)}"
    return words + (f" Suits fitted all different {k_of_n(suits)}" if suits.chances else "")


def scores_as_dots(played):
    scores = [row[2] for _match, row in played.facts("won_together") if row[0]]
    if not scores:
        return ""
    best = HIGHEST_SCORE[played.variant]
    words = f"Dashes: the middle, {median_low(scores)}. {best} is the best there is."
    rows = [f"{score} {scores.count(score)}" for score in sorted({*scores})]
    return f"{words} A loss has no score. As a table matches {' '.join(rows)}"


# The form


def form(played):
    facts = played.facts("points")
    totals = [row[2] for _match, row in facts]
    mean = sum(totals) / len(totals)
    windows = [
        (match, sum(totals[n - WINDOW : n]) / WINDOW - mean)
        for n, (match, _row) in enumerate(facts, 1)
        if n >= WINDOW
    ][-MOST_WINDOWS:]
    is_reversed = "reversed" in played.variant
    shown = [signed(-each if is_reversed else each) for _match, each in windows]
    band = 2 * stdev(totals) / sqrt(WINDOW)
    words = f"{shown[-1]} Last ten matches of {NAMES[played.game]} against {played.name}’s own"
    words += f" mean of {played.points(mean)}: {shown[-1]} points. Inside the band"
    words += f" (±{decimal(band, 0 if band >= 10 else 1)}) it may be chance alone."
    if is_reversed:
        words += " The lowest total wins here: up is better."
    words += " As a table ten matches up to then, against the mean"
    for (match, _mean), each in zip(windows, shown, strict=True):
        words += f" {day_in_words(match.day)} {each}"
    return words


OF_GAME = {
    "tribello": tribello,
    "trex": trex,
    "italian_whist": italian_whist,
    "torite": torite,
    "trico": trico,
}

# At the table


def see_at_the_table(page, played):
    """The pace of a variant, and what is played together beside one that is not."""
    rows, files = [], played.files
    key = "won_together" if played.game in TOGETHER else "won"
    own = minutes_a_deal([match for match, _row in played.facts(key)])
    of_club = [it for it in files.counted if (it.game, it.variant) == (played.game, played.variant)]
    of_all = minutes_a_deal(of_club)
    if min(len(own), len(of_all)) >= MANY:
        about = f"median of {len(own)} matches of {NAMES[played.game]}"
        own, of_all = (decimal(it, 1 if it < 10 else 0) for it in map(median, (own, of_all)))
        rows += [f"Pace {about}; of the whole club {of_all} {own} min a deal"]
    apart, together = variants_of(played.name, files)
    is_beside = apart and played.game not in TOGETHER
    for game, variant in together if is_beside else ():
        name = f"{NAMES[game]}, together {many(int(variant), 'player')}"
        rows.append(f"{name} {k_of_n(Played(files, played.name, game, variant).won)}")
    assert page.says("At the table") == bool(rows), (played.name, played.variant)
    assert page.says(f"At the table {' '.join(rows)}") or not rows, (played.name, rows)


def minutes_a_deal(matches):
    """Those of each of the latest matches that were not entered afterwards."""
    means = [it.played.total_seconds() / 60 / it.deals for it in matches[-LATEST:] if it.deals]
    return [mean for mean in means if mean * 60 >= 20]


# All that is counted


def see_cells(page, played):
    """Each figure has its cell, which says what it adds up to."""
    blocks = re.findall(r'<details class="figure">(.*?)</details>', page.html, re.DOTALL)
    shown = {}
    for block in blocks:
        (summary,) = re.findall(r"</b>(.*?)</summary>", block, re.DOTALL)
        (key,) = re.findall(r"[&;]key=([\w.]+)", block)
        shown[key] = " ".join(re.sub(r"<[^>]+>", " ", summary).split())
    of = played.game, played.variant
    keys = {key for *about, key in played.files.keys(played.name) if (*about,) == of}
    keys -= {"met", "partner"}
    cells = {key: cell_of_figure(played, key) for key in keys}
    assert shown == cells, (played.name, played.game, played.variant)


def cell_of_figure(played, key):
    total = played.total(key)
    if played.is_few(key):
        return until_it_says_anything(FLOORS.get(key, MANY) - total.matches)
    matches = many(total.matches, "match", "matches")
    if key == "place":
        return f"{decimal(total.count / total.matches, 2)} of {matches}"
    if key == "points":
        return f"{played.points(total.points / total.matches)} of {matches}"
    if key in RATES:
        _name, what, where, _unit = RATES[key]
        return f"{rate(total)} {often_in(total, what, where)}"
    if key == "comeback" and total.points:
        return f"{signed(-total.points / total.count)} {k_of_n(total)}"
    if not total.points or key == "won_together":
        return f"{percent(total.count, total.chances)} {k_of_n(total)}"
    contract, _dot, where = key.partition(".")
    there_are = CONTRACTS[contract][1] if where in ("own", "others") else 1
    there_are = 9 if contract in ("first", "second") else there_are
    return f"{played.points(total.points * there_are / total.chances)} {k_of_n(total)}"
