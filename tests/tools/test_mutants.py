"""The mutants that `make mutants` tries are small changes, each at its own place."""

from __future__ import annotations

import pytest

from tools.mutants.mutations import mutations_in


def mutants_of(source):
    return [
        m.applied_to(source.encode()).decode() for m in mutations_in("app/x.py", source.encode())
    ]


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("a = b < 3", {"a = (b <= 3)", "a = b < (4)"}),
        ("a = 'Zoë' in b and c", {"a = ('Zoë' not in b) and c", "a = ('Zoë' in b or c)"}),
        ("a = not b", {"a = (b)"}),
        (
            "a = min(-b, True)",
            {"a = (max(-b, True))", "a = min((b), True)", "a = min(-b, (False))"},
        ),
        ("if a:\n    b -= c", {"if (not a):\n    b -= c", "if a:\n    b += c"}),
        (
            "def f():\n    g()\n    return h",
            {"def f():\n    pass\n    return h", "def f():\n    g()\n    return None"},
        ),
        ("raise A", {"pass"}),
        ("'''A docstring.'''\nimport a\nb: list[0] = f'{c + d}'", set()),
    ],
)
def test_each_mutant_changes_one_thing(source, mutants):
    made = mutants_of(source)

    assert set(made) == mutants
    assert len(made) == len(mutants)
