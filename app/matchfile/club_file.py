"""Export and import of a whole club as one file: a zip of match files, of `club.json`, and of a
read-me page for people. Format: tricktally-club/1

`club.json` has the people, the evenings and the decks of the club, and names its match files in the
order in which the matches began. Everything about a match itself is in its match file.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from app.matchfile.club_contents import (
    CONTENTS,
    MOST_ENTRIES,
    BrokenClubFile,
    ClubContents,
    MatchEntry,
    parse_contents,
)
from app.matchfile.file_kinds import ABOUT, kind_of_file
from app.matchfile.read import LARGEST_FILE
from app.matchfile.write import as_json
from app.scoring import Text, _, _n

READ_ME = "READ ME.txt"
MATCHES = "matches/"

LARGEST_CLUB_FILE = 20_000_000  # bytes of the zip
LARGEST_UNPACKED = 200_000_000  # bytes of all files in it
LARGEST_INDEX = MOST_ENTRIES * 200  # bytes of the list of files at the end of a zip
# The end of the list of files (central directory), by its signature and length.
INDEX_END = b"PK\5\6"
INDEX_END_BYTES = 22
LONGEST_COMMENT = 65_535
# In a zip64, whose list may be longer, these two are before the end.
LONG_INDEX_END = b"PK\6\6"
LONG_INDEX_END_BYTES = 56
LONG_INDEX_PLACE = b"PK\6\7"
LONG_INDEX_PLACE_BYTES = 20


class UnreadableEntry(Exception):
    """Raised for one file in a zip that cannot be unpacked. `reason` is why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


# Writing


def begin_club_file(path: Path) -> None:
    """Create a club file without matches."""
    with ZipFile(path, "w", ZIP_DEFLATED):
        pass


def add_matches(path: Path, texts: Mapping[str, str]) -> None:
    """Add match files to a club file by name, unless it has them already."""
    with ZipFile(path, "a", ZIP_DEFLATED) as archive:
        names = set(archive.namelist())
        for name, text in texts.items():
            if name not in names:
                archive.writestr(name, text)


def finish_club_file(path: Path, contents: ClubContents, read_me: str) -> None:
    """Add `club.json` and the read-me page to a club file."""
    rows = {
        key: value for key, value in asdict(contents).items() if isinstance(value, (list, tuple))
    }
    head = {"format": contents.format, "club": contents.club, "made": contents.made}
    pairs = [f"  {as_json(key)}: {as_json(value)}" for key, value in head.items()]
    for key, entries in rows.items():
        lines = ",\n".join(f"    {as_json(without_defaults(entry))}" for entry in entries)
        pairs.append(f"  {as_json(key)}: [\n{lines}\n  ]" if entries else f"  {as_json(key)}: []")
    with ZipFile(path, "a", ZIP_DEFLATED) as archive:
        archive.writestr(CONTENTS, "{\n" + ",\n".join(pairs) + "\n}\n")
        archive.writestr(READ_ME, read_me)


def without_defaults(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry without empty values."""
    return {key: value for key, value in entry.items() if value not in (None, "", [], ())}


def match_file_name(number: int, game: str, day: str) -> str:
    """Return the name of a match file in the zip: its number among all, its game and its day."""
    return f"{MATCHES}{number:05}-{game}-{day}.json"


# Reading


@dataclass(frozen=True)
class ClubFrame:
    """The frame of a club file: `contents` of `club.json`, completed with the match files that it
    does not list, and `members`, the full name in the zip of each file."""

    contents: ClubContents
    members: Mapping[str, str]


def read_frame(path: Path) -> ClubFrame:
    """Read the frame of a club file, and no match. Raises `BrokenClubFile`."""
    with open_zip(path) as archive:
        infos = archive.infolist()
        check_entries(infos)
        root = root_of([info.filename for info in infos])
        members = {
            info.filename.removeprefix(root): info.filename
            for info in infos
            if info.filename.startswith(root)
        }
        try:
            content = unpack(archive, members[CONTENTS])
        except UnreadableEntry as error:
            raise BrokenClubFile(
                _("{file}: {reason}", file=CONTENTS, reason=error.reason)
            ) from error
    contents = parse_contents(content)
    listed = {entry.file for entry in contents.matches}
    others = [
        MatchEntry(name)
        for name in sorted(members)
        if name.startswith(MATCHES) and name.endswith(".json") and name not in listed
    ]
    return ClubFrame(replace(contents, matches=[*contents.matches, *others]), members)


@contextmanager
def open_zip(path: Path) -> Iterator[ZipFile]:
    """Open a zip whose list of files is not too long. Raises `BrokenClubFile`."""
    size = path.stat().st_size
    kind = kind_of_file(path)
    if kind not in (None, "club", "zip"):
        raise BrokenClubFile(ABOUT[kind])
    if size > LARGEST_CLUB_FILE:
        raise BrokenClubFile(
            _("It has more than {n} MB, the most for a club.", n=LARGEST_CLUB_FILE // 1_000_000)
        )
    with path.open("rb") as file:
        # Before `ZipFile` reads the list: one with a hundred thousand entries is quickly made.
        check_index(file, size)
        try:
            archive = ZipFile(file)
        except (BadZipFile, ValueError, OverflowError, NotImplementedError, OSError) as error:
            raise BrokenClubFile(NO_ZIP) from error
        with archive:
            yield archive


NO_ZIP = _("It is no zip file, or it was cut off on its way.")
TOO_MANY = _n(
    "It has more than {n} file, the most for a club.",
    "It has more than {n} files, the most for a club.",
    MOST_ENTRIES,
)


def check_index(file: BinaryIO, size: int) -> None:
    """Raise `BrokenClubFile` for a zip without an end, or with too long a list of files."""
    longest = LONG_INDEX_END_BYTES + LONG_INDEX_PLACE_BYTES + INDEX_END_BYTES + LONGEST_COMMENT
    file.seek(max(0, size - longest))
    tail = file.read()
    at = tail.rfind(INDEX_END)
    if at < 0 or len(tail) - at < INDEX_END_BYTES:
        raise BrokenClubFile(NO_ZIP)
    # By the ZIP specification: the number of files, and the length of their list in bytes.
    number = int.from_bytes(tail[at + 10 : at + 12], "little")
    length = int.from_bytes(tail[at + 12 : at + 16], "little")
    before = tail[:at]
    if before[-LONG_INDEX_PLACE_BYTES:].startswith(LONG_INDEX_PLACE):
        # `ZipFile` reads the numbers of a zip64 instead, whatever the other end says.
        long_end = before[-LONG_INDEX_PLACE_BYTES - LONG_INDEX_END_BYTES :]
        if long_end.startswith(LONG_INDEX_END):
            number = int.from_bytes(long_end[32:40], "little")
            length = int.from_bytes(long_end[40:48], "little")
    if number > MOST_ENTRIES or length > LARGEST_INDEX:
        raise BrokenClubFile(TOO_MANY)
    file.seek(0)


def check_entries(infos: Sequence[ZipInfo]) -> None:
    """Raise `BrokenClubFile` for files in a zip that no club has."""
    if len(infos) > MOST_ENTRIES:
        raise BrokenClubFile(TOO_MANY)
    if any(info.header_offset < 0 for info in infos):
        raise BrokenClubFile(NO_ZIP)  # its beginning is missing
    for info in infos:
        name = info.filename
        shown = name[:80]
        parts = name.replace("\\", "/").split("/")
        if ".." in parts or name.startswith("/") or "\\" in name or ":" in parts[0]:
            raise BrokenClubFile(_("“{file}” in it leads out of the file.", file=shown))
        if info.flag_bits & 1:
            raise BrokenClubFile(_("“{file}” in it is locked with a password.", file=shown))
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise BrokenClubFile(_("“{file}” in it is packed in another way.", file=shown))
    times = Counter(info.filename for info in infos)
    if twice := [name for name, n in times.items() if n > 1]:
        raise BrokenClubFile(_("“{file}” is in it twice.", file=twice[0][:80]))
    unpacked = sum(info.file_size for info in infos)
    if unpacked > LARGEST_UNPACKED:
        most, megabytes = LARGEST_UNPACKED // 1_000_000, unpacked // 1_000_000
        raise BrokenClubFile(
            _("Unpacked it has {n} MB, and a club at most {most}.", n=megabytes, most=most)
        )


def root_of(names: Sequence[str]) -> str:
    """Return the folder in a zip in which the club is: a computer that packs it again adds one.

    Raises `BrokenClubFile` if there is no club.
    """
    paths = [name for name in names if name == CONTENTS or name.endswith(f"/{CONTENTS}")]
    if not paths:
        raise BrokenClubFile(_("There is no “{file}” in it: it is not a club.", file=CONTENTS))
    return min(paths, key=len).removesuffix(CONTENTS)


def unpack(archive: ZipFile, name: str, most: int = LARGEST_FILE) -> bytes:
    """Return the bytes of a file in a zip. Raises `UnreadableEntry`."""
    try:
        size = archive.getinfo(name).file_size
        if size > most:
            raise UnreadableEntry(_n("larger than {n} byte", "larger than {n} bytes", most))
        with archive.open(name) as file:
            # Not `archive.read`: that unpacks all there is before it compares the size.
            return file.read(size)
    except KeyError as error:
        raise UnreadableEntry(_("it is not in the file")) from error
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError) as error:
        raise UnreadableEntry(_("it was damaged on its way")) from error
