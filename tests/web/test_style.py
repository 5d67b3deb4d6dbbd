"""The page of components: only for who works on the app, and whole."""

from __future__ import annotations

import pytest

from app import __main__, create_app
from app.web import server, style
from app.web.look import PAPER
from tests.play import DRAWS
from tests.web.phone import Phone

NOT_ASKED_ALONE = {"deck", "number", "switch"}
"""House rules, which are asked on one page."""


@pytest.fixture
def workshop(tmp_path):
    app = create_app(tmp_path / "matches.sqlite3", debug=True)
    app.testing = True
    return Phone(app)


def test_a_table_does_not_see_it(phone):
    assert phone.open("/style").status == 404


def test_who_works_on_the_app_sees_it_in_every_theme(workshop):
    page = workshop.open("/style")

    assert page.status == 200
    for theme in PAPER:
        assert f'<section data-theme="{theme}">' in page.html


def test_it_has_a_question_of_every_kind(workshop):
    asked = {
        prompt.kind
        for _title, game, names, answers in style.MOMENTS
        if (prompt := style.at(game, names, answers).standing.prompt)
    }

    assert asked == DRAWS.keys() - NOT_ASKED_ALONE


def test_it_shows_a_refusal_beside_its_seat(workshop):
    assert workshop.open("/style").says("That makes 12, not 13: 1 trick missing.")


@pytest.mark.parametrize(
    ("arguments", "variable", "debug"),
    [
        ([], None, False),
        ([], "0", False),
        ([], "", False),
        ([], "1", True),
        (["--debug"], None, True),
    ],
)
def test_it_is_asked_for_by_an_option_or_a_variable(arguments, variable, debug, monkeypatch):
    monkeypatch.delenv("TRICKTALLY_DEBUG", raising=False)
    if variable is not None:
        monkeypatch.setenv("TRICKTALLY_DEBUG", variable)
    served = {}
    monkeypatch.setattr(server, "serve", lambda *_about, debug: served.update(debug=debug) or 0)

    __main__.main(["serve", *arguments])

    assert served == {"debug": debug}
