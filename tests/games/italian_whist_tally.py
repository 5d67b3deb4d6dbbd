"""Italian Whist from a match file."""

from tests.figures_of_files.tally import Tally, numbered

VARIANT_RULES = {"upper": 10, "lower": -10}


def tally_of(file):
    tally = Tally([[0], [1], [2]])
    upper, lower = file["rules"].get("upper", 10), file["rules"].get("lower", -10)
    whole = [(number, deal) for number, deal in numbered(file) if "second" in deal]
    for place, (number, deal) in enumerate(whole):
        passed = ("left", "right", "kept")[place % 3]
        cycle = f"{passed}.{'spades' if place % 6 >= 3 else 'none'}"
        for seat in range(3):
            won, lost = deal["first"][seat], deal["second"][seat]
            tally.add(seat, f"first.{cycle}", won, 9, won, [number])
            tally.add(seat, f"second.{cycle}", lost, 9, -lost, [number])
        tally.score(number, [a - b for a, b in zip(deal["first"], deal["second"], strict=True)])
    tally.is_over = max(tally.totals) >= upper or min(tally.totals) <= lower
    return tally
