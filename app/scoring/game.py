"""A game: its name, how many can play it, its script, its rulings, its sheet; and players'
names."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from app.scoring.awards import AwardKind
from app.scoring.facts import GameStatistics
from app.scoring.model.problems import Problem, too_long
from app.scoring.model.seats import LETTERS, NO_COLOURS, Direction, Side, label_of
from app.scoring.model.spelling import normalise_name
from app.scoring.model.text import Text, _, _n, signed_total
from app.scoring.prompts import HouseRules
from app.scoring.prompts.decks import Deck
from app.scoring.rulings import Ruling
from app.scoring.sheet import RuleChoices, Sheet, Variant
from app.scoring.table.deal import Deal, Script
from app.scoring.table.table import Table

MOST_PLAYERS = len(LETTERS)
LONGEST_NAME = 200
# Characters that Unicode calls letters, but that show nothing.
BLANKS = "\u2800\u3164\u115f\u1160\uffa0"


def deals_of(n: int) -> Text:
    """Return `n` deals in words."""
    return _n("{n} deal", "{n} deals", n)


@dataclass(frozen=True)
class HigherMark:
    """What a match that has come to its mark can go on to, in `words`: the house rules that become
    others for that."""

    words: Text
    rules: RuleChoices


@dataclass(frozen=True)
class Game:
    """A set of rules. `players` are the possible numbers of players: no more than `MOST_PLAYERS`,
    the seats that pages and sheets have room for, or it raises ValueError.

    `seating` says in which order the table gives its names, and `first` which player comes first,
    if that matters. The search finds the game by its `other_names` too. `void_section` is the
    section of the rules page about deals that do not count, `playing_section` the one about playing
    cards, and `numbers` are the numbers of the scoring that the page shows, by the names it uses.
    `rulings` are the disputes of its tables, and `sheet` describes its paper. `icon` is its emblem:
    a symbol of ours, or one in ``symbols.svg`` in its own folder; `signs` are symbols of what
    counts in it, by its name, which begins its row in a table of the rules page.

    `plays_at_once` is for a game without turns, and `only_gains` for one whose totals need no sign;
    with `points_as_said` those of a deal need none either.
    `is_reversed` returns whether the lowest total wins, by all house rules; the script sets it at
    the table too. `count_deals` returns so many deals in words, where they have another name.
    `describe_progress` says which deal is being played, from the `Deal.progress` in its summary.
    `describe_deal` says what happened to a side and to a rival in a finished deal, without a full
    stop; None where their points say as much. `higher_mark` says what a match that is over can go
    on to, from its table and its house rules, those of now and the first; without it only another
    match follows. `awards` are those of this game alone, and `statistics` what is counted in it
    beside what is counted in every game.
    """

    key: str
    name: Text
    blurb: Text
    players: tuple[int, ...]
    play: Callable[[Table], Script]
    seating: Text
    void_section: str
    playing_section: str = ""
    other_names: Sequence[str] = ()
    icon: str = "plain"
    signs: Mapping[Text, str] = field(default_factory=dict)
    first: Text | None = None
    direction: Direction = "clockwise"
    wins_together: bool = False
    plays_at_once: bool = False
    only_gains: bool = False
    points_as_said: bool = False
    is_reversed: Callable[[RuleChoices], bool] = lambda rules: False
    numbers: Mapping[str, int] = field(default_factory=dict)
    count_deals: Callable[[int], Text] = deals_of
    describe_progress: Callable[[Mapping[str, Any]], Text] | None = None
    describe_deal: Callable[[Deal, Side, Side], Text | None] | None = None
    higher_mark: Callable[[Table, RuleChoices, RuleChoices], HigherMark | None] | None = None
    awards: Sequence[AwardKind] = ()
    statistics: GameStatistics | None = None
    rulings: Sequence[Ruling] = ()
    sheet: Sheet = field(default_factory=Sheet)

    def __post_init__(self) -> None:
        if not self.players or not 0 < min(self.players) <= max(self.players) <= MOST_PLAYERS:
            raise ValueError(
                f"{self.key}: a game has 1 to {MOST_PLAYERS} players, but players={self.players}"
            )

    def table(self, names: Sequence[str], colours: Mapping[str, int] = NO_COLOURS) -> Table:
        """Return an empty table for these players, in play order; `colours` are their hues, by
        name."""
        return Table(names, self.direction, colours, only_gains=self.only_gains)

    def signed_total(self, total: int) -> int:
        """Return a total as pages show it: with its sign, and only a minus if all are gains."""
        return signed_total(total, only_gains=self.only_gains)

    def signed_points(self, points: int) -> int:
        """Return the points of a deal as pages show them: with their sign, but for `points_as_said`
        in it."""
        return signed_total(points, only_gains=self.points_as_said)

    @cached_property
    def house_rules(self) -> HouseRules:
        """The first question of the script, to as few players as can play."""
        return self.house_rules_for(self.players[0])

    def house_rules_for(self, players: int) -> HouseRules:
        """Return the first question of the script to so many players: the same rules for all, but
        not every choice goes with every number, such as partners with three."""
        # A script asks them before it knows any player, so names of any kind will do.
        names = [str(number) for number in range(1, players + 1)]
        prompt = next(self.play(self.table(names)))
        assert isinstance(prompt, HouseRules)
        return prompt

    @cached_property
    def deck(self) -> Deck | None:
        """The house rule that is a deck of cards with symbols, None in a game without one."""
        rules = (rule for rule, _default in self.house_rules.rules)
        return next((rule for rule in rules if isinstance(rule, Deck)), None)

    @property
    def variants(self) -> Sequence[Variant]:
        """The variants of the game that have a blank sheet each."""
        return self.sheet.variants_for(self.players)

    def seating_problems(
        self, names: Sequence[str], *, accepted: Collection[str] = ()
    ) -> list[Problem]:
        """Return what is wrong with the players' names; `at` is the index of the name.

        Names that were `accepted` before, under the rules of that time, only have to differ at all.
        """
        problems = []
        # Files bring names in any number, so none of them is compared with all others.
        alike: dict[str, dict[str, None]] = {}
        for place, name in enumerate(names):
            same = alike.setdefault(name_key(str(label_of(name))), {})
            if words := name_problem(name, same, accepted):
                problems.append(Problem(words, at=place))
            same[name] = None
        if len(names) not in self.players:
            words = _n(
                "{game} is played by {players}, not by {n} player.",
                "{game} is played by {players}, not by {n} players.",
                len(names),
                game=self.name,
                players=self.player_counts,
            )
            problems.append(Problem(words))
        return problems

    @property
    def player_counts(self) -> Text:
        """The possible numbers of players in words: ``3``, ``2 or 3``, ``1–4``."""
        least, most = min(self.players), max(self.players)
        if most == least:
            return _("{n}", n=most)
        if most == least + 1:
            return _("{least} or {most}", least=least, most=most)
        return _("{least}–{most}", least=least, most=most)


def name_problem(name: str, same: Collection[str], accepted: Collection[str]) -> Text | None:
    """Return what is wrong with a player's name, None if nothing is.

    `same` are the earlier names that people take for the same, the first one first.
    """
    if not any(c.isprintable() and not c.isspace() and c not in BLANKS for c in name):
        return _("This player needs a name.")
    if all(unicodedata.category(c)[0] in "MCZ" for c in name):
        return _(
            "This name has marks alone, and no letter that they stand on: type the letter, too."
        )
    if problem := too_long(_("This name"), name, LONGEST_NAME):
        return problem
    # An unnamed player is labelled by a colour, which may be the real name of another player.
    label = str(label_of(name))
    other = next(iter(same), None)
    was_accepted = name in accepted and other in accepted
    is_same_word = other is not None and str(label_of(other)) == label
    if name in same or (is_same_word and not was_accepted):
        return _("Two players are called {name}: change one of the names.", name=label)
    if other is not None and not was_accepted:
        return _(
            "{name} and {other} are the same name: change one, for example with another letter"
            " at the end.",
            name=label,
            other=label_of(other),
        )
    return None


def name_key(name: str) -> str:
    """Return a key that is equal for names that people take for the same, such as "Anna" and
    "anna".

    Case, double spaces, and the width of letters among Chinese ones make no difference.
    """
    letters = (
        unicodedata.normalize("NFKC", c) if unicodedata.east_asian_width(c) in "FH" else c
        for c in normalise_name(name)
    )
    return unicodedata.normalize("NFC", "".join(letters).casefold())
