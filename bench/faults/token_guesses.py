"""A stranger who guesses: links, codes, cookies, and addresses of what is there."""

from __future__ import annotations

import random
import string
from base64 import b32encode
from collections.abc import Callable
from typing import Any

from flask import Flask

from app.store import HOME
from app.web.club.invite import CODE_LENGTH, CODE_LETTERS
from app.web.core.access import cookie_name
from app.web.core.links import SECRET_BYTES

CLUBS = (HOME, "nowhere", "abcdefgh")
PAGES = ("", "/sheet", "/log", "/match.json", "/sheet.pdf", "/entries", "/invite", "/rules/trex")


def secret(rng: random.Random) -> str:
    """What opens something, as it looks."""
    return b32encode(rng.randbytes(SECRET_BYTES)).decode("ascii").rstrip("=").lower()


def of_a_link(rng: random.Random) -> dict[str, Any]:
    """A member link, or the watch link of a match."""
    whose = rng.choice((rng.choice(CLUBS), f"{HOME}.{rng.randint(1, 3)}"))
    return {"path": f"/k/{whose}.{secret(rng)}"}


def of_a_code(rng: random.Random) -> dict[str, Any]:
    """Six letters, each time from elsewhere: five wrong ones a minute are all that one may try."""
    address = ".".join(str(rng.randint(1, 250)) for _part in range(4))
    typed = "".join(rng.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
    about = {"environ_base": {"REMOTE_ADDR": address}, "data": {"code": typed}}
    return {"path": "/code", "method": "POST"} | about


def of_an_address(rng: random.Random) -> dict[str, Any]:
    """A page of a match or a club, of this one or of another that may be there."""
    club = rng.choice((*CLUBS, "".join(rng.choices(string.ascii_lowercase, k=8))))
    page = rng.choice((f"/matches/{rng.randint(1, 5)}{rng.choice(PAGES)}", "/", "/decks/house"))
    return {"path": f"/c/{club}{page}", "method": rng.choice(("GET", "POST", "PUT"))}


def of_a_cookie(rng: random.Random) -> dict[str, Any]:
    """The page of a match with a secret that nobody handed out."""
    match = rng.choice((None, 1, 2))
    cookie = f"{cookie_name(HOME, match)}={secret(rng)}"
    return {"path": f"/c/{HOME}/matches/{match or 1}", "headers": {"Cookie": cookie}}


GUESSES: tuple[Callable[[random.Random], dict[str, Any]], ...] = (
    *(of_a_link, of_a_code, of_an_address, of_a_cookie),
)


def guess(app: Flask, number: int, rng: random.Random) -> int:
    """Let a stranger guess so often. Returns how many guesses told something.

    What is not there is one page, whatever was asked for; a wrong code is another, and a code too
    many a third.
    """
    told = 0
    nothing = app.test_client().get("/nothing").data
    for place in range(number):
        answer = app.test_client(use_cookies=False).open(**GUESSES[place % len(GUESSES)](rng))
        is_nothing = answer.status_code == 404 and answer.data == nothing
        is_wrong = answer.request.path == "/code" and answer.status_code in (422, 429)
        told += not (is_nothing or is_wrong)
    return told
