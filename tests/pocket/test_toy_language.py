"""A language that nobody speaks, added by its folder alone: every page and every sheet are in it.

Its words are written backwards between ⟦ and ⟧, and the two forms of its plurals are turned round.
The pocket shows sheets as pages, so that they are read here as pages are.
"""

import random
import re
from datetime import date
from html.parser import HTMLParser

import pytest
from babel.dates import format_date

from app.games import GAMES
from app.languages import Languages, language
from app.paths import PROJECT, RULES
from app.scoring import _n, say
from app.store.clubs.clubs import HOME
from testkit.match import CAST, TEN_NAMES
from testkit.play import keep_in, play_at_random
from tests.pocket.door import Door
from tools.messages.catalogues import Entry, text_of
from tools.messages.collect import collect
from tools.messages.compile import compile_all
from tools.messages.folder import open_folder
from tools.messages.merge import header_of
from tools.messages.pseudo import in_pseudo

TOML = """\
name = "⟦egaugnaL⟧"
direction = "ltr"
plural = "nplurals=2; plural=(n == 1);"
whole = true
"""


def toy(text):
    """A text with each word written backwards."""
    return in_pseudo(text, lambda word: word[::-1])


@pytest.fixture(scope="module")
def translations(tmp_path_factory):
    """A folder with that language alone."""
    folder = tmp_path_factory.mktemp("translations")
    (folder / "tlh").mkdir()
    (folder / "tlh" / "language.toml").write_text(TOML)
    language = open_folder(folder / "tlh")
    entries = [
        Entry(
            folder,
            id=message.id,
            plural=message.plural,
            forms=dict(enumerate(toy(each) for each in (message.plural, message.id) if each)),
        )
        for message in collect(PROJECT).values()
    ]
    catalogue = text_of(header_of(language, "all"), language.plural.count, entries)
    (folder / "tlh" / "all.po").write_text(catalogue)
    assert [*compile_all(folder)] == []
    return folder


@pytest.fixture(scope="module")
def pocket(translations, tmp_path_factory):
    """A pocket that speaks it, with a match of each game that is over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "TRANSLATIONS", translations)
        door = Door(tmp_path_factory.mktemp("pocket"))
        for key, game in GAMES.items():
            match = play_at_random(game, random.Random(key), mishaps=0).match
            keep_in(door.app.config["DATABASE"], match)
        door.get("/c/home/?lang=tlh")
        yield door


def pages(door, match_id, key):
    """Every page that takes no more than a club, a match and a game, by its address.

    But the book, which is `rules/tlh/`, and what is no page.
    """
    known = {"club": HOME, "match_id": match_id, "number": 1, "key": key}
    for rule in door.app.url_map.iter_rules():
        if "GET" in rule.methods and not rule.endpoint.startswith("rules."):
            values = {name: known.get(name) for name in rule.arguments}
            if None not in values.values():
                address = rule.build(values)[1]
                answer = door.get(address)
                if answer.status == 200 and answer.headers["Content-Type"].startswith("text/html"):
                    yield address, answer.page


class Words(HTMLParser):
    """What a person reads or hears of a page."""

    def __init__(self, page):
        super().__init__()
        self.words = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.words += [f" {value} " for name, value in attrs if name in SPOKEN and value]
        self.words.append(" ")

    def handle_endtag(self, tag):
        self.words.append(" ")

    def handle_data(self, data):
        if not re.search(r"font(-size)?: |^\s*[{([]", data):  # styles, and data for scripts
            self.words.append(data)


SPOKEN = {"alt", "aria-label", "placeholder", "title"}


def untranslated(page):
    """The words of a page outside ⟦ and ⟧; a letter alone is a seat, a rank or a sign."""
    text = "".join(Words(page).words)
    while (bare := re.sub("⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = bare
    return {*re.findall(r"[^\W\d_]{2,}", text)}


BOOK = {
    key: {*re.findall(r"[^\W\d_]{2,}", (RULES / "en" / f"{key}.md").read_text("utf-8"))}
    for key in GAMES
}
"""What stands in the book of a game, which is in English as long as no other is written."""
DATES = {*["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]}
DATES |= {format_date(date(2026, month, 1), "MMMM", "en") for month in range(1, 13)}
"""Babel knows nothing of this language, and so its dates are as in English."""
LISTS = {"and", "or"}
"""And so are its lists."""
OTHERS = {"Tricktally", "BG", "Stats", "English", *("صن", "مول", "Skyjo")}
"""Names of programs and of languages, and what was typed as the title of a pad and in its notes."""


@pytest.mark.parametrize("key", GAMES)
def test_every_page_and_every_sheet_is_in_a_language_that_was_added_by_its_folder(pocket, key):
    match_id = [*GAMES].index(key) + 1
    names = {word for name in (*TEN_NAMES, *CAST) for word in re.findall(r"[^\W\d_]+", name)}
    seen = {}
    for address, page in pages(pocket, match_id, key):
        allowed = names | DATES | LISTS | OTHERS | (BOOK[key] if "/blank.pdf" in address else set())
        seen[address] = untranslated(page) - allowed
        assert "⟦" in page, address
        if "<html" in page:
            assert '<html lang="tlh"' in page, address

    assert {address: words for address, words in seen.items() if words} == {}
    match = f"/c/{HOME}/matches/{match_id}"
    for kind in ("", "/sheet", "/log", "/sheet.pdf", "/blank.pdf", "/keepsake.pdf", "/more"):
        assert f"{match}{kind}" in seen
    assert len(seen) > 25


def test_its_plurals_are_by_its_own_rule(pocket, translations):
    language = Languages(translations)["tlh"]

    said = {n: say(_n("{n} trick", "{n} tricks", n), language) for n in (0, 1, 2)}
    assert said == {0: "⟦0 skcirt⟧", 1: "⟦1 kcirt⟧", 2: "⟦2 skcirt⟧"}


def test_who_has_not_chosen_it_reads_english_and_it_is_offered_by_its_own_name(pocket):
    page = pocket.get("/language?lang=en").page
    assert '<html lang="en"' in page
    assert "⟦egaugnaL⟧" in page

    assert '<html lang="tlh"' in pocket.get("/language?lang=tlh").page
