"""The rules book on a phone: its pages, its words, search, and what a match adds to it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games import GAMES
from app.rulebook import RulesPage, read
from app.web.core.services import services
from app.web.core.text import draw_suits_cached
from app.web.rules import rules
from tests.home_urls import as_written
from tests.play import play_at_random
from tests.web.phone import HTMX
from tests.web.table import keep

BOOK = [*GAMES, "glossary"]
HEAVIEST = 41_000  # with the one stylesheet of all pages, which is fetched once
HOUSE = """# Trex

## Local variations

::: house swapped own_double
Some tables do.
:::
"""


@pytest.fixture
def book(app):
    return services(app).rulebook


@pytest.fixture
def write(app, tmp_path):
    """Let the book of the app be one page: `write(key, text)`."""

    def replace(key: str, text: str) -> None:
        (tmp_path / f"{key}.md").write_text(text, "utf-8")
        services(app).rulebook = read(tmp_path)

    return replace


# --- pages --------------------------------------------------------------------------------------


@pytest.mark.every_door
@pytest.mark.parametrize("key", BOOK)
def test_a_page_seen_before_is_not_sent_again(phone, key):
    for encoding in ("br", "gzip", "identity"):
        headers = {"Accept-Encoding": encoding}
        first = phone.client.get(f"/rules/{key}", headers=headers)

        again = phone.client.get(
            f"/rules/{key}", headers=headers | {"If-None-Match": first.headers["ETag"]}
        )

        assert "no-store" not in first.headers["Cache-Control"]
        assert (again.status_code, again.data) == (304, b"")


def test_a_page_is_sent_again_in_another_look(phone):
    tag = phone.client.get("/rules/trex").headers["ETag"]
    phone.send("/look", {"theme": "dim", "back": "/"})

    assert phone.client.get("/rules/trex", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("encoding", ["br", "gzip"])
@pytest.mark.parametrize("key", BOOK)
def test_a_page_and_its_looks_weigh_little(phone, key, encoding):
    headers = {"Accept-Encoding": encoding}
    page = phone.client.get(f"/rules/{key}", headers=headers)
    [style] = re.findall(r'rel="stylesheet" href="([^"]+)"', phone.open(f"/rules/{key}").html)
    looks = phone.client.get(style, headers=headers)

    assert page.headers["Content-Encoding"] == looks.headers["Content-Encoding"] == encoding
    assert len(page.data) + len(looks.data) <= HEAVIEST


@pytest.mark.parametrize("key", BOOK)
def test_a_page_needs_one_request_more_before_it_can_be_read(phone, key):
    """The script and the signs of the tabs come after that, and what is read does without them."""
    html = phone.open(f"/rules/{key}").html

    assert len(re.findall(r'<link rel="stylesheet"', html)) == 1
    assert not re.search(r"<img|@import|<script(?! src=\"[^\"]+\" type=\"module\")", html)
    assert '<use href="/' not in html.partition("<article")[2].partition("</article>")[0]


@pytest.mark.every_door
def test_the_looks_are_kept_until_they_change(phone):
    [style] = re.findall(r'rel="stylesheet" href="([^"]+)"', phone.open("/rules/trex").html)

    assert "immutable" in phone.client.get(style).headers["Cache-Control"]
    assert re.search(r"\?v=\w{10}$", style)


@pytest.mark.every_door
@pytest.mark.parametrize("key", BOOK)
def test_every_section_has_a_page_of_its_own_and_a_part(phone, book, key):
    for section in book[key].all_sections:
        page = phone.open(f"/rules/{key}/{section.anchor}")
        part = phone.open(f"/rules/{key}/{section.anchor}", headers=HTMX)

        assert page.status == part.status == 200
        assert section.anchor in page.anchors & part.anchors
        assert "<!doctype" not in part.html


@pytest.mark.parametrize("path", ["/rules/bridge", "/rules/trex/nowhere", "/rules/glossary/nobody"])
def test_what_is_not_in_the_book_is_not_found(phone, path):
    assert phone.open(path).status == 404


@pytest.mark.parametrize("key", BOOK)
def test_every_link_within_the_book_leads_somewhere(phone, book, key):
    """Unreadable addresses would only show when somebody taps them."""
    page = phone.open(f"/rules/{key}")
    links = [link for link in page.links if link.startswith("/rules/") and "#" in link]

    for link in {*links}:
        there, _hash, anchor = link.partition("#")
        target = book[there.rpartition("/")[2]]
        assert target.section(anchor) or anchor in book.terms


def test_a_section_leads_to_its_neighbours_and_the_whole_page(phone, book):
    first, second, third, *_rest = book["trex"].sections

    links = phone.open(f"/rules/trex/{second.anchor}").links

    assert {f"/rules/trex#{first.anchor}", f"/rules/trex#{third.anchor}", "/rules/trex"} <= {*links}


def test_a_page_carries_the_shapes_of_its_suits(phone):
    html = phone.open("/rules/trex").html

    draw_suits_cached = set(re.findall(r'<use [^>]*href="#([\w-]+)"', html))
    assert "shape-heart" in draw_suits_cached
    assert draw_suits_cached <= set(re.findall(r' id="([\w-]+)"', html))


def test_what_counts_stands_beside_its_sign(phone):
    html = phone.open("/rules/trex").html

    for sign in ("trex-king", "trex-queens", "diamond", "trex-slaps", "trex-trex"):
        assert f'<use href="#shape-{sign}"/></svg>' in html
        assert f'id="shape-{sign}"' in html


def test_a_sign_in_a_table_stays_before_its_number(phone):
    html = phone.open("/rules/trex").html

    assert '<td class="loss"><bdi dir="ltr">−75</bdi></td>' in html
    assert '<td><bdi dir="ltr">+200 +150 +100 +50</bdi></td>' in html


# --- words of the glossary ----------------------------------------------------------------------


def test_a_term_leads_to_the_glossary_and_its_part_says_what_it_means(phone, book):
    html = phone.open("/rules/tribello").html
    address, anchor = re.search(r'class="term" href="([^"#]+)#([\w-]+)"', html).groups()

    assert anchor in phone.open(address).anchors
    assert phone.open(f"{address}/{anchor}").goes_to == f"{address}#{anchor}"
    assert phone.open(f"{address}/{anchor}", headers=HTMX).says(book.terms[anchor].name)


def test_the_glossary_has_sixty_terms_and_each_its_place(phone, book):
    page = phone.open("/rules/glossary")

    assert len(book.terms) >= 60
    assert set(book.terms) <= page.anchors
    for term in book.terms.values():
        assert page.says(term.name)


# --- from the match -----------------------------------------------------------------------------


def test_a_house_rule_says_what_is_usual_where_no_match_is_on(phone, write):
    write("trex", HOUSE)

    page = phone.open("/rules/trex")

    assert page.says("Usually: Diamonds cost 15, tricks 10 – no.")
    assert page.says("Usually: Taking your own doubled card – costs its plain value.")


def test_a_house_rule_says_what_this_match_plays(begin, write):
    table = begin("trex", swapped="yes")
    write("trex", HOUSE)

    for path in ("/rules/trex", "/rules/trex/local-variations"):
        page = table.phone.open(f"{path}?match={table.id}")

        assert page.says("In your match: Diamonds cost 15, tricks 10 – yes. Usually: no.")
        assert page.says(
            "In your match: Taking your own doubled card – costs its plain value, as usual."
        )


def test_a_correction_of_the_house_rules_is_in_the_book_at_once(begin, write):
    table = begin("trex")
    write("trex", HOUSE)
    table.correct(0, "rules", {"swapped": True})

    page = table.phone.open(f"/rules/trex?match={table.id}")

    assert page.says("In your match: Diamonds cost 15, tricks 10 – yes. Usually: no.")


@pytest.mark.parametrize("match", ["99", "0", "-1", "x", "9" * 5000])
def test_over_a_match_that_is_not_there_lies_no_book(phone, match):
    assert phone.open(f"/matches/{match}/rules/trex").status == 404


def test_the_match_of_another_game_plays_no_house_rules_of_this_one(begin, write):
    table = begin("tribello")
    write("trex", HOUSE)

    assert table.phone.open(f"/rules/trex?match={table.id}").says("Usually: Diamonds cost 15")


def test_a_house_rule_that_no_game_has_is_refused_at_the_start(app, write):
    write("trex", HOUSE.replace("swapped", "swoped"))

    with pytest.raises(ValueError, match=r"trex\.md.*swoped"):
        rules.init_app(app)


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_done_now_in_a_deal_is_also_how_cards_are_played(begin, rng, game):
    table = begin(game)
    while table.standing.deal is None:
        table.play_on(rng, 1)

    page = table.phone.open(f"/rules/now?match={table.id}", headers=HTMX)

    assert GAMES[game].playing_section in page.anchors


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_done_now_is_what_is_told_and_the_rule_of_the_question(begin, rng, game):
    table = begin(game)

    for _question in range(12):
        if table.standing.is_over:
            break
        prompt = table.prompt
        link = next(each for each in table.open().links if "/rules/now" in each)
        page = table.phone.open(link, headers=HTMX)
        assert {prompt.rule, prompt.last_in_group.rule} <= page.anchors
        assert all(page.says(line) for line in (*prompt.tell, *prompt.last_in_group.tell))
        table.play_on(rng, 1)


def test_what_may_be_done_now_says_who_deals_a_new_kingdom(begin):
    table = begin("trex").play(
        *(0, "king", None, 2, "slaps", [13, 0, 0, 0], "diamonds", [13, 0, 0, 0]),
        *("queens", None, {"QS": 0, "QH": 0, "QD": 0, "QC": 0}, [0, 1, 2, 3]),
    )

    page = table.phone.open(f"/rules/now?match={table.id}", headers=HTMX)

    assert page.says("Kingdom 2 of 4 · deal 1 of 5 Deal now Bruno deals 13 cards each")


def test_what_may_be_done_now_shows_first_what_this_contract_can_raise(begin):
    table = begin("trex").play(0, "slaps")

    page = table.phone.open(f"/rules/now?match={table.id}", headers=HTMX)

    first, _fold, behind = page.html.partition("<details")
    assert re.findall(r"/settle/trex/(\w+)", first) == ["stop"]
    assert re.findall(r"/settle/trex/(\w+)", behind) == ["double", "layout", "redeal"]


def test_when_the_match_is_over_nothing_is_left_to_do(app, rng):
    table = keep(app, play_at_random(GAMES["tribello"], rng, mishaps=0))

    page = table.phone.open(f"/rules/now?match={table.id}")

    assert page.says(table.standing.outcome.why)


@pytest.mark.parametrize("path", ["/rules/now", "/rules/now?match=99", "/rules/now?match=x"])
def test_without_a_match_there_is_no_now(phone, path):
    assert phone.open(path).status == 404


def test_the_way_back_to_the_table_is_kept(begin):
    table = begin("tribello")

    for path in ("tribello", "tribello/targets", "search", "now"):
        assert table.path in table.phone.open(f"/rules/{path}?match={table.id}").links


def test_every_problem_links_to_the_rule_of_its_question(begin):
    table = begin("tribello").play("hearts")

    page = table.type({"tricks.0": "7", "tricks.1": "7", "tricks.2": "7"})

    problems = page.html.split('<span class="problem"')[1:]
    assert problems
    for problem in problems:
        assert f'href="{table.path}/rules/tribello#targets"' in problem.partition("</span>")[0]


@pytest.mark.parametrize(
    ("path", "subjects"),
    [
        ("", ["Who took each queen?", "Who doubles?"]),
        ("/deals/1/contract", ["Anna, name the contract"]),
        ("/void", ["Why does this deal not count?"]),
    ],
)
def test_the_way_to_a_rule_says_what_it_is_about_and_is_no_part_of_a_heading(begin, path, subjects):
    table = begin("trex").play(0, "queens")

    page = table.phone.open(f"{table.path}{path}")

    assert not re.findall(r"<h\d[^>]*>(?:(?!</h\d>).)*<a ", page.html, re.DOTALL)
    for subject in subjects:
        assert f"Rule: {subject}" in page.everything_said


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
@pytest.mark.parametrize("round", range(3))
def test_every_section_that_a_match_names_is_in_the_book(app, book, rng, game, round):
    """Questions, pieces of scores and void deals, of whole matches by any house rules."""
    page: RulesPage = book[game.key]
    for players in game.players:
        standing = play_at_random(game, rng, players=players).standing
        prompts = [each.prompt for each in standing.answered]
        named = {game.void_section}
        named |= {each.rule for prompt in prompts for each in (prompt, prompt.last_in_group)}
        named |= {rule.rule for rule, _default in prompts[0].rules}
        named |= {part.rule for deal in standing.deals for part in deal.parts}

        assert {rule for rule in named if page.section(rule) is None} == set()


# --- search -------------------------------------------------------------------------------------


def hits(phone, query, **about):
    """What is found: the page and the anchor of each hit, the best first."""
    answer = phone.client.get("/rules/search", query_string={"q": query, **about}, headers=HTMX)
    assert answer.status_code == 200
    return re.findall(r'<li><a href="[/\w]*?/rules/(\w+)[^"#]*#?([\w-]*)"', answer.text)


SPELLINGS = [
    ("trix", ("glossary", "trex")),
    ("Trex", ("glossary", "trex")),
    ("tricks", ("glossary", "trick")),
    ("lutoosh", ("glossary", "slap")),
    ("latoush", ("glossary", "slap")),
    ("lutush", ("glossary", "slap")),
    ("slaps", ("glossary", "slap")),
    ("KING OF HEARTS", ("glossary", "king-of-hearts")),
    ("doublng", ("glossary", "doubling")),
    ("kingdum", ("glossary", "kingdom")),
    ("widow", ("glossary", "widow")),
]


@pytest.mark.parametrize(("query", "expected"), SPELLINGS)
def test_the_best_hit_is_the_first_however_it_is_spelt(phone, query, expected):
    assert hits(phone, query)[0] == expected


@pytest.mark.parametrize("query", ["kupa", "kubba", "kuba", "banat", "bannat"])
def test_a_word_of_the_table_leads_to_the_term_that_knows_it(phone, book, query):
    page, anchor = hits(phone, query)[0]

    term = book.terms[anchor]
    assert page == "glossary"
    assert {"kupa", "kubba", "banat"} & {word for name in term.synonyms for word in name.split()}


@pytest.mark.parametrize(
    ("query", "section"),
    [
        ("lutoosh", "slaps"),
        ("sheikh", "king-of-hearts"),
        ("trix", "trex-the-layout"),
        ("queens", "queens"),
        ("what does a doubled card cost", "what-a-doubled-card-costs"),
        ("may I ask for a redeal?", "redeals"),
        ("dubling", "doubling"),
        ("partners", "playing-with-partners"),
    ],
)
def test_the_section_is_among_the_first_hits_of_a_match(begin, query, section):
    table = begin("trex")

    first_hits = hits(table.phone, query, match=table.id, game="trex")

    assert ("trex", section) in first_hits[:5]


def answers(phone, query, game):
    """All that the first screen of a search says: the first three hits, as plain words."""
    answer = phone.client.get(
        "/rules/search", query_string={"q": query, "game": game}, headers=HTMX
    )
    hits = re.findall(r"<li.*?</li>", answer.text, re.DOTALL)[:3]
    return " ".join(re.sub(r"<[^>]*>", "", " ".join(hits)).split())


DISPUTES = [
    ("tribello", "swap all", "nobody may take more cards than the widow still holds"),
    ("tribello", "nullo 643", "do score in nullo"),
    ("tribello", "who leads", "The dealer leads to the first trick in every phase"),
    ("tribello", "cut shufle", "is shuffled back in, so nobody knows"),
    ("tribello", "trump swap", "names trumps before anyone swaps"),
    ("trex", "own king", "By the usual rule it costs plain value and nobody gains"),
    ("trex", "dubled own", "By the usual rule it costs plain value and nobody gains"),
    ("trex", "quen stop", "You may stop when the fourth queen has been taken"),
    ("trex", "next king", "The player on the right of the last owner"),
    ("italian_whist", "must joker", "The joker of the colour led, yes, if you have no card"),
    ("italian_whist", "deal 5", "Deals 2 and 5: to the right"),
    ("italian_whist", "minus 10", "both +10 and −10 end the match"),
    ("italian_whist", "-10", "both +10 and −10 end the match"),
    ("torite", "left card", "the one card you still hold after the last trick"),
    ("torite", "say ace", "You may talk about anything except ranks"),
    ("torite", "set aside", "Its suit counts"),
    ("trico", "bloked set", "An opponent’s pair or set of the same symbol does"),
    ("trico", "larg twice", "a large symbol never scores twice"),
    ("trico", "tie", "a tie goes to more large symbols"),
    ("trico", "own card", "You may take your own card back"),
    ("trico", "draw", "You draw once in a round, after trick 1"),
]


@pytest.mark.parametrize(("game", "query", "words"), DISPUTES)
def test_a_dispute_is_answered_on_the_first_screen(phone, game, query, words):
    assert words in answers(phone, query, game)


@pytest.mark.parametrize("game", ["tribello", "trex", "italian_whist", "torite"])
@pytest.mark.parametrize("query", ["revoke", "somebody revoked", "did not follow suit"])
def test_a_revoke_is_found_on_the_page_of_the_game(phone, game, query):
    first_hits = hits(phone, query, game=game)[:2]

    assert (game, "somebody-did-not-follow-suit") in first_hits


SETTLED = [
    ("italian_whist", "who takes this trick joker", "trick"),
    ("italian_whist", "takes joker", "trick"),
    ("italian_whist", "must joker", "follow"),
    ("tribello", "swap all", "widow"),
    ("trex", "own king", "double"),
    ("trex", "throw in", "redeal"),
    ("trex", "lone king", "redeal"),
    ("trex", "quen stop", "stop"),
    ("trex", "layout", "layout"),
    ("torite", "stil win", "win"),
    ("torite", "who leads?", "lead"),
    ("trico", "points", "score"),
]


@pytest.mark.parametrize(("game", "query", "slug"), SETTLED)
def test_what_can_be_settled_on_the_spot_comes_first(phone, game, query, slug):
    answer = phone.client.get(
        "/rules/search", query_string={"q": query, "game": game}, headers=HTMX
    )

    first = re.search(r'<a href="([^"]+)"', answer.text)[1]
    assert as_written(first) == f"/rules/settle/{game}/{slug}"


def test_a_ruling_that_is_found_knows_the_match(begin):
    table = begin("trex")

    page = table.phone.open(f"/rules/search?q=own+king&match={table.id}&game=trex")

    assert f"{table.path}/rules/settle/trex/double" in page.links


def test_no_ruling_of_another_game_is_offered(phone):
    assert "/rules/settle/" not in phone.open("/rules/search?q=takes+joker&game=trex").html


def test_one_word_that_is_only_part_of_a_question_does_not_ask_it(phone):
    assert "/rules/settle/" not in phone.open("/rules/search?q=trick&game=italian_whist").html


@pytest.mark.parametrize("game", [*GAMES, ""])
def test_every_ruling_is_found_by_its_title(phone, game):
    for key, rulings in ((game.key, game.rulings) for game in GAMES.values()):
        for ruling in rulings if game in (key, "") else ():
            found = phone.open(f"/rules/search?q={ruling.title}&game={game}").html

            assert f"/rules/settle/{key}/{ruling.slug}" in found


def test_what_is_being_typed_finds_what_begins_with_it(phone):
    for typed in ("lut", "luto", "lutoo"):
        assert ("trex", "slaps") in hits(phone, typed)


def test_the_page_of_the_game_that_is_on_comes_first(phone):
    for game in ("tribello", "torite", "italian_whist"):
        pages = [page for page, _anchor in hits(phone, "tricks", game=game)]

        assert set(pages[:3]) <= {game, "glossary"}
        assert game in pages[:3]


def test_titles_come_before_the_text(phone):
    found = hits(phone, "redeals", game="trex")

    assert found[0] == ("trex", "redeals")


def test_the_sentence_is_shown_with_its_words_marked(phone):
    page = phone.open("/rules/search?q=widow&game=tribello", headers=HTMX)

    marked = re.findall(r"<p>([^<]*<mark>[^<]*</mark>.*?)</p>", page.html)
    assert marked
    assert all("widow" in sentence for sentence in marked)


@pytest.mark.every_door
def test_a_hit_in_a_match_leads_there_and_keeps_the_match(begin):
    table = begin("trex")

    page = table.phone.open(f"/rules/search?q=slaps&match={table.id}&game=trex")

    assert f"{table.path}/rules/trex#slaps" in page.links


def test_it_is_said_when_a_word_is_read_as_another(phone):
    assert phone.open("/rules/search?q=kingdum").says(
        "No page has “kingdum”. This is what “kingdom” finds."
    )


def test_a_word_is_never_read_as_a_variant_that_no_page_says(phone):
    """“dubbl” is what “dubbel” is spelt most like, and it helps nobody to be told so."""
    page = phone.open("/rules/search?q=dubbel")

    assert page.says("No page has “dubbel”. This is what “doubling” finds.")
    assert hits(phone, "dubbel")[0] == ("glossary", "doubling")


@pytest.mark.parametrize("query", ["swap", "swaps", "swapped", "swapping"])
def test_the_ending_of_a_word_does_not_matter(phone, query):
    first_hits = hits(phone, query, game="tribello")

    assert first_hits[0] == ("tribello", "swapping-cards")


def test_a_name_of_several_words_is_known_as_one_thing(phone):
    assert hits(phone, "old man")[0] == ("glossary", "king-of-hearts")
    assert hits(phone, "old man", game="trex")[0] == ("trex", "king-of-hearts")


def test_where_nothing_is_found_something_near_it_is_offered(phone):
    page = phone.open("/rules/search?q=qqqlayoutqqq")

    assert page.says("Nothing was found for “qqqlayoutqqq”.")
    assert "/rules/glossary#layout" in page.links
    assert {f"/rules/{key}" for key in BOOK} <= {*page.links}


def test_nothing_asked_is_no_mistake(phone):
    page = phone.open("/rules/search?q=%20")

    assert page.status == 200
    assert {f"/rules/{key}" for key in BOOK} <= {*page.links}
    assert not page.says("Nothing in the book")


@pytest.mark.every_door
@pytest.mark.parametrize(
    "query",
    [
        *(
            '"',
            "'",
            "*",
            "trick*",
            "NEAR(trick, 2)",
            "AND",
            "NOT trick",
            "title:trick",
            "-",
            "^trick",
        ),
        *("🃏", "\0", "a" * 10_000, "trick " * 2_000, "'; DROP TABLE entries; --", "<script>", "♥"),
        *("K♥", "ー", "\ud800", "%", "{q}", "\ue000trick\ue001"),
    ],
)
def test_any_input_is_safe(phone, query):
    page = phone.client.get(
        "/rules/search", query_string={"q": query.encode("utf-8", "surrogatepass")}
    )

    assert page.status_code == 200
    assert "<script>" not in page.text
    assert hits(phone, "widow")


@given(st.text(max_size=300), st.sampled_from([*BOOK, "", "nobody"]))
def test_any_text_at_all_is_safe(search, query, game):
    answer = search(query, game)

    assert len(answer.hits) <= 12
    assert all(
        str(hit.sentence).count("<mark>") == str(hit.sentence).count("</mark>")
        for hit in answer.hits
    )


@pytest.fixture(scope="module")
def search(open_app, tmp_path_factory):
    app = open_app(tmp_path_factory.mktemp("search") / "matches.sqlite3")
    return services(app).rulebook.index.search


def test_many_may_search_at_once(search):
    words = ["trick", "lutoosh", "widow", "kubba", "doublng", "redeal"] * 30
    alone = {word: search(word) for word in words}

    with ThreadPoolExecutor(16) as readers:
        together = list(readers.map(search, words))

    assert together == [alone[word] for word in words]


def test_the_same_is_found_where_nothing_is_compiled(search):
    """In a browser rapidfuzz has its half in Python and no other."""
    asked = [(what, game) for game, what, _answer in DISPUTES + SETTLED]
    asked += [(what, None) for what, _answer in SPELLINGS]
    script = f"""
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA
from app import rulebook
from app.games import numbers
from app.paths import RULES
from app.web.rules.rulings import search_entries

for part in (fuzz.WRatio, process.extract, OSA.normalized_similarity):
    assert part.__module__.endswith("_py"), part
book = rulebook.read(RULES, numbers(), search_entries())
for asked in {asked}:
    print(book.index.search(*asked))
"""
    pure = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"RAPIDFUZZ_IMPLEMENTATION": "python"},
        cwd=Path(__file__).parents[2],
        check=True,
        capture_output=True,
        text=True,
    )

    assert pure.stdout.splitlines() == [str(search(*each)) for each in asked]


def test_cards_are_found_by_their_signs_and_their_names(phone):
    assert ("trex", "the-7-of-hearts") in hits(phone, "7♥", game="trex")
    assert ("trex", "the-7-of-hearts") in hits(phone, "7 of hearts", game="trex")
    assert hits(phone, "k♥", game="trex")[0] == ("trex", "king-of-hearts")


def test_the_rules_folder_is_all_in_the_index(book):
    files = {path.stem for path in (Path(__file__).parents[2] / "rules").glob("*.md")}

    assert set(book) == files


def test_the_rules_over_many_matches_are_not_kept_page_by_page(phone, begin):
    matches = [begin("trex").id for _ in range(4)]
    phone.open(f"/rules/trex?match={matches[0]}", headers=HTMX)
    kept = draw_suits_cached.cache_info().currsize
    for match in matches[1:]:
        assert phone.open(f"/rules/trex?match={match}", headers=HTMX).status == 200

    assert draw_suits_cached.cache_info().currsize == kept
