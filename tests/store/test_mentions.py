"""Whether what people typed says a name of somebody."""

import pytest

from app.store.matches.mentions import name_tree, says_any

NAMES = name_tree(["anna", "marie louise", "marie k.", "李 娜"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        *(("Anna", True), ("at ANNA's, again", True), ("anna-marie", True), ("(Anna)", True)),
        *(("Annabel", False), ("Hanna", False), ("anna_b", False), ("", False)),
        *(("Marie  Louise won", True), ("Marie K. won", True), ("Marie, Marie K.", True)),
        *(("Marie", False), ("Marie Lou", False), ("Marie K, Louise", False)),
        *(("李 娜", True), ("李娜", False)),
    ],
)
def test_a_name_is_said_where_it_stands_as_whole_words(words, says):
    assert says_any(NAMES, words) is says


def test_who_has_no_name_is_said_nowhere():
    assert not says_any(name_tree([]), "Anna")
