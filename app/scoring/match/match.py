"""A match: its players and its log, the standing that follows, and which lines may be added.

Its score is in the standing: a replay (`app.scoring.match.replay`) scores deal by deal, and
`Table.add_up` adds them up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from app.scoring.game import Game
from app.scoring.match.log import (
    OLD_KINDS,
    PLAYERS,
    POINTS,
    SEATS,
    VOID,
    Answers,
    Event,
    Line,
    UndoState,
    answers_of,
    length_problems,
    undo_state_of,
    version,
)
from app.scoring.match.replay import AnsweredPrompt, CheckedEvent, Replay, Standing
from app.scoring.match.seating import Names, Seating, seatings, seats_prompt
from app.scoring.model.problems import Problem, Refused
from app.scoring.model.text import Text, _
from app.scoring.prompts import Order, Prompt

NOTHING_COUNTS = _("No deal is complete yet: there is nothing that could count.")
# Replays that look up the questions of answers no longer asked: at most a second for all of them.
MAX_REPLAYS = 15
# Two deals have no more answers than this: more lines with one time were written from a file.
LARGEST_GUESS = 20


@dataclass(eq=False, repr=False)
class Match:
    """One game played by people with names: `players` in the first seating, and the `log` since.

    Everything else follows from those two, which never change. Only the replay is kept, and a
    script cannot be copied: `accept` moves the replay of this match to the match that follows, and
    plays it on. So a match is used by one request at a time, and a `standing` that was read before
    `accept` has to be read again.

    `former_names` maps each name that has changed since to the one in the stored log; `colours`
    maps the names of today to the hues of people, 1 to `HUES`. In a store or a file the match has
    an `id`, a time `started` (ISO, UTC) and perhaps a `title`; its `uuid` is the same everywhere,
    and `revision` counts changes beside its log. The clock of the phone that began it was
    `utc_offset` minutes ahead of UTC, None if that is not known. `dated` is the day (ISO) for which
    it counts, if another one was given than that of its clock.
    """

    game: Game
    players: Sequence[str]
    log: Sequence[Line] = ()
    _: KW_ONLY
    id: int = 0
    started: str = ""
    title: str = ""
    uuid: str = ""
    revision: int = 0
    utc_offset: int | None = None
    dated: str = ""
    former_names: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.players, self.log = tuple(self.players), tuple(self.log)
        self._replay: Replay | None = None
        self._as_named: tuple[Names, Standing] | None = None

    @property
    def version(self) -> str:
        """The version by which a page knows whether it is out of date: see `log.version`."""
        return version(len(self.log), self.revision)

    @property
    def name(self) -> Text:
        """What the match is called: what its table plays on a pad, or its game.

        Its `title` is something else: the words that somebody gave this one match by hand.
        """
        return self.standing.name

    # The log

    @cached_property
    def events(self) -> list[Event]:
        """The event of each line of the log, in order."""
        return [line.event for line in self.log]

    @property
    def last_line(self) -> int:
        """The number of the latest line, 0 for none."""
        return len(self.log)

    @property
    def log_end(self) -> tuple[int, str | None]:
        """The number and the time of the latest line, by which two logs of a match are told
        apart."""
        return self.last_line, self.log[-1].at if self.log else ""

    @cached_property
    def undo_state(self) -> UndoState:
        """Which lines of the log hold, and which a redo can put back."""
        return undo_state_of(self.events)

    @cached_property
    def undoable(self) -> Event | None:
        """The event that an undo would take back, None before the first answer after the house
        rules."""
        active = self.undo_state.active
        return self.events[active[-1]] if len(active) > 1 else None

    @property
    def redoable(self) -> Event | None:
        """The event that a redo would put back; None without an undo since the latest other
        line."""
        undone = self.undo_state.undone
        return self.events[undone[-1]] if undone else None

    # Undo and redo move one line each; pages move what was one change at the table at once.

    @cached_property
    def undo_batch(self) -> Sequence[int]:
        """The indexes of the lines that one undo takes back, the earliest first."""
        # The first line is the house rules, which nothing takes back.
        return self._last_change(self.undo_state.active[1:])

    @cached_property
    def redo_batch(self) -> Sequence[int]:
        """The indexes of the lines that one redo puts back, the earliest first."""
        return self._last_change(self.undo_state.undone)

    def _last_change(self, indexes: Sequence[int]) -> Sequence[int]:
        """Return the end of `indexes` that was one change, the earliest first: at least the last
        line."""
        if not indexes:
            return []
        log, last = self.log, self.log[indexes[-1]]
        if last.batch:
            return sorted(
                takewhile(lambda index: log[index].batch == last.batch, reversed(indexes))
            )
        # Old logs and files have no batch numbers: there, lines with the same time may be one
        # change. But a file that was imported deal by deal has the same time in all lines, so only
        # what a table does at once counts as one: a correction with the lines it brought, or the
        # rows of one page.
        change = sorted(takewhile(lambda index: log[index].at == last.at, reversed(indexes)))
        lines = [self.events[index] for index in change]
        is_guess_good = lines[0].kind == "correction" or self._answer_same_rows(lines)
        return change if last.at and len(change) <= LARGEST_GUESS and is_guess_good else change[-1:]

    def _answer_same_rows(self, lines: Sequence[Event]) -> bool:
        """Whether these lines answer a question and the follow-ups that a page asks in the same
        rows."""
        first, waiting = lines[0], self.standing.prompt
        answered = self.standing.answer_to(first.deal, first.key)
        prompt = answered.prompt if answered else waiting
        if prompt is None or (prompt.optional and not prompt.needs_follow_up):
            return False
        answers = [(line.deal, line.key) for line in lines]
        # What stands beside a question, such as a note, may have been left out.
        questions = [
            (other.deal, other.key)
            for other in prompt.group
            if not other.needs_follow_up or (other.deal, other.key) in answers
        ]
        return answers == questions

    @cached_property
    def answers(self) -> Answers:
        """Every answer that holds, by deal (0 for the house rules) and by key."""
        return answers_of(self.events)

    def at_line(self, number: int) -> Match:
        """The match as it was after an earlier line of its log."""
        return replace(self, log=self.log[:number])

    # Seats and names

    @cached_property
    def seatings(self) -> list[Seating]:
        """The seating at the beginning, and after each line of the log."""
        return seatings(self.players, self.events, self.colours)

    @property
    def seating(self) -> Seating:
        """The seats and names of now."""
        return self.seatings[-1]

    @property
    def seats_prompt(self) -> Order:
        """The question in which order the players sit."""
        return seats_prompt(self.game, self.seating.seats)

    # The standing

    @property
    def standing(self) -> Standing:
        """The standing after the last line, with the names of now."""
        return (self._replay or self._play()).standing

    def _play(self) -> Replay:
        self._replay = self._replay or self._replay_as(self.seating.present)
        return self._replay

    def _replay_as(self, names: Names) -> Replay:
        return Replay(
            self.game,
            names,
            self.answers,
            ended_after=self.ended_after,
            colours=self.colours,
        )

    @cached_property
    def ended_after(self) -> int | None:
        """How many deals were complete when the table ended the match, None if it did not."""
        ends = [index for index in self.undo_state.active if self.events[index].kind == "end"]
        return len(self.at_line(ends[-1]).standing.finished) if ends else None

    def standing_at(self, deal: int) -> Standing:
        """Return the standing with the names that were right in a deal.

        Only the standing for the latest names is cached: pages go deal by deal and ask for each
        once, and a match that was renamed often must not fill the memory.
        """
        names = self.seating.at(deal)
        if names == self.seating.present:
            return self.standing
        if self._as_named is None or self._as_named[0] != names:
            self._as_named = names, self._replay_as(names).standing
        return self._as_named[1]

    def question(self, deal: int, key: str) -> AnsweredPrompt | None:
        """Return a question that a deal was asked, with its answer and the names of that deal; None
        if it was not asked. The question why a deal is void can be corrected for any deal."""
        return self._question(self.standing_at(deal), deal, key)

    def asks(self, deal: int, key: str) -> bool:
        """Whether a deal was asked a question."""
        return self._question(self.standing, deal, key) is not None

    def _question(self, standing: Standing, deal: int, key: str) -> AnsweredPrompt | None:
        if key != VOID or not 0 < deal <= len(standing.deals):
            return standing.answer_to(deal, key)
        # Whether a deal counts, with the reason if it does not. A deal that the game itself throws
        # in, such as for level queens, has no such answer to correct.
        if standing.deals[deal - 1].void and not standing.answer_to(deal, VOID):
            return None
        prompt = standing.void_prompt(standing.deals[deal - 1], may_count=True)
        return AnsweredPrompt(prompt, self.answers.get(deal, {}).get(VOID))

    def with_events(self, *events: Event) -> Match:
        """Return the match if these lines followed, legal or not; this one stays as it is."""
        return replace(self, log=[*self.log, *map(Line, events)])

    # What may be added to its log

    def accept(
        self, *events: Event | CheckedEvent, at: str | None = None, on_file: bool = False
    ) -> Match:
        """Validate these lines, which are one change at a time `at` (ISO, UTC), and return the
        match with them.

        Raises `Refused` with every problem of the first line that cannot follow. A `CheckedEvent`
        is not checked again if its prompt is the very one that the match asks. Lines from a file
        (`on_file`) were accepted once, perhaps under older rules for names that are alike.
        """
        match = self
        # A file shows by the moments of its lines what was one change.
        batch = self.last_line + 1 if at and not on_file else None
        for given in events:
            checked_by = given.prompt if isinstance(given, CheckedEvent) else None
            event = given.event if isinstance(given, CheckedEvent) else given
            if problems := match.problems(event, on_file=on_file, checked_by=checked_by):
                raise Refused(*problems)
            match = match._with_line(Line(event, at, batch), checked_by)
        return match

    def _with_line(self, line: Line, checked_by: Prompt | None) -> Match:
        after = replace(self, log=[*self.log, line])
        if line.event.kind == "entry" and not self.standing.is_over:
            # A generator cannot be copied, only played on: the match that follows takes it over, so
            # that an answer costs one question and not all of them. If the standing of this match
            # is read again, it is replayed from the beginning.
            after._replay, self._replay = self._play(), None
            after.seatings = [*self.seatings, self.seating]
            after._replay.play_on(line.event.key, line.event.answer, checked_by=checked_by)
        return after

    def problems(
        self, event: Event, *, on_file: bool = False, checked_by: Prompt | None = None
    ) -> list[Problem]:
        """Return why `event` cannot be the next line, with the numbers; empty if it can."""
        if problems := length_problems(self.events, event):
            return problems
        if not self.log and event.kind != "entry":
            return [Problem(_("A match begins with its house rules."))]
        if event.kind in ("undo", "redo", "end"):
            return self._undo_problems(event)
        if event.kind == "correction" and event.key == PLAYERS:
            deals = self.deals_to_rename_from
            return self.seating.renaming_problems(self.game, event, deals, on_file=on_file)
        if event.kind == "correction" and event.key == SEATS:
            return self._seats_problems(event)
        if event.kind in OLD_KINDS:
            return []
        prompt = self.prompt_of(event)
        if prompt is None:
            return [Problem(self._not_asked(event))]
        return [] if prompt is checked_by else prompt.problems(event.answer)

    def prompt_of(self, event: Event) -> Prompt | None:
        """Return the question that an entry, a correction or a void answers if it is the next line.

        None if the match does not ask it.
        """
        standing = self.standing
        if event.kind == "correction":
            question = self._question(standing, event.deal, event.key)
            return question.prompt if question else None
        if event.kind == "void":
            # Only the deal that is being played is thrown in; others are corrected.
            deal = standing.deal
            is_this = deal and (event.deal, event.key) == (deal.number, VOID)
            return standing.void_prompt(deal) if deal and is_this else None
        # A page shows several questions together, of which the first may be skipped. A question
        # that is moot now was still asked when older logs were written, and those are read too.
        waiting = standing.prompt.answerable if standing.prompt else []
        moot = [standing.moot] if standing.moot else []
        on_paper = [standing.paper_prompt] if event.key == POINTS else []
        prompts = filter(None, [*moot, *waiting, *on_paper])
        return next((prompt for prompt in prompts if event.is_about(prompt)), None)

    def _not_asked(self, event: Event) -> Text:
        """Return the message that the match does not ask for this line."""
        waiting, key = self.standing.prompt, event.key[:40]
        if event.kind == "correction":
            return _("Deal {deal} was not asked for “{key}”.", deal=event.deal, key=key)
        if event.kind == "void":
            return _("No such deal is being played now.")
        if waiting is None:
            return _("The match is over.")
        return _(
            "“{key}” is not asked now: deal {deal} waits for “{question}”.",
            key=key,
            deal=waiting.deal,
            question=waiting.ask,
        )

    def _undo_problems(self, event: Event) -> list[Problem]:
        """Return why an undo, a redo or an end cannot follow; it names no question."""
        if event != Event(event.kind):
            return [Problem(_("An undo, a redo or an end has no deal, no question and no answer."))]
        why = None
        if event.kind == "end":
            why = self.why_cannot_end
        elif event.kind == "redo" and not self.redoable:
            why = _("There is nothing to redo.")
        elif event.kind == "undo" and not self.undoable:
            why = _("There is nothing to undo yet.")
        return [Problem(why)] if why else []

    @property
    def why_cannot_end(self) -> Text | None:
        """Why the table cannot end the match now, None if it can.

        After its end only repairs can follow: undo and redo, and every correction of answers, seats
        and names, because a miscount is often seen when the cards are back in their box. A repair
        that makes a complete deal ask again suspends the end until that is answered.
        """
        if self.standing.is_over:
            return _("The match is over.")
        if why := self._why_must_wait:
            return why
        if not self.standing.finished:
            return NOTHING_COUNTS
        return None

    # --- another order of the seats

    @property
    def why_cannot_reseat(self) -> Text | None:
        """Why the seats cannot be put in another order now, None if they can."""
        if len(self.seating.seats) == 1:
            return _("One player has no order of seats: there is nothing to change.")
        # Answers that wait for an earlier question have no prompt, and so no terms to be turned.
        return self._why_must_wait

    @property
    def _why_must_wait(self) -> Text | None:
        """The message that later answers wait for an earlier question, None if none do."""
        waiting, unasked = self.standing.prompt, self.standing.unasked
        if waiting and any(deal >= waiting.deal for deal in unasked):
            return _(
                "Deal {number} asks again: “{question}”. Answer that first: later deals wait for"
                " it.",
                number=waiting.deal,
                question=waiting.ask,
            )
        return None

    def reseating(self, order: Sequence[int]) -> Event:
        """Return the event that puts the players in another order, with every answer in terms of
        it.

        `order` has, for each new seat, the index of the present one. An answer that is impossible
        in that order is left out, and asked for again.
        """
        answers: dict[str, dict[str, Any]] = {}
        prompts = self.standing.prompts
        places = {(deal, key) for deal, given in self.answers.items() for key in given}
        prompts |= PastPrompts(self, MAX_REPLAYS).latest(places - prompts.keys())
        for deal, given in self.answers.items():
            turned = answers[str(deal)] = {}
            for key, answer in given.items():
                prompt = prompts.get((deal, key))
                reseated = prompt.reseated(answer, order) if prompt and answer is not None else None
                if prompt and (reseated is not None or answer is None):
                    turned[key] = reseated
        return Event("correction", 0, SEATS, {"order": list(order), "answers": answers})

    def _seats_problems(self, event: Event) -> list[Problem]:
        """Return why a correction of the seats cannot follow: because of its order, or its
        answers."""
        if why := self.why_cannot_reseat:
            return [Problem(why)]
        order = event.answer.get("order") if isinstance(event.answer, dict) else None
        if not isinstance(order, list) or not all(type(seat) is int for seat in order):
            return [Problem(_("An order of seats is a list of their numbers."))]
        if sorted(order) != list(range(len(self.seating.seats))):
            return [Problem(_("An order of seats has each number once."))]
        if event != self.reseating(order):
            return [Problem(_("These are not the answers of this match in that order."))]
        return []

    # --- other names

    @property
    def deals_to_rename_from(self) -> list[int]:
        """The deals from which a name can change, the latest first; 0 is the beginning."""
        return [*range(len(self.standing.deals), 1, -1), 0]


class PastPrompts:
    """The questions that lines of a match answered, including those that it no longer asks.

    Answers of a void deal or for a corrected contract can come back, and must then be about the
    same people, wherever they sit; and the log still has to say what was answered. A question is
    looked up by a replay to just before its line: at most `limit` of them.
    """

    def __init__(self, match: Match, limit: int) -> None:
        self._match = match
        self._replays_left = limit

    def at(self, index: int) -> Prompt | None:
        """Return the question of the line at `index`, with the seats and names of that time.

        None if the script has changed since and no longer asks it, and once `limit` is reached.
        """
        then = self._match_before(index)
        return self._prompt_at(index, then) if then else None

    def latest(self, places: Collection[tuple[int, str]]) -> dict[tuple[int, str], Prompt]:
        """Return the questions of these deals and keys, as the latest lines that hold answered
        them."""
        latest: dict[tuple[int, str], Prompt] = {}
        for index in reversed(self._match.undo_state.active):
            event = self._match.events[index]
            place = event.deal, event.key
            if place in places and place not in latest and (then := self._match_before(index)):
                # Answers that one change has orphaned, such as a lower limit, were asked together
                # before it: this standing has the questions of all of them, for one replay.
                latest = then.standing.prompts | latest
                if prompt := self._prompt_at(index, then):
                    latest[place] = prompt
        return {place: prompt for place, prompt in latest.items() if place in places}

    def _match_before(self, index: int) -> Match | None:
        """Return the match before the line at `index`; None once `limit` is reached."""
        if not self._replays_left:
            return None
        self._replays_left -= 1
        return self._match.at_line(index)

    def _prompt_at(self, index: int, then: Match) -> Prompt | None:
        """Return the question of the line at `index`, if it follows `then`."""
        event = self._match.events[index]
        if event.kind == "entry" and (prompt := then.prompt_of(event)):
            return prompt
        # Old logs have lines of other kinds that would be corrections today.
        question = then.question(event.deal, event.key)
        return question.prompt if question else None
