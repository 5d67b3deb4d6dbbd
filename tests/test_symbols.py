"""The symbols that everything is drawn with: what is named is there, once, and what pages load of
them is light."""

import gzip
import re

import pytest

from app.games import GAMES
from app.paths import TEMPLATES
from app.scoring.awards import AWARDS
from app.scoring.model.cards import ICON_OF_SUIT
from app.scoring.prompts import Choose
from app.symbols import read_symbols, sprite, symbol_files, symbols, symbols_in_sprite
from testkit.play import play_at_random

HEAVIEST = 3_500
"""What the joined file may weigh on its way to a phone, in bytes."""
NAMED = re.compile(r'\bicon\("([\w-]+)"')

OF_AWARDS = {kind.icon for game in GAMES.values() for kind in (*AWARDS, *game.awards)}


def test_every_symbol_that_a_page_names_is_in_the_joined_file_once_and_together_they_are_light():
    written = "".join(path.read_text("utf-8") for path in symbol_files())
    templates = "".join(path.read_text("utf-8") for path in TEMPLATES.rglob("*.html"))
    names = re.findall(r'<symbol id="([^"]+)"', sprite())

    assert len(names) == len(set(names))
    assert len(symbols()) == written.count("<symbol ")
    assert {*ICON_OF_SUIT.values(), *NAMED.findall(templates)} <= set(names)
    assert symbols().keys() - set(names) == OF_AWARDS
    assert len(gzip.compress(sprite().encode())) <= HEAVIEST


def test_a_game_that_takes_a_name_of_ours_is_refused(tmp_path):
    twice = tmp_path / "symbols.svg"
    twice.write_text('<svg><symbol id="spade" viewBox="0 0 24 24"><path d="M0 0"/></symbol></svg>')

    with pytest.raises(ValueError, match="'spade' already"):
        read_symbols((*symbol_files(), twice))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_what_a_game_names_is_drawn_and_its_emblem_has_a_part_that_stands_out(game, rng):
    match = play_at_random(game, rng)

    table = match.standing.table
    asked = [answered.prompt for answered in match.standing.answered]
    named = {deal.icon for deal in table.deals if deal.icon}
    named |= {icon for one in asked if isinstance(one, Choose) for icon in one.icons.values()}
    named |= set(table.contract_grid.icons.values()) if table.contract_grid else set()
    assert named <= symbols_in_sprite().keys()
    emblem = symbols_in_sprite()[game.icon]
    assert emblem.side == 48 or game.icon == "plain"
    assert "var(--accent,currentColor)" in emblem.drawing or game.icon == "plain"


def test_a_deal_goes_by_its_trumps_where_it_has_any(sit_down):
    match = sit_down("italian_whist", 4 * [{"first": [9, 0, 0], "second": [9, 0, 0]}])

    assert [deal.icon for deal in match.standing.deals][:4] == [None, None, None, "spade"]
