"""Decks: our own and those that people entered, to look at, to play with, and to print."""

from unittest.mock import Mock

import pytest

from app.games.trico.house_rules import DECK, HOUSE_DECK, OURS
from app.paper.pdf import LIBRARIES, NotInstalled
from app.paper.print_queue import PrintQueue
from testkit.play import draw_deck
from testkit.web.table import enter_deck, new_match

OUR_NAME = "House deck – ours, not the published one"


@pytest.fixture
def deck(rng):
    """The fields of nine cards."""
    return DECK.fill(draw_deck(DECK, rng))


@pytest.mark.every_door
def test_a_deck_whose_form_is_sent_again_is_kept_once(phone, deck):
    form = phone.open("/decks/new?game=trico").form("/decks")
    fields = form.typed | deck

    assert phone.send(form.action, fields).goes_to == phone.send(form.action, fields).goes_to
    assert phone.open("/decks/2").status == 404


@pytest.mark.every_door
def test_boxed_cards_are_chosen_to_begin_with_and_the_house_deck_is_the_last_one(phone):
    page = phone.open("/matches/new?game=trico")

    assert page.says("Tricktally house deck, not the published cards")
    # Nobody is told a direction where all play at once.
    assert not page.says("play goes to the left")
    assert phone.open("/matches/new?game=tribello").says("play goes to the left")
    form = page.form("/matches")
    assert form.offers("entry", "deck:house")
    assert form.offers("entry", "counts")
    assert form.typed["entry"] == "symbols"
    # How a round is scored is asked before the house rules.
    shown, _folded = page.text.split("House rules")
    assert "How do you score a round?" in shown
    assert "count sets, pairs and large cards" in shown
    assert shown.index("Our boxed cards") < shown.index("Tricktally house deck")

    names = {"players.0": "Anna", "players.1": "Bruno"}
    page = phone.send("/matches", form.typed | names)
    assert phone.open(page.goes_to).says("What do their cards show?")
    page = phone.send("/matches", form.typed | names | {"entry": "deck:house"})
    assert phone.open(page.goes_to).says("Which three did each keep?")


def test_the_cards_that_the_latest_match_has_learned_are_known_in_the_next(phone, begin):
    hands = [[5, 2, 9], [7, 1, 3]]
    table = begin("trico", 2, entry="symbols").play(faces_of(hands))

    page = phone.open("/matches/new?game=trico")
    form = page.form("/matches")
    names = {"players.0": "Anna", "players.1": "Bruno"}

    assert page.says("tap their numbers: 6 of 9 are known")
    assert page.says("Other boxed cards")
    assert form.typed["entry"] == "symbols:boxed"
    known = phone.send("/matches", form.typed | names).goes_to
    assert phone.open(known).says("Tap a number: its card is known")
    other = phone.send("/matches", form.typed | names | {"entry": "symbols"}).goes_to
    assert phone.open(other).says("Tap each symbol")
    # As last time begins with what that match has learned, and not with what it began with.
    page = phone.open(f"/matches/new?game=trico&from={table.id}")
    assert page.form("/matches").typed["entry"] == "symbols:boxed"


def faces_of(hands):
    return [[HOUSE_DECK[str(n)] | {"number": n} for n in hand] for hand in hands]


def test_the_house_deck_is_played_with_without_being_typed(begin, phone, deck):
    table = begin("trico", entry="deck", saved_deck="house")
    assert table.prompt.kind == "pick"
    assert table.events[0].answer["deck"] == HOUSE_DECK
    assert "deck" not in begin("trico", entry="counts", saved_deck="house").events[0].answer
    table.play([[5, 2, 9], [1, 3, 6]])
    assert table.open().status == 200
    assert table.open("/log").says(OUR_NAME)

    # One of one's own comes before it and is chosen, but not for who played with ours.
    page = phone.open(enter_deck(phone, deck).goes_to)
    assert page.text.index("Red box") < page.text.index("Tricktally house deck")
    assert page.form("/matches").typed["entry"] == "deck:1"
    page = phone.open(f"/matches/new?game=trico&from={table.id}")
    assert page.form("/matches").typed["entry"] == "deck:house"


def test_a_deck_that_nobody_entered_is_neither_found_nor_played_with(phone):
    for key in ("2", "0", "-1", "9" * 30, "٣", "%00"):
        assert phone.open(f"/decks/{key}").status == 404, key
        assert phone.open(f"/decks/{key}/cards.pdf").status == 404, key
        page = phone.send("/matches", new_match("trico", entry="deck", saved_deck=key))
        assert page.refuses("choose or enter a deck first"), key


def test_who_enters_a_deck_can_take_ours_instead_and_keeps_what_was_typed(phone):
    page = phone.open("/decks/new?game=trico&players.0=Anna")

    back, link = [link for link in page.links if link.startswith("/matches/new")]
    assert phone.open(back).form("/matches").typed["players.0"] == "Anna"
    typed = phone.open(link).form("/matches").typed
    assert (typed["players.0"], typed["entry"]) == ("Anna", "deck:house")
    assert "/decks/house" in page.links


def test_the_house_deck_is_known_however_it_is_written_and_by_every_symbol():
    mirrored = {
        number: {"large": face["large"], "symbols": face["symbols"][::-1]}
        for number, face in reversed(HOUSE_DECK.items())
    }
    other = HOUSE_DECK | {"8": {"symbols": ["heart", "diamond", "club"], "large": []}}
    smaller = HOUSE_DECK | {"2": {"symbols": ["spade", "heart", "acorn"], "large": []}}

    assert str(DECK.describe(HOUSE_DECK)) == str(DECK.describe(mirrored)) == OUR_NAME
    assert not OURS.is_same(other)
    assert not OURS.is_same(smaller)
    assert str(DECK.describe(other)).startswith("1 spade heart diamond club leaf, 2 spade heart*")


@pytest.mark.every_door
def test_the_house_deck_says_on_its_page_that_it_is_ours_and_others_do_not(phone, deck):
    page = phone.open("/decks/house")
    assert page.says("These are not the published cards")
    assert page.html.count('<article class="face-card') == 9

    enter_deck(phone, deck, name="<i>Red</i>")
    page = phone.open("/decks/1")
    assert page.says("<i>Red</i>")
    assert "<i>Red" not in page.html
    assert not page.says("Ours")


@pytest.mark.usefixtures("render_here")
def test_a_deck_is_a_pdf_to_print_in_every_way_that_its_page_links(phone, deck):
    enter_deck(phone, deck)
    links = [link for link in phone.open("/decks/house").links if ".pdf" in link]
    assert len(links) == 4

    for link in (*links, *(f"/decks/1/cards.pdf?paper={paper}" for paper in ("a4", "letter"))):
        response = phone.client.get(link)

        assert response.status_code == 200
        assert response.mimetype == "application/pdf"
        assert response.data.startswith(b"%PDF-")


def test_a_paper_on_which_nine_cards_do_not_fit_and_a_missing_pango_are_said_in_a_line(
    phone, monkeypatch
):
    for paper in ("a5", "A4", "", "../a4", "x" * 3000):
        page = phone.open(f"/decks/house/cards.pdf?paper={paper}")
        assert page.status == 400
        assert page.says("There is no such paper size. Choose one of: a4, letter.")

    monkeypatch.setattr(PrintQueue, "get_or_render", Mock(side_effect=NotInstalled("no Pango")))
    page = phone.open("/decks/house/cards.pdf")
    assert page.status == 503
    assert page.says(f"sudo apt install {LIBRARIES}")
