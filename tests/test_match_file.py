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
from app.matchfile import LARGEST_FILE, InvalidFile, parse, replay_file, report
from tests.front_door import CAST, Match, match_file
from tests.play import play_at_random
from tests.strange_values import any_json

FILE = match_file("tribello", [{"trump": "hearts", "tricks": [7, 4, 2]}, {"trump": "clubs"}])
KING = {"owner": 0, "contract": "king", "king": 2}


def changed(**head):
    return FILE | head


def without(key):
    return {name: value for name, value in FILE.items() if name != key}


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


def test_the_example_of_the_format_prints_its_line(run_score):
    example = match_file(
        "tribello",
        [{"trump": "hearts", "tricks": [7, 4, 2]}, {"trump": "clubs"}],
        players=["Ana", "Ben", "Cleo"],
    )

    ran = run_score(example, names=["a.json"])

    assert ran.rows == [
        {
            "file": "a.json",
            "game": "tribello",
            "players": ["Ana", "Ben", "Cleo"],
            "deals": [{"scores": [1, 0, -1], "totals": [1, 0, -1]}],
            "totals": [1, 0, -1],
            "over": False,
            "winners": [],
            "next": {"deal": 2, "answer": "tricks"},
        }
    ]
    assert ran.status == 0


def test_the_keys_of_a_line_stand_in_the_order_of_the_format(run_score):
    ran = run_score(FILE)

    keys = ["file", "game", "players", "deals", "totals", "over", "winners", "next"]
    assert list(ran.rows[0]) == keys


def test_each_file_has_one_line_in_the_order_given(run_score):
    ran = run_score(FILE, b"not JSON", changed(deals=[]), names=["b.json", "a.json", "c.json"])

    assert [row["file"] for row in ran.rows] == ["b.json", "a.json", "c.json"]


def test_a_refused_file_prints_its_problems_and_nothing_else(run_score):
    ran = run_score(changed(deals=[{"tricks": [7, 4, 3]}]), names=["b.json"])

    assert ran.rows == [
        {
            "file": "b.json",
            "problems": [
                {
                    "deal": 1,
                    "answer": "tricks",
                    "message": "That makes 14, not 13: 1 trick too many.",
                }
            ],
        }
    ]


def test_a_line_is_readable_in_every_alphabet(run_score):
    ran = run_score(changed(players=["Ánna", "ブルーノ", "كارلا"]))

    assert "ブルーノ" in ran.lines[0]
    assert ran.rows[0]["players"] == ["Ánna", "ブルーノ", "كارلا"]


def test_a_void_deal_prints_its_reason_and_the_totals_unchanged():
    match = Match(changed(deals=[{"tricks": [7, 4, 2]}, {"void": "misdeal"}]))

    assert match.rows[1] == {"void": "misdeal", "totals": [1, 0, -1]}


def test_a_shared_win_has_several_winners():
    level = {"first": [5, 4, 0], "second": [1, 0, 8]}

    match = Match(match_file("italian_whist", [level], lower=-8))

    assert match.report["winners"] == [0, 1]


def test_the_winners_are_unknown_until_the_match_is_over():
    match = Match(match_file("italian_whist", [{"first": [5, 4, 0], "second": [1, 0, 8]}]))

    assert match.report["winners"] == []
    assert match.report["over"] is False


def test_next_is_null_once_the_match_is_over():
    match = Match(match_file("italian_whist", [{"first": [9, 0, 0], "second": [0, 9, 0]}], upper=9))

    assert match.report["over"] is True
    assert match.report["next"] is None


def test_partners_have_sides_with_scores_of_their_own():
    match = Match(match_file("trex", [KING], partners=True))

    keys = ["game", "players", "sides", "deals", "totals", "over", "winners", "next"]
    assert list(match.report) == keys
    assert match.report["sides"] == [["Anna", "Carla"], ["Bruno", "Dino"]]
    assert match.report["deals"] == [{"scores": [-75, 0], "totals": [-75, 0]}]
    assert match.report["totals"] == [-75, 0]


def test_partners_win_by_side():
    cards = {"king": 0, "queens": dict.fromkeys(["QS", "QH", "QD", "QC"], 0)}
    counts = {"diamonds": [13, 0, 0, 0], "tricks": [13, 0, 0, 0]}
    kingdom = [{"contract": "complex"} | cards | counts, {"contract": "trex", "out": [1, 3, 0]}]
    deals = kingdom * 4
    deals[0] = {"owner": 0} | deals[0]

    match = Match(match_file("trex", deals, partners=True, complex=True))

    assert match.report["totals"] == [-1400, 1400]
    assert match.report["winners"] == [1]


def test_reversed_scores_are_printed_with_the_opposite_sign():
    match = Match(match_file("trex", [KING], reversed=True))

    assert match.report["deals"] == [{"scores": [0, 0, 75, 0], "totals": [0, 0, 75, 0]}]
    assert match.report["totals"] == [0, 0, 75, 0]


def test_the_torite_prints_whether_it_was_won_instead_of_scores():
    deal = {"tricks": [8, 4, 0], "left": ["KH", "7S", "5D"], "aside": "9C"}

    match = Match(match_file("torite", [deal], players=3))

    assert match.report == {
        "game": "torite",
        "players": ["Anna", "Bruno", "Carla"],
        "deals": [{}],
        "over": True,
        "won": True,
        "score": 20,
        "lost_because": [],
        "next": None,
    }


def test_a_lost_torite_has_no_score_but_reasons():
    deal = {"tricks": [7, 5, 0], "left": ["KH", "7H", "5D"], "aside": "9C"}

    match = Match(match_file("torite", [deal], players=3))

    assert match.report["won"] is False
    assert match.report["score"] is None
    assert match.report["lost_because"] == ["tricks", "suits"]


def test_an_unfinished_torite_is_neither_won_nor_lost():
    match = Match(match_file("torite", [{"tricks": [8, 4, 0]}], players=3))

    assert match.report["won"] is None
    assert match.report["score"] is None
    assert match.report["lost_because"] == []
    assert match.report["next"] == {"deal": 1, "answer": "left"}


def test_the_dummy_of_the_torite_is_not_a_player():
    match = Match(match_file("torite", players=1))

    assert match.report["players"] == ["Anna"]


# --- exit status --------------------------------------------------------------------------------


def test_the_exit_status_is_0_if_every_file_was_scored(run_score):
    assert run_score(FILE, FILE).status == 0


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_exit_status_is_1_if_any_file_was_refused(run_score, place):
    files = [FILE, FILE]
    files.insert(place, b"{")

    assert run_score(*files).status == 1


@pytest.mark.parametrize("arguments", [["score"], ["score", "--loud", "a.json"], ["sore", "a"]])
def test_the_exit_status_is_2_for_wrong_usage(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().out == ""


def test_the_command_reads_standard_input_and_files_and_leaves_with_its_status(tmp_path):
    (tmp_path / "ä b.json").write_text(json.dumps(FILE), "utf-8")
    command = [sys.executable, "-m", "app", "score", "-", str(tmp_path / "ä b.json"), "none.json"]

    ran = subprocess.run(
        command, input=json.dumps(FILE).encode(), capture_output=True, timeout=60, check=False
    )

    rows = [json.loads(line) for line in ran.stdout.decode().splitlines()]
    assert [row["file"] for row in rows] == command[4:]
    assert rows[0]["totals"] == rows[1]["totals"] == [1, 0, -1]
    assert rows[2]["problems"][0]["deal"] is None
    assert ran.returncode == 1
    assert ran.stderr == b""


def test_a_hyphen_is_standard_input(run_score):
    ran = run_score(names=["-"], stdin=json.dumps(FILE).encode())

    assert ran.status == 0
    assert ran.rows[0]["file"] == "-"
    assert ran.rows[0]["totals"] == [1, 0, -1]


def test_empty_standard_input_is_refused(run_score):
    ran = run_score(names=["-"])

    assert ran.status == 1
    assert ran.rows[0]["problems"][0]["answer"] is None


# --- files that are no files --------------------------------------------------------------------


def test_a_file_that_is_missing_is_refused(run_score):
    ran = run_score(names=["none.json"])

    assert ran.status == 1
    assert ran.rows == [
        {
            "file": "none.json",
            "problems": [
                {
                    "deal": None,
                    "answer": None,
                    "message": "Cannot be read: No such file or directory.",
                }
            ],
        }
    ]


def test_a_folder_is_refused(run_score):
    ran = run_score(names=["."])

    assert ran.rows[0]["problems"][0]["message"] == "Cannot be read: Is a directory."


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n",
        b"scores",
        b"{",
        json.dumps(FILE).encode()[:-1],
        json.dumps(FILE).encode()[:60],
        json.dumps(FILE).encode() + b"}",
        json.dumps(FILE).encode() * 2,
        b"\xff\xfe" + json.dumps(FILE).encode("utf-16-le"),
        b"\x00\x01\x02",
        b'{"players": ["\xc3\x28"]}',
        json.dumps(FILE).replace('"', "'").encode(),
        json.dumps(FILE).replace("]}", "],}").encode(),
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


@pytest.mark.parametrize("bracket", [b"[", b'{"a":'])
@pytest.mark.parametrize("depth", [500, 2_000, 200_000])
def test_deep_nesting_is_refused(bracket, depth):
    closing = b"]" if bracket == b"[" else b"}"
    inner = bracket * depth + b"0" + closing * depth
    content = json.dumps(changed(deals=[{"tricks": "HERE"}])).encode().replace(b'"HERE"', inner)

    match = Match(content)

    assert match.problems


@pytest.mark.parametrize("key", ["title", "note", "log", "started"])
def test_deep_nesting_where_nobody_looks_is_no_crash(key):
    for depth in (500, 900, 960, 1_000, 2_000):
        content = json.dumps(changed(**{key: "HERE"})).encode()
        match = Match(content.replace(b'"HERE"', b"[" * depth + b"]" * depth))

        assert match.problems or match.scores


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("key", ["note", "deals"])
def test_numbers_that_are_none_are_refused(word, key):
    content = json.dumps(changed(**{key: [{"tricks": ["HERE", 7, 6]}]})).replace('"HERE"', word)

    match = Match(content.encode())

    assert match.problem == f"Not JSON: {word} is not a number."


@pytest.mark.parametrize(
    "number", ["1" + "0" * 30, "1" + "0" * 5000, "1e400", "-1e400", "1e-400", "1E5", "0.1e1"]
)
def test_huge_numbers_and_fractions_are_refused(number):
    content = json.dumps(changed(deals=[{"tricks": ["HERE", 7, 6]}])).replace('"HERE"', number)

    match = Match(content.encode())

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
    "file",
    [
        changed(players=["Anna", "Bruno\ud800", "Carla"]),
        changed(note="\udfff"),
        changed(deals=[{"\ud83c": 1}]),
        changed(game="\ud800"),
    ],
)
def test_half_a_character_is_refused(file):
    match = Match(file)

    assert match.refused_at == (None, None)


def test_a_whole_character_in_two_escaped_halves_is_read():
    match = Match(changed(players=["Anna 🂡", "Bruno", "Carla"]))

    assert "\\ud83c\\udca1" in json.dumps(FILE | {"players": ["Anna 🂡"]})
    assert match.report["players"][0] == "Anna 🂡"


def test_a_byte_order_mark_does_no_harm():
    match = Match(b"\xef\xbb\xbf" + json.dumps(FILE).encode())

    assert match.scores


def test_a_file_larger_than_any_match_is_refused():
    match = Match(json.dumps(changed(note="x" * LARGEST_FILE)).encode())

    assert match.problem == "Larger than 4,000,000 bytes, the most for a match file."


# --- the head -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["format", "game", "players"])
def test_a_head_without_one_of_its_keys_is_refused(key):
    match = Match(without(key))

    assert match.refused_at == (None, key)
    assert match.problem == f"“{key}” is missing."


@pytest.mark.parametrize("key", ["rules", "deals"])
def test_a_head_without_rules_or_deals_has_none(key):
    match = Match(without(key))

    assert match.problems == []


@pytest.mark.parametrize("form", ["tricktally/2", "tricktally", "", None, 1, ["tricktally/1"]])
def test_another_format_is_refused(form):
    match = Match(changed(format=form))

    assert match.refused_at == (None, "format")


@pytest.mark.parametrize("key", ["dealt", "Game", "totals", "", "x" * 300, "🂡"])
def test_an_unknown_key_of_the_head_is_refused(key):
    match = Match(changed(**{key: 1}))

    assert match.refused_at == (None, key)
    assert match.problem == f"“{key[:40]}” is not a key of a match file."


@pytest.mark.parametrize("key", ["title", "started", "finished", "note", "log"])
@pytest.mark.parametrize("value", ["Sunday", None, 7, [{"at": "20:00"}], {"by": "Anna"}])
def test_what_the_app_writes_beside_the_match_changes_nothing(key, value):
    match = Match(changed(**{key: value}))

    assert match.report == Match(FILE).report


@pytest.mark.parametrize("game", ["bridge", "", "Tribello", "tribello ", "italian-whist"])
def test_an_unknown_game_is_refused(game):
    match = Match(changed(game=game))

    assert match.refused_at == (None, "game")
    assert match.problem == (
        f"“{game}” is not one of: tribello, trex, italian_whist, torite, trico."
    )


@pytest.mark.parametrize("game", [None, 1, ["tribello"], {"key": "tribello"}])
def test_a_game_that_is_no_name_is_refused(game):
    assert Match(changed(game=game)).refused_at == (None, "game")


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("tribello", 2),
        ("tribello", 4),
        ("italian_whist", 4),
        ("trex", 3),
        ("torite", 0),
        ("trico", 1),
        ("trico", 4),
    ],
)
def test_a_wrong_number_of_players_is_refused(game, count):
    match = Match(match_file(game, players=CAST[:count]))

    assert match.refused_at == (None, "players")
    assert f"not by {count} player" in match.problem


def test_the_right_number_of_players_is_said():
    match = Match(match_file("trico", players=CAST))

    assert match.problem == "Trico is played by 2 or 3, not by 4 players."


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u200b", "\u2060\u00ad", "\x00", "\u202e"])
def test_a_player_without_a_name_is_refused(name):
    match = Match(changed(players=["Anna", name, "Carla"]))

    assert match.refused_at == (None, "players")
    assert match.problem == "This player needs a name."


@pytest.mark.parametrize("name", ["Anna", " Anna ", "Anna\u200b", "Anna\n"])
def test_two_players_with_one_name_are_refused(name):
    match = Match(changed(players=["Anna", "Bruno", name]))

    assert match.refused_at == (None, "players")
    assert match.problem == "Two players are called Anna: change one of the names."


def test_a_name_of_200_letters_is_the_longest():
    longest, longer = "N" * 200, "N" * 201

    assert Match(changed(players=[longest, "Bruno", "Carla"])).report["players"][0] == longest
    assert Match(changed(players=[longer, "Bruno", "Carla"])).problem == (
        "This name has 201 letters; the most is 200."
    )


def test_a_name_of_300_letters_is_refused():
    match = Match(changed(players=["N" * 300, "Bruno", "Carla"]))

    assert match.refused_at == (None, "players")


def test_every_problem_with_the_names_is_told_at_once():
    match = Match(changed(players=["", "Bruno", "Bruno", "N" * 300]))

    assert len(match.problems) == 4
    assert {refusal["answer"] for refusal in match.refusals} == {"players"}


def test_a_name_is_printed_on_one_line_without_what_cannot_be_seen():
    match = Match(changed(players=["  Anna\tMaria\n", "Bru\u200bno", "Carla"]))

    assert match.report["players"] == ["Anna Maria", "Bruno", "Carla"]


def test_a_name_is_one_name_however_its_letters_are_composed():
    match = Match(changed(players=["Zo\u00eb", "Zoe\u0308", "Carla"]))

    assert match.problem == "Two players are called Zoë: change one of the names."


def test_names_that_are_alike_are_two_names_in_a_file():
    """A table could be called so once, and its file stays readable."""
    match = Match(changed(players=["Anna", "anna", "Carla"]))

    assert match.report["players"] == ["Anna", "anna", "Carla"]


def test_a_joiner_stays_where_it_joins():
    match = Match(changed(players=["نیک\u200cآیین", "Bruno", "\u200dCarla"]))

    assert match.report["players"] == ["نیک\u200cآیین", "Bruno", "Carla"]


@pytest.mark.parametrize("name", ["{name}", "%s", "<b>", "“”", "{0.__class__}", "\\"])
def test_a_name_may_hold_what_it_likes(name):
    match = Match(changed(players=[name, "Bruno", "Carla"], deals=[{"tricks": [-1, 14, 0]}]))

    assert match.problems[0] == f"{name} cannot have −1."


@pytest.mark.parametrize(
    "players",
    [None, "Anna", 3, {"0": "Anna"}, ["Anna", "Bruno", 3], ["Anna", "Bruno", None], [["Anna"]]],
)
def test_players_that_are_no_list_of_names_are_refused(players):
    match = Match(changed(players=players))

    assert match.refused_at == (None, "players")


@pytest.mark.parametrize("rules", [None, [], "none", 1])
def test_rules_that_are_no_object_are_refused(rules):
    assert Match(changed(rules=rules)).refused_at == (None, "rules")


def test_an_unknown_house_rule_is_refused():
    match = Match(changed(rules={"target": 14}))

    assert match.refused_at == (None, "rules.target")
    assert match.problem == "“target” is not a house rule of this game."


def test_a_house_rule_that_is_left_out_takes_its_default():
    plain, said = match_file("trex", [KING]), match_file("trex", [KING], own_double="plain")

    assert Match(plain).report == Match(said).report


def test_every_problem_with_the_house_rules_is_told_at_once():
    match = Match(match_file("trex", partners="yes", kingdoms="left", trumps=1))

    assert [refusal["answer"] for refusal in match.refusals] == [
        "rules.partners",
        "rules.kingdoms",
        "rules.trumps",
    ]


def test_a_problem_of_the_head_is_told_before_those_of_the_deals():
    match = Match(changed(players=["Anna", "Bruno"], deals=[{"tricks": [7, 4, 3]}]))

    assert [refusal["answer"] for refusal in match.refusals] == ["players"]


@pytest.mark.parametrize("deals", [None, {}, "none", 7])
def test_deals_that_are_no_list_are_refused(deals):
    assert Match(changed(deals=deals)).refused_at == (None, "deals")


@pytest.mark.parametrize("deal", [None, [], [7, 4, 2], "misdeal", 7, True])
def test_a_deal_that_is_no_object_is_refused_at_its_number(deal):
    match = Match(changed(deals=[{"tricks": [7, 4, 2]}, deal]))

    assert match.refused_at == (2, None)


# --- the deals ----------------------------------------------------------------------------------


def test_problems_are_told_of_the_first_question_that_has_one():
    deals = [{"tricks": [7, 4, 2]}, {"tricks": [-1, 14, 0]}, {"tricks": [1, 1, 1]}, {"trikcs": 1}]

    match = Match(changed(deals=deals))

    assert [(refusal["deal"], refusal["answer"]) for refusal in match.refusals] == [
        (2, "tricks"),
        (2, "tricks"),
    ]


def test_deals_are_counted_with_the_void_ones():
    deals = [{"void": "misdeal"}, {"tricks": [7, 4, 2]}, {"void": "misdeal"}, {"tricks": [7, 4, 3]}]

    match = Match(changed(deals=deals))

    assert match.refused_at == (4, "tricks")


@pytest.mark.parametrize("key", ["trikcs", "Tricks", "tricks ", "", "note", "x" * 300])
def test_an_unknown_key_of_a_deal_is_refused(key):
    match = Match(changed(deals=[{"tricks": [7, 4, 2], key: 1}]))

    assert match.refused_at == (1, key)
    assert match.problem == f"“{key[:40]}” is not asked in this deal."


def test_an_unknown_key_of_an_unfinished_deal_is_refused():
    match = Match(changed(deals=[{"trump": "hearts", "trikcs": [7, 4, 2]}]))

    assert match.refused_at == (1, "trikcs")
    assert match.problem == "“trikcs” is not asked here: the deal waits for “tricks”."


def test_an_unknown_key_of_an_earlier_deal_is_told_before_a_later_problem():
    match = Match(changed(deals=[{"tricks": [7, 4, 2], "note": 1}, {"tricks": [7, 4, 3]}]))

    assert match.refused_at == (1, "note")


def test_every_unknown_key_of_a_deal_is_told_at_once():
    match = Match(changed(deals=[{"tricks": [7, 4, 2], "a": 1, "b": 2}]))

    assert [refusal["answer"] for refusal in match.refusals] == ["a", "b"]


def test_a_deal_that_is_not_the_last_is_complete():
    match = Match(changed(deals=[{"trump": "hearts"}, {"tricks": [7, 4, 2]}]))

    assert match.refused_at == (1, "tricks")
    assert match.problem == "This answer is missing, but deal 2 follows."


@pytest.mark.parametrize(
    "deals", [[{}, {"tricks": [7, 4, 2]}], [{}, {}], [{}, {"void": "misdeal"}]]
)
def test_an_empty_deal_that_is_not_the_last_is_refused(deals):
    assert Match(changed(deals=deals)).refused_at == (1, "tricks")


def test_a_deal_after_the_end_is_refused():
    won = {"first": [9, 0, 0], "second": [0, 9, 0]}

    match = Match(match_file("italian_whist", [won, won, won]))

    assert match.refused_at == (3, None)
    assert match.problem == "The match was over after deal 2."


@pytest.mark.parametrize("extra", [{}, {"void": "misdeal"}, {"note": 1}])
def test_not_even_an_empty_or_void_deal_follows_the_end(extra):
    won = {"first": [9, 0, 0], "second": [0, 9, 0]}

    match = Match(match_file("italian_whist", [won, won, extra]))

    assert match.refused_at == (3, None)


def test_a_contract_is_not_used_twice():
    match = Match(match_file("trex", [KING, {"contract": "king", "king": 1}]))

    assert match.refused_at == (2, "contract")


@pytest.mark.parametrize("answer", ["7", 7.5, 7.0, True, None, [7], {"n": 7}])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_only_a_whole_number_is_a_count(answer, place):
    tricks: list = [7, 3, 3]
    tricks[place] = answer

    match = Match(changed(deals=[{"tricks": tricks}]))

    assert match.refused_at == (1, "tricks")


@pytest.mark.parametrize("king", ["0", 0.0, False, -1, 4, None, [0], "Anna"])
def test_a_player_is_an_index(king):
    match = Match(match_file("trex", [KING | {"king": king}]))

    assert match.refused_at == (1, "king")


@pytest.mark.parametrize("rule", ["partners", "complex", "swapped", "reversed", "level_queens"])
@pytest.mark.parametrize("value", [0, 1, "true", None, []])
def test_a_switch_is_true_or_false(rule, value):
    assert Match(match_file("trex", **{rule: value})).refused_at == (None, f"rules.{rule}")


# --- answers that may be left out ---------------------------------------------------------------


def test_an_optional_answer_is_waited_for_while_nothing_after_it_is_given():
    assert Match(changed(deals=[])).next == (1, "trump")
    assert Match(changed(deals=[{}])).next == (1, "trump")
    assert Match(match_file("trex", [{"owner": 0, "contract": "king"}])).next == (1, "doubled")


def test_an_optional_answer_is_not_waited_for_once_something_after_it_is_given():
    deal = {"owner": 0, "contract": "complex", "king": 0}

    assert Match(match_file("trex", [deal], complex=True)).next == (1, "queens")


def test_an_optional_answer_may_be_left_out_of_any_deal():
    with_trump = [{"trump": "hearts", "tricks": [7, 4, 2]}] * 2
    without_trump = [{"tricks": [7, 4, 2]}] * 2

    assert Match(changed(deals=with_trump)).rows == Match(changed(deals=without_trump)).rows


def test_nobody_doubled_may_be_said_in_three_ways():
    ways = [{}, {"doubled": {}}, {"doubled": None}]

    rows = [Match(match_file("trex", [KING | way])).rows for way in ways]

    assert rows[0] == rows[1] == rows[2]


def test_an_answer_that_is_not_optional_is_not_null():
    assert Match(changed(deals=[{"tricks": None}])).refused_at == (1, "tricks")


# --- anything at all ----------------------------------------------------------------------------


@given(st.binary(max_size=200))
def test_no_bytes_crash_the_reader(content):
    Match(content)


@given(any_json)
def test_no_json_crashes_the_reader(value):
    Match(json.dumps(value).encode())


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
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_no_value_crashes_any_question(game):
    """Every question of a random match, with anything in the place of its answer."""
    played = play_at_random(game, random.Random(game.key))
    asked = [(answered.prompt.deal, answered.prompt.key) for answered in played.standing.answered]
    content = json.dumps(played.file)

    @given(st.sampled_from(asked), any_json)
    def spoil(place, value):
        deal, key = place
        file = json.loads(content)
        if deal == 0:
            file["rules"] = value
        else:
            file["deals"][deal - 1][key] = value

        match = Match(file)

        for refusal in match.refusals:
            assert refusal["message"]
            assert refusal["deal"] is None or refusal["deal"] >= deal

    spoil()


@pytest.mark.hypothesis
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_no_value_of_a_house_rule_crashes(game):
    rules = ["target", "entry", "deck", "upper", "partners", "own_double", "trump_named", "x"]

    @given(st.dictionaries(st.sampled_from(rules), any_json, max_size=3))
    def spoil(chosen):
        match = Match(match_file(game.key, [{}], **chosen))

        assert all(refusal["deal"] is None for refusal in match.refusals)

    spoil()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_match_survives_a_whole_turn_through_its_file(game, rng):
    for _ in range(5):
        played = play_at_random(game, rng)

        again = report(replay_file(parse(json.dumps(played.file, ensure_ascii=False).encode())))

        assert again == report(played.standing)


def test_a_problem_is_raised_as_unusable_and_says_itself():
    with pytest.raises(InvalidFile, match="Not JSON") as refused:
        parse(b"{")

    assert len(refused.value.problems) == 1
