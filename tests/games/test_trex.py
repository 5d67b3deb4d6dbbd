"""Trex: four kingdoms, five contracts each, and cards that can be doubled."""

from itertools import product

import pytest

from app.games.trex import GAME
from tests.front_door import Match, match_file
from tests.play import play_at_random

KING = {"contract": "king", "king": 2}
QUEENS = {"contract": "queens", "queens": {"QS": 0, "QH": 1, "QD": 2, "QC": 3}}
DIAMONDS = {"contract": "diamonds", "diamonds": [2, 6, 0, 5]}
SLAPS = {"contract": "slaps", "tricks": [1, 3, 4, 5]}
TREX = {"contract": "trex", "out": [3, 0, 2, 1]}
COMPLEX = {
    "contract": "complex",
    "king": 0,
    "queens": {"QS": 0, "QH": 1, "QD": 2, "QC": 0},
    "diamonds": [4, 2, 6, 1],
    "tricks": [5, 3, 4, 1],
}
DOUBLED_COMPLEX = COMPLEX | {"doubled": {"QS": 3, "QD": 1}}
KINGDOM = [KING, QUEENS, DIAMONDS, SLAPS, TREX]

DOUBLED_QUEENS = {
    "contract": "queens",
    "doubled": {"QS": 1, "QH": 1, "QC": 3},
    "queens": {"QS": 2, "QH": 1, "QD": 2, "QC": 0},
}
WORKED_KINGDOM = [KING | {"king": 1, "doubled": {"KH": 2}}, DIAMONDS, DOUBLED_QUEENS, SLAPS, TREX]


def owned(first, *others, owner=0):
    """Deals in which the owner of the first kingdom is named."""
    return [{"owner": owner} | first, *others]


# --- the contracts ------------------------------------------------------------------------------


def test_the_king_of_hearts_costs_75(sit_down):
    match = sit_down("trex", owned(KING))

    assert match.scores == {"Anna": 0, "Bruno": 0, "Carla": -75, "Dino": 0}


def test_each_queen_costs_25(sit_down):
    queens = {"QS": 0, "QH": 1, "QD": 1, "QC": 1}

    match = sit_down("trex", owned(QUEENS | {"queens": queens}))

    assert match.scores == {"Anna": -25, "Bruno": -75, "Carla": 0, "Dino": 0}


def test_each_diamond_costs_10(sit_down):
    match = sit_down("trex", owned(DIAMONDS))

    assert match.scores == {"Anna": -20, "Bruno": -60, "Carla": 0, "Dino": -50}


def test_each_slap_costs_15(sit_down):
    match = sit_down("trex", owned(SLAPS))

    assert match.scores == {"Anna": -15, "Bruno": -45, "Carla": -60, "Dino": -75}


def test_going_out_in_trex_pays_200_150_100_and_50(sit_down):
    match = sit_down("trex", owned(TREX))

    assert match.scores == {"Dino": 200, "Anna": 150, "Carla": 100, "Bruno": 50}


def test_the_fourth_place_in_trex_follows_from_the_other_three(sit_down):
    match = sit_down("trex", owned(TREX | {"out": [3, 0, 2]}))

    assert match.scores["Bruno"] == 50


def test_complex_adds_up_king_queens_diamonds_and_slaps(sit_down):
    match = sit_down("trex", owned(COMPLEX), complex=True)

    assert match.scores == {
        "Anna": -75 - 25 - 25 - 40 - 75,
        "Bruno": -25 - 20 - 45,
        "Carla": -25 - 60 - 60,
        "Dino": -10 - 15,
    }


def test_the_queen_of_diamonds_is_a_diamond_too(sit_down):
    queens = {"QS": 0, "QH": 0, "QD": 3, "QC": 0}

    match = sit_down("trex", owned(COMPLEX | {"queens": queens}), complex=True)

    assert match.parts("Dino") == [
        (-25, "took the Q♦"),
        (-10, "1 diamond"),
        (-15, "1 trick"),
    ]


def test_doubling_the_queen_of_diamonds_does_not_double_the_diamond(sit_down):
    match = sit_down("trex", owned(DOUBLED_COMPLEX), complex=True)

    assert match.scores["Carla"] == -50 - 60 - 60


def test_the_complex_deal_of_the_rules_page(sit_down):
    match = sit_down("trex", owned(DOUBLED_COMPLEX), complex=True)

    assert match.scores == {"Anna": -265, "Bruno": -65, "Carla": -170, "Dino": 0}


def test_a_kingdom_comes_to_nothing_for_the_table_together(sit_down):
    match = sit_down("trex", owned(*KINGDOM))

    assert sum(match.totals.values()) == 0
    assert [str(note) for note in match.deals[4].notes] == [
        "Anna’s kingdom is closed. Its scores add up to 0."
    ]


# --- doubled cards, each for themselves ---------------------------------------------------------


def test_a_doubled_card_costs_its_taker_double_and_pays_its_doubler(sit_down):
    match = sit_down("trex", owned(KING | {"doubled": {"KH": 2}, "king": 1}))

    assert match.scores == {"Anna": 0, "Bruno": -150, "Carla": 75, "Dino": 0}


def test_a_doubled_queen_costs_50_and_pays_25(sit_down):
    match = sit_down("trex", owned(QUEENS | {"doubled": {"QS": 2}}))

    assert match.scores == {"Anna": -50, "Bruno": -25, "Carla": 0, "Dino": -25}


def test_whoever_takes_their_own_doubled_card_pays_its_plain_value(sit_down):
    match = sit_down("trex", owned(KING | {"doubled": {"KH": 2}}))

    assert match.scores == {"Anna": 0, "Bruno": 0, "Carla": -75, "Dino": 0}


def test_a_table_may_charge_double_for_ones_own_doubled_card(sit_down):
    match = sit_down("trex", owned(KING | {"doubled": {"KH": 2}}), own_double="doubled")

    assert match.scores == {"Anna": 0, "Bruno": 0, "Carla": -150, "Dino": 0}


def test_a_table_may_pay_the_leader_of_that_trick(sit_down):
    deal = KING | {"doubled": {"KH": 2}, "leaders": {"KH": 0}}

    match = sit_down("trex", owned(deal), own_double="leader_gains")

    assert match.scores == {"Anna": 75, "Bruno": 0, "Carla": -150, "Dino": 0}


def test_who_led_their_own_doubled_card_pays_its_plain_value(sit_down):
    deal = KING | {"doubled": {"KH": 2}, "leaders": {"KH": 2}}

    match = sit_down("trex", owned(deal), own_double="leader_gains")

    assert match.scores == {"Anna": 0, "Bruno": 0, "Carla": -75, "Dino": 0}


def test_who_led_is_asked_only_of_cards_that_their_own_doubler_took(sit_down):
    match = sit_down("trex", owned(DOUBLED_QUEENS), own_double="leader_gains")

    assert match.next == (1, "leaders")
    assert match.standing.prompt.cards == ["QH"]


def test_who_led_is_not_asked_when_nobody_took_their_own_doubled_card(sit_down):
    deal = KING | {"king": 1, "doubled": {"KH": 2}, "leaders": {"KH": 0}}

    match = sit_down("trex", owned(deal), own_double="leader_gains")

    assert match.refused_at == (1, "leaders")


def test_who_led_is_not_asked_where_the_leader_gains_nothing(sit_down):
    deal = KING | {"doubled": {"KH": 2}, "leaders": {"KH": 0}}

    match = sit_down("trex", owned(deal))

    assert match.problem == "“leaders” is not asked in this deal."


def test_all_four_queens_may_be_doubled_by_one_and_taken_by_another(sit_down):
    cards = ["QS", "QH", "QD", "QC"]
    deal = QUEENS | {"doubled": dict.fromkeys(cards, 0), "queens": dict.fromkeys(cards, 2)}

    match = sit_down("trex", owned(deal))

    assert match.scores == {"Anna": 100, "Bruno": 0, "Carla": -200, "Dino": 0}


def test_every_part_of_a_score_says_which_card_it_was(sit_down):
    match = sit_down("trex", owned(DOUBLED_QUEENS))

    assert match.parts("Bruno") == [
        (25, "doubled the Q♠ that Carla took"),
        (-25, "took their own doubled Q♥"),
    ]
    assert match.parts("Carla") == [
        (-50, "took the Q♠ that Bruno doubled"),
        (-25, "took the Q♦"),
    ]


def test_a_kingdom_falls_short_by_the_plain_value_when_nobody_gains(sit_down):
    deals = owned(KING | {"doubled": {"KH": 2}}, QUEENS, DIAMONDS, SLAPS, TREX)

    match = sit_down("trex", deals, own_double="doubled")

    assert sum(match.totals.values()) == -75
    assert str(match.deals[4].notes[0]).endswith("Its scores add up to −75.")


def test_who_doubled_stays_in_sight_during_the_deal(sit_down):
    match = sit_down("trex", [{"owner": 0, "contract": "king", "doubled": {"KH": 3}}])

    assert [str(reminder) for reminder in match.deal.reminders] == ["Dino doubled K♥"]


# --- partners -----------------------------------------------------------------------------------


def test_partners_sit_opposite_and_share_one_score(sit_down):
    match = sit_down("trex", owned(DIAMONDS), partners=True)

    assert match.scores == {"Anna & Carla": -20, "Bruno & Dino": -110}
    assert match.report["sides"] == [["Anna", "Carla"], ["Bruno", "Dino"]]


@pytest.mark.parametrize(
    ("out", "points"),
    [
        ([0, 2, 1, 3], [350, 150]),
        ([0, 1, 2, 3], [300, 200]),
        ([0, 1, 3, 2], [250, 250]),
        ([1, 0, 2, 3], [250, 250]),
        ([1, 0, 3, 2], [200, 300]),
        ([1, 3, 0, 2], [150, 350]),
    ],
)
def test_both_places_of_a_side_count_in_trex(sit_down, out, points):
    match = sit_down("trex", owned(TREX | {"out": out}), partners=True)

    assert match.rows[0]["scores"] == points


def test_a_card_doubled_by_the_other_side_costs_double_and_pays_them(sit_down):
    match = sit_down("trex", owned(KING | {"doubled": {"KH": 3}}), partners=True)

    assert match.scores == {"Anna & Carla": -150, "Bruno & Dino": 75}


@pytest.mark.parametrize(
    ("own_double", "points"),
    [("plain", [-75, 0]), ("doubled", [-150, 0]), ("opponents_gain", [-150, 75])],
)
@pytest.mark.parametrize("doubler", [0, 2])
def test_a_card_doubled_by_the_own_side_costs_what_the_table_agreed(
    sit_down, own_double, points, doubler
):
    deal = KING | {"doubled": {"KH": doubler}}

    match = sit_down("trex", owned(deal), partners=True, own_double=own_double)

    assert match.rows[0]["scores"] == points


def test_every_partner_has_a_kingdom(sit_down):
    match = sit_down("trex", owned(*KINGDOM * 4), partners=True)

    assert match.owners == [name for name in ["Anna", "Bruno", "Carla", "Dino"] for _ in range(5)]


def test_the_side_with_the_highest_total_wins(sit_down):
    match = sit_down("trex", owned(*KINGDOM * 4), partners=True)

    assert match.totals == {"Anna & Carla": 120, "Bruno & Dino": -120}
    assert match.winners == ["Anna & Carla"]


def test_partners_who_take_their_partners_doubled_card_are_told_so(sit_down):
    match = sit_down("trex", owned(KING | {"doubled": {"KH": 0}}), partners=True)

    assert match.parts("Anna & Carla") == [(-75, "took the K♥, doubled by their own side")]


# --- the card table, case by case ---------------------------------------------------------------

ALONE = [{"own_double": own, "partners": False} for own in ("plain", "doubled", "leader_gains")]
IN_PAIRS = [{"own_double": own, "partners": True} for own in ("plain", "doubled", "opponents_gain")]


@pytest.mark.parametrize(
    "house", ALONE + IN_PAIRS, ids=lambda house: "-".join(map(str, house.values()))
)
def test_the_king_scores_by_the_card_table_whoever_takes_doubles_and_leads(house):
    for taker, doubler, leader in product(range(4), [None, 0, 1, 2, 3], range(4)):
        deal = {"owner": 0, "contract": "king", "king": taker}
        if doubler is not None:
            deal["doubled"] = {"KH": doubler}
        if house["own_double"] == "leader_gains" and taker == doubler:
            deal["leaders"] = {"KH": leader}

        match = Match(match_file("trex", [deal], **house))

        expected = sides(by_the_card_table(75, taker, doubler, leader, **house), **house)
        assert match.rows[0]["scores"] == expected


@pytest.mark.parametrize(
    "house", ALONE + IN_PAIRS, ids=lambda house: "-".join(map(str, house.values()))
)
def test_queens_and_complex_score_by_the_card_table(house, rng):
    for _ in range(100):
        taken = {card: rng.randrange(4) for card in ("KH", "QS", "QH", "QD", "QC")}
        doubled = {card: rng.randrange(4) for card in taken if rng.random() < 0.7}
        led = {card: rng.randrange(4) for card in taken}
        diamonds = shares(rng, 13)
        diamonds[diamonds.index(max(diamonds))] -= 1
        diamonds[taken["QD"]] += 1
        tricks = tricks_enough(taken, diamonds)
        king = taken.pop("KH")
        deal = {"owner": 0, "contract": "complex", "king": king, "queens": taken}
        deal |= {"doubled": doubled, "diamonds": diamonds, "tricks": tricks}
        takers = taken | {"KH": king}
        home = [card for card in doubled if doubled[card] == takers[card]]
        if house["own_double"] == "leader_gains" and home:
            deal["leaders"] = {card: led[card] for card in home}

        match = Match(match_file("trex", [deal], complex=True, **house))

        expected = [-10 * diamonds[seat] - 15 * tricks[seat] for seat in range(4)]
        for card, taker in takers.items():
            value = 75 if card == "KH" else 25
            scored = by_the_card_table(value, taker, doubled.get(card), led[card], **house)
            expected = [a + b for a, b in zip(expected, scored, strict=True)]
        assert match.rows[0]["scores"] == sides(expected, **house)


def by_the_card_table(value, taker, doubler, leader, *, own_double, partners):
    """What one card of plain `value` is worth to each of the four, straight from the table."""
    scores = [0, 0, 0, 0]
    same = taker == doubler or (partners and doubler is not None and (taker - doubler) % 2 == 0)
    if doubler is None or (same and own_double == "plain"):
        scores[taker] -= value
    elif not same:
        scores[taker] -= 2 * value
        scores[doubler] += value
    elif own_double == "doubled":
        scores[taker] -= 2 * value
    elif own_double == "leader_gains" and leader == taker:
        scores[taker] -= value
    elif own_double == "leader_gains":
        scores[taker] -= 2 * value
        scores[leader] += value
    elif own_double == "opponents_gain":
        scores[taker] -= 2 * value
        scores[(taker + 1) % 4] += value
    return scores


def sides(scores, *, partners, own_double):
    return [scores[0] + scores[2], scores[1] + scores[3]] if partners else scores


def shares(rng, total):
    """`total` shared out among four at random."""
    cuts = sorted(rng.randint(0, total) for _ in range(3))
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


def tricks_enough(taken, diamonds):
    """Thirteen tricks that hold everybody's penalty cards; the rest go to the first player."""
    tricks = []
    for seat in range(4):
        others = sum(taken[card] == seat for card in ("KH", "QS", "QH", "QC"))
        tricks.append((diamonds[seat] + others + 3) // 4)
    return [tricks[0] + 13 - sum(tricks), *tricks[1:]]


@pytest.mark.parametrize("contract", [DOUBLED_QUEENS, KING | {"doubled": {"KH": 2}}, TREX, SLAPS])
def test_plain_partners_score_what_both_would_score_alone(sit_down, contract):
    alone = sit_down("trex", owned(contract)).rows[0]["scores"]
    together = sit_down("trex", owned(contract), partners=True).rows[0]["scores"]

    assert together == [alone[0] + alone[2], alone[1] + alone[3]]


# --- miscounts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "answer", "words"),
    [
        (
            DIAMONDS | {"diamonds": [5, 5, 4, 0]},
            "diamonds",
            "That makes 14, not 13: 1 diamond too many.",
        ),
        (
            DIAMONDS | {"diamonds": [5, 5, 0, 0]},
            "diamonds",
            "That makes 10, not 13: 3 diamonds missing.",
        ),
        (SLAPS | {"tricks": [1, 3, 4, 4]}, "tricks", "That makes 12, not 13: 1 trick missing."),
        (
            KING | {"king": 4},
            "king",
            "“4” is not one of these players: 0 (Anna), 1 (Bruno), 2 (Carla), 3 (Dino).",
        ),
        (
            QUEENS | {"queens": {"QS": 0, "QH": 1, "QD": 2}},
            "queens",
            "Q♣ has no player yet.",
        ),
        (
            QUEENS | {"queens": QUEENS["queens"] | {"KH": 0}},
            "queens",
            "“KH” is not one of: Q♠, Q♥, Q♦, Q♣.",
        ),
        (TREX | {"out": [3, 0, 3, 1]}, "out", "Dino is already first out."),
        (
            TREX | {"out": [3, 0]},
            "out",
            "2 players have a place; 3 are needed. The last place fills itself.",
        ),
        (
            TREX | {"out": [3, 0, 1, 2, 2]},
            "out",
            "5 players have a place, but only 4 play.",
        ),
        (
            TREX | {"out": "3012"},
            "out",
            "“3012” is not a list of players.",
        ),
        (
            KING | {"doubled": {"QS": 0}},
            "doubled",
            "“QS” is not one of: K♥.",
        ),
    ],
)
def test_what_cannot_be_right_is_refused_in_words(sit_down, deal, answer, words):
    match = sit_down("trex", owned(deal))

    assert match.problem == words
    assert match.refused_at == (1, answer)


@pytest.mark.parametrize(
    ("contract", "doubled"), [("diamonds", "QD"), ("slaps", "KH"), ("trex", "QS")]
)
def test_nothing_is_doubled_in_diamonds_slaps_and_trex(sit_down, contract, doubled):
    deals = owned({"contract": contract, "doubled": {doubled: 0}})

    match = sit_down("trex", deals)

    assert match.refused_at == (1, "doubled")


@pytest.mark.parametrize(
    ("change", "answer", "words"),
    [
        (
            {"king": 3, "diamonds": [4, 3, 6, 0], "tricks": [6, 3, 4, 0]},
            "tricks",
            "Dino has at least 1, not 0: 1 penalty card, four to a trick.",
        ),
        (
            {"tricks": [1, 4, 4, 4]},
            "tricks",
            "Anna has at least 2, not 1: 7 penalty cards, four to a trick.",
        ),
        (
            {"diamonds": [4, 8, 0, 1]},
            "diamonds",
            "Carla has at least 1, not 0: the Q♦ is a diamond too.",
        ),
    ],
)
def test_penalty_cards_of_complex_need_tricks_to_lie_in(sit_down, change, answer, words):
    match = sit_down("trex", owned(COMPLEX | change), complex=True)

    assert match.problem == words
    assert match.refused_at == (1, answer)


def test_two_tricks_hold_eight_penalty_cards_but_not_nine(sit_down):
    eight = COMPLEX | {"diamonds": [5, 2, 5, 1], "tricks": [2, 5, 5, 1]}
    nine = COMPLEX | {"diamonds": [6, 2, 4, 1], "tricks": [2, 5, 5, 1]}

    assert sit_down("trex", owned(eight), complex=True).problems == []
    assert sit_down("trex", owned(nine), complex=True).refused_at == (1, "tricks")


def test_the_queen_of_diamonds_is_counted_among_the_diamonds(sit_down):
    """Four diamonds, the queen among them, fit into one trick."""
    deal = COMPLEX | {"diamonds": [4, 2, 4, 3], "tricks": [5, 4, 1, 3]}

    match = sit_down("trex", owned(deal), complex=True)

    assert match.problems == []


# --- kingdoms, owner, dealer --------------------------------------------------------------------


def test_the_owner_of_the_first_kingdom_is_asked_first(sit_down):
    match = sit_down("trex")

    assert match.next == (1, "owner")
    assert match.asked == "Who holds the 7♥ and owns the first kingdom?"


def test_anybody_deals_the_first_deal_and_the_owner_leads_it(sit_down):
    match = sit_down("trex", owned(KING, owner=2))

    assert match.dealers[0] == "–"
    assert match.leaders[0] == "Carla"


def test_the_owner_deals_and_leads_the_rest_of_the_kingdom(sit_down):
    match = sit_down("trex", owned(*KINGDOM, owner=2))

    assert match.dealers[1:5] == ["Carla"] * 4
    assert match.leaders[1:5] == ["Carla"] * 4


def test_every_later_owner_deals_all_their_deals(sit_down):
    match = sit_down("trex", owned(*KINGDOM * 4, owner=2))

    assert match.dealers[5:] == [name for name in ["Dino", "Anna", "Bruno"] for _ in range(5)]


def test_the_player_on_the_dealers_left_cuts(sit_down):
    match = sit_down("trex", owned(KING, owner=2))

    assert match.told[0] == "Carla deals 13 cards each, to the right; Bruno cuts."


@pytest.mark.parametrize("complex_rule", [False, True])
def test_each_deal_says_which_kingdom_and_which_deal_it_is(sit_down, complex_rule):
    kingdom = [COMPLEX, TREX] if complex_rule else KINGDOM

    match = sit_down("trex", owned(*kingdom, kingdom[0]), complex=complex_rule)

    count = len(kingdom)
    assert str(match.deals[0].title) == f"Kingdom 1 of 4 · deal 1 of {count}"
    assert str(match.deals[count].title) == f"Kingdom 2 of 4 · deal 1 of {count}"


@pytest.mark.parametrize(
    ("kingdoms", "owners"),
    [("right", ["Bruno", "Carla", "Dino", "Anna"]), ("abdc", ["Bruno", "Carla", "Anna", "Dino"])],
)
def test_kingdoms_pass_in_the_order_the_table_agreed(sit_down, kingdoms, owners):
    match = sit_down("trex", owned(*[COMPLEX, TREX] * 4, owner=1), complex=True, kingdoms=kingdoms)

    assert match.owners[::2] == owners


def test_the_table_may_pick_the_owner_of_every_kingdom(sit_down):
    deals = []
    for owner in (2, 0, 3, 1):
        deals += owned(COMPLEX, TREX, owner=owner)

    match = sit_down("trex", deals, complex=True, kingdoms="manual")

    assert match.owners[::2] == ["Carla", "Anna", "Dino", "Bruno"]
    assert match.dealers == ["–", "Carla", "Anna", "Anna", "Dino", "Dino", "Bruno", "Bruno"]


def test_a_picked_owner_has_not_owned_a_kingdom_before(sit_down):
    deals = [*owned(COMPLEX, TREX, owner=2), {"owner": 2}]

    match = sit_down("trex", deals, complex=True, kingdoms="manual")

    assert match.refused_at == (3, "owner")
    assert match.problem == "“2” is not one of these players: 0 (Anna), 1 (Bruno), 3 (Dino)."


def test_a_picked_owner_is_asked_at_the_start_of_each_kingdom(sit_down):
    match = sit_down("trex", owned(COMPLEX, TREX), complex=True, kingdoms="manual")

    assert match.next == (3, "owner")
    assert match.asked == "Who owns the next kingdom?"


def test_an_owner_is_not_named_twice(sit_down):
    match = sit_down("trex", [*owned(KING), {"owner": 1} | QUEENS])

    assert match.refused_at == (2, "owner")


def test_a_contract_is_named_once_in_a_kingdom(sit_down):
    match = sit_down("trex", owned(KING, KING))

    assert match.refused_at == (2, "contract")
    assert match.problem == (
        "King of hearts was already played in Anna’s kingdom. Left: Queens, Diamonds, Slaps, Trex."
    )


def test_the_same_contract_comes_back_in_the_next_kingdom(sit_down):
    match = sit_down("trex", owned(*KINGDOM, KING))

    assert match.owners[5] == "Bruno"
    assert match.scores["Carla"] == -75


def test_the_last_contract_is_the_only_one_left(sit_down):
    match = sit_down("trex", owned(*KINGDOM[:4]))

    assert match.asked == "Anna: only Trex is left"
    assert list(match.standing.prompt.options) == ["trex"]


@pytest.mark.parametrize(
    ("complex_rule", "contract"),
    [(False, "complex"), (True, "king"), (True, "slaps"), (False, "x")],
)
def test_a_contract_of_the_other_form_is_refused(sit_down, complex_rule, contract):
    match = sit_down("trex", owned({"contract": contract}), complex=complex_rule)

    assert match.refused_at == (1, "contract")


# --- what is asked ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "answer"),
    [
        ("king", "doubled"),
        ("queens", "doubled"),
        ("diamonds", "diamonds"),
        ("slaps", "tricks"),
        ("trex", "out"),
    ],
)
def test_after_the_contract_comes_its_first_question(sit_down, contract, answer):
    match = sit_down("trex", [{"owner": 0, "contract": contract}])

    assert match.next == (1, answer)


def test_complex_asks_its_four_parts_one_after_another(sit_down):
    prompts_seen = []
    for known in range(2, 7):
        keys = ["owner", "contract", "doubled", "king", "queens", "diamonds"][:known]
        deal = {key: ({"owner": 0} | DOUBLED_COMPLEX)[key] for key in keys}
        prompts_seen.append(sit_down("trex", [deal], complex=True).next)

    assert [key for _, key in prompts_seen] == ["doubled", "king", "queens", "diamonds", "tricks"]


def test_a_king_without_doubling_waits_for_its_taker_once_doubling_is_passed_over(sit_down):
    match = sit_down("trex", [{"owner": 0, "contract": "king", "doubled": {}}])

    assert match.next == (1, "king")


def test_after_a_deal_the_next_contract_is_asked(sit_down):
    match = sit_down("trex", owned(KING))

    assert match.next == (2, "contract")
    assert match.asked == "Anna, name the contract"


def test_an_unfinished_complex_deal_scores_nothing_yet(sit_down):
    started = {key: COMPLEX[key] for key in ("contract", "king", "queens", "diamonds")}

    match = sit_down("trex", owned(started), complex=True)

    assert match.rows == []
    assert match.next == (1, "tricks")


# --- house rules --------------------------------------------------------------------------------


def test_swapped_values_charge_15_for_a_diamond(sit_down):
    match = sit_down("trex", owned(DIAMONDS), swapped=True)

    assert match.scores == {"Anna": -30, "Bruno": -90, "Carla": 0, "Dino": -75}


def test_swapped_values_charge_10_for_a_trick(sit_down):
    match = sit_down("trex", owned(SLAPS), swapped=True)

    assert match.scores == {"Anna": -10, "Bruno": -30, "Carla": -40, "Dino": -50}


@pytest.mark.parametrize("contract", ["king", "queens", "diamonds", "slaps"])
def test_a_reversed_table_is_told_in_each_contract_that_the_lowest_total_wins(sit_down, contract):
    match = sit_down("trex", owned({"contract": contract}), reversed=True)

    assert match.guidance.startswith("Anna leads · lowest total wins")


def test_swapped_values_hold_in_complex_too(sit_down):
    match = sit_down("trex", owned(COMPLEX), complex=True, swapped=True)

    assert match.scores["Dino"] == -15 - 10
    assert sum(match.scores.values()) == -500


def test_reversed_scores_have_the_opposite_sign(sit_down):
    match = sit_down("trex", owned(*WORKED_KINGDOM), reversed=True)

    assert match.totals == {"Anna": -65, "Bruno": 205, "Carla": -40, "Dino": -100}
    assert match.running_totals[0] == [0, 150, -75, 0]


def test_reversed_parts_have_the_opposite_sign_too(sit_down):
    match = sit_down("trex", owned(SLAPS), reversed=True)

    assert match.parts("Anna") == [(15, "1 trick")]


def test_the_lowest_total_wins_when_scores_are_reversed(sit_down):
    plain = sit_down("trex", owned(*WORKED_KINGDOM * 4))
    reversed_scores = sit_down("trex", owned(*WORKED_KINGDOM * 4), reversed=True)

    assert plain.winners == reversed_scores.winners == ["Dino"]
    assert reversed_scores.ending == "Dino: the lowest total, −400."


@pytest.mark.parametrize(
    ("rules", "at", "words"),
    [
        (
            {"own_double": "leader_gains", "partners": True},
            "rules.own_double",
            "With partners nobody gains as the leader of a trick.",
        ),
        (
            {"own_double": "opponents_gain"},
            "rules.own_double",
            "Without partners there is no other side to gain.",
        ),
        ({"kingdoms": "left"}, "rules.kingdoms", "“left” is not one of: right, abdc, manual."),
        ({"partners": 1}, "rules.partners", "“1” is not true or false."),
        ({"partners": "yes"}, "rules.partners", "“yes” is not true or false."),
        ({"complex": None}, "rules.complex", "This needs an answer."),
        ({"trumps": True}, "rules.trumps", "“trumps” is not a house rule of this game."),
    ],
)
def test_house_rules_that_do_not_exist_or_go_together_are_refused(sit_down, rules, at, words):
    match = sit_down("trex", **rules)

    assert match.problem == words
    assert match.refused_at == (None, at)


# --- deals that do not count --------------------------------------------------------------------


def test_a_void_deal_uses_up_no_contract_and_the_owner_deals_again(sit_down):
    deals = owned(KING, {"contract": "trex", "void": "appeal"}, TREX)

    match = sit_down("trex", deals)

    assert match.reasons == [None, "appeal", None]
    assert match.running_totals[1] == match.running_totals[0]
    assert match.owners == ["Anna"] * 4
    assert match.dealers == ["–", "Anna", "Anna", "Anna"]


def test_after_a_void_deal_any_contract_that_is_left_may_be_named(sit_down):
    deals = owned(KING, {"contract": "trex", "void": "appeal"}, SLAPS)

    match = sit_down("trex", deals)

    assert match.scores["Anna"] == -15


def test_an_owner_named_in_a_void_deal_stays_the_owner(sit_down):
    match = sit_down("trex", [{"owner": 2, "void": "misdeal"}])

    assert match.next == (2, "contract")
    assert match.owners == ["Carla", "Carla"]
    assert match.dealers == ["–", "Carla"]


def test_a_first_deal_thrown_in_before_the_owner_is_known_asks_again(sit_down):
    match = sit_down("trex", [{"void": "misdeal"}])

    assert match.next == (2, "owner")


def test_a_void_deal_may_carry_owner_contract_and_doubled_cards(sit_down):
    deal = {"owner": 1, "contract": "king", "doubled": {"KH": 3}, "void": "appeal"}

    match = sit_down("trex", [deal])

    assert match.reasons == ["appeal"]
    assert str(match.deals[0].name) == "King of hearts"


def test_a_void_deal_has_no_result(sit_down):
    match = sit_down("trex", owned(KING | {"void": "misdeal"}))

    assert match.refused_at == (1, "king")


@pytest.mark.parametrize(
    ("contract", "reason"),
    [
        *product(["king", "queens", "diamonds", "slaps", "trex"], ["misdeal"]),
        ("king", "appeal"),
        ("trex", "appeal"),
        ("trex", "closed_suit"),
    ],
)
def test_a_deal_is_thrown_in_for_a_reason_that_goes_with_its_contract(sit_down, contract, reason):
    match = sit_down("trex", owned({"contract": contract, "void": reason}))

    assert match.reasons == [reason]


@pytest.mark.parametrize("reason", ["misdeal", "appeal", "closed_suit"])
def test_a_deal_is_thrown_in_without_saying_its_contract(sit_down, reason):
    match = sit_down("trex", owned({"void": reason}))

    assert match.reasons == [reason]


@pytest.mark.parametrize(
    ("contract", "reason", "words"),
    [
        (
            "queens",
            "appeal",
            "“Appeal: a hand that may ask for a redeal” is not possible in Queens. Left: Misdeal.",
        ),
        (
            "diamonds",
            "appeal",
            "“Appeal: a hand that may ask for a redeal” is not possible in Diamonds."
            " Left: Misdeal.",
        ),
        (
            "king",
            "closed_suit",
            "“A suit was closed before all jacks were out” is not possible in King of hearts."
            " Left: Misdeal, Appeal: a hand that may ask for a redeal.",
        ),
    ],
)
def test_a_reason_that_does_not_go_with_the_contract_is_refused(sit_down, contract, reason, words):
    match = sit_down("trex", owned({"contract": contract, "void": reason}))

    assert match.refused_at == (1, "void")
    assert match.problem == words


def test_a_table_without_appeals_refuses_them(sit_down):
    match = sit_down("trex", owned({"contract": "king", "void": "appeal"}), appeals=False)

    assert match.refused_at == (1, "void")
    assert match.problem.startswith("This table plays without appeals.")


def test_a_table_without_appeals_may_still_throw_in_a_closed_suit(sit_down):
    match = sit_down("trex", owned({"contract": "trex", "void": "closed_suit"}), appeals=False)

    assert match.reasons == ["closed_suit"]


def test_appeals_are_allowed_with_partners_too(sit_down):
    match = sit_down("trex", owned({"contract": "king", "void": "appeal"}), partners=True)

    assert match.reasons == ["appeal"]


def test_a_table_that_appeals_is_reminded_of_the_hands_that_may(sit_down):
    deals = [{"owner": 0, "contract": "king"}]

    assert len(sit_down("trex", deals).told) == len(sit_down("trex", deals, appeals=False).told) + 1


# --- level queens -------------------------------------------------------------------------------

LEVEL = QUEENS
"""Each side takes two queens."""


def test_level_queens_count_by_default(sit_down):
    match = sit_down("trex", owned(LEVEL), partners=True)

    assert match.scores == {"Anna & Carla": -50, "Bruno & Dino": -50}


def test_a_table_may_play_level_queens_again(sit_down):
    match = sit_down("trex", owned(LEVEL), partners=True, level_queens=True)

    assert match.reasons == ["level_queens"]
    assert match.totals == {"Anna & Carla": 0, "Bruno & Dino": 0}
    assert match.next == (2, "contract")
    assert "queens" in match.standing.prompt.options


def test_level_queens_are_found_after_doubling_too(sit_down):
    """Anna gains 25 on a queen that costs Dino 50, and takes the other three for 75."""
    deal = {"contract": "queens", "doubled": {"QS": 0}, "queens": dict.fromkeys(LEVEL["queens"], 0)}
    deal["queens"] |= {"QS": 3}

    match = sit_down("trex", owned(deal), partners=True, level_queens=True)

    assert match.reasons == ["level_queens"]


def test_queens_that_are_not_level_count_in_any_case(sit_down):
    deal = QUEENS | {"queens": {"QS": 0, "QH": 0, "QD": 2, "QC": 3}}

    match = sit_down("trex", owned(deal), partners=True, level_queens=True)

    assert match.scores == {"Anna & Carla": -75, "Bruno & Dino": -25}


def test_level_queens_mean_nothing_without_partners(sit_down):
    match = sit_down("trex", owned(LEVEL), level_queens=True)

    assert match.reasons == [None]


def test_level_queens_is_not_a_reason_that_the_table_gives(sit_down):
    match = sit_down("trex", owned({"void": "level_queens"}), partners=True, level_queens=True)

    assert match.refused_at == (1, "void")


# --- the end ------------------------------------------------------------------------------------


def test_the_worked_kingdom_of_the_rules_page(sit_down):
    match = sit_down("trex", owned(*WORKED_KINGDOM))

    assert [row["scores"] for row in match.rows] == [
        [0, -150, 75, 0],
        [-20, -60, 0, -50],
        [-50, 0, -75, 25],
        [-15, -45, -60, -75],
        [150, 50, 100, 200],
    ]
    assert match.totals == {"Anna": 65, "Bruno": -205, "Carla": 40, "Dino": 100}


def test_four_kingdoms_of_five_contracts_make_a_match(sit_down):
    match = sit_down("trex", owned(*WORKED_KINGDOM * 4))

    assert match.totals == {"Anna": 260, "Bruno": -820, "Carla": 160, "Dino": 400}
    assert match.winners == ["Dino"]
    assert match.ending == "Dino: the highest total, +400."
    assert match.next is None


def test_a_match_of_complex_has_eight_deals(sit_down):
    match = sit_down("trex", owned(*[TREX, DOUBLED_COMPLEX] * 4), complex=True)

    assert match.totals == {"Anna": -460, "Bruno": -60, "Carla": -280, "Dino": 800}
    assert match.winners == ["Dino"]


def test_nobody_has_won_before_the_last_deal(sit_down):
    match = sit_down("trex", owned(*(KINGDOM * 4)[:19]))

    assert not match.is_over
    assert match.next == (20, "contract")


def test_a_deal_after_the_last_kingdom_is_refused(sit_down):
    match = sit_down("trex", owned(*KINGDOM * 4, KING))

    assert match.problem == "The match was over after deal 20."


def test_equal_totals_share_the_win(sit_down):
    turned = [
        {"contract": "trex", "out": [(place + n) % 4 for place in range(4)]} for n in range(4)
    ]
    others = [
        [
            KING | {"king": seat},
            QUEENS,
            DIAMONDS | {"diamonds": [13 if seat == n else 0 for n in range(4)]},
            SLAPS | {"tricks": [13 if seat == n else 0 for n in range(4)]},
            turned[seat],
        ]
        for seat in range(4)
    ]

    match = sit_down("trex", owned(*others[0], *others[1], *others[2], *others[3]))

    assert match.totals == {"Anna": 0, "Bruno": 0, "Carla": 0, "Dino": 0}
    assert match.winners == ["Anna", "Bruno", "Carla", "Dino"]


# --- whole matches at random --------------------------------------------------------------------


SUMS = {"king": -75, "queens": -100, "diamonds": -130, "slaps": -195, "trex": 500, "complex": -500}
UNITS = {"king": 75, "queens": 25, "diamonds": 10, "slaps": 15, "trex": 50, "complex": 5}
RANGES = {
    "king": (-150, 75),
    "queens": (-200, 100),
    "diamonds": (-130, 0),
    "slaps": (-195, 0),
    "trex": (50, 200),
    "complex": (-675, 175),
}


@pytest.mark.parametrize("complex_rule", [False, True])
@pytest.mark.parametrize("own_double", ["plain", "leader_gains"])
def test_contracts_keep_their_sum_unit_and_range_and_kingdoms_come_to_nothing(
    own_double, complex_rule, rng
):
    rules = {"own_double": own_double, "complex": complex_rule, "partners": False}
    rules |= {"swapped": False, "reversed": False}
    for _ in range(6):
        standing = play_at_random(GAME, rng, rules=rules).standing

        for deal in finished(standing):
            contract = deal.answers["contract"]
            low, high = RANGES[contract]
            assert sum(deal.scores) == SUMS[contract]
            assert all(points % UNITS[contract] == 0 for points in deal.scores)
            if own_double == "plain":
                assert all(low <= points <= high for points in deal.scores)
            assert not deal.notes or sum(deal.totals) == 0
        assert all(-2500 <= total <= 1500 for total in standing.totals)


@pytest.mark.parametrize("partners", [False, True])
def test_a_deal_is_lower_by_the_plain_value_of_every_card_that_came_home(partners, rng):
    rules = {"own_double": "doubled", "partners": partners, "swapped": False, "reversed": False}
    for _ in range(6):
        standing = play_at_random(GAME, rng, rules=rules).standing

        for deal in finished(standing):
            takers = {"KH": deal.answers.get("king")} | deal.answers.get("queens", {})
            lost = 0
            for card, doubler in (deal.answers.get("doubled") or {}).items():
                apart = doubler - takers[card]
                if apart == 0 or (partners and apart in (-2, 2)):
                    lost += 75 if card == "KH" else 25
            assert sum(deal.scores) == SUMS[deal.answers["contract"]] - lost


@pytest.mark.parametrize(("complex_rule", "contracts"), [(False, 5), (True, 2)])
@pytest.mark.parametrize("kingdoms", ["right", "abdc", "manual"])
def test_each_of_the_four_names_each_contract_once(kingdoms, complex_rule, contracts, rng):
    for _ in range(3):
        rules = {"complex": complex_rule, "kingdoms": kingdoms}
        standing = play_at_random(GAME, rng, rules=rules, mishaps=0.1).standing

        named = [(deal.owner.index, deal.answers["contract"]) for deal in finished(standing)]
        assert len(named) == len(set(named)) == 4 * contracts
        owners = [owner for owner, _ in named]
        assert len(set(owners[::contracts])) == 4
        assert all(owner == owners[n - n % contracts] for n, owner in enumerate(owners))


def finished(standing):
    return [deal for deal in standing.deals if not deal.void]
