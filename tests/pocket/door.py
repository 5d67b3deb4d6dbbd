"""A pocket, and what a browser asks of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from app.pocket.app import open_pocket
from testkit.web.table import new_match

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MATCH = "/c/home/matches/1"


class CompiledTemplates(BytecodeCache):
    """What every app of this process finds compiled that was so once."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key] = bucket.bytecode_to_string()


COMPILED_TEMPLATES = CompiledTemplates()


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def page(self) -> str:
        return self.content.decode()


class Door:
    """The pocket with its book in a folder."""

    def __init__(self, folder: Path, prefix: str = "/pocket") -> None:
        self.pocket = open_pocket(str(folder), prefix)
        self.app = self.pocket.app
        self.app.jinja_env.bytecode_cache = COMPILED_TEMPLATES

    def get(self, url: str) -> Answer:
        return self.ask("GET", url, {}, b"")

    def post(self, url: str, fields: Mapping[str, object]) -> Answer:
        return self.ask("POST", url, FORM, urlencode(fields).encode())

    def ask(self, method: str, url: str, headers: dict[str, str], body: bytes) -> Answer:
        status, answered, content = self.pocket.answer(method, url, headers, body)
        return Answer(status, dict(answered), content)

    def begin(self, game: str) -> None:
        """Begin a match."""
        assert self.post("/c/home/matches", new_match(game)).status == 303
