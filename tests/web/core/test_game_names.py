"""A game that has several names in a language: each phone reads the one that it has chosen, and
names in Latin letters too if it wants both.

The language is made up: it has no translated text, calls Trex so or Trikos, and has Trex's page.
"""

import re
import shutil

import pytest

from app.games import numbers
from app.languages import Languages, override
from app.paper.blank import blank_sheet
from app.paths import RULES
from app.rulebook import Rulebooks
from app.rulebook.markdown import slug
from app.web.core.services import services
from app.web.rules.rulings import search_entries
from testkit.web.phone import HTMX
from tests.web.whole_club import addresses, fill_club

LANGUAGE = """
name = "Zz"
direction = "ltr"
plural = "nplurals=2; plural=(n != 1);"
[game_names]
trex = ["Trex", "Trikos", "Trexon"]
[latin_names]
"Trex" = "Lattrex"
"Queens" = "Latqueens"
"""
NAMES = ("Trex", "Trikos")
WORDS = """
[page]
essentials = "Essentials"
example = "Example"
ours = "Ours"
house = "House"
link = "Link {title}"

[terms]
trex = ["Trex", "Trikos"]
"""


@pytest.fixture
def zz(app, tmp_path, phone):
    """A phone that reads this language."""
    rules = shutil.copytree(RULES, tmp_path / "rules")
    (rules / "zz").mkdir()
    (rules / "zz" / "words.toml").write_text(WORDS, "utf-8")
    page = (RULES / "en" / "trex.md").read_text("utf-8")
    page = re.sub(r"^(##+ )(.+)$", lambda h: f"{h[1]}{h[2]} {{#{slug(h[2])}}}", page, flags=re.M)
    (rules / "zz" / "trex.md").write_text(page, "utf-8")
    (tmp_path / "translations" / "zz").mkdir(parents=True)
    (tmp_path / "translations" / "zz" / "language.toml").write_text(LANGUAGE, "utf-8")
    services(app).languages = Languages(tmp_path / "translations")
    services(app).rulebooks = Rulebooks(rules, numbers(), search_entries, services(app).languages)
    phone.client.set_cookie("language", "zz")
    return phone


def choose(phone, number, game="trex"):
    return phone.send("/language/name", {"game": game, "name": number, "back": "/language"})


def offered(phone):
    """The names on the page of the languages, each with whether it is the one of this phone."""
    html = phone.open("/language").html
    return re.findall(r'name="name" value="(\d)" aria-pressed="(\w+)">(\w+)<', html)


def test_a_phone_chooses_among_the_names_that_its_language_has(zz):
    first = [("0", "true", "Trex"), ("1", "false", "Trikos"), ("2", "false", "Trexon")]
    assert offered(zz) == first

    page = choose(zz, "1")

    assert (page.status, page.goes_to) == (303, "/language")
    assert "Max-Age=31536000" in page.response.headers["Set-Cookie"]
    assert [pressed for _number, pressed, _name in offered(zz)] == ["false", "true", "false"]
    assert offered(zz) != offered(choose_english(zz)) == []


def choose_english(phone):
    phone.send("/language", {"language": "en", "back": "/"})
    return phone


@pytest.mark.parametrize(
    ("game", "number"),
    [("trex", "3"), ("trex", "-1"), ("trex", ""), ("trex", "١"), ("trico", "0"), ("", "1")],
)
def test_a_name_that_there_is_not_is_refused_and_what_was_chosen_stays(zz, game, number):
    choose(zz, "1")

    page = choose(zz, number, game)

    assert page.refuses("The game has no such name.")
    assert offered(zz)[1][1] == "true"
    zz.client.set_cookie("name-zz-trex", "99")
    assert offered(zz)[0][1] == "true"


def test_every_page_of_a_phone_has_the_name_that_it_has_chosen(app, zz, rng):
    fill_club(app, zz, rng, ["Anna", "Ben", "Carla", "Dino"])
    # What is in English only stays as it is; the page of the language offers all names.
    english = re.compile(r"/rules/(?!trex|$|now|settle/trex)|/language|\.json|\.csv")

    def pages():
        paths = [path for path in addresses(app) if not english.search(path)]
        return {path: zz.open(path).html for path in paths}

    usual = {path: page for path, page in pages().items() if re.search(r"\bTrex\b", page)}
    choose(zz, "1")
    chosen = pages()

    assert len(usual) > 20
    assert {"/rules/trex", "/c/home/matches/1", "/c/home/matches/1/sheet"} <= {*usual}
    for path in usual:
        assert "Trikos" in chosen[path], path
        assert not re.search(r"\bTrex\b", words_of(chosen[path])), path


def words_of(html):
    """What a page says, without addresses and what is in English."""
    html = re.sub(r'<(\w+)[^>]* lang="en"[^>]*>.*?</\1>', "", html, flags=re.DOTALL)
    return re.sub(r'\s(href|action|value|id|src|hx-\w+|data-\w+)="[^"]*"', "", html)


def test_two_phones_with_two_names_get_no_page_of_the_other_from_a_cache(zz):
    for path in ("/rules/trex", "/rules/", "/rules/trex/aim", "/rules/search?q=trex"):
        seen = []
        for number in ("0", "1", "0"):
            choose(zz, number)
            seen.append(zz.client.get(path))
        assert seen[0].data == seen[2].data != seen[1].data, path
        assert seen[0].headers["ETag"] != seen[1].headers["ETag"]
        assert "Cookie" in seen[1].headers["Vary"]


@pytest.mark.parametrize("chosen", ["0", "1"])
@pytest.mark.parametrize("query", NAMES)
def test_the_rules_and_the_matches_are_found_by_either_name(zz, begin, chosen, query):
    begin("trex")
    choose(zz, chosen)

    rules = zz.client.get("/rules/search", query_string={"q": query}, headers=HTMX).text
    assert '<a href="/rules/trex"' in rules
    assert f"<mark>{NAMES[int(chosen)]}</mark>" in rules
    assert "/matches/1" in zz.open(f"/matches/earlier?q={query}").html
    assert "/matches/1" in zz.open(f"/matches/earlier?q={query}&lang=en").html
    assert "/matches/1" not in zz.open("/matches/earlier?q=tribello").html


def test_a_sheet_has_the_name_that_was_chosen(zz):
    language = services(zz.app).languages["zz"].with_names((("Trex", "Trikos"),))

    with override(language):
        rulebook = services(zz.app).rulebooks.of(language)
        html = blank_sheet("trex", "alone", "a4", rulebook).html

    assert "Trikos" in html
    assert not re.search(r"\bTrex\b", words_of(html))


def test_a_name_is_changed_with_what_is_glued_to_its_beginning_and_in_no_longer_word(zz):
    language = services(zz.app).languages["zz"].with_names((("Trex", "Trikos"),))

    assert language.renamed("Trex, andTrex and Trexes") == "Trikos, andTrikos and Trexes"
    assert language.renamed("Trex is also called Trikos.") == "Trikos is also called Trex."
    assert language.with_names((("Trex", "Trikos"),)) is language


def show_both(phone, on="on"):
    return phone.send("/language/latin", {"latin": on, "back": "/language"})


def names_on(page):
    """Each name with the one in Latin letters behind it."""
    pattern = r'(\w+) <span class="between">·</span> <bdi lang="en" dir="ltr"[^>]*>(\w+)<'
    return re.findall(pattern, page.html)


def test_a_phone_shows_names_in_latin_letters_too_where_there_is_room(zz, begin):
    table = begin("trex")
    table.answer(0)
    asked = [table.path, "/rules/", "/rules/trex", "/language"]
    assert not any(names_on(zz.open(path)) for path in asked)

    page = show_both(zz)

    assert (page.status, page.goes_to) == (303, "/language")
    assert "Max-Age=31536000" in page.response.headers["Set-Cookie"]
    queens, trex = ("Queens", "Latqueens"), ("Trex", "Lattrex")
    assert names_on(zz.open(table.path)) == [queens, trex], "the keys of the contracts"
    assert names_on(zz.open("/rules/")) == [trex], "the list of games"
    assert names_on(zz.open("/rules/trex")) == [queens], "the heading of its section"
    assert names_on(zz.open("/language")) == [queens], "the example"
    table.answer("queens")
    assert names_on(zz.open(table.path)) == [queens], "the head of the question"
    table.answer(None)
    table.answer({"QS": 0, "QH": 1, "QD": 2, "QC": 0})
    sheet = zz.open(f"{table.path}/sheet")
    assert names_on(sheet) == [queens] * 4, "why each has what it has"
    assert "Latqueens" not in re.search(r'<th scope="row".*?</th>', sheet.html, re.DOTALL)[0]

    show_both(zz, "")
    assert not any(names_on(zz.open(path)) for path in asked)


def test_both_names_have_the_one_that_was_chosen(zz):
    choose(zz, "1")
    show_both(zz)

    assert names_on(zz.open("/rules/")) == [("Trikos", "Lattrex")]
    assert names_on(zz.open("/rules/?lang=en")) == []


def test_names_in_latin_letters_are_offered_where_a_language_has_some(zz):
    assert 'role="switch"' in zz.open("/language").html
    assert 'role="switch"' not in choose_english(zz).open("/language").html
