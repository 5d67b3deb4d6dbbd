"""What is said before a change is saved covers all that it moves: whose a kingdom is, who deals and
leads, what each aims for and has named, which deal is which, and every score."""

import random
import re

import pytest

from app.games import GAMES
from app.scoring import PLAYERS, VOID, AnsweredPrompt, Correction, Event
from app.web.match.change_preview import ChangesInWords
from app.web.match.correct import changes_by
from testkit.match import CAST, TEN_NAMES
from testkit.play import Played, legal_answer, play_at_random

NUMBERS = re.compile(r"\d+(?: to \d+)?")


def numbers_in(words):
    """The numbers that are said, also those between two."""
    spans = (found.split(" to ") for found in NUMBERS.findall(words))
    return {n for span in spans for n in range(int(span[0]), int(span[-1]) + 1)}


def name(seat):
    return seat and str(seat.name)


def place(seat):
    return seat and seat.index + 1


def facts(standing, name=name):
    """By deal and kind, all that a change could move, in the names of the players."""
    said = {}
    for deal in standing.deals:
        for role in ("owner", "dealer", "leader"):
            said[deal.number, role] = name(getattr(deal, role))
        said[deal.number, "target"] = {name(seat): n for seat, n in deal.targets.items()}
        said[deal.number, "place"] = dict(deal.progress), deal.trump
        scores = deal.scores or ()
        sides = zip(standing.sides, scores, strict=False)
        said[deal.number, "score"] = {frozenset(map(name, one.seats)): n for one, n in sides}
    grid = standing.table.contract_grid
    for seat, row in grid.rows.items() if grid else ():
        said[0, name(seat)] = {str(grid.columns[key]) for key in row}
    return said


def unsaid(changes, corrected):
    """What moves without a word about it."""
    before, after = facts(changes.before), facts(changes.after)
    course = [str(line) for line in changes.course]
    later = numbers_in(" ".join(str(line) for line in changes.warnings))
    for number, kind in before.keys() & after.keys():
        old, new = before[number, kind], after[number, kind]
        lines = [line for line in course if number in numbers_in(line)]
        if old == new or number in later:
            continue
        if kind == "score":
            is_said = number in changes.deals
        elif kind in ("owner", "dealer", "leader"):
            word = {"owner": "is", "dealer": "deals?|is", "leader": "leads?|is"}[kind]
            is_said = any(
                re.search(rf"\b({word})\b", line) and (new or old) in line for line in lines
            )
        elif kind == "target":
            is_said = any(all(f"{who} {n}" in line for who, n in new.items()) for line in lines)
        elif kind == "place":
            is_said = number == corrected or any("another place" in line for line in lines)
        else:
            is_said = any(
                line.startswith(f"{kind} has named") and all(one in line for one in old | new)
                for line in course
            )
        if not is_said:
            yield number, kind, old, new


def begun(game, rng):
    """A match in any state, by its own house rules."""
    if rng.random() < 0.2:
        return play_at_random(game, rng).match
    played = Played(game, TEN_NAMES[: rng.choice(game.players)])
    for _each in range(rng.choice([3, 8, 20, 45])):
        if played.standing.prompt is None:
            break
        deal = played.standing.deal
        if deal and rng.random() < 0.04:
            played.throw_in(rng.choice([*deal.void_reasons]))
        else:
            played.answer(legal_answer(played.standing.prompt, rng))
    return played.match


def reseated(match, rng):
    order = rng.sample(range(len(match.seating.seats)), len(match.seating.seats))
    after = match.with_events(match.reseating(order))
    new = AnsweredPrompt(match.seats_prompt, order)
    return ChangesInWords(match.standing, after.standing, order, new=new), after


def corrected(match, rng):
    """Another answer to any question, the house rules first of all, or whether a deal counts."""
    places = [(one.prompt.deal, one.prompt.key) for one in match.standing.answered]
    places += [(deal.number, VOID) for deal in match.standing.deals if deal.is_over]
    earlier = match.question(*rng.choice([places[0], *places]))
    if earlier is None:
        return None
    form = AnsweredPrompt(earlier.prompt, legal_answer(earlier.prompt, rng)).fields
    correction = Correction(match, earlier, form)
    if correction.problems or not correction.is_change:
        return None
    return changes_by(correction), correction.after


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_nothing_moves_that_was_not_said_before_it_is_saved(game, seed):
    rng = random.Random(f"{game.key} {seed}")
    match = begun(game, rng)
    for _each in range(6):
        can_reseat = match.why_cannot_reseat is None and rng.random() < 0.4
        change = (reseated if can_reseat else corrected)(match, rng)
        if change is None:
            continue
        changes, after = change
        prompt = changes.new.prompt

        assert [*unsaid(changes, prompt.deal)] == [], (seed, prompt.key)
        match = after


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_another_name_moves_nothing(game, rng):
    for _each in range(10):
        match = begun(game, rng)
        was = rng.choice(match.seating.present)
        names = ["Somebody new" if one == was else None for one in match.seating.present]
        event = Event("correction", rng.choice(match.deals_to_rename_from), PLAYERS, names)
        after = match.accept(event)

        assert facts(after.standing, place) == facts(match.standing, place)


@pytest.mark.parametrize("kingdoms", ["right", "manual"])
def test_a_person_who_was_named_stays_the_owner_wherever_they_sit(kingdoms, rng):
    played = Played(GAMES["trex"], CAST)
    played.answer({"kingdoms": kingdoms})
    asked = {}
    while (prompt := played.standing.prompt) and prompt.deal < 12:
        answer = legal_answer(prompt, rng)
        if prompt.key == "owner":
            asked[prompt.deal] = CAST[answer]
        played.answer(answer)
    assert len(asked) == (1 if kingdoms == "right" else 3)
    match = played.match

    after = match.accept(match.reseating([2, 0, 3, 1])).standing

    assert {deal: name(after.deals[deal - 1].owner) for deal in asked} == asked
