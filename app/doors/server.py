"""The door on a network: waitress on this machine, and the way there for phones.

What only a server needs is put on here: the score book in a file, compression, the press process,
limits, and the guard against other sites.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import segno
import waitress
from flask import Flask
from flask_compress import Compress

from app import store
from app.doors import guard, limits
from app.paper.press.pressroom import PressRoom
from app.web import create_app
from app.web.club.rebuilding import rebuild
from app.web.match.table_view import LOOPBACK

THREADS = 64
CONNECTIONS = 5_000
"""Phones keep their connections open, and a hundred of them must not lock everyone else out."""
IDLE_SECONDS = 30
LARGEST_REQUEST = 1_000_000
"""Above this waitress refuses a request in bytes, before it is stored. Far below it the app refuses
it with a page that says so."""


def open_app(database: Path | str) -> Flask:
    """The app on the score book in a file, as it is served here.

    Creates or migrates the database, and forgets what was deleted long ago; raises
    `app.store.Unavailable` if that cannot be done.
    """
    kept_open = store.prepare(database)
    store.forget_deleted(kept_open)
    rebuild(kept_open, only_missing=True)
    app = create_app(lambda: store.connect(database), PressRoom())
    app.extensions["kept open"] = kept_open
    app.config.update(
        DATABASE=str(database),
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,
        COMPRESS_LEVEL=6,
    )
    Compress(app)
    guard.put_on(app)
    limits.put_on(app)
    return app


def serve(
    host: str, port: int, database: Path, open_app: Callable[[Path], Flask] = open_app
) -> int:
    """Serve until interrupted. Returns the exit status, 1 if it cannot start."""
    try:
        app = open_app(database)
    except (store.Unavailable, OSError) as error:
        print(f"tricktally: cannot open {database}: {error}", file=sys.stderr)
        return 1
    try:
        server = waitress.create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=IDLE_SECONDS,
            cleanup_interval=IDLE_SECONDS // 2,
            max_request_body_size=LARGEST_REQUEST,
            # select() looks at no more than 1,024 files, and fails above that.
            asyncore_use_poll=True,
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        print(f"tricktally: cannot listen on {host}:{port}: {reason}", file=sys.stderr)
        return 1
    name = reachable(host)
    address = f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
    print(f"\n  Tricktally is open at {address}\n  Matches are kept in {database}\n")
    if not name.startswith(LOOPBACK):
        segno.make(address, micro=False).terminal(compact=True)
        print("\n  Anyone on this network can open it.")
    print("  Ctrl-C closes the table.\n", flush=True)
    with suppress(KeyboardInterrupt):
        server.run()
    return 0


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
