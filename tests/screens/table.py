"""The table of screens: the name of each, how one gets there, and what has to be in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from playwright.sync_api import Page

from app.games.trico.house_rules import HOUSE_DECK
from app.scoring import Event
from tests.browser.phone import PATIENCE, SECOND_TAP
from tests.screens.visitor import PEOPLE, Visitor, file_of, played

Arrive = Callable[[Visitor], Page]


@dataclass(frozen=True)
class Screen:
    """A screen: its `group` is the contact sheet it is laid out on.

    `says` are patterns of words that are read there without scrolling, `shows` parts that are seen
    whole. At a question of a match, all that leads to its answer is in sight as well.
    """

    name: str
    group: str
    arrive: Arrive
    says: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    is_question: bool = False

    def __str__(self) -> str:
        return f"{self.group}: {self.name}"

    @property
    def is_often_seen(self) -> bool:
        """Whether the usual tests look at it too, and not only the long ones."""
        return self.is_question or str(self) in OFTEN_SEEN


# --- ways to a screen ----------------------------------------------------------------------------


def tap(page: Page, *parts: str) -> None:
    """Tap parts of the page one after the other, the first of each that can be seen."""
    for part in parts:
        page.locator(part).locator("visible=true").first.click()


def key(*numbers: int) -> tuple[str, ...]:
    """These keys of the keypad."""
    return tuple(f".keypad button[value='{number}']" for number in numbers)


def at(
    game: str,
    *answers: Any,
    path: str = "",
    taps: Sequence[str] = (),
    people: Sequence[str] = PEOPLE,
    **rules: Any,
) -> Arrive:
    """A page of a match with these answers, and what is tapped there."""

    def arrive(visitor: Visitor) -> Page:
        match = visitor.keep(game, answers, people=people, rules=rules)
        page = visitor.open(f"/matches/{match}{path}")
        tap(page, *taps)
        return page

    return arrive


def unfolded(arrive: Arrive) -> Arrive:
    """A page with all its folds open."""

    def arrive_and_unfold(visitor: Visitor) -> Page:
        page = arrive(visitor)
        for fold in page.locator("details:not([open]) > summary").all():
            if fold.is_visible():
                fold.click()
        return page

    return arrive_and_unfold


def page_at(path: str, *taps: str) -> Arrive:
    """A page that is about no match."""

    def arrive(visitor: Visitor) -> Page:
        page = visitor.open(path)
        tap(page, *taps)
        return page

    return arrive


QUEENS = {"QS": 0, "QH": 1, "QD": 2, "QC": 0}
KINGDOM = (
    "king",
    {"KH": 1},
    2,
    "queens",
    None,
    QUEENS,
    "diamonds",
    [2, 6, 0, 5],
    "slaps",
    [1, 3, 4, 5],
)
"""Four contracts of the first kingdom; the fifth names itself."""
A_KINGDOM = (0, *KINGDOM, [3, 0, 2, 1])
TRIBELLO = ["hearts", [7, 4, 2], "spades", [5, 6, 2], "clubs", [4, 4, 5]]
NINE_DEALS = (*TRIBELLO, *TRIBELLO, [6, 4, 3], [5, 6, 2], [3, 6, 4])
TORITE = ["KS", "9H", "7D", "4C"]
COMPLEX_CARDS = (
    ".card-row >> nth=0 >> .card-key >> nth=1",
    ".card-row >> nth=1 >> .card-key >> nth=0",
    ".card-row >> nth=2 >> .card-key >> nth=1",
    ".card-row >> nth=3 >> .card-key >> nth=2",
    ".card-row >> nth=4 >> .card-key >> nth=3",
)
DECK = {"deck": HOUSE_DECK, "entry": "deck"}
SETTLE = "#prompt .bar .tool"


def questions() -> list[Screen]:
    """Every question of every game, in its variants."""
    one_by_one = ".ways label >> nth=1"

    def of(
        name: str, group: str, arrive: Arrive, *says: str, shows: tuple[str, ...] = ()
    ) -> Screen:
        return Screen(name, group, arrive, says, shows, is_question=True)

    nullo = ("tribello", *NINE_DEALS)
    tribello = [
        of("trump", "tribello", at("tribello"), "Marlene", "Which suit was cut"),
        of("trump of phase 2", "tribello", at("tribello", *TRIBELLO), "which suit is trumps"),
        of("count", "tribello", at("tribello", "hearts"), "Marwan leads", "target 6"),
        of("count, last row", "tribello", at("tribello", "hearts", taps=key(7, 4)), "target 6"),
        of("trick by trick", "tribello", at("tribello", "hearts", taps=[one_by_one])),
        of(
            "trick by trick, two played",
            "tribello",
            at("tribello", "hearts", taps=[one_by_one, ".taker", ".taker >> nth=1"]),
            "target 6",
        ),
        of("no trump", "tribello", at("tribello", *TRIBELLO, *TRIBELLO), "Marwan leads"),
        of("nullo", "tribello", at(*nullo), "Marwan leads", "[Aa]void tricks", "limit 3"),
        of("nullo, filled", "tribello", at(*nullo, taps=key(2, 5)), "[Aa]void tricks"),
        of("nullo, trick by trick", "tribello", at(*nullo, taps=[one_by_one, ".taker"])),
        of("last deal", "tribello", at(*nullo, [3, 4, 6], [5, 2, 6]), "Ben leads"),
    ]
    trex = [
        of("owner", "trex", at("trex"), "Who holds the 7"),
        of("contract", "trex", at("trex", 0), "Marwan, name the contract"),
        of("contract, two left", "trex", at("trex", 0, *KINGDOM[:6]), "name the contract"),
        of("contract of kingdom 2", "trex", at("trex", *A_KINGDOM), "Marlene, name the contract"),
        of("king", "trex", at("trex", 0, "king"), "Who took"),
        of("king, who doubled", "trex", at("trex", 0, "king", taps=[".times"])),
        of("king, doubling noted", "trex", at("trex", 0, "king", {"KH": 1})),
        of("king, taken", "trex", at("trex", 0, "king", {"KH": 1}, taps=[".card-key >> nth=2"])),
        of("queens", "trex", at("trex", 0, "queens"), "Who took each queen", "×2"),
        of(
            "queens, who doubled",
            "trex",
            at("trex", 0, "queens", taps=[".times >> nth=1"]),
            "Who took each queen",
        ),
        of(
            "queens, half",
            "trex",
            at(
                "trex",
                0,
                "queens",
                taps=[".times", ".strip .card-key >> nth=2", *COMPLEX_CARDS[:2]],
            ),
        ),
        of("diamonds", "trex", at("trex", 0, "diamonds"), "Marwan leads"),
        of("slaps", "trex", at("trex", 0, "slaps"), "Marwan leads"),
        of("slaps, filled", "trex", at("trex", 0, "slaps", taps=key(2, 5, 1))),
        of(
            "slaps, trick by trick",
            "trex",
            at("trex", 0, "slaps", taps=[one_by_one, ".taker"]),
            "Who took trick 2",
        ),
        of("order", "trex", at("trex", 0, "trex"), "first"),
        of("order, half", "trex", at("trex", 0, "trex", taps=["[data-places] button"] * 1)),
        of("reversed", "trex", at("trex", 0, "slaps", reversed=True), "[Oo]wn rules|lowest"),
        of("owner by hand", "trex", at("trex", kingdoms="manual")),
        of(
            "owner by hand, kingdom 2",
            "trex",
            at("trex", *A_KINGDOM, kingdoms="manual"),
            "Who owns the next kingdom",
        ),
    ]
    partners = {"partners": True}
    complex_deal = {"complex": True}
    complex_ = [
        of("contract", "complex", at("trex", 0, **complex_deal)),
        of("cards", "complex", at("trex", 0, "complex", **complex_deal)),
        of(
            "cards, who doubled",
            "complex",
            at("trex", 0, "complex", taps=[".times >> nth=3"], **complex_deal),
        ),
        of(
            "diamonds",
            "complex",
            at("trex", 0, "complex", taps=[*COMPLEX_CARDS, ".save"], **complex_deal),
        ),
        of("slaps", "complex", panes_to("slaps")),
        of("partners: contract", "complex", at("trex", 0, **partners)),
        of("partners: king", "complex", at("trex", 0, "king", **partners)),
        of("partners: slaps", "complex", at("trex", 0, "slaps", **partners)),
        of(
            "partners: trick by trick",
            "complex",
            at("trex", 0, "slaps", taps=[one_by_one], **partners),
        ),
        of("partners: order", "complex", at("trex", 0, "trex", **partners)),
        of(
            "partners: cards of a Complex",
            "complex",
            at("trex", 0, "complex", **partners, **complex_deal),
        ),
    ]
    whist = [
        of("first hand", "italian whist", at("italian_whist"), "Pass 9 cards", "Marlene leads"),
        of("first hand, filled", "italian whist", at("italian_whist", taps=key(5, 3))),
        of("second hand", "italian whist", at("italian_whist", [5, 3, 1]), "Ben leads", "[Aa]void"),
        of("second hand, filled", "italian whist", at("italian_whist", [5, 3, 1], taps=key(2, 3))),
        of("trick by trick", "italian whist", at("italian_whist", taps=[one_by_one, ".taker"])),
        of("cards kept", "italian whist", at("italian_whist", *[[3, 3, 3], [3, 3, 3]] * 2), "Keep"),
        of("spades", "italian whist", at("italian_whist", *[[3, 3, 3], [3, 3, 3]] * 3), "Pass"),
        of("own limits", "italian whist", at("italian_whist", upper=20, lower=-5), "20"),
    ]
    torite = [
        of("count of four", "torite", at("torite"), "6-4-2-0"),
        of("count of three", "torite", at("torite", people=PEOPLE[:3]), "8-4-0"),
        of("count of two", "torite", at("torite", people=PEOPLE[:2]), "8-4"),
        of(
            "count of round 2", "torite", at("torite", [8, 4], ["KS", "9H"], people=PEOPLE[:2]), "4"
        ),
        of("count alone", "torite", at("torite", people=PEOPLE[:1]), "Dummy"),
        of("count, filled", "torite", at("torite", taps=key(6, 4, 2))),
        of("count, lost", "torite", at("torite", taps=key(7, 3, 2))),
        of(
            "trick by trick", "torite", at("torite", taps=[one_by_one, ".taker", ".taker >> nth=1"])
        ),
        of("cards left", "torite", at("torite", [6, 4, 2, 0])),
        of(
            "cards left, half",
            "torite",
            at(
                "torite",
                [6, 4, 2, 0],
                taps=[".suit-key", ".rank-key >> nth=3", ".suit-key >> nth=1"],
            ),
        ),
        of("cards left and set aside", "torite", at("torite", [8, 4, 0], people=PEOPLE[:3])),
        of("cards left of two", "torite", at("torite", [8, 4], people=PEOPLE[:2])),
        of("cards left alone", "torite", at("torite", [8, 4], people=PEOPLE[:1]), "Dummy"),
    ]
    two, three = PEOPLE[:2], PEOPLE[:3]
    picked = [f".face-card[data-number='{n}']" for n in (5, 2, 9, 1)]
    tie = {"entry": "counts", "target": 2}
    three_each = [{"sets": 1, "pairs": 0, "large": 0}] * 3
    trico = [
        of("pick of two", "trico", at("trico", people=two, **DECK)),
        of("pick of three", "trico", at("trico", people=three, **DECK)),
        of("pick, half", "trico", at("trico", people=three, taps=picked, **DECK)),
        of("symbols of two", "trico", at("trico", people=two, entry="symbols")),
        of("symbols of three", "trico", at("trico", people=three, entry="symbols")),
        of(
            "symbols, one card",
            "trico",
            at(
                "trico",
                people=three,
                taps=[
                    f".panel.active label:has([name$='.has.{s}'])"
                    for s in ("spade", "heart", "acorn")
                ],
                entry="symbols",
            ),
        ),
        of("counts of two", "trico", at("trico", people=two, entry="counts")),
        of("counts of three", "trico", at("trico", people=three, entry="counts")),
        of(
            "counts, refused",
            "trico",
            at("trico", people=three, taps=key(0, 0, 2, 1, 0, 0), entry="counts"),
        ),
        of("tie", "trico", at("trico", three_each, people=three, **tie), "[Tt]ie"),
    ]
    return [*tribello, *trex, *complex_, *whist, *torite, *trico, *asked_again()]


def panes_to(last: str) -> Arrive:
    """The last pane of a Complex, on which all is saved."""

    def arrive(visitor: Visitor) -> Page:
        page = at("trex", 0, "complex", taps=[*COMPLEX_CARDS, ".save"], complex=True)(visitor)
        page.locator(".pane-names [aria-current]", has_text="Diamonds").wait_for()
        page.wait_for_timeout(SECOND_TAP)
        tap(page, *key(3, 2, 6), ".save")
        page.locator(".pane-names [aria-current]", has_text="Slaps").wait_for()
        return page

    return arrive


def asked_again() -> list[Screen]:
    """Questions with something said above them."""
    correction = Event("correction", 1, "tricks", [6, 4, 3])
    return [
        Screen(
            "after a correction",
            "notices",
            at("tribello", "hearts", [7, 4, 2], correction),
            is_question=True,
        ),
        Screen(
            "asked again, others wait",
            "notices",
            at(
                "trex",
                0,
                "king",
                None,
                2,
                "slaps",
                [1, 3, 4, 5],
                Event("correction", 1, "contract", "queens"),
            ),
            is_question=True,
        ),
        Screen(
            "own rules", "notices", at("trex", swapped=True, level_queens=True), is_question=True
        ),
        Screen("just saved", "notices", just_saved, is_question=True),
        Screen("refused", "notices", refused, ("13",)),
        Screen("offline", "notices", offline, is_question=True),
        Screen("another phone has saved", "notices", overtaken, is_question=True),
        Screen("saved by another phone", "notices", followed, ("contract",), is_question=True),
        Screen("two answers", "notices", two_answers, ("Mine",)),
        Screen("marked as disputed", "notices", disputed, is_question=True),
        Screen("void reason", "notices", at("trex", 0, "king", path="/void"), ("[Mm]isdeal",)),
    ]


def just_saved(visitor: Visitor) -> Page:
    page = at("trex", 0, "slaps", taps=key(2, 5, 1))(visitor)
    tap(page, ".save")
    page.locator("#saved").wait_for()
    return page


def refused(visitor: Visitor) -> Page:
    """A count without a number."""
    page = at("tribello", "hearts")(visitor)
    page.evaluate("document.getElementById('prompt').requestSubmit()")
    page.locator(".problem").first.wait_for()
    return page


def offline(visitor: Visitor) -> Page:
    page = at("trex", 0, "slaps", taps=key(2, 5, 1))(visitor)
    page.context.set_offline(True)
    tap(page, ".save")
    page.locator("#offline").wait_for()
    return page


TRICKS = {f"tricks.{seat}": str(n) for seat, n in enumerate((1, 3, 4, 5))}


def followed(visitor: Visitor) -> Page:
    """Nothing is entered on this phone when another one saves."""
    page = at("trex", 0, "slaps")(visitor)
    post(visitor, page, "/entries", TRICKS)
    page.locator(".options").first.wait_for()
    return page


def overtaken(visitor: Visitor) -> Page:
    """Something is entered on this phone while another one saves."""
    page = at("trex", 0, "slaps", taps=key(2))(visitor)
    post(visitor, page, "/entries", TRICKS)
    page.locator("#moved").wait_for()
    return page


def two_answers(visitor: Visitor) -> Page:
    """What both phones have entered, side by side."""
    page = overtaken(visitor)
    tap(page, *key(5, 1), ".save")
    page.locator(".late").wait_for(state="attached")
    tap(page, ".notice summary")
    return page


def disputed(visitor: Visitor) -> Page:
    page = at("tribello", "hearts", [7, 4, 2], "spades")(visitor)
    post(visitor, page, "/doubts/1", {"words": "Ben says eight"})
    page.reload()
    return page


def post(visitor: Visitor, page: Page, path: str, fields: dict[str, str]) -> None:
    """Send a form of the match of this page from elsewhere."""
    after = page.locator("input[name=after]").first.input_value()
    answer = page.request.post(
        page.url + path,
        form={**fields, "after": after},
        headers={"Origin": visitor.address},
        max_redirects=0,
    )
    assert answer.status in (200, 303), answer.status


# --- corrections and what was entered ------------------------------------------------------------


def corrections() -> list[Screen]:
    def of(name: str, arrive: Arrive, *says: str) -> Screen:
        return Screen(name, "corrections", arrive, says, (".save",))

    def deal(game: str, *answers: Any, again: str, taps: Sequence[str] = (), **how: Any) -> Arrive:
        return at(game, *answers, path=f"/deals/{again}", taps=taps, **how)

    whole = A_KINGDOM
    nullo = ("tribello", *NINE_DEALS, [3, 4, 6])
    return [
        of("count", deal(*nullo, again="4/tricks"), "target 6"),
        of("count of a nullo", deal(*nullo, again="10/tricks"), "limit"),
        of(
            "count, another number",
            deal(*nullo, again="4/tricks", taps=key(5)),
        ),
        of("trump", deal(*nullo, again="1/trump")),
        of("contract", deal("trex", *whole, again="2/contract")),
        of(
            "contract, swapped",
            deal("trex", *whole, again="2/contract", taps=[".option:has-text('Slaps')"]),
        ),
        of("owner", deal("trex", *whole, again="1/owner")),
        of("who doubled", deal("trex", *whole, again="1/doubled")),
        of("king", deal("trex", *whole, again="1/king")),
        of("queens", deal("trex", *whole, again="2/queens")),
        of("diamonds", deal("trex", *whole, again="3/diamonds")),
        of("slaps", deal("trex", *whole, again="4/tricks")),
        of("slaps of partners", deal("trex", *whole, again="4/tricks", partners=True)),
        of("order", deal("trex", *whole, again="5/out")),
        of("second hand", deal("italian_whist", [5, 3, 1], [2, 3, 4], again="1/second")),
        of("cards left", deal("torite", [6, 4, 2, 0], TORITE, again="1/left")),
        of("tricks of the Torite", deal("torite", [6, 4, 2, 0], again="1/tricks")),
        of(
            "card set aside",
            deal("torite", [8, 4, 0], ["KS", "9H", "7D"], "5C", again="1/aside", people=PEOPLE[:3]),
        ),
        of(
            "pick",
            deal("trico", [[5, 2, 9], [1, 3, 6]], again="1/saved", people=PEOPLE[:2], **DECK),
        ),
        of(
            "symbols",
            deal(
                "trico",
                [
                    [{"symbols": ["spade", "heart", "acorn"]}] * 3,
                    [{"symbols": ["club", "leaf", "bell"]}] * 3,
                ],
                again="1/cards",
                people=PEOPLE[:2],
                entry="symbols",
            ),
        ),
        of(
            "counts",
            deal(
                "trico",
                [{"sets": 1, "pairs": 0, "large": 1}, {"sets": 0, "pairs": 1, "large": 0}],
                again="1/counts",
                people=PEOPLE[:2],
                entry="counts",
            ),
        ),
        of("house rules", deal("trex", *whole, again="0/rules")),
        of("house rules of Trico", deal("trico", again="0/rules", people=PEOPLE[:2], **DECK)),
        of(
            "why it was thrown in",
            deal("trex", 0, "king", Event("void", 1, "void", "misdeal"), again="1/void"),
        ),
    ]


# --- pages of a match ----------------------------------------------------------------------------

TREX_FOR_LONG = (
    *A_KINGDOM,
    *("queens", {"QS": 1}, {"QS": 2, "QH": 1, "QD": 2, "QC": 0}, "slaps", [4, 4, 1, 4]),
)
LATE_TRIBELLO = (*NINE_DEALS, [3, 4, 6], [5, 2, 6])
OVER = {
    "tribello": ("tribello", *LATE_TRIBELLO, [2, 5, 6]),
    "italian whist": ("italian_whist", [9, 0, 0], [0, 9, 0], [5, 3, 1], [2, 3, 4]),
    "torite": ("torite", [6, 4, 2, 0], TORITE),
}


def pages_of_a_match() -> list[Screen]:
    def of(name: str, path: str, *says: str, taps: Sequence[str] = ()) -> Screen:
        return Screen(name, "match", at("trex", *TREX_FOR_LONG, path=path, taps=taps), says)

    def follow(name: str, arrive: Arrive, *says: str) -> Screen:
        return Screen(name, "follow", arrive, says)

    tribello = ("tribello", *NINE_DEALS)
    last = ("tribello", *LATE_TRIBELLO)
    return [
        of("sheet", "/sheet", "Total"),
        Screen("sheet, one deal", "match", at("trex", 0, "king", None, 2, path="/sheet")),
        Screen("sheet of Tribello", "match", at(*tribello, path="/sheet")),
        Screen("sheet of Torite", "match", at("torite", [6, 4, 2, 0], TORITE, path="/sheet")),
        Screen(
            "sheet of partners", "match", at("trex", *TREX_FOR_LONG, path="/sheet", partners=True)
        ),
        of("a reason on the sheet", "/sheet", taps=[".cell, td a, tbody a"]),
        of("deal", "/deals/2"),
        Screen(
            "deal thrown in",
            "match",
            at("trex", 0, "king", Event("void", 1, "void", "misdeal"), path="/deals/1"),
        ),
        of("house rules", "/deals/0"),
        of("history", "/log"),
        of("more", "/more"),
        Screen("history, unfolded", "match", unfolded(at("trex", *TREX_FOR_LONG, path="/log"))),
        Screen("more, unfolded", "match", unfolded(at("trex", *TREX_FOR_LONG, path="/more"))),
        Screen("names, unfolded", "match", unfolded(at("trex", *TREX_FOR_LONG, path="/players"))),
        Screen("deal, unfolded", "match", unfolded(at("trex", *TREX_FOR_LONG, path="/deals/2"))),
        of("seats", "/seats"),
        of("names", "/players"),
        of("paper", "/paper"),
        of("link to watch", "/invite"),
        of("link to score", "/pen"),
        follow("which seat", at(*tribello, path="/follow")),
        follow("a seat, early", at("trex", *A_KINGDOM, path="/follow?seat=2")),
        follow("a seat, last kingdom", late_kingdom("/follow?seat=2")),
        follow("a seat, last deal", at(*last, path="/follow?seat=2")),
        follow("a seat of the Torite", at("torite", [6, 4, 2, 0], path="/follow?seat=1")),
        follow("who watches", watcher("")),
        follow("who watches a seat", watcher("/follow?seat=3")),
        follow("who watches the sheet", watcher("/sheet")),
        follow("who watches more", watcher("/more")),
        follow("chances, early", at("trex", *A_KINGDOM, path="/stakes")),
        follow("chances, last deal", at(*last, path="/stakes")),
        follow(
            "chances of Italian Whist", at("italian_whist", [5, 3, 1], [2, 3, 4], path="/stakes")
        ),
        follow("table", at(*tribello, path="/table")),
        follow("table upright", at("trex", *A_KINGDOM, path="/table?turn=upright")),
        follow("table turned", at("trex", *A_KINGDOM, path="/table?turn=opposite")),
    ]


def late_kingdom(path: str) -> Arrive:
    return at(
        "trex",
        *(0, *KINGDOM, [3, 0, 2, 1], *KINGDOM, [3, 0, 2, 1], *KINGDOM, [0, 1, 2, 3], *KINGDOM[:8]),
        path=path,
    )


def watcher(path: str) -> Arrive:
    """A page of a match as it is seen by who may only watch."""

    def arrive(visitor: Visitor) -> Page:
        match = visitor.keep("trex", TREX_FOR_LONG)
        page = visitor.new_page()
        visitor.enter(page, "home", match)
        page.goto(f"/c/home/matches/{match}{path}")
        return page

    return arrive


def outcomes() -> list[Screen]:
    def of(name: str, arrive: Arrive, *says: str) -> Screen:
        return Screen(name, "outcome", arrive, says)

    kingdoms = (0, *KINGDOM, [3, 0, 2, 1], *[*KINGDOM, [3, 0, 2, 1]] * 3)
    hands = [{"sets": 2, "pairs": 0, "large": 1}, {"sets": 0, "pairs": 1, "large": 0}]
    return [
        of("Tribello", at(*OVER["tribello"]), "wins"),
        of("Trex", at("trex", *kingdoms), "wins"),
        of("Trex of partners", at("trex", *kingdoms, partners=True), "win"),
        of("Trex reversed", at("trex", *kingdoms, reversed=True), "lowest"),
        of("Italian Whist", at(*OVER["italian whist"]), "win"),
        of("Torite won", at(*OVER["torite"])),
        of("Torite lost by a suit", at("torite", [6, 4, 2, 0], ["KS", "9H", "7H", "4D"])),
        of("Torite lost by tricks", at("torite", [7, 3, 2, 0])),
        of("Trico", at("trico", hands, people=PEOPLE[:2], entry="counts", target=3), "wins"),
        of("ended early", ended),
        of("sheet of a match that is over", at(*OVER["tribello"], path="/sheet")),
        of("more of a match that is over", at(*OVER["tribello"], path="/more")),
        of("follow a match that is over", at(*OVER["tribello"], path="/follow?seat=1")),
    ]


def ended(visitor: Visitor) -> Page:
    page = at("tribello", *TRIBELLO)(visitor)
    post(visitor, page, "/end", {})
    page.reload()
    return page


# --- the rules, and rulings ----------------------------------------------------------------------

MIDDLE = {
    "italian_whist": ([5, 3, 1],),
    "trex": (0, "queens", {"QS": 1}),
    "tribello": (),
    "torite": (),
    "trico": (),
}
RULINGS = {
    "italian_whist": (
        "trick",
        "trick?suit=H&card1=KH&card2=RJ&leader=1",
        "trick?trumps=spades&leader=0&card1=KH&card2=BJ&card3=10H",
        "trick?card1=KH&card2=KH",
        "follow?lead=BJ&second=H",
        "follow?lead=H&hold=RJ",
    ),
    "trex": (
        "double",
        "double?card=QS&taker=1&doubler=1&leader=3&own_double=leader_gains",
        "layout",
        "layout?S=9&S=K&H=J&C=A&C=2",
        "redeal",
        "redeal?contract=king&hearts=K&hearts=2",
        "redeal?contract=trex&twos=none",
        "stop",
        "stop?contract=diamonds&diamonds=12",
    ),
    "tribello": ("widow", "widow?dealer=5&left=3", "widow?dealer=6&left=9"),
    "torite": (
        "win",
        "win?players=3&tricks1=8&tricks2=4&suit=S&card1=KH",
        "win?players=3&tricks1=5&tricks2=5",
        "lead?players=3&five=no",
        "splits",
        "splits?1S=4&1H=3&1D=3&2S=4&2H=3&2D=3&3S=3&3H=4&3D=4",
    ),
    "trico": (
        "score",
        "score?deck=house&players=2",
        "score?deck=house&players=2&"
        + "&".join(f"saved.{s}.{n}=on" for s, h in ((0, "529"), (1, "136")) for n in h),
        "score?deck=symbols&players=1&cards.0.0.has.spade=on&settle=1",
    ),
}


def rules() -> list[Screen]:
    def of(name: str, arrive: Arrive, *says: str, group: str = "rules") -> Screen:
        return Screen(name, group, arrive, says)

    def ruling(game: str, path: str) -> Screen:
        rules = {**DECK} if game == "trico" else {}
        people = PEOPLE[: 2 if game == "trico" else 3 if game == "torite" else 4]
        name = f"{game.replace('_', ' ')}: {path[:60]}"
        arrive = at(
            game, *MIDDLE[game], path=f"/rules/settle/{game}/{path}", people=people, **rules
        )
        return of(name, arrive, group="rulings")

    def over(
        name: str,
        *taps: str,
        game: str = "trex",
        answers: Sequence[Any] = (0, "queens"),
        path: str = "",
        **about: Any,
    ) -> Screen:
        def arrive(visitor: Visitor) -> Page:
            page = at(game, *answers, path=path, **about)(visitor)
            tap(page, taps[0])
            page.locator("dialog.rules h1:focus").wait_for()
            for word in taps[1:]:
                tap(page, word)
                page.locator(".meaning dfn").wait_for()
            return page

        return of(name, arrive)

    def searched(visitor: Visitor) -> Page:
        page = over("", SETTLE).arrive(visitor)
        page.fill("dialog [name=q]", "lutush")
        page.locator("dialog .hits li").first.wait_for()
        return page

    return [
        of("all games", page_at("//rules/")),
        *(
            of(f"page of {game}", page_at(f"//rules/{game}"))
            for game in ("tribello", "trex", "italian_whist", "torite", "trico", "glossary")
        ),
        of("a section", page_at("//rules/trex/redeals")),
        of("search", page_at("//rules/search?q=lutush")),
        of("nothing found", page_at("//rules/search?q=zzzzz")),
        over("rule over Play", ".rule"),
        over("settle over Play", SETTLE),
        over("settle over a count", SETTLE, answers=(0, "slaps")),
        over("settle over Tribello", SETTLE, game="tribello", answers=["hearts"]),
        over("settle over Italian Whist", SETTLE, game="italian_whist", answers=()),
        over("settle over Torite", SETTLE, game="torite", answers=()),
        over("settle over Trico", SETTLE, game="trico", answers=(), people=PEOPLE[:2], **DECK),
        over("rule over a correction", ".rule", answers=A_KINGDOM, path="/deals/2/queens"),
        over("rule over a deal", ".rule", answers=A_KINGDOM, path="/deals/2"),
        over("rule over house rules", ".rule", answers=A_KINGDOM, path="/deals/0/rules"),
        over("rules over a seat", "[href*='/rules/']", answers=A_KINGDOM, path="/follow?seat=2"),
        over("a word over Play", SETTLE, "dialog .leaf .term"),
        of("search over Play", searched),
        of("what now", at("trex", 0, "queens", path="/rules/now")),
        of("every ruling", page_at("//rules/settle/"), group="rulings"),
        of("rulings of Trex", page_at("//rules/settle/trex"), group="rulings"),
        of("a ruling alone", page_at("//rules/settle/trex/double"), group="rulings"),
        *(ruling(game, path) for game, paths in RULINGS.items() for path in paths),
    ]


# --- the club ------------------------------------------------------------------------------------


def club() -> list[Screen]:
    def of(name: str, arrive: Arrive, *says: str, shows: tuple[str, ...] = ()) -> Screen:
        return Screen(name, "club", arrive, says, shows)

    def new(game: str, *taps: str) -> Arrive:
        return page_at(f"/matches/new?game={game}", *taps)

    return [
        of("front page", front, shows=("[name=code]",)),
        of("link that opens nothing", page_at("/matches/99999")),
        of("locked out", locked_out),
        of("first visit", evening(0, 0)),
        of("evening with a match", evening(1, 0), "Continue"),
        of("evening after a match", evening(0, 1), "Again|Rematch"),
        of("evening with three matches", evening(3, 2), "Continue"),
        of("evening with six matches", evening(6, 3), "Continue"),
        of("new Tribello", new("tribello"), "Begin"),
        of("new Trex", new("trex"), "Begin"),
        of("new Italian Whist", new("italian_whist"), "Begin"),
        of("new Torite", new("torite"), "Begin"),
        of("new Trico", new("trico"), "Begin"),
        of("new Trex, house rules", new("trex", "details.house > summary")),
        of("new Italian Whist, house rules", new("italian_whist", "details.house > summary")),
        of("more", page_at("/more")),
        of("invite", page_at("/invite")),
        of("invite, unfolded", unfolded(page_at("/invite"))),
        of("front page, unfolded", unfolded(front)),
        of("delete the club", page_at("/delete")),
        of("leave the club", page_at("/leave")),
        of("earlier matches", earlier("/matches/earlier")),
        of("earlier matches, search", earlier("/matches/earlier?q=Marlene")),
        of("earlier matches, nothing found", earlier("/matches/earlier?q=zzzzz")),
        of("deleted matches", deleted),
        of("import", page_at("/matches/import")),
        of("import, refused", imported("{}")),
        of("import, shown", imported(file_of(played("tribello", TRIBELLO)))),
        of("paper", page_at("//print/")),
        of("house deck", page_at("/decks/house")),
        of("new deck", page_at("/decks/new?game=trico")),
        of("page that is not there", page_at("//nothing/here")),
    ]


def front(visitor: Visitor) -> Page:
    page = visitor.new_page()
    page.goto("/")
    return page


def locked_out(visitor: Visitor) -> Page:
    """A match whose link was renewed."""
    match = visitor.keep("trex", TREX_FOR_LONG)
    page = visitor.new_page()
    page.goto(f"/c/home/matches/{match}")
    return page


GAMES_OF_AN_EVENING = (
    ("trex", TREX_FOR_LONG, {}),
    ("tribello", (*TRIBELLO, "hearts"), {}),
    ("italian_whist", ([5, 3, 1],), {}),
    ("torite", ([6, 4, 2, 0],), {}),
    ("trico", ([[5, 2, 9], [1, 3, 6], [4, 7, 8]],), DECK),
    ("trex", (0, "king"), {"partners": True}),
)


def evening(playing: int, finished: int) -> Arrive:
    """The start page of a club with so many matches."""

    def arrive(visitor: Visitor) -> Page:
        club = visitor.new_club("Friday")
        for n, (game, answers, rules) in enumerate(GAMES_OF_AN_EVENING[:playing]):
            visitor.keep(game, answers, rules=rules, club=club, ago=timedelta(hours=2 + n))
        for n in range(finished):
            game, *answers = [*OVER.values()][n]
            visitor.keep(game, answers, club=club, ago=timedelta(hours=1 + 30 * n))
        return visitor.open("/", club)

    return arrive


def earlier(path: str) -> Arrive:
    def arrive(visitor: Visitor) -> Page:
        club = visitor.new_club("Friday")
        for n in range(14):
            game, *answers = [*OVER.values()][n % 3]
            visitor.keep(game, answers, club=club, ago=timedelta(days=5 * n))
        return visitor.open(path, club)

    return arrive


def deleted(visitor: Visitor) -> Page:
    page = at("tribello", *TRIBELLO)(visitor)
    post(visitor, page, "/delete", {})
    return visitor.open("/matches/deleted")


def imported(text: str) -> Arrive:
    def arrive(visitor: Visitor) -> Page:
        page = visitor.open("/matches/import")
        page.locator("[name=text]").evaluate("(field, text) => { field.value = text; }", text)
        with page.expect_navigation(timeout=PATIENCE):
            page.evaluate("document.querySelector('form:has([name=text])').submit()")
        return page

    return arrive


SCREENS = [
    *questions(),
    *corrections(),
    *pages_of_a_match(),
    *outcomes(),
    *rules(),
    *club(),
]

OFTEN_SEEN = {
    *("notices: two answers", "notices: void reason"),
    *(f"corrections: {name}" for name in ("count", "queens", "cards left", "order", "pick")),
    *("corrections: contract", "corrections: house rules"),
    *(f"match: {name}" for name in ("sheet", "deal", "history", "more", "seats", "house rules")),
    *("follow: a seat, early", "follow: a seat, last deal", "follow: who watches", "follow: table"),
    *("outcome: Trex", "outcome: Trico", "outcome: Torite won", "outcome: Torite lost by a suit"),
    *("rules: page of trex", "rules: a section", "rules: settle over Play"),
    *("rulings: trex: double", "rulings: italian whist: trick", "rulings: torite: win"),
    *("club: front page", "club: first visit", "club: evening with three matches"),
    *("club: new Trex", "club: new Trico", "club: import, shown", "club: page that is not there"),
}
"""The screens beside the questions that are looked at every time."""
