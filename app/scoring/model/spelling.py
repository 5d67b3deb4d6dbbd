"""Spelling: what words have in common that people take for the same, however they are typed."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

MOST_LETTERS = 500
"""More of a text are not compared: no name and no title has as many."""
LETTERS = str.maketrans(
    {
        **{"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"},
        **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n", "ı": "i"},
        **{"ʼ": "'", "’": "'", "‘": "'", "`": "'"},
        # Arabic: alef, hamza, the ends of words, and what Persian and Urdu write so.
        **{"ٱ": "ا", "ء": "", "ة": "ه", "ى": "ي", "ـ": ""},
        **{"ی": "ي", "ې": "ي", "ک": "ك", "ہ": "ه", "ھ": "ه", "ە": "ه", "ۀ": "ه"},
    }
)
"""Letters that are no letter with a mark, and what is written for them where it is typed fast."""
POINTS = range(10, 36)
"""The combining classes of Hebrew and Arabic vowels."""
ACCENTS = range(200, 241)
"""Those of marks above and below letters, such as accents and hamza. Vowels of Indian scripts, and
the dots of Japanese, make other letters and are of none of these."""


def spelling_key(text: str) -> str:
    """What two texts have in common that are spelt alike: without case, accents, vowel signs, width
    and ligatures; “Zoë” and “zoe”, “أحمد” and “احمد” have the same. Empty for signs alone. Of a
    long text only the first `MOST_LETTERS` count."""
    return spelling_key_cached(text[:MOST_LETTERS])


@lru_cache(4_000)
def spelling_key_cached(text: str) -> str:
    """The key of a text that is not long, see `spelling_key`."""
    letters = unicodedata.normalize("NFKD", text).casefold().translate(LETTERS)
    # What folding and the table gave may have marks of its own.
    letters = unicodedata.normalize("NFKD", letters)
    kept = "".join(
        letter
        for letter in letters
        if not is_mark(letter) and unicodedata.category(letter) not in ("Cf", "Cc")
    )
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def is_mark(letter: str) -> bool:
    """Whether people leave this out when they type fast."""
    place = unicodedata.combining(letter)
    return place == 1 or place in POINTS or place in ACCENTS
