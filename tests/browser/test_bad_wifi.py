"""Four phones and a whole match, while the scorer's wifi fails and the server is killed."""

from collections import Counter
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from app.scoring.prompts import Assign
from testkit.browser.phone import FOUR, TREX, Phone, settle, with_addresses_of_home
from testkit.play import next_answer
from testkit.servers import free_port, running, serving

ENTRIES = "**/entries"
LONGEST_PAUSE = 31_000  # ms between two attempts of a phone that is not heard
FOLLOWING = ("", "/table", "/sheet")


class Wifi:
    """The wifi of one phone; `cuts` counts the ways in which it failed."""

    def __init__(self, page, rng):
        self.page = page
        self.rng = rng
        self.cuts: Counter[str] = Counter()

    def fail(self):
        """Lose what is sent, or what is said to it, or all, until it is mended."""
        way = self.rng.choice([self.lose_the_answer, self.hear_nothing_back, self.go_away])
        self.cuts[way.__name__] += 1
        way()

    def lose_the_answer(self):
        """It never reaches the server."""
        self.page.route(ENTRIES, lambda route: route.abort())

    def hear_nothing_back(self):
        """It is written, and the phone does not know."""

        def write_and_lose(route):
            route.fetch()
            route.abort()

        self.page.route(ENTRIES, write_and_lose)

    def go_away(self):
        """Nothing comes through."""
        self.page.context.set_offline(True)

    def mend(self):
        """All is well again, and the phone does not wait for its next attempt."""
        self.page.unroute_all(behavior="wait")  # for an attempt that is still being lost
        self.page.context.set_offline(False)
        self.page.clock.fast_forward(LONGEST_PAUSE)


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def phones(browser, port):
    """Four phones, each with its browser."""
    about = {"viewport": {"width": 390, "height": 844}, "base_url": f"http://127.0.0.1:{port}"}
    # What goes through a service worker, no test can hold back.
    contexts = [browser.new_context(**about, service_workers="block") for _phone in FOUR]
    yield [with_addresses_of_home(context.new_page()) for context in contexts]
    for context in contexts:
        context.close()


@contextmanager
def server_at(port, book):
    """The server, until it is killed."""
    with running(serving(port, book), port, book) as server:
        yield
        server.process.kill()


def answer(phone, rng, wifi, *, cut):
    """Tap a legal answer, and wait until the phone has moved on, whatever its wifi does."""
    prompt, tapped = next_answer(phone.standing.prompt, rng)
    is_note = prompt.skippable and isinstance(prompt, Assign) and bool(tapped)
    if is_note:  # each card that is doubled is saved by itself
        tapped = dict([next(iter(tapped.items()))])
    shown = phone.page.locator("#match").get_attribute("data-line")
    if cut:
        wifi.fail()
    phone.touch(prompt, tapped)
    if not is_note and not prompt.saves_itself and tapped is not None:
        phone.wait_for_proof()
        phone.save()
    if cut:
        phone.page.wait_for_selector("#offline:not([hidden])", state="attached")
        wifi.mend()
    phone.page.wait_for_selector(f"#match:not([data-line='{shown}'])", state="attached")
    phone.page.wait_for_selector("html:not([data-unsent])", state="attached")
    settle(phone.page)


@pytest.mark.long
def test_all_four_end_with_the_same_scores(port, phones, tmp_path, rng):
    scoring, *following = phones
    scorer, wifi = Phone(scoring, tmp_path / "matches.sqlite3"), Wifi(scoring, rng)
    with server_at(port, scorer.database):
        scorer.begin(*TREX)
        for page, path in zip(following, FOLLOWING, strict=True):
            page.goto(f"/matches/{scorer.match_id}{path}")
        while len(scorer.standing.deals) < 10:
            answer(scorer, rng, wifi, cut=rng.random() < 0.7)

    with server_at(port, scorer.database):
        while not scorer.standing.is_over:
            answer(scorer, rng, wifi, cut=rng.random() < 0.7)

        match = scorer.match
        for page in following:
            page.wait_for_selector(f"[data-live][data-line='{match.last_line}']", state="attached")
        for page in phones:
            page.goto(f"/matches/{match.id}/sheet")
            totals = [str(match.game.signed_total(total)) for total in match.standing.totals]
            expect(page.locator("tfoot td:not(.extra)")).to_have_text(totals)

    assert wifi.cuts.total() >= 20
    assert wifi.cuts["hear_nothing_back"] > 0
    assert {event.kind for event in match.events} == {"entry"}
    asked = Counter((event.deal, event.key) for event in match.events)
    assert max(asked.values()) == 1, "an answer was written twice"
