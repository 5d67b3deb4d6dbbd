"""What a person's page shows of one game and variant in the game's own way."""

import re
from datetime import timedelta
from fractions import Fraction
from math import sqrt
from statistics import median, stdev

from tests.figures_of_files.club import TOGETHER
from tests.web.numbers.games import NAMES, floor_of, of_game, rate_of
from tests.web.numbers.person import ENOUGH, most_first, records_of, see_records, variants_of
from tests.web.numbers.pieces import Grid, often_in, rate
from tests.web.numbers.words import (
    MANY,
    day_in_words,
    decimal,
    k_of_n,
    many,
    percent,
    points,
    short,
    signed,
    until_it_says_anything,
)

SHARES = {"won", "won_together", "tricks_fitted", "suits_fitted"}
"""Keys that bring no points."""
WINDOW, MOST_WINDOWS = 10, 40
LATEST = 30
"""A pace is that of so many matches at most."""


class Played:
    """What somebody played of a variant."""

    def __init__(self, files, name, game, variant):
        self.files, self.name, self.game, self.variant = files, name, game, variant
        self.won = self.total("won_together" if game in TOGETHER else "won")

    def total(self, key):
        return self.files.total(self.name, key, game=self.game, variant=self.variant)

    def facts(self, key):
        return self.files.facts(self.name, key, game=self.game, variant=self.variant)

    def of(self, variant):
        return Played(self.files, self.name, self.game, variant)

    def is_few(self, key):
        return self.total(key).matches < floor_of(self.game, key)

    def points(self, number):
        return points(number, self.game, self.variant)


def no_sections(_played):
    return ()


def see_sections(page, files, name, game, variant, today):
    """All sections of a variant, in their order, and nothing of what there is too little for;
    `today` is the day on which it is read."""
    played = Played(files, name, game, variant)
    sections = [*of_game(game, "sections_of", no_sections)(played)]
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
            f"{it[0].upper()} {it} {k_of_n(partners[it])}" for it in most_first(partners)
        )
        assert page.says(f"Won with {told['Won with']} All that is counted"), (name, variant)
    cells = [key for *_of, it in shown if isinstance(it, Grid) for key in it.keys(played)]
    link = r'<td>\s*<a href="[^"]*[;&]key=([\w.]+)">\s*<span class="mean cluster">'
    links = re.findall(link, page.html)
    assert links == cells, (name, variant, links, cells)
    headings = re.findall(r'<section class="of-game">\s*<h2>(.*?)</h2>', page.html)
    assert len(headings) == len(told) - ("" in told), (name, variant, headings, [*told])
    see_cells(page, played)
    see_at_the_table(page, played)
    records = [*records_of(name, files, game, variant, today)]
    see_records(page, f"Records of {NAMES[game]}", records, "")


# The form


def form(played):
    facts = played.facts("points")
    totals = [row[2] for _match, row in facts]
    mean = Fraction(sum(totals), len(totals))
    windows = [
        (match, Fraction(sum(totals[n - WINDOW : n]), WINDOW) - mean)
        for n, (match, _row) in enumerate(facts, 1)
        if n >= WINDOW
    ][-MOST_WINDOWS:]
    is_reversed = "reversed" in played.variant
    shown = [signed(-each if is_reversed else each) for _match, each in windows]
    band = 2 * stdev(totals) / sqrt(WINDOW)
    words = f"{shown[-1]} Last ten matches of {NAMES[played.game]} against {played.name}’s own"
    words += f" mean of {played.points(mean)}, in points: {shown[-1]}. Inside the band"
    words += f" (±{short(band)}) it may be chance alone."
    if is_reversed:
        words += " The lowest total wins here: up is better."
    words += " As a table ten matches up to then, against the mean"
    for (match, _mean), each in zip(windows, shown, strict=True):
        words += f" {day_in_words(match.day)} {each}"
    return words


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
        own, of_all = (short(median(it)) for it in (own, of_all))
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
    tick = timedelta.resolution
    means = [
        Fraction(it.played // tick, it.deals * (timedelta(minutes=1) // tick))
        for it in matches[-LATEST:]
        if it.deals
    ]
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
        return until_it_says_anything(floor_of(played.game, key) - total.matches)
    matches = many(total.matches, "match", "matches")
    if key == "place":
        return f"{decimal(Fraction(total.count, total.matches), 2)} of {matches}"
    if key == "points":
        return f"{played.points(Fraction(total.points, total.matches))} of {matches}"
    if of_rate := rate_of(played.game, key):
        _name, what, where, _unit = of_rate
        return f"{rate(total)} {often_in(total, what, where)}"
    if key in SHARES:
        return f"{percent(total.count, total.chances)} {k_of_n(total)}"
    if key == "comeback":
        behind = signed(-Fraction(total.points, total.count)) if total.count else "–"
        return f"{behind} {k_of_n(total)}"
    if key in of_game(played.game, "SUMS", ()):
        return f"{played.points(total.points)} {k_of_n(total)}"
    there_are = of_game(played.game, "in_a_deal", lambda _key: 1)(key)
    return f"{played.points(Fraction(total.points * there_are, total.chances))} {k_of_n(total)}"
