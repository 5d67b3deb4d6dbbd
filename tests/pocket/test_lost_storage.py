"""A browser that loses what a match needs to go on without its club, or has no room for it."""

import re

import pytest
from playwright.sync_api import expect

from testkit.play import legal_answer
from testkit.pocket.away import WAITS, assert_is_whole
from testkit.pocket.site import BUILT

pytestmark = [*BUILT, pytest.mark.long]

NO_CONNECTION = "No connection"
WITHOUT_CONNECTION = re.compile("No connection|without connection")
"""In place of the page, or in a page of before."""
FORGET = """() => new Promise((done) => {
  const asking = indexedDB.deleteDatabase("tricktally");
  asking.onsuccess = asking.onerror = () => done(true);
})"""
FORGET_FILES = """async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  return true;
}"""
BREAK_ENGINE = """async () => {
  const headers = { "Content-Type": "text/javascript" };
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (url.includes("away_worker"))
        await (await caches.open(name)).put(url, new Response("throw 'broken'", { headers }));
  return true;
}"""
FILL_DISK = """async () => {
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (url.includes("shell/match_records")) {
        const cache = await caches.open(name);
        const script = await (await cache.match(url)).text();
        const broken = script.replace("store.put(record)", "store.put()");
        const headers = { "Content-Type": "text/javascript" };
        await cache.put(url, new Response(broken, { headers }));
      }
}"""
"""As if there were no room: the engine keeps nothing more."""
LONG = 10_000  # ms in which a page would have come back again and again


def loads(table):
    """A list to which each page that the window comes to show is added."""
    seen = []
    table.page.shell.on("load", lambda page: seen.append(page.url))
    return seen


@pytest.mark.parametrize("harm", [FORGET, FORGET_FILES], ids=["the match", "the engine"])
def test_what_is_cleared_in_the_midst_costs_no_answer(harm, table, club, rng):
    club.process.close()
    table.play_on(rng, 2)
    table.wait_until_away()
    assert table.page.shell.evaluate(harm)
    seen = loads(table)
    table.play_on(rng, 1)
    here = table.match
    club.process.start()
    club.network.mend()
    table.wait_until_back()
    assert_is_whole(club, here)
    assert len(seen) <= 2


def test_on_a_full_disk_what_was_tapped_waits(table, club, rng):
    club.process.close()
    table.play_on(rng, 2)
    table.wait_until_away()
    here = table.match
    table.page.shell.evaluate(FILL_DISK)
    table.page.shell.reload()
    table.wait_until_away()
    table.wait_for_table()
    seen = loads(table)
    prompt = here.standing.prompt
    table.touch(prompt, legal_answer(prompt, rng))
    if not prompt.saves_itself:
        table.wait_for_proof()
        table.save()
    shell = table.page.shell
    table.page.wait_until(lambda: NO_CONNECTION in shell.inner_text("body"), "page")
    shell.wait_for_timeout(LONG)
    assert len(seen) <= 2
    expect(shell.locator("body")).to_contain_text(NO_CONNECTION, use_inner_text=True)
    expect(shell.locator("body")).to_contain_text("Kept on this phone", use_inner_text=True)

    club.process.start()
    club.network.mend()
    table.page.wait_until(lambda: club.match(1).last_line > here.last_line, "answer in the club")
    table.wait_until_back()
    assert club.match(1).events[: here.last_line] == here.events


@pytest.mark.parametrize("harm", [FORGET, BREAK_ENGINE], ids=["no match", "no engine"])
def test_without_what_it_needs_it_ends_at_no_connection(harm, table, club, rng):
    club.process.close()
    table.play_on(rng, 1)
    table.wait_until_away()
    here = table.match
    table.page.shell.evaluate(harm)
    seen = loads(table)
    table.page.shell.reload()
    shell = table.page.shell
    table.page.wait_until(lambda: WITHOUT_CONNECTION.search(shell.inner_text("body")), "page")
    shell.wait_for_timeout(LONG)
    assert len(seen) <= 1
    club.process.start()
    club.network.mend()
    if harm is BREAK_ENGINE:
        table.wait_until_back()
        assert_is_whole(club, here)
    else:  # its last line is lost; nothing goes on looking for it
        table.page.goto("/")
        table.page.wait_until(lambda: not table.page.evaluate(WAITS), "nothing that waits")


def test_without_its_engine_a_closed_link_is_said(table, club, rng):
    club.process.close()
    table.play_on(rng, 1)
    table.wait_until_away()
    table.page.shell.evaluate(BREAK_ENGINE)
    club.process.need_links()
    club.process.start()
    club.network.mend()
    table.page.shell.reload()
    shell = table.page.shell
    table.page.wait_until(lambda: "This link is closed" in shell.inner_text("body"), "reason")
    seen = loads(table)
    shell.wait_for_timeout(LONG)
    assert not seen
