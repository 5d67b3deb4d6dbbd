"""The log and the replay: entries, corrections, undos, and deals that do not count."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
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
    Changes,
    Event,
    Line,
    Match,
    Refused,
    Replay,
    Seating,
    Side,
    Standing,
    active_events,
    answers_of,
    replay,
)
from tests.front_door import CAST
from tests.play import legal_answer
from tests.strange_values import any_json

WHIST = GAMES["italian_whist"]
TRIBELLO = GAMES["tribello"]
TREX = GAMES["trex"]
RULES = Event("entry", 0, "rules", {})


def entries(deal: int, **answers: Any) -> list[Event]:
    return [Event("entry", deal, key, answer) for key, answer in answers.items()]


def stand(game, *events, players=None) -> Standing:
    """Where `game` stands after these events; lists of events are laid end to end."""
    log: list[Event] = []
    for event in events:
        log += [event] if isinstance(event, Event) else event
    return replay(game, CAST[: players or game.players[0]], answers_of(log))


def waits_for(standing: Standing) -> tuple[int, str] | None:
    return standing.prompt and (standing.prompt.deal, standing.prompt.key)


def swing(deal: int, first: Sequence[int] = (9, 0, 0), second: Sequence[int] = (0, 9, 0)):
    """An Italian Whist deal, by default the largest swing there can be."""
    return entries(deal, first=list(first), second=list(second))


# --- entries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_new_match_asks_for_its_house_rules(game):
    standing = stand(game)

    assert waits_for(standing) == (0, "rules")
    assert list(standing.deals) == []
    assert not standing.is_over


def test_the_house_rules_are_followed_by_the_first_deal():
    standing = stand(WHIST, RULES)

    assert waits_for(standing) == (1, "first")
    assert [deal.number for deal in standing.deals] == [1]


def test_an_answer_leads_to_the_next_question():
    standing = stand(WHIST, RULES, entries(1, first=[5, 3, 1]))

    assert waits_for(standing) == (1, "second")


def test_a_question_that_may_be_passed_over_is_asked_all_the_same():
    standing = stand(TRIBELLO, RULES)

    assert waits_for(standing) == (1, "trump")
    assert standing.prompt.optional


def test_a_question_that_was_passed_over_is_not_asked_again():
    standing = stand(TRIBELLO, RULES, Event("entry", 1, "trump", None))

    assert waits_for(standing) == (1, "tricks")
    assert str(standing.answer_to(1, "trump").in_words) == "Play without noting it"


def test_an_answer_that_does_not_fit_leaves_the_question_open():
    standing = stand(WHIST, RULES, entries(1, first=[5, 3, 0]))

    assert waits_for(standing) == (1, "first")
    assert [str(problem.message) for problem in standing.problems] == [
        "That makes 8, not 9: 1 trick missing."
    ]


def test_answers_ahead_of_the_question_wait_behind_it():
    standing = stand(WHIST, RULES, entries(1, second=[3, 3, 3]))

    assert waits_for(standing) == (1, "first")
    assert standing.unasked == {1: {"second": [3, 3, 3]}}


def test_every_answered_question_can_be_looked_up():
    standing = stand(WHIST, RULES, entries(1, first=[5, 3, 1]))

    assert str(standing.answer_to(1, "first").in_words) == "Anna 5, Bruno 3, Carla 1"
    assert standing.answer_to(1, "second") is None


def test_the_deal_that_is_played_and_the_last_one_finished_are_told_apart():
    standing = stand(WHIST, RULES, swing(1))

    assert standing.deal.number == 2
    assert standing.last_deal.number == 1


def test_after_the_end_there_is_no_deal_in_play():
    standing = stand(WHIST, RULES, swing(1), swing(2))

    assert standing.is_over
    assert standing.deal is None


# --- undo ---------------------------------------------------------------------------------------


def test_undo_takes_back_the_latest_answer():
    standing = stand(WHIST, RULES, swing(1), Event("undo"))

    assert waits_for(standing) == (1, "second")


def test_a_second_undo_takes_back_the_answer_before():
    standing = stand(WHIST, RULES, swing(1), Event("undo"), Event("undo"))

    assert waits_for(standing) == (1, "first")


def test_an_answer_after_an_undo_takes_its_place():
    log = [RULES, *swing(1), Event("undo"), *entries(1, second=[0, 0, 9])]

    standing = stand(WHIST, log)

    assert standing.totals == (9, 0, -9)


def test_undo_takes_back_a_correction_and_brings_the_first_answer_back():
    correction = Event("correction", 1, "second", [0, 0, 9])

    standing = stand(WHIST, RULES, swing(1), correction, Event("undo"))

    assert standing.totals == (9, -9, 0)


def test_undo_takes_back_a_void_deal():
    standing = stand(WHIST, RULES, Event("void", 1, VOID, "misdeal"), Event("undo"))

    assert waits_for(standing) == (1, "first")
    assert len(standing.deals) == 1


def test_there_is_nothing_to_undo_in_an_empty_log():
    assert answers_of([Event("undo"), Event("undo")]) == {}
    assert answers_of([Event("undo"), RULES]) == {0: {"rules": {}}}


def test_the_lines_that_stand_are_the_ones_no_undo_took_back():
    first, second = swing(1)

    assert active_events([RULES, first, Event("undo"), second]) == [RULES, second]


# --- corrections --------------------------------------------------------------------------------


def test_a_correction_changes_every_total_after_it():
    log = [RULES, *swing(1), *swing(2, (5, 3, 1), (2, 3, 4))]

    standing = stand(WHIST, log, Event("correction", 1, "second", [3, 3, 3]))

    assert [deal.totals for deal in standing.deals[:2]] == [(6, -3, -3), (9, -3, -6)]


def test_the_later_of_two_corrections_holds():
    corrections = [Event("correction", 1, "second", answer) for answer in ([3, 3, 3], [4, 4, 1])]

    standing = stand(WHIST, RULES, swing(1), corrections)

    assert standing.totals == (5, -4, -1)


def test_a_correction_can_end_the_match_earlier_and_keeps_what_came_after():
    log = [RULES, *swing(1, (5, 3, 1), (3, 3, 3)), *swing(2, (5, 3, 1), (3, 3, 3))]

    standing = stand(WHIST, log, Event("correction", 0, "rules", {"upper": 2}))

    assert standing.is_over
    assert len(standing.deals) == 1
    assert standing.unasked == {2: {"first": [5, 3, 1], "second": [3, 3, 3]}}


def test_a_correction_can_reopen_the_match():
    log = [RULES, *swing(1), *swing(2)]

    standing = stand(WHIST, log, Event("correction", 2, "second", [9, 0, 0]))

    assert not standing.is_over
    assert waits_for(standing) == (3, "first")


def test_what_waited_after_the_end_comes_back_by_itself():
    log = [RULES, *swing(1, (5, 3, 1), (3, 3, 3)), *swing(2, (5, 3, 1), (3, 3, 3))]
    log += [Event("correction", 0, "rules", {"upper": limit}) for limit in (2, 10)]

    standing = stand(WHIST, log)

    assert standing.totals == (4, 0, -4)
    assert standing.unasked == {}


def kingdom(first_contract="king"):
    return [
        RULES,
        *entries(1, owner=0, contract=first_contract, doubled=None, king=2),
        *entries(2, contract="diamonds", diamonds=[2, 6, 0, 5]),
    ]


def test_a_corrected_contract_asks_for_its_own_result():
    standing = stand(TREX, kingdom(), Event("correction", 1, "contract", "slaps"))

    assert waits_for(standing) == (1, "tricks")
    assert standing.unasked[1] == {"doubled": None, "king": 2}


def test_the_later_deals_come_back_once_the_corrected_one_has_its_result():
    correction = [Event("correction", 1, "contract", "slaps"), *entries(1, tricks=[1, 3, 4, 5])]

    standing = stand(TREX, kingdom(), correction)

    assert standing.totals == (-35, -105, -60, -125)
    assert waits_for(standing) == (3, "contract")


def test_a_contract_that_a_correction_used_up_is_asked_again_with_its_reason():
    correction = [
        Event("correction", 1, "contract", "diamonds"),
        *entries(1, diamonds=[13, 0, 0, 0]),
    ]

    standing = stand(TREX, kingdom(), correction)

    assert waits_for(standing) == (2, "contract")
    assert "was already played in Anna’s kingdom" in str(standing.problems[0].message)


def test_a_corrected_owner_leads_and_deals_the_kingdom():
    standing = stand(TREX, kingdom(), Event("correction", 1, "owner", 3))

    assert [deal.leader.name for deal in standing.deals] == ["Dino"] * 3
    assert [deal.dealer and deal.dealer.name for deal in standing.deals] == [None, "Dino", "Dino"]


def test_corrected_house_rules_score_every_deal_again():
    standing = stand(TREX, kingdom(), Event("correction", 0, "rules", {"partners": True}))

    assert standing.totals == (-95, -110)
    assert [side.index for side in standing.sides] == [0, 1]


# --- deals that do not count --------------------------------------------------------------------


def test_a_deal_thrown_in_later_keeps_its_result_out_of_the_count():
    standing = stand(WHIST, RULES, swing(1), Event("void", 1, VOID, "misdeal"))

    assert standing.deals[0].void == "misdeal"
    assert standing.totals == (0, 0, 0)
    assert waits_for(standing) == (2, "first")


def test_a_void_deal_taken_back_counts_again():
    log = [RULES, *swing(1), Event("void", 1, VOID, "misdeal"), Event("void", 1, VOID, None)]

    standing = stand(WHIST, log)

    assert standing.totals == (9, -9, 0)


def test_an_announced_contract_stands_in_a_void_deal():
    log = [RULES, *entries(1, owner=1, contract="king"), Event("void", 1, VOID, "appeal")]

    standing = stand(TREX, log)

    assert str(standing.deals[0].name) == "King of hearts"
    assert standing.deals[1].owner.name == "Bruno"


def test_a_reason_that_does_not_fit_leaves_the_question_why_open():
    log = [RULES, *entries(1, owner=1, contract="queens"), Event("void", 1, VOID, "appeal")]

    standing = stand(TREX, log)

    assert waits_for(standing) == (1, VOID)
    assert standing.problems
    assert not standing.deals[0].is_over


def test_the_table_is_told_why_a_reason_is_closed():
    standing = stand(TREX, RULES, entries(1, owner=1, contract="queens"))

    prompt = standing.void_prompt(standing.deal)

    assert list(prompt.options) == ["misdeal"]
    assert set(prompt.closed) == {"appeal", "closed_suit"}


# --- what a correction would change -------------------------------------------------------------


def changes(game, log, correction):
    return Changes(stand(game, log), stand(game, log, correction))


def test_a_correction_moves_the_totals():
    found = changes(WHIST, [RULES, *swing(1)], Event("correction", 1, "second", [3, 3, 3]))

    assert [(str(move.side), move.by) for move in found.totals] == [
        ("Anna", -3),
        ("Bruno", 6),
        ("Carla", -3),
    ]


def test_a_correction_names_the_deals_that_score_otherwise():
    log = [RULES, *swing(1, (5, 3, 1), (3, 3, 3)), *swing(2, (5, 3, 1), (3, 3, 3))]

    found = changes(WHIST, log, Event("correction", 2, "first", [3, 3, 3]))

    assert found.deals == [2]


def test_a_correction_that_asks_something_again_says_what():
    found = changes(TREX, kingdom(), Event("correction", 1, "contract", "slaps"))

    assert (found.asked_again.deal, found.asked_again.key) == (1, "tricks")
    assert found.after.waiting_deals == [2]


def test_a_correction_that_ends_the_match_says_so():
    found = changes(WHIST, [RULES, *swing(1)], Event("correction", 0, "rules", {"upper": 9}))

    before, after = found.outcome
    assert before is None
    assert [str(side) for side in after.winners] == ["Anna"]


def test_a_correction_to_the_same_answer_changes_nothing():
    found = changes(WHIST, [RULES, *swing(1)], Event("correction", 1, "first", [9, 0, 0]))

    assert found.deals == []
    assert found.asked_again is None
    assert found.after.waiting_deals == []
    assert found.outcome is None
    assert not any(move.by for move in found.totals)


# --- any table, whatever it does ----------------------------------------------------------------


class AnyTable(RuleBasedStateMachine):
    """A table that answers, mistypes, takes back, corrects and throws in, in any order.

    `lines` is what stands, kept by hand: what was said, and how the match looked before; `undone`
    what a redo puts back, and how the match looked with it.
    """

    game = WHIST

    @initialize(players=st.integers(0, 9), seed=st.integers(0, 2**32))
    def sit_down(self, players, seed):
        self.begun = CAST[: self.game.players[players % len(self.game.players)]]
        self.events: list[Event] = []
        self.lines: list[tuple[Event, Any]] = []
        self.undone: list[tuple[tuple[Event, Any], Any]] = []
        self.standing = self.replay()
        self.answer(seed)

    @property
    def match(self) -> Match:
        return Match(self.game, self.begun, map(Line, self.events))

    @property
    def seating(self) -> Seating:
        return self.match.seating

    @property
    def names(self) -> Sequence[str]:
        return self.seating.present

    def replay(self, *more: Event) -> Standing:
        return self.match.with_events(*more).standing

    def write(self, event: Event) -> None:
        self.lines.append((event, fingerprint(self.standing)))
        self.undone.clear()
        self.events.append(event)
        self.standing = self.replay()

    def answer(self, seed: int) -> None:
        prompt = self.standing.prompt
        if prompt is None:
            return
        answer = legal_answer(prompt, random.Random(seed))
        kind = "void" if prompt.key == VOID else "entry"
        answers, ended_after = answers_of(self.events), self.match.ended_after
        played_on = Replay(self.game, self.names, answers, ended_after=ended_after)
        played_on.play_on(prompt.key, answer)
        self.write(Event(kind, prompt.deal, prompt.key, answer))

        assert waits_for(self.standing) != (prompt.deal, prompt.key)
        assert fingerprint(played_on.standing) == fingerprint(self.standing)

    @rule(seed=st.integers(0, 2**32), number=st.integers(1, 8))
    def answer_what_is_asked(self, seed, number):
        for n in range(number):
            self.answer(seed + n)

    @precondition(lambda self: self.standing.prompt)
    @rule(answer=any_json)
    def mistype(self, answer):
        prompt = self.standing.prompt
        if not prompt.problems(answer):
            return
        before = fingerprint(self.standing)

        wrong = self.replay(Event("entry", prompt.deal, prompt.key, answer))

        assert wrong.problems
        assert waits_for(wrong) == (prompt.deal, prompt.key)
        assert fingerprint(wrong)[0] == before[0]

    @precondition(lambda self: self.standing.prompt)
    @rule(
        field=st.sampled_from(["", ".0", ".1", ".0.1", ".KH", ".sets"]), typed=st.text(max_size=12)
    )
    def mistype_on_a_form(self, field, typed):
        prompt = self.standing.prompt
        with suppress(Refused):
            answer = prompt.accept({prompt.key + field: typed})

            assert not prompt.problems(answer)

    @rule()
    def undo(self):
        if not self.lines:
            return
        line = self.lines.pop()
        self.undone.append((line, fingerprint(self.standing)))
        self.events.append(Event("undo"))
        self.standing = self.replay()

        _event, before = line
        assert fingerprint(self.standing) == before

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self):
        line, with_it = self.undone.pop()
        self.lines.append(line)
        self.events.append(Event("redo"))
        self.standing = self.replay()

        assert fingerprint(self.standing) == with_it

    @precondition(lambda self: not self.match.why_cannot_end)
    @rule()
    def end_early(self):
        before = self.standing.totals
        self.write(Event("end"))

        assert self.standing.is_over
        assert self.standing.totals == before

    @precondition(lambda self: self.standing.answered)
    @rule(seed=st.integers(0, 2**32))
    def correct_an_earlier_answer(self, seed):
        dice = random.Random(seed)
        answered = dice.choice(self.standing.answered)
        prompt = answered.prompt
        answer = legal_answer(prompt, dice)
        self.write(Event("correction", prompt.deal, prompt.key, answer))

        assert self.standing.answer_to(prompt.deal, prompt.key).answer == answer

    @precondition(lambda self: self.standing.deals)
    @rule(seed=st.integers(0, 2**32))
    def throw_in_a_deal(self, seed):
        dice = random.Random(seed)
        deal = dice.choice(self.standing.deals)
        fits = deal.is_over or not self.standing.problems
        if deal.void_reasons and not deal.void and fits:
            reason = dice.choice(list(deal.void_reasons))
            self.write(Event("void", deal.number, VOID, reason))

            assert self.standing.deals[deal.number - 1].void == reason

    @precondition(lambda self: any(deal.void for deal in self.standing.deals))
    @rule(seed=st.integers(0, 2**32))
    def let_a_void_deal_count(self, seed):
        deal = random.Random(seed).choice([deal for deal in self.standing.deals if deal.void])
        self.write(Event("void", deal.number, VOID, None))

    @rule(seed=st.integers(0, 2**32))
    def sit_in_another_order(self, seed):
        order = random.Random(seed).sample(range(len(self.names)), len(self.names))
        if self.match.why_cannot_reseat:
            return
        before, given = everyones(self.standing), answers_of(self.events)
        self.write(self.match.reseating(order))

        after = everyones(self.standing)
        assert after == {place: before[place] for place in after}
        turned = answers_of(self.events)
        for deal, answers in given.items():
            for key, answer in answers.items():
                # What two have piled together is asked again if they are no partners any more.
                was_piled = isinstance(answer, list) and len(answer) < len(self.names)
                assert key in turned[deal] or was_piled

    @rule(seed=st.integers(0, 2**32), name=st.sampled_from(["Emil", "Fina", "Gus", "Anna"]))
    def call_someone_otherwise(self, seed, name):
        dice, seating = random.Random(seed), self.seating
        deal = dice.choice([0, *range(2, len(self.standing.deals) + 1)])
        typed = list(seating.present)
        typed[dice.randrange(len(typed))] = name
        names = seating.rename_to(deal, typed)
        renaming = Event("correction", deal, PLAYERS, names)
        if any(names) and not seating.renaming_problems(self.game, renaming, [deal]):
            before = self.standing.totals
            self.write(renaming)

            assert self.standing.totals == before
            if deal:
                assert self.seating.at(deal - 1) == seating.at(deal - 1)

    @precondition(lambda self: self.standing.prompt)
    @rule(kind=st.sampled_from(["pause", "resume"]))
    def say_what_only_old_logs_say(self, kind):
        before = fingerprint(self.standing)
        self.write(Event(kind, self.standing.prompt.deal, "", [0] if kind == "pause" else None))

        assert fingerprint(self.standing) == before

    @invariant()
    def totals_are_the_sums_of_the_deals(self):
        sums = [0] * len(self.standing.sides)
        for deal in self.standing.deals:
            for side, points in enumerate(deal.scores or ()):
                sums[side] += points
        assert list(self.standing.totals) == sums

    @invariant()
    def it_waits_for_something_or_is_over(self):
        assert (self.standing.prompt is None) == self.standing.is_over

    @invariant()
    def the_lines_that_stand_are_the_ones_that_were_kept(self):
        assert active_events(self.events) == [event for event, _before in self.lines]

    @invariant()
    def no_answer_is_lost(self):
        last_said: dict[tuple[int, str], Any] = {}
        for event, _before in self.lines:
            if event.key == SEATS:
                kept = event.answer["answers"]
                last_said = {(int(d), key): kept[d][key] for d in kept for key in kept[d]}
            elif event.is_answer:
                last_said[event.deal, event.key] = event.answer
        counted = {
            (a.prompt.deal, a.prompt.key): a.answer
            for a in self.standing.answered
            if (a.prompt.deal, a.prompt.key) in last_said or not goes_without_saying(a, last_said)
        }
        waiting = {
            (deal, key): answer
            for deal, given in self.standing.unasked.items()
            for key, answer in given.items()
        }
        assert not counted.keys() & waiting.keys()
        taken_back = {
            place for place, said in last_said.items() if place[1] == VOID and said is None
        }
        prompts = {(a.prompt.deal, a.prompt.key): a.prompt for a in self.standing.answered}
        assert counted | waiting == {
            place: prompts[place].prune(said) if place in prompts else said
            for place, said in last_said.items()
            if place not in taken_back
        }

    @precondition(lambda self: self.standing.answered)
    @invariant()
    def the_file_of_its_answers_leads_to_the_same_standing(self):
        """Another path: through JSON and the checks of the match file."""
        content = json.dumps(matchfile.as_file(self.match)).encode()
        from_file = matchfile.replay_file(matchfile.parse(content))
        assert matchfile.report(from_file) | {"next": None} == fingerprint(self.standing)[0] | {
            "next": None
        }
        if waits_for(self.standing) and self.standing.prompt.key != VOID and self.standing.deals:
            assert waits_for(from_file) == waits_for(self.standing)


def goes_without_saying(answered: AnsweredPrompt, answers: Mapping[tuple[int, str], Any]) -> bool:
    """Whether nobody had to say it: `answers` imply it, or the next passed it over."""
    prompt, answer = answered.prompt, answered.answer
    given = {key: other for (deal, key), other in answers.items() if deal == prompt.deal}
    return prompt.implied(given) is not None or (prompt.follow_up is not None and answer is None)


def everyones(standing: Standing) -> dict[tuple[int, str], Any]:
    """What every answer says of whom, by name, so that the order of the seats cannot be seen."""
    return {
        (answered.prompt.deal, answered.prompt.key): by_name(answered.prompt, answered.answer)
        for answered in standing.answered
    }


def by_name(prompt: Any, answer: Any) -> Any:
    if answer is None:
        return None
    meaning = prompt.value(answer)
    if prompt.kind == "cards" and prompt.seats:
        meaning = dict(zip(prompt.seats, answer, strict=True))
    if isinstance(meaning, dict):
        return {people(key): str(value) for key, value in meaning.items()}
    return str([str(part) for part in meaning] if isinstance(meaning, list) else meaning)


def people(key: Any) -> str:
    """Whom a number is of, in whichever order partners sit."""
    return str(sorted(map(str, key.seats)) if isinstance(key, Side) else key)


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
    game = GAMES["italian_whist"]

    assert game.seating_problems(names, accepted=names) == []
    assert [problem.at for problem in game.seating_problems(names)] == [1]
