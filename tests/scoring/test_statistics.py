"""What a match adds to the numbers of a club: which facts, whose, and with which they are added."""

import json
from dataclasses import replace
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games import GAMES
from app.matchfile import as_file
from app.scoring import Event
from app.scoring.statistics import (
    WITHOUT_FIGURE,
    add_facts,
    describe_variant,
    facts_of,
    figures_of,
    variant_by_key,
    variant_of,
)
from testkit.match import CAST, TEN_NAMES
from testkit.play import Played, play_at_random, with_substitutes
from tests.figures_of_files import TALLIES, figures_of_file, variant_of_file
from tests.games.tribello import ON_TARGET, tribello
from tests.little_kings import GAME as LITTLE_KINGS

# --- what the year below does not come to -------------------------------------------------------

ALL_LEVEL = tribello(*ON_TARGET)


def facts(match, key):
    """What each player has under a key, with all others together: count, chances and points."""
    seats, rows = match.standing.table.seats, {}
    for fact in facts_of(match):
        if fact.key == key:
            name = str(seats[fact.seat])
            more = fact.count, fact.chances, fact.points
            rows[name] = tuple(map(sum, zip(rows.get(name, (0, 0, 0)), more, strict=True)))
    return rows


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


@pytest.mark.parametrize(("first", "holder"), [(8, "Anna"), (7, None), (6, "Eva"), (1, "Eva")])
def test_a_match_is_that_of_whoever_sat_there_in_more_than_half_of_its_deals(first, holder):
    def person_at(seat, deal):
        return "Eva" if seat == 0 and deal >= first else [*CAST[:2], None][seat]

    sums = add_facts(facts_of(ALL_LEVEL), person_at)

    # Of the third player, who has no name, nobody knows.
    assert {who for who, key, _other in sums if key == "won"} == {"Bruno", holder} - {None}
    assert {other for _who, key, other in sums if key == "met"} == (
        {"Bruno", holder} if holder else set()
    )
    assert sums["Eva", "deal", None].deals == {*range(first, 13)}


# --- figures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*GAMES.values(), LITTLE_KINGS], ids=lambda game: game.key)
def test_every_fact_has_its_figure_and_every_figure_comes_about(game, rng):
    figures = figures_of(game)
    keys = set()
    for _ in range(60):
        keys |= {fact.key for fact in facts_of(play_at_random(game, rng, mishaps=0))}
        if keys >= figures.keys():
            break

    keys -= WITHOUT_FIGURE
    keys -= WITHOUT_FIGURE
    assert keys | {"partner"} == figures.keys(), "not every game has partners"
    names = [str(figure.name) for figure in figures.values()]
    assert len({*names}) == len(names)
    for figure in figures.values():
        assert str(figure.definition).endswith(".")
        assert figure.floor > 0


# --- variants -----------------------------------------------------------------------------------

SILENT_TREX = replace(GAMES["trex"], statistics=None)
"""Trex that says nothing of its numbers."""

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
    ("silent_trex", 4, {"partners": True}, "4.partners", "Partners · Classic"),
    ("little_kings", 4, {}, "4", "Kings to be crowned: 4"),
    ("little_kings", 4, {"kingdoms": 2}, "4.kingdoms=2", "Kings to be crowned: 2"),
]


@pytest.mark.parametrize(("key", "players", "rules", "variant_key", "name"), CHOICES)
def test_a_variant_says_what_is_never_mixed_and_its_key_leads_back_to_it(
    key, players, rules, variant_key, name
):
    game = (GAMES | {"little_kings": LITTLE_KINGS, "silent_trex": SILENT_TREX})[key]
    played = Played(game, TEN_NAMES[:players])
    played.answer(rules)

    variant = variant_of(played)

    assert (variant.key, str(variant.name)) == (variant_key, name)
    assert variant.is_reversed == rules.get("reversed", False)
    assert variant_by_key(game, variant_key) == variant


def test_a_key_that_names_no_rule_of_the_game_is_refused():
    with pytest.raises(KeyError):
        variant_by_key(GAMES["tribello"], "3.partners")


@given(st.text(min_size=1, max_size=40), st.booleans())
def test_the_key_of_any_title_leads_back_to_it(text, with_points):
    pad = GAMES["any_game"]
    (title,) = [rule for rule, _usual in pad.house_rules.rules if rule.key == "title"]
    said = title.normalise(text)
    choices = pad.house_rules.value({"title": "" if title.problems(said) else said})
    variant = describe_variant(pad, 3, choices, with_points=with_points)

    assert variant_by_key(pad, variant.key).key == variant.key
    assert variant.key.count(".") <= 1


# --- a year, worked out anew from its match files -----------------------------------------------

TABLES = [(GAMES[key], players) for key in TALLIES for players in GAMES[key].players]


def a_year(rng):
    """Matches of all games that are read without the app, in all variants; some go on, some were
    stopped."""
    for game, players in TABLES:
        for number in range(12):
            how = {"mishaps": rng.choice([0, 0.2]), "paper": rng.choice([0, 0.1])}
            match = play_at_random(game, rng, players=players, **how).match
            match = with_substitutes(match, rng, ["Xenia", "Yusuf"])
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
        variant = match.game.key, unquote(variant_of(match).key)
        seating = match.seating
        sums = add_facts(facts_of(match), lambda seat, deal, of=seating: of.at(deal)[seat])
        for (who, key, other), row in sums.items():
            if key in WITHOUT_FIGURE:
                continue
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
