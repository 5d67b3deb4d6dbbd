"""What holds a page in another language to the English one, which decides: see CONTRIBUTING.

It has the same sections and none of its own; the same house rules in them; and the same tables, row
by row with the same numbers. So links and questions lead to the section that they mean in every
language, and the worked examples are those that our tests play.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from app.rulebook.markdown import HOUSE_RULE_COMMENT, anchor_of
from app.rulebook.pages import RulesPage

HEADING = re.compile(r"###? (.+)")
RULER = re.compile(r"[|:\s-]+")
EXAMPLE = "example"
# Not up to the next "}}", which a page of nothing but "{{" would look for at each of them.
NUMBER = re.compile(r"\{\{[^{}]*\}\}|[+\N{MINUS SIGN}]?\d+")
PLAYED = re.compile(rf"{NUMBER.pattern}|[AKQJ]?[♠♥♦♣]|(?<!\w)[A-D](?![\w♠♥♦♣])")
"""What is played in an example: numbers, cards, and the letters of players."""

Row = Sequence[str]
Table = tuple[str, list[Row]]
"""A table: the name of the box that it is in, and its rows without the first."""


def check_page(page: RulesPage, english: RulesPage | None) -> None:
    """Raise ValueError for a page that has not what the English one has."""
    if english is None:
        raise ValueError("there is no English page of that name")
    check_sections(page, english)
    check_house_rules(page, english)
    english_tables = tables_of(english.source)
    for anchor, ours in tables_of(page.source).items():
        check_tables(anchor, ours, english_tables.get(anchor, []))


def check_terms(terms: Collection[str], english: Collection[str]) -> None:
    """Raise ValueError for a term whose anchor no English one has."""
    for anchor in terms:
        if anchor not in english:
            raise ValueError(
                f"no term of the English glossary has the anchor {anchor};"
                " an entry says that of its English one: - **Dames** {#queens} – …"
            )


def check_sections(page: RulesPage, english: RulesPage) -> None:
    """Raise ValueError for a section that the English page does not have, or the other way round.

    A subsection may be missing, as long as nothing links to it.
    """
    for section in page.all_sections:
        if section.anchor not in english.by_anchor:
            raise ValueError(
                f"no section of the English page has the anchor of “{section.title}”,"
                f" {{#{section.anchor}}}; they are: {', '.join(english.by_anchor)}"
            )
    if missing := [part.anchor for part in english.sections if part.anchor not in page.by_anchor]:
        raise ValueError(f"these sections of the English page are missing: {', '.join(missing)}")


def check_house_rules(page: RulesPage, english: RulesPage) -> None:
    """Raise ValueError for a section that is about other house rules than the English one."""
    for section in english.sections:
        keys, wanted = (
            {key for keys in HOUSE_RULE_COMMENT.findall(part.html) for key in keys.split()}
            for part in (page.by_anchor[section.anchor], section)
        )
        if keys != wanted:
            raise ValueError(
                f"{{#{section.anchor}}} has boxes about {named(keys)}, and the English page about"
                f" {named(wanted)}"
            )


def check_tables(anchor: str, ours: Sequence[Table], english_tables: Sequence[Table]) -> None:
    """Raise ValueError for tables of a section that are not row by row those of the English one."""
    if len(ours) != len(english_tables):
        raise ValueError(
            f"{{#{anchor}}} has {len(ours)} tables, and the English page {len(english_tables)}"
        )
    for number, ((box, rows), (wanted_box, wanted_rows)) in enumerate(
        zip(ours, english_tables, strict=True), start=1
    ):
        where = f"table {number} of {{#{anchor}}}"
        if box != wanted_box:
            raise ValueError(f"{where} is in the box {box!r}, and in English in {wanted_box!r}")
        if len(rows) != len(wanted_rows):
            raise ValueError(f"{where} has {len(rows)} rows, and in English {len(wanted_rows)}")
        for at, (row, wanted) in enumerate(zip(rows, wanted_rows, strict=True), start=1):
            if [values_in(cell, box) for cell in row] != [values_in(cell, box) for cell in wanted]:
                raise ValueError(
                    f"row {at} of {where} has other numbers than in English:"
                    f" {' | '.join(row)}; in English {' | '.join(wanted)}"
                )


def values_in(cell: str, box: str) -> Counter[str]:
    """Return what a cell says without words, in any order: each language has its own."""
    pattern = PLAYED if box == EXAMPLE else NUMBER
    return Counter(pattern.findall("".join(map(western_digit, cell))))


def western_digit(letter: str) -> str:
    """Return a digit of any script as one of ours, and another letter as it is."""
    return str(unicodedata.decimal(letter)) if letter.isdecimal() else letter


def tables_of(source: str) -> Mapping[str, list[Table]]:
    """Return the tables of a page by the anchors of the headings that they stand under."""
    found: defaultdict[str, list[Table]] = defaultdict(list)
    anchor = box = ""
    is_in_table = False
    for line in source.splitlines():
        if heading := HEADING.fullmatch(line):
            anchor = anchor_of(heading[1])
        elif line.startswith(":::"):
            box = line.removeprefix(":::").strip()
        elif line.startswith("|"):
            if not is_in_table:
                found[anchor].append((box, []))
            elif not RULER.fullmatch(line):
                found[anchor][-1][1].append(line.strip().strip("|").split("|"))
        is_in_table = line.startswith("|")
    return found


def named(keys: Collection[str]) -> str:
    """Return the names of house rules in a row."""
    return ", ".join(sorted(keys)) or "none"
