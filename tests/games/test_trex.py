"""Trex: four kingdoms, five contracts each, and cards that can be doubled."""

import re
from itertools import pairwise, product

import pytest

from app.games import GAMES
from app.games.trex.house_rules import LONG_GAME
from app.games.trex.rulings import may_appeal_king, may_appeal_trex
from app.scoring import Event, Line
from app.scoring import Match as Log
from testkit.match import CAST, Match, match_file
from tests.golden import named
from tests.rules_pages import tables
from tests.worked_examples import SUITS, cards, dashed, dotted, is_refused, miscount, whole

SECTIONS = """
    Aim · Players, seats and direction · Cards · Kingdoms and their owner · Choosing a contract ·
    Doubling · King of hearts · Queens · Diamonds · Slaps · Trex, the layout · Redeals · Scoring
    table · What a doubled card costs · Playing with partners · Complex · Local variations · End
    of the game · Tactics in brief · Words you will hear
"""
"""The headings of its rules page."""
SCORE_COLUMNS = {"In all", "Deal total", "K♥", "A queen", "A diamond", "A trick"}

CARDS = ["QS", "QH", "QD", "QC"]
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
KINGDOM = [KING, QUEENS, DIAMONDS, SLAPS, TREX]
SHORT_KINGDOM = [COMPLEX, TREX]
OWN_KING = KING | {"doubled": {"KH": 2}}
DOUBLED_QUEENS = {
    "contract": "queens",
    "doubled": {"QS": 1, "QH": 1, "QC": 3},
    "queens": {"QS": 2, "QH": 1, "QD": 2, "QC": 0},
}
DOUBLED_KINGDOM = [OWN_KING | {"king": 1}, DIAMONDS, DOUBLED_QUEENS, SLAPS, TREX]

EVENING_RULES = {"partners": "yes", "level_queens": "yes"}
"""The house rules of a match that is tapped to its end."""
ASKED_ON_PAPER = ("owner", "contract")
PAPER_RULES = {"level_queens": False}
BLANKS_ON_TWO_PAGES = {("alone", "a5"), ("partners", "a5")}
"""The blank sheets, and their paper, that do not fit on one page."""


def trex(*deals, owner=0, **rules):
    """A match; `owner` holds the first kingdom."""
    first, *others = deals
    return Match(match_file("trex", [{"owner": owner} | first, *others], **rules))


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

SAME = ("same", "same")
CUSTOMS = [
    {"own_double": own, "own_lead": lead, "partner_takes": takes, "partners": partners}
    for partners, gain, partner_takes in (
        (False, "leader_gains", ["same"]),
        (True, "opponents_gain", ["same", "plain"]),
    )
    for own in ("plain", "doubled", gain)
    for lead in ("same", "plain", "doubled")
    for takes in partner_takes
]
"""Every way in which a table may play own doubles."""
HOUSES = [house for house in CUSTOMS if (house["own_lead"], house["partner_takes"]) == SAME]
"""Those in which nothing depends on who led or on which partner doubled."""


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


def asks_who_led(taker, doubler, *, own_double, own_lead, partner_takes, partners):
    if taker != doubler and (not partners or (taker - doubler) % 2 or partner_takes == "plain"):
        return False
    return own_double == "leader_gains" or own_lead not in ("same", own_double)


def by_the_card_table(
    value, taker, doubler, leader, *, own_double, own_lead, partner_takes, partners
):
    """What one card of plain `value` is worth to each of the four, straight from the table."""
    scores = [0, 0, 0, 0]
    same = taker == doubler or (partners and doubler is not None and (taker - doubler) % 2 == 0)
    own_side_led = taker == leader or (partners and (taker - leader) % 2 == 0)
    if own_side_led and own_lead != "same":
        own_double = own_lead
    if taker != doubler and partner_takes == "plain":
        own_double = "plain"
    if doubler is None or (same and own_double == "plain"):
        scores[taker] -= value
        return scores
    scores[taker] -= 2 * value
    if not same:
        scores[doubler] += value
    elif own_double == "leader_gains":
        scores[leader] += value
    elif own_double == "opponents_gain":
        scores[(taker + 1) % 4] += value
    return scores


def sides(scores, *, partners, **house):
    return [scores[0] + scores[2], scores[1] + scores[3]] if partners else scores


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


APPEAL = "Appeal: a hand that may ask for a redeal"
CLOSED = "A suit was closed before all jacks were out"
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
        ("appeal", ["queens"], {}, f"“{APPEAL}” is not possible in Queens. Left: Misdeal."),
        ("closed_suit", ["king"], {}, f"“{CLOSED}” {NOT_THERE} Misdeal, {APPEAL}."),
        ("appeal", ["king"], NO_APPEALS, "This table plays without appeals. Left: Misdeal."),
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


# --- what others ask of this game ---------------------------------------------------------------


def result_of(deal, side, _begun):
    """The places, the cards or the tricks of a side in a deal, as what is enough counts them."""
    answers, seats = deal.answers, [seat.index for seat in side.seats]
    if "out" in answers:
        order = [*answers["out"], *({0, 1, 2, 3} - set(answers["out"]))]
        places = tuple(sorted(order.index(index) for index in seats))
        return places if len(places) > 1 else places[0]
    for key in ("tricks", "diamonds"):
        if key in answers:
            counts = answers[key]
            by_side = len(counts) < 4
            return counts[side.index] if by_side else sum(counts[index] for index in seats)
    if "queens" in answers:
        return sum(index in seats for index in answers["queens"].values())
    return int(answers["king"] in seats)


def is_last_deal(standing):
    chart = standing.table.contract_grid
    return bool(chart and chart.all - len(finished(standing)) == 1 and standing.deal.name)


def finished(standing):
    return [deal for deal in standing.deals if deal.is_over and not deal.void]


# --- the worked examples of the rules page ------------------------------------------------------

TAKEN = re.compile(r"([KQ])([♠♥♦♣])(?:, doubled by ([A-D]),)? to ([A-D])")
CHOICES = {
    "plain value": {"own_double": "plain"},
    "double, nobody gains": {"own_double": "doubled"},
    "double, the leader gains": {"own_double": "leader_gains"},
    "double, the other side gains": {"own_double": "opponents_gain"},
    "own lead double": {"own_lead": "doubled"},
    "own lead plain": {"own_lead": "plain"},
    "partner plain": {"partner_takes": "plain"},
    "usual signs": {},
    "reversed": {"reversed": True},
}
WHOLE_KINGDOM, ONE_DEAL = "the whole kingdom", "all of it in one Complex deal"


def told(story):
    """The deal that ``K♥, doubled by C, to B`` or ``diamonds 2-6-0-5`` tells of."""
    deal = {}
    for phrase in story.split("; "):
        if found := TAKEN.fullmatch(phrase):
            rank, suit, doubler, taker = found.groups()
            card, seat = rank + SUITS[suit], "ABCD".index(taker)
            if doubler:
                deal.setdefault("doubled", {})[card] = "ABCD".index(doubler)
            deal |= {"king": seat} if rank == "K" else {}
            deal |= {"queens": deal.get("queens", {}) | {card: seat}} if rank == "Q" else {}
        elif phrase.startswith("out: "):
            deal["out"] = ["ABCD".index(letter) for letter in phrase[5:].split(", ")]
        else:
            key, counts = phrase.split()
            deal[key] = dashed(counts)
    return {"contract": contract_of(deal)} | deal


def contract_of(deal):
    kinds = {"king": "king", "queens": "queens", "diamonds": "diamonds", "tricks": "slaps"}
    named = [kind for key, kind in (kinds | {"out": "trex"}).items() if key in deal]
    return named[0] if len(named) == 1 else "complex"


def in_one_complex(deals):
    merged = {key: value for deal in deals for key, value in deal.items()}
    doubled = {k: v for deal in deals for k, v in deal.get("doubled", {}).items()}
    return merged | {"contract": "complex", "doubled": doubled}


def stories_before(last):
    """The deals of the table of the page that ends with this line."""
    [table] = [each for each in tables("trex") if each.rows and each.rows[-1][0] == last]
    return [told(row[0]) for row in table.rows[:-1]]


def assert_totals(match, score, total):
    assert match.report["totals"] == dotted(score)
    assert sum(match.report["totals"]) == whole(total)


def what_happened(table):
    partners = "A+C" in table.title
    for story, score, total in table.rows:
        if story == WHOLE_KINGDOM:
            match = trex(*stories_before(story))
        elif story == ONE_DEAL:
            match = trex(in_one_complex(stories_before(story)), complex=True)
        else:
            deal, swapped, _end = story.partition(", swapped values")
            match = trex(told(deal), partners=partners, swapped=bool(swapped))
        if is_refused(score):
            assert match.problem.startswith(miscount(score))
        else:
            assert_totals(match, score, total)


def with_settings(table):
    seats = 2 if "A+C" in table.title else 4
    for setting, score, total in table.rows:
        choices = setting.split("; ")
        deal = told(table.intro.strip().removesuffix("."))
        if choices[-1].endswith(" led"):
            leader = "ABCD".index(choices.pop().removesuffix(" led"))
            takers = {"KH": deal.get("king")} | deal.get("queens", {})
            doubled = deal["doubled"].items()
            own = [card for card, seat in doubled if (takers[card] - seat) % seats == 0]
            deal["leaders"] = dict.fromkeys(own, leader)
        rules = {key: value for choice in choices for key, value in CHOICES[choice].items()}
        assert_totals(trex(deal, partners=seats == 2, **rules), score, total)
        # A table that is asked in the deal scores as one that chose before.
        answers = {**deal, **asked_in_a_deal(rules, partners=seats == 2)}
        assert_totals(trex(answers, partners=seats == 2, **left_open(rules)), score, total)


def asked_in_a_deal(rules, *, partners):
    """What a deal is asked where the table has left open what an own double costs."""
    cost = rules["own_double"]
    answers = {"own_double": cost}
    if cost in ("leader_gains", "opponents_gain"):
        answers["own_lead"] = rules.get("own_lead", "same")
    if partners and cost != "plain":
        answers["partner_takes"] = rules.get("partner_takes", "same")
    return answers


def left_open(rules):
    """The house rules of a table that is asked; what nobody is asked for was chosen before."""
    asks_who_led = rules["own_double"] in ("leader_gains", "opponents_gain")
    chosen = {} if asks_who_led else {k: v for k, v in rules.items() if k == "own_lead"}
    return chosen | {"own_double": "ask"}


def reversed_kingdom(table):
    for signs, score, total in table.rows:
        assert_totals(trex(*stories_before(WHOLE_KINGDOM), **CHOICES[signs]), score, total)


def complex_with_partners(table):
    [(_story, score, total)] = table.rows
    deal = in_one_complex(stories_before(ONE_DEAL))
    assert_totals(trex(deal, partners=True, complex=True), score, total)


def can_be_right(table):
    for story, right, why in table.rows:
        deal, seat = told(story), "ABCD".index(why[0])
        numbers = [int(n) for n in re.findall(r"\b\d+\b", why)]
        match = trex(deal, complex=True)
        if right == "yes":
            queens = [card for card, taker in deal["queens"].items() if taker == seat]
            honours = (deal["king"] == seat) + len(set(queens) - {"QD"})
            assert numbers == [honours + deal["diamonds"][seat], deal["tricks"][seat]]
            assert match.problems == []
        else:
            assert match.refused_at == (1, "tricks")
            assert match.problem.startswith(f"{CAST[seat]} has at least"), why
            if numbers:
                assert f"not {numbers[1]}: {numbers[0]} penalty cards" in match.problem, why


def redeals(table):
    for contract, hand, answer in table.rows:
        held = cards(hand)
        if contract == "King of hearts":
            assert all(card.endswith("H") for card in held)
            may = may_appeal_king([card[:-1] for card in held])
        else:
            may = may_appeal_trex(*[[c[-1] for c in held if c[0] == rank] for rank in "23"])
        assert answer.startswith("yes" if may else "no"), hand
        assert set(cards(answer)) <= set(held), hand


def layout(table):
    """Worked out by what lies beside what lies there."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for laid, answer in table.rows:
        there = set(cards(laid))
        may = {"J" + suit for suit in "SHDC"}
        for suit, (one, other) in product("SHDC", pairwise(ranks)):
            pair = {one + suit, other + suit}
            may |= pair if pair & there else set()
        assert set(cards(answer)) == may - there, laid


EXAMPLES = {
    r"What happened \| (A · B · C · D|A\+C · B\+D) \| Total": what_happened,
    r"Choice \| (A · B · C · D|A\+C · B\+D) \| Total": with_settings,
    r"The kingdom above \| A · B · C · D \| Total": reversed_kingdom,
    r"With partners \| A\+C · B\+D \| Total": complex_with_partners,
    r"Entered \| Right\? \| Why": can_be_right,
    r"Named \| You hold \| Redeal\?": redeals,
    r"On the table \| You may play": layout,
}


OPTIONS = {"leaderGains": "leader_gains", "opponentsGain": "opponents_gain"}
KEYS = {"k": "king", "q": "queens", "d": "diamonds", "t": "tricks", "order": "out"}


def golden_deal(vector):
    cards = {"Q" + suit: card for suit, card in vector.get("q", {}).items()}
    cards |= {"KH": vector["k"]} if "k" in vector else {}
    by = {
        who: {card: about[who] for card, about in cards.items() if who in about}
        for who in ("taker", "doubler", "leader")
    }
    deal = {KEYS[key]: vector[key] for key in KEYS if key in vector}
    deal |= {"king": by["taker"].pop("KH")} if "k" in vector else {}
    deal |= {"queens": by["taker"]} if "q" in vector else {}
    deal |= {"doubled": by["doubler"]} if by["doubler"] else {}
    leaders = {"leaders": by["leader"]} if vector.get("own") == "leaderGains" else {}
    return {"contract": contract_of(deal)} | deal | leaders


def golden_match(*vectors):
    one, deals = vectors[0], list(map(golden_deal, vectors))
    rule = one.get("side", one.get("own", "plain"))
    rules = {"partners": "side" in one, "complex": deals[0]["contract"] == "complex"}
    rules |= {"own_double": OPTIONS.get(rule, rule), "swapped": "values" in one}
    return trex(*deals, **rules)


GOLDEN = {
    "trex": golden_match,
    "trexDeals": golden_match,
    "trexKingdom": lambda whole: golden_match(*named(whole["deals"])),
}
"""What plays the worked numbers of golden.json."""
