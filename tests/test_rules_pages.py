"""The rules pages hold together with each other, with the games, and with what they promise."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from app.games import GAMES
from app.scoring import replay
from tests.front_door import CAST
from tests.rules_pages import (
    NUMBER,
    PAGES,
    RULES,
    anchor,
    lines,
    numbers_in,
    sections,
    tables,
)

HEADINGS = {
    "tribello": """
        Aim · Cards and seating · The twelve deals · Cutting and trumps · The deal and the widow
        · Swapping cards · Targets · Playing the tricks · Nullo · Scoring · Ending the game ·
        Common mistakes · House options · Origin
    """,
    "trex": """
        Aim · Players, seats and direction · Cards · Kingdoms and their owner · Choosing a
        contract · Doubling · King of hearts · Queens · Diamonds · Slaps · Trex, the layout ·
        Redeals · Scoring table · What a doubled card costs · Playing with partners · Complex ·
        Local variations · End of the game · Tactics in brief · Words you will hear
    """,
    "italian_whist": """
        Aim · Players, cards and the two jokers · The six-deal cycle · Splitting your cards ·
        Passing the second hand · Playing the first hand · Playing the second hand · Following
        suit · Jokers: suit · Jokers: value · Jokers: tricky cases · Scoring · Ending the game ·
        Credits
    """,
    "torite": """
        Aim (together) · Cards with readable backs · Three players · Four players · What you may
        say · Playing the tricks · How you win · Scoring a win · Two players, two rounds ·
        Choosing hands · Playing alone · Editions · Credits
    """,
    "trico": """
        Aim · The nine cards · Setting up · A trick · Choosing a card · The last card · Sets ·
        Pairs and blocking · Large symbols · Worked example · Winning and ties · Three players ·
        Longer or shorter games · Entering your deck · Credits
    """,
}
"""Where people look: a heading that is renamed leaves its links behind."""

every_page = pytest.mark.parametrize("page", PAGES)


# --- the shape of a page ------------------------------------------------------------------------


@every_page
def test_a_page_has_the_sections_that_people_look_for(page):
    assert sections(page) == " ".join(HEADINGS[page].split()).split(" · ")


@every_page
def test_a_page_opens_with_its_title_a_summary_and_the_essentials(page):
    title, *opening = [line for line in lines(page) if not line.section and line.text]

    assert title.text == f"# {GAMES[page].name}"
    assert opening[0].box == ""
    boxes = [line.box for line in opening]
    assert boxes == sorted(boxes), "the summary comes first, then the box, and nothing after it"
    said = " ".join(line.text for line in opening if line.box == "essentials")
    for word in ("**Players:**", "**Cards:**", "**Aim:**", "| "):
        assert word in said
    assert re.search(r"\*\*A (deal|round):\*\*", said)
    assert any(table.box == "essentials" for table in tables(page))


@every_page
def test_the_essentials_are_read_in_ten_seconds_or_a_little_more(page):
    said = " ".join(line.text for line in lines(page) if line.box == "essentials")

    assert len(re.findall(r"\w+", said)) <= 160


@every_page
def test_every_section_begins_with_the_sentence_that_answers_it(page):
    said = [line for line in lines(page) if line.text]
    for heading, first in pairwise(said):
        if heading.text.startswith("#"):
            where = f"{page}.md, line {heading.number}: {heading.text}"
            assert first.box == "", where
            assert re.match(r"[A-Z0-9“*{]", first.text), where
            assert not first.text.startswith(("- ", "* ", "| ", "![", "1. ")), where


@every_page
def test_every_page_names_its_credits_and_says_whose_words_it_has(page):
    credits = {"Credits", "Origin"}
    said = [line for line in lines(page) if {line.section, line.subsection} & credits]

    words = " ".join(line.text for line in said)
    assert "our own" in words or "are the wording" in words
    assert len(words) > 150
    assert said[-1] is lines(page)[-1], "credits close the page"


@every_page
def test_every_page_says_where_the_choice_is_ours(page):
    ours = [line for line in lines(page) if line.box == "ours" and line.text]

    assert len(ours) >= 3
    for line in lines(page):
        if re.search(r"\bsilent\b|\bwe chose\b|\bour reading\b|[Rr]ule books do not", line.text):
            assert line.box == "ours" or line.section in ("Origin", "Credits"), line


@every_page
def test_tables_are_narrow_enough_for_a_phone(page):
    for table in tables(page):
        assert len(table.header) <= 4, table.id


@every_page
def test_links_lead_to_headings_of_the_book(page):
    anchors = {
        key: {
            anchor(line.text.lstrip("# "))
            for line in lines(key)
            if line.text.startswith(("## ", "###"))
        }
        for key in PAGES
    }
    for line in lines(page):
        for address in re.findall(r"[^!]\[[^]]+\]\(([^)]+)\)", line.text):
            key, _, name = address.partition("#")
            assert name in anchors[key or page], f"{page}.md, line {line.number}: {address}"


@every_page
def test_no_two_headings_of_a_page_have_the_same_anchor(page):
    headings = [anchor(line.text.lstrip("# ")) for line in lines(page) if line.text[:1] == "#"]

    assert [name for name, times in Counter(headings).items() if times > 1] == []


# --- numbers ------------------------------------------------------------------------------------


@every_page
def test_every_number_a_page_asks_for_is_one_of_its_game_and_every_one_is_shown(page):
    assert numbers_in(page) == set(GAMES[page].numbers)


@every_page
def test_curly_braces_stand_only_around_the_name_of_a_number(page):
    for line in lines(page):
        assert "{" not in NUMBER.sub("", line.text), f"{page}.md, line {line.number}"


@every_page
def test_a_number_below_zero_is_shown_with_its_sign(page):
    for line in lines(page):
        for sign, name in NUMBER.findall(line.text):
            assert sign or GAMES[page].numbers[name] >= 0, f"line {line.number}: {name}"


@every_page
def test_points_are_written_by_name_outside_of_examples(page):
    for line in lines(page):
        if not line.is_example:
            written = NUMBER.sub("", line.text)
            assert not re.search(r"[+−]\d", written), f"{page}.md, line {line.number}: {written}"


SCORE_COLUMNS = {
    *("Each", "In all", "Deal total", "Points", "Score", "You score", "Least", "Most", "Fewest"),
    *("Tricks needed", "A win scores", "Worth", "At most", "Phases 1–3", "Nullo", "Deals 1–9"),
    *("Nullo, 10–12", "K♥", "A queen", "A diamond", "A trick", "Scored pairs", "Large cards used"),
}
CARDS_AND_ROUNDS = re.compile(r"\d+[♠♥♦♣]|round \d")


@every_page
def test_no_number_of_a_score_table_is_a_literal(page):
    columns = 0
    for table in tables(page):
        if table.box == "example":
            continue
        for place, header in enumerate(table.header):
            if header not in SCORE_COLUMNS:
                continue
            columns += 1
            for row in table.rows:
                written = CARDS_AND_ROUNDS.sub("", NUMBER.sub("", row[place]))
                assert written == "0" or not re.search(r"\d", written), f"{table.id}: {row}"
    assert columns >= 2


# --- house rules --------------------------------------------------------------------------------


def house_rules(page):
    """Each house rule of a game with its usual choice."""
    game = GAMES[page]
    return replay(game, CAST[: game.players[0]], {}).prompt.rules


@every_page
def test_every_house_rule_stands_in_just_one_box_and_every_box_is_about_one(page):
    boxes = dict.fromkeys((line.box, line.section) for line in lines(page))
    keys = [key for box, _section in boxes if box.startswith("house ") for key in box.split()[1:]]

    assert Counter(keys) == Counter(rule.key for rule, _usual in house_rules(page))


@every_page
def test_a_house_rule_is_explained_in_the_section_that_its_question_points_at(page):
    for rule, _usual in house_rules(page):
        places = {line.section for line in lines(page) if rule.key in line.box.split()[1:]}
        assert [anchor(place) for place in places] == [rule.rule], rule.key


@every_page
def test_a_house_box_has_a_row_for_every_choice_and_marks_the_usual_one(page):
    for rule, usual in house_rules(page):
        if rule.key in ("deck", "lower"):
            continue  # one table shows them with the rule before them
        [table] = [each for each in tables(page) if rule.key in each.box.split()[1:]]
        marked = [place for place, row in enumerate(table.rows) if "usual" in row[0]]
        assert len(marked) == 1, rule.key
        if rule.kind == "choose":
            assert len(table.rows) == len(rule.options)
            assert marked == [list(rule.options).index(usual)]
        elif rule.kind == "switch":
            assert len(table.rows) == 2
        else:
            assert NUMBER.findall(table.rows[marked[0]][0]), rule.key


# --- the glossary -------------------------------------------------------------------------------

ENTRY = re.compile(
    r"- \*\*(?P<term>[^*()–]+)\*\*(?: \((?P<synonyms>[^()]+)\))? – (?P<meaning>[A-Z0-9].+\.)"
)


def entries():
    """Each term of the glossary with its synonyms, its meaning and the letter it stands under."""
    found = []
    for line in lines("glossary"):
        if line.text.startswith("- "):
            entry = ENTRY.fullmatch(line.text)
            assert entry, f"glossary.md, line {line.number}: {line.text}"
            synonyms = (entry["synonyms"] or "").split(", ") if entry["synonyms"] else []
            found.append((entry["term"], synonyms, entry["meaning"], line.section))
    return found


def test_the_glossary_explains_at_least_sixty_terms():
    assert len(entries()) >= 60


def test_every_line_of_the_glossary_is_a_letter_or_an_entry():
    for line in lines("glossary")[3:]:
        assert not line.text or line.text.startswith(("## ", "- **")), line


def test_terms_stand_under_their_letter_in_the_order_of_the_alphabet():
    terms = [term for term, _synonyms, _meaning, _letter in entries()]

    assert [term[0].upper() for term in terms] == [letter for *_, letter in entries()]
    assert terms == sorted(terms, key=lambda term: anchor(term).split("-"))
    assert sections("glossary") == sorted(set(sections("glossary")))


def test_no_word_is_claimed_by_two_entries():
    words = [
        word.casefold()
        for term, synonyms, _meaning, _letter in entries()
        for word in [*term.split(", "), *synonyms]
    ]

    assert [word for word, times in Counter(words).items() if times > 1] == []


def test_a_definition_is_one_or_two_sentences_in_plain_words():
    for term, _synonyms, meaning, _letter in entries():
        assert len(re.findall(r"[.;](?: |$)", meaning)) <= 3, term
        assert len(meaning) <= 220, term
        assert not re.search(r"[][<>`{}|]|\*\*", meaning), f"{term}: no links, no markup"


@pytest.mark.parametrize(
    ("typed", "term"),
    [
        ("trix", "Trex"),
        ("tricks", "Trex"),
        ("lutoosh", "Slap"),
        ("latoush", "Slap"),
        ("ltoosh", "Slap"),
        ("kupa", "Hearts"),
        ("kubba", "Hearts"),
        ("banat", "Queens"),
        ("girls", "Queens"),
        ("femmes", "Queens"),
        ("dinari", "Diamonds"),
        ("sheikh", "King of hearts"),
        ("khityar", "King of hearts"),
        ("roi de cœur", "King of hearts"),
        ("misère", "Nullo"),
        ("kitty", "Widow"),
        ("quota", "Target"),
        ("request", "Contract"),
        ("forehand", "Eldest hand"),
    ],
)
def test_the_words_of_real_tables_are_synonyms(typed, term):
    assert [name for name, synonyms, *_ in entries() if typed in synonyms] == [term]


def test_every_word_that_trex_players_hear_is_in_the_glossary():
    [table] = [each for each in tables("trex") if each.section == "Words you will hear"]
    known = {word.casefold() for term, synonyms, *_ in entries() for word in [term, *synonyms]}

    for words, _meaning in table.rows:
        for word in re.split(r", |\(of | or |\)", words):
            if word.strip() and word != "King":
                said = word.strip().casefold()
                assert said in known or said.removesuffix("s") in known, word


def test_there_is_a_page_for_every_game_and_a_glossary_and_no_other():
    assert {path.stem for path in RULES.glob("*.md")} == {*PAGES, "glossary"}
