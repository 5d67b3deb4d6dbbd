"""A match of a club goes on in a phone's browser while its server cannot be reached."""

import json
from random import Random

import pytest

from app.games import GAMES
from app.pocket.away import NotKept, open_away
from app.server.run import open_app as open_server
from app.store import engine_for
from testkit.play import next_answer
from testkit.web.phone import Phone
from testkit.web.table import begin_match, fields_for
from tests.pocket.away import Traveller, kept_of
from tests.pocket.door import COMPILED_TEMPLATES

ROOT = "/cards"
SENT = "0f0f0f0f-112233445566778899aabbcc"
"""The id of an answer that the server had."""


@pytest.fixture
def server(tmp_path):
    """The server of a club, before its phones lost it."""
    (tmp_path / "server").mkdir()
    app = open_server(engine_for(tmp_path / "server" / "club.sqlite3"))
    app.jinja_env.bytecode_cache = COMPILED_TEMPLATES
    return app


@pytest.fixture
def begun(server):
    """A match that was begun there."""

    def begin(game, players=None, answers=0):
        table = begin_match(Phone(server), game, players)
        fields = fields_for(*next_answer(table.prompt, Random(1)))
        assert table.type({**fields, "once": SENT}).status == 303
        return table.play_on(Random(1), answers)

    return begin


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_its_end_and_opened_again_with_the_same_totals(
    game, server, begun, pocket
):
    table = begun(game)
    travels = Traveller(pocket.pocket, kept_of(server, table.id, root=ROOT))
    began = travels.lines.copy()
    travels.play_on(Random(2), answers=40)

    assert travels.path == f"{ROOT}/c/home/matches/{table.id}"
    assert travels.open().status == 200
    assert travels.lines[: len(began)] == began
    assert SENT in [line.get("once") for line in began]
    assert any("once" in line for line in travels.lines[len(began) :])

    # As after a kill: all that is left is the file.
    again = Traveller(travels.away, travels.kept)
    assert again.match.standing.totals == travels.match.standing.totals
    assert json.loads(again.away.lines_after(0)) == travels.lines


def test_what_is_no_match_is_not_opened(server, begun, pocket):
    kept = kept_of(server, begun("trex").id)
    game = {**kept["match"], "game": "chess"}
    lines = {**kept["match"], "log": {"players": ["Ana"], "lines": [{"kind": "miracle"}]}}

    for strange in ("", "[]", "{}", {**kept, "match": game}, {**kept, "match": lines}):
        text = strange if isinstance(strange, str) else json.dumps(strange)
        with pytest.raises(NotKept):
            open_away(pocket.pocket, text)
    assert pocket.get("/c/home/").status == 200
