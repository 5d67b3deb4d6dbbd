"""House rules: what differs from the book, what does not go together, and signs that are given."""

from app.games import GAMES
from app.scoring.prompts import Number


def test_what_differs_from_the_book_stands_on_top(phone, begin):
    table = begin("italian_whist", upper="20")

    again = phone.open(f"/matches/new?game=italian_whist&from={table.id}")

    assert again.says("The match ends when a total reaches: +20")
    assert not again.says("falls to: −10")
    assert phone.open("/matches/new?game=italian_whist").says("Everything as in the book.")


def test_five_for_the_lower_limit_means_five_below_zero(begin):
    table = begin("italian_whist", upper="5", lower="5")
    assert table.events[0].answer == {"upper": 5, "lower": -5}

    lower = Number(key="lower", ask="", low=-99, high=-1, signed=True)
    assert [lower.read({"lower": typed}) for typed in ("-5", "−5", "5")] == [-5] * 3


def test_the_leader_gains_only_where_nobody_has_a_partner():
    prompt = GAMES["trex"].house_rules

    assert [(clash.option, clash.other, clash.value) for clash in prompt.clashes] == [
        ("leader_gains", "partners", "yes"),
        ("opponents_gain", "partners", ""),
    ]
    assert str(prompt.clashes[0].why) == "With partners nobody gains as the leader of a trick."
