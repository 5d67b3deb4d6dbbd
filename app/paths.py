"""Paths of what is not Python; the only module that asks where it is itself."""

from pathlib import Path

APP = Path(__file__).resolve().parent
BUNDLED = APP / "bundled"
"""Where a wheel has what is beside `app/` in a checkout."""
IS_WHEEL = BUNDLED.is_dir()
PROJECT = BUNDLED if IS_WHEEL else APP.parent
RULES = PROJECT / "rules"
TEMPLATES = PROJECT / "templates"
STATIC = PROJECT / "static"
GAMES_FOLDER = APP / "games"
EXPORTS = PROJECT / "exports"
POCKET = BUNDLED / "pocket" if IS_WHEEL else PROJECT / "build" / "pocket"
"""What `make pocket` builds."""
LICENCES = PROJECT / "licences.txt"
"""In the pocket edition: the licences of all that it carries, by `tools/pocket/licences.py`."""
