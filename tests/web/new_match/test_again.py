"""Again: one tap begins a match like the last one, and Undo takes it back."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.games import GAMES
from app.scoring import Problem, Refused, _
from app.scoring.match.known_cards import known_in
from app.scoring.prompts import HouseRules
from app.web.core.idempotency import RequestIds
from app.web.core.services import services
from testkit.match import CAST
from testkit.play import play_at_random
from testkit.web.phone import HTMX
from testkit.web.table import Table, keep

TURNED = {"turned": "1"}
WON = ([9, 0, 0], [0, 5, 4])


@pytest.fixture
def whist(begin):
    """Italian Whist by its own rules that Anna has won."""
    return begin("italian_whist", upper="5").play(*WON)


@pytest.fixture
def again(phone):
    """Tap Again at the end of a match, or where `path` leads; the match that it begins."""

    def tap(table, path=None, **chosen):
        page = phone.submit(phone.open(path or table.path), f"{table.path}/again", chosen)
        assert page.status == 303, page.text
        phone.arrived = page.goes_to
        return Table(phone, int(re.search(r"/matches/(\d+)", page.goes_to)[1]))

    return tap


def ended(table):
    """The match, when it is over in any case."""
    if not table.standing.is_over:
        table.send("/end", {})
    return table


def players_of(table):
    return table.match.players


def rules_of(table):
    """By which house rules a match is played, those too that nobody has chosen."""
    prompt, answer = table.standing.house_rules
    return in_order(prompt.value(answer))


def in_order(rules):
    """With the symbols of each card of a deck in one order, however they were entered."""
    if isinstance(rules, dict):
        return {key: in_order(value) for key, value in rules.items() if value != []}
    return sorted(rules) if isinstance(rules, list) else rules


@pytest.mark.parametrize("path", [None, "/"], ids=["at the end", "on the start page"])
def test_the_same_game_begins_with_the_same_players_and_house_rules(path, whist, again):
    fresh = again(whist, path)

    assert fresh.id != whist.id
    assert fresh.match.game is whist.match.game
    assert players_of(fresh) == players_of(whist)
    assert rules_of(fresh) == rules_of(whist)
    assert rules_of(fresh)["upper"] == 5
    assert fresh.waits_for == (1, "first")


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, n) for game in GAMES.values() for n in game.players],
    ids=lambda it: getattr(it, "key", it),
)
def test_any_match_by_any_house_rules_can_begin_again(game, players, app, rng, again):
    table = keep(app, play_at_random(game, rng, players=players))

    fresh = again(table)

    assert players_of(fresh) == players_of(table)
    learned = {"deck": in_order(known_in(table.match))} if known_in(table.match) else {}
    assert rules_of(fresh) == rules_of(table) | learned


@pytest.mark.parametrize(
    ("game", "about", "answers", "order"),
    [
        ("italian_whist", {"upper": "5"}, WON, "Bruno, Carla, Anna"),
        ("tribello", {}, ("hearts", [7, 4, 2]), "Bruno, Carla, Anna"),
        ("trex", {}, (0, "slaps", [13, 0, 0, 0]), "Bruno, Carla, Dino, Anna"),
        ("trex", {"partners": "yes"}, (0, "slaps", [8, 5]), "Bruno & Dino, Carla & Anna"),
        ("torite", {}, ([6, 4, 2, 0], ["KH", "7S", "9C", "5D"]), "Bruno, Carla, Dino, Anna"),
    ],
)
def test_one_seat_on_the_second_player_begins_the_first_is_the_last_and_partners_stay_partners(
    game, about, answers, order, begin, again
):
    fresh = again(ended(begin(game, **about).play(*answers)), **TURNED)

    assert ", ".join(map(str, fresh.standing.sides)) == order


def test_who_dealt_second_deals_first_one_seat_on(whist, again):
    assert str(whist.standing.deals[0].dealer) == "Anna"
    assert str(again(whist).standing.deal.dealer) == "Anna"
    assert str(again(whist, **TURNED).standing.deal.dealer) == "Bruno"


@pytest.mark.parametrize(
    ("game", "names", "answers"),
    [
        ("trico", 2, ([{"sets": 3, "pairs": 0, "large": 0}, {"sets": 0, "pairs": 0, "large": 0}],)),
        ("torite", 1, ([7, 5],)),
        ("tribello", ["", "", ""], ("hearts", [7, 4, 2])),
    ],
    ids=["all at once", "alone", "without names"],
)
def test_there_is_one_key_where_it_does_not_matter_who_sits_where(game, names, answers, begin):
    table = ended(begin(game, names).play(*answers))
    page = table.open()

    assert page.says("Again same players")
    assert not page.says("one seat on")
    sent = table.phone.send(f"{table.path}/again", TURNED)
    assert players_of(Table(table.phone, 2)) == players_of(table)
    assert sent.goes_to == "/matches/2?done=again&from=1"


def test_there_are_two_keys_where_it_does(whist):
    page = whist.open()

    assert page.says("Again one seat on", "Again same seats")
    assert page.form("/again").offers("turned", "1")


def test_who_sits_there_at_the_end_plays_on_in_the_seats_of_the_end(begin, again):
    table = begin("tribello").play("hearts", [7, 4, 2])
    table.rename(2, Bruno="Dora")
    table.reseat("Carla", "Anna", "Dora")

    assert players_of(again(ended(table))) == ("Carla", "Anna", "Dora")
    assert players_of(again(table, **TURNED)) == ("Anna", "Dora", "Carla")


def test_a_deck_is_played_with_again(begin, again):
    table = begin("trico", entry="deck", saved_deck="house").play([[5, 2, 9], [1, 3, 6]])

    fresh = again(ended(table))

    assert fresh.events[0].answer["deck"] == table.events[0].answer["deck"]
    assert fresh.prompt.kind == "pick"


def test_rules_that_are_not_taken_any_more_are_shown_in_the_form(whist, phone, monkeypatch):
    def refuse(prompt, form):
        raise Refused(Problem(_("Not by these rules.")))

    form = whist.open().form("/again")
    monkeypatch.setattr(HouseRules, "accept", refuse)
    page = phone.send(form.action, {**form.typed, **TURNED})

    assert page.refuses("Not by these rules.")
    typed = page.form("/matches").typed
    assert [typed[f"players.{place}"] for place in range(3)] == CAST[:3]
    assert (typed["upper"], typed["first"]) == ("5", "1")
    assert phone.open("/matches/2").status == 404


@pytest.mark.every_engine
@pytest.mark.every_door
def test_a_doubled_tap_begins_one_match(phone, app, whist):
    form = whist.open().form("/again")
    first = phone.send(form.action, form.typed)
    services(app).request_ids = RequestIds()
    again = phone.send(form.action, form.typed)

    assert (again.status, again.goes_to) == (303, first.goes_to)
    assert phone.open("/matches/3").status == 404


def test_taps_at_the_same_moment_begin_one_match_and_another_page_another_one(phone, whist, again):
    form = whist.open().form("/again")

    with ThreadPoolExecutor(4) as taps:
        pages = taps.map(lambda _n: phone.send(form.action, form.typed).goes_to, range(4))

    assert len(set(pages)) == 1
    assert phone.open("/matches/3").status == 404
    assert again(whist).id == 3


def test_a_match_that_goes_on_does_not_begin_again(whist, phone):
    form = whist.open().form("/again")
    whist.undo()

    page = phone.send(form.action, form.typed)

    assert page.status == 409
    assert page.says("This page was out of date.")
    assert page.has_form("/entries")
    assert phone.open("/matches/2").status == 404


@pytest.mark.parametrize("path", ["again", "take-back"])
def test_there_is_no_match_to_begin_again_or_take_back(path, phone):
    assert phone.send(f"/matches/99/{path}").status == 404


# Undo


@pytest.mark.every_engine
@pytest.mark.every_door
@pytest.mark.parametrize(
    ("path", "chosen", "words", "leads_back"),
    [
        (None, {}, "Again: a new match, same players and house rules", "/matches/1"),
        (None, TURNED, "Again: a new match, everyone one seat on", "/matches/1"),
        ("/", {}, "Again: a new match, same players and house rules", "/"),
    ],
    ids=["same seats", "one seat on", "from the start page"],
)
def test_a_toast_says_what_was_begun_and_undo_leads_back(
    path, chosen, words, leads_back, phone, whist, again
):
    fresh = again(whist, path, **chosen)
    page = phone.open(phone.arrived)
    assert page.says(f"{words} Undo")

    # A doubled tap says the same.
    for _time in range(2):
        back = phone.submit(page, "/take-back")
        assert (back.status, back.goes_to) == (303, f"{leads_back}?done=taken-back")
    assert phone.open(back.goes_to).says("Undone: the new match is gone")
    assert phone.open(fresh.path).status == 410
    assert fresh.path not in phone.open("/").links
    assert phone.open(back.goes_to).has_form("/again")

    phone.send(f"{fresh.path}/restore")
    assert fresh.waits_for == (1, "first")


@pytest.mark.every_engine
def test_undo_leads_to_a_match_or_the_start_and_nowhere_else(whist, again):
    for origin in ("", "x", "-1", "0", "9" * 30, "//cards.example"):
        page = again(whist).send("/take-back", {"from": origin})

        assert (page.status, page.goes_to) == (303, "/?done=taken-back"), origin


@pytest.mark.every_engine
@pytest.mark.every_door
@pytest.mark.parametrize("is_undone", [False, True], ids=["answered", "answered and undone"])
def test_a_match_that_has_an_answer_stays(is_undone, phone, whist, again):
    fresh = again(whist)
    page = phone.open(phone.arrived)
    fresh.play([3, 3, 3])
    if is_undone:
        fresh.undo()

    late = phone.submit(page, "/take-back")

    assert late.status == 409
    assert late.says("This match has an answer by now, so it stays.")
    assert phone.open(fresh.path).status == 200
    assert not phone.open(phone.arrived).has_form("/take-back")


def test_an_answer_by_htmx_takes_the_toast_away_with_its_undo(whist, again):
    fresh = again(whist)

    page = fresh.answer([3, 3, 3], htmx=True)

    assert page.says("Undo")
    assert page.has_form("/undo")
    assert not page.has_form("/take-back")


@pytest.mark.parametrize("headers", [None, HTMX], ids=["page", "part"])
def test_the_end_of_a_match_can_still_be_undone(headers, whist, phone):
    page = phone.open(whist.path, headers=headers)

    assert page.says("Undo the last answer")
    assert phone.submit(page, "/undo").status == 303
    assert not whist.standing.is_over
