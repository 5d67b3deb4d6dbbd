"""The door of the server: many may stand in it, and nobody may keep the others out."""

from __future__ import annotations

import errno
import http.client
import re
import resource
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from importlib.metadata import version
from ipaddress import ip_network
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from flask import Flask
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from app.cli import main as run
from app.limits import DEFAULT_LIMITS
from app.server import trusted_hosts
from app.server.run import open_app
from app.server.wsgi import proxies, request_parser, wsgi_server
from app.server.wsgi.request_log import format_request
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.sqlite import connection
from app.web.core.access import client_key
from app.web.core.http import HEADERS
from app.web.core.services import services
from app.web.match import live
from testkit.http_browser import Browser
from testkit.servers import Server, free_port, running, wait_until
from testkit.whole_matches import whole_match

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CHUNKED = "Transfer-Encoding: chunked"
HEARTS = {"trump": "hearts"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("door")


@pytest.fixture(scope="module")
def port(folder) -> Iterator[int]:
    """Where the program is open to all, and known by one name more."""
    with program(folder, "--open", "--host-name", "Cards.example") as server:
        yield server.port


@pytest.fixture
def scorer(port) -> Iterator[Browser]:
    with Browser(port) as browser:
        yield browser


@pytest.fixture
def match(scorer) -> str:
    return scorer.begin(whole_match("tribello"))


@contextmanager
def program(folder: Path, *options: str) -> Iterator[Server]:
    """The program with these options, on a score book in `folder`."""
    port, book = free_port(), folder / "matches.sqlite3"
    command = ["-m", "app", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with running([*command, "--database", str(book), *options], port, book) as server:
        yield server


def phone_at(port: int, source: str = "127.0.0.1") -> closing[http.client.HTTPConnection]:
    """A phone at an address of this machine."""
    return closing(http.client.HTTPConnection("127.0.0.1", port, 20, source_address=(source, 0)))


def get(port: int, path: str = "/healthz", source: str = "127.0.0.1", **headers: str) -> int:
    """The status of a page."""
    with phone_at(port, source) as phone:
        phone.request("GET", path, headers=headers)
        return phone.getresponse().status


def is_open(connection: socket.socket) -> bool:
    """Whether the server has not closed a connection on which nothing was sent."""
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


@contextmanager
def connections(port: int, number: int) -> Iterator[list[socket.socket]]:
    """So many connections on which nothing is said."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 5))
            for _ in range(number)
        ]


@contextmanager
def streams(port: int, match: str, number: int) -> Iterator[list[http.client.HTTPResponse]]:
    """So many phones that follow a match."""
    with ExitStack() as stack:
        phones = [stack.enter_context(phone_at(port)) for _ in range(number)]
        for phone in phones:
            phone.request("GET", f"{match}/live")
        yield [phone.getresponse() for phone in phones]


def next_line(stream: http.client.HTTPResponse) -> int | None:
    """The next line that a stream tells of, None at its end."""
    for words in iter(stream.readline, b""):
        if words.startswith(b"data: "):
            return int(words.removeprefix(b"data: "))
    return None


def test_an_address_has_its_share_and_others_have_theirs(port):
    def has_room() -> bool:
        with suppress(OSError):
            return get(port) == 200
        return False

    with connections(port, DEFAULT_LIMITS.connections_of_address + 20) as idle:
        assert get(port, source="127.0.0.2") == 200
        assert sum(map(is_open, idle)) == DEFAULT_LIMITS.connections_of_address
        assert not has_room()
    wait_until(has_room)


def test_what_is_sent_behind_a_stream_ends_it_not_and_who_asks_for_news_fills_no_log(
    port, folder, scorer, match
):
    with streams(port, match, 1) as (stream,):
        assert next_line(stream) == 1
        stream.fp.raw._sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 99)
        scorer.ask("GET", match)
        assert scorer.ask("GET", f"{match}?after=1", part=True).status == 204
        scorer.enter(match, 1, HEARTS)
        assert next_line(stream) == 2

    log = (folder / "matches.log").read_text()
    assert f"GET {match} 200" in log
    assert f"GET {match} 204 " not in log


def test_a_household_with_ipv6_counts_as_one():
    assert client_key("192.168.1.20") == client_key("::ffff:192.168.1.20") == "192.168.1.20"
    assert client_key("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64"
    assert client_key("fe80::1%eth0") == "fe80::/64"
    assert client_key("a:b") == "a:b"


def empty_page(_environ, start_response):
    start_response("200 OK", [("Content-Length", "0")])
    return [b""]


@contextmanager
def server_of(app) -> Iterator[wsgi_server.Server]:
    """Our server with another app behind it, in a thread of its own."""
    server = wsgi_server.Server(app, "127.0.0.1", free_port())
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(20)
        assert not thread.is_alive()


@contextmanager
def server_step_by_step() -> Iterator[wsgi_server.Server]:
    """Our server, which does nothing until it is told to."""
    server = wsgi_server.Server(empty_page, "127.0.0.1", free_port())
    yield server
    server.stop()
    server.run()


def test_many_who_come_at_once_are_all_let_in_by_a_few_passes():
    """Each pass asks every connection: one a pass would be seconds for thousands."""
    with server_step_by_step() as server, connections(server.adj.port, 150):
        for _pass in range(3):
            server._run_once(0.1)

        assert len(server.listeners[0].active_channels) == 150


def test_a_server_out_of_files_says_so_and_waits_a_while(monkeypatch):
    said, no_more = [], Mock(side_effect=OSError(errno.EMFILE, "Too many open files"))
    monkeypatch.setattr(wsgi_server.logger, "warning", said.append)
    with server_step_by_step() as server, connections(server.adj.port, 1):
        (listener,) = server.listeners
        with monkeypatch.context() as out_of_files:
            out_of_files.setattr(TcpWSGIServer, "accept", no_more)
            for _pass in range(3):
                server._run_once(0.1)
        assert said == ["Out of files: new connections wait a second."]

        wait_until(lambda: server._run_once(0.1) or listener.active_channels)


def test_the_parts_of_waitress_that_are_not_promised_were_read_in_this_version():
    assert version("waitress") == wsgi_server.TESTED_WITH, (
        "app/server/wsgi/wsgi_server.py and request_parser.py override parts of waitress/server.py,"
        " channel.py, task.py and parser.py: read what has changed in them, then set TESTED_WITH"
    )


def test_a_request_that_only_trickles_in_is_given_up(monkeypatch):
    monkeypatch.setattr(wsgi_server, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(wsgi_server, "IDLE_SECONDS", 1)
    with server_of(empty_page) as server, connections(server.adj.port, 1) as (phone,):
        phone.sendall(b"GET / HTTP/1.1\r\n")
        wait_until(lambda: not is_open(phone) or phone.sendall(b"X: y\r\n"))


def test_what_has_begun_is_finished_before_the_server_goes():
    has_begun, may_end = threading.Event(), threading.Event()

    def slow_page(environ, start_response):
        has_begun.set()
        assert may_end.wait(5)
        return empty_page(environ, start_response)

    with server_of(slow_page) as server, phone_at(server.adj.port) as phone:
        phone.request("GET", "/")
        assert has_begun.wait(5)
        server.stop()
        may_end.set()

        assert phone.getresponse().status == 200


@contextmanager
def busy_club(app) -> Iterator[tuple[int, list[Future[int]]]]:
    """A server, to which a club has sent twice as many requests as there are threads; its port, and
    what they will be answered."""
    most = 2 * wsgi_server.THREADS
    with server_of(app) as server, ThreadPoolExecutor(most) as phones:
        paths = [f"/c/busy/{number}" for number in range(most - 1)]
        yield server.adj.port, [phones.submit(get, server.adj.port, path) for path in paths]


def test_a_club_that_asks_for_much_leaves_others_their_turn():
    """None of its requests is answered before the one of another club."""
    is_answered, begun = threading.Event(), threading.Semaphore(0)

    def app(environ, start_response):
        if environ["PATH_INFO"].startswith("/c/busy/"):
            begun.release()
            assert is_answered.wait(30)
        return empty_page(environ, start_response)

    with busy_club(app) as (port, busy):
        for _request in range(DEFAULT_LIMITS.requests_of_club):
            assert begun.acquire(timeout=10)
        assert get(port, "/c/other/") == 200
        assert not begun.acquire(blocking=False), "its share is no more"
        is_answered.set()
        assert {answer.result() for answer in busy} == {200}


def test_a_request_that_only_waits_takes_no_share_of_its_club():
    """Three wait for what the fourth says."""
    waiting = threading.Barrier(DEFAULT_LIMITS.requests_of_club + 2)

    def app(environ, start_response):
        environ["tricktally.release_share"]()
        if environ["PATH_INFO"] in [f"/c/busy/{number}" for number in range(waiting.parties)]:
            waiting.wait(30)
        return empty_page(environ, start_response)

    with busy_club(app) as (_port, busy):
        assert {answer.result() for answer in busy} == {200}


def test_a_file_that_is_read_takes_no_share_of_its_club(tmp_path, render_here):
    app, released = open_app(engine_for(tmp_path / "matches.sqlite3")), []
    app.config["OPEN"] = True
    share = {"tricktally.release_share": lambda: released.append("a share")}

    page = app.test_client().post(
        f"/c/{HOME}/matches/import", data={"text": "{}"}, environ_overrides=share
    )

    assert page.status_code == 422
    assert released == ["a share"]


def test_the_server_opens_as_many_files_as_it_may(monkeypatch):
    raised, endless = [], resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "setrlimit", lambda _what, limits: raised.append(limits))
    for limits in ((1024, 4096), (1024, endless), (6000, 9999)):
        monkeypatch.setattr(resource, "getrlimit", lambda _what, limits=limits: limits)
        wsgi_server.raise_file_limit()

    assert raised == [(4096, 4096), (6000, endless)]


def test_a_server_that_is_told_to_stop_lets_all_go_and_leaves_one_whole_file(tmp_path):
    more_than_answer = wsgi_server.THREADS + 20
    with program(tmp_path, "--open") as server, Browser(server.port) as scorer:
        match = scorer.begin(whole_match("tribello"))
        with streams(server.port, match, more_than_answer) as following:
            assert {next_line(stream) for stream in following} == {1}
            scorer.enter(match, 1, HEARTS)
            assert {next_line(stream) for stream in following} == {2}

            server.process.send_signal(signal.SIGTERM)
            assert {next_line(stream) for stream in following} == {None}
            assert server.process.wait(15) == 0

    files = [path.name for path in tmp_path.glob("*sqlite3*") if path.is_file()]
    assert sorted(files) == ["matches.sqlite3", "matches.sqlite3.key"]


@pytest.mark.parametrize(("end", "status"), [(signal.SIGINT, 0), (signal.SIGKILL, -signal.SIGKILL)])
def test_links_name_the_address_of_the_server_that_runs(end, status, tmp_path, capsys):
    def links() -> str:
        assert run(["link", "--database", str(tmp_path / "matches.sqlite3")]) == 0
        return capsys.readouterr().out

    with program(tmp_path) as server:
        assert get(server.port) == 200
        served = links()
        server.process.send_signal(end)
        assert server.process.wait(15) == status

    assert f"http://127.0.0.1:{server.port}/k/home." in served
    assert "No server is running here now." not in served
    assert "No server is running here now." in links()


@pytest.fixture(scope="module")
def named(open_app, tmp_path_factory) -> Flask:
    """The app, known by one name more."""
    app = open_app(tmp_path_factory.mktemp("named") / "matches.sqlite3")
    trusted_hosts.init_app(app, ["Cards.example", "card_table.local"])
    return app


MACHINE = socket.gethostname()
OURS = [
    *("127.0.0.1:8000", "192.168.1.20", "[::1]:8000", "localhost:8000", "LOCALHOST:8000"),
    *("cards.localhost", "cards.example", "cards.example:443", "Cards.Example."),
    *("card_table.local", MACHINE, f"{MACHINE.partition('.')[0]}.local:8000"),
]
NOT_OURS = [
    *("evil.example", "cards.example.evil.example", "127.0.0.1.evil.example", "[::1]evil.example"),
    *("127.0.0.1@evil.example", "x" * 64, "x" * 5000, "a..b", ".", "", "[::1", "1.2.3.4.5", "a b"),
]


@pytest.mark.parametrize("host", OURS + NOT_OURS)
@pytest.mark.parametrize("path", ["/rules/", "/nowhere"])
def test_only_requests_for_one_of_our_names_are_answered(named, host, path):
    answer = named.test_client().get(path, environ_overrides={"HTTP_HOST": host})

    found = 200 if path == "/rules/" else 404
    assert answer.status_code == (found if host in OURS else 421)
    for words in ("--host-name", "Tricktally does not know this address"):
        assert (words in answer.text) == (host in NOT_OURS)


def test_only_a_machine_that_looks_after_it_may_leave_the_name_out(port):
    assert get(port, "/rules/", Host="cards.example") == 200
    assert get(port, "/more", Host="evil.example", Origin="https://evil.example") == 421
    with connections(port, 1) as (machine,):
        machine.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert b" 200 OK" in machine.recv(100)


def test_a_request_is_one_line_without_what_was_searched_for():
    asked = {"REMOTE_ADDR": "192.168.1.20", "REQUEST_METHOD": "GET", "QUERY_STRING": "q=secret"}
    asked["PATH_INFO"] = "/rules\n1.2.3.4 POST /matches 200"
    line = "192.168.1.20 GET /rules%0A1.2.3.4%20POST%20/matches%20200 404 4 ms"

    assert format_request(asked, "404 Not Found", 0.0042) == line


CLIENT = "203.0.113.7"


@pytest.mark.parametrize(
    ("peer", "networks", "reported", "client"),
    [
        ("::ffff:127.0.0.1", [], CLIENT, CLIENT),
        ("127.0.0.1", [], f"198.51.100.1, {CLIENT}", CLIENT),
        ("10.1.2.3", [], CLIENT, "10.1.2.3"),
        ("10.1.2.3", [ip_network("10.0.0.0/8")], CLIENT, CLIENT),
        ("nobody", [], CLIENT, "nobody"),
    ],
)
def test_a_proxy_is_believed_if_it_is_on_this_machine_or_where_ours_are(
    peer, networks, reported, client
):
    proxy = proxies.init_app(Flask("behind"), 1, networks)

    assert proxy.client_of(peer, reported) == client


def test_the_log_names_whom_a_proxy_of_ours_reports(port, folder, tmp_path):
    forwarded = {"X-Forwarded-For": CLIENT}
    get(port, "/rules/", **forwarded)
    with program(tmp_path, "--behind-proxy=1", "--trust-proxy=127.0.0.2") as server:
        for source in ("127.0.0.1", "127.0.0.2"):
            get(server.port, "/rules/", source, **forwarded)
        server.process.kill()  # told to stop, it would wait until the proxy has found that out

    assert CLIENT not in (folder / "matches.log").read_text()
    told = re.findall(r"(\S+) GET /rules/ 200", (tmp_path / "matches.log").read_text())
    assert told == ["127.0.0.1", CLIENT]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        *((["--behind-proxy", number], "'--behind-proxy'") for number in ("-1", "10", "many", "²")),
        *((["--port", number], "'--port'") for number in ("-1", "99999", "http")),
        *((["--host-name", name], "'--host-name'") for name in ("bad name", "a/b", "", "a..b")),
        (["--behind-proxy", "1", "--trust-proxy", "10.0.0.1/8"], "'--trust-proxy'"),
        (["--behind-proxy", "1"], "could claim to come from any address"),
        (["--trust-proxy", "10.0.0.0/8"], "such as --behind-proxy 1"),
        (["--open", "--public"], "choose one"),
        (["--limit", "nonsense=1"], "streams_of_club"),
        *((["--limit", f"streams{most}"], "streams") for most in ("", "=", "=-1", "=²")),
    ],
)
def test_an_option_that_cannot_be_right_is_refused(options, words, capsys, monkeypatch):
    monkeypatch.setattr("app.server.run.serve", Mock(return_value=0))

    assert run(["serve", *options]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("mysql://cards.example/x", "it is neither a file nor postgresql://"),
        ("/", "it is a folder; name the file in it"),
        ("/none/x.sqlite3", "there is no folder /none"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "link", "doctor"])
def test_a_database_that_can_be_nowhere_is_named_with_the_reason(command, database, words, capsys):
    assert run([command, "--database", database]) == 1
    assert f"cannot open {database}: {words}" in capsys.readouterr().err


def test_the_program_alone_says_what_it_can_do_and_which_one_it_is(capsys):
    assert run([]) == run(["--version"]) == 0
    assert re.search("Commands:.*version ", capsys.readouterr().out, re.S)


TOO_MUCH = 3 * request_parser.LARGEST_REQUEST
LENGTH = "Content-Length:"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (f"POST /matches HTTP/1.1\r\n{LENGTH} {request_parser.MOST_DISCARDED + 1}", 413),
        (f"GET / HTTP/1.1\r\n{LENGTH} many", 400),
        (f"POST / HTTP/1.1\r\n{CHUNKED}\r\n{LENGTH} 5", 400),
        (f"POST / HTTP/1.1\r\n{LENGTH} 5\r\n{CHUNKED}", 400),
        (f"POST / HTTP/1.1\r\n{CHUNKED}\r\n{CHUNKED}", 400),
        (f"POST / HTTP/1.0\r\n{CHUNKED}", 400),
        (f"GET / HTTP/1.1\r\nX: {'y' * 300_000}", 431),
        (f"GET /rules/?q={'y' * request_parser.LARGEST_HEAD} HTTP/1.1", 431),
    ],
    ids=lambda sent: repr(sent)[:60],
)
def test_what_is_no_request_is_refused_and_nothing_behind_it_is_read(port, sent, status):
    with connections(port, 1) as (phone,):
        phone.sendall(f"{sent}\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n".encode())
        answer = http.client.HTTPResponse(phone)
        answer.begin()

        assert answer.status == status
        assert answer.getheader("Connection") == "close"
        assert HEADERS.items() <= dict(answer.getheaders()).items()


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"x" * TOO_MUCH, {}, 413),
        (None, {"Content-Length": str(TOO_MUCH), "Expect": "100-continue"}, 413),
        (b"", {"Expect": "100-continue"}, 404),
    ],
    ids=["read to its end", "asked first with too much", "asked first and nothing sent"],
)
def test_who_sends_too_much_or_asks_whether_to_send_hears_an_answer(port, body, headers, status):
    with phone_at(port) as phone:
        phone.request("POST", "/matches", body, headers)

        assert phone.getresponse().status == status


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/c/home/whole/in", TOO_MUCH, 422),
        ("/c/home/whole/in", request_parser.LARGEST_UPLOAD, 413),
        ("/c/home/whole/in/1", TOO_MUCH, 413),
    ],
)
def test_only_to_one_address_the_file_of_a_club_can_be_sent(port, path, size, status):
    with phone_at(port) as phone:
        phone.request("POST", path, b"x" * size, {"Origin": f"http://127.0.0.1:{port}"})

        # One comes as far as the app, which finds no file in it.
        assert phone.getresponse().status == status


@pytest.fixture
def served(tmp_path) -> Iterator[tuple[wsgi_server.Server, Callable[[], int]]]:
    """The app behind our server in a thread of its own, and how many follow."""
    app = open_app(engine_for(tmp_path / "matches.sqlite3"))
    app.config["OPEN"] = True
    pubsub = services(app).pubsub
    with server_of(app) as server:
        pubsub.on_count = server.reserve_stream_threads
        yield server, lambda: pubsub._count


def test_a_stream_that_is_left_gives_its_place_to_the_next(served, monkeypatch):
    monkeypatch.setattr(live, "MAX_STREAM_SECONDS", 60)
    server, following = served
    port = server.adj.port
    with Browser(port) as scorer:
        match = scorer.begin(whole_match("tribello"))
    with streams(port, match, DEFAULT_LIMITS.streams_of_club) as all_streams:
        assert {stream.status for stream in all_streams} == {200}
        assert get(port, f"{match}/live") == 204
        all_streams[0].close()
        wait_until(lambda: get(port, f"{match}/live") == 200)
        for stream in all_streams:
            stream.close()
    wait_until(lambda: following() == 0)


def test_who_reads_does_not_wait_for_those_who_wait_to_write(served, tmp_path, monkeypatch):
    """Another program holds the right to write, and the first who asks it waits for ever; behind
    that one, more clubs at more addresses want to write than there are threads."""
    monkeypatch.setattr(connection, "BUSY_MILLISECONDS", 10**6)
    port, engine = served[0].adj.port, engine_for(tmp_path / "matches.sqlite3")
    with closing(engine.connect()) as db, ExitStack() as stack:
        club_ids = [
            clubs.create_club(db, str(number)).id for number in range(wsgi_server.THREADS + 2)
        ]
        db.execute("BEGIN IMMEDIATE")
        for place, club in enumerate(club_ids, start=3):
            writer = stack.enter_context(phone_at(port, f"127.0.0.{place}"))
            writer.request(
                "POST", f"/c/{club}/matches", urlencode(whole_match("tribello").first_form), FORM
            )
        assert get(port, "/c/home/", source="127.0.0.2") == 200
        db.rollback()


SMALLEST = 4_096
"""Bytes: as little as a socket holds back for a phone that does not read."""


@pytest.fixture
def hurried(monkeypatch):
    """What takes a quarter of an hour takes a second, and there is little room for what waits."""
    little = (socket.SOL_SOCKET, socket.SO_SNDBUF, SMALLEST)
    monkeypatch.setattr(Adjustments, "socket_options", [*Adjustments.socket_options, little])
    monkeypatch.setattr(live, "HEARTBEAT", 0.0005)
    monkeypatch.setattr(live, "MAX_STREAM_SECONDS", 1.0)
    monkeypatch.setattr(wsgi_server, "IDLE_SECONDS", 2)


def test_streams_that_are_never_read_keep_nobody_from_scoring_and_are_let_go(hurried, served):
    server, following = served
    number = wsgi_server.THREADS + 16
    with Browser(server.adj.port) as scorer:
        match = scorer.begin(whole_match("tribello"))
        with ExitStack() as stack:
            for _phone in range(number):
                phone = stack.enter_context(socket.socket())
                phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST)
                phone.connect(("127.0.0.1", server.adj.port))
                phone.sendall(f"GET {match}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            # The first may be over already, on a busy machine, when the last begins.
            wait_until(lambda: following() > wsgi_server.THREADS)

            for line, form in enumerate(whole_match("tribello").forms[:10], start=1):
                scorer.enter(match, line, form)

            wait_until(lambda: following() == 0)
            # On a busy machine the scorer has said nothing for so long that it was let go as well.
            wait_until(lambda: len(server.listeners[0].active_channels) <= 1)
        scorer.connection.close()  # the next request opens another
        assert scorer.ask("GET", f"{match}?after=11", part=True).status == 204
