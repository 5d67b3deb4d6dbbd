"""Static files: stylesheets, scripts and icons, written in parts and bundled at start, each at an
address with a fingerprint of the content, so that a browser keeps it for ever."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from app import symbols
from app.games import GAMES
from app.paths import STATIC
from app.web.core.access import works_away
from app.web.core.page import scripts
from app.web.core.services import services

bp = works_away(Blueprint("assets", __name__))

ICONS = "/icons.svg"
MIME_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
STYLESHEETS = ("app", "club", "match", "numbers", "pages", "paper_sheet", "play", "rules", "table")
"""Each imports its parts, in layers."""
IMPORT = re.compile(r'@import "([\w/]+\.css)" layer\((\w+)\);')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

NEW_LENGTH = re.compile(r"(-?[\d.]+)(dvh|cqi)\b")
UNITS = (
    ":root{--dvh:1vh;--cqi:1vw}"
    "@supports(height:1dvh){:root{--dvh:1dvh}}@supports(width:1cqi){:root{--cqi:1cqi}}"
)
"""What a length in dvh or cqi is a multiple of. The oldest browsers have neither unit, and would
drop what is said in them: Chrome before 108 and Safari before 16."""


def init_app(app: Flask) -> None:
    """Join stylesheets and scripts, and give templates the addresses of files."""
    games = [name for name in GAMES if (STATIC / "css" / "games" / f"{name}.css").exists()]
    services(app).assets = {
        **{f"/joined/{name}.css": stylesheet(name) for name in STYLESHEETS},
        **{f"/joined/{name}.css": stylesheet(f"games/{name}") for name in games},
        **{f"/joined/{name}": script for name, script in scripts.entries().items()},
        ICONS: symbols.sprite(),
    }
    services(app).icons_url = f"{ICONS}?v={version_of(services(app).assets[ICONS])}"
    app.jinja_env.globals.update(file_url=file_url, joined_url=joined_url, of_game=of_game)


def stylesheet(name: str) -> str:
    """A stylesheet with what it imports in its place, without comments and needless space."""
    folder = STATIC / "css"
    text = IMPORT.sub(
        lambda found: f"@layer {found[2]} {{\n{(folder / found[1]).read_text('utf-8')}}}",
        (folder / f"{name}.css").read_text("utf-8"),
    )
    text = re.sub(r"\n\s+", "\n", COMMENT.sub("", text))
    text = re.sub(r"(?<=[{};,])\n", "", text).replace(" {", "{").replace(";}", "}")
    # Of a property that is empty the space is the value.
    text = re.sub(r"(?<=[{;])([a-z-]+): (?!;)", r"\1:", text)
    return UNITS + NEW_LENGTH.sub(r"calc(\1*var(--\2))", text)


@bp.get(ICONS)
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
    """The address of a stylesheet or script that was joined."""
    return asset_url(f"/joined/{name}")


def of_game(name: str, game: str) -> str:
    """The stylesheet or script of this name, or the smaller one of a game in its place, by its key,
    if that has its own."""
    own = f"{game}.{kind_of(name)}"
    return own if f"/joined/{own}" in services().assets else name


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
