"""The last screen of a match, and the picture of it that is sent to friends."""

import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from app.games import GAMES
from app.letters import graphemes
from app.scoring import Match
from app.store.clubs.clubs import HOME
from app.store.matches import erasure
from app.store.people import people
from testkit.play import play_at_random
from testkit.web.table import keep

SVG = "{http://www.w3.org/2000/svg}"
EVEN = [3, 3, 3]
TRICKS = [6, 4, 2, 0]
WON = (TRICKS, ["KH", "7S", "9C", "5D"])
LOST = (TRICKS, ["KS", "9H", "7H", "4D"])


@pytest.fixture
def whist(begin):
    """Italian Whist that Anna won in its only deal that counts."""
    table = begin("italian_whist", upper="5")
    table.void()
    return table.play([9, 0, 0], [0, 5, 4])


@pytest.fixture
def over(app, rng):
    """Sits down at a match that was played to its end."""

    def play(game, **how):
        return keep(app, play_at_random(GAMES[game], rng, mishaps=0, **how))

    return play


def picture_of(table):
    page = table.open("/picture.svg")
    assert (page.status, page.response.mimetype) == (200, "image/svg+xml")
    # Names stand in it, and it may be shown by itself.
    assert "default-src 'self'" in page.response.headers["Content-Security-Policy"]
    return ElementTree.fromstring(page.html)


def words_in(picture):
    return " ".join("".join(text.itertext()).strip() for text in picture.iter(f"{SVG}text"))


def test_the_button_says_that_the_answer_ends_the_match(begin):
    table = begin("italian_whist", upper="5").play([9, 0, 0])

    page = table.send("/preview", {"second.0": "0", "second.1": "5", "second.2": "4"})

    assert page.says("Save: this ends the match")


def test_the_winner_stands_above_everybodys_place_and_total_and_it_goes_on_from_there(whist):
    page = whist.open()

    assert page.says("Anna wins by 13", "Anna reached 9", "1 deal, 1 thrown in", "Again")
    assert "how-it-went" not in page.html, "with one deal there is no course to tell"
    assert page.says("1 A Anna +9", "2 C Carla −4", "3 B Bruno −5")
    assert page.has_form(f"{whist.path}/again")
    assert f"{whist.path}/sheet#latest" in page.links
    assert f"{whist.path}/picture.svg" in page.links
    assert f"{whist.path}/other-game" in page.links
    assert "/evenings/1" in [link.partition("?")[0][-11:] for link in page.links]
    # What another phone takes back is seen.
    assert f'name="after" value="{whist.last_line}"' in page.html


@pytest.mark.parametrize(
    ("deals", "words", "has_band"),
    [
        ([[3, 6, 0], EVEN, [6, 1, 2], [1, 8, 0]], ["Anna was 3 behind Bruno", "it: Anna"], True),
        ([[9, 0, 0], EVEN, EVEN, EVEN], ["Anna led from the first deal"], False),
    ],
    ids=["turned", "led throughout"],
)
def test_how_it_went_is_told_and_the_deal_that_turned_it_has_a_band(begin, deals, words, has_band):
    table = begin("italian_whist").play(*deals)
    table.send("/end", {})
    page = table.open()

    assert page.says(*words)
    assert ('class="band"' in page.html) == has_band
    # Who listens to the chart hears what the band shows.
    said = re.search("The totals after each deal[^<]*", page.html)[0]
    assert ("Deal 2 of Italian Whist: Anna took 6 tricks" in said) == has_band
    # A picture has no room for the sentence that the band is about.
    assert "band" not in table.open("/picture.svg").html


def test_a_win_together_is_held_against_the_best_of_the_same_people(begin):
    here, turned = ["Elif", "Jonas", "Mira", "Tom"], ["Tom", "Elif", "Jonas", "Mira"]
    first = begin("torite", here).play(TRICKS, ["10H", "7S", "9C", "5D"])
    begin("torite", [*here[:3], "Ugo"]).play(TRICKS, ["AH", "7S", "9C", "2D"])
    better = begin("torite", turned).play(*WON)
    lost = begin("torite", here).play(*LOST)
    worse = begin("torite", here).play(TRICKS, ["2H", "7S", "9C", "5D"])

    assert not first.open().says("Your best")
    assert better.open().says("The best possible score is 24. Your best was 17.")
    assert not lost.open().says("Your best")
    assert worse.open().says("Your best is 20.")


def test_a_win_is_not_held_against_that_of_others_who_were_forgotten_as_well(begin, db):
    begin("torite", ["Elif", "Jonas", "Mira", "Tom"]).play(*WON)
    later = begin("torite", ["Ada", "Ben", "Cleo", "Dua"]).play(*WON)
    for person in people.list_people(db, HOME):
        erasure.forget_person(db, HOME, person.id)

    assert not later.open().says("Your best")


def test_who_has_won_alone_has_not_won_together(begin, phone):
    table = begin("torite", 1).play([8, 4], ["KH", "7S"], [4, 8], ["5D", "9C"])

    for told in (table.open().html, table.open("/picture.svg").html, phone.open("/").html):
        assert ">Won" in told
        assert "Won together" not in told


def test_a_lost_torite_is_over_before_its_cards_are_named(begin, phone):
    page = begin("torite", 1).play([7, 5]).open()

    assert page.says("Lost a loss has no score The tricks were 7-5", "Tricks were 7-5, needed 8-4")
    assert not page.says("Four suits, all different")
    # Who plays alone has lost alone.
    assert phone.open("/").says("Lost")
    assert not phone.open("/").says("Lost together")


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (WON, ["20 of 24", "Won together", "Anna’s king 13 − Dino’s 5 + 12 = 20"]),
        (LOST, ["Two hearts were left", "a loss has no score", "With a club instead it would"]),
    ],
    ids=["won", "lost"],
)
def test_a_common_end_shows_its_cause_and_its_dial_and_can_be_undone(answers, words, begin):
    table = begin("torite").play(*answers)
    page = table.open()

    assert page.says(*words, "Undo the last answer")
    drawn = words_in(picture_of(table))
    assert ("20" in drawn.split()) == (answers is WON)
    assert str(table.standing.outcome.result.headline) in drawn

    assert table.phone.submit(page, "/undo").status == 303
    assert not table.standing.is_over


def test_the_end_says_that_the_lowest_wins_that_partners_do_and_why_deals_were_best(over):
    assert over("trex", rules={"reversed": True}).open().says("The lowest total wins.")
    table = over("trex", rules={"partners": True, "reversed": False})
    winners = table.standing.outcome.winners
    page = table.open()
    assert page.says(f"{winners[0]} win by" if len(winners) == 1 else "share the win")
    assert not page.says("The lowest total wins.")
    assert len([link for link in over("tribello").open().links if "/deals/" in link]) == 2


def test_another_game_takes_the_players_along_and_games_for_so_many_come_first(over, phone):
    table = over("tribello")
    players = [str(seat) for seat in table.standing.table.seats]
    page = phone.open(f"{table.path}/other-game")
    games = [link for link in page.links if "/matches/new?game=" in link]

    assert page.says(*players)
    others = [key for key in GAMES if key != "tribello"]
    assert [link.partition("game=")[2].partition("&")[0] for link in games] == [
        *(key for key in others if 3 in GAMES[key].players),
        *(key for key in others if 3 not in GAMES[key].players),
    ]
    form = phone.open(games[0])
    assert all(f'value="{name}"' in form.html for name in players)


def test_a_disputed_deal_is_one_line_below_the_winner(begin):
    table = begin("italian_whist").play([9, 0, 0], EVEN)
    table.send("/doubts/1", {})
    table.send("/end", {})
    html = table.open().html

    assert html.index('class="hero"') < html.index("Deal 1 is disputed") < html.index("ranks")


@pytest.mark.every_door
def test_the_picture_has_the_names_and_totals_and_nothing_private(whist):
    picture = picture_of(whist)
    html = whist.open("/picture.svg").html

    words = words_in(picture)
    assert all(name in words for name in ("Anna", "Bruno", "Carla", "+9", "by 13", "Italian Whist"))
    assert re.search(r"Italian Whist · 1 deal · \d+ \w+ 20\d\d", words), (
        "years later it has its date"
    )
    assert not re.search(r"localhost|https?:|/matches|href", html.replace(SVG[1:-1], ""))
    # Neither stylesheet nor script.
    tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
    assert tags <= {"svg", "title", "g", "rect", "circle", "path", "text"}
    assert "var(" not in html
    assert not any(element.get("style") or element.get("class") == "" for element in picture.iter())


def test_long_and_strange_names_fit_into_the_picture(app, over):
    names = ["W" * 200, "محمد عبد الرحمن " * 12, "<b>Bo</b> & " * 16, "👩‍👩‍👧‍👧" * 20]
    played = over("trex").match

    picture = picture_of(keep(app, SimpleNamespace(match=Match(played.game, names, played.log))))

    written = ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]
    assert max(len(graphemes(words)) for words in written) <= 40


def test_every_game_that_is_over_or_was_stopped_can_be_drawn_and_not_before(over, begin):
    for game in GAMES:
        assert words_in(picture_of(over(game))), game
    goes_on = begin("tribello").play("hearts", [7, 4, 2])
    assert goes_on.open("/picture.svg").status == 404
    goes_on.send("/end", {})
    assert words_in(picture_of(goes_on))
