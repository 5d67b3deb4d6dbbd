"""The door in a pocket: the app called as a function, without what only a server has."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import closing
from urllib.parse import urlencode

import pytest

from app import store
from app.games import GAMES
from app.pocket.app import open_pocket
from app.web.core.services import services
from tests.web.table import new_match

OF_SERVERS = {
    *("waitress", "weasyprint", "flask_compress", "limits", "brotli", "zopfli", "cssselect2"),
    *("pysqlite3", "fontTools", "PIL", "pydantic", "segno"),
    *("multiprocessing", "_multiprocessing", "concurrent", "asyncio", "ssl"),
}
"""What a browser does not have, or what would have to be fetched for nothing."""
WITHOUT_THEM = """
import sys

before = set(sys.modules)

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in absent:
            raise ImportError(name)

absent = set(sys.argv[1].split())
sys.meta_path.insert(0, Absent())
from app import store
from app.pocket.app import open_pocket
from app.games import GAMES

pocket = open_pocket(sys.argv[2])
match = "/c/home/matches/1"
asked = [
    ("POST", "/c/home/matches", sys.argv[3]),
    ("POST", match + "/entries", "after=1&first.0=6&first.1=2&first.2=1"),
    ("GET", match, ""),
    ("GET", match + "/sheet", ""),
    ("GET", match + "/more", ""),
    ("GET", match + "/paper", ""),
    ("GET", match + "/match.json", ""),
    ("GET", "/rules/trex", ""),
    ("GET", "/rules/search?q=queen", ""),
]
form = {"Content-Type": "application/x-www-form-urlencoded"}
for method, url, body in asked:
    status, _headers, _content = pocket.answer(method, url, form, body.encode())
    assert status in (200, 302, 303), (method, url, status)
loaded = {name.partition(".")[0] for name in sys.modules}
print(*sorted(loaded - sys.stdlib_module_names - before))
assert not loaded & absent, loaded & absent
"""
LIBRARIES = {
    *("app", "flask", "werkzeug", "jinja2", "markupsafe", "blinker", "click", "itsdangerous"),
    *("babel", "flask_babel", "pytz", "cachetools", "markdown_it", "mdit_py_plugins", "mdurl"),
    *("rapidfuzz", "sqlite_utils", "sqlite_fts4", "dateutil", "pluggy"),
}
"""All that is taken along."""
OF_THIS_MACHINE = re.compile(r"_.+|cython_runtime")
"""How the standard library was built here, and what rapidfuzz has of C."""


@pytest.fixture
def pocket(tmp_path):
    return open_pocket(str(tmp_path))


def post(pocket, url, fields, **headers):
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return pocket.answer("POST", url, form | headers, urlencode(fields).encode())


def get(pocket, url, **headers):
    status, _headers, content = pocket.answer("GET", url, headers, b"")
    return status, content.decode()


def test_nothing_is_imported_that_only_a_server_has(tmp_path):
    match = urlencode(new_match("italian_whist"))
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THEM, " ".join(OF_SERVERS), str(tmp_path), match],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    loaded = {name for name in done.stdout.split() if not OF_THIS_MACHINE.fullmatch(name)}
    assert loaded == LIBRARIES


def test_all_lies_below_the_prefix(pocket):
    status, headers, _content = pocket.answer("GET", "/pocket/", {}, b"")
    assert (status, dict(headers)["Location"]) == (302, "/pocket/c/home/")

    status, page = get(pocket, "/pocket/c/home/matches/new?game=trex")
    assert status == 200
    addresses = re.findall(r'(?:href|src|action|hx-[a-z]+)="(/[^"]*)"', page)
    assert addresses
    assert all(address.startswith("/pocket/") for address in addresses)


def test_an_address_may_leave_the_prefix_out(pocket):
    assert get(pocket, "/c/home/") == get(pocket, "/pocket/c/home/")


def test_a_look_is_kept_by_the_app_and_no_cookie_leaves(pocket, tmp_path):
    status, headers, _content = post(pocket, "/look", {"theme": "dim"})

    assert status == 303
    assert "set-cookie" not in {name.lower() for name, _value in headers}
    assert 'data-theme="dim"' in get(pocket, "/")[1] + get(pocket, "/c/home/")[1]
    assert 'data-theme="dim"' in get(open_pocket(str(tmp_path)), "/c/home/")[1]

    post(pocket, "/look", {"theme": "phone"})

    assert 'html lang="en" dir="ltr" data-theme' not in get(pocket, "/c/home/")[1]


@pytest.mark.parametrize("left", ["", "{", "[]", '{"look": 1}', "null"])
def test_cookies_that_were_cut_off_cost_only_the_look(tmp_path, left):
    (tmp_path / "cookies.json").write_text(left)

    assert get(open_pocket(str(tmp_path)), "/c/home/")[0] == 200


def test_whoever_holds_the_phone_is_a_member_of_its_one_club(pocket):
    assert post(pocket, "/c/home/matches", new_match("trex"))[0] == 303

    more = get(pocket, "/c/home/matches/1/more")[1]
    assert "/matches/1/void" in more
    for words in ("/invite", "data-live", "Invite", "Let others watch"):
        assert words not in more + get(pocket, "/c/home/matches/1")[1]


@pytest.mark.parametrize(
    "address", ["/k/home.x", "/c/home/invite", "/c/home/matches/1/live", "/c/home/matches/1/invite"]
)
def test_there_are_no_links_and_no_streams(pocket, address):
    post(pocket, "/c/home/matches", new_match("trex"))

    assert get(pocket, address)[0] == 404


def test_pages_may_be_framed_by_the_shell_and_by_nobody_else(pocket):
    headers = dict(pocket.answer("GET", "/c/home/", {}, b"")[1])

    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert headers["Content-Security-Policy"].endswith("frame-ancestors 'self'")


def test_the_book_keeps_no_log_beside_it_and_every_connection_waits_for_the_disk(pocket, tmp_path):
    post(pocket, "/c/home/matches", new_match("trex"))

    assert {file.name for file in tmp_path.iterdir()} <= {
        "matches.sqlite3",
        "matches.sqlite3-journal",
    }
    with closing(services(pocket.app).pool.check_out()) as db:
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "truncate"
        assert db.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert db.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_a_connection_is_kept_from_one_answer_to_the_next(pocket, monkeypatch):
    post(pocket, "/c/home/matches", new_match("trex"))
    opened = []
    monkeypatch.setattr(store.sqlite.connection, "connect", opened.append)

    assert post(pocket, "/c/home/matches", new_match("trico"))[0] == 303
    assert get(pocket, "/c/home/matches/2")[0] == 200
    assert not opened


def test_it_says_where_matches_are_kept(pocket):
    assert "/pocket/kept" in get(pocket, "/more")[1]

    page = get(pocket, "/kept")[1]

    assert "On this phone" in page
    assert "home screen" in page
    assert "/pocket/book.sqlite3" in page


def test_what_was_made_ready_over_an_empty_folder_takes_up_another_book(pocket, tmp_path):
    post(pocket, "/c/home/matches", new_match("trex"))
    post(pocket, "/look", {"theme": "dim"})
    (tmp_path / "empty").mkdir()
    ready = open_pocket(str(tmp_path / "empty"))
    ready.warm_up()

    ready.folder = tmp_path
    ready.reopen()

    assert get(ready, "/c/home/matches/1")[0] == 200
    assert 'data-theme="dim"' in get(ready, "/c/home/")[1]


@pytest.mark.parametrize("game", GAMES)
def test_no_page_follows_another_phone_or_keeps_answers_for_a_server(pocket, game):
    post(pocket, "/c/home/matches", new_match(game))

    for page in ("", "/sheet", "/log", "/table"):
        status, html = get(pocket, f"/c/home/matches/1{page}")
        assert status == 200
        assert "data-live" not in html
        assert "data-shut" not in html
