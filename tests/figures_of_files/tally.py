"""What a match has of every player, added up deal by deal."""

from collections import defaultdict


class Tally:
    """What a match has of every player: a row [count, chances, points, deals] by seat, key and
    the seat of the other whom it is about, None for nobody else.

    `points` has for every deal that counted its number and the points of each side, more is better.
    """

    def __init__(self, sides):
        self.sides = sides
        self.points = []
        self.rows = defaultdict(lambda: [0, 0, 0, set()])
        self.winner = None
        self.is_over = False

    def add(self, seat, key, count, chances, points, deals, other=None):
        row = self.rows[seat, key, other]
        row[0] += count
        row[1] += chances
        row[2] += points
        row[3] |= {*deals}

    def score(self, number, points):
        """A deal that counts, with its points by side."""
        self.points.append((number, points))

    @property
    def totals(self):
        return [sum(points[side] for _n, points in self.points) for side in range(len(self.sides))]

    def finish(self):
        """The figures of every game in which everybody has a total."""
        numbers = [number for number, _points in self.points]
        totals = self.totals
        winners = [n for n, total in enumerate(totals) if total == max(totals)]
        if self.winner is not None:
            winners = [self.winner]
        standing = [(side in winners, total) for side, total in enumerate(totals)]
        places = [1 + sum(other > own for other in standing) for own in standing]
        for side, seats in enumerate(self.sides):
            rivals = [
                (seat, places[other])
                for other, others in enumerate(self.sides)
                if other != side
                for seat in others
            ]
            running, lag = [0] * len(totals), 0
            for _number, points in self.points:
                running = [a + b for a, b in zip(running, points, strict=True)]
                best = max(total for n, total in enumerate(running) if n != side)
                lag = max(lag, best - running[side])
            for seat in seats:
                mine = places[side]
                self.add(seat, "won", side in winners, 1, 0, numbers)
                self.add(seat, "place", mine, len(places), 0, numbers)
                self.add(seat, "points", 1, 1, totals[side], numbers)
                for rival, place in rivals:
                    balance = (mine < place) - (mine > place)
                    self.add(seat, "met", mine < place, 1, balance, numbers, rival)
                for other in seats:
                    if other != seat:
                        self.add(seat, "partner", side in winners, 1, 0, numbers, other)
                if side in winners:
                    self.add(seat, "comeback", lag > 0, 1, lag, numbers)
                for number, points in self.points:
                    is_best = points[side] == max(points)
                    self.add(seat, "deal", is_best, 1, points[side], [number])
        return self.rows


def numbered(file):
    """The deals of a file that were not thrown in, with their numbers."""
    return [(n, deal) for n, deal in enumerate(file["deals"], 1) if "void" not in deal]
