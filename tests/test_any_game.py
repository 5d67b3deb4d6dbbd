"""What is true of every game: whole matches at random, whatever the table answers."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from app import matchfile
from app.games import GAMES
from app.scoring import Game, say
from tests.play import house_rules, play_at_random

RULES = Path(__file__).parent.parent / "rules"

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, id=f"{game.key}-{players}")
        for game in GAMES.values()
        for players in game.players
    ],
)
every_house_rule = pytest.mark.parametrize(
    ("game", "rule", "choice"),
    [
        pytest.param(game, rule, choice, id=f"{game.key}-{rule}-{choice}")
        for game in GAMES.values()
        for rule, choice in house_rules(game)
    ],
)


# --- how a match ends ---------------------------------------------------------------------------


@every_table
def test_any_legal_answers_lead_to_an_end(game, players, rng):
    for _ in range(10):
        match = play_at_random(game, rng, players=players)

        assert is_closed_by_server(match.standing)


@every_house_rule
def test_every_house_rule_leads_to_an_end(game, rule, choice, rng):
    for _ in range(3):
        match = play_at_random(game, rng, rules={rule: choice})

        assert is_closed_by_server(match.standing)


def is_closed_by_server(standing):
    """Somebody has won, or the table has lost together for a reason."""
    outcome = standing.outcome
    if standing.game.wins_together and not outcome.won:
        return outcome.score is None and outcome.lost_because and not outcome.winners
    return outcome.winners and str(outcome.why)


@every_game
def test_the_house_rules_are_found_once(game, monkeypatch):
    rules = game.house_rules
    monkeypatch.setattr(Game, "table", lambda *_names: pytest.fail("played again"))

    assert game.house_rules is rules


@every_game
def test_the_best_total_wins(game, rng):
    for _ in range(10):
        match = play_at_random(game, rng)

        standing = match.standing
        if not game.wins_together:
            best = min(standing.totals) if standing.table.reversed else max(standing.totals)
            assert all(standing.totals[side.index] == best for side in standing.outcome.winners)


# --- what a deal scores -------------------------------------------------------------------------


@every_table
def test_totals_are_the_sums_of_the_deals(game, players, rng):
    for _ in range(5):
        standing = play_at_random(game, rng, players=players, mishaps=0.15).standing

        running = [0] * len(standing.sides)
        for deal in standing.deals:
            if deal.scores is not None:
                running = [a + b for a, b in zip(running, deal.scores, strict=True)]
            assert list(deal.totals) == running
        assert list(standing.totals) == running


@every_table
def test_the_parts_of_a_score_add_up_to_it_and_have_reasons(game, players, rng):
    standing = play_at_random(game, rng, players=players).standing

    for deal in standing.deals:
        for side, points in enumerate(deal.scores or ()):
            parts = deal.parts_of(side)
            assert sum(part.points for part in parts) == points
            assert all(str(part.why) for part in parts)


@every_table
def test_the_proof_of_a_deal_is_the_sum_of_its_scores(game, players, rng):
    standing = play_at_random(game, rng, players=players).standing

    for deal in standing.deals:
        assert deal.fixed_sum is None or deal.fixed_sum == sum(deal.scores)


@every_table
def test_a_void_deal_scores_nothing(game, players, rng):
    standing = play_at_random(game, rng, players=players, mishaps=0.4).standing

    thrown_in = [deal for deal in standing.deals if deal.void]
    assert all(deal.scores is None and not deal.parts for deal in thrown_in)


# --- the same answers through another door ------------------------------------------------------


@every_table
def test_the_same_answers_lead_to_the_same_standing(game, players, rng):
    match = play_at_random(game, rng, players=players)

    again = match.replay()

    assert matchfile.report(again) == matchfile.report(match.standing)
    assert str(again.outcome.why) == str(match.standing.outcome.why)


@every_table
def test_the_file_of_a_match_leads_to_the_same_standing(game, players, rng):
    match = play_at_random(game, rng, players=players)

    content = json.dumps(match.file).encode()
    from_file = matchfile.replay_file(matchfile.parse(content))

    assert matchfile.report(from_file) == matchfile.report(match.standing)


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


@every_table
def test_every_answer_can_be_typed_again_as_it_was_given(game, players, rng):
    standing = play_at_random(game, rng, players=players).standing

    for answered in standing.answered:
        prompt, answer = answered.prompt, answered.answer
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
    symbols, large = set(face["symbols"]), set(face.get("large", []))
    return symbols, large, face.get("number")


@every_table
def test_every_answer_can_be_said_in_words(game, players, rng):
    standing = play_at_random(game, rng, players=players).standing

    assert all(say(answered.in_words) for answered in standing.answered)


# --- what a game says ---------------------------------------------------------------------------


def anchors(game):
    """The sections of a rules page."""
    page = (RULES / f"{game.key}.md").read_text("utf-8")
    headings = re.findall(r"^## (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-") for heading in headings}


@every_game
def test_every_question_points_at_a_section_of_the_rules_page(game, rng):
    asked = {game.void_section}
    for rule, choice in [*house_rules(game), (None, None)]:
        rules = {} if rule is None else {rule: choice}
        for players in game.players:
            standing = play_at_random(game, rng, players=players, rules=rules).standing
            asked |= {answered.prompt.rule for answered in standing.answered}
            asked |= {each.rule for each, _ in standing.answered[0].prompt.rules}

    assert asked <= anchors(game)


@every_table
def test_everything_a_game_says_can_be_put_into_words(game, players, rng):
    standing = play_at_random(game, rng, players=players).standing

    lines = [line for answered in standing.answered for line in answered.prompt.tell]
    lines += [answered.prompt.ask for answered in standing.answered]
    for deal in standing.deals:
        lines += [deal.title, deal.name or "–", *deal.notes, *deal.reminders]
        lines += [*deal.void_reasons.values(), *deal.void_closed.values()]
    lines += [game.name, game.blurb, game.seating, standing.outcome.why]
    for words in map(say, lines):
        assert words.strip()
        assert not re.search(r"[{}]|\.\.|\. \.|,,|  | ,| \.|None|Seat\(|Text\(", words), words


@every_game
def test_whoever_deals_leads_or_owns_sits_at_this_table(game, rng):
    standing = play_at_random(game, rng).standing

    for deal in standing.deals:
        for seat in (deal.dealer, deal.leader, deal.owner, *deal.targets):
            assert seat is None or standing.table.seats[seat.index] is seat


@every_game
def test_a_game_has_a_rules_page(game):
    assert (RULES / f"{game.key}.md").exists()


def test_dice_fall_alike_every_time():
    game = GAMES["trex"]

    once, again = (play_at_random(game, random.Random(7)).answers for _ in range(2))

    assert once == again
