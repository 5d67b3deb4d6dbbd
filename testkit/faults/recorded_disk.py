"""A disk that notes all that SQLite does to a database, so that its power can be cut afterwards.

SQLite reaches the disk through a table of functions, its VFS. One that does the same and notes it
is put before it: what was written where, and what was confirmed. No compiler is needed for that,
and nothing of the app is changed.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pysqlite3 import _sqlite3

OK = 0
CREATE = 0x00000004
JOURNAL = 0x00000800 | 0x00080000
"""The flags with which SQLite opens a rollback journal and a write-ahead log."""

Int, Long, Pointer = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p
Open = ctypes.CFUNCTYPE(Int, Pointer, Pointer, Pointer, Int, Pointer)
Delete = ctypes.CFUNCTYPE(Int, Pointer, Pointer, Int)
Write = ctypes.CFUNCTYPE(Int, Pointer, Pointer, Int, Long)
Truncate = ctypes.CFUNCTYPE(Int, Pointer, Long)
Sync = ctypes.CFUNCTYPE(Int, Pointer, Int)


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`, as far as it is of interest here."""

    _fields_ = [
        *(("version", Int), ("size_of_file", Int), ("longest_path", Int), ("next", Pointer)),
        *(("name", ctypes.c_char_p), ("own", Pointer), ("open", Open), ("delete", Delete)),
        ("others", Pointer * 14),
    ]


class Methods(ctypes.Structure):
    """`sqlite3_io_methods`: what can be done with an open file."""

    _fields_ = [
        *(("version", Int), ("close", Pointer), ("read", Pointer)),
        *(("write", Write), ("truncate", Truncate), ("sync", Sync), ("others", Pointer * 13)),
    ]


class OpenFile(ctypes.Structure):
    """`sqlite3_file`."""

    _fields_ = [("methods", ctypes.POINTER(Methods))]


@dataclass(frozen=True)
class Operation:
    """What was done to the file `name`; `sync` confirms what was written to it, and `settle` which
    files there are. A `mark` is what the program came to know then, such as an answer taken."""

    kind: Literal["create", "delete", "write", "truncate", "sync", "settle", "mark"]
    name: str = ""
    at: int = 0
    content: bytes = b""
    mark: Any = None


DISKS: list[RecordedDisk] = []
"""Every one that there was: SQLite lets go of a file only when the last statement about it is
forgotten, perhaps long after the connection was closed, and calls the disk once more."""


class RecordedDisk:
    """All that happens to a database and the journals beside it, in its order."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.operations: list[Operation] = []
        self.at_first = {path.name: path.read_bytes() for path in self._files() if path.exists()}
        self._one_at_a_time = threading.RLock()
        self._names: dict[int, str] = {}
        self._fresh_journals: set[int] = set()
        self._methods: dict[int, Methods] = {}
        sqlite = ctypes.CDLL(_sqlite3.__file__)
        sqlite.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        self._sqlite = sqlite
        self._real = sqlite.sqlite3_vfs_find(None)
        self._vfs = Vfs.from_buffer_copy(self._real.contents)
        self._vfs.name = b"recorded"
        self._vfs.open, self._vfs.delete = Open(self._open), Delete(self._delete)
        DISKS.append(self)

    def mark(self, mark: Any) -> None:
        """Note what the program knows from now on."""
        with self._one_at_a_time:
            self.operations.append(Operation("mark", mark=mark))

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Whatever this process opens meanwhile is on this disk; it must be closed again."""
        self._sqlite.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        try:
            yield
        finally:
            self._sqlite.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
            self._sqlite.sqlite3_vfs_register(self._real, 1)

    def _note(self, kind: Any, name: str = "", at: int = 0, content: bytes = b"") -> None:
        self.operations.append(Operation(kind, name, at, content))

    # What SQLite calls

    def _open(self, vfs: int, path: int | None, file: int, flags: int, given: int | None) -> int:
        name = self._name_of(path)
        with self._one_at_a_time:
            is_new = name is not None and not self.database.with_name(name).exists()
            result = self._real.contents.open(vfs, path, file, flags, given)
            if result != OK or name is None:
                return int(result)
            opened = OpenFile.from_address(file)
            self._names[file] = name
            self._fresh_journals.discard(file)
            if flags & CREATE and flags & JOURNAL:
                self._fresh_journals.add(file)
            if is_new:
                self._note("create", name)
            opened.methods = ctypes.pointer(self._noting(opened.methods))
        return OK

    def _delete(self, vfs: int, path: int | None, is_settled: int) -> int:
        name = self._name_of(path)
        with self._one_at_a_time:
            result = int(self._real.contents.delete(vfs, path, is_settled))
            if result == OK and name is not None:
                self._note("delete", name)
                if is_settled:
                    self._note("settle")
        return result

    def _noting(self, methods: Any) -> Methods:
        """The same methods, with those before them that note what is done."""
        address = ctypes.addressof(methods.contents)
        if address in self._methods:
            return self._methods[address]
        real = Methods.from_buffer_copy(methods.contents)
        ours = Methods.from_buffer_copy(real)

        def write(file: int, content: int, length: int, at: int) -> int:
            with self._one_at_a_time:
                self._note("write", self._names[file], at, ctypes.string_at(content, length))
                return int(real.write(file, content, length, at))

        def truncate(file: int, length: int) -> int:
            with self._one_at_a_time:
                self._note("truncate", self._names[file], length)
                return int(real.truncate(file, length))

        def sync(file: int, flags: int) -> int:
            with self._one_at_a_time:
                result = int(real.sync(file, flags))
                self._note("sync", self._names[file])
                if file in self._fresh_journals:
                    # SQLite syncs the folder too when it first syncs a journal that it has opened.
                    self._fresh_journals.remove(file)
                    self._note("settle")
                return result

        ours.write, ours.truncate, ours.sync = Write(write), Truncate(truncate), Sync(sync)
        self._methods[address] = ours
        return ours

    def _name_of(self, path: int | None) -> str | None:
        """The name of a file of the database, None for any other."""
        whole = Path(ctypes.string_at(path).decode()) if path else None
        return whole.name if whole in self._files() else None

    def _files(self) -> list[Path]:
        return [Path(f"{self.database}{end}") for end in ("", "-journal", "-wal")]
