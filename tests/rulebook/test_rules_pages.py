"""The rules pages hold together with each other, with the games, and with what they promise."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise

import pytest

from app.games import GAMES
from app.games.torite.scores import PATTERNS
from tests import games
from tests.rules_pages import DIAGRAMS, ENGLISH, NUMBER, PAGES, anchor, lines, sections, tables

SECTIONS = {page: getattr(games.of(page), "SECTIONS", "") for page in PAGES}
"""Where people look: a heading that is renamed leaves its links behind."""

CREDITS = {"Credits", "Origin"}
every_page = pytest.mark.parametrize("page", PAGES)
every_settled_page = pytest.mark.parametrize("page", [page for page in PAGES if SECTIONS[page]])


def where(page, line):
    return f"{page}.md, line {line.number}: {line.text}"


def words_in(page, box):
    return " ".join(line.text for line in lines(page) if line.box == box)


@every_page
def test_a_page_opens_with_its_title_a_summary_and_the_essentials_to_read_in_ten_seconds(page):
    title, *opening = [line for line in lines(page) if not line.section and line.text]

    assert title.text == f"# {GAMES[page].name}"
    assert opening[0].box == ""
    boxes = [line.box for line in opening]
    assert boxes == sorted(boxes), "the summary comes first, then the box, and nothing after it"
    said = words_in(page, "essentials")
    assert {"**Players:**", "**Cards:**", "**Aim:**"} <= {*re.findall(r"\*\*\w+:\*\*", said)}
    assert any(table.box == "essentials" for table in tables(page))
    assert len(re.findall(r"\w+", said)) <= 160


@every_settled_page
def test_a_page_that_is_settled_has_what_people_look_for_and_closes_with_its_credits(page):
    assert sections(page) == " ".join(SECTIONS[page].split()).split(" · ")
    assert re.search(r"\*\*A (deal|round):\*\*", words_in(page, "essentials"))
    assert any("![" in line.text for line in lines(page))
    assert sum(line.box == "ours" and bool(line.text) for line in lines(page)) >= 3
    shown = {key for table in tables(page) for key in table.box.split()[1:]}
    assert {rule.key for rule, _usual in GAMES[page].house_rules.rules} <= shown

    credits = [line for line in lines(page) if {line.section, line.subsection} & CREDITS]
    words = " ".join(line.text for line in credits)
    assert "our own" in words or "are the wording" in words
    assert len(words) > 150
    assert credits[-1] is lines(page)[-1]


@every_page
def test_where_the_choice_is_ours_a_box_says_so_and_tables_are_narrow_enough_for_a_phone(page):
    for line in lines(page):
        if re.search(r"\bsilent\b|\bwe chose\b|\bour reading\b|[Rr]ule books do not", line.text):
            assert line.box == "ours" or line.section in CREDITS, line
    for table in tables(page):
        assert len(table.header) <= 4, table.id


@every_page
def test_every_section_begins_with_the_sentence_that_answers_it(page):
    for heading, first in pairwise(line for line in lines(page) if line.text):
        if heading.text.startswith("#"):
            assert first.box == "", where(page, heading)
            assert re.match(r"[A-Z0-9“*{]", first.text), where(page, heading)
            starts = ("- ", "* ", "| ", "![", "1. ")
            assert not first.text.startswith(starts), where(page, heading)


@every_page
def test_every_heading_has_an_anchor_of_its_own(page):
    headings = [line.text.lstrip("# ") for line in lines(page) if line.text.startswith("#")]

    assert [name for name, times in Counter(map(anchor, headings)).items() if times > 1] == []


@every_page
def test_numbers_are_those_of_the_game_written_by_name_and_all_of_them_are_shown(page):
    named = {name for line in lines(page) for _sign, name in NUMBER.findall(line.text)}
    assert named == set(GAMES[page].numbers)
    for line in lines(page):
        plain = NUMBER.sub("", line.text)
        assert "{" not in plain, where(page, line)
        assert line.box == "example" or not re.search(r"[+−]\d", plain), where(page, line)
        for sign, name in NUMBER.findall(line.text) if SECTIONS[page] else ():
            assert sign or GAMES[page].numbers[name] >= 0, where(page, line)


SCORE_COLUMNS = {"Each", "Points", "Score", "You score", "Least", "Most"}
"""Columns of many games that score; the tests of a game say which others its own tables have."""
CARDS_AND_ROUNDS = re.compile(r"\d+[♠♥♦♣]|round \d")


@every_page
def test_no_number_of_a_score_table_is_a_literal(page):
    of_its_own, found = getattr(games.of(page), "SCORE_COLUMNS", set()), set()
    for table in (table for table in tables(page) if table.box != "example"):
        for place, header in enumerate(table.header):
            if header in SCORE_COLUMNS | of_its_own:
                found.add(header)
                for row in table.rows:
                    written = CARDS_AND_ROUNDS.sub("", NUMBER.sub("", row[place]))
                    assert written == "0" or not re.search(r"\d", written), f"{table.id}: {row}"
    assert of_its_own <= found


@every_page
def test_every_house_rule_is_explained_in_one_box_of_the_section_that_its_question_names(page):
    boxes = dict.fromkeys((line.section, line.box) for line in lines(page))
    explained = [
        (key, anchor(section))
        for section, box in boxes
        if box.startswith("house ")
        for key in box.split()[1:]
    ]

    rules = [rule for rule, _usual in GAMES[page].house_rules.rules]
    assert sorted(explained) == sorted((rule.key, rule.rule) for rule in rules)


@every_page
def test_a_table_of_a_house_rule_has_a_row_for_every_choice_and_marks_the_usual_one(page):
    for rule, usual in GAMES[page].house_rules.rules:
        # A box about two rules has a table for both, by the choices of the first.
        for table in (table for table in tables(page) if table.box.split()[1:2] == [rule.key]):
            marked = [place for place, row in enumerate(table.rows) if "usual" in row[0]]
            assert len(marked) == 1, rule.key
            if rule.kind == "choose":
                assert len(table.rows) == len(rule.options)
                assert marked == [list(rule.options).index(usual)]
            elif rule.kind == "switch":
                assert len(table.rows) == 2
            else:
                assert NUMBER.findall(table.rows[marked[0]][0]), rule.key


ENTRY = re.compile(
    r"- \*\*(?P<term>[^*()–]+)\*\*(?: \((?P<synonyms>[^()]+)\))? – (?P<meaning>[A-Z0-9].+\.)"
)


def entries():
    """Each term of the glossary with its synonyms, its meaning and the letter it stands under."""
    found = []
    for line in lines("glossary"):
        if line.text.startswith("- "):
            entry = ENTRY.fullmatch(line.text)
            assert entry, where("glossary", line)
            synonyms = (entry["synonyms"] or "").split(", ") if entry["synonyms"] else []
            found.append((entry["term"], synonyms, entry["meaning"], line.section))
    return found


def test_the_book_has_a_page_for_every_game_and_a_glossary_of_letters_and_entries():
    assert {path.stem for path in ENGLISH.glob("*.md")} == {*PAGES, "glossary"}
    for line in lines("glossary")[3:]:
        assert not line.text or line.text.startswith(("## ", "- **")), line
    assert len(entries()) >= 60


def test_terms_stand_under_their_letter_in_order_and_no_word_is_claimed_by_two():
    terms = [term for term, _synonyms, _meaning, _letter in entries()]

    assert [term[0].upper() for term in terms] == [letter for *_, letter in entries()]
    assert terms == sorted(terms, key=lambda term: anchor(term).split("-"))
    assert sections("glossary") == sorted(set(sections("glossary")))
    claimed = [[*term.split(", "), *synonyms] for term, synonyms, *_ in entries()]
    times = Counter(word.casefold() for words in claimed for word in words)
    assert [word for word, count in times.items() if count > 1] == []


def test_a_definition_is_one_or_two_sentences_in_plain_words():
    for term, _synonyms, meaning, _letter in entries():
        assert len(re.findall(r"[.;](?: |$)", meaning)) <= 3, term
        assert len(meaning) <= 220, term
        assert not re.search(r"[][<>`{}|]|\*\*", meaning), f"{term}: no links, no markup"


def test_every_word_that_trex_players_hear_is_in_the_glossary():
    [table] = [each for each in tables("trex") if each.section == "Words you will hear"]
    known = {word.casefold() for term, synonyms, *_ in entries() for word in [term, *synonyms]}

    for words, _meaning in table.rows:
        for word in re.split(r", |\(of | or |\)", words):
            if word.strip() and word != "King":
                said = word.strip().casefold()
                assert said in known or said.removesuffix("s") in known, word


# --- drawings -----------------------------------------------------------------------------------

DRAWINGS = sorted(DIAGRAMS.glob("*.svg"))
CAPTION = re.compile(r"!\[(?P<caption>[^]]+)\]\(diagrams/(?P<name>[a-z-]+)\.svg\)")
PHONE_WIDTH = 340
"""Of a drawing, in pixels: a unit is a pixel on a small phone."""
SMALLEST_TEXT = 12

CLASSES = {"ink", "soft", "accent", "paper", "line", "heart", "spade", "diamond", "club"}
ATTRIBUTES = {
    *("class", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "width", "height"),
    *("id", "href", "transform", "fill", "fill-opacity", "font-size", "font-weight"),
    *("stroke-width", "stroke-dasharray", "stroke-opacity", "text-anchor", "viewBox"),
}
ELEMENTS = {"svg", "g", "defs", "path", "rect", "circle", "text", "use"}
SUITS = set("♠♥♦♣")

every_drawing = pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)


def parts(path):
    """Every element of a drawing with its bare name."""
    for element in ET.parse(path).iter():
        yield element.tag.removeprefix("{http://www.w3.org/2000/svg}"), element


def test_every_drawing_is_shown_once_on_a_line_of_the_page_of_its_name_and_said_in_words():
    shown = []
    for page in PAGES:
        for line in lines(page):
            caption = CAPTION.fullmatch(line.text)
            assert ("![" in line.text) == bool(caption), line
            if caption:
                shown.append(caption["name"])
                assert caption["name"].startswith(page.replace("_", "-"))
                assert len(caption["caption"].split()) >= 15, line
                assert caption["caption"].endswith("."), line
                assert not (SUITS | {*"{}"}) & {*caption["caption"]}, "suits are named to be heard"

    assert sorted(shown) == [path.stem for path in DRAWINGS]
    assert len(DRAWINGS) >= 12


@every_drawing
def test_a_drawing_is_small_plain_svg_that_takes_its_colours_from_the_page(path):
    for name, element in parts(path):
        assert name in ELEMENTS, name
        assert element.attrib.keys() <= ATTRIBUTES, (name, element.attrib)
        assert set(element.get("class", "ink").split()) <= CLASSES
        assert element.get("fill", "none") == "none"
    assert path.stat().st_size <= 10_000


@every_drawing
def test_a_drawing_fits_any_width_and_its_words_can_be_read_on_a_phone(path):
    root = ET.parse(path).getroot()

    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top, width) == (0, 0, PHONE_WIDTH)
    assert 120 <= height <= 300
    assert not root.attrib.keys() & {"width", "height", "style"}
    for text in (element for name, element in parts(path) if name == "text"):
        assert float(text.attrib["font-size"]) >= SMALLEST_TEXT
        assert not SUITS & set(text.text or ""), "suits are shapes here"
        assert text.get("class") in CLASSES - {"paper", "line"}


def test_names_in_a_drawing_are_its_own_and_its_suits_those_of_the_rest_of_the_app():
    symbols = (DIAGRAMS.parent.parent / "static" / "symbols.svg").read_text("utf-8")
    shapes = dict(re.findall(r'<symbol id="(\w+)"[^>]*><path d="([^"]+)"', symbols))

    for path in DRAWINGS:
        named = {e.attrib["id"]: e for _name, e in parts(path) if "id" in e.attrib}
        used = {e.attrib["href"].removeprefix("#") for name, e in parts(path) if name == "use"}
        assert used == named.keys()
        for name, element in named.items():
            assert name.startswith(f"{path.stem}-")
            if element.tag.endswith("path"):
                assert element.attrib["d"] == shapes[name.split("-")[-1]]


def test_the_trick_patterns_that_are_drawn_are_those_that_win():
    drawing = list(parts(DIAGRAMS / "torite-patterns.svg"))

    drawn = [int(e.text) for name, e in drawing if name == "text" and e.text.isdigit()]
    assert drawn == [*PATTERNS[4], *PATTERNS[3], *PATTERNS[2], *PATTERNS[2][::-1]]
    assert sum(name == "rect" for name, _element in drawing) == sum(drawn)
