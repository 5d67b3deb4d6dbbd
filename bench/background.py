"""What goes on in a thread of its own while something else is measured."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def in_background(work: Callable[[threading.Event], None]) -> Iterator[None]:
    """Work until the end of the block, which the event says that `work` is given."""
    is_over = threading.Event()
    thread = threading.Thread(target=work, args=[is_over])
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
