"""A test in a browser waits for what a screen comes to show, however busy the machine is."""

import ast
from pathlib import Path

from app.paths import PROJECT

FOLDERS = ("testkit/browser", "testkit/pocket", "tests/browser", "tests/pocket")
LOOKS_ONCE = {
    *("all_inner_texts", "get_attribute", "inner_text", "input_value", "text_content"),
    *("is_checked", "is_disabled", "is_enabled", "is_hidden", "is_visible"),
}
"""How one asks what is on a screen at this moment; `expect` asks until it is there."""


def moments(path: Path) -> list[str]:
    """Where a file asserts what a screen shows at this moment, as `phone.py:12`."""
    tree = ast.parse(path.read_text("utf-8"))
    claims = [node.test for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    asked = [node for claim in claims for node in ast.walk(claim)]
    return [
        f"{path.name}:{node.lineno}" for node in asked if getattr(node, "attr", "") in LOOKS_ONCE
    ]


def test_what_a_screen_comes_to_show_is_waited_for():
    files = [path for folder in FOLDERS for path in sorted((PROJECT / folder).glob("*.py"))]

    assert len(files) > 30
    assert [moment for path in files for moment in moments(path)] == []
