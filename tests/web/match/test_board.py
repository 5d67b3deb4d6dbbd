"""The board always answers: who deals, who leads, what is trumps, what is each one's aim. Suits
are shapes for the eye and words for the ear, and symbols are in one file."""

import re

import pytest

from app import symbols

USED = re.compile(r'<use href="([^"#]+)#([\w-]+)"')
LONG = ["W" * 200, "عبد " * 40, "ב" * 200, "x y " * 40]


def board(page):
    """The words on the board of a page."""
    board = re.search(r'<section class="board".*?</section>', page.html, re.S)
    assert board
    return board[0]


@pytest.mark.parametrize(
    ("game", "rules", "answers", "words"),
    [
        ("italian_whist", {}, [[5, 3, 1]], "Anna deals 0 Bruno 0 Carla leads 0"),
        ("italian_whist", {}, [], "No trumps Pass cards left Deal 1"),
        ("italian_whist", {"upper": "20", "lower": "10"}, [], "Deal 1 · to +20 / −10"),
        ("italian_whist", {"upper": "15", "lower": "15"}, [], "Deal 1 · to ±15"),
        ("trex", {}, [2], "Carla owns the kingdom"),
        ("torite", {}, [[6, 4, 2, 0]], "Anna 6 Bruno 4 Carla 2 Dino 0"),
        (
            *("trico", {"entry": "counts"}),
            [[{"sets": 3, "pairs": 2, "large": 2}, {"sets": 1, "pairs": 0, "large": 0}]],
            "Round 2 to 14 points Anna 10 Bruno 2",
        ),
    ],
)
def test_it_says_where_the_table_is(game, rules, answers, words, begin):
    assert begin(game, **rules).play(*answers).open().says(words)


def test_it_marks_the_seats_and_the_suit_that_is_trumps(begin):
    first, *others = re.findall(r"<li.*?</li>", board(begin("tribello").open()), re.S)
    assert "#deals" in first
    assert "#leads" in first
    assert not any("#deals" in other for other in others)

    hearts = begin("tribello").play("hearts").open().html
    assert re.search(r'class="deal[^"]*">.*?#heart.*?<b data-played>Hearts</b>', hearts, re.S)
    table = begin("italian_whist")
    assert "No trumps" in board(table.open())
    for _deal in range(3):
        table.play([3, 3, 3], [3, 3, 3])
    assert "#spade" in board(table.open())


def test_a_table_that_plays_by_its_own_rules_says_so_and_names_them_once(begin):
    own, as_in_the_book = begin("trex", reversed="yes", appeals=""), begin("trex", partners="yes")
    words = "Reversed: the lowest total wins: yes; Appeals for a redeal: no."
    assert own.open().says(words)

    for table in (own, as_in_the_book):
        table.play(0)
    assert "own rules" in board(own.open())
    assert "own rules" not in board(as_in_the_book.open())
    assert not own.open().says(words)
    # How cards are entered is no rule of one's own.
    for target in ("14", "11"):
        page = begin("trico", entry="counts", target=target).open()
        assert page.says("You play by your own rules.") == (target == "11")
        assert not page.says("You enter:")


def test_where_the_lowest_total_wins_a_minus_is_painted_as_good_news(begin):
    lowest, highest = begin("trex", reversed="yes"), begin("trex")

    for table in (lowest, highest):
        table.play(0, "slaps", [13, 0, 0, 0])
    for path in ("", "/sheet", "/deals/1", "/deals/1/tricks", "/table"):
        assert '<body class="lowest-wins">' in lowest.open(path).html
        assert "<body>" in highest.open(path).html


def test_a_long_name_is_marked_so_that_it_can_be_cut_short(begin):
    page = begin("trex", [*LONG[:3], "Bruno"]).open()
    partners = begin("trex", LONG, partners="yes").open()

    for name in LONG[:3]:
        assert f"<bdi class=long>{name.strip()}</bdi>" in board(page)
    assert "<bdi>Bruno</bdi>" in board(page)
    assert [name for name in LONG if name.strip() not in board(partners)] == []


def chart(page):
    """For each row of the chart: the name, and in which deal each contract was played."""
    inside = page.html.partition('<table class="to-play chart')[2]
    row = r'<tr>\s*<th scope="row">.*?<bdi>(.*?)</bdi></span></th>(.*?)</tr>'
    rows = re.findall(row, inside, re.S)
    return {
        name: [int(deal) if deal else None for deal in re.findall(r"<td[^>]*>(\d*)</td>", cells)]
        for name, cells in rows
    }


def test_trex_shows_which_contracts_are_left_to_whom(begin):
    table = begin("trex").play(1, "king", None, 2, "trex", [0, 1, 2, 3], "queens", None)
    table.void()

    assert chart(table.open("/stakes")) == {
        "Anna": [None] * 5,
        "Bruno": [1, None, None, None, 2],
        "Carla": [None] * 5,
        "Dino": [None] * 5,
    }
    assert chart(begin("trex", complex="yes").open("/stakes"))["Dino"] == [None, None]
    assert "Still to play" not in begin("tribello").open().text


def drawn(page):
    """The names of all suits and cards that are drawn in the sentences of a page."""
    return re.findall(r'<i class="suit" role="img" aria-label="([^"]+)"', page.html)


def test_cards_in_a_question_are_drawn_and_named(begin):
    table = begin("trex", ["Anna ♥", "Bruno", "Carla", "Dino"])
    page = table.open()
    assert "7 of Hearts" in drawn(page)
    assert page.says("Who holds the 7♥")
    # A suit in a name stays as it was typed.
    assert "<bdi>Anna ♥</bdi>" in page.html

    page = table.play(0, "queens").open()
    assert drawn(page)[:4] == [f"queen of {s}" for s in ("Spades", "Hearts", "Diamonds", "Clubs")]
    assert page.says("Show Q♠, Q♥, Q♦, Q♣ now")


def test_a_card_is_read_out_as_the_language_writes_its_suit_behind_a_rank(begin):
    table = begin("trex", ["Anna", "Bruno", "Carla", "Dino"]).play(0, "queens")
    page = table.phone.open(table.path, headers={"Accept-Language": "fr"})

    assert drawn(page)[:4] == [f"dame de {s}" for s in ("pique", "cœur", "carreau", "trèfle")]


def test_no_page_leaves_a_suit_to_the_letters_of_the_phone(begin, phone):
    table = begin("trex").play(0, "king", {"KH": 1}, 2)
    rules = phone.open("/rules/trex")

    assert "king of Hearts" in drawn(rules)
    for page in (rules, *(table.open(path) for path in ("", "/deals/1", "/log"))):
        assert not re.search("[♠♥♦♣]", page.html)


def test_symbols_are_drawn_from_one_file_that_is_kept_for_good_as_its_address_changes(begin):
    table = begin("trex").play(0, "queens")
    used = USED.findall(table.open().html)
    [address] = {address for address, _name in used}
    assert {name for _address, name in used} <= symbols.symbols_in_sprite().keys()

    response = table.phone.client.get(address)
    assert response.mimetype == "image/svg+xml"
    assert "immutable" in response.headers["Cache-Control"]
    assert response.get_data(as_text=True) == symbols.sprite()


def test_what_carries_meaning_says_it_and_what_points_is_mirrored(phone):
    with phone.app.test_request_context("/"):
        icon = phone.app.jinja_env.globals["icon"]

        assert '<span class="hidden">Undo</span>' in icon("undo", "Undo")
        assert 'class="symbol mirrored"' in icon("undo")
        assert 'class="symbol heart"' in icon("heart")
        assert 'class="symbol"' in icon("settle")
