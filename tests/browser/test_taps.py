"""A deal is entered with few taps."""

from tests.browser.phone import Phone
from tests.browser.taps import Thumb, every_kind_of_deal, in_lines


def test_no_deal_takes_more_taps_than_it_should(phone: Phone) -> None:
    table = list(every_kind_of_deal(Thumb(phone)))

    print(in_lines(table))
    assert not [row.what for row in table if row.is_over]
