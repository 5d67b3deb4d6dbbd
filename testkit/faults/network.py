"""A network between phones and a server, which can be cut, or take all that is said and carry none
of it, or only what phones say."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from testkit.servers import free_port

PIECE = 65_536  # bytes


class Network:
    """Takes connections at a port of its own and carries what is said to the server at another."""

    def __init__(self, server_port: int) -> None:
        self.port = free_port()
        self.is_silent = False
        """Whether it takes all that is said and carries nothing."""
        self.loses_answers = False
        """Whether it carries what phones say and nothing that the server says."""
        self._server_port = server_port
        self._listener: socket.socket | None = None
        self._connections: set[socket.socket] = set()
        self.mend()

    def cut(self) -> None:
        """End all connections and refuse others."""
        if self._listener:
            # A thread that waits for a connection holds on to a listener that is only closed.
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        self._end_all()

    def hush(self) -> None:
        """Take connections and all that is said, and answer nothing."""
        self.is_silent = True

    def lose_answers(self) -> None:
        """Carry what phones say, and nothing of what the server says to it."""
        self.loses_answers = True

    def mend(self) -> None:
        """Carry everything; a connection that lost something ends."""
        if self.is_silent or self.loses_answers:
            self.is_silent = self.loses_answers = False
            self._end_all()
        if self._listener is None:
            self._listener = socket.create_server(("127.0.0.1", self.port))
            threading.Thread(target=self._take, args=[self._listener], daemon=True).start()

    @contextmanager
    def comes_and_goes(self, seconds: float = 2) -> Iterator[None]:
        """A network that is there for so long, and then away for as long, again and again, until
        the end of the block, where it is mended."""
        is_over = threading.Event()

        def turn() -> None:
            while not is_over.wait(seconds):
                self.cut()
                is_over.wait(seconds)
                self.mend()

        turning = threading.Thread(target=turn)
        turning.start()
        try:
            yield
        finally:
            is_over.set()
            turning.join()

    def _end_all(self) -> None:
        for connection in [*self._connections]:
            self._end(connection)

    def _end(self, connection: socket.socket) -> None:
        self._connections.discard(connection)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        connection.close()

    def _take(self, listener: socket.socket) -> None:
        while True:
            try:
                phone, _address = listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self._server_port))
            except OSError:  # it was killed
                phone.close()
                continue
            self._connections |= {phone, server}
            for about in ((phone, server, False), (server, phone, True)):
                threading.Thread(target=self._carry, args=about, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while piece := one.recv(PIECE):
                if not self.is_silent and not (is_answer and self.loses_answers):
                    other.sendall(piece)
        self._end(one)
        self._end(other)
