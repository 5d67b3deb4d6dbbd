"""Every cache is bounded in bytes, whoever fills it with whatever is let in."""

import ast
import gc
import tracemalloc
from functools import partial
from sys import getsizeof

import pytest

from app.games import GAMES
from app.letters import initials_of_table
from app.paths import APP
from app.scoring import Event, Line, Match
from app.scoring.game import LONGEST_NAME
from app.scoring.model.cards import LONGEST_WORD
from app.scoring.model.seats import label_of
from app.scoring.model.spelling import MOST_LETTERS, spelling_key, spelling_key_cached
from app.store.numbers.totals import MatchFact
from app.web.core.caches import AnswerCache, MatchCache, RenderCache
from app.web.core.page import text
from app.web.rules import html
from testkit.web.phone import HTMX

MAKERS = {"cache", "lru_cache", "cached", "LRUCache", "TTLCache"}
OUR_OWN = {
    "app/games/trex/contracts.py": "the house rules of Trex, some hundred ways to choose them",
    "app/games/trex/play.py": "contracts",
    "app/games/trex/paper_points.py": "points of a deal by four house rules, 8 MB for all",
    "app/games/trico/chances.py": "eight decks of nine cards, 1 MB each; and all counts",
    "app/languages/language.py": "the texts of a catalogue, and English for what it lacks",
    "app/paper/booklets.py": "a stylesheet",
    "app/paper/colours.py": "colours",
    "app/paper/exports.py": "names of exports",
    "app/paper/html.py": "symbols, with words of the sheets of games",
    "app/paper/pdf.py": "stylesheets and fonts",
    "app/paper/print_queue.py": "the renderer; the cache of PDF is counted in bytes",
    "app/scoring/statistics.py": "who sat where in one match, while it is read",
    "app/server/wsgi/proxies.py": "1,024 addresses of clients",
    "app/server/offline_page.py": "the engine of the build",
    "app/server/compression.py": "static files; the cache of bodies is counted in bytes",
    "app/store/matches/facts.py": "the deals of facts, while they are written",
    "app/store/postgres/connection.py": "statements of the store",
    "app/store/sqlite/opening.py": "a number",
    "app/symbols.py": "files of symbols",
    "app/web/core/page/assets.py": "static files",
    "app/web/core/idempotency.py": "2,000 digests, with the addresses that forms led to",
    "app/web/core/links.py": "64 QR codes of links, which hold 3 KB at most",
    "app/web/core/page/pictures.py": "colours",
    "app/web/core/page/variants.py": "256 variants of games, and their sections",
}
"""What the caches of a module hold that nobody outside can make large."""
MEASURED = {
    *("app/web/core/caches.py", "app/web/core/page/text.py", "app/letters.py"),
    *("app/scoring/model/spelling.py", "app/scoring/model/seats.py"),
    "app/web/rules/html.py",
}
"""The modules with caches that hold what is sent; below, each is filled."""
MOST_MEGABYTES = 24
LARGE = "\N{GRINNING FACE}"
"""A letter that makes Python keep four bytes for every other one."""


def test_every_cache_is_in_these_lists():
    with_caches = {
        str(file.relative_to(APP.parent))
        for file in APP.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id in MAKERS and isinstance(node.ctx, ast.Load)
    }
    assert with_caches == OUR_OWN.keys() | MEASURED


WITHOUT_WORDS = {
    "bdi": "a name, which is the same in every language",
    "diagram_style": "a stylesheet",
    "draw_icon": "those of pages have no words but what is handed in",
    "file_version": "a digest",
    "page_symbols": "shapes",
    "qr_code": "a link",
    "spelling_key_cached": "a name",
    "stylesheet_digest": "a digest",
    "tools_digest": "a digest",
    "version_of": "a digest",
}


def test_words_are_kept_by_their_language():
    """A cache that does not know it would show or print those of whoever came first."""
    functions = [
        node
        for file in APP.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    of_words = {
        function.name
        for function in functions
        if any(maker in ast.unparse(each) for each in function.decorator_list for maker in MAKERS)
        and "cached_property" not in map(ast.unparse, function.decorator_list)
        and function.returns
        and ast.unparse(function.returns) in ("str", "Markup")
        and "Language"
        not in [ast.unparse(each.annotation) for each in function.args.args if each.annotation]
    }

    assert of_words == WITHOUT_WORDS.keys()


def megabytes(fill):
    """What is kept of what `fill` makes."""
    gc.collect()
    tracemalloc.start()
    try:
        kept = fill()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / 1e6
    finally:
        tracemalloc.stop()
        del kept


def one_line_matches(number, rules):
    cache, players = MatchCache(), ["A" * LONGEST_NAME, "B"]
    for match_id in range(number):
        match = Match(GAMES["trico"], players, [Line(Event("entry", 0, "rules", rules))])
        assert match.standing.prompt
        match.id = match_id
        cache.check_in("home", match)
    return cache


def deck_of_long_words():
    symbols = [LARGE * LONGEST_WORD + str(number) for number in range(5)]
    faces = {str(number): {"symbols": list(symbols)} for number in range(1, 10)}
    return {"entry": "deck", "deck": faces, "target": 99}


@pytest.mark.parametrize(
    "rules",
    [{"entry": "counts", "deck": None, "target": 7}, deck_of_long_words()],
    ids=["counts", "a deck"],
)
def test_matches_that_have_just_begun(rules):
    assert megabytes(partial(one_line_matches, 1_000, rules)) < MOST_MEGABYTES


@pytest.mark.parametrize(("deals", "people"), [(1, 1_500), (30, 500), (1_000, 30)])
def test_facts_of_matches_with_so_many_deals(deals, people):
    def fact(match, person):
        about = match, "2026-11-27", "trex", "4", person, None, "place"
        return MatchFact(*about, 1, 4, 0, list(range(deals)))

    def fill():
        cache = AnswerCache()
        for person in range(people):
            facts = [fact(match, person) for match in range(1_000, 1_050)]
            cache.get_or_ask(person, partial(list, facts))
        return cache

    assert megabytes(fill) < MOST_MEGABYTES


def test_partials_of_large_pages():
    def fill():
        cache = RenderCache()
        for number in range(300):
            cache.get_or_render(("view", number), partial(str.__mul__, LARGE, 100_000))
        return cache

    assert megabytes(fill) < MOST_MEGABYTES


def test_names_and_titles_as_they_are_spelt():
    def fill():
        for number in range(4_000):
            spelling_key(str(number) + LARGE * 2 * MOST_LETTERS)

    spelling_key_cached.cache_clear()
    assert megabytes(fill) < MOST_MEGABYTES


def test_names_of_players_with_their_initials():
    tables = initials_of_table.cache_parameters()["maxsize"]
    names = label_of.cache_parameters()["maxsize"]

    def fill():
        for number in range(0, 2 * max(8 * tables, names), 8):
            table = [f"{number + seat}{LARGE * LONGEST_NAME}" for seat in range(8)]
            initials_of_table(*map(label_of, table))

    assert megabytes(fill) < MOST_MEGABYTES


@pytest.mark.parametrize(
    "query", ["king queen trick trump contract deal", "a b c d e f g h", LARGE]
)
def test_what_people_search_for(query, app):
    found = app.test_client().get("/rules/search", query_string={"q": query}, headers=HTMX).text

    assert getsizeof(found) * html.search_html.cache_parameters()["maxsize"] < MOST_MEGABYTES * 1e6


def test_a_page_takes_no_room_among_the_sentences(app):
    with app.test_request_context():
        before = text.draw_suits_cached.cache_info().currsize
        drawn = text.with_suits("Q♠ " + "x" * 5_000)
        assert text.draw_suits_cached.cache_info().currsize == before
        assert "queen" in drawn.casefold()
