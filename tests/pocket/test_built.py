"""The built folder in a real browser: begun once, it goes on without its host and the network."""

import json
import random
import shutil
from datetime import date
from pathlib import Path

from playwright.sync_api import expect

from app import matchfile
from app.games import GAMES
from app.paths import POCKET
from testkit.browser.phone import TRIBELLO
from testkit.play import play_at_random
from testkit.pocket.browser_window import PocketPhone, Window, a_browser_that_keeps, main_process
from testkit.pocket.kills import MOMENTS, SHOWN, Evening, Taps, kill_phones, live
from testkit.pocket.site import BUILT, Site, hosted
from testkit.pocket.whole_match import carry
from testkit.servers import app_server, free_port
from testkit.web.table import new_match
from tools.pocket.__main__ import integrity

pytestmark = BUILT


def test_a_second_window_asks_the_first_and_takes_over_when_it_is_closed(site: Site) -> None:
    with site.browser() as (browser, first):
        first.start()
        PocketPhone(first).begin(*TRIBELLO)
        second = Window(browser.new_page(), site.address)
        second.start(first.frame.url)

        expect(second.locator("#prompt")).to_be_visible()
        first.shell.close()
        second.goto("/")
        expect(second.get_by_text("Tribello").first).to_be_visible()


NEW = new_match("tribello", ["Eve", "Mallory", "Trudy"]).items()
FIELDS = "".join(f'<input name="{name}" value="{value}">' for name, value in NEW)
"""Of a form that begins a match, in whichever page they stand."""


SUBMIT = """([address, fields]) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: address, innerHTML: fields });
  document.documentElement.dataset.posts = "yes";
  document.body.append(form);
  form.submit();
}"""
POSTS = "document.documentElement.dataset.posts === 'yes'"
SUBMIT_IN_A_FRAME = """() => new Promise((resolve) => {
  document.querySelector("iframe").addEventListener("load", resolve);
  document.querySelector("form").submit();
}).then(() => true)"""


def test_a_post_from_elsewhere_is_never_run_in_a_window_or_in_a_frame(
    site: Site, tmp_path: Path
) -> None:
    """The worker in the browser is asked for what comes into a frame as for a page of ours."""
    (tmp_path / "elsewhere").mkdir()
    for referrer in ("unsafe-url", "no-referrer"):
        page = f"""<!doctype html><meta name="referrer" content="{referrer}">
          <iframe name="in"></iframe>
          <form method="post" target="in" action="{site.address}c/home/matches">{FIELDS}</form>"""
        (tmp_path / "elsewhere" / f"{referrer}.html").write_text(page)
    with (
        hosted(tmp_path / "elsewhere", free_port()) as elsewhere,
        site.browser() as (browser, window),
    ):
        window.start()
        window.shell.evaluate(SUBMIT, [f"{site.address}c/home/matches", FIELDS])
        # What was posted is answered when there is another window, with a page of its own.
        window.wait_until(lambda: not window.shell.evaluate(POSTS) and window.has_page(), "answer")
        other = browser.new_page()
        for referrer in ("unsafe-url", "no-referrer"):
            other.goto(f"{elsewhere}{referrer}.html")
            other.evaluate(SUBMIT_IN_A_FRAME)
        other.close()

        window.goto("/")
        phone = PocketPhone(window)
        phone.begin(*TRIBELLO)
        assert phone.match_id == 1


SHARE = """address => {
  const form = document.createElement("form");
  const enctype = "multipart/form-data";
  Object.assign(form, { method: "post", action: address, enctype });
  form.innerHTML = "<input type=file name=match id=file><button id=send>Send</button>";
  form.style = "position: fixed; z-index: 1";
  document.body.append(form);
}"""


def test_a_file_from_another_app_is_shown_and_kept_only_if_someone_says_so(
    site: Site, rng: random.Random
) -> None:
    file = Path(site.profile.parent, "match.json")
    file.write_bytes(json.dumps(play_at_random(GAMES["tribello"], rng).file).encode())
    with site.browser() as (_browser, window):
        window.start()
        window.shell.evaluate(SHARE, f"{site.address}shared")
        window.shell.set_input_files("#file", file)
        window.shell.click("#send")
        chosen = "document.querySelector('[type=file]')?.files.length ?? 0"
        window.wait_until(lambda: window.has_page() and window.evaluate(chosen) == 1, "file")

        window.get_by_role("button", name="See what is in it").click()
        window.get_by_role("button", name="Keep").first.click()
        window.wait_for_selector(".outcome")


def test_a_match_file_is_saved_by_the_shell(site: Site, rng: random.Random) -> None:
    with site.browser() as (_browser, window):
        window.start()
        phone = PocketPhone(window)
        phone.begin(*TRIBELLO)
        phone.play_on(rng, questions=3)
        log = phone.match.log
        window.goto(f"/matches/{phone.match_id}/paper")
        with window.shell.expect_download() as download:
            window.locator("a[href$='match.json']").click()

        saved = Path(download.value.path()).read_bytes()
        assert download.value.suggested_filename.endswith(".json")
        assert matchfile.open_match(matchfile.parse(saved)).log == log


def test_a_club_goes_out_as_one_file_and_is_here_already_when_it_comes_in(
    site: Site, rng: random.Random
) -> None:
    with site.browser() as (_browser, window):
        window.start()
        phone = PocketPhone(window)
        phone.begin(*TRIBELLO)
        phone.play_on(rng, questions=3)
        window.goto("/whole")
        window.get_by_role("button", name="Make the file").click()
        with window.shell.expect_download() as download:
            window.get_by_role("link", name="Save the file").click()
        saved = Path(download.value.path()).read_bytes()
        file = {"name": "club.zip", "mimeType": "application/zip", "buffer": saved}

        window.frame.set_input_files("[type=file]", file)
        window.get_by_role("button", name="See what is in it").click()

        expect(window.get_by_text("1 match is here already")).to_be_visible()


def newer_folder(folder: Path) -> Path:
    """The built folder with another script for the shell."""
    newer = Path(shutil.copytree(POCKET, folder / "newer"))
    script, worker = newer / "shell" / "frame.js", newer / "sw.js"
    old = integrity(script.read_bytes())
    script.write_text(script.read_text() + "document.documentElement.dataset.version = 'newer';\n")
    new = integrity(script.read_bytes())
    worker.write_text(worker.read_text().replace(old, new).replace('BUILD = "', 'BUILD = "b'))
    return newer


def test_a_new_version_waits_until_nobody_has_the_old_one_open(site: Site, tmp_path: Path) -> None:
    version = "document.documentElement.dataset.version ?? 'older'"
    with site.browser() as (browser, window):
        window.start()
        site.close()
        site.open(newer_folder(tmp_path))
        second = Window(browser.new_page(), site.address)
        second.start()
        waiting = "navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting))"
        second.wait_until(lambda: second.shell.evaluate(waiting), "new version")

        second.reload()
        assert second.shell.evaluate(version) == "older"
        second.shell.close()

        def is_newer() -> bool:
            """After a start: the next one, but where the browser still counts the other window."""
            window.reload()
            return bool(window.shell.evaluate(version) == "newer")

        window.wait_until(is_newer, "newer version")


def test_the_licences_and_icons_of_all_that_is_carried_are_there(site: Site) -> None:
    icons = json.loads((POCKET / "manifest.webmanifest").read_text())["icons"]
    assert all((POCKET / icon["src"]).is_file() for icon in icons)
    site.close()
    with site.browser(is_offline=True) as (_browser, window):
        window.start("licences")
        window.get_by_text("Werkzeug").click()
        expect(window.get_by_text("Copyright 2007 Pallets").last).to_be_visible()


def test_a_match_is_sent_once_and_what_it_went_on_here_by_one_tap(
    tmp_path: Path, rng: random.Random
) -> None:
    with (
        app_server(tmp_path / "server.sqlite3") as server,
        a_browser_that_keeps(tmp_path / "profile") as browser,
    ):
        club = f"http://127.0.0.1:{server.port}"
        theirs = f"{club}/c/home/matches/1"
        window = Window(browser.pages[0], f"{club}/pocket/")
        window.start()
        phone = PocketPhone(window)
        phone.begin(*TRIBELLO)
        phone.play_on(rng, questions=2)
        first = phone.file_of(1)
        window.goto("/send")
        window.get_by_role("button", name="Send all that is new").click()
        row = window.locator("a[data-changed]")
        expect(window.get_by_text("is in the club now")).to_be_visible()
        with window.shell.expect_event("requestfinished", lambda it: it.method == "POST"):
            row.click()
        expect(window.get_by_text("is in the club now")).to_be_visible()
        assert browser.request.get(f"{theirs}/match.json").body() == first
        assert browser.request.get(f"{club}/c/home/matches/2").status == 404

        window.goto("/matches/1")
        phone.play_on(rng, questions=2)
        longer = phone.file_of(1)
        window.goto("/send")
        window.get_by_text("goes on here").click()
        expect(window.get_by_text("is in the club now")).to_be_visible()
        assert longer != first
        assert browser.request.get(f"{theirs}/match.json").body() == longer


def test_what_was_acknowledged_outlives_a_phone_that_goes_off_at_any_moment(site: Site) -> None:
    """The bench does it fifty times and more."""
    seed = random.randrange(10**6)
    site.close()

    damage, moments = kill_phones(site, len(MOMENTS), random.Random(seed))

    assert damage.is_none, f"seed {seed}: {damage}, {moments}"
    assert damage.rounds
    assert moments.keys() == MOMENTS.keys()


def test_what_was_half_entered_when_a_phone_went_off_is_not_taken_for_lost(
    site: Site, rng: random.Random
) -> None:
    """It comes back to its question, and what is tapped then would be added to it."""
    evening = Evening()
    site.close()
    with site.browser(is_offline=True) as (_browser, window):
        window.start()
        phone = Taps(window, evening, pid=0, off_when_shown=0)
        phone.sit_down_at("trico")
        window.locator(".well").first.fill("1")
    with site.browser(is_offline=True) as (_browser, window):
        window.start(f"c/home/matches/{evening.playing}")
        half_entered = window.locator(".well").first.input_value()
        live(window, evening, SHOWN, main_process(site.profile), rng)
    with site.browser(is_offline=True) as (_browser, window):
        window.start()
        damage = evening.find_damage(window)

    assert half_entered == "1"
    assert damage.acknowledged
    assert damage.is_none, damage


def test_a_whole_match_is_played_printed_and_found_at_a_server(site: Site, tmp_path: Path) -> None:
    """Of one game, another one every day; the bench does it with all of them."""
    game = list(GAMES)[date.today().toordinal() % len(GAMES)]
    seed = random.randrange(10**6)
    print(f"{game}, seed {seed}")
    site.close()
    with app_server(tmp_path / "server.sqlite3") as server:
        address = f"http://127.0.0.1:{server.port}"
        carry(site, game, address, tmp_path, random.Random(seed))
