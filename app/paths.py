"""Paths of everything that is not Python; no other module uses its own `__file__`."""

from pathlib import Path

APP = Path(__file__).resolve().parent
BUNDLED = APP / "bundled"  # in a wheel: the folders that are beside `app/` in a checkout
IS_WHEEL = BUNDLED.is_dir()
PROJECT = BUNDLED if IS_WHEEL else APP.parent
RULES = PROJECT / "rules"
TRANSLATIONS = PROJECT / "translations"
TEMPLATES = PROJECT / "templates"
STATIC = PROJECT / "static"
GAMES_FOLDER = APP / "games"
EXPORTS = PROJECT / "exports"
POCKET = BUNDLED / "pocket" if IS_WHEEL else PROJECT / "build" / "pocket"  # by `make pocket`
# In the pocket edition: the licences of everything bundled, by `tools/pocket/licences.py`.
LICENCES = PROJECT / "licences.txt"
