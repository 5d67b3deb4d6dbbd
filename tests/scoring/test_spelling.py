"""Names that people take for one, however they are typed, and those that they do not."""

import pytest

from app.scoring.model.spelling import spelling_key

ALIKE = [
    ("José", "jose"),
    ("Zoë", "ZOE"),
    ("Łukasz", "lukasz"),
    ("أحمد", "احمد"),
    ("مُحمد", "محمد"),
    ("إياد", "اياد"),
    ("آدم", "ادم"),
    ("فاطمة", "فاطمه"),
    ("مصطفى", "مصطفي"),
    ("محـــمد", "محمد"),
    ("İbrahim", "ibrahim"),
    ("IŞIL", "ışıl"),
    ("Strauß", "STRAUSS"),
    ("Bjørn", "bjorn"),
    ("Ðorđe", "dorde"),
    ("Ａｎｎａ", "anna"),
    ("ﬁn", "fin"),
    ("O’Neill", "o'neill"),
    ("  Old  Georg ", "old georg"),
]
OTHERS = [("か", "が"), ("कि", "कु"), ("Ann", "Anna"), ("José", "Josefa"), ("علي", "عالي")]


@pytest.mark.parametrize(("typed", "other"), ALIKE)
def test_names_that_differ_in_marks_and_letters_for_them_are_spelt_alike(typed, other):
    assert spelling_key(typed) == spelling_key(other) != ""


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_other_letters_are_another_name(one, other):
    assert spelling_key(one) != spelling_key(other)
