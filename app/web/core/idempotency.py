"""Idempotency: a form that is sent twice (a retry, because its response was lost) is carried out
once.

Three mechanisms find such a duplicate. For what a form creates (a match, a deck, an import),
`RequestIds` has the address that the first response redirected to, in the memory of this process. A
new match also gets its UUID from the form (`uuid_of_form`), by which `begin_match` of the store
finds it in another process or after a restart. For answers and every other line of a log, the
column `once` of the line has the `request_id` of its form: `app.store.matches.log.write_lines`
finds it there, and `resolve_conflict` in `app.web.match.play` answers as the first time. A phone
sends again by `static/js/net/outbox.js`, and from other pages by `queue.js`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock
from uuid import NAMESPACE_OID, uuid5

from cachetools import TTLCache
from flask import request

REQUEST_ID = re.compile(r"[\w-]{12,40}", re.ASCII)
"""Long enough that no two forms have the same id."""
MAX_FORMS = 2_000
FORM_SECONDS = 3_600


@dataclass
class SentForm:
    """The address that a form has led to, empty until then."""

    location: str = ""
    lock: Lock = field(default_factory=Lock)


class RequestIds:
    """The addresses that the forms of the last hour have led to, by their digests.

    In memory, because a phone retries within minutes.
    """

    def __init__(self) -> None:
        self._forms: TTLCache[str, SentForm] = TTLCache(MAX_FORMS, FORM_SECONDS)
        self._lock = Lock()

    def get_or_create(self, digest: str, create: Callable[[], str]) -> str:
        """The address that `create` returns for the form of this digest, called once for it.

        A form that was changed before it is sent again has another digest. One without an id has
        an empty digest, and creates each time.
        """
        if not digest:
            return create()
        with self._lock:
            form: SentForm = self._forms.setdefault(digest, SentForm())
        # Created under its own lock: the same form may arrive again while the first is still being
        # written, and a database that is away keeps only this writer waiting.
        with form.lock:
            form.location = form.location or create()
            return form.location


def new_request_id() -> str:
    """An id for a form that is rendered: tells it from every other one with the same fields."""
    return secrets.token_urlsafe(12)


def request_id() -> str | None:
    """The id of this request's form as the log keeps it; None if it has none, or a strange one."""
    return valid_id(sent_id())


def valid_id(sent: str) -> str | None:
    """The id of a form as the log keeps it; None if it is a strange one."""
    return sent if REQUEST_ID.fullmatch(sent) else None


def sent_id() -> str:
    """The id that the phone gave to the form of this request, empty if it gave none."""
    # Forms go on sending `once`: pages that are open and answers that a phone keeps do, and while
    # processes are restarted one by one, those of the version before read nothing else. Once none
    # of them is left, forms can send `request_id`.
    return request.form.get("request_id") or request.form.get("once", "")


def uuid_of_form() -> str:
    """The UUID of what is begun by this request's form, the same in each process and whenever it is
    sent again; empty if the form has no id."""
    digest = form_digest()
    return str(uuid5(NAMESPACE_OID, digest)) if digest else ""


def form_digest() -> str:
    """A hash of the address and the fields of this request's form; empty if the form has no id."""
    if not sent_id():
        return ""
    fields = repr((request.path, sorted(request.form.items(multi=True))))
    return sha256(fields.encode("utf-8", "surrogatepass")).hexdigest()
