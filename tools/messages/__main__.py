"""``python -m tools.messages``, or `make messages`: collects, merges, compiles and checks.

Without a command it writes what the code says into ``translations/``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from app.paths import PROJECT
from tools.messages.compile import compile_all

HELP = """
commands:
  merge    write messages.pot and the catalogues of all languages, as `make messages` does
  compile  make of the catalogues what the app reads, where they have changed
  check    say what is wrong in them, and how much is translated
  pseudo   make two languages that nobody speaks, for tests, in build/pseudo/
"""
COMMANDS = ("merge", "compile", "check", "pseudo")


def main() -> int:
    """Run one command; 1 if something is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.messages",
        description=__doc__,
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", nargs="?", default="merge", choices=COMMANDS)
    parser.add_argument("--language", default="", metavar="TAG", help="begin one, such as pt-BR")
    parser.add_argument("--root", type=Path, default=PROJECT, help="another checkout")
    options = parser.parse_args()
    translations: Path = options.root / "translations"
    if options.command == "compile":
        for line in compile_all(translations):
            print(line, file=sys.stderr)
        return 0
    return with_messages(options.command, options.root, options.language)


def with_messages(command: str, root: Path, tag: str) -> int:
    """Run a command that reads the whole code."""
    # Only here, because `compile` runs at every start.
    from tools.messages import commands, languages, pseudo
    from tools.messages.collect import Conflict, collect

    translations = root / "translations"
    translations.mkdir(exist_ok=True)
    try:
        if tag:
            languages.begin(translations, tag)
        messages = collect(root)
    except (Conflict, languages.UnknownLanguage) as error:
        print(f"*** {error}", file=sys.stderr)
        return 1
    if command == "pseudo":
        pseudo.write_pseudo(root / "build" / "pseudo", messages.values())
        return 0
    faults = (commands.check if command == "check" else commands.update)(root, messages)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
