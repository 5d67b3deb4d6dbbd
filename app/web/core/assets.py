"""Assets: stylesheets, scripts and icons, written by component and joined at start into one file
for a kind of page, at an address that changes with its content so that it is cached for ever."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from app import symbols
from app.games import GAMES
from app.paths import STATIC
from app.scoring import Game
from app.web.core.services import services

bp = Blueprint("assets", __name__)

BASE = ("tokens", "page", "tabs")
"""The styles of every page but the table view, which has no tabs."""
QUESTION_STYLES = (
    *("question", "rows", "keypad", "takers", "options"),
    *("places", "pad", "faces", "cards_taken", "panes"),
)
QUESTION_SCRIPTS = (
    *("core", "counts", "tricks", "pad", "pick"),
    *("faces", "figures", "places", "cards_taken"),
)
MATCH_SCRIPTS = ("drafts", "outbox", "page", "live", "book_links", "awake", "start")
BUNDLES = {
    # A match in play; its end where it is reached, and where its page is opened.
    "play.css": (*BASE, "board", *QUESTION_STYLES, "bar", "landscape"),
    "play.js": (*QUESTION_SCRIPTS, *MATCH_SCRIPTS),
    "outcome.css": ("outcome",),
    "outcome.js": ("times", "share"),
    "end.css": (*BASE, "board", "question", "bar", "outcome", "landscape"),
    # What leads to a match, and what looks back at it.
    "pages.css": (
        *(*BASE, "board", *QUESTION_STYLES, "bar", "list", "drawer", "deck", "house", "sheet"),
        *("correct", "seats", "start", "outcome", "landscape"),
    ),
    "pages.js": (
        *(*QUESTION_SCRIPTS, "house", "correct", "unreached", "sheet", "seats", "times"),
        *MATCH_SCRIPTS,
    ),
    # The rules, by themselves and opened over a match.
    "book.css": (*BASE, "list", "rules"),
    "rules.css": ("rules",),
    # The front page, and the other pages around the table.
    "front.css": (*BASE, "question", "bar", "list", "start", "invite"),
    "around.css": (
        *(*BASE, "question", "bar", "list", "settle", "paper", "file", "code", "invite"),
    ),
    "invite.js": ("link",),
    # The table from above, and one seat as it is followed.
    "table.css": ("tokens", "page", "code", "table_view"),
    "table.js": ("live",),
    "follow.css": (*BASE, "board", "bar", "follow", "landscape"),
    "follow.js": ("core", "live", "book_links", "follow"),
    # What the pocket edition sends to a club, and fetches from one.
    "send.js": ("core", "send"),
    "take.js": ("take",),
}
"""The components of each bundle, in their order."""
QUESTION_KINDS = {
    ("count",): ("takers.css", "tricks.js"),
    ("cards",): ("pad.css", "pad.js"),
    ("pick", "faces", "figures"): ("faces.css",),
    ("pick",): ("pick.js",),
    ("faces",): ("faces.js",),
    ("figures",): ("figures.js",),
    ("order",): ("places.css", "places.js"),
    ("assign",): ("cards_taken.css", "cards_taken.js"),
}
"""The kinds of question that need these components: a game that asks none of them goes without."""
MIME_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
ONLY_AT_A_SERVER = ("live", "outbox")
"""Components for news of other phones, and for answers that may get lost on the way: in the pocket
edition there is neither."""
COMMENTS = {
    "css": re.compile(r"/\*.*?\*/", re.DOTALL),
    "js": re.compile(r"^\s*//.*", re.MULTILINE),
}
"""Removed from bundles, of which they would be a fifth."""


def init_app(app: Flask) -> None:
    """Join the bundles, also those of `play` anew for each game, and give templates their URLs."""
    bundles = BUNDLES | {
        f"{game.key}.{kind}": game_components(game, kind)
        for game in GAMES.values()
        if game.asks
        for kind in COMMENTS
    }
    excluded = () if "follow" in services(app).capabilities else ONLY_AT_A_SERVER
    services(app).assets = {
        f"/joined/{name}": join([part for part in parts if part not in excluded], kind_of(name))
        for name, parts in bundles.items()
    } | {"/icons.svg": symbols.sprite()}
    app.jinja_env.globals.update(file_url=file_url, joined_url=joined_url, play_url=play_url)


def game_components(game: Game, kind: str) -> Sequence[str]:
    """The components of `play` that a match of this game needs."""
    unneeded = {
        file
        for kinds, files in QUESTION_KINDS.items()
        if not set(kinds) & set(game.asks)
        for file in files
    }
    return [name for name in BUNDLES[f"play.{kind}"] if f"{name}.{kind}" not in unneeded]


def join(components: Sequence[str], kind: str) -> str:
    """These components in one text, without comments and needless space."""
    files = (STATIC / kind / f"{component}.{kind}" for component in components)
    text = "\n".join(file.read_text("utf-8") for file in files)
    text = re.sub(r"\n\s+", "\n", COMMENTS[kind].sub("", text))
    if kind == "css":
        text = re.sub(r"(?<=[{};,])\n", "", text).replace(" {", "{").replace(";}", "}")
        text = re.sub(r"(?<=[{;])([a-z-]+): ", r"\1:", text)
    return text


@bp.get("/icons.svg")
@bp.get("/joined/<name>")
def send_asset(name: str = "") -> ResponseReturnValue:
    """The asset at this path, or 404."""
    content = services().assets.get(request.path)
    if content is None:
        abort(404)
    max_age = current_app.config["SEND_FILE_MAX_AGE_DEFAULT"]
    return Response(
        content,
        mimetype=MIME_TYPES[kind_of(request.path)],
        headers={"Cache-Control": f"public, max-age={max_age}, immutable"},
    )


def kind_of(name: str) -> str:
    """The ending of a file's name, without its dot."""
    return name.rpartition(".")[2]


def asset_url(path: str) -> str:
    """The address of the asset at this path."""
    return f"{request.script_root}{path}?v={version_of(services().assets[path])}"


def joined_url(name: str) -> str:
    """The address of a bundle."""
    return asset_url(f"/joined/{name}")


@cache
def version_of(content: str) -> str:
    """The first letters of the hash of an asset, which takes as long as a tenth of a page."""
    return sha256(content.encode()).hexdigest()[:10]


def file_url(name: str) -> str:
    """The address of a static file."""
    return f"{request.script_root}/static/{name}?v={file_version(name)}"


@cache
def file_version(name: str) -> str:
    """The first letters of the hash of a static file."""
    return sha256((STATIC / name).read_bytes()).hexdigest()[:10]


def play_url(game: Game, kind: str) -> str:
    """The address of the bundle, `css` or `js`, that a match of this game is played with."""
    return joined_url(f"{game.key if game.asks else 'play'}.{kind}")
