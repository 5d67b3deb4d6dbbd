"""A match is begun in a browser while its club cannot be reached, and gets a number there later."""

import re
from contextlib import suppress
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from app.pocket.away import FIRST_NUMBER
from testkit.browser.phone import FOUR
from testkit.pocket.away import assert_is_whole
from testkit.pocket.site import BUILT

pytestmark = [*BUILT, pytest.mark.long]


BEGIN_DRAFT = """(address) => {
  const { pathname } = new URL(address);
  localStorage.setItem("drafts", JSON.stringify([[pathname, "9.later", []]]));
}"""
DRAFTS = "JSON.parse(localStorage.getItem('drafts'))"


def lose_club(table, club, rng):
    """Cut the network, and go on until the match is away."""
    club.network.cut()
    table.play_on(rng, 1)
    table.wait_until_away()


def open_in_frame(table, path):
    table.page.frame.goto(f"{table.page.address}c/home{path}")


def end(table):
    """End the match by hand."""
    open_in_frame(table, f"/matches/{table.match_id}/more")
    fold = table.page.frame.locator("details", has_text="End the match")
    fold.locator("summary").click()
    fold.get_by_role("button").click()
    table.page.wait_for_selector(".outcome")


def wait_until_begun(table):
    """Until another match has a window of its own. Returns its address."""
    shell = table.page.shell
    table.page.wait_until(lambda: number_in(shell.url) >= FIRST_NUMBER, "new address")
    table.wait_until_away()
    return shell.url.partition("?")[0]


def number_in(address):
    return int(re.search(r"/matches/(\d+)", address)[1])


def has_match(club, number):
    """Whether the club has a match of this number."""
    with suppress(AssertionError):
        return bool(club.match(number))


def everything_kept(table):
    """All that the pages of this browser remember, as text."""
    return table.page.shell.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")


def test_after_the_end_one_more_gets_its_number_when_the_club_is_back(table, club, rng):
    shell = table.page.shell
    lose_club(table, club, rng)
    end(table)
    first = table.match
    table.page.frame.locator(".what-next .button", has_text="Again").last.click()
    address = wait_until_begun(table)
    table.play_deals(rng, 2)
    shell.reload()
    table.wait_until_away()
    table.play_on(rng, 1)
    second = table.match
    shell.evaluate(BEGIN_DRAFT, address)

    club.network.mend()
    table.wait_until_back()
    assert number_in(shell.url) == 2
    assert ["/c/home/matches/2", "9.later", []] in shell.evaluate(DRAFTS)
    assert_is_whole(club, second, 2)
    assert club.match(1).events == first.events
    # Its page goes on there, and the address of before leads to it.
    table.play_on(rng, 1)
    assert_is_whole(club, table.match, 2)
    assert str(number_in(address)) not in everything_kept(table)
    shell.goto(f"{address}/sheet")
    assert shell.url.endswith("/matches/2/sheet")
    assert not has_match(club, 3)


def arrive_unheard(table, club, rng):
    """Begin a match of Italian Whist away and let it come to the club, whose answer is lost; then
    go on with it."""
    open_in_frame(table, "/")
    table.page.frame.locator(".games a", has_text="Italian Whist").click()
    for place, name in enumerate(FOUR[1:]):
        table.page.fill(f"#player-{place}", name)
    table.page.get_by_role("button", name="Begin").click()
    wait_until_begun(table)
    table.play_on(rng, 2)
    # The whole page comes anew, and sends what it has.
    club.network.mend()
    club.network.lose_answers()
    table.page.shell.reload()
    table.page.wait_until(lambda: has_match(club, 2), "match that is sent")
    table.wait_until_away()
    table.play_on(rng, 1)


def says_there(club, path, **fields):
    """Send a form of the match from another phone, whose network is well."""
    address = f"http://127.0.0.1:{club.process.port}/c/home/matches/2/{path}"
    with urlopen(address, urlencode(fields).encode()) as answer:
        assert answer.status == 200


def test_a_match_whose_arrival_was_not_heard_of_is_in_the_club_once(table, club, rng):
    lose_club(table, club, rng)
    first = table.match
    arrive_unheard(table, club, rng)
    second = table.match
    club.network.mend()
    table.wait_until_back()
    assert number_in(table.page.shell.url) == 2
    assert_is_whole(club, second, 2)
    assert_is_whole(club, first, 1)
    assert not has_match(club, 3)


def test_what_was_said_there_before_that_was_heard_of_is_shown_beside(table, club, rng):
    lose_club(table, club, rng)
    arrive_unheard(table, club, rng)
    here, shell = table.match, table.page.shell
    says_there(club, "undo", after=club.match(2).last_line)
    club.network.mend()
    table.page.wait_until(lambda: shell.locator("table.fork").count(), "fork")
    shell.locator(".bar").get_by_text("Keep both").click()
    shell.wait_for_url(re.compile(r"/matches/3"))
    assert club.match(3).events == here.events
    assert club.match(2).events[-1].kind == "undo"


def test_one_that_was_deleted_before_that_was_heard_of_can_be_saved_as_a_new_one(table, club, rng):
    lose_club(table, club, rng)
    arrive_unheard(table, club, rng)
    here, shell = table.match, table.page.shell
    with suppress(HTTPError):  # 410 is what its page says now
        says_there(club, "delete")
    club.network.mend()
    shell.get_by_role("button", name="Save as a new match").click()
    shell.wait_for_url(re.compile(r"/matches/3"))
    assert club.match(3).events == here.events
