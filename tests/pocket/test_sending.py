"""What a pocket sends to a club and takes from one, before any script runs."""

import re
from urllib.parse import urlencode

import pytest

from tests.pocket.door import MATCH, Door


@pytest.fixture
def pocket(pocket):
    """Two matches in a pocket."""
    pocket.begin("trex")
    pocket.begin("trico")
    return pocket


def test_every_match_is_there_with_its_file_or_one_alone(pocket):
    links = re.findall(r'href="([^"]+match\.json)"', pocket.get("/c/home/send").page)

    assert {*links} == {f"/pocket/c/home/matches/{number}/match.json" for number in (1, 2)}
    for link in links:
        assert pocket.get(link).headers["Content-Disposition"].startswith("attachment")
    alone = pocket.get("/c/home/send?match=2").page
    assert re.findall(r"matches/(\d+)/match\.json", alone) == ["2"]
    assert 'href="/pocket/c/home/send?match=1"' in pocket.get(f"{MATCH}/more").page
    for words in ('href="/pocket/c/home/send"', 'href="/pocket/book.sqlite3"'):
        assert words in pocket.get("/c/home/more").page


@pytest.mark.parametrize(
    ("prefix", "server"), [("/pocket", "/"), ("/cards/pocket", "/cards/"), ("", "")]
)
def test_the_server_lies_beside_the_pocket_or_nowhere(tmp_path, prefix, server):
    page = Door(tmp_path, prefix).get(f"{prefix}/c/home/send").page

    assert f'data-server="{server}"' in page


ELSEWHERE = ["//evil.example/x", "https://evil.example/x", "/\\evil.example", "x", ""]


def test_a_link_of_a_server_opens_the_file_of_its_match_and_of_no_other_site(pocket):
    led = pocket.get("/pocket/take?from=/c/abc/matches/7/match.json")

    assert led.status == 302
    page = pocket.get(led.headers["Location"]).page
    assert 'data-take="/c/abc/matches/7/match.json"' in page
    for elsewhere in ELSEWHERE:
        address = "/c/home/matches/import?" + urlencode({"take": elsewhere})
        assert "data-take" not in pocket.get(address).page, elsewhere


def test_files_are_saved_without_an_attribute_that_passes_the_app_by(pocket):
    page = pocket.get(f"{MATCH}/paper").page

    assert "match.json" in page
    assert not re.search(r"<a[^>]* download", page)
