"""A stranger who guesses: links, codes, cookies, and addresses of what is there."""

import random
import string
from base64 import b32encode
from typing import Any

from flask import Flask

from app.store.clubs.clubs import HOME
from app.web.core.access import SECRET_BYTES, cookie_name
from app.web.entry.invite import CODE_LENGTH, CODE_LETTERS

CLUBS = (HOME, "nowhere", "abcdefgh")
PAGES = ("", "/sheet", "/log", "/match.json", "/sheet.pdf", "/entries", "/invite", "/rules/trex")


def next_guess(number: int, rng: random.Random) -> dict[str, Any]:
    """In turn: a link, a code, a page of a club that may be there, and a match with a cookie."""
    secret = b32encode(rng.randbytes(SECRET_BYTES)).decode("ascii").rstrip("=").lower()
    if number % 4 == 0:
        owner = rng.choice((rng.choice(CLUBS), f"{HOME}.{rng.randint(1, 3)}"))
        return {"path": f"/k/{owner}.{secret}"}
    if number % 4 == 1:
        # Each time from elsewhere: five wrong ones a minute are all that one may try.
        address = ".".join(str(rng.randint(1, 250)) for _part in range(4))
        code = "".join(rng.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
        about = {"environ_base": {"REMOTE_ADDR": address}, "data": {"code": code}}
        return {"path": "/code", "method": "POST", **about}
    if number % 4 == 2:
        club = rng.choice((*CLUBS, "".join(rng.choices(string.ascii_lowercase, k=8))))
        match = f"/matches/{rng.randint(1, 5)}{rng.choice(PAGES)}"
        path = f"/c/{club}{rng.choice((match, '/', '/decks/house'))}"
        return {"path": path, "method": rng.choice(("GET", "POST", "PUT"))}
    watched = rng.choice((None, 1, 2))
    cookie = f"{cookie_name(HOME, watched)}={secret}"
    return {"path": f"/c/{HOME}/matches/{watched or 1}", "headers": {"Cookie": cookie}}


def guess(app: Flask, number: int, rng: random.Random) -> int:
    """Let a stranger guess so often. Returns how many guesses found something out.

    What is not there is one page, whatever was asked for; a wrong code is another, and a code too
    many a third.
    """
    found = 0
    nothing = app.test_client().get("/nothing").data
    for place in range(number):
        answer = app.test_client(use_cookies=False).open(**next_guess(place, rng))
        is_nothing = answer.status_code == 404 and answer.data == nothing
        is_wrong = answer.request.path == "/code" and answer.status_code in (422, 429)
        found += not (is_nothing or is_wrong)
    return found
