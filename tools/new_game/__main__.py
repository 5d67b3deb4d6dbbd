"""Write a new game that plays, and print its sheets: what `make new-game NAME="Oh Hell"` does."""

import argparse
import subprocess
import sys

from app.paths import PROJECT
from tools.new_game import RefusedName, new_game, write

NEXT = """\
{name} plays: make run, then {name} on the start page. Go on at the comments in its files.

What is yours to say, before a commit:
- rules/en/{key}.md: the rules; the page decides, then play.py follows
- app/games/{key}/__init__.py: `blurb`, what is said below its name, and `players`
- tests/games/test_{key}.py: a test for each rule
- app/games/{key}/symbols.svg: its emblem
- docs/match-file.md: a file of a deal, as it is asked by then
- README.md and CHANGELOG.md: that it is there
`make exports` prints its sheets and rules anew after a change, `make` checks and tests it, and
CONTRIBUTING.md, "Add a game", says what a game can have beside that."""


def main() -> int:
    """Write the game; 1 if its name is refused, and nothing is written then."""
    options = argparse.ArgumentParser(prog="make new-game", description=__doc__)
    options.add_argument("name", nargs="*")
    options.add_argument("--without-exports", action="store_true")
    chosen = options.parse_args()
    try:
        game = new_game(" ".join(chosen.name), PROJECT)
    except RefusedName as error:
        print(f"*** NO NEW GAME: {error}", file=sys.stderr)
        return 1
    for path in write(game):
        print(f"  {path}", flush=True)
    if not chosen.without_exports:
        # Another process, because this one knows the games of before.
        subprocess.run([sys.executable, "-m", "tools.exports"], cwd=PROJECT, check=False)
    print(NEXT.format(name=game.name, key=game.key))
    return 0


if __name__ == "__main__":
    sys.exit(main())
