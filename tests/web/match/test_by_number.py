"""The texts that a page sends to its scripts for each number: no script builds a plural."""

from app.languages import override
from app.scoring.model.text import Language, _n
from app.web.match.page import by_number

MANY = _n("{n} too many", "{n} too many", 0)


class SixForms(Language):
    """A language with six forms, of which 0 to 13 need five."""

    def template(self, text):
        n = text.parts["n"]
        few, many = 3 <= n % 100 <= 10, 11 <= n % 100 <= 99
        form = n if n < 3 else "few" if few else "many" if many else "other"
        return f"{{n}} {form}"


def test_what_no_number_changes_is_sent_once():
    assert by_number(MANY) == ["{n} too many"]
    assert by_number(_n("{n} card", "{n} cards", 0)) == ["{n} cards", "{n} card", "{n} cards"]


def test_each_number_has_its_form_up_to_the_last_two_digits():
    with override(SixForms()):
        forms = by_number(MANY)

    assert [forms[n] for n in (0, 1, 2, 3, 11, 100, 103)] == [
        *("{n} 0", "{n} 1", "{n} 2", "{n} few", "{n} many", "{n} other", "{n} few"),
    ]
    assert forms[-1] == "{n} many"
    assert forms[-2] != forms[-1]
