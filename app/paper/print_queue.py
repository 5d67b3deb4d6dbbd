"""The queue for the one renderer of PDF, and the cache of what it has rendered.

It works in a process of its own: a sheet keeps Python busy for a good part of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from threading import Lock

from cachetools import LRUCache

from app.fair_queue import Requester
from app.paper.pdf import PdfFile, PdfRenderer, PrintDocument
from app.worker import Worker

LONGEST_JOB = 30
"""In seconds; a document that takes longer is given up. The dearest that a match can be takes a
quarter of that, and all the rules a tenth."""
MAX_CACHED_BYTES = 32_000_000


class PrintQueue:
    """Renders one document after the other, and caches the PDF files by their keys."""

    def __init__(self) -> None:
        self.rendered = 0
        self.worker = Worker(LONGEST_JOB)
        self._lock = Lock()
        self._cache: LRUCache[Hashable, PdfFile] = LRUCache(
            MAX_CACHED_BYTES, getsizeof=lambda pdf: len(pdf.content)
        )

    def get_or_render(
        self, key: Hashable, lay_out: Callable[[], PrintDocument], requester: Requester
    ) -> PdfFile:
        """Return the PDF with this `key`; `lay_out` makes its document if it has to be rendered, in
        the turn of the `requester`.

        Raises `app.worker.Busy` when too many wait already or it takes too long,
        `app.worker.OverBudget` when enough was printed for them, and what `PdfRenderer.render`
        raises.
        """
        pdf = self.cached(key)
        if pdf is not None:
            return pdf
        with self.worker.exclusive(requester):
            # The request before this one may have asked for the same.
            return self.cached(key) or self._render(key, lay_out())

    def cached(self, key: Hashable) -> PdfFile | None:
        """Return the PDF with this key, None if it is not in the cache."""
        with self._lock:
            return self._cache.get(key)

    def _render(self, key: Hashable, document: PrintDocument) -> PdfFile:
        pdf = PdfFile(self.worker.do(render, document), document.fingerprint)
        self.rendered += 1
        if len(pdf.content) <= MAX_CACHED_BYTES:
            with self._lock:
                self._cache[key] = pdf
        return pdf


@cache
def own_renderer() -> PdfRenderer:
    """Return the renderer of this process, which is that of the worker."""
    return PdfRenderer()


def render(document: PrintDocument) -> bytes:
    """Render `document` in the process of the worker."""
    return own_renderer().render(document)
