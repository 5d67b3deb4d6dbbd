"""Rate limits and quotas of a server, for each club and each address: every number in one table.

An administrator can set each by its name, and `deploy/README.md` lists them. Each process counts
for itself, unless all count in one store: see `app.web.core.rate_limits`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a server. An address is an IPv4 address, or the IPv6 network of one household;
    a whole club may share one."""

    connections_of_address: int = 250
    """Connections open at once, unless the server is behind a proxy, which counts them itself."""
    requests_of_club: int = 1
    """Requests answered at once; others wait for their turn. Printing a sheet, reading a file and a
    stream do not count. Only one thread runs Python at a time: two of a club are no faster than one
    after the other, and an answer of another club takes twice as long beside them."""
    requests_of_address: int = 2
    """Requests answered at once for one address, of several clubs."""
    streams: int = 256
    """Streams (server-sent events) open at once, each in a thread of its own, by which phones
    follow a match; phones without one poll every few seconds."""
    streams_of_club: int = 64
    streams_of_address: int = 64
    jobs_of_club: int = 4
    """Sheets waiting to be printed, and as many files waiting to be read: enough for four phones
    that print the same sheet at the end of a match."""
    work_seconds_per_minute: int = 30
    """Seconds spent on printing sheets for one club or address, and as many on reading and
    importing its files."""
    writes_per_minute: int = 1_200
    """Posts that write, such as answers, of one club or address."""
    kilobytes_per_hour: int = 20_000
    """Kilobytes in these posts: about 2,000 matches. The file of a club does not count here, but
    the time to read it does."""
    flags_of_address_per_minute: int = 6
    flags_of_club_per_minute: int = 20
    wrong_codes_per_minute: int = 5
    """Wrong invite codes of one address."""
    tried_codes_per_minute: int = 20
    """Invite codes of one address, right or wrong: of codes sent at once, each is counted before it
    is known whether it is wrong. An IPv6 network of 56 bits has twice as many, one of 48 bits four
    times."""
    tried_codes_of_all_per_minute: int = 300
    """Invite codes of all clients: 3,000 of 148 million can be tried while one is valid."""
    clubs_per_hour: int = 10
    """Clubs founded from one address; from larger networks more, as for codes."""
    clubs_of_all_per_hour: int = 200
    matches_of_club: int = 2_000
    """Matches that a club may have. This limit and those below hold only on a public server."""
    decks_of_club: int = 100
    megabytes_of_club: int = 64
    """Megabytes of the logs of a club's matches, and of its decks."""
    days_of_unused_club: int = 30
    """Days after which a club in which nothing was ever begun is deleted."""


DEFAULT_LIMITS = Limits()  # where an administrator has set none
