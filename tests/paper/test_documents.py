"""Everything that can be printed is whole: pages of the right size, its words, nothing logged."""

import re
import shutil
from dataclasses import replace

import pytest

from app import matchfile
from app.games import GAMES, numbers
from app.languages import Languages, current_language, override, with_digits
from app.paper import booklets
from app.paper.blank import blank_sheet
from app.paper.html import WHOLE_PAPERS, icon
from app.paper.keepsake import Keepsake
from app.paper.score_sheet import ScoreSheet
from app.paths import RULES, TRANSLATIONS
from app.rulebook import Rulebooks, read
from app.scoring import Match
from app.scoring.sheet import MOST_UPRIGHT
from app.symbols import symbols
from testkit.match import CAST, match_file
from testkit.play import Played, play_at_random
from testkit.printed import WHOLE, Leaves, faults, needs_pango
from testkit.whole_matches import whole_match

pytestmark = [needs_pango, pytest.mark.usefixtures("no_warnings")]

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


def size_of(leaf):
    return round(leaf.width), round(leaf.height)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "paper", ["a4", *(pytest.param(paper, marks=pytest.mark.long) for paper in ("letter", "a5"))]
)
def test_the_sheet_of_a_whole_match_is_printed(printed, tmp_path, game, paper, rng):
    match = play_at_random(GAMES[game], rng)
    pdf = printed(ScoreSheet(match.standing).lay_out(paper))

    lies_across = len(match.standing.sides) > MOST_UPRIGHT
    assert pdf.sizes == {WHOLE[paper][::-1] if lies_across else WHOLE[paper]}
    assert all(name in pdf.text for name in match.names)
    assert faults(pdf.content, tmp_path) == ""


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_printed_as_a_name_whatever_it_says(printed, name):
    file = matchfile.MatchFile(**match_file("tribello", players=[name, "Bruno", "Carla"]))
    pdf = printed(ScoreSheet.of_file(file).lay_out("a5"))

    assert "Bruno" in pdf.text
    assert pdf.sizes == {WHOLE["a5"]}
    if name.isascii():
        assert "".join(name.split())[:12] in pdf.text.replace(" ", "")


@pytest.mark.parametrize("game", GAMES)
def test_a_booklet_has_a_cover_its_contents_and_every_section(rulebook, game):
    """And links to the pages that they lead to."""
    booklet = booklets.booklet([rulebook[game]], "a5")
    leaves = Leaves(booklet).leaves
    cover, contents, *rest = leaves

    assert {size_of(leaf) for leaf in leaves} == {WHOLE["a5"]}
    assert rulebook[game].title in cover.words
    assert "Contents" in contents.words
    entries = entries_of(contents)
    for section in rulebook[game].sections:
        assert section.title in headings(leaves[entries[section.title] - 1])
    links = [link for leaf in rest for link in leaf.all("a")]
    told = ["".join(part.text for part in link.inside()) for link in links]
    titles = dict(re.findall(r'<h[23] id="([\w-]+)">(.*?)</h', booklet.html))
    for target in re.findall(r'<a href="#([\w-]+)" data-page', booklet.html):
        pages = [n for n, leaf in enumerate(leaves, start=1) if titles[target] in headings(leaf)]
        assert any(f"(page\N{NO-BREAK SPACE}{n})" in words for n in pages for words in told), target


def test_headings_that_begin_alike_have_an_entry_each(tmp_path):
    sections = {"The end": "Early.", "The end of a round": "Later.", "The end of it all": "Last."}
    filler = "\n\n".join(["A long paragraph of the rules."] * 60)
    text = "".join(f"\n## {title}\n\n{words}\n\n{filler}\n" for title, words in sections.items())
    (tmp_path / "en").mkdir()
    shutil.copy(RULES / "en" / "words.toml", tmp_path / "en")
    (tmp_path / "en" / "trico.md").write_text(f"# Trico\n\nA summary.\n{text}", "utf-8")

    leaves = Leaves(booklets.booklet([read(tmp_path)["trico"]], "a5")).leaves

    entries = entries_of(leaves[1])
    assert [*entries] == [*sections]
    assert len({*entries.values()}) == len(sections)
    for title, number in entries.items():
        assert title in headings(leaves[number - 1])


def entries_of(contents):
    """The number of the page of each title in the contents of a booklet of one game."""
    entries = (entry.words.rpartition(" ") for entry in contents.all("li"))
    # Dots lead from a title to its number.
    return {title.rstrip(" ."): int(number) for title, _space, number in entries}


def headings(leaf):
    return {heading.words for tag in ("h1", "h2", "h3") for heading in leaf.all(tag)}


def test_a_booklet_is_a_sound_pdf_with_an_outline(printed, tmp_path, rulebook):
    pdf = printed(booklets.booklet([rulebook["tribello"]], "a5"))

    assert pdf.sizes == {WHOLE["a5"]}
    assert len(pdf.reader.outline) > 0
    assert faults(pdf.content, tmp_path) == ""


@pytest.mark.parametrize(
    "games",
    [("torite", "tribello"), pytest.param(tuple(GAMES), marks=pytest.mark.long)],
    ids=["two", "all"],
)
def test_one_booklet_has_many_games(rulebook, games):
    pages = [rulebook[key] for key in games]
    _cover, _contents, *rest = Leaves(booklets.booklet(pages, "a4")).leaves

    for page in pages:
        assert any(page.title in headings(leaf) for leaf in rest)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", WHOLE_PAPERS)
def test_a_quick_reference_is_one_page(rulebook, game, paper):
    (leaf,) = Leaves(booklets.quick_reference(rulebook[game], paper)).leaves

    assert size_of(leaf) == WHOLE[paper]
    assert rulebook[game].title in leaf.words


def test_a_link_to_a_page_that_is_not_bound_in_stays_words(rulebook):
    html = '<p>See <a href="rules:trex#aim">Trex</a> and <a href="rules:trico">Trico</a>.</p>'

    assert booklets.prepare_for_print(rulebook["trico"], html, ["trico"]) == (
        '<p>See Trex and <a href="#trico" data-page="page">Trico</a>.</p>'
    )


@pytest.mark.parametrize("digits", ["latn", "arab"])
def test_signs_stay_before_their_numbers_where_words_run_from_right_to_left(printed, digits):
    standing = whole_match("trex").standing
    with override(with_digits(Languages(TRANSLATIONS)["ar"], digits)):
        words = printed(ScoreSheet(standing).lay_out("a4")).text
        totals = [current_language().in_digits(f"{total:+}") for total in standing.totals]

    assert any(total.startswith("-") for total in totals)
    assert [total.replace("-", "−") in words for total in totals] == [True] * 4


@pytest.mark.parametrize("tag", ["en", "ar"])
def test_time_in_charts_runs_as_the_words_do(tag):
    match = whole_match("trex").match
    with override(Languages(TRANSLATIONS)[tag]):
        sheet = Leaves(ScoreSheet(match.standing).lay_out("a4"))
        keepsake = Keepsake(match).lay_out("a4")

    from_right = tag == "ar"
    deals = [(int(label.words), label.left) for label in sheet.all(kind="at")]
    heights, first_end = sheet.all(kind="heights")[0], sheet.all(kind="end")[0]
    assert len(deals) >= 3
    assert [left for _deal, left in sorted(deals, reverse=from_right)] == sorted(
        left for _deal, left in deals
    )
    assert (heights.left > first_end.left) == from_right
    assert ("matrix(-1 0 0 1" in keepsake.html) == from_right


@pytest.mark.parametrize("kind", ["who", "name"])
def test_a_long_name_keeps_its_beginning_where_words_run_from_right_to_left(kind):
    long = ["Maximiliana " * 4, "عبدالرحمن بن عبدالعزيز القحطاني " * 2, "Ben", "دعاء"]
    match = replace(whole_match("trex").match, players=long)
    with override(Languages(TRANSLATIONS)["ar"]):
        document = ScoreSheet(match.standing) if kind == "who" else Keepsake(match)
        names = Leaves(document.lay_out("a5")).all(kind=kind)

    begins = [(name.left, text.left) for name in names for text in name.inside() if text.text]
    assert len(begins) >= 2
    assert all(at - 0.2 <= first for at, first in begins)


def test_what_a_win_needed_stands_beside_its_mark_where_words_run_from_right_to_left(rng):
    with override(Languages(TRANSLATIONS)["ar"]):
        match = play_at_random(GAMES["torite"], rng, mishaps=0)
        (checks,) = Leaves(ScoreSheet(match.standing).lay_out("a4")).all("table", "checks")

    for row in checks.all("tr"):
        mark, wanted = row.all("td")
        words = max(box.right for box in wanted.inside() if box.text)
        assert words == pytest.approx(mark.left, abs=1)


@pytest.mark.parametrize(
    ("tag", "page", "words"),
    [
        ("en", "page", "The owner"),
        ("fr", "page", "Le propriétaire"),
        ("ar", "صفحة", "لصاحب المملكة"),
    ],
)
def test_a_page_of_a_booklet_is_called_so_in_its_language(tag, page, words):
    """And a word that leads to the glossary, which is in no booklet, is a word."""
    with override(Languages(TRANSLATIONS)[tag]):
        trex = Rulebooks(RULES, numbers()).of(current_language())["trex"]
        booklet = booklets.booklet([trex], "a5")

    assert {*re.findall(r'data-page="([^"]+)"', booklet.html)} == {page}
    assert 'class="term"' in trex.html
    assert "glossary" not in booklet.html
    assert words in booklet.html


def test_words_from_right_to_left_stand_above_their_drawing_and_cards_keep_their_order(rulebook):
    """A text of SVG is printed letter by letter, which does not do for Arabic."""
    page = replace(rulebook["trex"], language=replace(rulebook["trex"].language, tag="ar"))
    look = 'x="9" y="20" class="soft" font-size="13" text-anchor="end"'
    words = {"left": "left", "يسار": "\u2067يسار\u2069"}

    with override(Languages(TRANSLATIONS)["ar"]):
        printed = {
            said: booklets.prepare_for_print(
                page,
                '<figure aria-label="Seats"><svg viewBox="0 0 340 100">'
                f"<text {look}>{text}</text></svg></figure><p>مع 7♥</p>",
                (),
            )
            for said, text in words.items()
        }

    assert "<text" not in printed["يسار"]
    assert '</svg><span class="soft end" style="--x: 9; --y: 20; --size: 13' in printed["يسار"]
    assert f"<text {look}>left</text></svg></figure>" in printed["left"]
    assert '<span class="ranked">7<span class="heart">♥</span></span>' in printed["يسار"]


# --- symbols ------------------------------------------------------------------------------------


def named(page):
    """What the symbols of a page are called, in order."""
    return re.findall(r'class="symbol" viewBox="[^"]*"><title>([^<]*)</title>', page.html)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_document_of_a_game_has_its_emblem_once(game, rulebook):
    emblem = icon(game.icon, game.name)
    documents = [
        ScoreSheet.of_match(Match(game, CAST[: game.players[0]])).lay_out("a5"),
        *(blank_sheet(game.key, variant.key, "letter", rulebook) for variant in game.variants),
        booklets.booklet([rulebook[game.key]], "a4"),
        booklets.quick_reference(rulebook[game.key], "a5"),
    ]

    assert [page.html.count(emblem) for page in documents] == [1] * len(documents)


def test_the_book_of_all_games_has_the_emblem_of_none(rulebook):
    assert not named(booklets.booklet([rulebook[key] for key in GAMES], "a4"))


def test_sheets_of_trex_have_the_icons_of_its_contracts_where_there_is_room(rulebook):
    large, small = (blank_sheet("trex", "alone", paper, rulebook) for paper in ("a4", "a5"))
    match = Played(GAMES["trex"], CAST)
    for answer in ({}, 0, "slaps", [13, 0, 0, 0], "diamonds", [0, 13, 0, 0], "queens"):
        match.answer(answer)
    filled = ScoreSheet.of_match(match.match).lay_out("a4")

    assert named(large)[1:] == ["K♥", "Q", "♦", "Slap", "Trex"]
    assert named(small) == ["Trex", "Trex"], "the emblem alone, on both leaves"
    assert named(filled) == ["Trex", "Slaps", "Diamonds", "Queens"]


@pytest.mark.parametrize("name", symbols())
def test_no_colour_of_the_screen_is_left_to_paper(name):
    drawn = icon(name, GAMES["trex"].name)

    assert "currentColor" not in drawn
    assert "var(" not in drawn
