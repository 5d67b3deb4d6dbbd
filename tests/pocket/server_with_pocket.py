"""A server with a pocket beside it, as a browser finds them at one address: for tests of what goes
from the one to the other. Run as a program with a port and a folder."""

import sys
from pathlib import Path

from waitress import serve
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from app import store
from app.pocket.app import open_app as open_pocket
from app.server.run import open_app
from tests.home_urls import PREFIX
from tests.pocket.pocket_client import send_through_pocket


def main(port: int, folder: Path) -> None:
    """Serve until stopped: what lies below the prefix goes to the pocket, and all else does not."""
    server = open_app(store.engine_for(folder / "club.sqlite3"))
    server.config["OPEN"] = True
    server.jinja_env.globals["pocket_url"] = lambda: f"{PREFIX}/"
    pocket = open_pocket(folder / "matches.sqlite3")
    send_through_pocket(pocket, folder)
    both = DispatcherMiddleware(server.wsgi_app, {PREFIX: pocket.wsgi_app})
    serve(both, host="127.0.0.1", port=port, threads=4)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
