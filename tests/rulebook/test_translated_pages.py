"""A page in another language says what the English one says, section by section.

Each is held by what is there: a page that is written joins without an edit. Its examples are played
in tests/scoring/test_worked_examples.py.
"""

import re
from collections import Counter
from itertools import pairwise

import pytest
from babel.messages.pofile import read_po

from app import rulebook
from app.games import numbers
from app.paths import PROJECT, RULES
from app.rulebook.drawings import messages_in, words_of
from app.rulebook.words import folded
from app.web.rules.rulings import search_entries
from tests.rules_pages import DIAGRAMS, ENGLISH, SAID_ANCHOR, TRANSLATED, anchor, lines, tables

LANGUAGES = sorted(path.name for path in RULES.iterdir() if (path / "words.toml").is_file())
DRAWING = re.compile(r"\(diagrams/([\w-]+)\.svg\)")
FIGURE = re.compile(r"\{\{[^{}]*\}\}|\d+")
CARD = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")

every_language = pytest.mark.parametrize("tag", [tag for tag in LANGUAGES if tag != ENGLISH.name])
every_page = pytest.mark.parametrize(("tag", "page"), TRANSLATED)


@every_language
def test_the_pages_of_a_language_can_be_read(tag):
    english = rulebook.read(RULES, numbers(), search_entries)

    book = rulebook.read_beside(english, tag, RULES, numbers(), search_entries)

    own = {page.key for page in book.values() if page.language.tag == tag}
    assert own - {"glossary"} == {page for of, page in TRANSLATED if of == tag}


@every_language
def test_a_term_has_the_numbers_and_cards_of_the_english_one_and_shares_no_name(tag):
    english = rulebook.read(RULES, numbers(), search_entries)
    book = rulebook.read_beside(english, tag, RULES, numbers(), search_entries)

    names = Counter()
    for key, term in book.terms.items():
        if term.language.tag == tag:
            names.update({name.casefold() for name in term.names})
            for pattern in (FIGURE, CARD):
                in_english = pattern.findall(english.terms[key].definition)
                assert sorted(pattern.findall(term.definition)) == sorted(in_english), term.name
            assert len(term.definition) <= 220, term.name
    assert [name for name, times in names.items() if times > 1] == []


WITH_GLOSSARY = [tag for tag in LANGUAGES if (RULES / tag / "glossary.md").is_file()]
OWN_GLOSSARY = [tag for tag in WITH_GLOSSARY if tag != ENGLISH.name]
every_glossary = pytest.mark.parametrize("tag", OWN_GLOSSARY)
LEADS_ON = """
appeal complex contract counter-clockwise cut deal dealer diamonds doubling follow-suit go-out
hearts house-rule jack king-of-hearts kingdom lead level-queens misdeal own-side owner partnership
pass place plain-value queens redeal reversed-scoring row swapped-values tafreesh thirteener trex
trick trump undoubled
"""
"""The terms to which words of the page of Trex lead in every language that has a glossary."""


@pytest.fixture(scope="module")
def books():
    """The rules of every language with a glossary, by its tag."""
    english = rulebook.read(RULES, numbers(), search_entries)
    of = {tag: (english, tag, RULES, numbers(), search_entries) for tag in OWN_GLOSSARY}
    return {tag: rulebook.read_beside(*about) for tag, about in of.items()}


def own_terms(book):
    return {key: term for key, term in book.terms.items() if term.language.tag == book.language.tag}


@every_glossary
def test_words_of_the_page_of_trex_lead_to_the_glossary(tag, books):
    led = set(re.findall(r'class="term" href="rules:glossary#([^"]+)"', books[tag]["trex"].html))

    assert {*LEADS_ON.split()} - led == set()
    assert led <= own_terms(books[tag]).keys()


@every_glossary
def test_what_is_heard_at_a_table_of_trex_is_in_the_glossary(tag, books):
    [table] = [it for it in tables("trex", tag) if it.section.endswith("{#words-you-will-hear}")]
    stems = books[tag].language.search.content_stems
    known = {stems(name) for term in own_terms(books[tag]).values() for name in term.names}

    heard = re.findall(r"[^,،()]+", ",".join(row[0].replace(" ou ", ",") for row in table.rows))
    # Two things have the name of the king.
    words = {word.strip() for word in heard} - {"", "King", "Roi"}
    assert [word for word in words if stems(word) not in known] == []


@every_glossary
def test_a_term_stands_under_its_letter_in_the_order_of_the_alphabet(tag, books):
    search, letter, found = books[tag].language.search, "", []
    article = re.compile(rf"^(?:{search.beginnings.replace(' ', '|') or '(?!)'})")

    def as_sorted(words):
        for written, meant in search.letters.items():
            words = words.casefold().replace(written, meant)
        return folded(words)

    for line in lines("glossary", tag):
        if line.text.startswith("## "):
            letter = as_sorted(SAID_ANCHOR.sub("", line.text[3:]).strip())
        elif term := re.match(r"- \*\*([^*،,]+)", line.text):
            found.append(as_sorted(article.sub("", term[1])))
            assert found[-1].startswith(letter), term[1]
    assert found == sorted(found)
    assert len(found) > 40


@every_language
def test_the_search_is_told_no_name_that_the_glossary_says(tag):
    english = rulebook.read(RULES, numbers(), search_entries)
    book = rulebook.read_beside(english, tag, RULES, numbers(), search_entries)

    stems = book.language.search.stems_of
    said = {key: {*map(stems, term.names)} for key, term in own_terms(book).items()}
    twice = [
        name
        for key, names in book.language.terms.items()
        for name in names
        if stems(name) in said.get(key, ())
    ]
    assert twice == []


def headings(page, tag="en"):
    found = [line.text for line in lines(page, tag) if line.text.startswith("##")]
    return [(text.partition(" ")[0], anchor(text)) for text in found]


@every_page
def test_a_page_has_the_headings_of_the_english_one_in_their_order(tag, page):
    assert headings(page, tag) == headings(page)


def by_place(page, tag, pattern):
    """What is found how often in each section or subsection, with and without a box around it."""
    found = {}
    for line in lines(page, tag):
        place = (anchor(line.section), anchor(line.subsection), line.box)
        words = SAID_ANCHOR.sub("", line.text)
        found.setdefault(place, Counter()).update(re.findall(pattern, words))
    return found


@every_page
@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(r"(?!)", id="boxes"),
        pytest.param(r"\]\(([^)]+)\)", id="links and drawings"),
        pytest.param(CARD, id="cards"),
        pytest.param(FIGURE, id="numbers"),
    ],
)
def test_a_section_has_what_it_has_in_english(tag, page, pattern):
    found, english = by_place(page, tag, pattern), by_place(page, "en", pattern)

    assert [*found] == [*english]
    # What is said twice in English may once be a word, and a digit may be a word in English; but a
    # 25 that has become a 50 beside another is one too many.
    differing = {
        place: (has, english[place])
        for place, has in found.items()
        if has.keys() != english[place].keys() or any(len(it) > 1 for it in has - english[place])
    }
    assert differing == {}


@every_page
def test_a_table_has_the_columns_of_the_english_one_and_marks_the_same_row(tag, page):
    for table, english in zip(tables(page, tag), tables(page), strict=True):
        assert len(table.header) == len(english.header), table.id
        marked, usual = ([row[0].endswith(")") for row in of.rows] for of in (table, english))
        assert marked == usual, table.id


@every_page
def test_every_section_begins_with_a_sentence(tag, page):
    for heading, first in pairwise(line for line in lines(page, tag) if line.text):
        if heading.text.startswith("#"):
            assert not first.box, heading
            assert not first.text.startswith(("- ", "* ", "| ", "![", "1. ")), heading


@every_page
def test_the_words_of_its_drawings_are_translated(tag, page):
    said = set()
    for file in (PROJECT / "translations" / tag).glob("*.po"):
        with file.open("rb") as catalogue:
            said |= {message.id for message in read_po(catalogue) if message.string}

    for name in {name for line in lines(page, tag) for name in DRAWING.findall(line.text)}:
        drawn = messages_in((DIAGRAMS / f"{name}.svg").read_text("utf-8"))
        assert {words_of(message) for message in drawn} <= said, name


@pytest.mark.parametrize(
    ("tag", "costs", "gains"),
    [
        ("en", "costs its plain value", "nobody gains"),
        ("fr", "sa valeur simple", "sans gain pour personne"),
        ("ar", "تكلّف قيمتها العادية", "لا كسب لأحد"),
    ],
)
def test_a_sentence_says_what_a_double_between_partners_costs(tag, costs, gains):
    """A table that plays the usual rule need not look for it in a table of house rules."""
    said = [
        line.text
        for line in lines("trex", tag)
        if anchor(line.subsection) == "doubled-cards-and-sides" and not line.box
    ]

    [sentence] = filter(None, (text for text in said if not text.startswith("#")))
    usual = re.split("[.؛] ", sentence)[1]
    assert costs in usual
    assert gains in usual
