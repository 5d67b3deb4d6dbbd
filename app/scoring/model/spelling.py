"""Spelling: a key by which names that people take for the same are equal, however they are
typed."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

MOST_LETTERS = 500  # letters of a text that are compared: no name or title has more
# Letters that Unicode does not decompose, and what people type for them in a hurry.
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
POINTS = range(10, 36)  # combining classes of Hebrew and Arabic vowels
# Combining classes of marks above and below letters, such as accents and hamza. Vowels of Indian
# scripts and the dots of Japanese make other letters, and have other classes.
ACCENTS = range(200, 241)

MAX_LETTERS_READ = 2_000  # letters of a name that are read: enough to say that it is too long
JOINERS = "\u200c\u200d"


def normalise_name(name: str) -> str:
    """Return a name on one line, composed (NFC), without control characters, cut to
    `MAX_LETTERS_READ`.

    Joiners stay inside words: Persian names and family emoji need them.
    """
    # Composing takes the square of the number of accents, and a name may come from anywhere.
    name = name[:MAX_LETTERS_READ]
    letters = (c if c.isprintable() or c.isspace() or c in JOINERS else "" for c in name)
    words = "".join(letters).split()
    return unicodedata.normalize("NFC", " ".join(word.strip(JOINERS) for word in words)).strip()


def spelling_key(text: str) -> str:
    """Return a key that is equal for texts that are spelt alike: without case, accents, vowel
    signs, width and ligatures. “Zoë” and “zoe”, “أحمد” and “احمد” have the same.

    The key of accents and invisible characters alone is empty. Only the first `MOST_LETTERS` count.
    """
    return spelling_key_cached(text[:MOST_LETTERS])


@lru_cache(4_000)
def spelling_key_cached(text: str) -> str:
    """Return the `spelling_key` of a text that is cut already."""
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
    """Whether `letter` is a mark that people leave out when they type fast."""
    place = unicodedata.combining(letter)
    return place == 1 or place in POINTS or place in ACCENTS
