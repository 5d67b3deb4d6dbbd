"""All languages that the app has: English, and each folder of `translations/`."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from app.languages.language import Translation, with_court_cards
from app.paths import TRANSLATIONS
from app.scoring.model.text import COURT_CARDS, ENGLISH, Language


class Languages(dict[str, Language]):
    """The languages by their tags, English first, then those of these folders in their order.

    A folder whose `language.toml` cannot be read is left out, and the log says why.
    """

    def __init__(self, *folders: Path) -> None:
        super().__init__({ENGLISH.tag: ENGLISH})
        for file in [file for folder in folders for file in sorted(folder.glob("*/language.toml"))]:
            try:
                self[file.parent.name] = Translation(file.parent)
            except ValueError as error:
                logging.getLogger(__name__).warning("left out a language: %s", error)
        letters = [COURT_CARDS, *(each.other_court_cards for each in self.values())]
        self.court_cards: Sequence[str] = list(dict.fromkeys(filter(None, letters)))
        """The letters that king, queen and jack may have in any of them, those of English first."""

    def with_court_cards(self, language: Language, letters: str) -> Language:
        """Return the language with these letters on king, queen and jack, such as ``RDV``; as it is
        where no deck of ours has them."""
        if letters == language.court_cards or letters not in self.court_cards:
            return language
        return with_court_cards(language, letters)


def installed_languages() -> Languages:
    """Return the languages that come with the app."""
    return Languages(TRANSLATIONS)
