"""Trex: four kingdoms, five contracts each, and cards that can be doubled."""

import re

import pytest

from app.games import GAMES
from app.games.trex.house_rules import LONG_GAME
from app.scoring import Event, Line
from app.scoring import Match as Log
from testkit.match import CAST, Match, match_file
from tests.games.trex import (
    COMPLEX,
    CUSTOMS,
    DIAMONDS,
    KING,
    KINGDOM,
    QUEENS,
    SLAPS,
    TREX,
    asks_who_led,
    by_the_card_table,
    sides,
    trex,
)

CARDS = ["QS", "QH", "QD", "QC"]
SHORT_KINGDOM = [COMPLEX, TREX]
OWN_KING = KING | {"doubled": {"KH": 2}}
DOUBLED_QUEENS = {
    "contract": "queens",
    "doubled": {"QS": 1, "QH": 1, "QC": 3},
    "queens": {"QS": 2, "QH": 1, "QD": 2, "QC": 0},
}
DOUBLED_KINGDOM = [OWN_KING | {"king": 1}, DIAMONDS, DOUBLED_QUEENS, SLAPS, TREX]


# --- what the contracts score -------------------------------------------------------------------


THREE_FOR_ANNA = COMPLEX | {"queens": {"QS": 0, "QH": 0, "QD": 3, "QC": 0}}
OF_DINO = [(-25, "took the Q♦"), (-10, "1 diamond"), (-15, "1 trick")]
OF_BRUNO = [(25, "doubled the Q♠ that Carla took"), (-25, "took their own doubled Q♥")]
OF_CARLA = [(-50, "took the Q♠ that Bruno doubled"), (-25, "took the Q♦")]
OF_A_SIDE = [(-75, "took the K♥, doubled by their own side")]


@pytest.mark.parametrize(
    ("deal", "rules", "side", "parts"),
    [
        (THREE_FOR_ANNA, {"complex": True}, "Dino", OF_DINO),
        (DOUBLED_QUEENS, {}, "Bruno", OF_BRUNO),
        (DOUBLED_QUEENS, {}, "Carla", OF_CARLA),
        (KING | {"doubled": {"KH": 0}}, {"partners": True}, "Anna & Carla", OF_A_SIDE),
        (SLAPS, {"reversed": True}, "Anna", [(15, "1 trick")]),
    ],
)
def test_every_part_of_a_score_says_what_it_was(deal, rules, side, parts):
    assert trex(deal, **rules).parts(side) == parts


@pytest.mark.parametrize(("own_double", "sum_"), [("plain", "0"), ("doubled", "−75")])
def test_a_kingdom_says_what_it_comes_to_for_the_table_together(own_double, sum_):
    [note] = trex(OWN_KING, *KINGDOM[1:], own_double=own_double).deals[4].notes

    assert str(note) == f"Anna’s kingdom is closed. Its scores add up to {sum_}."


def test_the_last_place_follows_from_the_others_and_swapped_values_hold_in_complex_too():
    assert trex(TREX | {"out": [3, 0, 2]}).scores == trex(TREX).scores
    match = trex(COMPLEX, complex=True, swapped=True)

    assert match.scores["Dino"] == -15 - 10
    assert sum(match.scores.values()) == -500


@pytest.mark.parametrize(("is_reversed", "value"), [(False, "×2 −150"), (True, "×2 +150")])
def test_a_doubled_king_says_what_it_costs_while_it_is_played(is_reversed, value):
    match = trex({"contract": "king", "doubled": {"KH": 2}}, reversed=is_reversed)

    assert str(match.deal.value) == value


# --- the card table, case by case ---------------------------------------------------------------


@pytest.mark.parametrize("house", CUSTOMS, ids=lambda house: "-".join(map(str, house.values())))
def test_king_and_queens_score_by_the_card_table(house, rng):
    for _ in range(60):
        takers = {card: rng.randrange(4) for card in ("KH", *CARDS)}
        doubled = {card: rng.randrange(4) for card in takers if rng.random() < 0.7}
        led = {card: rng.randrange(4) for card in takers}
        diamonds = shares(rng, 12)
        diamonds[takers["QD"]] += 1
        tricks = tricks_enough(takers, diamonds)
        queens = {card: takers[card] for card in CARDS}
        deal = {"contract": "complex", "king": takers["KH"], "queens": queens}
        deal |= {"doubled": doubled, "diamonds": diamonds, "tricks": tricks}
        asked = [card for card in doubled if asks_who_led(takers[card], doubled[card], **house)]
        if asked:
            deal["leaders"] = {card: led[card] for card in asked}

        match = trex(deal, complex=True, **house)

        expected = [-10 * diamonds[seat] - 15 * tricks[seat] for seat in range(4)]
        for card, taker in takers.items():
            value = 75 if card == "KH" else 25
            scored = by_the_card_table(value, taker, doubled.get(card), led[card], **house)
            expected = [a + b for a, b in zip(expected, scored, strict=True)]
        assert match.rows[0]["scores"] == sides(expected, **house)


def shares(rng, total):
    """`total` shared out among four at random."""
    cuts = sorted(rng.randint(0, total) for _ in range(3))
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


def tricks_enough(takers, diamonds):
    """Thirteen tricks that hold everybody's penalty cards; the rest go to the first player."""
    others = [sum(takers[c] == seat for c in ("KH", "QS", "QH", "QC")) for seat in range(4)]
    tricks = [(diamonds[seat] + others[seat] + 3) // 4 for seat in range(4)]
    return [tricks[0] + 13 - sum(tricks), *tricks[1:]]


# --- what cannot be right -----------------------------------------------------------------------

UNASKED = "is not asked in this deal."
NO_PLAYER = "is not one of these players:"
JUMPED = "2 players have a place; 3 are needed. The last place fills itself."


@pytest.mark.parametrize(
    ("deal", "key", "answer", "words"),
    [
        (DIAMONDS, "diamonds", [5, 5, 0, 0], "That makes 10, not 13: 3 diamonds missing."),
        (SLAPS, "tricks", [1, 3, 4, 4], "That makes 12, not 13: 1 trick missing."),
        (KING, "king", 4, f"“4” {NO_PLAYER} 0 (Anna), 1 (Bruno), 2 (Carla), 3 (Dino)."),
        (QUEENS, "queens", {"QS": 0, "QH": 1, "QD": 2}, "Q♣ has no player yet."),
        (QUEENS, "queens", {"KH": 0} | QUEENS["queens"], "“KH” is not one of: Q♠, Q♥, Q♦, Q♣."),
        (TREX, "out", [3, 0, 3, 1], "Dino is already first out."),
        (TREX, "out", [3, 0], JUMPED),
        (TREX, "out", [3, 0, 1, 2, 2], "5 players have a place, but only 4 play."),
        (TREX, "out", "3012", "“3012” is not a list of players."),
        (KING, "doubled", {"QS": 0}, "“QS” is not one of: K♥."),
        (DIAMONDS, "doubled", {"QD": 0}, f"“doubled” {UNASKED}"),
        (SLAPS, "doubled", {"KH": 0}, f"“doubled” {UNASKED}"),
        (TREX, "doubled", {"QS": 0}, f"“doubled” {UNASKED}"),
        (OWN_KING, "leaders", {"KH": 0}, f"“leaders” {UNASKED}"),
    ],
)
def test_what_cannot_be_right_is_refused_in_words(deal, key, answer, words):
    match = trex(deal | {key: answer})

    assert match.problem == words
    assert match.refused_at == (1, key)


@pytest.mark.parametrize(
    ("diamonds", "tricks", "words"),
    [
        ([4, 2, 6, 1], [1, 4, 4, 4], ["Anna has at least 2, not 1: 7 penalty cards"]),
        ([4, 8, 0, 1], [5, 3, 4, 1], ["Carla has at least 1, not 0: the Q♦ is a diamond too"]),
        ([5, 2, 5, 1], [2, 5, 5, 1], []),
        # Carla has four diamonds, the queen among them.
        ([4, 2, 4, 3], [5, 4, 1, 3], []),
    ],
)
def test_each_four_penalty_cards_of_complex_need_a_trick_to_lie_in(diamonds, tricks, words):
    match = trex(COMPLEX | {"diamonds": diamonds, "tricks": tricks}, complex=True)

    assert [re.split(", four|[.]", problem)[0] for problem in match.problems] == words


def test_who_led_is_asked_only_of_cards_that_their_own_doubler_took():
    match = trex(DOUBLED_QUEENS, own_double="leader_gains")
    of_another = KING | {"king": 1, "doubled": {"KH": 2}, "leaders": {"KH": 0}}

    assert (match.next, match.standing.prompt.cards) == ((1, "leaders"), ["QH"])
    assert trex(of_another, own_double="leader_gains").problem == f"“leaders” {UNASKED}"


OF_HER_OWN = "Carla took their own doubled K♥. What does it cost?"
OF_A_PARTNER = "Carla took the K♥ that Anna doubled. What does it cost?"
LED_YOURSELF = "And if you led that trick yourself?"
LED_BY_A_SIDE = "And if your own side led that trick?"
BY_A_PARTNER = "And if your partner takes the card that you doubled?"
WHO_LED = "Who led the trick in which it was taken?"


@pytest.mark.parametrize(
    ("partners", "said", "questions"),
    [
        (False, {"own_double": "plain"}, [OF_HER_OWN]),
        (False, {"own_double": "doubled"}, [OF_HER_OWN]),
        (
            False,
            {"own_double": "leader_gains", "own_lead": "doubled", "leaders": {"KH": 0}},
            [OF_HER_OWN, LED_YOURSELF, WHO_LED],
        ),
        (True, {"own_double": "plain"}, [OF_A_PARTNER]),
        (True, {"own_double": "doubled", "partner_takes": "plain"}, [OF_A_PARTNER, BY_A_PARTNER]),
        (
            True,
            {"own_double": "opponents_gain", "own_lead": "same", "partner_takes": "same"},
            [OF_A_PARTNER, LED_BY_A_SIDE, BY_A_PARTNER],
        ),
    ],
)
def test_a_table_that_left_it_open_is_asked_in_its_words_what_matters_there(
    partners, said, questions
):
    deal, asked = KING | {"doubled": {"KH": 0 if partners else 2}}, []
    for key, answer in said.items():
        match = trex(deal, partners=partners, own_double="ask")
        asked.append(str(match.standing.prompt.ask))
        deal |= {key: answer}

    assert asked == questions
    assert trex(deal, partners=partners, own_double="ask").next == (2, "contract")


OWN_QUEEN = QUEENS | {"doubled": {"QH": 1}}


@pytest.mark.parametrize(
    ("said", "second"),
    [
        ("plain", [-25, -25, -25, -25]),
        ("doubled", [-25, -50, -25, -25]),
    ],
)
def test_what_a_table_said_once_holds_for_the_rest_of_the_match(said, second):
    match = trex(OWN_KING | {"own_double": said}, OWN_QUEEN, own_double="ask")

    assert match.rows[1]["scores"] == second
    assert match.standing.rule_choices["own_double"] == said
    assert trex(OWN_QUEEN, own_double="ask").next == (1, "own_double")


def test_an_answer_about_own_doubles_is_corrected_like_any_other_and_counts_in_later_deals():
    match = Log(GAMES["trex"], CAST, [Line(Event("entry", 0, "rules", {"own_double": "ask"}))])
    first = [("owner", 0), ("contract", "king"), ("doubled", {"KH": 2}), ("king", 2)]
    for key, answer in [*first, ("own_double", "doubled")]:
        match = match.accept(Event("entry", 1, key, answer))
    for key in ("contract", "doubled", "queens"):
        answer = OWN_QUEEN[key]
        match = match.accept(Event("entry", 2, key, answer))
    corrected = match.accept(Event("correction", 1, "own_double", "plain"))

    assert match.standing.totals == (-25, -50, -175, -25)
    assert corrected.standing.totals == (-25, -25, -100, -25)
    assert corrected.accept(Event("undo")).standing.totals == match.standing.totals
    # Nobody took their own card in the first deal: the second asks.
    asked_later = match.accept(Event("correction", 1, "king", 1))
    assert (asked_later.standing.prompt.deal, asked_later.standing.prompt.key) == (2, "own_double")


def test_a_table_that_never_chose_before_plays_plain_and_is_not_asked():
    assert trex(OWN_KING).scores == {"Anna": 0, "Bruno": 0, "Carla": -75, "Dino": 0}


NOT_ALONE = "With partners nobody gains as the leader of a trick."
NOT_TOGETHER = "Without partners there is no other side to gain."


@pytest.mark.parametrize(
    ("rules", "at", "words"),
    [
        ({"own_double": "leader_gains", "partners": True}, "own_double", NOT_ALONE),
        ({"own_double": "opponents_gain"}, "own_double", NOT_TOGETHER),
        ({"kingdoms": "left"}, "kingdoms", "“left” is not one of: right, abdc, manual."),
        ({"partners": 1}, "partners", "“1” is not true or false."),
        ({"partners": "yes"}, "partners", "“yes” is not true or false."),
        ({"complex": None}, "complex", "This needs an answer."),
        ({"trumps": True}, "trumps", "“trumps” is not a house rule of this game."),
    ],
)
def test_house_rules_that_do_not_exist_or_go_together_are_refused(rules, at, words):
    match = Match(match_file("trex", **rules))

    assert match.problem == words
    assert match.refused_at == (None, f"rules.{at}")


# --- kingdoms, owner, dealer --------------------------------------------------------------------


def test_anybody_deals_the_first_deal_and_every_owner_the_others():
    match = trex(*KINGDOM * 4, owner=2)

    owners = [name for name in ["Carla", "Dino", "Anna", "Bruno"] for _ in range(5)]
    assert match.owners == match.leaders == owners
    assert match.dealers == ["–", *owners[1:]]


@pytest.mark.parametrize("kingdom", [KINGDOM, SHORT_KINGDOM], ids=["long", "short"])
def test_each_deal_says_which_kingdom_and_which_deal_it_is(kingdom):
    match = trex(*kingdom, kingdom[0], complex=kingdom is SHORT_KINGDOM)

    deal_1 = f"of 4 · deal 1 of {len(kingdom)}"
    titles = [str(match.deals[number].title) for number in (0, len(kingdom))]
    assert titles == [f"Kingdom 1 {deal_1}", f"Kingdom 2 {deal_1}"]


def test_kingdoms_pass_in_the_order_the_table_agreed_or_picks():
    right, abdc = (
        trex(*SHORT_KINGDOM * 4, owner=1, complex=True, kingdoms=way) for way in ("right", "abdc")
    )
    later = [deal for owner in (0, 3, 1) for deal in ({"owner": owner} | COMPLEX, TREX)]
    picked = trex(*SHORT_KINGDOM, *later, owner=2, complex=True, kingdoms="manual")

    assert right.owners[::2] == ["Bruno", "Carla", "Dino", "Anna"]
    assert abdc.owners[::2] == ["Bruno", "Carla", "Anna", "Dino"]
    assert picked.owners[::2] == ["Carla", "Anna", "Dino", "Bruno"]
    assert picked.dealers == ["–", "Carla", "Anna", "Anna", "Dino", "Dino", "Bruno", "Bruno"]


PLAYED = "King of hearts was already played in Anna’s kingdom. Left: Queens, Diamonds, Slaps, Trex."
PICKED = {"complex": True, "kingdoms": "manual"}
LEFT = f"“0” {NO_PLAYER} 1 (Bruno), 2 (Carla), 3 (Dino)."


@pytest.mark.parametrize(
    ("deals", "rules", "at", "words"),
    [
        ([*SHORT_KINGDOM, {"owner": 0}], PICKED, (3, "owner"), LEFT),
        ([KING, {"owner": 1} | QUEENS], {}, (2, "owner"), f"“owner” {UNASKED}"),
        ([KING, KING], {}, (2, "contract"), PLAYED),
        ([COMPLEX], {}, (1, "contract"), f"“complex” is not one of: {', '.join(LONG_GAME)}."),
        ([KING], {"complex": True}, (1, "contract"), "“king” is not one of: complex, trex."),
    ],
)
def test_a_kingdom_has_one_owner_and_each_contract_once(deals, rules, at, words):
    match = trex(*deals, **rules)

    assert match.problems[0] == words
    assert match.refused_at == at


# --- what is asked ------------------------------------------------------------------------------

ANSWERS = [*({"contract": "complex", "doubled": {}} | COMPLEX).items()]


@pytest.mark.parametrize(
    ("deal", "key"),
    [
        ({"contract": "king"}, "doubled"),
        ({"contract": "king", "doubled": {}}, "king"),
        ({"contract": "queens"}, "doubled"),
        ({"contract": "diamonds"}, "diamonds"),
        ({"contract": "slaps"}, "tricks"),
        ({"contract": "trex"}, "out"),
        *[(dict(ANSWERS[:known]), ANSWERS[known][0]) for known in range(1, 6)],
    ],
)
def test_one_question_comes_after_the_other_and_nothing_scores_before_the_last(deal, key):
    match = trex(deal, complex=deal["contract"] == "complex")

    assert match.next == (1, key)
    assert match.rows == []


OWNED = {"owner": 0} | KING
USUALLY = "Who owns the first kingdom? Usually the holder of the 7♥."
SECOND = [{"owner": 0} | COMPLEX, TREX]


@pytest.mark.parametrize(
    ("deals", "rules", "key", "words"),
    [
        ([], {}, "owner", "Who holds the 7♥ and owns the first kingdom?"),
        ([], {"kingdoms": "manual"}, "owner", USUALLY),
        (SECOND, PICKED, "owner", "Who owns the next kingdom?"),
        ([OWNED], {}, "contract", "Anna, name the contract"),
        ([OWNED, *KINGDOM[1:4]], {}, "contract", "Anna: only Trex is left"),
        ([OWNED, *(KINGDOM * 4)[1:19]], {}, "contract", "Dino: only Trex is left"),
    ],
)
def test_owner_and_contract_are_asked_for_in_words(sit_down, deals, rules, key, words):
    match = sit_down("trex", deals, **rules)

    assert match.next == (len(match.deals), key)
    assert match.asked == words


def test_the_table_is_told_who_deals_cuts_and_doubled_and_what_is_left():
    assert (
        trex(KING, owner=2).instructions[0]
        == "Carla deals 13 cards each, to the right; Bruno cuts."
    )
    told, not_told = (trex({"contract": "king"}, appeals=may).instructions for may in (True, False))
    assert len(told) == len(not_told) + 1
    assert list(trex(*KINGDOM[:4]).standing.prompt.options) == ["trex"]
    doubled = trex({"contract": "king", "doubled": {"KH": 3}}).deal.reminders
    assert [str(reminder) for reminder in doubled] == ["Dino doubled K♥"]
    for contract in ("king", "queens", "diamonds", "slaps"):
        guidance = trex({"contract": contract}, reversed=True).guidance
        assert guidance.startswith("Anna leads · lowest total wins")


# --- deals that do not count --------------------------------------------------------------------


@pytest.mark.parametrize("after", [TREX, SLAPS])
def test_a_void_deal_uses_up_no_contract_and_the_owner_deals_again(after):
    match = trex(KING, {"contract": "trex", "void": "appeal"}, after)

    assert match.reasons == [None, "appeal", None]
    assert match.running_totals[1] == match.running_totals[0]
    assert match.owners == ["Anna"] * 4
    assert match.dealers == ["–", "Anna", "Anna", "Anna"]


def test_an_owner_named_in_a_void_deal_stays_the_owner_and_one_that_was_not_is_asked(sit_down):
    named = sit_down("trex", [{"owner": 2, "void": "misdeal"}])

    assert named.next == (2, "contract")
    assert named.owners == ["Carla", "Carla"]
    assert named.dealers == ["–", "Carla"]
    assert sit_down("trex", [{"void": "misdeal"}]).next == (2, "owner")


def test_a_void_deal_may_carry_owner_contract_and_doubled_cards_but_no_result():
    deal = {"contract": "king", "doubled": {"KH": 3}, "void": "appeal"}

    assert str(trex(deal, owner=1).deals[0].name) == "King of hearts"
    assert trex(deal | {"king": 2}).refused_at == (1, "king")


APPEAL = "a hand that may ask for a redeal"
CLOSED = "a suit was closed before all jacks were out"
NOT_THERE = "is not possible in King of hearts. Left:"
NO_APPEALS, LEVEL_AGAIN = {"appeals": False}, {"partners": True, "level_queens": True}


@pytest.mark.parametrize(
    ("reason", "contracts", "rules", "words"),
    [
        ("misdeal", [None, *LONG_GAME], {}, None),
        ("appeal", [None, "king", "trex"], {}, None),
        ("appeal", ["king"], {"partners": True}, None),
        ("closed_suit", [None, "trex"], {}, None),
        ("closed_suit", ["trex"], NO_APPEALS, None),
        ("appeal", ["queens"], {}, f"“{APPEAL}” is not possible in Queens. Left: misdeal."),
        ("closed_suit", ["king"], {}, f"“{CLOSED}” {NOT_THERE} misdeal, {APPEAL}."),
        ("appeal", ["king"], NO_APPEALS, "This table plays without appeals. Left: misdeal."),
        ("level_queens", ["queens"], LEVEL_AGAIN, "“level_queens” is not one of: misdeal."),
    ],
)
def test_a_deal_is_thrown_in_for_a_reason_that_goes_with_its_contract(
    reason, contracts, rules, words
):
    for contract in contracts:
        match = trex({"void": reason} | ({"contract": contract} if contract else {}), **rules)

        if words:
            assert (match.refused_at, match.problem) == ((1, "void"), words)
        else:
            assert match.reasons == [reason]


GAIN_AND_LOSS = {"doubled": {"QS": 0}, "queens": {"QS": 3, "QH": 0, "QD": 0, "QC": 0}}
"""Anna gains 25 on a queen that costs Dino 50, and takes the other three for 75."""
NOT_LEVEL = {"queens": {"QS": 0, "QH": 0, "QD": 2, "QC": 3}}


@pytest.mark.parametrize(
    ("change", "rules", "reason", "totals"),
    [
        ({}, {"partners": True}, None, [-50, -50]),
        ({}, LEVEL_AGAIN, "level_queens", [0, 0]),
        (GAIN_AND_LOSS, LEVEL_AGAIN, "level_queens", [0, 0]),
        (NOT_LEVEL, LEVEL_AGAIN, None, [-75, -25]),
        ({}, {"level_queens": True}, None, [-25, -25, -25, -25]),
    ],
)
def test_partners_may_play_level_queens_again(change, rules, reason, totals):
    match = trex(QUEENS | change, **rules)

    assert match.reasons == [reason]
    assert match.report["totals"] == totals
    assert match.next == (2, "contract")
    assert ("queens" in match.standing.prompt.options) == (reason is not None)


# --- the end ------------------------------------------------------------------------------------

DOUBLED_COMPLEX = COMPLEX | {"doubled": {"QS": 3, "QD": 1}}


BACKWARDS, IN_PAIRS, SHORT = {"reversed": True}, {"partners": True}, {"complex": True}
MOST, OF_SHORT = [260, -820, 160, 400], [-460, -60, -280, 800]
LEAST = [-total for total in MOST]
FOR_TWO = "Anna & Carla: the highest total, +120."


@pytest.mark.parametrize(
    ("kingdom", "rules", "totals", "ending"),
    [
        (DOUBLED_KINGDOM, {}, MOST, "Dino: the highest total, +400."),
        (DOUBLED_KINGDOM, BACKWARDS, LEAST, "Dino: the lowest total, −400."),
        (KINGDOM, IN_PAIRS, [120, -120], FOR_TWO),
        ([TREX, DOUBLED_COMPLEX], SHORT, OF_SHORT, "Dino: the highest total, +800."),
    ],
)
def test_after_four_kingdoms_the_best_total_wins(kingdom, rules, totals, ending):
    match = trex(*kingdom * 4, **rules)

    assert match.report["totals"] == totals
    assert match.winners == [ending.partition(":")[0]]
    assert match.ending == ending
    assert match.next is None


# --- the worked examples of the rules page ------------------------------------------------------
