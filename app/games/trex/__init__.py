"""Trex: four kingdoms, five contracts each, doubled kings and queens. Rules: rules/en/trex.md"""

from app.games.trex import highlights, play
from app.games.trex.contracts import CONTRACTS
from app.games.trex.house_rules import DIRECTION, PLAYERS, USUAL, page_numbers
from app.games.trex.rulings import RULINGS
from app.games.trex.sheet import SHEET
from app.games.trex.statistics import STATISTICS
from app.scoring import Game, _

GAME = Game(
    key="trex",
    name=_("Trex"),
    blurb=_("4 kingdoms · also called Trix"),
    other_names=("Trix",),
    players=(PLAYERS,),
    play=play.play,
    seating=_("Counter-clockwise: the next player sits to the right of the one before."),
    void_section="redeals",
    playing_section="cards",
    icon="trex",
    signs={contract.name: contract.icon for contract in CONTRACTS.values()},
    direction=DIRECTION,
    is_reversed=lambda rules: bool(rules["reversed"]),
    numbers=page_numbers(USUAL),
    describe_progress=play.describe_progress,
    describe_deal=highlights.describe_deal,
    awards=highlights.AWARDS,
    statistics=STATISTICS,
    rulings=RULINGS,
    sheet=SHEET,
)
