"""Trico from a match file."""

from collections import Counter

from tests.figures_of_files.tally import Tally, numbered

VARIANT_RULES = {"target": 14}
HAS_ONLY_GAINS = True


def tally_of(file):
    tally = Tally([[seat] for seat in range(len(file["players"]))])
    rules = file["rules"]
    target = rules.get("target", 14)
    for number, deal in numbered(file):
        made, hands = trico_round(deal, rules)
        if made is None:
            break
        points = []
        for seat, row in enumerate(made):
            prices = {"sets": 2, "pairs": 1, "large": 1, "blocked": 0}
            points.append(sum(prices[key] * n for key, n in row.items()))
            for key, n in row.items():
                tally.add(seat, key, n, 1, prices[key] * n, [number])
        tally.score(number, points)
        totals = tally.totals
        if max(totals) >= target:
            level = [seat for seat, total in enumerate(totals) if total == max(totals)]
            tally.winner = level[0] if len(level) == 1 else trico_winner(level, deal, hands)
            tally.is_over = tally.winner is not None
    return tally


def trico_round(deal, rules):
    """What each player made in a round, and their three faces with their numbers if entered."""
    if "counts" in deal:
        return deal["counts"], None
    if "cards" in deal:
        hands = deal["cards"]
    elif "saved" in deal:
        hands = [[rules["deck"][str(n)] | {"number": n} for n in kept] for kept in deal["saved"]]
    else:
        return None, None
    return [trico_hand(hands, seat) for seat in range(len(hands))], hands


def trico_hand(hands, seat):
    shown = [Counter(symbol for face in hand for symbol in face["symbols"]) for hand in hands]
    others = [times for place, times in enumerate(shown) if place != seat]
    sets = [symbol for symbol, n in shown[seat].items() if n == 3]
    pairs = [symbol for symbol, n in shown[seat].items() if n == 2]
    blocked = [symbol for symbol in pairs if any(times[symbol] >= 2 for times in others)]
    free = [symbol for symbol in pairs if symbol not in blocked]
    choices = [free] if sets else [[symbol] for symbol in free] or [[]]

    def large(used):
        return sum(
            bool(face.get("large")) and bool({*face["symbols"]} & {*sets, *used})
            for face in hands[seat]
        )

    best = max(choices, key=large)
    row = {"sets": len(sets), "pairs": len(best), "large": large(best)}
    return row | {"blocked": len(blocked)}


def trico_winner(level, deal, hands):
    """Who wins of those who are level: most large symbols on the last cards, then the highest."""
    if "tie" in deal:
        figures = [*zip(deal["tie"]["large"], deal["tie"]["highest"], strict=True)]
    elif hands:
        figures = [
            (
                sum(len(face.get("large", [])) for face in hand),
                max((face.get("number", 0) for face in hand), default=0),
            )
            for hand in hands
        ]
    else:
        return None
    best = [seat for seat in level if figures[seat] == max(figures[each] for each in level)]
    return best[0] if len(best) == 1 else None
