"""What a club, and an address, may take of a server: every number in one table.

An administrator can set each by its name, and `deploy/README.md` lists them. Each process counts
for itself, unless all count in one store: see `app.web.core.rate_limiter`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a server. An address is an IPv4 address, or the IPv6 network of one household;
    a whole club may share one."""

    connections_of_address: int = 250
    """Open at once, unless the server is behind a proxy, which counts them."""
    requests_of_club: int = 1
    """Answered at once; others wait for their turn. A sheet that is printed meanwhile, a file that
    is read and a stream do not count. Only one thread runs Python at a time: two of a club are no
    faster than one after the other, and an answer of another club takes twice as long beside
    them."""
    requests_of_address: int = 2
    """The same, for an address that asks for several clubs."""
    streams: int = 256
    """By which phones follow a match at once, each in a thread of its own; the others ask every few
    seconds."""
    streams_of_club: int = 64
    streams_of_address: int = 64
    jobs_of_club: int = 4
    """Sheets that wait to be printed, and as many files to be read: four phones that print the same
    sheet at the end of a match."""
    work_seconds_per_minute: int = 30
    """In which sheets are printed for one club or address, and as many in which its files are read
    and taken in."""
    writes_per_minute: int = 1_200
    """Answers and the like, of one club or address."""
    kilobytes_per_hour: int = 20_000
    """That are sent with them: some 2,000 matches. The file of a club is not counted, but how long
    it is read."""
    flags_of_address_per_minute: int = 6
    flags_of_club_per_minute: int = 20
    wrong_codes_per_minute: int = 5
    """Of one address."""
    tried_codes_per_minute: int = 20
    """Of one address, right ones too: those that come at once are counted before it is known which
    are wrong. Twice as many of an IPv6 network of 56 bits, and four times as many of one of 48."""
    tried_codes_of_all_per_minute: int = 300
    """While a code is valid, 3,000 of 148 million are tried."""
    clubs_per_hour: int = 10
    """That are founded from one address; of larger networks more, as for codes."""
    clubs_of_all_per_hour: int = 200
    matches_of_club: int = 2_000
    """This and what follows hold only where anyone may found a club."""
    decks_of_club: int = 100
    megabytes_of_club: int = 64
    """Of the logs of its matches, and its decks."""
    days_of_unused_club: int = 30
    """After which a club goes that nobody has begun a match in."""


DEFAULT_LIMITS = Limits()
"""As they are where an administrator has set none."""
