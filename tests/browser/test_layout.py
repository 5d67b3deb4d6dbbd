"""The frame that all screens share: how high its parts are, and that they keep their places."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from testkit.browser.phone import FOUR, SECOND_TAP, TREX, Phone, reads, tap
from testkit.play import keep_in, large_totals, play_at_random
from tools.screens.games.trex import OF_QUEENS
from tools.screens.sight import Shifts

KEY = ".keypad button"
PARTS = (".board", ".sides", ".ways", ".heads", ".row", ".sum", KEY, ".bar", ".save", ".tabs")
HEIGHTS = {
    # board (its rule included), sides, ways, heads, row, sum, key, bar, save, tabs
    (390, 844): (103, 56, 48, 26, 56, 36, 56, 68, 52, 56),
    (1180, 820): (103, 56, 48, 26, 56, 36, 56, 68, 52, 56),
    (390, 740): (103, 56, 48, 26, 51, 36, 51, 63, 52, 56),
    (360, 700): (103, 56, 48, 26, 48, 36, 48, 60, 52, 56),
    (350, 700): (103, 56, 48, 26, 48, 36, 48, 60, 52, 56),
    (390, 664): (103, 56, 48, 26, 48, 36, 48, 60, 52, 56),
    (320, 640): (89, 50, 44, 20, 48, None, 48, 56, 48, 52),
    (844, 390): (63, 60, 48, 24, None, 32, 54, 60, 52, None),
    (667, 375): (63, 60, 48, 24, None, 32, 54, 60, 52, None),
}
"""How high each part is at a size of the screen, where that is settled."""

BOX = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.x, box.y, box.width, box.height].map((length) => Math.round(length * 10) / 10);
}"""

EDGES = """(parts) => parts.map((part) => part.getBoundingClientRect())
  .filter((part) => part.width)
  .map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))"""


def box(phone, part):
    """Where a part is, and how large: x, y, width, height."""
    found: list[float] = phone.page.evaluate(BOX, part)
    return found


def places(phone, parts):
    return {part: box(phone, part) for part in parts}


def resize(phone, size):
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.fixture
def slaps(phone):
    """A match of Trex that asks for the tricks of Slaps: four rows and fourteen keys."""
    phone.sit_down("trex", FOUR, 0, "slaps")
    return phone


def test_each_part_is_as_high_as_it_is_drawn_and_every_key_as_large_as_a_thumb(slaps):
    for size, heights in HEIGHTS.items():
        resize(slaps, size)
        drawn = {part: high for part, high in zip(PARTS, heights, strict=True) if high}
        assert {part: box(slaps, part)[3] for part in drawn} == pytest.approx(drawn, abs=0.6), size
        assert slaps.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size

        keys = slaps.page.locator(KEY).evaluate_all(EDGES)
        columns = len({round(key["left"]) for key in keys})
        gap = 2 if 350 <= size[0] < 360 or size == (667, 375) else 4
        assert columns == (5 if size[0] < 350 else 7), size
        assert min(key["right"] - key["left"] for key in keys) >= 47.95, size
        assert min(key["bottom"] - key["top"] for key in keys) >= 47.95, size
        assert keys[1]["left"] - keys[0]["right"] == pytest.approx(gap, abs=0.1), size
        assert keys[columns]["top"] - keys[0]["bottom"] == pytest.approx(gap, abs=0.1), size
        bar = box(slaps, ".bar")[1]
        assert max(key["bottom"] for key in keys) <= bar + 0.5, size


def test_names_begin_in_one_line_and_a_second_line_under_one_stays_in_its_row(phone):
    phone.sit_down("italian_whist", ["Marwan", "Marlene", "Ben"], [5, 3, 1])
    lefts = phone.page.locator(".row .who b").evaluate_all(
        "names => names.map((name) => name.getBoundingClientRect().left)"
    )
    assert len(set(lefts)) == 1
    tap(phone, 2, 3)
    phone.page.get_by_text("this deal +3").wait_for()

    for size in HEIGHTS:
        resize(phone, size)
        row, line = box(phone, ".row"), box(phone, ".row .who small span:last-child")
        assert line[1] + line[3] <= row[1] + row[3], size


def test_partners_see_whose_kingdom_it_is(phone):
    phone.sit_down(*TREX, 1, "slaps", partners=True)

    reads(phone.page.locator(".sides .name").nth(1), re.compile("Bruno"))
    expect(phone.page.locator(".sides .name .owns")).to_have_count(1)


def test_the_look_changes_at_a_tap_and_stays(phone):
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"])
    phone.page.locator(".tabs a", has_text="More").click()
    phone.page.wait_for_url("**/more")
    page, address = phone.page, phone.page.url
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)

    page.get_by_role("button", name="Dim room").click()
    page.wait_for_selector("html[data-theme=dim]")

    assert page.url == address
    assert page.evaluate(paper) != before
    page.goto("/rules/tribello")
    expect(page.locator("html[data-theme=dim]")).to_have_count(1)


# --- nothing moves -------------------------------------------------------------------------------

FRAME = (".board", ".bar", ".tabs")
PREVIEW = 100  # ms after a tap in which the server is asked what it comes to


def test_nothing_moves_while_a_count_is_filled(phone):
    parts = (*FRAME, ".ask", ".ways", ".rows", ".row:nth-child(5) .well", ".sum", ".keypad")
    for size in ((390, 844), (390, 664), (844, 390)):
        resize(phone, size)
        phone.sit_down("trex", FOUR, 0, "slaps")
        before = places(phone, parts)

        for number in (2, 5, 1):
            tap(phone, number)
            assert places(phone, parts) == before, (size, number)

        phone.page.locator(".row", has_text="Anna").click()
        assert places(phone, parts) == before, size


def test_board_bar_and_tabs_stay_from_question_to_question_and_deal_to_deal(phone):
    phone.sit_down("tribello", FOUR[:3])
    before = places(phone, FRAME)
    answers = ["hearts", [7, 4, 2], "clubs", [6, 4, 3]]
    keypads = []
    for answer in answers:
        phone.answer(phone.standing.prompt, answer)

        assert places(phone, FRAME) == before, answer
        if isinstance(answer, str):
            keypads.append(box(phone, ".keypad"))
    assert keypads[0] == keypads[1]


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        ("tribello", ["hearts", [7, 4, 2]]),
        ("trex", [0, "slaps", [1, 3, 4, 5], "queens", {"QS": 0, "QH": 1, "QD": 2, "QC": 0}]),
        ("torite", [[6, 4, 2, 0]]),
    ],
)
def test_nothing_moves_while_a_deal_is_tapped(phone, game, answers):
    shifts = Shifts(phone.page)
    phone.sit_down(game, FOUR[: max(GAMES[game].players)])
    shifts.since_last()

    for answer in answers:
        prompt, line = phone.standing.prompt, phone.match.last_line
        asked = prompt.follow_up or prompt
        # Before the first card the room of the question is that of who doubles.
        for play in phone.page.locator("[data-play]").all():
            play.click()
            phone.page.clock.fast_forward(SECOND_TAP)
            shifts.since_last()
        phone.touch(asked, answer)
        if not asked.saves_itself:
            phone.wait_for_proof()
            phone.page.clock.fast_forward(PREVIEW)  # a thumb is slower than the server
            expect(phone.page.locator(".htmx-request")).to_have_count(0)
            phone.save()
        phone.wait_for_line(line + 1)

    score, what = shifts.since_last()
    assert score == 0, what


def test_each_contract_keeps_its_place_through_a_kingdom(phone):
    phone.sit_down(*TREX, 0)
    before = places_of_tiles(phone)
    phone.sit_down(*TREX, 0, "queens", None, OF_QUEENS)

    assert places_of_tiles(phone) == before
    expect(phone.page.locator(".option.played")).to_have_count(1)
    reads(phone.page.locator(".option.played s"), "Queens")
    expect(phone.page.locator("#prompt button.option")).to_have_count(4)


def places_of_tiles(phone):
    """Where each contract can be tapped, or lies greyed."""
    boxes = {}
    for tile in phone.page.locator(".options .option").all():
        box = tile.bounding_box()
        boxes[tile.locator("b, s").first.inner_text()] = (box["x"], box["y"])
    return boxes


# --- phones of every kind ------------------------------------------------------------------------

UPRIGHT = {"top": 0, "bottom": 34, "left": 0, "right": 0}
ON_ITS_SIDE = {"top": 0, "bottom": 21, "left": 47, "right": 47}


def test_nothing_lies_under_a_notch_or_a_line_at_the_foot(slaps):
    devtools = slaps.page.context.new_cdp_session(slaps.page)
    parts = slaps.page.locator(".tabs a, .save, .tool, .keypad button, .disc")
    for size, insets in (((390, 844), UPRIGHT), ((844, 390), ON_ITS_SIDE)):
        resize(slaps, size)
        devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})

        boxes = parts.and_(slaps.page.locator(":visible")).evaluate_all(EDGES)
        assert min(edges["left"] for edges in boxes) >= insets["left"]
        assert max(edges["right"] for edges in boxes) <= size[0] - insets["right"]
        assert max(edges["bottom"] for edges in boxes) <= size[1] - insets["bottom"]
        keys = slaps.page.locator(KEY).evaluate_all(EDGES)
        assert min(key["right"] - key["left"] for key in keys) >= 47.95
        assert slaps.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_colours_that_a_phone_forces_show_what_is_active_and_chosen(new_page, server):
    phone = Phone(new_page(forced_colors="active"), server.database)
    phone.sit_down("trex", FOUR, 0, "slaps")
    tap(phone, 2)
    look = "one => { const look = getComputedStyle(one); return [look.outline, look.borderStyle]; }"
    assert phone.page.locator(".row.active").evaluate(look)[0].endswith("solid 3px")

    phone.page.locator(".row", has_text="Anna").click()

    colour = "one => getComputedStyle(one).backgroundColor"
    keys = [phone.page.locator(f"{KEY}[value='{n}']") for n in (1, 2)]
    plain, chosen = [key.evaluate(colour) for key in keys]
    assert plain != chosen
    for part in (".tool", ".save", KEY, ".taker"):
        assert phone.page.locator(part).first.evaluate(look)[1] != "none", part


def test_a_phone_that_wants_no_motion_gets_none(new_page, server):
    phone = Phone(new_page(reduced_motion="reduce"), server.database)
    phone.sit_down("trex", FOUR, 0, "slaps")
    tap(phone, 13)

    moving = phone.page.evaluate("document.getAnimations().map((one) => one.animationName)")
    assert moving == []


def test_tab_goes_from_the_board_to_the_question_its_rows_and_keys_and_the_bar(slaps):
    tap(slaps, 11)
    slaps.page.locator(".skip").focus()
    order: list[str] = []
    places = ".board, .ask, .rows, .keypad, .tool, .save, .tabs"
    while order[-1:] != ["tabs"]:
        slaps.page.keyboard.press("Tab")
        place = slaps.page.evaluate(
            "places => document.activeElement.closest(places).classList[0]", places
        )
        if place not in order[-1:]:
            order.append(place)

    assert order == ["board", "ask", "rows", "keypad", "tool", "save", "tabs"]


# --- text twice as large -------------------------------------------------------------------------

CUT = """all => all.filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.outerHTML)"""


def test_rows_grow_with_the_text_and_the_bar_stays(slaps):
    sizes = (390, 844), (320, 640)
    named = slaps.page.locator(".row .who b, .row .points, .board .deal b")
    tap(slaps, 13)
    bars = []
    for size in sizes:
        resize(slaps, size)
        bars.append(box(slaps, ".bar"))

    slaps.page.evaluate("document.documentElement.style.fontSize = '200%'")

    for size, bar in zip(sizes, bars, strict=True):
        resize(slaps, size)
        assert box(slaps, ".bar") == bar
        assert box(slaps, ".row.rest")[3] > 70
        assert slaps.page.evaluate("document.documentElement.scrollHeight > innerHeight")
        assert named.evaluate_all(CUT) == []
        assert not slaps.runs_over()


def test_totals_of_four_digits_fit_on_the_board(phone):
    phone.open(large_totals().match)
    reads(phone.page.locator(".sides .total"), ["−1,250", "+400", "+300", "+550"])

    for text, width in product(("100%", "200%"), (390, 360, 320)):
        phone.page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
        resize(phone, (width, 664))
        assert not phone.runs_over()
        totals = phone.page.locator(".sides .total")
        assert totals.evaluate_all(CUT) == []
        chips = phone.page.locator(".sides li").evaluate_all(EDGES)
        for chip, total in zip(chips, totals.evaluate_all(EDGES), strict=True):
            assert chip["left"] <= total["left"] < total["right"] <= chip["right"]


# --- from right to left --------------------------------------------------------------------------

ARABIC = """document.addEventListener('readystatechange', () => {
  document.documentElement.dir = 'rtl';
  document.documentElement.lang = 'ar';
})"""
"""What a page says to a reader of Arabic, until it is translated."""

SIGNS = """() => [...document.querySelectorAll('body *')]
  .filter((one) => !one.closest('script, svg, .hidden') && one.checkVisibility())
  .filter((one) => [...one.childNodes].some((node) => /^\\s*[+−×]\\d/.test(node.data)))
  .filter((one) => getComputedStyle(one).direction !== 'ltr').map((one) => one.outerHTML)"""
"""Numbers whose sign would stand behind them."""


@pytest.fixture
def arabic(new_page, server):
    """Someone who reads from right to left."""
    page = new_page()
    page.add_init_script(ARABIC)
    return Phone(page, server.database)


def test_a_count_is_mirrored_but_neither_its_keys_nor_its_numbers(arabic):
    arabic.sit_down("trex", FOUR, 0, "king", None, 3, "slaps")
    tap(arabic, 2)
    left = {
        part: box(arabic, part)[0]
        for part in (".row .disc", ".row .who", ".row .well", ".row .points", ".tool", ".save")
    }

    assert left[".row .disc"] > left[".row .who"] > left[".row .well"] > left[".row .points"]
    assert left[".tool"] > left[".save"]
    assert box(arabic, f"{KEY}:nth-child(2)")[0] > box(arabic, KEY)[0]
    reads(arabic.page.locator(".sides bdi[dir=ltr]"), ["−75"])
    reads(arabic.page.locator(".row .points bdi[dir=ltr]"), ["−30"])
    assert arabic.page.evaluate(SIGNS) == []


FIRST_LETTERS = """(names) => names.map((name) => {
  const letter = document.createRange();
  const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
  letter.setStart(text, 0);
  letter.setEnd(text, 1);
  const [inner, outer] = [letter, name].map((part) => part.getBoundingClientRect());
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 6 && inner.bottom <= outer.bottom + 6;
})"""
LONG_NAMES = [
    "أبو عبد الله محمد بن إبراهيم الخوارزمي",
    "Maximiliane-Friederike von Hohenlohe",
    "بنجامين مروان الدين",
    "Marlene Elisabeth",
]
"""Two that a sentence cuts short, and two that it does not."""


@pytest.mark.parametrize(
    ("answers", "page", "names"),
    [
        ([], "", ".players .what b"),
        ([0, "trex"], "", ".places label:has(:checked) b"),
        ([0], "/seats", ".sitter b"),
        ([0], "/table", ".round .name"),
    ],
    ids=["keys", "places", "seats", "table"],
)
def test_a_name_that_is_cut_loses_its_end(arabic, answers, page, names):
    arabic.page.set_viewport_size({"width": 320, "height": 640})
    arabic.sit_down("trex", LONG_NAMES, *answers)
    if page:
        arabic.page.goto(f"{arabic.page.url}{page}")
    elif answers:
        arabic.touch(arabic.standing.prompt, [0, 1, 2, 3])

    shown = arabic.page.locator(names)
    expect(shown).to_have_count(4)

    assert shown.evaluate_all(FIRST_LETTERS) == [True] * 4
    assert not arabic.runs_over()


def test_a_name_in_a_row_that_is_cut_loses_its_end(arabic):
    arabic.sit_down("trico", ["Marlene Elisabeth", "بنجامين مروان"], entry="symbols")
    arabic.page.set_viewport_size({"width": 320, "height": 640})

    names = arabic.page.locator(".row .who b")

    assert names.evaluate_all(FIRST_LETTERS) == [True, True]


BESIDE_DISC = """(keys) => keys.map((key) => {
  const name = document.createRange();
  name.selectNodeContents(key.querySelector('b bdi') ?? key.querySelector('b'));
  const disc = key.querySelector('.disc').getBoundingClientRect();
  return disc.left - name.getBoundingClientRect().right;
})"""


def test_a_name_on_a_key_stands_beside_its_disc_whichever_way_it_is_written(arabic):
    arabic.sit_down("trex", ["مروان", "Marlene", "Ben", "دعاء"])

    gaps = arabic.page.locator(".players .option").evaluate_all(BESIDE_DISC)

    assert len(gaps) == 4
    assert max(gaps) < 12


def test_the_names_of_a_match_in_play_are_cut_behind_whole_ones(arabic):
    for _match in range(2):
        arabic.sit_down("tribello", ["Marlene", "Marwan", "Ben Benjamin"])
    arabic.page.set_viewport_size({"width": 320, "height": 640})
    arabic.page.goto("/")

    names = arabic.page.locator(".in-play > li:first-child > a b > bdi")

    assert names.evaluate_all(FIRST_LETTERS) == [True] * 3
    lefts = [name.bounding_box()["x"] for name in names.all()]
    assert lefts == sorted(lefts, reverse=True)


STARTS_RIGHT = "(part) => getComputedStyle(part).direction === 'rtl'"


def test_a_sum_in_words_and_a_seat_without_a_name_are_read_from_the_right(arabic):
    arabic.sit_down("trex", FOUR, 0, "king", None, 3)
    arabic.page.goto(f"{arabic.page.url}/sheet")
    assert arabic.page.locator(".band .sum").first.evaluate(STARTS_RIGHT)

    arabic.page.goto("/matches/new?game=trex")
    assert arabic.page.locator("#player-1").evaluate(STARTS_RIGHT)


def test_a_rank_stays_before_its_suit(arabic):
    arabic.sit_down("torite", FOUR, [6, 4, 2, 0], ["KH", "7S", "9C", "5D"])
    arabic.page.goto(f"{arabic.page.url}/deals/1")

    cards = arabic.page.locator(".reasons .suit")
    starts = [
        [part.bounding_box()["x"] for part in (card, card.locator("svg"))] for card in cards.all()
    ]
    assert len(starts) == 4
    assert all(suit > card for card, suit in starts)
    spaces = (
        "[...document.querySelectorAll('body *')].map((one) => getComputedStyle(one).letterSpacing)"
    )
    assert set(arabic.page.evaluate(spaces)) <= {"normal", "0px"}


def test_signs_stand_before_their_numbers_on_every_page_of_a_match(arabic, rng):
    arabic.open(play_at_random(GAMES["trex"], rng, rules={"partners": False}).match.at_line(20))
    address = arabic.page.url
    for path in ("", "/sheet", "/deals/1", "/stakes", "/more", "/table", "/log"):
        arabic.page.goto(f"{address}{path}")

        assert arabic.page.evaluate(SIGNS) == [], path
        assert not arabic.runs_over(), path


MIRRORED = """(bars) => bars.map((bar) => new DOMMatrix(getComputedStyle(bar).transform).a)"""


def test_bars_and_time_go_from_the_right_and_what_is_written_in_them_can_be_read(arabic, rng):
    for _match in range(3):
        keep_in(arabic.database, play_at_random(GAMES["tribello"], rng, rules={}).match)
    for path in ("/numbers", "/players/1", "/players/1/with/2", "/evenings/1"):
        arabic.page.goto(path)

        assert {*arabic.page.locator(".mirrored").evaluate_all(MIRRORED)} == {-1}, path
        assert arabic.page.evaluate(SIGNS) == [], path
        assert not arabic.runs_over(), path
    arabic.page.goto("/numbers")
    months = arabic.page.locator(".by-month text")
    assert {*months.evaluate_all(MIRRORED)} == {-1}, "mirrored twice"
    assert months.first.bounding_box()["x"] > months.last.bounding_box()["x"]
