"""Every route of the app, with an address at which it can be asked."""

import re

from app.games import GAMES
from app.store.clubs.clubs import HOME

VALUES = {
    **{
        "club": HOME,
        "match_id": 1,
        "person_id": 1,
        "other_id": 2,
        "evening_id": 1,
        "match": 1,
        "place": 1,
        "number": 1,
        "game": "trex",
        "variant": "4",
        "anchor": "queens",
        "job_id": "0123456789abcdef",
        "change_id": "0123456789abcdef",
    },
    **{"slug": "stop", "name": "app.css", "filename": "icon.svg"},
    **{"kind": "trex", "subject": GAMES["trex"].variants[0].key},
}

KEYS = {"decks": "house", "deals": "queens", "rules": "trex", "settle": "trex", "k": "home.x"}
"""What stands for `<key>`, by the word before it."""

LAST = [
    *("players.forget", "settings.delete", "invite.renew_watch"),
    *("invite.renew", "invite.leave", "invite.delete"),
]
"""What goes or locks out comes last, and then nobody is left to ask."""


def rules_of(app):
    """Every route, in an order in which all can be asked for."""
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "show_components"]
    first = sorted((rule for rule in rules if rule.endpoint not in LAST), key=str)
    last = [rule for rule in rules if rule.endpoint in LAST]
    return [*first, *sorted(last, key=lambda rule: LAST.index(rule.endpoint))]


def address(rule, **values):
    path = re.sub(
        r"(\w+)((?:/<int:number>)?)/<key>", lambda it: f"{it[1]}{it[2]}/{KEYS[it[1]]}", rule.rule
    )
    for name, value in {**VALUES, **values}.items():
        path = re.sub(f"<(int:|path:)?{name}>", str(value), path)
    return path


def methods(rule):
    return sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
