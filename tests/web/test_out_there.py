"""What older programs left with people opens, follows, saves and scores as it did.

See the README of `tests/out_there`. Nothing that is expected here is made by the program of today.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import store
from app.pocket.app import Pocket
from app.pocket.app import open_app as open_pocket
from app.server.run import open_app as open_server
from app.web.core.services import services
from tests.front_door import Match
from tests.web.phone import Page
from tools.pocket.__main__ import SHELL

THERE = Path(__file__).parents[1] / "out_there"
FILES = sorted(path.name for path in THERE.glob("version-*"))
SETS = FILES + sorted(path.name for path in THERE.glob("postgres-*"))
WITH_LINKS = [name for name in SETS if (THERE / name / "book.key").exists()]
KNOW_FORMS = [name for name in WITH_LINKS if name not in ("version-05", "version-06")]
"""Those that keep with each line the form by which it came."""
CALLED_BY_FORMS = [name for name in KNOW_FORMS if name not in ("version-07", "version-08")]
"""Those that call a match by the form that began it."""
LATEST = "version-11"
MOMENTS = ("at", "started", "finished")


@dataclass
class Left:
    """What a version left, opened by the program of today."""

    app: Flask
    clubs: list[dict[str, Any]]

    @property
    def matches(self) -> Iterator[tuple[FlaskClient, dict[str, Any], str]]:
        """Each match that was not deleted, with a member's phone and its address of today."""
        for club in self.clubs:
            phone = self.phone(club)
            for match in club["matches"]:
                if "score" in match:
                    yield phone, match, address_of(match["path"])

    def phone(self, known: dict[str, Any] | None = None) -> FlaskClient:
        """A browser with the cookies that were kept with something. Before there were links, every
        phone could do everything: that is what a link gives today."""
        client = self.app.test_client()
        if known is not None and "cookies" not in known:
            self.app.config["OPEN"] = True
        for cookie in (known or {}).get("cookies", ()):
            client.set_cookie(cookie["name"], cookie["value"], path=cookie["path"])
        return client


def address_of(path: str) -> str:
    """What was an address before there were clubs lies in the first of them."""
    return path if path.startswith("/c/") else f"/c/home{path}"


def known_of(name: str) -> dict[str, Any]:
    known: dict[str, Any] = json.loads((THERE / name / "known.json").read_text("utf-8"))
    return known


def unpack_book(name: str, book: Path) -> Path:
    """Lay down a database as it was left."""
    book.write_bytes(gzip.decompress((THERE / name / "book.sqlite3.gz").read_bytes()))
    return book


@contextmanager
def opened(app: Flask, name: str) -> Iterator[Left]:
    app.config["OPEN"] = False
    yield Left(app, known_of(name)["clubs"])
    services(app).pool.close()
    services(app).main_connection.close()


@pytest.fixture
def left(request: pytest.FixtureRequest, open_app: Callable[..., Flask], tmp_path: Path) -> Any:
    """What a version left with people, as a server of today has it."""
    name = request.param
    key = tmp_path / "book.sqlite3.key"
    if (THERE / name / "book.key").exists():
        shutil.copy(THERE / name / "book.key", key)
    if name in FILES:
        app = open_app(unpack_book(name, tmp_path / "book.sqlite3"))
    else:
        address = request.getfixturevalue("new_database")()
        dump = gzip.decompress((THERE / name / "dump.sql.gz").read_bytes()).decode()
        with psycopg.connect(address) as connection:
            connection.execute(dump)
        app = open_app(address, lambda book: open_server(store.engine_for(book), key))
    with opened(app, name) as left:
        yield left


all_sets = pytest.mark.parametrize("left", SETS, indirect=True)
sets_with_links = pytest.mark.parametrize("left", WITH_LINKS, indirect=True)


def file_of(phone: FlaskClient, path: str) -> dict[str, Any]:
    """The match file that is downloaded there."""
    response = phone.get(f"{path}/match.json")
    assert response.status_code == 200, (path, response.status_code)
    file: dict[str, Any] = json.loads(response.data)
    return file


def lines_at(phone: FlaskClient, path: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = file_of(phone, path)["log"]["lines"]
    return lines


def score_of(file: dict[str, Any]) -> dict[str, Any]:
    return Match(json.dumps(file).encode()).report


# --- databases ----------------------------------------------------------------------------------


@all_sets
def test_every_match_scores_as_it_did(left: Left) -> None:
    scores = {match["path"]: match["score"] for _phone, match, _path in left.matches}
    now = {match["path"]: score_of(file_of(phone, path)) for phone, match, path in left.matches}

    assert now == scores


@all_sets
def test_every_page_of_a_match_opens(left: Left) -> None:
    for phone, _match, path in left.matches:
        for page in ("", "/sheet", "/log", "/deals/1", "/table", "/more", "/match.csv"):
            assert phone.get(path + page).status_code == 200, path + page


@all_sets
def test_lists_name_every_match_but_what_was_deleted(left: Left) -> None:
    for club in left.clubs:
        phone = left.phone(club)
        home = address_of(club["path"])
        pages = f"{home}/", f"{home}/matches/earlier"
        listed = "".join(phone.get(page).text for page in pages)
        for match in club["matches"]:
            path = address_of(match["path"])
            assert ("is_deleted" in match) != (f'href="{path}"' in listed), match["name"]
            # What was deleted can be brought back for a while, and is nowhere after that.
            assert phone.get(path).status_code in ((410, 404) if "is_deleted" in match else (200,))


@all_sets
def test_the_next_answer_is_saved_once(left: Left) -> None:
    for phone, match, path in left.matches:
        if "next" in match:
            before = lines_at(phone, path)
            form = match["next"] | {"after": match["after"], "once": "left-0123456789abcdef"}
            first = phone.post(f"{path}/entries", data=form)
            saved = lines_at(phone, path)
            again = phone.post(f"{path}/entries", data=form)

            assert (first.status_code, again.status_code) == (303, 303), match["name"]
            assert len(before) == int(match["after"])
            assert saved[: len(before)] == before
            assert len(saved) > len(before)
            assert lines_at(phone, path) == saved


# --- links and cookies --------------------------------------------------------------------------


@sets_with_links
def test_a_link_leaves_the_cookies_that_it_left(left: Left) -> None:
    for club in left.clubs:
        assert cookies_by(left, club["link"]) == in_order(club["cookies"])
        for match in club["matches"]:
            if "watch" in match:
                assert cookies_by(left, match["watch"]) == in_order(match["cookies"])


def cookies_by(left: Left, link: str) -> list[tuple[str, str, str]]:
    """The cookies that a new phone has when it has opened a link."""
    phone = left.phone()
    response = phone.get(urlsplit(link).path)
    assert response.status_code in (302, 303), link
    given = []
    for line in response.headers.getlist("Set-Cookie"):
        pair, *about = line.split("; ")
        name, _equals, value = pair.partition("=")
        path = next(part for part in about if part.startswith("Path="))
        given.append((name, path.removeprefix("Path="), value))
    return sorted(given)


def in_order(cookies: list[dict[str, str]]) -> list[tuple[str, str, str]]:
    return sorted((cookie["name"], cookie["path"], cookie["value"]) for cookie in cookies)


@sets_with_links
def test_a_members_cookie_opens_its_club_and_no_other(left: Left) -> None:
    first, second = left.clubs
    for mine, other in ((first, second), (second, first)):
        phone = left.phone(mine)

        assert phone.get(f"{mine['path']}/").status_code == 200
        assert phone.get(f"{other['path']}/").status_code == 404
        assert left.phone().get(f"{mine['path']}/").status_code == 404


@sets_with_links
def test_a_watchers_cookie_shows_one_match_and_writes_nothing(left: Left) -> None:
    for _phone, match, path in left.matches:
        watcher = left.phone(match)
        form = match.get("next", {}) | {"after": match.get("after", "1")}

        assert watcher.get(path).status_code == 200
        assert watcher.get(f"{path}/sheet").status_code == 200
        assert watcher.post(f"{path}/entries", data=form).status_code == 404
        assert left.phone().get(path).status_code == 404
        for _other, another, elsewhere in left.matches:
            if another is not match:
                assert watcher.get(elsewhere).status_code == 404


# --- forms that are sent again ------------------------------------------------------------------


@pytest.mark.parametrize("left", KNOW_FORMS, indirect=True)
def test_a_form_that_was_written_before_is_not_written_again(left: Left) -> None:
    for phone, match, path in left.matches:
        sent = match["sent_last"]
        if sent["path"].endswith("/entries"):
            before = lines_at(phone, path)
            response = phone.post(sent["path"], data=sent["fields"])

            assert response.status_code == 303, match["name"]
            assert lines_at(phone, path) == before


@pytest.mark.parametrize("left", CALLED_BY_FORMS, indirect=True)
def test_the_form_of_a_new_match_still_leads_to_the_match_that_it_began(left: Left) -> None:
    for phone, match, path in left.matches:
        response = phone.post(path.rpartition("/")[0], data=match["begun"])

        assert response.status_code == 303
        assert urlsplit(response.headers["Location"]).path == path, match["name"]


@pytest.mark.parametrize("left", [LATEST], indirect=True)
def test_an_answer_kept_on_a_phone_is_saved_once(left: Left) -> None:
    about = json.loads((THERE / LATEST / "phone.json").read_text("utf-8"))
    (path, kept), *others = json.loads(about["localStorage"]["outbox"]).items()
    phone = left.phone(about)
    before = lines_at(phone, path)
    form = dict(kept["fields"]) | {"once": kept["key"]}
    for _time in range(3):
        response = phone.post(kept["action"], data=form, headers={"HX-Request": "true"})
        assert response.status_code == 200
    after = lines_at(phone, path)

    assert not others
    assert after[:-1] == before
    assert (after[-1]["key"], after[-1]["answer"]) == ("second", [3, 6, 0])


# --- pages that lie open ------------------------------------------------------------------------


def open_page(name: str) -> Page:
    """A page that a phone has had open since."""
    with ZipFile(THERE / LATEST / "pages.zip") as pages:
        content = pages.read(name)

    class AsAnswered:
        status_code, mimetype, data = 200, "text/html", content

    return Page(AsAnswered())  # type: ignore[arg-type]


@pytest.mark.parametrize("left", [LATEST], indirect=True)
@pytest.mark.parametrize(("page", "number"), [("match", 12), ("trex", 8), ("trico", 14)])
def test_the_form_of_an_open_page_is_saved(left: Left, page: str, number: int) -> None:
    path = f"/c/home/matches/{number}"
    phone, match = next((phone, match) for phone, match, at in left.matches if at == path)
    before = lines_at(phone, path)
    form = open_page(f"{page}.html").form("/entries")
    response = phone.post(f"{path}/entries", data=form.filled(match["next"]))

    assert response.status_code == 303
    assert len(lines_at(phone, path)) > len(before)


@pytest.mark.parametrize("left", [LATEST], indirect=True)
def test_a_correction_that_lies_open_is_saved(left: Left) -> None:
    path = "/c/home/matches/12"
    phone = left.phone(left.clubs[0])
    form = open_page("correction.html").form("/deals/1/first")
    fields = {"first.0": "0", "first.1": "1", "first.2": "8"}
    looked = phone.post(f"{path}/deals/1/first", data=form.filled(fields))
    response = phone.post(f"{path}/deals/1/first", data=form.filled(fields) | {"save": "1"})

    assert looked.status_code == 200
    assert response.status_code == 303
    assert lines_at(phone, path)[-1]["kind"] == "correction"
    assert lines_at(phone, path)[-1]["answer"] == [0, 1, 8]


@pytest.mark.parametrize("left", [LATEST], indirect=True)
def test_a_new_match_is_begun_once_from_a_page_that_lies_open(left: Left) -> None:
    phone = left.phone(left.clubs[0])
    form = open_page("new.html").form("/matches")
    names = {f"players.{place}": name for place, name in enumerate(["Uma", "Vic", "Wim"])}
    places = {
        phone.post("/c/home/matches", data=form.filled(names)).headers["Location"]
        for _time in range(2)
    }

    assert "once" in form.filled(names)
    assert len(places) == 1
    assert file_of(phone, urlsplit(places.pop()).path)["players"] == ["Uma", "Vic", "Wim"]


# --- match files --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_match_file_is_taken_in_and_given_out_the_same(name: str, app: Flask) -> None:
    phone = app.test_client()
    app.config["OPEN"] = True
    # The second club has played the same again, which without a name is the same match.
    matches = [match for match in known_of(name)["clubs"][0]["matches"] if "file" in match]
    with ZipFile(THERE / name / "files.zip") as files:
        contents = [files.read(match["file"]) for match in matches]
    for match, content in zip(matches, contents, strict=True):
        form = {"text": content.decode(), "keep": "1"}
        kept = phone.post("/c/home/matches/import", data=form)
        assert kept.status_code == 303, (match["name"], Page(kept).text)
        path = urlsplit(kept.headers["Location"]).path.removeprefix("/pocket")
        was, given = in_milliseconds(json.loads(content)), in_milliseconds(file_of(phone, path))

        # Before the sixth version a match had no name.
        assert {key: given[key] for key in was} == was
        assert score_of(given) == match["score"]


def in_milliseconds(file: dict[str, Any]) -> dict[str, Any]:
    """A match file with its moments as they are kept: the first version had them finer."""
    lines = file.get("log", {}).get("lines", ())
    for about in (file, *lines):
        for key in MOMENTS:
            if about.get(key):
                moment = datetime.fromisoformat(about[key])
                about[key] = moment.isoformat(timespec="milliseconds")
    return file


# --- the pocket ---------------------------------------------------------------------------------


def in_a_pocket(folder: Path, open_app: Callable[..., Flask]) -> Callable[..., Any]:
    """A function that answers requests as the worker of the pocket asks them."""
    app = open_app(folder / "matches.sqlite3", open_pocket)
    pocket = Pocket(app, folder, "/pocket")

    def ask(method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        headers = {"content-type": "application/x-www-form-urlencoded"}
        status, _headers, content = pocket.answer(method, path, headers, body)
        return status, content

    return ask


@pytest.mark.parametrize("name", FILES)
def test_a_book_of_each_version_opens_in_a_pocket(
    name: str, tmp_path: Path, open_app: Callable[..., Flask]
) -> None:
    unpack_book(name, tmp_path / "matches.sqlite3")
    ask = in_a_pocket(tmp_path, open_app)
    for match in known_of(name)["clubs"][0]["matches"]:
        if "score" in match:
            status, content = ask("GET", f"{address_of(match['path'])}/match.json")

            assert status == 200
            assert score_of(json.loads(content)) == match["score"]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_what_lies_in_the_storage_of_a_phone_opens_and_goes_on(
    tmp_path: Path, open_app: Callable[..., Flask]
) -> None:
    storage, folder = tmp_path / "storage", tmp_path / "kept"
    folder.mkdir()
    with ZipFile(THERE / "pocket-11" / "storage.zip") as packed:
        packed.extractall(storage)
    (slots,) = storage.iterdir()
    reader = SHELL / "shell" / "file_slots.js"
    subprocess.run(["node", THERE / "unpack.mjs", reader, slots, folder], check=True)
    ask = in_a_pocket(folder, open_app)

    # Whoever served it at this address finds it under this name.
    assert slots.name == "tricktally-cards-pocket-"
    assert b'data-theme="dark"' in ask("GET", "/c/home/")[1]
    for match in known_of("pocket-11")["clubs"][0]["matches"]:
        status, content = ask("GET", f"{match['path']}/match.json")
        assert status == 200
        assert score_of(json.loads(content)) == match["score"]
        if "next" in match:
            fields = match["next"] | {"after": match["after"], "once": "left-0123456789abcdef"}
            body = "&".join(f"{name}={value}" for name, value in fields.items()).encode()
            assert ask("POST", f"{match['path']}/entries", body)[0] == 303
            assert ask("POST", f"{match['path']}/entries", body)[0] == 303
            lines = json.loads(ask("GET", f"{match['path']}/match.json")[1])["log"]["lines"]
            assert len(lines) > int(match["after"])
