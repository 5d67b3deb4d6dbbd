"""Forgetting somebody, seen from outside: what every page, picture and file of a club says before
and after, and that the name is in none of them."""

import io
import re
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from random import Random
from zipfile import BadZipFile, ZipFile

import pytest

from app.games import GAMES
from app.paper import print_queue
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import deletion, matches
from app.store.people import merging, people
from app.web.match.repository import summary_of
from testkit.home_urls import CLUB
from testkit.play import play_at_random, with_substitutes
from testkit.web.phone import on_one_line
from tests.web.club_requests import made_file, opened

PEOPLE = ["Anna", "Bruno", "Carla", "Dino", "Gus", "Gustaf"]
"""The last two are one person, who is to be forgotten."""
TIMES = {"trex": 1, "tribello": 5, "italian_whist": 4, "torite": 2, "trico": 1}
ID_OF_FORM = re.compile(r"(?<!\S)[\w-]{16}(?!\S)")
"""Drawn at random, so that it may have the letters of any name."""
OFF_CLUB = re.compile(
    r"/(?:rules|print|static|invite|theme|join|healthz|whole|decks|leave|components|pocket)\b"
    r"|/new\b|paper=(?!a4)|/deals/(?!1$)|/figures?/|\?(?:.*&)?before="
)
"""Addresses of which nothing is of a person."""
OFFERS = re.compile(
    r"/players(?:/\d+/(?:merge|colour|name|more))?$|/matches/earlier|/seats|/names|/aside|\.csv(?:\?|$)"
)
"""Pages with lists of whom to choose, which a person without a name is in no more."""


@pytest.fixture(autouse=True)
def as_it_is_laid_out(render_here, monkeypatch):
    """What is printed is read as it goes to the printer."""
    monkeypatch.setattr(print_queue, "render", lambda document: document.html.encode())


@pytest.fixture
def gus(app):
    """A club that has played for some months: the number of somebody with two names, who sat with
    all others, played for another, and was played for by another."""
    rng = Random(7)
    games = [GAMES[key] for key, times in TIMES.items() for _time in range(times)]
    rng.shuffle(games)
    started = datetime(2025, 3, 1, 17, tzinfo=UTC)
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        for number, game in enumerate(games):
            started += timedelta(days=9 * (number % 3 == 0), minutes=40)
            usual = {rule.key: usual for rule, usual in game.house_rules.rules if usual is not None}
            match = play_at_random(game, rng, rules=usual, mishaps=0).match
            regular = [*PEOPLE[:4], rng.choice(PEOPLE[4:])]
            match = replace(match, players=rng.sample(regular, len(match.players)))
            if number % 3 == 0:
                other = "Fritz" if {"Gus", "Gustaf"} & {*match.players} else "Gus"
                match = with_substitutes(match, rng, ["Eva", other])
            at = started.isoformat(timespec="milliseconds")
            log = [replace(line, at=at) for line in match.log]
            about = (game.key, match.players, at, log)
            matches.save_match(db, HOME, *about, summary=summary_of(match), by_date=True)
        numbers = {it.name: it.id for it in people.list_people(db, HOME)}
        merging.merge_people(db, HOME, numbers["Gustaf"], numbers["Gus"])
        deletion.delete_match(db, HOME, 3)
    return numbers["Gus"]


def everything(phone):
    """What every page says to which a link leads, and every picture and file, by its address."""
    said, unread = {}, ["/"]
    while unread:
        address = unread.pop()
        if address in said or OFF_CLUB.search(address):
            continue
        page = phone.open(address)
        # Pages of people would say something else after it.
        phone.client.delete_cookie("numbers", path=f"{CLUB}/players")
        if page.goes_to:
            unread.append(page.goes_to.partition("#")[0])
            said[address] = f"goes to {page.goes_to}"
            continue
        kind = page.response.mimetype
        said[address] = page.all_text if kind == "text/html" else words_of(page.html)
        assert page.status == 200, address
        if kind == "text/html":
            files = re.findall(r'(?:src|href)="(/[^"]+\.(?:svg|csv|json))"', page.html)
            links = [unescape(link).partition("#")[0] for link in (*page.links, *files)]
            unread += [link for link in links if link.startswith("/")]
    return said


def words_of(text):
    return on_one_line(unescape(re.sub(r"<[^>]*>", " ", text)))


def is_about(address, person):
    """Whether a page is about somebody, by number."""
    return re.search(rf"(/players/|/with/|(person|other|player|into)=){person}\b", address)


def test_whoever_is_forgotten_leaves_every_figure_of_the_club_as_it_was(phone, gus):
    before = everything(phone)
    page = phone.open(f"/players/{gus}/more")
    assert page.says(
        "matches now, and from every list and file: “someone” stands there.",
        "Scores, places, meetings and records stay as they are, for everybody.",
        "The pages that are about Gus go.",
    )

    phone.submit(page, "/forget")

    after = everything(phone)
    gone = before.keys() - after.keys()
    assert [address for address in gone if not is_about(address, gus)] == []
    assert after.keys() <= before.keys()
    assert len(after) > 150, "no page leads far"
    changed = {
        address: (as_someone(before[address]), as_someone(after[address]))
        for address in after
        if not OFFERS.search(address) and as_someone(before[address]) != as_someone(after[address])
    }
    assert changed == {}
    texts = {address: ID_OF_FORM.sub("", text) for address, text in after.items()}
    assert [address for address, text in texts.items() if re.search("gus", text, re.I)] == []


def as_someone(words):
    """What is said with the name, as it is said without; but for ids of forms."""
    words = re.sub(r"Gus|\?#\d", "someone", words)
    words = re.sub(r"(?<![A-Za-z])[GS](?![A-Za-z])", "S", words)
    return ID_OF_FORM.sub("", words)


def test_two_who_were_forgotten_are_two_also_after_a_restored_match_and_a_correction(begin, phone):
    def play(lead):
        table = begin("italian_whist", ["Gus", "Bruno", "Hana"], upper="1")
        return table.play([lead, 9 - lead, 0], [0, 9 - lead, lead])

    few, best = [play(lead) for lead in (1, 1, 1)], play(3)
    evening = phone.open("/evenings/1").rows("result")
    for number in (1, 3):
        phone.submit(phone.open(f"/players/{number}/more"), "/forget")
    best.correct(1, "first", [2, 7, 0])
    best.correct(1, "first", [3, 6, 0])
    few[0].send("/delete", {})
    few[0].send("/restore", {})

    assert best.open().says("The club’s best Italian Whist was +1 by someone, on", "+3")
    rows = phone.open("/evenings/1").rows("result")
    assert [row[1:] for row in rows] == [row[1:] for row in evening]
    assert [row[0].split()[-1] for row in rows] == ["someone", "Bruno", "someone"]
    assert phone.open("/numbers").says("Most wins someone 4 of 4")
    assert phone.open("/players").text.count("4 matches · name forgotten, scores kept") == 2


@pytest.mark.parametrize("until", ["made", "opened"])
def test_no_file_that_the_server_keeps_has_a_forgotten_name(begin, phone, tmp_path, until):
    table = begin("italian_whist", ["Zebulon", "Bruno", "Carla"], upper="1")
    table.play([1, 8, 0], [0, 8, 1])
    content = made_file(phone)
    if until == "opened":
        opened(phone, content)
    assert kept_with(tmp_path, "zebulon")

    phone.submit(phone.open("/players/1/more"), "/forget")

    assert kept_with(tmp_path, "zebulon") == []


def kept_with(folder, name):
    """The files that have a name, also in what is deleted or packed."""
    found = []
    for file in folder.rglob("*"):
        if not file.is_file():
            continue
        content = file.read_bytes()
        with suppress(BadZipFile), ZipFile(io.BytesIO(content)) as packed:
            content += b"".join(map(packed.read, packed.namelist()))
        if name.encode() in content.lower():
            found.append(file.name)
    return found


CHANGED = {
    "renamed": ("/players/1/name", {"name": "Annika"}),
    "forgotten": ("/players/1/forget", {}),
    "merged": ("/players/1/merge", {"into": "4"}),
    "a match deleted": ("/matches/1/delete", {}),
    "hidden": ("/players/1/hide", {}),
}


@pytest.mark.parametrize(("address", "fields"), CHANGED.values(), ids=CHANGED)
def test_a_file_of_the_club_is_gone_once_it_says_what_the_club_does_not(
    begin, phone, address, fields
):
    begin("italian_whist", upper="1")
    begin("italian_whist", ["Dino", "Bruno", "Carla"], upper="1")
    assert made_file(phone)
    begin("italian_whist", ["Eva", "Bruno", "Carla"], upper="1")
    assert phone.client.get("/whole/out/file").mimetype == "application/zip"

    phone.send(address, fields)

    assert phone.client.get("/whole/out/file").location.endswith("/whole")
    assert not phone.open("/whole").says("Save the file")
