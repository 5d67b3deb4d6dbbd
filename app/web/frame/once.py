"""Forms that make something new: sent twice, because the answer was lost, they make it once."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock

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

    In memory, because a phone sends again within minutes: only a form that was sent just before
    the server was stopped, and again after that, makes a second one.
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
    if not request.form.get(FIELD):
        return make()
    said = repr((request.path, sorted(request.form.items(multi=True))))
    sent: Sent = current_app.extensions["sent"]
    return sent.lead(sha256(said.encode("utf-8", "surrogatepass")).hexdigest(), make)
