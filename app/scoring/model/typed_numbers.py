"""Numbers as people type them: in the digits of any script, with any minus before or behind, and
with marks of direction that nobody sees."""

from __future__ import annotations

import re
import unicodedata

MOST_LETTERS = 100  # letters that are read: no field asks for a number with so many
# What keyboards type for a minus.
MINUS_SIGNS = str.maketrans(
    dict.fromkeys("\N{MINUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{EN DASH}", "-")
)
THOUSANDS = re.compile(r"(?<=[0-9])[,\N{ARABIC THOUSANDS SEPARATOR}\s](?=[0-9]{3}(?![0-9]))")
AROUND_SIGNS = re.compile(r"\s?([-+])\s?")
MINUS_BEHIND = re.compile(r"\A([0-9]+)-\Z")


def plain_digits(text: str) -> str:
    """Return a text with the digits of any script as 0–9, and without marks that only say in which
    direction it runs."""
    if text.isascii():
        return text
    letters = (letter for letter in text if unicodedata.category(letter) != "Cf")
    return "".join(
        str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in letters
    )


def plain_number(text: str) -> str:
    """Return what is typed as a number, or a sum of some, in the way that `int` reads them:
    ``-1250`` for “−١٬٢٥٠”, “1,250-” or “1 250 −”.

    What is none stays none, and so does what has more than `MOST_LETTERS`.
    """
    text = text.strip()
    if len(text) > MOST_LETTERS:
        return text
    words = " ".join(plain_digits(text).translate(MINUS_SIGNS).split())
    number = THOUSANDS.sub("", AROUND_SIGNS.sub(r"\1", words))
    # A plus behind is a sum that goes on.
    return MINUS_BEHIND.sub(r"-\1", number)
