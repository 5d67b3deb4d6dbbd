"""Every worked example of the rules pages, played: a number changed on a page fails here."""

from __future__ import annotations

import re

import pytest

import tests.examples  # noqa: F401  # makes every reader known
from tests.examples.cells import READERS, readers_of, worked_out
from tests.rules_pages import PAGES, tables

EXAMPLES = [table for page in PAGES for table in tables(page) if table.box == "example"]
READ = [table for page in PAGES for table in tables(page) if readers_of(table)]


@pytest.mark.parametrize("table", READ, ids=lambda table: table.id)
def test_the_numbers_of_an_example_are_those_of_the_score(table):
    [reader] = readers_of(table)

    reader(table)


@pytest.mark.parametrize("table", EXAMPLES, ids=lambda table: table.id)
def test_every_example_is_one_that_a_test_can_play(table):
    assert table in READ
    assert table.rows


@pytest.mark.parametrize("table", EXAMPLES, ids=lambda table: table.id)
def test_every_sum_in_an_example_is_right(table):
    for row in table.rows:
        for cell in row:
            for made, total in re.findall(r"(\d+(?: [−+×] \d+)+) = (\d+)", cell):
                assert worked_out(made) == int(total), cell


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_examples(page):
    assert len([table for table in EXAMPLES if table.page == page]) >= 5


def test_every_reader_of_examples_has_one_to_read():
    for page, title, reader in READERS:
        assert any(reader in readers_of(table) for table in tables(page)), title


def test_each_joker_case_of_the_tables_has_an_example():
    cases = {
        found[0]
        for table in tables("italian_whist")
        for row in table.rows
        if (found := re.match(r"[LFOB]\d(?= )", row[0]))
    }
    whys = {
        row[2][:2]
        for table in tables("italian_whist")
        if table.header[1] == "Taken by"
        for row in table.rows
    }

    assert len(cases) == 15
    assert whys == cases
