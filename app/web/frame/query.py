"""What stands behind the question mark of an address, whatever it is made of."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from flask import Request

SAFE = "/?:@!$&'()*+,;=-._~%"


class AnyQuery(Request):
    """A request whose query may be of any bytes: no browser sends them bare, but others may."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        if not self.query_string.isascii():
            self.query_string = quote(self.query_string, SAFE).encode("ascii")
