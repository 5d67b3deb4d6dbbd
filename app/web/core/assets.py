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
MIME_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
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


def init_app(app: Flask) -> None:
    """Join them, and give templates their addresses."""
    games = [game for game in GAMES.values() if game.asks]
    files = FILES | {
        f"{game.key}.{kind}": played(game, kind) for game in games for kind in COMMENTS
    }
    left_out = () if "follow" in services(app).capabilities else ONLY_AT_A_SERVER
    services(app).assets = {
        f"/joined/{name}": join([part for part in parts if part not in left_out], kind_of(name))
        for name, parts in files.items()
    } | {"/icons.svg": symbols.sprite()}
    app.jinja_env.globals.update(file_url=file_url, joined_url=joined_url, play_url=play_url)


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
    """The address of a joined file."""
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
    """The address of what a match of this game is played with: its style or its script."""
    return joined_url(f"{game.key if game.asks else 'play'}.{kind}")
