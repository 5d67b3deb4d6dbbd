"""An evening of Trex and Tribello on a phone whose network goes again and again, and whose server
is killed: nobody is shut out, and the log is what was said."""

import re
from collections import Counter

import pytest
from playwright.sync_api import TimeoutError as NotShown

from app.games import GAMES
from app.scoring import Event, Match
from app.scoring.prompts import Assign
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.web.match.repository import match_from_record
from testkit.browser.phone import (
    OWN_ADDRESS,
    SAVES_DATA,
    TREX,
    TRIBELLO,
    Phone,
    comes_true,
    expect,
    settle,
)
from testkit.faults.network import Network
from testkit.play import next_answer
from testkit.server_processes import Process

ANSWERS = 44
KILLS = (14, 28)
"""Before which answers the server is killed."""
LONG = 7_000  # ms after which nobody answers
LATE = 31_000  # ms: no pause of a phone that is not heard is longer
SOON = 2_100  # ms after which a page that was opened is kept
TABS = ("Sheet", "Rules", "More")
WAITS = "document.documentElement.hasAttribute('data-unsent')"


class Evening:
    """What is said at a table with two matches, by one phone that keeps both."""

    def __init__(self, phone, network, process, rng):
        self.phone, self.page = phone, phone.page
        self.network, self.process, self.rng = network, process, rng
        self.said = {}
        """The matches as the table knows them, by their numbers."""
        self.until = 0
        """How many more answers are given before the network is mended."""
        self.spoken = 0
        self.kills = [*KILLS]
        self.trouble = Counter()
        self.asked_for = set()
        """The requests that wait for an answer, apart from the one that stays open."""
        self.page.on("request", lambda request: self.asked_for.add(request))
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.asked_for.discard(request))

    def play(self):
        """Play both matches in turns, a few questions of each."""
        for game, players in (TREX, TRIBELLO):
            self.page.goto("/")
            self.begin(game, players)
        while self.spoken < ANSWERS:
            self.open_other_match()
            for _ in range(self.rng.randint(4, 8)):
                if self.match.standing.prompt:
                    self.go_on()
            if self.until:
                self.mend()
        comes_true(self.page, "localStorage.outbox === '{}'", forward=1_000)

    def go_on(self):
        """Answer one question, whatever the network does."""
        self.wait_until_asked()
        if not self.until and self.rng.random() < 0.6:
            self.fail()
        if self.until and self.rng.random() < 0.4:
            self.wander()
            self.wait_until_asked()
        self.say()
        self.spoken += 1
        if self.until and self.rng.random() < 0.3:
            self.take_back()
        if self.until:
            self.until -= 1
            if not self.until:
                self.mend()

    def open_other_match(self):
        """Go to the start page and open the match that was not on the phone."""
        self.number = next(number for number in self.said if number != self.number)
        self.page.locator("a.home").click()
        self.page.locator(f"a[href$='/matches/{self.number}']").first.click()
        self.phone.wait_for_table()
        self.wait_for_copies()

    # What is said

    def begin(self, game, players):
        self.phone.begin(game, players)
        self.has_worker = self.page.evaluate("isSecureContext")
        self.number = self.phone.match_id
        events = self.phone.match.events
        self.said[self.number] = Match(GAMES[game], players).with_events(*events)
        self.wait_for_copies()

    @property
    def match(self):
        return self.said[self.number]

    def say(self):
        """Tap an answer to what is asked now, and know it."""
        prompt, answer = next_answer(self.match.standing.prompt, self.rng)
        is_note = prompt.skippable and isinstance(prompt, Assign) and bool(answer)
        if is_note:  # each card that is doubled is saved by itself
            answer = dict([next(iter(answer.items()))])
        self.phone.touch(prompt, answer)
        if not is_note and not prompt.saves_itself and answer is not None:
            self.phone.wait_for_proof()
            self.phone.save()
        event = Event("entry", prompt.deal, prompt.key, answer and prompt.normalise(answer))
        self.said[self.number] = self.match.accept(event)

    def take_back(self):
        """Tap the key of the line that says what waits, if it comes to stand there."""
        key = self.page.locator("#offline").get_by_role("button", name="Take back")
        self.page.clock.fast_forward(LONG)
        try:
            key.click(timeout=LONG)
        except NotShown:
            return
        self.trouble["taken back"] += 1
        match = self.match
        self.said[self.number] = Match(match.game, match.players).with_events(*match.events[:-1])
        self.mend()
        settle(self.page)

    # What is on the phone

    @property
    def asked(self):
        """How a page names what the table answers next."""
        return {f"{prompt.deal}.{prompt.key}" for prompt in self.match.standing.prompt.group}

    def wait_until_asked(self):
        """Until the next question is there; where it cannot be known yet, mend the network.

        A page that has just come back may pause for longer than a wait of this test."""
        questions = ", ".join(f"#prompt[data-draft='{name}']" for name in self.asked)
        shown = self.page.locator(questions)
        try:
            shown.wait_for(timeout=LONG if self.until else None)
        except NotShown:
            self.trouble["waited for the network"] += 1
            self.mend()
            shown.wait_for()
        settle(self.page)

    def wait_for_copies(self):
        self.page.wait_for_load_state()
        self.page.clock.fast_forward(SOON)
        comes_true(self.page, COPIES[self.has_worker].replace("MATCH", f"/matches/{self.number}"))

    # What happens to the network

    def fail(self):
        """Let the network, or the server, do one of the things that they do."""
        if self.kills and self.spoken >= self.kills[0]:
            self.kills.pop(0)
            self.process.close()
            way = "killed"
        else:
            way = self.rng.choice(["cut", "silent", "offline"])
            if way == "cut":
                self.network.cut()
            elif way == "silent":
                self.network.hush()
            else:
                self.page.context.set_offline(True)
        self.trouble[way] += 1
        self.until = self.rng.randint(1, 4)

    def mend(self):
        """Let all be well again, and be heard."""
        if self.process.process.poll() is not None:
            self.process.start()
        self.page.context.set_offline(False)
        self.network.mend()
        self.until = 0
        for _wait in range(20):
            self.page.clock.fast_forward(LATE)
            if not self.page.evaluate(WAITS):
                break
            self.page.wait_for_timeout(250)
        comes_true(self.page, f"!({WAITS})", forward=1_000)
        # A page that comes while something is tapped would take it away.
        while any(request.resource_type != "eventsource" for request in self.asked_for):
            self.page.wait_for_timeout(100)

    def wander(self):
        """Look at another tab and come back, or load the page anew, while nobody answers."""
        if self.has_worker and self.rng.random() < 0.3:
            self.trouble["loaded anew"] += 1
            self.page.reload()
            return
        name = self.rng.choice(TABS)
        self.trouble[name] += 1
        self.page.locator(".tabs").get_by_role("link", name=name).click()
        if self.has_worker:
            self.page.wait_for_url(re.compile("/(sheet|rules|more)"))
            self.page.wait_for_load_state()
            if self.rng.random() < 0.5:
                self.page.go_back()
            else:
                self.page.locator(".tabs").get_by_role("link", name="Play").click()
            return
        self.page.clock.fast_forward(LONG)
        copy = self.page.locator("dialog.copy")
        copy.wait_for()
        if self.rng.random() < 0.5:
            self.page.go_back()
        else:
            copy.get_by_role("button", name="Back to the table").click()
        expect(copy).to_have_count(0)


COPIES = {
    True: "caches.open('tricktally copies').then((all) => all.keys())"
    ".then((all) => all.filter(({ url }) => url.includes('MATCH')).length >= 4)",
    False: "Object.keys(JSON.parse(localStorage['tricktally copies'] ?? '{}'))"
    ".filter((url) => url.includes('MATCH')).length >= 3",
}
"""Whether the phone keeps every page of the match that is open, with a worker and without one."""


@pytest.fixture
def process(tmp_path):
    started = Process(str(tmp_path / "matches.sqlite3"), tmp_path)
    yield started
    started.close()


@pytest.fixture
def network(process):
    network = Network(process.port)
    yield network
    network.cut()


def log_in(database, number):
    """What holds of the log of a match."""
    db = engine_for(database).connect()
    match = match_from_record(matches.find_match(db, HOME, number))
    db.close()
    return [match.events[index] for index in match.undo_state.active]


@pytest.fixture(
    params=[
        pytest.param("127.0.0.1", id="https"),
        pytest.param(OWN_ADDRESS, id="http"),
    ]
)
def page(request, browser, network):
    """A phone with a worker, as on https, and one at the machine's own address, without."""
    context = browser.new_context(
        viewport={"width": 390, "height": 664},
        base_url=f"http://{request.param}:{network.port}",
    )
    context.add_init_script(SAVES_DATA)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults


@pytest.mark.long
def test_an_evening_is_scored_to_its_end_whatever_the_network_does(
    page, network, process, tmp_path, rng
):
    database = tmp_path / "matches.sqlite3"
    evening = Evening(Phone(page, database), network, process, rng)

    evening.play()

    assert evening.trouble["killed"] == 2
    for number, match in evening.said.items():
        assert log_in(database, number) == match.events
