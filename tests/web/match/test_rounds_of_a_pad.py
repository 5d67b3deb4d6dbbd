"""A round of a pad, by its form alone: what is typed, shared out, ticked, noted and refused."""

import re

import pytest


@pytest.fixture
def pad(begin):
    """`pad(players, **rules)` begins a pad, as the form of its set-up says it."""

    def sit_down(players=3, **rules):
        return begin("any_game", players, **rules)

    return sit_down


def typed(*amounts):
    return {f"points.{seat}": text for seat, text in enumerate(amounts) if text is not None}


def stands_in(page, *fields):
    values = page.form("/entries").typed
    return [values.get(field, "") for field in fields]


def test_a_round_is_saved_with_its_ticks_and_its_note_and_undone_with_them(pad):
    table = pad(tick="Solo")
    fields = typed("12 + 11", "−4", "0") | {"ticked": "0", "note": " by  hand "}

    assert table.type(fields).status == 303

    assert table.match.answers[1] == {"points": [[12, 11], -4, 0], "ticked": [0], "note": "by hand"}
    assert table.open("/deals/1").says("12 + 11")
    assert table.open().says("Anna ✓1")
    table.phone.submit(table.open(), "/undo")
    assert 1 not in table.match.answers


def test_a_note_or_a_tick_alone_saves_nothing_and_stays_typed(pad):
    table = pad(tick="Solo")

    page = table.type({"note": "late", "ticked": "1"})

    assert page.status == 422
    assert page.says("This needs an answer.")
    assert stands_in(page, "note") == ["late"]
    assert re.search(r'name="ticked" value="1"[^>]* checked', page.html)
    assert table.last_line == 1


@pytest.mark.parametrize(
    ("amounts", "words"),
    [
        (("1e9", "0", "0"), "“1e9” is not a whole number."),
        (("12+", "0", "0"), "“12+” is not a whole number."),
        (("1000000", "0", "0"), "“1000000” is not a whole number."),
        (("", "0", "0"), "How many points for Anna?"),
        (("1" + "+1" * 5_000, "0", "0"), "is not a whole number."),
        (("<b>", "0", "0"), "“<b>” is not a whole number."),
    ],
)
def test_what_is_no_number_is_refused_at_its_row_and_kept_as_typed(pad, amounts, words):
    page = pad().type(typed(*amounts))

    assert page.status == 422
    assert page.says(words)
    assert stands_in(page, "points.0", "points.1") == [amounts[0], "0"]


@pytest.mark.parametrize(
    ("amounts", "points"),
    [
        (("٤٥", "−0", "+3"), [45, 0, 3]),
        (("-2", "–2", "- 2"), [-2, -2, -2]),
        (("007", "20 − 5", "1+1+1"), [7, [20, -5], [1, 1, 1]]),
    ],
    ids=["digits of any script", "any minus", "sums"],
)
def test_numbers_are_read_however_they_are_written(pad, amounts, points):
    table = pad()

    assert table.type(typed(*amounts)).status == 303
    assert table.match.answers[1]["points"] == points


def test_the_last_number_is_calculated_and_looked_at_before_it_is_saved(pad):
    table = pad(sum="0")

    table.type(typed("6", "-2", None))

    assert table.match.answers[1]["points"] == [6, -2, -4]


@pytest.mark.parametrize(
    ("amounts", "shared"),
    [
        (("6", None, None, None), ["6", "-2", "-2", "-2"]),
        (("7", None, None, None), ["7", "", "", ""]),
        (("6", "-1", "-1", "-4"), ["6", "−1", "−1", "−4"]),
        (("oops", None, None, None), ["oops", "", "", ""]),
    ],
    ids=["alike", "what cannot be divided", "none is open", "what cannot be read"],
)
def test_the_rest_is_shared_out_and_nothing_is_saved(pad, amounts, shared):
    table = pad(4, sum="0")

    page = table.type(typed(*amounts) | {"rest": "1"})

    assert page.status == 200
    written = stands_in(page, *(f"points.{seat}" for seat in range(4)))
    assert [text.replace("−", "-") for text in written] == [
        text.replace("−", "-") for text in shared
    ]
    assert table.last_line == 1


def test_a_wrong_sum_says_by_how_much(pad):
    page = pad(sum="0").type(typed("6", "-2", "-5"))

    assert page.status == 422
    assert page.says("That makes −1, not 0: 1 missing.")


def test_sides_have_one_row_and_a_tick_for_each_player(pad):
    table = pad(4, sides="opposite", tick="Tichu")

    page = table.open()
    assert page.says("Anna & Carla")
    assert "points.2" not in page.form("/entries").typed
    assert re.findall(r'name="ticked" value="(\d)"', page.html) == ["0", "2", "1", "3"]
    table.type(typed("200", "-100") | {"ticked": "2"})
    assert table.standing.totals == (200, -100)


def test_every_line_of_a_round_can_be_corrected_alone(pad):
    table = pad(tick="Solo")
    table.type(typed("1", "2", "3") | {"ticked": "0", "note": "first"})

    for key, fields, answer in (
        ("points", typed("1", "20", "3"), [1, 20, 3]),
        ("ticked", {"ticked": "2"}, [2]),
        ("note", {"note": "second"}, "second"),
    ):
        assert table.open(f"/deals/1/{key}").status == 200
        assert table.send(f"/deals/1/{key}", fields | {"save": "1"}).status == 303
        assert table.match.answers[1][key] == answer
    assert table.standing.totals == (1, 20, 3)


def test_the_pad_leads_to_its_set_up_and_to_the_rule(pad):
    page = pad(title="Skyjo", wins="lowest", ends="points", target="100").open()

    assert page.says("Anna deals · the lowest total wins at 100", "set-up", "Skyjo")
    assert [link for link in page.links if "/deals/0/rules" in link]
    assert [link for link in page.links if link.endswith("/rules/any_game#a-round")]


def test_a_round_that_was_thrown_in_is_played_again(pad):
    table = pad(ends="rounds", rounds="1")

    assert table.void().status == 303

    assert table.standing.deal.number == 2
    table.type(typed("1", "2", "3"))
    assert table.standing.is_over
