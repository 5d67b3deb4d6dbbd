"""Replay: recalculate the standing of a match by playing its script with the answers given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from app.scoring.game import Game
from app.scoring.match.log import POINTS, VOID, Answers, Event, Kind
from app.scoring.model.problems import Problem
from app.scoring.model.seats import NO_COLOURS, Side
from app.scoring.model.text import Name, Text, _
from app.scoring.prompts import Choose, Form, HouseRules, Prompt
from app.scoring.sheet import RuleChoices
from app.scoring.table.deal import Deal, PointsOnPaper, ThrownIn
from app.scoring.table.outcome import Outcome, ended_early
from app.scoring.table.result import MatchResult
from app.scoring.table.table import Rank, Table


@dataclass(frozen=True, slots=True)
class AnsweredPrompt:
    """A question and its answer."""

    prompt: Prompt
    answer: Any

    @property
    def in_words(self) -> Text:
        """The answer in words."""
        return self.prompt.skip if self.answer is None else self.prompt.describe(self.answer)

    @property
    def items(self) -> Sequence[Any]:
        """The answer in words, item by item; empty if it is one thing."""
        return () if self.answer is None else self.prompt.items(self.answer)

    @property
    def fields(self) -> Form:
        """The form fields that give this answer."""
        return {"skip": "1"} if self.answer is None else self.prompt.fill(self.answer)


class CheckedEvent:
    """An answer as a line of the log that `prompt` has checked, from a `Turn` or a `Correction`."""

    def __init__(self, kind: Kind, prompt: Prompt, answer: Any) -> None:
        self.event = Event(kind, prompt.deal, prompt.key, answer)
        self.prompt = prompt


@dataclass
class Standing:
    """The state of a match: the deals so far, the question it waits for, or how it ended.

    `problems` say why an answer that was given to the waiting question does not fit it; `unasked`
    are answers to questions that were not asked yet. `moot` is the first question that was not
    asked because nothing depends on it any more. A match that was `ended_by_table` is over though
    the game would go on; a deal that was begun then does not count.
    """

    game: Game
    table: Table
    answered: list[AnsweredPrompt] = field(default_factory=list)
    prompt: Prompt | None = None
    outcome: Outcome | None = None
    problems: list[Problem] = field(default_factory=list)
    unasked: Answers = field(default_factory=dict)
    moot: Prompt | None = None
    ended_by_table: bool = False

    @property
    def name(self) -> Text:
        """What the match is called."""
        return name_of_match(self.game, self.table.title)

    @property
    def deals(self) -> Sequence[Deal]:
        """Every deal, void ones too; the last may be unfinished."""
        return self.table.deals

    @property
    def deal(self) -> Deal | None:
        """The deal that is being played, None before the first and after the last."""
        deals = self.table.deals
        is_on = deals and not deals[-1].is_over and not self.ended_by_table
        return deals[-1] if is_on else None

    @property
    def finished(self) -> Sequence[Deal]:
        """Every deal that is scored or void."""
        deals = self.table.deals
        return deals[:-1] if deals and not deals[-1].is_over else deals

    @property
    def answers_of_deal(self) -> Sequence[AnsweredPrompt]:
        """The answers of the deal that is being played, the latest first, without those left
        out."""
        deal = self.deal
        number = deal.number if deal else 0
        of_deal = takewhile(lambda given: given.prompt.deal == number, reversed(self.answered))
        return [given for given in of_deal if given.answer is not None]

    @property
    def last_deal(self) -> Deal | None:
        """The latest deal that is scored or void."""
        finished = self.finished
        return finished[-1] if finished else None

    @property
    def waiting_deals(self) -> Sequence[int]:
        """The numbers of later deals whose answers wait until the match reaches them again."""
        return [number for number in sorted(self.unasked) if number > len(self.deals)]

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that score, in the order of the table."""
        return self.table.sides

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side so far."""
        return self.table.totals

    @property
    def ranks(self) -> list[Rank]:
        """The sides from the best to the worst; empty in a game that all win or lose as one."""
        if self.game.wins_together:
            return []
        return self.table.ranks(self.outcome.winners if self.outcome else ())

    @property
    def result(self) -> MatchResult:
        """The result of a match that is over, of a game in which everybody has a total."""
        assert self.outcome is not None, "the match goes on"
        return MatchResult(self.outcome, self.table)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    @property
    def ended_early(self) -> bool:
        """Whether the table stopped before the end: that of a pad without a mark is when the table
        says so, once a round has counted."""
        table = self.table
        return self.ended_by_table and not (table.ends_when_told and table.scored_count)

    @property
    def house_rules(self) -> tuple[HouseRules, dict[str, Any]] | None:
        """The first question, and the choices of this table, made there or when a deal asked for
        them.

        None before the first question is answered.
        """
        if not self.answered:
            return None
        first = self.answered[0]
        assert isinstance(first.prompt, HouseRules)
        return first.prompt, {**first.answer, **self.table.settled}

    @property
    def own_rules(self) -> Sequence[Text]:
        """The choices that differ from the defaults, in words, without those that make a
        variant."""
        if (rules := self.house_rules) is None:
            return ()
        prompt, answer = rules
        return prompt.own_rules(answer)

    @property
    def rule_choices(self) -> RuleChoices:
        """All house rules of the match by key, empty before they are chosen."""
        if (rules := self.house_rules) is None:
            return {}
        prompt, answer = rules
        return prompt.value(answer)

    def end(self) -> None:
        """End the match here, as the table says: the totals so far count, and nothing is asked any
        more."""
        self.ended_by_table = True
        self.prompt, self.problems = None, []
        count_deals, table = self.game.count_deals, self.table
        ending = _("The table ended it after {deals}.", deals=count_deals(table.scored_count))
        if self.ended_early:
            ending = ended_early(table.scored_count, table.length, count_deals)
        self.outcome = table.end(ending, wins_together=self.game.wins_together)

    def answer_to(self, deal: int, key: str) -> AnsweredPrompt | None:
        """Return the question `key` of a deal with its answer, None if it was not answered."""
        for given in self.answered:
            if given.prompt.deal == deal and given.prompt.key == key:
                return given
        return None

    @property
    def prompts(self) -> dict[tuple[int, str], Prompt]:
        """The answered questions, by the number of their deal and their key."""
        prompts = (given.prompt for given in self.answered)
        return {(prompt.deal, prompt.key): prompt for prompt in prompts}

    @property
    def paper_prompt(self) -> Prompt | None:
        """The question that a sheet of paper can answer now instead of the waiting one, None if
        none."""
        deal = self.deal
        return deal.on_paper() if self.prompt and deal and deal.on_paper else None

    def void_prompt(self, deal: Deal, *, may_count: bool = False) -> Choose:
        """Return the question why `deal` is thrown in; with `may_count`, whether it is at all."""
        return Choose(
            key=VOID,
            deal=deal.number,
            ask=_("Why does this deal not count?"),
            rule=self.game.void_section,
            options=deal.void_reasons,
            closed=deal.void_closed,
            announced=True,
            optional=may_count,
            skip=_("It counts"),
        )


def name_of_match(game: Game, title: str) -> Text:
    """Return what a match is called whose table plays this `title` on a pad; the name of the game
    for an empty one."""
    return _("{title}", title=Name(title)) if title else game.name


class Replay:
    """A game that is played again with the answers given, as far as they reach and fit.

    `names` are the players in play order, and `answers` are looked up by deal and key, so the order
    in which they were given does not matter: that makes a correction cheap. An answer whose
    question is not asked stays in `_unasked` until the match asks it, perhaps for ever; parts of an
    answer that a question no longer asks for, such as the doubling of a card that is not in play,
    are dropped.

    Answers come from a table or, with `deals_on_file`, from a match file of so many deals; the two
    differ in what may be missing. At a table, a question with only one possible answer is not
    asked, and a later correction that makes others possible asks it. A file has to contain such
    answers, and null for a moot question, because the file may just be unfinished; but an optional
    answer counts as left out when anything else of that deal is given, or when the deal is not the
    last of the file.

    `ended_after` is how many deals were complete when the table ended the match, None if it did
    not. `colours` are the hues of the players, by name.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        answers: Answers,
        *,
        deals_on_file: int | None = None,
        ended_after: int | None = None,
        colours: Mapping[str, int] = NO_COLOURS,
    ) -> None:
        self._table = game.table(names, colours)
        self._script = game.play(self._table)
        self._unasked: Answers = {deal: dict(given) for deal, given in answers.items()}
        self._deals_on_file = deals_on_file
        self._is_at_table = deals_on_file is None
        self._ended_after = ended_after
        self.standing = Standing(game, self._table)
        self._prompt = next(self._script)
        self._play()

    def play_on(self, key: str, answer: Any, *, checked_by: Prompt | None = None) -> None:
        """Answer the waiting question, or the one after it, and play on as a new replay would.

        An answer that was `checked_by` the very prompt that is waiting is not checked again.
        """
        waiting = self.standing.prompt
        assert waiting is not None, "the match is over"
        given = self._unasked.setdefault(waiting.deal, {})
        given[key] = answer
        # “It counts”, answered for a deal whose reason to be void no longer fits, takes the reason
        # back, and the deal goes on where it was thrown in.
        if key == VOID and answer is None:
            del given[VOID]
        self._play(checked_by)

    def _play(self, checked_by: Prompt | None = None) -> None:
        """Answer one question after the other, until one has no answer or the match is over."""
        standing = self.standing
        standing.prompt, standing.problems = None, []
        # A generator keeps its place and cannot be set back, so an answer plays it on from the
        # waiting question, and only a change of earlier answers begins a new replay. Both have to
        # lead to the same standing: what depends on the answers (`unasked`, the problems, the end)
        # is therefore computed anew each time and never carried along.
        try:
            while standing.prompt is None:
                prompt = self._prompt
                given = self._unasked.setdefault(prompt.deal, {})
                is_checked = prompt is checked_by
                if self._is_at_table and not is_checked:
                    adapt_answers(given, prompt)
                # A void deal is still asked the announced questions, those before its first card;
                # only then is it thrown in, at the question that it had come to.
                if VOID in given and self._ends_void(prompt, given):
                    void = standing.void_prompt(self._table.deals[-1], may_count=self._is_at_table)
                    if self._fits(void, given[VOID]):
                        self._prompt = self._throw_in()
                elif prompt.key in given:
                    if is_checked or self._fits(prompt, given[prompt.key]):
                        self._prompt = self._answer()
                elif POINTS in given and (on_paper := self._on_paper()):
                    if self._fits(on_paper, given[POINTS]):
                        self._prompt = self._score_from_paper(on_paper)
                elif self._may_be_missing(prompt, given):
                    self._prompt = self._answer()
                else:
                    standing.prompt = prompt
        except StopIteration as end:
            # A script that returns has ended the match, and what it returns is the outcome.
            standing.outcome = end.value
        standing.unasked = {deal: given for deal, given in self._unasked.items() if given}
        # A correction may ask anew for what was complete when the table stopped: the end holds
        # again as soon as that is answered.
        ended = self._ended_after is not None and len(standing.finished) >= self._ended_after
        if ended and standing.outcome is None:
            standing.end()

    def _fits(self, prompt: Prompt, answer: Any) -> bool:
        """Whether the answer is legal; if not, its question becomes the waiting one, with the
        problems."""
        problems = prompt.problems(answer)
        if problems:
            self.standing.prompt, self.standing.problems = prompt, problems
        return not problems

    def _ends_void(self, prompt: Prompt, given: Mapping[str, Any]) -> bool:
        """Whether a void deal ends at `prompt`; answers announced before its first card still hold.

        At a table, an announcement that does not fit is void with the deal; in a file it is wrong.
        """
        # A first deal of Trex has decided the owner even if it is thrown in, and the contract
        # decides for which reasons it can be. Counts after that are void with the deal.
        if prompt.announced and prompt.key in given:
            return self._is_at_table and bool(prompt.problems(given[prompt.key]))
        return not self._may_be_missing(prompt, given)

    def _may_be_missing(self, prompt: Prompt, given: Mapping[str, Any]) -> bool:
        """Whether the game goes on without an answer to `prompt`."""
        if VOID in given:
            # The owner of a kingdom may never have been entered; but then a later answer was.
            return prompt.may_be_unknown and prompt.key not in given and len(given) > 1
        if not prompt.optional:
            return prompt.moot and self._is_at_table
        if self._deals_on_file is None:
            # A page asks a question and its `follow_up` together: an answer to the later one skips
            # those before it (the K♥ was taken, so nobody doubled it).
            return any(later.key in given for later in prompt.group[1:])
        # The last deal of a file may just be unfinished: there something later has to be given.
        return prompt.deal < self._deals_on_file or bool(given)

    def _answer(self) -> Prompt:
        """Send the given answer to the script, and return the next question."""
        prompt = self._prompt
        answer = self._unasked[prompt.deal].pop(prompt.key, None)
        if prompt.moot and answer is None:
            self.standing.moot = self.standing.moot or prompt
            return self._script.send(None)
        self.standing.answered.append(AnsweredPrompt(prompt, answer))
        if prompt.deal:
            self._table.deals[-1].answers[prompt.key] = answer
        return self._script.send(prompt.value(answer))

    def _on_paper(self) -> Prompt | None:
        """Return the question that a sheet answers instead of all others of the latest deal."""
        deal = self._table.deals[-1] if self._table.deals else None
        return deal.on_paper() if deal and deal.on_paper else None

    def _score_from_paper(self, on_paper: Prompt) -> Prompt:
        """Let the script score the deal with the points from paper, and return the next
        question."""
        deal = self._table.deals[-1]
        answer = self._unasked[deal.number].pop(POINTS)
        self.standing.answered.append(AnsweredPrompt(on_paper, answer))
        deal.answers[POINTS] = answer
        return self._script.throw(PointsOnPaper(on_paper.value(answer)))

    def _throw_in(self) -> Prompt:
        """Make the deal void, and return the next question."""
        deal = self._table.deals[-1]
        # Never None, though at a table “It counts” is an answer: `answers_of` and `play_on` drop it
        # with the reason, and a file cannot say that a deal counts.
        reason = self._unasked[deal.number].pop(VOID)
        self.standing.answered.append(AnsweredPrompt(self.standing.void_prompt(deal), reason))
        deal.mark_void(reason, deal.void_reasons[reason])
        return self._script.throw(ThrownIn(reason))


def adapt_answers(given: dict[str, Any], prompt: Prompt) -> None:
    """Adapt the answers `given` in a deal to this prompt, in place: prune its answer, or fill in
    the one that follows from the others.

    Only at a table: a file has no corrections, and contains even the answers that follow from
    others, so there a gap or an answer too many is a mistake.
    """
    if prompt.key in given:
        given[prompt.key] = prompt.prune(given[prompt.key])
    # An implied answer is filled in rather than skipped, so that pages and files show it like any
    # other.
    elif (implied := prompt.implied(given)) is not None:
        given[prompt.key] = implied


def replay(
    game: Game, names: Sequence[str], answers: Answers, *, deals_on_file: int | None = None
) -> Standing:
    """Return the standing of a match of `game` between `names` with these answers: see `Replay`."""
    return Replay(game, names, answers, deals_on_file=deals_on_file).standing
