"""Where `app/` can be changed in a small way, and the changed source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TURNED: dict[type, type] = {
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult},
    **{ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr},
}
"""What becomes of an operator."""
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
NOT_CHANGED = (ast.Import, ast.ImportFrom, ast.JoinedStr)
"""Python 3.11 does not say where in a file a part of an f-string is."""


@dataclass(frozen=True)
class Mutation:
    """A change of the file at `path`, which is relative to the project.

    `lines` are those of the statement that changes, without the block below it. A statement that
    `is_run_at_import` stands in no function.
    """

    path: str
    line: int
    column: int
    words: str
    start: int
    end: int
    new: bytes
    lines: range
    is_run_at_import: bool

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column} {self.words}"

    def applied_to(self, source: bytes) -> bytes:
        """The file with this change."""
        return source[: self.start] + self.new + source[self.end :]


def all_mutations(project: Path) -> list[Mutation]:
    """Every mutation of `app/`, in the order of the files and their lines."""
    return [
        mutation
        for path in sorted(project.glob("app/**/*.py"))
        for mutation in mutations_in(str(path.relative_to(project)), path.read_bytes())
    ]


def mutations_in(path: str, source: bytes) -> Iterator[Mutation]:
    """The mutations of a file."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(source)
    in_functions = {
        line
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for line in lines_of_body(function)
    }
    for old, statement, new in changes(tree):
        written = ast.unparse(ast.fix_missing_locations(new))
        yield Mutation(
            path,
            old.lineno,
            old.col_offset,
            f"{first_line(old)} -> {first_line(new)}",
            starts[old.lineno - 1] + old.col_offset,
            starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0),
            (f"({written})" if isinstance(new, ast.expr) else written).encode(),
            header(statement),
            old.lineno not in in_functions,
        )


def lines_of_body(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> range:
    first = function.body[0] if isinstance(function.body, list) else function.body
    return range(first.lineno, (function.end_lineno or 0) + 1)


def header(statement: ast.stmt) -> range:
    """The lines of a statement, without the block below it."""
    block = getattr(statement, "body", None)
    last = block[0].lineno - 1 if block else statement.end_lineno or 0
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    return range(first, max(statement.lineno, last) + 1)


def first_line(node: ast.expr | ast.stmt) -> str:
    line = ast.unparse(node).partition("\n")[0]
    return line if len(line) <= 40 else f"{line[:39]}…"


Node = ast.expr | ast.stmt


def changes(
    node: ast.AST, statement: ast.stmt | None = None
) -> Iterator[tuple[Node, ast.stmt, Node]]:
    """What can be changed below `node`: the old part, its statement, and the new part."""
    if isinstance(node, NOT_CHANGED) or is_for_type_checkers(node) or is_docstring(node):
        return
    if isinstance(node, ast.stmt):
        statement = node
    if statement is not None and isinstance(node, ast.expr | ast.stmt):
        for new in changed(node):
            yield node, statement, new
        if isinstance(node, ast.If | ast.IfExp) and is_plain(node.test):
            yield node.test, statement, ast.UnaryOp(ast.Not(), node.test)
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from changes(child, statement)


def is_for_type_checkers(node: ast.AST) -> bool:
    """Whether only a checker of types reads it."""
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_plain(test: ast.expr) -> bool:
    """Whether a condition is none that is changed in its parts."""
    is_negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    return not is_negated and not isinstance(test, ast.Compare | ast.BoolOp)


def changed(node: Node) -> Iterator[Node]:
    """What can stand in place of `node`."""
    match node:
        case ast.Compare(left, [op], values) if type(op) in TURNED:
            yield ast.Compare(left, [TURNED[type(op)]()], values)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(TURNED[type(op)](), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in TURNED:
            yield ast.BinOp(left, TURNED[type(op)](), right)
        case ast.AugAssign(target, op, value) if type(op) in TURNED:
            yield ast.AugAssign(target, TURNED[type(op)](), value)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
        case ast.Call(ast.Name(name), args, keywords) if name in FUNCTIONS:
            yield ast.Call(ast.Name(FUNCTIONS[name], ast.Load()), args, keywords)
        case ast.Return(ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Raise() | ast.Expr(ast.Call()):
            yield ast.Pass()
