"""Settle it over HTTP: a page for each dispute, whole without scripts, kind to any address.

What the rulings say is asked of them in tests/scoring/test_rulings.py; here it is how a page
shows it.
"""

import re
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games import GAMES
from app.games.trico.house_rules import DECK
from testkit.match import CAST
from testkit.play import play_at_random
from testkit.web.phone import HTMX, Page, Phone
from testkit.web.table import begin_match, enter_deck, keep
from tests.golden import demo_deck

ALL = [(game.key, each.slug) for game in GAMES.values() for each in game.rulings]
HANDS = {f"saved.{s}.{n}": "on" for s, hand in enumerate([[5, 2, 9], [1, 3, 6]]) for n in hand}

every_ruling = pytest.mark.parametrize(("game", "slug"), ALL)


def settle(phone: Phone, path: str, fields: object = (), **more: object) -> Page:
    """The page of a ruling with these fields; more than one value of a field as a list."""
    query = urlencode(dict(fields) | more, doseq=True)
    return phone.open(f"/rules/settle/{path}?{query}")


def test_a_rank_on_a_key_is_that_of_the_cards_in_any_digits(phone):
    asked = {"query_string": {"S": "J"}, "headers": {"Accept-Language": "ar-JO"}}
    html = phone.client.get("/rules/settle/trex/layout", **asked).text

    ranks = re.findall(r'<span class="suit">(\w+)</span>', html)
    assert ranks == ["A", "K", "Q", "J", "10", *"98765432"] * 4


def test_every_ruling_is_found_in_two_taps_and_opens_with_its_question_and_rule(phone):
    contents = phone.open("/rules/settle/")
    for game in GAMES.values():
        of_game = phone.open(f"/rules/settle/{game.key}")
        for ruling in game.rulings:
            path = f"{game.key}/{ruling.slug}"
            assert f"/rules/settle/{path}" in contents.links
            assert f"/rules/settle/{path}" in of_game.links
            page = settle(phone, path)
            assert page.status == 200
            assert page.says(ruling.title)
            assert f"/rules/{game.key}#{ruling.rule}" in page.links
            assert page.form(ruling.slug).method == "get"
    for path in ("poker", "trex/revoke", "poker/trick", "trex/trick"):
        assert settle(phone, path).status == 404


def test_a_verdict_is_shown_as_soon_as_nothing_is_missing(phone):
    follow = settle(phone, "italian_whist/follow", lead="H", hold=["H", "RJ"])
    assert follow.says("play ♥ or the red joker.")

    score = settle(phone, "trico/score", HANDS, deck="demo")
    assert score.says("Player 1: 4, Player 2: 5.")
    assert "<s>pair of heart</s> blocked by" in score.html


@pytest.mark.every_door
def test_each_card_lies_in_the_next_place_can_be_taken_back_and_is_not_offered_again(phone):
    page = settle(phone, "italian_whist/trick", trumps="spades", card1="KH", suit="H")
    sent = page.form("trick").filled({"trumps": "spades", "suit": "H", "card2": "AH"})

    assert sent["card1"] == "KH"
    full = settle(phone, "italian_whist/trick", sent, card3="BJ")
    assert full.says("Player 2 takes it: A♥.") or "decides" in full.text
    back = next(link for link in full.links if "card2" not in link and "card1=KH" in link)
    assert phone.open(back).form("trick").offers("card2", "QH")

    two = settle(phone, "italian_whist/trick", card1="KH", card2="RJ").html
    for card in ("QH", "BJ"):
        assert "disabled" not in two.partition(f'value="{card}"')[2].partition(">")[0]
    assert two.count(" disabled>") == 2


@pytest.mark.every_door
def test_htmx_gets_the_part_that_changes_and_no_hand_of_cards_in_the_address(phone):
    page = phone.open("/rules/settle/tribello/widow?dealer=5", headers=HTMX)

    assert page.status == 200
    assert "<html" not in page.html
    assert page.html.lstrip().startswith('<div id="ruling"')
    assert "hx-replace-url" not in settle(phone, "trex/redeal").html
    assert "hx-replace-url" in settle(phone, "trex/double").html


@pytest.mark.every_door
def test_a_match_fills_in_trumps_names_and_the_hand(begin):
    table = begin("italian_whist").play(*7 * [[3, 3, 3]])
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


def test_once_a_card_lies_what_was_answered_before_it_is_one_line(phone):
    empty, begun = (
        settle(phone, "italian_whist/trick", {"trumps": "spades"} | card)
        for card in ({}, {"card1": "KH"})
    )

    assert empty.says("Tap the three cards in order. Trumps No trumps")
    assert begun.says("Tap the three cards in order. ♠ are trumps Trumps No trumps")


def test_what_the_match_says_can_be_said_otherwise_and_the_winner_leads_the_next_trick(begin):
    whist, trex = begin("italian_whist"), begin("trex").play(0, "slaps")
    fields = {"match": whist.id, "card1": "KH", "card2": "2S", "card3": "AH"}

    page = settle(whist.phone, "italian_whist/trick", fields, leader=0)
    assert any("leader=2" in link and "card" not in link for link in page.links)
    assert page.says("A Anna K♥", "B Bruno 2♠")
    spades = settle(whist.phone, "italian_whist/trick", fields, leader=0, trumps="spades")
    assert spades.says("Bruno takes it: 2♠.")
    unsaid = settle(whist.phone, "italian_whist/trick", fields, trumps="spades")
    assert unsaid.says("1st card K♥", "Player 2 takes it: 2♠.")

    by_match = settle(trex.phone, "trex/stop", match=trex.id)
    assert by_match.says("From the match: Slaps · Kingdom 1")
    otherwise = settle(trex.phone, "trex/stop", match=trex.id, contract="queens")
    assert otherwise.says("How many queens have been taken?")
    assert not otherwise.says("From the match")
    assert not otherwise.says("Complex")


def test_a_match_knows_who_doubled_and_who_has_which_role(begin):
    trex, tribello = begin("trex"), begin("tribello")
    trex.play(0, "queens", {"QS": 1})
    tribello.play(None, [7, 4, 2])

    assert settle(trex.phone, "trex/double", match=trex.id).says("Bruno doubled Q♠")
    widow = settle(trex.phone, "tribello/widow", match=tribello.id, dealer=5)
    assert widow.says("Bruno: how many cards?")
    assert widow.says("Carla may draw up to 8 cards.")


def test_a_match_of_trico_brings_its_deck_and_more_may_be_asked_about_than_play(begin, phone):
    table = begin("trico", 2, **DECK.fill(demo_deck()))

    def score(*about, **more):
        return settle(phone, "trico/score", *about, match=table.id, **more)

    assert score(HANDS).says("Anna: 4, Bruno: 5.")
    assert score(deck="symbols", players=2).html.count('class="disc') == 2
    three = score(deck="symbols", players=3)
    assert three.says("Player 3")
    assert ">A</span>" not in three.html


def test_a_deck_that_was_entered_is_offered_at_the_tables_of_its_club(begin, phone):
    table = begin("trico", 2)
    enter_deck(phone, DECK.fill(demo_deck()), name="<b>Grandma’s")
    fields = {f"saved.0.{n}": "on" for n in (1, 5, 7)} | {"deck": "1", "players": "1"}

    page = settle(phone, "trico/score", fields, match=table.id)
    assert page.says("<b>Grandma’s", "8.")
    assert not settle(phone, "trico/score", fields).says("Grandma")


STRANGE = ["<script>alert(1)</script>", "محمد عبد الرحمن", "W" * 200, "עליזה"]


@every_ruling
def test_names_of_any_kind_are_only_names(begin, game, slug):
    table = begin(game, (2 * STRANGE)[: GAMES[game].players[0]])
    fields = {"match": table.id, "taker": 0, "doubler": 2, "dealer": 3, "left": 1}

    page = settle(table.phone, f"{game}/{slug}", fields, tricks1=9)

    assert page.status == 200
    assert "<script>alert" not in page.html
    # A ruling that is about cards alone names nobody.
    assert STRANGE[1] in page.isolated or STRANGE[1] not in page.html


@every_ruling
def test_a_match_that_is_over_can_still_be_asked_about(app, rng, game, slug):
    table = keep(app, play_at_random(GAMES[game], rng))
    page = settle(table.phone, f"{game}/{slug}", match=table.id)

    assert page.status == 200
    assert table.path in page.links


@pytest.mark.parametrize(
    ("ruling", "fields", "said", "kept"),
    [
        (
            "italian_whist/trick",
            {"trumps": "spades", "card1": "KH", "card2": "KH", "card3": "2S"},
            "K♥ is here twice",
            {"trumps": "spades", "card1": "KH", "card3": "2S"},
        ),
        ("italian_whist/trick", {"card1": ["KH", "QH"]}, "one card, not 2.", {}),
        ("italian_whist/trick", {"trumps": "hearts"}, "“hearts” is not one of", {}),
        (
            "torite/win",
            {"players": 3, "tricks1": 8, "tricks2": 4, "card1": "4H"},
            "“4H” is not a card of this pack.",
            {"players": "3", "tricks1": "8", "tricks2": "4"},
        ),
    ],
    ids=["twice", "two", "trumps", "no card"],
)
def test_what_cannot_be_right_is_said_at_its_field_and_the_rest_is_kept(
    phone, ruling, fields, said, kept
):
    page = settle(phone, ruling, fields)
    typed = page.form(ruling.partition("/")[2]).typed

    assert page.refuses(said)
    assert 'role="alert"' in page.html
    assert kept.items() <= typed.items()
    assert "card2" not in typed


def test_the_number_of_a_match_has_no_comma(begin, phone, db):
    begin("tribello")
    db.execute("UPDATE clubs SET next_match = 1234")
    table = begin("tribello")

    assert settle(phone, "trex/layout", match=table.id, S="J").says("Match 1234 is Tribello")


def test_a_match_of_another_game_answers_nothing_and_ten_thousand_letters_are_refused(begin, phone):
    table = begin("tribello")
    other = settle(phone, "trex/layout", match=table.id, S="J")
    long = settle(phone, "italian_whist/trick", card1="<b>" * 3_400)

    assert other.status == 200
    assert other.says("Match 1 is Tribello, not Trex.", "You may lay")
    assert long.status == 422
    assert "<b><b>" not in long.html
    assert long.html.count("&lt;b&gt;") < 400


NAMES = sorted(
    {"match", "suit", "settle", "card", "card1", "card2", "card3", "card4", "trumps", "hand"}
    | {"leader", "lead", "second", "hold", "free", "contract", "hearts", "twos", "threes"}
    | {
        "taker",
        "doubler",
        "own_double",
        "own_lead",
        "partner_takes",
        "partners",
        "S",
        "H",
        "D",
        "C",
        "king",
        "queens",
    }
    | {"dealer", "left", "players", "round", "eight", "five", "tricks1", "tricks2", "tricks3"}
    | {"1S", "1H", "1D", "1C", "2S", "3H", "4C", "deck", "saved.0.1", "saved.1.1", "saved.0.9"}
    | {"cards.0.0.has.spade", "cards.1.2.other", "cards.0.0.number", "cards.0.1.large.heart"}
)
WORDS = [
    *("10", "13", "KH", "QS", "2C", "RJ", "BJ", "none", "spades", "yes", "no", "first", "second"),
    *("on", "demo", "match", "symbols", "king", "trex", "complex", "nobody"),
    *("leader_gains", "opponents_gain", "same", "plain", "doubled"),
    *("0123456789SHDCAKQJ"),
    *("", " ", "-1", "1e9", "９", "1" * 5000, "moon*"),
]
QUERIES = st.dictionaries(
    st.sampled_from(NAMES) | st.text(max_size=8),
    st.lists(st.sampled_from(WORDS) | st.text(max_size=20), min_size=1, max_size=3),
    max_size=14,
)


@pytest.mark.hypothesis
@every_ruling
def test_no_address_is_too_strange(open_app, tmp_path_factory, game, slug):
    phone = Phone(open_app(tmp_path_factory.mktemp("strange") / "matches.sqlite3"))
    begin_match(phone, game)

    @given(QUERIES, st.booleans())
    def ask(fields, in_match):
        page = settle(phone, f"{game}/{slug}", fields, **({"match": "1"} if in_match else {}))
        # There may be no such match.
        assert page.status in ({200, 404, 422} if "match" in fields else {200, 422})
        assert ('class="answer' in page.html) <= (page.status == 200 or "match" in fields)

    ask()


def test_the_key_of_a_player_has_the_hue_of_their_disc(begin):
    begin("trex", CAST)
    table = begin("trex", CAST[::-1]).play(0, "king")

    page = table.phone.open(f"/rules/settle/trex/double?match={table.id}&card=KH")

    hues = re.findall(
        r'hue-(\d)"[^>]*>\s*(?:<input[^>]*>)?\s*<span class="disc hue-(\d)', page.html
    )
    assert len(hues) >= 4
    assert all(edge == disc for edge, disc in hues), hues
