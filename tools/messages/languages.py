"""What `language.toml` says of a language, and how one is begun."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from gettext import c2py
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.plurals import get_plural
from babel.plural import PluralRule, to_gettext

FILE = "language.toml"
PLURAL = re.compile(r"nplurals=(?P<count>[1-9]); *plural=(?P<rule>[^;]+);?")
NUMBERS = range(1000)
"""Those that a plural is tried with; what a rule does beyond it does again from there."""
COMMON = range(200)
"""The numbers that examples are taken from."""
TEMPLATE = """\
# What is to be known of this language beside its words; "Translate" in CONTRIBUTING.md says more.

# As those who speak it write it.
name = "{name}"
# How it is written: "ltr" from left to right, "rtl" from right to left.
direction = "{direction}"
# Which form of a plural belongs to a number n, as gettext writes it:
{forms}
plural = "{plural}"
# With true `make check` fails where a message is not translated.
whole = {whole}
# King, queen and jack on the cards of those who speak it, for clubs to choose, if not "K Q J".
# court_cards = "R D V"
# The first day of a month, if not "1".
# first_of_month = "1er"

[numbers]
# Between thousands, and before tenths.
group = "{group}"
decimal = "{decimal}"
# From zero to nine.
digits = "0123456789"

# Another shape of numbers, to choose under More, Language: CLDR's name of it, and the regions where
# it comes first.
# [other_numbers]
# system = "arab"
# group = "٬"
# decimal = "٫"
# percent = "٪"
# digits = "٠١٢٣٤٥٦٧٨٩"
# regions = "JO EG"
"""


class UnknownLanguage(ValueError):
    """A tag of which no language can be begun, with the reason."""


@dataclass(frozen=True)
class Plural:
    """The rule by which a number has a form: `header` is as gettext writes it.

    Raises ValueError if it is not one, or has a number without a form.
    """

    header: str

    def __post_init__(self) -> None:
        if not PLURAL.fullmatch(self.header):
            raise ValueError(f"no rule of plurals: {self.header}")
        if beyond := [n for n in NUMBERS if not 0 <= self.form(n) < self.count]:
            raise ValueError(f"{self.count} forms, and form {self.form(beyond[0])} for {beyond[0]}")

    @property
    def count(self) -> int:
        """How many forms there are."""
        return int(PLURAL.sub(r"\g<count>", self.header))

    @cached_property
    def form(self) -> Callable[[int], int]:
        """The form of a number, from 0 on."""
        rule: Callable[[int], int] = c2py(PLURAL.sub(r"\g<rule>", self.header))
        return rule

    def is_same(self, header: str) -> bool:
        """Whether another header says the same, however it is spaced."""
        return "".join(header.split()).rstrip(";") == "".join(self.header.split()).rstrip(";")

    def first(self, form: int) -> int:
        """The smallest number of a form."""
        return next(n for n in NUMBERS if self.form(n) == form)

    def examples(self, form: int) -> str:
        """The numbers of a form, such as ``0, 2–16 …``."""
        runs: list[list[int]] = []
        for n in (n for n in COMMON if self.form(n) == form):
            if runs and runs[-1][-1] == n - 1:
                runs[-1].append(n)
            else:
                runs.append([n])
        shown = [f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs[:4]]
        goes_on = len(runs) > 4 or any(self.form(n) == form for n in NUMBERS if n not in COMMON)
        return ", ".join(shown) + (" …" if goes_on else "")


def plural_of(locale: Locale) -> Plural:
    """The rule of a language: as gettext's catalogues have it where that is the order of CLDR, and
    made from CLDR where it is not.

    Only forms that a whole number below a million has: French has a third one for “1 million”.
    """
    category = locale.plural_form
    order = [tag for tag in ("zero", "one", "two", "few", "many") if tag in category.tags]
    used = [tag for tag in (*order, "other") if any(category(n) == tag for n in NUMBERS)]
    usual = Plural(get_plural(locale).plural_forms)
    if usual.count == len(used) and all(used[usual.form(n)] == category(n) for n in NUMBERS):
        return usual
    # The last one needs no rule: it has what is left.
    return Plural(to_gettext(PluralRule({tag: category.rules[tag] for tag in used[:-1]})))


def begin(folder: Path, tag: str) -> Path:
    """Write the `language.toml` of a new language into `folder`, unless it is there; returns the
    folder of the language. Raises UnknownLanguage."""
    try:
        locale = Locale.parse(tag.replace("_", "-"), sep="-")
    except (UnknownLocaleError, ValueError) as error:
        raise UnknownLanguage(f"“{tag}” is no language such as pt, pt-BR or zh-Hant.") from error
    if locale.language == "en":
        raise UnknownLanguage("English is what is translated: it stands in the code.")
    written = "-".join(filter(None, (locale.language, locale.script, locale.territory)))
    path = folder / written / FILE
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(about(locale), "utf-8")
    return path.parent


def about(locale: Locale, name: str = "", *, whole: bool = False) -> str:
    """What CLDR knows of a language, as a file to go on from; `name` in place of the one there."""
    plural, symbols = plural_of(locale), locale.number_symbols["latn"]
    own_name = name or locale.get_display_name() or locale.language
    return TEMPLATE.format(
        name=own_name[:1].upper() + own_name[1:],
        direction=locale.text_direction,
        forms="\n".join(f"#   {form}: {plural.examples(form)}" for form in range(plural.count)),
        plural=plural.header,
        whole=str(whole).lower(),
        group=symbols["group"],
        decimal=symbols["decimal"],
    )
