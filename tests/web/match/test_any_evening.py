"""Any evening: two phones on two servers do whatever they like, and the page tells the log."""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from app.games import GAMES
from app.matchfile import open_match, parse
from app.scoring import (
    PLAYERS,
    VOID,
    Event,
    Game,
    Line,
    Match,
    Refused,
    SharedOutcome,
    Standing,
    Turn,
    active_events,
)
from testkit.play import legal_answer, next_answer
from testkit.web.phone import Phone
from testkit.web.table import Table, begin_match, fields_for
from tests import games
from tests.scoring.answers_by_name import everyones

# An evening that fails is long enough to be read: to find a shorter one would take minutes.
EVENINGS = settings(
    max_examples=settings.default.max_examples // 12,
    stateful_step_count=20,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
seeds = st.integers(0, 2**32)
phones = st.integers(0, 1)


class Evening(RuleBasedStateMachine):
    """One match. `log` is what must have been written, by what was answered."""

    def __init__(self, tables: list[Table]) -> None:
        super().__init__()
        self.tables = tables
        self.begun = tables[0].match
        self.log = self.begun.events

    @property
    def match(self) -> Match:
        return Match(self.game, self.begun.players, map(Line, self.log))

    @property
    def standing(self) -> Standing:
        return self.match.standing

    @property
    def game(self) -> Game:
        return self.begun.game

    def drawn(self, seed: int) -> dict[str, str]:
        """A form for the waiting question, for the one shown with it, or for both."""
        prompt, rng = self.standing.prompt, Random(seed)
        question, answer = next_answer(prompt, rng)
        fields = fields_for(question, answer)
        if question is prompt and prompt.follow_up and rng.random() < 0.5:
            fields |= fields_for(prompt.follow_up, legal_answer(prompt.follow_up, rng))
        return fields

    def events_of(self, fields: dict[str, str]) -> list[Event]:
        """The lines that a form leaves; raises `Refused`."""
        turn = Turn(self.match, fields)
        if turn.problems:
            raise Refused(*turn.problems)
        return turn.events

    def say(
        self, phone: int, path: str, event: Event, fields: Any = None, *, status: int = 303
    ) -> None:
        """Send a form that leaves this line, or none where it is answered otherwise."""
        assert self.tables[phone].send(path, fields or {}).status == status
        if status == 303:
            self.log.append(event)

    # What phones do

    @rule(phone=phones, seed=seeds, htmx=st.booleans())
    def answer(self, phone, seed, htmx):
        prompt = self.standing.prompt
        if prompt:
            fields = self.drawn(seed)
            lines = self.events_of(fields)
            page = self.tables[phone].type(fields, htmx=htmx)
            assert page.status == (200 if htmx else 303)
            self.log += lines
            if htmx:
                self.page_asks_what_comes_next(page)

    @rule(phone=phones, seed=seeds, typed=st.sampled_from(["77", "-1", "", "x", "9", "0", "on"]))
    def slip(self, phone, seed, typed):
        """Answer with one field that is probably wrong."""
        prompt = self.standing.prompt
        if prompt is None:
            return
        fields = self.drawn(seed)
        fields |= dict.fromkeys(Random(seed).sample(sorted(fields), min(1, len(fields))), typed)
        lines, status = [], 303
        try:
            lines = self.events_of(fields)
        except Refused:
            status = 422
        if Turn(self.match, fields).completed_form:
            lines, status = [], 422  # the page shows what it would be, to be looked at
        assert self.tables[phone].type(fields).status == status
        self.log += lines

    @rule(phone=phones)
    def undo(self, phone):
        can_be = len(active_events(self.log)) > 1
        self.say(phone, "/undo", Event("undo"), status=303 if can_be else 422)

    @rule(phone=phones)
    def redo(self, phone):
        self.say(phone, "/redo", Event("redo"), status=303 if self.match.redoable else 422)

    @rule(phone=phones, seed=seeds)
    def end_early(self, phone, seed):
        # Rarely: after it there is nothing to answer any more.
        if seed % 4 == 0:
            status = 422 if self.match.why_cannot_end else 303
            self.say(phone, "/end", Event("end"), status=status)

    @rule(phone=phones, seed=seeds)
    def correct(self, phone, seed):
        asked = Random(seed).choice(self.standing.answered)
        if asked.prompt.key == VOID:
            return
        number, key = asked.prompt.deal, asked.prompt.key
        fields = fields_for(asked.prompt, legal_answer(asked.prompt, Random(seed)))
        answer = asked.prompt.accept(fields)
        path = f"/deals/{number}/{key}"
        assert self.tables[phone].send(path, fields).status == 200
        correction = Event("correction", number, key, answer)
        status = 200 if answer == asked.answer else 303
        self.say(phone, path, correction, {**fields, "save": "1"}, status=status)

    @rule(phone=phones, seed=seeds)
    def throw_in(self, phone, seed):
        standing = self.standing
        deal = standing.deal
        if deal:
            reason = Random(seed).choice(list(standing.void_prompt(deal).options))
            self.say(phone, "/void", Event("void", deal.number, VOID, reason), {"void": reason})
        else:
            assert self.tables[phone].void().status == 409

    @rule(phone=phones, seed=seeds, counts=st.booleans())
    def change_whether_an_old_deal_counts(self, phone, seed, counts):
        standing = self.standing
        if not standing.deals:
            return
        deal = Random(seed).choice(standing.deals)
        if deal.void and not standing.answer_to(deal.number, VOID):
            return
        reason = None if counts else Random(seed).choice([*standing.void_prompt(deal).options])
        fields = {"skip": "1"} if counts else {"void": reason}
        correction = Event("correction", deal.number, VOID, reason)
        status = 200 if reason == deal.void else 303
        path = f"/deals/{deal.number}/void"
        self.say(phone, path, correction, {**fields, "save": "1"}, status=status)

    @rule(first=phones, seed=seeds)
    def both_answer(self, first, seed):
        """Two phones have the same question before them."""
        line, prompt = len(self.log), self.standing.prompt
        if prompt is None:
            return
        one, other = self.drawn(seed), self.drawn(seed + 1)
        said = self.events_of(one)
        assert self.tables[first].type(one, after=line).status == 303
        assert self.tables[1 - first].type(other, after=line).status == 409
        self.log += said

    @rule(phone=phones, seed=seeds)
    def sit_otherwise(self, phone, seed):
        """Say the right order of the seats: everyone keeps what was entered for them."""
        seats, before = self.match.seating.seats, everyones(self.standing)
        order = Random(seed).sample(range(len(seats)), len(seats))
        fields = {f"seats.{place}": str(seat) for place, seat in enumerate(order)}
        is_new = order != sorted(order) and not self.match.why_cannot_reseat
        assert self.tables[phone].open("/seats").status == 200
        assert self.tables[phone].send("/seats", fields).status == (200 if is_new else 422)
        line = self.match.reseating(order) if is_new else Event("undo")
        self.say(phone, "/seats", line, {**fields, "save": "1"}, status=303 if is_new else 422)
        after = everyones(self.standing)
        assert {place: before[place] for place in after} == after

    @rule(phone=phones, seed=seeds, name=st.sampled_from(["Dora", "Emil", "Anna", "Bo & Co"]))
    def call_someone_otherwise(self, phone, seed, name):
        rng, seating = Random(seed), self.match.seating
        deal = rng.choice([0, *range(2, len(self.standing.deals) + 1)])
        typed = list(seating.present)
        typed[rng.randrange(len(typed))] = name
        names = seating.rename_to(deal, typed)
        fits = len(set(typed)) == len(typed) and seating.renamed(deal, names) != seating
        renaming = Event("correction", deal, PLAYERS, names)
        fits = fits and not seating.renaming_problems(self.game, renaming, [deal])
        fields = {f"players.{seat}": name for seat, name in enumerate(typed)}
        fields["from"] = str(deal)
        self.say(phone, "/players", renaming, fields, status=303 if fits else 422)

    @rule(phone=phones, by=st.integers(1, 3))
    def come_too_late(self, phone, by):
        for path in ("/undo", "/redo", "/end", "/void"):
            page = self.tables[phone].send(path, {"void": "misdeal"}, after=len(self.log) - by)
            assert page.status == 409

    @rule(phone=phones, seed=seeds)
    def look_around(self, phone, seed):
        rng, standing = Random(seed), self.standing
        asked = rng.choice(standing.answered).prompt
        number = rng.randint(0, len(standing.deals))
        for path in ("/log", f"/deals/{number}", f"/deals/{asked.deal}/{asked.key}"):
            assert self.tables[phone].open(path).status == 200

    # What is always true

    @invariant()
    def the_log_is_what_was_said(self):
        assert self.tables[0].events == self.log

    @invariant()
    def both_phones_show_where_the_log_leads(self):
        standing = self.standing
        for table in self.tables:
            page = table.open()
            assert page.status == 200
            ours = [form for form in page.forms if form.action.startswith(table.path)]
            if standing.is_over:
                # Another match begins again there, whatever the log says by then.
                ours = [form for form in ours if not form.action.endswith("/again")]
            assert all(form.typed["after"] == str(len(self.log)) for form in ours)
            self.page_asks_what_comes_next(page)
            if not standing.game.wins_together:
                for side in standing.sides:
                    total = re.escape(str(standing.game.signed_total(standing.totals[side.index])))
                    roles = r"( owns the kingdom| deals| leads| ✓\d+)*"
                    assert re.search(rf"{re.escape(str(side))}{roles} {total}", page.text)

    def page_asks_what_comes_next(self, page):
        standing = self.standing
        outcome = standing.outcome
        if standing.prompt:
            asked = standing.prompt
            asked = asked.last_in_group if asked.needs_follow_up else asked
            assert page.says(asked.question or asked.ask)
        elif isinstance(outcome, SharedOutcome):
            assert page.says(outcome.result.headline if outcome.result else outcome.why)
        else:
            assert page.says(standing.result.lead)

    def teardown(self):
        """Its file brings the log back, line by line."""
        content = self.tables[0].open("/match.json").response.data
        assert open_match(parse(content)).events == self.log


@pytest.mark.hypothesis
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_any_evening(game, open_app, tmp_path_factory):
    rules = getattr(games.of(game.key), "EVENING_RULES", {})

    def sit_down():
        book = tmp_path_factory.mktemp("evening") / "matches.sqlite3"
        table = begin_match(Phone(open_app(book)), game.key, max(game.players), **rules)
        return Evening([table, Table(Phone(open_app(book)), table.id)])

    run_state_machine_as_test(sit_down, settings=EVENINGS)
