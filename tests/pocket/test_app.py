"""The door in a pocket: the app called as a function, without what only a server has."""

import json
import re
import subprocess
import sys
from contextlib import closing
from importlib.metadata import distribution
from urllib.parse import quote, urlencode

import pytest
from flask import request, request_started

from app.games import GAMES
from app.pocket.app import SECTION
from app.store.sqlite import opening
from app.store.sqlite.engine import SqliteEngine
from app.web.core.services import services
from testkit.web.table import new_match
from tests.pocket.door import MATCH, Door
from tools.pocket.licences import licences_of

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
from app.pocket.app import open_pocket
from app.games import GAMES

pocket = open_pocket(sys.argv[2])
match = "/c/home/matches/1"
asked = [
    ("POST", "/c/home/matches", sys.argv[3]),
    ("POST", match + "/entries", "after=1&first.0=6&first.1=2&first.2=1"),
    *(("GET", match + page, "") for page in ("", "/sheet", "/more", "/paper", "/match.json")),
    *(("GET", page, "") for page in ("/rules/trex", "/rules/search?q=queen")),
]
form = {"Content-Type": "application/x-www-form-urlencoded"}
for method, url, body in asked:
    status, _headers, _content = pocket.answer(method, url, form, body.encode())
    assert status in (200, 302, 303), (method, url, status)
loaded = {name.partition(".")[0] for name in sys.modules} - before
print(*sorted(loaded - sys.stdlib_module_names))
assert not loaded & absent, loaded & absent
"""
LIBRARIES = {
    *("app", "flask", "werkzeug", "jinja2", "markupsafe", "blinker", "click", "itsdangerous"),
    *("babel", "cachetools", "markdown_it", "mdit_py_plugins", "mdurl"),
    *("rapidfuzz", "sqlite_utils", "sqlite_fts4", "dateutil", "pluggy"),
}
"""All that is taken along."""
OF_THIS_MACHINE = re.compile(r"_.+|cython_runtime|[$]coverage")
"""How the standard library was built here, what rapidfuzz has of C, and what measures a run."""


def test_nothing_is_imported_that_only_a_server_has(tmp_path):
    match = urlencode(new_match("italian_whist"))
    words = [sys.executable, "-c", WITHOUT_THEM, " ".join(OF_SERVERS), str(tmp_path), match]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    loaded = {name for name in done.stdout.split() if not OF_THIS_MACHINE.fullmatch(name)}
    assert loaded == LIBRARIES


def test_all_lies_below_the_prefix_which_an_address_may_leave_out(pocket):
    front, form = pocket.get("/pocket/"), pocket.get("/pocket/c/home/matches/new?game=trex")
    addresses = re.findall(r'(?:href|src|action|hx-[a-z]+)="(/[^"]*)"', form.page)

    assert (front.status, front.headers["Location"]) == (302, "/pocket/c/home/")
    assert form.status == 200
    assert addresses
    assert all(address.startswith("/pocket/") for address in addresses)
    assert pocket.get("/c/home/").page == pocket.get("/pocket/c/home/").page


def test_a_look_is_kept_by_the_app_and_no_cookie_leaves(pocket, tmp_path):
    chosen = pocket.post("/look", {"theme": "dim"})

    assert chosen.status == 303
    assert "set-cookie" not in {name.lower() for name in chosen.headers}
    assert 'data-theme="dim"' in pocket.get("/c/home/").page
    assert 'data-theme="dim"' in Door(tmp_path).get("/c/home/").page

    pocket.post("/look", {"theme": "phone"})
    assert 'html lang="en" dir="ltr" data-theme' not in pocket.get("/c/home/").page
    assert json.loads((tmp_path / "cookies.json").read_text()) == {}
    for cut_off in ("", "{", "[]", '{"look": 1}', "null"):
        (tmp_path / "cookies.json").write_text(cut_off)
        assert Door(tmp_path).get("/c/home/").status == 200, cut_off


def test_a_browser_quotes_an_address_and_may_name_a_place_on_its_page(pocket):
    pocket.begin("trex")
    assert pocket.get("/c/home/%6Datches/1").status == 200
    asked = []
    with request_started.connected_to(lambda _app: asked.append(request.path), pocket.app):
        pocket.get("/pocket/c/h%C3%B6%20me/")
    assert asked == ["/c/hö me/"]

    place = pocket.get("/rules/glossary/ace-high").headers["Location"]
    assert place == "/pocket/rules/glossary#ace-high"
    assert pocket.get(place).status == 200


def test_whoever_holds_the_phone_is_a_member_of_its_one_club_without_links_and_streams(pocket):
    pocket.begin("trex")

    more = pocket.get(f"{MATCH}/more").page
    assert "/matches/1/void" in more
    for words in ("/invite", "data-live", "Invite", "Let others watch"):
        assert words not in more + pocket.get(MATCH).page
    for address in ("/k/home.x", "/c/home/invite", f"{MATCH}/live", f"{MATCH}/invite"):
        assert pocket.get(address).status == 404


def test_pages_may_be_framed_by_the_shell_alone_and_say_where_matches_are_kept(pocket):
    headers, kept = pocket.get("/c/home/").headers, pocket.get("/kept").page

    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert headers["Content-Security-Policy"].endswith("frame-ancestors 'self'")
    assert "/pocket/kept" in pocket.get("/more").page
    for words in ("On this phone", "home screen", "/pocket/book.sqlite3"):
        assert words in kept


def test_the_book_keeps_no_log_beside_it_and_its_one_connection_waits_for_the_disk(
    pocket, tmp_path, monkeypatch
):
    pocket.begin("trex")
    opened = []
    with monkeypatch.context() as patch:
        patch.setattr(opening, "connect", opened.append)
        pocket.begin("trico")
        assert pocket.get("/c/home/matches/2").status == 200

    assert not opened, "the connection is kept from one answer to the next"
    kept = {file.name for file in tmp_path.iterdir()}
    assert kept <= {"matches.sqlite3", "matches.sqlite3-journal"}
    with closing(services(pocket.app).pool.check_out()) as db:
        names = ("journal_mode", "synchronous", "foreign_keys")
        assert [db.execute(f"PRAGMA {name}").fetchone()[0] for name in names] == ["truncate", 2, 1]


def test_what_was_made_ready_over_an_empty_folder_takes_up_another_book(pocket, tmp_path):
    pocket.begin("trex")
    pocket.post("/look", {"theme": "dim"})
    (tmp_path / "empty").mkdir()
    ready = Door(tmp_path / "empty")
    ready.pocket.warm_up()

    ready.pocket.folder = tmp_path
    ready.pocket.reopen("/cards/pocket")

    assert ready.get(MATCH).status == 200
    front = ready.get("/cards/pocket/c/home/").page
    assert 'data-theme="dim"' in front
    assert 'href="/cards/pocket/c/home/' in front
    assert 'href="/pocket/' not in front


@pytest.mark.parametrize("game", GAMES)
def test_no_page_follows_another_phone_or_keeps_answers_for_a_server(pocket, game):
    pocket.begin(game)

    for path in ("", "/sheet", "/log", "/table"):
        shown = pocket.get(MATCH + path)
        assert shown.status == 200
        assert "data-live" not in shown.page
        assert "data-shut" not in shown.page


# --- what is sent to a club and taken from one, before any script runs


def test_every_match_is_there_with_its_file_or_one_alone(pocket):
    pocket.begin("trex")
    pocket.begin("trico")
    links = re.findall(r'href="([^"]+match\.json)"', pocket.get("/c/home/send").page)

    assert {*links} == {f"/pocket/c/home/matches/{number}/match.json" for number in (1, 2)}
    for link in links:
        assert pocket.get(link).headers["Content-Disposition"].startswith("attachment")
    alone = pocket.get("/c/home/send?match=2").page
    assert re.findall(r"matches/(\d+)/match\.json", alone) == ["2"]
    assert 'href="/pocket/c/home/send?match=1"' in pocket.get(f"{MATCH}/more").page
    for words in ('href="/pocket/c/home/send"', 'href="/pocket/book.sqlite3"'):
        assert words in pocket.get("/c/home/more").page


def test_a_browser_is_told_which_matches_there_are_and_how_far_those_that_changed(pocket):
    for game in ("tribello", "trico", "tribello"):
        pocket.begin(game)
    for number in (1, 3):
        match = f"/c/home/matches/{number}"
        assert pocket.post(f"{match}/entries", {"trump": "hearts", "after": 1}).status == 303

    rows = json.loads(pocket.get("/c/home/send/logs").page)
    later = json.loads(pocket.get(f"/c/home/send/logs?since={quote(rows[0]['changed'])}").page)

    files = [f"/pocket/c/home/matches/{number}/match.json" for number in (3, 1)]
    assert [row["address"] for row in rows] == files, "without what has no answer"
    assert [json.loads(row["log"])["lines"] for row in rows] == [2, 2]
    assert [row["log"] for row in later] == [rows[0]["log"], None]


def test_a_damaged_match_cannot_be_sent_and_the_others_can(pocket, tmp_path):
    for _match in range(2):
        pocket.begin("trico")
    engine = SqliteEngine(tmp_path / "matches.sqlite3", is_shared=False)
    with closing(engine.connect()) as db, db.transaction():
        db.execute("UPDATE events SET answer = '{' WHERE match = 1")

    page = pocket.get("/c/home/send").page
    assert re.findall(r"matches/(\d+)/match\.json", page) == ["2"]
    assert pocket.get("/c/home/send/logs").status == 200


@pytest.mark.parametrize(
    ("prefix", "server"), [("/pocket", "/"), ("/cards/pocket", "/cards/"), ("", "")]
)
def test_the_server_lies_beside_the_pocket_or_nowhere(tmp_path, prefix, server):
    page = Door(tmp_path, prefix).get(f"{prefix}/c/home/send").page

    assert f'data-server="{server}"' in page


def test_a_link_of_a_server_opens_the_file_of_its_match_and_of_no_other_site(pocket):
    led = pocket.get("/pocket/take?from=/c/abc/matches/7/match.json")

    assert led.status == 302
    page = pocket.get(led.headers["Location"]).page
    assert 'data-take="/c/abc/matches/7/match.json"' in page
    for elsewhere in ("//evil.example/x", "https://evil.example/x", "/\\evil.example", "x", ""):
        address = "/c/home/matches/import?" + urlencode({"take": elsewhere})
        assert "data-take" not in pocket.get(address).page, elsewhere


def test_files_are_saved_without_an_attribute_that_passes_the_app_by(pocket):
    pocket.begin("trex")
    page = pocket.get(f"{MATCH}/paper").page

    assert "match.json" in page
    assert not re.search(r"<a[^>]* download", page)


# --- the licences of all that is carried

PACKAGE = {"version": "314.0.7", "homepage": "https://example.org/source"}


@pytest.fixture
def licences(tmp_path):
    (tmp_path / "package.json").write_text(json.dumps(PACKAGE))
    return licences_of(tmp_path, sorted(LIBRARIES - {"app"}))


def test_each_library_is_named_with_its_version_and_the_text_in_its_wheel(licences):
    texts = dict(zip(*[iter(SECTION.split(licences)[1:])] * 2, strict=True))
    words = {
        "Pyodide 314.0.7": "Mozilla Public License Version 2.0",
        "Python": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "In Pyodide and Python": "SQLite",
        "htmx": "BSD",
        "Tricktally": "The Tricktally authors",
        f"Flask {distribution('flask').version}": "Pallets",
    }

    assert len(texts) == len(LIBRARIES - {"app"}) + 5
    assert [name for name in words if words[name] not in texts[name]] == []
    assert PACKAGE["homepage"] in texts["Pyodide 314.0.7"]
    assert min(map(len, texts.values())) > 500


def test_a_page_shows_them_by_name_and_nothing_of_what_was_not_built(
    licences, pocket, tmp_path, monkeypatch
):
    assert pocket.get("/licences").status == 404
    (tmp_path / "licences.txt").write_text(licences, "utf-8")
    monkeypatch.setattr("app.pocket.app.LICENCES", tmp_path / "licences.txt")
    shown = pocket.get("/licences")

    assert 'href="/pocket/licences"' in pocket.get("/more").page
    assert shown.status == 200
    assert shown.page.count("<details") == len(SECTION.findall(licences))
    assert "&#34;Licensor&#34;" in shown.page
