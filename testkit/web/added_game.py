"""The app with one game more: its line in GAMES and its rules page, both gone afterwards."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.games import GAMES
from app.paper import exports
from app.paths import RULES
from app.scoring import Game
from app.server import run
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.web import app as web_app
from testkit.web.phone import Phone
from testkit.web.table import Table


@contextmanager
def phone_with(game: Game, rules_page: str, folder: Path) -> Iterator[Phone]:
    """A phone of the app with this game in it; `folder` is for its database and the rules pages."""
    rules = shutil.copytree(RULES, folder / "rules")
    shutil.copy(rules_page, rules / "en")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, game.key, game)
        patch.setattr(web_app, "RULES", rules)
        app = run.open_app(engine_for(folder / "matches.sqlite3"))
        app.testing = True
        # Which documents lie ready was perhaps asked before there was this game.
        exports.checked_fingerprints.cache_clear()
        yield Phone(app)
        exports.checked_fingerprints.cache_clear()


def pages_of(table: Table, question: str, anchor: str) -> Iterator[tuple[str, str]]:
    """Every route that takes a match or a game, but documents, decks and their cards, with its
    address. `question` is the key of one of its questions, `anchor` a section of its rules page."""
    key = table.match.game.key
    known = {"club": HOME, "match": table.id, "match_id": table.id, "number": 1, "anchor": anchor}
    for rule in table.phone.app.url_map.iter_rules():
        of_key = question if rule.endpoint == "correct.show_question" else key
        values = {name: {**known, "key": of_key}.get(name) for name in rule.arguments}
        is_ours = values.keys() > {"club"} or "key" in values
        is_of_deck = "decks" in rule.rule or "/cards/" in rule.rule
        is_page = "GET" in (rule.methods or ()) and not rule.rule.endswith(".pdf")
        built = rule.build(values) if None not in values.values() else None
        if is_page and is_ours and built and not is_of_deck:
            yield rule.endpoint, built[1]
