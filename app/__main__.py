"""The command `tricktally`: serve, score."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; returns the exit status, 2 for wrong usage."""
    options = parser().parse_args(argv)
    try:
        status: int = options.run(options)
    except BrokenPipeError:
        # Whoever read our output has enough of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def parser() -> argparse.ArgumentParser:
    """The subcommands and their options."""
    top = argparse.ArgumentParser(
        prog="tricktally", description="Score card games that are played with real cards."
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    serving = commands.add_parser("serve", help="open the app on this machine and its network")
    serving.add_argument("--host", default="0.0.0.0", help="address to listen on (all of them)")
    serving.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    serving.add_argument(
        "--database",
        type=Path,
        default=Path(os.environ.get("TRICKTALLY_DATABASE", "tricktally.sqlite3")),
        metavar="FILE",
        help="where the matches are kept (tricktally.sqlite3)",
    )
    serving.add_argument(
        "--debug",
        action="store_true",
        default=os.environ.get("TRICKTALLY_DEBUG", "0") not in ("", "0"),
        help="show every component at /style (or set TRICKTALLY_DEBUG=1)",
    )
    serving.set_defaults(run=serve)

    scoring = commands.add_parser("score", help="score match files, one line of JSON for each")
    scoring.add_argument(
        "files", nargs="+", metavar="FILE", help="a match file; - is standard input"
    )
    scoring.set_defaults(run=score)
    return top


def serve(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from app.web.server import serve as run_server

    return run_server(options.host, options.port, options.database, debug=options.debug)


def score(options: argparse.Namespace) -> int:
    """Print a line for each file; 1 if any of them cannot be right."""
    from app import matchfile

    refused = False
    for name in options.files:
        try:
            standing = matchfile.score(matchfile.read(name))
            row = {"file": name} | matchfile.report(standing)
        except matchfile.Unusable as error:
            refused = True
            row = {"file": name, "problems": [fault.as_row() for fault in error.faults]}
        line = json.dumps(row, ensure_ascii=False) + "\n"
        # A terminal that cannot show a letter must not cost the lines that follow.
        sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
    sys.stdout.flush()
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
