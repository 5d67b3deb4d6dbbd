"""Replay: where a match stands, found by playing the script again with the answers given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from app.scoring.deal import Deal, ThrownIn
from app.scoring.events import VOID, Answers
from app.scoring.game import Game
from app.scoring.outcome import Outcome
from app.scoring.problems import Problem
from app.scoring.prompts import Choose, HouseRules, Prompt
from app.scoring.seats import Side
from app.scoring.stakes import Stakes
from app.scoring.table import Table
from app.scoring.text import Text, _

NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Answered:
    """A question that has its answer."""

    prompt: Prompt
    answer: Any

    @property
    def in_words(self) -> Text:
        """The answer as a person would say it."""
        return _("left out") if self.answer is None else self.prompt.describe(self.answer)


@dataclass
class Standing:
    """Where a match is: the deals so far, the question it waits for, or how it ended.

    `problems` says why an answer that was given to the waiting question does not fit it;
    `unasked` are answers that no question has come for: they wait behind it.
    """

    game: Game
    table: Table
    answered: list[Answered] = field(default_factory=list)
    prompt: Prompt | None = None
    outcome: Outcome | None = None
    problems: list[Problem] = field(default_factory=list)
    unasked: Answers = field(default_factory=dict)

    @property
    def deals(self) -> Sequence[Deal]:
        """Every deal, void ones too; the last may be unfinished."""
        return self.table.deals

    @property
    def deal(self) -> Deal | None:
        """The deal that is being played, None before the first and after the last."""
        if self.deals and not self.deals[-1].is_over:
            return self.deals[-1]
        return None

    @property
    def finished(self) -> Sequence[Deal]:
        """Every deal that is scored or void."""
        return self.deals[:-1] if self.deal else self.deals

    @property
    def answers_of_the_deal(self) -> Sequence[Answered]:
        """What has been answered of the deal that is being played, the latest first."""
        number = self.deal.number if self.deal else 0
        given = takewhile(lambda each: each.prompt.deal == number, reversed(self.answered))
        return [each for each in given if each.answer is not None]

    @property
    def last_deal(self) -> Deal | None:
        """The latest deal that is finished."""
        return self.finished[-1] if self.finished else None

    @property
    def waiting_deals(self) -> Sequence[int]:
        """Later deals whose answers are kept, and come back when the match reaches them."""
        return [number for number in sorted(self.unasked) if number > len(self.deals)]

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who has a score of their own."""
        return self.table.sides

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side so far."""
        return self.table.totals

    @property
    def stakes(self) -> Stakes | None:
        """What is still possible, None before the first deal and after the last."""
        return self.deal.ahead() if self.deal and self.deal.ahead else None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    @property
    def house_rules(self) -> tuple[HouseRules, dict[str, Any]] | None:
        """The first question and what this table has chosen, None before it is answered."""
        if not self.answered:
            return None
        first = self.answered[0]
        assert isinstance(first.prompt, HouseRules)
        return first.prompt, first.answer

    def answer_to(self, deal: int, key: str) -> Answered | None:
        """The question `key` of a deal with its answer, None if it was not asked."""
        for answered in self.answered:
            if answered.prompt.deal == deal and answered.prompt.key == key:
                return answered
        return None

    def void_prompt(self, deal: Deal, *, may_count: bool = False) -> Choose:
        """The question why `deal` is thrown in, or, if it `may_count`, whether it is at all."""
        return Choose(
            key=VOID,
            deal=deal.number,
            ask=_("Why does this deal not count?"),
            rule=self.game.voids,
            options=deal.void_reasons,
            closed=deal.void_closed,
            announced=True,
            optional=may_count,
            skip=_("It counts"),
        )


class Replay:
    """A game that is being played again with the answers given, as far as they reach and fit.

    `names` are the players in play order. With `deals_on_file`, the number of deals that a match
    file holds, an optional answer that is missing counts as left out when anything else of that
    deal is given, or when the deal is not the last of the file. At a table what has only one
    answer is not asked, and comes back with the answers after it when others become possible.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        answers: Answers,
        *,
        deals_on_file: int | None = None,
    ) -> None:
        self._table = game.table(names)
        self._script = game.play(self._table)
        self._left: Answers = {deal: dict(given) for deal, given in answers.items()}
        self._deals_on_file = deals_on_file
        self.standing = Standing(game, self._table)
        self._asked = next(self._script)
        self._play()

    def go_on(self, key: str, answer: Any) -> None:
        """Answer the waiting question, or the one after it, and play on as a new replay would."""
        waiting = self.standing.prompt
        assert waiting is not None, "the match is over"
        given = self._left.setdefault(waiting.deal, {})
        given[key] = answer
        if key == VOID and answer is None:
            del given[VOID]
        self._play()

    def _play(self) -> None:
        """Answer one question after the other, until one has to wait or the match is over."""
        standing = self.standing
        standing.prompt, standing.problems = None, []
        try:
            while standing.prompt is None:
                asked = self._asked
                given = self._left.get(asked.deal, NOTHING)
                if self._deals_on_file is None and asked.key not in given:
                    implied = asked.implied(given)
                    if implied is not None:
                        given = self._left.setdefault(asked.deal, {})
                        given[asked.key] = implied
                if VOID in given and self._ends_void(asked, given):
                    void = standing.void_prompt(
                        self._table.deals[-1], may_count=self._deals_on_file is None
                    )
                    if self._fits(void, given[VOID]):
                        self._asked = self._throw_in()
                elif asked.key in given:
                    if self._fits(asked, given[asked.key]):
                        self._asked = self._answer()
                elif self._may_be_missing(asked, given):
                    self._asked = self._answer()
                else:
                    standing.prompt = asked
        except StopIteration as end:
            standing.outcome = end.value
        standing.unasked = {deal: given for deal, given in self._left.items() if given}

    def _fits(self, prompt: Prompt, answer: Any) -> bool:
        """Whether the answer is legal; if not, its question waits and the problems say why."""
        problems = prompt.problems(answer)
        if problems:
            self.standing.prompt, self.standing.problems = prompt, problems
        return not problems

    def _ends_void(self, asked: Prompt, given: Mapping[str, Any]) -> bool:
        """Whether a void deal ends here: what was announced before its first card still stands.

        At a table an announcement that does not fit goes with the deal; in a file it is wrong.
        """
        if asked.announced and asked.key in given:
            return self._deals_on_file is None and bool(asked.problems(given[asked.key]))
        return not self._may_be_missing(asked, given)

    def _may_be_missing(self, asked: Prompt, given: Mapping[str, Any]) -> bool:
        """Whether the game goes on without this answer.

        A void deal does if the answer may be unknown and later ones are there; a table does if
        the question that comes then has been answered; a match file does if the answer is
        optional and something else of the deal, or a later deal, is there.
        """
        if VOID in given:
            return asked.may_be_unknown and asked.key not in given and len(given) > 1
        if not asked.optional:
            return False
        if self._deals_on_file is None:
            return asked.then is not None and asked.then.key in given
        return asked.deal < self._deals_on_file or bool(given)

    def _answer(self) -> Prompt:
        """Take the answer that was given, and return the next question."""
        asked = self._asked
        answer = self._left.get(asked.deal, {}).pop(asked.key, None)
        self.standing.answered.append(Answered(asked, answer))
        if asked.deal:
            self._table.deals[-1].answers[asked.key] = answer
        return self._script.send(asked.meaning(answer))

    def _throw_in(self) -> Prompt:
        """Take the deal as void, and return the next question."""
        deal = self._table.deals[-1]
        reason = self._left[deal.number].pop(VOID)
        self.standing.answered.append(Answered(self.standing.void_prompt(deal), reason))
        deal.mark_void(reason, deal.void_reasons[reason])
        return self._script.throw(ThrownIn(reason))


def replay(
    game: Game, names: Sequence[str], answers: Answers, *, deals_on_file: int | None = None
) -> Standing:
    """Where a match of `game` between `names` stands with these answers: see `Replay`."""
    return Replay(game, names, answers, deals_on_file=deals_on_file).standing


def house_rules(game: Game) -> HouseRules:
    """The first question of a game; it does not depend on who plays."""
    names = [str(number) for number in range(1, game.players[0] + 1)]
    prompt = replay(game, names, {}).prompt
    assert isinstance(prompt, HouseRules)
    return prompt
