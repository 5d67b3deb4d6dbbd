"""House rules: the first question of every match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.problems import Problem, quoted
from app.scoring.prompts.base import Form, Prompt
from app.scoring.text import Text, _


@dataclass(frozen=True, kw_only=True, eq=False)
class HouseRules(Prompt):
    """The first question of every match: what this table plays. Left out means the default.

    `rules` are prompts of their own, each with its default, in the order in which they are shown.
    """

    kind = "rules"
    rules: Sequence[tuple[Prompt, Any]]

    def read(self, form: Form) -> Any:
        given: dict[str, Any] = {}
        for rule, _default in self.rules:
            answer = rule.read(form)
            if answer is not None:
                given[rule.key] = answer
        return given

    def faults(self, answer: Any) -> list[Problem]:
        if not isinstance(answer, dict):
            return [Problem(_("“{answer}” is not an object of rules.", answer=quoted(answer)))]
        rules_by_key = {rule.key: rule for rule, _default in self.rules}
        problems = []
        for key, value in answer.items():
            if key not in rules_by_key:
                problems.append(
                    Problem(_("“{key}” is not a house rule of this game.", key=quoted(key)), at=key)
                )
                continue
            problems += [
                Problem(problem.message, at=key) for problem in rules_by_key[key].problems(value)
            ]
        return problems

    def problems(self, answer: Any) -> list[Problem]:
        """What is wrong with each rule, or, if nothing is, with how they go together.

        Two rules can be fine alone and not together (rules/trex.md#you-took-your-own-doubled-card).
        """
        # The check looks at all rules, so it gets those left out as well, with their defaults, and
        # only when each is legal: it may rely on every key and every choice.
        if answer is None or not isinstance(answer, dict):
            return super().problems(answer)
        return self.faults(answer) or list(self.check(self.meaning(answer)))

    def meaning(self, answer: dict[str, Any]) -> dict[str, Any]:
        return {rule.key: answer.get(rule.key, default) for rule, default in self.rules}

    def fill(self, answer: dict[str, Any]) -> dict[str, str]:
        fields: dict[str, str] = {}
        chosen = self.meaning(answer)
        for rule, _default in self.rules:
            if chosen[rule.key] is not None:
                fields |= rule.fill(chosen[rule.key])
        return fields

    def choices(self, answer: dict[str, Any]) -> list[tuple[Prompt, Text]]:
        """Every house rule with what was chosen, in words; without those that have no choice."""
        chosen = self.meaning(answer)
        return [
            (rule, _("{rule}: {choice}", rule=rule.ask, choice=rule.describe(chosen[rule.key])))
            for rule, _default in self.rules
            if chosen[rule.key] is not None
        ]

    def describe(self, answer: dict[str, Any]) -> Text:
        choices = [words for _rule, words in self.choices(answer)]
        return _("{choices}", choices=choices) if choices else _("none")
