"""A test in a browser waits for what a screen comes to show, however busy the machine is."""

import ast
from pathlib import Path

TESTS = Path(__file__).parent.parent
LOOKS_ONCE = {
    *("all_inner_texts", "get_attribute", "inner_text", "input_value", "text_content"),
    *("is_checked", "is_disabled", "is_enabled", "is_hidden", "is_visible"),
}
"""How one asks what is on a screen at this moment; `expect` asks until it is there."""


def test_what_a_screen_comes_to_show_is_not_looked_for_only_once():
    impatient = [
        f"{path.name}:{claim.lineno}"
        for folder in ("browser", "pocket")
        for path in sorted((TESTS / folder).glob("*.py"))
        for claim in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(claim, ast.Assert)
        for asked in ast.walk(claim.test)
        if isinstance(asked, ast.Attribute) and asked.attr in LOOKS_ONCE
    ]

    assert impatient == [], "ask with `expect`, which looks until it is there"


def test_no_test_waits_by_eval_which_the_policy_of_our_pages_forbids():
    waiting = [
        path.name
        for folder in ("browser", "pocket")
        for path in sorted((TESTS / folder).glob("test_*.py"))
        if path.name != "test_patience.py" and "wait_for_function" in path.read_text("utf-8")
    ]

    assert waiting == [], "wait with `comes_true`"
