"""The page asks partners for what they piled together, and takes either way to count."""

import pytest


@pytest.fixture
def slaps(begin):
    """Partners who have named Slaps."""
    return begin("trex", partners="yes").play(0, "slaps")


def fields(page, action="/entries"):
    return {field.name for field in page.form(action).fields}


def test_partners_are_asked_by_side_and_everyone_else_by_player(slaps, begin):
    page, alone = slaps.open(), begin("trex").play(0, "slaps").open()

    assert {"tricks.side.0", "tricks.side.1"} <= fields(page)
    assert "tricks.0" not in fields(page)
    assert page.says("Anna & Carla", "Trick by trick")
    assert page.html.count('class="key taker ') == 2
    assert {"tricks.0", "tricks.3"} <= fields(alone)
    assert "tricks.side.0" not in fields(alone)


def test_the_side_that_is_left_out_has_the_rest_once_it_was_looked_at(slaps):
    page = slaps.type({"tricks.side.0": "8"})

    assert page.status == 422
    for words in ("Look at it, and save", "−120", "−75", "13 of 13 tricks"):
        assert page.says(words)
    assert slaps.phone.submit(page, "/entries").status == 303
    assert slaps.events[-1].answer == [8, 5]
    assert slaps.totals == {"Anna & Carla": -120, "Bruno & Dino": -75}
    page = slaps.undo(htmx=True)
    assert page.form("/entries").typed["tricks.side.0"] == "8"


@pytest.mark.parametrize(
    ("where", "answer"), [("tricks.side", [8, 5]), ("tricks", [3, 2, 5, 3])], ids=["side", "player"]
)
def test_either_way_to_count_is_taken_and_corrected_as_it_was_counted(where, answer, slaps):
    typed = {f"{where}.{at}": str(count) for at, count in enumerate(answer)}
    assert slaps.type(typed).status == 303
    assert slaps.events[-1].answer == answer

    form = slaps.open("/deals/1/tricks").form("/deals/1/tricks")

    assert {name: n for name, n in form.typed.items() if name.startswith("tricks")} == typed


def test_another_order_that_parts_partners_says_that_it_asks_again(slaps):
    slaps.play([8, 5])
    line = slaps.last_line

    assert slaps.reseat("Anna", "Carla", "Bruno", "Dino", save=False).says("Tricks taken")
    assert slaps.reseat("Anna", "Carla", "Bruno", "Dino").status == 303
    assert slaps.prompt.key == "tricks"

    # A correction from before is for partners who were parted meanwhile.
    slaps.play([6, 7])
    sent = {"tricks.side.0": "9", "tricks.side.1": "4", "save": "1"}
    page = slaps.send("/deals/1/tricks", sent, after=line)
    assert page.status == 409
    assert page.says("This page was out of date.")
    assert not page.says("left out")
    assert slaps.events[-1].answer == [6, 7]


def test_a_count_by_side_that_is_wrong_or_comes_too_late_is_kept_for_its_sides(slaps):
    page = slaps.type({"tricks.side.0": "14", "tricks.side.1": "0"})
    assert page.refuses("Anna & Carla cannot have 14: there are only 13 tricks.")
    assert page.form("/entries").typed["tricks.side.1"] == "0"

    line = slaps.last_line
    slaps.rename(Anna="Anne")

    page = slaps.type({"tricks.side.0": "8", "tricks.side.1": "5"}, after=line)
    assert page.status == 409
    assert page.form("/entries").typed["tricks.side.0"] == "8"
