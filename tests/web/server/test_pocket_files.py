"""The pocket edition at a server: built files below /pocket/, and a link where they can be kept."""

import gzip
import os
from shutil import copytree

import pytest

from app.server import pocket_files

WASM = b"\0asm" + bytes(500)
PAGE = '<!doctype html><link rel="manifest" href="./manifest.webmanifest">'
AS_A_PAGE = {"Sec-Fetch-Dest": "document"}
AS_A_FILE = {"Sec-Fetch-Dest": "empty"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """As `make pocket` leaves it."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "engine").mkdir()
    for name, content in {
        "index.html": PAGE.encode(),
        "sw.js": b"self.skipWaiting();",
        "manifest.webmanifest": b"{}",
        "engine/pyodide.asm.wasm": WASM,
        "engine/pyodide.asm.wasm.br": b"packed",
        "engine/pyodide.asm.wasm.gz": gzip.compress(WASM, mtime=0),
        "engine/pyodide.mjs": b"export {};",
    }.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def offering(open_app, folder, tmp_path_factory):
    app = open_app(tmp_path_factory.mktemp("offering") / "matches.sqlite3")
    pocket_files.init_app(app, folder)
    return app


@pytest.fixture
def client(offering):
    return offering.test_client()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("engine/pyodide.asm.wasm", "application/wasm"),
        *((name, "text/javascript") for name in ("engine/pyodide.mjs", "sw.js")),
        ("manifest.webmanifest", "application/manifest+json"),
        ("", "text/html"),
    ],
)
def test_every_file_says_what_it_is_and_is_asked_for_anew(client, name, kind):
    response = client.get(f"/pocket/{name}")

    assert response.status_code == 200
    assert response.mimetype == kind
    assert response.headers["Cache-Control"] == "no-cache"
    assert "'wasm-unsafe-eval'" in response.headers["Content-Security-Policy"]
    assert "unsafe-inline" not in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("accepted", "encoding", "content"),
    [
        ("gzip, deflate, br, zstd", "br", b"packed"),
        ("gzip, deflate", "gzip", gzip.compress(WASM, mtime=0)),
        ("", None, WASM),
    ],
)
def test_a_file_is_sent_as_it_was_packed(client, accepted, encoding, content):
    about = {"Accept-Encoding": accepted}
    response = client.get("/pocket/engine/pyodide.asm.wasm", headers=about)

    assert response.headers.get("Content-Encoding") == encoding
    assert response.data[10:] == content[10:]
    assert "Accept-Encoding" in response.headers["Vary"]
    seen = {**about, "If-None-Match": response.headers["ETag"]}
    again = client.get("/pocket/engine/pyodide.asm.wasm", headers=seen)
    assert (again.status_code, again.data) == (304, b"")


def test_the_shell_opens_whatever_a_page_in_it_is_called(client):
    address = "/pocket/c/home/matches/import?take=/c/home/matches/1/match.json"

    response = client.get(address, headers=AS_A_PAGE)

    assert response.status_code == 200
    assert 'href="/pocket/manifest.webmanifest"' in response.text
    # By its name it is sent as it was built: the worker compares what it fetches with that.
    assert client.get("/pocket/index.html", headers=AS_A_FILE).text == PAGE


NOT_THERE = ["../pyproject.toml", "..%2fpyproject.toml", "engine", "engine/", "no.js", "//etc"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        *(("GET", f"/{path}", 404) for path in (*NOT_THERE, "c/home/")),
        *(("POST", f"/{path}", 405) for path in ("c/home/matches", "", "index.html")),
        ("GET", "", 308),
        ("HEAD", "/index.html", 200),
    ],
)
def test_nothing_else_is_there_and_all_is_said_with_our_headers(client, method, path, status):
    response = client.open(f"/pocket{path}", method=method, headers=AS_A_FILE)

    assert response.status_code == status
    assert response.location == ("/pocket/" if status == 308 else None)
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]


def test_two_versions_of_one_date_and_size_are_told_apart(open_app, folder, client, tmp_path):
    """As they are in two wheels."""
    newer = copytree(folder, tmp_path / "newer")
    then = (newer / "sw.js").stat().st_mtime
    (newer / "sw.js").write_bytes(b"self.skipWaiting()+")
    os.utime(newer / "sw.js", (then, then))
    app = open_app(tmp_path / "matches.sqlite3")
    pocket_files.init_app(app, newer)
    seen = {"If-None-Match": client.get("/pocket/sw.js").headers["ETag"]}

    assert app.test_client().get("/pocket/sw.js", headers=seen).status_code == 200
    assert client.get("/pocket/sw.js", headers=seen).status_code == 304


@pytest.mark.parametrize(
    ("base", "is_offered"),
    [
        *((f"http://{host}:8000", True) for host in ("localhost", "127.0.0.1")),
        ("https://cards.example", True),
        *((f"http://{host}", False) for host in ("192.168.1.5:8000", "cards.example")),
    ],
)
def test_it_is_offered_where_a_browser_keeps_it(client, base, is_offered):
    page = client.get("/more", base_url=base)

    assert page.status_code == 200
    assert ("the whole app on this phone" in page.text) is is_offered
    assert ("Take it along: only from an https address" in page.text) is not is_offered


def test_where_it_is_not_built_there_is_neither_link_nor_address(open_app, tmp_path, monkeypatch):
    monkeypatch.setattr(pocket_files, "POCKET", tmp_path / "nothing")
    app = open_app(tmp_path / "matches.sqlite3")

    assert "Take it along" not in app.test_client().get("/more").text
    assert app.test_client().get("/pocket/").status_code == 404
