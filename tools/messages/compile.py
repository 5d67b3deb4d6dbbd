"""Makes of the catalogues of a language what the app reads: `messages.mo`.

What is not translated, or wrong, is left out of it: then the message is in English, whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tools.messages.catalogues import Entry
from tools.messages.folder import BrokenLanguage, folders, open_folder
from tools.messages.languages import FILE, Plural

COMPILED = "messages.mo"
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""In the header of each, so that the same words give the same bytes."""


def compile_all(translations: Path) -> Iterator[str]:
    """Compile the languages whose files have changed, and say of each that has faults how many."""
    for path in folders(translations):
        target = path / COMPILED
        sources = (path, path / FILE, *path.glob("*.po"))  # the folder, because a file can be gone
        newest = max(source.stat().st_mtime_ns for source in sources)
        if target.exists() and target.stat().st_mtime_ns >= newest:
            continue
        try:
            language = open_folder(path)
        except BrokenLanguage as error:
            target.unlink(missing_ok=True)
            yield f"{path.name}: left out. {error}"
            continue
        write(target, language.translated.values(), language.plural)
        if language.faults:
            yield f"{path.name}: {len(language.faults)} faults, shown in English: `make check`"


def write(target: Path, entries: Iterable[Entry], plural: Plural) -> None:
    """Write a compiled catalogue, in one step and younger than its folder."""
    # Babel writes the rule of plurals for a language that it knows; which one says the folder.
    catalog = Catalog(locale="en", creation_date=LONG_AGO, fuzzy=False)
    catalog.mime_headers = [("Plural-Forms", plural.header)]
    for entry in entries:
        catalog.add(
            (entry.id, entry.plural) if entry.plural else entry.id, entry.strings(plural.count)
        )
    content = BytesIO()
    write_mo(content, catalog)
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(".new")
    unfinished.write_bytes(content.getvalue())
    unfinished.rename(target)
    target.touch()
