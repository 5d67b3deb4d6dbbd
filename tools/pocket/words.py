"""What the shell says, which has no Python yet that could say it: the pages, and their words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.scoring import Text, _
from tools.messages.folder import folders, open_folder

SHELL = Path(__file__).parent / "shell"
PAGE = "index.html"
EMPTY = "empty.html"
"""What the service worker shows where the browser has thrown away the page."""
STOPPED = _("Tricktally is not running. Open it again.")
NOTE = _(
    "Matches are kept on this phone only, in this browser. Put Tricktally on the home screen so"
    " that they stay, and save the match file when a match ends. A private window forgets them when"
    " it is closed."
)
CLEARED = _(
    "The browser has cleared the files of the app. The matches are kept apart from them. Open this"
    " page where there is a network: then it works without one again."
)


@dataclass(frozen=True)
class ShellNotice:
    """What does not work, and what to do; `again` is on the key if it does something else than to
    try again."""

    what: Text
    todo: Text
    again: Text | None = None


NOTICES = {
    "no-worker": ShellNotice(
        _("Tricktally cannot be kept here"),
        _(
            "This browser does not keep apps from this address. Open it with https, and not in a"
            " private window."
        ),
    ),
    "old": ShellNotice(
        _("This browser is too old"),
        _(
            "Tricktally needs a browser from 2023 or newer: Chrome 109, Firefox 114, Safari 16.4."
            " Update it, then open this page again."
        ),
    ),
    "no-storage": ShellNotice(
        _("Nothing can be kept here"),
        _(
            "This browser does not let Tricktally keep matches, because of a private window or a"
            " setting: open Tricktally in a normal window."
        ),
    ),
    "no-files": ShellNotice(
        _("This browser keeps no files here"),
        _(
            "Tricktally writes matches into files of the browser, and this one has none for it."
            " Open this page in Chrome, Firefox or Safari. The network is all right."
        ),
    ),
    "full": ShellNotice(
        _("The phone is full"),
        _(
            "There is no room left for matches. What was shown as entered is safe. Make room on the"
            " phone, then try again."
        ),
    ),
    "taken": ShellNotice(
        _("Open in another window"),
        _(
            "Another window has the matches open and does not answer. Go on there, or close it and"
            " try again."
        ),
    ),
    "gone": ShellNotice(
        _("The matches were deleted here"),
        _(
            "The browser has cleared what it kept for Tricktally, because somebody told it to or it"
            " needed the room. This window still has the matches: keep them again, or save their"
            " file, before you close it."
        ),
        _("Keep them again"),
    ),
    "lost": ShellNotice(
        _("The matches are no longer here"),
        _(
            "Since the last time the browser has cleared what it kept for Tricktally, because"
            " somebody told it to or it needed the room. Match files that you saved or sent can be"
            " opened again. With Tricktally on the home screen matches stay."
        ),
        _("Begin without them"),
    ),
    "torn": ShellNotice(
        _("The matches cannot be read"),
        _(
            "The file with the matches was damaged by the phone. Nothing was thrown away and"
            " nothing is written over it. If you saved match files, open them on another phone."
        ),
    ),
    "load": ShellNotice(
        _("Tricktally did not start"),
        _(
            "Something could not be fetched or started. Check the network, then try again. No match"
            " is lost."
        ),
    ),
}
"""By the names that the scripts know them by."""


@dataclass(frozen=True)
class ShellLanguage:
    """A language of the shell, with what is translated into it."""

    tag: str
    direction: str
    words: Mapping[str, str]

    def __call__(self, text: Text | str) -> str:
        """A text in it, or in English."""
        template = text.template if isinstance(text, Text) else text
        return self.words.get(template, template)


def shell_languages(translations: Path) -> list[ShellLanguage]:
    """English, and the languages of a folder."""
    others = [open_folder(path) for path in folders(translations)]
    return [ShellLanguage("en", "ltr", {})] + [
        ShellLanguage(
            other.tag,
            other.direction,
            {text: entry.forms[0] for text, entry in other.translated.items()},
        )
        for other in others
    ]


def pages_of(languages: list[ShellLanguage]) -> tuple[str, dict[str, dict[str, str]]]:
    """The page of the shell in all languages, of which its script shows one; and for each what the
    service worker says without it."""
    environment = Environment(
        loader=FileSystemLoader(SHELL), autoescape=True, undefined=StrictUndefined
    )
    page = environment.get_template(PAGE).render(
        languages=languages, note=NOTE, notices=NOTICES, english=languages[0]
    )
    empty = environment.get_template(EMPTY)
    return page, {
        each.tag: {"empty": empty.render(_=each, cleared=CLEARED), "stopped": each(STOPPED)}
        for each in languages
    }
