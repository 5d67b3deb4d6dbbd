"""The pages of a match that goes on without its club, in a browser that has no network."""

from collections.abc import Iterator
from contextlib import closing
from threading import Thread

import pytest
from playwright.sync_api import expect
from werkzeug.serving import make_server

from app.server.run import open_app
from app.store import engine_for
from testkit.browser.phone import hold_next
from testkit.web.phone import Phone
from testkit.web.table import begin_match
from tests.pocket.away import Traveller, kept_of
from tests.pocket.door import COMPILED_TEMPLATES, FORM, Door

NO_NETWORK = "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })"
OUTBOX = "localStorage.getItem('outbox')"
WORKERS = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
PATIENCE = 3_000  # ms after which an answer that still waits is called kept


@pytest.fixture
def travels(tmp_path) -> Traveller:
    """A match of Tribello that asks what is trump in its first deal."""
    app = open_app(engine_for(tmp_path / "club.sqlite3"))
    app.jinja_env.bytecode_cache = COMPILED_TEMPLATES
    phone = Phone(app)
    table = begin_match(phone, "tribello")
    (tmp_path / "phone").mkdir()
    return Traveller(Door(tmp_path / "phone").pocket, kept_of(phone, table.id))


@pytest.fixture
def page(travels, browser) -> Iterator:
    """The match in a frame's place: what is asked is answered, and there is no network."""

    def answer(environ, start_response):
        headers = {
            name.removeprefix("HTTP_").replace("_", "-"): value
            for name, value in environ.items()
            if name.startswith("HTTP_") and name != "HTTP_COOKIE"
        }
        headers["Content-Type"] = environ.get("CONTENT_TYPE", "")
        url = environ["PATH_INFO"] + "?" + environ["QUERY_STRING"]
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        shown = travels.ask(environ["REQUEST_METHOD"], url, headers, body)
        start_response(f"{shown.status} .", [*shown.headers.items()])
        return [shown.content]

    with make_server("127.0.0.1", 0, answer) as http:
        Thread(target=http.serve_forever, args=(0.01,), daemon=True).start()
        try:
            with closing(browser.new_context(base_url=f"http://127.0.0.1:{http.port}")) as context:
                context.add_init_script(NO_NETWORK)
                yield context.new_page()
        finally:
            http.shutdown()


def test_answers_are_taken_and_nothing_speaks_of_a_network(travels, page):
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url)))
    page.clock.install()
    page.goto(travels.path)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("html")).not_to_have_attribute("data-offline", "")

    page.locator("button.option").first.click()
    expect(page.locator("a.away")).to_have_text("On this phone · not in the club yet")
    page.clock.fast_forward(60_000)
    expect(page.locator("#offline")).to_be_hidden()
    assert page.evaluate(OUTBOX) == "{}"
    assert travels.match.last_line == 2
    assert {method for method, _url in asked} == {"GET", "POST"}
    assert not [url for _method, url in asked if url.endswith(("/next", "/live", "worker.js"))]
    assert (
        page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    )

    page.locator("a.away").click()
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    page.get_by_role("link", name="More").click()
    page.get_by_role("link", name="Seats").click()
    expect(page.locator("main")).to_be_visible()


def test_an_answer_that_takes_long_is_kept_and_written_once(travels, page):
    page.clock.install()
    page.goto(travels.path)
    held_request = hold_next(page, "**/entries")
    page.locator("button.option").first.click()
    page.clock.fast_forward(PATIENCE)
    line = page.locator("#offline")

    expect(line).to_contain_text("Kept on this phone")
    expect(line).not_to_contain_text("onnection")
    # It was written, and nobody said so.
    held = held_request()
    form = held.request.post_data
    assert "once=" in form
    travels.ask("POST", f"{travels.path}/entries", FORM, form.encode())
    assert travels.match.last_line == 2

    page.clock.fast_forward(2_000)
    expect(line).to_be_hidden()
    expect(page.locator("a.away")).to_have_text("On this phone · not in the club yet")
    assert page.evaluate(OUTBOX) == "{}"
    assert travels.match.last_line == 2
    held.abort()
