"""Each screen as a parameter of a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.screens.table import SCREENS, Screen


def each_screen(often: Callable[[Screen], bool] = lambda _screen: False) -> Sequence[Any]:
    """Each screen; those that are not looked at `often` are left to the long tests."""
    return [
        pytest.param(screen, id=str(screen), marks=[] if often(screen) else [pytest.mark.long])
        for screen in SCREENS
    ]
