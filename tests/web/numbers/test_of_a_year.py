"""Every number of the pages, for a year of matches, against the match files alone."""

import json
import random
import re
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from app.games import GAMES
from app.scoring import Event
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import deletion, erasure, evening_changes, matches
from app.store.people import evenings, merging, naming, people
from app.web.match.repository import summary_of
from testkit.play import play_at_random, with_substitutes
from testkit.web.phone import Page
from tests.figures_of_files.club import ClubOfFiles
from tests.web.numbers.evenings import see_evenings
from tests.web.numbers.games import NUMBERS
from tests.web.numbers.last_screen import see_last_screen
from tests.web.numbers.lists import see_lists_of_club, see_lists_of_person, see_versus
from tests.web.numbers.person import see_person, variants_of_person
from tests.web.numbers.sections import see_sections
from tests.web.numbers.spreadsheets import see_spreadsheets
from tests.web.numbers.year import see_almanac, see_standings, see_year

YEAR = 2025
PEOPLE = ["Anna", "Ann", "Bruno", "Carla", "Dino", "Eva", "Gus"]
"""Of the first two, Ann is merged into Anna; Bruno gets another name; Gus is forgotten,
and is someone then."""
LATER = ["Fritz", "Hana"]
"""Who only ever plays for somebody else."""
GUESTS = ["Ida", "Jon", "Kim", "Lou", "Max", "Nil", "Olaf", "Pia"]
GUEST = 0.15
"""How often one of them takes part."""
IMPORTED = 9
"""Every so manyth match comes in after all others."""
PLAYED = {key: NUMBERS[key].PLAYED for key in GAMES if key in NUMBERS}
"""How often each game is played: by how many, by these rules and others at random."""
ANYHOW = 24
"""So many more matches are played by any rules."""
GOING_ON, STOPPED, UNNAMED = 12, 17, 23
"""Every so manyth match is not finished, was ended early, or is of players without names."""
EVENINGS = 90
NUMBER = re.compile(r"[0-9][0-9,.]*")
UTC_OFFSET = 120


@pytest.fixture(scope="module")
def pool(request):
    """The matches of a year, in the order in which they were played, with the moment of each; of a
    quiet one only those of each game that it is played in most."""
    rng = random.Random(YEAR)
    is_quiet = request.param == "quiet"
    rows = [
        (key, players, rules)
        for key, tables in PLAYED.items()
        for players, rules, times in (tables[:1] if is_quiet else tables)
        for _time in range(times)
    ]
    if not is_quiet:
        rows += [(rng.choice([*PLAYED]), None, None) for _time in range(ANYHOW)]
    rng.shuffle(rows)
    begin = datetime(YEAR - 1, 11, 1, 15, tzinfo=UTC)
    days = rng.sample(range(410), EVENINGS)
    # Up to half past six in the morning there, which is another day.
    moments = sorted(
        begin + timedelta(days=rng.choice(days), minutes=rng.randrange(13 * 60 + 30))
        for _row in rows
    )
    matches = []
    for number, ((key, players, rules), started) in enumerate(zip(rows, moments, strict=True), 1):
        how = {"players": players, "rules": rules, "mishaps": 0.02, "paper": rng.choice([0, 0.04])}
        match = play_at_random(GAMES[key], rng, **how).match
        regular = rng.sample(PEOPLE[:2], 1) + PEOPLE[2:]
        if number % UNNAMED == 0:
            regular = ["#1", "#2", "#3", "#4"]
        elif not is_quiet and rng.random() < GUEST:
            regular[rng.randrange(len(regular))] = rng.choice(GUESTS)
        match = replace(match, players=rng.sample(regular, len(match.players)))
        if number % GOING_ON == 0 or number % STOPPED == 0:
            match = match.at_line(match.last_line - 1)
        if number % STOPPED == 0 and match.why_cannot_end is None:
            match = match.accept(Event("end"))
        match = with_substitutes(match, rng, LATER)
        matches.append((started, replace(match, log=lines_at(match.log, started, rng))))
    return matches


def lines_at(log, started, rng):
    """The lines of a log as if they had been written one after the other, the last one perhaps on
    another day."""
    lines, at = [], started
    for line in log:
        at += timedelta(seconds=rng.randrange(20, 200))
        if line is log[-1] and rng.random() < 0.05:
            at += timedelta(hours=rng.choice([5, 7, 30]))
        lines.append(replace(line, at=at.isoformat(timespec="milliseconds")))
    return lines


@pytest.fixture
def club(app, phone, pool):
    """The people of a year by name, with their numbers, and what its match files say."""
    imported = pool[::IMPORTED]
    kept = [it for number, it in enumerate(pool) if number % IMPORTED]
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        for started, match in [*kept, *imported]:
            moment = started.isoformat(timespec="milliseconds")
            about = (match.game.key, match.players, moment, match.log)
            offset = {"by_date": True, "utc_offset": UTC_OFFSET}
            matches.save_match(db, HOME, *about, summary=summary_of(match), **offset)
        numbers = {it.name: it.id for it in people.list_people(db, HOME)}
        merging.merge_people(db, HOME, numbers.pop("Ann"), numbers["Anna"])
        naming.rename_person(db, HOME, numbers["Bruno"], "Benno")
        erasure.forget_person(db, HOME, numbers["Gus"])
        numbers |= {"Benno": numbers.pop("Bruno"), "someone": numbers.pop("Gus")}
        deletion.delete_match(db, HOME, 7)
        latest_first = evenings.list_evenings(db, HOME, 99)
        later, earlier = next(
            (it, before) for it, before in pairwise(latest_first) if before.day < str(YEAR)
        )
        evening_changes.join_evening(db, HOME, later.id)
    answers = {n: phone.client.get(f"/matches/{n}/match.json") for n in range(1, len(pool) + 1)}
    files = {
        n: json.loads(re.sub(r"\?#\d", "someone", it.get_data(as_text=True)))
        for n, it in answers.items()
        if it.status_code == 200
    }
    assert len(files) == len(pool) - 1
    joined = {date.fromisoformat(later.day): date.fromisoformat(earlier.day)}
    return numbers, ClubOfFiles(files, joined)


class Today(datetime):
    """A clock that stands still some days after the year."""

    @classmethod
    def now(cls, tz=None):
        return cls(YEAR + 1, 1, 10, 12, tzinfo=tz)


@pytest.fixture
def compared(monkeypatch):
    """How many numbers of pages were compared, as a page is asked for them."""
    count, says, rows = Counter(), Page.says, Page.rows

    def counted_says(page, *sentences):
        count["on pages"] += sum(len(NUMBER.findall(str(words))) for words in sentences)
        return says(page, *sentences)

    def counted_rows(page, table):
        found = rows(page, table)
        count["on pages"] += sum(len(NUMBER.findall(cell)) for row in found for cell in row)
        return found

    monkeypatch.setattr(Page, "says", counted_says)
    monkeypatch.setattr(Page, "rows", counted_rows)
    return count


@pytest.mark.parametrize("pool", ["quiet"], indirect=True)
def test_every_number_of_a_persons_pages_is_that_of_the_match_files(phone, club, monkeypatch):
    monkeypatch.setattr("app.web.numbers.records.datetime", Today)
    numbers, files = club

    see_people(phone, numbers, files)


@pytest.mark.long
@pytest.mark.every_engine
@pytest.mark.parametrize("pool", ["busy"], indirect=True)
def test_every_number_of_the_pages_is_that_of_the_match_files(
    phone, club, compared, monkeypatch, capsys
):
    monkeypatch.setattr("app.web.numbers.records.datetime", Today)
    # As a page: what is printed of it is asked elsewhere.
    monkeypatch.setattr(
        "app.web.numbers.almanac.show_pdf", lambda _key, _name, document: document().html
    )
    numbers, files = club
    assert files.people == sorted(numbers)

    see_people(phone, numbers, files)
    see_club(phone, numbers, files)
    see_last_screens(phone, numbers, files)
    compared["in spreadsheets"] = see_spreadsheets(phone, files)
    with capsys.disabled():
        # The first that differs fails the test: here there are none.
        evenings = len({match.evening for match in files.matches})
        print(f"\n{len(files.matches)} matches, {evenings} evenings, {len(numbers)} people:")
        print(f"{compared.total():,} figures compared ({dict(compared)}), 0 differ")


@pytest.mark.parametrize("pool", ["quiet"], indirect=True)
def test_the_spreadsheets_of_a_year_are_those_of_the_match_files(phone, club):
    _numbers, files = club

    assert see_spreadsheets(phone, files) > 1000


def see_people(phone, numbers, files):
    """Each person, alone and with each other, and the matches behind each figure."""
    names = sorted(numbers.keys() - {"someone"}, key=numbers.get)
    for place, name in enumerate(names):
        page = phone.open(f"/players/{numbers[name]}")
        see_person(page, name, files)
        for game, variant in variants_of_person(name, files):
            page = phone.open(f"/players/{numbers[name]}?game={game}&variant={variant}")
            see_sections(page, files, name, game, variant, Today.now().date())
        see_lists_of_person(phone, name, numbers[name], files)
        for other in names[place + 1 :]:
            see_versus(phone, name, other, numbers, files)


def see_club(phone, numbers, files):
    """The years, all time, standings, and the lists behind them."""
    for period in ("", str(YEAR - 1), str(YEAR)):
        page = phone.open(f"/numbers?year={period or 'all'}&people=all")
        see_year(page, period, numbers, files)
    for period in (str(YEAR - 1), str(YEAR)):
        see_almanac(phone.open(f"/numbers/almanac/{period}.pdf"), period, numbers, files)
    for game, variant in files.variants:
        days = [it.day for it in files.counted if (it.game, it.variant) == (game, variant)]
        for period in {"", f"{days[0]:%Y}", f"{days[-1]:%Y}", f"{days[-1]:%Y-%m}"}:
            see_standings(phone, game, variant, period, numbers, files)
    see_lists_of_club(phone, files)
    see_evenings(phone, files)


def see_last_screens(phone, numbers, files):
    """The records that each match has brought, and that others have not."""
    for match in files.counted:
        see_last_screen(phone.open(f"/matches/{match.number}"), match, numbers, files)
