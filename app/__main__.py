"""The command `tricktally`: serve, score, sheet, link, rebuild, copy, backup, restore, doctor."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from app.games import GAMES
from app.paper.papers import PAPERS

if TYPE_CHECKING:
    from app import store


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
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which phones open it, such as cards.example; may be given again",
    )
    serving.add_argument(
        "--behind-proxy",
        type=proxies,
        default=0,
        metavar="N",
        help="believe what the nearest N proxies say of who asks (0)",
    )
    serving.add_argument(
        "--log",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="write a line for each request (where no terminal shows it)",
    )
    serving.add_argument(
        "--open", action="store_true", help="let whoever reaches it score, without any link"
    )
    serving.add_argument(
        "--public", action="store_true", help="let anybody who reaches it found a club"
    )
    serving.add_argument(
        "--limits",
        default=os.environ.get("TRICKTALLY_LIMITS"),
        metavar="ADDRESS",
        help="where several processes count together what is printed: redis://… (each by itself)",
    )
    add_database(serving)
    serving.set_defaults(run=serve)

    scoring = commands.add_parser("score", help="score match files, one line of JSON for each")
    scoring.add_argument(
        "files", nargs="+", metavar="FILE", help="a match file; - is standard input"
    )
    scoring.set_defaults(run=score)

    printing = commands.add_parser(
        "sheet", help="print a blank score sheet, or that of a match file, as PDF"
    )
    printing.add_argument(
        "what",
        metavar="GAME|FILE",
        help=f"{', '.join(GAMES)}; or a match file, - for standard input",
    )
    printing.add_argument("--variant", help="which blank sheet of the game (the first of them)")
    printing.add_argument("--paper", choices=PAPERS, default="a4", help="a4, if you do not say")
    printing.add_argument(
        "-o", dest="out", required=True, metavar="OUT.pdf", help="where to; - is standard output"
    )
    printing.set_defaults(run=sheet)

    linking = commands.add_parser("link", help="show the links that open the clubs of a book")
    linking.add_argument(
        "--address", default="http://localhost:8000/", help="where it is served, for phones"
    )
    add_database(linking)
    linking.set_defaults(run=link)

    rebuilding = commands.add_parser(
        "rebuild", help="make what lists say of each match again from its log"
    )
    add_database(rebuilding)
    rebuilding.set_defaults(run=rebuild)

    copying = commands.add_parser(
        "copy", help="take all clubs of one book into another, in a file or on a server"
    )
    copying.add_argument("source", type=book, metavar="FROM", help="a file, or postgresql://…")
    copying.add_argument(
        "target", type=book, metavar="TO", help="the same: new, empty, or left half-way by this"
    )
    copying.add_argument(
        "--from-key-file", type=Path, metavar="FILE", help="where the key of FROM lies"
    )
    add_key_file(copying, "where that of TO is to lie (beside the file, or tricktally.key)")
    copying.add_argument(
        "--keep-key", action="store_true", help="leave the key of all links as it is there"
    )
    copying.set_defaults(run=copy)

    backing_up = commands.add_parser(
        "backup", help="copy the score book into one whole file, also while it is served"
    )
    backing_up.add_argument("file", type=Path, metavar="FILE", help="where to")
    backing_up.add_argument("--force", action="store_true", help="replace an older backup")
    add_database(backing_up)
    backing_up.set_defaults(run=backup)

    restoring = commands.add_parser(
        "restore", help="put a backup in the place of the score book, and that one aside"
    )
    restoring.add_argument("file", type=Path, metavar="FILE", help="the backup")
    restoring.add_argument(
        "--keep-key", action="store_true", help="leave the key of all links as it is here"
    )
    add_database(restoring)
    restoring.set_defaults(run=restore)

    examining = commands.add_parser("doctor", help="look whether all is well here")
    add_database(examining)
    examining.set_defaults(run=doctor)
    return top


def add_database(command: argparse.ArgumentParser) -> None:
    """Let a subcommand be told where the matches are kept."""
    command.add_argument(
        "--database",
        type=book,
        default=os.environ.get("TRICKTALLY_DATABASE") or "tricktally.sqlite3",
        metavar="FILE|ADDRESS",
        help="where the matches are kept: a file (tricktally.sqlite3), or postgresql://…",
    )
    add_key_file(command, "what all links are made from (beside the file, or tricktally.key)")


def add_key_file(command: argparse.ArgumentParser, words: str) -> None:
    """Let a subcommand be told where the key of all links lies."""
    command.add_argument(
        "--key-file",
        type=Path,
        default=os.environ.get("TRICKTALLY_KEY_FILE") or None,
        metavar="FILE",
        help=words,
    )


def book(text: str) -> store.Book:
    """Where matches are kept, as somebody has typed it."""
    from app import store

    return store.book_of(text)


def key_of(options: argparse.Namespace) -> Path:
    """Where the key of the book lies."""
    from app import store

    return options.key_file or store.key_file(options.database)


def is_missing(book: store.Book) -> bool:
    """Whether there is no such file; of a server only itself can say that."""
    return isinstance(book, Path) and not book.exists()


def proxies(text: str) -> int:
    """How many proxies stand before the server, 0 to 9; raises what argparse reports."""
    if not text.isascii() or len(text) != 1 or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text} is not a number of proxies from 0 to 9")
    return int(text)


def serve(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from app.doors import server

    return server.serve(
        options.host,
        options.port,
        options.database,
        key_file=options.key_file,
        counted_in=options.limits,
        host_names=options.host_name,
        proxies=options.behind_proxy,
        is_logged=options.log,
        is_open=options.open,
        is_public=options.public,
    )


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


def sheet(options: argparse.Namespace) -> int:
    """Print a sheet; 1 if the match file cannot be right or nothing can be printed or written."""
    from app.paper.command import WrongUsage, print_sheet

    try:
        return print_sheet(options.what, options.variant, options.paper, options.out)
    except WrongUsage as error:
        sys.stderr.write(f"tricktally sheet: {error}\n")
        return 2


def rebuild(options: argparse.Namespace) -> int:
    """Make every summary again; 1 if there is no score book, or it cannot be written."""
    from app import store
    from app.web.club.rebuilding import rebuild as rebuild_summaries

    if is_missing(options.database):
        return refuse(f"there is no {options.database}")
    try:
        with closing(store.prepare(options.database)) as db:
            number = rebuild_summaries(db)
    except (store.Unavailable, OSError) as error:
        return refuse(f"cannot rebuild {store.name_of(options.database)}: {error}")
    sys.stdout.write(f"Read the logs of {number} matches, and wrote what lists say of them.\n")
    return 0


def link(options: argparse.Namespace) -> int:
    """Show the links of a book; 1 if there is none."""
    from app import store
    from app.doors.links import show_of

    if is_missing(options.database):
        return refuse(f"there is no {options.database}")
    try:
        show_of(options.database, options.key_file, options.address.rstrip("/") + "/")
    except (store.Unavailable, OSError) as error:
        return refuse(f"cannot open {store.name_of(options.database)}: {error}")
    return 0


def copy(options: argparse.Namespace) -> int:
    """Take all clubs of one book into another; 1 if that cannot be done."""
    from app import store
    from app.doors import transfer

    if options.source == options.target:
        return refuse(f"{store.name_of(options.source)} cannot be copied to itself")
    if is_missing(options.source):
        return refuse(f"there is no {options.source}")
    target = options.key_file or store.key_file(options.target)
    beside = store.key_file(options.source)
    # One setting is for all books that are served here.
    source = options.from_key_file or (beside if beside.is_file() else options.key_file or beside)
    try:
        return transfer.copy(
            options.source, options.target, source, target, keep_key=options.keep_key
        )
    except transfer.Refused as refused:
        return refuse(str(refused))


def backup(options: argparse.Namespace) -> int:
    """Copy the score book; 1 if that cannot be done."""
    from app import store

    if store.is_address(options.database):
        return refuse(
            "a server keeps this book: pg_dump or pg_basebackup make its backup, and `tricktally"
            " copy ADDRESS FILE` makes a file of it"
        )
    if is_missing(options.database):
        return refuse(f"there is no {options.database}")
    key, its_key = key_of(options), store.key_file(options.file)
    may_replace = options.force and store.is_backup(options.file)
    try:
        if store.is_another_key(its_key, key) and not may_replace:
            raise FileExistsError(f"another key is in {its_key}")
        size = store.backup(options.database, options.file, replaces=options.force)
        has_key = store.copy_key(key, its_key)
    except (store.Unavailable, OSError) as error:
        return refuse(f"cannot copy {options.database} to {options.file}: {error}")
    sys.stdout.write(f"Copied {options.database} to {options.file}: {size} bytes.\n")
    if has_key:
        sys.stdout.write(
            f"The key of its links is in {its_key}: take that along too, and show it to nobody.\n"
        )
    return 0


def restore(options: argparse.Namespace) -> int:
    """Put a backup in the place of the score book; 1 if that cannot be done."""
    from app import store

    if store.is_address(options.database):
        return refuse(
            "a server keeps this book: pg_restore puts back what pg_dump has made, and `tricktally"
            " copy FILE ADDRESS` takes a file into an empty database"
        )
    try:
        kept = store.restore(options.database, options.file)
        has_key = not options.keep_key and store.key_file(options.file).is_file()
        if has_key and kept:
            store.copy_key(key_of(options), store.key_file(kept))
        if has_key:
            store.copy_key(store.key_file(options.file), key_of(options))
    except (store.Unavailable, OSError) as error:
        return refuse(f"cannot restore {options.file}: {error}")
    sys.stdout.write(f"{options.database} is what {options.file} was.\n")
    if kept:
        sys.stdout.write(f"What it was before is kept in {kept}.\n")
    if has_key:
        sys.stdout.write("Its links are those of the backup, but for what was renewed since.\n")
    elif key_of(options).is_file():
        sys.stdout.write(f"Its links are made from {key_of(options)} as before.\n")
    else:
        sys.stdout.write(
            f"There is no {store.key_file(options.file)}: no link of before opens it. `tricktally"
            " link` shows the new ones.\n"
        )
    return 0


def doctor(options: argparse.Namespace) -> int:
    """Say how things stand; 1 if something is bad."""
    from app.doors.doctor import report

    return report(options.database, key_of(options))


def refuse(sentence: str) -> int:
    """Say on the standard error output what could not be done; returns the exit status 1."""
    sys.stderr.write(f"tricktally: {sentence}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
