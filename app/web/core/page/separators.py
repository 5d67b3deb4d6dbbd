"""What separates the cells of a spreadsheet: a comma, or a semicolon where decimals have commas."""

from __future__ import annotations

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol
from flask import abort, request

COMMA, SEMICOLON = "comma", "semicolon"
SEPARATORS = {COMMA: ",", SEMICOLON: ";"}
"""By the word for it in an address; an address without one means a comma."""


def requested_separator() -> str:
    """The separator that the address asks for; aborts with 404 for one that there is not."""
    return SEPARATORS.get(request.args.get("separator", COMMA)) or abort(404)


def likely_separator() -> str:
    """The word for the separator that spreadsheets expect in the language of the browser."""
    for language in request.accept_languages.values():
        try:
            locale = Locale.parse(language, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        return SEMICOLON if get_decimal_symbol(locale) == "," else COMMA
    return COMMA
