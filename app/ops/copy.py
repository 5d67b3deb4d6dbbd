"""The command `copy`: all clubs of one book into another, wherever each is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic

from app import store
from app.store.transfer import ClubCounts, TargetDiffers, TransferResult, matches_in, transfer

MOST_NAMED = 10
"""So many damaged matches are named."""
SHOWN_EVERY = 0.2
"""Seconds between two changes of what a terminal shows."""


class CopyRefused(Exception):
    """Why nothing was copied, or not everything."""


def copy(
    source: store.Engine,
    target: store.Engine,
    key_of_source: Path,
    key_of_target: Path,
    *,
    keep_key: bool,
) -> int:
    """Copy all clubs and the key of their links, and say what has come of it.

    Returns the exit status, 1 if a log came with a damage that it had before. Raises `CopyRefused`.
    """
    names = source.name, target.name
    try:
        with closing(source.open_readonly()) as read:
            look_at_key(key_of_source, key_of_target, keep_key=keep_key)
            with closing(target.prepare()) as written:
                if written.is_read_only:
                    raise CopyRefused(f"{names[1]} may only be read")
                done = transfer(read, written, progress(matches_in(read)))
        has_key = not keep_key and take_key_along(key_of_source, key_of_target)
    except TargetDiffers as error:
        raise CopyRefused(
            f"{names[1]} has to be empty, or to hold only what came from {names[0]}: {error}"
        ) from error
    except KeyboardInterrupt as stop:
        raise CopyRefused(
            "stopped. What has come stays, and the same command goes on from there"
        ) from stop
    except (store.StoreError, OSError) as error:
        raise CopyRefused(f"cannot copy {names[0]} to {names[1]}: {error}") from error
    finally:
        progress_is_over()
    sys.stdout.write(result(done, *names))
    sys.stdout.write(words_on_key(key_of_source, key_of_target, has_key=has_key))
    for club, number in done.damaged[:MOST_NAMED]:
        sys.stdout.write(
            f"Match {number} of club {club}: a line of its log was not what was written, before and"
            " after. `tricktally doctor` says which.\n"
        )
    return 1 if done.damaged else 0


def look_at_key(source: Path, target: Path, *, keep_key: bool) -> None:
    """Make sure that no other key is in the way of that of all links."""
    if not keep_key and store.is_another_key(target, source):
        raise CopyRefused(
            f"another key than that in {source} is in {target}: name another place with --key-file,"
            " or leave it as it is with --keep-key, and no link of before opens the copy"
        )


def take_key_along(source: Path, target: Path) -> bool:
    """Put the key where that of the copy is looked for; False if there is none."""
    return source.is_file() and (target.is_file() or store.copy_key(source, target))


def progress(total: int) -> Callable[[int], None]:
    """Show on a terminal how many of all matches have been copied, and say nothing elsewhere."""
    done = 0
    shown = monotonic()

    def tell(matches: int) -> None:
        nonlocal done, shown
        done += matches
        if sys.stderr.isatty() and (monotonic() - shown > SHOWN_EVERY or done == total):
            shown = monotonic()
            sys.stderr.write(f"\r{done:,} of {total:,} matches")
            sys.stderr.flush()

    return tell


def progress_is_over() -> None:
    """Begin a new line behind what a terminal has shown."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


def result(done: TransferResult, source: str, target: str) -> str:
    """What was copied, in a line."""
    clubs = counted(done.copied, "club")
    if not done.copied and done.known:
        start = f"All {source} holds is in {target} already"
    else:
        before = f" ({counted(done.known, 'club')} had come before)" if done.known else ""
        start = f"Copied {clubs}{before} from {source} to {target}"
    return f"{start}: {sum_of(done.counts)}. Every row was read again there, and is the same.\n"


def sum_of(counts: ClubCounts) -> str:
    """What some clubs hold together."""
    return ", ".join(
        (
            counted(counts.matches, "match", "matches"),
            counted(counts.lines, "line"),
            counted(counts.decks, "deck"),
            counted(counts.doubts, "doubt"),
        )
    )


def counted(number: int, one: str, more: str = "") -> str:
    """So many of something."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def words_on_key(source: Path, target: Path, *, has_key: bool) -> str:
    """What becomes of the links, in a line."""
    if has_key:
        return f"Its links are the same: their key is in {target}. Show it to nobody.\n"
    if source.is_file():
        return f"The key of its links was not copied: {target} is as it was.\n"
    return f"There is no key in {source}: `tricktally link` shows the links of the copy.\n"
