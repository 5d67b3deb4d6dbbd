"""A game for two to ten players, as many as pages and sheets have seats for: whoever wins a round
scores a point for each of the others."""

from app.scoring import Game, Part, Script, Steps, Table, _
from app.scoring.prompts import Switch

ROUNDS = 12
TEAMS = Switch(key="teams", ask=_("Play in two teams"), rule="teams")


def play(table: Table) -> Script:
    """Twelve rounds, dealt in turn; the highest total wins. Every other seat is of one team."""
    rules = yield from table.house_rules((TEAMS, False), rule="teams")
    if rules["teams"]:
        table.share([table.seats[::2], table.seats[1::2]])
    table.length = ROUNDS
    for number in range(ROUNDS):
        yield from table.until_it_counts(play_round, number)
    return table.best_total_wins()


def play_round(table: Table, number: int) -> Steps[None]:
    """One round: who won it, and so how many points."""
    deal = table.deal(_("Round {n}", n=number + 1), dealer=table.seats[number % len(table.seats)])
    winner = yield from deal.player("winner", _("Who won the round?"), rule="rounds")
    others = len(table.seats) - 1
    parts = [Part(winner, others, _("won the round"), "rounds")]
    parts += [Part(seat, -1, _("lost it"), "rounds") for seat in table.seats if seat != winner]
    deal.score(parts, total=0)


GAME = Game(
    key="round_table",
    name=_("Round Table"),
    blurb=_("Each round has one winner."),
    players=tuple(range(2, 11)),
    play=play,
    seating=_("Clockwise."),
    void_section="rounds",
    playing_section="rounds",
    numbers={"rounds": ROUNDS, "lost": -1},
    first=_("deals first"),
)
