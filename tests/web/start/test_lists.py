"""Lists of matches: all that are open, the past page by page, titles, and what was deleted."""

import json
import re
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest

from app import matchfile
from app.games import GAMES
from app.paper.score_sheet import ScoreSheet
from app.store.matches import deletion
from app.store.matches.deletion import DAYS_TO_RESTORE
from app.web import start
from app.web.match.rebuild import rebuild_all
from testkit.play import play_at_random
from testkit.web.pad import begin_pad
from testkit.web.phone import HTMX
from testkit.web.table import Table, keep

MANY = 30
SLAPS = (0, "slaps", [13, 0, 0, 0])
WON = ([6, 4, 2, 0], ["KH", "7S", "9C", "5D"])
WITHOUT_ITS_DEAL = "json_remove(summary, '$.position')"
IN_WORDS = '[["Kingdom {kingdom} · {number}/{count}", {"kingdom": 3, "number": 1, "count": 5}]]'


def listed(phone, path="/"):
    """The matches that a page leads to, in its order."""
    numbers = [link.removeprefix("/matches/") for link in phone.open(path).links]
    return list(dict.fromkeys(int(number) for number in numbers if number.isdecimal()))


def end_early(begin):
    table = begin("italian_whist").play([6, 2, 1], [1, 2, 6])
    table.send("/end", {})
    return table


@pytest.fixture
def second_deal(begin):
    """Trex in Anna's kingdom, before the queens of its second deal."""
    return begin("trex").play(0, "slaps", [8, 5, 0, 0], "queens")


def test_every_open_match_stands_on_the_start_page_the_one_played_last_first(phone, begin):
    for _each in range(3):
        end_early(begin)
    tables = [begin("tribello") for _ in range(MANY)]
    for _each in range(11):
        end_early(begin)
    tables[0].play("hearts", [9, 2, 2])
    for table in tables[1:4]:
        table.play("hearts")

    begun = [table.id for table in (*tables[4:], *tables[:4])]
    assert listed(phone)[:MANY] == begun[::-1]
    # Those below the fold say where they stand.
    assert phone.open("/").says("Tribello · Deal 2 of 12 · Cut trump ·")


@pytest.mark.parametrize(
    ("playing", "finished", "order"),
    [
        (0, 1, ["So far today", "Again", "New match", "Earlier"]),
        (0, 5, ["So far today", "leads the", *["Again"] * 5, "New match", "Earlier"]),
        (0, 9, ["leads the", *["Again"] * 4, "5 more matches", "New match", "Earlier"]),
        (1, 2, ["Continue", "So far today", "leads the", "Again", "Again", "New match", "Earlier"]),
        (2, 3, ["Continue", "leads the", "Again", "2 more matches", "New match"]),
        (3, 1, ["Continue", "So far today", "Again", "New match", "Earlier"]),
        (5, 6, ["Continue", "2 more matches in play", "New match", "leads the", *["Again"] * 5]),
    ],
)
def test_a_new_match_comes_after_few_rows_however_many_matches_there_are(
    playing, finished, order, phone, begin
):
    for _each in range(finished):
        begin("italian_whist", upper="1").play([5, 3, 1], [1, 3, 5])
    for _each in range(playing):
        begin("tribello")

    text = phone.open("/").text

    assert re.findall("|".join(dict.fromkeys(order)), text)[: len(order)] == order


def test_the_games_that_are_played_most_come_first(phone, begin):
    def games():
        return re.findall(r"/matches/new\?game=(\w+)\"", phone.open("/").html)

    begin("trico")
    assert games() == [*GAMES]
    for game, answers in (("torite", WON), ("trex", SLAPS), ("trex", SLAPS)):
        begin(game).play(*answers).send("/end", {})

    assert games() == ["trex", "torite", *(key for key in GAMES if key not in ("trex", "torite"))]


def test_a_file_is_opened_from_more_and_on_a_first_visit_from_the_start(phone, begin):
    assert "/matches/import" in phone.open("/").links
    begin("tribello")

    assert "/matches/import" not in phone.open("/").links
    assert "/matches/import" in phone.open("/c/home/more").links


@pytest.mark.every_door
def test_the_past_comes_page_by_page(phone, begin, monkeypatch):
    monkeypatch.setattr(start, "PAGE_OF_MATCHES", 3)
    ended = [end_early(begin).id for _ in range(8)][::-1]

    pages, path = [], "/matches/earlier"
    while path:
        pages.append(listed(phone, path))
        links = phone.open(path).links
        path = next((link for link in links if link.startswith("/matches/earlier?before=")), "")

    assert pages == [ended[:3], ended[3:6], ended[6:]]
    for before in ("0", "-5", "99999999999999999999", "x", "7"):
        assert phone.open(f"/matches/earlier?before={before}").status == 200


@pytest.mark.every_door
def test_any_match_is_found_by_a_player_a_title_or_its_game(phone, begin, monkeypatch):
    monkeypatch.setattr(start, "PAGE_OF_MATCHES", 2)
    old = end_early(begin)
    titled = begin("italian_whist", ["Dua", "Éva", "Fritz"]).play([6, 2, 1], [1, 2, 6])
    titled.send("/title", {"title": "The 100 % evening"})
    titled.send("/end", {})
    waits = begin("tribello")

    for words, found in (
        *(("ann", [waits, old]), ("whist", [titled, old]), ("Éva", [titled])),
        *(("0 %", [titled]), ("%", [titled]), ("totals", []), ("_", [])),
    ):
        ids = [table.id for table in found]
        assert listed(phone, f"/matches/earlier?q={quote(words)}") == ids, words
    assert listed(phone, "/matches/earlier") == [titled.id, old.id]

    third = end_early(begin)
    page = phone.open("/matches/earlier?q=anna")
    (following,) = [link for link in page.links if "before=" in link]
    assert listed(phone, "/matches/earlier?q=anna") == [third.id, waits.id]
    assert listed(phone, following) == [old.id]
    assert page.says(f"{datetime.now(UTC) - timedelta(hours=6):%B %Y}")


@pytest.mark.every_door
def test_matches_are_found_by_words_in_any_order(phone, begin):
    begin("italian_whist")
    begin("tribello", ["Bruno", "Dino", "Anna"]).send("/title", {"title": "Friday"})
    begin("trex", ["Eva", "Fred", "Gina", "Hans"])
    day = datetime.now(UTC) - timedelta(hours=6)
    another_month = "June" if day.month == 1 else "January"

    for words, found in (
        ("Anna Bruno", [1, 2]),
        ("bruno ANNA", [1, 2]),
        ("eva trex", [3]),
        ("trix", [3]),
        ("whist carla", [1]),
        ("anna friday", [2]),
        (f"Anna {another_month}", []),
        (f"{day:%B}", [1, 2, 3]),
        (f"{day:%B} eva", [3]),
        (f"{day:%Y-%m} anna", [1, 2]),
        (f"{day.day}. {day:%B} {day.year} trex", [3]),
        ("anna eva", []),
        ("zzz", []),
    ):
        assert sorted(listed(phone, f"/matches/earlier?q={quote(words)}")) == found, words


def test_lists_say_who_played_and_filters_show_only_some(phone, begin):
    end_early(begin)
    end_early(lambda game: begin(game, ["Eva", "Fred", "Gina"]))
    page = phone.open("/matches/earlier")
    assert page.says("Anna, Bruno, Carla", "Eva, Fred, Gina")
    assert [field.name for field in page.form("/earlier").fields if field.kind != "option"] == ["q"]
    (eva,) = re.findall(r'<option value="(\d{1,3})">Eva<', page.html)

    year = (datetime.now(UTC) - timedelta(hours=6)).year
    assert f'<option value="{year}">{year}</option>' in page.html, "a year is no amount"
    for query, found in (
        (f"player={eva}", [2]),
        (f"game=italian_whist&year={year}", [2, 1]),
        ("game=trex", []),
        (f"year={year - 1}", []),
        ("year=%", []),
        ("player=99&q=anna", []),
        (f"q=gina&player={eva}", [2]),
    ):
        assert listed(phone, f"/matches/earlier?{query}") == found, query
    assert phone.open("/matches/earlier?game=trex").says("No such match yet.")


@pytest.mark.usefixtures("second_deal")
def test_a_list_says_the_deal_of_how_many_the_totals_and_who_won(phone, db, begin):
    begin("tribello")
    begin("trex", partners="yes").play(0, "slaps", [8, 5])
    end_early(begin)

    page = phone.open("/")
    assert page.says("Trex Kingdom 1 · 2/5", "Trex · Kingdom 1 · 2/5 · Queens")
    assert page.says("Anna & Carla −120", "Anna won by")
    # Which deal it is is kept without words.
    kept = [json.loads(text) for (text,) in db.execute("SELECT summary FROM matches")]
    assert [about["position"] for about in kept[:2]] == [
        {"kingdom": 1, "number": 2, "count": 5, "contract": "queens"},
        {"deal": 1, "phase": 1},
    ]
    assert not any("now" in about for about in kept)


@pytest.mark.parametrize(
    ("change", "read"),
    [
        (WITHOUT_ITS_DEAL, "deal 2 of 20"),
        (f"json_set({WITHOUT_ITS_DEAL}, '$.now', json('{IN_WORDS}'))", "Trex Kingdom 3 · 1/5"),
    ],
    ids=["without its deal", "in words"],
)
@pytest.mark.usefixtures("second_deal")
def test_a_summary_of_before_is_read_as_it_is_until_it_is_rebuilt(change, read, phone, db):
    db.execute(f"UPDATE matches SET summary = {change}")
    assert phone.open("/").says(read)

    rebuild_all(db)
    assert phone.open("/").says("Trex Kingdom 1 · 2/5 · Queens")


def test_lists_follow_every_kind_of_line(phone, table):
    for change, total in (
        (table.undo, "0"),
        (lambda: table.send("/redo", {}), "+5"),
        (lambda: table.correct(1, "first", [9, 0, 0]), "+8"),
        (table.undo, "+5"),
        (lambda: table.play([3, 3, 3]).void(), "+5"),
    ):
        change()
        assert phone.open("/").says(f"Anna {total}")
    table.rename(2, Bruno="Dora")
    assert phone.open("/").says("Dora")


def test_a_list_plays_no_match(phone, app, begin, rng, monkeypatch):
    keep(app, play_at_random(begin("tribello").match.game, rng))
    begin("trex").play(0, "slaps", [13, 0, 0, 0])

    def refuse(*about, **more):
        raise AssertionError("a list has played a match")

    monkeypatch.setattr("app.scoring.match.match.Replay", refuse)

    assert phone.open("/").status == 200


@pytest.mark.parametrize("damage", ["NULL", "'not JSON'", "'{}'", "'7'"])
def test_a_summary_that_nobody_can_read_costs_no_page(damage, phone, db, table):
    db.execute(f"UPDATE matches SET summary = {damage}")

    assert phone.open("/").says("Anna +5")
    table.send("/delete", {})
    assert phone.open("/whole/aside").says("Anna")


def test_a_match_can_have_a_title_and_lose_it_again(phone, table):
    line = table.last_line
    page = table.send("/title", {"title": "  Grandma’s \n birthday "})
    assert (page.status, page.goes_to) == (303, f"{table.path}/log?done=title")
    assert table.match.title == "Grandma’s birthday"
    assert phone.open("/").says("Grandma’s birthday")

    # It is said to be saved, and not the answer before it.
    for title, words in (("Finals", "Title saved"), (" ", "Title removed")):
        page = phone.submit(table.open("/log"), "/title", {"title": title})
        page = phone.open(page.goes_to)
        assert page.form("/title").typed["title"] == title.strip()
        assert re.search(rf'id="saved".*<p[^>]*>{words}</p>\s*</div>', page.html, re.S)
        assert not page.says("saved · Anna")
    assert table.match.title == ""

    # It is no line of the log and makes no page too old.
    table.send("/title", {"title": "Finals"})
    assert table.last_line == line
    assert table.undo(after=line).status == 303
    assert table.match.title == "Finals"


def test_a_title_of_300_letters_is_refused_with_both_numbers(table):
    page = table.send("/title", {"title": "x" * 300})

    assert page.refuses("This title has 300 letters; the most is 200.")
    assert table.match.title == ""


@pytest.mark.parametrize(
    ("names", "title"),
    [("ABC", "Finals"), ("ABC", ""), (["A" * 200, "B" * 200, "C" * 200], "")],
    ids=["with a title", "without", "long names"],
)
def test_a_file_has_a_title_and_brings_it_along_unless_it_is_that_of_its_names(
    names, title, phone, begin
):
    table = begin("italian_whist", names).play([6, 2, 1], [1, 2, 6])
    table.send("/title", {"title": title})
    content = phone.client.get(f"{table.path}/match.json").get_data(as_text=True)
    assert json.loads(content)["title"] == (title or ", ".join(names))
    sheet = ScoreSheet.of_file(matchfile.parse(content.encode())).lay_out("a4")
    assert not title or sheet.title == f"{title} · Italian Whist"

    page = phone.send("/matches/import", {"text": content, "again": "1"})
    assert Table(phone, int(page.goes_to.rpartition("/")[2])).match.title == title


@pytest.mark.every_door
def test_a_deleted_match_stands_in_no_list_shows_nothing_and_comes_back_just_as_it_was(
    phone, table
):
    events = table.events
    assert "/whole/aside" not in phone.open("/").links
    for _time in range(2):
        page = table.send("/delete", {})
        assert (page.status, page.goes_to) == (303, table.path)

    assert listed(phone) == []
    assert "/whole/aside" in phone.open("/").links
    assert listed(phone, "/whole/aside") == [table.id]
    assert phone.open("/whole/aside").has_form("/restore")
    pages = ("", "/log", "/deals/1", "/stakes", "/table", "/paper", "/match.json", "/sheet.pdf")
    for path in pages:
        page = table.open(path)
        assert page.status == 410, path
        assert page.has_form("/restore")
    for path in ("/entries", "/undo", "/redo", "/end", "/void", "/title"):
        fields = {"first.0": "9", "void": "misdeal", "title": "x"}
        assert table.send(path, fields).status == 410, path
        assert table.send(path, {"first.0": "9"}, htmx=True).says("This match was deleted.")

    shown = table.open()
    last_day = datetime.now(UTC) + timedelta(days=DAYS_TO_RESTORE)
    assert shown.says("This match was deleted", f"{last_day.day} {last_day:%B}")
    page = phone.submit(shown, "/restore")
    assert phone.open(page.goes_to).says("Brought back just as it was")
    assert table.send("/restore", {}).status == 303
    assert table.open().status == 200
    assert table.events == events
    assert listed(phone) == [table.id]


def test_a_match_whose_log_cannot_be_read_is_brought_back_all_the_same(phone, db, table):
    table.send("/delete", {})
    db.execute("UPDATE events SET answer = '{broken' WHERE line = 1")

    assert phone.send(f"{table.path}/restore").status == 303
    assert listed(phone) == [table.id]


@pytest.mark.parametrize("is_over", [False, True], ids=["in play", "over"])
def test_a_match_is_ended_and_deleted_where_its_page_says_more(is_over, phone, table):
    if is_over:
        table.send("/end", {})
    page, history = table.open("/more"), table.open("/log")

    # Above all that is read, printed or shown to others.
    words = ["History", *([] if is_over else ["End the match"]), "Delete the match", "Table view"]
    assert sorted(words, key=page.text.index) == words
    assert page.has_form("/end") is not is_over
    assert not history.has_form("/delete")
    page = phone.submit(page, "/delete")
    assert phone.open(page.goes_to).says("This match was deleted")


def test_a_match_without_an_answer_is_in_play_for_a_day_and_then_among_the_deleted(
    phone, db, begin
):
    empty, wanted = begin("tribello"), begin("tribello")
    wanted.send("/title", {"title": "Finals"})
    db.execute("UPDATE matches SET changed = '2026-01-01'")
    deletion.delete_unanswered(db)

    assert listed(phone) == [wanted.id]
    assert listed(phone, "/whole/aside") == [empty.id]
    page = phone.submit(phone.open(empty.path), "/restore")
    assert phone.open(page.goes_to).says("Cut trump")


@pytest.mark.parametrize("path", ["/title", "/delete", "/restore"])
def test_there_is_nothing_to_keep_of_a_match_that_never_was(path, phone):
    assert phone.send(f"/matches/99{path}").status == 404


@pytest.mark.every_engine
@pytest.mark.parametrize(
    ("name", "typed"), [("José", "jose"), ("Zoë", "zoe"), ("Łukasz", "LUKASZ"), ("أحمد", "احمد")]
)
def test_a_search_finds_a_name_and_a_title_however_they_are_spelt(begin, phone, name, typed):
    table = begin("italian_whist", [name, "Bruno", "Carla"], upper="1")
    titled = begin("italian_whist", ["Anna", "Bruno", "Carla"], upper="1")
    titled.send("/title", {"title": f"For {name}"})
    begin("italian_whist", ["Anna", "Bruno", "Carla"], upper="1")

    links = phone.open(f"/matches/earlier?q={typed}").links

    assert {table.path, titled.path} <= {*links}
    assert len([link for link in links if re.fullmatch(r"/matches/\d+", link)]) == 2


@pytest.mark.every_engine
@pytest.mark.parametrize(("title", "typed"), [("Skyjó", "skyjo"), ("100% “Rook”", "rook”")])
def test_a_search_finds_what_was_played_on_a_pad(phone, title, typed):
    pad = begin_pad(phone, title)
    begin_pad(phone, "Wizard")
    begin_pad(phone)

    links = phone.open(f"/matches/earlier?q={quote(typed)}+any").links

    assert [link for link in links if re.fullmatch(r"/matches/\d+", link)] == [pad.path]


@pytest.fixture
def hear_news(phone):
    """Ask for the start page as one does that is open, which gets it only once something is new."""
    known = ""

    def ask():
        nonlocal known
        page = phone.open("/", query_string={"after": known}, headers=HTMX)
        assert page.status == 200, "nothing is new"
        known = re.search(r'data-line="([^"]*)"', page.html)[1]
        assert phone.open("/", query_string={"after": known}, headers=HTMX).status == 204

    return ask


@pytest.mark.every_engine
def test_a_start_page_hears_of_each_match_that_begins_goes_on_ends_or_goes_once(begin, hear_news):
    hear_news()
    table = begin("italian_whist", upper="1")
    hear_news()
    table.play([5, 3, 1])
    hear_news()
    table.play([1, 3, 5])
    hear_news()
    table.send("/delete", {})
    hear_news()


@pytest.mark.every_engine
def test_a_start_page_hears_of_another_name_and_of_any_match_that_goes_or_comes_back(
    phone, begin, hear_news
):
    first, _last = (begin("italian_whist", upper="1").play([5, 3, 1], [1, 3, 5]) for _ in range(2))
    on_the_table = begin("tribello")
    hear_news()
    for path, fields in (
        (f"{on_the_table.path}/title", {"title": "Before dinner"}),
        ("/players/1/name", {"name": "Annette"}),
        (f"{first.path}/delete", {}),
        (f"{first.path}/restore", {}),
    ):
        phone.send(path, fields)
        hear_news()


@pytest.mark.every_door
@pytest.mark.parametrize("path", ["/evenings", "/players", "/numbers"])
def test_a_page_on_which_nothing_is_listed_yet_leads_to_what_fills_it(phone, begin, path):
    ways = {"/#new", "/matches/typed", "/whole"}
    empty = phone.open(path)
    assert ways <= {*empty.links}
    assert {phone.open(way.partition("#")[0]).status for way in ways} == {200}

    begin("italian_whist", upper="1").play([1, 8, 0], [0, 8, 1])

    assert not phone.open(path).says("Bring a whole club")
