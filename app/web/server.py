"""Serve the app on the local network, and show the phone the way."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from pathlib import Path

import segno
import waitress

from app import create_app, store
from app.web.table_view import LOOPBACK

THREADS = 64


def serve(host: str, port: int, database: Path, *, debug: bool = False) -> int:
    """Serve until interrupted. Returns the exit status, 1 if it cannot start."""
    try:
        app = create_app(database, debug=debug)
    except (store.Unavailable, OSError) as error:
        print(f"tricktally: cannot open {database}: {error}", file=sys.stderr)
        return 1
    try:
        server = waitress.create_server(app, host=host, port=port, threads=THREADS)
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
