"""Options of the command `tricktally`: their types, where they are read from, and what commands
require of the database that they name.

An option that is not given is read from the environment, else from the settings file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from app.file_rights import describe
from app.languages import Language, installed_languages
from app.limits import Limits

if TYPE_CHECKING:
    from app.store.engine import Engine

Command = TypeVar("Command", bound=Callable[..., Any])

FILE = click.Path(path_type=Path, readable=False)  # the command refuses it, with better advice
QUOTES = ('"', "'")
SETTINGS = "/etc/tricktally.conf"  # if `TRICKTALLY_SETTINGS` names no other file
# The beginning of an address; a drive of Windows has one letter.
OTHER_URL = re.compile(r"\A[a-z][a-z0-9+.-]+:/", re.IGNORECASE)
HOST_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?", re.IGNORECASE)


class CommandError(click.ClickException):
    """Raised if a command cannot be carried out, with a sentence why; the exit status is 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence to standard error, after the name of the program."""
        click.echo(f"tricktally: {self.message}", file=file, err=True)


def setting(option: str, name: str, *names: str, **about: Any) -> Callable[[Command], Command]:
    """Return an option that `TRICKTALLY_<name>` can set too, in the environment or the settings
    file."""
    envvar = f"TRICKTALLY_{name}"
    return click.option(option, *names, envvar=envvar, show_envvar=True, **about)


behind_proxy = setting(
    "--behind-proxy",
    "BEHIND_PROXY",
    "behind",
    type=click.IntRange(0, 9),
    default=0,
    metavar="N",
    help="Trust the address of a client that the nearest N proxies report (0).",
)

# The option for the file with the key of all links.
key_file = partial(setting, "--key-file", "KEY_FILE", type=FILE, metavar="FILE")


def read_settings(commands: Mapping[str, click.Command]) -> dict[str, dict[str, Any]]:
    """Parse the settings file: returns values by command and parameter, empty if there is no file.

    It has a line `NAME=VALUE` for each environment variable of an option, so that a service and the
    commands of its administrator can read the same file. Raises `CommandError` for any other line.
    """
    path = Path(os.environ.get("TRICKTALLY_SETTINGS") or SETTINGS)
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        if path == Path(SETTINGS):
            return {}
        raise CommandError(f"there is no {path}, which TRICKTALLY_SETTINGS names") from None
    except PermissionError as error:
        if any(
            name.startswith("TRICKTALLY_") for name in os.environ.keys() - {"TRICKTALLY_SETTINGS"}
        ):
            return {}  # the system has set them for the service, which may not read the file
        raise CommandError(
            f"{describe(error)}. Without its settings another database would be meant: run this as"
            " root, or with TRICKTALLY_SETTINGS=/dev/null to go without them"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {path}: {error}") from error
    settings: dict[str, dict[str, Any]] = {name: {} for name in commands}
    for number, line in enumerate(lines, 1):
        name, _equals, value = map(str.strip, line.partition("="))
        if not name or name.startswith("#"):
            continue
        # Several commands can have an option of this variable, such as the database.
        options = [
            (command.name or "", option)
            for command in commands.values()
            for option in command.params
            if option.envvar == name
        ]
        if not options:
            raise CommandError(f"line {number} of {path}: {name} is no setting of Tricktally")
        if problem := problem_of_value(value):
            raise CommandError(f"line {number} of {path}: {problem}")
        value = value[1:-1] if value[:1] in QUOTES else value
        for command_name, option in options:
            is_list = isinstance(option, click.Option) and option.multiple
            settings[command_name][option.name or ""] = value.split() if is_list else value
    return settings


def problem_of_value(value: str) -> str | None:
    """Return why the text after `NAME=` is no value, in a sentence; None if it is one.

    The system reads the same file for a service, and takes everything on the line as the value.
    """
    quote = value[0] if value[:1] in QUOTES else None
    if quote and quote in value[1:-1]:
        return f"nothing may follow the second {quote}; a remark has a line of its own"
    if quote and (len(value) == 1 or value[-1] != quote):
        return f"a second {quote} is missing"
    if not quote and re.search(r"\s#", value):
        return "a remark has a line of its own; a value with # in it has to be in quotes"
    return None


def engine(url: str) -> Engine:
    """Return the engine of a path or a URL. Raises `CommandError` for anything else."""
    from app.store import engine_for

    engine = engine_for(url)
    if engine.file is None:
        return engine
    if OTHER_URL.match(url):
        raise CommandError(f"cannot open {url}: it is neither a file nor postgresql://…")
    if os.path.isdir(engine.file):
        inside = engine.file / "tricktally.sqlite3"
        raise CommandError(f"cannot open {url}: it is a folder; name the file in it, as {inside}")
    try:
        engine.file.absolute().parent.stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise CommandError(f"cannot open {url}: there is no folder {engine.file.parent}") from error
    except OSError:
        pass  # opening it raises a clearer error
    return engine


def database(command: Command) -> Command:
    """Decorator that adds the options for the database and its key file."""
    where = setting(
        "--database",
        "DATABASE",
        type=engine,
        default="tricktally.sqlite3",
        metavar="FILE|ADDRESS",
        help="Where the matches are kept: a file (tricktally.sqlite3), or postgresql://…",
    )
    its_key = key_file(help="The key of all links (beside the file, or tricktally.key).")
    return where(its_key(command))


def host_name(_context: click.Context, _option: click.Parameter, names: Sequence[str]) -> Any:
    """Return the names, if each is a valid host name. Raises `click.BadParameter`."""
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise click.BadParameter(f"{name!r} is no name of a host, such as cards.example")
    return names


def language(_context: click.Context, _option: click.Parameter, tag: str) -> Language:
    """Return the language with this tag. Raises `click.BadParameter` if there is none."""
    languages = installed_languages()
    if tag not in languages:
        raise click.BadParameter(f"{tag!r} is not one of: {', '.join(languages)}")
    return languages[tag]


def system_of_digits(
    context: click.Context, _option: click.Parameter, system: str | None
) -> str | None:
    """Return CLDR's name of digits that the language has, None for those that it begins with.
    Raises `click.BadParameter`."""
    known = [shape.system for shape in context.params["language"].shapes]
    if system not in (None, *known):
        raise click.BadParameter(f"{system!r} is not one of: {', '.join(known)}")
    return system


def networks(
    _context: click.Context, _option: click.Parameter, texts: Sequence[str]
) -> Sequence[IPv4Network | IPv6Network]:
    """Parse the networks. Raises `click.BadParameter`."""
    try:
        return [ip_network(text) for text in texts]
    except ValueError as error:
        raise click.BadParameter(f"{error}: it is like 10.0.0.0/8, or one address") from error


def limits(_context: click.Context, _option: click.Parameter, texts: Sequence[str]) -> Limits:
    """Parse limits, given as NAME=NUMBER; the others have their defaults.

    Raises `click.BadParameter`.
    """
    given = {}
    for text in texts:
        name, _equals, number = text.partition("=")
        if name not in (names := [field.name for field in fields(Limits)]):
            raise click.BadParameter(f"{name!r} is none of {', '.join(names)}")
        if not (number.isdecimal() and number.isascii() and 0 < len(number) < 10):
            usual = f"{name}={getattr(Limits, name)}"
            raise click.BadParameter(f"{text!r} needs a number, such as {usual}")
        given[name] = int(number)
    return Limits(**given)


# What commands require of the database


@contextmanager
def errors_begin_with(what: str) -> Iterator[None]:
    """Raise errors of databases and files as `CommandError`, which begins with `what`."""
    from app.store.errors import StoreError

    try:
        yield
    except BrokenPipeError:
        raise  # the reader of our output has closed it
    except (StoreError, OSError) as error:
        raise CommandError(f"{what}: {describe(error)}") from error


def existing(database: Engine) -> Engine:
    """Return the database. Raises `CommandError` if it certainly does not exist."""
    if database.is_missing:
        raise CommandError(f"there is no {database.name}")
    return database


def file_of(database: Engine, instead: str) -> Path:
    """Return the file of the database. Raises `CommandError` for one on a server."""
    if database.file is None:
        raise CommandError(f"these matches are on a database server: {instead}")
    return database.file
