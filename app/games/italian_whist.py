"""Italian Whist: one hand to win tricks, one to avoid them. Rules: rules/italian_whist.md"""

from itertools import count

from app.games.words import tricks
from app.scoring import NO_TRUMPS, SUITS, Game, Outcome, Part, Script, Seat, Steps, Table, Text, _
from app.scoring.prompts import Number

TRICKS = 9
PASSES = ("left", "right", "kept")

UPPER = Number(
    key="upper",
    ask=_("The match ends when a total reaches"),
    rule="ending-the-game",
    low=1,
    high=99,
    usual=(5, 10, 20),
)
LOWER = Number(
    key="lower",
    ask=_("The match ends when a total falls to"),
    rule="ending-the-game",
    low=-99,
    high=-1,
    usual=(-5, -10, -20),
)


def play(table: Table) -> Script:
    rules = yield from table.house_rules((UPPER, 10), (LOWER, -10), rule="ending-the-game")
    dealer = table.seats[0]
    for number in count(1):
        yield from table.until_it_counts(play_deal, number, dealer)
        if max(table.totals) >= rules["upper"] or min(table.totals) <= rules["lower"]:
            return end(table, rules["upper"], rules["lower"])
        dealer = table.left_of(dealer)
    raise AssertionError("a match ends at a limit")


def end(table: Table, upper: int, lower: int) -> Outcome:
    """Whoever reached a limit ended the match; the highest total wins it."""
    reached = [
        _("{side} reached {total}", side=side, total=table.totals[side.index])
        for side in table.sides
        if not lower < table.totals[side.index] < upper
    ]
    return table.best_total_wins(_("{reached}.", reached=reached))


def play_deal(table: Table, number: int, dealer: Seat) -> Steps[None]:
    """Split 9 and 9, pass the second hand, play nine tricks for you and nine against you."""
    place_in_cycle = (number - 1) % 6
    passed = PASSES[place_in_cycle % 3]
    left, right = table.left_of(dealer), table.right_of(dealer)
    deal = table.deal(
        _("Deal {number}", number=number),
        name={
            "left": _("Pass left"),
            "right": _("Pass right"),
            "kept": _("Keep"),
        }[passed],
        dealer=dealer,
        leader=left,
        trump=NO_TRUMPS if place_in_cycle < 3 else SUITS["spades"],
    )
    deal.tell(_("{dealer} deals 18 cards to each player, both jokers included.", dealer=dealer))
    deal.tell(_("Everyone splits 9 and 9: the first hand to win tricks, the second to avoid them."))
    deal.tell(pass_line(table, passed))
    deal.tell(_("First hand: {leader} leads.", leader=left))
    first = yield from deal.count(
        "first",
        _("First hand: tricks won"),
        total=TRICKS,
        unit=tricks,
        rule="playing-the-first-hand",
    )
    deal.leader = right
    deal.tell(_("Pick up the second hand. {leader} leads: now avoid tricks.", leader=right))
    second = yield from deal.count(
        "second",
        _("Second hand: tricks won"),
        total=TRICKS,
        unit=tricks,
        rule="playing-the-second-hand",
    )
    deal.score(
        [
            Part(seat, first[seat], _("{tricks} in the first hand", tricks=tricks(first[seat])))
            for seat in table.seats
        ]
        + [
            Part(seat, -second[seat], _("{tricks} in the second hand", tricks=tricks(second[seat])))
            for seat in table.seats
        ],
        total=0,
    )


def pass_line(table: Table, passed: str) -> Text:
    """Who hands the second hand to whom; nobody looks at it yet."""
    if passed == "kept":
        return _("Keep your second hand face down.")
    neighbour = table.left_of if passed == "left" else table.right_of
    ways = [_("{giver} → {receiver}", giver=seat, receiver=neighbour(seat)) for seat in table.seats]
    return _("Pass the second hand face down, nobody looks: {ways}.", ways=ways)


GAME = Game(
    key="italian_whist",
    name=_("Italian Whist"),
    blurb=_("Two hands each deal: win tricks with the first, avoid them with the second."),
    players=(3,),
    play=play,
    seating=_("Clockwise."),
    first=_("deals first"),
    voids="splitting-your-cards",
)
