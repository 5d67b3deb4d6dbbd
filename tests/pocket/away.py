"""A match of a club that goes on without its server: taken from there, opened here, and what a
browser asks of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from random import Random
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from app.pocket.app import Pocket
from app.pocket.away import Away, open_away
from app.scoring import Match
from app.store import engine_for
from app.store.matches import matches
from app.web.match.repository import match_from_record
from testkit.play import next_answer
from testkit.web.phone import Phone
from testkit.web.table import fields_for
from tests.pocket.door import FORM, Answer

Kept = dict[str, Any]
LONGEST = 120  # answers


def kept_of(phone: Phone, match_id: int, *, root: str = "", **choices: str) -> Kept:
    """What a phone of a member keeps of a match, of a server below `root`."""
    for name, value in choices.items():
        phone.client.set_cookie(name, value)
    response = phone.client.get(f"/matches/{match_id}/sync")
    assert response.status_code == 200, response.text
    kept: Kept = json.loads(response.text)
    # As it is said to a phone that asks below a path.
    return {**kept, "root": root, "path": root + kept["path"]}


class Traveller:
    """A phone that is away with a match, as its browser keeps it: `kept` is its file there."""

    def __init__(self, pocket: Pocket, kept: Kept) -> None:
        self.kept: Kept = json.loads(json.dumps(kept))
        self.kept.setdefault("joined", len(self.lines))
        self.path: str = kept["path"]
        self.away: Away = open_away(pocket, json.dumps(self.kept))

    @property
    def app(self) -> Flask:
        return self.away.app

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The log in its file."""
        lines: list[dict[str, Any]] = self.kept["match"]["log"]["lines"]
        return lines

    @property
    def match(self) -> Match:
        """The match in the database that is thrown away."""
        with closing(engine_for(self.app.config["DATABASE"]).connect()) as db:
            club, number = self.kept["club"], self.kept["number"]
            (record,) = matches.with_names_of_today(
                db, club, matches.find_matches(db, club, [number])
            )
        return match_from_record(record)

    def get(self, url: str, **headers: str) -> Answer:
        return self.ask("GET", url, headers, b"")

    def open(self, path: str = "") -> Answer:
        """A page of the match."""
        return self.get(self.path + path)

    def send(self, path: str, fields: Mapping[str, object], **headers: str) -> Answer:
        """Send a form of the match, and keep what came of it before the answer is shown."""
        body = urlencode(fields).encode()
        answer = self.ask("POST", self.path + path, {**FORM, **headers}, body)
        self.keep()
        return answer

    def ask(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        status, answered, content = self.away.answer(method, url, dict(headers), body)
        return Answer(status, dict(answered), content)

    def begin(self, path: str, fields: Mapping[str, object]) -> Traveller:
        """Begin another match, and open that as the page which shows it does."""
        answer = self.ask("POST", path, FORM, urlencode(fields).encode())
        assert answer.status == 303, answer.page
        begun = Traveller(self.away, json.loads(self.away.begun()))
        assert begun.get(answer.headers["Location"]).status == 200
        return begun

    def keep(self) -> None:
        """Take what is new into the file."""
        self.lines.extend(json.loads(self.away.lines_after(len(self.lines))))

    def play_to_the_end(self, rng: Random) -> None:
        """Give legal answers until the match is over; the table ends one that goes on for long."""
        self.play_on(rng, LONGEST)
        if not self.match.standing.is_over:
            self.send("/end", {"after": self.match.last_line})
        assert self.match.standing.is_over

    def play_on(self, rng: Random, answers: int) -> None:
        """Give so many legal answers, or fewer if the match ends."""
        for _each in range(answers):
            match = self.match
            if match.standing.is_over:
                return
            assert match.standing.prompt is not None
            fields = fields_for(*next_answer(match.standing.prompt, rng))
            about = {"after": match.last_line, "once": f"{rng.getrandbits(80):020x}"}
            answer = self.send("/entries", {**fields, **about})
            assert answer.status == 303, answer.page
