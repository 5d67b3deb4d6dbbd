"""The log and the replay: entries, corrections, undos, and deals that do not count."""

import json
import random
from collections.abc import Mapping, Sequence
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
    Replay,
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
seeds = st.integers(0, 2**32)


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


def kingdom():
    return [
        RULES,
        *entries(1, owner=0, contract="king", doubled=None, king=2),
        *entries(2, contract="diamonds", diamonds=[2, 6, 0, 5]),
    ]


SMALL = ((5, 3, 1), (3, 3, 3))
UNDO = Event("undo")
MISDEAL = Event("void", 1, VOID, "misdeal")
COUNTS_AGAIN = Event("void", 1, VOID, None)
TO_LEVEL = Event("correction", 1, "second", [3, 3, 3])
TO_SLAPS = Event("correction", 1, "contract", "slaps")
TO_DIAMONDS = Event("correction", 1, "contract", "diamonds")


def limit(upper):
    return Event("correction", 0, "rules", {"upper": upper})


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_new_match_asks_for_its_house_rules(game):
    standing = stand(game)

    assert waits_for(standing) == (0, "rules")
    assert list(standing.deals) == []
    assert not standing.is_over


@pytest.mark.parametrize(
    ("events", "waits", "totals"),
    [
        pytest.param([], (1, "first"), (0, 0, 0), id="the rules lead to the first deal"),
        pytest.param(swing(1)[:1], (1, "second"), (0, 0, 0), id="an answer to the next question"),
        pytest.param(swing(1), (2, "first"), (9, -9, 0), id="a deal to the next one"),
        pytest.param(swing(1) + swing(2), None, (18, -18, 0), id="the end to nothing"),
        pytest.param([*swing(1), UNDO], (1, "second"), (0, 0, 0), id="undo"),
        pytest.param([*swing(1), UNDO, UNDO], (1, "first"), (0, 0, 0), id="a second undo"),
        pytest.param(
            [*swing(1), UNDO, *entries(1, second=[0, 0, 9])],
            *((2, "first"), (9, 0, -9)),
            id="an answer after an undo",
        ),
        pytest.param([*swing(1), TO_LEVEL], (2, "first"), (6, -3, -3), id="a correction"),
        pytest.param([*swing(1), TO_LEVEL, UNDO], (2, "first"), (9, -9, 0), id="and its undo"),
        pytest.param(
            [*swing(1), TO_LEVEL, Event("correction", 1, "second", [4, 4, 1])],
            *((2, "first"), (5, -4, -1)),
            id="the later of two corrections",
        ),
        pytest.param(
            [*swing(1), *swing(2), Event("correction", 2, "second", [9, 0, 0])],
            *((3, "first"), (9, -9, 0)),
            id="a correction that reopens the match",
        ),
        pytest.param([MISDEAL, UNDO], (1, "first"), (0, 0, 0), id="the undo of a void deal"),
        pytest.param([*swing(1), MISDEAL], (2, "first"), (0, 0, 0), id="a deal thrown in later"),
        pytest.param(
            [*swing(1), MISDEAL, COUNTS_AGAIN], (2, "first"), (9, -9, 0), id="that counts again"
        ),
    ],
)
def test_where_a_match_stands_follows_from_its_lines(events, waits, totals):
    standing = stand(WHIST, RULES, events)

    assert waits_for(standing) == waits
    assert standing.totals == totals
    assert standing.is_over == (waits is None)
    assert (standing.deal and standing.deal.number) == (waits and waits[0])
    counted = [deal.number for deal in standing.deals if deal.is_over]
    assert (standing.last_deal and standing.last_deal.number) == (counted[-1] if counted else None)


def test_a_question_that_may_be_passed_over_is_asked_once_all_the_same():
    asked = stand(TRIBELLO, RULES)
    passed_over = stand(TRIBELLO, RULES, Event("entry", 1, "trump", None))

    assert waits_for(asked) == (1, "trump")
    assert asked.prompt.optional
    assert waits_for(passed_over) == (1, "tricks")
    assert str(passed_over.answer_to(1, "trump").in_words) == "Play without noting it"


def test_an_answer_that_does_not_fit_leaves_the_question_open_and_answers_ahead_wait_behind_it():
    wrong = stand(WHIST, RULES, entries(1, first=[5, 3, 0]))
    ahead = stand(WHIST, RULES, entries(1, second=[3, 3, 3]))
    right = stand(WHIST, RULES, entries(1, first=[5, 3, 1]))

    assert waits_for(wrong) == waits_for(ahead) == (1, "first")
    words = ["That makes 8, not 9: 1 trick missing."]
    assert [str(problem.message) for problem in wrong.problems] == words
    assert ahead.unasked == {1: {"second": [3, 3, 3]}}
    assert str(right.answer_to(1, "first").in_words) == "Anna 5, Bruno 3, Carla 1"
    assert right.answer_to(1, "second") is None


def test_the_lines_that_stand_are_the_ones_no_undo_took_back():
    first, second = swing(1)

    assert active_events([RULES, first, UNDO, second]) == [RULES, second]
    assert answers_of([UNDO, UNDO]) == {}
    assert answers_of([UNDO, RULES]) == {0: {"rules": {}}}


def test_a_correction_changes_every_total_after_it():
    standing = stand(WHIST, RULES, swing(1), swing(2, (5, 3, 1), (2, 3, 4)), TO_LEVEL)

    assert [deal.totals for deal in standing.deals[:2]] == [(6, -3, -3), (9, -3, -6)]


def test_what_a_correction_puts_after_the_end_waits_and_comes_back_by_itself():
    log = [RULES, *swing(1, *SMALL), *swing(2, *SMALL), limit(2)]

    ended, reopened = stand(WHIST, log), stand(WHIST, log, limit(10))

    assert ended.is_over
    assert len(ended.deals) == 1
    assert ended.unasked == {2: {"first": [5, 3, 1], "second": [3, 3, 3]}}
    assert (reopened.totals, reopened.unasked) == ((4, 0, -4), {})


def test_a_corrected_contract_asks_for_its_own_result_and_the_later_deals_come_back():
    standing = stand(TREX, kingdom(), TO_SLAPS)
    assert waits_for(standing) == (1, "tricks")
    assert standing.unasked[1] == {"doubled": None, "king": 2}

    standing = stand(TREX, kingdom(), TO_SLAPS, entries(1, tricks=[1, 3, 4, 5]))
    assert standing.totals == (-35, -105, -60, -125)
    assert waits_for(standing) == (3, "contract")


def test_a_contract_that_a_correction_used_up_is_asked_again_with_its_reason():
    standing = stand(TREX, kingdom(), TO_DIAMONDS, entries(1, diamonds=[13, 0, 0, 0]))

    assert waits_for(standing) == (2, "contract")
    assert "was already played in Anna’s kingdom" in str(standing.problems[0].message)


def test_a_corrected_owner_and_corrected_house_rules_hold_for_every_deal():
    owned = stand(TREX, kingdom(), Event("correction", 1, "owner", 3))
    in_pairs = stand(TREX, kingdom(), Event("correction", 0, "rules", {"partners": True}))

    assert [deal.leader.name for deal in owned.deals] == ["Dino"] * 3
    assert [deal.dealer and deal.dealer.name for deal in owned.deals] == [None, "Dino", "Dino"]
    assert in_pairs.totals == (-95, -110)
    assert [side.index for side in in_pairs.sides] == [0, 1]


def test_an_announced_contract_stands_in_a_void_deal_and_a_reason_that_does_not_fit_is_closed():
    log = [RULES, *entries(1, owner=1, contract="king"), Event("void", 1, VOID, "appeal")]
    standing = stand(TREX, log)

    assert standing.deals[0].void == "appeal"
    assert str(standing.deals[0].name) == "King of hearts"
    assert standing.deals[1].owner.name == "Bruno"

    log = [RULES, *entries(1, owner=1, contract="queens")]
    before, standing = stand(TREX, log), stand(TREX, log, Event("void", 1, VOID, "appeal"))

    assert waits_for(standing) == (1, VOID)
    assert standing.problems
    assert not standing.deals[0].is_over
    why = before.void_prompt(before.deal)
    assert (list(why.options), set(why.closed)) == (["misdeal"], {"appeal", "closed_suit"})


def changes(game, log, correction):
    return Changes(stand(game, log), stand(game, log, correction))


def test_a_correction_moves_the_totals_and_names_the_deals_that_score_otherwise():
    log = [RULES, *swing(1, *SMALL), *swing(2, *SMALL)]

    found = changes(WHIST, log, Event("correction", 2, "first", [3, 3, 3]))
    moved = [("Anna", -2), ("Bruno", 0), ("Carla", 2)]
    assert [(str(move.side), move.by) for move in found.totals] == moved
    assert found.deals == [2]

    same = changes(WHIST, log, Event("correction", 2, "first", [5, 3, 1]))
    assert (same.deals, same.after.waiting_deals) == ([], [])
    assert same.asked_again is same.outcome is None
    assert not any(move.by for move in same.totals)


def test_a_correction_that_asks_something_again_or_ends_the_match_says_so():
    found = changes(TREX, kingdom(), TO_SLAPS)
    assert (found.asked_again.deal, found.asked_again.key) == (1, "tricks")
    assert found.after.waiting_deals == [2]

    before, after = changes(WHIST, [RULES, *swing(1)], limit(9)).outcome
    assert before is None
    assert [str(side) for side in after.winners] == ["Anna"]


class AnyTable(RuleBasedStateMachine):
    """A table that answers, mistypes, takes back, corrects and throws in, in any order.

    `lines` is what stands, kept by hand: what was said, and how the match looked before; `undone`
    what a redo puts back, and how the match looked with it.
    """

    game = WHIST

    @initialize(players=st.integers(0, 9), seed=seeds)
    def sit_down(self, players, seed):
        self.begun = CAST[: self.game.players[players % len(self.game.players)]]
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

    assert WHIST.seating_problems(names, accepted=names) == []
    assert [problem.at for problem in WHIST.seating_problems(names)] == [1]
