"""A wire to a server that can be cut at any word: before it is heard, or before it is answered."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Literal

Cut = Literal["before", "after"]


class Wire:
    """Passes on what goes to a server and comes from it, until a word is said that cuts it."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.folder = folder
        self.server = server
        self.cuts = 0
        self._word = b""
        self._when: Cut = "before"
        self._left = 0

    def cut_at(self, word: str, when: Cut, times: int = 1) -> None:
        """Cut the connection on which the word is said next: before the server hears of it, or
        after it has done so and before its answer comes back."""
        self._word, self._when, self._left = word.encode(), when, times

    def _takes(self, said: bytes) -> bool:
        if not self._left or self._word not in said:
            return False
        self._left -= 1
        self.cuts += 1
        return True

    def pass_on(self, phone: socket.socket) -> None:
        """Serve one connection until somebody ends it, or it is cut."""
        with closing(phone), closing(socket.socket(socket.AF_UNIX)) as server, suppress(OSError):
            server.connect(str(self.server / ".s.PGSQL.5432"))
            while True:
                for end in select.select([phone, server], [], [])[0]:
                    said = end.recv(65536)
                    is_cut = end is phone and self._takes(said)
                    if not said or (is_cut and self._when == "before"):
                        return
                    (server if end is phone else phone).sendall(said)
                    if is_cut:
                        server.recv(65536)
                        return


@contextmanager
def a_wire(folder: Path, server: Path) -> Iterator[Wire]:
    """A wire from a socket in one folder to that of a server in another one."""
    wire = Wire(folder, server)
    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket(socket.AF_UNIX))
        listener.bind(str(folder / ".s.PGSQL.5432"))
        listener.listen(64)

        def listen() -> None:
            with suppress(OSError):
                while True:
                    phone, _address = listener.accept()
                    threading.Thread(target=wire.pass_on, args=[phone], daemon=True).start()

        threading.Thread(target=listen, daemon=True).start()
        stack.callback(listener.shutdown, socket.SHUT_RDWR)
        yield wire
