"""A page in WebKit or Firefox, in those words of Playwright that a `Phone` and its tests use.

Of its time only that goes forward by which a page compares taps: a timer takes as long as it does.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from testkit.browser.phone import PATIENCE
from tests.browser.engines.webdriver import Engine, EngineError

FIND = Path(__file__).with_name("find.js").read_text("utf-8").partition("\n")[2].strip()
BETWEEN_LOOKS = 0.02  # seconds
GONE = re.compile("unload|navigat|no such (frame|window|document)|discarded|actor|destroyed", re.I)
"""What an engine says where a page goes away under a question."""
PUT_FORWARD = """async (ms) => {
  // What is drawn anew takes taps from its second frame on, and some of it a while later.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  performance.ahead = (performance.ahead ?? 0) + ms;
  performance.now = () => Performance.prototype.now.call(performance) + performance.ahead;
}"""
PSEUDO = {"shown": ":visible", "focused": ":focus"}
"""What is asked of elements behind a selector, and not in it."""


def words(wanted: Any, *, exact: bool = False) -> dict[str, Any]:
    """Words or a pattern, as the script in the page takes them."""
    if isinstance(wanted, re.Pattern):
        return {"source": wanted.pattern, "flags": "i" if wanted.flags & re.I else ""}
    return {"source": str(wanted), "exact": exact}


def until(look: Callable[[], Any], what: object) -> Any:
    """What a look gives as soon as that is something."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not (value := look()):
        assert time.monotonic() < deadline, f"never true: {what}"
        time.sleep(BETWEEN_LOOKS)
    return value


class Clock:
    """The time of a page."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def install(self) -> None:
        """Let it run as it does."""

    def fast_forward(self, ms: int) -> None:
        """Let the next tap come so much later."""
        self._page.evaluate(PUT_FORWARD, ms)


class Page:
    """The page of an engine; addresses begin at `base_url`."""

    def __init__(self, engine: Engine, base_url: str) -> None:
        self._engine = engine
        self._base_url = base_url
        self._before: list[str] = []
        self.clock = Clock(self)
        self.page = self

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self._engine.resize(**size)

    def add_init_script(self, script: str) -> None:
        """Run a script on each page that is opened, once that is there."""
        self._before.append(script)

    def goto(self, url: str) -> None:
        self._engine.do("Navigate", url=urljoin(self._base_url, url))
        self._begin()

    def reload(self) -> None:
        self._engine.do("Refresh")
        self._begin()

    def go_back(self) -> None:
        self._engine.do("Back")
        self._begin()

    def forget(self) -> None:
        """Leave nothing of this phone to the next test."""
        if self.url.startswith("http"):
            self.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            self._engine.do("DeleteAllCookies")
        self._before.clear()
        self.goto("about:blank")

    def _begin(self) -> None:
        for script in self._before:
            self.evaluate(f"() => {{ {script} }}")

    @property
    def url(self) -> str:
        return str(self._engine.do("GetCurrentURL"))

    def wait_for_url(self, wanted: Any) -> None:
        until(
            lambda: wanted(self.url) if callable(wanted) else fnmatchcase(self.url, wanted), wanted
        )

    def wait_for_load_state(self) -> None:
        until(lambda: self.evaluate("document.readyState === 'complete'"), "the page is there")

    def wait_for_timeout(self, ms: int) -> None:
        time.sleep(ms / 1000)

    def evaluate(self, expression: str, *about: Any) -> Any:
        """The value of an expression or of a function; again, if the page goes away meanwhile."""
        script = f"""const given = [...arguments], done = given.pop();
          (async () => {{
            const value = ({expression.strip().rstrip(";")});
            return typeof value === "function" ? value(...given) : value;
          }})().then((value) => done([value ?? null]), (error) => done([null, String(error)]));"""

        def ask() -> Any:
            try:
                return self._engine.do("ExecuteAsyncScript", script=script, args=list(about))
            except EngineError as error:
                if not GONE.search(str(error)):
                    raise
                return None

        value, *error = until(ask, "the page answers")
        if error:
            raise EngineError(error[0])
        return value

    def locator(self, selector: str, *, has_text: Any = None) -> Locator:
        return Locator(self, []).locator(selector, has_text=has_text)

    def get_by_role(self, role: str, *, name: Any = None) -> Locator:
        return Locator(self, []).get_by_role(role, name=name)

    def get_by_text(self, text: Any, *, exact: bool = False) -> Locator:
        return Locator(self, [["text", words(text, exact=exact)]])

    def get_by_label(self, text: Any) -> Locator:
        return Locator(self, [["label", words(text)]])

    def fill(self, selector: str, value: str) -> None:
        self.locator(selector).fill(value)

    def wait_for_selector(self, selector: str, state: str = "visible") -> None:
        self.locator(selector).wait_for(state)

    def tap(self, x: float, y: float, times: int = 1) -> None:
        """Tap a point of the screen."""
        move = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "thumb", "actions": [move, *press * times]}
        self._engine.do("PerformActions", actions=[mouse])


@dataclass(frozen=True)
class Locator:
    """Elements of a page, looked for each time anew."""

    page: Page
    steps: Sequence[Any]

    def _then(self, *steps: Any) -> Locator:
        return Locator(self.page, [*self.steps, *steps])

    def _ask(self, what: str, value: Any = None) -> Any:
        return self.page.evaluate(FIND, list(self.steps), what, value)

    def locator(self, selector: str, *, has_text: Any = None) -> Locator:
        if selector.startswith("xpath="):
            return self._then(["up", selector.removeprefix("xpath=")])
        css, _, nth = selector.partition(" >> nth=")
        steps: list[Any] = [["css", css.replace(":visible", "").replace(":focus", "")]]
        steps += [[kind, True] for kind in ("shown", "focused") if PSEUDO[kind] in css]
        if has_text is not None:
            steps.append(["words", words(has_text)])
        return self._then(*steps, *([["nth", int(nth)]] if nth else []))

    def get_by_role(self, role: str, *, name: Any = None) -> Locator:
        return self._then(["role", [role, None if name is None else words(name)]])

    def get_by_text(self, text: Any, *, exact: bool = False) -> Locator:
        return self._then(["text", words(text, exact=exact)])

    def nth(self, n: int) -> Locator:
        return self._then(["nth", n])

    @property
    def first(self) -> Locator:
        return self.nth(0)

    @property
    def last(self) -> Locator:
        return self.nth(-1)

    def all(self) -> list[Locator]:
        return [self.nth(n) for n in range(self.count())]

    def count(self) -> int:
        return len(self._ask("found"))

    def is_visible(self) -> bool:
        return any(self._ask("found"))

    def wait_for(self, state: str = "visible") -> None:
        """Until it is shown, or there (attached), or as the state says not there any more."""
        is_so = {
            "attached": lambda found: found,
            "visible": lambda found: found and found[0],
            "hidden": lambda found: not any(found),
            "detached": lambda found: not found,
        }[state]
        until(lambda: is_so(self._ask("found")), f"{state}: {self.steps}")

    def click(self, *, force: bool = False) -> None:
        self.page.tap(*until(lambda: self._ask("spot", force), f"can be tapped: {self.steps}"))

    def dblclick(self) -> None:
        self.page.tap(*until(lambda: self._ask("spot"), f"can be tapped: {self.steps}"), times=2)

    def fill(self, value: str) -> None:
        until(lambda: self._ask("fill", value), f"can be filled: {self.steps}")

    select_option = fill

    def dispatch_event(self, name: str) -> None:
        self._ask("fire", name)

    def get_attribute(self, name: str) -> Any:
        return until(lambda: self._ask("attribute", name), f"is there: {self.steps}")[0]

    def _get(self, name: str) -> Any:
        return until(lambda: self._ask("get", name), f"is there: {self.steps}")[0]

    def input_value(self) -> str:
        return str(self._get("value"))

    def text_content(self) -> str:
        return str(self._get("textContent"))

    def is_checked(self) -> bool:
        return bool(self._get("checked"))

    def bounding_box(self) -> dict[str, float]:
        box: dict[str, float] = self._ask("box")
        return box

    def all_text_contents(self) -> list[str]:
        texts: list[str] = self._ask("texts")
        return texts

    def inner_texts(self) -> list[str]:
        """What one reads of each; nothing of what is hidden."""
        texts: list[str] = self._ask("read")
        return texts

    def _run(self, which: str, function: str) -> Any:
        steps = json.dumps(self.steps)
        return self.page.evaluate(f"() => ({FIND})({steps}, '{which}', {function})")

    def expectation(self) -> Expectation:
        """What is waited for of it."""
        return Expectation(self)

    def evaluate_all(self, function: str) -> Any:
        return self._run("each", function)

    def evaluate(self, function: str) -> Any:
        return self._run("one", function)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


class Expectation:
    """What is waited for of a locator, in those words of Playwright's `expect`."""

    def __init__(self, shown: Locator) -> None:
        self._shown = shown

    def to_have_text(self, wanted: Any, *, use_inner_text: bool = False) -> None:
        self._read(wanted, use_inner_text, lambda read, one: read == one)

    def to_contain_text(self, wanted: Any, *, use_inner_text: bool = False) -> None:
        self._read(wanted, use_inner_text, lambda read, one: one in read)

    def _read(self, wanted: Any, is_seen: bool, fits: Callable[[str, str], bool]) -> None:
        """Until one reads this there, or these in their order; also what is hidden, if not
        `is_seen`."""
        each = [wanted] if isinstance(wanted, str | re.Pattern) else [*wanted]

        def one_fits(read: str, one: Any) -> bool:
            is_pattern = isinstance(one, re.Pattern)
            return bool(one.search(read)) if is_pattern else fits(read, in_one_line(one))

        def is_so() -> bool:
            texts = self._shown.inner_texts() if is_seen else self._shown.all_text_contents()
            return len(texts) == len(each) and all(map(one_fits, map(in_one_line, texts), each))

        until(is_so, f"reads {wanted}: {self._shown.steps}")

    def to_have_count(self, count: int) -> None:
        until(lambda: self._shown.count() == count, f"{count} of {self._shown.steps}")

    def to_be_visible(self) -> None:
        self._shown.wait_for("visible")

    def to_be_hidden(self) -> None:
        self._shown.wait_for("hidden")

    def to_have_value(self, value: str) -> None:
        until(lambda: self._shown.input_value() == value, f"holds {value}: {self._shown.steps}")

    def to_have_attribute(self, name: str, value: str) -> None:
        until(lambda: self._shown.get_attribute(name) == value, f"{name} is {value}")
