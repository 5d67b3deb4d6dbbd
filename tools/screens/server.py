"""Serve the app with the languages of another folder too, such as those that `make messages` makes
for tests: what `make screens` opens for one of them."""

import argparse
import sys
from pathlib import Path
from typing import Any

from flask import Flask

from app.languages import Languages
from app.paths import TRANSLATIONS
from app.server import run
from app.store import engine_for
from app.store.engine import Engine
from app.web.core.services import services


def main() -> int:
    """Serve until interrupted; returns the exit status."""
    options = argparse.ArgumentParser(prog="python -m tools.screens.server", description=__doc__)
    options.add_argument("--host", default="127.0.0.1")
    options.add_argument("--port", type=int, default=8000)
    options.add_argument("--database", type=engine_for, required=True)
    options.add_argument("--languages", type=Path, required=True)
    chosen = options.parse_args()

    def open_app(database: Engine, key_file: Path | None = None, **options: Any) -> Flask:
        app = run.open_app(database, key_file, **options)
        services(app).languages = Languages(TRANSLATIONS, chosen.languages)
        return app

    return run.serve(chosen.host, chosen.port, chosen.database, open_app)


if __name__ == "__main__":
    sys.exit(main())
