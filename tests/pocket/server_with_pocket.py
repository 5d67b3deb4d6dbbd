"""A server with a pocket beside it, as a browser finds them at one address: for tests of what goes
from the one to the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import make_server

from app.pocket.app import open_app as open_pocket
from app.server.run import open_app
from app.store import engine_for
from app.web.core.services import services
from app.worker import run_inline
from testkit.home_urls import PREFIX
from tests.pocket.door import COMPILED_TEMPLATES
from tests.pocket.pocket_client import send_through_pocket


@contextmanager
def server_with_pocket(folder: Path) -> Iterator[str]:
    """Where both answer until the end of the block: what lies below the prefix goes to the pocket,
    and all else does not. They run in this process, which has all that they import."""
    server = open_app(engine_for(folder / "club.sqlite3"))
    server.config["OPEN"] = True
    server.jinja_env.globals["pocket_url"] = lambda: f"{PREFIX}/"
    services(server).executor = run_inline
    pocket = open_pocket(folder / "matches.sqlite3")
    send_through_pocket(pocket, folder)
    for app in (server, pocket):
        app.jinja_env.bytecode_cache = COMPILED_TEMPLATES
    both = DispatcherMiddleware(server.wsgi_app, {PREFIX: pocket.wsgi_app})
    with make_server("127.0.0.1", 0, both, threaded=True) as http:
        Thread(target=http.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{http.port}"
        finally:
            http.shutdown()
