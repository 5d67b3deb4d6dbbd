"""What tests of Trex and of every game share: its deals, and its worked examples."""

import re
from itertools import pairwise, product

from app.games.trex.rulings import may_appeal_king, may_appeal_trex
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
