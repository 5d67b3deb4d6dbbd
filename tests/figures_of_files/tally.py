"""What a match has of every player, deal by deal."""

from collections import Counter, defaultdict


class Tally:
    """What a match has of every seat: `things` under a key, each with its count, chances and
    points, the deals that it happened in, and the seat of the other whom it is about, None for
    nobody else.

    `points` has for every deal that counted its number and the points of each side, more is better.
    Where all win or lose together, `outcome` says whether they won, and the score. A match that
    `ends_when_told` is no other for that; `counted` are the keys that count, None for all.
    """

    ends_when_told = False
    counted = None

    def __init__(self, sides):
        self.sides = sides
        self.points = []
        self.things = []
        self.winner = self.outcome = None
        self.is_over = False

    def add(self, seat, key, count, chances, points, deals, other=None):
        self.things.append((seat, key, other, (count, chances, points), [*deals]))

    def rows(self, person_at):
        """The rows [count, chances, points, deals] by person, key and other, None for nobody else.

        `person_at` says who sat at a seat in a deal, None for nobody known. A thing is that of
        whoever sat there in more than half of its deals.
        """
        rows = defaultdict(lambda: [0, 0, 0, set()])

        def holder(seat, deals):
            [(person, most)] = Counter(person_at(seat, deal) for deal in deals).most_common(1)
            return person if 2 * most > len(deals) else None

        for seat, key, other, numbers, deals in self.things:
            if self.counted is not None and key not in self.counted:
                continue
            person = holder(seat, deals)
            rival = None if other is None else holder(other, deals)
            if person is not None and (rival is not None or other is None):
                row = rows[person, key, rival]
                row[:3] = (a + b for a, b in zip(row, numbers, strict=False))
                row[3] |= {*deals}
        return dict(rows)

    def score(self, number, points):
        """A deal that counts, with its points by side."""
        self.points.append((number, points))

    @property
    def deals(self):
        """How many deals were scored."""
        return len({deal for *_thing, deals in self.things for deal in deals})

    @property
    def totals(self):
        return [sum(points[side] for _n, points in self.points) for side in range(len(self.sides))]

    def finish(self):
        """Add what is counted in every game in which everybody has a total."""
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


def numbered(file):
    """The deals of a file that were not thrown in, with their numbers."""
    return [(n, deal) for n, deal in enumerate(file["deals"], 1) if "void" not in deal]
