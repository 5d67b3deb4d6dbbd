"""A house where strange requests come from everybody, and what must never happen in it.

A stranger, one who watches a match, a member, and a member of another club ask for whatever there
is. No answer may be a crash; each changes nothing but what is theirs, and nothing that was said
goes, whoever asks for it.
"""

import random
import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from io import BytesIO
from traceback import format_exc
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app
from werkzeug.wrappers import Response

from app.games import GAMES
from app.scoring import Match
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.engine import DatabaseUrl
from app.store.matches import matches
from app.store.postgres.engine import PostgresEngine
from app.web.core.access import cookie_name, link_secret
from app.web.match.repository import match_from_record
from testkit.faults.requests import Request, Requests
from testkit.play import next_answer, play_at_random
from testkit.web.phone import Page
from testkit.web.table import fields_for
from testkit.whole_matches import save

MEMBER, WATCHER, STRANGER, OTHER = "a member", "a watcher", "a stranger", "a member of another club"
WATCHED = 1
SECONDS = 20
ANSWER = 500
NOT_SPOKEN = (501, 505)
"""What waitress says to what is no HTTP as it speaks it."""

Send = Callable[[Request], Response | None]
"""Sends a request; None if nothing was answered to what is none."""
State = dict[int, tuple[object, ...]]
"""Of each match of a club its lines and what else can be changed; under 0 the club itself."""


@dataclass
class Findings:
    """What came of the requests, and every request that did harm."""

    requests: int = 0
    taken: int = 0
    """How many were answered as they were meant."""
    crashes: list[str] = field(default_factory=list)
    meddled: list[str] = field(default_factory=list)
    """What changed something that is not theirs."""
    lost: list[str] = field(default_factory=list)
    """What took away something that was said."""

    @property
    def all_bad(self) -> list[str]:
        """Every request that should not have done what it did."""
        return [*self.crashes, *self.meddled, *self.lost]


class ServedClubs:
    """A database with two clubs in which every game is played, and the `key` of its links;
    `app` knows every route."""

    def __init__(
        self, database: DatabaseUrl, key: Callable[[], bytes], app: Flask, rng: random.Random
    ) -> None:
        self.rng = rng
        self.db = engine_for(database).connect()
        self._sign_of_change = (
            "SELECT pg_snapshot_xmax(pg_current_snapshot())::text"
            if isinstance(engine_for(database), PostgresEngine)
            else "PRAGMA data_version"
        )
        self.key = key
        self.other = clubs.create_club(self.db, "Other").id
        self.clubs = (HOME, self.other)
        for game in GAMES.values():
            for club in self.clubs:
                whole = play_at_random(game, rng).match
                begun = Match(game, whole.players, whole.log[: len(whole.log) // 2])
                for match in (begun, whole):
                    save(self.db, match, club)
        self.requests = Requests(app, rng, [self.other])
        self.findings = Findings()
        self._seen: object = None
        self._states: dict[str, State] = {}

    def close(self) -> None:
        """Close its connection."""
        self.db.close()

    # What comes

    def check_state(self, send: Send) -> None:
        """Let a member open what leads to all the rest."""
        pages = ["", "more", "decks/new?game=trico", "decks/house", "matches/import"]
        pages += [f"matches/new?game={game}" for game in GAMES]
        for number in filter(None, self.states()[HOME]):
            pages += [f"matches/{number}{page}" for page in ("", "/log", "/seats", "/players")]
        for page in (*(f"/c/{HOME}/{page}" for page in pages), "/rules/", "/rules/settle/"):
            path, _sign, query = page.partition("?")
            cookies = {"Cookie": "; ".join(self.cookies_of(MEMBER))}
            response = send(Request("GET", path, query, cookies))
            assert response is not None, page
            assert response.status_code == 200, f"{page}: {response.status}"
            self.requests.learn(Page(response))

    def receive(self, number: int, send: Send) -> Findings:
        """Let so many requests come. Returns what they did."""
        for _request in range(number):
            who = self.rng.choice((MEMBER, MEMBER, MEMBER, WATCHER, STRANGER, OTHER))
            request = self.next_of(who)
            before = self.states()
            line = f"{who}: {request}"
            try:
                response = send(request)
            except Exception:
                self.findings.crashes.append(f"{line}\n{format_exc()}")
                continue
            finally:
                self.findings.requests += 1
            if response is not None:
                self.note(response, line)
                if who == MEMBER and self.rng.random() < 0.1 and is_a_page(response):
                    self.requests.learn(Page(response))
            self.compare(before, self.states(), who, line)
        return self.findings

    def next_of(self, who: str) -> Request:
        """The next request of somebody, with the keys that they have."""
        while True:
            is_right = who == MEMBER and self.rng.random() < 0.2
            match = WATCHED if who == WATCHER else self.rng.choice(list(self.requests.lines))
            request = (is_right and self.right_answer(match)) or self.requests.next(match)
            if not request.deletes_a_club:
                break
        cookies = [request.headers.get("Cookie", ""), *self.cookies_of(who)]
        request.headers["Cookie"] = "; ".join(filter(None, cookies))
        return request

    def right_answer(self, match: int) -> Request | None:
        """What a table says next, so that matches go on and end, and those that were deleted come
        back; None where one is over."""
        record = matches.find_match(self.db, HOME, match)
        if record is None:
            return None
        address = f"/c/{HOME}/matches/{record.id}"
        if record.deleted:
            return Request("POST", f"{address}/restore")
        if (prompt := match_from_record(record).standing.prompt) is None:
            return None
        fields = {"after": str(record.last_line), **fields_for(*next_answer(prompt, self.rng))}
        request = Request("POST", f"{address}/entries")
        self.requests.put_into(request, list(fields.items()))
        return request

    def cookies_of(self, who: str) -> list[str]:
        """What the phone of somebody sends along."""
        if who == STRANGER:
            return []
        club = clubs.find_club(self.db, self.other if who == OTHER else HOME)
        assert club is not None, "a club is gone"
        if who != WATCHER:
            secret = link_secret(self.key(), club, "member", club.generation)
            return [f"{cookie_name(club.id, None)}={secret}"]
        generation = clubs.watch_generation(self.db, club.id, WATCHED)
        assert generation is not None, "the match that is watched is gone"
        secret = link_secret(self.key(), club, "watcher", generation, WATCHED)
        return [f"{cookie_name(club.id, WATCHED)}={secret}"]

    # What it does

    def note(self, response: Response, line: str) -> None:
        """Count what was answered."""
        self.findings.taken += response.status_code < 400
        if response.status_code >= 500 and response.status_code not in NOT_SPOKEN:
            text = response.get_data(as_text=True)[:ANSWER]
            self.findings.crashes.append(f"{line}\n{response.status}: {text}")

    def states(self) -> dict[str, State]:
        """What each club holds now; looked at anew only when somebody else has written."""
        (version,) = self.db.execute(self._sign_of_change).fetchone()
        if version != self._seen:
            self._seen = version
            self._states = {club: self.state(club) for club in self.clubs}
            self.requests.lines = {n: about[0] for n, about in self._states[HOME].items() if n}
        return self._states

    def state(self, club: str) -> State:
        """What a club holds now."""

        def rows(statement: str) -> list[tuple[Any, ...]]:
            return self.db.execute(statement, [club]).fetchall()

        doubts = rows(
            "SELECT match, deal, at, words, outcome FROM doubts WHERE club = ? ORDER BY 2"
        )
        of_it = "events WHERE club = matches.club AND match = number"
        matches = rows(
            f"SELECT number, (SELECT max(line) FROM {of_it}),"
            f" (SELECT checksum FROM {of_it} ORDER BY line DESC LIMIT 1),"
            " game, players, title, deleted, generation, asides FROM matches WHERE club = ?"
        )
        whole = rows(
            "SELECT (SELECT count(*) FROM decks WHERE club = id), name, generation"
            " FROM clubs WHERE id = ?"
        )
        states = {
            number: (*about, [each for each in doubts if each[0] == number], revision)
            for number, *about, revision in matches
        }
        return states | {0: whole[0] if whole else (-1,)}

    def compare(
        self, before: dict[str, State], after: dict[str, State], who: str, line: str
    ) -> None:
        """Note what was changed that must not be."""
        theirs = {MEMBER: HOME, OTHER: self.other}.get(who)
        for club in self.clubs:
            then, now = before[club], after[club]
            if who == WATCHER and club == HOME:
                # They may doubt deals of the match that they watch, and do nothing else.
                then, now = (state | {WATCHED: state[WATCHED][:-2]} for state in (then, now))
            if then == now:
                continue
            if club != theirs:
                self.findings.meddled.append(line)
            # Of a match the number of its lines, of a club that of its decks: both only grow.
            if any(number not in now or now[number][0] < then[number][0] for number in then):
                self.findings.lost.append(line)


def is_a_page(response: Response) -> bool:
    """Whether it can be read."""
    is_packed = "Content-Encoding" in response.headers
    return response.status_code == 200 and response.mimetype == "text/html" and not is_packed


def is_a_stream(response: Response) -> bool:
    """Whether it goes on for as long as somebody listens."""
    return response.mimetype == "text/event-stream"


def to_app(app: Flask, rng: random.Random) -> Send:
    """Straight to the app with all that stands before it, from many addresses."""

    def send(request: Request) -> Response:
        environ = create_environ(
            method=request.method,
            headers=request.headers,
            input_stream=BytesIO(request.body),
            environ_base={"REMOTE_ADDR": f"10.0.0.{rng.randint(1, 250)}"},
        )
        environ["PATH_INFO"] = unquote_to_bytes(request.path).decode("latin-1")
        query = request.query.encode("utf-8", "surrogatepass")
        environ["QUERY_STRING"] = query.decode("latin-1")
        environ["CONTENT_LENGTH"] = str(len(request.body))
        response = Response(*run_wsgi_app(app, environ))
        with closing(response):
            first = next(response.iter_encoded(), b"") if is_a_stream(response) else None
            content = response.get_data() if first is None else first
        response.data = content
        return response

    return send


def over_the_wire(port: int, rng: random.Random | None = None) -> Send:
    """To a server, in bytes; some of them are wrong if there are dice."""

    def send(request: Request) -> Response | None:
        headers = {
            "Host": f"127.0.0.1:{port}",
            "Content-Length": str(len(request.body)),
            "Connection": "close",
            **request.headers,
        }
        target = request.path + "?" * bool(request.query) + request.query
        lines = [f"{request.method} {target} HTTP/1.1", *map(": ".join, headers.items()), "", ""]
        sent = "\r\n".join(lines).encode("utf-8", "surrogatepass") + request.body
        for _byte in range(rng.choice((0, 0, 0, 1, 3)) if rng else 0):
            place = rng.randrange(len(sent))
            sent = sent[:place] + rng.randbytes(rng.randint(0, 2)) + sent[place + 1 :]
        with closing(socket.create_connection(("127.0.0.1", port), SECONDS)) as phone:
            try:
                phone.sendall(sent)
                phone.shutdown(socket.SHUT_WR)
                answer = HTTPResponse(phone, method=request.method)
                answer.begin()
                response = Response(status=answer.status, headers=list(answer.headers.items()))
                response.data = answer.read1() if is_a_stream(response) else answer.read()
                return response
            except (HTTPException, OSError):
                # Who sends what is no HTTP may be cut off before all of it was sent.
                return None

    return send
