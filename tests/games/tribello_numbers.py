"""What pages say of Tribello where they tell what many matches add up to."""

from tests.web.numbers.pieces import Grid, rates
from tests.web.numbers.words import MANY

NAME = "Tribello"
PLAYED = [(3, {}, 42)]
ROLES = {"dealer": "dealer", "left": "left of the dealer", "right": "right of the dealer"}
PHASES = ("", "Cut trump", "Dealer’s trump", "No trumps", "Nullo")
RATES = {"off": ("Off the target", "tricks", "deals", "tricks a deal")}


def sections_of(played):
    rows = {PHASES[phase]: ([f"met.{phase}.{role}" for role in ROLES], 1) for phase in range(1, 5)}
    yield "Points a deal, by phase and role", MANY, Grid(ROLES.values(), rows)
    yield "How close to the target", MANY, rates(RATES)
