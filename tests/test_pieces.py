"""No template puts a sentence together from pieces: who translates it could not turn them round."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted(
    path
    for folder in ("templates", "app", "tools/pocket/shell")
    for kind in ("html", "svg")
    for path in (ROOT / folder).rglob(f"*.{kind}")
)
PART = re.compile(
    r"\{\{-?(?P<printed>.*?)-?\}\}"
    r"|\{%-?\s*(?P<statement>\w+)(?P<rest>.*?)-?%\}"
    r"|\{\#.*?\#\}"
    r"|<(?P<closes>/?)(?P<element>\w+)(?P<attributes>(?:\{\{.*?\}\}|\{%.*?%\}|[^>{])*)>",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r'="((?:\{\{.*?\}\}|\{%.*?%\}|[^"{])*)"', re.DOTALL)
NAMED_ATTRIBUTE = re.compile(r'(\w[\w-]*)="((?:\{\{.*?\}\}|\{%.*?%\}|[^"{])*)"', re.DOTALL)
MESSAGE = re.compile(r"(?<!\w)_n?\(")
SENTENCE = re.compile(r"""\s*_n?\(\s*["'][A-Z][^"']*[.?!]["']""")
LAST_OF_A_SENTENCE = re.compile(r"""[.?!:]["']""")
ENDS_A_PART = re.compile(r"[:;](?!\S)")
"""What some languages write with a space before it, and some with a sign of their own."""
NO_WORDS = re.compile(r"""\s*(?!_n?\(|signed\()\w+\(|.*" · ".*""")
"""What a macro draws, and what only keeps others apart."""
BETWEEN = re.compile(r"""[^\s,;:.()“”‘’"'=+−-]""")
"""What keeps two texts apart: anything but spaces and punctuation."""
IN_LINE = {"b", "bdi", "em", "i", "output", "s", "strong", "sup", "time", "u"}
OPENS = {"if", "for", "call", "with", "block", "macro", "filter"}
STARTS_ANEW = {"block", "macro", "call", "set"}


def pieces(source):
    """Two printed texts at a time with nothing between them, of which one is a message."""
    found, before, pos = [], None, 0
    branches, spans, after_link = [], [], False
    for part in PART.finditer(source):
        if BETWEEN.search(source[pos : part.start()]):
            before = None
        pos = part.end()
        if (printed := part["printed"]) is not None:
            words = None if NO_WORDS.match(printed) else printed
            if before and words and is_piece(before, words):
                found.append((before.strip(), words.strip()))
            before = words
        elif statement := part["statement"]:
            if statement in OPENS or (statement == "set" and "=" not in part["rest"]):
                branches.append(before)
                before = None if statement in STARTS_ANEW else before
            elif statement in ("else", "elif"):
                before = branches[-1]
            elif statement.startswith("end"):
                branches.pop()
                before = None if statement.removeprefix("end") in STARTS_ANEW else before
            elif statement == "include":
                before = None
        elif element := part["element"]:
            for words in ATTRIBUTE.findall(part["attributes"]):
                found += pieces(words) if MESSAGE.search(words) else []
            is_apart = element not in IN_LINE
            if element == "span" and not part["closes"]:
                # What is only read aloud goes on with what is seen, unless that is no message.
                is_heard = "hidden" in part["attributes"] and "aria-" not in part["attributes"]
                spans.append(is_heard)
                is_apart = not (is_heard and before and MESSAGE.search(before))
            elif element == "span":
                is_apart = not (spans and spans.pop())
            elif element == "a":
                # One link after another, or after what is shown.
                goes_on = before and MESSAGE.search(before) and not after_link
                is_apart = not part["closes"] and not goes_on
                after_link = bool(part["closes"])
            if is_apart:
                before = None
    return found


def glued(source):
    """What is printed with a colon or a semicolon behind it that is no part of a message."""
    found, pos, printed = [], 0, None
    for part in PART.finditer(source):
        between = source[pos : part.start()]
        is_time = between == ":" and part["printed"]
        if printed and ENDS_A_PART.match(between) and not is_time:
            found.append(printed.strip())
        pos, printed = part.end(), part["printed"] or (part["statement"] and printed)
        for name, words in NAMED_ATTRIBUTE.findall(part["attributes"] or ""):
            found += glued(words) if name != "style" else []
    return found


def is_piece(before, after):
    if not MESSAGE.search(before + after):
        return False
    return not (LAST_OF_A_SENTENCE.search(before) or SENTENCE.match(after))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_prints_whole_messages(path):
    assert pieces(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_colon_is_part_of_a_message(path):
    assert glued(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "{{ why }}: {{ n }}",
        "{{ why }}{% if many %}: {{ n }}{% endif %}",
        "<span>{{ whose }}: </span>",
        "{{ why }}{% if not loop.last %}; {% endif %}",
        '<a aria-label="{{ name }}: {{ size }}">',
    ],
)
def test_a_colon_outside_a_message_is_found(source):
    assert glued(source)


@pytest.mark.parametrize(
    "source",
    [
        '{{ _("{why}: {n}", why=why, n=n) }}',
        "{{ hours }}:{{ minutes }}",
        '<i style="{{ edge }}: {{ n }}mm">',
    ],
)
def test_what_is_no_colon_of_a_sentence_may_stand(source):
    assert glued(source) == []


@pytest.mark.parametrize(
    "source",
    [
        '{{ _("Card") }} {{ number }}',
        '<p><b>{{ count }}</b> {{ _("of {n}", n=all) }}</p>',
        '{{ _("Player") }} {{ n }}{% if optional %}, {{ _("optional") }}{% endif %}',
        '<p>{{ _("Now") }}: <b>{{ answer }}</b></p>',
        '<a href="x">{{ _("Play with ours") }}</a>, {{ _("or") }} <a>{{ _("look at it") }}</a>',
        '<button>{{ _("Undo") }}<span class="hidden"> {{ name }}</span></button>',
        "<i aria-label=\"{{ seat }}, {{ _('points') }}\"></i>",
    ],
)
def test_a_sentence_in_pieces_is_found(source):
    assert pieces(source)


@pytest.mark.parametrize(
    "source",
    [
        '{{ _("It is over.") }} {{ _("Look at it") }}',
        '<span>{{ _("Together") }}</span> <b>{{ sum }}</b>',
        '{% if many %}{{ _("All") }}{% else %}{{ _("One") }}{% endif %}',
        '{{ name }} · {{ _("over") }}',
        '{{ icon("play") }}{{ _("Again") }}',
        '<a>{{ _("Before") }}</a> <a>{{ _("More") }}</a>',
        '{{ _("{n} of {all}", n=ahead | bold, all=met) }}',
    ],
)
def test_what_stands_apart_is_no_piece(source):
    assert pieces(source) == []
