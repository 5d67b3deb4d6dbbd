"""Replay: where a match stands, found by playing the script again with the answers given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.scoring.deal import Deal, ThrownIn
from app.scoring.events import VOID, Answers
from app.scoring.game import Game
from app.scoring.outcome import Outcome
from app.scoring.problems import Problem
from app.scoring.prompts import Choose, Prompt
from app.scoring.seats import Side
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
    def last_deal(self) -> Deal | None:
        """The latest deal that is finished."""
        return next((deal for deal in reversed(self.deals) if deal.is_over), None)

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who has a score of their own."""
        return self.table.sides

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side so far."""
        return self.table.totals

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    def answer_to(self, deal: int, key: str) -> Answered | None:
        """The question `key` of a deal with its answer, None if it was not asked."""
        for answered in self.answered:
            if answered.prompt.deal == deal and answered.prompt.key == key:
                return answered
        return None

    def void_prompt(self, deal: Deal) -> Choose:
        """The question why `deal` is thrown in."""
        return Choose(
            key=VOID,
            deal=deal.number,
            ask=_("Why does this deal not count?"),
            rule=self.game.voids,
            options=deal.void_reasons,
            closed=deal.void_closed,
            announced=True,
        )


def replay(
    game: Game, names: Sequence[str], answers: Answers, *, deals_on_file: int | None = None
) -> Standing:
    """Play `game` with these answers, as far as they reach and fit.

    `names` are the players in play order. With `deals_on_file`, the number of deals that a match
    file holds, an optional answer that is missing counts as left out when anything else of that
    deal is given, or when the deal is not the last of the file.
    """
    table = game.table(names)
    standing = Standing(game, table)
    left: Answers = {deal: dict(given) for deal, given in answers.items()}
    script = game.play(table)
    try:
        prompt = next(script)
        while True:
            given = left.get(prompt.deal, NOTHING)
            if prompt.key in given and (prompt.announced or VOID not in given):
                answer = given[prompt.key]
            elif VOID in given:
                asked = standing.void_prompt(table.deals[-1])
                if problems := asked.problems(given[VOID]):
                    standing.prompt, standing.problems = asked, problems
                    break
                reason = left[prompt.deal].pop(VOID)
                standing.answered.append(Answered(asked, reason))
                table.deals[-1].mark_void(reason)
                prompt = script.throw(ThrownIn(reason))
                continue
            elif (
                deals_on_file is not None
                and prompt.optional
                and (given or prompt.deal < deals_on_file)
            ):
                answer = None
            else:
                standing.prompt = prompt
                break
            if problems := prompt.problems(answer):
                standing.prompt, standing.problems = prompt, problems
                break
            if prompt.key in given:
                del left[prompt.deal][prompt.key]
            standing.answered.append(Answered(prompt, answer))
            if prompt.deal:
                table.deals[-1].answers[prompt.key] = answer
            prompt = script.send(prompt.meaning(answer))
    except StopIteration as end:
        standing.outcome = end.value
    standing.unasked = {deal: given for deal, given in left.items() if given}
    return standing
