"""The match file, and `score`: what is read, what is printed, and what is refused."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import main
from app.games import GAMES
from app.matchfile import LARGEST_FILE, InvalidFile, open_match, parse, replay_file, report
from app.matchfile.restore import MAX_CHANGES
from tests.front_door import CAST, Match, match_file
from tests.play import Played, play_at_random
from tests.strange_values import any_json

EVEN = {"tricks": [7, 4, 2]}
ONE_TOO_MANY = {"tricks": [7, 4, 3]}
SWING = {"first": [9, 0, 0], "second": [0, 9, 0]}
MISDEAL = {"void": "misdeal"}
FILE = match_file("tribello", [{"trump": "hearts"} | EVEN, {"trump": "clubs"}])
BYTES = json.dumps(FILE).encode()
KING = {"owner": 0, "contract": "king", "king": 2}
NO_FILE = "Cannot be read: No such file or directory."

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def changed(**head):
    return FILE | head


def with_deals(*deals):
    return Match(changed(deals=list(deals)))


def written_into(file, value):
    """The bytes of a file with `value`, as it stands, in the place of the text HERE."""
    return json.dumps(file).replace('"HERE"', value).encode()


@pytest.fixture
def run_score(tmp_path, monkeypatch, capsys):
    """Run `score` on files with these contents, in a folder of their own."""
    monkeypatch.chdir(tmp_path)

    def run(*contents, names=None, stdin=b""):
        names = names or [f"{n}.json" for n in range(1, len(contents) + 1)]
        for name, content in zip(names, contents, strict=False):
            written = content if isinstance(content, bytes) else json.dumps(content).encode()
            (tmp_path / name).write_bytes(written)
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        status = main(["score", *names])
        lines = capsys.readouterr().out.splitlines()
        return SimpleNamespace(status=status, lines=lines, rows=[json.loads(row) for row in lines])

    return run


# --- what `score` prints ------------------------------------------------------------------------


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


def test_each_file_has_one_line_in_the_order_given_a_refused_one_its_problems(run_score):
    ran = run_score(FILE, changed(deals=[ONE_TOO_MANY]), b"{", names=["b", "a", "c"])

    words = "That makes 14, not 13: 1 trick too many."
    assert [row["file"] for row in ran.rows] == ["b", "a", "c"]
    assert ran.rows[1] == {
        "file": "a",
        "problems": [{"deal": 1, "answer": "tricks", "message": words}],
    }


def test_a_void_deal_prints_its_reason_and_the_totals_unchanged():
    assert with_deals(EVEN, MISDEAL).rows[1] == {"void": "misdeal", "totals": [1, 0, -1]}


@pytest.mark.parametrize(
    ("limits", "over", "winners"),
    [({}, False, []), ({"lower": -8}, True, [0, 1]), ({"upper": 1}, True, [0, 1])],
)
def test_the_winners_are_known_once_the_match_is_over_and_nothing_is_next(limits, over, winners):
    level = {"first": [5, 4, 0], "second": [1, 0, 8]}

    match = Match(match_file("italian_whist", [level], **limits))

    assert (match.report["over"], match.report["winners"]) == (over, winners)
    assert (match.report["next"] is None) == over


def test_partners_have_sides_with_scores_of_their_own():
    match = Match(match_file("trex", [KING], partners=True))

    keys = ["game", "players", "sides", "deals", "totals", "over", "winners", "next"]
    assert list(match.report) == keys
    assert match.report["sides"] == [["Anna", "Carla"], ["Bruno", "Dino"]]
    assert match.report["deals"] == [{"scores": [-75, 0], "totals": [-75, 0]}]
    assert match.report["totals"] == [-75, 0]


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


def test_a_dummy_is_not_a_player():
    assert Match(match_file("torite", players=1)).report["players"] == ["Anna"]


# --- exit status --------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [None, 0, 1, 2])
def test_the_exit_status_is_1_if_any_file_was_refused_else_0(run_score, bad):
    files = [FILE, FILE] if bad is None else [FILE] * bad + [b"{"] + [FILE] * (2 - bad)

    assert run_score(*files).status == (0 if bad is None else 1)


@pytest.mark.parametrize("arguments", [["score"], ["score", "--loud", "a.json"], ["sore", "a"]])
def test_the_exit_status_is_2_for_wrong_usage(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().out == ""


def test_the_command_reads_standard_input_and_files_and_leaves_with_its_status(tmp_path):
    (tmp_path / "ä b.json").write_text(json.dumps(FILE), "utf-8")
    command = [sys.executable, "-m", "app", "score", "-", str(tmp_path / "ä b.json"), "none.json"]

    ran = subprocess.run(command, input=BYTES, capture_output=True, timeout=60, check=False)

    rows = [json.loads(line) for line in ran.stdout.decode().splitlines()]
    assert [row["file"] for row in rows] == command[4:]
    assert rows[0]["totals"] == rows[1]["totals"] == [1, 0, -1]
    assert rows[2]["problems"] == [{"deal": None, "answer": None, "message": NO_FILE}]
    assert ran.returncode == 1
    assert ran.stderr == b""


def test_a_hyphen_is_standard_input(run_score):
    ran = run_score(names=["-"], stdin=BYTES)

    assert (ran.status, ran.rows[0]["file"], ran.rows[0]["totals"]) == (0, "-", [1, 0, -1])
    assert run_score(names=["-"]).status == 1, "nothing on it is no match"


# --- files that are no files --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"), [("none.json", NO_FILE), (".", "Cannot be read: Is a directory.")]
)
def test_a_file_that_cannot_be_read_is_refused(run_score, name, words):
    ran = run_score(names=[name])

    assert ran.status == 1
    problem = {"deal": None, "answer": None, "message": words}
    assert ran.rows == [{"file": name, "problems": [problem]}]


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b" \n", b"scores", b"{", BYTES[:-1], BYTES[:60], BYTES + b"}", BYTES * 2),
        b"\xff\xfe" + json.dumps(FILE).encode("utf-16-le"),
        b"\x00\x01\x02",
        b'{"players": ["\xc3\x28"]}',
        BYTES.replace(b'"', b"'"),
        BYTES.replace(b"]}", b"],}"),
    ],
    ids=range(13),
)
def test_what_is_not_json_is_refused(content):
    match = Match(content)

    assert match.refused_at == (None, None)
    assert match.problem.startswith("Not JSON: ")


@pytest.mark.parametrize("content", [b"[]", b"7", b'"tribello"', b"null", b"true"])
def test_json_that_is_no_object_is_refused(content):
    match = Match(content)

    assert match.refused_at == (None, None)
    assert match.problem == "Not a match file: an object is expected."


@pytest.mark.parametrize("depth", [500, 900, 960, 1_000, 2_000, 200_000])
def test_deep_nesting_is_refused_and_no_crash_where_nobody_looks(depth):
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        nested = opening * depth + "0" + closing * depth

        assert Match(written_into(changed(deals=[{"tricks": "HERE"}]), nested)).problems
        for key in ("title", "note", "log", "started"):
            match = Match(written_into(changed(**{key: "HERE"}), nested))
            assert match.problems or match.scores


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("key", ["note", "deals"])
def test_numbers_that_are_none_are_refused(word, key):
    match = Match(written_into(changed(**{key: [{"tricks": ["HERE", 7, 6]}]}), word))

    assert match.problem == f"Not JSON: {word} is not a number."


@pytest.mark.parametrize(
    "number", ["1" + "0" * 30, "1" + "0" * 5000, "1e400", "-1e400", "1e-400", "1E5", "0.1e1"]
)
def test_huge_numbers_and_fractions_are_refused(number):
    match = Match(written_into(changed(deals=[{"tricks": ["HERE", 7, 6]}]), number))

    assert match.problems
    assert all(len(problem) < 300 for problem in match.problems)


@pytest.mark.parametrize(
    ("once", "twice"),
    [
        ('"game": "tribello"', '"game": "tribello", "game": "trex"'),
        ('"trump": "clubs"', '"trump": "clubs", "trump": "spades"'),
        ('"note": {"a": {"b": 1}}', '"note": {"a": {"b": 1, "b": 1}}'),
    ],
)
def test_a_key_that_stands_twice_in_one_object_is_refused(once, twice):
    content = json.dumps(changed(note={"a": {"b": 1}}))
    assert once in content

    match = Match(content.replace(once, twice).encode())

    assert match.refused_at == (None, None)
    assert "stands twice in one object" in match.problem


@pytest.mark.parametrize(
    "head",
    [
        {"players": ["Anna", "Bruno\ud800", "Carla"]},
        {"note": "\udfff"},
        {"deals": [{"\ud83c": 1}]},
        {"game": "\ud800"},
    ],
)
def test_half_a_character_is_refused(head):
    assert Match(changed(**head)).refused_at == (None, None)


def test_a_whole_character_in_two_escaped_halves_is_read():
    file = changed(players=["Anna 🂡", "Bruno", "Carla"])

    assert "\\ud83c\\udca1" in json.dumps(file)
    assert Match(file).report["players"][0] == "Anna 🂡"


def test_a_byte_order_mark_does_no_harm():
    assert Match(b"\xef\xbb\xbf" + BYTES).scores


def test_a_file_larger_than_any_match_is_refused():
    match = Match(changed(note="x" * LARGEST_FILE))

    assert match.problem == "Larger than 4,000,000 bytes, the most for a match file."


def test_a_problem_is_raised_as_unusable_and_says_itself():
    with pytest.raises(InvalidFile, match="Not JSON") as refused:
        parse(b"{")

    assert len(refused.value.problems) == 1


# --- the head -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "problems"),
    [
        *((key, [f"“{key}” is missing."]) for key in ("format", "game", "players")),
        *((key, []) for key in ("rules", "deals")),
    ],
)
def test_a_head_needs_its_keys_but_rules_and_deals(key, problems):
    match = Match({name: value for name, value in FILE.items() if name != key})

    assert match.problems == problems
    assert match.refused_at == ((None, key) if problems else None)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("format", ["tricktally/2", "tricktally", "", None, 1, ["tricktally/1"]]),
        ("game", [None, 1, ["tribello"], {"key": "tribello"}]),
        ("players", [None, "Anna", 3, {"0": "Anna"}, [*CAST[:2], 3], [*CAST[:2], None], [["A"]]]),
        ("rules", [None, [], "none", 1]),
        ("deals", [None, {}, "none", 7]),
    ],
)
def test_what_is_of_another_kind_is_refused_at_its_key(key, values):
    for value in values:
        assert Match(changed(**{key: value})).refused_at == (None, key), value


@pytest.mark.parametrize("key", ["dealt", "Game", "totals", "", "x" * 300, "🂡"])
def test_an_unknown_key_of_the_head_is_refused(key):
    match = Match(changed(**{key: 1}))

    assert match.refused_at == (None, key)
    assert match.problem == f"“{key[:40]}” is not a key of a match file."


@pytest.mark.parametrize("key", ["title", "started", "finished", "note", "log"])
def test_what_the_app_writes_beside_the_match_changes_nothing(key):
    for value in ("Sunday", None, 7, [{"at": "20:00"}], {"by": "Anna"}):
        assert Match(changed(**{key: value})).report == Match(FILE).report


@pytest.mark.parametrize("game", ["bridge", "", "Tribello", "tribello ", "italian-whist"])
def test_an_unknown_game_is_refused(game):
    match = Match(changed(game=game))

    assert match.refused_at == (None, "game")
    assert match.problem == f"“{game}” is not one of: {', '.join(GAMES)}."


@every_game
def test_a_wrong_number_of_players_is_refused(game):
    for count in {0, min(game.players) - 1, max(game.players) + 1} - {*game.players}:
        match = Match(match_file(game.key, players=[f"P{n}" for n in range(count)]))

        assert match.refused_at == (None, "players")
        assert f"not by {count} player" in match.problem


def test_the_right_number_of_players_is_said():
    match = Match(match_file("trico", players=CAST))

    assert match.problem == "Trico is played by 2 or 3, not by 4 players."


@pytest.mark.parametrize(
    ("names", "words"),
    [
        *((name, "This player needs a name.") for name in ("", " ", "\t\n", "\u200b", "\u202e")),
        *((name, "This player needs a name.") for name in ("\u2060\u00ad", "\x00")),
        *(
            (name, "Two players are called Carla: change one of the names.")
            for name in ("Carla", " Carla ", "Carla\u200b", "Carla\n")
        ),
        ("N" * 201, "This name has 201 letters; the most is 200."),
        ("N" * 300, "This name has 300 letters; the most is 200."),
    ],
)
def test_a_name_that_is_none_or_taken_or_too_long_is_refused(names, words):
    match = Match(changed(players=["Anna", names, "Carla"]))

    assert match.refused_at == (None, "players")
    assert match.problem == words


def test_a_name_is_one_name_however_its_letters_are_composed():
    match = Match(changed(players=["Zo\u00eb", "Zoe\u0308", "Carla"]))

    assert match.problem == "Two players are called Zoë: change one of the names."


def test_every_problem_with_the_names_is_told_at_once_and_before_the_deals():
    names = ["", "Bruno", "Bruno", "N" * 300]

    match = Match(changed(players=names, deals=[ONE_TOO_MANY]))

    assert [refusal["answer"] for refusal in match.refusals] == 4 * ["players"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("N" * 200, "N" * 200),
        ("  Anna\tMaria\n", "Anna Maria"),
        ("Bru\u200bno", "Bruno"),
        ("anna", "anna"),  # a table could be called so beside Anna, and its file stays readable
        ("نیک\u200cآیین", "نیک\u200cآیین"),
        ("\u200dCarla", "Carla"),
    ],
)
def test_a_name_is_printed_on_one_line_without_what_cannot_be_seen(written, read):
    match = Match(changed(players=["Anna", written, "C"]))

    assert match.report["players"] == ["Anna", read, "C"]


@pytest.mark.parametrize("name", ["{name}", "%s", "<b>", "“”", "{0.__class__}", "\\"])
def test_a_name_may_hold_what_it_likes(name):
    match = Match(changed(players=[name, "Bruno", "Carla"], deals=[{"tricks": [-1, 14, 0]}]))

    assert match.problems[0] == f"{name} cannot have −1."


def test_an_unknown_house_rule_is_refused():
    match = Match(changed(rules={"target": 14}))

    assert match.refused_at == (None, "rules.target")
    assert match.problem == "“target” is not a house rule of this game."


def test_a_house_rule_that_is_left_out_takes_its_default():
    plain, said = match_file("trex", [KING]), match_file("trex", [KING], own_double="plain")

    assert Match(plain).report == Match(said).report


def test_every_problem_with_the_house_rules_is_told_at_once():
    match = Match(match_file("trex", partners="yes", kingdoms="left", trumps=1))

    answers = [refusal["answer"] for refusal in match.refusals]
    assert answers == ["rules.partners", "rules.kingdoms", "rules.trumps"]


@pytest.mark.parametrize("rule", ["partners", "complex", "swapped", "reversed", "level_queens"])
@pytest.mark.parametrize("value", [0, 1, "true", None, []])
def test_a_switch_is_true_or_false(rule, value):
    assert Match(match_file("trex", **{rule: value})).refused_at == (None, f"rules.{rule}")


# --- the deals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", [None, [], [7, 4, 2], "misdeal", 7, True])
def test_a_deal_that_is_no_object_is_refused_at_its_number(deal):
    assert with_deals(EVEN, deal).refused_at == (2, None)


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        ([EVEN, {"tricks": [-1, 14, 0]}, {"tricks": [1, 1, 1]}, {"x": 1}], 2 * [(2, "tricks")]),
        ([MISDEAL, EVEN, MISDEAL, ONE_TOO_MANY], [(4, "tricks")]),
        ([EVEN | {"note": 1}, ONE_TOO_MANY], [(1, "note")]),
        ([EVEN | {"a": 1, "b": 2}], [(1, "a"), (1, "b")]),
        ([{"trump": "hearts"}, EVEN], [(1, "tricks")]),
        ([{}, EVEN], [(1, "tricks")]),
        ([{}, {}], [(1, "tricks")]),
        ([{}, MISDEAL], [(1, "tricks")]),
        ([{"tricks": None}], [(1, "tricks")]),
    ],
)
def test_problems_are_told_of_the_first_question_of_the_first_deal_that_has_any(deals, told):
    refusals = with_deals(*deals).refusals

    assert [(refusal["deal"], refusal["answer"]) for refusal in refusals] == told


@pytest.mark.parametrize("key", ["trikcs", "Tricks", "tricks ", "", "note", "x" * 300])
def test_an_unknown_key_of_a_deal_is_refused(key):
    match = with_deals(EVEN | {key: 1})

    assert match.refused_at == (1, key)
    assert match.problem == f"“{key[:40]}” is not asked in this deal."


def test_what_is_wrong_with_an_unfinished_deal_is_said():
    misspelt = with_deals({"trump": "hearts", "trikcs": [7, 4, 2]})

    assert misspelt.problem == "“trikcs” is not asked here: the deal waits for “tricks”."
    assert with_deals({}, EVEN).problem == "This answer is missing, but deal 2 follows."


@pytest.mark.parametrize("extra", [SWING, {}, MISDEAL, {"note": 1}])
def test_no_deal_follows_the_end_not_even_an_empty_or_void_one(extra):
    match = Match(match_file("italian_whist", [SWING, SWING, extra]))

    assert match.refused_at == (3, None)
    assert match.problem == "The match was over after deal 2."


@pytest.mark.parametrize("answer", ["7", 7.5, 7.0, True, None, [7], {"n": 7}])
def test_only_a_whole_number_is_a_count(answer):
    for place in (0, 1, 2):
        tricks = [7 if place else 3, 3, 3]
        tricks[place] = answer

        assert with_deals({"tricks": tricks}).refused_at == (1, "tricks")


@pytest.mark.parametrize("king", ["0", 0.0, False, -1, 4, None, [0], "Anna"])
def test_a_player_is_an_index(king):
    assert Match(match_file("trex", [KING | {"king": king}])).refused_at == (1, "king")


# --- answers that may be left out ---------------------------------------------------------------


def test_an_optional_answer_is_waited_for_until_something_after_it_is_given():
    contract = {"owner": 0, "contract": "complex"}

    assert with_deals().next == with_deals({}).next == (1, "trump")
    assert Match(match_file("trex", [contract], complex=True)).next == (1, "doubled")
    assert Match(match_file("trex", [contract | {"king": 0}], complex=True)).next == (1, "queens")


def test_an_optional_answer_may_be_left_out_of_any_deal():
    assert with_deals(*2 * [{"trump": "hearts"} | EVEN]).rows == with_deals(EVEN, EVEN).rows


def test_nobody_doubled_may_be_said_in_three_ways():
    ways = [{}, {"doubled": {}}, {"doubled": None}]

    rows = [Match(match_file("trex", [KING | way])).rows for way in ways]

    assert rows[0] == rows[1] == rows[2]


# --- the log beside the deals --------------------------------------------------------------------


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


def test_names_that_are_alike_stay_two_names_in_a_log():
    file = whist_file([5, 3, 1], [1, 3, 5], [3, 3, 3], [3, 3, 3])
    file["log"]["lines"] += [NAMES | {"deal": 2, "answer": [None, "anna", None]}]
    file["players"] = ["Anna", "anna", "Carla"]

    seating = restored(file).seating

    assert [seating.at(deal)[1] for deal in (1, 2)] == ["Bruno", "anna"]


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


# --- anything at all ----------------------------------------------------------------------------


@given(st.binary(max_size=200) | any_json.map(lambda value: json.dumps(value).encode()))
def test_no_bytes_crash_the_reader(content):
    Match(content)


@given(st.dictionaries(st.sampled_from(list(FILE)), any_json, min_size=1, max_size=2))
def test_no_value_in_the_head_crashes_the_reader(head):
    for game in GAMES:
        Match(match_file(game, [{}]) | head)


@given(st.data())
def test_a_spoilt_byte_never_crashes_the_reader(data):
    content = bytearray(json.dumps(match_file("trex", [KING])).encode())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] = data.draw(st.integers(0, 255))

    Match(bytes(content))


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


@every_game
def test_a_match_survives_a_whole_turn_through_its_file(game, rng):
    for _ in range(5):
        played = play_at_random(game, rng)

        again = report(replay_file(parse(json.dumps(played.file, ensure_ascii=False).encode())))

        assert again == report(played.standing)
