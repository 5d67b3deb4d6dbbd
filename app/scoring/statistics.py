"""What a match adds to the numbers of a club: its facts, its meetings, and its variant.

A match counts once it was played to its end: one that goes on, or that the table stopped, gives no
facts. Deals that were thrown in give none either, and nothing here depends on the day. A match that
all win or lose together has facts of its own and is never added to others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial, reduce
from itertools import permutations
from typing import Any, TypeVar

from app.scoring.facts import MANY, Fact, Figure, GameStatistics
from app.scoring.game import Game
from app.scoring.match.match import Match
from app.scoring.match.replay import Standing, replay
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts import HouseRules, Number, Prompt, Switch
from app.scoring.prompts.house_rules import in_words
from app.scoring.sheet import RuleChoices
from app.scoring.table.outcome import SharedOutcome
from app.scoring.table.result import MatchResult

P = TypeVar("P", bound=Hashable)

# Facts


def facts_of(match: Match) -> list[Fact]:
    """The facts of a match, those of any game first; none if it does not count.

    What happens in a deal is a fact for each deal: `add_facts` adds them up.
    """
    standing = match.standing
    if not counts(standing):
        return []
    game, result = standing.game, standing.result
    facts = [*facts_together(result)] if game.wins_together else facts_apart(result)
    if game.statistics:
        facts += game.statistics.facts(result, standing.rule_choices)
    return facts


def counts(standing: Standing) -> bool:
    """Whether a match counts: it was played to its end."""
    return standing.is_over and not standing.ended_early


def facts_apart(result: MatchResult) -> list[Fact]:
    """The facts of any match in which everybody has a total, their own or with a partner."""
    return [*match_facts(result), *deal_facts(result)]


def match_facts(result: MatchResult) -> Iterator[Fact]:
    """How each player finished."""
    numbers = tuple(deal.number for deal in result.deals)
    meetings = meetings_in(result)
    for rank in result.ranks:
        side = rank.side
        points = sum(result.points_of(side, deal) for deal in result.deals)
        for seat in (seat.index for seat in side.seats):
            met = [meeting for meeting in meetings if meeting.seat == seat]
            ahead = sum(meeting.ahead > 0 for meeting in met)
            behind = sum(meeting.ahead < 0 for meeting in met)
            yield Fact(seat, "won", int(rank.is_first), 1, 0, numbers)
            yield Fact(seat, "place", rank.place, len(result.sides), 0, numbers)
            yield Fact(seat, "points", 1, 1, points, numbers)
            yield Fact(seat, "ahead", ahead, len(met), 0, numbers)
            yield Fact(seat, "behind", behind, len(met), 0, numbers)
            if rank.is_first:
                lag = max(0, -min(result.margins_of(side)))
                yield Fact(seat, "comeback", int(lag > 0), 1, lag, numbers)


def deal_facts(result: MatchResult) -> Iterator[Fact]:
    """What each player scored in each deal, and whether nobody scored more."""
    for deal in result.deals:
        points = [result.points_of(side, deal) for side in result.sides]
        best = max(points)
        for side in result.sides:
            own = points[side.index]
            for player in side.seats:
                yield Fact(player.index, "deal", int(own == best), 1, own, (deal.number,))


def facts_together(result: MatchResult) -> Iterator[Fact]:
    """The one fact of any match that all win or lose as one; only a win has points."""
    outcome = result.outcome
    assert isinstance(outcome, SharedOutcome), "all win or lose together"
    numbers = tuple(deal.number for deal in result.table.deals if not deal.void)
    for seat in result.table.players:
        yield Fact(
            seat.index, "won_together", int(bool(outcome.won)), 1, outcome.score or 0, numbers
        )


# Whose they are


@dataclass(slots=True)
class FactSum:
    """Facts of one player with one key, added up: each as in `Fact`, with all their `deals`."""

    count: int = 0
    chances: int = 0
    points: int = 0
    deals: set[int] = field(default_factory=set)

    def add(self, fact: Fact) -> None:
        """Take one more fact in."""
        self.count += fact.count
        self.chances += fact.chances
        self.points += fact.points
        self.deals.update(fact.deals)


def add_facts(
    facts: Iterable[Fact], person_at: Callable[[int, int], P | None]
) -> dict[tuple[P, str], FactSum]:
    """The facts of one match added up by person and key.

    `person_at` says who sat at a seat, by its index, in the deal of a number; None for nobody who
    is known. A fact is that of whoever sat there in more than half of its deals, so where two
    shared them equally, and where nobody is known, it is nobody's.
    """
    sums: dict[tuple[P, str], FactSum] = {}
    # Many facts are about the same deals, above all those of the whole match.
    holder_of = cache(partial(find_holder, person_at))
    for fact in facts:
        if (person := holder_of(fact.seat, fact.deals)) is not None:
            sums.setdefault((person, fact.key), FactSum()).add(fact)
    return sums


def find_holder(
    person_at: Callable[[int, int], P | None], seat: int, deals: Sequence[int]
) -> P | None:
    """Who sat at a seat in more than half of these deals, None if nobody did."""
    sat = Counter(person_at(seat, number) for number in deals)
    [(person, most)] = sat.most_common(1) or [(None, 0)]
    return person if 2 * most > len(deals) else None


# Meetings


@dataclass(frozen=True, slots=True)
class Meeting:
    """How the players of two seats, by their indexes, came out against each other in a match.

    `ahead` is 1 if the first has the better place, −1 if the other has, and 0 if they share one.
    """

    seat: int
    other: int
    ahead: int


def meetings_of(match: Match) -> list[Meeting]:
    """Every two players of a match that counts, once from either side; partners do not meet.

    None in a match that all win or lose together.
    """
    standing = match.standing
    if not counts(standing) or standing.game.wins_together:
        return []
    return meetings_in(standing.result)


def meetings_in(result: MatchResult) -> list[Meeting]:
    """The meetings of a match with such a result."""
    return [
        Meeting(seat.index, rival.index, (one.place < other.place) - (one.place > other.place))
        for one, other in permutations(result.ranks, 2)
        for seat in one.side.seats
        for rival in other.side.seats
    ]


# Figures

WON_TOGETHER = Figure(
    "won_together",
    _("Won together"),
    _("Matches won together, of all that were played to the end. Only a win has a score."),
    floor=1,
)
FIGURES = (
    Figure(
        "won",
        _("Matches won"),
        _("Of all that were played to the end. A shared win is a win for all who share it."),
        floor=1,
    ),
    Figure(
        "place",
        _("Average place"),
        _("The mean of the places in the end. Those with equal totals share the better place."),
        floor=MANY,
    ),
    Figure("points", _("Points a match"), _("The mean of the totals in the end."), floor=MANY),
    Figure(
        "ahead",
        _("Ahead"),
        _("Meetings with a better place than the other, of all. Partners do not meet."),
        floor=3,
    ),
    Figure(
        "behind",
        _("Behind"),
        _("Meetings with a worse place than the other, of all. Partners do not meet."),
        floor=3,
    ),
    Figure(
        "comeback",
        _("Comebacks"),
        _("Matches won from behind, of all that were won, and the points behind at the worst."),
        floor=1,
    ),
    Figure(
        "deal",
        _("Best of a deal"),
        _("Deals in which nobody scored more, of all that counted, and the mean of their points."),
        floor=MANY,
    ),
)
"""What is counted in every game in which everybody has a total."""


def figures_of(game: Game) -> dict[str, Figure]:
    """Every figure that the facts of a game add up to, by its key: those of any game first."""
    general = (WON_TOGETHER,) if game.wins_together else FIGURES
    own = game.statistics.figures if game.statistics else ()
    return {figure.key: figure for figure in (*general, *own)}


# Variants


@dataclass(frozen=True)
class MatchVariant:
    """A way to play a game whose matches are never added up with those of another one.

    The `key` says the number of players and each rule that is not the usual one, such as
    ``4.partners``; it is stored and never translated. `sides` is how many can win, and
    `is_reversed` whether pages show points with the opposite sign.
    """

    key: str
    name: Text
    sides: int
    is_reversed: bool


def variant_of(match: Match) -> MatchVariant:
    """The variant of a match that has its house rules."""
    standing = match.standing
    return describe_variant(standing, len(standing.table.players), standing.rule_choices)


def variant_by_key(game: Game, key: str) -> MatchVariant:
    """The variant of a game that has this key. Raises `KeyError` if it names an unknown rule."""
    players, *items = key.split(".")
    pairs = [item.partition("=") for item in items]
    form = {name: value or "yes" for name, _equals, value in pairs}
    rules = {rule.key: rule for rule, _usual in game.house_rules.rules}
    chosen = {name: rules[name].read(form) for name in form}
    # How many sides there are, and whether the lowest wins, only the script says. It needs no
    # answers but the rules; other rules that a table has to choose, such as a deck, change neither.
    names = [str(number) for number in range(1, int(players) + 1)]
    standing = replay(game, names, {0: {"rules": chosen}})
    return describe_variant(standing, len(names), game.house_rules.value(chosen))


def describe_variant(standing: Standing, players: int, choices: RuleChoices) -> MatchVariant:
    """The variant of a match of so many players, with all house rules by key."""
    game = standing.game
    statistics = game.statistics or statistics_of_any(game.house_rules)
    usual = game.house_rules.value({})
    rules = {rule.key: rule for rule, _usual in game.house_rules.rules}
    items = [
        key_item(rules[key], choices[key])
        for key in statistics.variant_rules
        if choices[key] != usual[key]
    ]
    words = [*statistics.describe_variant(choices)]
    if len(game.players) > 1:
        words = [_n("{n} player", "{n} players", players), *words]
    return MatchVariant(
        ".".join([str(players), *items]),
        reduce(join_words, words) if words else game.name,
        min(len(standing.sides), players),
        standing.table.reversed,
    )


def join_words(words: Text, more: Text) -> Text:
    """Two short texts on one line."""
    return _("{words} · {more}", words=words, more=more)


def key_item(rule: Prompt, choice: Any) -> str:
    """A rule with its choice, as the key of a variant has it."""
    # As on a form, where an empty box is no answer but no.
    value = rule.fill(choice).get(rule.key, "no")
    return rule.key if value == "yes" else f"{rule.key}={value}"


def statistics_of_any(house_rules: HouseRules) -> GameStatistics:
    """What is counted where a game says nothing: no facts of its own.

    Its variants are the choices that make another game of it, and numbers such as a target.
    """
    numbers = [rule for rule, _usual in house_rules.rules if isinstance(rule, Number)]
    rules = [*house_rules.variants, *numbers]

    def describe(choices: RuleChoices) -> list[Text]:
        return [choice_text(rule, choices[rule.key]) for rule in rules]

    return GameStatistics(lambda *_match: (), (), [rule.key for rule in rules], describe)


def choice_text(rule: Prompt, choice: Any) -> Text:
    """What a choice of a rule is called where it makes another game of it."""
    if isinstance(rule, Switch) and rule.variant_names:
        return rule.variant_names[bool(choice)][0]
    return in_words(rule, choice)
