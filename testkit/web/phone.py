"""A phone at the table: it opens pages, reads them, and sends their forms without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.errors import StoreError
from app.web.core.access import cookie_name, link_secret
from app.web.core.services import services
from testkit.home_urls import CLUB, as_written, at_home
from testkit.keys import key_to

HTMX = {"HX-Request": "true"}
UNSEEN = {"script", "style", "svg", "template"}
WITHIN_A_WORD = {"bdi", "i", "svg", "use"}
SHAPES = {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}
TYPED = ("text", "date", "textarea")
SPOKEN = {"alt", "aria-label", "placeholder", "title", "value"}


@dataclass(frozen=True)
class Field:
    """Something that a form can send."""

    name: str
    kind: str
    value: str
    chosen: bool


@dataclass
class Form:
    """A form of a page: where it goes and what it can send."""

    action: str
    method: str
    fields: list[Field] = field(default_factory=list)

    def offers(self, name: str, value: str) -> bool:
        """Whether someone with this form before them can send `name=value`."""
        return any(
            control.name == name and (control.kind in TYPED or control.value == value)
            for control in self.fields
        )

    def filled(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """What is sent after the fields `chosen` were touched, which must all be there."""
        missing = {name: value for name, value in chosen.items() if not self.offers(name, value)}
        assert not missing, f"{self.action} does not offer {missing}"
        hidden = {
            control.name: control.value for control in self.fields if control.kind == "hidden"
        }
        return hidden | dict(chosen)

    @property
    def typed(self) -> dict[str, str]:
        """What the form holds before anyone touches it."""
        return {control.name: control.value for control in self.fields if control.chosen}


class Page(HTMLParser):
    """A response: its status, and what a person sees of it."""

    def __init__(self, response: TestResponse) -> None:
        super().__init__()
        self.response = response
        self.status = response.status_code
        # A PDF has no text to be read.
        self.html = as_written(response.data.decode("utf-8", "replace"))
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.isolated: list[str] = []
        self._spoken: list[str] = []
        self._words: list[str] = []
        self._inside: list[str] = []
        self._select = ""
        if response.mimetype == "text/html":
            self.feed(self.html)
            self.close()

    @property
    def goes_to(self) -> str | None:
        """Where the response redirects to."""
        address = self.response.headers.get("Location")
        return as_written(address) if address else None

    @cached_property
    def text(self) -> str:
        """What can be read on the page, on one line."""
        return on_one_line("".join(self._words))

    @property
    def all_text(self) -> str:
        """The text, and what only screen readers and empty fields say."""
        return on_one_line(" ".join([self.text, *self._spoken]))

    def says(self, *sentences: object) -> bool:
        """Whether all these stand on the page, whatever their markup."""
        return all(on_one_line(str(words)) in self.text for words in sentences)

    def refuses(self, *sentences: object) -> bool:
        """Whether what was sent was refused and all these say why."""
        return self.status == 422 and self.says(*sentences)

    def rows(self, table: str) -> list[list[str]]:
        """What is seen in the rows below the head of the table with this class, cell by cell."""
        inside = re.search(rf'<table class="[^"]*\b{table}\b.*?</table>', self.html, re.DOTALL)
        assert inside, f"no table {table}"
        rows = re.findall(r"<tr.*?</tr>", inside[0].partition("<tbody>")[2], re.DOTALL)
        cells = (re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in rows)
        unseen = re.compile(r'<span class="hidden">.*?</span>|<[^>]+>')
        return [[on_one_line(unseen.sub(" ", cell)) for cell in row] for row in cells]

    def form(self, action: str) -> Form:
        """The form that goes to the address ending in `action`."""
        return next(form for form in self.forms if form.action.endswith(action))

    def has_form(self, action: str) -> bool:
        return any(form.action.endswith(action) for form in self.forms)

    # Reading

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        self._spoken += [value for name, value in about.items() if name in SPOKEN]
        if tag not in ("input", "meta", "link", "br"):
            self._inside.append(tag)
        if "id" in about:
            self.anchors.add(about["id"])
        if tag == "a":
            self.links.append(about.get("href", ""))
        elif tag == "form":
            self.forms.append(Form(about.get("action", ""), about.get("method", "get")))
        elif tag == "bdi":
            self.isolated.append("")
        elif tag == "select":
            self._select = about.get("name", "")
        elif tag == "option" and self._select:
            chosen = "selected" in about
            self.forms[-1].fields.append(Field(self._select, tag, about.get("value", ""), chosen))
        elif tag in ("input", "button") and about.get("name") and self.forms:
            self._add_field(tag, about)
        if tag == "svg" and "i" in self._inside:
            self._words.append(SHAPES[about["class"].removeprefix("symbol ")])
        if tag not in WITHIN_A_WORD:
            self._words.append(" ")

    def _add_field(self, tag: str, about: dict[str, str]) -> None:
        kind = "button" if tag == "button" else about.get("type", "text")
        chosen = kind in (*TYPED, "hidden") or "checked" in about or "aria-current" in about
        self.forms[-1].fields.append(Field(about["name"], kind, about.get("value", ""), chosen))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        while tag in self._inside and self._inside.pop() != tag:
            pass
        if tag not in WITHIN_A_WORD:
            self._words.append(" ")

    def handle_data(self, data: str) -> None:
        if UNSEEN & set(self._inside):
            return
        self._words.append(data)
        if self._inside and self._inside[-1] == "bdi":
            self.isolated[-1] += data


class AtHome(FlaskClient):
    """Asks for the pages of one club by addresses that do not name it."""

    def open(self, path: Any, *args: Any, **about: Any) -> TestResponse:
        query = about.get("query_string")
        if isinstance(query, dict) and "match" in query:
            path = f"{path}?match={query['match']}"
            about["query_string"] = {name: query[name] for name in query if name != "match"}
        return super().open(at_home(path) if isinstance(path, str) else path, *args, **about)


class Phone:
    """A browser without JavaScript, or with htmx if `headers` say so."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = AtHome(app, Response)
        self.open_the_link_of_home()

    def open_the_link_of_home(self) -> None:
        """Be a member: have the cookie that the link of this club leaves."""
        if self.app.config["CLUB"]:
            return  # whoever holds it is one
        with (
            suppress(StoreError),
            closing(engine_for(self.app.config["DATABASE"]).connect()) as db,
        ):
            if club := clubs.find_club(db, HOME):
                secret = link_secret(services(self.app).link_key(), club, "member", club.generation)
                self.client.set_cookie(cookie_name(HOME), secret, path=CLUB)

    def open(self, path: str, **about: Any) -> Page:
        return Page(self.client.get(path, **about))

    def send(self, path: str, fields: Mapping[str, Any] | None = None, **about: Any) -> Page:
        return Page(self.client.post(path, data=fields, **about))

    def submit(self, page: Page, action: str, chosen: Mapping[str, str] | None = None) -> Page:
        """Send the form of a page as it stands there, after the fields `chosen` were touched."""
        form = page.form(action)
        return self.send(form.action, form.filled(form.typed | dict(chosen or {})))


def on_one_line(words: str) -> str:
    return re.sub(r"\s+", " ", words).strip()


def watcher_of(app: Flask, match: int = 1) -> Phone:
    """A phone that has only the watch link of this match."""
    phone = Phone(app)
    phone.client = AtHome(app, Response)
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        key = key_to(db, services(app).link_key(), match=match)
    assert phone.client.get(f"/k/{key}").status_code == 303
    return phone
