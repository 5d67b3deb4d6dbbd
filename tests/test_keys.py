"""What people read is no key: no mapping, set or comparison goes by the words for a seat or by any
other text. Two players can be called alike, as all are whose names were forgotten."""

import ast

import pytest

from app.paths import PROJECT

SAY = {"str", "say", "plain", "label_of", "and_list"}
"""What puts a seat or a text into words."""
AROUND = {"frozenset", "set", "sorted", "tuple", "list", "map"}
LOOK_UP = {"get", "setdefault", "index", "count", "pop"}
NUMBERS = {"n", "number", "deal", "self.numbers", "game.players", "game_or_404(game).players"}
"""What `str` is used on as numbers are written in forms and files."""
MEANT = {
    # The rows of a rules page are found by the words that they begin with.
    ("app/web/rules/html.py", "say(name, language)"),
    # The keys of a JSON object are text, also where they are numbers: those of cards.
    ("app/games/trico/prompts.py", "str(face['number'])"),
    ("app/games/trico/prompts.py", "str(face.get('number'))"),
    # A pile of a form is its number.
    ("app/scoring/prompts/counts.py", "str(self.place_of(pile))"),
    # A seat of the form of a sheet is its number.
    ("app/scoring/match/paper_sheet.py", "str(seat)"),
    # Two names that people take for one are refused.
    ("app/scoring/game.py", "str(label_of(other))"),
    # Old logs have the words for a player without a name.
    ("app/scoring/model/seats.py", "str(label)"),
    ("app/games/trex/highlights.py", "str(deal.progress['contract'])"),
    ("app/paper/score_sheet.py", "str(text)"),
    ("app/pocket/app.py", "str(name)"),
    ("app/store/postgres/migrations.py", "str(row)"),
}


def called(node):
    """The name of what is called here, empty for anything but a call."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def is_words(node):
    """Whether an expression is the words for something."""
    if isinstance(node, ast.Attribute):
        return node.attr == "label"
    name = called(node)
    if name in ("casefold", "lower"):
        return is_words(node.func.value)
    if name in SAY:
        about = ast.unparse(node.args[0]) if node.args else "n"
        return about not in NUMBERS and not about.endswith((".index", ".id"))
    if name in AROUND and node.args:
        first, *more = node.args
        is_map_of_words = isinstance(first, ast.Name) and first.id in SAY and name == "map"
        return (is_map_of_words and ast.unparse(more[0]) not in NUMBERS) or is_words(first)
    return False


def keys_of(node):
    """What is looked up, compared or made a key by this expression."""
    if isinstance(node, ast.Dict):
        return node.keys
    if isinstance(node, ast.Set):
        return node.elts
    if isinstance(node, ast.DictComp):
        return [node.key]
    if isinstance(node, ast.SetComp):
        return [node.elt]
    if isinstance(node, ast.Subscript):
        return [node.slice]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    name = called(node)
    is_look_up = name in LOOK_UP and isinstance(node.func, ast.Attribute)
    return node.args[:1] if is_look_up or name in ("set", "frozenset") else []


def words_as_keys(code, file=""):
    """Each key of this code that is made of words, with its line."""
    found = (
        (key.lineno, ast.unparse(key))
        for node in ast.walk(ast.parse(code))
        for key in keys_of(node)
        if key is not None and is_words(key)
    )
    return sorted({f"{file}:{line}: {key}" for line, key in found if (file, key) not in MEANT})


def test_nothing_is_found_by_the_words_for_it():
    files = sorted((PROJECT / "app").rglob("*.py"))
    named = [(path.read_text("utf-8"), str(path.relative_to(PROJECT))) for path in files]

    assert [key for code, file in named for key in words_as_keys(code, file)] == []


@pytest.mark.parametrize(
    "code",
    [
        "{str(side): total for side, total in totals}",
        "frozenset(map(str, side.seats))",
        "totals[plain(seat)]",
        "seat.label == other.label",
        "names.index(str(seat))",
        "marks.get(plain(person.label).casefold())",
        "sorted(str(label_of(name)) for name in names) == {say(text)}",
    ],
)
def test_words_as_keys_are_found(code):
    assert words_as_keys(code)


@pytest.mark.parametrize("code", ["totals[str(n)]", "{seat.index: n}", "str(seat.index) in form"])
def test_numbers_are_keys(code):
    assert not words_as_keys(code)
