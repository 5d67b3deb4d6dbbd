"""What a pocket sends to a club and takes from one, before any script runs."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from app.pocket.app import open_pocket
from tests.web.table import new_match

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def pocket(tmp_path):
    """Two matches in a pocket."""
    pocket = open_pocket(str(tmp_path))
    for game in ("trex", "trico"):
        body = urlencode(new_match(game)).encode()
        assert pocket.answer("POST", "/c/home/matches", FORM, body)[0] == 303
    return pocket


def get(pocket, url):
    status, headers, content = pocket.answer("GET", url, {}, b"")
    return status, content.decode(), dict(headers)


def test_every_match_is_there_with_its_file(pocket):
    _status, page, _headers = get(pocket, "/c/home/send")

    links = re.findall(r'href="([^"]+match\.json)"', page)
    assert {*links} == {f"/pocket/c/home/matches/{number}/match.json" for number in (1, 2)}
    for link in links:
        assert get(pocket, link)[2]["Content-Disposition"].startswith("attachment")
    assert 'data-server="/"' in page


def test_one_match_can_be_sent_alone(pocket):
    page = get(pocket, "/c/home/send?match=2")[1]

    assert re.findall(r"matches/(\d+)/match\.json", page) == ["2"]


def test_more_leads_there(pocket):
    assert 'href="/pocket/c/home/send?match=1"' in get(pocket, "/c/home/matches/1/more")[1]
    for words in ('href="/pocket/c/home/send"', 'href="/pocket/book.sqlite3"'):
        assert words in get(pocket, "/c/home/more")[1]


@pytest.mark.parametrize(("prefix", "server"), [("/cards/pocket", "/cards/"), ("", "")])
def test_the_server_lies_beside_the_pocket_or_nowhere(tmp_path, prefix, server):
    page = get(open_pocket(str(tmp_path), prefix), f"{prefix}/c/home/send")[1]

    assert f'data-server="{server}"' in page


def test_a_link_of_a_server_opens_the_file_of_its_match(pocket):
    status, _page, headers = get(pocket, "/pocket/take?from=/c/abc/matches/7/match.json")

    assert status == 302
    page = get(pocket, headers["Location"])[1]
    assert 'data-take="/c/abc/matches/7/match.json"' in page


@pytest.mark.parametrize(
    "elsewhere", ["//evil.example/x", "https://evil.example/x", "/\\evil.example", "x", ""]
)
def test_nothing_is_fetched_from_another_site(pocket, elsewhere):
    address = "/c/home/matches/import?" + urlencode({"take": elsewhere})

    assert "data-take" not in get(pocket, address)[1]


def test_files_are_saved_without_an_attribute_that_passes_the_app_by(pocket):
    page = get(pocket, "/c/home/matches/1/paper")[1]

    assert "match.json" in page
    assert not re.search(r"<a[^>]* download", page)
