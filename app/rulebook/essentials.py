"""The essentials of a page, as it begins, line by line for the foot of a score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from markdown_it.token import Token

from app.rulebook import markdown
from app.rulebook.pages import Page

LINKS = ("link_open", "link_close")


def essentials_of(page: Page, numbers: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Each item and each paragraph of the essentials as HTML, without links and without tables.

    They have these numbers of each page, which may be those of one table.
    """
    parser = markdown.parser()
    text = markdown.with_numbers(page.source.partition("\n## ")[0], page.key, numbers)
    tokens = box_of(parser.parse(text))
    markdown.keep_together(tokens)
    lines = []
    is_in_table = False
    for token in tokens:
        if token.type in ("table_open", "table_close"):
            is_in_table = token.type == "table_open"
        elif token.type == "inline" and not is_in_table:
            token.children = [part for part in token.children or () if part.type not in LINKS]
            lines.append(markdown.html_of(parser, [token]))
    return lines


def box_of(tokens: Sequence[Token]) -> list[Token]:
    """What stands in the box of essentials, nothing if there is none."""
    types = [token.type for token in tokens]
    if "container_essentials_open" not in types:
        return []
    start = types.index("container_essentials_open") + 1
    return list(takewhile(lambda token: token.type != "container_essentials_close", tokens[start:]))
