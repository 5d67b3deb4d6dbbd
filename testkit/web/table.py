"""One match as its phones see it, and as it is kept."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from flask import Flask

from app.games import GAMES
from app.scoring import Event, Match, Prompt, Standing
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.web.match.repository import match_from_record
from testkit.match import TEN_NAMES
from testkit.play import Played, as_asked, keep_in, next_answer
from testkit.web.phone import HTMX, Page, Phone


class Table:
    """A match with one phone on it."""

    def __init__(self, phone: Phone, match_id: int) -> None:
        self.phone = phone
        self.id = match_id
        self.path = f"/matches/{match_id}"

    # What is kept

    @property
    def match(self) -> Match:
        """The match by its log, which nobody else has played."""
        with closing(engine_for(self.phone.app.config["DATABASE"]).connect()) as db:
            record = matches.find_match(db, HOME, self.id)
        assert record is not None, f"match {self.id} is gone"
        return match_from_record(record)

    @property
    def standing(self) -> Standing:
        return self.match.standing

    @property
    def prompt(self) -> Prompt:
        """The question that is waited for."""
        prompt = self.standing.prompt
        assert prompt is not None, "nothing is waited for"
        return prompt

    @property
    def waits_for(self) -> tuple[int, str]:
        """The deal and the key of the question that is waited for."""
        return self.prompt.deal, self.prompt.key

    @property
    def events(self) -> list[Event]:
        return self.match.events

    @property
    def kinds(self) -> list[str]:
        """What kind of line each line of the log is."""
        return [event.kind for event in self.events]

    @property
    def last_line(self) -> int:
        return self.match.last_line

    @property
    def totals(self) -> dict[str, int]:
        standing = self.standing
        return {str(side): standing.totals[side.index] for side in standing.sides}

    # What the phone does

    def open(self, path: str = "") -> Page:
        return self.phone.open(self.path + path)

    def send(
        self,
        path: str,
        fields: Mapping[str, Any],
        *,
        after: object = "now",
        htmx: bool = False,
    ) -> Page:
        """Send a form; `after` is the line that its page showed, None for none."""
        line = {"after": self.last_line if after == "now" else after}
        sent = {**fields, **({} if after is None else line)}
        return self.phone.send(self.path + path, sent, headers=HTMX if htmx else None)

    def answer(self, answer: Any, **how: Any) -> Page:
        return self.send("/entries", fields_for(self.prompt, answer), **how)

    def type(self, fields: Mapping[str, str], **how: Any) -> Page:
        """Answer with what was typed, right or wrong."""
        return self.send("/entries", fields, **how)

    def undo(self, **how: Any) -> Page:
        return self.send("/undo", {}, **how)

    def void(self, reason: str = "misdeal", **how: Any) -> Page:
        return self.send("/void", {"void": reason}, **how)

    def correct(self, deal: int, key: str, answer: Any, **how: Any) -> Page:
        """Save another answer to a question that was answered."""
        answered = self.standing.answer_to(deal, key)
        assert answered is not None, f"deal {deal} has no {key}"
        fields = fields_for(answered.prompt, answer)
        return self.send(f"/deals/{deal}/{key}", {**fields, "save": "1"}, **how)

    def reseat(self, *names: str, save: bool = True, **how: Any) -> Page:
        """Seat the players in the order of these names."""
        here = [str(seat) for seat in self.standing.table.seats]
        fields = {f"seats.{place}": str(here.index(name)) for place, name in enumerate(names)}
        return self.send("/seats", fields | ({"save": "1"} if save else {}), **how)

    def rename(self, since: object = 0, /, *, after: object = "now", **names: str) -> Page:
        """Other names from a deal on: `rename(7, Bruno="Dora")`."""
        here = [str(seat) for seat in self.standing.table.seats]
        fields = {f"players.{at}": names.get(name, name) for at, name in enumerate(here)}
        return self.send("/players", {"from": since, **fields}, after=after)

    def preview(self, deal: int, key: str, answer: Any) -> Page:
        """See what another answer would change."""
        answered = self.standing.answer_to(deal, key)
        assert answered is not None, f"deal {deal} has no {key}"
        return self.send(f"/deals/{deal}/{key}", fields_for(answered.prompt, answer))

    # Several at once

    def play(self, *answers: Any) -> Table:
        """Give answers that are all taken."""
        for answer in answers:
            page = self.answer(answer)
            assert page.status == 303, page.text
        return self

    def play_on(self, rng: random.Random, answers: int) -> Table:
        """Give so many legal answers, or fewer if the match ends."""
        for _each in range(answers):
            if not self.standing.is_over:
                page = self.type(fields_for(*next_answer(self.prompt, rng)))
                assert page.status == 303, page.text
        return self


def keep(app: Flask, played: Played) -> Table:
    """A match that was played elsewhere, written into the score book of `app`."""
    return Table(Phone(app), keep_in(app.config["DATABASE"], played.match))


def fields_for(prompt: Prompt, answer: Any) -> dict[str, str]:
    """The form fields that give `answer`."""
    return {"skip": "1"} if answer is None else prompt.fill(as_asked(prompt, answer))


def new_match(
    game: str, players: int | Sequence[str] | None = None, **fields: str
) -> dict[str, str]:
    """The form of a new match. `players` are names or how many of the cast play."""
    if players is None:
        players = GAMES[game].players[0]
    names = TEN_NAMES[:players] if isinstance(players, int) else players
    if game == "trico":
        fields = {"entry": "counts", **fields}
    if game == "trex":
        # As the form has it: a switch that is not sent is off.
        fields = {"appeals": "yes", **fields}
    return {"game": game, **{f"players.{at}": name for at, name in enumerate(names)}, **fields}


def card(where, code):
    """The fields that name a card."""
    return {f"{where}.suit": code[-1], f"{where}.rank": code[:-1]}


def enter_deck(phone: Phone, deck, **fields):
    form = phone.open("/decks/new?game=trico&players.0=Anna").form("/decks")
    return phone.send("/decks", form.filled({"name": "Red box", **deck, **fields}))


def begin_match(
    phone: Phone, game: str, players: int | Sequence[str] | None = None, **fields: str
) -> Table:
    page = phone.send("/matches", new_match(game, players, **fields))
    assert page.status == 303, page.text
    return Table(phone, int(page.goes_to.rpartition("/")[2]))
