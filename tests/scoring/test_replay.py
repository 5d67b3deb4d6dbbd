"""A table that does anything in any order: whatever it does, the log stays right."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app import matchfile
from app.games import GAMES
from app.scoring import (
    PLAYERS,
    SEATS,
    VOID,
    AnsweredPrompt,
    Event,
    Line,
    Match,
    Replay,
    Standing,
    active_events,
    answers_of,
)
from testkit.match import TEN_NAMES
from testkit.play import legal_answer
from tests.scoring.answers_by_name import everyones
from tests.strange_values import any_json

WHIST = GAMES["italian_whist"]
seeds = st.integers(0, 2**32)


def waits_for(standing: Standing) -> tuple[int, str] | None:
    return standing.prompt and (standing.prompt.deal, standing.prompt.key)


class AnyTable(RuleBasedStateMachine):
    """A table that answers, mistypes, takes back, corrects and throws in, in any order.

    `lines` is what stands, kept by hand: what was said, and how the match looked before; `undone`
    what a redo puts back, and how the match looked with it.
    """

    game = WHIST

    @initialize(players=st.integers(0, 9), seed=seeds)
    def sit_down(self, players, seed):
        self.begun = TEN_NAMES[: self.game.players[players % len(self.game.players)]]
        self.events: list[Event] = []
        self.lines: list[tuple[Event, Any]] = []
        self.undone: list[tuple[tuple[Event, Any], Any]] = []
        self.standing = self.match.standing
        self.answer(seed)

    @property
    def match(self) -> Match:
        return Match(self.game, self.begun, map(Line, self.events))

    def log(self, event: Event) -> None:
        self.events.append(event)
        self.standing = self.match.standing

    def write(self, event: Event) -> None:
        self.lines.append((event, fingerprint(self.standing)))
        self.undone.clear()
        self.log(event)

    def answer(self, seed: int) -> None:
        match, prompt = self.match, self.standing.prompt
        if prompt is None:
            return
        answer = legal_answer(prompt, random.Random(seed))
        played_on = Replay(
            self.game,
            match.seating.present,
            answers_of(self.events),
            ended_after=match.ended_after,
        )
        played_on.play_on(prompt.key, answer)
        kind = "void" if prompt.key == VOID else "entry"
        self.write(Event(kind, prompt.deal, prompt.key, answer))

        assert waits_for(self.standing) != (prompt.deal, prompt.key)
        assert fingerprint(played_on.standing) == fingerprint(self.standing)

    @rule(seed=seeds, number=st.integers(1, 8))
    def answer_what_is_asked(self, seed, number):
        for n in range(number):
            self.answer(seed + n)

    @precondition(lambda self: self.standing.prompt)
    @rule(answer=any_json)
    def mistype(self, answer):
        before, prompt = self.standing, self.standing.prompt
        if prompt.problems(prompt.prune(answer)):
            mistyped = Event("entry", prompt.deal, prompt.key, answer)
            wrong = self.match.with_events(mistyped).standing

            assert wrong.problems
            assert waits_for(wrong) == (prompt.deal, prompt.key)
            assert matchfile.report(wrong) == matchfile.report(before)

    @precondition(lambda self: self.lines)
    @rule()
    def undo(self):
        line = self.lines.pop()
        self.undone.append((line, fingerprint(self.standing)))
        self.log(Event("undo"))

        assert fingerprint(self.standing) == line[1]

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self):
        line, with_it = self.undone.pop()
        self.lines.append(line)
        self.log(Event("redo"))

        assert fingerprint(self.standing) == with_it

    @precondition(lambda self: not self.match.why_cannot_end)
    @rule()
    def end_early(self):
        before = self.standing.totals
        self.write(Event("end"))

        assert self.standing.is_over
        assert self.standing.totals == before

    @precondition(lambda self: self.standing.answered)
    @rule(seed=seeds)
    def correct_an_earlier_answer(self, seed):
        dice = random.Random(seed)
        prompt = dice.choice(self.standing.answered).prompt
        answer = legal_answer(prompt, dice)
        self.write(Event("correction", prompt.deal, prompt.key, answer))

        assert self.standing.answer_to(prompt.deal, prompt.key).answer == answer

    @precondition(lambda self: self.standing.deals)
    @rule(seed=seeds)
    def throw_in_a_deal_or_let_it_count(self, seed):
        dice, standing = random.Random(seed), self.standing
        deal = dice.choice(standing.deals)
        if deal.void:
            self.write(Event("void", deal.number, VOID, None))
        elif deal.void_reasons and (deal.is_over or not standing.problems):
            reason = dice.choice(list(deal.void_reasons))
            self.write(Event("void", deal.number, VOID, reason))

            assert self.standing.deals[deal.number - 1].void == reason

    @precondition(lambda self: not self.match.why_cannot_reseat)
    @rule(seed=seeds)
    def sit_in_another_order(self, seed):
        players = len(self.begun)
        before, given = everyones(self.standing), answers_of(self.events)
        self.write(self.match.reseating(random.Random(seed).sample(range(players), players)))

        after = everyones(self.standing)
        assert after == {place: before[place] for place in after}
        turned = answers_of(self.events)
        for deal, answers in given.items():
            for key, answer in answers.items():
                # What two have piled together is asked again if they are no partners any more.
                was_piled = isinstance(answer, list) and len(answer) < players
                assert key in turned[deal] or was_piled

    @rule(seed=seeds, name=st.sampled_from(["Emil", "Fina", "Gus", "Anna"]))
    def call_someone_otherwise(self, seed, name):
        dice, seating = random.Random(seed), self.match.seating
        deal = dice.choice([0, *range(2, len(self.standing.deals) + 1)])
        typed = list(seating.present)
        typed[dice.randrange(len(typed))] = name
        renaming = Event("correction", deal, PLAYERS, seating.rename_to(deal, typed))
        if any(renaming.answer) and not seating.renaming_problems(self.game, renaming, [deal]):
            before = self.standing.totals
            self.write(renaming)

            assert self.standing.totals == before
            assert not deal or self.match.seating.at(deal - 1) == seating.at(deal - 1)

    @invariant()
    def totals_are_the_sums_of_the_deals_and_it_waits_for_something_or_is_over(self):
        standing = self.standing
        sums = [0] * len(standing.sides)
        for deal in standing.deals:
            for side, points in enumerate(deal.scores or ()):
                sums[side] += points
        assert list(standing.totals) == sums
        assert (standing.prompt is None) == standing.is_over
        assert active_events(self.events) == [event for event, _before in self.lines]

    @invariant()
    def no_answer_is_lost(self):
        standing = self.standing
        said: dict[tuple[int, str], Any] = {}
        for event, _before in self.lines:
            if event.key == SEATS:
                kept = event.answer["answers"]
                said = {(int(deal), key): kept[deal][key] for deal in kept for key in kept[deal]}
            elif event.is_answer:
                said[event.deal, event.key] = event.answer
        answered = {(each.prompt.deal, each.prompt.key): each for each in standing.answered}
        counted = {
            place: each.answer
            for place, each in answered.items()
            if place in said or not goes_without_saying(each, said)
        }
        waiting = {
            (deal, key): answer
            for deal, given in standing.unasked.items()
            for key, answer in given.items()
        }
        assert not counted.keys() & waiting.keys()
        assert counted | waiting == {
            place: answered[place].prompt.prune(answer) if place in answered else answer
            for place, answer in said.items()
            if place[1] != VOID or answer is not None
        }

    @precondition(lambda self: self.standing.answered)
    @invariant()
    def the_file_of_its_answers_leads_to_the_same_standing(self):
        """Another path: through JSON and the checks of the match file."""
        standing = self.standing
        content = json.dumps(matchfile.as_file(self.match)).encode()
        from_file = matchfile.replay_file(matchfile.parse(content))
        expected = matchfile.report(standing) | {"next": None}
        assert matchfile.report(from_file) | {"next": None} == expected
        if standing.prompt and standing.prompt.key != VOID and standing.deals:
            assert waits_for(from_file) == waits_for(standing)


def goes_without_saying(answered: AnsweredPrompt, answers: Mapping[tuple[int, str], Any]) -> bool:
    """Whether nobody had to say it: `answers` imply it, or the next passed it over."""
    prompt, answer = answered.prompt, answered.answer
    given = {key: other for (deal, key), other in answers.items() if deal == prompt.deal}
    return prompt.implied(given) is not None or (prompt.follow_up is not None and answer is None)


def fingerprint(standing: Standing) -> tuple[Any, ...]:
    """All that can be seen of a standing."""
    return (
        matchfile.report(standing),
        [(deal.title, deal.name, deal.void) for deal in standing.deals],
        [str(problem.message) for problem in standing.problems],
        standing.unasked,
    )


@pytest.mark.hypothesis
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_whatever_a_table_does_the_log_stays_right(game):
    machine = type(f"Any{game.key.title()}Table", (AnyTable,), {"game": game})

    run_state_machine_as_test(machine)


def test_names_that_were_accepted_before_stay_though_one_of_them_is_a_hue_by_now():
    names = ["#1", "Blue", "Carla"]

    assert WHIST.seating_problems(names, accepted=names) == []
    assert [problem.at for problem in WHIST.seating_problems(names)] == [1]
