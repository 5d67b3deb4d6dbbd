"""Styles and layouts: nothing is left over, sides are those of the text, all can be read."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import dropwhile
from pathlib import Path

import pytest

from app import symbols
from app.games import GAMES
from app.scoring.model.cards import COMMON_SYMBOLS
from app.web.core.page.theme import PAPER, THEMES

ROOT = Path(__file__).parent.parent
STYLES = sorted((ROOT / "static" / "css").rglob("*.css"))
PRINTED_STYLES = sorted((ROOT / "static" / "print").glob("*.css"))
TEMPLATES = sorted([*(ROOT / "templates").rglob("*.*"), *(ROOT / "app" / "games").rglob("*.html")])
SCRIPTS = sorted(
    [*(ROOT / "static" / "js").rglob("*.js"), *(ROOT / "static" / "vendor").glob("*.js")]
)
MODULES = sorted((ROOT / "app").rglob("*.py"))
PRINTED_TEMPLATES = [
    path for path in TEMPLATES if path.parent.name == "print" or ROOT / "app" in path.parents
]
DRAWN_ON_PAPER = sorted((ROOT / "app" / "paper").glob("*.py"))

COMMENT = re.compile(r"/\*.*?\*/|\{#.*?#\}", re.DOTALL)
QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`")
WORD = re.compile(r"[A-Za-z][\w-]*")


@cache
def text_of(path: Path) -> str:
    """What stands in a file, without its comments."""
    text = path.read_text("utf-8")
    return COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)


@cache
def strings_of(path: Path) -> list[str]:
    """The texts in a module, with a star for what is put into them."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "*" for part in node.values)
            found.append("".join(map(str, parts)))
    return found


def classes_styled(path: Path) -> set[str]:
    """The classes that a stylesheet speaks of."""
    selectors = re.sub(r"\{[^{}]*\}", "{}", QUOTED.sub("", text_of(path)))
    selectors = re.sub(r"@import[^;]*;|@(media|layer|supports|container)[^{;]*", "", selectors)
    return set(re.findall(r"\.([A-Za-z][\w-]*)", selectors))


def classes_given() -> re.Pattern[str]:
    """What the name of a class that an element gets may be, as far as the source says it.

    It is any word in a tag or in braces of a template, in a text of a script, or that alone is a
    text of a module; before braces or a star stands the beginning of one.
    """
    code = re.compile(
        r"class=\".*?\"|\{% block kind %\}\w+|<[^<>]*>|\{\{.*?\}\}|\{%.*?%\}", re.DOTALL
    )
    parts = [part for path in TEMPLATES for part in code.findall(text_of(path))]
    parts += [text for path in SCRIPTS for text in QUOTED.findall(text_of(path))]
    texts = [text for path in MODULES for text in strings_of(path)]
    parts += [text for text in texts if WORD.fullmatch(text) or "class=" in text]
    known = {*GAMES, *THEMES, *COMMON_SYMBOLS, *symbols.symbols()}
    known.update(word for part in parts for word in WORD.findall(part))
    begun = {word for part in parts for word in re.findall(r"([A-Za-z][\w-]*)(?=\{[{%]|\*)", part)}
    # Behind a dash stands a word; elsewhere a number, or another class after a space.
    partly = {word + (r"[\w-]+" if word.endswith("-") else r"\d+") for word in begun}
    return re.compile("|".join(sorted(known | partly)))


def test_every_class_of_a_style_is_given_to_something():
    given = classes_given()

    unused = {
        f"{path.relative_to(ROOT)}: .{name}"
        for path in (*STYLES, *PRINTED_STYLES)
        for name in classes_styled(path)
        if not given.fullmatch(name)
    }
    assert unused == set()


def test_every_value_with_a_name_is_used_and_every_one_used_has_a_name():
    sources = [*STYLES, *PRINTED_STYLES, *TEMPLATES, *SCRIPTS]
    drawn = [text for path in DRAWN_ON_PAPER for text in strings_of(path)]
    text = "\n".join([*map(text_of, sources), *drawn])

    named = set(re.findall(r"(--[\w-]+)[\"']?\s*[:,](?!:)", text)) | set(
        re.findall(r"setProperty\([\"'](--[\w-]+)", text)
    )
    used = set(re.findall(r"var\(\s*(--[\w-]+)\s*[,)]", text))
    assert (named - used, used - named) == (set(), set()), "never used, or never named"


def test_every_layout_is_used():
    texts = [text for path in MODULES for text in strings_of(path)]
    named = {text for text in texts if text.endswith((".html", ".svg"))}
    for path in TEMPLATES:
        text = re.sub(r"[\"']\s*~\s*(?:\([^()]*\)|[^~]*?)\s*~\s*[\"']", "*", text_of(path))
        named |= set(re.findall(r"[\"']([\w/*.-]+\.(?:html|svg))[\"']", text))
    # What is put into a name is a word of the program, such as a kind of question.
    words = "|".join(sorted({text for text in texts if WORD.fullmatch(text)}))
    named = {re.sub(r"(\\\*)+", f"_?(?:{words})", re.escape(name)) for name in named}

    folders = (ROOT / "templates", ROOT / "app" / "games")
    names = [
        str(path.relative_to(folder))
        for path in TEMPLATES
        for folder in folders
        if path.is_relative_to(folder)
    ]
    assert [name for name in names if not re.fullmatch("|".join(sorted(named)), name)] == []


SIDE = "left|right|top|bottom"
PHYSICAL = re.compile(
    rf"^\s*(?:{SIDE}|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:{SIDE})[\w-]*"
    rf"|border-(?:top|bottom)-(?:left|right)-radius)\s*:"
    r"|^\s*(?:text-align|float|clear)\s*:\s*(?:left|right)\b"
)
SIDES = re.compile(r"^\s*(margin|padding|inset|border-width|border-color|border-style)\s*:\s*(.*);")
IS_MEANT = "physical"
"""Where a side of the screen is meant and not of the text, a comment in the line above says it."""


def values_of(text: str) -> list[str]:
    """The values of a shorthand, a function as one of them."""
    while "(" in text and (shorter := re.sub(r"\([^()]*\)", "_", text)) != text:
        text = shorter
    return text.split()


def sides_of_the_screen(path: Path) -> Iterator[str]:
    """The declarations that mean left and right where a text may run the other way."""
    lines = path.read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        around = " ".join(lines[max(0, number - 2) : number])
        found = SIDES.match(line)
        values = values_of(found[2]) if found else []
        is_uneven = len(values) == 4 and values[1] != values[3]
        if (PHYSICAL.match(line) or is_uneven) and IS_MEANT not in around:
            yield f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


def test_styles_say_start_and_end_and_not_left_and_right():
    assert [line for path in STYLES for line in sides_of_the_screen(path)] == []


SHAPES = {
    "low": "(max-height: 699px) and (orientation: portrait), (max-width: 349px)",
    "sideways": "(max-height: 480px) and (min-width: 600px)",
}
"""Beside tall, which needs no query."""
OTHER_SHAPES = {
    "totals.css": ["(min-height: 760px)"],
    "numbers_tablet.css": ["(min-width: 1000px) and (min-height: 481px)"],
    "table_view.css": ["(min-width: 700px)", "(min-width: 700px) and (min-height: 481px)"],
}
"""The table view is made for a tablet in the middle and a screen on the wall as well. On a tablet
the year of a club has room for everybody, and above what leads on from the end of a match two more
cards fit on a phone that is tall enough."""
FEATURE = re.compile(
    r"\((?:scripting|prefers-[\w-]+|forced-colors|hover|pointer|display-mode)(?:: [\w-]+)?\)"
    r"|print|screen"
)


def is_allowed(query: str) -> bool:
    """Whether a query asks for one of the shapes, or for nothing of the size of the screen."""
    for shape in SHAPES.values():
        query = query.replace(shape, "print")
    return all(
        FEATURE.fullmatch(part.strip()) for part in re.split(r" and (?=\()|,", query.strip())
    )


def test_styles_ask_for_three_shapes_of_a_screen_only():
    found = [
        f"{path.relative_to(ROOT)}: {' '.join(query.split())}"
        for path in STYLES
        # A value that depends on the size of the screen gets its name in one place.
        if path.name != "tokens.css"
        for query in re.findall(r"@media\s+([^{]*)", text_of(path))
        if not is_allowed(" ".join(query.split()))
        and " ".join(query.split()) not in OTHER_SHAPES.get(path.name, ())
    ]

    assert found == []


CALL = re.compile(r":?:[\w-]+(\((?:[^()]|\([^()]*\))*\))?")
"""A pseudo class or element with all that stands in its brackets, two brackets deep."""
RARE = {"main", "tfoot", "legend", "h2"}
"""Elements of which a page has one or a few."""


def reduce_pseudo(call: re.Match[str]) -> str:
    """`:has` for a pseudo class that asks with it, `.one` for one that asks for a class, or ""."""
    if ":has(" in call[0]:
        return ":has"
    return ".one" if re.match(r":is\(.*[.#\[]", call[0]) else ""


def selectors_beyond_has(path: Path) -> Iterator[str]:
    """The selectors of a stylesheet by which :has() decides on elements of any kind further on."""
    for selectors in re.findall(r"([^{}]+)\{", text_of(path)):
        for selector in CALL.sub(reduce_pseudo, selectors).split(","):
            parts = re.split(r"[\s>+~]+", selector.strip())
            later = list(dropwhile(lambda part: ":has" not in part, parts))[1:]
            if any(not re.search(r"[.#\[]", part) and part not in RARE for part in later):
                yield f"{path.relative_to(ROOT)}: {' '.join(selector.split())}"


def test_has_decides_only_on_elements_with_a_class():
    # With each tap a browser works out anew the style of all that such a rule may be about.
    assert [line for path in STYLES for line in selectors_beyond_has(path)] == []


# --- parts are closed: screens place them, and what they look like is said once ------------------

NO_PARTS = {
    *("aligned", "boxed", "cluster", "edged", "gain", "grows", "label", "loss", "one-line", "soft"),
    "stack",
}
"""Classes that say one thing of what has them, such as its colour."""
DRESSED = {
    "symbol": 8,  # where the suits have the colour of what they stand in
    "key": 8,  # those with words have smaller letters
    "keypad": 5,
    "bar": 3,
    "disc": 4,  # one that is chosen
    "box": 3,  # of the rules book alone
    "field": 3,
    **{"button": 2, "list": 2, "offer": 2, "rule": 2},
    **{"head": 1, "problem": 1, "save": 1, "sides": 1, "take-back": 1},
}
"""How many rules of screens still say what a part looks like. A new look is a variant of the part:
a class in its file, or a property that it reads, as `--symbol`, `--tint` and `--disc`."""
LOOK = re.compile(
    r"(?:background|border(?!-collapse|-spacing)|box-shadow|color|fill|font|letter-spacing|opacity"
    r"|outline|padding|text-decoration)[\w-]*"
)
NOT_ITSELF = re.compile(r":(?:not|has)\((?:[^()]|\([^()]*\))*\)")


def rules_of(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Each selector of a stylesheet, with the properties that its rule sets."""
    for selectors, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text_of(path)):
        properties = re.findall(r"(?:^|;)\s*([\w-]+)\s*:", body)
        for selector in re.split(r",(?![^()]*\))", selectors):
            yield " ".join(selector.split()), properties


def classes_dressed(selector: str) -> set[str]:
    """The classes of the elements that a rule is about, and not those of what they stand in."""
    last = re.split(r"[\s>+~]+(?![^()]*\))", NOT_ITSELF.sub("", selector))[-1]
    return set() if "::" in selector else set(re.findall(r"\.([a-z][\w-]*)", last))


def test_what_a_part_looks_like_is_said_in_its_file_alone():
    css = ROOT / "static" / "css"
    sheets = [css / "base.css", *sorted((css / "parts").glob("*.css"))]
    parts = {selector[1:] for path in sheets for selector, _ in rules_of(path)} - NO_PARTS

    dressed = Counter(
        part
        for path in sorted((css / "screens").glob("*.css"))
        for selector, properties in rules_of(path)
        if any(map(LOOK.fullmatch, properties))
        for part in classes_dressed(selector) & parts
    )
    assert dressed == DRESSED


DRAWINGS = sorted(
    [*ROOT.glob("static/*.svg"), *ROOT.glob("rules/**/*.svg"), *ROOT.glob("app/**/*.svg")]
)
NO_LENGTH = re.compile(r"(?<![A-Za-z])(?:[hv]-?0|l-?0[ ,]?-?0)(?![\d.])")


def test_a_line_below_words_is_said_in_longhand():
    """Safari knows no `text-decoration` of several values, and draws none."""
    shorthand = re.compile(r"[\w-]*text-decoration:\s*[^;\s]+\s+[^;]+")
    for path in STYLES:
        assert shorthand.findall(text_of(path)) == [], path


def test_a_dot_is_drawn_as_a_line_of_some_length():
    # Of a line of no length that does not grow with its drawing, WebKit makes a bar.
    sources = {path: text_of(path) for path in (*TEMPLATES, *SCRIPTS, *DRAWINGS)}
    sources |= {path: "\n".join(strings_of(path)) for path in MODULES}

    assert [str(path) for path, text in sources.items() if NO_LENGTH.search(text)] == []


# --- colours: all that is read can be read, by WCAG 2.2, level AA ------------------------------

CSS = "\n".join(path.read_text("utf-8") for path in STYLES)

TEXT = 4.5
SHAPE = 3.0  # borders of controls, icons, focus rings
SCANNED = 4.0  # what a camera reads

SUITS = ("spade", "heart", "diamond", "club")
BACKGROUNDS = ("paper", "sheet", "wash", "badwash")
PAIRS = {
    **{(ink, on): TEXT for ink in ("ink", "soft", "bad", "good", "accent") for on in BACKGROUNDS},
    **{(suit, on): TEXT for suit in SUITS for on in BACKGROUNDS},
    ("onfill", "fill"): TEXT,
    ("code-ink", "code-paper"): SCANNED,
    ("heroink", "hero"): TEXT,
    ("herosoft", "hero"): TEXT,
    **{(ink, on): TEXT for ink in ("ink", "soft") for on in ("glow", "back")},
    **{("onp", f"p{seat}"): TEXT for seat in range(1, 9)},
    **{("edge", on): SHAPE for on in ("paper", "sheet", "wash", "back")},
    **{("glowedge", on): SHAPE for on in ("sheet", "glow")},
    **{(f"p{seat}", on): SHAPE for seat in range(1, 9) for on in ("paper", "sheet")},
}
"""What stands on what, and the least contrast it needs."""

every_look = pytest.mark.parametrize("theme", PAPER)


def colours(theme: str) -> dict[str, str]:
    """The colours of a theme, by the names of their tokens."""
    return dict(re.findall(rf"--([\w-]+):[^;]*var\(--{theme}, (#[0-9a-f]{{6}})\)", CSS))


def switches(selector: str) -> dict[str, str]:
    """Which themes a rule turns on (`initial`) and off (nothing)."""
    rule = re.search(rf"{re.escape(selector)} \{{(.*?)\}}", CSS, re.S)
    assert rule, f"no rule for {selector}"
    return dict(re.findall(r"--(light|dark|dim): (\w*);", rule[1]))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


@every_look
def test_every_pair_of_colours_has_enough_contrast(theme):
    named = colours(theme)

    too_little = {
        pair: round(ratio, 2)
        for pair, least in PAIRS.items()
        if (ratio := contrast(named[pair[0]], named[pair[1]])) < least
    }

    assert not too_little


@every_look
def test_every_look_names_every_colour_the_four_suits_four_and_a_code_dark_on_light(theme):
    named = colours(theme)

    assert named.keys() == colours("light").keys()
    assert len({named[suit] for suit in SUITS}) == 4
    assert luminance(named["code-ink"]) < luminance(named["code-paper"])
    assert PAPER[theme] == named["paper"], "a phone paints around the page in it"


@every_look
def test_one_look_is_on_at_a_time_on_a_dark_phone_the_dark_one(theme):
    assert [on for on, value in switches(f"[data-theme={theme}]").items() if value] == [theme]
    assert switches(":root:not([data-theme])").items() <= switches("[data-theme=dark]").items()


def test_colours_are_named_once_and_written_nowhere_else():
    plain = re.sub(r"var\(--(light|dark|dim), #[0-9a-f]{6}\)", "", CSS)

    assert not re.findall(r"#[0-9a-f]{3,8}\b", plain)


PAPER_TOKENS = ROOT / "static" / "print" / "tokens.css"
COLOUR = re.compile(r"#(?:[0-9a-f]{6}|[0-9a-f]{3})\b", re.IGNORECASE)


def test_paper_names_its_colours_in_one_place_and_writes_them_nowhere_else():
    named = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]+);", text_of(PAPER_TOKENS)))
    sources = {path: text_of(path) for path in (*PRINTED_STYLES, *PRINTED_TEMPLATES)}
    sources |= {path: "\n".join(strings_of(path)) for path in DRAWN_ON_PAPER}
    del sources[PAPER_TOKENS]

    assert len(set(named.values())) == len(named), "two names for one colour"
    written = {str(path.relative_to(ROOT)): COLOUR.findall(text) for path, text in sources.items()}
    assert {path: found for path, found in written.items() if found} == {}
