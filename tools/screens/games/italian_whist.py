"""The screens of Italian Whist, by name: how one gets there, and what is read there."""

from functools import partial

from tools.screens import places

at = partial(places.at, "italian_whist")
FIRST, SECOND = [5, 3, 1], [2, 3, 4]
ALIKE = [[3, 3, 3], [3, 3, 3]]
QUESTIONS = {
    "first hand": at(says=["Pass 9 cards", "Marlene leads"]),
    "first hand, filled": at(taps=places.keys(5, 3)),
    "second hand": at(FIRST, says=["Ben leads", "[Aa]void"]),
    "second hand, filled": at(FIRST, taps=places.keys(2, 3)),
    "trick by trick": at(taps=places.TAKERS[:2]),
    "cards kept": at(*ALIKE * 2, says="Keep"),
    "spades": at(*ALIKE * 3, says="Pass"),
    "own limits": at(upper=20, lower=-5, says="20"),
}
CORRECTIONS = {"second hand": at(FIRST, SECOND, path="/deals/1/second")}
PLAYED = [[9, 0, 0], [0, 9, 0], FIRST, SECOND]
OUTCOMES = {"won": at(*PLAYED, says="win")}
RULINGS = (
    "trick",
    "trick?suit=H&card1=KH&card2=RJ&leader=1",
    "trick?trumps=spades&leader=0&card1=KH&card2=BJ&card3=10H",
    "trick?trumps=spades&leader=0&card1=RJ&card2=BJ&card3=5D",
    "trick?card1=KH&card2=KH",
    "follow?lead=BJ&second=H",
    "follow?lead=H&hold=RJ",
)
ASKED_IN = {"answers": [FIRST]}
