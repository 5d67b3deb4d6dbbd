"""What `make messages` and `make check` do with the messages of the code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from app import rulebook
from app.games import numbers
from app.paths import RULES
from tools.messages.catalogues import Fault, read
from tools.messages.collect import Message
from tools.messages.folder import BrokenLanguage, folders, open_folder
from tools.messages.merge import TEMPLATE, merged, template_of
from tools.messages.terms import explain_by

AGAIN = "run `make messages`"


def write(translations: Path, messages: Mapping[str, Message]) -> Iterator[Fault]:
    """Write the template and every language anew, where that changes anything; yields why a
    language stays as it is, because what is in it would be lost."""
    explain = explain_by(rulebook.read(RULES, numbers()).terms.values())
    save(translations / TEMPLATE, template_of(messages, explain))
    for path in folders(translations):
        try:
            language = open_folder(path)
        except BrokenLanguage as error:
            yield error.fault
            continue
        if language.faults_of_files:
            yield from language.faults_of_files
            continue
        files = merged(language, messages, explain)
        for name, text in files.items():
            save(path / name, text)
        for file in language.files:
            if file.path.name not in files:
                file.path.unlink()


def save(path: Path, text: str) -> None:
    """Write a file, unless that is what it says already."""
    content = text.encode("utf-8")
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def check(translations: Path, messages: Mapping[str, Message]) -> Iterator[Fault]:
    """Yield all that is wrong in the languages, and print how much of each is translated."""
    yield from faults_of_template(translations / TEMPLATE, messages)
    for path in folders(translations):
        try:
            language = open_folder(path)
        except BrokenLanguage as error:
            yield error.fault
            continue
        there = language.translated.keys() & messages.keys()
        print(f"{language.tag}: {len(there):,} of {len(messages):,} messages")
        yield from language.faults
        for entry in language.entries:
            if entry.id not in messages:
                yield Fault(entry.path, entry.line, f"the app says this no longer: {AGAIN}")
            elif language.is_whole and entry.id not in there and not entry.is_translated:
                yield Fault(entry.path, entry.line, "is not translated, and the language is whole")
        new = messages.keys() - {entry.id for entry in language.entries}
        if language.is_whole and new:
            yield Fault(path, 1, f"{len(new)} messages are not in it: {AGAIN}")


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
