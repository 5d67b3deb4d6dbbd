"""One deal: its dealer and contract, the questions about it, and its score.

The score of a deal is computed from the answers in `scores.py` or `play.py` of its game, and
`Deal.score` closes the deal with it; `Table.add_up` of `app.scoring.table.table` adds up the match.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from app.scoring import prompts
from app.scoring.model.cards import TRUMPS
from app.scoring.model.seats import Circle, Part, Seat
from app.scoring.model.text import Text, _
from app.scoring.prompts import Pile, Prompt
from app.scoring.table.outcome import Outcome

T = TypeVar("T")
Steps = Generator[Prompt, Any, T]
Script = Generator[Prompt, Any, Outcome]

MISDEAL = {"misdeal": _("misdeal")}


def thrown_in_text(reason: Text | str) -> Text:
    """Return the words for a deal that does not count."""
    return _("Thrown in: {reason}", reason=reason)


class ThrownIn(Exception):
    """The deal was thrown in: it scores nothing, and the schedule stays where it was."""


class PointsOnPaper(Exception):
    """Raised in a script whose deal is typed from paper: only its `points` are known, by seat or
    side."""

    def __init__(self, points: Mapping[Pile, int]) -> None:
        super().__init__()
        self.points = points


@dataclass(eq=False)
class Group:
    """Deals that belong together and share this object, such as a phase or a kingdom.

    `owner` is the seat it belongs to, None until it is known or if there is none, when `owner_text`
    says so; `note` is shown above its deals on paper once the last of them is over, and `closing`
    sums it up in a few words on the screen. `size` is how many of its deals count.
    """

    name: Text
    owner: Seat | None = None
    owner_text: Text | None = None
    note: Text | None = None
    closing: Text | None = None
    size: int | None = None

    @property
    def heading(self) -> Text:
        """The heading above its deals: its name and its owner."""
        if self.owner is None:
            return self.name
        return _("{group}: {owner}", group=self.name, owner=self.owner)


@dataclass(eq=False)
class Deal:
    """A deal as it is being played and scored. `number` counts from 1, void deals included.

    `circle` are the players, and `when_over` is called with the deal once it is scored or void.

    What the table can see at any time: its `group` and the `owner` of the kingdom; its `dealer`,
    the `leader` of the first card, and the seat that `leads_next` if that is another one by now;
    `trump` by the key of its suit; the tricks that each seat aims for (`targets`, and `target_word`
    for what these are called); and `reminders` such as a doubled card.

    `value` is what it costs or brings, in words beside its name. `subtitle` and `subtitle_short`
    say which of how many deals it is, or what it is played with. `progress` says which it is as
    plain data, which `Game.describe_progress` puts into words. `tricks` are those of each seat
    where none has a total of its own, and `tallies` what else each seat has made, by a key of the
    game; `ticks` are how often the table has marked each seat so far. `icon` is the symbol of its
    contract or its trumps, None where the emblem of the game is enough.

    `may_be_dealt_again` says that a hand can ask for that before the first card.
    `void_reasons` are the reasons for which it can be thrown in now, and `void_closed` says why
    others are not possible. `fixed_sum` is what the scores of all must add up to, if the rules say
    so; where nothing scores, `seat_summaries` sum up the deal for each seat instead. `chances`
    calculates what is still possible from this deal on, when a page asks for it: see
    `app.scoring.chances`. `settled` are the choices of house rules that deals of the match have
    asked for, by key.
    """

    circle: Circle
    when_over: Callable[[Deal], None]
    number: int
    title: Text
    name: Text | None = None
    group: Group | None = None
    owner: Seat | None = None
    dealer: Seat | None = None
    leader: Seat | None = None
    leads_next: Seat | None = None
    trump: str | None = None
    value: Text | None = None
    subtitle: Text | None = None
    subtitle_short: Text | None = None
    progress: Mapping[str, int | str] = field(default_factory=dict)
    icon: str | None = None
    targets: Mapping[Seat, int] = field(default_factory=dict)
    target_word: Text = field(default_factory=lambda: _("target"))
    may_be_dealt_again: bool = False
    void_reasons: Mapping[str, Text] = field(default_factory=lambda: MISDEAL)
    void_closed: Mapping[str, Text] = field(default_factory=dict)

    answers: dict[str, Any] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    scores: tuple[int, ...] | None = None
    totals: tuple[int, ...] = ()
    fixed_sum: int | None = None
    void: str | None = None
    void_words: Text | None = None
    is_over: bool = False
    reminders: list[Text] = field(default_factory=list)
    seat_summaries: dict[Seat, Sequence[Text]] = field(default_factory=dict)
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    tallies: Mapping[Seat, Mapping[str, int]] = field(default_factory=dict)
    ticks: Mapping[Seat, int] = field(default_factory=dict)
    notes: list[Text] = field(default_factory=list)
    chances: Callable[[], Any] | None = None
    on_paper: Callable[[], Prompt] | None = None
    settled: dict[str, Any] = field(default_factory=dict)
    _tell: list[Text] = field(default_factory=list)

    @property
    def trump_name(self) -> Text | None:
        """The trump suit, or no trumps, in words."""
        return TRUMPS[self.trump] if self.trump else None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in play order."""
        return self.circle.seats

    # What the table does

    def tell(self, line: Text) -> None:
        """Add a line above the next question: what the table does now."""
        self._tell.append(line)

    def note(self, line: Text) -> None:
        """Add a note to the finished deal, such as a closed kingdom."""
        self.notes.append(line)

    # What the table is asked

    def ask(self, kind: Callable[..., Prompt], /, **fields: Any) -> Steps[Any]:
        """Ask a question of any `kind` of prompt, and return the value of its answer.

        A question with a forced answer is not shown, so the lines of `tell` wait for the next one.
        """
        prompt = self.prompt(kind, tell=tuple(self._tell), **fields)
        if prompt.forced_answer is None:
            self._tell = []
        return (yield prompt)

    def prompt(self, kind: Callable[..., Prompt], /, **fields: Any) -> Prompt:
        """Return a question of this deal without asking it.

        Its guidance, if the game gives none, is `who_begins`.
        """
        return kind(deal=self.number, **({"guidance": self.who_begins} | fields))

    def choose(
        self, key: str, ask: Text, options: Mapping[str, Text], *, rule: str, **fields: Any
    ) -> Steps[Any]:
        """Ask for one of `options`, and return its key."""
        return self.ask(
            prompts.Choose, key=key, ask=ask, options=dict(options), rule=rule, **fields
        )

    def settle(self, key: str, ask: Text, options: Mapping[str, Text], *, rule: str) -> Steps[str]:
        """Ask for the choice of a house rule that the table had left open, and return it.

        From then on the match goes on as if the choice had been made before it.
        """
        guidance = _("Asked once: it holds for the rest of the match")
        choice: str = yield from self.choose(key, ask, options, guidance=guidance, rule=rule)
        self.settled[key] = choice
        return choice

    def player(
        self, key: str, ask: Text, *, rule: str, seats: Sequence[Seat] = (), **fields: Any
    ) -> Steps[Seat]:
        """Ask for one of the players, or of `seats`, and return the seat."""
        seats = seats or self.seats
        return self.ask(prompts.Player, key=key, ask=ask, rule=rule, seats=seats, **fields)

    def count(self, key: str, ask: Text, *, rule: str, **fields: Any) -> Steps[dict[Seat, int]]:
        """Ask how many of a `total` each seat has, and return the number by seat; `unit` formats a
        number."""
        return self.ask(prompts.Count, key=key, ask=ask, rule=rule, seats=self.seats, **fields)

    def count_piles(self, key: str, ask: Text, **fields: Any) -> Steps[dict[Pile, int]]:
        """As `count`, but partners may pile together what they take: returns the number by seat or
        by side, as they counted it."""
        sides = self.circle.sides
        together = sides if len(sides) < len(self.seats) else ()
        return self.ask(prompts.Count, key=key, ask=ask, seats=self.seats, sides=together, **fields)

    def order(self, key: str, ask: Text, *, rule: str, **fields: Any) -> Steps[list[Seat]]:
        """Ask for the order in which something happened to the seats, with the names of `places`,
        and return all seats in that order."""
        return self.ask(prompts.Order, key=key, ask=ask, rule=rule, seats=self.seats, **fields)

    def assign(
        self, key: str, ask: Text, cards: Sequence[str], *, rule: str, **fields: Any
    ) -> Steps[dict[str, Seat]]:
        """Ask for a seat for each of `cards`, and return the seat by card."""
        return self.ask(
            prompts.Assign, key=key, ask=ask, cards=cards, rule=rule, seats=self.seats, **fields
        )

    # How it ends

    def score(self, parts: Iterable[Part], *, total: int) -> None:
        """Close the deal with these parts, in points, which must add up to `total`.

        The counts of people have been checked before, so a wrong sum here is a bug: an
        AssertionError.
        """
        self.parts = list(parts)
        by_side = self.circle.points(self.parts)
        assert sum(by_side) == total, (
            f"deal {self.number} scores {list(by_side)}, not {total} in all"
        )
        self.fixed_sum = total
        self.close(by_side)

    def score_freely(self, parts: Iterable[Part]) -> None:
        """Close a deal of a game in which the points of all players have no fixed sum."""
        parts = list(parts)
        # It meets its own sum, so that a deal is closed in one way only; but that proves nothing.
        self.score(parts, total=sum(part.points for part in parts))
        self.fixed_sum = None

    def close(self, by_side: Sequence[int] | None = None) -> None:
        """Close the deal, with the points of each side, or None if nothing scores."""
        self.scores = None if by_side is None else tuple(by_side)
        self.is_over = True
        self.when_over(self)

    def throw_in(self, reason: str, words: Text) -> None:
        """Make the deal void; raises `ThrownIn`, so that the script starts another one."""
        self.mark_void(reason, words)
        raise ThrownIn(reason)

    def mark_void(self, reason: str, words: Text) -> None:
        """Mark the deal as void: nothing scores, the totals stay."""
        self.void, self.void_words = reason, words
        self.is_over = True
        self.when_over(self)

    @property
    def void_text(self) -> Text | None:
        """That the deal does not count, and why; None for one that does."""
        return self.void_words and thrown_in_text(self.void_words)

    @property
    def leads(self) -> Seat | None:
        """The seat that leads now, None if that is not known."""
        return self.leads_next or self.leader

    @property
    def who_begins(self) -> Text | None:
        """Who leads, else who deals; None if neither is known."""
        if leads := self.leads:
            return _("{seat} leads", seat=leads)
        return _("{seat} deals", seat=self.dealer) if self.dealer else None

    def parts_of(self, side_index: int) -> list[Part]:
        """Return the parts of the score of the side with this index."""
        return [part for part in self.parts if self.circle.side_of(part.seat).index == side_index]
