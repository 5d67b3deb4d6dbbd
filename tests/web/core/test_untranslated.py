"""Every text of every page is a message: in a language that nobody speaks nothing is left in
English."""

import pytest

from app.games import GAMES
from app.scoring import Match
from app.web.core.services import services
from testkit.play import WORDS, keep_in, play_at_random
from tests.web.routes import LAST, address, methods, rules_of
from tests.web.whole_club import addresses, all_paper, fill_club
from tools.messages.untranslated import untranslated
from tools.screens.table import moments

NAMES = ["Άννα", "Βασίλης", "Γιώργος", "Δήμητρα", "Ελένη", "Ζωή", "Ηρώ", "Θάνος", "Ιάσων", "Κίμων"]
"""Names in letters that are in none of our words."""


REDIRECTS = range(300, 400)
KEPT = ["Home", "Skyjo", "Queens", "Glossary", "ABCDEF", "English", *WORDS]
"""What people have written, titles of the book, which is in English, and how a code looks."""


@pytest.fixture(params=["en-XA", "ar-XB"])
def language(request, app, pseudo_languages):
    """The language of a phone at the table."""
    services(app).languages = pseudo_languages
    return pseudo_languages[request.param]


@pytest.fixture
def reader(phone, language):
    """Opens pages, and says what is in English there: `reader(paths)`."""
    headers = {"Accept-Language": language.tag}

    def read(paths):
        found = {}
        for path in paths:
            response = phone.open(path, headers=headers).response
            is_read = response.mimetype in ("text/html", "image/svg+xml")
            if is_read and response.status_code not in REDIRECTS:
                for words in untranslated(response.text, language, KEPT):
                    found.setdefault(words, path)
        return [f"{path}: {words}" for words, path in found.items()]

    return read


@pytest.mark.every_door
def test_every_page_is_in_the_language_of_its_reader(app, phone, rng, reader):
    fill_club(app, phone, rng, NAMES[:4])

    assert reader(addresses(app)) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_question_is_in_the_language_of_its_reader(game, app, rng, reader):
    match = play_at_random(game, rng).match
    match = Match(game, NAMES[: len(match.players)], match.log)
    paths = []
    for moment in moments(match):
        number = keep_in(app.config["DATABASE"], moment)
        paths += [f"/matches/{number}", *(f"/matches/{number}/{it}" for it in ("next", "table"))]
    number = keep_in(app.config["DATABASE"], match)
    for answered in match.standing.answered:
        prompt = answered.prompt
        paths.append(f"/matches/{number}/deals/{prompt.deal}/{prompt.key}")

    assert reader([*dict.fromkeys(paths)][:60]) == []


def refusals(phone, number, language):
    """What a match says to an answer that is not there, or cannot be."""
    headers = {"Accept-Language": language.tag}
    form = phone.open(f"/matches/{number}").form("/entries")
    hidden = form.filled({})
    for typed in ("", "x", "99"):
        fields = {it.name: typed for it in form.fields if it.kind not in ("hidden", "button")}
        yield phone.send(form.action, fields | hidden, headers=headers)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_what_a_question_refuses_it_says_in_the_language_of_its_reader(
    game, app, phone, rng, language
):
    match, found = play_at_random(game, rng, rules={}).match, {}
    for moment in moments(Match(game, NAMES[: len(match.players)], match.log)):
        number = keep_in(app.config["DATABASE"], moment)
        for page in refusals(phone, number, language):
            if page.status >= 400:
                for words in untranslated(page.html, language, KEPT):
                    found[words] = number

    assert found == {}


@pytest.mark.every_door
def test_what_any_address_refuses_it_says_in_the_language_of_its_reader(app, phone, rng, language):
    fill_club(app, phone, rng, NAMES[:4])
    found = {}
    for rule in rules_of(app):
        if "POST" in methods(rule) and rule.endpoint not in LAST:
            page = phone.send(address(rule), headers={"Accept-Language": language.tag})
            response = page.response
            # A script reads JSON, and shows its words.
            text = response.json["words"] if response.is_json else page.html
            if page.status >= 400:
                for words in untranslated(text, language, KEPT):
                    found.setdefault(words, f"{rule} {page.status}")

    assert found == {}


def test_all_paper_is_in_the_language_of_its_reader(app, phone, rng, language, printed):
    paths = all_paper(app, phone, rng, NAMES)

    found = {}
    for path in paths:
        printed.clear()
        phone.open(path, headers={"Accept-Language": language.tag})
        for html in printed:
            for words in untranslated(html, language, KEPT):
                found.setdefault(words, path)

    assert found == {}
