"""Every worked example of the rules pages, played: a number changed on a page fails here."""

import re

import pytest

from tests import games
from tests.rules_pages import PAGES, tables
from tests.worked_examples import worked_out

READERS = {page: getattr(games.of(page), "EXAMPLES", {}) for page in PAGES}
"""For each page what plays its tables, by how their headers read."""
TABLES = [table for page in PAGES for table in tables(page)]


def readers_of(table):
    return [play for title, play in READERS[table.page].items() if re.fullmatch(title, table.title)]


@pytest.mark.parametrize(
    "table",
    [table for table in TABLES if table.box == "example" or readers_of(table)],
    ids=lambda table: table.id,
)
def test_the_numbers_of_an_example_are_those_of_the_score(table):
    assert table.rows
    [play] = readers_of(table)

    play(table)
    for sum_, total in re.findall(r"(\d+(?: [−+×] \d+)+) = (\d+)", str(table.rows)):
        assert worked_out(sum_) == int(total)


@pytest.mark.parametrize("page", PAGES)
def test_every_reader_of_examples_has_one_to_read(page):
    titles = [table.title for table in tables(page)]

    for reader in READERS[page]:
        assert any(re.fullmatch(reader, title) for title in titles), reader
