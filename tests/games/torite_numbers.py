"""What pages say of The Torite where they tell what many matches add up to."""

from statistics import median_low

from tests.web.numbers.words import k_of_n, many

NAME = "The Torite"
PLAYED = [(4, {}, 26), (3, {}, 12), (2, {}, 8), (1, {}, 8)]
PATTERNS = {"4": "6-4-2-0", "3": "8-4-0"} | dict.fromkeys("12", "8-4, then the reverse")
HIGHEST_SCORE = {"3": 21} | dict.fromkeys("124", 24)
FLOORS = {"tricks_fitted": 1, "suits_fitted": 1}


def name_of_variant(players, _rules):
    return many(players, "player")


def sections_of(played):
    yield "", 1, tally
    yield "What failed", 1, what_failed
    scores = [row[2] for _match, row in played.facts("won_together") if row[0]]
    title = "Score of" if len(scores) == 1 else "Scores of"
    yield f"{title} {many(len(scores), 'won match', 'won matches')}", 1, scores_as_dots


def tally(played):
    won = played.won
    lost = won.chances - won.count
    words = f"{k_of_n(won)} won" + (f" {lost} lost" if lost else "")
    of_person = played.files.keys(played.name)
    variants = sorted(v for g, v, k in of_person if (g, k) == (played.game, "won_together"))
    if len(variants) > 1:
        for variant in variants:
            total = played.of(variant).won
            words += f" {k_of_n(total)} won · {many(int(variant), 'player')}"
    return words


def what_failed(played):
    tricks, suits = played.total("tricks_fitted"), played.total("suits_fitted")
    words = f"Tricks fitted {PATTERNS[played.variant]} {k_of_n(tricks)}"
    return words + (f" Suits fitted all different {k_of_n(suits)}" if suits.chances else "")


def scores_as_dots(played):
    scores = [row[2] for _match, row in played.facts("won_together") if row[0]]
    if not scores:
        return ""
    best = HIGHEST_SCORE[played.variant]
    words = f"Dashes: the middle, {median_low(scores)}. {best} is the best there is."
    rows = [f"{score} {scores.count(score)}" for score in sorted({*scores})]
    return f"{words} A loss has no score. As a table matches {' '.join(rows)}"
