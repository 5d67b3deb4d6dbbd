"""House rules: the first question of every match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.text import Text, _
from app.scoring.prompts.base import Form, Prompt
from app.scoring.prompts.choices import Choose, Switch


@dataclass(frozen=True, slots=True)
class Clash:
    """Two choices of different rules, by their keys, that exclude each other, and the reason.

    `value` is the form field value of the other rule's choice.
    """

    key: str
    option: str
    other: str
    value: str
    why: Text


@dataclass(frozen=True, kw_only=True, eq=False)
class HouseRules(Prompt):
    """The first question of every match: which house rules the table plays. Left out means the
    default.

    `rules` are prompts of their own, each with its default, in the order in which they are shown.
    The default None means no choice: every table has its own, such as its deck.
    """

    kind = "rules"
    partial: ClassVar[str] = "rules"
    """The partial in ``templates/prompts/`` that draws them."""
    name: ClassVar[Text] = _("House rules")
    """What they are called."""
    rules: Sequence[tuple[Prompt, Any]]

    @property
    def by_key(self) -> dict[str, Prompt]:
        """Each rule by its key."""
        return {rule.key: rule for rule, _default in self.rules}

    @property
    def variants(self) -> list[Switch]:
        """The rules whose choice makes a variant of the game."""
        return [
            rule for rule, _default in self.rules if isinstance(rule, Switch) and rule.variant_names
        ]

    def of(self, key: str) -> Prompt:
        """Return the rule with this key; there has to be one."""
        return next(rule for rule, _default in self.rules if rule.key == key)

    @property
    def clashes(self) -> list[Clash]:
        """The choices that cannot be made together with a choice of another rule."""
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
        """Return the `values` of the `other` rule that exclude `option`, each with the reason.

        All other rules have their defaults. Empty if every value excludes it: then the other rule
        is not the cause.
        """
        ruled_out = [
            (value, problem.message)
            for value in values
            for problem in self.check(self.value({rule.key: option, other.key: value}))
            if problem.at == rule.key
        ]
        return ruled_out if len(ruled_out) < len(values) else []

    def read(self, form: Form) -> Any:
        typed = {rule.key: rule.read(form) for rule, _default in self.rules}
        return {key: answer for key, answer in typed.items() if answer is not None}

    def fill(self, answer: dict[str, Any]) -> dict[str, str]:
        fields: dict[str, str] = {}
        for rule, choice in self._chosen(answer):
            fields |= rule.fill(choice)
        return fields

    @property
    def start(self) -> dict[str, str]:
        """The form fields of a new match: the defaults, with rules left open that may be."""
        chooses = (rule for rule, _default in self.rules if isinstance(rule, Choose))
        return self.fill({rule.key: rule.left_open for rule in chooses if rule.left_open})

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, dict):
            yield Problem(_("“{answer}” is not an object of rules.", answer=quoted(answer)))
            return
        rules_by_key = self.by_key
        for key, value in answer.items():
            if key in rules_by_key:
                for problem in rules_by_key[key].problems(value):
                    yield Problem(problem.message, at=key)
            else:
                words = _("“{key}” is not a house rule of this game.", key=quoted(key))
                yield Problem(words, at=key)

    def problems(self, answer: Any) -> list[Problem]:
        """Return what is wrong with each rule; if nothing is, what is wrong with their combination.

        Two rules can be fine alone but not both (rules/en/trex.md#you-took-your-own-doubled-card).
        """
        # The check gets the rules that were left out as well, with their defaults, and runs only if
        # each choice is legal: so it may rely on every key and every choice.
        if not isinstance(answer, dict):
            return super().problems(answer)
        return list(self.shape_problems(answer)) or list(self.check(self.value(answer)))

    def value(self, answer: dict[str, Any]) -> dict[str, Any]:
        return {rule.key: answer.get(rule.key, default) for rule, default in self.rules}

    def reseated(self, answer: dict[str, Any], order: Sequence[int]) -> dict[str, Any]:
        rules = self.by_key
        return {key: rules[key].reseated(choice, order) for key, choice in answer.items()}

    # In words

    def summary_of(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Return the choices that the summary of a match keeps, for lists that name it; by key."""
        return {}

    def _chosen(self, answer: dict[str, Any]) -> list[tuple[Prompt, Any]]:
        """Return every rule that has a choice, with the choice."""
        choices = [(rule, answer.get(rule.key, default)) for rule, default in self.rules]
        return [(rule, choice) for rule, choice in choices if choice is not None]

    def choices(self, answer: dict[str, Any]) -> list[tuple[Prompt, Text]]:
        """Return every house rule with its choice in words, without those that have no choice."""
        return [(rule, in_words(rule, choice)) for rule, choice in self._chosen(answer)]

    def differences(self, answer: Any) -> list[tuple[Prompt, Text]]:
        """Return the rules that differ from their defaults, each with its choice in words, without
        illegal choices."""
        # A deck without a default is every table's own, and no other choice than the usual one.
        defaults = {rule: default for rule, default in self.rules if rule.kind != "deck" or default}
        return [
            (rule, in_words(rule, choice))
            for rule, choice in self._chosen(answer or {})
            if rule in defaults
            and choice != defaults[rule]
            and not (isinstance(rule, Choose) and (rule.is_of_entry or choice == rule.left_open))
            and not rule.problems(choice)
        ]

    def in_brief(self, answer: Any) -> Text:
        """Return in a few words how the table plays."""
        return _("your own") if self.own_rules(answer) else _("as in the book")

    def own_rules(self, answer: Any) -> list[Text]:
        """Return what differs from the defaults in words, without the rules that make a variant."""
        variants = self.variants
        return [words for rule, words in self.differences(answer) if rule not in variants]

    def items(self, answer: dict[str, Any]) -> Sequence[Text]:
        """Return what differs from the defaults in words, and what every table brings itself, such
        as a deck."""
        defaults = dict(self.rules)
        chosen = self._chosen(answer)
        return [
            in_words(rule, choice)
            for rule, choice in chosen
            if choice != defaults[rule]
            and not (isinstance(rule, Choose) and choice == rule.left_open)
        ]

    def describe(self, answer: dict[str, Any]) -> Text:
        return super().describe(answer) if self.items(answer) else _("as in the book")


def in_words(rule: Prompt, choice: Any) -> Text:
    """Return a house rule and its choice in words."""
    return _("{rule}: {choice}", rule=rule.ask, choice=rule.describe(choice))


def every_choice(rule: Prompt) -> Sequence[Any]:
    """Return all choices of a `Switch` or a `Choose`; empty for other rules, which have too
    many."""
    if isinstance(rule, Switch):
        return (False, True)
    return list(rule.options) if isinstance(rule, Choose) else ()
