"""What all the match files of a club say of its people."""

from collections import Counter, defaultdict, namedtuple
from datetime import datetime, timedelta
from fractions import Fraction

from tests.figures_of_files import TALLIES, tally_of_file, variant_of_file
from tests.figures_of_files.people import people_of_file, seats_of_file

PAUSE = timedelta(hours=6)
"""After so long without an answer an evening is over, and the evening of a day ends so late."""
TOGETHER = [key for key, game in TALLIES.items() if getattr(game, "IS_WON_TOGETHER", False)]
GAINS_ONLY = [key for key, game in TALLIES.items() if getattr(game, "HAS_ONLY_GAINS", False)]
"""Games whose points are no gains or losses, and have no sign."""

Total = namedtuple("Total", "matches count chances points")


def total_of(rows):
    """Rows of as many matches added up."""
    return Total(len(rows), *(sum(row[n] for row in rows) for n in range(3)))


class ClubMatch:
    """A match by the `number` of its address, which `started` at a moment; `rows` are those of
    `Tally.rows`, none if it does not count. `day` is its day, until six in the morning, and
    `evening` that of the evening to which it belongs, which is another where two were joined.
    `file` is its match file, and `played` how long it went, up to a pause that would end an
    evening. `outcome` is that of a match won or lost together: whether it was won, and its
    score."""

    def __init__(self, number, file, joined):
        self.number, self.game, self.variant = number, file["game"], variant_of_file(file)
        self.file = file
        self.sides = 2 if file["rules"].get("partners") else len(file["players"])
        self.is_reversed = bool(file["rules"].get("reversed"))
        self.people = {name for row in seats_of_file(file).values() for name in row if name}
        started = self.started = datetime.fromisoformat(file["started"])
        local = started + timedelta(minutes=file.get("utc_offset") or 0)
        self.day = (local - PAUSE).date()
        self.evening = joined.get(self.day, self.day)
        last = started
        for line in file["log"]["lines"]:
            at = datetime.fromisoformat(line["at"])
            if at - last >= PAUSE:
                break
            last = max(last, at)
        self.played = last - started
        tally = tally_of_file(file)
        self.rows = tally.rows(people_of_file(file)) if tally else {}
        self.counts = tally is not None
        self.deals = tally.deals if tally else 0
        self.outcome = tally.outcome if tally else None

    @property
    def together(self):
        return self.game in TOGETHER


class ClubOfFiles:
    """A club by the match files of its matches, by number; they are in the order of their time.
    `joined` has for the day of an evening that of the one with which it was joined."""

    def __init__(self, files, joined):
        self.matches = [ClubMatch(number, file, joined) for number, file in sorted(files.items())]
        self.matches.sort(key=lambda match: (match.day, match.started, match.number))
        self.counted = [match for match in self.matches if match.counts]
        self._found = defaultdict(list)
        for match in self.counted:
            for (who, key, other), row in match.rows.items():
                self._found[who, key].append((match, other, row))

    @property
    def people(self):
        return sorted({who for who, _key in self._found})

    @property
    def variants(self):
        """How many matches of each variant count."""
        return Counter((match.game, match.variant) for match in self.counted)

    def keys(self, person):
        """The keys under which something is counted of a person, in each variant."""
        return {
            (match.game, match.variant, key)
            for (who, key), found in self._found.items()
            if who == person
            for match, _other, _row in found
        }

    def facts(self, person, key, *, other=None, game=None, variant=None, period=""):
        """Each match in which there is something under a key, the earliest first, with what."""
        return [
            (match, row)
            for match, about, row in self._found[person, key]
            if (other is None or about == other)
            and (game is None or match.game == game)
            and (variant is None or match.variant == variant)
            and match.day.isoformat().startswith(period)
        ]

    def total(self, person, key, **asked):
        """All of that added up."""
        return total_of([row for _match, row in self.facts(person, key, **asked)])

    def others(self, person, key, **asked):
        """The same by the other whom it is about."""
        names = {about for _match, about, _row in self._found[person, key] if about}
        totals = {name: self.total(person, key, other=name, **asked) for name in names}
        return {name: total for name, total in totals.items() if total.matches}

    def in_period(self, period):
        """The matches of a year or month that count; all for none."""
        return [it for it in self.counted if it.day.isoformat().startswith(period)]

    def by_chance(self, person, **asked):
        """How many wins, and which mean place, equal players would have; and two deviations of
        that mean."""
        sides = [row[1] for _match, row in self.facts(person, "place", **asked)]
        wins = sum((Fraction(1, n) for n in sides), Fraction())
        variance = float(sum(Fraction(n * n - 1, 12) for n in sides))
        return (
            wins,
            Fraction(sum(n + 1 for n in sides), 2 * len(sides)),
            2 * variance**0.5 / len(sides),
        )
