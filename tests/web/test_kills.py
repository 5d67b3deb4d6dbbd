"""What phones were told is what is in the book, whatever ends or is killed in the same moment.

`make bench ARGS=faults` and `ARGS=servers` do it for longer.
"""

from __future__ import annotations

import pytest

from bench.faults.kills import PHONES, kill
from bench.faults.servers import FAULTS, fail_over, inject_faults
from tests.postgres import programs

with_servers = pytest.mark.skipif(programs() is None, reason="no PostgreSQL here")


@pytest.mark.parametrize("rounds", [2, pytest.param(6, marks=pytest.mark.long)])
def test_an_answer_that_was_acknowledged_survives_a_killed_server(tmp_path, rng, rounds):
    harm = kill(tmp_path, rounds, rng)

    assert harm.is_none, harm
    assert (harm.rounds, harm.acknowledged > PHONES) == (rounds, True)


@pytest.mark.long
@with_servers
def test_what_was_told_is_true_whatever_fails(tmp_path, rng):
    """Two processes share a book on a server; connections end, the server is stopped, crashes and
    is killed, and so is the app."""
    report = inject_faults(tmp_path, [*FAULTS.values()], 1, rng)

    assert report.is_harmless, report
    assert (report.rounds, report.acknowledged > 100) == (len(FAULTS), True)
    assert (report.slowest < 5, report.recovery < 5) == (True, True), report


@pytest.mark.long
@with_servers
def test_what_was_told_is_true_where_a_standby_takes_over(tmp_path, rng):
    report = fail_over(tmp_path, 1, rng)

    assert report.is_harmless, report
    assert (report.rounds, report.acknowledged > 0) == (1, True)
