"""Screens of a whole club: its file out and in, and what was set aside."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from testkit.club_zip import a_match, club_zip
from tools.screens.places import Place, Places
from tools.screens.visitor import PEOPLE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tools.screens.visitor import Visitor

WHOLE = "/whole"
A_DECK = {"symbols": ["spade", "heart", "acorn"], "large": ["spade"]}
DECK = {"name": "Holiday deck", "faces": {str(number): A_DECK for number in range(1, 10)}}
LONG_NAME = "Annamaria-Magdalena Wolkenstein-Oberhauser"


def a_file(names: tuple[str, ...] = PEOPLE[:3], matches: int = 12) -> bytes:
    """The file of a club with some matches, two that cannot be read, and a deck."""
    began = datetime(2024, 3, 9, 19, tzinfo=UTC)
    ids = [f"{number:08}-89ab-4cde-8f01-23456789abcd" for number in range(matches + 2)]
    files = {
        f"matches/{number:05}.json": a_match(
            id=ids[number],
            players=list(names),
            started=(began + timedelta(days=80 * number)).isoformat(),
        )
        for number in range(matches)
    }
    files["matches/90000.json"] = a_match(deals=[{"first": [9, 4, 0]}])
    files["matches/90001.json"] = a_match(format="tricktally/2")
    return club_zip(files.items(), decks=[DECK])


def club(act: Callable[[Visitor, Page], object] = lambda *_: None, path: str = WHOLE) -> Place:
    """The page of a club with some matches, and what is done there."""

    def arrive(visitor: Visitor) -> Page:
        friends = visitor.new_club("Friday")
        for n, people in enumerate((PEOPLE[:3], PEOPLE[1:4], PEOPLE[:3])):
            about = {"rules": {"upper": 1}, "club": friends, "ago": timedelta(days=3 * n)}
            visitor.keep("italian_whist", ([5, 3, 1], [1, 3, 5]), people=people, **about)
        page = visitor.open(path, friends)
        act(visitor, page)
        return page

    return Place(arrive)


def make(_visitor: Visitor, page: Page) -> None:
    page.locator(".one-file .button").click()
    page.locator("[href$='/whole/out/file']").wait_for()


def open_file(content: bytes) -> Callable[[Visitor, Page], None]:
    """Choose a file, and see what is in it."""

    def act(_visitor: Visitor, page: Page) -> None:
        file = {"name": "sunday-table-2026-11-22.zip", "mimeType": "application/zip"}
        page.set_input_files("[type=file]", {**file, "buffer": content})
        page.locator(".opens .button").click()
        page.locator(".three, .notice").first.wait_for()

    return act


def set_aside(visitor: Visitor, page: Page) -> None:
    forms = {"/evenings/1/join": {"earlier": "2"}, "/players/1/hide": {}, "/matches/2/delete": {}}
    for path, form in forms.items():
        address = page.url.partition("/whole")[0] + path
        post: dict[str, Any] = {"headers": {"Origin": visitor.address}, "max_redirects": 0}
        page.request.post(address, form=form, **post)
    page.reload()


def begin(visitor: Visitor, page: Page) -> None:
    """Begin the file, and hear no more of it."""
    page.route("**/whole/out", lambda route: route.abort())
    post = {"headers": {"Origin": visitor.address}, "max_redirects": 0}
    page.request.post(f"{page.url}/out", **post)
    page.reload()


WHOLE_CLUB: Places = {
    "whole": club(),
    "whole, being made": club(begin),
    "whole, ready": club(make),
    "whole, no club": club(open_file(b"Dear friends")),
    "whole, a table": club(open_file(b"date,match,game,deal\n")),
    "file": club(open_file(a_file())),
    "file, who is who": club(open_file(a_file((PEOPLE[0] + " K.", "Noor", LONG_NAME)))),
    "file, nothing new": club(open_file(club_zip())),
    "set aside": club(set_aside, "/whole/aside"),
    "whole, set aside": club(set_aside),
}
