"""The folder of a language as the tools see it: its catalogues, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from app.languages import Translation
from tools.messages.catalogues import Catalogue, Entry, Fault, read
from tools.messages.faults import faults_of_entry, faults_of_files, is_of
from tools.messages.languages import FILE, Plural

LINE_OF_TOML = re.compile(r" \(at line (\d+), column \d+\)$")


class BrokenLanguage(ValueError):
    """A `language.toml` that cannot be read, with the `fault`."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True)
class LanguageFolder:
    """A language: its name, the rule of its plurals, and whether nothing may be missing."""

    path: Path
    name: str
    direction: str
    plural: Plural
    is_whole: bool

    @property
    def tag(self) -> str:
        """The language, such as ``fr`` or ``pt-BR``."""
        return self.path.name

    @cached_property
    def files(self) -> list[Catalogue]:
        """Its catalogues, in the order of their names."""
        return [read(path) for path in sorted(self.path.glob("*.po"))]

    @property
    def entries(self) -> Iterator[Entry]:
        """Its messages, without those that were kept from earlier."""
        return (entry for file in self.files for entry in file.entries if not entry.is_obsolete)

    @cached_property
    def faults_of_files(self) -> list[Fault]:
        """What is wrong with its files: nothing can be written into them before it is mended."""
        return [*faults_of_files(self.files, self.tag, self.plural)]

    @cached_property
    def faults(self) -> list[Fault]:
        """All that is wrong in it."""
        found = [fault for each in self.entries for fault in faults_of_entry(each, self.plural)]
        return sorted({*self.faults_of_files, *found}, key=lambda fault: (fault.path, fault.line))

    @cached_property
    def translated(self) -> dict[str, Entry]:
        """What can be shown, by its text in English: translated, and nothing wrong with it."""
        broken = {(fault.path, fault.line) for fault in self.faults}
        return {
            entry.id: entry
            for file in self.files
            for entry in file.entries
            if not entry.is_obsolete
            and entry.is_translated
            and not entry.is_broken
            and (entry.path, entry.line) not in broken
            and is_of(file, self.tag, self.plural if entry.plural else None)
        }


def folders(translations: Path) -> list[Path]:
    """The folders of all languages."""
    return sorted(path.parent for path in translations.glob(f"*/{FILE}"))


def open_folder(path: Path) -> LanguageFolder:
    """Read what a language says of itself. Raises BrokenLanguage."""
    file = path / FILE
    try:
        said = Translation(path)
        plural = Plural(said.plural)
    except ValueError as error:
        what = str(error).removeprefix(f"{file}: ")
        line = LINE_OF_TOML.search(what)
        what = LINE_OF_TOML.sub("", what)
        raise BrokenLanguage(Fault(file, int(line[1]) if line else 1, what)) from error
    return LanguageFolder(path, said.name, said.direction, plural, said.is_whole)
