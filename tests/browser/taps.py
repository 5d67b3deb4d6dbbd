"""How many taps each kind of deal takes, counted by the browser itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.games.trico.house_rules import HOUSE_DECK
from tests.browser.phone import Phone, entry, press
from tests.games.trex_screens import OF_QUEENS

CAST = ("Anna", "Bruno", "Carla", "Dino")


@dataclass(frozen=True)
class Tapped:
    """A deal or a part of it: the taps that it took, its saving included, and the most it may."""

    what: str
    taps: int
    most: int

    @property
    def is_over(self) -> bool:
        """Whether it took too many."""
        return self.taps > self.most


class Thumb:
    """Answers as fast as the page lets it, on a phone whose browser counts the touches."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.touches = 0
        phone.page.expose_function("touched", self._touched)
        phone.page.add_init_script("addEventListener('pointerdown', () => touched(), true)")

    def _touched(self) -> None:
        self.touches += 1

    def slide(self, card: str, seat: int) -> None:
        """From the ×2 of a card along its row to who doubled it, in one touch."""
        page = self.phone.page
        name = f"[name='doubled.{card}'][value='{seat}']"
        row = page.locator(f".card-row:has({name})")
        times = row.locator("summary").bounding_box()
        key = row.locator("> .card-keys label").nth(seat).bounding_box()
        assert times is not None
        assert key is not None
        page.mouse.move(times["x"] + times["width"] / 2, times["y"] + times["height"] / 2)
        page.mouse.down()
        page.mouse.move(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2, steps=3)
        page.mouse.up()
        row.locator("details:not([open])").wait_for(state="attached")

    def answer(self, *answers: Any) -> int:
        """Answer the next questions. Returns the touches that it took."""
        before = self.touches
        for answer in answers:
            lines = self.phone.match.last_line
            prompt = self.phone.standing.prompt
            assert prompt is not None
            asked = prompt.follow_up or prompt if prompt.optional else prompt.last_in_group
            if asked is not prompt.follow_up:  # what is named in the same rows is another line
                lines += len(prompt.group) - 1
            if isinstance(answer, tuple):  # who doubled what, and the answer
                doubled, answer = answer
                for card, seat in doubled.items():
                    self.slide(card, seat)
                lines += 1
            if asked.kind == "count":
                self.tap_numbers(answer)
            else:
                self.phone.touch(asked, answer)
            if not asked.saves_itself:
                self.phone.save()
            self.phone.wait_for_line(lines + 1)
        return self.touches - before

    def tap_numbers(self, counts: Sequence[int]) -> None:
        """One row after the other on the keypad, until the rest fills itself."""
        form = self.phone.page.locator("#prompt")
        for number in counts:
            if not form.locator(".row.active").count():
                return
            press(form.locator(f".keypad button[value='{number}']"))


DECK = {"entry": "deck", "deck": HOUSE_DECK}
LEFT = ["KH", "7S", "5D", "9C"]
DOUBLED = ({"QS": 1, "QC": 3}, OF_QUEENS | {"QS": 2})
"""A doubling is one touch from ×2 to who, or two taps."""

DEALS: tuple[tuple[str, str, int, list[Any], list[Any], int], ...] = (
    # What, in which game of how many, what was answered before, what is, and the most taps.
    ("Tribello, a deal with trumps", "tribello", 3, [], ["hearts", [7, 4, 2]], 4),
    ("Italian Whist, the first hand", "italian_whist", 3, [], [[5, 3, 1]], 3),
    ("Italian Whist, the second hand", "italian_whist", 3, [[5, 3, 1]], [[2, 3, 4]], 3),
    ("Trex, who owns the first kingdom", "trex", 4, [], [0], 1),
    ("Trex, naming a contract", "trex", 4, [0], ["king"], 1),
    ("King of hearts", "trex", 4, [0, "king"], [2], 2),
    ("Queens", "trex", 4, [0, "queens"], [OF_QUEENS], 5),
    ("Diamonds", "trex", 4, [0, "diamonds"], [[2, 6, 1, 4]], 4),
    ("Slaps", "trex", 4, [0, "slaps"], [[1, 3, 4, 5]], 4),
    ("Trex, the layout", "trex", 4, [0, "trex"], [[3, 0, 2, 1]], 4),
    ("Queens, two of them doubled", "trex", 4, [0, "queens"], [DOUBLED], 7),
    ("King of hearts, doubled", "trex", 4, [0, "king"], [({"KH": 2}, 1)], 3),
    ("The Torite, the tricks", "torite", 4, [], [[6, 4, 2, 0]], 4),
    ("The Torite, four cards left", "torite", 4, [[6, 4, 2, 0]], [["2S", "9H", "QD", "AC"]], 8),
    ("The Torite, three and the one set aside", "torite", 3, [[8, 4, 0]], [LEFT], 9),
    ("Trico, a round of 2", "trico", 2, [], [[[5, 2, 9], [1, 3, 6]]], 7),
    ("Trico, a round of 3", "trico", 3, [], [[[5, 2, 9], [1, 3, 6], [4, 7, 8]]], 7),
)


def every_kind_of_deal(thumb: Thumb) -> Iterator[Tapped]:
    """One of each; to open its match does not count."""
    for what, game, players, before, answers, most in DEALS:
        rules = DECK if game == "trico" else {}
        thumb.phone.sit_down(game, CAST[:players], *before, **rules)
        yield Tapped(what, thumb.answer(*answers), most)
    yield complex_deal(thumb)


def complex_deal(thumb: Thumb) -> Tapped:
    """Five cards and two counts, and a button for each pane."""
    thumb.phone.sit_down("trex", CAST, 0, "complex", complex=True)
    phone, before = thumb.phone, thumb.touches
    match = phone.match
    for pane, answers in (
        ("Diamonds", (1, {"QS": 0, "QH": 1, "QD": 2, "QC": 0})),
        ("Slaps", ([3, 2, 6, 2],)),
        (None, ([4, 2, 3, 4],)),
    ):
        for answer in answers:
            prompt = match.standing.prompt
            assert prompt is not None
            asked = prompt.follow_up or prompt
            phone.touch(asked, answer)
            match = match.with_events(entry(asked, answer))
        phone.save()
        if pane:
            phone.wait_for_pane(pane)
    phone.wait_for_line(match.last_line)
    return Tapped("Complex", thumb.touches - before, 14)


def in_lines(table: Sequence[Tapped]) -> str:
    """The table of taps, one line each."""
    return "\n".join(f"{row.what:<40}{row.taps:>3} taps, {row.most} at most" for row in table)
