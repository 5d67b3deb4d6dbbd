"""The numbers of a pad: every title for itself, however it is spelt and whoever plays; points only
among matches that can be compared; and of a match without a title its meetings alone."""

import json
import random
import re
from collections import Counter
from fractions import Fraction
from urllib.parse import quote

import pytest

from app.scoring.statistics import points_variant_of, variant_by_key, variant_of
from testkit.web.pad import begin_pad, play_rounds
from tests.figures_of_files.club import ClubOfFiles, total_of
from tests.games.any_game_tally import points_variant_of as points_variant_of_file
from tests.web.numbers.words import MANY, decimal, k_of_n, short

LOWEST = {"wins": "lowest", "ends": "rounds", "rounds": "1"}
STRANGE = [
    "a.title=b.wins=lowest",
    "../../etc/passwd?x#y%2E%",
    "<b>سكيجو & co.</b> ‏",
    "🂡👩‍👩‍👧 ﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺ",
    "\\ / ' \" ; --",
    "4.partners",
]


@pytest.fixture
def played(phone):
    """Play whole matches of one round with these points, one after the other."""

    def play(title, *rounds, players=("Anna", "Bruno", "Carla"), **setup):
        tables = [begin_pad(phone, title, players, **LOWEST | setup) for _ in rounds]
        for table, points in zip(tables, rounds, strict=True):
            play_rounds(table, points)
            assert table.standing.is_over
        return tables

    return play


def standings(phone, title):
    page = phone.open(f"/numbers/any_game/titled.title={quote(title, safe='')}")
    assert page.status == 200
    return page


# --- one title ----------------------------------------------------------------------------------


@pytest.mark.every_engine
def test_a_title_is_one_however_it_is_spelt_and_called_as_it_was_written_last(phone, played):
    for title in ("SKYJO", "skyjó", "Skyjo"):
        played(title, [3, 2, 1])
    page = standings(phone, "skyjo")
    assert page.says("Skyjo", "3 matches", "Carla 3 of 3")
    assert not page.says("SKYJO")


def test_a_title_is_one_whoever_and_however_many_play(phone, played):
    played("Skyjo", [3, 2, 1], [1, 2, 3])
    played("Skyjo", [5, 4], [5, 4], players=("Anna", "Bruno"))
    page = standings(phone, "skyjo")
    # Of two matches among three and two among two.
    assert page.says("4 matches", "Anna 1 of 4 1.7", "Bruno 2 of 4 1.7", "Carla 1 of 2 0.7")


def test_wins_are_those_of_every_set_up_and_points_those_of_most_matches_alike(phone, played):
    played("Skyjo", *[[30, 20, 10]] * 10)
    played("Skyjo", [1, 2, 3], wins="highest")
    page = standings(phone, "skyjo")
    assert page.says("Carla 11 of 11", "30", "with this set-up: lowest wins · 1 round")
    assert phone.open("/players/1").says("with this set-up: lowest wins · 1 round")


@pytest.mark.every_engine
def test_points_of_another_direction_or_end_are_no_record(phone, played):
    played("Skyjo", [30, 20, 10], [30, 20, 10], [30, 20, 10])
    (other,) = played("Skyjo", [1, 2, 99], wins="highest")
    assert not other.open().says("best Skyjo")
    (best,) = played("Skyjo", [31, 21, 1])
    assert best.open().says("The club’s best Skyjo", "was 10 by Carla")


# --- every page ---------------------------------------------------------------------------------


@pytest.mark.parametrize("title", STRANGE)
def test_every_page_of_numbers_has_any_title(phone, played, title):
    played(title, *[[3, 2, 1]] * 3)
    (table,) = played(title, [1, 2, 3])
    variant = variant_of(table.match)
    for key in (variant.key, points_variant_of(table.match).key):
        assert variant_by_key(table.match.game, key).key == key
    standing = f"/numbers/any_game/{quote(variant.key, safe='')}"
    pages = ["/numbers", standing, "/players/1", "/players/1/with/2", "/evenings/1"]
    links = {link for path in pages for link in phone.open(path).links if "any_game" in link}
    assert standing.casefold() in {quote(link, safe="/%").casefold() for link in links} or any(
        "titled" in link for link in links
    )
    for path in [*pages, *sorted(links)]:
        page = phone.open(path)
        assert page.status == 200, path
    for path in pages:
        assert title.strip("‏ ") in phone.open(path).all_text, path


def test_a_title_that_nobody_played_is_nowhere(phone, played):
    played("Skyjo", [3, 2, 1])
    for key in ("titled.title=wizard", "titled", "3.title=skyjo", "titled.title="):
        assert phone.open(f"/numbers/any_game/{key}").status == 404, key
    for key in ("titled.title=skyjo.rounds=x", "titled.keys=1", "titled.x"):
        assert phone.open(f"/numbers/any_game/{key}").status == 404, key


# --- without a title ----------------------------------------------------------------------------


def test_a_match_without_a_title_counts_as_meetings_alone(phone, played):
    played("", *[[3, 2, 1]] * 4)
    person = phone.open("/players/3")
    assert person.says("4 matches")
    assert not person.says("of 4 won")
    two = phone.open("/players/1/with/3")
    assert two.says("4 meetings", "Any game")
    year = phone.open("/numbers")
    assert year.says("Any game 4 of 4")
    assert not year.says("Most wins")
    evening = phone.open("/evenings/1")
    assert evening.says("Carla 1 1", "8 of 8")
    for page in (person, two, year, evening):
        for link in page.links:
            if "any_game" in link:
                assert phone.open(link).status == 200, link
                assert not re.search(r"/numbers/any_game/", link)


def test_the_titles_of_a_year_are_told_one_by_one(phone, played):
    played("Skyjo", [3, 2, 1], [3, 2, 1])
    played("Wizard", [3, 2, 1])
    played("", [3, 2, 1])
    year = phone.open("/numbers")
    assert year.says("Skyjo 2 of 4", "Wizard 1 of 4", "Any game 1 of 4")
    assert standings(phone, "skyjo").says("Other titles", "Wizard 1 match")


# --- against the files --------------------------------------------------------------------------

PEOPLE = ["Anna", "Bruno", "Carla", "Dino", "Eva"]
SETUPS = [
    LOWEST,
    {"wins": "lowest", "ends": "points", "target": "60"},
    {"wins": "highest", "ends": "open"},
]


@pytest.fixture
def files_of_a_year(phone):
    """The match files of many matches of two titles and of none, by what they are counted."""
    rng = random.Random("titles")
    for title in ("Skyjo", "SKYJO", "skyjó", "Wizard", "wizard", "") * 6:
        setup = rng.choices(SETUPS, [5, 2, 1])[0]
        table = begin_pad(phone, title, rng.sample(PEOPLE, rng.randint(2, 5)), **setup)
        while not table.standing.is_over:
            play_rounds(table, [rng.randint(-9, 30) for _seat in table.match.players])
            if setup["ends"] == "open" and rng.random() < 0.5:
                table.send("/end", {})
    numbers = range(1, table.id + 1)
    files = {n: json.loads(phone.open(f"/matches/{n}/match.json").response.text) for n in numbers}
    return ClubOfFiles(files, {})


def test_the_numbers_of_titles_and_all_meetings_are_those_of_the_files(phone, files_of_a_year):
    club = files_of_a_year
    for one, other in ((1, 2), (1, 3), (2, 4)):
        page = phone.open(f"/players/{one}/with/{other}")
        pair = re.findall("|".join(PEOPLE), page.text)[:2]
        assert page.says(f"{club.total(pair[0], 'met', other=pair[1]).chances} meetings"), pair
    for title in ("skyjo", "wizard"):
        variant, page = f"titled.title={title}", standings(phone, title)
        of_title = {"game": "any_game", "variant": variant}
        alike = Counter(
            points_variant_of_file(match.file) for match in club.counted if match.variant == variant
        )
        most = max(alike, key=lambda it: alike[it])
        assert page.says(f"{alike.total()} matches"), title
        for name in club.people:
            won, place = (club.total(name, key, **of_title) for key in ("won", "place"))
            wins, _place, _spread = club.by_chance(name, **of_title)
            compared = total_of(
                [
                    row
                    for match, row in club.facts(name, "points", **of_title)
                    if points_variant_of_file(match.file) == most
                ]
            )
            sign = -1 if most[1] == "lowest" else 1
            mean = short(sign * Fraction(compared.points, compared.matches or 1))
            of_place = decimal(Fraction(place.count, place.matches), 2)
            numbers = [short(wins), of_place if place.matches >= MANY else "–"]
            numbers.append(mean if compared.matches >= MANY else "–")
            words = " ".join([name, k_of_n(won), *numbers])
            assert page.says(words), (title, words)
