"""Away: one match of a club goes on in a phone's browser while its server cannot be reached.

The phone keeps the match as `open_away` takes it: what the server had said of it last, and what was
entered since. Each time it is opened anew, in a database that is thrown away, under the number and
the address that it has in the club, so that its pages are the server's. What was entered is taken
back by `lines_after`, and kept by whoever asked for it.

A match that is begun meanwhile is one of its own: `begun` gives it out as a phone keeps it, to be
opened like any other. The club knows nothing of it yet, so its number is from `FIRST_NUMBER` on,
which no club gives.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from app.games import GAMES
from app.matchfile import as_sent_line
from app.matchfile.restore import parse_log
from app.pocket.app import Pocket
from app.pocket.journey import Journey, this_journey
from app.scoring import Line, Match
from app.scoring.model.seats import FORGOTTEN
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME_NAME
from app.store.engine import Database, now
from app.store.matches import imports, log, matches
from app.store.matches.imports import NewPerson
from app.store.people import people
from app.store.sqlite.engine import SqliteEngine
from app.web.core.caches import AnswerCache, MatchCache, RenderCache
from app.web.core.idempotency import RequestIds
from app.web.core.services import Capability, connection, services
from app.web.match.repository import match_from_record

DATABASE = "away.sqlite3"
"""Not the file of a pocket: nothing here may ever touch the matches that only that has."""
FIRST_NUMBER = 1_000_000_000
"""Of the matches that are begun here. With the seconds of the clock each is the only one on its
phone."""


class NotKept(ValueError):
    """Raised for what is no match as a phone keeps it, or is of a newer version."""


@dataclass(frozen=True)
class KeptMatch:
    """A match as a phone keeps it: its club, its number there, its log, with the ids of the
    requests that wrote its lines (`once`, by the number of the line), and how many of these lines
    the club has (`joined`).

    `root` comes before the paths of the server. `colours` are the hues of its people by name,
    `people` those of all who are offered a seat, the latest first, `choices` the cookies with what
    this phone has chosen. It is away `since` a moment (ISO, UTC).
    """

    root: str
    club: str
    club_name: str
    number: int
    about: Mapping[str, Any]
    log: tuple[Line, ...]
    once: Mapping[int, str]
    colours: Mapping[str, int]
    people: Mapping[str, int]
    choices: Mapping[str, str]
    joined: int
    since: str
    language: str
    court_cards: str


def read_kept(kept: str) -> KeptMatch:
    """Read what a phone keeps. Raises `NotKept`."""
    try:
        value = json.loads(kept)
        about = value["match"]
        parsed = parse_log(about["log"])
        if parsed is None or about["game"] not in GAMES:
            raise NotKept(f"no log of a game: {about['game']}")
        players, lines = parsed
        rows = about["log"]["lines"]
        return KeptMatch(
            root=value["root"],
            club=value["club"],
            club_name=value["club_name"],
            number=int(value["number"]),
            about={**about, "players": players},
            log=tuple(lines),
            once={at: row["once"] for at, row in enumerate(rows, start=1) if row.get("once")},
            colours=value["colours"],
            people=dict(value.get("people", ())),
            choices=value["choices"],
            joined=min(int(value.get("joined", len(lines))), len(lines)),
            since=value.get("since") or now(),
            language=value.get("language", ""),
            court_cards=value.get("court_cards", ""),
        )
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise NotKept(repr(error)) from error


class Away(Pocket):
    """Answers requests about one match of a club."""

    cookies = "away-cookies.json"

    def lines_after(self, line: int) -> str:
        """Return, as JSON, the lines of the log behind this one, as the phone keeps them."""
        with self.app.app_context():
            club = self.app.config["CLUB"]
            sent = log.sent_lines(connection(), club, this_journey().number, line)
        rows = [as_sent_line(written, once) for _number, written, once in sent]
        return json.dumps(rows, ensure_ascii=False)

    def begun(self) -> str:
        """Return, as JSON, the match that the last request has begun, as a phone keeps it; empty if
        it has begun none."""
        begun = self.app.config.pop("BEGUN", None)
        return json.dumps(begun, ensure_ascii=False) if begun else ""


def open_away(pocket: Pocket, kept: str) -> Away:
    """Return the match that a phone keeps, opened in the app of `pocket`, which from then on
    answers for it alone, and by what was entered into it before.

    Nothing that the pocket has is read or changed. Raises `NotKept`, `StoreError` and OSError.
    """
    app, folder, match = pocket.app, pocket.folder, read_kept(kept)
    held = services(app)
    held.pool.close()
    for old in folder.glob(f"{DATABASE}*"):
        old.unlink()
    engine = SqliteEngine(folder / DATABASE, is_shared=False)
    with closing(engine.open()) as db:
        store(db, match)
        (record,) = matches.with_names_of_today(
            db, match.club, matches.find_matches(db, match.club, [match.number])
        )
    held.pool = engine.pool()
    held.capabilities = frozenset[Capability]({"away"})
    held.match_cache, held.render_cache = MatchCache(), RenderCache()
    held.answer_cache, held.request_ids = AnswerCache(), RequestIds()
    opened = match_from_record(record)
    app.config.update(CLUB=match.club, DATABASE=engine.url, JOURNEY=journey_of(match, opened))
    # Its script is played once, and not again for the first page.
    held.match_cache.check_in(match.club, opened)
    (folder / Away.cookies).write_text(json.dumps(dict(match.choices)), "utf-8")
    return Away(app, folder, match.root)


def store(db: Database, kept: KeptMatch) -> None:
    """Write the club, the people and the match into an empty database."""
    club, about = kept.club, kept.about
    clubs.create_club(db, kept.club_name or HOME_NAME, club)
    clubs.set_language(db, club, kept.language, kept.court_cards)
    marks = {name: hue for name, hue in kept.colours.items() if FORGOTTEN.fullmatch(name)}
    named = [NewPerson(name, hue) for name, hue in kept.colours.items() if name not in marks]
    # Who was entered last is offered first.
    others = [NewPerson(name, hue, added=now()) for name, hue in kept.people.items()][::-1]
    with db.transaction():
        imports.add_people(db, club, named + others)
        seconds = int(time.time()) % FIRST_NUMBER
        after = max(FIRST_NUMBER + seconds, kept.number + 1)
        clubs.number_matches_from(db, club, after)
        for mark, hue in marks.items():
            people.add_forgotten(db, club, kept.number, mark, hue)
    matches.save_match(
        db,
        club,
        about["game"],
        about["players"],
        about["started"],
        kept.log,
        title=about.get("title") or "",
        uuid=about["id"],
        utc_offset=about.get("utc_offset"),
        number=kept.number,
        once=kept.once,
    )


def journey_of(kept: KeptMatch, opened: Match) -> Journey:
    """Return what the pages of the match say of its journey."""
    if not kept.joined:
        return Journey(kept.number, kept.since, 0, 0)
    then = opened if kept.joined == opened.last_line else opened.at_line(kept.joined)
    return Journey(kept.number, kept.since, kept.joined, len(then.standing.finished))
