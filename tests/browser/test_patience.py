"""A test in a browser waits for what a screen comes to show, however busy the machine is."""

import ast
from pathlib import Path

import pytest

PATHS = [
    *Path(__file__).parent.glob("*.py"),
    *Path(__file__).parent.with_name("pocket").glob("*.py"),
]
LOOKS_ONCE = {
    *("all_inner_texts", "get_attribute", "inner_text", "input_value", "text_content"),
    *("is_checked", "is_disabled", "is_enabled", "is_hidden", "is_visible"),
}
"""How one asks what is on a screen at this moment; `expect` asks until it is there."""


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_what_a_screen_comes_to_show_is_waited_for(path):
    claims = [
        one for one in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(one, ast.Assert)
    ]
    asked = [one for claim in claims for one in ast.walk(claim.test)]

    assert [one.lineno for one in asked if getattr(one, "attr", "") in LOOKS_ONCE] == []
