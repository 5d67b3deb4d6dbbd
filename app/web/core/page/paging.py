"""Lists of people page by page: they grow with the club, and a page must not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from flask import request

T = TypeVar("T")

PAGE_OF_PEOPLE = 100


class ListPage(NamedTuple, Generic[T]):
    """The `items` of a list that have a row on this page, and the numbers of the page before and
    behind it, None for none."""

    items: Sequence[T]
    before: int | None
    behind: int | None


def page_of(items: Sequence[T]) -> ListPage[T]:
    """The page of a list that the address says (`page`, from 1); the last for one behind it."""
    last = max(1, -(-len(items) // PAGE_OF_PEOPLE))
    number = max(1, min(request.args.get("page", 1, int), last))
    start = (number - 1) * PAGE_OF_PEOPLE
    return ListPage(
        items[start : start + PAGE_OF_PEOPLE],
        number - 1 if number > 1 else None,
        number + 1 if number < last else None,
    )
