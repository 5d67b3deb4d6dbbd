"""Serve the app on a score book of its own, with the page of components at /components."""

import argparse
import sys
from pathlib import Path

from flask import Flask

from app.server import run
from app.store import engine_for
from app.store.engine import Engine
from tools import components


def open_app(database: Engine, key_file: Path | None = None, **options: bool) -> Flask:
    """The app as it is served, and that page."""
    app = run.open_app(database, key_file, **options)
    app.register_blueprint(components.bp)
    return app


def main() -> int:
    """Serve until interrupted; returns the exit status."""
    options = argparse.ArgumentParser(prog="python -m tools.components", description=__doc__)
    options.add_argument("--host", default="127.0.0.1")
    options.add_argument("--port", type=int, default=8000)
    options.add_argument("--database", type=engine_for, default="build/components.sqlite3")
    options.add_argument("--key-file", type=Path)
    chosen = options.parse_args()
    if chosen.database.file:
        chosen.database.file.parent.mkdir(parents=True, exist_ok=True)
    more = {"key_file": chosen.key_file, "is_open": True}
    return run.serve(chosen.host, chosen.port, chosen.database, open_app, **more)


if __name__ == "__main__":
    sys.exit(main())
