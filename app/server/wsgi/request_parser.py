"""Reads requests, for waitress: what another server could read otherwise is refused, and whoever
sends too much hears why."""

from __future__ import annotations

import copy
from collections.abc import Callable

from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import RequestEntityTooLarge

LARGEST_REQUEST = 1_000_000
"""Above this a request is refused in bytes, before it is stored. Far below it the app refuses it
with a page that says so."""
LARGEST_UPLOAD = 20_100_000
"""The same where a view takes a large file, of which the app takes 20 MB."""
LARGEST_HEAD = 32_768
"""Bytes of a request before its body, of which an address and a host are kept in caches."""
MOST_DISCARDED = 32 * LARGEST_REQUEST
"""Up to this the rest of a request that was refused is read and forgotten: a client that is hung up
on while it sends sees a broken connection, and not why."""


class RequestParser(HTTPRequestParser):  # type: ignore[misc]  # waitress comes without types
    """Reads a request, and refuses what another server on the way could read as two.

    waitress 3.0 reads chunks in spite of a length, or of two encodings, and goes on listening.
    `is_large_file_taken` says of the path of a post whether its view takes large files.
    """

    adj: Adjustments
    to_discard = 0
    """Bytes of a body that is too large, still to come."""

    def __init__(self, adj: Adjustments, is_large_file_taken: Callable[[str], bool]) -> None:
        super().__init__(adj)
        self.is_large_file_taken = is_large_file_taken

    def parse_header(self, header_plus: bytes) -> None:
        """Raise `ParsingError` for a body whose end is not certain."""
        super().parse_header(header_plus)
        names = [line.partition(b":")[0].lower() for line in header_plus.split(b"\r\n")[1:]]
        encodings = names.count(b"transfer-encoding")
        is_certain = self.version == "1.1" and b"content-length" not in names
        if encodings > 1 or (encodings and not is_certain):
            raise ParsingError("Transfer-Encoding is not alone")
        may_be_large = self.chunked or self.content_length > LARGEST_REQUEST
        if may_be_large and self.command == "POST" and self.is_large_file_taken(self.path):
            # What it is adjusted to holds for all others.
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = LARGEST_UPLOAD
        if not (self.chunked or self.content_length):
            self.expect_continue = False  # nothing follows, and nothing has to be waited for

    def received(self, data: bytes) -> int:
        """Take what has arrived; returns how many bytes of it belong to this request."""
        if self.to_discard:
            consumed = min(len(data), self.to_discard)
            self.to_discard -= consumed
        else:
            consumed = int(super().received(data))
            is_too_large = isinstance(self.error, RequestEntityTooLarge)
            if is_too_large and not self.chunked and not self.expect_continue:
                self.to_discard = self.content_length
            if self.error:
                self.expect_continue = False  # it may not
        if isinstance(self.error, RequestEntityTooLarge):
            self.completed = not 0 < self.to_discard <= MOST_DISCARDED
        return consumed
