"""What is true of every game: whole matches at random, whatever the table answers."""

import json
import random
import re

import pytest

from app import matchfile
from app.games import GAMES
from app.scoring import Game, _, say
from testkit.play import house_rules, play_at_random
from tests.rules_pages import anchor, sections

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


@pytest.fixture(
    scope="module",
    params=[(game, players) for game in GAMES.values() for players in game.players],
    ids=lambda table: f"{table[0].key}-{table[1]}",
)
def matches(request):
    """Some matches of a game at a table of so many, with misdeals and without."""
    game, players = request.param
    rng = random.Random(f"{game.key} {players}")
    return [
        play_at_random(game, rng, players=players, mishaps=mishaps)
        for mishaps in [0.05] * 6 + [0.15] * 3 + [0.4]
    ]


@pytest.fixture
def standings(matches):
    return [match.standing for match in matches]


# --- how a match ends ---------------------------------------------------------------------------


def assert_ended(standing):
    """The best total has won, or the table has won or lost together for a reason."""
    outcome = standing.outcome
    if standing.game.wins_together:
        assert outcome.won or (outcome.lost_because and not outcome.winners)
        assert outcome.won or outcome.score is None
    else:
        best = min(standing.totals) if standing.table.reversed else max(standing.totals)
        assert outcome.winners
        assert all(standing.totals[side.index] == best for side in outcome.winners)
    assert str(outcome.why)


def test_any_legal_answers_lead_to_an_end_and_whoever_deals_or_leads_sits_at_the_table(standings):
    for standing in standings:
        assert_ended(standing)
        for deal in standing.deals:
            for seat in (deal.dealer, deal.leader, deal.owner, *deal.targets):
                assert seat is None or standing.table.seats[seat.index] is seat


# --- what a deal scores -------------------------------------------------------------------------


def test_totals_are_the_sums_of_the_deals_and_scores_those_of_their_parts_with_reasons(standings):
    for standing in standings:
        running = [0] * len(standing.sides)
        for deal in standing.finished:
            assert deal.fixed_sum is None or deal.fixed_sum == sum(deal.scores)
            assert not deal.void or (deal.scores is None and not deal.parts)
            for side, points in enumerate(deal.scores or ()):
                parts = deal.parts_of(side)
                assert sum(part.points for part in parts) == points
                assert all(str(part.why) for part in parts)
                running[side] += points
            assert list(deal.totals) == running
        assert list(standing.totals) == running


# --- the same answers through another door ------------------------------------------------------


@every_game
def test_a_match_can_be_scored_after_every_answer(game, rng):
    """Cut anywhere, the file waits for just the answer that was given next."""
    match = play_at_random(game, rng, mishaps=0)
    given = [(a.prompt.deal, a.prompt.key, a.answer) for a in match.standing.answered]
    for known in range(1, len(given)):
        answers = {}
        for deal, key, answer in given[:known]:
            answers.setdefault(deal, {})[key] = answer
        deals = [answers.get(number, {}) for number in range(1, max(answers) + 1)]
        file = match.file | {"deals": deals}

        standing = matchfile.replay_file(matchfile.parse(json.dumps(file).encode()))

        assert (standing.prompt.deal, standing.prompt.key) == given[known][:2]


def test_every_answer_can_be_said_and_typed_again_as_it_was_given(standings):
    for answered in (each for standing in standings[:3] for each in standing.answered):
        prompt, answer = answered.prompt, answered.answer
        assert say(answered.in_words)
        if answer is None:
            assert prompt.accept({"skip": "on"}) is None
        else:
            typed = prompt.accept(prompt.fill(answer))
            assert meant(prompt, typed) == meant(prompt, prompt.normalise(answer))


def meant(prompt, answer):
    """An answer with everything said that it may leave to the reader."""
    if prompt.kind == "rules":
        return {rule.key: meant(rule, answer.get(rule.key, usual)) for rule, usual in prompt.rules}
    if prompt.kind == "pick":
        return [sorted(kept) for kept in answer]
    if prompt.kind == "deck" and answer:
        return {number: whole_face(face) for number, face in answer.items()}
    if prompt.kind == "faces":
        return [[whole_face(face) for face in kept] for kept in answer]
    return answer


def whole_face(face):
    return set(face["symbols"]), set(face.get("large", [])), face.get("number")


# --- what a game says ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rule", "choice"),
    [
        pytest.param(game, rule, choice, id=f"{game.key}-{rule}-{choice}")
        for game in GAMES.values()
        for rule, choice in house_rules(game)
    ],
)
def test_every_house_rule_leads_to_an_end_and_all_that_is_asked_and_scored_points_at_a_section(
    game, rule, choice, rng
):
    pointed = {game.void_section}
    for players in game.players:
        for _each in range(2):
            standing = play_at_random(game, rng, players=players, rules={rule: choice}).standing
            assert_ended(standing)
            prompts = [answered.prompt for answered in standing.answered]
            pointed |= {each.rule for prompt in prompts for each in (prompt, prompt.last_in_group)}
            pointed |= {each.rule for each, _ in prompts[0].rules}
            pointed |= {part.rule for deal in standing.deals for part in deal.parts}

    assert pointed <= set(map(anchor, sections(game.key)))


def test_everything_a_game_says_can_be_put_into_words(standings):
    for standing in standings[:3]:
        game, prompts = standing.game, [answered.prompt for answered in standing.answered]
        lines = [line for prompt in prompts for line in (*prompt.tell, prompt.ask)]
        for deal in standing.deals:
            lines += [deal.title, deal.name or "–", *deal.notes, *deal.reminders]
            lines += [*deal.void_reasons.values(), *deal.void_closed.values()]
        lines += [game.name, game.blurb, game.seating, standing.outcome.why]
        for words in map(say, lines):
            assert words.strip()
            assert not re.search(r"[{}]|\.\.|\. \.|,,|  | ,| \.|None|Seat\(|Text\(", words), words


def test_a_game_for_more_players_than_pages_have_seats_for_is_refused():
    about = {"key": "ten", "name": _("Ten"), "blurb": _("Ten"), "play": None}
    about |= {"seating": _("In a ring."), "void_section": "misdeals"}
    for players in ((4, 11), (12,), (0,), ()):
        with pytest.raises(ValueError, match="ten: a game has 1 to 10 players"):
            Game(players=players, **about)
