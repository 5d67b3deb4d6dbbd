"""Checks what no other tool looks at: that layouts, stylesheets and scripts can be read by line.

``python -m tools.lint``, a part of `make check`. A stylesheet has one declaration a line, a layout
one element of structure, and none of them has a line of more than 120 letters. A script holds no
sentence, since its words come from the page in the reader's language, and nothing global.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from app.paths import PROJECT

FOLDERS = ("app/games", "static/css", "static/js", "static/print", "templates", "tools/pocket")
"""Where the files lie that are written by hand; what others wrote lies in ``static/vendor``."""
SUFFIXES = (".css", ".html", ".js", ".mjs", ".svg")
SYMBOLS = ("awards.svg", "symbols.svg")
"""A file of this name has each symbol on one line, however long its paths are."""
SHELL = PROJECT / "tools" / "pocket"
"""Its scripts run before there is a page that could bring their words."""
LONGEST_LINE = 120
STRUCTURE = re.compile(
    r"<(article|body|div|footer|h[1-6]|head|header|html|li|main|nav|ol|section|table|tbody|td|th"
    r"|thead|tr|ul)\b"
)
BETWEEN_QUOTES = re.compile(r'"[^"]*"')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LINE_COMMENT = re.compile(r"(?:^|\s)//.*")
LITERAL = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`")
SENTENCE = re.compile(r"\b[A-Z][a-z]+ [A-Za-z]{2,}|(?<![.#\[-])\b(?:[a-z]{2,} ){2}[a-z]{2,}\b")
"""What a person could read: a capital before another word, or three words in a row."""
JSON_IN_DOUBLE_QUOTES = re.compile(r'="\{\{[^\n]*\btojson \}\}"')
GLOBAL = re.compile(r"\b(?:window|globalThis|self)\.\w+")


def faults(path: Path) -> Iterator[tuple[int, str]]:
    """The number of each line that is hard to read, and why it is."""
    text = path.read_text("utf-8")
    if path.suffix == ".css":
        # Of a comment only its lines are kept, so that the others keep their numbers.
        bare = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    else:
        bare = text
    for number, (line, words) in enumerate(
        zip(text.splitlines(), bare.splitlines(), strict=False), start=1
    ):
        if len(line) > LONGEST_LINE:
            yield number, f"{len(line)} letters, {LONGEST_LINE} are the most"
        if path.suffix == ".css" and declarations(words) > 1:
            yield number, "more than one declaration"
        if path.suffix == ".js" and SHELL not in path.parents:
            plain = LINE_COMMENT.sub("", line)
            if any(SENTENCE.search(literal) for literal in LITERAL.findall(plain)):
                yield number, "a sentence: its words come from the page"
            if GLOBAL.search(plain):
                yield number, "a global"
        if path.suffix == ".html" and len(STRUCTURE.findall(words)) > 1:
            yield number, "more than one element of structure"
        if path.suffix == ".html" and JSON_IN_DOUBLE_QUOTES.search(line):
            yield number, "JSON in double quotes, which ends at its own first one: use single ones"


def declarations(line: str) -> int:
    """How many declarations, or beginnings of a rule, a line of a stylesheet has."""
    plain = BETWEEN_QUOTES.sub("", line)
    return plain.count(";") + plain.count("{")


def main() -> int:
    """Print every fault; 1 if there are any."""
    lines = [
        f"{path.relative_to(PROJECT)}:{number}: {fault}"
        for folder in FOLDERS
        for path in sorted((PROJECT / folder).rglob("*"))
        if path.suffix in SUFFIXES and path.name not in SYMBOLS
        for number, fault in faults(path)
    ]
    print("\n".join(lines) or "All layouts, stylesheets and scripts can be read.")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
