"""The command `tricktally sheet`: a blank sheet, or that of a match file, as PDF."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from app import matchfile
from app.games import GAMES, numbers
from app.languages import current_language
from app.paper.blank import blank_sheet
from app.paper.html import WHOLE_PAPERS
from app.paper.pdf import NotInstalled, PdfRenderer, PrintDocument
from app.paper.score_sheet import ScoreSheet
from app.paths import RULES
from app.rulebook import Rulebooks
from app.scoring import Game, Refused, Text, _


class WrongUsage(Exception):
    """Raised for an option with an unknown value; the message lists the known ones."""


def print_sheet(
    what: str,
    variant: str | None,
    paper: str,
    out: str,
    *,
    players: int | None = None,
    order: Mapping[str, str] | None = None,
) -> int:
    """Write the sheet of a game or a match file to the file `out`, ``-`` for standard output.

    A blank sheet is that of a `variant`, or the first one for so many `players`; an `order` fills
    house rules of it, by what its game calls them.

    Returns 1, with a line for each problem on standard error, if the match file cannot be right or
    nothing can be printed or written. Raises `WrongUsage`.
    """
    try:
        document = lay_out(what, variant, paper, players, order or {})
    except matchfile.InvalidFile as invalid:
        for problem in invalid.problems:
            complain(f"{what}: {place_of(problem)}{problem.message}")
        return 1
    return print_document(document, out)


def print_document(document: PrintDocument, out: str) -> int:
    """Write a document as PDF to the file `out`, ``-`` for standard output.

    Returns 1, with a line on standard error, if it cannot be printed or written.
    """
    try:
        pdf = PdfRenderer().render(document)
    except NotInstalled as error:
        complain(str(error))
        return 1
    if out == "-":
        sys.stdout.buffer.write(pdf)
        sys.stdout.flush()
        return 0
    try:
        write(Path(out), pdf)
    except (OSError, ValueError) as error:
        complain(f"cannot write {out}: {getattr(error, 'strerror', None) or error}")
        return 1
    return 0


def write(out: Path, pdf: bytes) -> None:
    """Write a sheet to a new file, or replace an older sheet, whole or not at all.

    Raises OSError, FileExistsError if the file is no sheet of ours.
    """
    if out.exists() and not out.is_file():
        out.write_bytes(pdf)  # a pipe, or a device
        return
    if out.exists() and not is_sheet(out.read_bytes()):
        raise FileExistsError("it is there already, and is no sheet of ours")
    whole = out.resolve()
    part = whole.with_name(f"{whole.name}.part")
    try:
        with part.open("xb") as file:
            file.write(pdf)
        part.replace(whole)
    except FileExistsError:
        raise
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def is_sheet(content: bytes) -> bool:
    """Whether a file is a PDF whose metadata, in one of its compressed streams, names us."""
    if not content.startswith(b"%PDF-"):
        return False
    for part in content.split(b"stream\n")[1:]:
        with suppress(zlib.error):
            if b"/Creator (Tricktally)" in zlib.decompressobj().decompress(part):
                return True
    return False


def lay_out(
    what: str, variant: str | None, paper: str, players: int | None, order: Mapping[str, str]
) -> PrintDocument:
    """Return the document to print. Raises `WrongUsage`, or `app.matchfile.InvalidFile`."""
    if what in GAMES:
        return lay_out_blank(GAMES[what], variant, paper, players, order)
    given = {"variant": variant, "players": players, **order}
    for option, value in given.items():
        if value is not None:
            raise WrongUsage(f"--{option} is for a blank sheet: a match file knows its own")
    if paper not in WHOLE_PAPERS:
        raise WrongUsage(f"--paper of a match is one of: {', '.join(WHOLE_PAPERS)}")
    if "." not in what and "/" not in what and what != "-" and not Path(what).exists():
        raise WrongUsage(f"{what!r} is neither a file nor one of: {', '.join(GAMES)}")
    return ScoreSheet.of_file(matchfile.read(what)).lay_out(paper)


def lay_out_blank(
    game: Game, variant: str | None, paper: str, players: int | None, order: Mapping[str, str]
) -> PrintDocument:
    """Return a blank sheet of a game. Raises `WrongUsage`."""
    keys = [blank.key for blank in game.variants]
    if variant is not None and variant not in keys:
        raise WrongUsage(f"--variant of {game.key} is one of: {', '.join(keys)}")
    if players is not None and players not in game.players:
        raise WrongUsage(f"--players of {game.key} is one of: {', '.join(map(str, game.players))}")
    fitting = [blank.key for blank in game.variants if players in (None, blank.players)]
    if variant is not None and variant not in fitting:
        raise WrongUsage(f"--variant {variant} of {game.key} is not for {players} players")
    for option in order:
        if option not in game.sheet.takes:
            takers = [other.key for other in GAMES.values() if option in other.sheet.takes]
            words = f"a sheet of {game.key} has no use for it; one of {' or '.join(takers)} has"
            raise WrongUsage(f"--{option}: {words}")
    pages = Rulebooks(RULES, numbers()).of(current_language())
    try:
        return blank_sheet(game.key, variant or fitting[0], paper, pages, order=order)
    except Refused as refused:
        problems = [f"--{problem.at}: {problem.message}" for problem in refused.problems]
        raise WrongUsage("; ".join(problems)) from refused


def place_of(problem: matchfile.FileProblem) -> Text | str:
    """Return the deal and the answer of a problem, to precede its message."""
    if problem.deal is not None:
        return _("deal {deal}, {answer}: ", deal=problem.deal, answer=problem.answer or "")
    return f"{problem.answer}: " if problem.answer else ""


def complain(line: str) -> None:
    """Write `line` to standard error, with escapes for letters that the terminal cannot show."""
    sys.stderr.buffer.write(f"tricktally: {line}\n".encode("utf-8", "backslashreplace"))
