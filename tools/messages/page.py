"""The page that shows a language to who translates it: what is there, missing and wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tools.messages.catalogues import Entry, Fault
from tools.messages.collect import AREAS, Message
from tools.messages.folder import LanguageFolder
from tools.messages.merge import Explain

EXAMPLE = "{n} trick"
"""A message whose translation shows what the forms of a plural are for."""


@dataclass(frozen=True)
class Row:
    """A message on the page: its entry, what it is in the app, and what is wrong with it."""

    entry: Entry
    message: Message
    comments: tuple[str, ...]
    faults: list[Fault]

    @property
    def state(self) -> str:
        """What there is to do: it is wrong, unsure or missing; nothing if it is translated."""
        if self.faults or self.entry.is_broken:
            return "wrong"
        if self.entry.is_fuzzy:
            return "unsure"
        return "" if self.entry.is_translated else "missing"


def page_of(language: LanguageFolder, messages: Mapping[str, Message], explain: Explain) -> str:
    """The page of a language as HTML."""
    faults = defaultdict(list)
    for fault in language.faults:
        faults[fault.path, fault.line].append(fault)
    areas = {
        file.path.stem: [
            Row(entry, message, tuple(explain(message)), faults[entry.path, entry.line])
            for entry in file.entries
            if not entry.is_obsolete and (message := messages.get(entry.id))
        ]
        for file in language.files
    }
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    in_order = sorted(areas, key=lambda area: (area not in AREAS, [*AREAS, area].index(area)))
    rows = [row for each in areas.values() for row in each]
    return environment.get_template("page.html").render(
        areas={area: areas[area] for area in in_order if areas[area]},
        done=sum(not row.state for row in rows),
        example=next((row.entry for row in rows if row.entry.id == EXAMPLE), None),
        faults=language.faults,
        language=language,
        rows=rows,
    )
