"""At the end of a match: the best totals that it has brought."""

from random import Random

import pytest

from app.games import GAMES
from testkit.match import CAST
from testkit.play import play_at_random
from testkit.web.phone import watcher_of
from testkit.web.table import keep


@pytest.fixture
def play(begin):
    """A match of one deal that ends so for three players: `play([2, 0, -2])`."""

    def play_match(totals):
        first = [max(0, total) for total in totals]
        second = [max(0, -total) for total in totals]
        rest = 9 - sum(first)
        first[1] += rest
        second[1] += rest
        return begin("italian_whist", CAST[:3], upper="1").play(first, second)

    return play_match


@pytest.fixture
def few(play):
    """Three matches, of which Anna's best is the second."""
    return [play([1, 0, -1]), play([2, 0, -2]), play([1, 0, -1])]


@pytest.mark.every_door
@pytest.mark.every_engine
def test_a_best_total_is_a_record_from_three_matches_before_it_and_the_earlier_keeps_it(few, play):
    equal = play([2, 0, -2])
    best = play([3, 0, -3])

    assert not any(table.open().says(" best Italian Whist") for table in (*few, equal))
    assert best.open().says("The club’s best Italian Whist was +2 by Anna, on", "+3")
    assert f"{few[1].path}" in best.open().links


@pytest.mark.every_engine
def test_a_record_of_somebody_is_of_all_their_names(begin, phone):
    def play(name, lead):
        table = begin("italian_whist", [name, *CAST[1:3]], upper="1")
        return table.play([lead, 9 - lead, 0], [0, 9 - lead, lead])

    for name in ("Anna", "Ann", "Ann"):
        play(name, 2)
    begin("italian_whist", CAST[1:], upper="1").play([9, 0, 0], [0, 5, 4])
    best = play("Anna", 3)
    assert not best.open().says("Anna’s best")

    phone.send("/players/4/merge", {"into": "1"})

    assert best.open().says("Anna’s best Italian Whist was +2, on")


@pytest.mark.every_engine
def test_a_record_follows_corrections_and_deleted_matches(few, play):
    best = play([3, 0, -3])
    best.correct(1, "first", [2, 6, 1])
    assert not best.open().says("best Italian Whist")
    few[1].correct(1, "first", [1, 7, 1])
    few[1].send("/delete", {})
    # Two matches before it are too few.
    assert not best.open().says("best Italian Whist")
    few[1].send("/restore", {})
    assert best.open().says("The club’s best Italian Whist was +1 by Anna, on")


def test_where_the_lowest_total_wins_it_is_the_record(app):
    trex = GAMES["trex"]
    rules = {rule.key: usual for rule, usual in trex.house_rules.rules} | {"reversed": True}
    whole = [play_at_random(trex, Random(n), rules=rules, mishaps=0) for n in range(4)]
    whole.sort(key=lambda played: min(played.standing.totals), reverse=True)
    *_others, before, best = (keep(app, played) for played in whole)

    was, now = (trex.signed_total(min(table.standing.totals)) for table in (before, best))
    assert best.open().says(f"The club’s best Trex was {was} by", f"{now}")


def test_no_record_is_told_to_watchers(few, play, app):
    best = play([3, 0, -3])

    assert best.open().says("best Italian Whist")
    watched = watcher_of(app, best.id).open(best.path)
    assert watched.says("Anna wins by 3")
    assert not watched.says("best Italian Whist")
