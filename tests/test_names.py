"""Names are plain, the words of the card table or of the trade, and files can be read by line.

Who searches for the word they know finds the place. CONTRIBUTING.md says which words mean what.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Set
from itertools import chain
from pathlib import Path

import pytest

from tests.sources import nodes_of
from tools import lint

ROOT = Path(__file__).parent.parent
FOLDERS = ("app", "bench", "testkit", "tools")
FILES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
NO_NAMES = {
    *("along", "alone", "anyhow", "asides", "book", "books", "come", "door", "doors"),
    *("doubt", "doubts", "hear", "heard", "helper", "hindrance", "lies", "look", "looks"),
    *("manager", "mine", "misc", "news", "nobody", "press", "said", "shelf", "spoken", "stands"),
    *("theirs", "tidy", "told", "trouble", "util", "utils", "way", "ways", "whoever", "whose"),
}
"""They fit anything, or are riddles; some were names here for a long time."""
STORED = {"asides", "doubts", "deals_in_doubt"}
"""Names of a column, a table and a migration, which databases hold."""
NO_NAMES_IN_SCRIPTS = {*NO_NAMES, "held", "hush", "kept", "owns", "tell", "well", "work"}
NAME_IN_SCRIPT = re.compile(
    r"\b(?:function|class|const|let)\s+(\w+)|(?<=[(,])\s*(\w+)(?=[^()]*\) =>)"
)
"""A name that a script defines, or a parameter of a function without a name."""
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def names_in(path: Path) -> Iterator[str]:
    """The names of all classes, functions and parameters that are defined in a file."""
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg


def riddles(names: list[str], no_names: Set[str] = NO_NAMES) -> set[str]:
    """Those of the names that have a part which is no name."""
    plain = {name: {part.lower() for part in PART.findall(name)} for name in names}
    return {name for name, parts in plain.items() if no_names & parts} - STORED


def test_names_are_words_of_the_table_or_of_the_trade():
    for path in FILES:
        folders_and_file = path.relative_to(ROOT).with_suffix("").parts
        names = [*folders_and_file, *names_in(path)]

        assert riddles(names) == set(), path


def test_so_are_those_in_scripts():
    for path in sorted((ROOT / "static" / "js").rglob("*.js")):
        code = re.sub(r"^ *//.*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
        names = [path.stem, *filter(None, chain(*NAME_IN_SCRIPT.findall(code)))]

        assert riddles(names, NO_NAMES_IN_SCRIPTS) == set(), path


def test_tables_and_columns_are_too(db):
    columns = [column.name for table in db.tables for column in table.columns]

    assert riddles([*db.table_names(), *columns]) == set()


def test_no_two_classes_share_a_name():
    places = defaultdict(list)
    for path in (ROOT / "app").rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(ROOT)))

    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_layouts_stylesheets_and_scripts_can_be_read_by_line(capsys):
    assert lint.main() == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "is_fine"),
    [
        ("a.css", "p {\n  color: red; margin: 0;\n}", False),
        ("a.css", '/* One; two; { three. */\np::after {\n  content: ";{";\n}', True),
        ("a.html", "<tr><td></td></tr>", False),
        ("a.html", f"<p>{'x' * 120}</p>", False),
        ("a.html", "<p>One <b>and</b> <i>two</i></p>", True),
        ("a.js", "const words = `it is kept ${where}`;", False),
        ("a.js", "window.kept = {};", False),
        ("a.js", '// The words of the window.\nlabel.className = "mark large"; // Not sent', True),
    ],
)
def test_a_crowded_line_a_sentence_and_a_global_are_named(tmp_path, name, text, is_fine):
    (tmp_path / name).write_text(f"{text}\n")

    assert (list(lint.faults(tmp_path / name)) == []) == is_fine
