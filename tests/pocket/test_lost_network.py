"""What a person at the table sees of a match whose club cannot be reached, however that came."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error

from testkit.browser.phone import TRIBELLO, expect
from testkit.pocket.away import AwayPhone, AwayWindow, assert_is_whole, phone_at
from testkit.pocket.site import BUILT, SNAPSHOT

pytestmark = [*BUILT, pytest.mark.long]

LEAST_STAY = 5000  # ms
NOTE_STAYS = """if (window === top) addEventListener("pagehide", () => {
  const frame = document.querySelector("iframe[name=page]");
  if (!frame) return;
  const stays = JSON.parse(localStorage.stays ?? "[]");
  localStorage.stays = JSON.stringify([...stays, performance.now()]);
});"""
"""Each page that has shown a match in its frame notes for how long it was there."""


def test_a_match_goes_on_from_a_snapshot(table, club, rng):
    table.page.wait_until(lambda: table.page.shell.evaluate(SNAPSHOT) == "kept", "snapshot")
    club.process.close()
    table.play_on(rng, 1)
    table.wait_until_away()
    club.process.start()
    table.wait_until_back()
    assert_is_whole(club, table.match)


def test_a_match_does_not_come_and_go_with_its_network(table, club, rng):
    table.page.shell.context.add_init_script(NOTE_STAYS)
    table.page.shell.set_default_timeout(5000)
    line = table.match.last_line
    with club.network.comes_and_goes():
        while table.match.last_line < line + 12:
            # A page that goes may take a tap with it: then it is tapped again.
            with suppress(Error):
                table.play_on(rng, 1)
    table.wait_until_back()
    stays = table.page.shell.evaluate("JSON.parse(localStorage.stays ?? '[]')")
    assert stays, "it was never away"
    assert min(stays) >= LEAST_STAY
    assert_is_whole(club, table.match)


def test_no_page_gives_way_between_two_taps(table, club, rng):
    club.process.close()
    table.play_on(rng, 1)
    table.wait_until_away()
    looks = []
    table.page.shell.on("response", lambda one: "/sync" in one.url and looks.append(one.url))
    club.process.start()

    def answers_while_tapped(number):
        table.page.frame.locator("#match").dispatch_event("pointerdown")
        return len(looks) >= number

    # Long after two answers in a row, with which an unused page is back.
    table.page.wait_until(lambda: answers_while_tapped(12), "answers of the club")
    assert table.page.is_away
    table.wait_until_back()
    assert_is_whole(club, table.match)


def test_an_answer_whose_response_was_lost_is_written_once(table, club, rng):
    lines = club.match(1).last_line
    club.network.lose_answers()
    table.play_on(rng, 1)
    assert club.match(1).last_line == lines + 1
    club.process.close()
    club.network.mend()
    table.wait_until_away()
    table.play_on(rng, 2)
    club.process.start()
    table.wait_until_back()
    said = table.match
    assert said.last_line == lines + 3
    assert_is_whole(club, said)


def test_each_of_two_matches_joins(table, club, rng):
    table.begin(*TRIBELLO)
    table.wait_until_ready()
    club.process.close()
    table.play_on(rng, 2)
    second = table.match
    table.page.goto("/matches/1")
    table.wait_until_away()
    table.play_on(rng, 2)
    first = table.match
    club.process.start()
    table.wait_until_back()
    assert_is_whole(club, first, 1)
    table.page.goto("/matches")
    table.page.wait_until(lambda: club.match(2).last_line == second.last_line, "second match")
    assert_is_whole(club, second, 2)


def test_a_match_joins_from_the_start_page(club, tmp_path, rng):
    profile = tmp_path / "profile"
    with phone_at(club, profile) as phone:
        phone.begin(*TRIBELLO)
        phone.wait_until_ready()
        club.process.close()
        phone.play_deals(rng, 2)
        said = phone.match
    club.process.start()
    with phone_at(club, profile) as phone:
        phone.page.goto("/")
        expect(phone.page.shell.locator("#saved")).to_contain_text("In the club: 2 deals")
        assert not phone.page.is_away
    assert_is_whole(club, said)


@pytest.mark.parametrize("more", [2, 0], ids=["more was said", "nothing more was said"])
def test_a_club_of_a_backup_gets_what_it_has_lost(table, club, tmp_path, rng, more):
    club.process.stop()
    backup = shutil.copy(club.database, tmp_path / "backup.sqlite3")
    club.process.start()
    table.page.shell.reload()
    table.play_on(rng, 3)
    club.process.stop()
    for suffix in ("", "-wal", "-shm"):
        Path(f"{club.database}{suffix}").unlink(missing_ok=True)
    shutil.copy(backup, club.database)
    table.page.shell.reload()
    table.wait_until_away()
    table.play_on(rng, more)
    said = table.match
    club.process.start()
    table.wait_until_back()
    assert club.match(1).events == said.events


# --- in the same browser


SHOWN = "#match:has(input[name=after][value='{line}'])"


def test_a_second_window_shows_the_same_and_goes_on(table, club, rng):
    second = AwayPhone(AwayWindow(table.page.shell.context.new_page(), club.address))
    second.page.goto("/matches/1")
    second.wait_until_ready()
    club.process.close()
    table.play_on(rng, 2)
    table.wait_until_away()
    line = table.match.last_line
    second.page.goto("/matches/1")
    second.wait_until_away()
    second.page.wait_for_selector(SHOWN.format(line=line))
    second.play_on(rng, 1)
    line = second.match.last_line
    table.page.wait_for_selector(SHOWN.format(line=line))
    table.page.shell.close()
    second.play_on(rng, 2)
    here = second.match
    club.process.start()
    second.wait_until_back()
    assert_is_whole(club, here)


NO_CONNECTION = "No connection"


def test_the_tabs_and_the_way_back_lead_to_the_match(table, club, rng):
    """From the page of the server, and from one that is away."""
    shell = table.page.shell
    club.process.close()
    shell.locator(".tabs a", has_text="Sheet").click()
    table.page.wait_until(lambda: table.page.is_away and "/sheet" in table.page.frame.url, "sheet")
    table.page.wait_for_selector("tfoot")
    shell.go_back()
    table.wait_until_away()
    table.play_on(rng, 1)
    for tab, there in (("Sheet", "/sheet"), ("Rules", "rules"), ("More", "/more"), ("Play", "/1")):
        table.page.frame.locator(".tabs a", has_text=tab).click()
        shell.wait_for_url(lambda url, there=there: there in url)
        table.page.wait_for_selector(".tabs")
    for _back in range(3):
        shell.go_back()
        table.page.wait_until(lambda: table.page.frame.locator(".tabs").count(), "page before")
        expect(shell.locator("body")).not_to_contain_text(NO_CONNECTION, use_inner_text=True)
    table.page.frame.goto(f"{club.address}c/home/matches/1")
    table.play_on(rng, 1)
    here = table.match
    club.process.start()
    table.wait_until_back()
    assert_is_whole(club, here)
