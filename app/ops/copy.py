"""The command `copy`: all clubs of one database into another, whichever engine each has."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic

from app.file_rights import describe
from app.program import command
from app.store.clubs import keyfile
from app.store.clubs.keyfile import copy_key, is_another_key, read_key
from app.store.engine import Engine
from app.store.errors import StoreError
from app.store.transfer import TargetDiffers, TransferResult, count_all_matches, transfer

MAX_NAMED = 10  # damaged matches that are named
SHOWN_EVERY = 0.2  # seconds between two updates of the progress on a terminal


class CopyRefused(Exception):
    """Raised if nothing was copied, or not everything; the message says why."""


def copy(source: Engine, target: Engine, key: Path, target_key: Path, *, keep_key: bool) -> int:
    """Copy all clubs, and the key of their links unless `keep_key`; print a summary.

    Returns the exit status, 1 if a log was damaged before. Raises `CopyRefused`.
    """
    try:
        has_key = not keep_key and key.is_file()
        if has_key:
            read_key(key)  # or nothing is begun
        with closing(source.open_readonly()) as read:
            if not keep_key and is_another_key(target_key, key):
                raise CopyRefused(
                    f"{target_key} has another key than {key}: choose another file with --key-file,"
                    " or keep this key with --keep-key (then the old links do not open the copy)"
                )
            with closing(target.open()) as written:
                if written.is_read_only:
                    raise CopyRefused(f"{target.name} is read-only")
                with progress(count_all_matches(read)) as on_progress:
                    done = transfer(read, written, on_progress)
                keyfile.forget_fingerprint(written)
        # A key that is there already is the same one.
        if has_key and not target_key.is_file():
            copy_key(key, target_key)
    except TargetDiffers as error:
        raise CopyRefused(
            f"{target.name} must be empty, or an unfinished copy of {source.name}: {error}"
        ) from error
    except KeyboardInterrupt as stop:
        raise CopyRefused(
            "stopped. What was copied is kept; run the same command to continue"
        ) from stop
    except (StoreError, OSError) as error:
        raise CopyRefused(
            f"cannot copy {source.name} to {target.name}: {describe(error)}"
        ) from error
    print(summary(done, source.name, target.name))
    if has_key:
        print(f"Its links are the same: their key is in {target_key}. Keep it secret.")
    elif key.is_file():
        print(f"The key of its links was not copied: {target_key} was not changed.")
    else:
        link = command("link", target, target_key)
        print(f"There is no key in {key}: `{link}` shows the links of the copy.")
    for line in done.damaged[:MAX_NAMED]:
        print(
            f"Match {line.match} of club {line.club}: a line of its log was not what was written,"
            f" before and after. `{command('doctor', target, target_key)}` says which."
        )
    return 1 if done.damaged else 0


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with numbers of copied matches; a terminal shows them, of
    `total`."""
    done, shown = 0, monotonic()

    def on_progress(matches: int) -> None:
        nonlocal done, shown
        done += matches
        if sys.stderr.isatty() and (monotonic() - shown > SHOWN_EVERY or done == total):
            shown = monotonic()
            print(f"\r{done:,} of {total:,} matches", end="", file=sys.stderr, flush=True)

    try:
        yield on_progress
    finally:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def summary(done: TransferResult, source: str, target: str) -> str:
    """Return what was copied, in a line."""
    if not done.copied and done.known:
        start = f"All {source} holds is in {target} already"
    else:
        before = f" ({count_of(done.known, 'club')} had come before)" if done.known else ""
        start = f"Copied {count_of(done.copied, 'club')}{before} from {source} to {target}"
    names = {"matches": "match", "events": "line", "decks": "deck", "doubts": "doubt"}
    holds = ", ".join(count_of(done.counts[table], name) for table, name in names.items())
    return f"{start}: {holds}. Every row was read again there, and is the same."


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun: "1 match", "2,000 matches"."""
    plural = "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{plural if number != 1 else ''}"
