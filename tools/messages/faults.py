"""What is wrong with the catalogues of a language, with file and line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from string import Formatter

from tools.messages.catalogues import Catalogue, Entry, Fault
from tools.messages.languages import Plural

MARKUP = re.compile(r"<[^<>]*>|&#?\w+;|[<>\"]")
"""Elements and entities; alone, the signs that would begin or end one."""
COUNT = "{n}"
"""The number of a plural, which a form may say in words or not at all."""


def faults_of_files(files: Iterable[Catalogue], tag: str, plural: Plural) -> Iterator[Fault]:
    """What no tool may write over: lines that cannot be read, the header of another language or
    rule, two of one message, and more forms than there are."""
    seen: dict[str, Entry] = {}
    for file in files:
        yield from file.faults
        yield from faults_of_header(file, tag, plural)
        for entry in file.entries:
            if entry.is_obsolete:
                continue
            if first := seen.get(entry.id):
                where = f"{first.path.name}:{first.line}"
                entry.is_broken = first.is_broken = True
                yield Fault(entry.path, entry.line, f"“{entry.id}” stands in {where} too")
            seen.setdefault(entry.id, entry)
            if entry.plural and max(entry.forms, default=0) >= plural.count:
                yield Fault(entry.path, entry.line, wrong_forms(entry, plural))


def faults_of_header(file: Catalogue, tag: str, plural: Plural) -> Iterator[Fault]:
    """Whether a file is of this language, and its plurals by this rule."""
    if not is_of(file, tag):
        said = file.header.get("Language") or "no language"
        yield Fault(file.path, 1, f"the header is of {said}, in the folder of {tag}")
    elif not is_of(file, tag, plural):
        rule = file.header.get("Plural-Forms", "none")
        yield Fault(
            file.path, 1, f"the header has the plurals “{rule}”, language.toml “{plural.header}”"
        )


def is_of(file: Catalogue, tag: str, plural: Plural | None = None) -> bool:
    """Whether the header of a file is of this language, with this rule of plurals."""
    return file.header.get("Language", "").replace("_", "-") == tag and (
        plural is None or plural.is_same(file.header.get("Plural-Forms", ""))
    )


def faults_of_entry(entry: Entry, plural: Plural) -> Iterator[Fault]:
    """What is wrong with a translation: none of it is shown then."""
    if not entry.is_translated:
        return
    if {*entry.forms} != {*range(plural.count if entry.plural else 1)}:
        yield Fault(entry.path, entry.line, wrong_forms(entry, plural))
        return
    originals = (entry.id, entry.plural) if entry.plural else (entry.id,)
    for form, words in entry.forms.items():
        wrong = wrong_words(words, originals) if words else "is missing"
        if wrong:
            where = f"form {form}, for {plural.examples(form)}: " if entry.plural else ""
            yield Fault(entry.path, entry.line, f"{where}{wrong}")


def wrong_forms(entry: Entry, plural: Plural) -> str:
    """How the forms of a translation are not those of its language."""
    forms = ", ".join(map(str, sorted(entry.forms)))
    wanted = f"0 to {plural.count - 1}" if entry.plural else "none, because it is no plural"
    return f"it has the forms {forms}, wanted are {wanted}"


def wrong_words(words: str, originals: Sequence[str]) -> str | None:
    """What a translation has too many or too few of, beside a text or either of a plural's."""
    try:
        parts = parts_of(words)
    except ValueError as error:
        return f"braces that do not fit ({error}): {words}"
    wanted = [parts_of(original) for original in originals]
    if len(originals) > 1:
        for each in (parts, *wanted):
            each.pop(COUNT, None)
    markup = Counter(MARKUP.findall(words))
    wanted_markup = [Counter(MARKUP.findall(original)) for original in originals]
    for found, allowed in ((parts, wanted), (markup, wanted_markup)):
        if found not in allowed:
            extra, lacking = found - allowed[-1], allowed[-1] - found
            told = {"too many:": extra, "missing:": lacking}
            wrong = [f"{what} {' '.join(each)}" for what, each in told.items() if each]
            return f"{', '.join(wrong)} in “{words}”"
    return None


def parts_of(words: str) -> Counter[str]:
    """The named parts of a text, and how often it has each. Raises ValueError."""
    return Counter(
        f"{{{name}{'!' if how else ''}{how or ''}{':' if spec else ''}{spec}}}"
        for _before, name, spec, how in Formatter().parse(words)
        if name is not None
    )
