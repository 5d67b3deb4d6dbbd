"""Every number of the pages, for a year of matches of all games, against the match files alone."""

import json
import random
import re
from collections import defaultdict
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app import store
from app.games import GAMES
from app.scoring.statistics import variant_by_key
from app.store import HOME
from app.web.match.repository import summary_of
from tests.figures_of_files import figures_of_file, variant_of_file
from tests.play import play_at_random

YEAR = 2025
PEOPLE = ["Anna", "Ann", "Bruno", "Carla", "Dino", "Eva", "Fritz"]
TODAY = {"Ann": "Anna", "Bruno": "Benno"}
"""Who was merged into whom, and who has another name now."""
MATCHES = 110
GOING_ON = 10
"""Every so manyth match is not finished."""
CONTRACTS = {
    "king": ("King", 1),
    "queens": ("Queens", 4),
    "diamonds": ("Diamonds", 13),
    "slaps": ("Slaps", 13),
    "trex": ("Trex", 1),
    "complex": ("Complex", 1),
}
"""What they are called, and how many cards or tricks count in a deal of them."""
DASH = "\N{MINUS SIGN}"


def fill(book, rng):
    """A year of matches, half of them by the usual rules, with three or four of the people."""
    with closing(store.engine_for(book).connect()) as db:
        for number in range(MATCHES):
            game = rng.choice([*GAMES.values()])
            players = rng.choice(game.players)
            usual = {rule.key: choice for rule, choice in game.house_rules.rules}
            rules = None if rng.random() < 0.5 or game.house_rules.problems(usual) else usual
            match = play_at_random(game, rng, players=players, rules=rules, mishaps=0.02).match
            one_of_them = rng.sample(PEOPLE[:2], 1) + PEOPLE[2:]
            names = rng.sample(one_of_them, players)
            log = match.log[:-1] if number % GOING_ON == 0 else match.log
            match = replace(match, players=names, log=log)
            day = datetime(YEAR, 1, 1, 19, tzinfo=UTC) + timedelta(days=rng.randrange(365))
            about = (game.key, names, day.isoformat(timespec="milliseconds"), log)
            store.save_match(
                db, HOME, *about, summary=summary_of(match), by_date=True, utc_offset=0
            )


class Files:
    """What the match files of a club say: rows [count, chances, points, matches] added up."""

    def __init__(self, phone, matches):
        self.rows = defaultdict(lambda: [0, 0, 0, 0])
        self.met = defaultdict(lambda: [0, 0, 0])
        self.days, self.games, self.variants = set(), defaultdict(int), defaultdict(int)
        for number in range(1, matches + 1):
            text = phone.client.get(f"/matches/{number}/match.json").get_data()
            self.take(json.loads(text))

    def take(self, file):
        figures = figures_of_file(file)
        if not figures:
            return
        variant = file["game"], variant_of_file(file)
        self.days.add(file["started"][:10])
        self.games[file["game"]] += 1
        self.variants[variant] += 1
        here = defaultdict(lambda: [0, 0, 0])
        for (name, key, other), (count, chances, points, _deals) in figures.items():
            one = TODAY.get(name, name)
            if other is not None:
                if key == "met":
                    add(self.met[one, TODAY.get(other, other)], (count, chances, points))
                continue
            add(here[one, key], (count, chances, points))
        for (one, key), row in here.items():
            add(self.rows[one, *variant, key], (*row, 1))

    def of(self, person, key, *variants):
        """The row of a person under a key, in all games or in some variants."""
        total = [0, 0, 0, 0]
        for (one, game, variant, of_key), row in [*self.rows.items()]:
            if (one, of_key) == (person, key) and (not variants or (game, variant) in variants):
                add(total, row)
        return total

    def by_chance(self, person):
        """How many wins, and which mean place, equal players would have."""
        wins = places = matches = 0
        for (one, _game, _variant, key), row in self.rows.items():
            if (one, key) == (person, "place"):
                sides = row[1] / row[3]
                wins += row[3] / sides
                places += row[3] * (sides + 1) / 2
                matches += row[3]
        return wins, places / matches


def add(total, row):
    for place, number in enumerate(row):
        total[place] += number


def number_in(cell):
    """A number as a page writes it."""
    return float(cell.replace(DASH, "-").replace("+", "").replace(",", ""))


@pytest.fixture
def club(app, phone):
    """A year of matches; afterwards one person is merged into another, and one has a new name."""
    fill(app.config["DATABASE"], random.Random(YEAR))
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
        numbers = {it.name: it.id for it in store.list_people(db, HOME)}
        store.merge_people(db, HOME, numbers["Ann"], numbers["Anna"])
        store.rename_person(db, HOME, numbers["Bruno"], "Benno")
        numbers |= {"Benno": numbers.pop("Bruno")}
        del numbers["Ann"]
    return numbers, Files(phone, MATCHES)


@pytest.mark.long
@pytest.mark.every_engine
def test_every_number_of_the_pages_is_that_of_the_match_files(phone, club):
    people, files = club

    for name, number in people.items():
        see_person(phone.open(f"/players/{number}"), name, files)
        see_figures(phone, name, number, files)
        see_contracts(phone, name, number, files)
    for variant in files.variants:
        see_standings(phone, *variant, files)
    see_year(phone, people, files)


def see_person(page, name, files):
    count, chances, _points, matches = files.of(name, "won")
    wins, place = files.by_chance(name)
    assert matches >= 10
    assert page.says(f"{count} of {chances} matches won; by chance {wins:.{int(wins < 10)}f}"), name
    places, _sides, _points, _matches = files.of(name, "place")
    assert page.says(f"{places / matches:.2f} average place; by chance {place:.2f}"), name

    met = {other: row for (one, other), row in files.met.items() if one == name and row[1] >= 3}
    for other, (ahead, all_of_them, _balance) in met.items():
        assert page.says(f"{other} {ahead} of {all_of_them}"), (name, other)
    most = {
        "Rival, beaten most": {other: row[0] for other, row in met.items()},
        "Nemesis, lost to most": {other: row[0] - row[2] for other, row in met.items()},
    }
    rival = ""
    for words, often in most.items():
        (found,) = re.findall(rf"{words} \S+ (\w+) (\d+) of (\d+) meetings", page.text)
        who, times, of = found[0], int(found[1]), int(found[2])
        assert (times, of) == (often[who], met[who][1]), (name, words)
        shares = {other: often[other] / met[other][1] for other in met if other != rival}
        assert shares[who] == max(shares.values()), (name, words)
        rival = who
    for (one, game, variant, key), row in files.rows.items():
        if one == name and key in ("won", "won_together"):
            words = variant_by_key(GAMES[game], variant).name
            assert page.says(f"{words} {row[0]} of {row[1]} won"), (name, game, variant)


def see_figures(phone, name, number, files):
    """The page of the matches behind each figure says what it adds up to."""
    for (one, game, variant, key), (count, chances, _points, matches) in files.rows.items():
        if one != name:
            continue
        address = f"/numbers/matches?person={number}&game={game}&variant={variant}&key={key}"
        page = phone.open(address)
        in_matches = f"{matches} match{'es' * (matches > 1)}"
        if key == "place":
            words = f"{count / matches:.2f} on average, in {in_matches}"
        elif key == "points":
            words = in_matches
        elif chances == matches:
            words = f"{count} of {in_matches}"
        else:
            words = f"{count} of {chances}, in {in_matches}"
        assert page.says(words), (address, words)


def see_contracts(phone, name, number, files):
    """Of each contract of Trex the mean of a deal, in the own kingdom and in others'."""
    for game, variant in files.variants:
        if game != "trex" or files.of(name, "won", (game, variant))[3] < 10:
            continue
        sign = -1 if variant_by_key(GAMES[game], variant).is_reversed else 1
        page = phone.open(f"/players/{number}?game={game}&variant={variant}")
        rows = {row[0]: row[1:] for row in page.rows("means")}
        for contract, (words, there_are) in CONTRACTS.items():
            for place, kingdom in enumerate(("own", "others")):
                row = files.of(name, f"{contract}.{kingdom}", (game, variant))
                count, chances, points, _matches = row
                if chances:
                    shown, k_of_n = rows[words][place].split(" ", 1)
                    assert k_of_n == f"{count} of {chances}", (name, variant, contract, kingdom)
                    if shown != "–":
                        mean = sign * points * there_are / chances
                        assert number_in(shown) == pytest.approx(mean, abs=0.51)


def see_standings(phone, game, variant, files):
    page = phone.open(f"/numbers/{game}/{variant}")
    together = GAMES[game].wins_together
    sign = -1 if variant_by_key(GAMES[game], variant).is_reversed else 1
    rows = {row[0].split()[-1]: row[1:] for row in page.rows("standings-of")}

    matches = files.variants[game, variant]
    assert page.says(f"· {matches} match{'es' * (matches > 1)}")
    here = {one for one, *of, _key in files.rows if of == [game, variant]}
    assert rows.keys() == here
    for name, cells in rows.items():
        won = files.of(name, "won_together" if together else "won", (game, variant))
        assert cells[0] == f"{won[0]} of {won[1]}", (game, variant, name)
        if together:
            continue
        place = files.of(name, "place", (game, variant))
        points = files.of(name, "points", (game, variant))
        chance = place[3] ** 2 / place[1]
        assert number_in(cells[1]) == pytest.approx(chance, abs=0.5 if chance >= 10 else 0.051)
        if place[3] < 10:
            assert cells[2:] == ["–", "–"]
            continue
        assert number_in(cells[2]) == pytest.approx(place[0] / place[3], abs=0.0051)
        mean = sign * points[2] / points[3]
        assert number_in(cells[3]) == pytest.approx(mean, abs=0.51 if abs(mean) >= 10 else 0.051)


def see_year(phone, people, files):
    page = phone.open(f"/numbers?year={YEAR}&people=all")
    matches, evenings = sum(files.games.values()), len(files.days)

    assert page.says(f"{matches} matches {evenings} evenings")
    for game, count in files.games.items():
        assert page.says(f"{GAMES[game].name} {count} of {matches}"), game
    for one in people:
        overall = [0, 0, 0]
        for other in people:
            ahead, meetings, balance = files.met.get((one, other), (0, 0, 0))
            add(overall, (ahead, meetings, balance))
            if meetings >= 3 and balance > 0:
                words = f"{one} and {other}: {one} ahead {balance} more often, {meetings} meetings"
                assert page.says(words), words
        assert page.says(f"{overall[0]} of {overall[1]}"), one
