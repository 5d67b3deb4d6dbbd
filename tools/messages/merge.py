"""Writes the messages of the code into the template and into the catalogues of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tools.messages.catalogues import Entry, text_of
from tools.messages.collect import AREAS, Message
from tools.messages.folder import LanguageFolder

TEMPLATE = "messages.pot"
HEADER = """\
# {about}
msgid ""
msgstr ""
"Language: {tag}\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
OF_TEMPLATE = "All that can be translated. `make messages` writes it; nothing is translated here."
OF_CATALOGUE = "{tag}, {area}. `make messages` writes what is to be translated, below it you write."
NOWHERE = Path()
Explain = Callable[[Message], Sequence[str]]
"""What is said to who translates about the words of a message."""


def template_of(messages: Mapping[str, Message], explain: Explain) -> str:
    """The template of all languages."""
    header = HEADER.format(about=OF_TEMPLATE, tag="", plural="nplurals=2; plural=(n != 1);")
    entries = [entry_of(message, None, explain) for message in in_order(messages)]
    return text_of(header, 2, entries)


def merged(
    language: LanguageFolder, messages: Mapping[str, Message], explain: Explain
) -> dict[str, str]:
    """The catalogues of a language by the names of their files, one for each area, with its
    translations, whichever file they stood in.

    What the app no longer says stays at the end of its file, in case that it comes back.
    """
    known: dict[str, Entry] = {}
    for entry in (entry for file in language.files for entry in file.entries):
        if entry.id not in known or known[entry.id].is_obsolete:
            known[entry.id] = entry
    areas: dict[str, list[Entry]] = {area: [] for area in AREAS}
    for message in in_order(messages):
        entry = entry_of(message, known.pop(message.id, None), explain)
        areas.setdefault(message.area, []).append(entry)
    for entry in filter(lambda entry: entry.is_translated, known.values()):
        areas.setdefault(entry.path.stem, []).append(replace(entry, is_obsolete=True))
    return {
        f"{area}.po": text_of(header_of(language, area), language.plural.count, entries)
        for area, entries in areas.items()
    }


def header_of(language: LanguageFolder, area: str) -> str:
    """The header of a catalogue."""
    about = OF_CATALOGUE.format(tag=language.tag, area=area)
    return HEADER.format(about=about, tag=language.tag, plural=language.plural.header)


def entry_of(message: Message, known: Entry | None, explain: Explain) -> Entry:
    """A message as it is written, with the translation that is known of it."""
    entry = Entry(NOWHERE, id=message.id, plural=message.plural, places=message.places)
    entry.comments = explain(message)
    if known:
        entry.remarks, entry.is_fuzzy = known.remarks, known.is_fuzzy
        # A text that gets a plural, or loses it, is to be translated anew.
        if (known.plural is None) == (message.plural is None):
            entry.forms = known.forms
    return entry


def in_order(messages: Mapping[str, Message]) -> list[Message]:
    """The messages by their areas, the general ones first, and by their files."""
    order = {area: number for number, area in enumerate(AREAS)}
    return sorted(
        messages.values(),
        key=lambda each: (order.get(each.area, len(order)), each.area, each.first_place),
    )
