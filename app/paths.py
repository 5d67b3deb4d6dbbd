"""Where the things of this house lie that are not Python: the only file that asks where it is."""

from pathlib import Path

APP = Path(__file__).resolve().parent
CARRIED = APP / "carried"
"""What stands beside `app/` in a checkout, where the program came in a wheel."""
HOUSE = CARRIED if CARRIED.is_dir() else APP.parent
RULES = HOUSE / "rules"
TEMPLATES = HOUSE / "templates"
STATIC = HOUSE / "static"
FOLDERS_OF_GAMES = APP / "games"
EXPORTS = HOUSE / "exports"
POCKET = CARRIED / "pocket" if CARRIED.is_dir() else HOUSE / "build" / "pocket"
"""What `make pocket` builds."""
