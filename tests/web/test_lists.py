"""Lists of matches: all that are open, the past page by page, titles, and what was deleted."""

from __future__ import annotations

import json
import re
from contextlib import closing
from urllib.parse import quote

import pytest

from app import matchfile, store
from app.paper.score_sheet import ScoreSheet
from app.store import HOME
from app.web.club import start
from app.web.database import rebuild
from tests.play import play_at_random
from tests.web.table import keep

MANY = 30


def in_book(app):
    return closing(store.engine_for(app.config["DATABASE"]).connect())


def listed(phone, path="/"):
    """The matches that a page leads to, in its order."""
    numbers = [link.removeprefix("/matches/") for link in phone.open(path).links]
    return list(dict.fromkeys(int(number) for number in numbers if number.isdecimal()))


# --- open and past ------------------------------------------------------------------------------


def test_every_open_match_stands_on_the_start_page_however_old(phone, begin):
    begun = [begin("tribello").id for _ in range(MANY)]

    assert listed(phone) == begun[::-1]


def test_open_matches_below_the_fold_say_where_they_stand(phone, begin):
    tables = [begin("tribello") for _ in range(4)]
    tables[0].play("hearts", [9, 2, 2])
    for table in tables[1:]:
        table.play("hearts")

    assert phone.open("/").says("Tribello · Deal 2 of 12 · Cut trump ·")


def test_the_match_that_was_played_last_comes_first(phone, begin):
    first, second = begin("tribello"), begin("tribello")
    first.play("hearts")

    assert listed(phone) == [first.id, second.id]


def test_open_matches_are_not_pushed_out_by_finished_ones(phone, begin, app, rng):
    waits = begin("tribello")
    for _each in range(14):
        end_early(begin)

    assert listed(phone)[0] == waits.id


def end_early(begin):
    table = begin("italian_whist").play([6, 2, 1], [1, 2, 6])
    table.send("/end", {})
    return table


@pytest.mark.every_door
def test_the_past_comes_page_by_page(phone, begin):
    ended = [end_early(begin).id for _ in range(MANY)][::-1]

    pages, path = [], "/"
    while path:
        pages.append(listed(phone, path))
        links = phone.open(path).links
        path = next((link for link in links if link.startswith("/matches/earlier?before=")), "")

    assert [match_id for page in pages for match_id in page] == ended


@pytest.mark.every_door
def test_an_old_match_is_found_by_a_player_a_title_or_its_game(phone, begin):
    old = end_early(begin)
    titled = begin("italian_whist", ["Dua", "Éva", "Fritz"]).play([6, 2, 1], [1, 2, 6])
    titled.send("/title", {"title": "The 100 % evening"})
    titled.send("/end", {})

    def matches_with(words):
        return listed(phone, f"/matches/earlier?q={quote(words)}")

    assert matches_with("ann") == [old.id]
    assert matches_with("Éva") == [titled.id]
    assert matches_with("0 %") == [titled.id]
    assert matches_with("whist") == [titled.id, old.id]
    assert matches_with("%") == [titled.id]
    assert matches_with("totals") == matches_with("_") == []


def test_a_match_in_play_is_found_too(phone, begin):
    over, waits = end_early(begin), begin("tribello")

    assert listed(phone, "/matches/earlier?q=anna") == [waits.id, over.id]
    assert listed(phone, "/matches/earlier") == [over.id]


def test_a_search_for_an_old_match_goes_on_on_the_next_page(phone, begin, monkeypatch):
    monkeypatch.setattr(start, "PAGE_OF_MATCHES", 2)
    ended = [end_early(begin).id for _ in range(3)]

    page = phone.open("/matches/earlier?q=anna")
    (following,) = [link for link in page.links if "before=" in link]

    assert listed(phone, following) == [ended[0]]


@pytest.mark.parametrize("before", ["0", "-5", "99999999999999999999", "x", "7"])
def test_a_page_that_there_is_not_is_empty(before, phone, begin):
    end_early(begin)

    assert phone.open(f"/matches/earlier?before={before}").status == 200


def test_a_list_says_the_deal_of_how_many_the_totals_and_who_won(phone, begin):
    begin("trex", partners="yes").play(0, "slaps", [8, 5])
    end_early(begin)

    page = phone.open("/")

    assert page.says("Kingdom 1 · 2/5")
    assert page.says("Anna & Carla −120")
    assert page.says("Anna won by")


def test_a_list_says_which_kingdom_and_which_contract_it_is(phone, begin):
    begin("trex").play(0, "slaps", [8, 5, 0, 0], "queens")

    assert phone.open("/").says("Trex Kingdom 1 · 2/5 · Queens")


def test_a_summary_of_before_still_says_which_deal_it_is(phone, begin, app):
    begin("trex").play(0, "slaps", [8, 5, 0, 0])
    with in_book(app) as db, db.conn:
        db.execute("UPDATE matches SET summary = json_remove(summary, '$.position')")

    assert phone.open("/").says("deal 2 of 20")

    with in_book(app) as db:
        rebuild(db)

    assert phone.open("/").says("Kingdom 1 · 2/5")


def test_a_summary_says_which_deal_it_is_without_words(begin, app):
    begin("trex").play(0, "slaps", [8, 5, 0, 0], "queens")
    begin("tribello")

    with in_book(app) as db:
        kept = [json.loads(text) for (text,) in db.execute("SELECT summary FROM matches")]

    assert [about["position"] for about in kept] == [
        {"kingdom": 1, "number": 2, "count": 5, "contract": "queens"},
        {"deal": 1, "phase": 1},
    ]
    assert not any("now" in about for about in kept)


def test_a_summary_that_was_kept_in_words_is_read_as_it_is(phone, begin, app):
    begin("trex").play(0, "slaps", [8, 5, 0, 0], "queens")
    words = [["Kingdom {kingdom} · {number}/{count}", {"kingdom": 3, "number": 1, "count": 5}]]
    with in_book(app) as db, db.conn:
        db.execute(
            "UPDATE matches SET summary ="
            " json_set(json_remove(summary, '$.position'), '$.now', json(?))",
            [json.dumps(words)],
        )

    assert phone.open("/").says("Trex Kingdom 3 · 1/5")

    with in_book(app) as db:
        rebuild(db)

    assert phone.open("/").says("Trex Kingdom 1 · 2/5 · Queens")


def test_a_list_knows_who_came_for_whom(phone, table):
    table.rename(2, Bruno="Dora") if len(table.standing.deals) > 1 else table.rename(Bruno="Dora")

    assert phone.open("/").says("Dora")


def test_lists_follow_every_kind_of_line(phone, table):
    def first_total():
        return next(sign for sign in ("Anna +5", "Anna 0", "Anna +8") if phone.open("/").says(sign))

    assert first_total() == "Anna +5"
    table.undo()
    assert first_total() == "Anna 0"
    table.send("/redo", {})
    assert first_total() == "Anna +5"
    table.correct(1, "first", [9, 0, 0])
    assert first_total() == "Anna +8"
    table.undo()
    table.play([3, 3, 3])
    table.void()
    assert first_total() == "Anna +5"


def test_a_list_plays_no_match(phone, app, begin, rng, monkeypatch):
    keep(app, play_at_random(begin("tribello").match.game, rng))
    begin("trex").play(0, "slaps", [13, 0, 0, 0])

    def refuse(*about, **more):
        raise AssertionError("a list has played a match")

    monkeypatch.setattr("app.scoring.match.match.Replay", refuse)

    assert phone.open("/").status == 200


@pytest.mark.parametrize("damage", ["NULL", "'not JSON'", "'{}'", "'7'"])
def test_a_summary_that_nobody_can_read_costs_no_page(damage, phone, app, table):
    with in_book(app) as db, db.transaction():
        db.execute(f"UPDATE matches SET summary = {damage}")

    assert phone.open("/").says("Anna +5")
    table.send("/delete", {})
    assert phone.open("/matches/deleted").says("Anna")


# --- titles -------------------------------------------------------------------------------------


def test_a_match_can_have_a_title(phone, table):
    page = table.send("/title", {"title": "  Grandma’s \n birthday "})

    assert (page.status, page.goes_to) == (303, f"{table.path}/log?done=title")
    assert table.match.title == "Grandma’s birthday"
    assert phone.open("/").says("Grandma’s birthday")


def test_the_form_on_the_page_of_the_log_gives_it(table):
    form = table.open("/log").form("/title")

    table.phone.send(form.action, form.filled({"title": "Finals"}))

    assert table.open("/log").form("/title").typed["title"] == "Finals"


def test_a_title_can_be_taken_away_again(table):
    table.send("/title", {"title": "Finals"})
    table.send("/title", {"title": " "})

    assert table.match.title == ""


def test_a_title_is_said_to_be_saved_and_not_the_answer_before_it(table):
    for title, words in (("Finals", "Title saved"), ("", "Title removed")):
        page = table.phone.open(table.send("/title", {"title": title}).goes_to)

        assert re.search(rf'id="saved".*<p[^>]*>{words}</p>\s*</div>', page.html, re.S)
        assert not page.says("saved · Anna")


@pytest.mark.every_door
def test_a_title_of_300_letters_is_refused_with_both_numbers(table):
    page = table.send("/title", {"title": "x" * 300})

    assert page.status == 422
    assert page.says("This title has 300 letters; the most is 200.")
    assert table.match.title == ""


def test_a_title_is_no_line_of_the_log_and_makes_no_page_too_old(table):
    line = table.last_line
    table.send("/title", {"title": "Finals"})

    assert table.last_line == line
    assert table.undo(after=line).status == 303
    assert table.match.title == "Finals"


def test_the_match_file_and_the_sheet_have_the_title(table):
    table.send("/title", {"title": "Finals"})

    file = table.phone.client.get(f"{table.path}/match.json").get_json()

    assert file["title"] == "Finals"
    sheet = ScoreSheet.of_file(matchfile.parse(json.dumps(file).encode())).lay_out("a4")
    assert sheet.title == "Finals · Italian Whist"


def test_a_match_without_a_title_is_called_as_its_players_in_the_file(table):
    assert table.phone.client.get(f"{table.path}/match.json").get_json()["title"] == (
        "Anna, Bruno, Carla"
    )


@pytest.mark.every_door
@pytest.mark.parametrize(("title", "kept"), [("Finals", "Finals"), ("", "")])
def test_a_file_brings_its_title_along(title, kept, phone, table):
    table.send("/title", {"title": title})
    content = phone.client.get(f"{table.path}/match.json").get_data(as_text=True)

    page = phone.send("/matches/import", {"text": content, "again": "1"})

    with in_book(phone.app) as db:
        assert store.find_match(db, HOME, int(page.goes_to.rpartition("/")[2])).title == kept


def test_long_names_are_no_title_either(phone, begin):
    table = begin("tribello", [letter * 200 for letter in "ABC"])
    content = phone.client.get(f"{table.path}/match.json").get_data(as_text=True)

    page = phone.send("/matches/import", {"text": content, "again": "1"})

    with in_book(phone.app) as db:
        assert store.find_match(db, HOME, int(page.goes_to.rpartition("/")[2])).title == ""


# --- deleted ------------------------------------------------------------------------------------


def test_a_deleted_match_stands_in_no_list_and_its_page_has_a_way_back(phone, table):
    page = table.send("/delete", {})
    assert (page.status, page.goes_to) == (303, table.path)

    assert listed(phone) == []
    shown = table.open()
    assert shown.status == 410
    assert shown.says("This match was deleted")
    assert shown.has_form("/restore")


@pytest.mark.every_door
def test_the_way_back_brings_everything_back(phone, table):
    events = table.events
    table.send("/delete", {})
    form = table.open().form("/restore")

    page = phone.open(phone.send(form.action, form.filled({})).goes_to)

    assert page.says("Brought back just as it was")
    assert table.open().status == 200
    assert table.events == events
    assert listed(phone) == [table.id]


def test_deleted_matches_are_listed_apart(phone, table):
    assert "/matches/deleted" not in phone.open("/").links
    table.send("/delete", {})

    assert "/matches/deleted" in phone.open("/").links
    assert listed(phone, "/matches/deleted") == [table.id]
    assert phone.open("/matches/deleted").has_form("/restore")


@pytest.mark.every_door
@pytest.mark.parametrize(
    "path", ["", "/log", "/deals/1", "/stakes", "/table", "/paper", "/match.json", "/sheet.pdf"]
)
def test_no_page_of_a_deleted_match_shows_it(path, table):
    table.send("/delete", {})

    page = table.open(path)

    assert page.status == 410
    assert page.has_form("/restore")


@pytest.mark.parametrize("path", ["/entries", "/undo", "/redo", "/end", "/void", "/title"])
def test_nothing_can_be_said_in_a_deleted_match(path, table):
    line = table.last_line
    table.send("/delete", {})

    assert table.send(path, {"first.0": "9", "void": "misdeal", "title": "x"}).status == 410
    assert table.send(path, {"first.0": "9"}, htmx=True).says("This match was deleted.")
    table.send("/restore", {})
    assert table.last_line == line


def test_to_delete_or_restore_twice_does_no_more(table):
    for _time in range(2):
        assert table.send("/delete", {}).status == 303
    for _time in range(2):
        assert table.send("/restore", {}).status == 303
    assert table.open().status == 200


@pytest.mark.parametrize("path", ["/title", "/delete", "/restore"])
def test_there_is_nothing_to_keep_of_a_match_that_never_was(path, phone):
    assert phone.send(f"/matches/99{path}").status == 404
