"""The screens of Trico, by name: how one gets there, and what is read there."""

from functools import partial

from app.games.trico.house_rules import HOUSE_DECK
from tools.screens import places

TABLES = [(2, {"entry": "deck"}), (3, {"entry": "symbols"}), (3, {"entry": "counts"})]
at = partial(places.at, "trico")
WITH_DECK = {"entry": "deck", "deck": HOUSE_DECK}
PICKED = [f".face-card[data-number='{number}']" for number in (5, 2, 9, 1)]
TAPPED = [f".panel.active label:has([name$='.has.{s}'])" for s in ("spade", "heart", "acorn")]
KEPT = [[5, 2, 9], [1, 3, 6]]
FACES = [
    [{"symbols": ["spade", "heart", "acorn"]}] * 3,
    [{"symbols": ["club", "leaf", "bell"]}] * 3,
]
KNOWN = [
    [HOUSE_DECK[str(n)] | {"number": n} for n in hand] for hand in ([5, 2, 9], [7, 1, 3], [4, 6, 8])
]
NUMBERS = [f".number-key[value='{n}']" for n in (5, 2, 9, 7, 1)]
LEVEL = [{"sets": 1, "pairs": 0, "large": 0}] * 3
WON = [{"sets": 2, "pairs": 0, "large": 1}, {"sets": 0, "pairs": 1, "large": 0}]
QUESTIONS = {
    "pick of two": at(people=2, **WITH_DECK),
    "pick of three": at(people=3, **WITH_DECK),
    "pick, half": at(people=3, taps=PICKED, **WITH_DECK),
    "symbols of two": at(people=2, entry="symbols"),
    "symbols of three": at(people=3, entry="symbols"),
    "symbols, one card": at(people=3, taps=TAPPED, entry="symbols"),
    "symbols, some known": at(KNOWN[:2], people=2, entry="symbols", target=99),
    "symbols, all known": at(KNOWN, people=3, taps=NUMBERS, entry="symbols", target=99),
    "counts of two": at(people=2, entry="counts"),
    "counts of three": at(people=3, entry="counts"),
    "counts, refused": at(people=3, taps=places.keys(0, 0, 2, 1, 0, 0), entry="counts"),
    "tie": at(LEVEL, people=3, entry="counts", target=2, says="[Tt]ie"),
}
CORRECTIONS = {
    "pick": at(KEPT, path="/deals/1/saved", people=2, **WITH_DECK),
    "symbols": at(FACES, path="/deals/1/cards", people=2, entry="symbols"),
    "a card in its place": at(
        KNOWN, people=3, taps=[*NUMBERS, ".slot[value='0.1']"], entry="symbols", target=99
    ),
    "a card": at(KNOWN, path="/cards/2", people=3, entry="symbols", target=99),
    "counts": at(WON, path="/deals/1/counts", people=2, entry="counts"),
    "house rules": at(path="/deals/0/rules", people=2, **WITH_DECK),
}
OUTCOMES = {"won": at(WON, people=2, entry="counts", target=3, says="wins")}
HANDS = "&".join(f"saved.{seat}.{n}=on" for seat, hand in enumerate(KEPT) for n in hand)
RULINGS = (
    "score",
    "score?deck=house&players=2",
    f"score?deck=house&players=2&{HANDS[: HANDS.index('&saved.1')]}",
    f"score?deck=house&players=2&{HANDS}",
    "score?deck=symbols&players=1&cards.0.0.has.spade=on&settle=1",
)
ASKED_IN = {"people": 2, "rules": WITH_DECK}
