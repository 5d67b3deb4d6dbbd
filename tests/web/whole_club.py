"""A club with matches of some games, over and open, and the address of every page of it."""

from app.games import GAMES
from app.scoring import Event, Match
from testkit.play import keep_in, play_at_random
from tests.web.routes import address, methods, rules_of

TITLE = "ליל שישי"
OVER = ["trex", "trico", "tribello", "tribello", "torite"]
WAITING = [(0, "rules", {}), (1, "owner", 0), (1, "contract", "queens"), (1, "doubled", {"QS": 1})]


def fill_club(app, phone, rng, names):
    for key in OVER:
        game = GAMES[key]
        match = play_at_random(game, rng, players=game.players[0], mishaps=0).match
        keep_in(app.config["DATABASE"], Match(game, names[: game.players[0]], match.log))
    open_match = Match(GAMES["trex"], names)
    for deal, key, answer in WAITING:
        open_match = open_match.accept(Event("entry", deal, key, answer))
    keep_in(app.config["DATABASE"], open_match)
    for path in ("/matches/1/title", "/evenings/1"):
        assert phone.send(path, {"title": TITLE}).status in (200, 303), path
    return phone


def addresses(app):
    """Every page, those of a match for one of each kind."""
    for rule in rules_of(app):
        if "GET" in methods(rule) and not rule.rule.endswith(".pdf"):
            numbers = range(1, len(OVER) + 2) if "match" in rule.rule else [1]
            yield from (address(rule, match_id=number, match=number) for number in numbers)
    yield from ("/matches/new?game=trex&from=1", "/matches/1/follow?seat=1", "/players?order=name")


def all_paper(app, phone, rng, names):
    """Fill the club, with a match of every game, for the first of ten names; the address of
    everything that it can print."""
    fill_club(app, phone, rng, names[:4])
    for game in GAMES.values():
        match = play_at_random(game, rng, mishaps=0, rules={}).match
        keep_in(app.config["DATABASE"], Match(game, names[: len(match.players)], match.log))
    matches = range(1, len(OVER) + len(GAMES) + 2)
    paths = [link for link in phone.open("/print/").links if ".pdf" in link]
    paths += [f"/matches/{n}/{it}.pdf" for n in matches for it in ("sheet", "blank", "keepsake")]
    return dict.fromkeys([*paths, "/decks/house/cards.pdf", "/numbers/almanac/2026.pdf"])
