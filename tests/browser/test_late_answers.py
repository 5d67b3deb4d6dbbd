"""The same keys give the same answers, however late the server says what it thinks of each."""

import pytest
from playwright.sync_api import Error

from testkit.browser.phone import FOUR, TREX

WHILE = 200  # ms for a busy machine to get an answer across
BETWEEN_LOOKS = 25  # ms
DEBOUNCE = 200  # ms; a page asks less long after the last key
PLAYERS = "&".join(f"players.{at}={name}" for at, name in enumerate(FOUR))
SHEET = f"/matches/typed/sheet?game=trex&date=2024-05-03&appeals=yes&{PLAYERS}"
PAPER = ".paper-pad [value='{}']"
KEY = ".keypad button[value='{}']"
TYPED = """() => {
  const { activeElement: at } = document;
  const fields = [...document.forms].map((form) =>
    [...new FormData(form)].filter(([name]) => name !== "once").map((field) => field.join("=")));
  const active = [...document.querySelectorAll("[name].active, .row.active, .slot.active")];
  return [...fields.flat(), at.id || at.name, ...active.map((part) => part.name ?? part.id)];
}"""
"""What the forms of a page hold, where its caret is, and what is asked for."""


class Server:
    """Answers what a page asks so many keys `late`; the latest first where that is None."""

    def __init__(self, page, late):
        self.page, self.late = page, late
        self.keys = 0
        self.waiting = []
        page.route("**/*", self.hold)

    def hold(self, route):
        if "hx-request" not in route.request.headers:
            return route.fallback()
        return self.waiting.append((self.keys, route, route.fetch()))

    def after_key(self):
        """Let the page ask, and give the answers that are due."""
        self.keys += 1
        before = len(self.waiting)
        self.page.clock.fast_forward(DEBOUNCE)
        self.wait(lambda: len(self.waiting) > before or not self.is_awaited())
        if self.late is not None:
            self.answer([one for one in self.waiting if self.keys - one[0] >= self.late])

    def answer(self, due):
        for one in [*due]:
            self.waiting.remove(one)
            _asked, route, response = one
            try:
                route.fulfill(response=response)
            except Error:
                continue  # the page has asked anew
            self.wait(lambda: not self.is_awaited())

    def answer_all(self):
        """Give all answers that are left, until the page asks no more."""
        for _round in range(10):
            self.page.clock.fast_forward(DEBOUNCE)
            self.answer(self.waiting[:: 1 if self.late is not None else -1])
            if not (self.waiting or self.is_awaited()):
                break

    def is_awaited(self):
        return self.page.evaluate("document.querySelector('.htmx-request') !== null")

    def wait(self, is_so):
        """Until it is so, or a while is over: whatever comes later must change nothing either."""
        for _look in range(WHILE // BETWEEN_LOOKS):
            if is_so():
                return
            self.page.clock.fast_forward(5)
            self.page.wait_for_timeout(BETWEEN_LOOKS)


def tap(*selectors):
    return [
        lambda page, selector=selector: page.locator(selector).first.click()
        for selector in selectors
    ]


def write(*keys):
    return [lambda page, key=key: page.keyboard.press(key) for key in keys]


def paper(keys):
    return tap(*(PAPER.format(key) for key in keys.split()))


CASES = {
    "a typed row": (
        lambda phone: phone.page.goto(SHEET),
        [
            lambda page: page.locator("[name='1.owner']").select_option("0"),
            *paper("king 1 5 0 next 7 5 sign"),
        ],
    ),
    "a typed sheet": (
        lambda phone: phone.page.goto(SHEET),
        [
            lambda page: page.locator("[name='1.owner']").select_option("0"),
            *paper("king 1 5 0 next 7 5 sign next 0 next 0 next 6 0 next 6 0"),
        ],
    ),
    "a typed sheet by the keyboard": (
        lambda phone: phone.page.goto(SHEET),
        [
            *tap("[name='1.points.0']"),
            *write(*"-150", "Enter", *"75", "Enter", *"0", "Enter", *"0", "Enter", *"-60", "Enter"),
        ],
    ),
    "a count": (
        lambda phone: phone.sit_down("tribello", FOUR[:3], "hearts"),
        tap(KEY.format(7), KEY.format(4), ".row >> nth=0", KEY.format(5)),
    ),
    "cards": (
        lambda phone: phone.sit_down(*TREX, 0, "queens"),
        tap(*(f".card-row >> nth={row} >> .card-keys label >> nth={row}" for row in range(3))),
    ),
    "a correction": (
        lambda phone: (
            phone.sit_down("tribello", FOUR[:3], "hearts", [7, 4, 2]),
            phone.page.goto(f"{phone.page.url}/deals/1/tricks"),
        ),
        tap(".row >> nth=0", KEY.format(6), ".row >> nth=1", KEY.format(5)),
    ),
    "seats": (
        lambda phone: phone.page.goto("/matches/new?game=trex"),
        [*tap("#player-0"), *write(*"Mo", "Enter", *"Mia", "Enter", *"Ben", "Enter", *"Du")],
    ),
    "names": (
        lambda phone: (phone.sit_down(*TREX), phone.page.goto(f"{phone.page.url}/players")),
        [*tap("#player-0"), *write(*"Mo", "Tab", *"Mia", "Tab", *"Ben")],
    ),
}
NEVER = 1000
LATE = [0, 1, NEVER, None]


OFTEN = ("a typed row", "a count")
"""What is tried every time, and not only in the long run."""


@pytest.mark.parametrize(
    "case",
    [case if case in OFTEN else pytest.param(case, marks=pytest.mark.long) for case in CASES],
)
def test_the_same_keys_give_the_same_answers_however_late_the_server_is(case, phone):
    arrive, keys = CASES[case]
    typed = {}
    for late in LATE:
        arrive(phone)
        phone.page.evaluate("localStorage.clear()")
        phone.page.reload()
        late_server = Server(phone.page, late)
        for key in keys:
            key(phone.page)
            late_server.after_key()
        late_server.answer_all()
        typed[late] = phone.page.evaluate(TYPED)
        phone.page.unroute("**/*")

    for late, fields in typed.items():
        assert fields == typed[NEVER], late
