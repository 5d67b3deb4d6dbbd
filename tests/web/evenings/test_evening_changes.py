"""An evening is joined, split and dated, and a match of it moved, on its pages."""

import re

import pytest

from testkit.match import CAST
from tests.web.spreadsheet import table_at

ANNA, BRUNO, CARLA, DINO = CAST

every_door = pytest.mark.every_door


@pytest.fixture
def evenings(phone, begin):
    """Three evenings of a match each, and a second match on the last; they have words."""
    for first in (ANNA, BRUNO, CARLA, DINO):
        others = [name for name in CAST if name != first]
        begin("italian_whist", [first, *others[:2]], upper="1").play([5, 3, 1], [1, 3, 5])
    phone.send("/evenings/1/split", {"match": "2"})
    phone.send("/evenings/2/split", {"match": "3"})
    for number, day, title in ((1, "2025-11-01", "Knafeh"), (2, "2025-11-14", "Ben’s new flat")):
        words = {"title": title, "place": f"Street {number}", "note": f"Note {number}."}
        assert phone.send(f"/evenings/{number}", words | {"day": day}).status == 303
    return phone


def titles(phone):
    """What the evenings of the list are called, the latest first."""
    return re.findall(r"<bdi>(.*?)</bdi></b>", phone.open("/evenings").html)


@every_door
def test_joining_asks_first_and_shows_what_each_evening_has(evenings):
    page = evenings.open("/evenings/2/join")

    for words in ("Knafeh", "Street 1", "Note 1.", "Anna won", "Saturday 1 November 2025"):
        assert page.says(words), words
    for words in ("Ben’s new flat", "Street 2", "Note 2.", "Bruno won", "Friday 14 November 2025"):
        assert page.says(words), words
    assert page.says("They are 13 days apart. Are they one evening?")
    assert page.form("/evenings/2/join").typed["title"] == "Knafeh"
    assert "/evenings/2/join" in evenings.open("/evenings/2").links
    assert "/evenings/1/join" not in evenings.open("/evenings/1").links


@every_door
def test_the_words_that_stay_are_chosen_and_undo_brings_everything_back(evenings):
    before = evenings.open("/evenings/1").text, evenings.open("/evenings/2").text
    chosen = {"title": "Ben’s new flat", "note": "Both."}

    fields = evenings.open("/evenings/2/join").form("/evenings/2/join").typed | chosen
    page = evenings.open(evenings.send("/evenings/2/join", fields).goes_to)

    assert page.says("Ben’s new flat", "Street 1", "Both.", "The two are one evening now. Undo")
    assert evenings.open("/evenings/2").status == 404
    undone = evenings.open(evenings.submit(page, "/undo").goes_to)
    assert undone.says("Ben’s new flat", "Street 2", "Note 2.", "It is as it was before.")
    assert (evenings.open("/evenings/1").text, evenings.open("/evenings/2").text) == before


def test_a_tap_on_the_key_of_an_older_page_asks_too(evenings):
    page = evenings.send("/evenings/2/join")

    assert (page.status, page.goes_to) == (303, "/evenings/2/join")
    assert len(titles(evenings)) == 3


def test_evenings_are_not_joined_where_that_cannot_be(evenings):
    first = evenings.send("/evenings/1/join", {"earlier": "7"})
    other = evenings.send("/evenings/3/join", {"earlier": "1"})
    long = evenings.send("/evenings/2/join", {"earlier": "1", "note": "x" * 1001})

    assert first.status == other.status == 409
    assert evenings.open("/evenings/1/join").goes_to == "/evenings/1"
    assert first.says("There is no evening before this one: nothing was changed.")
    assert other.says("Another evening is before this one by now: nothing was changed.")
    assert long.refuses("The note of both has 1,001 letters; the most is 1,000.")
    assert "x" * 1001 in long.html, "what was typed is kept"
    assert len(titles(evenings)) == 3
    for number in (9, 0, 2**70):
        assert evenings.send(f"/evenings/{number}/join").status == 404


MOVES = {
    "an evening of its own": ({"to": "own"}, 4, "Bruno"),
    "another evening": ({"to": "1"}, 1, "Knafeh"),
    "that of a day": ({"to": "day", "day": "2025-11-14"}, 2, "Ben’s new flat"),
    "a day without one": ({"to": "day", "day": "2024-05-03"}, 4, "Friday 3 May 2024"),
}


@every_door
@pytest.mark.parametrize(("fields", "number", "words"), MOVES.values(), ids=MOVES.keys())
def test_one_match_is_moved_to_another_evening_and_undo_brings_it_back(
    fields, number, words, evenings
):
    before = evenings.open("/evenings/3").text
    (link,) = [it for it in evenings.open("/evenings/3").links if it.endswith("/move?match=4")]

    page = evenings.open(evenings.submit(evenings.open(link), "/move", fields).goes_to)

    assert "/matches/4" in page.links
    assert page.says(words, "The match is of this evening now. Undo")
    assert "/matches/4" not in evenings.open("/evenings/3").links
    assert f"/evenings/{number}" in evenings.open("/evenings").links
    evenings.submit(page, "/undo")
    assert evenings.open("/evenings/3").text == before


def test_a_match_takes_those_after_it_along_if_that_is_said(evenings):
    for match in ("3", "4"):
        evenings.send("/evenings/3/move", {"match": match, "to": "2"})
    page = evenings.open("/evenings/2/move?match=3")
    assert page.says("One of its own, with the match after it")

    evenings.send("/evenings/2/move", {"match": "3", "to": "rest"})

    assert not {"/matches/3", "/matches/4"} & {*evenings.open("/evenings/2").links}
    assert {"/matches/3", "/matches/4"} <= {*evenings.open("/evenings/4").links}


def test_a_match_stays_where_it_cannot_be_moved(evenings):
    for fields, status, words in (
        ({"match": "1", "to": "own"}, 409, "No such match is in the midst of this evening"),
        ({"match": "4", "to": "99"}, 409, "or that one is gone: nothing was changed"),
        ({"match": "4"}, 422, "Say first where it belongs."),
        ({"match": "4", "to": "day", "day": "9999-01-01"}, 422, "1 January 9999 is still to come"),
        ({"match": "4", "to": "day", "day": "1066-10-14"}, 422, "14 October 1066 is too long ago"),
        ({"match": "4", "to": "day", "day": "soon"}, 422, "A date is needed here"),
    ):
        page = evenings.send("/evenings/3/move", fields)
        assert (page.status, page.says(words)) == (status, True), fields
    assert "/matches/4" in evenings.open("/evenings/3").links
    assert evenings.open("/evenings/3/move?match=1").goes_to == "/evenings/3"


@every_door
def test_the_date_of_an_evening_is_mended_and_all_that_follows_from_it(evenings):
    assert titles(evenings)[1:] == ["Ben’s new flat", "Knafeh"]
    page = evenings.open("/evenings/2?about=1")
    assert page.form("/evenings/2").typed["day"] == "2025-11-14"

    fields = {"day": "2024-05-03"}
    page = evenings.open(evenings.submit(page, "/evenings/2", fields).goes_to)

    assert page.says("Friday 3 May 2024", "The date is changed, and that of its matches. Undo")
    assert titles(evenings)[1:] == ["Knafeh", "Ben’s new flat"]
    assert evenings.open("/numbers?year=2024").says("1 match 1 evening")
    assert evenings.open("/matches/earlier").says("3 May 2024")
    dates = {row["match"]: row["date"] for row in table_at(evenings, "/matches.csv")}
    assert (dates["1"], dates["2"]) == ("2025-11-01", "2024-05-03")
    evenings.submit(page, "/undo")
    assert titles(evenings)[1:] == ["Ben’s new flat", "Knafeh"]


@pytest.mark.parametrize("day", ["9999-01-01", "1066-10-14", "x", ""])
def test_a_date_that_cannot_be_is_refused_and_what_was_typed_stays(day, evenings):
    page = evenings.send("/evenings/2", {"title": "Lahmacun", "day": day})

    assert page.status == 422
    assert page.form("/evenings/2").typed["title"] == "Lahmacun"
    assert titles(evenings)[1] == "Ben’s new flat"


def test_what_was_changed_is_among_what_was_set_aside_and_comes_back_from_there(evenings):
    joined = evenings.submit(evenings.open("/evenings/2/join"), "/join").goes_to
    assert evenings.open("/whole").says("changes of evenings")
    page = evenings.open("/whole/aside")
    assert page.says("Ben’s new flat was joined with the one before · 29 days left")

    (undo,) = [form.action for form in page.forms if form.action.split("/")[-2] in joined]
    evenings.send(undo)

    assert titles(evenings)[1:] == ["Ben’s new flat", "Knafeh"]
    gone = evenings.open(evenings.send(undo).goes_to)
    assert gone.says("This cannot be undone: its matches were moved once more since.")
