"""Where the things of this house lie that are not Python: the only file that asks where it is."""

from pathlib import Path

APP = Path(__file__).resolve().parent
BUNDLED = APP / "bundled"
"""What stands beside `app/` in a checkout, where the program came in a wheel."""
PROJECT = BUNDLED if BUNDLED.is_dir() else APP.parent
RULES = PROJECT / "rules"
TEMPLATES = PROJECT / "templates"
STATIC = PROJECT / "static"
GAMES_FOLDER = APP / "games"
EXPORTS = PROJECT / "exports"
POCKET = BUNDLED / "pocket" if BUNDLED.is_dir() else PROJECT / "build" / "pocket"
"""What `make pocket` builds."""
