"""Layouts and stylesheets can be read line by line, and who checks it notices if they cannot."""

from __future__ import annotations

import pytest

from tools.lint import faults, main


def test_all_of_ours_can_be_read(capsys):
    assert main() == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.css", "p { color: red; }\n"),
        ("a.css", "p {\n  color: red; margin: 0;\n}\n"),
        ("a.html", "<tr><td></td></tr>\n"),
        ("a.html", f"<p>{'x' * 120}</p>\n"),
    ],
)
def test_a_crowded_line_is_named(tmp_path, name, text):
    (tmp_path / name).write_text(text)

    assert list(faults(tmp_path / name))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.css", '/* One; two; { three. */\np::after {\n  content: ";{";\n}\n'),
        ("a.html", "<p>One <b>and</b> <i>two</i></p>\n"),
    ],
)
def test_a_plain_line_is_fine(tmp_path, name, text):
    (tmp_path / name).write_text(text)

    assert list(faults(tmp_path / name)) == []
