"""The rules book: what its pages are written in, and what is refused when the app starts."""

import shutil

import pytest

from app import rulebook
from app.paths import RULES

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
def read(tmp_path):
    """Write a book of one page and a glossary, and read it: `read(text, **numbers)`."""

    def book_of(text, glossary=GLOSSARY, **numbers):
        (tmp_path / "diagrams").mkdir(exist_ok=True)
        english = tmp_path / "en"
        english.mkdir(exist_ok=True)
        shutil.copy(RULES / "en" / "words.toml", english)
        (tmp_path / "diagrams" / "seats.svg").write_text(SVG, "utf-8")
        (english / "trex.md").write_text(f"# Trex\n\n{text}\n", "utf-8")
        (english / "tribello.md").write_text("# Tribello\n\n## Aim\n\nGirls win.\n", "utf-8")
        (english / "glossary.md").write_text(glossary, "utf-8")
        return rulebook.read(tmp_path, {"trex": numbers, "tribello": {"deals": 12}})

    return book_of


@pytest.fixture
def page_of(read):
    """The page that a text becomes."""
    return lambda text, **numbers: read(text, **numbers)["trex"]


@pytest.mark.parametrize(
    ("name", "label"),
    [("essentials", "The essentials"), ("example", "Example"), ("ours", "Our choice")],
)
def test_a_box_holds_markdown_and_says_what_it_is(page_of, name, label):
    page = page_of(f"## Aim\n\n::: {name}\n\n- **A** takes all.\n\n:::\n\nAfter it.")

    assert f'<div class="box {name}" role="group" aria-label="{label}">' in page.html
    assert "<li><strong>A</strong> takes all.</li>" in page.html
    assert page.html.index("</div>") < page.html.index("After it.")


def test_the_essentials_come_first_and_house_rules_keep_a_place_for_those_of_the_match(page_of):
    page = page_of(
        "Lead.\n\n::: essentials\nFour players.\n:::\n\n## Aim\n\n"
        "::: house swapped level_queens\nDiamonds may cost 15.\n:::"
    )

    assert "Four players." in page.opening
    assert page.body.startswith('<h2 id="aim"')
    assert page.lines == ("Lead.", "Four players.")
    assert "<!--house swapped level_queens-->" in page.html
    assert page.house_rule_keys == {"swapped", "level_queens"}


def test_a_diagram_is_drawn_in_the_page_with_its_caption_as_its_name_and_ids_of_its_own(page_of):
    page = page_of("## Aim\n\n![Who sits ♥ where](diagrams/seats.svg)\n\nText.")

    label = '<figure aria-label="Who sits &#9829; where">'
    assert f'{label}<svg aria-hidden="true" direction="ltr" viewBox' in page.html
    assert "<figcaption>Who sits ♥ where</figcaption></figure>" in page.html
    assert "<?xml" not in page.html
    assert "<p><figure" not in page.html
    assert 'id="seats-a"' in page.html
    assert page.section("aim").lines == ("Text.", "Who sits ♥ where")


@pytest.mark.parametrize(
    "svg", ["<svg><style>a{}</style></svg>", '<svg><g style="fill:red"/></svg>', "<p>no</p>"]
)
def test_a_diagram_with_styles_of_its_own_is_refused(read, tmp_path, svg):
    (tmp_path / "diagrams").mkdir()
    (tmp_path / "diagrams" / "wild.svg").write_text(svg, "utf-8")

    with pytest.raises(ValueError, match="no plain SVG"):
        read("## Aim\n\n![Wild](diagrams/wild.svg)")


def test_numbers_come_from_the_game_and_links_lead_to_a_section_or_a_term(page_of):
    text = "## Aim\n\n{{ king }} or {{+first}}, {{ +none }}, {{tribello.deals}}."

    page = page_of(text, king=-75, first=200, none=0)

    assert page.section("aim").lines == ("\N{MINUS SIGN}75 or +200, 0, 12.",)
    for address in ("#aim", "tribello#aim", "tribello.md#aim", "glossary#widow"):
        assert page_of(f"## Aim\n\n[There]({address}).").links


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("::: warning\nMind.\n:::", "opens no box of ours"),
        ("![Gone](diagrams/gone.svg)", "diagram"),
        ("![Elsewhere](pictures/seats.svg)", "diagram"),
        ("![Up](diagrams/../seats.svg)", "diagram"),
        ("Beside words ![Seats](diagrams/seats.svg)", "diagram"),
        *((number, "") for number in ("{{ quuen }}", "{{ tribello.king }}", "{{ two words }}")),
        *((f"[There]({to})", "") for to in ("#nowhere", "nobody#aim", "tribello#gone", "/passwd")),
    ],
)
def test_what_is_not_there_or_of_no_use_is_refused(read, written, why):
    with pytest.raises(ValueError, match=rf"trex\.md.*{why}"):
        read(f"## Aim\n\n{written}", king=75)


def test_every_section_links_to_itself_and_can_be_found(page_of):
    page = page_of("## Jokers: suit\n\n### Two of them\n\nText.")

    for anchor, title in (("jokers-suit", "Jokers: suit"), ("two-of-them", "Two of them")):
        assert page.section(anchor).title == title
        assert f'href="rules:trex#{anchor}" aria-label="Link to “{title}”"' in page.html
    assert page.section("jokers-suit").subsections == (page.section("two-of-them"),)
    assert "Text." in page.section("jokers-suit").html
    assert page.section("jokers-suit").lines == ()


def test_neighbours_are_the_sections_before_and_after(page_of):
    page = page_of("## A\n\nText.\n\n### A1\n\n## B\n\n## C")
    ids = ("a", "a1", "b", "c")
    around = {at: [each and each.title for each in page.neighbours(at)] for at in ids}

    assert around == {"a": [None, "B"], "a1": [None, "B"], "b": ["A", "C"], "c": ["B", None]}


def test_terms_have_synonyms_a_definition_and_an_anchor_that_can_be_linked_to(read):
    book = read("## Aim")
    terms, html = book.terms, book["glossary"].html

    assert list(terms) == ["girls", "trick", "trick-pattern", "widow"]
    assert terms["girls"].synonyms == ("banat", "femmes")
    assert terms["girls"].game == "trex"
    assert terms["trick"].html.endswith("wins the <em>lot</em>.")
    assert terms["trick"].words.endswith("wins the lot.")
    assert '<li id="trick-pattern"><strong>Trick pattern</strong>' in html
    assert 'href="rules:glossary#trick"' in html.partition('id="trick-pattern"')[2]
    assert 'href="rules:glossary#widow"' not in html


@pytest.mark.parametrize(
    "entry", ["- Widow – a hand", "- **Widow** - a hand", "- **Trick** – Two."]
)
def test_an_entry_of_another_form_or_a_second_one_is_refused(read, entry):
    with pytest.raises(ValueError, match=r"glossary\.md"):
        read("## Aim", glossary=f"{GLOSSARY}{entry}\n")


def linked(page):
    parts = page.html.split('<a class="term" href="rules:glossary#')[1:]
    return [part.partition("</a>")[0] for part in parts]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        (
            "## One\n\nTricks and a TRICK.\n\n### Sub\n\nA trick.\n\n## Two\n\nA trick.",
            ['trick">Tricks', 'trick">trick'],
        ),
        (
            "## One\n\nThe trick pattern, then the trick.",
            ['trick-pattern">trick pattern', 'trick">trick'],
        ),
        ("## Aim\n\nGirls cost 25.", ['girls">Girls']),
        ("## The trick", []),
        ("## One\n\n[the trick](#one)", []),
        ("## One\n\n`trick`", []),
        ("## One\n\n| trick |\n|---|\n| x |", []),
        ("## One\n\ntricky and must-trick", []),
    ],
)
def test_the_first_use_of_the_longest_term_of_this_game_in_a_section_is_linked(read, text, links):
    book = read(text)

    assert linked(book["trex"]) == links
    assert linked(book["tribello"]) == [], "its girls are not the queens of Trex"
