"""The page asks partners for what they piled together, and takes either way to count."""

from __future__ import annotations

import pytest


@pytest.fixture
def slaps(begin):
    """Partners who have named Slaps."""
    return begin("trex", partners="yes").play(0, "slaps")


def fields(page, action="/entries"):
    return {field.name for field in page.form(action).fields}


def test_partners_are_asked_by_side(slaps):
    page = slaps.open()

    assert {"tricks.side.0", "tricks.side.1"} <= fields(page)
    assert "tricks.0" not in fields(page)
    assert page.says("Anna & Carla")


def test_everyone_for_themselves_is_asked_by_player(begin):
    page = begin("trex").play(0, "slaps").open()

    assert {"tricks.0", "tricks.3"} <= fields(page)
    assert "tricks.side.0" not in fields(page)


def test_the_side_that_is_left_out_has_the_rest_once_it_was_looked_at(slaps):
    page = slaps.type({"tricks.side.0": "8"})

    assert page.status == 422
    assert page.says("Look at it, and save")
    assert slaps.send("/entries", page.form("/entries").typed).status == 303
    assert slaps.events[-1].answer == [8, 5]
    assert slaps.totals == {"Anna & Carla": -120, "Bruno & Dino": -75}


def test_a_form_by_player_is_taken_as_before(slaps):
    fields = {"tricks.0": "3", "tricks.1": "2", "tricks.2": "5", "tricks.3": "3"}
    assert slaps.type(fields).status == 303

    assert slaps.events[-1].answer == [3, 2, 5, 3]


def test_a_wrong_number_is_said_beside_its_side(slaps):
    page = slaps.type({"tricks.side.0": "14", "tricks.side.1": "0"})

    assert page.status == 422
    assert page.says("Anna & Carla cannot have 14: there are only 13 tricks.")
    assert page.form("/entries").typed["tricks.side.1"] == "0"


def test_what_each_side_would_lose_is_shown_before_it_is_saved(slaps):
    page = slaps.type({"tricks.side.0": "8"})

    assert page.says("−120")
    assert page.says("−75")
    assert page.says("13 of 13 tricks")


@pytest.mark.parametrize("answer", [[8, 5], [3, 2, 5, 3]], ids=["by side", "by player"])
def test_a_correction_asks_as_it_was_counted(answer, slaps):
    where = "tricks.side" if len(answer) == 2 else "tricks"
    slaps.type({f"{where}.{at}": str(count) for at, count in enumerate(answer)})

    page = slaps.open("/deals/1/tricks")

    form = page.form("/deals/1/tricks")
    assert [name for name in form.typed if name.startswith("tricks")] == list(
        slaps.standing.answer_to(1, "tricks").prompt.fill(answer)
    )


def test_undo_shows_what_was_entered_by_side_again(slaps):
    slaps.play([8, 5])

    page = slaps.undo(htmx=True)

    assert page.form("/entries").typed["tricks.side.0"] == "8"


def test_another_order_that_parts_partners_says_that_it_asks_again(slaps):
    slaps.play([8, 5])

    assert slaps.reseat("Anna", "Carla", "Bruno", "Dino", save=False).says("Tricks taken")
    assert slaps.reseat("Anna", "Carla", "Bruno", "Dino").status == 303
    assert slaps.prompt.key == "tricks"


def test_a_count_by_side_that_comes_too_late_is_kept_for_its_sides(slaps):
    line = slaps.last_line
    slaps.rename(Anna="Anne")

    page = slaps.type({"tricks.side.0": "8", "tricks.side.1": "5"}, after=line)

    assert page.status == 409
    assert page.form("/entries").typed["tricks.side.0"] == "8"


def test_a_correction_for_partners_who_were_parted_meanwhile_is_asked_again(slaps):
    slaps.play([8, 5])
    line = slaps.last_line
    slaps.reseat("Anna", "Carla", "Bruno", "Dino")
    slaps.play([6, 7])

    sent = {"tricks.side.0": "9", "tricks.side.1": "4", "save": "1"}
    page = slaps.send("/deals/1/tricks", sent, after=line)

    assert page.status == 409
    assert page.says("This page was out of date.")
    assert not page.says("left out")
    assert slaps.events[-1].answer == [6, 7]


def test_the_table_counts_trick_by_trick_for_its_sides(slaps):
    page = slaps.open()

    assert page.says("Trick by trick")
    assert page.html.count('class="key taker ') == 2
