"""The rules book: what its pages are written in, and what is refused when the app starts."""

from __future__ import annotations

import pytest

from app import rulebook

SVG = '<?xml version="1.0"?>\n<svg viewBox="0 0 9 9"><path id="a" class="line" d="M0 0"/></svg>\n'
GLOSSARY = """# Glossary

## G

- **Girls** (banat, femmes) – In Trex: the queens.

## T

- **Trick** – One card from each player. The best one wins the *lot*.
- **Trick pattern** (shares) – How tricks are shared out.
- **Widow** – A spare hand.
"""


@pytest.fixture
def write(tmp_path):
    """Write a book of one page and a glossary, and read it: `write(text, **numbers)`."""

    def read(text, glossary=GLOSSARY, **numbers):
        (tmp_path / "diagrams").mkdir(exist_ok=True)
        (tmp_path / "diagrams" / "seats.svg").write_text(SVG, "utf-8")
        (tmp_path / "trex.md").write_text("# Trex\n\n" + text, "utf-8")
        (tmp_path / "tribello.md").write_text("# Tribello\n\n## Aim\n\nGirls win.\n", "utf-8")
        (tmp_path / "glossary.md").write_text(glossary, "utf-8")
        return rulebook.read(tmp_path, {"trex": numbers, "tribello": {"deals": 12}})

    return read


# --- boxes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "label"),
    [("essentials", "The essentials"), ("example", "Example"), ("ours", "Our choice")],
)
def test_a_box_holds_markdown_and_says_what_it_is(write, name, label):
    page = write(f"## Aim\n\n::: {name}\n\n- **A** takes all.\n\n:::\n\nAfter it.\n")["trex"]

    assert f'<div class="box {name}" role="group" aria-label="{label}">' in page.html
    assert "<li><strong>A</strong> takes all.</li>" in page.html
    assert page.html.index("</div>") < page.html.index("After it.")


def test_the_essentials_come_before_the_first_section(write):
    page = write("Lead.\n\n::: essentials\nFour players.\n:::\n\n## Aim\n\nWin.\n")["trex"]

    assert "Four players." in page.opening
    assert page.body.startswith('<h2 id="aim"')
    assert page.lines == ("Lead.", "Four players.")


def test_a_box_of_house_rules_keeps_a_place_for_the_choice_of_the_match(write):
    page = write("## Aim\n\n::: house swapped level_queens\nDiamonds may cost 15.\n:::\n")["trex"]

    assert "<!--house swapped level_queens-->" in page.html
    assert page.house_rule_keys == {"swapped", "level_queens"}


def test_a_box_of_another_name_is_refused(write):
    with pytest.raises(ValueError, match=r"trex\.md.*opens no box of ours"):
        write("## Aim\n\n::: warning\nMind.\n:::\n")


# --- diagrams -----------------------------------------------------------------------------------


def test_a_diagram_is_drawn_in_the_page_with_its_caption_as_its_name(write):
    page = write("## Aim\n\n![Who sits ♥ where](diagrams/seats.svg)\n\nText.\n")["trex"]

    assert (
        '<figure aria-label="Who sits &#9829; where"><svg aria-hidden="true" viewBox' in page.html
    )
    assert "<figcaption>Who sits ♥ where</figcaption></figure>" in page.html
    assert "<?xml" not in page.html
    assert "<p><figure" not in page.html
    assert page.section("aim").lines == ("Text.", "Who sits ♥ where")


def test_names_within_two_diagrams_do_not_meet(write):
    page = write("## Aim\n\n![Seats](diagrams/seats.svg)\n")["trex"]

    assert 'id="seats-a"' in page.html


@pytest.mark.parametrize(
    "written",
    [
        "![Gone](diagrams/gone.svg)",
        "![Elsewhere](pictures/seats.svg)",
        "![Up](diagrams/../seats.svg)",
        "Beside words ![Seats](diagrams/seats.svg)",
    ],
)
def test_a_diagram_that_cannot_be_drawn_is_refused(write, written):
    with pytest.raises(ValueError, match=r"trex\.md.*diagram"):
        write(f"## Aim\n\n{written}\n")


@pytest.mark.parametrize(
    "svg", ["<svg><style>a{}</style></svg>", '<svg><g style="fill:red"/></svg>', "<p>no</p>"]
)
def test_a_diagram_with_styles_of_its_own_is_refused(write, tmp_path, svg):
    (tmp_path / "diagrams").mkdir()
    (tmp_path / "diagrams" / "wild.svg").write_text(svg, "utf-8")

    with pytest.raises(ValueError, match="no plain SVG"):
        write("## Aim\n\n![Wild](diagrams/wild.svg)\n")


# --- numbers ------------------------------------------------------------------------------------


def test_numbers_come_from_the_game(write):
    page = write("## Aim\n\n{{ king }} or {{+first}}, {{ +none }}, {{tribello.deals}}.\n",
                 king=-75, first=200, none=0)["trex"]  # fmt: skip

    assert page.section("aim").lines == ("\N{MINUS SIGN}75 or +200, 0, 12.",)


@pytest.mark.parametrize("name", ["{{ quuen }}", "{{ tribello.king }}", "{{ two words }}"])
def test_a_number_that_nobody_has_named_is_refused(write, name):
    with pytest.raises(ValueError, match=r"trex\.md"):
        write(f"## Aim\n\n{name}\n", king=75)


# --- links --------------------------------------------------------------------------------------


def test_every_section_links_to_itself_and_can_be_found(write):
    page = write("## Jokers: suit\n\n### Two of them\n\nText.\n")["trex"]

    for anchor, title in (("jokers-suit", "Jokers: suit"), ("two-of-them", "Two of them")):
        assert page.section(anchor).title == title
        assert f'href="rules:trex#{anchor}" aria-label="Link to “{title}”"' in page.html
    assert page.section("jokers-suit").subsections == (page.section("two-of-them"),)
    assert "Text." in page.section("jokers-suit").html
    assert page.section("jokers-suit").lines == ()


@pytest.mark.parametrize("address", ["#aim", "tribello#aim", "tribello.md#aim", "glossary#widow"])
def test_a_link_within_the_book_leads_to_a_section_or_a_term(write, address):
    assert write(f"## Aim\n\n[There]({address}).\n")["trex"].links


@pytest.mark.parametrize("address", ["#nowhere", "nobody#aim", "tribello#gone", "/etc/passwd"])
def test_a_link_that_leads_nowhere_is_refused(write, address):
    with pytest.raises(ValueError, match=r"trex\.md"):
        write(f"## Aim\n\n[There]({address}).\n")


def test_neighbours_are_the_sections_before_and_after(write):
    page = write("## A\n\nText.\n\n### A1\n\n## B\n\n## C\n")["trex"]

    titles = [
        tuple(each and each.title for each in page.neighbours(at)) for at in ("a", "a1", "b", "c")
    ]
    assert titles == [(None, "B"), (None, "B"), ("A", "C"), ("B", None)]


# --- the glossary -------------------------------------------------------------------------------


def test_terms_have_synonyms_a_definition_and_an_anchor(write):
    terms = write("## Aim\n").terms

    assert list(terms) == ["girls", "trick", "trick-pattern", "widow"]
    assert terms["girls"].synonyms == ("banat", "femmes")
    assert terms["girls"].game == "trex"
    assert terms["trick"].html.endswith("wins the <em>lot</em>.")
    assert terms["trick"].words.endswith("wins the lot.")


def test_each_entry_of_the_glossary_can_be_linked_to(write):
    html = write("## Aim\n")["glossary"].html

    assert '<li id="trick-pattern"><strong>Trick pattern</strong>' in html
    assert 'href="rules:glossary#trick"' in html.partition('id="trick-pattern"')[2]
    assert 'href="rules:glossary#widow"' not in html


@pytest.mark.parametrize(
    "entry", ["- Widow – a hand", "- **Widow** - a hand", "- **Trick** – Two."]
)
def test_an_entry_of_another_form_or_a_second_one_is_refused(write, entry):
    with pytest.raises(ValueError, match=r"glossary\.md"):
        write("## Aim\n", glossary=f"{GLOSSARY}{entry}\n")


def linked(html):
    return [part.partition("</a>")[0] for part in html.split('<a class="term" href="')[1:]]


def test_the_first_use_of_a_term_in_each_section_is_linked_whatever_its_form(write):
    page = write("## One\n\nTricks and a TRICK.\n\n### Sub\n\nA trick.\n\n## Two\n\nA trick.\n")[
        "trex"
    ]

    assert linked(page.html) == ['rules:glossary#trick">Tricks', 'rules:glossary#trick">trick']


def test_the_longest_term_is_linked(write):
    page = write("## One\n\nThe trick pattern, then the trick.\n")["trex"]

    assert linked(page.html) == [
        'rules:glossary#trick-pattern">trick pattern',
        'rules:glossary#trick">trick',
    ]


@pytest.mark.parametrize(
    "text",
    [
        "## The trick",
        "## One\n\n[the trick](#one)",
        "## One\n\n`trick`",
        "## One\n\n| trick |\n|---|\n| x |",
        "## One\n\ntricky and must-trick",
    ],
)
def test_headings_links_code_heads_of_tables_and_other_words_stay_as_they_are(write, text):
    assert linked(write(text + "\n")["trex"].html) == []


def test_a_word_that_one_game_uses_in_its_own_way_is_linked_on_its_page_only(write):
    book = write("## Aim\n\nGirls cost 25.\n")

    assert linked(book["trex"].html) == ['rules:glossary#girls">Girls']
    assert linked(book["tribello"].html) == []
