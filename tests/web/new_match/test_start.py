"""The start page, and what it takes to begin a match."""

from __future__ import annotations

import json
import re

import pytest
from markupsafe import escape

from app.games import GAMES
from app.games.trico.house_rules import DECK
from app.scoring import _, say
from app.store.clubs import decks
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.web.core.services import services
from testkit.match import CAST
from testkit.play import Played, draw_deck, play_at_random
from testkit.web.phone import HTMX
from testkit.web.table import Table, enter_deck, keep, new_match

A_B_C = ("Anna", "Bruno", "Carla")
every_door = pytest.mark.every_door


def test_the_start_page_offers_every_game_and_leads_back_to_a_match_in_play(phone, begin):
    table = begin("italian_whist").play([5, 3, 1], [1, 3, 5])

    page = phone.open("/")

    for game in GAMES.values():
        assert page.says(game.name)
        assert f"/matches/new?game={game.key}" in page.links
    assert table.path in page.links
    assert page.says("Anna +4")
    assert page.says("Carla −4")


def test_the_start_page_says_how_a_match_ended_and_offers_the_same_players(phone, app, rng):
    table = keep(app, play_at_random(GAMES["torite"], rng, players=3))

    page, outcome = phone.open("/"), table.standing.outcome
    assert page.says(f"Won together with {outcome.score}" if outcome.won else "Lost together")
    assert page.has_form(f"{table.path}/again")


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


@pytest.mark.parametrize(
    ("game", "names", "first", "players"),
    [
        *(("tribello", A_B_C, number, A_B_C) for number in ("0", "3", "-1", "nobody", "9" * 5000)),
        ("tribello", A_B_C, "1", ("Bruno", "Carla", "Anna")),
        ("tribello", A_B_C, "2", ("Carla", "Anna", "Bruno")),
        ("trico", ["Anna", "", "Carla"], "0", ("Anna", "Carla")),
        ("torite", ["Anna", "", "Carla", "Dino"], "2", ("Carla", "Dino", "Anna")),
        ("tribello", ["  Anna ", "Bruno\t", "Carla  Maria"], "", ("Anna", "Bruno", "Carla Maria")),
        # What would turn the page around is no part of a name.
        ("tribello", ["\u202eAnna", "Bru\u2067no", "Carla\u200f"], "", A_B_C),
    ],
    ids=lambda it: repr(it)[:24],
)
def test_the_order_begins_with_whoever_deals_first_without_empty_places_and_spaces(
    game, names, first, players, begin
):
    assert begin(game, names, first=first).match.players == players


@every_door
def test_a_form_that_is_sent_again_leads_to_the_match_that_it_began(phone):
    form = phone.open("/matches/new?game=tribello").form("/matches")
    sent = [phone.send(form.action, form.typed).goes_to for _time in range(2)]
    other = phone.send(form.action, form.typed | {"first": "1"}).goes_to

    assert sent == ["/matches/1"] * 2
    assert other == "/matches/2"


def refused(phone, *about, **fields):
    page = phone.send("/matches", new_match(*about, **fields))
    assert page.status == 422
    assert "In play" not in phone.open("/").text
    return page


SAME = "are the same name: change one, for example with another letter at the end."
TWICE = "Two players are called Anna: change one of the names."
CLEAR = "or clear all to play by colours."
UNSEEN = ["   ", "\u200b", "\u200b \u200d", "\x00\x01\x7f", "\u202e\u2066", "\t\r\n", "\xa0"]


@pytest.mark.parametrize(
    ("game", "names", "words"),
    [
        ("trex", ["Anna", "Bruno", "Carla"], f"1 more name, {CLEAR}"),
        ("tribello", ["Anna"], f"2 more names, {CLEAR}"),
        *(("tribello", ["Anna", name, "Carla"], f"1 more name, {CLEAR}") for name in UNSEEN),
        ("tribello", ["Anna", "\u064b\u0651", "Carla"], "This name has marks alone, and no letter"),
        ("tribello", ["Anna", "\u0301\u200f", "Carla"], "This name has marks alone, and no letter"),
        ("tribello", ["Anna", "دعاء", "\u2067دعاء\u2069"], "Two players are called"),
        ("tribello", ["Anna", "B" * 300, "Carla"], "This name has 300 letters; the most is 200."),
        ("tribello", ["Anna", "#1", "Bruno"], "“#1” stands for a seat without a name."),
        ("tribello", ["Anna", "Bruno", " Anna"], TWICE),
        ("tribello", ["Anna", "Bruno", "anna"], SAME),
        ("tribello", ["Ren\u00e9", "Bruno", "RENE\u0301"], SAME),
        ("tribello", ["Strauß", "Bruno", "STRAUSS"], SAME),
    ],
    ids=lambda it: repr(it)[:24],
)
def test_names_that_cannot_be_are_refused_in_words(game, names, words, phone):
    page = refused(phone, game, names)

    assert page.says(words)
    assert ('aria-describedby="player-2-problem"' in page.html) == (
        words == SAME or words.startswith("Two players")
    )


@pytest.fixture
def type_names(phone):
    """Type names into the form of Tribello; what its page hears."""
    return lambda *names: phone.send("/matches/names", new_match("tribello", names), headers=HTMX)


def test_what_was_refused_of_missing_names_is_said_until_they_are_there(phone):
    def heard(*names, **fields):
        form = new_match("tribello", names) | fields
        html = phone.send("/matches/names", form, headers=HTMX).html
        return html.partition('hx-target="#players-problem"')[2].partition("</hx-partial>")[0]

    assert 'id="players-problem"' in refused(phone, "tribello", ["Anna"]).html
    assert "1 more name" in heard("Anna", "Bruno", refused="yes")
    assert "problem" not in heard("Anna", "Bruno").partition(">")[2]
    assert "problem" not in heard("Anna", "Bruno", "Carla", refused="yes").partition(">")[2]
    assert "problem" not in heard(refused="yes").partition(">")[2]


@pytest.mark.parametrize(
    ("names", "parts"),
    [
        ([], [">1<", ">2<", ">3<", ">Begin<"]),
        (["Marwan", "", "Marlene"], [">Mw<", ">2<", ">Ml<", ">1 seat to fill<"]),
        (["Anna", "Bruno", "Carla"], [">A<", ">B<", ">C<", ">Begin<"]),
        (["Anna", "Bruno", "anna"], []),
    ],
)
def test_initials_and_who_is_missing_and_names_that_are_alike_follow_the_typing(
    names, parts, type_names
):
    page = type_names(*names)

    assert [part for part in parts if part not in page.html] == []
    assert page.says("Everything as in the book.")
    alike = names[-1:] == ["anna"]
    assert page.says("anna and Anna are the same name") is alike
    assert page.html.count('class="problem"') == alike


def test_who_sits_is_marked_among_the_known_names_each_in_their_colour(type_names, begin):
    begin("tribello")
    page = type_names("", "", "anna")

    keys = re.findall(r'value="(\w+)" aria-pressed="(\w+)">\s*<span class="disc (\S+)"', page.html)
    pressed = ["true", "false", "false"]
    assert keys == [*zip(CAST, pressed, ["hue-1", "hue-2", "hue-3"], strict=False)]


@every_door
def test_what_was_typed_stays_after_a_refusal(phone):
    chosen = {"partners": "yes", "kingdoms": "abdc", "appeals": ""}
    page = refused(phone, "trex", ["Anna", "", "Carla"], **chosen)

    typed = new_match("trex", ["Anna", "", "Carla"], **chosen)
    assert page.form("/matches").typed.items() >= typed.items()


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


@every_door
@pytest.mark.parametrize(
    "name", ["""<b onclick='x'>"Anna"</b>{{ 7*1107 }}""", "دينا", "אנה", "Anna דניאל"]
)
def test_a_name_is_shown_as_it_was_typed_and_turns_no_words_around_it(name, begin):
    table = begin("italian_whist", [name, "Bruno", "{bruno}"])

    for page in everywhere(table):
        written = str(escape(name))
        outside = (f'="{written}', f"\N{FIRST STRONG ISOLATE}{written}", "<title>")
        as_value = sum(map(page.html.count, outside))
        assert page.isolated.count(name) >= page.html.count(written) - as_value
        assert "<b onclick" not in page.html
        assert "7749" not in page.text
    assert table.open().says(name)


@every_door
@pytest.mark.parametrize("key", ["trex", "italian_whist"])
def test_a_form_that_nobody_changed_plays_by_the_usual_rules(key, phone):
    fields = phone.open(f"/matches/new?game={key}").form("/matches").typed
    page = phone.send("/matches", fields | new_match(key))

    asked = Table(phone, int(page.goes_to.rpartition("/")[2])).standing.answer_to(0, "rules")
    usual = {rule.key: default for rule, default in asked.prompt.rules}
    open_rules = {"own_double": "ask"} if key == "trex" else {}
    assert asked.prompt.value(asked.answer) == usual | open_rules


OWN_KING = [0, "king", {"KH": 2}, 2]


def test_a_new_match_leaves_own_doubles_open_and_the_next_begins_with_what_was_said(phone):
    fields = phone.open("/matches/new?game=trex").form("/matches").typed
    page = phone.send("/matches", fields | new_match("trex"))
    table = Table(phone, int(page.goes_to.rpartition("/")[2])).play(*OWN_KING)

    asked = table.open()
    assert not asked.says("You play by your own rules")
    assert asked.says("Carla took their own doubled K♥. What does it cost?")
    table.answer("doubled")

    assert table.totals["Carla"] == -150
    rules = phone.open(f"/rules/trex?match={table.id}")
    assert rules.says("In your match: Taking your own doubled card – costs double, nobody gains.")
    again = phone.open(f"/matches/new?game=trex&from={table.id}")
    assert again.form("/matches").typed["own_double"] == "doubled"
    assert again.says("Taking your own doubled card: costs double, nobody gains")


def test_a_sheet_of_paper_leaves_nothing_open(phone):
    form = phone.open("/matches/typed/new?game=trex").form("/matches/typed/sheet")

    assert form.typed["own_double"] == "plain"
    assert not form.offers("own_double", "ask")


@pytest.mark.parametrize("lower", ["-5", "−5", "5"])
def test_house_rules_are_the_first_line_of_the_log_and_a_lower_limit_lies_below_zero(lower, begin):
    table = begin("italian_whist", upper="20", lower=lower)

    assert [event.answer for event in table.events] == [{"upper": 20, "lower": -5}]


def test_what_differs_from_the_book_stands_on_top(phone, begin):
    table = begin("italian_whist", upper="20")

    again = phone.open(f"/matches/new?game=italian_whist&from={table.id}")

    assert again.says("The match ends when a total reaches: +20")
    assert not again.says("falls to: −10")
    assert phone.open("/matches/new?game=italian_whist").says("Everything as in the book.")


OUT_OF_RANGE = ["0", "100", "ten", "1e1", "9" * 5000, "--1", "1.5"]


@pytest.mark.parametrize(
    ("game", "rule", "typed", "words"),
    [
        *(("italian_whist", "upper", typed, "") for typed in OUT_OF_RANGE),
        ("trex", "own_double", "opponents_gain", "Without partners there is no other side to gain"),
    ],
    ids=lambda it: it[:14],
)
def test_house_rules_that_cannot_be_are_refused_and_stay_in_the_form(
    game, rule, typed, words, phone
):
    page = refused(phone, game, **{rule: typed})

    assert page.says(words)
    assert page.form("/matches").typed[rule] == typed


C_D_A = {"players.0": "Carla", "players.1": "Dino", "players.2": "Anna"}


@every_door
@pytest.mark.parametrize(
    ("game", "names", "rules", "another", "typed"),
    [
        ("italian_whist", C_D_A, {"upper": "20"}, "italian_whist", C_D_A | {"upper": "20"}),
        ("italian_whist", C_D_A, {}, "tribello", C_D_A),
        ("trex", C_D_A | {"players.3": "Bruno"}, {"appeals": ""}, "trex", C_D_A | {"appeals": ""}),
        ("torite", {"players.0": "Anna", "players.1": "Bruno"}, {}, "trico", {"players": "2"}),
    ],
)
def test_those_of_last_time_sit_down_as_they_sat_with_their_house_rules(
    game, names, rules, another, typed, phone, begin
):
    begin("trex")
    latest = begin(game, [*names.values()], **rules)

    links = phone.open(f"/matches/new?game={another}").links

    (link,) = [link for link in links if "from=" in link]
    assert f"from={latest.id}" in link
    assert phone.open(link).form("/matches").typed.items() >= typed.items()


@every_door
def test_names_of_earlier_matches_are_offered_the_latest_first(phone, begin):
    begin("tribello", ["Anna", "Bruno", "Carla"])
    begin("tribello", ["Dino", "Carla", "Bruno"])

    page = phone.open("/matches/new?game=trex")

    places = [page.all_text.index(name) for name in ("Dino", "Carla", "Bruno", "Anna")]
    assert places == sorted(places)


@pytest.fixture
def deck(rng):
    """The fields of nine cards."""
    return DECK.fill(draw_deck(DECK, rng))


def test_cards_by_number_need_a_deck_first(phone):
    assert refused(phone, "trico", entry="deck").says("choose or enter a deck first")


@every_door
def test_a_deck_is_entered_once_and_then_offered_by_its_name(phone, deck, begin):
    back = enter_deck(phone, deck, name="<i>Red</i> box")

    page = phone.open(back.goes_to)
    assert back.status == 303
    assert page.says("<i>Red</i> box")
    assert "<i>Red" not in page.html
    assert page.form("/matches").typed["players.0"] == "Anna"
    table = begin("trico", entry=page.form("/matches").typed["entry"])
    assert table.prompt.kind == "pick"


def test_a_deck_without_a_name_is_kept_without_words(phone, deck, db):
    back = enter_deck(phone, deck, name=" ")

    assert [kept.name for kept in decks.saved_decks(db, HOME, 2)] == [""]
    for path in (back.goes_to, "/decks/1"):
        assert phone.open(path).says("The nine cards of your deck")


def test_a_deck_that_misses_a_card_is_refused_and_the_others_stay(phone, deck):
    page = enter_deck(phone, {name: on for name, on in deck.items() if ".9." not in name})

    assert page.status == enter_deck(phone, {}).status == 422
    assert page.says("Card 9: which symbols does it show?")
    typed = page.form("/decks").typed
    assert typed["name"] == "Red box"
    assert all(typed.get(name) for name in deck if ".9." not in name)


def test_only_trico_has_decks(phone):
    for key in (*GAMES.keys() - {"trico"}, "bridge", ""):
        assert phone.open(f"/decks/new?game={key}").status == 404, key


def test_the_deck_that_was_played_with_is_chosen_again_though_a_later_one_is_known(
    phone, deck, begin, rng
):
    enter_deck(phone, deck, name="Old")
    table = begin("trico", entry="deck", saved_deck="1")
    enter_deck(phone, DECK.fill(draw_deck(DECK, rng)), name="New")

    page = phone.open(f"/matches/new?game=trico&from={table.id}")

    assert page.form("/matches").offers("entry", "deck:2")
    assert page.form("/matches").typed["entry"] == "deck:1"


@pytest.fixture
def unnamed(begin):
    """A table that gives no names, after a deal."""
    return begin("tribello", ["", "", ""]).play("hearts", [7, 4, 2])


def test_players_without_names_are_kept_without_words_and_called_by_the_hues_of_their_seats(
    unnamed,
):
    file = json.loads(unnamed.open("/match.json").response.text)

    assert unnamed.match.players == ("#1", "#2", "#3")
    assert file["players"] == file["log"]["players"] == ["#1", "#2", "#3"]
    for path in ("", "/sheet", "/deals/1", "/players", "/seats", "/follow", "/match.csv"):
        shown = unnamed.open(path).response.text
        assert "Rust" in shown
        assert not re.search(r"""[ ">,]#[123][" <,]""", shown), path


def test_a_name_is_given_to_a_player_who_had_none_but_no_hue_of_somebody_else(unnamed):
    form = unnamed.open("/players").form(f"{unnamed.path}/players")
    assert [form.typed[f"players.{seat}"] for seat in range(3)] == ["", "", ""]

    page = unnamed.send("/players", form.typed | {"players.1": "pine", "from": "0"})
    assert page.status == 422
    assert page.says("Pine and pine are the same name")

    unnamed.send("/players", form.typed | {"players.1": "Bruno", "from": "0"})
    assert unnamed.match.seating.present == ("#1", "Bruno", "#3")
    assert unnamed.open().says("Bruno")
    assert unnamed.open().says("Pine")


def test_players_without_names_play_again_and_are_offered_to_nobody(unnamed, phone):
    page = phone.open("/matches/new?game=tribello")
    assert not page.says("#1")
    assert 'value="#1"' not in page.html
    assert not page.says("Tap a name to sit down")
    assert not [link for link in page.links if "from=" in link]

    form = phone.open(f"/matches/new?game=tribello&from={unnamed.id}").form("/matches")
    assert form.typed["players.0"] == page.form("/matches").typed["players.0"] == ""
    assert phone.send(form.action, form.typed).status == 303


def test_players_without_names_are_called_so_in_the_language_of_the_reader(unnamed):
    unnamed.play("spades")
    name = say(_("Rust"), services(unnamed.phone.app).languages["fr"])

    for path in ("", "/sheet", "/players"):
        page = unnamed.open(f"{path}?lang=fr").html
        assert (name in page, "Rust" in page) == (True, False), path


def test_a_match_keeps_the_time_of_the_phone_that_began_it(begin, db):
    for sent, kept in (("", None), ("0", 0), ("-150", -150), ("840", 840)):
        table = begin("tribello", utc_offset=sent)
        assert matches.find_match(db, HOME, table.id).utc_offset == kept


@pytest.mark.parametrize("sent", ["841", "-9999", "1e3", "60.5", "٦٠", "x" * 500])
def test_an_offset_that_no_place_has_is_refused_and_the_names_stay(sent, phone):
    page = phone.send("/matches", new_match("tribello", utc_offset=sent))

    assert page.refuses("No place has a clock that is")
    assert page.form("/matches").typed["players.0"] == "Anna"
    assert phone.submit(page, "/matches").status == 303
