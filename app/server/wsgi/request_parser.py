"""Parses requests, for waitress: refuses those that another server could parse as two, and lets a
client that sends too much read the refusal."""

from __future__ import annotations

import copy
from collections.abc import Callable

from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import RequestEntityTooLarge

# Bytes above which a request is refused before it is stored. The app has a far lower limit, and
# refuses with a page.
LARGEST_REQUEST = 1_000_000
LARGEST_UPLOAD = 20_100_000  # the same if the view takes a large file, of up to 20 MB
# Bytes of a request before its body; addresses and hosts from it are kept in caches.
LARGEST_HEAD = 32_768
# Bytes up to which the rest of a refused request is read and discarded: a client whose connection
# is closed while it sends sees a broken connection, and not the reason.
MOST_DISCARDED = 32 * LARGEST_REQUEST


class RequestParser(HTTPRequestParser):  # type: ignore[misc]  # waitress comes without types
    """Parses a request, and refuses one that another server on the way could parse as two.

    waitress 3.0 reads chunks in spite of a length, or of two encodings, and keeps the connection
    open. `is_large_file_taken` returns whether the view at the path of a post takes large files;
    `to_discard` are the bytes of a body that is too large, still to come.
    """

    adj: Adjustments
    to_discard = 0

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
            # A copy: all connections share the original.
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = LARGEST_UPLOAD
        if not (self.chunked or self.content_length):
            self.expect_continue = False  # nothing follows, and nothing has to be waited for

    def received(self, data: bytes) -> int:
        """Parse what has arrived; returns how many bytes of it belong to this request."""
        if self.to_discard:
            consumed = min(len(data), self.to_discard)
            self.to_discard -= consumed
        else:
            consumed = int(super().received(data))
            is_too_large = isinstance(self.error, RequestEntityTooLarge)
            if is_too_large and not self.chunked and not self.expect_continue:
                self.to_discard = self.content_length
            if self.error:
                self.expect_continue = False  # the client must not send the body
        if isinstance(self.error, RequestEntityTooLarge):
            self.completed = not 0 < self.to_discard <= MOST_DISCARDED
        return consumed
