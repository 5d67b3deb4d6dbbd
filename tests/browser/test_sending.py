"""From a pocket to a club and back, in a browser: the match is the same, and there once."""

from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from app.pocket.app import open_pocket
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import lists, matches
from testkit.browser.phone import hold_next
from testkit.play import Played, keep_in, play_at_random
from tests.pocket.server_with_pocket import server_with_pocket

LATER = 1_000  # ms after which a page of a pocket asks what the club has
NAMES_TOLD = """
const real = window.fetch;
window.told = [];
window.fetch = (address, about) => {
  const form = about?.body;
  const names = [...(form ?? [])].filter(([key]) => key.startsWith("name."));
  if (form?.has?.("file")) told.push(names.map(([, name]) => name));
  return real(address, about);
};
"""


@pytest.fixture
def both(tmp_path, rng):
    """A server with a club, and beside it a pocket with two matches."""
    open_pocket(str(tmp_path))
    books = SimpleNamespace(pocket=tmp_path / "matches.sqlite3", club=tmp_path / "club.sqlite3")
    for key in ("italian_whist", "trico"):
        keep_in(books.pocket, play_at_random(GAMES[key], rng, mishaps=0).match)
    with server_with_pocket(tmp_path) as address:
        yield SimpleNamespace(address=address, **vars(books))


@pytest.fixture
def page(both, browser):
    with closing(browser.new_context(base_url=both.address)) as context:
        yield context.new_page()


def logs(book):
    """What was said in each match, by what it is called everywhere."""
    with closing(engine_for(book).connect()) as db:
        records = [matches.find_match(db, HOME, number) for number in lists.match_ids(db, HOME)]
    return {record.uuid: record.events for record in records}


def test_what_is_new_goes_to_the_club_with_one_tap_and_arrives_once(both, page):
    sent = page.get_by_text("is in the club now")
    page.goto("/pocket/c/home/send")
    expect(page.get_by_text("players are new here")).to_be_visible()
    page.get_by_role("button", name="Send all that is new").click()
    expect(sent).to_have_count(2)

    assert logs(both.club) == logs(both.pocket)
    expect(page.get_by_text("Who is who")).to_have_count(0)
    # Who taps before it is known where the club is has to be understood too.
    held_request = hold_next(page, f"{both.address}/")
    page.reload()
    held = held_request()
    page.locator("a[data-changed]").first.click()
    with page.expect_event("requestfinished", lambda request: request.method == "POST"):
        held.continue_()
    expect(sent).to_have_count(2)
    assert logs(both.club) == logs(both.pocket)


def test_who_is_like_somebody_of_the_club_is_asked_about_once_for_all_matches(both, page):
    here = Played(GAMES["tribello"], ["Ida", "Bruno K.", "Dora"])
    here.answer({})
    keep_in(both.club, here.match)
    others = Played(GAMES["tribello"], ["Xenia", "BRUNO", "Zoe"])
    others.answer({})
    keep_in(both.pocket, others.match)
    page.add_init_script(NAMES_TOLD)
    page.goto("/pocket/c/home/send")
    page.get_by_role("button", name="Send all that is new").click()
    assert not logs(both.pocket).keys() & logs(both.club).keys(), "nothing is sent before that"
    page.get_by_role("radio", name="Bruno K.").check()
    page.get_by_role("button", name="Send all that is new").click()

    expect(page.get_by_text("is in the club now")).to_have_count(3)
    of_each = [{name.casefold() for name in names} for names in page.evaluate("window.told")]
    assert {"xenia", "bruno", "zoe"} in of_each, "only the names of its match go with a file"
    assert sum("bruno" in names for names in of_each) == 3
    assert logs(both.pocket).items() <= logs(both.club).items()
    page.goto("/c/home/players")
    expect(page.get_by_text("4 matches")).to_have_count(1)


def whist(*answers):
    """A match that is called the same in the club and in the pocket."""
    played = Played(GAMES["italian_whist"], ["Anna", "Bruno", "Carla"])
    for answer in ({"upper": 99, "lower": -99}, *answers):
        played.answer(answer)
    return replace(played.match, uuid="5f0c1c3e-0000-4000-8000-00000000000a")


DEAL, LEVEL = ([6, 2, 1], [1, 2, 6]), ([3, 3, 3], [3, 3, 3])


def test_a_match_that_only_goes_on_here_is_sent_by_one_tap(both, page):
    keep_in(both.club, whist(*DEAL))
    keep_in(both.pocket, whist(*DEAL, *LEVEL, *DEAL))
    page.goto("/pocket/c/home/send")

    page.get_by_text("goes on here by 2 deals: send").click()

    expect(page.get_by_text("is in the club now")).to_have_count(1)
    assert whist(*DEAL, *LEVEL, *DEAL).events in logs(both.club).values()
    assert len(logs(both.club)) == 1, "nothing else was sent"


def test_where_a_match_went_on_in_both_nothing_is_sent_and_a_tap_shows_both(both, page):
    keep_in(both.club, whist(*DEAL, *LEVEL))
    keep_in(both.pocket, whist(*DEAL, *DEAL, *DEAL))
    page.goto("/pocket/c/home/send")
    told = page.get_by_text("went on otherwise in the club")
    expect(told).to_be_visible()

    page.get_by_role("button", name="Send all that is new").click()
    expect(page.get_by_text("is in the club now")).to_have_count(2)
    assert whist(*DEAL, *LEVEL).events in logs(both.club).values()
    told.click()
    page.wait_for_url("**/c/home/matches/import")


def test_both_start_pages_say_what_the_club_has_not_until_it_has_it(both, page):
    number = keep_in(both.club, whist(*DEAL))
    keep_in(both.pocket, whist(*DEAL, *LEVEL))
    page.clock.install()
    page.goto(f"/c/home/matches/{number}")
    page.goto("/c/home/")
    expect(page.locator(".unsent")).to_be_hidden()

    page.goto("/pocket/c/home/")
    page.clock.fast_forward(LATER)
    said = page.get_by_text("3 matches on this phone are not in the club: send")
    expect(said).to_be_visible()
    page.goto("/c/home/")
    said.click()
    page.get_by_role("button", name="Send all that is new").click()
    expect(page.get_by_text("is in the club now")).to_have_count(3)

    for start in ("/pocket/c/home/", "/c/home/"):
        page.goto(start)
        expect(page.locator(".unsent")).to_be_hidden()


@pytest.mark.long
def test_a_match_of_the_club_is_taken_along(both, page, rng):
    number = keep_in(both.club, play_at_random(GAMES["trex"], rng, mishaps=0).match)
    page.goto(f"/c/home/matches/{number}/more")
    page.get_by_role("link", name="Take this match along").click()
    page.get_by_role("button", name="Keep this match").click()

    page.wait_for_url("**/pocket/c/home/matches/3")
    assert logs(both.club).items() <= logs(both.pocket).items()


@pytest.mark.long
def test_where_no_club_is_in_reach_it_says_so_and_gives_the_file(both, page):
    page.route(f"{both.address}/", lambda route: route.abort())
    page.goto("/pocket/c/home/send")

    expect(page.get_by_text("No club can be reached from here")).to_be_visible()
    expect(page.get_by_role("button", name="Send all")).to_be_hidden()
    with page.expect_download() as download:
        page.locator("a[data-changed]").first.click()
    assert download.value.suggested_filename.endswith(".json")
