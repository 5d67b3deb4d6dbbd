"""House rules: the first question of every match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.text import Text, _
from app.scoring.prompts.base import Form, Prompt
from app.scoring.prompts.choices import Choose, Switch


@dataclass(frozen=True, slots=True)
class Clash:
    """A choice of one rule, by their keys, that does not go with one of another, and why not.

    `value` is what the other one's field holds for that choice on a form.
    """

    key: str
    option: str
    other: str
    value: str
    why: Text


@dataclass(frozen=True, kw_only=True, eq=False)
class HouseRules(Prompt):
    """The first question of every match: what this table plays. Left out means the default.

    `rules` are prompts of their own, each with its default, in the order in which they are shown.
    """

    kind = "rules"
    rules: Sequence[tuple[Prompt, Any]]

    @property
    def variants(self) -> list[Switch]:
        """The rules that make another game of it."""
        rules = (rule for rule, _default in self.rules if isinstance(rule, Switch))
        return [rule for rule in rules if rule.variant_names]

    @property
    def clashes(self) -> list[Clash]:
        """Which choices cannot be made beside one choice of another rule."""
        choosable = [(rule, every_choice(rule)) for rule, _default in self.rules]
        return [
            Clash(rule.key, option, other.key, other.fill(value).get(other.key, ""), why)
            for rule, options in choosable
            if isinstance(rule, Choose)
            for option in options
            for other, values in choosable
            if other is not rule
            for value, why in self._ruled_out(rule, option, other, values)
        ]

    def _ruled_out(
        self, rule: Prompt, option: str, other: Prompt, values: Sequence[Any]
    ) -> list[tuple[Any, Text]]:
        """The values of another rule with which `option` cannot be, if there are some with which
        it can; all else is as in the book."""
        ruled_out = [
            (value, problem.message)
            for value in values
            for problem in self.check(self.value({rule.key: option, other.key: value}))
            if problem.at == rule.key
        ]
        return ruled_out if len(ruled_out) < len(values) else []

    def differences(self, answer: Any) -> list[tuple[Prompt, Text]]:
        """The rules that are not played as in the book, each with its choice in words; without
        those whose choice cannot be right."""
        given = self.value(answer or {})
        return [
            (rule, words_of(rule, rule.describe(given[rule.key])))
            for rule, default in self.rules
            if default is not None
            and given[rule.key] != default
            and not (isinstance(rule, Choose) and rule.is_of_entry)
            and not rule.problems(given[rule.key])
        ]

    def own_rules(self, answer: Any) -> list[Text]:
        """What differs from the book, but for what makes another game of it."""
        variants = self.variants
        return [words for rule, words in self.differences(answer) if rule not in variants]

    def read(self, form: Form) -> Any:
        given: dict[str, Any] = {}
        for rule, _default in self.rules:
            answer = rule.read(form)
            if answer is not None:
                given[rule.key] = answer
        return given

    def shape_problems(self, answer: Any) -> list[Problem]:
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
        return self.shape_problems(answer) or list(self.check(self.value(answer)))

    def value(self, answer: dict[str, Any]) -> dict[str, Any]:
        return {rule.key: answer.get(rule.key, default) for rule, default in self.rules}

    def fill(self, answer: dict[str, Any]) -> dict[str, str]:
        fields: dict[str, str] = {}
        chosen = self.value(answer)
        for rule, _default in self.rules:
            if chosen[rule.key] is not None:
                fields |= rule.fill(chosen[rule.key])
        return fields

    def choices(self, answer: dict[str, Any]) -> list[tuple[Prompt, Text]]:
        """Every house rule with what was chosen, in words; without those that have no choice."""
        chosen = self.value(answer)
        return [
            (rule, words_of(rule, rule.describe(chosen[rule.key])))
            for rule, _default in self.rules
            if chosen[rule.key] is not None
        ]

    def items(self, answer: dict[str, Any]) -> Sequence[Text]:
        """What differs from the book, and what every table brings along itself, such as a deck."""
        usual = {rule.key: default for rule, default in self.rules}
        chosen = self.value(answer)
        return [
            words
            for rule, words in self.choices(answer)
            if usual[rule.key] is None or chosen[rule.key] != usual[rule.key]
        ]

    def describe(self, answer: dict[str, Any]) -> Text:
        return super().describe(answer) if self.items(answer) else _("as in the book")


def words_of(rule: Prompt, choice: Text) -> Text:
    """A house rule and what was chosen."""
    return _("{rule}: {choice}", rule=rule.ask, choice=choice)


def every_choice(rule: Prompt) -> Sequence[Any]:
    """The choices of a rule that has only a few."""
    if isinstance(rule, Switch):
        return (False, True)
    return list(rule.options) if isinstance(rule, Choose) else ()
