"""What a game is: its name, how many can play it, and its script."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from app.scoring.awards import AwardKind
from app.scoring.facts import GameStatistics
from app.scoring.model.decks import HouseDeck
from app.scoring.model.problems import Problem
from app.scoring.model.seats import LETTERS, NO_COLOURS, Direction, Side, label_of
from app.scoring.model.text import Text, _, _n, signed_total
from app.scoring.prompts import HouseRules
from app.scoring.rulings import Ruling
from app.scoring.sheet import Sheet, Variant
from app.scoring.table.deal import Deal, Script
from app.scoring.table.table import Table

MOST_PLAYERS = len(LETTERS)
LONGEST_NAME = 200
MAX_LETTERS_READ = 2_000
"""So much of a name is read, which is enough to say that it is too long."""
JOINERS = "\u200c\u200d"
BLANKS = "\u2800\u3164\u115f\u1160\uffa0"
"""Letters by name that show nothing."""


@dataclass(frozen=True)
class Game:
    """A set of rules. `players` are the numbers of players that it can be played by: no more than
    `MOST_PLAYERS`, the seats that pages and sheets have room for, or it raises ValueError.

    `seating` tells the table in which order to give its names, and `first` who the first of them
    is, if that matters. By its `other_names` it is found too. `void_section` is the section of the
    rules page about deals that do not count, `playing_section` the one about how cards are played,
    and `numbers` are those that the page takes from the scoring, by the names it calls them.
    `rulings` are what its tables argue about, and `sheet` is what goes on paper. `icon` is the
    emblem that it goes by: a symbol of ours, or one in ``symbols.svg`` in its own folder; `signs`
    are symbols of what counts in it, by the words that begin its row in a table of the rules page.
    In a game that `plays_at_once` nobody follows anybody, and in one of `only_gains` totals need no
    sign. `describe_progress` says which deal is being played, from the `Deal.progress` in its
    summary. `describe_deal` says what happened to a side and to another one in a deal that is over,
    without a full stop; None where their points say as much. `awards` are those of this game alone,
    and `statistics` what is counted in it beside what is counted in every game.
    `house_deck` is ours, for a game that is played with a deck of cards with symbols.
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
    signs: Mapping[str, str] = field(default_factory=dict)
    first: Text | None = None
    direction: Direction = "clockwise"
    wins_together: bool = False
    plays_at_once: bool = False
    only_gains: bool = False
    numbers: Mapping[str, int] = field(default_factory=dict)
    describe_progress: Callable[[Mapping[str, Any]], Text] | None = None
    describe_deal: Callable[[Deal, Side, Side], Text | None] | None = None
    awards: Sequence[AwardKind] = ()
    statistics: GameStatistics | None = None
    rulings: Sequence[Ruling] = ()
    sheet: Sheet = field(default_factory=Sheet)
    house_deck: HouseDeck | None = None

    def __post_init__(self) -> None:
        if not self.players or not 0 < min(self.players) <= max(self.players) <= MOST_PLAYERS:
            raise ValueError(
                f"{self.key}: a game has 1 to {MOST_PLAYERS} players, but players={self.players}"
            )

    def table(self, names: Sequence[str], colours: Mapping[str, int] = NO_COLOURS) -> Table:
        """An empty table of this game for these players, in play order; `colours` by name."""
        return Table(names, self.direction, colours, only_gains=self.only_gains)

    def signed_total(self, total: int) -> int:
        """A total as it is shown anywhere: with its sign, unless all totals are gains."""
        return signed_total(total, only_gains=self.only_gains)

    @cached_property
    def house_rules(self) -> HouseRules:
        """The first question of the script, which does not depend on who plays."""
        # A script asks them before it knows any player, so names of any kind will do.
        names = [str(number) for number in range(1, self.players[0] + 1)]
        prompt = next(self.play(self.table(names)))
        assert isinstance(prompt, HouseRules)
        return prompt

    @property
    def variants(self) -> Sequence[Variant]:
        """The ways to play it that have a blank sheet of their own."""
        return self.sheet.variants_for(self.players)

    def seating_problems(
        self, names: Sequence[str], *, accepted: Collection[str] = ()
    ) -> list[Problem]:
        """What is wrong with the players' names; `at` is the place of the name.

        Names that were `accepted` before, by whatever rules then, only have to differ at all.
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
        """How many play, in words: ``3``, ``2 or 3``, ``1–4``."""
        least, most = min(self.players), max(self.players)
        if most == least:
            return _("{n}", n=most)
        if most == least + 1:
            return _("{least} or {most}", least=least, most=most)
        return _("{least}–{most}", least=least, most=most)


def name_problem(name: str, same: Collection[str], accepted: Collection[str]) -> Text | None:
    """What is wrong with a player's name, None if nothing is.

    `same` are the names before it that are alike to people, the first one first.
    """
    if not any(c.isprintable() and not c.isspace() and c not in BLANKS for c in name):
        return _("This player needs a name.")
    if len(name) > LONGEST_NAME:
        return _(
            "This name has {length} letters; the most is {longest}.",
            length=len(name),
            longest=LONGEST_NAME,
        )
    # A player without a name is called by a hue, which somebody else may be called in earnest.
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


def normalise_name(name: str) -> str:
    """A name on one line, composed, without control characters, cut to `MAX_LETTERS_READ`.

    Joiners stay where they join: Persian names and families in one sign need them.
    """
    # Composing takes the square of the number of accents, and a name may come from anywhere.
    name = name[:MAX_LETTERS_READ]
    letters = (c if c.isprintable() or c.isspace() or c in JOINERS else "" for c in name)
    words = "".join(letters).split()
    return unicodedata.normalize("NFC", " ".join(word.strip(JOINERS) for word in words)).strip()


def name_key(name: str) -> str:
    """What two names have in common that are the same to people, such as "Anna" and "anna".

    Without case, double spaces, and the width that letters have among Chinese ones.
    """
    letters = (
        unicodedata.normalize("NFKC", c) if unicodedata.east_asian_width(c) in "FH" else c
        for c in normalise_name(name)
    )
    return unicodedata.normalize("NFC", "".join(letters).casefold())
