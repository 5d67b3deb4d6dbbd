"""The page of components that tests and people look at is whole."""

import pytest
from flask import render_template_string
from jinja2 import UndefinedError

from app.store import engine_for
from app.web.core.page.theme import PAPER
from testkit.play import DRAWS
from testkit.web.phone import Phone
from tools import components
from tools.components.__main__ import open_app


@pytest.mark.parametrize("words", ["{{ typo }}", "{% if typo %}{% endif %}", "{{ suits.typo }}"])
def test_a_template_that_names_what_is_not_there_fails(app, words):
    """An empty page would be found by nobody."""
    with app.test_request_context(), pytest.raises(UndefinedError):
        render_template_string(words)


def kinds_of(prompt):
    """Those of the questions on one page, and of house rules each."""
    rules = [rule for rule, _usual in prompt.rules] if prompt.kind == "rules" else []
    return {each.kind for each in (*prompt.group, *rules)}


def test_the_page_has_every_theme_and_a_question_of_every_kind(tmp_path):
    app = open_app(engine_for(tmp_path / "matches.sqlite3"))
    app.testing = True
    page = Phone(app).open("/components")
    kinds = {
        kind
        for _title, game, names, answers in components.MOMENTS
        if (prompt := components.at(game, names, answers).standing.prompt)
        for kind in kinds_of(prompt)
    }

    assert page.status == 200
    assert [theme for theme in PAPER if f'<section data-theme="{theme}">' not in page.html] == []
    assert DRAWS.keys() <= kinds
    assert {"amounts", "words", "word_list"} <= kinds
    assert page.says("That makes 12, not 13: 1 trick missing.")
