"""The files of the pocket on a disk that loses power, and on one that is full."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.pocket.__main__ import SHELL

DISK = Path(__file__).parent / "power.mjs"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize(
    ("seed", "rounds"), [(1, 400), pytest.param(2, 6000, marks=pytest.mark.long)]
)
def test_what_was_safe_stays_whatever_is_lost_when_the_power_goes(seed: int, rounds: int) -> None:
    slots = SHELL / "shell" / "slots.js"

    played = subprocess.run(
        ["node", DISK, slots, str(seed), str(rounds)], capture_output=True, text=True, check=False
    )

    assert played.returncode == 0, played.stderr
    cuts, full = (int(word) for word in played.stdout.split() if word.isdigit())
    assert cuts > rounds
    assert full > rounds
