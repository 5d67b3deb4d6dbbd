"""What a view says of itself with a decorator: whether it writes, and what more a club has then.

Where anybody may found a club, `app.server.rate_limits` and `app.server.quotas` ask for it. A view
that says nothing writes, and what it stores is little.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from flask import current_app, request

View = TypeVar("View", bound=Callable[..., Any])
Stored = Literal["answer", "match", "deck", "club"]


def reads_only(view: View) -> View:
    """No rate limit for this view: its post writes nothing, and is sent with each tap."""
    view.reads_only = True  # type: ignore[attr-defined]
    return view


def takes_large_file(view: View) -> View:
    """Count no kilobytes of what is sent to this view, but the seconds in which it is read."""
    view.takes_large_file = True  # type: ignore[attr-defined]
    return view


def stores(what: Stored) -> Callable[[View], View]:
    """With this view a club has more: another answer, match or deck, or all of another club. Above
    its quota it is not called."""

    def mark(view: View) -> View:
        view.stores = what  # type: ignore[attr-defined]
        return view

    return mark


def is_marked(mark: Callable[[View], View]) -> bool:
    """Whether the view of this request has the decorator `reads_only` or `takes_large_file`."""
    return getattr(view_of_request(), mark.__name__, False)


def stored_by_request() -> Stored | None:
    """What a club has more of after this request; None if that is little, or nothing."""
    return getattr(view_of_request(), "stores", None) if request.method == "POST" else None


def view_of_request() -> Callable[..., Any] | None:
    """The view that this request is for; None where there is none."""
    return current_app.view_functions.get(request.endpoint or "")
