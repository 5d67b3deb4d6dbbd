"""Decorators by which a view says whether rate limits count its posts, and which quota they need.

`app.server.rate_limits` and `app.server.quotas` read them before the view is called. The posts of a
view without one are counted, and need no quota: what they store is little.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from flask import current_app, request

View = TypeVar("View", bound=Callable[..., Any])
Stored = Literal["answer", "match", "deck", "club"]


def reads_only(view: View) -> View:
    """Exempt this view from rate limits: its post writes nothing, and is sent with each tap."""
    view.reads_only = True  # type: ignore[attr-defined]
    return view


def takes_large_file(view: View) -> View:
    """Count no kilobytes of what is sent to this view, but the seconds in which it is read."""
    view.takes_large_file = True  # type: ignore[attr-defined]
    return view


def stores(what: Stored) -> Callable[[View], View]:
    """Check the quota of the club before this view, which stores another answer, match or deck, or
    all of another club."""

    def mark(view: View) -> View:
        view.stores = what  # type: ignore[attr-defined]
        return view

    return mark


def is_marked(mark: Callable[[View], View]) -> bool:
    """Return whether the view of this request has the decorator: `reads_only` or
    `takes_large_file`."""
    return getattr(view_of_request(), mark.__name__, False)


def stored_by_request() -> Stored | None:
    """Return what the view of this request `stores`; None if it did not say, and for no post."""
    return getattr(view_of_request(), "stores", None) if request.method == "POST" else None


def view_of_request() -> Callable[..., Any] | None:
    """Return the view that this request is for; None where there is none."""
    return current_app.view_functions.get(request.endpoint or "")
