"""`make test-changed` runs the tests that reach a change, by line where a map says which."""

import json

import pytest
from coverage import CoverageData

from tools import changed_tests
from tools.mutants import reach

TREX = "tests/games/test_trex.py"
APP = "\n".join(f"number_{line} = {line}" for line in range(1, 8)) + "\n"


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("app/games/trex/play.py", {TREX, "tests/games/test_trex_on_paper.py"}),
        ("app/limits.py", {"tests/scoring/test_limits.py", "tests/web/core/test_limits.py"}),
        ("rules/en/trex.md", {TREX, "tests/rulebook"}),
        ("templates/evenings/evening.html", {"tests/web/evenings/test_evenings.py"}),
        ("static/css/screens/board.css", {"tests/test_styles.py"}),
        ("testkit/club_zip.py", {"tests/matchfile/test_club_file.py"}),
        ("tests/games/trex.py", {TREX, "tests/scoring/test_awards.py"}),
        (TREX, {TREX}),
        ("LICENSE", set()),
    ],
)
def test_without_a_map_those_run_that_have_its_name_or_import_it(path, tests):
    found = changed_tests.tests_for(path, None, "HEAD")

    assert tests <= found
    assert bool(tests) == bool(found)
    assert len(found) < 20


def test_with_a_map_those_run_that_reached_a_line_that_is_another_now(tmp_path, monkeypatch):
    for module in (changed_tests, reach):
        monkeypatch.setattr(module, "PROJECT", tmp_path)
    for path, text in {
        "app/numbers.py": APP,
        "tests/test_a.py": "def test_two(): ...\n",
        "tests/test_b.py": "def test_five(): ...\ndef test_new(): ...\n",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    reach.git("init", "-q")
    reach.git("add", ".")
    author = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org")
    reach.git(*author, "commit", "-q", "-m", "numbers: count to seven")
    two, five = "tests/test_a.py::test_two", "tests/test_b.py::test_five[long]"
    folder = tmp_path / "reach"
    folder.mkdir()
    data = CoverageData(str(folder / "reach.1"))
    for test, line in ((two, 2), (five, 5), ("tests/test_b.py::test_gone", 5)):
        data.set_context(test)
        data.add_lines({str(tmp_path / "app/numbers.py"): [line]})
    data.write()
    durations = {two: 0.1, five: 0.1, "tests/test_b.py::test_gone": 0.1}
    (folder / "durations.json").write_text(json.dumps(durations))

    (tmp_path / "app/numbers.py").write_text("import re\n\n" + APP.replace("= 5", "= 50"))

    found = changed_tests.tests_for("app/numbers.py", reach.Reach(folder), "HEAD")
    assert found == {"tests/test_b.py::test_five"}
