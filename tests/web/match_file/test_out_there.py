"""What older programs left with people opens, follows, saves and scores as it did.

See the README of `tests/out_there`. Nothing that is expected here is made by the program of today.
"""

import gzip
import json
import shutil
import subprocess
from collections import Counter
from contextlib import closing, contextmanager
from datetime import datetime
from io import BytesIO
from types import SimpleNamespace
from urllib.parse import urlsplit
from zipfile import ZipFile

import psycopg
import pytest

from app.paths import PROJECT
from app.server.run import open_app as open_server
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import lists, log
from app.store.people import people
from app.web.core.services import services
from testkit.match import Match
from testkit.web.phone import Page
from tests.pocket.door import Door
from tools.pocket.__main__ import SHELL

THERE = PROJECT / "tests" / "out_there"
FILES = sorted(path.name for path in THERE.glob("version-*"))
SETS = FILES + sorted(path.name for path in THERE.glob("postgres-*"))
POCKETS = sorted(path.name for path in THERE.glob("pocket-*"))
WITH_LINKS = [name for name in SETS if (THERE / name / "book.key").exists()]
WITH_CLUB_FILES = [name for name in SETS if (THERE / name / "club-3.zip").exists()]
KNOW_FORMS = [name for name in WITH_LINKS if name not in ("version-05", "version-06")]
"""Those that keep with each line the form by which it came."""
CALLED_BY_FORMS = [name for name in KNOW_FORMS if name not in ("version-07", "version-08")]
"""Those that call a match by the form that began it."""
LATEST = "version-11"
"""Of which also the pages and a phone were kept."""
ONCE = "left-0123456789abcdef"


def known_of(name):
    return json.loads((THERE / name / "known.json").read_text("utf-8"))["clubs"]


def address_of(path):
    """What was an address before there were clubs lies in the first of them."""
    return path if path.startswith("/c/") else f"/c/home{path}"


def last_part(response):
    """The path that a response leads to."""
    return urlsplit(response.headers["Location"]).path


class Left:
    """What a version left, opened by the program of today."""

    def __init__(self, app, name):
        self.app, self.name, self.clubs = app, name, known_of(name)
        app.config["OPEN"] = False

    @property
    def matches(self):
        """Each match that was not deleted, with a member's phone and its address of today."""
        for club in self.clubs:
            phone = self.phone(club)
            for match in club["matches"]:
                if "score" in match:
                    yield phone, match, address_of(match["path"])

    def phone(self, known=None):
        """A browser with the cookies that were kept with something. Before there were links, every
        phone could do everything: that is what a link gives today."""
        client = self.app.test_client()
        if known is not None and "cookies" not in known:
            self.app.config["OPEN"] = True
        for cookie in (known or {}).get("cookies", ()):
            client.set_cookie(cookie["name"], cookie["value"], path=cookie["path"])
        return client


def unpack_book(name, book):
    """Lay down a database as it was left."""
    book.write_bytes(gzip.decompress((THERE / name / "book.sqlite3.gz").read_bytes()))
    return book


@contextmanager
def opened(name, folder, request):
    """What a version left with people, as a server of today has it until the end of the block."""
    open_app, key = request.getfixturevalue("open_app"), folder / "book.sqlite3.key"
    if name in WITH_LINKS:
        shutil.copy(THERE / name / "book.key", key)
    if name in FILES:
        app = open_app(unpack_book(name, folder / "book.sqlite3"))
    else:
        cluster = request.getfixturevalue("cluster")
        address = cluster.address(cluster.new_database())
        with psycopg.connect(address) as connection:
            connection.execute(gzip.decompress((THERE / name / "dump.sql.gz").read_bytes()))
        app = open_app(address, lambda book: open_server(engine_for(book), key))
    yield Left(app, name)
    services(app).pool.close()
    services(app).main_connection.close()


@pytest.fixture
def left(request, tmp_path):
    """What a version left, for one test alone."""
    with opened(request.param, tmp_path, request) as left:
        yield left


@pytest.fixture(scope="module")
def shelved(request, tmp_path_factory):
    """The same for all tests that write nothing into it."""
    with opened(request.param, tmp_path_factory.mktemp("shelved"), request) as left:
        yield left


def of_sets(names, fixture="left"):
    return pytest.mark.parametrize(fixture, names, indirect=True)


def file_of(phone, path):
    """The match file that is downloaded there."""
    response = phone.get(f"{path}/match.json")
    assert response.status_code == 200, (path, response.status_code)
    return json.loads(response.data)


def lines_at(phone, path):
    return file_of(phone, path)["log"]["lines"]


def score_of(file):
    return Match(json.dumps(file).encode()).report


@of_sets(SETS, "shelved")
def test_every_match_has_what_lists_say_of_it(shelved):
    """The first versions had no summaries: they are made at the start."""
    db = services(shelved.app).main_connection
    for club in shelved.clubs:
        club_id = address_of(f"{club['path']}/").split("/")[2]
        listed = lists.past_matches(db, club_id, 99) + lists.open_matches(db, club_id)
        by_number = {match.id: match for match in listed}
        for match in club["matches"]:
            if "score" in match:
                kept = by_number[int(match["path"].rpartition("/")[2])]
                assert kept.is_over == match["score"]["over"]
                assert kept.changed == log.find_log_head(db, club_id, kept.id).at
                # The Torite had no totals in the first versions.
                if "totals" in match["score"]:
                    assert kept.summary["totals"] == match["score"]["totals"]


@of_sets(SETS, "shelved")
def test_every_match_is_listed_opens_and_scores_as_it_did(shelved):
    for phone, match, path in shelved.matches:
        for page in ("", "/sheet", "/log", "/deals/1", "/table", "/more", "/match.csv"):
            assert phone.get(path + page).status_code == 200, path + page
        assert score_of(file_of(phone, path)) == match["score"], path
    for club in shelved.clubs:
        phone, home = shelved.phone(club), address_of(club["path"])
        listed = "".join(phone.get(f"{home}/{page}").text for page in ("", "matches/earlier"))
        for match in club["matches"]:
            path = address_of(match["path"])
            assert ("is_deleted" in match) != (f'href="{path}"' in listed), match["name"]
            # What was deleted can be brought back for a while, and is nowhere after that.
            assert phone.get(path).status_code in ((410, 404) if "is_deleted" in match else (200,))


@of_sets(SETS)
def test_the_next_answer_is_saved_once(left):
    for phone, match, path in left.matches:
        if "next" in match:
            before = lines_at(phone, path)
            form = match["next"] | {"after": match["after"], "once": ONCE}
            first = phone.post(f"{path}/entries", data=form)
            saved = lines_at(phone, path)
            again = phone.post(f"{path}/entries", data=form)

            assert (first.status_code, again.status_code) == (303, 303), match["name"]
            assert len(before) == int(match["after"])
            assert saved[: len(before)] == before
            assert len(saved) > len(before)
            assert lines_at(phone, path) == saved


def cookies_by(left, link):
    """The cookies that a new phone has when it has opened a link."""
    response = left.phone().get(urlsplit(link).path)
    assert response.status_code in (302, 303), link
    given = []
    for line in response.headers.getlist("Set-Cookie"):
        pair, *about = line.split("; ")
        name, _equals, value = pair.partition("=")
        path = next(part for part in about if part.startswith("Path="))
        given.append({"name": name, "path": path.removeprefix("Path="), "value": value})
    return in_order(given)


def in_order(cookies):
    return sorted(cookies, key=lambda cookie: cookie["name"])


@of_sets(WITH_LINKS, "shelved")
def test_a_link_leaves_the_cookies_that_it_left(shelved):
    for club in shelved.clubs:
        assert cookies_by(shelved, club["link"]) == in_order(club["cookies"])
        for match in club["matches"]:
            if "watch" in match:
                assert cookies_by(shelved, match["watch"]) == in_order(match["cookies"])


@of_sets(WITH_LINKS, "shelved")
def test_a_cookie_opens_what_it_opened_and_nothing_else(shelved):
    for mine, other in (shelved.clubs, shelved.clubs[::-1]):
        phone = shelved.phone(mine)
        assert phone.get(f"{mine['path']}/").status_code == 200
        assert phone.get(f"{other['path']}/").status_code == 404
        assert shelved.phone().get(f"{mine['path']}/").status_code == 404

    paths = [path for _phone, _match, path in shelved.matches]
    for n, (_phone, match, path) in enumerate(shelved.matches):
        watcher = shelved.phone(match)
        form = match.get("next", {}) | {"after": match.get("after", "1")}
        # Of the last match the next is one of the other club.
        for other in (paths[n - 1], paths[n + 1 - len(paths)]):
            assert watcher.get(other).status_code == 404
        assert watcher.get(path).status_code == 200
        assert watcher.get(f"{path}/sheet").status_code == 200
        assert watcher.post(f"{path}/entries", data=form).status_code == 404
        assert shelved.phone().get(path).status_code == 404


@of_sets(KNOW_FORMS, "shelved")
def test_a_form_that_was_written_before_is_not_written_again(shelved):
    for phone, match, path in shelved.matches:
        sent = match["sent_last"]
        if sent["path"].endswith("/entries"):
            before = lines_at(phone, path)
            response = phone.post(sent["path"], data=sent["fields"])

            assert response.status_code == 303, match["name"]
            assert lines_at(phone, path) == before


@of_sets(CALLED_BY_FORMS, "shelved")
def test_the_form_of_a_new_match_still_leads_to_the_match_that_it_began(shelved):
    for phone, match, path in shelved.matches:
        response = phone.post(path.rpartition("/")[0], data=match["begun"])

        assert response.status_code == 303
        assert last_part(response) == path, match["name"]


@of_sets([LATEST])
def test_an_answer_kept_on_a_phone_is_saved_once(left):
    about = json.loads((THERE / LATEST / "phone.json").read_text("utf-8"))
    ((path, kept),) = json.loads(about["localStorage"]["outbox"]).items()
    phone = left.phone(about)
    before = lines_at(phone, path)
    form = dict(kept["fields"]) | {"once": kept["key"]}
    for _time in range(3):
        response = phone.post(kept["action"], data=form, headers={"HX-Request": "true"})
        assert response.status_code == 200
    *earlier, last = lines_at(phone, path)

    assert earlier == before
    assert (last["key"], last["answer"]) == ("second", [3, 6, 0])


def open_form(name, action):
    """The form of a page that a phone has had open since."""
    with ZipFile(THERE / LATEST / "pages.zip") as pages:
        content = pages.read(f"{name}.html")
    return Page(SimpleNamespace(status_code=200, mimetype="text/html", data=content)).form(action)


@of_sets([LATEST])
@pytest.mark.parametrize(("page", "number"), [("match", 12), ("trex", 8), ("trico", 14)])
def test_the_form_of_an_open_page_is_saved(left, page, number):
    path = f"/c/home/matches/{number}"
    phone, match = next((phone, match) for phone, match, at in left.matches if at == path)
    before = lines_at(phone, path)
    form = open_form(page, "/entries")
    response = phone.post(f"{path}/entries", data=form.filled(match["next"]))

    assert response.status_code == 303
    assert len(lines_at(phone, path)) > len(before)


@of_sets([LATEST])
def test_a_correction_that_lies_open_is_saved(left):
    path = "/c/home/matches/12"
    phone = left.phone(left.clubs[0])
    fields = {"first.0": "0", "first.1": "1", "first.2": "8"}
    form = open_form("correction", "/deals/1/first").filled(fields)
    looked = phone.post(f"{path}/deals/1/first", data=form)
    response = phone.post(f"{path}/deals/1/first", data=form | {"save": "1"})
    last = lines_at(phone, path)[-1]

    assert (looked.status_code, response.status_code) == (200, 303)
    assert (last["kind"], last["answer"]) == ("correction", [0, 1, 8])


@of_sets([LATEST])
def test_a_new_match_is_begun_once_from_a_page_that_lies_open(left):
    phone, names = left.phone(left.clubs[0]), ["Uma", "Vic", "Wim"]
    players = {f"players.{place}": name for place, name in enumerate(names)}
    form = open_form("new", "/matches").filled(players)
    first, second = (last_part(phone.post("/c/home/matches", data=form)) for _time in range(2))

    assert "once" in form
    assert first == second
    assert file_of(phone, first)["players"] == names


@pytest.mark.parametrize("name", FILES)
def test_a_match_file_is_taken_in_and_given_out_the_same(name, app):
    phone = app.test_client()
    app.config["OPEN"] = True
    # The second club has played the same again, which without a name is the same match.
    matches = [match for match in known_of(name)[0]["matches"] if "file" in match]
    with ZipFile(THERE / name / "files.zip") as files:
        contents = [files.read(match["file"]) for match in matches]
    for match, content in zip(matches, contents, strict=True):
        form = {"text": content.decode(), "keep": "1"}
        kept = phone.post("/c/home/matches/import", data=form)
        assert kept.status_code == 303, (match["name"], Page(kept).text)
        path = last_part(kept)
        was, given = in_milliseconds(json.loads(content)), in_milliseconds(file_of(phone, path))

        # Before the sixth version a match had no name.
        assert {key: given[key] for key in was} == was
        assert score_of(given) == match["score"]


def in_milliseconds(file):
    """A match file with its moments as they are kept: the first version had them finer."""
    for about in (file, *file.get("log", {}).get("lines", ())):
        for key in ("at", "started", "finished"):
            if about.get(key):
                moment = datetime.fromisoformat(about[key])
                about[key] = moment.isoformat(timespec="milliseconds")
    return file


def contents_of(content):
    """What the file of a club says, without the moment at which it was made."""
    with ZipFile(BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if name.endswith(".json")]
        said = {name: json.loads(archive.read(name)) for name in names}
    del said["club.json"]["made"]
    return said


def follow(phone, path):
    """Ask for the page of a job until all its parts are done."""
    while 'http-equiv="refresh"' in phone.get(path).text:
        pass


def club_file(phone, club):
    """What the file of a club says that is given out there."""
    phone.post(f"{club}/whole/out")
    follow(phone, f"{club}/whole/out")
    return contents_of(phone.get(f"{club}/whole/out/file").data)


@of_sets(WITH_CLUB_FILES, "shelved")
def test_the_file_of_a_club_says_what_it_said(shelved):
    """Its players, its evenings and its matches, without those that an import left half way."""
    imported = json.loads((THERE / shelved.name / "known.json").read_text("utf-8"))["imported"]
    for number, club in enumerate([*shelved.clubs, imported], 1):
        said = contents_of((THERE / shelved.name / f"club-{number}.zip").read_bytes())
        says = club_file(shelved.phone(club), club["path"])
        if number == 2:
            # What came in half way moved the moment at which that evening began.
            says["club.json"]["evenings"] = said["club.json"]["evenings"]
        assert says == said


@pytest.mark.parametrize("name", [name for name in FILES if name in WITH_CLUB_FILES])
def test_the_file_of_a_club_comes_in_and_is_given_out_the_same(name, app):
    content, phone = (THERE / name / "club-3.zip").read_bytes(), app.test_client()
    app.config["OPEN"] = True
    form = {"file": (BytesIO(content), "club.zip")}
    opened = last_part(phone.post("/c/home/whole/in", data=form))
    follow(phone, opened)
    phone.post(opened)
    follow(phone, opened)

    said = contents_of(content)
    said["club.json"]["club"] = "Home"
    assert club_file(phone, "/c/home") == said


def check_score(pocket, match):
    answer = pocket.get(f"{address_of(match['path'])}/match.json")
    assert answer.status == 200
    assert score_of(json.loads(answer.content)) == match["score"]


@pytest.mark.parametrize("name", FILES)
def test_a_book_of_each_version_opens_in_a_pocket(name, tmp_path):
    unpack_book(name, tmp_path / "matches.sqlite3")
    pocket = Door(tmp_path)
    for match in known_of(name)[0]["matches"]:
        if "score" in match:
            check_score(pocket, match)


def people_of(pocket):
    """In how many matches each person of a pocket sits."""
    with closing(engine_for(pocket.app.config["DATABASE"]).connect()) as db:
        return {person.name: person.matches for person in people.list_people(db, HOME)}


def players_of(matches):
    """In how many of these matches somebody of each name played, as they began or later."""
    begun = [
        {name for key, name in match["begun"].items() if key.startswith("players.")}
        for match in matches
    ]
    now = [match["score"]["players"] for match in matches]
    return Counter(name for some in zip(begun, now, strict=True) for name in {*some[0], *some[1]})


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("name", POCKETS)
def test_what_lies_in_the_storage_of_a_phone_opens_and_goes_on(name, tmp_path):
    with ZipFile(THERE / name / "storage.zip") as packed:
        packed.extractall(tmp_path / "storage")
    (slots,) = (tmp_path / "storage").iterdir()
    reader = SHELL / "shell" / "file_slots.js"
    subprocess.run(["node", THERE / "unpack.mjs", reader, slots, tmp_path], check=True)

    # Whoever served it at this address finds it under this name.
    assert slots.name == "tricktally-cards-pocket-"
    pocket = Door(tmp_path)
    assert 'data-theme="dark"' in pocket.get("/c/home/").page
    matches = known_of(name)[0]["matches"]
    assert people_of(pocket) == players_of(matches)
    for match in matches:
        check_score(pocket, match)
        if "next" in match:
            fields = match["next"] | {"after": match["after"], "once": ONCE}
            for _time in range(2):
                assert pocket.post(f"{match['path']}/entries", fields).status == 303
            file = json.loads(pocket.get(f"{match['path']}/match.json").content)
            assert len(file["log"]["lines"]) > int(match["after"])
