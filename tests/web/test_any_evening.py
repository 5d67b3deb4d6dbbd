"""Any evening: two phones on two servers do whatever they like, and the page tells the log."""

import re
from random import Random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app.games import GAMES
from app.scoring import PLAYERS, VOID, Event, Line, Match, Refused, SharedOutcome, Standing, Turn
from tests.front_door import CAST
from tests.play import Played, legal_answer, next_answer, settle
from tests.test_replay import everyones
from tests.web.phone import Page
from tests.web.table import Table, fields_for, keep

# An evening that fails is long enough to be read: to find a shorter one would take minutes.
EVENINGS = settings(
    max_examples=settings.default.max_examples // 12,
    stateful_step_count=20,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
seeds = st.integers(0, 2**32)
phones = st.integers(0, 1)
is_asked = precondition(lambda evening: evening.standing.prompt)


class Evening(RuleBasedStateMachine):
    """One match. `log` is what must have been written, by what was answered."""

    def __init__(self, apps, game) -> None:
        super().__init__()
        self.apps, self.game = apps, game

    @initialize(seed=seeds)
    def sit_down(self, seed):
        rng = Random(seed)
        begun = Played(self.game, CAST[: rng.choice(self.game.players)])
        begun.answer(settle(begun.standing.prompt, rng, {}))
        table = keep(self.apps[0], begun)
        self.tables = [table, Table(type(table.phone)(self.apps[1]), table.id)]
        self.log = begun.match.events
        self.names = begun.names

    @property
    def match(self) -> Match:
        return Match(self.game, self.names, map(Line, self.log))

    @property
    def standing(self) -> Standing:
        return self.match.standing

    def drawn(self, seed: int) -> dict[str, str]:
        """A form for the waiting question, for the one shown with it, or for both."""
        prompt, rng = self.standing.prompt, Random(seed)
        question, answer = next_answer(prompt, rng)
        fields = fields_for(question, answer)
        if question is prompt and prompt.follow_up and rng.random() < 0.5:
            fields |= fields_for(prompt.follow_up, legal_answer(prompt.follow_up, rng))
        return fields

    def say(self, phone: int, path: str, fields: dict[str, object], event: Event) -> None:
        """Send what leaves a line in the log if it can follow there, and nothing if not."""
        try:
            self.match.accept(event)
        except Refused:
            is_written = False
        else:
            is_written = True
        page = self.tables[phone].send(path, fields)
        assert (page.status == 303) == is_written, (path, fields, page.status)
        self.log += [event] if is_written else []

    # What phones do

    @is_asked
    @rule(phone=phones, seed=seeds, htmx=st.booleans())
    def answer(self, phone, seed, htmx):
        fields = self.drawn(seed)
        lines = Turn(self.match, fields).events
        page = self.tables[phone].type(fields, htmx=htmx)
        assert page.status == (200 if htmx else 303)
        self.log += lines
        if htmx:
            self.page_asks_what_comes_next(page)

    @is_asked
    @rule(phone=phones, seed=seeds, typed=st.sampled_from(["77", "-1", "", "x", "9", "0", "on"]))
    def slip(self, phone, seed, typed):
        """Answer with one field that is probably wrong."""
        fields = self.drawn(seed)
        fields |= dict.fromkeys(Random(seed).sample(sorted(fields), min(1, len(fields))), typed)
        turn = Turn(self.match, fields)
        # What the page has filled in is shown, to be looked at.
        lines = [] if turn.problems or turn.completed_form else turn.events
        assert self.tables[phone].type(fields).status == (303 if lines else 422)
        self.log += lines

    @rule(phone=phones, kind=st.sampled_from(["undo", "undo", "redo"]))
    def go_back_and_forth(self, phone, kind):
        self.say(phone, f"/{kind}", {}, Event(kind))

    # Rarely: after it there is nothing to answer any more.
    @rule(phone=phones, is_late=st.sampled_from([False, False, False, True]))
    def end_early(self, phone, is_late):
        if is_late:
            self.say(phone, "/end", {}, Event("end"))

    @rule(phone=phones, seed=seeds)
    def correct(self, phone, seed):
        asked = Random(seed).choice(self.standing.answered).prompt
        if asked.key == VOID:
            return
        fields = fields_for(asked, legal_answer(asked, Random(seed)))
        path = f"/deals/{asked.deal}/{asked.key}"
        assert self.tables[phone].send(path, fields).status == 200
        correction = Event("correction", asked.deal, asked.key, asked.accept(fields))
        self.say(phone, path, {**fields, "save": "1"}, correction)

    @rule(phone=phones, seed=seeds)
    def throw_in(self, phone, seed):
        if deal := self.standing.deal:
            reason = Random(seed).choice(list(self.standing.void_prompt(deal).options))
            self.say(phone, "/void", {"void": reason}, Event("void", deal.number, VOID, reason))
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
        reason = Random(seed).choice([*standing.void_prompt(deal).options])
        fields = {"skip": "1"} if counts else {"void": reason}
        said = Event("correction", deal.number, VOID, None if counts else reason)
        self.say(phone, f"/deals/{deal.number}/void", {**fields, "save": "1"}, said)

    @is_asked
    @rule(first=phones, seed=seeds)
    def both_answer(self, first, seed):
        """Two phones have the same question before them."""
        line, one, other = len(self.log), self.drawn(seed), self.drawn(seed + 1)
        lines = Turn(self.match, one).events
        assert self.tables[first].type(one, after=line).status == 303
        assert self.tables[1 - first].type(other, after=line).status == 409
        self.log += lines

    @rule(phone=phones, seed=seeds)
    def sit_otherwise(self, phone, seed):
        """Say the right order of the seats: everyone keeps what was entered for them."""
        order = Random(seed).sample(range(len(self.names)), len(self.names))
        fields = {f"seats.{place}": str(seat) for place, seat in enumerate(order)}
        lines, before = len(self.log), everyones(self.standing)
        assert self.tables[phone].open("/seats").status == 200
        self.say(phone, "/seats", {**fields, "save": "1"}, self.match.reseating(order))
        if len(self.log) > lines:
            after = everyones(self.standing)
            assert {place: before[place] for place in after} == after

    @rule(phone=phones, seed=seeds, name=st.sampled_from(["Dora", "Emil", "Anna", "Bo & Co"]))
    def call_someone_otherwise(self, phone, seed, name):
        rng, seating = Random(seed), self.match.seating
        deal = rng.choice([0, *range(2, len(self.standing.deals) + 1)])
        typed = list(seating.present)
        typed[rng.randrange(len(typed))] = name
        fields = {f"players.{seat}": name for seat, name in enumerate(typed)}
        said = Event("correction", deal, PLAYERS, seating.rename_to(deal, typed))
        self.say(phone, "/players", {"from": deal, **fields}, said)

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
    def both_phones_show_where_the_log_leads(self):
        assert self.tables[0].events == self.log
        standing = self.standing
        for table in self.tables:
            page = table.open()
            assert page.status == 200
            ours = [form for form in page.forms if form.action.startswith(table.path)]
            assert all(form.typed["after"] == str(len(self.log)) for form in ours)
            self.page_asks_what_comes_next(page)
            for side in () if standing.game.wins_together else standing.sides:
                total = re.escape(str(standing.game.signed_total(standing.totals[side.index])))
                roles = "( owns the kingdom| deals| leads)*"
                assert re.search(rf"{re.escape(str(side))}{roles} {total}", page.text)

    def page_asks_what_comes_next(self, page: Page) -> None:
        standing = self.standing
        outcome = standing.outcome
        if prompt := standing.prompt:
            # Several questions on panes have a title of their own.
            assert page.says(prompt.question or prompt.ask) or prompt.last_in_group.pane_titles
        elif isinstance(outcome, SharedOutcome):
            assert page.says(outcome.result.headline if outcome.result else outcome.why)
        else:
            assert page.says(standing.result.lead)


@pytest.mark.hypothesis
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_any_evening(game, open_app, tmp_path):
    apps = [open_app(tmp_path / "matches.sqlite3") for _phone in range(2)]

    run_state_machine_as_test(lambda: Evening(apps, game), settings=EVENINGS)
