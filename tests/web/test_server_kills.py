"""What phones were told is what is in the book, whatever ends meanwhile.

Two processes of the app share a book on a server; connections end, the server is stopped, crashes
and is killed, and so is the app. `make bench ARGS=servers` does each fifty times.
"""

from __future__ import annotations

import pytest

from bench.faults.servers import FAULTS, fail_over, inject_faults
from tests.postgres import programs

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(programs() is None, reason="no PostgreSQL here"),
]


def test_what_was_told_is_true_whatever_fails(tmp_path, rng):
    report = inject_faults(tmp_path, [*FAULTS.values()], 1, rng)

    assert report.is_harmless, report
    assert (report.rounds, report.acknowledged > 100) == (len(FAULTS), True)
    assert (report.slowest < 5, report.recovery < 5) == (True, True), report


def test_what_was_told_is_true_where_a_standby_takes_over(tmp_path, rng):
    report = fail_over(tmp_path, 1, rng)

    assert report.is_harmless, report
    assert (report.rounds, report.acknowledged > 0) == (1, True)
