"""What a match adds to the numbers of a club: its facts, and its variant.

A match counts once it was played to its end: one that goes on, or that the table stopped, gives no
facts. Deals that were thrown in give none either, and nothing here depends on the day. A match that
all win or lose together has facts of its own and is never added to others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial, reduce
from itertools import permutations, product
from typing import Any, TypeVar
from urllib.parse import unquote

from app.scoring.facts import MANY, Fact, Figure, GameStatistics
from app.scoring.game import Game
from app.scoring.match.match import Match
from app.scoring.match.replay import Standing
from app.scoring.model.seats import Seat
from app.scoring.model.spelling import spelling_key
from app.scoring.model.text import Name, Text, _, _n
from app.scoring.prompts import HouseRules, Number, Prompt, Switch
from app.scoring.prompts.house_rules import in_words
from app.scoring.sections import StatisticsSection
from app.scoring.sheet import RuleChoices
from app.scoring.table.outcome import SharedOutcome
from app.scoring.table.result import MatchResult

P = TypeVar("P", bound=Hashable)
WHOLE_WIN = 2_520
"""It can be divided by any number of sides."""
WITHOUT_FIGURE = frozenset({"by_chance", "finish"})
"""The keys of facts that no page shows as such."""
IN_POINTS = frozenset({"points", "comeback", "deal", "finish"})
"""The keys of facts with points, which are compared only among like matches."""

# Facts


def facts_of(match: Match) -> list[Fact]:
    """Return the facts of a match, those of any game first; none if it does not count.

    What happens in a deal is a fact for each deal: `add_facts` adds them up.
    """
    standing = match.standing
    if not counts(standing):
        return []
    game, result = standing.game, standing.result
    titled_by = game.statistics.titled_by if game.statistics else ""
    if titled_by and not standing.rule_choices[titled_by]:
        return [*meeting_facts(result), *finish_facts(result)]
    facts = [*facts_together(result)] if game.wins_together else facts_apart(result)
    if titled_by:
        facts += chance_facts(result)
    if game.statistics:
        facts += game.statistics.facts(result, standing.rule_choices)
    return facts


def counts(standing: Standing) -> bool:
    """Return whether a match counts: it was played to its end."""
    return standing.is_over and not standing.ended_early


def deals_that_count(result: MatchResult) -> tuple[int, ...]:
    """Return the numbers of the deals that scored; where all win or lose together and none does, of
    those that were not thrown in."""
    if isinstance(result.outcome, SharedOutcome):
        return tuple(deal.number for deal in result.table.deals if not deal.void)
    return tuple(deal.number for deal in result.deals)


def facts_apart(result: MatchResult) -> list[Fact]:
    """Return the facts of any match in which everybody has a total, their own or with a partner."""
    return [*match_facts(result), *meeting_facts(result), *deal_facts(result)]


def match_facts(result: MatchResult) -> Iterator[Fact]:
    """Yield the place and the points of each player, and whether they won."""
    numbers = deals_that_count(result)
    for rank in result.ranks:
        side = rank.side
        points = sum(result.points_of(side, deal) for deal in result.deals)
        for seat in side.seats:
            yield Fact(seat.index, "won", int(rank.is_first), 1, 0, numbers)
            yield Fact(seat.index, "place", rank.place, len(result.sides), 0, numbers)
            yield Fact(seat.index, "points", 1, 1, points, numbers)
            if rank.is_first:
                lag = max(0, -min(result.margins_of(side)))
                yield Fact(seat.index, "comeback", int(lag > 0), 1, lag, numbers)
        yield from partner_facts(side.seats, rank.is_first, numbers)


def finish_facts(result: MatchResult) -> Iterator[Fact]:
    """Yield the place and the points of each player in a match that is of no variant: for the page
    of its evening, and for no mean."""
    numbers = deals_that_count(result)
    for rank in result.ranks:
        points = sum(result.points_of(rank.side, deal) for deal in result.deals)
        for seat in rank.side.seats:
            yield Fact(seat.index, "finish", rank.place, len(result.sides), points, numbers)


def chance_facts(result: MatchResult) -> Iterator[Fact]:
    """Yield for each player what equal players would have won, in parts of `WHOLE_WIN`, and the
    square of the number of sides, by which chance moves a place.

    Where a variant says how many play, both follow from that.
    """
    numbers, n = deals_that_count(result), len(result.sides)
    for side in result.sides:
        for seat in side.seats:
            yield Fact(seat.index, "by_chance", n * n, 1, WHOLE_WIN // n, numbers)


def partner_facts(seats: Sequence[Seat], is_won: bool, deals: tuple[int, ...]) -> Iterator[Fact]:
    """Yield for each of these players and each partner whether they won together."""
    for seat, other in permutations(seats, 2):
        yield Fact(seat.index, "partner", int(is_won), 1, 0, deals, other.index)


def meeting_facts(result: MatchResult) -> Iterator[Fact]:
    """Yield for each player and each opponent whether they had the better place.

    As points it has 1 for the better place, −1 for the worse, and 0 for the same one.
    """
    numbers = deals_that_count(result)
    for one, other in permutations(result.ranks, 2):
        ahead = (one.place < other.place) - (one.place > other.place)
        for seat, rival in product(one.side.seats, other.side.seats):
            yield Fact(seat.index, "met", int(ahead > 0), 1, ahead, numbers, rival.index)


def deal_facts(result: MatchResult) -> Iterator[Fact]:
    """Yield what each player scored in each deal, and whether nobody scored more."""
    for deal in result.deals:
        points = [result.points_of(side, deal) for side in result.sides]
        best = max(points)
        for side in result.sides:
            own = points[side.index]
            for seat in side.seats:
                yield Fact(seat.index, "deal", int(own == best), 1, own, (deal.number,))


def facts_together(result: MatchResult) -> Iterator[Fact]:
    """Yield the facts of any match that all win or lose as one; only a win has points."""
    outcome = result.outcome
    assert isinstance(outcome, SharedOutcome), "all win or lose together"
    numbers = deals_that_count(result)
    is_won, score = bool(outcome.won), outcome.score or 0
    for seat in result.table.players:
        yield Fact(seat.index, "won_together", int(is_won), 1, score, numbers)
    yield from partner_facts(result.table.players, is_won, numbers)


# Whose they are


@dataclass(slots=True)
class FactSum:
    """Facts of one player with one key, and about the same other one if about any, added up: each
    as in `Fact`, with all their `deals`."""

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
) -> dict[tuple[P, str, P | None], FactSum]:
    """Return the facts of one match added up by person, key and the other person, None for nobody
    else.

    `person_at` says who sat at a seat, by its index, in the deal of a number; None for nobody who
    is known. A fact is that of whoever sat there in more than half of its deals, so where two
    shared them equally, and where nobody is known, it is nobody's. One about somebody else needs
    both.
    """
    sums: dict[tuple[P, str, P | None], FactSum] = {}
    # Many facts are about the same deals, above all those of the whole match.
    holder_of = cache(partial(find_holder, person_at))
    for fact in facts:
        person = holder_of(fact.seat, fact.deals)
        other = None if fact.other is None else holder_of(fact.other, fact.deals)
        if person is not None and (fact.other is None or other is not None):
            whose = person, fact.key, other
            if whose not in sums:
                sums[whose] = FactSum()
            sums[whose].add(fact)
    return sums


def find_holder(
    person_at: Callable[[int, int], P | None], seat: int, deals: Sequence[int]
) -> P | None:
    """Return the person at a seat in more than half of these deals, None without one."""
    if len(deals) == 1:
        return person_at(seat, deals[0])
    sat = Counter(person_at(seat, number) for number in deals)
    [(person, most)] = sat.most_common(1) or [(None, 0)]
    return person if 2 * most > len(deals) else None


# Figures

WON_TOGETHER = Figure(
    "won_together",
    _("Won together"),
    _("Matches won together, of all that were played to the end. Only a win has a score."),
    floor=1,
    value="share",
)
WITH_A_PARTNER = Figure(
    "partner",
    _("Won with a partner"),
    _("Matches won on the same side, of all."),
    floor=3,
    value="share",
)
# What is counted in every game in which everybody has a total.
FIGURES = (
    Figure(
        "won",
        _("Matches won"),
        _("Of all that were played to the end. A shared win is a win for all who share it."),
        floor=1,
        value="share",
    ),
    Figure(
        "place",
        _("Average place"),
        _("The mean of the places in the end. Those with equal totals share the better place."),
        floor=MANY,
    ),
    Figure("points", _("Points a match"), _("The mean of the totals in the end."), floor=MANY),
    Figure(
        "met",
        _("Ahead"),
        _("Meetings with a better place than the other, of all. Partners do not meet."),
        floor=3,
        value="share",
    ),
    WITH_A_PARTNER,
    Figure(
        "comeback",
        _("Comebacks"),
        _(
            "Matches won from behind, of all that were won, and the mean of the points behind at"
            " the worst."
        ),
        floor=1,
    ),
    Figure(
        "deal",
        _("Best of a deal"),
        _("Deals in which nobody scored more, of all that counted, and the mean of their points."),
        floor=MANY,
    ),
)


def figures_of(game: Game) -> dict[str, Figure]:
    """Return every figure that the facts of a game add up to, by its key: those of any game
    first."""
    general = (WON_TOGETHER, WITH_A_PARTNER) if game.wins_together else FIGURES
    own = game.statistics.figures if game.statistics else ()
    return {figure.key: figure for figure in (*general, *own)}


# Variants


TITLED = "titled"
"""In the place of the number of players, in the key of a variant that is what its title says."""


@dataclass(frozen=True)
class MatchVariant:
    """A way to play a game whose matches are never added up with those of another one.

    The `key` says the number of players and each rule that is not the usual one, such as
    ``4.partners``; it is stored and never translated. `played` is the game, or the title of a pad,
    and `name` how it was played; they are the same where there is no more to say. `is_reversed`:
    the lowest total wins, and pages show points with the opposite sign.
    """

    key: str
    name: Text
    is_reversed: bool
    played: Text


def variant_of(match: Match) -> MatchVariant:
    """Return the variant of a match that has its house rules."""
    choices = match.standing.rule_choices
    return describe_variant(match.game, len(match.standing.table.players), choices)


def points_variant_of(match: Match) -> MatchVariant:
    """Return the variant among whose matches the points of a match that has its house rules are
    added up: that of the match, but for a title the matches with the same direction and end."""
    standing = match.standing
    table, choices = standing.table, standing.rule_choices
    variant = describe_variant(match.game, len(table.players), choices, with_points=True)
    assert variant.is_reversed == table.reversed, f"{match.game.key}: Game.is_reversed is wrong"
    return variant


def is_titled(game: Game) -> bool:
    """Whether matches of a game are of one variant by their title."""
    return game.statistics is not None and bool(game.statistics.titled_by)


def is_untitled(key: str) -> bool:
    """Whether this is the key of matches without a title, which have nothing in common."""
    return key == TITLED


def key_of_title(game: Game, key: str) -> str:
    """Return the key of all matches with the title of a variant, whatever their points are compared
    with; any other key as it is."""
    titled, *items = key.split(".")
    if titled != TITLED or game.statistics is None:
        return key
    title = f"{game.statistics.titled_by}="
    return ".".join([titled, *(item for item in items[:1] if item.startswith(title))])


def variant_by_key(game: Game, key: str) -> MatchVariant:
    """Return the variant of a game with this key.

    Raises `KeyError` for an unknown rule, and `ValueError` for a choice that it does not have.
    """
    players, chosen = choices_of_key(game, key)
    choices, title = game.house_rules.value(chosen), TITLED + "."
    variant = describe_variant(game, players, choices)
    if variant.key != key and key.startswith(title):
        return describe_variant(game, players, choices, with_points=True)
    return variant


def sections_of(game: Game, key: str) -> Sequence[StatisticsSection]:
    """Return what a page shows of the variant of a game with this key in the game's own way."""
    players, chosen = choices_of_key(game, key)
    if game.statistics is None:
        return ()
    return game.statistics.sections(players, game.house_rules.value(chosen))


def choices_of_key(game: Game, key: str) -> tuple[int, dict[str, Any]]:
    """Return the number of players in the key of a variant, and the choices that are not usual.

    Raises `ValueError` without a number of players or for a choice that a rule does not have, and
    `KeyError` for an unknown rule.
    """
    players, *items = key.split(".")
    pairs = [item.partition("=") for item in items]
    form = {name: unquote(value) or "yes" for name, _equals, value in pairs}
    rules = {rule.key: rule for rule, _usual in game.house_rules.rules}
    chosen = {name: rules[name].read(form) for name in form}
    titled_by = game.statistics.titled_by if game.statistics else ""
    for name, choice in chosen.items():
        # A title that is folded may have more letters than anybody can type.
        if name != titled_by and rules[name].problems(choice):
            raise ValueError(f"{name} of {game.key} cannot be {choice!r}")
    return game.players[0] if titled_by and players == TITLED else int(players), chosen


def describe_variant(
    game: Game, players: int, choices: RuleChoices, *, with_points: bool = False
) -> MatchVariant:
    """Return the variant of matches of so many players with these house rules, all of them by
    key."""
    statistics = game.statistics or statistics_of_any(game.house_rules)
    if statistics.titled_by:
        return titled_variant(game, statistics, choices, with_points=with_points)
    items = [*items_of_key(game, statistics.variant_rules, choices)]
    words = [*statistics.describe_variant(choices)]
    if len(game.players) > 1:
        words = [_n("{n} player", "{n} players", players), *words]
    return MatchVariant(
        ".".join([str(players), *items]),
        reduce(join_words, words) if words else game.name,
        game.is_reversed(choices),
        game.name,
    )


def titled_variant(
    game: Game, statistics: GameStatistics, choices: RuleChoices, *, with_points: bool
) -> MatchVariant:
    """Return the variant of matches of a title, or of those among which their points are added up.

    People come and go while they play the same, so it says nothing of how many they are.
    """
    title, key = choices[statistics.titled_by], TITLED
    points_rules: Sequence[str] = ()
    played = _("{title}", title=Name(title)) if title else game.name
    if folded := spelling_key(title):
        key = f"{key}.{statistics.titled_by}={escape_of_key(folded)}"
    if with_points:
        points_rules = statistics.points_rules(choices)
    name = reduce(join_words, statistics.describe_variant(choices)) if points_rules else played
    key = ".".join([key, *items_of_key(game, points_rules, choices)])
    return MatchVariant(key, name, game.is_reversed(choices), played)


def escape_of_key(words: str) -> str:
    """Return words as a value in the key of a variant, and so as a part of an address: in it a dot
    ends an item."""
    return "".join(f"%{ord(letter):02X}" if letter in "%.=/\\" else letter for letter in words)


def items_of_key(game: Game, keys: Iterable[str], choices: RuleChoices) -> Iterator[str]:
    """Yield the part of the key of a variant for each of these rules that is not the usual one."""
    usual = game.house_rules.value({})
    rules = {rule.key: rule for rule, _usual in game.house_rules.rules}
    for key in keys:
        if choices[key] != usual[key]:
            yield key_item(rules[key], choices[key])


def join_words(words: Text, more: Text) -> Text:
    """Return two short texts on one line."""
    return _("{words} · {more}", words=words, more=more)


def key_item(rule: Prompt, choice: Any) -> str:
    """Return a rule and its choice as a part of the key of a variant."""
    # As on a form, where an empty box is no answer but no.
    value = rule.fill(choice).get(rule.key, "no")
    return rule.key if value == "yes" else f"{rule.key}={value}"


def statistics_of_any(house_rules: HouseRules) -> GameStatistics:
    """Return the statistics of a game that has none of its own: no facts.

    Its variants are the choices that make another game of it, and numbers such as a target.
    """
    numbers = [rule for rule, _usual in house_rules.rules if isinstance(rule, Number)]
    rules = [*house_rules.variants, *numbers]

    def describe(choices: RuleChoices) -> list[Text]:
        return [choice_text(rule, choices[rule.key]) for rule in rules]

    return GameStatistics(lambda *_match: (), (), [rule.key for rule in rules], describe)


def choice_text(rule: Prompt, choice: Any) -> Text:
    """Return the name of a choice of a rule that makes a variant."""
    if isinstance(rule, Switch) and rule.variant_names:
        return rule.variant_names[bool(choice)][0]
    return in_words(rule, choice)
