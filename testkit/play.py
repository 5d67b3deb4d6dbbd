"""A table that plays at random: for any question of any game it finds a legal answer."""

import random
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from app.games import GAMES
from app.games.torite.scores import PATTERNS
from app.matchfile import as_file
from app.scoring import PLAYERS, VOID, Answers, Event, Game, Match, Prompt, Standing
from app.scoring.match.log import MAX_DEALS
from app.scoring.prompts import Count
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.engine import now
from app.store.matches import matches
from app.web.match.repository import summary_of
from testkit.match import CAST, TEN_NAMES

SYMBOLS = ["spade", "heart", "diamond", "acorn", "club", "leaf", "bell"]
LONGEST_MATCH = 5_000
ROUNDS_TO_AN_END = 4
"""After so many rounds a table ends a match that only it can end, sooner or later."""
WORDS = ["Skyjo", "2 × 3", "صن مول", "a.b=c&d <i>", "👍🏽 1"]


class Played:
    """A match that is being played."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self.game = game
        self.names = names
        self.match = Match(game, names)

    @property
    def standing(self) -> Standing:
        return self.match.standing

    @property
    def answers(self) -> Answers:
        """The answers given so far, by deal and key."""
        return self.match.answers

    @property
    def file(self) -> dict[str, Any]:
        return as_file(self.match)

    def answer(self, answer: Any) -> None:
        """Answer the question that is waited for."""
        prompt = self.standing.prompt
        assert prompt is not None
        self.match = self.match.accept(Event("entry", prompt.deal, prompt.key, answer))
        assert not self.standing.problems, (prompt.key, answer, self.standing.problems)

    def answer_from_paper(self, rng: random.Random) -> None:
        """Give the points of the deal that is being played, in some order."""
        prompt = self.standing.paper_prompt
        assert prompt is not None
        points = rng.sample(prompt.example, len(prompt.example))
        self.match = self.match.accept(Event("entry", prompt.deal, prompt.key, points))
        assert not self.standing.problems, (prompt.key, points, self.standing.problems)

    def throw_in(self, reason: str) -> None:
        """Give up the deal that is being played."""
        deal = self.standing.deals[-1]
        self.match = self.match.accept(Event("void", deal.number, VOID, reason))
        assert deal.number < len(self.standing.deals), (reason, self.standing.problems)

    def end(self) -> None:
        """Say that the match is over."""
        self.match = self.match.accept(Event("end"))

    def replay(self) -> Standing:
        """The same lines from the beginning."""
        return self.match.with_events().standing


def play_at_random(
    game: Game,
    rng: random.Random,
    *,
    players: int | None = None,
    rules: dict[str, Any] | None = None,
    mishaps: float = 0.05,
    paper: float = 0.0,
    beside: bool = True,
) -> Played:
    """Play a whole match of `game` by legal random answers.

    `rules` are house rules that are settled; the table draws the others. Of all questions, the
    part `mishaps` is not answered, but the deal is thrown in; and the part `paper` of those that
    can be, is answered with the points of a sheet of paper. What stands `beside` a question, such
    as a note, is given or left out; or always left out.
    """
    players = players or rng.choice(game.players)
    match = Played(game, TEN_NAMES[:players])
    for _ in range(LONGEST_MATCH):
        standing = match.standing
        prompt = standing.prompt
        if prompt is None:
            return match
        deal = standing.deal
        if prompt.kind == "rules" and rules is not None:
            match.answer(settle(prompt, rng, rules))
        elif prompt.needs_follow_up and not beside:
            match.answer(None)
        elif ends_here(standing, rng):
            match.end()
        elif deal and deal.void_reasons and rng.random() < mishaps:
            match.throw_in(rng.choice(list(deal.void_reasons)))
        elif paper and standing.paper_prompt and rng.random() < paper:
            match.answer_from_paper(rng)
        else:
            match.answer(legal_answer(prompt, rng))
    raise AssertionError(f"{game.key} does not end")


def ends_here(standing: Standing, rng: random.Random) -> bool:
    """Whether a table that has to end the match itself does so before the next round."""
    is_between = standing.deal is None or not standing.answers_of_deal
    if not is_between or not standing.deals:
        return False
    is_long = standing.table.scored_count >= ROUNDS_TO_AN_END
    is_told = standing.table.ends_when_told and is_long and rng.random() < 0.4
    return is_told or len(standing.deals) > MAX_DEALS


def play_until(
    game: str, rng: random.Random, stop: Callable[[Standing], bool], **rules: Any
) -> Played:
    """A match by random answers, up to the first question where `stop` holds."""
    match = Played(GAMES[game], TEN_NAMES[: rules.pop("players", GAMES[game].players[0])])
    while (prompt := match.standing.prompt) is not None:
        if stop(match.standing):
            return match
        is_first = prompt.kind == "rules"
        match.answer(settle(prompt, rng, rules) if is_first else legal_answer(prompt, rng))
    raise AssertionError("the match never came to that question")


def with_substitutes(match: Match, rng: random.Random, names: Sequence[str]) -> Match:
    """The match after it was said who else sat there from a deal on, once, twice or not at all; now
    and then also that all sat in another order, and that a line of this was wrong."""
    for name in names[: rng.choice([0, 0, 1, 2])]:
        present = [*match.seating.present]
        if rng.random() < 0.3 and not match.why_cannot_reseat:
            event = match.reseating(rng.sample(range(len(present)), len(present)))
        else:
            new: list[str | None] = [None] * len(present)
            new[rng.randrange(len(present))] = name
            event = Event("correction", rng.choice(match.deals_to_rename_from), PLAYERS, new)
        match = match.accept(event)
        if rng.random() < 0.3:
            match = match.accept(Event("undo"))
            match = match.accept(Event("redo")) if rng.random() < 0.5 else match
    return match


def at(finished: int, key: str) -> Callable[[Standing], bool]:
    """At the question `key`, after so many deals that counted."""

    def is_there(standing: Standing) -> bool:
        counted = sum(not deal.void for deal in standing.finished)
        return counted == finished and standing.prompt is not None and standing.prompt.key == key

    return is_there


def keep_in(database: Path | str, match: Match, began: datetime | None = None) -> int:
    """Write a match into a database as if it had been played there, now or since a moment, with
    an answer every ten minutes. Returns its id."""
    started, log = now(), match.log
    if began is not None:
        moments = (began + n * timedelta(minutes=10) for n in count())
        log = tuple(
            replace(line, at=at.isoformat(timespec="milliseconds"))
            for line, at in zip(log, moments, strict=False)
        )
        started = log[0].at or started
    with closing(engine_for(database).connect()) as db:
        about = (HOME, match.game.key, match.players, started, log)
        by_date = began is not None
        return matches.save_match(
            db,
            *about,
            uuid=match.uuid,
            summary=summary_of(match),
            by_date=by_date,
            utc_offset=match.utc_offset,
        )


# --- legal answers, by the kind of the question -------------------------------------------------


def legal_answer(prompt: Prompt, rng: random.Random) -> Any:
    """An answer to `prompt` that is not refused, drawn at random; sometimes none if it may be."""
    if prompt.optional and rng.random() < 0.3:
        return None
    draw = DRAWS[prompt.kind]
    for _ in range(2000):
        answer = draw(prompt, rng)
        for _ in range(200):
            problems = prompt.problems(answer)
            if not problems:
                return answer
            if not redraw(prompt, rng, answer, {problem.at for problem in problems}):
                break
    raise AssertionError(f"no legal answer to {prompt.key} was found, last {answer}: {problems}")


def with_known_cards(prompt: Any, rng: random.Random, answer: list[list[Any]]) -> Any:
    """Cards by their numbers, where some are known: those show what they showed before."""
    numbers = iter(rng.sample(range(1, 10), 9))
    drawn = [[(next(numbers), face) for face in hand] for hand in answer]
    return [
        [prompt.known_face(number) or face | {"number": number} for number, face in hand]
        for hand in drawn
    ]


def next_answer(prompt: Prompt, rng: random.Random) -> tuple[Prompt, Any]:
    """A question on the screen with a legal answer: what may be passed over often is."""
    answer = legal_answer(prompt, rng)
    if getattr(prompt, "known", None) and answer:
        answer = with_known_cards(prompt, rng, answer)
    is_passed_over = (prompt.optional and not answer) or prompt.needs_follow_up
    if prompt.follow_up is None or not is_passed_over:
        return prompt, answer
    return next_answer(prompt.follow_up, rng)


def settle(prompt: Any, rng: random.Random, settled: dict[str, Any]) -> dict[str, Any]:
    """House rules drawn at random, but for the ones that are settled."""
    for _ in range(2000):
        drawn = {r.key: legal_answer(r, rng) for r, _usual in prompt.rules if rng.random() < 0.6}
        rules = drawn | settled
        if not prompt.problems(rules):
            return rules
    raise AssertionError(f"no house rules go with {settled}")


def draw_number(prompt: Any, rng: random.Random) -> int:
    """Among the usual numbers, so that no match lasts all night."""
    usual = prompt.usual or (prompt.low, prompt.high)
    return rng.randint(min(usual), max(usual))


def draw_amounts(prompt: Any, rng: random.Random) -> list[Any]:
    """Points as they fall, now and then as a sum, that make up what a round must add up to."""
    amounts = [rng.randint(-20, 60) for _ in prompt.owners(None)]
    if prompt.total is not None:
        amounts[-1] += prompt.total - sum(amounts)
    return [[n - 7, 7] if rng.random() < 0.15 else n for n in amounts]


def draw_sides(rng: random.Random) -> str:
    """Alone, opposite, or on two sides; for some number of players, which the rules refuse."""
    return rng.choice(["none", "opposite", "".join(rng.choices("AB", k=rng.randint(2, 10)))])


def draw_count(prompt: Any, rng: random.Random) -> list[int]:
    # The Torite is over when its tricks do not fit, so its tables mostly aim at those that do.
    pattern = PATTERNS.get(len(prompt.seats), ())
    if pattern and prompt.total == sum(pattern) and rng.random() < 0.8:
        return rng.sample(pattern, len(pattern))
    piles = rng.choice([prompt.seats, prompt.sides]) if prompt.sides else prompt.seats
    counts = [prompt.least.get(pile, (0, None))[0] for pile in piles]
    eager = [rng.random() ** 2 + 0.01 for _ in counts]
    for _ in range(prompt.total - sum(counts)):
        counts[rng.choices(range(len(counts)), eager)[0]] += 1
    return counts


def draw_order(prompt: Any, rng: random.Random) -> list[int]:
    order = [seat.index for seat in rng.sample(prompt.seats, len(prompt.seats))]
    return order[: -1 if rng.random() < 0.5 else None]


def draw_assign(prompt: Any, rng: random.Random) -> dict[str, int]:
    cards = [card for card in prompt.cards if not prompt.may_have_gaps or rng.random() < 0.6]
    return {card: rng.choice(prompt.seats).index for card in cards}


def draw_cards(prompt: Any, rng: random.Random) -> Any:
    there = [card for card in prompt.pack if card not in prompt.unavailable]
    return rng.choice(there) if prompt.single else rng.sample(there, len(prompt.seats))


def shared_out(prompt: Any, rng: random.Random, cards: Sequence[Any]) -> list[list[Any]]:
    """As many of the cards as each player keeps."""
    drawn = rng.sample(cards, prompt.cards_each * len(prompt.seats))
    return [drawn[n :: len(prompt.seats)] for n in range(len(prompt.seats))]


def draw_face(rng: random.Random) -> dict[str, Any]:
    symbols = rng.sample(SYMBOLS, rng.choice([3, 5]))
    face: dict[str, Any] = {"symbols": symbols}
    if rng.random() < 0.8:
        face["large"] = [symbol for symbol in symbols if rng.random() < 0.2]
    return face


def draw_deck(prompt: Any, rng: random.Random) -> dict[str, Any]:
    return {str(number): draw_face(rng) for number in prompt.numbers}


def draw_faces(prompt: Any, rng: random.Random) -> list[list[dict[str, Any]]]:
    chance = rng.choice([0.0, 0.5, 1.0])
    return [
        [draw_face(rng) | ({"number": n} if rng.random() < chance else {}) for n in numbers]
        for numbers in shared_out(prompt, rng, range(1, prompt.highest + 1))
    ]


def draw_figures(prompt: Any, rng: random.Random) -> Any:
    rows = [
        {column.key: rng.randint(column.low, column.high) for column in prompt.columns}
        for _ in prompt.seats
    ]
    if prompt.by_seat:
        return rows
    return {column.key: [row[column.key] for row in rows] for column in prompt.columns}


DRAWS: dict[str, Callable[[Any, random.Random], Any]] = {
    "amounts": draw_amounts,
    "assign": draw_assign,
    "cards": draw_cards,
    "choose": lambda prompt, rng: rng.choice(list(prompt.options)),
    "count": draw_count,
    "deck": draw_deck,
    "faces": draw_faces,
    "figures": draw_figures,
    "number": draw_number,
    "order": draw_order,
    "pick": lambda prompt, rng: shared_out(prompt, rng, prompt.numbers),
    "player": lambda prompt, rng: rng.choice(prompt.seats).index,
    "rules": lambda prompt, rng: settle(prompt, rng, {}),
    "round_sum": lambda prompt, rng: rng.choice([0, 26, -5]),
    "several": lambda prompt, rng: prompt.normalise(
        [key for key in prompt.options if rng.random() < 0.5]
    ),
    "sides": lambda prompt, rng: draw_sides(rng),
    "switch": lambda prompt, rng: rng.random() < 0.5,
    "word_list": lambda prompt, rng: rng.sample(["1", "5", "10", "25"], rng.randint(0, 3)),
    "words": lambda prompt, rng: rng.choice(WORDS if prompt.optional else ["", *WORDS]),
}


def redraw(prompt: Any, rng: random.Random, answer: Any, seats: set[Any]) -> bool:
    """Draw again for the seats that have a problem, where every seat has its own figures."""
    if prompt.kind != "figures" or None in seats:
        return False
    for seat in seats:
        for column in prompt.columns:
            value = rng.randint(column.low, column.high)
            if prompt.by_seat:
                answer[seat][column.key] = value
            else:
                answer[column.key][seat] = value
    return True


# --- house rules, every choice of every one -----------------------------------------------------


def house_rules(game: Game) -> list[tuple[str, Any]]:
    """Each house rule of `game` with each choice that it offers."""
    rules = game.house_rules.rules
    return [(rule.key, choice) for rule, _default in rules for choice in choices(rule)]


def choices(rule: Any) -> Sequence[Any]:
    if rule.kind == "switch":
        return [False, True]
    if rule.kind == "choose":
        return list(rule.options)
    if rule.kind == "number":
        return sorted({*rule.usual, min(rule.low, rule.high, key=abs)})
    return []


def as_asked(prompt: Prompt, answer: Any) -> Any:
    """An answer as the page asks for it: partners pile their tricks together."""
    if isinstance(prompt, Count) and prompt.sides and len(answer) == len(prompt.seats):
        return [sum(answer[seat.index] for seat in side.seats) for side in prompt.sides]
    return answer


def large_totals() -> Played:
    """A match of Trex after two kingdoms in which Anna took every card that Dino had doubled."""
    queens = dict.fromkeys(["QS", "QH", "QD", "QC"], 0)
    cards = ["complex", dict.fromkeys(["KH", *queens], 3), 0, queens]
    kingdom = [*cards, [13, 0, 0, 0], [13, 0, 0, 0], [1, 2, 3, 0]]
    played = Played(GAMES["trex"], CAST)
    for answer in ({"complex": True}, 0, *kingdom, *kingdom):
        played.answer(answer)
    return played
