"""Everything that can be printed is whole: pages of the right size, its words, nothing logged."""

from __future__ import annotations

import pytest

from app import matchfile
from app.games import GAMES
from app.paper import booklets, sheets
from app.paper.exports import documents
from app.paper.papers import PAPERS, WHOLE_PAPERS
from tests.bench.whole_matches import whole_match
from tests.front_door import match_file
from tests.paper.pdf import WHOLE, faults, needs_pango
from tests.paper.printed import blank

pytestmark = needs_pango

BLANKS = [(key, variant) for key, game in GAMES.items() for variant in game.variants]
NAMES = {
    "markup": "<b>Ana</b>",
    "css": "</style><style>*{display:none}",
    "link": '"><img src="file:///etc/passwd">',
    "address": "url(file:///etc/passwd)",
    "template": "{{ 7 * 7 }}{% raw %}",
    "entity": "&lt;Ana&#x41;",
    "long": "W" * 200,
    "long words": "Ana " * 49 + "Ana",
    "emoji": "😀👨\u200d👩\u200d👧🏳️\u200d🌈",
    "both ways": "Ana \u202eanA עברית 12 محمد",
    "marks": "Z" + "\u0301\u0316" * 90,
    "no letters": "한국\U0001f9ff\ue000",
}


@pytest.mark.parametrize(("game", "variant"), BLANKS, ids=lambda each: getattr(each, "key", each))
def test_a_blank_sheet_names_its_game_and_fits_its_paper(printed, complaints, game, variant):
    pdf = printed(blank(game, variant.key, "a4"))

    assert complaints() == []
    assert str(GAMES[game].name) in pdf.text
    assert str(GAMES[game].name) in (pdf.title or "")
    assert pdf.sizes == {WHOLE["a4"]}


@pytest.mark.parametrize("paper", PAPERS)
def test_a_blank_sheet_is_as_large_as_the_paper_it_was_asked_for(printed, complaints, paper):
    pdf = printed(blank("tribello", "standard", paper))

    assert complaints() == []
    assert len(pdf.sizes) == 1
    if paper != "a5-two-up":
        assert pdf.sizes == {WHOLE[paper]}


def test_a_blank_sheet_has_the_names_and_house_rules_of_a_match(printed):
    names = ["Anna", "Bruno", "Carla", "Dino"]
    page = blank("trex", "alone", "a4", names=names, rules={"appeals": False})

    assert all(name in printed(page).text for name in names)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", WHOLE_PAPERS)
def test_the_sheet_of_a_whole_match_is_printed(printed, complaints, tmp_path, game, paper):
    match = whole_match(game)
    pdf = printed(sheets.filled(sheets.Played(GAMES[game], match.standing), paper))

    assert complaints() == []
    assert pdf.sizes == {WHOLE[paper]}
    assert all(name in pdf.text for name in match.players)
    assert faults(pdf.content, tmp_path) == ""


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_printed_as_a_name_whatever_it_says(press, printed, complaints, name):
    file = matchfile.MatchFile(**match_file("tribello", players=[name, "Bruno", "Carla"]))
    refused = press.refused
    pdf = printed(sheets.filled(sheets.Played.of_file(file), "a5"))

    assert complaints() == []
    assert press.refused == refused
    assert "Bruno" in pdf.text
    assert pdf.sizes == {WHOLE["a5"]}
    if name.isascii():
        assert "".join(name.split())[:12] in pdf.letters


@pytest.mark.parametrize("game", GAMES)
def test_a_booklet_has_a_cover_its_contents_and_every_section(
    printed, complaints, tmp_path, book, game
):
    pdf = printed(booklets.booklet(book[game], "a5"))

    assert complaints() == []
    assert pdf.sizes == {WHOLE["a5"]}
    assert book[game].title in pdf.pages[0]
    assert "Contents" in pdf.pages[1]
    for section in book[game].sections:
        title = "".join(section.title.split())
        assert title in "".join(pdf.pages[1].split())
        assert title in "".join("".join(pdf.pages[2:]).split())
    assert faults(pdf.content, tmp_path) == ""


def test_the_contents_say_on_which_page_a_section_begins(printed, book):
    pdf = printed(booklets.booklet(book["trex"], "a4"))
    title = book["trex"].sections[-1].title
    number = next(n for n, text in enumerate(pdf.pages, 1) if n > 2 and title in text)

    line = next(line for line in pdf.pages[1].splitlines() if title in line)

    assert line.split()[-1] == str(number)


def test_one_booklet_has_all_games(printed, complaints, book):
    pdf = printed(booklets.all_rules([book[key] for key in GAMES], "a4"))

    assert complaints() == []
    for key in GAMES:
        chapter = [text for text in pdf.pages[2:] if text.lstrip().startswith(book[key].title)]
        assert chapter, key
    assert len(pdf.reader.outline) > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", WHOLE_PAPERS)
def test_a_quick_reference_is_one_page(printed, complaints, book, game, paper):
    pdf = printed(booklets.quick_reference(book[game], paper))

    assert complaints() == []
    assert (len(pdf.pages), pdf.sizes) == (1, {WHOLE[paper]})
    assert book[game].title in pdf.text


def test_a_link_to_a_page_that_is_not_bound_in_stays_words(book):
    from app.paper.booklets import on_paper

    html = '<p>See <a href="rules:trex#aim">Trex</a> and <a href="rules:trico">Trico</a>.</p>'

    assert on_paper(book["trico"], html, ["trico"]) == (
        '<p>See Trex and <a href="#trico">Trico</a>.</p>'
    )


def test_no_two_documents_have_the_same_name(book):
    names = [document.name for document in documents(book)]

    assert len(names) == len(set(names))
    assert len(names) == len(BLANKS) * len(PAPERS) + len(WHOLE_PAPERS) * (2 * len(GAMES) + 1)
