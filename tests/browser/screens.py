"""Each screen as a parameter of a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.screens.table import SCREENS, Screen

UNMENDED = Path(__file__).parent.with_name("screens") / "unmended.txt"


def each_screen(often: Callable[[Screen], bool] = lambda _screen: False) -> Sequence[Any]:
    """Each screen; those that are not looked at `often` are left to the long tests."""
    unmended = UNMENDED.read_text("utf-8").splitlines() if UNMENDED.exists() else []
    return [
        pytest.param(
            screen,
            id=str(screen),
            marks=[
                *([] if often(screen) else [pytest.mark.long]),
                *([pytest.mark.xfail(strict=False)] if str(screen) in unmended else []),
            ],
        )
        for screen in SCREENS
    ]
