"""The engine of a match that can go on without its club, as a browser keeps it."""

from testkit.faults.portal import Portal, portal_at
from testkit.pocket.away import assert_is_whole
from testkit.pocket.browser_window import WHOLE
from testkit.pocket.site import BUILT

pytestmark = BUILT

KEEP_ANOTHER = """async () => {
  const [name] = (await caches.keys()).filter((name) => name.startsWith("tricktally engine "));
  const [kept, other] = [await caches.open(name), await caches.open("tricktally engine of before")];
  for (const request of await kept.keys()) await other.put(request, await kept.match(request));
}"""
ENGINES = """async () =>
  (await caches.keys()).filter((name) => name.startsWith("tricktally engine ")).length"""
CUT_SHORT = """async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("tricktally-engine", { create: true });
  for await (const name of folder.keys()) await folder.removeEntry(name);
  const whole = new URL("/offline/whole", location);
  const build = await (await caches.match(whole)).text();
  const file = await folder.getFileHandle(`snapshot-${build}`, { create: true });
  const writing = await file.createWritable();
  await writing.write(new Uint8Array(1000));
  await writing.close();
}"""
CUT_ONES = """async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("tricktally-engine");
  const sizes = [];
  for await (const file of folder.values()) sizes.push((await file.getFile()).size);
  return sizes.filter((size) => size === 1000).length;
}"""
"""A whole one may be made meanwhile, from a page of the club that was looked at for long enough."""


def test_that_of_an_older_build_gives_way_although_the_new_one_is_there_already(table):
    shell = table.page.shell
    shell.evaluate(KEEP_ANOTHER)
    assert shell.evaluate(ENGINES) == 2
    shell.reload()
    table.page.wait_until(lambda: shell.evaluate(ENGINES) == 1, "engine alone")


def test_a_snapshot_that_was_cut_short_is_thrown_away(table, club, rng):
    table.page.shell.evaluate(CUT_SHORT)
    assert table.page.shell.evaluate(CUT_ONES) == 1
    club.process.close()
    table.play_on(rng, 1)
    table.wait_until_away()
    assert table.page.shell.evaluate(CUT_ONES) == 0


def test_a_proxy_that_finds_no_server_is_nobody(table, club, rng):
    club.process.close()
    club.network.cut()
    table.play_on(rng, 1)
    table.wait_until_away()
    with portal_at(club.network.port, Portal(502)):
        table.page.shell.reload()
        table.wait_until_away()
        table.play_on(rng, 1)
        said = table.match
    club.process.start()
    club.network.mend()
    table.wait_until_back()
    assert_is_whole(club, said)


COUNTS = """addEventListener("DOMContentLoaded", () => {
  const progress = document.getElementById("progress");
  if (!progress || window !== top) return;
  self.counts = [];
  new MutationObserver(() => self.counts.push(progress.textContent))
    .observe(progress, { childList: true, characterData: true, subtree: true });
});"""


def test_the_pocket_of_a_club_counts_its_files_while_the_worker_of_the_club_is_in_charge(table):
    shell = table.page.shell
    shell.context.add_init_script(COUNTS)
    shell.goto(f"{table.page.address}pocket/")
    table.page.wait_until(lambda: table.page.is_away and table.page.frame.evaluate(WHOLE), "pocket")
    counts = shell.evaluate("self.counts")
    assert any(" 2 of " in count for count in counts), counts
