"""The door on a network: waitress on this machine, and the way there for phones.

What only a server needs is put on here: the score book in a file, compression, the press process,
limits, and the guard against other sites.
"""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path

from flask import Flask

from app import store
from app.paper.print_queue import PrintQueue
from app.server import (
    compression,
    health,
    limits,
    links,
    peers,
    pocket_files,
    request_log,
    trusted_hosts,
)
from app.server.nightly_backup import NightlyCopies
from app.server.wsgi_server import CONNECTIONS_OF_AN_ADDRESS, Server
from app.web.app import create_app
from app.web.core import security
from app.web.core.links import LOOPBACK
from app.web.core.services import services
from app.web.database import open_database
from app.worker import Worker

LONGEST_READING = 10
"""In seconds, for a match file that is opened: the dearest takes one."""
TOLD_BY_PROXIES = {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"}
"""What a proxy says of the request that it passes on; nobody else is believed."""


def open_app(database: store.Engine, key_file: Path | None = None) -> Flask:
    """The app on a score book, as it is served here; its key lies in `key_file`, if one is given.

    Creates or migrates the database, makes its first club, and forgets what was deleted long ago;
    raises `app.store.StoreError` if that cannot be done.
    """
    kept_open = open_database(database)
    reader = Worker(LONGEST_READING)
    app = create_app(database.pool(), reader.wait_and_do, PrintQueue(), "invite", "follow", "pdf")
    services(app).main_connection = kept_open
    services(app).link_key = store.Key(database, key_file)
    app.config.update(DATABASE=database.url)
    compression.init_app(app)
    security.init_app(app)
    limits.init_app(app)
    health.init_app(app)
    pocket_files.init_app(app)
    return app


def serve(
    host: str,
    port: int,
    database: store.Engine,
    open_app: Callable[..., Flask] = open_app,
    *,
    key_file: Path | None = None,
    counted_in: str | None = None,
    host_names: Sequence[str] = (),
    proxies: int = 0,
    is_open: bool = False,
    is_public: bool = False,
    is_logged: bool | None = None,
) -> int:
    """Serve until interrupted or told to stop. Returns the exit status, 1 if it cannot start.

    Requests may be sent to `host_names`, come through so many `proxies`, and be logged. Whoever
    reaches it is a member where it `is_open`, and may found a club where it `is_public`.
    """
    request_log.begin(is_wanted=is_logged)
    try:
        app = open_app(database, key_file)
        if counted_in:
            limits.count_in(app, counted_in)
    except (store.StoreError, OSError) as error:
        print(f"tricktally: cannot open {database.name}: {error}", file=sys.stderr)
        return 1
    except ValueError as error:
        print(f"tricktally: cannot count there: {error}", file=sys.stderr)
        return 1
    trusted_hosts.init_app(app, host_names)
    request_log.init_app(app)
    try:
        server = Server(
            app,
            host,
            port,
            # Behind a proxy all come from one address, and the proxy knows them apart.
            most=None if proxies else CONNECTIONS_OF_AN_ADDRESS,
            on_stop=services(app).pubsub.close,
            on_leave=partial(health.leave, app),
            leaves_for=health.NOTICED_AFTER if proxies else 0,
            **behind(proxies),
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        print(f"tricktally: cannot listen on {host}:{port}: {reason}", file=sys.stderr)
        return 1
    services(app).pubsub.on_count = server.make_room
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, lambda *_about: server.stop())
    name = reachable(host)
    # Where a proxy stands before it, phones come by the first name that it was given.
    known_as = f"https://{host_names[0]}/" if proxies and host_names else None
    address = f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
    app.config.update(OPEN=is_open, PUBLIC=is_public)
    if known_as or not name.startswith(LOOPBACK):
        app.config["ADDRESS"] = known_as or address
    print(f"\n  Tricktally is open at {address}\n  Matches are kept in {database.name}\n")
    key = services(app).link_key
    if key.save_error:
        print(
            f"  ITS LINKS LAST UNTIL IT STOPS: no key can be kept in {key.path}"
            f" ({key.save_error.strerror}). Name another place with --key-file.\n"
        )
    if is_open:
        print("  OPEN TO ALL: WHOEVER REACHES IT CAN SCORE, CHANGE AND DELETE EVERYTHING.\n")
        links.show(known_as or address)
    elif sys.stdout.isatty():
        links.show_all(app, known_as or address)
    else:
        print("  `tricktally link` shows the links that open it.")
    print("  Ctrl-C closes the table.\n", flush=True)
    # What is there now stays as long as the server runs: it need not be looked through for what can
    # be thrown away, which takes as long as twenty answers.
    gc.collect()
    gc.freeze()
    # The last connection folds the write-ahead log into the book.
    with (
        closing(services(app).main_connection),
        closing(services(app).pool),
        NightlyCopies(database.file, services(app).pool) if database.file else nullcontext(),
        peers.listening(app, database),
    ):
        server.run()
    return 0


def behind(proxies: int) -> dict[str, object]:
    """What waitress is told of proxies: what the nearest of so many say is believed."""
    if not proxies:
        return {}
    return {
        "trusted_proxy": "*",
        "trusted_proxy_count": proxies,
        "trusted_proxy_headers": TOLD_BY_PROXIES,
    }


def reachable(host: str) -> str:
    """The address under which a phone on the same network finds a server on `host`."""
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Asks the routing table only; nothing is sent to this address for documentation.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
