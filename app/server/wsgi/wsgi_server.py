"""The WSGI server: waitress, made to stay reachable when some clients ask for too much.

waitress serves connections in their order. Here a client has no more than its share of them, and a
club of the threads; a request that arrives too slowly is given up, a process without free files
waits instead of trying again at once, and a process that is told to stop finishes the requests that
have begun. That needs private parts of waitress: all of them are used here and in `request_parser`.
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
from functools import partial
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

from app.fair_queue import FairQueue, Requester
from app.limits import DEFAULT_LIMITS, Limits
from app.server.wsgi.request_parser import LARGEST_HEAD, LARGEST_REQUEST, RequestParser
from app.web.core import http
from app.web.core.access import CLUB_IN_PATH, client_key

if sys.platform != "win32":
    import resource

# Beside those of streams. Sixteen may wait for PDFs and for files to be read, and eight go on
# answering. With 64 of them, fifty phones that ask at once fight for the processor: it took a third
# of a second until all had an answer, and takes a tenth.
THREADS = 24
ACCEPTED_AT_ONCE = 100  # before open connections are read again
# Phones keep their connections open, and a hundred of them must not lock everyone else out.
CONNECTIONS = 5_000
IDLE_SECONDS = 30
# In which a request must have arrived; a phone on the worst network needs a few.
REQUEST_SECONDS = 60
FINISH_SECONDS = 10  # in which requests that have begun may finish when the server stops
MOST_OF_PATH = 100  # letters of the path that are searched for the club
# The version of waitress whose private parts are used; a test fails with any other.
TESTED_WITH = "3.0.2"
OUT_OF_FILES = (errno.EMFILE, errno.ENFILE)

logger = logging.getLogger("tricktally")


class FairDispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The threads, of which each club and each address has its share."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self.queue: FairQueue[ClientChannel] = FairQueue(
            limits.requests_of_club, limits.requests_of_address
        )

    def done(self, requester: Requester) -> None:
        """Let another request of this requester begin."""
        with self.lock:
            self.queue.done(requester)
            if self.queue:
                self.queue_cv.notify()


class ResponseTask(WSGITask):  # type: ignore[misc]
    """The response of the app to one request."""

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment with two functions of ours.

        The app calls `tricktally.release_share` once a request only waits from now on, and
        `tricktally.begin_stream` for a stream, with a function to call when its phone has gone.
        """
        environ: dict[str, Any] = super().get_environment()
        environ["tricktally.release_share"] = self.channel.release_share
        environ["tricktally.begin_stream"] = self.channel.begin_stream
        return environ

    def execute(self) -> None:
        if self.channel.server.is_draining:
            # As if the phone, or the proxy before us, had asked for it with its last request.
            self.request.headers["CONNECTION"] = "close"
        super().execute()


class RefusalTask(ErrorTask):  # type: ignore[misc]
    """The response to a request that never reaches the app, with the security headers of the
    app."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.response_headers.extend(http.HEADERS.items())


class ClientChannel(HTTPChannel):  # type: ignore[misc]
    """The connection of one phone.

    `client` is the client that it counts for, empty once it is closed; `began` is when the current
    request began to arrive (as `time.time`). `running` has the requester that a thread counts for,
    while it answers here, and `on_gone` is called if the connection is closed during a stream.
    """

    task_class = ResponseTask
    error_task_class = RefusalTask
    began = 0.0

    def __init__(
        self,
        server: ListeningSocket,
        phone: socket.socket,
        address: Any,
        *args: Any,
        **options: Any,
    ) -> None:
        super().__init__(server, phone, address, *args, **options)
        self.parser_class = partial(RequestParser, is_large_file_taken=server.is_large_file_taken)
        self.client = client_key(address[0])
        server.connections[self.client] += 1
        self.running: list[Requester] = []
        self.on_gone: Callable[[], object] | None = None

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.began = time.time()
        is_complete: bool = super().received(data)
        return is_complete

    @property
    def requester(self) -> Requester:
        """The requester of the next request."""
        request = self.requests[0]
        path, headers = getattr(request, "path", ""), getattr(request, "headers", {})
        client = self.server.client_of(self.addr[0], headers.get("X_FORWARDED_FOR", ""))
        club = CLUB_IN_PATH.match(path[:MOST_OF_PATH])
        return Requester(club[1] if club else client, client)

    def service(self) -> None:
        """Answer the first request, within the share of its requester."""
        self.running.append(self.requester)
        try:
            super().service()
        finally:
            self.on_gone = None
            self.release_share()

    def begin_stream(self, on_gone: Callable[[], object]) -> None:
        """Stop counting for the requester, and call `on_gone` if the phone closes the
        connection."""
        self.release_share()
        self.on_gone = on_gone
        self.server.pull_trigger()

    def readable(self) -> bool:
        """Whether to wait for data of the phone; also during a stream, whose end waitress would
        only notice when it writes."""
        is_closing = self.will_close or self.close_when_flushed
        return bool(super().readable()) or (self.on_gone is not None and not is_closing)

    def handle_read(self) -> None:
        """Read what has arrived; a request sent after a stream has to wait."""
        if self.on_gone and self.socket.recv(1, socket.MSG_PEEK):
            self.on_gone = None
        else:
            super().handle_read()

    def release_share(self) -> None:
        """Let another request of the requester begin; does nothing if called again."""
        if self.running:
            self.server.task_dispatcher.done(self.running.pop(0))

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered, or its response is being sent."""
        return bool(self.requests or self.total_outbufs_len)

    def shut_down(self) -> None:
        """Close it in the next pass of the loop, even if the phone has not read everything.

        waitress closes it once it can write to it: never, if the phone does not read.
        """
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        if on_gone := self.on_gone:
            on_gone()
        if self.client:
            self.server.release(self.client)
            self.client = ""


class ListeningSocket(TcpWSGIServer):  # type: ignore[misc]
    """One socket that accepts connections, at most `most` of one client.

    `most` is None for no limit: behind a proxy all come from one address, and the proxy counts
    them. `client_of` and `is_large_file_taken` are as a `Server` takes them.
    """

    channel_class = ClientChannel

    def __init__(
        self,
        *args: Any,
        most: int | None,
        client_of: Callable[[str, str], str],
        is_large_file_taken: Callable[[str], bool],
        **options: Any,
    ) -> None:
        self.most = most
        self.client_of = client_of
        self.is_large_file_taken = is_large_file_taken
        self.connections: Counter[str] = Counter()
        self.paused_until = 0.0
        self.may_wait = False  # whether another connection may wait to be accepted
        self.is_draining = False
        super().__init__(*args, **options)

    def readable(self) -> bool:
        return bool(super().readable()) and time.monotonic() >= self.paused_until

    def handle_accept(self) -> None:
        """Accept waiting connections, `ACCEPTED_AT_ONCE` at most.

        waitress accepts one in a pass of its loop, and each pass asks every connection: with
        thousands of them, a client after a thousand others waited two seconds.
        """
        self.may_wait = True
        for _connection in range(ACCEPTED_AT_ONCE):
            if self.may_wait:
                super().handle_accept()

    def accept(self) -> tuple[socket.socket, Any] | None:
        """Return the next connection; None if there is none, or its client has its share
        already."""
        self.may_wait = False
        try:
            accepted: tuple[socket.socket, Any] | None = super().accept()
        except OSError as error:
            if error.errno not in OUT_OF_FILES:
                raise
            # The connection stays in the queue. Trying again at once would fail as often as the
            # processor can try, and write a line each time.
            self.paused_until = time.monotonic() + 1
            logger.warning("Out of files: new connections wait a second.")
            return None
        self.may_wait = accepted is not None
        if accepted and self.most is not None:
            client, address = accepted
            if self.connections[client_key(address[0])] >= self.most:
                client.close()
                return None
        return accepted

    def release(self, client: str) -> None:
        """Count one connection of a client less."""
        self.connections[client] -= 1
        if not self.connections[client]:
            del self.connections[client]

    def maintenance(self, now: float) -> None:
        """Close connections that are idle, and those whose request takes too long to arrive."""
        super().maintenance(now)
        for connection in self.active_channels.values():
            if connection.request is not None and connection.began < now - REQUEST_SECONDS:
                connection.will_close = True
            if connection.will_close:
                connection.shut_down()

    def stop_listening(self) -> None:
        """Accept no more connections; open ones stay open."""
        self.del_channel()
        self.socket.close()


class Server:
    """All sockets of one address to listen on, and the threads that answer.

    Behind proxies `client_of` returns which client a request comes from: by the address of the
    nearest proxy, and by what they report (`X-Forwarded-For`). `is_large_file_taken` returns
    whether the view at the path of a post takes large files. Further `settings` are those of
    waitress.

    When told to stop, it calls `on_drain` and goes on for `drain_seconds`, in which a proxy notices
    that it must ask another process; then it calls `on_stop`, which ends streams. Raises OSError or
    ValueError if it cannot listen.
    """

    def __init__(
        self,
        app: Callable[..., Iterable[bytes]],
        host: str,
        port: int,
        *,
        limits: Limits = DEFAULT_LIMITS,
        client_of: Callable[[str, str], str] | None = None,
        is_large_file_taken: Callable[[str], bool] = lambda _path: False,
        on_stop: Callable[[], object] = lambda: None,
        on_drain: Callable[[], object] = lambda: None,
        drain_seconds: float = 0,
        **settings: Any,
    ) -> None:
        self.on_stop = on_stop
        self.on_drain = on_drain
        self.drain_seconds = drain_seconds
        raise_file_limit()
        self.adj = Adjustments(
            host=host,
            port=port,
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=IDLE_SECONDS,
            cleanup_interval=IDLE_SECONDS // 2,
            max_request_body_size=LARGEST_REQUEST,
            max_request_header_size=LARGEST_HEAD,
            # select() looks at no more than 1,024 files, and fails above that.
            asyncore_use_poll=True,
            ident=None,  # no `Server` header
            **settings,
        )
        self.map: dict[int, Any] = {}
        self.dispatcher = FairDispatcher(limits)
        self.listeners = [
            ListeningSocket(
                app,
                self.map,
                most=None if client_of else limits.connections_of_address,
                client_of=client_of or (lambda peer, _reported: client_key(peer)),
                is_large_file_taken=is_large_file_taken,
                dispatcher=self.dispatcher,
                adj=self.adj,
                sockinfo=address,
            )
            for address in self.adj.listen
        ]
        self.dispatcher.set_thread_count(self.adj.threads)
        self._stops_at = math.inf

    def run(self) -> None:
        """Serve until `stop`, then finish the requests that have begun."""
        while (left := self._stops_at - time.monotonic()) > 0:
            self._run_once(min(left, self.adj.asyncore_loop_timeout))
        for listener in self.listeners:
            listener.stop_listening()
        self.on_stop()
        end = time.monotonic() + FINISH_SECONDS
        while self._is_busy() and time.monotonic() < end:
            self._run_once(0.1)
        self.dispatcher.shutdown(timeout=max(1, end - time.monotonic()))
        wasyncore.close_all(self.map, ignore_all=True)

    def stop(self) -> None:
        """Stop after draining; at once if called again. Signal handlers and threads may call it."""
        is_first = self._stops_at == math.inf
        self._stops_at = time.monotonic() + (self.drain_seconds if is_first else 0)
        self.on_drain()
        for listener in self.listeners:
            listener.is_draining = True
            with suppress(OSError):  # closed already, if it stopped long ago
                listener.pull_trigger()

    def reserve_stream_threads(self, streams: int) -> None:
        """Have a thread for each of so many streams beside those that answer requests."""
        self.dispatcher.set_thread_count(self.adj.threads + streams)

    def _run_once(self, seconds: float) -> None:
        """Run the loop once: wait at most so long for any socket, then read and write."""
        wasyncore.loop(timeout=seconds, map=self.map, use_poll=True, count=1)

    def _is_busy(self) -> bool:
        return any(
            connection.is_busy
            for listener in self.listeners
            for connection in list(listener.active_channels.values())
        )


def raise_file_limit() -> None:
    """Raise the limit of open files: each connection is one, and many systems start with 1,024."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 1_000
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
