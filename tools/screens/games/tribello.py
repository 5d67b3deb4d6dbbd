"""The screens of Tribello, by name: how one gets there, and what is read there."""

from functools import partial

from tools.screens import places

at = partial(places.at, "tribello")
TRUMPS = ["hearts", [7, 4, 2], "spades", [5, 6, 2], "clubs", [4, 4, 5]]
NINE_DEALS = [*TRUMPS, *TRUMPS, [6, 4, 3], [5, 6, 2], [3, 6, 4]]
NULLO = ["Marwan leads", "[Aa]void tricks"]
QUESTIONS = {
    "trump": at(says=["Marlene", "Which suit was cut"]),
    "trump of phase 2": at(*TRUMPS, says="which suit is trumps"),
    "count": at("hearts", says=["Marwan leads", "target 6"]),
    "count, last row": at("hearts", taps=places.keys(7, 4), says="target 6"),
    "trick by trick": at("hearts", taps=places.TAKERS[:1]),
    "trick by trick, two played": at("hearts", taps=places.TAKERS, says="target 6"),
    "no trump": at(*TRUMPS, *TRUMPS, says="Marwan leads"),
    "nullo": at(*NINE_DEALS, says=[*NULLO, "limit 3"]),
    "nullo, filled": at(*NINE_DEALS, taps=places.keys(2, 5), says=NULLO[1]),
    "nullo, trick by trick": at(*NINE_DEALS, taps=places.TAKERS[:2]),
    "last deal": at(*NINE_DEALS, [3, 4, 6], [5, 2, 6], says="Ben leads"),
}
CORRECTIONS = {
    "count": at(*NINE_DEALS, path="/deals/4/tricks", says="target 6"),
    "count, another number": at(*NINE_DEALS, path="/deals/4/tricks", taps=places.keys(5)),
    "count of a nullo": at(*NINE_DEALS, [3, 4, 6], path="/deals/10/tricks", says="limit"),
    "trump": at(*NINE_DEALS, path="/deals/1/trump"),
}
PLAYED = [*NINE_DEALS, [3, 4, 6], [5, 2, 6], [2, 5, 6]]
OUTCOMES = {"won": at(*PLAYED, says="wins")}
RULINGS = ("widow", "widow?dealer=5&left=3", "widow?dealer=6&left=9")
