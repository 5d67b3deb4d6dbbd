"""What was acknowledged is kept, even if the program is killed in the same moment.

Every round starts the real server, lets phones answer as fast as they can, and kills it without
warning. `make bench ARGS=faults` does it 200 times.
"""

from __future__ import annotations

import pytest

from bench.faults.kills import PHONES, kill


@pytest.mark.parametrize("rounds", [2, pytest.param(6, marks=pytest.mark.long)])
def test_an_answer_that_was_acknowledged_survives_a_killed_server(tmp_path, rng, rounds):
    harm = kill(tmp_path, rounds, rng)

    assert harm.is_none, harm
    assert (harm.rounds, harm.acknowledged > PHONES) == (rounds, True)
