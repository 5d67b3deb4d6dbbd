"""Cards that a table has learned: what its page offers, and a card that is put right in every
round."""

import pytest

from app.games.trico.house_rules import HOUSE_DECK
from app.scoring.match.known_cards import known_in
from app.web.decks import cards

ROUND = [[5, 2, 9], [7, 1, 3], [4, 6, 8]]
FACES = [[HOUSE_DECK[str(n)] | {"number": n} for n in hand] for hand in ROUND]
STAR = {"card.has.spade": "on", "card.large.heart": "on", "card.has.star": "on"}


@pytest.fixture
def table(begin):
    """A match of three with the nine cards known after its first round."""
    return begin("trico", 3, entry="symbols", target="99").play(FACES)


def test_a_round_is_entered_by_numbers_once_the_cards_are_known(table):
    page = table.open()

    assert page.says("Which cards did they keep?")
    assert page.says("All nine cards are known · pencil: correct one")
    label = '5: large spade, heart, diamond"'
    assert f'data-name="{label}' in page.html
    fields = {f"cards.{s}.{n}.number": str(c) for s, h in enumerate(ROUND) for n, c in enumerate(h)}
    assert "Save the round" in table.send("/preview", fields).text
    assert table.type(fields).status == 303
    assert table.events[-1].answer == FACES


def test_without_a_script_each_known_card_says_who_keeps_it(table):
    form = table.open().form("/entries")
    kept = {f"cards.kept.{card}": str(seat) for seat, hand in enumerate(ROUND) for card in hand}

    assert all(form.offers(f"cards.kept.{n}", value) for n in range(1, 10) for value in "012")
    refused = table.type(form.typed | kept | {"cards.kept.4": "0"})
    assert refused.refuses("Anna has 4 cards, not 3.")
    assert refused.form("/entries").typed["cards.kept.4"] == "0"
    assert table.type(form.typed | kept).status == 303
    assert sorted(face["number"] for face in table.events[-1].answer[0]) == [2, 5, 9]


def test_a_card_that_is_so_is_put_right_in_every_round_after_its_page_shows_what_changes(table):
    table.play(FACES)
    before = table.totals

    page = table.open("/cards/2?" + "&".join(f"{name}=on" for name in STAR))
    assert page.says("Changing card 2 in every round.")
    assert table.send("/cards/2", STAR).says("Save the change")
    assert table.totals == before
    assert table.send("/cards/2", STAR | {"save": "1"}).status == 303

    assert known_in(table.match)["2"]["symbols"] == ["spade", "heart", "star"]
    assert [face["symbols"] for face in table.match.answers[2]["cards"][0]][1][-1] == "star"
    assert "Changed: Round 1" in table.open().text
    # One undo takes all of it back.
    table.send("/undo", {"times": "2"})
    assert (table.totals, known_in(table.match)) == (before, HOUSE_DECK)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"card.has.spade": "on"}, "it shows 1 symbol, but every card shows 3 or 5."),
        ({}, "which symbols does it show?"),
        (
            {"card.has.spade": "on", "card.large.heart": "on", "card.has.acorn": "on"},
            "This is already what the card shows: nothing would change.",
        ),
    ],
)
def test_a_card_that_cannot_be_so_is_refused_and_what_was_tapped_stays(table, fields, words):
    page = table.send("/cards/2", fields | {"save": "1"})

    assert page.status == 422
    assert page.says(words)
    assert page.form("/cards/2").typed.items() >= fields.items()


def test_a_card_that_another_phone_has_changed_since_is_looked_at_once_more(table):
    line = table.last_line
    table.play(FACES)

    page = table.send("/cards/2", STAR | {"save": "1"}, after=line)

    assert page.status == 409
    assert known_in(table.match)["2"] == HOUSE_DECK["2"]


def test_more_rounds_than_can_be_checked_in_time_are_refused_with_their_number(begin, monkeypatch):
    monkeypatch.setattr(cards, "MAX_MENDED", 2)
    table = begin("trico", 3, entry="symbols", target="99").play(*[FACES] * 3)

    page = table.send("/cards/2", STAR | {"save": "1"})

    assert page.status == 422
    assert page.says("Card 2 was kept in 3 rounds; at most 2 are put right at once.")


def test_only_a_card_that_is_known_has_a_page(begin):
    table = begin("trico", 2, entry="symbols").play(FACES[:2])

    assert table.open("/cards/5").status == 200
    for path in ("/cards/4", "/cards/0", "/cards/10"):
        assert table.open(path).status == table.send(path, STAR).status == 404
    assert begin("tribello").open("/cards/5").status == 404
    assert begin("trico", entry="deck", saved_deck="house").open("/cards/5").status == 404


def test_the_end_of_trico_counts_its_rounds(begin):
    table = begin("trico", 3, entry="symbols", target="5").play(FACES)

    assert table.open().says("Trico · 1 round")
