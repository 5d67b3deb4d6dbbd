"""The page of components that tests and people look at: whole, and not part of the product."""

from __future__ import annotations

import pytest
from flask import render_template_string
from jinja2 import UndefinedError

from app import store
from app.web.core.theme import PAPER
from tests import components
from tests.components.__main__ import open_app
from tests.play import DRAWS
from tests.web.phone import Phone

NOT_ASKED_ALONE = {"deck", "number", "switch"}
"""House rules, which are asked on one page."""


@pytest.fixture
def workshop(tmp_path):
    app = open_app(store.engine_for(tmp_path / "matches.sqlite3"))
    app.testing = True
    return Phone(app)


def test_a_table_does_not_see_it(phone):
    assert phone.open("/components").status == 404


@pytest.mark.parametrize("words", ["{{ typo }}", "{% if typo %}{% endif %}", "{{ suits.typo }}"])
def test_a_template_that_names_what_is_not_there_fails(app, words):
    """An empty page would be found by nobody."""
    with app.test_request_context(), pytest.raises(UndefinedError):
        render_template_string(words)


def test_it_shows_every_theme(workshop):
    page = workshop.open("/components")

    assert page.status == 200
    for theme in PAPER:
        assert f'<section data-theme="{theme}">' in page.html


def test_it_has_a_question_of_every_kind(workshop):
    kinds = {
        prompt.kind
        for _title, game, names, answers in components.MOMENTS
        if (prompt := components.at(game, names, answers).standing.prompt)
    }

    assert kinds == DRAWS.keys() - NOT_ASKED_ALONE


def test_it_shows_a_refusal_beside_its_seat(workshop):
    assert workshop.open("/components").says("That makes 12, not 13: 1 trick missing.")
