"""Where the things of this house lie that are not Python: the only file that asks where it is."""

from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
RULES = HOUSE / "rules"
TEMPLATES = HOUSE / "templates"
STATIC = HOUSE / "static"
FOLDERS_OF_GAMES = HOUSE / "app" / "games"
EXPORTS = HOUSE / "exports"
