"""The door of the server: many may stand in it, and nobody may keep the others out."""

from __future__ import annotations

import http.client
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask

from app import store
from app.cli import main as run
from app.limits import DEFAULT_LIMITS
from app.paths import PROJECT
from app.server import request_parser, trusted_hosts, wsgi_server
from app.server.request_log import format_request
from app.web.core import security
from app.web.core.clients import client_key
from bench.browser import Browser
from bench.servers import Server, free_port, running
from bench.whole_matches import whole_match

CLUB = 150
"""More than waitress lets in by itself, and fewer than an address may have."""


@pytest.fixture(scope="module")
def port(tmp_path_factory) -> Iterator[int]:
    """Where the program is open as `make run` opens it, but known by one name more."""
    with program(tmp_path_factory.mktemp("door"), "--host-name", "Cards.example") as server:
        yield server.port


FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CHUNKED = "Transfer-Encoding: chunked"


@contextmanager
def program(folder: Path, *options: str) -> Iterator[Server]:
    """The program with these options, on a score book in `folder`."""
    port, book = free_port(), folder / "matches.sqlite3"
    command = ["-m", "app", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with running([*command, "--database", str(book), *options], port, book) as server:
        yield server


def get(port: int, path: str = "/healthz", source: str = "127.0.0.1", **headers: str) -> int:
    """The status of a page, asked for from an address of this machine."""
    phone = http.client.HTTPConnection("127.0.0.1", port, 5, source_address=(source, 0))
    with closing(phone):
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
def streams(port: int, number: int) -> Iterator[list[http.client.HTTPResponse]]:
    """So many phones that follow the first match."""
    with ExitStack() as stack:
        phones = [
            stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port, 5)))
            for _ in range(number)
        ]
        for phone in phones:
            phone.request("GET", "/c/home/matches/1/live")
        yield [phone.getresponse() for phone in phones]


def next_line(stream: http.client.HTTPResponse) -> int | None:
    """The next line that a stream tells of, None at its end."""
    for words in iter(stream.readline, b""):
        if words.startswith(b"data: "):
            return int(words.removeprefix(b"data: "))
    return None


# --- many at once -------------------------------------------------------------------------------


def test_idle_connections_of_a_club_do_not_keep_a_phone_out(port):
    with connections(port, CLUB):
        assert get(port) == 200


def test_an_address_has_its_share_and_others_have_theirs(port):
    with connections(port, DEFAULT_LIMITS.connections_of_address + 20) as idle:
        assert get(port, source="127.0.0.2") == 200
        assert sum(map(is_open, idle)) == DEFAULT_LIMITS.connections_of_address
    wait_for_room(port)


def test_more_phones_follow_than_threads_answer_and_all_go_when_it_stops(tmp_path):
    with program(tmp_path, "--open") as server, Browser(server.port) as scorer:
        match = scorer.begin(whole_match("tribello"))
        with streams(server.port, wsgi_server.THREADS + 20) as following:
            assert {next_line(stream) for stream in following} == {1}

            scorer.enter(match, 1, {"trump": "hearts"})
            assert {next_line(stream) for stream in following} == {2}

            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(5) == 0
            assert {next_line(stream) for stream in following} == {None}


def test_a_stream_that_is_left_gives_its_place_to_the_next(tmp_path):
    with program(tmp_path, "--open") as server, Browser(server.port) as scorer:
        scorer.begin(whole_match("tribello"))
        for _time in range(4):
            with streams(server.port, DEFAULT_LIMITS.streams_of_club) as following:
                assert {stream.status for stream in following} == {200}
                for stream in following:
                    stream.close()
            time.sleep(1)


def test_what_is_sent_behind_a_stream_ends_it_not(tmp_path):
    with program(tmp_path, "--open") as server, Browser(server.port) as scorer:
        match = scorer.begin(whole_match("tribello"))
        with streams(server.port, 1) as (stream,):
            assert next_line(stream) == 1
            stream.fp.raw._sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 99)
            time.sleep(0.1)
            scorer.enter(match, 1, {"trump": "hearts"})
            assert next_line(stream) == 2


def test_who_reads_does_not_wait_for_those_who_wait_to_write(tmp_path):
    """Another program holds the right to write, and more clubs answer than there are threads."""
    with program(tmp_path, "--open") as server:
        engine = store.engine_for(tmp_path / "matches.sqlite3")
        with closing(engine.connect()) as db, ExitStack() as stack:
            clubs = [store.create_club(db, f"Club {number}").id for number in range(8)]
            db.execute("BEGIN IMMEDIATE")
            for at in range(6 * len(clubs)):
                writer = http.client.HTTPConnection("127.0.0.1", server.port, 20)
                stack.enter_context(closing(writer))
                form = urlencode(whole_match("tribello").first_form)
                writer.request("POST", f"/c/{clubs[at % 8]}/matches", form, FORM)
            time.sleep(0.2)
            began = time.monotonic()
            assert get(server.port, "/c/home/", source="127.0.0.2") == 200
            waited = time.monotonic() - began
            db.rollback()
    assert waited < 1


def test_a_phone_that_asks_now_and_then_fills_no_log(tmp_path):
    with program(tmp_path, "--open") as server, Browser(server.port) as phone:
        match = phone.begin(whole_match("tribello"))
        phone.ask("GET", match)
        for _time in range(3):
            assert phone.ask("GET", f"{match}?after=1", part=True).status == 204
    log = (tmp_path / "matches.log").read_text()
    assert f"GET {match} 200" in log
    assert " 204 " not in log


def test_many_who_come_at_once_are_all_let_in_by_a_few_passes():
    """Each pass asks every connection: one a pass would be seconds for thousands."""
    server = wsgi_server.Server(lambda environ, start: [], "127.0.0.1", free_port())
    with connections(server.adj.port, 150):
        for _pass in range(3):
            server._run_once(1)

        assert len(server.listeners[0].active_channels) == 150
    server.stop()
    server.run()


def wait_for_room(port: int) -> None:
    """Until the server has seen that some have gone, and takes a phone in."""
    for _ in range(100):
        with suppress(OSError):
            assert get(port) == 200
            return
        time.sleep(0.05)
    raise AssertionError("there is no room yet")


@pytest.mark.parametrize(
    ("address", "share"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a:b", "a:b"),
    ],
)
def test_a_household_with_ipv6_counts_as_one(address, share):
    assert client_key(address) == share


def test_a_server_out_of_files_waits_and_says_so_once_a_second(tmp_path):
    port, book = free_port(), tmp_path / "matches.sqlite3"
    log = book.with_suffix(".log")
    few = 60
    # A soft limit would be raised by the server itself.
    limit = f"import resource as r; r.setrlimit(r.RLIMIT_NOFILE, ({few}, {few}))"
    run = "import sys; from app.cli import main; sys.exit(main(sys.argv[1:]))"
    command = ["-c", f"{limit}; {run}", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with running([*command, "--database", str(book)], port, book):
        began = time.monotonic()
        with connections(port, few + 20):
            time.sleep(1.2)
        wait_for_room(port)
        written = log.read_text()
        assert 1 <= written.count("Out of files") <= time.monotonic() - began + 1, written[-500:]


def test_the_parts_of_waitress_that_are_not_promised_were_read_in_this_version():
    assert version("waitress") == wsgi_server.TESTED_WITH, (
        "app/server/wsgi_server.py and request_parser.py override parts of waitress/server.py,"
        " channel.py, task.py and parser.py: read what has changed in them, then set TESTED_WITH"
    )


# --- slow ones, and the end ---------------------------------------------------------------------


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
        thread.join(15)
        assert not thread.is_alive()


def empty_page(_environ, start_response):
    start_response("200 OK", [("Content-Length", "0")])
    return [b""]


def test_a_request_that_only_trickles_in_is_given_up(monkeypatch):
    monkeypatch.setattr(wsgi_server, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(wsgi_server, "IDLE_SECONDS", 1)
    with (
        server_of(empty_page) as server,
        socket.create_connection(("127.0.0.1", server.adj.port), 5) as phone,
    ):
        phone.sendall(b"GET / HTTP/1.1\r\n")
        end = time.monotonic() + 10
        while is_open(phone):
            assert time.monotonic() < end, "it is still open"
            phone.sendall(b"X: y\r\n")
            time.sleep(0.1)


def test_what_has_begun_is_finished_before_the_server_goes():
    has_begun = threading.Event()

    def slow_page(environ, start_response):
        has_begun.set()
        time.sleep(0.5)
        return empty_page(environ, start_response)

    with server_of(slow_page) as server:
        phone = http.client.HTTPConnection("127.0.0.1", server.adj.port, 5)
        phone.request("GET", "/")
        assert has_begun.wait(5)
        server.stop()

        assert phone.getresponse().status == 200


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_leaves_one_whole_file(told, tmp_path):
    with program(tmp_path) as server:
        assert get(server.port) == 200
        server.process.send_signal(told)

        assert server.process.wait(15) == 0
    files = [path.name for path in tmp_path.glob("*sqlite3*") if path.is_file()]
    assert sorted(files) == ["matches.sqlite3", "matches.sqlite3.key"]


def links_of(folder):
    """What `tricktally link` prints of the matches of `program`."""
    command = ["link", "--database", str(folder / "matches.sqlite3")]
    return subprocess.run(
        [sys.executable, "-m", "app", *command], cwd=PROJECT, stdout=subprocess.PIPE, check=True
    ).stdout.decode()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_links_name_the_address_of_the_server_that_runs(end, tmp_path):
    with program(tmp_path) as server:
        assert get(server.port) == 200
        served = links_of(tmp_path)
        server.process.send_signal(end)
        server.process.wait(15)

    assert f"http://127.0.0.1:{server.port}/k/home." in served
    assert "No server is running here now." not in served
    assert "No server is running here now." in links_of(tmp_path)


# --- names --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def named(open_app, tmp_path_factory) -> Flask:
    """The app, known by one name more."""
    app = open_app(tmp_path_factory.mktemp("named") / "matches.sqlite3")
    trusted_hosts.init_app(app, ["Cards.example", "card_table.local"])
    return app


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("192.168.1.20", 200),
        ("[::1]:8000", 200),
        ("localhost:8000", 200),
        ("cards.localhost", 200),
        (socket.gethostname(), 200),
        (f"{socket.gethostname().partition('.')[0]}.local:8000", 200),
        ("cards.example", 200),
        ("cards.example:443", 200),
        ("Cards.Example.", 200),
        ("LOCALHOST:8000", 200),
        ("card_table.local", 200),
        ("evil.example", 421),
        ("cards.example.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("127.0.0.1@evil.example", 421),
        ("x" * 64, 421),
        ("x" * 5000, 421),
        ("a..b", 421),
        (".", 421),
        ("", 421),
        ("[::1", 421),
        ("[::1]evil.example", 421),
        ("1.2.3.4.5", 421),
        ("a b", 421),
    ],
)
def test_only_requests_for_one_of_our_names_are_answered(named, host, status):
    answer = named.test_client().get("/rules/", environ_overrides={"HTTP_HOST": host})

    assert answer.status_code == status
    assert status == 200 or "--host-name" in answer.text


def test_a_machine_that_looks_after_it_may_leave_the_name_out(port):
    with socket.create_connection(("127.0.0.1", port), 5) as machine:
        machine.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")

        assert b" 200 OK" in machine.recv(100)


def test_a_name_of_another_site_writes_nothing(port):
    assert get(port, "/rules/", Host="cards.example") == 200
    assert get(port, "/", Host="evil.example") == 421
    assert get(port, "/more", Host="evil.example", Origin="https://evil.example") == 421


# --- what is said of a request ------------------------------------------------------------------


def test_a_request_is_one_line_without_what_was_searched_for():
    environ = {
        "REMOTE_ADDR": "192.168.1.20",
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/rules\n1.2.3.4 POST /matches 200",
        "QUERY_STRING": "q=secret",
    }
    line = format_request(environ, "404 Not Found", 0.0042)

    assert line == "192.168.1.20 GET /rules%0A1.2.3.4%20POST%20/matches%20200 404 4 ms"


def test_a_forwarded_address_is_believed_of_a_proxy_alone(tmp_path):
    log = tmp_path / "matches.log"
    for option, address in (("--host-name=x", "127.0.0.1"), ("--behind-proxy=1", "203.0.113.7")):
        with program(tmp_path, option) as server:
            get(server.port, **{"X-Forwarded-For": "203.0.113.7"})
        assert f"{address} GET /healthz 200" in log.read_text()


@contextmanager
def busy_club(app) -> Iterator[tuple[int, list[Future[int]]]]:
    """A server, to which a club has sent twice as many requests as there are threads; its port, and
    what they will be answered."""
    server = wsgi_server.Server(app, "127.0.0.1", free_port())
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        with ThreadPoolExecutor(2 * wsgi_server.THREADS) as phones:
            yield (
                server.adj.port,
                [
                    phones.submit(get, server.adj.port, f"/c/busy/{number}")
                    for number in range(2 * wsgi_server.THREADS - 1)
                ],
            )
    finally:
        server.stop()
        thread.join(20)
    assert not thread.is_alive()


def test_a_club_that_asks_for_much_leaves_others_their_turn():
    """None of its requests is answered before the one of another club."""
    is_answered, begun = threading.Event(), threading.Semaphore(0)

    def app(environ, start_response):
        if environ["PATH_INFO"].startswith("/c/busy/"):
            begun.release()
            assert is_answered.wait(30)
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

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
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    with busy_club(app) as (_port, busy):
        assert {answer.result() for answer in busy} == {200}


@pytest.mark.parametrize(
    ("network", "address"), [("127.0.0.0/30", "203.0.113.7"), ("10.0.0.0/8", "127.0.0.1")]
)
def test_a_proxy_elsewhere_is_believed_if_it_is_in_a_network_of_ours(network, address, tmp_path):
    with program(tmp_path, "--behind-proxy=1", f"--trust-proxy={network}") as server:
        get(server.port, **{"X-Forwarded-For": "203.0.113.7"})

    assert f"{address} GET /healthz 200" in (tmp_path / "matches.log").read_text()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        *((["--behind-proxy", number], "'--behind-proxy'") for number in ("-1", "10", "many", "²")),
        *((["--port", number], "'--port'") for number in ("-1", "99999", "http")),
        *((["--host-name", name], "'--host-name'") for name in ("bad name", "a/b", "", "a..b")),
        (["--behind-proxy", "1", "--trust-proxy", "10.0.0.1/8"], "'--trust-proxy'"),
        (["--behind-proxy", "1"], "could claim to come from any address"),
        (["--open", "--public"], "choose one"),
    ],
)
def test_an_option_that_cannot_be_right_is_refused(options, words, capsys):
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


@pytest.mark.parametrize(("options", "words"), [([], "Commands:"), (["--version"], "version ")])
def test_the_program_alone_says_what_it_can_do_and_which_one_it_is(options, words, capsys):
    assert run(options) == 0
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (f"POST /matches HTTP/1.1\r\nContent-Length: {request_parser.MOST_DISCARDED + 1}", 413),
        ("GET / HTTP/1.1\r\nContent-Length: many", 400),
        (f"POST / HTTP/1.1\r\n{CHUNKED}\r\nContent-Length: 5", 400),
        (f"POST / HTTP/1.1\r\nContent-Length: 5\r\n{CHUNKED}", 400),
        (f"POST / HTTP/1.1\r\n{CHUNKED}\r\n{CHUNKED}", 400),
        (f"POST / HTTP/1.0\r\n{CHUNKED}", 400),
        (f"GET / HTTP/1.1\r\nX: {'y' * 300_000}", 431),
        (f"GET /rules/?q={'y' * request_parser.LARGEST_HEAD} HTTP/1.1", 431),
    ],
    ids=[
        *("larger than is read", "no request", "chunks and a length", "a length and chunks"),
        *("chunks twice", "chunks before they were known", "a flood of headers"),
        "an address as long as a book",
    ],
)
def test_what_is_no_request_is_refused_and_nothing_behind_it_is_read(port, sent, status):
    with socket.create_connection(("127.0.0.1", port), 5) as phone:
        phone.sendall(f"{sent}\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n".encode())
        answer = http.client.HTTPResponse(phone)
        answer.begin()

        assert answer.status == status
        assert answer.getheader("Connection") == "close"
        assert security.HEADERS.items() <= dict(answer.getheaders()).items()


def test_what_is_too_large_is_read_to_its_end_so_that_its_sender_hears_why(port):
    body = b"x" * (3 * request_parser.LARGEST_REQUEST)
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as phone:
        phone.request("POST", "/matches", body)

        assert phone.getresponse().status == 413


def test_who_asks_first_with_too_much_is_told_at_once(port):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as phone:
        phone.putrequest("POST", "/matches")
        phone.putheader("Content-Length", str(3 * request_parser.LARGEST_REQUEST))
        phone.putheader("Expect", "100-continue")
        phone.endheaders()

        assert phone.getresponse().status == 413


def test_who_asks_to_go_on_and_sends_nothing_is_answered(port):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as phone:
        phone.request("POST", "/matches", b"", {"Expect": "100-continue"})

        assert phone.getresponse().status < 500


def test_the_server_opens_as_many_files_as_it_may(monkeypatch):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    raised = []
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _what, limits: raised.append(limits))
    wsgi_server.raise_file_limit()

    assert raised == [(4096, 4096)]
    assert soft <= hard
