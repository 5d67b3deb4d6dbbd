"""The Python of the project, read once by all tests that look at how it is written."""

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path


@cache
def nodes_of(path: Path) -> Sequence[ast.AST]:
    """All nodes of the syntax of a file."""
    return [*ast.walk(ast.parse(path.read_text("utf-8")))]
