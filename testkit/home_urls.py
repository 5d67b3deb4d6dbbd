"""The addresses of the one club that tests play in: they are written as if there were no other."""

import re

from app.store.clubs.clubs import HOME

CLUB = f"/c/{HOME}"
PREFIX = "/pocket"
PARTS = (
    r"matches\.csv|deals\.csv|matches|decks|players|evenings|numbers|more|whole"
    "|invite|name|delete"
)
OF_A_CLUB = re.compile(rf"/({PARTS})?(?=[/?]|$)")
BOOK_OVER_A_MATCH = re.compile(r"(/rules/[^?]*)(.*)[?&]match=(\d{1,18})(?=&|$)(.*)")


def at_home(path: str) -> str:
    """The address of what a test names: `/matches/1` lies in its club, and a page of the book with
    `match=1` in its query lies over that match."""
    if path.startswith(f"{CLUB}/"):
        return path
    if book := BOOK_OVER_A_MATCH.fullmatch(path):
        page, before, match, after = book.groups()
        query = "&".join(part.strip("?&") for part in (before, after) if part.strip("?&"))
        return f"{CLUB}/matches/{match}{page}{'?' if query else ''}{query}"
    return f"{CLUB}{path}" if OF_A_CLUB.match(path) else path


def as_written(words: str) -> str:
    """A page or an address with all that leads into the club written as in tests, and without what
    stands before all addresses in a pocket; what a browser is not to translate is not marked."""
    words = words.replace(f"{PREFIX}/", "/").replace(f"{CLUB}/", "/")
    return words.replace(' translate="no"', "")
