"""Run the server: the app with what only a server has, in waitress, until a signal stops it."""

from __future__ import annotations

import errno
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from flask import Flask, request

from app.file_rights import describe
from app.limits import DEFAULT_LIMITS, Limits
from app.paper.print_queue import PrintQueue
from app.program import command
from app.server import (
    compression,
    health,
    offline_page,
    pocket_files,
    terminal_links,
    trusted_hosts,
)
from app.server.housekeeping import Housekeeping
from app.server.terminal_links import leave_address
from app.server.wsgi import proxies, request_log
from app.server.wsgi.wsgi_server import Server
from app.store.clubs import clubs, keyfile
from app.store.clubs.keyfile import Key
from app.store.engine import Engine
from app.store.errors import StoreError
from app.store.sqlite.opening import why_read_only
from app.web.app import create_app
from app.web.core import http, rate_limits
from app.web.core.job_files import require_jobs
from app.web.core.links import LOOPBACK
from app.web.core.pubsub import PeerListener, PubSub
from app.web.core.services import services
from app.web.database import open_database
from app.worker import Worker

SWITCH_SECONDS = 0.0002
READ_SECONDS = 10  # for a match file that is opened: the slowest takes one


def open_app(
    database: Engine,
    key_file: Path | None = None,
    *,
    is_open: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> Flask:
    """Return the app with the parts of a server, on a database that is created or upgraded first.

    The key of all links is in `key_file`, or beside the database. If the app `is_open`, nobody
    needs a link, or an old key. Raises `StoreError` or OSError.
    """
    main_connection = open_database(database)
    reader, print_queue = Worker(READ_SECONDS), PrintQueue()
    app = create_app(database.pool(), reader.run, print_queue, "invite", "follow", "pdf")
    for worker, work in ((reader, "reading"), (print_queue.worker, "printing")):
        worker.budget = rate_limits.WorkBudget(app, limits, work)
        worker.on_wait = release_share
    services(app).main_connection = main_connection
    has_links = not is_open and clubs.has_been_used(main_connection)
    key = services(app).link_key = Key(database, key_file, must_exist=has_links)
    if has_links and not key.save_error:
        keyfile.refuse_another_key(main_connection, database, key.path, key())
    if not (is_open or key.save_error):
        keyfile.remember_key(main_connection, key())
    if os.access(key.path.parent, os.W_OK):
        # All processes of a server share the folder of the key.
        services(app).job_folder = key.path.with_suffix(".jobs")
        require_jobs(services(app).job_folder)
    app.config.update(DATABASE=database.url)
    http.init_app(app)  # first: rejected cross-site posts count against no rate limit
    rate_limits.init_app(app, limits)
    services(app).pubsub = PubSub(limits)
    for module in (health, pocket_files, offline_page, compression):
        module.init_app(app)
    return app


def release_share() -> None:
    """Let another request of this club or address begin: the current one only waits from now on."""
    if release := request.environ.get("tricktally.release_share"):
        release()


def serve(
    host: str,
    port: int,
    database: Engine,
    open_app: Callable[..., Flask] = open_app,
    *,
    key_file: Path | None = None,
    limits: Limits = DEFAULT_LIMITS,
    limit_store: str | None = None,
    host_names: Sequence[str] = (),
    behind: int = 0,
    trusted: Sequence[proxies.Network] = (),
    is_open: bool = False,
    is_public: bool = False,
    is_logged: bool | None = None,
) -> int:
    """Serve until interrupted or told to stop. Returns the exit status, 1 if it cannot start.

    Requests may name any of `host_names`. `limits` hold for clubs and addresses, counted together
    with other processes in `limit_store`. Requests come through `behind` proxies, in the `trusted`
    networks or on this machine. With `is_open` every client is a member; with `is_public` every
    client may found a club. `is_logged` is as `request_log.configure` takes it.
    """
    request_log.configure(is_logged)
    try:
        app = open_app(database, key_file, is_open=is_open, limits=limits)
        if limit_store:
            # The library takes a while to import, and is needed here alone.
            from app.server.limit_store import use_store

            use_store(app, limit_store)
    except (StoreError, OSError) as error:
        print(f"tricktally: cannot open {database.name}: {describe(error)}", file=sys.stderr)
        return 1
    except ValueError as error:
        print(f"tricktally: cannot count there: {error}", file=sys.stderr)
        return 1
    trusted_hosts.init_app(app, host_names)
    request_log.init_app(app)
    proxy = proxies.init_app(app, behind, trusted) if behind else None
    app_services = services(app)
    try:
        server = Server(
            app,
            host,
            port,
            limits=limits,
            client_of=proxy.client_of if proxy else None,
            is_large_file_taken=partial(rate_limits.is_large_file_taken, app),
            on_stop=app_services.pubsub.close,
            on_drain=partial(setattr, app_services, "is_draining", True),
            drain_seconds=health.DRAIN_SECONDS if behind else 0,
            # `proxies` decides whose headers to trust.
            clear_untrusted_proxy_headers=False,
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        hint = f". {another_port(database)}" if is_taken(error) else ""
        print(f"tricktally: cannot listen on {host}:{port}: {reason}{hint}", file=sys.stderr)
        return 1
    app_services.pubsub.on_count = server.reserve_stream_threads
    peers = PeerListener(app_services.pubsub, app_services.pool)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_frame: server.stop())
    name = reachable_address(host)
    local = f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
    # Phones come to a proxy by the first name that it was given.
    public = f"https://{host_names[0]}/" if behind and host_names else None
    app.config.update(OPEN=is_open, PUBLIC=is_public)
    if public or not name.startswith(LOOPBACK):
        app.config["ADDRESS"] = public or local
    print_links(app, public or local, database)
    print(f"\n  Tricktally runs at {local}. Matches are kept in {database.name}.")
    print("  Ctrl-C stops it.\n", flush=True)
    # Everything loaded by now stays as long as the server runs. To search it for garbage takes as
    # long as twenty answers.
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)
    # The connection that closes last folds the write-ahead log into the database.
    with (
        closing(app_services.main_connection),
        closing(app_services.pool),
        Housekeeping(
            database,
            app_services.pool,
            limits.days_of_unused_club if is_public else None,
            app_services.job_folder,
        ),
        database.notifications(peers.on_message, peers.poll),
        leave_address(app_services.link_key.path, public or local),
    ):
        server.run()
    return 0


def is_taken(error: Exception) -> bool:
    """Whether another program uses the port."""
    return isinstance(error, OSError) and error.errno == errno.EADDRINUSE


def another_port(database: Engine) -> str:
    """Return how to choose another port, as the program was started here."""
    if os.environ.get("MAKELEVEL"):
        return 'Choose another port: make run ARGS="--port 9000"'
    return f"Choose another port: {command('serve --port 9000', database)}"


def print_links(app: Flask, address: str, database: Engine) -> None:
    """Print how phones get in: the links on a terminal, and warnings anywhere."""
    key = services(app).link_key
    if services(app).main_connection.is_read_only:
        why = why_read_only(database.file) if database.file else "its server is read-only"
        print(f"  NOTHING CAN BE SAVED: {why}.\n")
    if key.save_error:
        print(
            f"  ITS LINKS WORK ONLY UNTIL IT STOPS: the key cannot be saved in {key.path}"
            f" ({key.save_error.strerror}). Choose another file with --key-file.\n"
        )
    if app.config["OPEN"]:
        print("  OPEN TO ALL: ANYONE WHO CAN REACH IT CAN SCORE, CHANGE AND DELETE EVERYTHING.\n")
        terminal_links.print_qr_code(address)
    elif sys.stdout.isatty():
        terminal_links.print_member_links(services(app).main_connection, key(), address)
    else:
        link = command("link", database, key.path)
        print(f"  `{link}` shows the links that open it.")


def reachable_address(host: str) -> str:
    """Return the address at which a phone on the same network reaches a server on `host`."""
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Asks the routing table only; nothing is sent to this address for documentation.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
