"""What a match adds to the numbers of a club: which facts, whose, and with which they are added."""

import json
import random

import pytest

from app.games import GAMES
from app.matchfile import as_file
from app.scoring import Event
from app.scoring.statistics import (
    add_facts,
    facts_of,
    figures_of,
    variant_by_key,
    variant_of,
)
from tests.facts import facts
from tests.figures_of_files import figures_of_file, variant_of_file
from tests.front_door import CAST, Match, match_file
from tests.games.test_torite import THREE, torite
from tests.games.test_trex import KINGDOM, trex
from tests.games.test_tribello import ON_TARGET, tribello
from tests.games.test_trico import counts, trico
from tests.little_kings import GAME as LITTLE_KINGS
from tests.play import Played, play_at_random, with_substitutes

# --- the facts of every game --------------------------------------------------------------------

ROUNDS = [
    counts([1, 0, 0], [0, 1, 0], [0, 0, 0]),
    {"void": "misdeal"},
    counts([0, 0, 0], [1, 0, 0], [1, 0, 0]),
    counts([2, 0, 0], [0, 1, 0], [0, 0, 0]),
]
"""Anna scores 2, 0 and 4, Bruno 1, 2 and 1, Carla 0, 2 and 0."""


def three_rounds(*rounds, target=5):
    return trico(*rounds, players=3, entry="counts", target=target)


ALL_LEVEL = tribello(*ON_TARGET)


@pytest.mark.parametrize(
    ("key", "rows"),
    [
        ("won", {"Anna": (1, 1, 0), "Bruno": (0, 1, 0), "Carla": (0, 1, 0)}),
        ("place", {"Anna": (1, 3, 0), "Bruno": (2, 3, 0), "Carla": (3, 3, 0)}),
        ("points", {"Anna": (1, 1, 6), "Bruno": (1, 1, 4), "Carla": (1, 1, 2)}),
        ("met", {"Anna": (2, 2, 2), "Bruno": (1, 2, 0), "Carla": (0, 2, -2)}),
        ("comeback", {"Anna": (1, 1, 1)}),
        ("deal", {"Anna": (2, 3, 6), "Bruno": (1, 3, 4), "Carla": (1, 3, 2)}),
    ],
)
def test_a_match_counts_its_places_its_points_and_who_was_best_in_a_deal(key, rows):
    assert facts(three_rounds(*ROUNDS), key) == rows


@pytest.mark.parametrize(
    ("key", "row"),
    [
        ("won", (1, 1, 0)),
        ("place", (1, 3, 0)),
        ("met", (0, 2, 0)),
        ("comeback", (0, 1, 0)),
        ("deal", (12, 12, 0)),
    ],
)
def test_a_shared_win_is_a_win_for_all_who_share_it(key, row):
    assert facts(ALL_LEVEL, key) == dict.fromkeys(["Anna", "Bruno", "Carla"], row)


def test_who_wins_by_a_tie_break_is_ahead_of_those_with_as_many_points():
    tie = {"tie": {"large": [1, 2, 2], "highest": [9, 8, 7]}}
    match = three_rounds(counts([1, 0, 0], [1, 0, 0], [1, 0, 0]) | tie, target=2)

    assert facts(match, "place") == {"Anna": (2, 3, 0), "Bruno": (1, 3, 0), "Carla": (2, 3, 0)}
    assert facts(match, "won") == {"Anna": (0, 1, 0), "Bruno": (1, 1, 0), "Carla": (0, 1, 0)}
    assert facts(match, "met") == {"Anna": (0, 2, -1), "Bruno": (2, 2, 2), "Carla": (0, 2, -1)}


def test_a_fact_names_its_deals_and_one_of_the_whole_match_those_that_counted():
    deals = {(fact.key, fact.deals) for fact in facts_of(three_rounds(*ROUNDS)) if not fact.seat}

    assert {("won", (1, 3, 4)), ("deal", (1,)), ("deal", (3,)), ("deal", (4,))} <= deals


def test_what_goes_on_or_was_stopped_counts_nowhere():
    whole = match_file("tribello", [{"tricks": tricks} for tricks in ON_TARGET])
    going_on = Match(whole | {"deals": whole["deals"][:11]})
    stopped = Match(whole | {"deals": whole["deals"][:11], "ended": True})

    for match in (going_on, stopped):
        assert facts_of(match) == []


def test_a_match_that_is_reopened_counts_no_more_until_it_is_over_again():
    over = play_at_random(GAMES["trico"], random.Random(1), rules={"entry": "counts"}).match
    reopened = over.with_events(Event("undo"))

    assert facts_of(over)
    assert facts_of(reopened) == []
    assert facts_of(reopened.with_events(Event("redo"))) == facts_of(over)


# --- meetings and partners ----------------------------------------------------------------------


def pairs(match, key):
    """What each has with whom, by seat: count and points."""
    return {
        (fact.seat, fact.other): (fact.count, fact.points)
        for fact in facts_of(match)
        if fact.key == key
    }


def test_every_two_players_meet_and_equal_places_count_for_neither():
    ahead, behind = (1, 1), (0, -1)
    met = {(0, 1): ahead, (0, 2): ahead, (1, 2): ahead}
    met |= {(other, one): behind for one, other in met}

    assert pairs(three_rounds(*ROUNDS), "met") == met
    assert pairs(ALL_LEVEL, "met") == dict.fromkeys(met, (0, 0))


def test_partners_do_not_meet_and_nobody_does_who_wins_or_loses_together():
    partners = trex(*KINGDOM * 4, partners=True)

    assert {frozenset(pair) for pair in pairs(partners, "met")} == {
        frozenset(pair) for pair in [(0, 1), (0, 3), (2, 1), (2, 3)]
    }
    won, lost = (1, 0), (0, 0)
    assert pairs(partners, "partner") == {(0, 2): won, (2, 0): won, (1, 3): lost, (3, 1): lost}
    assert pairs(torite(3, THREE), "met") == {}
    assert len(pairs(torite(3, THREE), "partner")) == 6


# --- whose they are -----------------------------------------------------------------------------


def shared_seat(first_deal_of_eva):
    """The sums of Tribello, by person and key, where Eva plays for Anna from that deal on."""

    def person_at(seat, deal):
        return "Eva" if seat == 0 and deal >= first_deal_of_eva else [*CAST[:2], None][seat]

    return add_facts(facts_of(ALL_LEVEL), person_at)


@pytest.mark.parametrize(("first", "holder"), [(8, "Anna"), (7, None), (6, "Eva"), (1, "Eva")])
def test_a_match_is_that_of_whoever_sat_there_in_more_than_half_of_its_deals(first, holder):
    sums = shared_seat(first)

    assert {person for person, key, _other in sums if key == "won"} == {"Bruno", holder} - {None}


def test_a_deal_is_that_of_whoever_sat_there_then_and_nobody_knows_of_a_player_without_a_name():
    sums = shared_seat(8)

    assert sums["Anna", "deal", None].deals == {*range(1, 8)}
    evas = sums["Eva", "deal", None]
    assert evas.deals == {*range(8, 13)}
    assert (evas.count, evas.chances) == (5, 5)
    assert {person for person, _key, _other in sums} == {"Anna", "Bruno", "Eva"}
    assert {other for _person, key, other in sums if key == "met"} == {"Anna", "Bruno"}


# --- figures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*GAMES.values(), LITTLE_KINGS], ids=lambda game: game.key)
def test_every_fact_has_its_figure_and_every_figure_comes_about(game, rng):
    figures = figures_of(game)
    keys = set()
    for _ in range(60):
        keys |= {fact.key for fact in facts_of(play_at_random(game, rng, mishaps=0))}
        if keys == figures.keys():
            break

    assert keys | {"partner"} == figures.keys(), "not every game has partners"
    names = [str(figure.name) for figure in figures.values()]
    assert len({*names}) == len(names)
    for figure in figures.values():
        assert str(figure.definition).endswith(".")
        assert figure.floor > 0


# --- variants -----------------------------------------------------------------------------------

CHOICES = [
    ("tribello", 3, {}, "3", "Tribello"),
    ("tribello", 3, {"trump_named": "after_widow"}, "3", "Tribello"),
    ("trex", 4, {}, "4", "Each alone · Classic"),
    ("trex", 4, {"appeals": False, "kingdoms": "manual"}, "4", "Each alone · Classic"),
    ("trex", 4, {"partners": True}, "4.partners", "Partners · Classic"),
    ("trex", 4, {"complex": True}, "4.complex", "Each alone · Complex"),
    (
        "trex",
        4,
        {"reversed": True, "swapped": True, "complex": True, "partners": True},
        "4.partners.complex.swapped.reversed",
        "Partners · Complex · Swapped values · Reversed",
    ),
    ("italian_whist", 3, {}, "3", "±10"),
    ("italian_whist", 3, {"upper": 5, "lower": -5}, "3.upper=5.lower=-5", "±5"),
    ("italian_whist", 3, {"upper": 20}, "3.upper=20", "+20 / −10"),
    ("torite", 1, {}, "1", "1 player"),
    ("torite", 4, {}, "4", "4 players"),
    ("trico", 3, {"entry": "counts"}, "3", "3 players · to 14 points"),
    ("trico", 2, {"entry": "symbols", "target": 21}, "2.target=21", "2 players · to 21 points"),
    ("little_kings", 4, {}, "4", "Kings to be crowned: 4"),
    ("little_kings", 4, {"kingdoms": 2}, "4.kingdoms=2", "Kings to be crowned: 2"),
]


@pytest.mark.parametrize(("key", "players", "rules", "variant_key", "name"), CHOICES)
def test_a_variant_says_what_is_never_mixed_and_its_key_leads_back_to_it(
    key, players, rules, variant_key, name
):
    game = (GAMES | {"little_kings": LITTLE_KINGS})[key]
    played = Played(game, CAST[:players])
    played.answer(rules)

    variant = variant_of(played)

    assert (variant.key, str(variant.name)) == (variant_key, name)
    assert variant.sides == (2 if rules.get("partners") else players)
    assert variant.is_reversed == rules.get("reversed", False)
    assert variant_by_key(game, variant_key) == variant


def test_a_key_that_names_no_rule_of_the_game_is_refused():
    with pytest.raises(KeyError):
        variant_by_key(GAMES["tribello"], "3.partners")


# --- a year, worked out anew from its match files -----------------------------------------------

TABLES = [(game, players) for game in GAMES.values() for players in game.players]


def a_year(rng):
    """Matches of all games and variants; some go on, some were stopped."""
    for game, players in TABLES:
        for number in range(12):
            how = {"mishaps": rng.choice([0, 0.2]), "paper": rng.choice([0, 0.1])}
            match = play_at_random(game, rng, players=players, **how).match
            match = with_substitutes(match, rng, ["Eva", "Fritz"])
            if number == 11:
                match = match.at_line(rng.randint(1, match.last_line - 1))
                yield match
                if match.why_cannot_end is None:
                    match = match.accept(Event("end"))
            yield match


def test_the_numbers_of_a_year_are_those_that_its_match_files_give(rng):
    ours, theirs = {}, {}
    for match in a_year(rng):
        file = json.loads(json.dumps(as_file(match)))
        variant = match.game.key, variant_of(match).key
        seating = match.seating
        sums = add_facts(facts_of(match), lambda seat, deal, of=seating: of.at(deal)[seat])
        for (who, key, other), row in sums.items():
            numbers = row.count, row.chances, row.points, row.deals
            add_row(ours, (who, *variant, key, other), numbers)
        of_file = file["game"], variant_of_file(file)
        for (who, key, other), row in figures_of_file(file).items():
            add_row(theirs, (who, *of_file, key, other), row)

    assert ours == theirs


def add_row(year, key, row):
    """Add what a match has to the sums of a year: count, chances, points, deals and matches."""
    count, chances, points, deals = row
    more = (count, chances, points, len(deals), 1)
    year[key] = [a + b for a, b in zip(year.get(key, [0] * 5), more, strict=True)]
