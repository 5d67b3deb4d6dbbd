"""Someone who taps: begins a match and answers its questions by what can be seen and touched."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from app import store
from app.games import GAMES
from app.scoring import Prompt, Standing, answers_of, replay
from tests.play import legal_answer

SECOND_TAP = 360  # ms in which a tap after a swap is taken for the second half of a double tap


class Phone:
    """A page of the browser with the thumb of its owner."""

    def __init__(self, page: Page, database: Path, *, scripts: bool = True) -> None:
        self.page = page
        self.database = database
        self.scripts = scripts
        if scripts:
            page.clock.install()

    def begin(self, game: str, players: Sequence[str], **rules: str) -> None:
        """Fill in the form for a new match and begin it."""
        page = self.page
        page.goto(f"/matches/new?game={game}")
        for place, name in enumerate(players):
            page.fill(f"#player-{place}", name)
        house = page.locator("details.house:not([open]) > summary")
        if rules and house.count():
            house.click()
        for name, value in rules.items():
            page.locator(f"label:has([name='{name}'][value='{value}'])").first.click()
        page.get_by_role("button", name="Begin").click()
        page.wait_for_selector("#match")

    @property
    def match_id(self) -> int:
        return int(self.page.url.rsplit("/", 1)[1])

    @property
    def match(self) -> store.Match:
        """The match as the server keeps it."""
        db = store.connect(self.database)
        found = store.find_match(db, self.match_id)
        db.close()
        assert found is not None
        return found

    @property
    def standing(self) -> Standing:
        match = self.match
        return replay(GAMES[match.game], match.players, answers_of(match.events))

    def answer(self, prompt: Prompt, answer: Any) -> None:
        """Tap an answer to the question on the screen, and wait for the next one."""
        lines = self.match.last_line
        self.touch(prompt, answer)
        if prompt.kind not in ("choose", "player") and answer is not None:
            self.save()
        self.wait_for_line(lines + 1)

    def touch(self, prompt: Prompt, answer: Any) -> None:
        """Touch the controls for `answer`, without saving."""
        form = self.page.locator("#prompt")
        if answer is None:
            form.locator("button[name=skip]").click()
            return
        for name, value in prompt.fill(prompt.tidy(answer)).items():
            button = form.locator(f"button[name='{name}'][value='{value}']")
            control = form.locator(f"[name='{name}']:not([type=hidden])")
            if button.count():
                button.click()
            elif control.first.get_attribute("type") in ("radio", "checkbox"):
                choice = form.locator(f"[name='{name}'][value='{value}']")
                if not choice.is_checked():
                    choice.locator("xpath=..").click()
            else:
                control.fill(value)

    def save(self) -> None:
        self.page.locator("#prompt .save").click()

    def wait_for_line(self, line: int) -> None:
        """Until the page shows the match after this line of its log."""
        self.page.wait_for_selector(f"#match input[name=after][value='{line}']", state="attached")
        if self.scripts:
            # The script has seen the swap when it has moved the focus to the new question.
            self.page.wait_for_selector("#ask:focus", state="attached")
            self.page.clock.fast_forward(SECOND_TAP)

    def play_on(self, rng: random.Random, questions: int = 1000) -> None:
        """Answer at random until the match is over, or so many questions."""
        for _ in range(questions):
            prompt = self.standing.prompt
            if prompt is None:
                return
            self.answer(prompt, legal_answer(prompt, rng))

    def runs_over(self) -> bool:
        """Whether anything is wider than the screen."""
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(wide))
