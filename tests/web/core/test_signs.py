"""A total is written in one way at every door: with its sign, unless a game only gains."""

import io
import json
import random
import re
from uuid import UUID

from app.games import GAMES
from app.matchfile import as_file
from app.paper.score_sheet import ScoreSheet
from testkit.play import play_at_random
from testkit.web.table import keep
from tests.web.match_files import IMPORT

PAGES = ["", "/sheet", "/table", "/follow", "/log", "/paper", "/picture.svg", "/deals/1"]
CLUB_PAGES = ["/", "/evenings/1", "/evenings/1/picture.svg", "/matches/earlier", "/numbers"]


def telling_match(game, **rules):
    """A match whose best total is that of no deal, no piece of a score and no lead."""
    for seed in range(200):
        played = play_at_random(GAMES[game], random.Random(seed), rules=rules, mishaps=0)
        standing, result = played.standing, played.standing.result
        best = result.ranks[0].total
        points = {abs(part.points) for deal in standing.deals for part in deal.parts}
        points |= {abs(n) for deal in standing.deals for n in deal.scores}
        if abs(best) > 9 and abs(best) not in points | {result.margin, 0}:
            return played, best
    raise AssertionError("no such match")


def at_doors(phone, table, match):
    """What each door says of a match, as text."""
    for path in PAGES:
        yield path, phone.open(f"{table.path}{path}").html
    for path in CLUB_PAGES:
        yield path, phone.open(path).html
    # As another match, so that the page shows what is in the file.
    file = json.dumps(as_file(match) | {"id": str(UUID(int=7))}).encode()
    form = {"file": (io.BytesIO(file), "match.json")}
    yield "file", phone.send(IMPORT, form, content_type="multipart/form-data").html
    yield "paper", ScoreSheet.of_match(match).lay_out("a4").html
    last = match.standing.answered[-1]
    yield "correction", table.preview(last.prompt.deal, last.prompt.key, last.answer).html


def written(text, total):
    """How a text writes the total, each time that it does."""
    shared = " ".join(re.findall(r'data-words="([^"]*)"', text))
    words = re.sub(r"<[^>]*>", " ", f"{text} {shared}")
    return set(re.findall(rf"(?<![\d.,/-])([+−]?){abs(total):,}(?!\d|[.,]\d)", words))


def test_a_game_that_only_gains_writes_no_sign_before_a_total(app, phone):
    played, best = telling_match("trico", target=30, entry="counts")
    table = keep(app, played)

    signs = {door: written(text, best) for door, text in at_doors(phone, table, played.match)}

    assert {door: found for door, found in signs.items() if found - {""}} == {}
    assert {"", "/sheet", "/table", "/picture.svg", "file", "paper"} <= {
        door for door, found in signs.items() if found
    }


def test_a_game_in_which_the_lowest_wins_writes_the_sign_of_every_total(app, phone):
    rules = {"reversed": True, "partners": False, "complex": False, "own_double": "plain"}
    played, best = telling_match("trex", **rules)
    table, sign = keep(app, played), "+" if best > 0 else "−"

    signs = {door: written(text, best) for door, text in at_doors(phone, table, played.match)}

    told = {door for door, found in signs.items() if sign in found}
    assert {"", "/sheet", "/table", "/picture.svg", "file", "paper"} <= told
    other = {"+", "−"} - {sign}
    assert {door for door, found in signs.items() if other & found} == set()
