"""The rules book on a phone: its pages, its words, search, and what a match adds to it."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games import GAMES
from app.paths import PROJECT, RULES
from app.rulebook import Rulebooks
from app.web.core.services import services
from app.web.rules import rules
from testkit.home_urls import as_written
from testkit.play import play_at_random
from testkit.web.phone import HTMX, on_one_line
from testkit.web.table import keep

BOOK = [*GAMES, "glossary"]
HEAVIEST = 31_200  # with its two stylesheets, which are fetched once
HOUSE = """# Trex

## Local variations

::: house swapped own_double
Some tables do.
:::
"""

every_game = pytest.mark.parametrize("game", GAMES)
every_page = pytest.mark.parametrize("key", BOOK)


@pytest.fixture
def book(app):
    return services(app).rulebooks.english


@pytest.fixture
def write(app, tmp_path):
    """Let the book of the app be one page: `write(key, text)`."""

    def replace(key: str, text: str) -> None:
        (tmp_path / "en").mkdir(exist_ok=True)
        shutil.copy(RULES / "en" / "words.toml", tmp_path / "en")
        (tmp_path / "en" / f"{key}.md").write_text(text, "utf-8")
        services(app).rulebooks = Rulebooks(tmp_path)

    return replace


def styles_of(phone, key):
    """The addresses of the stylesheets of a page."""
    return re.findall(r'rel="stylesheet" href="([^"]+)"', phone.open(f"/rules/{key}").html)


@pytest.mark.every_door
def test_a_page_seen_before_is_not_sent_again_but_in_another_look(phone):
    for encoding in ("br", "gzip", "identity"):
        about = {"Accept-Encoding": encoding}
        first = phone.client.get("/rules/trex", headers=about)
        seen = {"If-None-Match": first.headers["ETag"]}

        again = phone.client.get("/rules/trex", headers=about | seen)

        assert "no-store" not in first.headers["Cache-Control"]
        assert (again.status_code, again.data) == (304, b"")
    phone.send("/look", {"theme": "dim", "back": "/"})
    assert phone.client.get("/rules/trex", headers=about | seen).status_code == 200
    for style in styles_of(phone, "trex"):
        assert "immutable" in phone.client.get(style).headers["Cache-Control"]
        assert re.search(r"\?v=\w{10}$", style)


@every_page
def test_a_page_needs_two_stylesheets_more_and_weighs_little(phone, key):
    """The script and the signs of the tabs come after that, and what is read does without them."""
    html, styles = phone.open(f"/rules/{key}").html, styles_of(phone, key)
    sources = html + "".join(phone.client.get(style).text for style in styles)

    fetched = r"<img|@import|url\(|<script(?! src=\"[^\"]+\" type=\"module\")"
    assert len(styles) == 2
    assert not re.search(fetched, sources)
    assert html.count("<script") == 1
    assert '<use href="/' not in html.partition("<article")[2].partition("</article>")[0]
    for encoding in ("br", "gzip"):
        about = {"Accept-Encoding": encoding}
        sent = [phone.client.get(path, headers=about) for path in (f"/rules/{key}", *styles)]
        assert {part.headers["Content-Encoding"] for part in sent} == {encoding}
        assert sum(len(part.data) for part in sent) <= HEAVIEST


@every_page
def test_every_section_is_found_from_the_top_and_has_a_page_of_its_own_and_a_part(phone, book, key):
    whole = phone.open(f"/rules/{key}")
    below = {link[1:] for link in whole.links if link.startswith("#")}
    assert len(below) > 1
    assert below <= whole.anchors
    for section in book[key].all_sections:
        page = phone.open(f"/rules/{key}/{section.anchor}")
        part = phone.open(f"/rules/{key}/{section.anchor}", headers=HTMX)

        assert page.status == part.status == 200
        assert section.anchor in page.anchors & part.anchors
        assert "<!doctype" not in part.html
        around = [each for each in book[key].neighbours(section.anchor) if each]
        assert {f"/rules/{key}#{each.anchor}" for each in around} <= {*page.links}
        assert f"/rules/{key}" in page.links


@pytest.mark.every_door
def test_what_is_not_in_the_book_or_over_no_match_is_not_found(phone):
    for path in (
        *("/rules/bridge", "/rules/trex/nowhere", "/rules/glossary/nobody"),
        *("/rules/now", "/rules/now?match=99", "/rules/now?match=x"),
        *(f"/matches/{match}/rules/trex" for match in ("99", "0", "-1", "x", "9" * 5000)),
    ):
        assert phone.open(path).status == 404, path


def test_a_page_carries_the_shapes_it_draws_and_a_sign_stays_before_its_number(phone):
    html = phone.open("/rules/trex").html

    drawn = set(re.findall(r'<use [^>]*href="#([\w-]+)"', html))
    counting = ("trex-king", "trex-queens", "diamond", "trex-slaps", "trex-trex", "heart")
    assert drawn >= {f"shape-{sign}" for sign in counting}
    assert drawn <= set(re.findall(r' id="([\w-]+)"', html))
    assert '<td class="loss"><bdi dir="ltr">−75</bdi></td>' in html
    assert '<td><bdi dir="ltr">+200 +150 +100 +50</bdi></td>' in html


def test_a_term_leads_to_the_glossary_and_its_part_says_what_it_means(phone, book):
    html = phone.open("/rules/tribello").html
    address, anchor = re.search(r'class="term" href="([^"#]+)#([\w-]+)"', html).groups()

    assert anchor in phone.open(address).anchors
    assert phone.open(f"{address}/{anchor}").goes_to == f"{address}#{anchor}"
    assert phone.open(f"{address}/{anchor}", headers=HTMX).says(book.terms[anchor].name)
    glossary = phone.open("/rules/glossary")
    assert set(book.terms) <= glossary.anchors
    assert all(glossary.says(term.name) for term in book.terms.values())


USUALLY = "Usually: Diamonds cost 15, tricks 10 – no."
SWAPPED = "In your match: Diamonds cost 15, tricks 10 – yes. Usually: no."
PLAIN = "Taking your own doubled card – costs its plain value"


def test_a_house_rule_says_what_is_usual_and_what_a_match_of_its_game_plays(begin, write):
    """Since its latest correction."""
    table, other = begin("trex"), begin("tribello")
    write("trex", HOUSE)
    for about in ("", f"?match={other.id}"):
        page = table.phone.open(f"/rules/trex{about}")
        assert page.says(USUALLY)
        assert page.says(f"Usually: {PLAIN}.")

    assert table.phone.open(f"/rules/trex?match={table.id}").says(f"In your match: {PLAIN}")
    table.correct(0, "rules", {"swapped": True})
    for path in ("/rules/trex", "/rules/trex/local-variations"):
        page = table.phone.open(f"{path}?match={table.id}")
        assert page.says(SWAPPED)
        assert page.says(f"In your match: {PLAIN}, as usual.")


def test_a_house_rule_that_no_game_has_is_refused_at_the_start(app, write):
    write("trex", HOUSE.replace("swapped", "swoped"))

    with pytest.raises(ValueError, match=r"trex\.md.*swoped"):
        rules.init_app(app)


@every_game
def test_what_may_be_done_now_is_what_is_told_and_the_rule_of_the_question(begin, rng, game):
    table = begin(game)

    for _question in range(12):
        if table.standing.is_over:
            break
        prompt = table.prompt
        link = next(each for each in table.open().links if "/rules/now" in each)
        page = table.phone.open(link, headers=HTMX)
        sections = {prompt.rule, prompt.last_in_group.rule}
        if table.standing.deal:
            sections.add(GAMES[game].playing_section)
        assert sections <= page.anchors
        assert all(page.says(line) for line in (*prompt.tell, *prompt.last_in_group.tell))
        table.play_on(rng, 1)


def test_the_rules_tab_of_a_match_opens_at_what_is_being_played_and_has_every_section(begin, book):
    table = begin("trex").play(0)
    sections = [f"{table.path}/rules/trex#{each.anchor}" for each in book["trex"].sections]

    for contract in ("slaps", "diamonds"):
        table.play(contract)
        (tab,) = re.findall(r'<a href="([^"]+)">(?:(?!</a>).)*Rules</a>', table.open().html)
        page = table.phone.open(as_written(tab))
        assert contract in page.anchors
        assert "aim" not in page.anchors
        assert set(sections) <= set(page.links)
        table.play([13, 0, 0, 0])


def now(table):
    return table.phone.open(f"/rules/now?match={table.id}", headers=HTMX)


KINGDOM = [
    *("king", None, 2, "slaps", [13, 0, 0, 0], "diamonds", [13, 0, 0, 0]),
    *("queens", None, {"QS": 0, "QH": 0, "QD": 0, "QC": 0}, [0, 1, 2, 3]),
]


def test_what_may_be_done_now_says_who_deals_and_first_what_this_contract_can_raise(begin):
    table = begin("trex").play(0, *KINGDOM)
    words = "Kingdom 2 of 4 · deal 1 of 5 Deal now Bruno deals 13 cards each"
    assert now(table).says(words)

    first, _fold, behind = now(table.play("slaps")).html.partition("<details")
    assert re.findall(r"/settle/trex/(\w+)", first) == ["stop"]
    assert re.findall(r"/settle/trex/(\w+)", behind) == ["double", "layout", "redeal"]


def test_when_the_match_is_over_nothing_is_left_to_do_and_the_way_back_is_kept(app, rng):
    table = keep(app, play_at_random(GAMES["tribello"], rng, mishaps=0))

    assert now(table).says(table.standing.outcome.why)
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
    page = begin("trex").play(0, "queens").open(path)

    assert not re.findall(r"<h\d[^>]*>(?:(?!</h\d>).)*<a ", page.html, re.DOTALL)
    for subject in subjects:
        assert f"Rule: {subject}" in page.all_text
    ways = re.findall(r'<a class="rule" [^>]*>', page.html)
    assert ways
    assert all('target="_blank"' in way for way in ways), "a match is not left for a rule"


def found(phone, query, game=""):
    """The part of the page that a search brings."""
    about = {"q": query, "game": game}
    answer = phone.client.get("/rules/search", query_string=about, headers=HTMX)
    assert answer.status_code == 200
    return answer.text


def hits(phone, query, game=""):
    """What is found: the page and the anchor of each hit, the best first."""
    links = r'<li><a href="[/\w]*?/rules/(\w+)[^"#]*#?([\w-]*)"'
    return [f"{page}#{anchor}" for page, anchor in re.findall(links, found(phone, query, game))]


SPELLINGS = [
    (["trix", "Trex"], "", "glossary#trex"),
    (["tricks"], "", "glossary#trick"),
    (["lutoosh", "latoush", "ltoosh", "lutush", "slaps"], "", "glossary#slap"),
    (["KING OF HEARTS", "old man", "khityar", "roi de cœur"], "", "glossary#king-of-hearts"),
    (["old man", "k♥"], "trex", "trex#king-of-hearts"),
    (["doublng", "dubbel"], "", "glossary#doubling"),
    (["kingdum"], "", "glossary#kingdom"),
    (["widow", "kitty"], "", "glossary#widow"),
    (["kupa", "kubba", "kuba"], "", "glossary#hearts"),
    (["banat", "bannat", "girls", "femmes"], "", "glossary#queens"),
    (["dinari"], "", "glossary#diamonds"),
    (["misère"], "", "glossary#nullo"),
    (["quota"], "", "glossary#target"),
    (["request"], "", "glossary#contract"),
    (["forehand"], "", "glossary#eldest-hand"),
    (["redeals"], "trex", "trex#redeals"),
    (["swap", "swaps", "swapping"], "tribello", "tribello#swapping-cards"),
]


def test_the_best_hit_is_the_first_however_it_is_spelt(phone):
    for spellings, game, expected in SPELLINGS:
        for query in spellings:
            assert hits(phone, query, game)[0] == expected, query


AMONG_THE_FIRST = [
    *((typed, "", "trex#slaps") for typed in ("lut", "luto", "lutoo")),
    ("lutoosh", "trex", "trex#slaps"),
    ("sheikh", "trex", "trex#king-of-hearts"),
    ("trix", "trex", "trex#trex-the-layout"),
    ("queens", "trex", "trex#queens"),
    ("partners", "trex", "trex#playing-with-partners"),
    ("revoke", "tribello", "tribello#somebody-did-not-follow-suit"),
    ("what does a doubled card cost", "trex", "trex#what-a-doubled-card-costs"),
    ("may I ask for a redeal?", "trex", "trex#redeals"),
    ("dubling", "trex", "trex#doubling"),
    ("7♥", "trex", "trex#the-7-of-hearts"),
    ("7 of hearts", "trex", "trex#the-7-of-hearts"),
    ("did not follow suit", "italian_whist", "italian_whist#somebody-did-not-follow-suit"),
    ("somebody revoked", "torite", "torite#somebody-did-not-follow-suit"),
]


def test_what_is_looked_for_is_among_the_first_hits(phone):
    for query, game, expected in AMONG_THE_FIRST:
        assert expected in hits(phone, query, game)[:5], query


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
    ("torite", "left card", "Everybody then has one card left in hand: that is the leftover"),
    ("torite", "say ace", "You may talk about anything except ranks"),
    ("torite", "set aside", "Its suit counts"),
    ("trico", "bloked set", "An opponent’s pair or set of the same symbol does"),
    ("trico", "larg twice", "a large symbol never scores twice"),
    ("trico", "tie", "a tie goes to more large symbols"),
    ("trico", "own card", "You may take your own card back"),
    ("trico", "draw", "You draw once in a round, after trick 1"),
]


def test_a_dispute_is_answered_on_the_first_screen(phone):
    for game, query, words in DISPUTES:
        first_hits = re.findall(r"<li.*?</li>", found(phone, query, game), re.DOTALL)[:3]

        assert words in on_one_line(re.sub(r"<[^>]*>", "", " ".join(first_hits))), query


ASKED = [
    ("tribello", "who leads the first trick?", "playing-the-tricks"),
    ("tribello", "who draws from the widow after the dealer?", "swapping-cards"),
    ("tribello", "how many cards may I swap?", "settle/widow"),
    ("tribello", "what are trumps in the second phase?", "cutting-and-trumps"),
    ("trex", "who owns the next kingdom?", "who-owns-the-next-kingdom"),
    ("trex", "may I double the queen of hearts?", "doubling"),
    ("trex", "what does a doubled king cost?", "settle/double"),
    ("trex", "can I lead hearts?", "may-i-lead-a-heart"),
    ("trex", "must I play if I can?", "must-i-play"),
    ("trex", "when may we stop playing diamonds?", "when-may-we-stop"),
    ("italian_whist", "who leads the second hand?", "playing-the-second-hand"),
    ("italian_whist", "which suit is the joker?", "jokers-suit"),
    ("italian_whist", "when is the game over?", "ending-the-game"),
    ("italian_whist", "what if both jokers are in one trick?", "both-jokers-in-one-trick"),
    ("torite", "may I say which card I have?", "what-you-may-say"),
    ("torite", "who leads first with three players?", "three-players"),
    ("torite", "how do we score a win?", "scoring-a-win"),
    ("trico", "does a single card block my pair?", "what-blocks-a-pair"),
    ("trico", "how many points is a set?", "sets"),
    ("trico", "who wins a tie?", "winning-and-ties"),
]
MAY_MISS = 2


def test_a_question_in_a_match_has_its_answer_as_the_first_hit(phone):
    missed = []
    for game, question, answer in ASKED:
        first = as_written(re.search(r'<a href="([^"]+)"', found(phone, question, game))[1])
        subject, slash, slug = answer.partition("/")
        expected = f"/rules/settle/{game}/{slug}" if slash else f"/rules/{game}#{subject}"
        if first != expected:
            missed.append((question, first))

    assert len(missed) <= MAY_MISS, missed


def test_a_rule_comes_before_a_definition_in_a_match_and_where_a_whole_question_is_asked(phone):
    for query, game in (("lead first trick", "tribello"), ("who draws first?", "")):
        assert not hits(phone, query, game)[0].startswith("glossary"), query

    assert hits(phone, "widow")[0] == "glossary#widow"


SETTLED = [
    *(("italian_whist", query, "trick") for query in ("who takes this trick joker", "takes joker")),
    ("italian_whist", "must joker", "follow"),
    ("tribello", "swap all", "widow"),
    ("trex", "own king", "double"),
    *(("trex", query, "redeal") for query in ("throw in", "lone king")),
    ("trex", "quen stop", "stop"),
    ("trex", "layout", "layout"),
    ("torite", "stil win", "win"),
    ("torite", "who leads?", "lead"),
    ("trico", "points", "score"),
]


def test_what_can_be_settled_on_the_spot_comes_first(phone):
    for game, query, slug in SETTLED:
        first = re.search(r'<a href="([^"]+)"', found(phone, query, game))[1]

        assert as_written(first) == f"/rules/settle/{game}/{slug}", query


def test_no_ruling_is_offered_of_another_game_or_for_one_word_of_its_question(phone):
    for query, game in (("takes joker", "trex"), ("trick", "italian_whist")):
        assert "/rules/settle/" not in found(phone, query, game)


@every_game
def test_every_ruling_is_found_by_its_title(phone, game):
    for ruling in GAMES[game].rulings:
        for about in (game, ""):
            assert f"/rules/settle/{game}/{ruling.slug}" in found(phone, str(ruling.title), about)


def test_what_is_found_leads_into_the_match(begin):
    table = begin("trex")

    for query, path in (("own+king", "settle/trex/double"), ("slaps", "trex#slaps")):
        page = table.phone.open(f"/rules/search?q={query}&match={table.id}&game=trex")

        assert f"{table.path}/rules/{path}" in page.links


def test_the_page_of_the_game_that_is_on_comes_first(phone):
    for game in ("tribello", "torite", "italian_whist"):
        pages = [hit.partition("#")[0] for hit in hits(phone, "tricks", game)][:3]

        assert game in pages
        assert set(pages) <= {game, "glossary"}


@pytest.mark.every_door
def test_the_sentence_is_shown_with_its_words_marked(phone):
    page = phone.open("/rules/search?q=widow&game=tribello", headers=HTMX)

    marked = re.findall(r"<p>([^<]*<mark>[^<]*</mark>.*?)</p>", page.html)
    assert marked
    assert all("widow" in sentence for sentence in marked)


def test_it_is_said_when_a_word_is_read_as_another_that_pages_say(phone):
    """“dubbl” is what “dubbel” is spelt most like, and it helps nobody to be told so."""
    for typed, read_as in (("kingdum", "kingdom"), ("dubbel", "doubling")):
        words = f"No page has “{typed}”. This is what “{read_as}” finds."

        assert phone.open(f"/rules/search?q={typed}").says(words)


@pytest.mark.every_door
def test_where_nothing_is_found_or_asked_the_way_to_every_page_is_offered(phone):
    asked = phone.open("/rules/search?q=qqqlayoutqqq")
    assert asked.says("Nothing was found for “qqqlayoutqqq”.")
    assert "/rules/glossary#layout" in asked.links

    unasked = phone.open("/rules/search?q=%20")
    assert unasked.status == 200
    assert not unasked.says("Nothing was found")
    for page in (asked, unasked):
        assert {f"/rules/{key}" for key in BOOK} <= {*page.links}


STRANGE = ['"', "\0", "a" * 10_000, "trick " * 2_000, "<script>", "♥", "%"]
STRANGE += ["\ud800", "\ue000trick\ue001"]


@pytest.mark.every_door
def test_any_input_is_safe(phone):
    for query in STRANGE:
        typed = {"q": query.encode("utf-8", "surrogatepass")}
        page = phone.client.get("/rules/search", query_string=typed)

        assert page.status_code == 200
        assert "<script>" not in page.text


@given(st.text(max_size=300), st.sampled_from([*BOOK, "", "nobody"]))
def test_any_text_at_all_is_safe(search, query, game):
    answer = search(query, game)

    assert len(answer.hits) <= 12
    for hit in answer.hits:
        assert str(hit.sentence).count("<mark>") == str(hit.sentence).count("</mark>")


@pytest.fixture(scope="module")
def search(open_app, tmp_path_factory):
    app = open_app(tmp_path_factory.mktemp("search") / "matches.sqlite3")
    return services(app).rulebooks.english.index.search


def test_many_may_search_at_once(search):
    words = ["trick", "lutoosh", "widow", "kubba", "doublng", "redeal"] * 30
    alone = {word: search(word) for word in words}

    with ThreadPoolExecutor(16) as readers:
        together = list(readers.map(search, words))

    assert together == [alone[word] for word in words]


def test_the_same_is_found_where_nothing_is_compiled(search):
    """In a browser rapidfuzz has its half in Python and no other."""
    asked = [(query, game) for game, query, _answer in DISPUTES + SETTLED]
    asked += [(query, game or None) for queries, game, _hit in SPELLINGS for query in queries]
    script = f"""
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA
from app import rulebook
from app.games import numbers
from app.paths import RULES
from app.web.rules.rulings import search_entries

for part in (fuzz.WRatio, process.extract, OSA.normalized_similarity):
    assert part.__module__.endswith("_py"), part
book = rulebook.read(RULES, numbers(), search_entries)
for asked in {asked}:
    print(book.index.search(*asked))
"""
    pure = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"RAPIDFUZZ_IMPLEMENTATION": "python"},
        cwd=PROJECT,
        check=True,
        capture_output=True,
        text=True,
    )

    assert pure.stdout.splitlines() == [str(search(*each)) for each in asked]
