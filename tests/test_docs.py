"""What `docs/` shows of files is what the program reads and prints."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from app.cli import main
from app.games import GAMES
from app.paths import PROJECT

BLOCKS = re.findall(r"```json\n(.+?)```", (PROJECT / "docs/match-file.md").read_text("utf-8"), re.S)
FILES = [block for block in BLOCKS if '"format"' in block]
PRINTED = [(before, after) for before, after in pairwise(BLOCKS) if '"file"' in after]


def score(folder: Path, contents: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    """What `score` prints of a file with these contents."""
    (folder / "match.json").write_text(contents, "utf-8")
    main(["score", str(folder / "match.json")])
    printed: dict[str, object] = json.loads(capsys.readouterr().out)
    return printed | {"file": "match.json"}


@pytest.mark.parametrize(("contents", "printed"), PRINTED)
def test_score_prints_what_the_page_shows(tmp_path, capsys, contents, printed):
    assert score(tmp_path, contents, capsys) == json.loads(printed)


@pytest.mark.parametrize(
    "contents",
    [file for file in FILES if "[8, 4, 2]" not in file],
    ids=lambda contents: json.loads(contents)["game"],
)
def test_every_file_of_the_page_is_scored(tmp_path, capsys, contents):
    printed = score(tmp_path, contents, capsys)

    assert "problems" not in printed, printed
    assert len(printed["deals"]) == len(json.loads(contents)["deals"])


def test_the_page_shows_a_file_of_each_game():
    assert {json.loads(file)["game"] for file in FILES} == set(GAMES)
