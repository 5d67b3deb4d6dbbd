"""A match that comes in as a file and is here already: how far both logs are the same."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from app import store
from app.scoring import Line, Match
from app.web.frame.access import this_club
from app.web.frame.news import tell
from app.web.frame.pages import connection
from app.web.match.finding import as_match, summary_of


@dataclass(frozen=True)
class Known:
    """The match of this club that a file tells of too, and the match as the file tells it.

    `shared` is how many lines of both logs are the same, from the first on.
    """

    here: Match
    there: Match
    shared: int

    @property
    def is_same(self) -> bool:
        """Whether the file says nothing that is not here."""
        return self.shared == len(self.there.log)

    @property
    def goes_on(self) -> bool:
        """Whether the file goes on where the match of here stops."""
        return not self.is_same and self.shared == len(self.here.log)

    @property
    def more(self) -> int:
        """How many lines the match of here has behind the last one of the file."""
        return len(self.here.log) - len(self.there.log)


def known_match(uuid: str | None, match: Match) -> Known | None:
    """The match of this club that is the same as that of a file; None if there is none.

    It is called the same. Where a file does not say what its match is called, the same players have
    said just the same.
    """
    db, club = connection(), this_club()
    if uuid:
        record = store.match_called(db, club, uuid)
    else:
        number = store.match_like(db, club, match.game.key, match.players, match.events)
        record = store.find_match(db, club, number) if number else None
    if record is None or record.game != match.game.key:
        return None
    here = as_match(record)
    return Known(here, match, shared_lines(here, match))


def shared_lines(here: Match, there: Match) -> int:
    """How many lines both logs have in common, from the first on."""
    if here.players != there.players:
        return 0
    pairs = zip(here.events, there.events, strict=False)
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))


def take_over(known: Known, lines: list[Line]) -> None:
    """Add to the match of here what the file has behind its last line, each with its moment.

    `lines` are those of the file. Raises `store.Overtaken` if it has gone on meanwhile.
    """
    store.append_lines(
        connection(),
        this_club(),
        known.here.id,
        lines[known.shared :],
        after=known.shared,
        summary=summary_of(known.there),
    )
    tell(known.here.id)
