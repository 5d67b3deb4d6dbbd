"""The kind of a file, recognized by its first and last bytes; and where it can be opened.

A file of ours in the wrong form, or one of another program, is refused with a message that says
what it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from app.scoring import Text, _

FileKind = Literal[
    "match",
    "club",
    "contents",
    "spreadsheet",
    "bg stats",
    "database",
    "dump",
    "key",
    "settings",
    "pdf",
    "picture",
    "page",
    "office",
    "zip",
    "empty",
]

# What each kind is, and where it can be opened, wherever it was sent.
ABOUT: Mapping[FileKind, Text] = {
    "match": _(
        "This is the file of one match: “Open a match file” on the page More opens it, or"
        " “tricktally score” reads it."
    ),
    "club": _(
        "This is the file of a whole club: “The whole club” on the page More opens it, or"
        " “tricktally import-club”."
    ),
    "contents": _(
        "This is a part of the file of a whole club: “The whole club” on the page More opens the"
        " zip file in which it was."
    ),
    "spreadsheet": _(
        "This is a table for a spreadsheet program, which opens it. Tricktally does not read it"
        " back: a match is in its match.json, and a club in its zip file."
    ),
    "bg stats": _(
        "This is a match for the app BG Stats, which opens it. Here it is in match.json."
    ),
    "database": _(
        "This is a whole database, such as a backup or what was saved from a pocket: “tricktally"
        " restore” puts it in the place of the one that is served."
    ),
    "dump": _("This is a backup of PostgreSQL: pg_restore or psql puts it back."),
    "key": _(
        "This is the key of all links: keep it secret, beside its database. No page opens it, and"
        " “tricktally restore” takes it along."
    ),
    "settings": _(
        "These are settings of the server, which “tricktally serve” reads when it starts."
    ),
    "pdf": _(
        "This is a PDF, to be printed. Tricktally does not read it back: a match is in its"
        " match.json. What was written on paper goes in by “Type a finished sheet” on the page"
        " More."
    ),
    "picture": _(
        "This is a picture, to be looked at and sent. Tricktally does not read it: a match is in"
        " its match.json. What was written on paper goes in by “Type a finished sheet” on the page"
        " More."
    ),
    "page": _(
        "This is a web page. The page that offers a file was saved, and not the file: open that"
        " page once more, and save the file from there."
    ),
    "office": _(
        "This is a document of an office program. Tricktally does not read it: a match is in its"
        " match.json, a club in its zip file. What was written on paper goes in by “Type a finished"
        " sheet” on the page More."
    ),
    "zip": _("This zip file is of something else: there is no “club.json” in it."),
    "empty": _("This file is empty: it was cut off on its way. Save it once more."),
}

HEAD, TAIL = 4_096, 65_536  # bytes of a file that are read
MAGIC: Mapping[bytes, FileKind] = {
    b"SQLite format 3\0": "database",
    b"PGDMP": "dump",
    b"--\n-- PostgreSQL database": "dump",
    b"%PDF-": "pdf",
    b"\x89PNG": "picture",
    b"\xff\xd8\xff": "picture",
    b"GIF8": "picture",
    b"RIFF": "picture",
    b"<svg": "picture",
    b"<!doctype": "page",
    b"<html": "page",
    b"\xd0\xcf\x11\xe0": "office",
}
IN_ZIP: Mapping[bytes, FileKind] = {
    b"club.json": "club",
    b"[Content_Types].xml": "office",
    b"application/vnd.oasis.opendocument": "office",
    b"matches/00001-": "club",
}
IN_JSON: Mapping[re.Pattern[bytes], FileKind] = {
    re.compile(rb'"format"\s{0,9}:\s{0,9}"tricktally-club/'): "contents",
    re.compile(rb'"format"\s{0,9}:\s{0,9}"tricktally/'): "match",
    re.compile(rb'"sourcePlayId"'): "bg stats",
}
TABLE = re.compile(r'(sep=.\s{1,2})?"?date"?[,;\t]"?match"?[,;\t]"?game"?[,;\t]')
SETTING = re.compile(r"^TRICKTALLY_[A-Z_]{1,40} ?=", re.MULTILINE)
KEY_LENGTHS = (32, 33, 34)  # bytes of a key, with the line end of an editor


def kind_of(content: bytes) -> FileKind | None:
    """Return the kind of a file, by its beginning and its end; None if it is none of them."""
    head = content[:HEAD]
    begin = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not content.strip():
        return "empty"
    if head.startswith(b"PK"):
        ends = head + content[-TAIL:]
        return next((kind for part, kind in IN_ZIP.items() if part in ends), "zip")
    # Photos of phones have their format after four bytes.
    if head[4:8] == b"ftyp" or (begin.startswith(b"<?xml") and b"<svg" in head):
        return "picture"
    for magic, kind in MAGIC.items():
        if begin[: len(magic)].lower() == magic.lower():
            return kind
    if begin.startswith(b"{"):
        return next((kind for part, kind in IN_JSON.items() if part.search(head)), None)
    text = begin.decode("utf-8", "replace")
    if len(content) in KEY_LENGTHS and "\N{REPLACEMENT CHARACTER}" in text:
        return "key"
    if SETTING.search(text):
        return "settings"
    return "spreadsheet" if TABLE.match(text.lower()) else None


def kind_of_file(path: Path) -> FileKind | None:
    """Return the kind of the file at a path. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(HEAD)
        size = path.stat().st_size
        if size > HEAD:
            file.seek(max(HEAD, size - TAIL))
            head += file.read()
    return kind_of(head)


def wrong_kind(content: bytes, *right: FileKind) -> Text | None:
    """Return what a file is, and where it can be opened, if it is of none of the `right` kinds;
    None if it is of one, or of an unknown kind."""
    kind = kind_of(content)
    return ABOUT[kind] if kind is not None and kind not in right else None
