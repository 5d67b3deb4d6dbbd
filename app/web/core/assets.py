"""Stylesheets and scripts: written by component, joined at start into one for a kind of page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.paths import STATIC
from app.scoring import Game

bp = Blueprint("assets", __name__, url_prefix="/joined")

PLAY_STYLES = (
    "tokens",
    "page",
    "tabs",
    "board",
    "question",
    "rows",
    "keypad",
    "takers",
    "options",
    "places",
    "pad",
    "faces",
    "cards_taken",
    "panes",
    "bar",
    "landscape",
)
PAGES_STYLES = (
    *PLAY_STYLES[:-1],
    "list",
    "drawer",
    "deck",
    "house",
    "sheet",
    "correct",
    "seats",
    "start",
    "outcome",
    "landscape",
)
BOOK = ("tokens", "page", "tabs", "list", "rules")
AROUND = (
    "tokens",
    "page",
    "tabs",
    "question",
    "bar",
    "list",
    "settle",
    "paper",
    "file",
    "code",
    "invite",
)
FRONT = ("tokens", "page", "tabs", "question", "bar", "list", "start", "invite")
END = ("tokens", "page", "tabs", "board", "question", "bar", "outcome", "landscape")
TABLE = ("tokens", "page", "code", "table_view")
FOLLOW = ("tokens", "page", "tabs", "board", "bar", "follow", "landscape")
PLAY_SCRIPTS = (
    "core",
    "counts",
    "tricks",
    "pad",
    "pick",
    "faces",
    "figures",
    "places",
    "cards_taken",
    "drafts",
    "outbox",
    "page",
    "live",
    "book_links",
    "awake",
    "start",
)
PAGES_SCRIPTS = (
    *PLAY_SCRIPTS[: PLAY_SCRIPTS.index("drafts")],
    "house",
    "correct",
    "unreached",
    "sheet",
    "seats",
    "times",
    *PLAY_SCRIPTS[PLAY_SCRIPTS.index("drafts") :],
)
KINDS = {"css": "text/css", "js": "text/javascript"}
FILES = {
    "play.css": PLAY_STYLES,
    "outcome.css": ("outcome",),
    "end.css": END,
    "pages.css": PAGES_STYLES,
    "book.css": BOOK,
    "rules.css": ("rules",),
    "around.css": AROUND,
    "front.css": FRONT,
    "table.css": TABLE,
    "follow.css": FOLLOW,
    "play.js": PLAY_SCRIPTS,
    "pages.js": PAGES_SCRIPTS,
    "outcome.js": ("times", "share"),
    "table.js": ("live",),
    "follow.js": ("core", "live", "book_links", "follow"),
    "invite.js": ("link",),
    "send.js": ("core", "send"),
    "take.js": ("take",),
}
"""What each joined file is made of, in this order: a match in play, its end where it is reached and
where it is opened, what leads to a match and looks back at it, the rules book, the same where it
opens over a match, the other pages around the table, the front page, the table from above, one seat
that is followed, a link that is shown, what a pocket sends to a club and takes from one."""
ONLY_FOR = {
    "takers.css": ("count",),
    "tricks.js": ("count",),
    "pad.css": ("cards",),
    "pad.js": ("cards",),
    "faces.css": ("pick", "faces", "figures"),
    "pick.js": ("pick",),
    "faces.js": ("faces",),
    "figures.js": ("figures",),
    "places.css": ("order",),
    "places.js": ("order",),
    "cards_taken.css": ("assign",),
    "cards_taken.js": ("assign",),
}
"""Components that only these kinds of question need: a match whose game asks nothing of the kind is
played without them."""
ONLY_AT_A_SERVER = ("live", "outbox")
"""Components for what is said elsewhere, and for answers that may get lost on the way: where the
app lies on the phone itself there is neither."""
COMMENTS = {
    "css": re.compile(r"/\*.*?\*/", re.DOTALL),
    "js": re.compile(r"^\s*//.*", re.MULTILINE),
}
"""They are for whoever changes the files, and a fifth of what phones would have to fetch."""


def prepare(app: Flask) -> None:
    """Join them, and give templates their addresses."""
    games = [game for game in GAMES.values() if game.asks]
    files = FILES | {f"{game.key}.{kind}": played(game, kind) for game in games for kind in KINDS}
    left_out = () if "follow" in app.extensions["abilities"] else ONLY_AT_A_SERVER
    app.extensions["joined"] = {
        name: join([part for part in parts if part not in left_out], Path(name).suffix[1:])
        for name, parts in files.items()
    }
    app.jinja_env.globals.update(joined_url=joined_url, play_url=play_url)


def played(game: Game, kind: str) -> Sequence[str]:
    """The components for a match of this game."""
    return [
        component
        for component in FILES[f"play.{kind}"]
        if not set(ONLY_FOR.get(f"{component}.{kind}", game.asks)).isdisjoint(game.asks)
    ]


def join(components: Sequence[str], kind: str) -> str:
    """These components, one after the other, without what only their readers need."""
    files = (STATIC / kind / f"{component}.{kind}" for component in components)
    text = "\n".join(file.read_text("utf-8") for file in files)
    text = re.sub(r"\n\s+", "\n", COMMENTS[kind].sub("", text))
    if kind == "css":
        text = re.sub(r"(?<=[{};,])\n", "", text).replace(" {", "{").replace(";}", "}")
        text = re.sub(r"(?<=[{;])([a-z-]+): ", r"\1:", text)
    return text


@bp.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    """A joined file."""
    if name not in current_app.extensions["joined"]:
        abort(404)
    max_age = current_app.config["SEND_FILE_MAX_AGE_DEFAULT"]
    return Response(
        current_app.extensions["joined"][name],
        mimetype=KINDS[Path(name).suffix[1:]],
        headers={"Cache-Control": f"public, max-age={max_age}, immutable"},
    )


def joined_url(name: str) -> str:
    """The address of a joined file, which changes with its content so that it can be kept."""
    version = version_of(current_app.extensions["joined"][name])
    return f"{request.script_root}/joined/{name}?v={version}"


@cache
def version_of(content: str) -> str:
    """The first letters of the hash of a joined file, which takes as long as a tenth of a page."""
    return sha256(content.encode()).hexdigest()[:10]


def play_url(game: Game, kind: str) -> str:
    """The address of what a match of this game is played with: its style or its script."""
    return joined_url(f"{game.key if game.asks else 'play'}.{kind}")
