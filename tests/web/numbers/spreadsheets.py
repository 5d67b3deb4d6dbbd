"""The spreadsheets of a club: a row for each match and player, and for each deal and player."""

import csv
import io
from collections import defaultdict

from tests.figures_of_files.club import GAINS_ONLY
from tests.web.numbers.games import NAMES

OVER, STOPPED = "over", "ended early"


def rows_of(phone, path):
    text = phone.client.get(path).get_data(as_text=True)
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def see_spreadsheets(phone, files):
    """Both hold what the files of the matches do. Returns how many figures were compared."""
    return see_matches(phone, files) + see_deals(phone, files)


def see_matches(phone, files):
    rows = defaultdict(list)
    for row in rows_of(phone, "/matches.csv"):
        rows[int(row["match"])].append(row)
    assert [*rows] == [match.number for match in files.matches], "in the order of time"
    compared = 0
    for match in files.matches:
        expected = results_of(match) if match.counts else {}
        here = rows[match.number]
        assert {row["date"] for row in here} == {match.day.isoformat()}, match.number
        assert {row["game"] for row in here} == {NAMES[match.game]}, match.number
        assert (here[0]["state"] == OVER) == match.counts, match.number
        if not match.counts:
            assert {(row["place"], row["won"]) for row in here} == {("", "")}, match.number
            compared += 2 * len(here)
            continue
        assert match.together or {row["deals"] for row in here} == {str(match.deals)}, match.number
        shown = {
            row["person"]: [row[column] for column in ("place", "won", "total")]
            for row in here
            if row["person"]
        }
        # Of somebody whose name was forgotten a spreadsheet says no more than the seat.
        expected.pop("someone", None)
        assert shown == expected, (match.number, shown, expected)
        compared += 3 * len(here)
    return compared


def results_of(match):
    """The place, whether it was won, and the total in the signs of its table, by person."""
    results = {}
    for (who, key, _other), row in match.rows.items():
        if key == "won_together":
            is_won, score = match.outcome
            results[who] = ["", str(int(is_won)), str(score) if is_won else ""]
        elif key in ("won", "place", "points"):
            place, won, total = results.setdefault(who, ["", "", ""])
            sign = -1 if match.is_reversed else 1
            results[who] = [
                str(row[0]) if key == "place" else place,
                str(row[0]) if key == "won" else won,
                str(sign * row[2]) if key == "points" else total,
            ]
    return results


def see_deals(phone, files):
    rows = defaultdict(list)
    for row in rows_of(phone, "/deals.csv"):
        rows[int(row["match"])].append(row)
    compared = 0
    for match in files.counted:
        if match.together:
            continue
        sign = -1 if match.is_reversed else 1
        scores = defaultdict(int)
        for row in rows[match.number]:
            if row["person"] and row["score"]:
                scores[row["person"]] += sign * int(row["score"])
                compared += 1
        points = {
            who: row[2]
            for (who, key, _other), row in match.rows.items()
            if key == "deal" and who != "someone"
        }
        assert dict(scores) == points, (match.number, match.game, scores, points)
        assert match.game not in GAINS_ONLY or min(scores.values(), default=0) >= 0
    return compared
