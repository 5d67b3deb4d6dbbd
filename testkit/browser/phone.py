"""Someone who taps: begins a match and answers its questions by what can be seen and touched."""

from __future__ import annotations

import atexit
import os
import random
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserType, Error, Locator, Page, Route, sync_playwright
from playwright.sync_api import expect as expect_in_chromium

from app.games import GAMES
from app.scoring import Event, Match, Prompt, SharedOutcome, Standing
from app.scoring.prompts import Assign, Several
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.web.match.repository import match_from_record
from testkit.home_urls import at_home
from testkit.play import Played, as_asked, keep_in, legal_answer, next_answer

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NO_SPARE = "--renderer-process-limit=1"
"""A browser makes a process ready for the next page that might be opened: a sixth of the work."""
OWN_ADDRESS = "192.168.0.2"
AT_HOME = f"--host-resolver-rules=MAP {OWN_ADDRESS} 127.0.0.1"
"""The browser finds this machine at an address as those of a house, whether it has it or not."""
PATIENCE = 15_000  # ms in which a machine shows something, also one that is busy elsewhere
SECOND_TAP = 710  # ms in which a tap after a swap is taken for the second half of a double tap
MARKED = ".htmx-swapping, .htmx-settling, .htmx-added"
"""What htmx has marked. It takes the mark from what it has added, then says that it has swapped."""
UNHURRIED = 200
"""A clock put forward by so many ms at each look leaves a busy server a second for a request that
the page gives up after ten."""
DOUBLE_TAP = 310  # ms in which the same key again is not meant


def chromium() -> str | None:
    """The browser of this machine, where `make test` looks for it too."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    paths = (shutil.which(name) for name in (os.environ.get("CHROMIUM", ""), *names))
    return next(filter(None, paths), None)


@cache
def driver() -> BrowserType:
    """What starts browsers: a process has one of them, and cannot start a second beside it."""
    playwright = sync_playwright().start()
    expect_in_chromium.set_options(timeout=PATIENCE)
    atexit.register(playwright.stop)
    return playwright.chromium


@contextmanager
def a_browser(*flags: str) -> Iterator[Browser]:
    """A browser until the end of the block, with more flags than usual."""
    started = driver().launch(executable_path=chromium(), args=[*FLAGS, *flags])
    try:
        yield started
    finally:
        started.close()


@contextmanager
def phone_at(port: int) -> Iterator[Page]:
    """The screen of a phone that opens pages of the server at this port of this machine."""
    with a_browser() as browser:
        page = browser.new_page(
            viewport={"width": 390, "height": 844}, base_url=f"http://127.0.0.1:{port}"
        )
        yield with_addresses_of_home(page)


def with_addresses_of_home(page: Page) -> Page:
    """Let `goto` take the addresses of the one club without naming it."""
    goto = page.goto
    page.goto = lambda url, **how: goto(at_home(url), **how)  # type: ignore[method-assign]
    return page


SAVES_DATA = "Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) })"
"""A phone that asks for little fetches no engine, and no match goes on without its club."""
PAGES_WITH_CLOCK: WeakSet[Page] = WeakSet()
"""Pages whose time a test puts forward."""
FOUR = ["Anna", "Bruno", "Carla", "Dino"]
TREX = ("trex", FOUR)
TRIBELLO = ("tribello", FOUR[:3])


class Phone:
    """A page of the browser with the thumb of its owner."""

    def __init__(self, page: Page, database: Path, *, scripts: bool = True) -> None:
        self.page = with_addresses_of_home(page)
        self.database = database
        self.scripts = scripts
        if scripts:
            page.clock.install()
            PAGES_WITH_CLOCK.add(page)

    def begin(self, game: str, players: Sequence[str], **rules: Any) -> None:
        """Fill in the form for a new match and begin it."""
        page = self.page
        page.goto(f"/matches/new?game={game}")
        self.choose_number(len(players))
        for place, name in enumerate(players):
            page.fill(f"#player-{place}", name)
        self.choose_rules(rules)
        page.get_by_role("button", name="Begin").click()
        self.wait_for_table()

    def choose_rules(self, rules: Mapping[str, Any]) -> None:
        """Choose these house rules on the form for a new match."""
        closed = self.page.locator("details:is(.house, .more):not([open]) > summary")
        for _tap in range(3):  # on a machine that is very busy a tap was lost
            if rules and closed.count():
                closed.click()
        for name, value in rules.items():
            chosen = "yes" if value is True else value
            written = self.page.locator(f"input[name='{name}']:not([type])")
            if written.count():
                written.fill(str(value))
            elif value is not False:
                self.page.locator(f"label:has([name='{name}'][value='{chosen}'])").first.click()

    def choose_number(self, players: int) -> None:
        """Say on the form for a new match how many play, where that can be chosen."""
        number = self.page.locator(f"label:has([name='players'][value='{players}'])")
        more = self.page.locator(".more-seats")
        if number.count():
            number.click()
        elif more.count():
            for _seat in range(players - self.page.locator(".table .seat:not([hidden])").count()):
                more.click()

    def sit_down(self, game: str, players: Sequence[str], *answers: Any, **rules: Any) -> None:
        """Open a match that was begun elsewhere, with these house rules and answers since."""
        played = Played(GAMES[game], list(players))
        for answer in (rules, *answers):
            played.answer(answer)
        self.open(played.match)

    def open(self, match: Match) -> None:
        """Open a match that was played elsewhere, as if it had been here."""
        self.page.goto(f"/matches/{keep_in(self.database, match)}")
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """Until the match is on the screen with its script: a tap before that opens a new page."""
        self.page.wait_for_selector("#match")
        self.page.wait_for_load_state()
        if self.scripts:
            self.page.clock.fast_forward(SECOND_TAP)

    @property
    def match_id(self) -> int:
        return int(urlsplit(self.page.url).path.rpartition("/")[2])

    @property
    def match(self) -> Match:
        """The match that is open, as the server keeps it."""
        return self.match_of(self.match_id)

    def match_of(self, number: int) -> Match:
        """The match of this number, as the server keeps it."""
        db = engine_for(self.database).connect()
        record = matches.find_match(db, HOME, number)
        db.close()
        assert record is not None
        return match_from_record(record)

    @property
    def standing(self) -> Standing:
        return self.match.standing

    @property
    def ending(self) -> str:
        """What the last screen says in words: the cause, or by how much and since when."""
        outcome = self.standing.outcome
        if isinstance(outcome, SharedOutcome):
            return str(outcome.result.headline if outcome.result else outcome.why)
        return str(self.standing.result.lead)

    def answer(self, prompt: Prompt, answer: Any) -> None:
        """Tap an answer to the question on the screen, and wait for the next one."""
        if prompt.skippable and isinstance(prompt, Assign) and answer:
            return self.note(prompt, answer)
        lines = self.match.last_line
        self.touch(prompt, answer)
        if not prompt.saves_itself and answer is not None:
            self.wait_for_proof()
            self.save()
        self.wait_for_line(lines + 1)

    def note(self, prompt: Assign, doublers: Mapping[str, int]) -> None:
        """Tap who doubles which card: each is saved by itself, or without a script all by a key."""
        lines = self.match.last_line
        for line, card in enumerate(doublers, lines + 1):
            self.touch(prompt, {card: doublers[card]})
            if self.scripts:
                self.wait_for_line(line)
        if not self.scripts:
            self.page.locator("button[name=note]").click()
            self.wait_for_line(lines + 1)

    def touch(self, prompt: Prompt, answer: Any) -> None:
        """Touch the controls for `answer`, without saving."""
        form = self.page.locator("#prompt")
        if answer is None:
            form.locator("button[name=skip]").click()
            return
        if prompt.kind in BY_KEYS and self.scripts:
            BY_KEYS[prompt.kind](form, prompt, prompt.normalise(answer))
            return
        if prompt.kind == "order" and self.scripts:
            for seat in prompt.normalise(answer)[:-1]:
                form.locator(f"[data-places] button[value='{seat}']").click()
            return
        filled = prompt.fill(as_asked(prompt, prompt.normalise(answer)))
        if isinstance(prompt, Assign) and not prompt.optional:
            filled = dict.fromkeys(prompt.fields.values(), "") | filled  # nobody has a card
        controls = [*filled.items()]
        if isinstance(prompt, Several):
            controls = [(prompt.key, key) for key in answer or (["none"] if prompt.none else [])]
        for name, value in controls:
            button = form.locator(f"button[name='{name}'][value='{value}']")
            control = form.locator(f"[name='{name}']:not([type=hidden])")
            if button.count():
                button.click()
            elif control.evaluate_all(
                "controls => controls.some((control) => control.matches('select'))"
            ):
                control.select_option(value)
            elif control.first.get_attribute("type") in ("radio", "checkbox"):
                choice = form.locator(f"[name='{name}'][value='{value}']")
                if not choice.is_checked():
                    self.choose(choice)
            else:
                control.fill(value)

    def choose(self, choice: Locator) -> None:
        """Touch the label of a choice, also in the strip of who doubled a card."""
        strip = choice.locator("xpath=ancestor::details")
        is_open = choice.locator("xpath=ancestor::details[@open]")
        if strip.count() and not is_open.count():
            strip.locator("summary").click()
        choice.locator("xpath=..").click()
        if self.scripts and strip.count():
            # Only when it has closed does the time begin in which a tap there is a second one.
            expect(is_open).to_have_count(0)
            self.page.clock.fast_forward(SECOND_TAP)

    def wait_for_proof(self) -> None:
        """Until nothing is missing any more: the button saves."""
        if self.scripts:
            self.page.wait_for_selector("#prompt .save:not([aria-disabled])")

    def save(self) -> None:
        # Without a script the button goes on saying what was missing when the page was made.
        self.page.locator("#prompt .save").click(force=not self.scripts)

    def wait_for_line(self, line: int) -> None:
        """Until the page shows the match after this line of its log."""
        self.page.wait_for_selector(f"#match input[name=after][value='{line}']", state="attached")
        self._wait_for_script()

    def _wait_for_script(self) -> None:
        """Until the script has seen the swap: it moves the focus to the new question, where WebKit
        may have left it. Taps begin to wait after htmx has taken its marks away."""
        if self.scripts:
            self.page.wait_for_selector(f"body:not(:has({MARKED})) #ask:focus", state="attached")
            let_taps_count(self.page)

    def play_on(self, rng: random.Random, questions: int = 1000) -> None:
        """Answer at random until the match is over, or so many questions."""
        self.wait_for_table()
        for _ in range(questions):
            prompt = self.standing.prompt
            if prompt is None:
                return
            if prompt.last_in_group.pane_titles or (prompt.follow_up and not prompt.optional):
                self.answer_panes(rng)
            else:
                self.answer(*next_answer(prompt, rng))

    def answer_panes(self, rng: random.Random) -> None:
        """Tap answers to all that is asked together, pane by pane, and save them on the last."""
        match = self.match
        while True:
            waiting = match.standing.prompt
            assert waiting is not None, "the match is over"
            for asked in waiting.group:
                # One of several answers may say which others can be, or that none is needed.
                now = match.standing.prompt.group if match.standing.prompt else []
                prompt = next((other for other in now if other.key == asked.key), None)
                if prompt is None:
                    break
                answer = legal_answer(prompt, rng)
                if answer is None or (prompt.optional and not answer):
                    continue
                if prompt.skippable and isinstance(prompt, Assign):
                    self.note(prompt, answer)
                    match = self.match
                    continue
                self.touch(prompt, answer)
                match = match.with_events(entry(prompt, answer))
            self.wait_for_proof()
            self.save()
            if len(waiting.last_in_group.pane_titles) < 2:
                return self.wait_for_line(match.last_line)
            self.wait_for_pane(waiting.last_in_group.pane_titles[1])

    def wait_for_pane(self, name: object) -> None:
        """Until the page shows this one of several panes."""
        self.page.locator(".pane-names [aria-current]", has_text=str(name)).wait_for(
            state="attached"
        )
        self._wait_for_script()

    def runs_over(self) -> bool:
        """Whether anything is wider than the screen."""
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(wide))


def stop_clock(page: Page, after: int = 0) -> None:
    """Let at least so many milliseconds pass, and then the clock of the page stand still."""
    for more in (0, 100, 1000, 5000):
        try:
            page.clock.pause_at((page.evaluate("Date.now()") + after + more) / 1000)  # in seconds
        except Error as error:
            # On a busy machine that moment has passed by the time it is named.
            if "to the past" not in str(error):
                raise
        else:
            return
    raise AssertionError("the clock of the page does not stop")


def settle(page: Page) -> None:
    """Wait until the script knows of what was swapped in, and a tap on it is meant."""
    comes_true(page, f"!document.querySelector('{MARKED}')", forward=2)  # it waits 1 ms
    let_taps_count(page)


def let_taps_count(page: Page) -> None:
    """Put the clock past the time in which a tap after a swap does nothing. It begins only when
    what was swapped in is drawn: a clock put forward before is too early."""
    wait_until_drawn(page)
    page.clock.fast_forward(SECOND_TAP)


def wait_until_drawn(page: Page) -> None:
    """Until the second frame from now."""
    page.evaluate("""() => {
        window.isDrawn = false;
        const draw = frames => requestAnimationFrame(
            () => frames ? draw(frames - 1) : window.isDrawn = true);
        draw(2);
    }""")
    comes_true(page, "window.isDrawn", forward=20)


def tap(phone: Phone, *numbers: int) -> None:
    """Tap these keys of the keypad."""
    for number in numbers:
        tap_key(phone.page.locator(f".keypad button[value='{number}']"))


def tap_key(key: Locator) -> None:
    """Tap a key, and mean it, however soon that is after the last tap on the same one."""
    # Putting forward a clock that is the browser's own would stop it.
    if key.page in PAGES_WITH_CLOCK:
        key.page.clock.fast_forward(DOUBLE_TAP)
    else:
        key.page.wait_for_timeout(DOUBLE_TAP)
    key.click()


# --- what a screen comes to show: a test that looks only once looks too early on a busy machine ---


Words = str | re.Pattern[str]


def expect(shown: Locator) -> Any:
    """What is waited for of what is shown in Chromium, or in one of `tests/browser/engines`."""
    is_chromium = isinstance(shown, Locator)
    return expect_in_chromium(shown) if is_chromium else shown.expectation()


def comes_true(page: Page, expression: str, *, forward: int = 0) -> Any:
    """Wait until an expression is true on the page. Returns its value.

    As long as it is not, the clock of the page is put `forward` by so many milliseconds at each
    look: what the page waits for comes at once, however often. `wait_for_function` looks again by
    `eval`, which our content security policy forbids.
    """
    deadline = time.monotonic() + PATIENCE / 1000
    while not (value := page.evaluate(expression)):
        assert time.monotonic() < deadline, f"never true: {expression}"
        if forward:
            page.clock.fast_forward(forward)
        page.wait_for_timeout(20)
    return value


def hold_next(page: Page, address: str) -> Callable[[], Route]:
    """Hold the next request of an address back. Returns a function that waits for it and returns
    it: a request is seen before it is held, and what is arranged in between would get it."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route), times=1)

    def held_request() -> Route:
        deadline = time.monotonic() + PATIENCE / 1000
        while not held:
            assert time.monotonic() < deadline, f"never asked: {address}"
            page.wait_for_timeout(20)
        return held[0]

    return held_request


def reads(shown: Locator, words: Words | Sequence[Words]) -> None:
    """Wait until one reads this there: in one place, or in each of several in their order."""
    expect(shown).to_have_text(words, use_inner_text=True)


def mentions(shown: Locator, words: str) -> None:
    """Wait until these words are among what one reads there; what is hidden nobody reads."""
    expect(shown).to_contain_text(words, use_inner_text=True)


def asks(phone: Phone, words: Words) -> None:
    """Wait until this is asked, and a tap on its keys counts."""
    reads(phone.page.locator("#ask .whole"), words)
    settle(phone.page)


def wells_hold(phone: Phone, *numbers: str) -> None:
    """Wait until these numbers stand in the rows of a count."""
    wells = phone.page.locator(".well")
    expect(wells).to_have_count(len(numbers))
    for place, number in enumerate(numbers):
        expect(wells.nth(place)).to_have_value(number)


def entry(prompt: Prompt, answer: Any) -> Event:
    """The line that an answer leaves."""
    return Event("entry", prompt.deal, prompt.key, answer)


# --- kinds of questions whose keys fill one row after the other ----------------------------------


def name_cards(form: Locator, prompt: Any, answer: Any) -> None:
    """A suit and a rank for each card."""
    for card in [answer] if prompt.single else answer:
        # The last suit that is left may stand there already.
        suit = form.locator(f".suit-key[value='{card[-1]}']")
        if suit.get_attribute("aria-pressed") != "true":
            tap_key(suit)
        tap_key(form.locator(f".rank-key[value='{card[:-1]}']"))


def pick_cards(form: Locator, prompt: Any, answer: list[list[int]]) -> None:
    """The cards of one player after the other; what is left goes to the last one by itself."""
    has_rest = prompt.cards_each * len(prompt.seats) == len(prompt.numbers)
    for numbers in answer[:-1] if has_rest else answer:
        for number in numbers:
            form.locator(f".face-card[data-number='{number}']").click()


def tap_symbols(form: Locator, prompt: Any, answer: list[list[Any]]) -> None:
    """What each card shows, a large symbol by a second tap."""
    for seat, faces in zip(prompt.seats, answer, strict=True):
        for slot, face in enumerate(faces):
            place = form.locator(f".slot[value='{seat.index}.{slot}']")
            place.click()
            panel = form.locator(".panel.active")
            taps = [*face["symbols"], *face.get("large", [])]
            if "number" in face:
                form.locator(f".number-key[value='{face['number']}']").click()
                known = prompt.known.get(str(face["number"]))
                if prompt.is_known(face):
                    continue
                if known:  # other symbols for this round: what is known goes first
                    place.click()
                    small = [word for word in known["symbols"] if word not in known["large"]]
                    taps = [*known["large"], *small, *small, *taps]
            for symbol in taps:
                panel.locator(f"label:has([name$='.has.{symbol}'])").click()


def key_in(form: Locator, prompt: Any, answer: Any) -> None:
    """One number after the other."""
    for value in prompt.fill(answer).values():
        tap_key(form.locator(f".keypad button[value='{value}']"))


def count_up(form: Locator, prompt: Any, answer: Any) -> None:
    """One number after the other, until what is left has gone to the rest by itself."""
    fields = prompt.fill(as_asked(prompt, answer))
    is_new = form.locator(".well").evaluate_all("wells => wells.every((one) => !one.value)")
    for name, value in fields.items():
        well = form.locator(f"[name='{name}']")
        if not is_new:
            well.fill(value)
        elif well.input_value() == "":
            tap_key(form.locator(f".keypad button[value='{value}']"))


BY_KEYS = {
    "cards": name_cards,
    "count": count_up,
    "pick": pick_cards,
    "faces": tap_symbols,
    "figures": key_in,
}
