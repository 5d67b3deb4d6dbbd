"""Settle it over HTTP: a page for each dispute, whole without scripts, kind to any address."""

from __future__ import annotations

from contextlib import closing
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import store
from app.games import GAMES
from app.store import HOME
from tests.golden import demo_deck, vectors
from tests.play import play_at_random
from tests.web.conftest import begin_match
from tests.web.phone import HTMX, Page, Phone
from tests.web.table import keep

ALL = [(game.key, each.slug) for game in GAMES.values() for each in game.rulings]


def settle(phone: Phone, path: str, fields: object = (), **more: object) -> Page:
    """The page of a ruling with these fields; more than one value of a field as a list."""
    query = urlencode(dict(fields) | more, doseq=True)
    return phone.open(f"/rules/settle/{path}?{query}")


# --- Finding it ---------------------------------------------------------------------------------


def test_every_ruling_is_found_in_two_taps(phone):
    contents = phone.open("/rules/settle/")

    assert contents.status == 200
    for game, slug in ALL:
        assert f"/rules/settle/{game}/{slug}" in contents.links
        assert f"/rules/settle/{game}/{slug}" in phone.open(f"/rules/settle/{game}").links


@pytest.mark.parametrize(("game", "slug"), ALL)
def test_a_ruling_opens_with_its_question_and_its_rule(phone, game, slug):
    ruling = next(each for each in GAMES[game].rulings if each.slug == slug)
    page = settle(phone, f"{game}/{slug}")

    assert page.status == 200
    assert page.says(ruling.title)
    assert f"/rules/{game}#{ruling.rule}" in page.links
    assert page.form(slug).method == "get"


@pytest.mark.parametrize("path", ["/", "/poker", "/trex/revoke", "/poker/trick", "/trex/trick"])
def test_there_are_no_other_rulings(phone, path):
    assert phone.open(f"/rules/settle{path}").status == (200 if path == "/" else 404)


# --- What each says -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "answer"),
    [(["RJ", "4S", "9H"], "Player 2 takes it: 4♠."), (["KH", "BJ", "10H"], "Player 2 decides")],
)
def test_a_trick_of_three_cards_is_settled(phone, trick, answer):
    cards = {f"card{at}": card for at, card in enumerate(trick, start=1)}

    assert settle(phone, "italian_whist/trick", cards, trumps="spades").says(answer)


@pytest.mark.parametrize("example", vectors("appeals"))
def test_a_redeal_is_allowed_or_not(phone, example):
    hand = {key: example.get(key) or ["none"] for key in ("hearts", "twos")}
    fields = {**hand, "threes": example.get("threes", []), "contract": example["contract"]}
    page = settle(phone, "trex/redeal", fields)

    assert page.says("Yes, you may ask for a redeal.") == example["ok"]
    assert page.says("No, play this hand.") != example["ok"]


@pytest.mark.parametrize("example", vectors("widow"))
def test_the_widow_says_how_many_are_left(phone, example):
    fields = {"dealer": example["dealer"]}
    if example["dealer"] < 13:
        fields["left"] = example["left"]
    page = settle(phone, "tribello/widow", fields)

    if "error" in example:
        assert page.status == 422
        assert page.says("The player on the left may draw at most 7 cards.")
        assert page.says("You entered 8")
    elif example["rightMax"]:
        assert page.says(f"may draw up to {example['rightMax']} cards.")
    else:
        assert "draw nothing" in page.text or "draws nothing" in page.text


@pytest.mark.parametrize("example", vectors("toriteSplit"))
def test_hand_splits_are_ruled_on(phone, example):
    fields = {
        f"{n}{suit}": count
        for n, stack in enumerate(example["stacks"], start=1)
        for suit, count in zip("SHDC", stack, strict=True)
    }
    page = settle(phone, "torite/splits", fields)

    if "error" in example:
        assert page.status == 422
        assert page.says("Stack 1 has 14 cards, not 13.")
        return
    sentences = {0: "No split is allowed", 2: "Two of the three", 3: "All three"}
    assert sentences[len(example["legal"])] in page.text


def test_what_follows_from_the_other_stacks_need_not_be_typed(phone):
    typed = dict(
        zip(("1S", "1H", "1D", "2S", "2H", "2D", "3S", "3H", "3D"), "433433344", strict=True)
    )

    assert settle(phone, "torite/splits", typed).says("Two of the three splits are allowed.")


def test_a_double_costs_what_it_scores(phone):
    page = settle(phone, "trex/double", card="KH", taker=1, doubler=2)

    assert page.says("B −150, C +75.")


def test_who_takes_their_own_double_is_asked_for_the_custom_and_the_leader(phone):
    fields = {"card": "QS", "taker": 1, "doubler": 1, "own_double": "leader_gains"}
    assert settle(phone, "trex/double", fields).says("Who led that trick?")

    page = settle(phone, "trex/double", fields, leader=0)

    assert page.says("A +25, B −50.")


def test_partners_score_by_side(phone):
    page = settle(phone, "trex/double", partners="yes", card="KH", taker=0, doubler=1)

    assert page.says("A & C −150, B & D +75.")


def test_the_layout_says_what_may_be_laid(phone):
    page = settle(phone, "trex/layout", S=["9", "K"], H=["J"])

    assert page.says("You may lay A♠, 8♠, Q♥, 10♥, J♦ or J♣.")


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"contract": "queens", "queens": 3}, "No, play on."),
        ({"contract": "queens", "queens": 4}, "Yes, you can stop."),
        ({"contract": "king", "king": "yes"}, "Yes, you can stop."),
        ({"contract": "slaps", "slaps": 12}, "No, play on."),
        ({"contract": "trex", "trex": 3}, "Yes, you can stop."),
    ],
)
def test_a_deal_may_stop_or_not(phone, fields, answer):
    assert settle(phone, "trex/stop", fields).says(answer)


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"lead": "H", "hold": ["H", "RJ"]}, "Yes: play ♥ or the red joker."),
        ({"lead": "C", "hold": "none"}, "No: play any card."),
        ({"lead": "BJ", "second": "C", "hold": "C"}, "Yes: play ♣."),
        ({"lead": "BJ", "free": "yes"}, "No: play any card."),
    ],
)
def test_the_duty_to_follow_is_one_sentence(phone, fields, answer):
    assert settle(phone, "italian_whist/follow", fields).says(answer)


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"players": 4}, "The player with the 2♣ leads any card."),
        ({"players": 3, "five": "no"}, "The player with the 6♣ leads any card."),
        ({"players": 2}, "The dealer leads any card."),
        ({"players": 1, "round": 2}, "The winner of the last trick of round 1 leads any card."),
    ],
)
def test_the_first_lead_of_the_torite_is_told(phone, fields, answer):
    assert settle(phone, "torite/lead", fields).says(answer)


def test_a_win_of_the_torite_is_scored(phone):
    cards = dict(zip(("card1", "card2", "card3", "card4"), ("KH", "7S", "5D", "9C"), strict=True))
    page = settle(phone, "torite/win", cards, players=3, tricks1=8, tricks2=4)

    assert page.says("Won, with 20.")


@pytest.mark.parametrize("example", vectors("trico"))
def test_three_cards_of_a_deck_are_scored(phone, example):
    kept = {f"saved.{s}.{n}": "on" for s, hand in enumerate(example["hands"]) for n in hand}
    page = settle(phone, "trico/score", kept, deck="demo", players=len(example["hands"]))

    names = ("Player 1", "Player 2", "Player 3")
    said = [f"{name}: {points}" for name, points in zip(names, example["out"], strict=False)]
    assert page.says(", ".join(said) + ".")


def test_a_blocked_pair_is_struck_through_with_the_reason_beside_it(phone):
    kept = {f"saved.{s}.{n}": "on" for s, hand in enumerate([[5, 2, 9], [1, 3, 6]]) for n in hand}
    page = settle(phone, "trico/score", kept, deck="demo")

    assert "<s>pair of heart</s> blocked by" in page.html


def test_cards_without_a_deck_are_scored_by_their_symbols(phone):
    drawn = ["spade heart diamond", "spade heart acorn", "spade diamond acorn"]
    fields = {
        f"cards.0.{slot}.has.{symbol}": "on"
        for slot, symbols in enumerate(drawn)
        for symbol in symbols.split()
    }
    fields |= {"cards.0.0.large.spade": "on", "cards.0.1.large.spade": "on"}

    assert settle(phone, "trico/score", fields, deck="symbols", players=1).says("Player 1: 7.")


# --- A pad that works without scripts ------------------------------------------------------------


@pytest.mark.every_door
def test_each_card_lies_in_the_next_place_and_can_be_taken_back(phone):
    page = settle(phone, "italian_whist/trick", trumps="spades", card1="KH", suit="H")
    sent = page.form("trick").filled({"trumps": "spades", "suit": "H", "card2": "AH"})

    assert sent["card1"] == "KH"
    full = settle(phone, "italian_whist/trick", sent, card3="BJ")
    assert full.says("Player 2 takes it: A♥.") or "decides" in full.text
    back = next(link for link in full.links if "card2" not in link and "card1=KH" in link)
    assert phone.open(back).form("trick").offers("card2", "QH")


def test_a_card_that_lies_there_is_not_offered_again(phone):
    page = settle(phone, "italian_whist/trick", card1="KH", card2="RJ")

    for card, is_free in (("KH", False), ("RJ", False), ("QH", True), ("BJ", True)):
        button = page.html.partition(f'value="{card}"')[2].partition(">")[0]
        assert ("disabled" not in button) == is_free or card in ("KH", "RJ")
    assert page.html.count(" disabled>") == 2


@pytest.mark.every_door
def test_htmx_gets_the_part_that_changes(phone):
    page = phone.open("/rules/settle/tribello/widow?dealer=5", headers=HTMX)

    assert page.status == 200
    assert "<html" not in page.html
    assert page.html.lstrip().startswith('<div id="ruling"')


def test_a_hand_of_cards_is_kept_out_of_the_address_where_scripts_run(phone):
    assert "hx-replace-url" not in settle(phone, "trex/redeal").html
    assert "hx-replace-url" in settle(phone, "trex/double").html


# --- From the match -----------------------------------------------------------------------------


@pytest.mark.every_door
def test_a_match_fills_in_trumps_names_and_the_hand(begin):
    hand = [3, 3, 3]
    table = begin("italian_whist").play(hand, hand, hand, hand, hand, hand, hand)
    fields = {"match": table.id, "leader": 1, "card1": "KH", "card2": "BJ", "card3": "10H"}
    page = settle(table.phone, "italian_whist/trick", fields)

    assert page.says("From the match: Pass cards left · Spades are trumps · Deal 4")
    assert page.says("Carla decides")
    assert page.says("as ♠ C Carla takes it")
    assert page.says("as ♣ B Bruno takes it")
    assert page.says("Second hand: name the 2♣ to avoid the trick.")
    assert not page.says("First hand:")
    assert table.path in page.links
    assert f"{table.path}/rules/italian_whist#jokers-tricky-cases" in page.links


def test_a_contract_named_here_goes_before_that_of_the_match(begin):
    table = begin("trex").play(0, "slaps")
    page = settle(table.phone, "trex/stop", {"match": table.id})
    assert page.says("From the match: Slaps · Kingdom 1")
    page = settle(table.phone, "trex/stop", {"match": table.id, "contract": "queens"})

    assert page.says("How many queens have been taken?")
    assert not page.says("From the match")
    assert not page.says("Complex")


def test_what_the_match_says_can_be_said_otherwise(begin):
    table = begin("italian_whist")
    fields = {"match": table.id, "trumps": "spades", "card1": "KH", "card2": "2S", "card3": "AH"}

    assert settle(table.phone, "italian_whist/trick", fields).says("Player 2 takes it: 2♠.")


def test_the_next_trick_is_led_by_who_took_this_one(begin):
    table = begin("italian_whist")
    cards = {"card1": "KH", "card2": "2S", "card3": "AH"}
    page = settle(table.phone, "italian_whist/trick", cards, match=table.id, leader=0)

    assert any("leader=2" in link and "card" not in link for link in page.links)


def test_a_match_of_trex_knows_who_doubled_and_its_house_rule(begin):
    table = begin("trex", own_double="leader_gains").play(0, "queens")
    table.answer({"QS": 1})
    page = settle(table.phone, "trex/double", match=table.id, taker=1, leader=3)

    assert page.says("Bruno doubled Q♠")
    assert page.says("Bruno −50, Dino +25.")


def test_partners_of_a_match_score_by_side(begin):
    table = begin("trex", partners="yes").play(0, "king")
    page = settle(table.phone, "trex/double", match=table.id, card="KH", taker=1, doubler=0)

    assert page.says("Anna & Carla +75, Bruno & Dino −150.")
    assert not page.says("You play")


def test_the_widow_names_the_roles_of_the_deal(begin):
    table = begin("tribello").play(None, [7, 4, 2])
    page = settle(table.phone, "tribello/widow", match=table.id, dealer=5)

    assert page.says("Bruno: how many cards?")
    assert page.says("Carla may draw up to 8 cards.")


def test_a_match_of_trico_brings_its_deck(begin, phone):
    deck = {
        f"deck.{n}.{'large' if symbol in face['large'] else 'has'}.{symbol}": "on"
        for n, face in demo_deck().items()
        for symbol in face["symbols"]
    }
    table = begin("trico", 2, **deck)
    kept = {f"saved.{s}.{n}": "on" for s, hand in enumerate([[5, 2, 9], [1, 3, 6]]) for n in hand}

    assert settle(phone, "trico/score", kept, match=table.id).says("Anna: 4, Bruno: 5.")


def test_more_may_be_asked_about_than_play_in_the_match(begin, phone):
    table = begin("trico", 2)

    two = settle(phone, "trico/score", {}, match=table.id, deck="symbols", players=2)
    three = settle(phone, "trico/score", {}, match=table.id, deck="symbols", players=3)
    assert two.html.count('class="disc') == 2
    assert three.says("Player 3")
    assert ">A</span>" not in three.html


def test_a_deck_that_was_entered_is_offered_at_the_tables_of_its_club(begin, phone):
    table = begin("trico", 2)
    with closing(store.engine_for(phone.app.config["DATABASE"]).connect()) as db:
        number = store.save_deck(db, HOME, "<b>Grandma’s", demo_deck())
    kept = {f"saved.0.{n}": "on" for n in (1, 5, 7)}

    page = settle(phone, "trico/score", kept, match=table.id, deck=number, players=1)
    assert page.says("<b>Grandma’s")
    assert page.says("8.")
    assert not settle(phone, "trico/score", kept, deck=number, players=1).says("Grandma")


def test_round_two_of_the_torite_knows_who_took_eight(begin):
    table = begin("torite", 2).play([8, 4], ["9S", "3H"])
    page = settle(table.phone, "torite/win", match=table.id, tricks1=5, tricks2=0)

    assert page.says("No, you can no longer win.")
    assert page.says("Anna has 5, and must end with 4.")


@pytest.mark.parametrize("slug", ["win", "lead"])
def test_one_player_with_a_dummy_is_known_as_one(begin, slug):
    table = begin("torite", 1)
    page = settle(table.phone, f"torite/{slug}", match=table.id)

    assert page.form(slug).typed["players"] == "1"


STRANGE = ["<script>alert(1)</script>", "محمد عبد الرحمن", "W" * 200, "עליזה"]


@pytest.mark.every_door
@pytest.mark.parametrize(("game", "slug"), ALL)
def test_names_of_any_kind_are_only_names(begin, game, slug):
    table = begin(game, STRANGE[: GAMES[game].players[0]])
    fields = {"match": table.id, "taker": 0, "doubler": 2, "dealer": 3, "left": 1}
    page = settle(table.phone, f"{game}/{slug}", fields, tricks1=9)

    assert page.status == 200
    assert "<script>alert" not in page.html
    # A ruling that is about cards alone names nobody.
    assert STRANGE[1] in page.isolated or STRANGE[1] not in page.html


@pytest.mark.parametrize(("game", "slug"), ALL)
def test_a_match_that_is_over_can_still_be_asked_about(app, rng, game, slug):
    table = keep(app, play_at_random(GAMES[game], rng))
    page = settle(table.phone, f"{game}/{slug}", match=table.id)

    assert page.status == 200
    assert table.path in page.links


# --- What cannot be right ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        ("italian_whist/trick", {"card1": "KH", "card2": "KH"}, "K♥ is here twice"),
        ("italian_whist/trick", {"card1": "KH", "card2": "1H"}, "“1H” is not a card of this pack."),
        ("italian_whist/trick", {"card1": ["KH", "QH"]}, "one card, not 2."),
        (
            "italian_whist/trick",
            {"card1": "KH", "card2": "QH", "card3": "JH", "card4": "2S"},
            "There is room for 3 cards only.",
        ),
        ("italian_whist/trick", {"trumps": "hearts"}, "“hearts” is not one of"),
        ("torite/win", {"players": 3, "tricks1": 8, "tricks2": 5}, "That makes 13 tricks"),
        ("torite/win", {"players": 3, "tricks1": -1}, "−1 is out of range: from 0 to 12."),
        (
            "torite/win",
            {"players": 3, "tricks1": 8, "tricks2": 4, "card1": "4H"},
            "“4H” is not a card of this pack.",
        ),
        ("torite/splits", {"1S": 7, "1H": 7}, "Stack 1 has 14 cards, not 13."),
        ("torite/splits", {"1S": 7, "2S": 7}, "♠ has 14 cards, not 13."),
        ("torite/splits", {"1S": "many"}, "“many” is not a number from 0 to 13."),
        ("tribello/widow", {"dealer": 14}, "The dealer may draw at most 13 cards."),
        ("trex/double", {"card": "QS", "taker": 7}, "“7” is not one of these players: 0 (A)"),
        ("trex/layout", {"S": "1"}, "“1” is not one of"),
        ("trex/stop", {"contract": "queens", "queens": 5}, "5 is out of range: from 0 to 4."),
        (
            "trico/score",
            {"deck": "demo", **{f"saved.{s}.{n}": "on" for s in (0, 1) for n in (1, 2, 3)}},
            "Card 1 is already Player 1’s.",
        ),
        ("trico/score", {"deck": "77"}, "“77” is not one of"),
    ],
)
def test_what_cannot_be_right_is_said_at_its_field(phone, path, fields, said):
    page = settle(phone, path, fields)

    assert page.status == 422
    assert said in page.text
    assert 'role="alert"' in page.html


def test_what_was_right_is_kept_beside_it(phone):
    page = settle(phone, "italian_whist/trick", trumps="spades", card1="KH", card2="KH", card3="2S")
    typed = page.form("trick").typed

    assert typed["trumps"] == "spades"
    assert typed["card1"] == "KH"
    assert typed["card3"] == "2S"
    assert "card2" not in typed


def test_a_match_of_another_game_does_not_help(begin):
    table = begin("tribello")
    page = settle(table.phone, "trex/layout", match=table.id, S="J")

    assert page.status == 422
    assert page.says("Match 1 is Tribello, not Trex.")
    assert "You may lay" in page.text


def test_no_more_than_is_needed_is_shown_of_ten_thousand_letters(phone):
    page = settle(phone, "italian_whist/trick", card1="<b>" * 3_400)

    assert page.status == 422
    assert "<b><b>" not in page.html
    assert page.html.count("&lt;b&gt;") < 400


NAMES = sorted(
    {"match", "suit", "settle", "card", "card1", "card2", "card3", "card4", "trumps", "hand"}
    | {"leader", "lead", "second", "hold", "free", "contract", "hearts", "twos", "threes"}
    | {"taker", "doubler", "own_double", "partners", "S", "H", "D", "C", "king", "queens"}
    | {"dealer", "left", "players", "round", "eight", "five", "tricks1", "tricks2", "tricks3"}
    | {"1S", "1H", "1D", "1C", "2S", "3H", "4C", "deck", "saved.0.1", "saved.1.1", "saved.0.9"}
    | {"cards.0.0.has.spade", "cards.1.2.other", "cards.0.0.number", "cards.0.1.large.heart"}
)
VALUES = st.one_of(
    st.sampled_from([*"0123456789SHDCAKQJ", "", " ", "-1", "1e9", "９", "1" * 5000, "moon*"]),
    st.sampled_from(
        [
            *("10", "13", "KH", "QS", "2C", "RJ", "BJ", "none", "spades", "yes", "no", "first"),
            *("second", "on", "demo", "match", "symbols", "king", "trex", "complex", "nobody"),
            *("leader_gains", "opponents_gain"),
        ]
    ),
    st.text(max_size=20),
)
QUERIES = st.dictionaries(
    st.sampled_from(NAMES) | st.text(max_size=8),
    st.lists(VALUES, min_size=1, max_size=3),
    max_size=14,
)


@pytest.mark.hypothesis
@pytest.mark.parametrize(("game", "slug"), ALL)
def test_no_address_is_too_strange(open_app, tmp_path_factory, game, slug):
    phone = Phone(open_app(tmp_path_factory.mktemp("strange") / "matches.sqlite3"))
    begin_match(phone, game)

    @given(QUERIES, st.booleans())
    def ask(fields, in_match):
        page = settle(phone, f"{game}/{slug}", fields, **({"match": "1"} if in_match else {}))
        assert page.status in (200, 422)
        assert ('class="answer' in page.html) <= (page.status == 200 or "match" in fields)

    ask()
