"""Forms that make something new: sent twice, because the answer was lost, they make it once."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock
from uuid import NAMESPACE_OID, uuid5

from cachetools import TTLCache
from flask import current_app, request

FIELD = "once"
MOST_FORMS = 2_000
SECONDS = 3_600


@dataclass
class Form:
    """A form that was sent: where it has led, nowhere yet if that is empty."""

    led_to: str = ""
    lock: Lock = field(default_factory=Lock)


class Sent:
    """Where the forms of the last hour have led, by what they said.

    In memory, because a phone sends again within minutes. A match is begun once also when its form
    comes to another process, or after the server was started anew: see `uuid_of_form`.
    """

    def __init__(self) -> None:
        self._forms: TTLCache[str, Form] = TTLCache(MOST_FORMS, SECONDS)
        self._lock = Lock()

    def lead(self, form: str, make: Callable[[], str]) -> str:
        """Where this form has led, or else where what `make` makes of it now is found."""
        with self._lock:
            sent: Form = self._forms.setdefault(form, Form())
        # Made under its lock: the same form may come again while the first is still being written.
        # Other forms have locks of their own, since a book that is away keeps a writer waiting.
        with sent.lock:
            sent.led_to = sent.led_to or make()
            return sent.led_to


def new_key() -> str:
    """What tells a form from every other one that says the same."""
    return secrets.token_urlsafe(12)


def once(make: Callable[[], str]) -> str:
    """The address of what `make` makes of this request's form, which is made only once.

    Whoever goes back and sends the form with something else in it means something new.
    """
    said = said_by_form()
    sent: Sent = current_app.extensions["sent"]
    return sent.lead(said, make) if said else make()


def uuid_of_form() -> str:
    """What is begun by this request's form is called so, in whichever process and whenever it is
    sent again; nothing, if the form has no name."""
    said = said_by_form()
    return str(uuid5(NAMESPACE_OID, said)) if said else ""


def said_by_form() -> str:
    """The same for the same form, and for no other one; nothing, if it has no name."""
    if not request.form.get(FIELD):
        return ""
    said = repr((request.path, sorted(request.form.items(multi=True))))
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()
