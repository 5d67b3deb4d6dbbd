"""The screens of The Torite, by name: how one gets there, and what is read there."""

from functools import partial

from tools.screens import places

TABLES: list[tuple[int, dict[str, str]]] = [(4, {}), (3, {}), (2, {}), (1, {})]
at = partial(places.at, "torite")
TRICKS = [6, 4, 2, 0]
LEFT = ["KS", "9H", "7D", "4C"]
QUESTIONS = {
    "count of four": at(says="6-4-2-0"),
    "count of three": at(people=3, says="8-4-0"),
    "count of two": at(people=2, says="8-4"),
    "count of round 2": at([8, 4], LEFT[:2], people=2, says="4"),
    "count alone": at(people=1, says="Dummy"),
    "count, filled": at(taps=places.keys(6, 4, 2)),
    "count, lost": at(taps=places.keys(7, 3, 2)),
    "trick by trick": at(taps=places.TAKERS),
    "cards left": at(TRICKS),
    "cards left, half": at(TRICKS, taps=[".suit-key", ".rank-key >> nth=3", ".suit-key >> nth=1"]),
    "cards left and set aside": at([8, 4, 0], people=3),
    "cards left of two": at([8, 4], people=2),
    "cards left alone": at([8, 4], people=1, says="Dummy"),
}
CORRECTIONS = {
    "cards left": at(TRICKS, LEFT, path="/deals/1/left"),
    "tricks": at(TRICKS, path="/deals/1/tricks"),
    "card set aside": at([8, 4, 0], LEFT[:3], "5C", path="/deals/1/aside", people=3),
}
PLAYED = [TRICKS, LEFT]
OUTCOMES = {
    "won": at(*PLAYED),
    "won alone": at([8, 4], ["KH", "7S"], [4, 8], ["5D", "9C"], people=1),
    "lost by a suit": at(TRICKS, ["KS", "9H", "7H", "4D"]),
    "lost by tricks": at([7, 3, 2, 0]),
}
RULINGS = (
    "win",
    "win?players=3&tricks1=8&tricks2=4&suit=S&card1=KH",
    "win?players=3&tricks1=5&tricks2=5",
    "lead?players=3&five=no",
    "splits",
    "splits?1S=4&1H=3&1D=3&2S=4&2H=3&2D=3&3S=3&3H=4&3D=4",
    "splits?1S=9&1H=9&2S=x",
)
