"""What anybody can send takes no more than linear time, at the largest size that is let in."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from subprocess import PIPE

import pytest

import app
from app.scoring.game import LONGEST_NAME, MAX_LETTERS_READ, normalise_name
from app.server import request_log
from app.server.wsgi_server import LARGEST_HEAD
from app.web.core.http import LARGEST_POST

STOP = 60
"""Seconds for what takes a fraction of one, and took minutes where its time was the square."""
OUR_OWN = {
    "app.matchfile.spreadsheet.FORMULA": "names of 200 letters, and words of ours",
    "app.paper.booklets.FIGURE": "our rules pages",
    "app.paper.booklets.LINK": "our rules pages",
    "app.paper.booklets.PERMALINK": "our rules pages",
    "app.paper.booklets.SUIT": "our rules pages",
    "app.web.rules.html.FIRST_CELL": "our rules pages",
    "app.web.rules.html.TAG": "our rules pages",
}
"""Expressions that may take longer, and what short or own text is all that they meet."""
RUNS = (
    *(" ", "\n", "\t", "\r", " \n", "/", "//a", "/k", "./", "a", "a.", "a-", "a:", "1", "1a", "-"),
    *("--a:", "- **a", "[", "[a", ":", "_", "♠", "A♠", "=", "\\", '"', '"x', "·", " · ", ",", "&"),
    *("<", "<a ", '<a href="', "<td>", "<tr> <td>", "<div ", "<figure", "<title>", "<!--house "),
    *("{{", "{{ +", "var(--a,", "/*", "// ", 'd="', "(#"),
)
"""Beginnings of what the expressions look for. Many of one in a row is the worst for them."""
LENGTH = 100_000
"""Letters of each run: what is linear reads one in milliseconds, and a square takes minutes."""


def expressions() -> dict[str, re.Pattern[str]]:
    """Every regular expression of the app by the name of what it is called."""
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(app.__path__, "app.")
        if not module.name.endswith("__main__")
    ]
    return {
        f"{module.__name__}.{name}": value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, re.Pattern) and isinstance(value.pattern, str)
    }


def search_all() -> None:
    """Hold every expression against the worst runs, and say which one is at work."""
    for name, expression in sorted(expressions().items()):
        if name not in OUR_OWN:
            for run in RUNS:
                print(name, repr(run), flush=True)
                text = (run * LENGTH)[:LENGTH] + "\0"
                for _match in expression.finditer(text):
                    pass
                expression.fullmatch(text)


def test_no_expression_takes_more_than_linear_time():
    script = "from tests.test_linear import search_all; search_all()"
    try:
        subprocess.run([sys.executable, "-c", script], check=True, timeout=STOP, stdout=PIPE)
    except subprocess.TimeoutExpired as late:
        at_work = (late.stdout or b"").decode().splitlines()[-1:]
        pytest.fail(f"still at work after {STOP} seconds: {at_work}")


def test_what_is_let_off_is_there():
    assert OUR_OWN.keys() <= expressions().keys()


def with_time_limit(*lines: str) -> None:
    """Run lines of Python in a process of their own; whatever takes the square is stopped."""
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True, timeout=STOP)


def test_the_longest_path_of_slashes_is_written_into_the_log_at_once():
    with_time_limit(
        "from app.server.request_log import TOKEN_IN_PATH, TOKEN_IN_TEXT, format_request",
        f"slashes = '/' * {LARGEST_HEAD}",
        "format_request({'PATH_INFO': slashes}, '404', 0)",
        "TOKEN_IN_PATH.sub('', slashes), TOKEN_IN_TEXT.sub('', slashes)",
    )


def test_files_as_large_as_can_be_of_room_alone_are_shown_at_once():
    with_time_limit(
        "from app.web.match.files import LINE_END",
        f"for room in (' ' * {LARGEST_POST}, '\\n' * {LARGEST_POST}, '\\t \\r' * 20_000):",
        "    for _file in range(20): LINE_END.sub(' ', '{' + room + '}')",
    )


def test_names_as_large_as_can_be_of_accents_alone_are_read_at_once():
    with_time_limit(
        "from app.scoring.game import name_key, normalise_name",
        f"name = '\\u0315\\u0300' * ({LARGEST_POST} // 4)",
        "for _name in range(100): normalise_name(name), name_key(name)",
    )


def test_many_players_in_a_file_are_counted_at_once():
    with_time_limit(
        "from app.games import GAMES",
        "game = GAMES['trex']",
        "names = [f'{n:x}' for n in range(100_000)]",
        "game.seating_problems(names)",
    )


def test_a_name_that_is_far_too_long_is_still_too_long():
    assert LONGEST_NAME < len(normalise_name("a" * LARGEST_POST)) <= MAX_LETTERS_READ


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("/k/secret", "/k/…"),
        ("//k//secret", "/k/…"),
        ("/K/secret", "/k/…"),
        ("/c/a" + 60 * "/x" + "/k/secret", "/c/a" + 60 * "/x" + "/k/…"),
        (300 * "/" + "k/secret", 200 * "/" + "…"),
        (190 * "a" + "/k/secret", 190 * "a" + "/k/…"),
    ],
)
def test_a_key_is_in_no_line_of_the_log(path, written):
    assert request_log.format_request({"PATH_INFO": path}, "200", 0).split()[2] == written


@pytest.mark.parametrize(
    "told",
    [
        "GET http://host/k/secret",
        "GET /k/secret",
        "GET http:////k//secret",
        "at http:///host/k/secret",
        "'///k/secret'",
        "http://host:80//k/secret",
    ],
)
def test_a_key_is_in_nothing_that_a_library_tells(told):
    assert "secret" not in request_log.TOKEN_IN_TEXT.sub("/k/…", told)


def test_a_folder_that_is_called_k_is_told():
    told = 'File "/home/k/app.py", line 3'

    assert request_log.TOKEN_IN_TEXT.sub("/k/…", told) == told
