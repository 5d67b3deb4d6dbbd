"""All messages of the app, as gettext's tools collect them: from its Python and its templates."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.extract import extract_from_dir

ROOT = Path(__file__).parents[1]
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract"), ("**.svg", "jinja2")]
KEYWORDS = {"_": None, "_n": (1, 2)}


class Message(NamedTuple):
    """A message: its English, in two forms if it has a plural, and where it stands."""

    text: str
    plural: str | None
    place: str


@cache
def messages() -> tuple[Message, ...]:
    """Return each message of the app as often as it stands somewhere."""
    return tuple(_messages_in("app")) + tuple(_messages_in("templates"))


def _messages_in(folder: str) -> Iterator[Message]:
    found = extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS, comment_tags=())
    for file, line, text, *_rest in found:
        one, many = text if isinstance(text, tuple) else (text, None)
        yield Message(one, many, f"{folder}/{file}:{line}")
