"""The words in the drawings of the rules: messages, which a page in another language translates."""

import re

import pytest

from app import rulebook
from app.paths import RULES
from app.rulebook.drawings import messages_in, translate_drawing, words_of

DRAWINGS = sorted((RULES / "diagrams").glob("*.svg"))


def line(words, y=20.0, look='class="soft" font-size="13"'):
    return f'<text x="9" y="{y}" {look}>{words}</text>\n'


def messages_of(svg):
    return [words_of(lines) for lines in messages_in(svg)]


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_in_english_stays_as_it_is(path):
    svg = path.read_text("utf-8")

    assert translate_drawing(svg, str) == svg


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_all_words_of_a_drawing_are_translated_but_names_and_letters(path):
    drawn = translate_drawing(path.read_text("utf-8"), lambda words: "⟦" + "·" * len(words) + "⟧")

    left = re.findall(r"<text[^>]*>([^<⟦·]*)</text>", drawn)
    assert all(re.fullmatch(r"[A-Z0-9]?|\d+|Anna|Bruno|A – B – [CD – ]+", words) for words in left)


def test_lines_below_one_another_are_one_message():
    assert messages_of(line("Left lifts") + line("a packet", 36)) == ["Left lifts a packet"]


@pytest.mark.parametrize(
    "below",
    [
        line("a packet", 60),
        line("a packet", 36, 'class="ink" font-size="13"'),
        f'<rect width="9"/>{line("a packet", 36)}',
    ],
    ids=["far below", "in another look", "behind a shape"],
)
def test_what_stands_apart_is_a_message_of_its_own(below):
    assert messages_of(line("Left lifts") + below) == ["Left lifts", "a packet"]


def test_a_translation_has_as_many_lines_and_is_escaped():
    svg = line("Left lifts") + line("a packet", 36)

    drawn = translate_drawing(svg, lambda _words: "Links hebt ein Päckchen & ab <b>")

    assert re.findall(r">([^<]+)</text>", drawn) == [
        "Links hebt ein",
        "Päckchen &amp; ab &lt;b&gt;",
    ]
    assert re.sub(r">[^<]*</text>", "", drawn) == re.sub(r">[^<]*</text>", "", svg)
    assert translate_drawing(svg, lambda _words: "Coupe").count("></text>") == 1


def test_words_that_run_from_right_to_left_do_so_line_by_line():
    svg = line("on A’s") + line("left", 36)

    drawn = translate_drawing(svg, lambda _words: "A يسار")

    assert re.findall(r">([^<]+)</text>", drawn) == ["\u2067A\u2069", "\u2067يسار\u2069"]


def test_a_page_in_another_language_has_its_drawings_in_it(tmp_path):
    (tmp_path / "diagrams").mkdir()
    (tmp_path / "diagrams/seats.svg").write_text(f"<svg>{line('clockwise')}</svg>")
    words = (RULES / "en/words.toml").read_text("utf-8")
    for tag in ("en", "xx"):
        (tmp_path / tag).mkdir()
        (tmp_path / tag / "words.toml").write_text(words, "utf-8")
        page = "# Game\n\nIt.\n\n## Seats {#seats}\n\n![Where all sit](diagrams/seats.svg)\n"
        (tmp_path / tag / "game.md").write_text(page, "utf-8")
    english = rulebook.read(tmp_path)

    other = rulebook.read_beside(english, "xx", tmp_path, translate={"clockwise": "rundum"}.get)

    assert ">clockwise</text>" in english["game"].html
    assert ">rundum</text>" in other["game"].html
