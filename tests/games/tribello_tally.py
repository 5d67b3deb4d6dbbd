"""Tribello from a match file."""

from tests.figures_of_files.tally import Tally, numbered


def tally_of(file):
    tally = Tally([[0], [1], [2]])
    whole = [(number, deal) for number, deal in numbered(file) if "tricks" in deal]
    for place, (number, deal) in enumerate(whole):
        phase = place // 3 + 1
        points = []
        for seat, taken in enumerate(deal["tricks"]):
            role = (seat - place) % 3
            target = ((6, 4, 3) if phase < 4 else (3, 4, 6))[role]
            points.append(taken - target if phase < 4 else target - taken)
            key = f"met.{phase}.{('dealer', 'left', 'right')[role]}"
            tally.add(seat, key, points[seat] >= 0, 1, points[seat], [number])
            tally.add(seat, "off", abs(taken - target), 1, 0, [number])
        tally.score(number, points)
    tally.is_over = len(whole) == 12
    return tally
