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

from app.matchfile import as_file, as_sent_line, head_of
from app.pocket.app import Pocket
from app.pocket.away import Away, open_away
from app.scoring import Match
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.matches import log, matches
from app.web.match.repository import match_from_record
from testkit.play import next_answer
from testkit.web.table import fields_for
from tests.pocket.door import FORM, Answer

Kept = dict[str, Any]


def kept_of(server: Flask, number: int, *, root: str = "", **choices: str) -> Kept:
    """What a phone keeps of a match of the home club of this server."""
    with closing(engine_for(server.config["DATABASE"]).connect()) as db:
        club = clubs.find_club(db, HOME)
        (record,) = matches.with_names_of_today(db, HOME, matches.find_matches(db, HOME, [number]))
        sent = log.sent_lines(db, HOME, number, 0)
    assert club is not None
    match = match_from_record(record)
    file = {key: value for key, value in as_file(match, head_of(match)).items() if key != "deals"}
    rows = [
        as_sent_line(line, once)
        for line, (_number, _line, once) in zip(match.log, sent, strict=True)
    ]
    return {
        "line": match.last_line,
        "path": f"{root}/c/{HOME}/matches/{number}",
        "root": root,
        "club": HOME,
        "club_name": club.name,
        "number": number,
        "is_over": match.standing.is_over,
        "match": {**file, "log": {"players": list(match.players), "lines": rows}},
        "colours": dict(match.colours),
        "choices": choices,
    }


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

    def keep(self) -> None:
        """Take what is new into the file."""
        self.lines.extend(json.loads(self.away.lines_after(len(self.lines))))

    def play_on(self, rng: Random, answers: int = 10_000) -> None:
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
