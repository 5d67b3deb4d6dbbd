"""A test in a browser waits for what a screen comes to show, however busy the machine is."""

import ast
from pathlib import Path

PATHS = [
    *Path(__file__).parent.glob("*.py"),
    *Path(__file__).parent.with_name("pocket").glob("*.py"),
]
LOOKS_ONCE = {
    *("all_inner_texts", "get_attribute", "inner_text", "input_value", "text_content"),
    *("is_checked", "is_disabled", "is_enabled", "is_hidden", "is_visible"),
}
"""How one asks what is on a screen at this moment; `expect` asks until it is there."""


def test_what_a_screen_comes_to_show_is_waited_for():
    trees = {path.name: list(ast.walk(ast.parse(path.read_text("utf-8")))) for path in PATHS}
    looks_once = [
        f"{name}:{claim.lineno}: ask with `expect`, which looks until it is there"
        for name, tree in trees.items()
        for claim in tree
        if isinstance(claim, ast.Assert)
        for asked in ast.walk(claim.test)
        if isinstance(asked, ast.Attribute) and asked.attr in LOOKS_ONCE
    ]
    waits_by_eval = [
        f"{name}:{asked.lineno}: wait with `comes_true`, our pages forbid to eval"
        for name, tree in trees.items()
        for asked in tree
        if isinstance(asked, ast.Attribute) and asked.attr == "wait_for_function"
    ]

    assert [*looks_once, *waits_by_eval] == []
