"""Rules on messages, so that each can be said in every language."""

import re
from pathlib import Path

import pytest

from tools.messages.collect import Message, collect

# A part with a plural beside it, or an adjective and a plural: “{n} second hands”.
COUNTED = re.compile(r"\{(\w+)\}(?:</?\w[^>]*>)* (?=(?:([a-z]+) )?([a-z]+s|people)\b)")
VERBS = re.compile(
    "adds|asks|costs|cuts|decides|does|draws|ends|follows|gets|has|is|leaves|looks|makes|owns|shows"
    "|starts|stays|takes|waits|was"
)
VERBS_OR_NOUNS = re.compile("deals|doubles|leads|plays|scores|stands|swaps|wins")
DOERS = re.compile("after|card|deal|dealer|later|leader|left|name|owner|person|seat|side|who|you")
"""Parts that are no numbers: who does it, or what."""
NUMBER_AS_SUBJECT = {"{n} exchanges", "{n} fits"}
"""What is said of a number that is written down, and not of so many."""


def counts_a_noun(part, word_between, word):
    if word_between:
        return not (VERBS.fullmatch(word_between) or word_between in ("and", "are", "that", "who"))
    is_verb = VERBS_OR_NOUNS.fullmatch(word) and DOERS.fullmatch(part)
    return not (VERBS.fullmatch(word) or is_verb)


@pytest.fixture(scope="module")
def messages() -> list[Message]:
    return [*collect(Path(__file__).parents[1]).values()]


def test_a_number_before_a_noun_has_a_plural(messages):
    glued = {
        message.id: message.places
        for message in messages
        if message.plural is None and message.id not in NUMBER_AS_SUBJECT
        for found in COUNTED.finditer(message.id)
        if counts_a_noun(*found.groups())
    }

    assert glued == {}


def test_both_forms_of_a_plural_have_the_same_parts(messages):
    for message in messages:
        if message.plural is not None:
            parts = [set(re.findall(r"\{\w+\}", text)) for text in (message.id, message.plural)]
            assert parts[0] | {"{n}"} == parts[1] | {"{n}"}, message
