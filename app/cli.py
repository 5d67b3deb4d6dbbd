"""The command `tricktally`: serve, keep, print and look after matches, one function a command."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.file_rights import describe
from app.games import GAMES
from app.languages import Language, override, with_digits
from app.options import (
    FILE,
    SETTINGS,
    CommandError,
    behind_proxy,
    database,
    engine,
    errors_begin_with,
    existing,
    file_of,
    host_name,
    key_file,
    language,
    limits,
    networks,
    read_settings,
    setting,
    system_of_digits,
)
from app.paper.html import PAPERS
from app.program import command

if TYPE_CHECKING:
    from app.store.engine import Engine


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status, 2 for wrong usage."""
    try:
        tricktally.main(argv, prog_name=command())
    except CommandError as error:
        error.show()
        return error.exit_code
    except PermissionError as error:
        CommandError(describe(error)).show()
        return 1
    except SystemExit as left:
        return int(left.code or 0)


def example(words: str) -> str:
    """Return an example of a command, for the foot of its help; the line is not broken."""
    return f"\b\nExample: {command(words)}"


@click.group(
    invoke_without_command=True,
    help="Score card games that are played with real cards."
    f"\n\nBegin with `{command('serve')}`, and scan the code that it shows with a phone."
    f"\n\nWhat an option does not say is read from the variable that its help names, in the"
    f" environment or in {SETTINGS}; TRICKTALLY_SETTINGS names another file.",
)
@click.version_option(package_name="tricktally", prog_name="tricktally")
@click.pass_context
def tricktally(context: click.Context) -> None:
    """Show the help if no command is given.

    Options that neither the command line nor the environment sets are read from the settings file.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    elif any(option.envvar for option in tricktally.commands[context.invoked_subcommand].params):
        context.default_map = read_settings(tricktally.commands)


@tricktally.command(epilog=example("serve --port 9000 --host-name cards.example"))
@setting("--host", "LISTEN_HOST", default="0.0.0.0", help="Address to listen on (all of them).")
@setting(
    "--port",
    "LISTEN_PORT",
    type=click.IntRange(0, 65_535),
    default=8000,
    help="Port to listen on (8000).",
)
@setting(
    "--host-name",
    "HOST_NAME",
    "host_names",
    multiple=True,
    callback=host_name,
    metavar="NAME",
    help="A name by which phones open it, such as cards.example; may be given again.",
)
@behind_proxy
@setting(
    "--trust-proxy",
    "TRUST_PROXY",
    "trusted",
    multiple=True,
    callback=networks,
    metavar="NETWORK",
    help="Where those proxies are, such as 10.0.0.0/8, if not on this machine; may be given again.",
)
@click.option(
    "--log/--no-log",
    "is_logged",
    default=None,
    help="Write a line for each request (yes, unless started in a terminal).",
)
@setting(
    "--open",
    "OPEN",
    "is_open",
    is_flag=True,
    help="Anyone who can reach it keeps the score, without a link.",
)
@setting(
    "--public",
    "PUBLIC",
    "is_public",
    is_flag=True,
    help="Anyone who can reach it can begin a club.",
)
@setting(
    "--limit",
    "LIMIT",
    "limits",
    multiple=True,
    callback=limits,
    metavar="NAME=NUMBER",
    help="What a club or an address may take, such as streams_of_club=100; may be given again."
    " All names are in deploy/README.md.",
)
@setting(
    "--limit-store",
    "LIMIT_STORE",
    metavar="ADDRESS",
    help="Where several processes count together what was taken: redis://… (each counts alone).",
)
@database
def serve(host: str, port: int, database: Engine, **options: Any) -> None:
    """Open the app on this machine and its network."""
    from app.server import run

    if options["is_open"] and options["is_public"]:
        raise click.UsageError(
            "With --open everybody keeps the score in one club, with --public in a club of their"
            " own: choose one."
        )
    if options["trusted"] and not options["behind"]:
        raise click.UsageError(
            "With --trust-proxy alone no proxy is believed: say with --behind-proxy how many there"
            " are, such as --behind-proxy 1."
        )
    if options["behind"] and not options["trusted"] and not host.startswith(run.LOOPBACK):
        raise click.UsageError(
            f"Whoever reaches {host} could claim to come from any address. With --behind-proxy"
            " listen at --host 127.0.0.1, or say with --trust-proxy where the proxy is."
        )
    sys.exit(run.serve(host, port, database, **options))


@tricktally.command(epilog=example("score match.json"))
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
def score(files: Sequence[str]) -> None:
    """Score match files, one line of JSON for each; - is standard input."""
    from app import matchfile

    refused = False
    for name in files:
        try:
            standing = matchfile.replay_file(matchfile.read(name))
            row = {"file": name} | matchfile.report(standing)
        except matchfile.InvalidFile as error:
            refused = True
            row = {"file": name, "problems": [problem.as_row() for problem in error.problems]}
        line = json.dumps(row, ensure_ascii=False) + "\n"
        # A terminal that cannot show a letter must not cost the lines that follow.
        sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
    sys.stdout.flush()
    sys.exit(1 if refused else 0)


in_language = click.option(
    "--language",
    metavar="TAG",
    default="en",
    callback=language,
    is_eager=True,
    help="Such as fr (English).",
)

in_digits = click.option(
    "--digits", metavar="SYSTEM", callback=system_of_digits, help="Such as arab for ١٢٣ in Arabic."
)


@tricktally.command(
    help="Print a blank score sheet, or that of a match file, as PDF."
    f" What is printed is one of {', '.join(GAMES)}; or a match file, - for standard input.",
    epilog=example("sheet trex --variant partners --paper a5 -o trex.pdf"),
)
@click.argument("what", metavar="GAME|FILE")
@click.option("--variant", help="Which blank sheet of the game (the first of them).")
@click.option("--players", type=int, metavar="N", help="For how many the blank sheet is.")
@click.option("--title", help="What is played: printed on a sheet of any_game.")
@click.option("--rounds", metavar="NAMES", help="Names of its rounds, between commas.")
@click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="a4", help="A4, if you do not say."
)
@in_language
@in_digits
@click.option("-o", "out", required=True, metavar="OUT.pdf", help="Where to; - is standard output.")
def sheet(
    what: str,
    variant: str | None,
    players: int | None,
    paper: str,
    language: Language,
    digits: str | None,
    out: str,
    **order: str | None,
) -> None:
    """Print a sheet; 1 if the match file cannot be right or nothing can be printed or written."""
    from app.ops.print_sheet import WrongUsage, print_sheet

    try:
        given = {option: typed for option, typed in order.items() if typed is not None}
        with override(with_digits(language, digits or "")):
            sys.exit(print_sheet(what, variant, paper, out, players=players, order=given))
    except WrongUsage as error:
        raise click.UsageError(str(error)) from error


@tricktally.command(epilog=example("almanac 2026 --club home -o 2026.pdf"))
@click.argument("year", metavar="YEAR")
@click.option("--club", metavar="ID", help="Which club; may be left out if there is only one.")
@in_language
@in_digits
@click.option("-o", "out", required=True, metavar="OUT.pdf", help="Where to; - is standard output.")
@database
def almanac(
    year: str,
    club: str | None,
    language: Language,
    digits: str | None,
    out: str,
    database: Engine,
    **_key: Any,
) -> None:
    """Print a year of a club: people, evenings, games and records, on a page of A4."""
    from app.ops.print_almanac import print_almanac

    with (
        errors_begin_with(f"cannot open {database.name}"),
        override(with_digits(language, digits or "")),
    ):
        sys.exit(print_almanac(existing(database), club, year, out))


@tricktally.command("export-club", epilog=example("export-club --club home -o friends.zip"))
@click.option("--club", metavar="ID", help="Which club; may be left out if there is only one.")
@click.option("-o", "out", required=True, metavar="OUT.zip", help="Where to; - is standard output.")
@database
def export_club(club: str | None, out: str, database: Engine, **_key: Any) -> None:
    """Write a whole club as one file: matches with their logs, people, evenings and decks."""
    from app.ops import club_file

    with errors_begin_with(f"cannot export from {database.name}"):
        sys.exit(club_file.export_club(existing(database), club, out))


@tricktally.command("import-club", epilog=example("import-club friends.zip --take"))
@click.argument("file", metavar="FILE.zip")
@click.option("--club", metavar="ID", help="Into which club; may be left out if there is only one.")
@click.option("--take", is_flag=True, help="Take what can be read, and do not only say what it is.")
@database
def import_club(file: str, club: str | None, database: Engine, take: bool, **_: Any) -> None:
    """Say what would come in with the file of a club, or take it."""
    from app.ops import club_file

    with errors_begin_with(f"cannot import {file}"):
        sys.exit(club_file.import_club(existing(database), club, file, take=take))


@tricktally.command(epilog=example("link --address https://cards.example"))
@click.option(
    "--address", help="The address that phones open, if it is not the server that runs here."
)
@click.option(
    "--new-key", is_flag=True, help="Make a new key first: no link from before works any more."
)
@database
def link(address: str | None, new_key: bool, database: Engine, key_file: Path | None) -> None:
    """Show the links that open the clubs of a database."""
    from app.server.terminal_links import print_links_of

    with errors_begin_with(f"cannot open {database.name}"):
        print_links_of(existing(database), key_file, address, new_key=new_key)


@tricktally.command(epilog=example("rebuild --database evening.sqlite3"))
@database
def rebuild(database: Engine, key_file: Path | None) -> None:
    """Write what lists and numbers say of each match again from its log."""
    from app.ops.copy import count_all_matches, progress
    from app.web.match.rebuild import rebuild_all

    with (
        errors_begin_with(f"cannot rebuild {database.name}"),
        closing(existing(database).open()) as db,
        progress(count_all_matches(db)) as on_progress,
    ):
        number = rebuild_all(db, on_progress)
    click.echo(f"Read the logs of {number} matches, and wrote their summaries and numbers again.")


@tricktally.command(epilog=example("copy tricktally.sqlite3 postgresql://localhost/cards"))
@click.argument("source", type=engine, metavar="FROM")
@click.argument("target", type=engine, metavar="TO")
@click.option("--from-key-file", type=FILE, metavar="FILE", help="Where the key of FROM is.")
@key_file(help="Where to put the key of TO (beside the file, or tricktally.key).")
@click.option("--keep-key", is_flag=True, help="Do not replace the key of TO.")
def copy(
    source: Engine,
    target: Engine,
    from_key_file: Path | None,
    key_file: Path | None,
    keep_key: bool,
) -> None:
    """Copy all clubs of one database into another, in a file or on a server.

    Each is a file, or postgresql://…; TO is new, empty, or an unfinished copy of FROM.
    """
    from app.ops import copy

    if source == target:
        raise CommandError(f"{source.name} cannot be copied to itself")
    to = key_file or target.key_file
    beside = existing(source).key_file
    # One TRICKTALLY_KEY_FILE is for all databases that are served here.
    from_ = from_key_file or (beside if beside.is_file() else key_file or beside)
    try:
        sys.exit(copy.copy(source, target, from_, to, keep_key=keep_key))
    except copy.CopyRefused as refused:
        raise CommandError(str(refused)) from refused


@tricktally.command(epilog=example("backup before.sqlite3"))
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Replace an older backup.")
@database
def backup(file: Path, force: bool, database: Engine, key_file: Path | None) -> None:
    """Copy the database into one whole file, also while it is served."""
    from app.store.clubs.keyfile import copy_key, is_another_key, read_key
    from app.store.sqlite.backup import is_backup, make_backup
    from app.store.sqlite.engine import SqliteEngine

    file_here = file_of(
        existing(database),
        "pg_dump or pg_basebackup make its backup, and"
        f" `{command('copy ADDRESS FILE')}` makes a file of it",
    )
    key, its_key = key_file or database.key_file, SqliteEngine(file).key_file
    may_replace = force and is_backup(file)
    with errors_begin_with(f"cannot copy {file_here} to {file}"):
        if is_another_key(its_key, key) and not may_replace:
            raise FileExistsError(f"another key is in {its_key}")
        if key.is_file():
            read_key(key)  # or nothing is copied
        size = make_backup(file_here, file, replaces=force)
        has_key = copy_key(key, its_key)
    click.echo(f"Copied {file_here} to {file}: {size} bytes.")
    if has_key:
        click.echo(
            f"The key of its links is in {its_key}: keep it with the backup, and keep it secret."
        )


@tricktally.command(epilog=example("restore before.sqlite3"))
@click.argument("file", type=FILE, required=False)
@click.option("--keep-key", is_flag=True, help="Do not replace the key that is here.")
@click.option(
    "--before-upgrade",
    is_flag=True,
    help="Do not upgrade FILE: an older version is installed next. Without a FILE, put back the"
    " copy that this version made before it upgraded the database.",
)
@database
def restore(
    file: Path | None,
    keep_key: bool,
    before_upgrade: bool,
    database: Engine,
    key_file: Path | None,
) -> None:
    """Replace the database by a backup, and keep a copy of it."""
    from app.store.clubs.keyfile import copy_key, read_key
    from app.store.sqlite.backup import (
        is_of_older_version,
        latest_copy_before_upgrade,
        restore_backup,
    )
    from app.store.sqlite.engine import SqliteEngine

    file_here = file_of(
        database,
        "pg_restore puts back what pg_dump has made, and"
        f" `{command('copy FILE ADDRESS')}` takes a file into an empty database",
    )
    if file is None and before_upgrade:
        file = latest_copy_before_upgrade(file_here)
        # Of an upgrade that was taken back already, the copy is still there.
        if file is None or is_of_older_version(file_here):
            click.echo(f"This version has not upgraded {file_here}, which stays as it is.")
            return
    if file is None:
        raise click.UsageError("Name the FILE of a backup.")
    key, its_key = key_file or database.key_file, SqliteEngine(file).key_file
    with errors_begin_with(f"cannot restore {file}"):
        refuse_other_kinds(file)
        has_key = not keep_key and its_key.is_file()
        for path in (key, its_key):
            if has_key and path.is_file():
                read_key(path)  # or nothing is restored
        kept = restore_backup(file_here, file, upgrade=not before_upgrade)
        if has_key and kept:
            copy_key(key, SqliteEngine(kept).key_file)
        if has_key:
            copy_key(its_key, key)
    click.echo(f"Restored {file_here} from {file}.")
    if kept:
        click.echo(f"The database from before is kept in {kept}.")
    if before_upgrade:
        click.echo("Install the older version before you start the server.")
    if has_key:
        click.echo("The links of the backup work again, except those that were renewed since.")
    elif key.is_file():
        click.echo(f"Its links stay the same: their key is still {key}.")
    else:
        click.echo(
            f"There is no {its_key}: the old links do not work any more."
            f" `{command('link --new-key', database, key_file)}` makes new ones."
        )


def refuse_other_kinds(file: Path) -> None:
    """Raise OSError for a file that is no database, with what it is and where it can be opened;
    also for one that cannot be read."""
    from app import matchfile

    kind = matchfile.kind_of_file(file) if file.is_file() else None
    if kind not in (None, "database"):
        raise OSError(str(matchfile.ABOUT[kind]))


@tricktally.command(epilog=example("doctor --database evening.sqlite3"))
@behind_proxy
@database
def doctor(database: Engine, key_file: Path | None, behind: int) -> None:
    """Check this computer, the database, its key and its backups."""
    from app.ops.doctor import report

    sys.exit(report(database, key_file or database.key_file, has_proxy=behind > 0))


if __name__ == "__main__":
    sys.exit(main())
