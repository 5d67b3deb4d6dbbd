"""Catalogues as files: the entries of a PO file with their lines, and how one is written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import denormalize, write_po

LINE = re.compile(
    r"(?:(?P<keyword>msgid_plural|msgid|msgstr(?:\[(?P<form>\d)\])?) *)?"
    r'(?P<string>"(?:[^"\\]|\\[\\trn"])*")'
)
OBSOLETE = "#~"
"""Begins the lines of what the app no longer says; kept, in case that it comes back."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
REPLACED = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class Fault:
    """What is wrong with a file, and in which line."""

    path: Path
    line: int
    what: str

    def __str__(self) -> str:
        path = os.path.relpath(self.path)
        return f"{path}:{self.line}: {self.what}"


@dataclass
class Entry:
    """A message as it stands in the file at `path`: the `line` of its text and its translation, by
    the numbers of its forms; 0 alone if it has no plural.

    `remarks` are those of whoever translates, who can mark it as unsure (`is_fuzzy`): then it is
    not used. `is_broken` if a line of it cannot be read. `comments` and `places` say to them what
    its words mean and where it stands.
    """

    path: Path
    line: int = 0
    id: str = ""
    plural: str | None = None
    forms: dict[int, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    is_fuzzy: bool = False
    is_obsolete: bool = False
    is_broken: bool = False
    comments: Sequence[str] = ()
    places: Sequence[str] = ()

    def strings(self, count: int) -> str | tuple[str, ...]:
        """Its translation as Babel has it, where plurals have `count` forms."""
        if self.plural is None:
            return self.forms.get(0, "")
        return tuple(self.forms.get(form, "") for form in range(count))

    @property
    def is_translated(self) -> bool:
        """Whether there is a translation of it, right or wrong."""
        return any(self.forms.values()) and not self.is_fuzzy


@dataclass(frozen=True)
class Catalogue:
    """A file of a language: the fields of its header by their names, its entries without that
    header, and what cannot be read of it."""

    path: Path
    header: Mapping[str, str]
    entries: list[Entry]
    faults: list[Fault]


def read(path: Path) -> Catalogue:
    """Read a PO file as far as it can be read; a line that cannot breaks its entry alone."""
    faults: list[Fault] = []
    entries = [entry for entry in read_entries(path, faults) if entry.line]
    heads = "".join(entry.forms.get(0, "") for entry in entries if not entry.id)
    fields = (line.partition(":") for line in heads.splitlines())
    header = {name.strip(): value.strip() for name, _colon, value in fields}
    return Catalogue(path, header, [entry for entry in entries if entry.id], faults)


def read_entries(path: Path, faults: list[Fault]) -> Iterator[Entry]:
    """The entries of a file, one after the other; `faults` gets what is wrong with its lines."""
    content = path.read_bytes()
    if content.startswith(BYTE_ORDER_MARK):
        faults.append(Fault(path, 1, "a byte order mark (BOM): save the file without it"))
    entry, keyword = Entry(path), ""
    for number, raw in enumerate(content.removeprefix(BYTE_ORDER_MARK).splitlines(), start=1):
        line = raw.decode("utf-8", "replace").strip()
        words = line.removeprefix(OBSOLETE).lstrip()
        found = LINE.fullmatch(words)
        is_comment = words.startswith("#")
        if entry.line and (is_comment or (found and found["keyword"] == "msgid")):
            yield entry
            entry, keyword = Entry(path), ""
        if is_comment:
            note_comment(entry, words)
        elif found and (found["keyword"] or keyword):
            keyword = found["keyword"] or keyword
            add_string(entry, number, keyword, denormalize(found["string"]))
            entry.is_obsolete = line.startswith(OBSOLETE)
        elif words:
            faults.append(Fault(path, number, f"no line of a PO file: {words[:60]}"))
            entry.is_broken = True
        if REPLACED in line:
            faults.append(Fault(path, number, "letters that are not UTF-8: save the file as UTF-8"))
            entry.is_broken = True
    yield entry


def note_comment(entry: Entry, line: str) -> None:
    """Take what is of use from a comment: a remark, or that it is unsure."""
    if line.startswith("#,"):
        entry.is_fuzzy |= "fuzzy" in line
    elif line[1:2] in (" ", ""):
        entry.remarks.append(line[2:])


def add_string(entry: Entry, number: int, keyword: str, string: str) -> None:
    """Add a string, or the next line of one."""
    if keyword == "msgid":
        entry.line = entry.line or number
        entry.id += string
    elif keyword == "msgid_plural":
        entry.plural = (entry.plural or "") + string
    else:
        form = int(keyword[7:-1] or 0)
        entry.forms[form] = entry.forms.get(form, "") + string


def text_of(header: str, count: int, entries: Iterable[Entry]) -> str:
    """A catalogue as text, below its `header`, whose plurals have `count` forms."""
    catalog = Catalog(fuzzy=False)
    catalog.mime_headers = [("Plural-Forms", f"nplurals={count}; plural=0")]
    for entry in entries:
        message = catalog.add(
            (entry.id, entry.plural) if entry.plural else entry.id,
            entry.strings(count),
            locations=[(place, 0) for place in entry.places],
            flags=["fuzzy"] if entry.is_fuzzy else [],
            auto_comments=entry.comments,
            user_comments=entry.remarks,
        )
        # “{share}% of” is not what it takes it for.
        message.flags.discard("python-format")
        if entry.is_obsolete:
            catalog.obsolete[entry.id] = message
            catalog.delete(entry.id)
    content = BytesIO()
    write_po(content, catalog, width=0, omit_header=True)
    return f"{header}\n{content.getvalue().decode('utf-8')}".rstrip() + "\n"
