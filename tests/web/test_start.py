"""The start page, and what it takes to begin a match."""

from __future__ import annotations

import json
import re
from contextlib import closing

import pytest

from app import store
from app.games import GAMES
from app.games.trico.house_rules import DECK
from app.store import HOME
from app.web.core import text
from tests.play import Played, draw_deck, play_at_random
from tests.web.phone import HTMX, Phone
from tests.web.table import Table, keep, new_match

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def end_early(table):
    table.play([9, 0, 0], [3, 3, 3]).send("/end", {})


# --- the start page -----------------------------------------------------------------------------


def test_the_start_page_offers_every_game(phone):
    page = phone.open("/")

    for game in GAMES.values():
        assert page.says(game.name)
        assert f"/matches/new?game={game.key}" in page.links


def test_the_start_page_leads_back_to_a_match_in_play(phone, begin):
    table = begin("italian_whist").play([5, 3, 1], [1, 3, 5])

    page = phone.open("/")

    assert table.path in page.links
    assert page.says("Anna +4")
    assert page.says("Carla −4")


def test_the_start_page_offers_the_same_players_again_once_a_match_is_over(phone, app, rng):
    table = keep(app, play_at_random(GAMES["tribello"], rng))

    assert f"/matches/new?game=tribello&from={table.id}" in phone.open("/").links


def test_the_start_page_shows_how_a_common_game_ended(phone, app, rng):
    outcome = keep(app, play_at_random(GAMES["torite"], rng, players=3)).standing.outcome

    words = f"Won together with {outcome.score}" if outcome.won else "Lost together"
    assert phone.open("/").says(words)


def test_who_wins_at_equal_points_has_not_won_by_0(phone, app):
    trico = Played(GAMES["trico"], ["Anna", "Bruno"])
    for answer in (
        {"entry": "counts"},
        [{"sets": 5, "pairs": 0, "large": 2}] * 2,
        [{"sets": 1, "pairs": 0, "large": 0}] * 2,
        {"large": [0, 0], "highest": [4, 3]},
    ):
        trico.answer(answer)
    keep(app, trico)

    page = phone.open("/")

    assert page.says("Anna won, level on points")
    assert not page.says("by 0")


# --- who plays ----------------------------------------------------------------------------------


@pytest.mark.every_door
@every_game
def test_players_are_kept_in_the_order_of_their_seats(game, begin):
    table = begin(game.key)

    assert table.match.players == ("Anna", "Bruno", "Carla", "Dino")[: game.players[0]]


@pytest.mark.parametrize("players", GAMES["torite"].players)
def test_places_that_stay_empty_are_nobody(players, begin):
    assert len(begin("torite", players).match.players) == players


def test_an_empty_place_between_two_players_is_nobody(begin):
    table = begin("trico", ["Anna", "", "Carla"])

    assert table.match.players == ("Anna", "Carla")


@pytest.mark.parametrize(
    ("first", "players"),
    [
        ("0", ("Anna", "Bruno", "Carla")),
        ("1", ("Bruno", "Carla", "Anna")),
        ("2", ("Carla", "Anna", "Bruno")),
    ],
)
def test_the_order_begins_with_whoever_deals_first(first, players, begin):
    table = begin("tribello", first=first)

    assert table.match.players == players
    assert str(table.standing.deal.dealer) == players[0]


@pytest.mark.parametrize("first", ["3", "-1", "99", "nobody", "", "1e9", "9" * 5000])
def test_the_first_player_deals_if_nobody_else_is_named(first, begin):
    assert begin("tribello", first=first).match.players[0] == "Anna"


def test_the_first_dealer_may_sit_behind_an_empty_place(begin):
    table = begin("torite", ["Anna", "", "Carla", "Dino"], first="2")

    assert table.match.players == ("Carla", "Dino", "Anna")


@pytest.mark.every_door
def test_a_form_that_is_sent_again_leads_to_the_match_that_it_began(phone):
    form = phone.open("/matches/new?game=tribello").form("/matches")
    sent = [phone.send(form.action, form.typed).goes_to for _time in range(2)]
    other = phone.send(form.action, form.typed | {"first": "1"}).goes_to

    assert sent == ["/matches/1"] * 2
    assert other == "/matches/2"


def test_spaces_around_a_name_are_not_part_of_it(begin):
    table = begin("tribello", ["  Anna ", "Bruno\t", "Carla  Maria"])

    assert table.match.players == ("Anna", "Bruno", "Carla Maria")


# --- who cannot play ----------------------------------------------------------------------------


def refused(phone, *about, **fields):
    page = phone.send("/matches", new_match(*about, **fields))
    assert page.status == 422
    assert "In play" not in phone.open("/").text
    return page


@pytest.mark.parametrize(
    ("game", "names", "missing"),
    [("trex", ["Anna", "Bruno", "Carla"], "1 more name,"), ("tribello", ["Anna"], "2 more names,")],
)
def test_names_for_some_seats_alone_are_refused_with_how_many_are_missing(
    game, names, missing, phone
):
    page = refused(phone, game, names)

    assert page.says(f"{missing} or clear all to play by colours.")


@pytest.mark.every_door
def test_one_name_for_two_players_is_refused(phone):
    page = refused(phone, "tribello", ["Anna", "Bruno", " Anna"])

    assert page.says("Two players are called Anna: change one of the names.")


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "anna"), ("Ren\u00e9", "RENE\u0301"), ("Strauß", "STRAUSS")]
)
def test_names_that_are_alike_are_refused_beside_the_seat(one, other, phone):
    page = refused(phone, "tribello", [one, "Bruno", other])

    assert page.says("are the same name: change one, for example with another letter at the end.")
    assert 'aria-describedby="player-2-problem"' in page.html


def test_names_that_are_alike_are_told_while_they_are_typed(phone):
    fields = new_match("tribello", ["Anna", "Bruno", "anna"])
    page = phone.send("/matches/names", fields, headers=HTMX)

    assert page.says("anna and Anna are the same name")
    assert page.html.count('class="problem"') == 1


@pytest.mark.parametrize(
    ("names", "parts"),
    [
        ([], [">1<", ">2<", ">3<", ">Begin<"]),
        (["Marwan", "", "Marlene"], [">Mw<", ">2<", ">Ml<", ">1 seat to fill<"]),
        (["Anna", "Bruno", "Carla"], [">A<", ">B<", ">C<", ">Begin<"]),
    ],
)
def test_initials_and_who_is_missing_follow_the_names(names, parts, phone):
    fields = new_match("tribello", names)
    page = phone.send("/matches/names", fields, headers=HTMX)

    for part in parts:
        assert part in page.html
    assert page.says("Everything as in the book.")


def test_who_sits_is_marked_among_the_known_names_in_the_hue_of_the_seat(phone, begin):
    begin("tribello")
    fields = new_match("tribello", ["", "", "anna"])
    page = phone.send("/matches/names", fields, headers=HTMX)

    keys = re.findall(r'value="(\w+)" aria-pressed="(\w+)">\s*<span class="disc (\S+)"', page.html)
    assert keys == [
        ("Anna", "true", "seat-3"),
        ("Bruno", "false", "seat-2"),
        ("Carla", "false", "seat-1"),
    ]


def test_a_name_of_300_letters_is_refused_with_both_numbers(phone):
    page = refused(phone, "tribello", ["Anna", "B" * 300, "Carla"])

    assert page.says("This name has 300 letters; the most is 200.")


@pytest.mark.parametrize(
    "name", ["   ", "\u200b", "\u200b \u200d", "\x00\x01\x7f", "\u202e\u2066", "\t\r\n", "\xa0"]
)
def test_a_name_that_cannot_be_seen_is_nobody(name, phone):
    page = refused(phone, "tribello", ["Anna", name, "Carla"])

    assert page.says("1 more name, or clear all to play by colours.")


@pytest.mark.every_door
def test_what_was_typed_stays_after_a_refusal(phone):
    page = refused(phone, "trex", ["Anna", "", "Carla"], first="2", partners="yes", kingdoms="abdc")

    typed = page.form("/matches").typed
    assert (typed["players.0"], typed["players.1"], typed["players.2"]) == ("Anna", "", "Carla")
    assert (typed["partners"], typed["kingdoms"]) == ("yes", "abdc")


def test_a_switch_that_was_turned_off_stays_off_after_a_refusal(phone):
    page = refused(phone, "trex", ["Anna"], appeals="")

    assert not page.form("/matches").typed["appeals"]


# --- names are names ----------------------------------------------------------------------------


def everywhere(table: Table):
    """Every kind of page that shows names."""
    table.play([9, 0, 0], [0, 9, 0])
    for path in ("", "/deals/0", "/deals/1", "/deals/1/first", "/log"):
        yield table.open(path)
    yield table.preview(1, "first", [0, 0, 9])
    yield table.answer([9, 9, 9])
    yield table.answer([9, 0, 0], after=2)
    yield table.phone.open("/")
    yield table.phone.open(f"/matches/new?game=italian_whist&from={table.id}")


@pytest.mark.every_door
def test_markup_in_a_name_is_shown_as_it_was_typed(begin):
    name = """<b onclick='x'>"Anna"</b>{{ 7*1107 }}"""
    table = begin("italian_whist", [name, "Bruno", "{bruno}"])

    for page in everywhere(table):
        assert "<b onclick" not in page.html
        assert "7749" not in page.text
    assert table.open().says(name)


@pytest.mark.every_door
@pytest.mark.parametrize("name", ["دينا", "אנה", "Anna דניאל"])
def test_a_name_from_right_to_left_does_not_turn_the_words_around_it(name, begin):
    table = begin("italian_whist", [name, "Bruno", "Carla"])

    for page in everywhere(table):
        shown = page.html.count(name)
        as_value = page.html.count(f'="{name}') + page.html.count("<title>")
        assert page.isolated.count(name) >= shown - as_value


@pytest.mark.every_door
def test_controls_that_would_turn_the_page_around_are_not_part_of_a_name(begin):
    table = begin("italian_whist", ["\u202eAnna", "Bru\u2067no", "Carla\u200f"])

    assert table.match.players == ("Anna", "Bruno", "Carla")


# --- house rules --------------------------------------------------------------------------------


@pytest.mark.every_door
@pytest.mark.parametrize("key", ["tribello", "trex", "italian_whist"])
def test_a_form_that_nobody_changed_plays_by_the_usual_rules(key, phone, begin):
    fields = phone.open(f"/matches/new?game={key}").form("/matches").typed
    fields |= new_match(key)

    page = phone.send("/matches", fields)

    asked = Table(phone, int(page.goes_to.rpartition("/")[2])).standing.answer_to(0, "rules")
    usual = {rule.key: default for rule, default in asked.prompt.rules}
    assert asked.prompt.value(asked.answer) == usual


def test_house_rules_are_the_first_line_of_the_log(begin):
    table = begin("italian_whist", upper="20", lower="-5")

    assert [event.answer for event in table.events] == [{"upper": 20, "lower": -5}]


@pytest.mark.parametrize("typed", ["0", "100", "ten", "1e1", "9" * 5000, "--1", "1.5"])
def test_a_limit_that_cannot_be_is_refused_and_stays_in_its_field(typed, phone):
    page = refused(phone, "italian_whist", upper=typed)

    assert page.form("/matches").typed["upper"] == typed


def test_house_rules_that_exclude_each_other_are_refused(phone):
    page = refused(phone, "trex", own_double="opponents_gain")

    assert page.says("Without partners there is no other side to gain.")


# --- the same players again ---------------------------------------------------------------------


@pytest.mark.every_door
def test_the_same_players_sit_down_again_with_their_house_rules(phone, begin):
    table = begin("italian_whist", ["Carla", "Dino", "Anna"], upper="20")

    page = phone.open(f"/matches/new?game=italian_whist&from={table.id}")

    typed = page.form("/matches").typed
    assert [typed[f"players.{place}"] for place in range(3)] == ["Carla", "Dino", "Anna"]
    assert typed["upper"] == "20"


def test_the_same_players_can_sit_down_to_another_game(phone, begin):
    table = begin("trex")

    page = phone.open(f"/matches/new?game=tribello&from={table.id}")

    assert page.form("/matches").typed["players.2"] == "Carla"


def test_those_of_last_time_sit_down_as_they_sat(phone, begin):
    begin("trex")
    latest = begin("tribello", ["Carla", "Anna", "Bruno"])

    links = phone.open("/matches/new?game=italian_whist").links

    (link,) = [link for link in links if "from=" in link]
    assert f"from={latest.id}" in link
    typed = phone.open(link).form("/matches").typed
    assert [typed[f"players.{place}"] for place in range(3)] == ["Carla", "Anna", "Bruno"]


def test_as_many_play_as_last_time(phone, begin):
    begin("torite", 2)

    (link,) = [link for link in phone.open("/matches/new?game=trico").links if "from=" in link]

    assert phone.open(link).form("/matches").typed["players"] == "2"


def test_who_never_gave_a_name_is_nobody_of_last_time(phone):
    phone.send("/matches", {"game": "trex"})

    page = phone.open("/matches/new?game=trex")

    assert not [link for link in page.links if "from=" in link]
    assert not page.says("Tap a name to sit down")


@pytest.mark.every_door
def test_names_of_earlier_matches_are_offered_the_latest_first(phone, begin):
    begin("tribello", ["Anna", "Bruno", "Carla"])
    begin("tribello", ["Dino", "Carla", "Bruno"])

    page = phone.open("/matches/new?game=trex")

    places = [page.everything_said.index(name) for name in ("Dino", "Carla", "Bruno", "Anna")]
    assert places == sorted(places)


# --- a deck of one's own ------------------------------------------------------------------------


@pytest.fixture
def deck(rng):
    """The fields of nine cards."""
    return DECK.fill(draw_deck(DECK, rng))


def enter_deck(phone: Phone, deck, **fields):
    form = phone.open("/decks/new?game=trico&players.0=Anna").form("/decks")
    return phone.send("/decks", form.filled({"name": "Red box", **deck, **fields}))


def test_cards_by_number_need_a_deck_first(phone):
    page = refused(phone, "trico", entry="deck")

    assert page.says("choose or enter a deck first")


@pytest.mark.every_door
def test_a_deck_is_entered_once_and_then_offered(phone, deck, begin):
    back = enter_deck(phone, deck)

    page = phone.open(back.goes_to)
    assert back.status == 303
    assert page.says("Red box")
    assert page.form("/matches").typed["players.0"] == "Anna"
    table = begin("trico", entry=page.form("/matches").typed["entry"])
    assert table.prompt.kind == "pick"


def test_a_deck_without_a_name_is_kept_without_words(phone, deck, app):
    back = enter_deck(phone, deck, name=" ")

    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
        assert [kept.name for kept in store.saved_decks(db, HOME, 2)] == [""]
    assert phone.open(back.goes_to).says("The nine cards of your deck")
    assert phone.open("/decks/1").says("The nine cards of your deck")


def test_a_deck_that_misses_a_card_is_refused_and_the_others_stay(phone, deck):
    page = enter_deck(phone, {name: on for name, on in deck.items() if ".9." not in name})

    assert page.status == 422
    assert page.says("Card 9: which symbols does it show?")
    typed = page.form("/decks").typed
    assert typed["name"] == "Red box"
    assert all(typed.get(name) for name in deck if ".9." not in name)


def test_an_empty_deck_is_refused(phone):
    assert enter_deck(phone, {}).status == 422


def test_the_name_of_a_deck_is_not_markup(phone, deck):
    page = phone.open(enter_deck(phone, deck, name="<i>Red</i>").goes_to)

    assert "<i>Red" not in page.html
    assert page.says("<i>Red</i>")


@pytest.mark.parametrize("key", ["tribello", "trex", "bridge", ""])
def test_only_trico_has_decks(key, phone):
    assert phone.open(f"/decks/new?game={key}").status == 404


# --- the same table again -------------------------------------------------------------------------


def test_a_house_rule_that_was_off_stays_off_when_the_same_players_play_again(phone, begin):
    table = begin("trex", appeals=False)

    page = phone.open(f"/matches/new?game=trex&from={table.id}")

    (form,) = [form for form in page.forms if form.action == "/matches"]
    assert not form.typed["appeals"]


def test_the_deck_that_was_played_with_is_chosen_again_though_a_later_one_is_known(phone):
    def enter(name, symbols):
        faces = {f"deck.{n}.has.{symbol}": "on" for n in range(1, 10) for symbol in symbols}
        phone.send("/decks", {"game": "trico", "name": name, **faces})

    enter("Old", ("spade", "heart", "club"))
    seated = {"game": "trico", "players.0": "Anna", "players.1": "Bruno", "saved_deck": "1"}
    path = phone.send("/matches", seated | {"target": "14", "entry": "deck"}).goes_to
    enter("New", ("leaf", "bell", "star"))

    page = phone.open(f"/matches/new?game=trico&from={path.rsplit('/', 1)[1]}")

    (form,) = [form for form in page.forms if form.action == "/matches"]
    assert form.typed["entry"] == "deck:1"


@pytest.mark.every_door
def test_matches_that_are_long_ago_are_found_under_earlier_matches(phone, begin):
    for _ in range(13):
        end_early(begin("italian_whist"))

    page = phone.open("/")

    assert "/matches/1" not in page.links
    assert page.says("Earlier matches")
    assert "/matches/1" in phone.open("/matches/earlier?before=2").links


# --- players without names ----------------------------------------------------------------------


@pytest.fixture
def unnamed(begin):
    """A table that gives no names."""
    return begin("tribello", ["", "", ""])


def test_players_without_names_are_kept_without_words(unnamed):
    assert unnamed.match.players == ("#1", "#2", "#3")


@pytest.mark.parametrize(
    "path", ["", "/sheet", "/deals/1", "/players", "/seats", "/follow", "/match.csv"]
)
def test_players_without_names_are_called_by_the_hues_of_their_seats(path, unnamed):
    page = unnamed.play("hearts", [7, 4, 2]).open(path)

    assert "Rust" in page.response.text
    assert not re.search(r"""[ ">,]#[123][" <,]""", page.response.text)


def test_a_file_of_players_without_names_has_no_words_for_them(unnamed, phone):
    unnamed.play("hearts", [7, 4, 2])
    file = json.loads(unnamed.open("/match.json").response.text)

    assert file["players"] == file["log"]["players"] == ["#1", "#2", "#3"]


def test_a_name_is_given_to_a_player_who_had_none(unnamed):
    form = unnamed.open("/players").form(f"{unnamed.path}/players")
    assert [form.typed[f"players.{seat}"] for seat in range(3)] == ["", "", ""]

    unnamed.send("/players", form.typed | {"players.1": "Bruno", "from": "0"})

    assert unnamed.match.seating.present == ("#1", "Bruno", "#3")
    assert unnamed.open().says("Bruno")
    assert unnamed.open().says("Pine")


def test_nobody_is_given_the_hue_that_somebody_else_is_called_by(unnamed):
    form = unnamed.open("/players").form(f"{unnamed.path}/players")

    page = unnamed.send("/players", form.typed | {"players.1": "pine", "from": "0"})

    assert page.status == 422
    assert page.says("Pine and pine are the same name")


def test_the_same_players_again_have_no_names_again(unnamed, phone):
    form = phone.open(f"/matches/new?game=tribello&from={unnamed.id}").form("/matches")

    assert form.typed["players.0"] == ""
    begun = phone.send(form.action, form.typed)
    assert begun.status == 303


def test_players_without_names_are_offered_to_nobody(unnamed, phone):
    page = phone.open("/matches/new?game=tribello")

    assert not page.says("#1")
    assert 'value="#1"' not in page.text
    assert not page.form("/matches").typed["players.0"]


# --- in another language ------------------------------------------------------------------------


class Shouted:
    """A catalogue in which every text stands in capitals, but for the names of its parts."""

    def ugettext(self, words):
        return re.sub(r"(\{\w+\})|([^{}]+)", lambda m: m[1] or m[2].upper(), words)

    def ungettext(self, one, many, n):
        return self.ugettext(one if n == 1 else many)


@pytest.mark.parametrize("path", ["", "/sheet", "/players"])
def test_players_without_names_are_called_so_in_the_language_of_the_reader(
    path, unnamed, monkeypatch
):
    unnamed.play("hearts", [7, 4, 2], "spades")
    text.translate_template.cache_clear()
    monkeypatch.setattr(text, "get_translations", Shouted)

    shown = unnamed.open(path).response.text

    text.translate_template.cache_clear()
    assert "RUST" in shown
    assert "Rust" not in shown


def test_what_stands_for_a_seat_without_a_name_is_no_name_to_be_typed(phone):
    page = phone.send("/matches", new_match("italian_whist", ["Anna", "#1", "Bruno"]))

    assert page.status == 422
    assert page.says("“#1” stands for a seat without a name.")
