"""The Torite from a match file."""

from tests.figures_of_files.tally import Tally, numbered

IS_WON_TOGETHER = HAS_ONLY_GAINS = True
RANKS = {str(n): n for n in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 14}


def tally_of(file):
    players = len(file["players"])
    tally = Tally([[seat] for seat in range(players)])
    deals = numbered(file)
    cards = [card for _n, deal in deals for card in [*(deal.get("left") or []), deal.get("aside")]]
    cards = [card for card in cards if card]
    suits = [card[-1] for card in cards]
    differ = len({*suits}) == len(suits)
    rounds = [deal["tricks"] for _n, deal in deals if deal.get("tricks")]
    pattern = {4: [6, 4, 2, 0], 3: [8, 4, 0]}.get(players, [8, 4])
    fit = all(sorted(tricks, reverse=True) == pattern for tricks in rounds[:1])
    if len(rounds) == 2:
        fit = fit and rounds[1] == [12 - n for n in rounds[0]]
    whole = len(cards) == 4 and len(rounds) == (1 if players > 2 else 2)
    # A null says that a question is moot, because the match is lost.
    moot = any(
        deal.get(key, "") is None for _n, deal in deals for key in ("tricks", "left", "aside")
    )
    tally.is_over = whole or moot
    won, score = fit and differ and whole, 0
    if won:
        last = rounds[-1]
        left = deals[-1][1]["left"]
        most, fewest = (left[last.index(n)] for n in (pattern[0], pattern[-1]))
        score = RANKS[most[:-1]] - RANKS[fewest[:-1]] + 12
    tally.outcome = won, score
    numbers = [number for number, deal in deals if deal.get("tricks")]
    for seat in range(players):
        tally.add(seat, "won_together", won, 1, score, numbers)
        for other in {*range(players)} - {seat}:
            tally.add(seat, "partner", won, 1, 0, numbers, other)
        tally.add(seat, "tricks_fitted", fit, 1, 0, numbers)
        if not differ or len(cards) == 4:
            tally.add(seat, "suits_fitted", differ, 1, 0, numbers)
    return tally
