"""How many taps each kind of deal takes, counted by the browser itself."""

from typing import Any

import pytest

from app.games.trico.house_rules import HOUSE_DECK
from testkit.browser.phone import FOUR, Phone, entry
from tools.screens.games.trex import OF_QUEENS


class Thumb:
    """Answers as fast as the page lets it, on a phone whose browser counts the touches."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.touches = 0
        phone.page.expose_function("touched", self._touched)
        phone.page.add_init_script("addEventListener('pointerdown', () => touched(), true)")

    def _touched(self) -> None:
        self.touches += 1

    def double(self, card: str, seat: int) -> None:
        """In one touch: a tap on who doubled it, or from the ×2 of a card along its row to them."""
        page, line = self.phone.page, self.phone.match.last_line
        band = page.locator(f".doublers label:has([name='doubled.{card}'][value='{seat}'])")
        if band.count():
            band.click()
            return self.phone.wait_for_line(line + 1)
        row = page.locator(f".card-row:has([name='doubled.{card}'][value='{seat}'])")
        row.locator("summary").hover()
        page.mouse.down()
        row.locator("> .card-keys label").nth(seat).hover(force=True)
        page.mouse.up()
        self.phone.wait_for_line(line + 1)

    def answer(self, answer: Any) -> None:
        """Answer the next question; with what was doubled before it, that is a pair."""
        phone, prompt = self.phone, self.phone.standing.prompt
        assert prompt is not None
        lines = phone.match.last_line + 1
        asked = prompt.follow_up or prompt if prompt.optional else prompt.last_in_group
        if asked is not prompt.follow_up:  # what is named in the same rows is another line
            lines += len(prompt.group) - 1
        if isinstance(answer, tuple):
            doubled, answer = answer
            for card, seat in doubled.items():
                self.double(card, seat)
            lines += len(doubled)
        phone.touch(asked, answer)
        if not asked.saves_itself:
            phone.save()
        phone.wait_for_line(lines)


@pytest.fixture
def thumb(phone: Phone) -> Thumb:
    return Thumb(phone)


DECK = {"entry": "deck", "deck": HOUSE_DECK}
LEFT = ["KH", "7S", "5D", "9C"]
DOUBLED = ({"QS": 1, "QC": 3}, OF_QUEENS | {"QS": 2})
"""A doubling is one touch from ×2 to who, or two taps."""

DEALS: dict[str, tuple[str, int, list[Any], list[Any], int]] = {
    # In which game of how many, what was answered before, what is, and the most taps.
    "Tribello, a deal with trumps": ("tribello", 3, [], ["hearts", [7, 4, 2]], 4),
    "Italian Whist, the first hand": ("italian_whist", 3, [], [[5, 3, 1]], 3),
    "Italian Whist, the second hand": ("italian_whist", 3, [[5, 3, 1]], [[2, 3, 4]], 3),
    "Trex, who owns the first kingdom": ("trex", 4, [], [0], 1),
    "Trex, naming a contract": ("trex", 4, [0], ["king"], 1),
    "King of hearts": ("trex", 4, [0, "king"], [2], 2),
    "Queens": ("trex", 4, [0, "queens"], [OF_QUEENS], 5),
    "Diamonds": ("trex", 4, [0, "diamonds"], [[2, 6, 1, 4]], 4),
    "Slaps": ("trex", 4, [0, "slaps"], [[1, 3, 4, 5]], 4),
    "Trex, the layout": ("trex", 4, [0, "trex"], [[3, 0, 2, 1]], 4),
    "Queens, two of them doubled": ("trex", 4, [0, "queens"], [DOUBLED], 7),
    "King of hearts, doubled": ("trex", 4, [0, "king"], [({"KH": 2}, 1)], 3),
    "The Torite, the tricks": ("torite", 4, [], [[6, 4, 2, 0]], 4),
    "The Torite, four cards left": ("torite", 4, [[6, 4, 2, 0]], [["2S", "9H", "QD", "AC"]], 8),
    "The Torite, three and the one set aside": ("torite", 3, [[8, 4, 0]], [LEFT], 9),
    "Trico, a round of 2": ("trico", 2, [], [[[5, 2, 9], [1, 3, 6]]], 7),
    "Trico, a round of 3": ("trico", 3, [], [[[5, 2, 9], [1, 3, 6], [4, 7, 8]]], 7),
}


def test_no_deal_takes_more_taps_than_it_should(thumb):
    too_many = {}
    for what, (game, players, before, answers, most) in DEALS.items():
        thumb.phone.sit_down(game, FOUR[:players], *before, **(DECK if game == "trico" else {}))
        thumb.touches = 0
        for answer in answers:
            thumb.answer(answer)
        if thumb.touches > most:
            too_many[what] = thumb.touches

    assert too_many == {}


def test_complex_takes_a_tap_for_each_card_and_count_and_a_button_for_each_pane(thumb):
    phone = thumb.phone
    phone.sit_down("trex", FOUR, 0, "complex", complex=True)
    match = phone.match
    for pane, answers in {
        "Diamonds": (1, {"QS": 0, "QH": 1, "QD": 2, "QC": 0}),
        "Slaps": ([3, 2, 6, 2],),
        None: ([4, 2, 3, 4],),
    }.items():
        for answer in answers:
            prompt = match.standing.prompt
            asked = prompt.follow_up or prompt
            phone.touch(asked, answer)
            match = match.with_events(entry(asked, answer))
        phone.save()
        if pane:
            phone.wait_for_pane(pane)
    phone.wait_for_line(match.last_line)

    assert thumb.touches <= 14
