"""What the tables of a page in another language say in English, so that its examples are played.

Nobody writes the words of a language down for the tests: they are learned from the rows, which
stand in the same order in every language. So the same words always say the same: a row that names
the wrong choice, or the doubler where the taker is, does not go together with the others.
"""

import re
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain

from tests.rules_pages import Table, tables

VALUE = re.compile(r"\{\{[^{}]*\}\}|[+\N{MINUS SIGN}]?\d+|[AKQJ]?[♠♥♦♣]|(?<!\w)[A-D](?![\w♠♥♦♣])")
"""A number, a card or its suit behind a number, or the letter of a player."""
SEMICOLON = re.compile("\\s*[;؛]\\s*")
COLON = re.compile(r"\s*:\s*")


@dataclass
class PhraseBook:
    """The phrases of a page, without their values, by those of its translation.

    `places` are for each value of the English phrase where it may stand in the translated one.
    """

    english: dict[str, str] = field(default_factory=dict)
    places: dict[str, list[set[int]]] = field(default_factory=dict)

    def learn(self, phrase: str, english: str) -> None:
        """Learn what a phrase says; AssertionError if it has said something else before."""
        words, values = apart(phrase)
        english_words, english_values = apart(english)
        assert sorted(values) == sorted(english_values), f"{phrase}; in English {english}"
        before = self.english.setdefault(words, english_words)
        assert before == english_words, f"{phrase} is “{english}” here, and “{before}” elsewhere"
        here = [{at for at, value in enumerate(values) if value == it} for it in english_values]
        known = self.places.get(words, here)
        self.places[words] = [old & new for old, new in zip(known, here, strict=True)]
        assert all(self.places[words]), f"{phrase} is “{english}” here, and elsewhere turned round"

    def in_english(self, phrase: str) -> str:
        """Say a phrase that was learned in English, with the values that it has."""
        words, values = apart(phrase)
        places, taken = self.places[words], dict[int, int]()
        for at in sorted(range(len(places)), key=lambda at: len(places[at])):
            taken[at] = min(places[at] - {*taken.values()})
        ordered = iter([values[taken[at]] for at in range(len(places))])
        return re.sub("\0", lambda _place: next(ordered), self.english[words])


def apart(phrase: str) -> tuple[str, list[str]]:
    """The words of a phrase, and its values."""
    return VALUE.sub("\0", phrase), VALUE.findall(phrase)


def phrases(cell: str, english_cell: str) -> list[list[tuple[str, str]]]:
    """The phrases of a cell beside the English ones: between semicolons, and there on both sides of
    a colon, if there is one in English."""
    cells = (SEMICOLON.split(it.strip().removesuffix(".")) for it in (cell, english_cell))
    return [
        [*zip(COLON.split(phrase), COLON.split(english), strict=True)]
        if ":" in english
        else [(phrase, english)]
        for phrase, english in zip(*cells, strict=True)
    ]


def in_english(page: str, tag: str, at: int) -> Table:
    """The table `at` of a page in the language `tag` in the words of the English one.

    The examples of a page have one book; another table may use the same words in its own way.
    """
    table, english = tables(page, tag)[at], tables(page)[at]
    is_example = english.box == "example"
    book = learned_from_examples(page, tag) if is_example else learned([(table, english)])
    return translated(table, english, book)


@cache
def learned_from_examples(page: str, tag: str) -> PhraseBook:
    pairs = zip(tables(page, tag), tables(page), strict=True)
    return learned([(table, english) for table, english in pairs if english.box == "example"])


def learned(pairs: list[tuple[Table, Table]]) -> PhraseBook:
    book = PhraseBook()
    for table, english in pairs:
        for cell, english_cell in zip(cells_of(table), cells_of(english), strict=True):
            for phrase, said in chain(*phrases(cell, english_cell)):
                book.learn(phrase, said)
    return book


def cells_of(table: Table) -> list[str]:
    """What is played of a table: its rows, and in an example the story before it and its header,
    where an A is a player and no article."""
    opening = [table.intro, *table.header] if table.box == "example" else []
    return [*opening, *(cell for row in table.rows for cell in row)]


def translated(table: Table, english: Table, book: PhraseBook) -> Table:
    """A table in the words of the English one, with its own values."""

    def say(cell: str, english_cell: str) -> str:
        return "; ".join(
            ": ".join(book.in_english(phrase) for phrase, _english in sides)
            for sides in phrases(cell, english_cell)
        )

    rows = tuple(tuple(map(say, *both)) for both in zip(table.rows, english.rows, strict=True))
    played = replace(english, rows=rows)
    if table.box != "example":
        return played
    header = tuple(map(say, table.header, english.header))
    return replace(played, header=header, intro=say(table.intro, english.intro))
