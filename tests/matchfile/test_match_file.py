"""The match file, and `score`: what is read, what is printed, and what is refused."""

import json
import os
import random
import subprocess
import sys
from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import main
from app.games import GAMES
from app.matchfile import (
    LARGEST_FILE,
    InvalidFile,
    StoredLog,
    as_file,
    import_match,
    open_match,
    parse,
    parse_log,
)
from app.matchfile.restore import MAX_CHANGES
from app.paths import PROJECT
from app.scoring import PLAYERS, VOID, Event, Refused
from app.scoring.match.log_text import log_texts
from testkit.match import CAST, Match, match_file
from testkit.play import Played, play_at_random
from tests.matchfile.files import EVEN, FILE
from tests.strange_values import any_json

ONE_TOO_MANY = {"tricks": [7, 4, 3]}
SWING = {"first": [9, 0, 0], "second": [0, 9, 0]}
MISDEAL = {"void": "misdeal"}
BYTES = json.dumps(FILE).encode()
KING = {"owner": 0, "contract": "king", "king": 2}
NO_FILE = "Cannot be read: No such file or directory."

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def changed(**head):
    return FILE | head


def without(key):
    return {name: value for name, value in FILE.items() if name != key}


def with_deals(*deals):
    return changed(deals=list(deals))


def with_name(name):
    return changed(players=["Anna", name, "Carla"])


def written_into(file, value):
    """The bytes of a file with `value`, as it stands, in the place of the text HERE."""
    return json.dumps(file).replace('"HERE"', value).encode()


@pytest.fixture
def run_score(tmp_path, monkeypatch, capsys):
    """Run `score` on files with these contents, in a folder of their own."""
    monkeypatch.chdir(tmp_path)

    def run(*contents, names=None):
        names = names or [f"{n}.json" for n in range(1, len(contents) + 1)]
        for name, content in zip(names, contents, strict=False):
            written = content if isinstance(content, bytes) else json.dumps(content).encode()
            (tmp_path / name).write_bytes(written)
        status = main(["score", *names])
        lines = capsys.readouterr().out.splitlines()
        return SimpleNamespace(status=status, lines=lines, rows=[json.loads(row) for row in lines])

    return run


def test_a_line_has_the_keys_of_the_format_in_their_order_in_every_alphabet(run_score):
    ran = run_score(changed(players=["Ánna", "ブルーノ", "كارلا"]), names=["a.json"])

    assert list(ran.rows[0].items()) == [
        ("file", "a.json"),
        ("game", "tribello"),
        ("players", ["Ánna", "ブルーノ", "كارلا"]),
        ("deals", [{"scores": [1, 0, -1], "totals": [1, 0, -1]}]),
        ("totals", [1, 0, -1]),
        ("over", False),
        ("winners", []),
        ("next", {"deal": 2, "answer": "tricks"}),
    ]
    assert "ブルーノ" in ran.lines[0]
    assert ran.status == 0


@pytest.mark.parametrize(
    ("limits", "over", "winners"),
    [({}, False, []), ({"lower": -8}, True, [0, 1]), ({"upper": 1}, True, [0, 1])],
)
def test_the_winners_are_known_once_the_match_is_over_and_nothing_is_next(limits, over, winners):
    level = {"first": [5, 4, 0], "second": [1, 0, 8]}

    match = Match(match_file("italian_whist", [level], **limits))

    assert (match.report["over"], match.report["winners"]) == (over, winners)
    assert (match.report["next"] is None) == over


def test_a_void_deal_prints_its_reason_and_partners_have_sides_with_scores_of_their_own():
    assert Match(with_deals(EVEN, MISDEAL)).rows[1] == {"void": "misdeal", "totals": [1, 0, -1]}
    report = Match(match_file("trex", [KING], partners=True)).report

    keys = ["game", "players", "sides", "deals", "totals", "over", "winners", "next"]
    assert list(report) == keys
    assert report["sides"] == [["Anna", "Carla"], ["Bruno", "Dino"]]
    assert report["deals"] == [{"scores": [-75, 0], "totals": [-75, 0]}]
    assert report["totals"] == [-75, 0]


WON = {"tricks": [8, 4, 0], "left": ["KH", "7S", "5D"], "aside": "9C"}
LOST = {"tricks": [7, 5, 0], "left": ["KH", "7H", "5D"], "aside": "9C"}
WAITS = {"deal": 1, "answer": "left"}


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        ({"tricks": [8, 4, 0]}, ([], False, None, None, [], WAITS)),
        (WON, ([{}], True, True, 20, [], None)),
        (LOST, ([{}], True, False, None, ["tricks", "suits"], None)),
    ],
    ids=["unfinished", "won", "lost"],
)
def test_a_game_won_together_prints_whether_it_was_won_instead_of_scores(deal, told):
    match = Match(match_file("torite", [deal], players=3))

    keys = ["game", "players", "deals", "over", "won", "score", "lost_because", "next"]
    values = ["torite", ["Anna", "Bruno", "Carla"], *told]
    assert list(match.report.items()) == list(zip(keys, values, strict=True))
    assert Match(match_file("torite", players=1)).report["players"] == ["Anna"], "but no dummy"


def test_the_exit_status_is_1_if_any_file_was_refused_2_for_wrong_usage_else_0(run_score, capsys):
    for bad in range(3):
        assert run_score(*[FILE] * bad, b"{", *[FILE] * (2 - bad)).status == 1
    for arguments in (["score"], ["score", "--loud", "a.json"], ["sore", "a"]):
        assert main(arguments) == 2
        assert capsys.readouterr().out == ""


def test_the_command_says_of_each_file_in_order_and_of_standard_input_what_it_scores(tmp_path):
    contents = {"ä b.json": FILE, "wrong.json": with_deals(ONE_TOO_MANY)}
    for name, content in contents.items():
        (tmp_path / name).write_text(json.dumps(content), "utf-8")
    command = [sys.executable, "-m", "app", "score", "-", *contents, "none.json", "."]
    about = {"env": os.environ | {"PYTHONPATH": str(PROJECT)}, "cwd": tmp_path}

    ran = subprocess.run(command, input=BYTES, capture_output=True, check=False, **about)

    rows = [json.loads(line) for line in ran.stdout.decode().splitlines()]
    assert [row.pop("file") for row in rows] == command[4:]
    assert rows[0]["totals"] == rows[1]["totals"] == [1, 0, -1]
    assert [row["problems"] for row in rows[2:]] == [
        [{"deal": 1, "answer": "tricks", "message": "That makes 14, not 13: 1 trick too many."}],
        [{"deal": None, "answer": None, "message": NO_FILE}],
        [{"deal": None, "answer": None, "message": "Cannot be read: Is a directory."}],
    ]
    assert (ran.returncode, ran.stderr) == (1, b"")


HALVES = [
    *(changed(players=["Anna", "Bruno\ud800", "Carla"]), changed(note="\udfff")),
    *(changed(game="\ud800"), with_deals({"\ud83c": 1})),
]
NO_JSON = [
    *(b"", b" \n", b"scores", b"{", BYTES[:-1], BYTES + b"}", BYTES * 2, b"\x00\x01\x02"),
    *(b"\xff\xfe" + json.dumps(FILE).encode("utf-16-le"), b'{"players": ["\xc3\x28"]}'),
    *(BYTES.replace(b'"', b"'"), BYTES.replace(b"]}", b"],}")),
    *(json.dumps(half).encode() for half in HALVES),
]


@pytest.mark.parametrize("content", NO_JSON, ids=range(len(NO_JSON)))
def test_what_is_not_json_is_refused(content):
    match = Match(content)

    assert match.refused_at == (None, None)
    assert match.problem.startswith(("Not JSON: ", "This file is empty"))


@pytest.mark.parametrize("depth", [500, 900, 960, 1_000, 2_000, 200_000])
def test_deep_nesting_is_refused_and_no_crash_where_nobody_looks(depth):
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        nested = opening * depth + "0" + closing * depth

        assert Match(written_into(with_deals({"tricks": "HERE"}), nested)).problems
        for key in ("title", "note", "log", "started"):
            match = Match(written_into(changed(**{key: "HERE"}), nested))
            assert match.problems or match.scores


@pytest.mark.parametrize(
    "number", ["1" + "0" * 30, "1" + "0" * 5000, "1e400", "-1e400", "1e-400", "1E5", "0.1e1"]
)
def test_huge_numbers_and_fractions_are_refused(number):
    match = Match(written_into(with_deals({"tricks": ["HERE", 7, 6]}), number))

    assert match.problems
    assert all(len(problem) < 300 for problem in match.problems)


NO_CLOCK = "No place has a clock that is 841 min ahead."
NO_OBJECT = "Not a match file: an object is expected."
TOO_LARGE = "Larger than 4,000,000 bytes, the most for a match file."
TOO_MANY = "Trico is played by 2 or 3, not by 4 players."
MORE_THAN_FOUR = "The Torite is played by 1–4, not by 5 players."
NAMELESS = "This player needs a name."
TWO_CARLAS = "Two players are called Carla: change one of the names."
TOO_LONG = "This name has 201 letters; the most is 200."
NO_RULE = "“target” is not a house rule of this game."
NOT_HERE = "“x” is not asked here: the deal waits for “tricks”."
MISSING = "This answer is missing, but deal 2 follows."
STRANGE_KEYS = ["dealt", "Tricks", "tricks ", "", "x" * 300, "🂡"]
STRANGE_GAMES = ["bridge", "", "Tribello", "tribello ", "italian-whist"]
NO_NAMES = ["", " ", "\t\n", "\u200b", "\u2060\u00ad", "\x00", "\u202e"]
CARLAS = ["Carla", " Carla ", "Carla\u200b", "Carla\n"]
NO_COUNTS = [changed(note="HERE"), with_deals({"tricks": ["HERE", 7, 6]})]


def refused_files():
    """Files with the place of what is wrong with them, and the words for it."""
    for file in (b"[]", b"7", b'"tribello"', b"null", b"true"):
        yield file, (None, None), NO_OBJECT
    yield changed(note="x" * LARGEST_FILE), (None, None), TOO_LARGE
    for word, file in product(("NaN", "Infinity", "-Infinity"), NO_COUNTS):
        yield written_into(file, word), (None, None), f"Not JSON: {word} is not a number."
    for once, key in (('"game": "tribello"', "game"), ('"trump": "clubs"', "trump")):
        file = BYTES.decode().replace(once, f'{once}, "{key}": "x"').encode()
        yield file, (None, None), f"Not JSON: “{key}” stands twice in one object."
    for key in ("format", "game", "players"):
        yield without(key), (None, key), f"“{key}” is missing."
    for key in STRANGE_KEYS:
        yield changed(**{key: 1}), (None, key), f"“{key[:40]}” is not a key of a match file."
        yield with_deals(EVEN | {key: 1}), (1, key), f"“{key[:40]}” is not asked in this deal."
    for game in STRANGE_GAMES:
        words = f"“{game}” is not one of: {', '.join(GAMES)}."
        yield changed(game=game), (None, "game"), words
    yield match_file("trico", players=CAST), (None, "players"), TOO_MANY
    yield match_file("torite", players=[*CAST, "Eva"]), (None, "players"), MORE_THAN_FOUR
    crowd = [str(number) for number in range(51)]
    yield changed(players=crowd), (None, "players"), "No match has more than 50 players."
    wrong = dict.fromkeys(NO_NAMES, NAMELESS) | dict.fromkeys(CARLAS, TWO_CARLAS)
    for name, words in (wrong | {"N" * 201: TOO_LONG}).items():
        yield with_name(name), (None, "players"), words
    composed = changed(players=["Zo\u00eb", "Zoe\u0308", "Carla"])
    yield composed, (None, "players"), TWO_CARLAS.replace("Carla", "Zoë")
    yield changed(utc_offset=841), (None, "utc_offset"), NO_CLOCK
    yield changed(rules={"target": 14}), (None, "rules.target"), NO_RULE
    yield with_deals({"trump": "clubs", "x": []}), (1, "x"), NOT_HERE
    for first in ({}, {"trump": "hearts"}):
        yield with_deals(first, EVEN), (1, "tricks"), MISSING
    for extra in (SWING, {}, MISDEAL, {"note": 1}):
        file = match_file("italian_whist", [SWING, SWING, extra])
        yield file, (3, None), "The match was over after deal 2."


@pytest.mark.parametrize(("file", "at", "words"), [*refused_files()])
def test_what_cannot_be_right_is_refused_at_its_place_in_words(file, at, words):
    match = Match(file)

    assert match.refused_at == at
    assert match.problem == words


NO_FORMAT = ["tricktally/2", "tricktally", "", None, 1, ["tricktally/1"]]
NO_GAME = [None, 1, ["tribello"], {"key": "tribello"}]
NO_ID = [7, None, "", "match-1", "0" * 36]
NO_OFFSET = [None, "120", 60.5, True, 10**20, 841]
NO_PLAYERS = [None, "Anna", 3, {"0": "Anna"}, [*CAST[:2], 3], [*CAST[:2], None], [["A"]]]
NO_SWITCH = [0, 1, "true", None, []]
NO_DEAL = [None, [], [7, 4, 2], "misdeal", 7, True]
NO_SEAT = ["0", 0.0, False, -1, 4, None, [0], "Anna"]
NO_NUMBER = ["7", 7.5, 7.0, True, None, [7], {"n": 7}]


@pytest.mark.parametrize(
    ("file", "values", "at"),
    [
        (changed(format="HERE"), NO_FORMAT, (None, "format")),
        (changed(game="HERE"), NO_GAME, (None, "game")),
        (changed(id="HERE"), NO_ID, (None, "id")),
        (changed(utc_offset="HERE"), NO_OFFSET, (None, "utc_offset")),
        (changed(players="HERE"), NO_PLAYERS, (None, "players")),
        (changed(rules="HERE"), [None, [], "none", 1], (None, "rules")),
        (changed(deals="HERE"), [None, {}, "none", 7], (None, "deals")),
        (match_file("trex", partners="HERE"), NO_SWITCH, (None, "rules.partners")),
        (with_deals(EVEN, "HERE"), NO_DEAL, (2, None)),
        (with_deals({"tricks": "HERE"}), [None, 7, "7", {}], (1, "tricks")),
        (with_deals({"tricks": ["HERE", 3, 3]}), NO_NUMBER, (1, "tricks")),
        (with_deals({"tricks": [7, 3, "HERE"]}), NO_NUMBER, (1, "tricks")),
        (match_file("trex", [KING | {"king": "HERE"}]), NO_SEAT, (1, "king")),
    ],
)
def test_what_is_of_another_kind_is_refused_at_its_place(file, values, at):
    for value in values:
        assert Match(written_into(file, json.dumps(value))).refused_at == at, value


@every_game
def test_a_wrong_number_of_players_is_refused(game):
    for count in {0, min(game.players) - 1, max(game.players) + 1}:
        match = Match(match_file(game.key, players=[f"P{n}" for n in range(count)]))

        assert match.refused_at == (None, "players")
        assert f"not by {count} player" in match.problem


MINUS_ONE = {"tricks": [-1, 14, 0]}
FOUR_NAMES = ["", "Bruno", "Bruno", "N" * 300]
NO_TREX_RULES = match_file("trex", partners="yes", kingdoms="left", trumps=1)
NO_RULES = [(None, f"rules.{rule}") for rule in ("partners", "kingdoms", "trumps")]


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (changed(players=FOUR_NAMES, deals=[ONE_TOO_MANY]), 4 * [(None, "players")]),
        (NO_TREX_RULES, NO_RULES),
        (with_deals(EVEN, MINUS_ONE, ONE_TOO_MANY, {"x": 1}), 2 * [(2, "tricks")]),
        (with_deals(MISDEAL, EVEN, MISDEAL, ONE_TOO_MANY), [(4, "tricks")]),
        (with_deals(EVEN | {"note": 1}, ONE_TOO_MANY), [(1, "note")]),
        (with_deals(EVEN | {"a": 1, "b": 2}), [(1, "a"), (1, "b")]),
        (with_deals({}, {}), [(1, "tricks")]),
        (with_deals({}, MISDEAL), [(1, "tricks")]),
    ],
)
def test_all_problems_of_the_first_place_that_has_any_are_told_at_once(file, told):
    assert [(refusal["deal"], refusal["answer"]) for refusal in Match(file).refusals] == told


@pytest.mark.parametrize("key", ["title", "started", "finished", "note", "log"])
def test_what_the_app_writes_beside_the_match_and_a_byte_order_mark_change_nothing(key):
    for value in ("Sunday", None, 7, [{"at": "20:00"}], {"by": "Anna"}):
        assert Match(changed(**{key: value})).report == Match(FILE).report
    assert Match(without("rules")).report == Match(b"\xef\xbb\xbf" + BYTES).report
    assert Match(without("deals")).rows == []


LIKED = ["{name}", "%s", "<b>", "“”", "{0.__class__}", "\\", "N" * 200, "anna", "نیک\u200cآیین"]
UNSEEN = {"  Anna\tMaria\n": "Anna Maria", "Bru\u200bno": "Bruno", "\u200dCarla B": "Carla B"}
TWO_HALVES_IN_JSON = "Anna 🂡"


@pytest.mark.parametrize(
    ("written", "read"),
    [*UNSEEN.items(), *((name, name) for name in [*LIKED, TWO_HALVES_IN_JSON])],
)
def test_a_name_holds_what_it_likes_but_is_printed_on_one_line_without_the_unseen(written, read):
    wrong = changed(players=[written, "Bert", "Dora"], deals=[MINUS_ONE])

    assert Match(with_name(written)).report["players"] == ["Anna", read, "Carla"]
    assert Match(wrong).problems[0] == f"{read} cannot have −1."


def test_an_optional_answer_is_waited_for_until_something_after_it_is_given():
    contract = {"owner": 0, "contract": "complex"}

    assert Match(with_deals()).next == Match(with_deals({})).next == (1, "trump")
    assert Match(match_file("trex", [contract], complex=True)).next == (1, "doubled")
    assert Match(match_file("trex", [contract | {"king": 0}], complex=True)).next == (1, "queens")


@pytest.mark.parametrize(
    ("said", "left_out"),
    [
        (with_deals(*2 * [{"trump": "hearts"} | EVEN]), with_deals(EVEN, EVEN)),
        (match_file("trex", [KING], own_double="plain"), match_file("trex", [KING])),
        *(
            (match_file("trex", [KING | {"doubled": d}]), match_file("trex", [KING]))
            for d in ({}, None)
        ),
    ],
)
def test_what_is_usual_or_optional_may_be_left_out(said, left_out):
    assert Match(said).report == Match(left_out).report


def whist_file(*deals):
    """The file of a match of Italian Whist with its log."""
    played = Played(GAMES["italian_whist"], CAST[:3])
    for answer in ({}, *deals):
        played.answer(answer)
    return played.file


def restored(file):
    """The match that a file becomes."""
    return open_match(parse(json.dumps(file).encode()))


NAMES = {"kind": "correction", "key": "players"}
SPOILT = [
    {"kind": "undo"},
    {"kind": "undo", "answer": 1},
    {"kind": "rest", "deal": 2},
    {"kind": "void", "deal": 1, "key": "void", "answer": "misdeal"},
    {"kind": "void", "deal": 2, "key": "void", "answer": "rain"},
    {"kind": "entry", "deal": 1, "key": "first", "answer": [5, 3, 1]},
    {"kind": "entry", "deal": 2, "key": "first", "answer": [9, 9, 9]},
    {"kind": "correction", "deal": 1, "key": "first", "answer": [9, 9, 9]},
    {"kind": "correction", "deal": 1, "key": "void", "answer": "rain"},
    {"kind": "correction", "deal": 9, "key": "void", "answer": "misdeal"},
    {"kind": "correction", "key": "seats", "answer": {"order": [0, 0, 1], "answers": {}}},
    {"kind": "correction", "key": "seats", "answer": {"order": [1, 0, 2], "answers": {}}},
    {"kind": "correction", "key": "seats", "answer": [1, 0, 2]},
    NAMES | {"answer": ["Dora"]},
    NAMES | {"answer": ["Bruno", None, None]},
    NAMES | {"answer": [7, None, None]},
    NAMES | {"deal": 40, "answer": ["Dora", None, None]},
    {"kind": "dance"},
    {"kind": "entry", "deal": "2", "key": "first", "answer": [3, 3, 3]},
    {"kind": "entry", "deal": 2, "key": "first", "answer": [3, 3, 3], "by": "Anna"},
    {},
]


@pytest.mark.parametrize("line", SPOILT, ids=json.dumps)
def test_a_log_that_no_table_can_have_written_is_left_aside(line):
    file = whist_file([5, 3, 1], [1, 3, 5])
    honest = len(file["log"]["lines"])
    spare = {"kind": "correction", "deal": 1, "key": "first", "answer": [1, 3, 5]}
    back = {"kind": "undo"}
    file["log"]["lines"] += [line, *([spare, back] if line != back else [spare])]

    match = restored(file)

    assert len(match.events) == honest
    assert match.standing.totals == (4, 0, -4)


def test_a_log_keeps_names_that_are_alike_apart_which_no_others_may_become():
    file = whist_file([5, 3, 1], [1, 3, 5], [3, 3, 3], [3, 3, 3])
    file["log"]["lines"] += [NAMES | {"deal": 2, "answer": [None, "anna", None]}]

    match = restored(file | {"players": ["Anna", "anna", "Carla"]})

    assert [match.seating.at(deal)[1] for deal in (1, 2)] == ["Bruno", "anna"]
    renamed = match.accept(Event("correction", 0, PLAYERS, [None, None, "Dora"]))
    with pytest.raises(Refused):
        renamed.accept(Event("correction", 0, PLAYERS, [None, None, "ANNA"]))


def test_a_log_of_the_time_when_a_match_could_be_paused_comes_back_whole():
    file = whist_file([5, 3, 1], [1, 3, 5], [4, 4, 1])
    lines = file["log"]["lines"]
    lines.insert(-1, {"kind": "pause", "deal": 2, "answer": [1]})
    lines.append({"kind": "resume", "deal": 2})

    match = restored(file)

    assert [event.kind for event in match.events[-3:]] == ["pause", "entry", "resume"]
    assert [str(line.sentence) for line in log_texts(match)[-3::2]] == ["Paused", "Resumed"]
    assert match.standing.prompt.key == "second"
    assert match.accept(Event("undo")).accept(Event("undo")).standing.prompt.key == "first"


def test_a_file_whose_deals_were_mended_by_hand_is_taken_by_its_deals():
    file = whist_file([5, 3, 1], [1, 3, 5], [4, 4, 1])
    file["deals"][0]["first"] = [3, 3, 3]

    match = restored(file)

    assert [event.answer for event in match.events[1:]] == [[3, 3, 3], [1, 3, 5], [4, 4, 1]]
    assert match.standing.totals == (2, 0, -2)


def test_a_void_deal_may_know_its_contract_and_not_its_owner():
    match = restored(match_file("trex", [{"void": "misdeal", "contract": "king"}, KING]))

    assert match.answers[1] == {"void": "misdeal", "contract": "king"}
    assert match.standing.totals == (0, 0, -75, 0)


def test_a_log_with_more_changes_of_mind_than_we_replay_is_left_aside():
    file = whist_file([5, 3, 1], [1, 3, 5])
    back_and_forth = [
        {"kind": "correction", "deal": 1, "key": "first", "answer": answer}
        for answer in ([1, 3, 5], [5, 3, 1])
    ]
    file["log"]["lines"] += back_and_forth * (MAX_CHANGES // 2)
    assert len(restored(file).events) == 3 + MAX_CHANGES

    file["log"]["lines"] += back_and_forth

    assert len(restored(file).events) == 3


def file_with_changes():
    """A match of Italian Whist with every kind of line in its log."""
    match = restored(whist_file([5, 3, 1], [1, 3, 5], [4, 4, 1])).accept(
        Event("correction", 1, "first", [1, 3, 5]),
        Event("void", 2, VOID, "misdeal"),
        Event("correction", 0, PLAYERS, [None, "Dora", None]),
    )
    return as_file(match.accept(match.reseating([1, 0, 2]), Event("undo"), Event("redo")))


@given(st.data())
def test_no_log_crashes_the_reader(data):
    """A log with one value spoilt is taken, or it is left aside."""
    file = file_with_changes()
    log = file["log"]
    where = data.draw(st.sampled_from(["log", "players", "lines", "line", "value"]))
    strange = data.draw(any_json)
    line = data.draw(st.integers(0, len(log["lines"]) - 1))
    if where == "log":
        file["log"] = strange
    elif where in log:
        log[where] = strange
    elif where == "line":
        log["lines"][line] = strange
    else:
        log["lines"][line][data.draw(st.sampled_from(["kind", "deal", "key", "answer"]))] = strange

    assert restored(file).events[0].key == "rules"


heads = st.dictionaries(st.sampled_from(list(FILE)), any_json, min_size=1, max_size=2)
files = st.builds(lambda key, head: match_file(key, [{}]) | head, st.sampled_from([*GAMES]), heads)
any_file = st.binary(max_size=200) | (any_json | files).map(lambda file: json.dumps(file).encode())


@given(any_file, st.data())
def test_no_file_and_no_spoilt_byte_crash_the_reader(content, data):
    spoilt = bytearray(json.dumps(match_file("trex", [KING])).encode())
    spoilt[data.draw(st.integers(0, len(spoilt) - 1))] = data.draw(st.integers(0, 255))

    for file in (content, bytes(spoilt)):
        match = Match(file)
        assert match.refusals or match.report


@pytest.mark.hypothesis
@every_game
def test_no_value_crashes_any_question_or_house_rule(game):
    """Every question of a random match, with anything in the place of its answer."""
    played = play_at_random(game, random.Random(game.key))
    asked = [(answered.prompt.deal, answered.prompt.key) for answered in played.standing.answered]
    rules = [*(rule.key for rule, _usual in game.house_rules.rules), "x"]
    content = json.dumps(played.file)

    @given(
        st.sampled_from(asked),
        any_json,
        st.dictionaries(st.sampled_from(rules), any_json, max_size=3),
    )
    def spoil(place, value, chosen):
        deal, key = place
        file = json.loads(content)
        if deal == 0:
            file["rules"] = value
        else:
            file["deals"][deal - 1][key] = value

        for refusal in Match(file).refusals:
            assert refusal["message"]
            assert refusal["deal"] is None or refusal["deal"] >= deal
        of_rules = Match(match_file(game.key, [{}], **chosen)).refusals
        assert all(refusal["deal"] is None for refusal in of_rules)

    spoil()


def only_log(*deals):
    """The file of a match with its log alone."""
    file = whist_file(*deals)
    return {key: file[key] for key in file if key not in ("rules", "deals")}


def test_a_file_that_has_only_its_log_is_the_match_of_the_log():
    file = only_log([5, 3, 1], [1, 3, 5])
    file["log"]["lines"][1]["batch"] = file["log"]["lines"][2]["batch"] = 2
    file["log"]["lines"][2]["once"] = "a1b2c3d4-" + "0" * 24

    match = restored(file)

    assert match.standing.totals == (4, 0, -4)
    assert [line.batch for line in match.log] == [None, 2, 2]
    (number, once), *_others = import_match(json.dumps(file).encode()).request_ids.items()
    assert (number, once) == (3, "a1b2c3d4-" + "0" * 24)


@pytest.mark.parametrize("batch", [1, 3, -2, 10**30, True, "2", [2], 2.0, None])
def test_a_batch_that_is_none_is_left_out(batch):
    file = only_log([5, 3, 1])
    file["log"]["lines"][1]["batch"] = batch

    assert [line.batch for line in restored(file).log] == [None, None]


@pytest.mark.parametrize("line", SPOILT, ids=json.dumps)
def test_where_a_file_has_only_its_log_a_line_that_cannot_be_is_named(line):
    file = only_log([5, 3, 1], [1, 3, 5])
    lines = file["log"]["lines"]
    lines += [line] if line.get("kind") != "undo" or "answer" in line else [line] * 9
    with pytest.raises(InvalidFile, match=r"Line \d+ of the log"):
        restored(file)


def test_what_is_known_of_a_log_is_not_checked_again():
    """A match may be longer than is checked of a file that nobody knows."""
    file = only_log([5, 3, 1], [1, 3, 5])
    file["log"]["lines"] += [{"kind": "undo"}, {"kind": "redo"}] * MAX_CHANGES
    players, lines = parse_log(file["log"])
    known = StoredLog("italian_whist", players, lines)
    more = {"kind": "entry", "deal": 2, "key": "first"}

    with pytest.raises(InvalidFile, match="500 changes"):
        restored(file)
    file["log"]["lines"].append(more | {"answer": [3, 3, 3]})
    assert len(import_match(json.dumps(file).encode(), known).log) == 504
    file["log"]["lines"].append(more | {"answer": [3, 3, 3]})
    (problem,) = import_match(json.dumps(file).encode(), known)
    assert str(problem.message).startswith("Line 505 of the log")
