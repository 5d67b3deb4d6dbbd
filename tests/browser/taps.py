"""How many taps each kind of deal takes, counted by the browser itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.browser.phone import Phone, entry, press

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

    def sit_down(self, game: str, players: int, **rules: Any) -> None:
        """Open a match; what that takes does not count."""
        self.phone.sit_down(game, CAST[:players], **rules)

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


def every_kind_of_deal(thumb: Thumb) -> Iterator[Tapped]:
    """One of each, in whole matches as far as they are needed."""
    thumb.sit_down("tribello", 3)
    yield Tapped("Tribello, a deal with trumps", thumb.answer("hearts", [7, 4, 2]), 4)

    thumb.sit_down("italian_whist", 3)
    yield Tapped("Italian Whist, the first hand", thumb.answer([5, 3, 1]), 3)
    yield Tapped("Italian Whist, the second hand", thumb.answer([2, 3, 4]), 3)

    yield from trex(thumb)

    thumb.sit_down("torite", 4)
    yield Tapped("The Torite, the tricks", thumb.answer([6, 4, 2, 0]), 4)
    yield Tapped("The Torite, four cards left", thumb.answer(["2S", "9H", "QD", "AC"]), 8)
    thumb.sit_down("torite", 3)
    thumb.answer([8, 4, 0])
    cards = ["KH", "7S", "5D", "9C"]
    yield Tapped("The Torite, three cards left and the one set aside", thumb.answer(cards), 9)

    yield from trico(thumb)


def trex(thumb: Thumb) -> Iterator[Tapped]:
    """A kingdom; the contract that is left at its end answers itself."""
    thumb.sit_down("trex", 4)
    yield Tapped("Trex, who owns the first kingdom", thumb.answer(0), 1)
    yield Tapped("Trex, naming a contract", thumb.answer("king"), 1)
    yield Tapped("King of hearts", thumb.answer(2), 2)
    thumb.answer("queens")
    yield Tapped("Queens", thumb.answer({"QS": 0, "QH": 1, "QD": 2, "QC": 0}), 5)
    thumb.answer("diamonds")
    yield Tapped("Diamonds", thumb.answer([2, 6, 1, 4]), 4)
    thumb.answer("slaps")
    yield Tapped("Slaps", thumb.answer([1, 3, 4, 5]), 4)
    yield Tapped("Trex, the layout", thumb.answer([3, 0, 2, 1]), 4)
    thumb.answer("queens")
    doubled = {"QS": 1, "QC": 3}
    taken = {"QS": 2, "QH": 1, "QD": 2, "QC": 0}
    # A doubling is one touch from ×2 to who, or two taps.
    yield Tapped("Queens, two of them doubled", thumb.answer((doubled, taken)), 7)
    thumb.answer("king")
    yield Tapped("King of hearts, doubled", thumb.answer(({"KH": 2}, 1)), 3)
    yield from complex_deal(thumb)


def complex_deal(thumb: Thumb) -> Iterator[Tapped]:
    """Five cards and two counts, and a button for each pane."""
    thumb.sit_down("trex", 4, complex=True)
    thumb.answer(0, "complex")
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
    yield Tapped("Complex", thumb.touches - before, 14)


def trico(thumb: Thumb) -> Iterator[Tapped]:
    """By a deck that is known; two players keep six of the nine cards, three keep all."""
    for players in (2, 3):
        thumb.phone.begin("trico", CAST[:players], entry="deck:house")
        kept = [[5, 2, 9], [1, 3, 6], [4, 7, 8]][:players]
        yield Tapped(f"Trico, a round of {players}", thumb.answer(kept), 7)


def in_lines(table: Sequence[Tapped]) -> str:
    """The table of taps, one line each."""
    return "\n".join(f"{row.what:<34}{row.taps:>3} taps, {row.most} at most" for row in table)
