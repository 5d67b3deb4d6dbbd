"""The rules in the reader's language: pages that it has, English ones beside them, and the search.

The language is made up and runs from right to left. Its only page is that of Trex, with a “Zz”
before each sentence.
"""

import re
import shutil

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from app.games import GAMES, numbers
from app.languages import Languages, override
from app.paper.blank import blank_sheet
from app.paper.booklets import booklet, quick_reference
from app.paper.exports import exports_of
from app.paths import RULES
from app.rulebook import Rulebooks
from app.rulebook.markdown import slug
from app.web.core.services import services
from app.web.rules.rulings import search_entries
from testkit.web.phone import HTMX

LANGUAGE = """
name = "Zz"
direction = "rtl"
plural = "nplurals=2; plural=(n != 1);"
numbers = { digits = "٠١٢٣٤٥٦٧٨٩" }
"""
WORDS = """
[page]
essentials = "Zzessentials"
example = "Zzexample"
ours = "Zzours"
house = "Zzhouse"
link = "Zzlink {title}"

[search]
endings = "ah"
"""
NOTICE = "This page is in English; it is not translated yet."
MESSAGES = {
    NOTICE: "Zz-in-english",
    "Queens": "Damah",
    "Diamonds": "Karah",
    "Glossary": "Zz-glossary",
    "What did that double cost?": "Zz-twice-as-dear?",
    "Usually: {rule} – {choice}.": "Zz-usually {rule} {choice}.",
}


def in_zz(line):
    """A line of the page as it would be in the language: with the same numbers, and its anchor."""
    if title := re.fullmatch(r"(##+) (.+)", line):
        return f"{title[1]} Zz {title[2]} {{#{slug(title[2])}}}"
    line = re.sub(r"^\| (Queens|Diamonds)\b", lambda name: f"| {MESSAGES[name[1]]}", line)
    return f"Zz {line}" if line[:1].isalpha() else line


@pytest.fixture
def zz(app, tmp_path, phone):
    """A phone that reads this language."""
    rules = shutil.copytree(RULES, tmp_path / "rules")
    (rules / "zz").mkdir()
    (rules / "zz" / "words.toml").write_text(WORDS, "utf-8")
    page = (RULES / "en" / "trex.md").read_text("utf-8").splitlines()
    text = "\n".join(["# Zztrex", *map(in_zz, page[1:])])
    (rules / "zz" / "trex.md").write_text(f"{text}\n", "utf-8")
    folder = tmp_path / "translations" / "zz"
    folder.mkdir(parents=True)
    (folder / "language.toml").write_text(LANGUAGE, "utf-8")
    catalog = Catalog("en")
    for message, words in MESSAGES.items():
        catalog.add(message, words)
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, catalog)
    services(app).languages = Languages(folder.parent)
    services(app).rulebooks = Rulebooks(rules, numbers(), search_entries)
    phone.client.set_cookie("language", "zz")
    return phone


def test_a_page_of_the_language_is_read_as_all_pages_are(zz):
    page = zz.open("/rules/trex")

    assert page.says("Zztrex", "Zz Four players take turns")
    assert not page.says("Zz-in-english")
    assert '<html lang="zz" dir="rtl"' in page.html
    assert 'lang="en"' not in page.html
    assert 'aria-label="Zzexample"' in page.html
    assert 'id="queens"' in page.html


@pytest.mark.parametrize("path", ["tribello", "tribello/aim", "glossary"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
def test_a_page_that_is_not_there_is_the_english_one_and_says_so_once(zz, path, headers):
    html = zz.open(f"/rules/{path}", headers=headers).html

    assert html.count("Zz-in-english") == 1
    assert re.search(r'<h1[^>]* lang="en" dir="ltr"|<div lang="en" dir="ltr">', html)
    assert html.index("Zz-in-english") < html.index('<div lang="en" dir="ltr">')
    assert "Zzexample" not in html


def test_what_a_match_adds_to_an_english_page_is_in_the_language_of_the_reader(zz):
    html = zz.open("/rules/italian_whist").html

    assert '<p class="plays" lang="zz" dir="rtl">Zz-usually' in html


@pytest.mark.parametrize("path", ["/rules/glossary/widow"])
def test_a_word_that_is_explained_in_english_is_marked_as_such(zz, path):
    assert zz.open(path, headers=HTMX).html.count('<p lang="en" dir="ltr">') == 2


@pytest.mark.parametrize(
    ("tag", "title", "others", "queens", "meaning"),
    [
        ("fr", "Glossaire", "En anglais", "Dame", "le contrat où chacune coûte des points"),
        ("ar", "معجم الألفاظ", "بالإنجليزية", "بنت، بنات", "طلب أيضًا تكلّف فيه كل بنت نقاطًا"),
    ],
)
def test_words_of_trex_are_explained_in_the_language_and_the_others_below_in_english(
    phone, tag, title, others, queens, meaning
):
    phone.client.set_cookie("language", tag)
    rules, glossary = (phone.open(f"/rules/{key}") for key in ("trex", "glossary"))

    led = {link for link in rules.links if link.startswith("/rules/glossary#")}
    own, english = glossary.html.split('<h2 id="in-english">')
    assert {f"/rules/glossary#{key}" for key in ("queens", "trick", "owner", "kingdom")} < led
    assert {link.partition("#")[2] for link in led} <= glossary.anchors
    assert glossary.says(title, others, meaning)
    assert 'lang="en"' not in own.partition("<main")[2]
    assert '<ul lang="en" dir="ltr">' in english
    assert 'id="widow"' in english
    part = phone.open("/rules/glossary/queens", headers=HTMX)
    assert part.says(queens, meaning)
    assert 'lang="en"' not in part.html


def test_the_pages_of_the_language_come_first_under_names_in_the_language(zz):
    links = [link for link in zz.open("/rules/").links if re.fullmatch(r"/rules/\w+", link)]

    assert links[0] == "/rules/trex"
    assert {*links} >= {f"/rules/{key}" for key in GAMES}
    assert zz.open("/rules/").says("Zz-glossary")


def test_a_booklet_of_all_games_begins_with_the_pages_of_the_language(zz):
    with override(services(zz.app).languages["zz"]):
        html = exports_of(services(zz.app).rulebooks["zz"])["rules", "all", "a5"].lay_out().html

    chapters = re.findall(r'<\w+ id="(\w+)" class="chapter">', html)
    assert chapters[0] == "trex"
    assert {*chapters} == {*GAMES}


def test_a_row_has_the_symbol_of_what_it_is_about_by_its_name_in_the_language(zz, phone):
    symbols = re.compile(r'<tr>\s*<td><svg class="symbol of[^"]*"[^>]*><use href="#shape-([\w-]+)"')

    own = symbols.findall(zz.open("/rules/trex").html)
    english = symbols.findall(zz.open("/rules/trex?lang=en").html)

    assert own == english
    assert {"trex-queens", "diamond"} <= {*own}


def test_numbers_have_the_digits_of_the_language_and_stand_as_in_english(zz):
    html = zz.open("/rules/trex").html

    shown = html.replace("\u200e", "")
    assert "\u2066٠\u00a0/\u00a0٠\u00a0/\u00a0−٧٥\u00a0/\u00a0٠\u2069" in shown
    assert re.search(r'<td class="loss"><bdi dir="ltr"[^>]*>\u2066−٧٥', shown)
    assert ">7<svg" in html, "a card has the digit that stands on it"
    assert ">10</text>" in html, "and so has one in a drawing"
    assert "−75" not in html


def test_a_search_finds_pages_and_rulings_in_the_language_and_the_others_in_english(zz):
    def found(query, **about):
        html = zz.client.get("/rules/search", query_string={"q": query} | about, headers=HTMX).text
        return re.findall(r'<li[^>]*?( lang="en" dir="ltr")?><a href="([^"]+)"', html)

    assert found("damah")[0] == ("", "/rules/trex")
    assert found("twice as dear")[0] == ("", "/rules/settle/trex/double")
    assert found("widow")[0][1] == "/rules/settle/tribello/widow"
    assert (' lang="en" dir="ltr"', "/rules/glossary#widow") in found("widow")
    own = found("damah")
    assert found("damah", lang="en") != own


def test_what_a_search_finds_has_the_digits_of_whoever_reads_it(phone):
    def digits(region, query):
        about = {"query_string": {"q": query}, "headers": {"Accept-Language": f"ar-{region}"}}
        html = phone.client.get("/rules/search", **about).text
        own = re.sub(r'<li[^>]* lang="en".*?</li>', "", html, flags=re.S)
        return {*re.findall(r"\d", re.sub(r"\d+(?=<svg)|<[^>]*>", "", own))}

    for query in ("كم نقطة اللطش", "تقسيم الكومات"):  # in a page, and in what is settled
        assert set() < digits("JO", query) <= {*"٠١٢٣٤٥٦٧٨٩"}
        assert set() < digits("AE", query) <= {*"0123456789"}


def test_a_cached_page_of_another_language_is_never_taken_for_this_one(zz):
    for path in ("/rules/trex", "/rules/tribello", "/rules/"):
        own, english = (zz.client.get(f"{path}?lang={tag}") for tag in ("zz", "en"))
        seen = {"If-None-Match": own.headers["ETag"]}

        assert own.headers["ETag"] != english.headers["ETag"]
        assert zz.client.get(f"{path}?lang=en", headers=seen).status_code == 200
        assert zz.client.get(f"{path}?lang=zz", headers=seen).status_code == 304
        assert "Cookie" in own.headers["Vary"]


def test_paper_has_the_page_of_the_language_or_marks_the_english_one(zz):
    zz_book = services(zz.app).rulebooks["zz"]

    with override(services(zz.app).languages["zz"]):
        printed = [booklet([zz_book[key]], "a5").html for key in ("trex", "tribello")]
        printed += [quick_reference(zz_book[key], "a5").html for key in ("trex", "tribello")]
        sheets = [
            blank_sheet(game, next(iter(GAMES[game].variants)).key, "a4", zz_book).html
            for game in ("trex", "tribello")
        ]

    for own, english in zip(printed[::2], printed[1::2], strict=True):
        assert "Zzessentials" in own or "Zz Four players" in own
        assert 'lang="en"' not in own
        assert english.count("Zz-in-english") == 1
        assert re.search('<(article|main) lang="en" dir="ltr">', english)
    assert 'lang="en"' not in sheets[0]
    assert '<p lang="en" dir="ltr"><strong>Players:</strong>' in sheets[1]
