"""The screens of Trex, by name: how one gets there, and what is read there."""

from functools import partial

from app.scoring import Event
from testkit.browser.phone import SECOND_TAP
from tools.screens import places

TABLES = [
    (4, {"complex": True, "partners": True}),
    (4, {"complex": False, "partners": False}),
]
at = partial(places.at, "trex")
OF_QUEENS = {"QS": 0, "QH": 1, "QD": 2, "QC": 0}
THREE_CONTRACTS = ["king", {"KH": 1}, 2, "queens", None, OF_QUEENS, "diamonds", [2, 6, 0, 5]]
FOUR_CONTRACTS = [*THREE_CONTRACTS, "slaps", [1, 3, 4, 5]]
"""The fifth names itself."""
A_KINGDOM = [0, *FOUR_CONTRACTS, [3, 0, 2, 1]]
PLAYED = [*A_KINGDOM, *A_KINGDOM[1:] * 3]
LAST_KINGDOM = [*A_KINGDOM, *A_KINGDOM[1:] * 2, *THREE_CONTRACTS]
SOME_WAY = [*A_KINGDOM, "queens", {"QS": 1}, OF_QUEENS | {"QS": 2}, "slaps", [4, 4, 1, 4]]
CARDS = [f".card-row >> nth={row} >> .card-key >> nth={key}" for row, key in enumerate("10123")]
HALF_DOUBLED = [".times", ".strip .card-key >> nth=2", *CARDS[:2]]


def to_slaps(visitor):
    """The last pane of a Complex, on which all is saved."""
    page = at(0, "complex", taps=[*CARDS, ".save"], complex=True).arrive(visitor)
    page.locator(".pane-names [aria-current]:nth-child(2)").wait_for()
    page.wait_for_timeout(SECOND_TAP)
    places.tap(page, *places.keys(3, 2, 6), ".save")
    page.locator(".pane-names [aria-current]:nth-child(3)").wait_for()
    return page


OWN_DOUBLE = partial(at, *(0, "king", {"KH": 1}, 3), own_double="ask", partners=True)
QUESTIONS = {
    "owner": at(says="Who holds the 7"),
    "contract": at(0, says="Marwan, name the contract"),
    "contract, two left": at(0, *FOUR_CONTRACTS[:6], says="name the contract"),
    "contract of kingdom 2": at(*A_KINGDOM, says="Marlene, name the contract"),
    "king": at(0, "king", says="Who doubles"),
    "king, nobody doubled": at(0, "king", taps=["[data-play]"], says="Who took"),
    "king, who doubled": at(0, "king", {"KH": 1}, taps=["[data-double]"]),
    "king, doubling noted": at(0, "king", {"KH": 1}),
    "king, taken": at(0, "king", {"KH": 1}, taps=[".card-row .card-key >> nth=2"]),
    "queens": at(0, "queens", says=["Who doubles a queen", "×2"]),
    "queens, nobody doubled": at(0, "queens", taps=["[data-play]"], says="Who took each queen"),
    "queens, who doubled": at(0, "queens", taps=[".times >> nth=1"]),
    "queens, half": at(0, "queens", taps=HALF_DOUBLED),
    "own double": at(0, "king", {"KH": 1}, 1, own_double="ask", says="their own doubled"),
    "own double, who led": at(
        *(0, "king", {"KH": 1}, 1, "leader_gains"), own_double="ask", says="led that trick yourself"
    ),
    "own double of partners": OWN_DOUBLE(says="What does it cost"),
    "own double of partners, who led": OWN_DOUBLE("opponents_gain", says="led that trick"),
    "own double of partners, partner takes": OWN_DOUBLE(
        "opponents_gain", "same", says="your partner takes"
    ),
    "diamonds": at(0, "diamonds", says="Marwan leads"),
    "slaps": at(0, "slaps", says="Marwan leads"),
    "slaps, filled": at(0, "slaps", taps=places.keys(2, 5, 1)),
    "slaps, trick by trick": at(0, "slaps", taps=places.TAKERS[:2], says="Who took trick 2"),
    "order": at(0, "trex", says="first"),
    "order, half": at(0, "trex", taps=["[data-places] button"]),
    "reversed": at(0, "slaps", reversed=True, says="[Oo]wn rules|lowest"),
    "owner by hand": at(kingdoms="manual"),
    "owner of kingdom 2": at(*A_KINGDOM, kingdoms="manual", says="Who owns the next kingdom"),
    "complex, contract": at(0, complex=True),
    "complex, cards": at(0, "complex", complex=True),
    "complex, who doubled": at(0, "complex", taps=[".times >> nth=3"], complex=True),
    "complex, diamonds": at(0, "complex", taps=[*CARDS, ".save"], complex=True),
    "complex, slaps": places.Place(to_slaps),
    "partners, contract": at(0, partners=True),
    "partners, king": at(0, "king", partners=True),
    "partners, slaps": at(0, "slaps", partners=True),
    "partners, trick by trick": at(0, "slaps", taps=places.TAKERS[:1], partners=True),
    "partners, order": at(0, "trex", partners=True),
    "partners, cards of a Complex": at(0, "complex", partners=True, complex=True),
}
VOID = Event("void", 1, "void", "misdeal")
CORRECTIONS = {
    "contract": at(*A_KINGDOM, path="/deals/2/contract"),
    "contract, swapped": at(
        *A_KINGDOM, path="/deals/2/contract", taps=[".option:has([value=slaps])"]
    ),
    "owner": at(*A_KINGDOM, path="/deals/1/owner"),
    "who doubled": at(*A_KINGDOM, path="/deals/1/doubled"),
    "king": at(*A_KINGDOM, path="/deals/1/king"),
    "own double": OWN_DOUBLE("opponents_gain", "same", "plain", path="/deals/1/own_double"),
    "queens": at(*A_KINGDOM, path="/deals/2/queens"),
    "diamonds": at(*A_KINGDOM, path="/deals/3/diamonds"),
    "slaps": at(*A_KINGDOM, path="/deals/4/tricks"),
    "slaps of partners": at(*A_KINGDOM, path="/deals/4/tricks", partners=True),
    "order": at(*A_KINGDOM, path="/deals/5/out"),
    "house rules": at(*A_KINGDOM, path="/deals/0/rules"),
    "why it was thrown in": at(0, "king", VOID, path="/deals/1/void"),
}
OUTCOMES = {
    "won": at(*PLAYED, says="wins"),
    "won by partners": at(*PLAYED, partners=True, says="win"),
    "won reversed": at(*PLAYED, reversed=True, says="lowest"),
}
RULINGS = (
    "double",
    "double?card=QS&taker=1&doubler=1&leader=3&own_double=leader_gains",
    "layout",
    "layout?S=9&S=K&H=J&C=A&C=2",
    "redeal",
    "redeal?contract=king&hearts=K&hearts=2",
    "redeal?contract=trex&twos=none",
    "stop",
    "stop?contract=diamonds&diamonds=12",
)
ASKED_IN = {"answers": [0, "queens", {"QS": 1}], "rules": {"own_double": "leader_gains"}}
