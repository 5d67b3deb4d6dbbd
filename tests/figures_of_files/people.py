"""Who sat where in which deal, from the log of a match file."""

import re

NOBODY = re.compile(r"\??#[0-9]+|Blue|Rust|Pine|Violet")
"""What is written for players without a name, today and in old files, and for those forgotten."""


def seats_of_file(file):
    """The names by seat from each deal on from which they are others, 0 for the beginning; None for
    nobody who is known."""
    names = {0: [*file.get("log", file)["players"]]}
    for line in lines_that_hold(file):
        if line.get("key") == "seats":
            order = line["answer"]["order"]
            names = {deal: [row[old] for old in order] for deal, row in names.items()}
        elif line.get("key") == "players":
            names[line["deal"]] = [*names[max(deal for deal in names if deal <= line["deal"])]]
            for deal, row in names.items():
                if deal >= line["deal"]:
                    row[:] = [new or old for new, old in zip(line["answer"], row, strict=True)]
    return {
        deal: [None if NOBODY.fullmatch(name) else name for name in row]
        for deal, row in names.items()
    }


def people_of_file(file):
    """A function of a seat and the number of a deal: the name of who sat there, None for nobody
    who is known."""
    names = seats_of_file(file)
    return lambda seat, deal: names[max(start for start in names if start <= deal)][seat]


def lines_that_hold(file):
    """The lines of a log that no undo has taken back, or a redo has put back."""
    hold, taken = [], []
    for line in file.get("log", {}).get("lines", []):
        if line["kind"] == "undo":
            taken += [hold.pop()] if hold else []
        elif line["kind"] == "redo":
            hold += [taken.pop()] if taken else []
        else:
            hold.append(line)
            taken.clear()
    return hold
