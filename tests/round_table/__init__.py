"""A game for two to ten players, as many as pages and sheets have seats for: whoever wins a round
scores a point for each of the others."""

from functools import partial

from app.scoring import Deal, Game, Part, PointsOnPaper, Prompt, Script, Seat, Steps, Table, _
from app.scoring.model.seats import Points
from app.scoring.prompts import PaperPoints, Switch
from app.scoring.sheet import PaperSpec, Sheet

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
    """One round: who won it, and so how many points; or the points on a sheet of paper."""
    deal = table.deal(_("Round {n}", n=number + 1), dealer=table.seats[number % len(table.seats)])
    deal.on_paper = partial(points_prompt, deal)
    try:
        winner = yield from deal.player("winner", _("Who won the round?"), rule="rounds")
    except PointsOnPaper as paper:
        deal.score(
            [Part(*each, _("from paper"), "rounds") for each in paper.points.items()], total=0
        )
        return
    others = len(table.seats) - 1
    parts = [Part(winner, others, _("won the round"), "rounds")]
    parts += [Part(seat, -1, _("lost it"), "rounds") for seat in table.seats if seat != winner]
    deal.score(parts, total=0)


def points_prompt(deal: Deal) -> Prompt:
    """Return the question for the points of each side."""
    sides, possible = deal.circle.sides, {points_of(deal, winner) for winner in deal.seats}
    return deal.prompt(
        PaperPoints,
        key="points",
        ask=_("Points on the sheet"),
        guidance=_("What the sheet of paper says"),
        save=_("Save the round"),
        rule="rounds",
        seats=deal.seats,
        sides=sides if len(sides) < len(deal.seats) else (),
        totals=[0],
        numbers=frozenset(n for points in possible for n in points),
        fits=lambda points: tuple(points) in possible,
        possible=lambda: possible,
        worth=_("A round is worth 0"),
        price=_("The winner has a point from each of the others"),
        example=[*points_of(deal, deal.seats[0])],
    )


def points_of(deal: Deal, winner: Seat) -> Points:
    """Return the points of each side if `winner` wins."""
    others = len(deal.seats) - 1
    return tuple(
        sum(others if seat == winner else -1 for seat in side.seats) for side in deal.circle.sides
    )


GAME = Game(
    key="round_table",
    name=_("Round Table"),
    blurb=_("Each round has one winner."),
    players=tuple(range(2, 11)),
    play=play,
    sheet=Sheet(paper=PaperSpec({"points": lambda prompt: prompt.example})),
    seating=_("Clockwise."),
    void_section="rounds",
    playing_section="rounds",
    numbers={"rounds": ROUNDS, "lost": -1},
    first=_("Deals first"),
)
