"""Listening on the network: waitress, kept open for everyone when some ask for too much.

waitress serves whoever comes first. Here an address has its share of the connections and no more, a
request that trickles in is given up, a process that has run out of files waits instead of trying
again at once, and one that is told to stop finishes what has begun. Parts of waitress that it does
not promise to keep are taken for that: all of them stand here.
"""

from __future__ import annotations

import errno
import logging
import math
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from app.web.core.rate_limit import client_key

if sys.platform != "win32":
    import resource

THREADS = 24
"""Beside those of streams. Sixteen may wait for the press and for files to be read, and eight go on
answering. With 64 of them, fifty phones that look at once fight for the processor: it took a third
of a second until all had seen an answer, and takes a tenth."""
CONNECTIONS = 5_000
"""Phones keep their connections open, and a hundred of them must not lock everyone else out."""
CONNECTIONS_OF_AN_ADDRESS = 250
"""A whole club may share one address."""
IDLE_SECONDS = 30
REQUEST_SECONDS = 60
"""For so long a request may be on its way; a phone on the worst network needs a few seconds."""
LAST_SECONDS = 10
"""For so long what has begun may go on when the server is told to stop."""
LARGEST_REQUEST = 1_000_000
"""Above this a request is refused in bytes, before it is stored. Far below it the app refuses it
with a page that says so."""
READ_IN = "3.0.2"
"""The waitress in which these parts were read; a test asks for another look at any other."""
OUT_OF_FILES = (errno.EMFILE, errno.ENFILE)

log = logging.getLogger("tricktally")


class Answer(WSGITask):  # type: ignore[misc]  # waitress comes without types
    """What the app answers."""

    def execute(self) -> None:
        if self.channel.server.is_leaving:
            # As if the phone, or the proxy before us, had said that it was the last one.
            self.request.headers["CONNECTION"] = "close"
        super().execute()


class Connection(HTTPChannel):  # type: ignore[misc]
    """One phone's connection."""

    task_class = Answer
    began = 0.0
    """When the request that is on its way began to arrive (seconds, as `time.time`)."""

    def __init__(
        self, server: Listener, phone: socket.socket, address: Any, *about: Any, **more: Any
    ) -> None:
        super().__init__(server, phone, address, *about, **more)
        self.share = client_key(address[0])
        """Those who count as one with it; nothing once it counts no more."""
        server.connections[self.share] += 1

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.began = time.time()
        taken: bool = super().received(data)
        return taken

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered, or its answer is on its way."""
        return bool(self.requests or self.total_outbufs_len)

    def hang_up(self) -> None:
        """Close it as soon as the loop comes round, though the phone has not read all.

        waitress closes it once it can write to it: never, if nobody reads.
        """
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        if self.share:
            self.server.let_go(self.share)
            self.share = ""


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """One socket that phones come to.

    `most` connections an address may have, None for as many as it likes: behind a proxy all have
    the same, and the proxy is the one to count.
    """

    channel_class = Connection

    def __init__(self, *about: Any, most: int | None, **more: Any) -> None:
        self.most = most
        self.connections: Counter[str] = Counter()
        self.closed_until = 0.0
        self.is_leaving = False
        super().__init__(*about, **more)

    def readable(self) -> bool:
        return bool(super().readable()) and time.monotonic() >= self.closed_until

    def accept(self) -> tuple[socket.socket, Any] | None:
        """The next connection; None if there is none, or its address has its share already."""
        try:
            accepted: tuple[socket.socket, Any] | None = super().accept()
        except OSError as error:
            if error.errno not in OUT_OF_FILES:
                raise
            # The connection stays in the queue. Trying again at once would fail as often as the
            # processor can try, and write a line each time.
            self.closed_until = time.monotonic() + 1
            log.warning("Out of files: new connections wait a second.")
            return None
        if accepted and self.most is not None:
            phone, address = accepted
            if self.connections[client_key(address[0])] >= self.most:
                phone.close()
                return None
        return accepted

    def let_go(self, share: str) -> None:
        """One connection less of those who share an address."""
        self.connections[share] -= 1
        if not self.connections[share]:
            del self.connections[share]

    def maintenance(self, now: float) -> None:
        """Close what has been idle for long, and what has been arriving for too long."""
        super().maintenance(now)
        for connection in self.active_channels.values():
            if connection.request is not None and connection.began < now - REQUEST_SECONDS:
                connection.will_close = True
            if connection.will_close:
                connection.hang_up()

    def stop_listening(self) -> None:
        """Take no more connections; those that are open stay so."""
        self.del_channel()
        self.socket.close()


class Server:
    """All sockets of one address to listen on, and the threads that answer.

    `most` is as a `Listener` takes it; `on_stop` lets go what would never end by itself; further
    settings are those of waitress. When it is told to stop it says so by `on_leave` and goes on for
    `leaves_for` seconds, in which a proxy finds out that it must ask another one.
    Raises OSError or ValueError where it cannot listen.
    """

    def __init__(
        self,
        app: Callable[..., Iterable[bytes]],
        host: str,
        port: int,
        *,
        most: int | None = CONNECTIONS_OF_AN_ADDRESS,
        on_stop: Callable[[], object] = lambda: None,
        on_leave: Callable[[], object] = lambda: None,
        leaves_for: float = 0,
        **settings: Any,
    ) -> None:
        self.on_stop = on_stop
        self.on_leave = on_leave
        self.leaves_for = leaves_for
        open_as_many_files_as_allowed()
        self.adj = Adjustments(
            host=host,
            port=port,
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=IDLE_SECONDS,
            cleanup_interval=IDLE_SECONDS // 2,
            max_request_body_size=LARGEST_REQUEST,
            # select() looks at no more than 1,024 files, and fails above that.
            asyncore_use_poll=True,
            ident=None,  # what answers here is nobody's business
            **settings,
        )
        self.map: dict[int, Any] = {}
        self.dispatcher = ThreadedTaskDispatcher()
        self.listeners = [
            Listener(
                app,
                self.map,
                most=most,
                dispatcher=self.dispatcher,
                adj=self.adj,
                sockinfo=address,
            )
            for address in self.adj.listen
        ]
        self.dispatcher.set_thread_count(self.adj.threads)
        self._stops_at = math.inf

    def run(self) -> None:
        """Serve until `stop`, and then finish what has begun."""
        while (left := self._stops_at - time.monotonic()) > 0:
            self._look(min(left, self.adj.asyncore_loop_timeout))
        for listener in self.listeners:
            listener.stop_listening()
        self.on_stop()
        end = time.monotonic() + LAST_SECONDS
        while self._is_busy() and time.monotonic() < end:
            self._look(0.1)
        self.dispatcher.shutdown(timeout=max(1, end - time.monotonic()))
        wasyncore.close_all(self.map, ignore_all=True)

    def stop(self) -> None:
        """Stop soon, and at once if told again; for the handler of a signal, or another thread."""
        is_first = self._stops_at == math.inf
        self._stops_at = time.monotonic() + (self.leaves_for if is_first else 0)
        self.on_leave()
        for listener in self.listeners:
            listener.is_leaving = True
            # Closed already, if it has stopped long ago.
            with suppress(OSError):
                listener.pull_trigger()

    def make_room(self, following: int) -> None:
        """Have a thread for each stream beside those that answer."""
        self.dispatcher.set_thread_count(self.adj.threads + following)

    def _look(self, seconds: float) -> None:
        """Wait for news of any socket for so long, and read and write what can be."""
        wasyncore.loop(timeout=seconds, map=self.map, use_poll=True, count=1)

    def _is_busy(self) -> bool:
        return any(
            connection.is_busy
            for listener in self.listeners
            for connection in list(listener.active_channels.values())
        )


def open_as_many_files_as_allowed() -> None:
    """Each connection is a file, and many systems begin with 1,024 where thousands are allowed."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 1_000
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
