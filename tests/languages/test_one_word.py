"""One word for one thing: a language says the same in its questions, on the sheet, in the rules and
in the glossary. The words of other towns are for the search, and for the section that explains
them."""

import re

import pytest
from babel.messages.pofile import read_po

from app.games import numbers
from app.paths import RULES, TRANSLATIONS
from app.rulebook import GLOSSARY, Rulebooks
from app.web.rules.rulings import search_entries

THINGS = {
    "kingdom": (r"kingdom", {"fr": "royaume", "ar": "مملك|ممالك"}),
    "contract": (r"contract", {"fr": "contrat", "ar": "طلب"}),
    "trick": (r"tricks?\b", {"fr": r"\bplis?\b", "ar": "لطش|لطوش"}),
    "slap": (r"slaps?\b", {"fr": r"\bplis?\b", "ar": "لطش|لطوش"}),
    "doubling": (r"doubl(?:ed|ing|es)\b", {"fr": "doubl", "ar": "دبّل|دبيل"}),
    "queens": (r"queens?\b", {"fr": r"\bdames?\b", "ar": "بنت|بنات"}),
    "diamonds": (r"diamonds?\b", {"fr": "carreau", "ar": "دينار"}),
    "king-of-hearts": (r"king of hearts", {"fr": "roi de cœur", "ar": "شيخ الكبة"}),
    "redeal": (r"redeal", {"fr": "redonn", "ar": "إعادة"}),
    "complex": (r"complex", {"fr": "complex", "ar": "كومبلكس"}),
    "trex": (r"^trex\b", {"fr": "trex", "ar": "تركس"}),
    "dealer": (r"dealer", {"fr": "donneur", "ar": "موزّع|توزيع"}),
    "trump": (r"trumps?\b", {"fr": "atout", "ar": "طرنيب"}),
    "house-rule": (r"house rules?\b", {"fr": "règles? maison", "ar": "(?:قاعدة|قواعد) البيت"}),
    "joker": (r"joker", {"fr": "joker", "ar": "جوكر"}),
}
"""What is looked for in English, by the anchor of its term, and the word of each language."""
OF_OTHER_TOWNS = {
    "fr": r"\blevées?\b|\bcontrer\b|\breines?\b|\bfemmes\b",
    "ar": r"\b(?:ال)?(?:أكلات|أكلة|لمّات|لمات|ختيار|شايب|كوتشينة|يهودية|هاص|كوين)\b",
}
"""Words for the same things that a language does not say itself."""
APART = ("words-you-will-hear", "credits")
"""Sections that tell of other words, and of books with names of their own."""
PART = re.compile(r"\{\w+\}")
each_language = pytest.mark.parametrize("tag", [*OF_OTHER_TOWNS])


def messages(tag):
    """Each message with its translation, in all its forms."""
    for file in sorted((TRANSLATIONS / tag).glob("*.po")):
        for message in read_po(file.open("rb")):
            if message.id:
                english, words = (
                    " ".join(text) if isinstance(text, tuple | list) else text
                    for text in (message.id, message.string)
                )
                yield PART.sub("", english), PART.sub("", words)


@pytest.fixture(scope="module")
def rulebooks():
    return Rulebooks(RULES, numbers(), search_entries)


def sections(rulebooks, tag):
    """Each section of a page of the language, by its place: its words and the English ones."""
    for key, page in rulebooks[tag].items():
        if page.language.tag == tag and key != GLOSSARY:
            for section in page.all_sections:
                english = rulebooks.english[key].by_anchor[section.anchor]
                if section.anchor not in APART:
                    lines = (" ".join((part.title, *part.lines)) for part in (section, english))
                    yield f"{key}#{section.anchor}", *lines


def has(pattern, words):
    return re.search(pattern, words, re.IGNORECASE) is not None


@each_language
@pytest.mark.parametrize("anchor", [*THINGS])
def test_a_thing_has_one_word_in_questions_and_on_sheets_in_the_rules_and_in_the_glossary(
    rulebooks, tag, anchor
):
    pattern, words = THINGS[anchor]
    said = [(english, own) for english, own in messages(tag) if has(rf"\b{pattern}", english)]
    read = [place for place in sections(rulebooks, tag) if has(rf"\b{pattern}", place[2])]
    term, others = rulebooks[tag].terms[anchor], rulebooks[tag].language.terms.get(anchor, ())
    names = [term.name] if term.language.tag == tag else others[:1]

    assert said
    assert [each for each in said if not has(words[tag], each[1])] == []
    assert [place for place, own, _english in read if not has(words[tag], own)] == []
    assert all(has(words[tag], own) for own in names)


@each_language
def test_words_of_other_towns_are_said_nowhere_else(rulebooks, tag):
    other = OF_OTHER_TOWNS[tag]

    assert [own for _english, own in messages(tag) if has(other, own)] == []
    assert [place for place, own, _english in sections(rulebooks, tag) if has(other, own)] == []


def test_every_language_is_held_to_its_words():
    tags = {file.parent.name for file in TRANSLATIONS.glob("*/language.toml")}

    assert tags == {*OF_OTHER_TOWNS}
    assert all({*words} == tags for _pattern, words in THINGS.values())
