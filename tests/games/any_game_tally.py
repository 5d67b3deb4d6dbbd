"""A pad from a match file."""

import unicodedata

from tests.figures_of_files.tally import Tally, numbered

HAS_ONLY_GAINS = True
MOST_ROUNDS = 200
USUAL = {"title": "", "wins": "highest", "ends": "open", "target": 100, "rounds": 10}


def rules_of(file):
    return {**USUAL, "below": False, "sides": "none", **file["rules"]}


def folded(title):
    """A title without case and accents."""
    letters = unicodedata.normalize("NFKD", title).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def variant_of(file):
    """What is played, whoever and however many play; of a match without a title nothing."""
    title = folded(rules_of(file)["title"])
    return f"titled.title={title}" if title else "titled"


def points_variant_of(file):
    """What else has to be the same before points are compared: who wins, and when it ends."""
    rules = rules_of(file)
    end = {"open": (), "points": ("target", "below"), "rounds": ("rounds",)}[rules["ends"]]
    return (variant_of(file), *(rules[key] for key in ("wins", "ends", *end)))


def sides_of(file):
    n, sides = len(file["players"]), rules_of(file)["sides"]
    if sides == "opposite":
        return [[seat, seat + n // 2] for seat in range(n // 2)]
    if sides == "none":
        return [[seat] for seat in range(n)]
    return [[seat for seat in range(n) if sides[seat] == side] for side in sorted({*sides})]


def tally_of(file):
    rules, rounds = rules_of(file), numbered(file)
    sign = -1 if rules["wins"] == "lowest" else 1
    tally = Tally(sides_of(file))
    whole = [(number, deal["points"]) for number, deal in rounds if "points" in deal]
    for number, points in whole:
        said = [sum(value) if isinstance(value, list) else value for value in points]
        tally.score(number, [sign * n for n in said])
    totals = [sign * total for total in tally.totals]
    is_reached = any(
        total >= rules["target"] or (rules["below"] and total <= -rules["target"])
        for total in totals
    )
    is_at_mark = {
        "open": bool(file.get("ended")),
        "points": is_reached,
        "rounds": len(whole) == rules["rounds"],
    }
    tally.is_over = len(whole) == MOST_ROUNDS or is_at_mark[rules["ends"]]
    tally.ends_when_told = rules["ends"] == "open"
    if not rules["title"]:
        tally.counted = {"met"}
    return tally
