"""The built folder in a real browser: begun once, it goes on without its host and the network."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from app import matchfile
from app.games import GAMES
from app.paths import POCKET
from bench.servers import free_port
from tests.browser.phone import mentions
from tests.play import play_at_random
from tests.pocket.browser_window import PocketPhone, Window, a_browser_that_keeps
from tests.pocket.host import hosted
from tests.pocket.site import BUILT, Site, window_in
from tests.web.table import new_match
from tools.pocket.__main__ import integrity

pytestmark = BUILT
TRIBELLO = ("tribello", ["Anna", "Bruno", "Carla"])


def test_a_second_window_asks_the_first_and_takes_over_when_it_is_closed(site: Site) -> None:
    with a_browser_that_keeps(site.profile) as browser:
        first = window_in(browser, site)
        first.start()
        PocketPhone(first).begin(*TRIBELLO)
        second = Window(browser.new_page(), site.address)
        second.start(first.shell.url)

        expect(second.locator("#prompt")).to_be_visible()
        first.shell.close()
        second.goto("/")
        expect(second.get_by_text("Tribello").first).to_be_visible()


def test_it_can_be_installed(site: Site) -> None:
    with a_browser_that_keeps(site.profile) as browser:
        window = window_in(browser, site)
        window.start()
        link = window.shell.locator("link[rel=manifest]").get_attribute("href")
        manifest = json.loads(browser.request.get(urljoin(site.address, link)).text())
        icons = [urljoin(site.address, icon["src"]) for icon in manifest["icons"]]

        assert manifest["display"] == "standalone"
        assert urljoin(site.address, manifest["scope"]) == site.address
        assert {"512x512", "192x192"} <= {icon["sizes"] for icon in manifest["icons"]}
        assert "maskable" in {icon.get("purpose") for icon in manifest["icons"]}
        assert all(browser.request.get(icon).ok for icon in icons)
        scope = "navigator.serviceWorker.ready.then((one) => one.scope)"
        assert window.shell.evaluate(scope) == site.address


def fields_of_a_new_match() -> str:
    """Fields of a form that begins a match, in whichever page they stand."""
    fields = new_match("tribello", ["Eve", "Mallory", "Trudy"])
    return "".join(f'<input name="{name}" value="{value}">' for name, value in fields.items())


def test_a_post_from_elsewhere_to_a_window_is_never_run(site: Site) -> None:
    with a_browser_that_keeps(site.profile) as browser:
        window = window_in(browser, site)
        window.start()
        # The address fits before it goes there, too: so what is waited for is that it has gone.
        with window.shell.expect_navigation():
            window.shell.evaluate(
                """([address, fields]) => {
                  const form = document.createElement("form");
                  Object.assign(form, { method: "post", action: address, innerHTML: fields });
                  document.body.append(form);
                  form.submit();
                }""",
                [f"{site.address}c/home/matches", fields_of_a_new_match()],
            )
        window.wait_for_page()
        window.goto("/")

        expect(window.get_by_text("Mallory")).to_have_count(0)


@pytest.mark.parametrize("referrer", ["unsafe-url", "no-referrer"])
def test_a_post_from_elsewhere_into_a_frame_of_its_own_is_never_run(
    site: Site, tmp_path: Path, referrer: str
) -> None:
    """The worker in the browser is asked for it as for a page of ours."""
    address, fields = f"{site.address}c/home/matches", fields_of_a_new_match()
    page = f"""<!doctype html><meta name="referrer" content="{referrer}"><iframe name="in"></iframe>
      <form method="post" target="in" action="{address}">{fields}</form>"""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "index.html").write_text(page)
    with (
        hosted(tmp_path / "elsewhere", free_port()) as elsewhere,
        a_browser_that_keeps(site.profile) as browser,
    ):
        window = window_in(browser, site)
        window.start()
        other = browser.new_page()
        other.goto(elsewhere)
        answered = other.evaluate(
            """() => new Promise((resolve) => {
              document.querySelector("iframe").addEventListener("load", () => resolve(true));
              document.querySelector("form").submit();
            })"""
        )
        window.goto("/")

        assert answered
        expect(window.get_by_text("Mallory")).to_have_count(0)
        other.close()
        PocketPhone(window).begin(*TRIBELLO)


def test_too_little_of_a_browser_is_told_in_words(new_site: Site) -> None:
    site = new_site
    with a_browser_that_keeps(site.profile) as browser:
        shell = browser.pages[0]
        shell.add_init_script("delete StorageManager.prototype.getDirectory")
        shell.goto(site.address)
        shell.locator("#trouble").wait_for()

        mentions(shell.locator("#trouble"), "too old")
        expect(shell.get_by_role("button", name="Try again")).to_be_visible()


def test_a_file_from_another_app_is_shown_and_kept_only_if_someone_says_so(
    site: Site, rng: random.Random
) -> None:
    file = Path(site.profile.parent, "match.json")
    file.write_bytes(json.dumps(play_at_random(GAMES["tribello"], rng).file).encode())
    with a_browser_that_keeps(site.profile) as browser:
        window = window_in(browser, site)
        window.start()
        window.shell.evaluate(
            """address => {
              const form = document.createElement("form");
              const enctype = "multipart/form-data";
              Object.assign(form, { method: "post", action: address, enctype });
              form.innerHTML = "<input type=file name=match id=file><button id=send>Send</button>";
              form.style = "position: fixed; z-index: 1";
              document.body.append(form);
            }""",
            f"{site.address}shared",
        )
        window.shell.set_input_files("#file", file)
        window.shell.click("#send")
        window.shell.wait_for_url("**/import")
        chosen = "document.querySelector('[type=file]')?.files.length ?? 0"
        window.wait_until(lambda: window.has_page() and window.evaluate(chosen) == 1, "file")

        window.get_by_role("button", name="See what is in it").click()
        window.get_by_role("button", name="Keep").first.click()
        window.wait_for_selector(".outcome")


def test_a_match_file_is_saved_by_the_shell(site: Site, rng: random.Random) -> None:
    with a_browser_that_keeps(site.profile) as browser:
        window = window_in(browser, site)
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


def test_a_new_version_waits_until_nobody_has_the_old_one_open(site: Site, tmp_path: Path) -> None:
    newer = tmp_path / "newer"
    shutil.copytree(POCKET, newer)
    page = newer / "shell" / "frame.js"
    page.write_text(page.read_text() + "document.documentElement.dataset.version = 'newer';\n")
    worker = newer / "sw.js"
    hashes = {path: integrity(path.read_bytes()) for path in (POCKET / "shell" / "frame.js", page)}
    old, new = hashes.values()
    worker.write_text(worker.read_text().replace(old, new).replace('BUILD = "', 'BUILD = "b'))
    version = "document.documentElement.dataset.version ?? 'older'"
    with a_browser_that_keeps(site.profile) as browser:
        window = window_in(browser, site)
        window.start()
        site.close()
        site.open(newer)
        second = Window(browser.new_page(), site.address)
        second.start()
        waiting = "navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting))"
        second.wait_until(lambda: second.shell.evaluate(waiting), "new version")

        second.reload()
        assert second.shell.evaluate(version) == "older"
        second.shell.close()
        window.reload()
        window.wait_for_page()
        assert window.shell.evaluate(version) == "newer"


def test_the_licences_are_read_without_a_network(site: Site) -> None:
    site.close()
    with a_browser_that_keeps(site.profile) as browser:
        window = window_in(browser, site)
        window.start()
        window.goto("/more")
        window.get_by_role("link", name="Licences").click()
        window.get_by_text("Werkzeug").click()

        expect(window.get_by_text("Copyright 2007 Pallets").last).to_be_visible()
