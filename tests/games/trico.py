"""What tests of Trico and of every game share: its deals, and its worked examples."""

import re

from app.scoring.chances import chances_of
from testkit.match import CAST, Match, match_file
from tests.golden import demo_deck
from tests.rules_pages import tables
from tests.worked_examples import dotted, is_refused, listed

SECTIONS = """
    Aim · The nine cards · Setting up · A trick · Choosing a card · The last card · Sets · Pairs
    and blocking · Large symbols · Worked example · Winning and ties · Three players · Longer or
    shorter games · Entering your deck · Credits
"""
"""The headings of its rules page."""

SCORE_COLUMNS = {"Scored pairs", "Large cards used"}

DECK = demo_deck()

SHEET_STACKED_FROM = 3
"""On A5, from so many players on, a score stands below the cards that were kept."""


def trico(*deals, **about):
    return Match(match_file("trico", deals, **about))


def show(*cards):
    """Three cards, given as words; a star marks a large symbol."""
    return [
        {
            "symbols": [word.strip("*") for word in card.split()],
            "large": [word.strip("*") for word in card.split() if "*" in word],
        }
        for card in cards
    ]


def counts(*rows):
    return {"counts": [dict(zip(("sets", "pairs", "large"), row, strict=True)) for row in rows]}


def kept(*hands, target=99):
    """A round in which each player kept these three cards."""
    return trico({"cards": hands}, players=len(hands), entry="symbols", target=target)


PLAIN = show("u1 u2 u3", "v1 v2 v3", "w1 w2 w3")
"""Three cards that score nothing and block nothing."""

NOTHING = (0, 0, 0)


def is_last_deal(standing):
    return standing.deal and chances_of(standing).winners


SYMBOLS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club", "acorn": "acorn"}


def deck_of_the_page():
    [table] = [each for each in tables("trico") if each.title == "Card | Symbols | Large"]
    deck = {}
    for number, written, large in table.rows:
        symbols = [SYMBOLS[word] for word in written.split()]
        deck[number] = {"symbols": symbols, "large": symbols[:1] if large == "yes" else []}
    return deck


def made_up_deck(table):
    assert deck_of_the_page() == DECK
    assert len(table.rows) == 9


def pieces(text):
    """``1 set, 3 blocked, 2 large`` by kind, without those of which there are none."""
    found = re.findall(r"(\d+) (set|pair|blocked|large)", text)
    return {kind: number for number, kind in found if number != "0"}


def assert_round(match, name, cell):
    points, _, why = cell.partition(": ")
    [part] = match.parts(name)
    assert (part[0], pieces(part[1])) == (int(points), pieces(why)), cell


def alone(table):
    for cards, score in table.rows:
        assert_round(kept([DECK[str(n)] for n in listed(cards)], PLAIN), "Anna", score)


def two_keep(table):
    for first, second, *scores in table.rows:
        match = trico({"saved": [listed(first), listed(second)]}, deck=DECK)
        for name, score in zip(CAST[:2], scores, strict=True):
            assert_round(match, name, score)


def three_keep(table):
    for *saved, score in table.rows:
        match = trico({"saved": [listed(each) for each in saved]}, players=3, deck=DECK)
        assert match.rows[0]["scores"] == dotted(score)


def endings(table):
    whys = {"higher total": "highest total", "higher card": "highest card"}
    for totals, large, highest, answer in table.rows:
        ends = listed(totals)
        last = counts(*[((n - 10) // 2, (n - 10) % 2, 0) for n in ends])
        if ends.count(max(ends)) > 1:
            last["tie"] = {"large": listed(large), "highest": listed(highest)}
        match = trico(counts(*[(5, 0, 0)] * len(ends)), last, players=len(ends), entry="counts")
        winner, why = re.match(r"([^:]+): ([^;]+)", answer).groups()
        assert match.report["totals"] == ends
        assert match.is_over == (winner != "nobody yet")
        if match.is_over:
            assert match.report["winners"] == [["first", "second"].index(winner)]
            assert whys.get(why, why) in match.ending


def counts_of_the_page(table):
    for *row, score in table.rows:
        match = trico(counts(map(int, row), NOTHING), entry="counts")
        if is_refused(score):
            assert match.refused_at == (1, "counts")
        else:
            assert match.scores["Anna"] == int(score), row


EXAMPLES = {
    r"Kept, nobody else \| Score": alone,
    r"Card \| Symbols \| Large": made_up_deck,
    r"First keeps \| Second keeps \| First scores \| Second scores": two_keep,
    r"First \| Second \| Third \| Score": three_keep,
    r"Totals \| Large symbols \| Highest card \| Winner": endings,
    r"Sets \| Pairs \| Large \| Score": counts_of_the_page,
}


def golden_end(vector):
    totals = vector["totals"]
    last = counts(*[((total - 10) // 2, total % 2, 0) for total in totals])
    if totals.count(max(totals)) > 1:
        last["tie"] = {"large": vector["large"], "highest": vector["top"]}
    rules = {"entry": "counts", "target": vector["target"]}
    return trico(counts(*[(5, 0, 0)] * len(totals)), last, players=len(totals), **rules)


GOLDEN = {"tricoEnd": golden_end}
"""What plays the worked numbers of golden.json."""
