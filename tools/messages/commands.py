"""What `make messages` and `make check` do with the messages of the code."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from app import rulebook
from app.games import numbers
from app.paths import RULES
from tools.messages.catalogues import Fault, read
from tools.messages.collect import Message
from tools.messages.folder import BrokenLanguage, LanguageFolder, folders, open_folder
from tools.messages.languages import FILE
from tools.messages.merge import TEMPLATE, Explain, merged, template_of
from tools.messages.page import page_of
from tools.messages.terms import explain_by

AGAIN = "run `make messages`"


def update(root: Path, messages: Mapping[str, Message]) -> list[Fault]:
    """Write the template, every language and its page anew; returns why the files of a language
    stay as they are, because what is in them would be lost."""
    faults: list[Fault] = []
    explain = explanations()
    translations, pages = root / "translations", root / "build" / "messages"
    save(translations / TEMPLATE, template_of(messages, explain))
    for language in open_all(translations, faults):
        if language.faults_of_files:
            faults += language.faults_of_files
        else:
            files = merged(language, messages, explain)
            for path in language.path.glob("*.po"):
                if path.name not in files:
                    path.unlink()
            for name, text in files.items():
                save(language.path / name, text)
        language = open_folder(language.path)
        page = pages / f"{language.tag}.html"
        save(page, page_of(language, messages, explain))
        print(f"{counted(language, messages)}, shown in {os.path.relpath(page)}")
    return faults


@cache
def explanations() -> Explain:
    """What says of a message what the glossary does of its words."""
    return explain_by(rulebook.read(RULES, numbers()).terms.values())


def open_all(translations: Path, faults: list[Fault]) -> Iterator[LanguageFolder]:
    """The languages that can be read; `faults` gets why another one cannot."""
    for path in folders(translations):
        try:
            yield open_folder(path)
        except BrokenLanguage as error:
            faults.append(error.fault)


def counted(language: LanguageFolder, messages: Mapping[str, Message]) -> str:
    """How much of a language there is, such as ``fr: 2,780 of 2,787 messages``."""
    there = language.translated.keys() & messages.keys()
    return f"{language.tag}: {len(there):,} of {len(messages):,} messages"


def save(path: Path, text: str) -> None:
    """Write a file, unless that is what it says already."""
    content = text.encode("utf-8")
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def check(root: Path, messages: Mapping[str, Message]) -> list[Fault]:
    """Return all that is wrong in the languages, and print how much of each is translated."""
    translations = root / "translations"
    faults = [*faults_of_template(translations / TEMPLATE, messages)]
    for language in open_all(translations, faults):
        print(counted(language, messages))
        faults += language.faults
        known = {entry.id: entry for entry in language.entries}
        for entry in known.values():
            if entry.id not in messages:
                faults.append(
                    Fault(entry.path, entry.line, f"the app says this no longer: {AGAIN}")
                )
            elif language.is_whole and not entry.is_translated:
                faults.append(
                    Fault(entry.path, entry.line, "not translated, though this language is whole")
                )
        if language.is_whole and (new := messages.keys() - known.keys()):
            faults.append(
                Fault(language.path / FILE, 1, f"{len(new)} messages are not in it: {AGAIN}")
            )
    return faults


def faults_of_template(path: Path, messages: Mapping[str, Message]) -> Iterator[Fault]:
    """Where the template is not what the code says."""
    if not path.exists():
        yield Fault(path, 1, f"is not there: {AGAIN}")
        return
    entries = {entry.id: entry for entry in read(path).entries}
    for text, entry in entries.items():
        if text not in messages:
            yield Fault(path, entry.line, f"the app says this no longer: {AGAIN}")
        elif messages[text].plural != entry.plural:
            yield Fault(path, entry.line, f"its plural is another one in the code: {AGAIN}")
    for text, message in messages.items():
        if text not in entries:
            yield Fault(Path(message.places[0]), 1, f"“{text}” is not in {path.name}: {AGAIN}")
