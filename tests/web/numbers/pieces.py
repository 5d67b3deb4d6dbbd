"""What sections of several games are made of."""

from fractions import Fraction

from tests.web.numbers.words import decimal, k_of_n, many


def cell(played, key, there_are):
    """The mean of the points of a deal, and how often of all."""
    total = played.total(key)
    mean = "–"
    if not played.is_few(key):
        mean = played.points(Fraction(total.points * there_are, total.chances))
    return f"{mean} {k_of_n(total)}"


class Grid:
    """What tells a grid: `rows` have for each name the keys, and how many there are in a deal."""

    def __init__(self, heads, rows):
        self.heads, self.rows = heads, rows

    def shown(self, played):
        rows = self.rows.items()
        return [(name, *of) for name, of in rows if any(played.total(it).chances for it in of[0])]

    def keys(self, played):
        """The keys of its cells, each of which leads to the matches behind it."""
        return [key for _name, keys, _there_are in self.shown(played) for key in keys]

    def __call__(self, played):
        words = [
            f"{name} {' '.join(cell(played, key, there_are) for key in keys)}"
            for name, keys, there_are in self.shown(played)
        ]
        return " ".join([*self.heads, *words]) if words else ""


def rates(rows):
    def tell(played):
        words = []
        for key, (name, what, where, unit) in rows.items():
            total = played.total(key)
            if total.chances and not played.is_few(key):
                words.append(f"{name} {often_in(total, what, where)} {rate(total)} {unit}")
        return " ".join(words)

    return tell


def often_in(total, what, where):
    made = many(total.count, what.removesuffix("s")) if what else f"{total.count:,}"
    return f"{made} in {many(total.chances, where.removesuffix('s'))}"


def rate(total):
    return decimal(Fraction(total.count, total.chances), 1 if total.count >= total.chances else 2)
