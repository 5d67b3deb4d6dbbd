"""What is played, kept, followed and shared in Chromium is so in WebKit and Firefox: the same
tests, on phones that open the machine's own address."""

import pytest

from tests.browser import test_counting as counting_tests
from tests.browser import test_following as following
from tests.browser import test_outbox as outbox
from tests.browser import test_outcome as outcome
from tests.browser import test_plain_http as plain_http
from tests.browser import test_whole_matches as whole_matches

OFTEN = [("tribello", 3, {}), ("trico", 3, {"entry": "symbols"})]


def tables():
    """A match with a keypad and one without every time, and of all games at length."""
    for table in whole_matches.TABLES:
        marks = [] if table.values in OFTEN else [pytest.mark.long]
        yield pytest.param(*table.values, marks=marks)


@pytest.mark.parametrize(("game", "people", "rules"), [*tables()])
def test_a_whole_match_is_tapped_to_its_end(phone, rng, game, people, rules):
    whole_matches.test_a_whole_match_is_tapped_to_its_end(phone, rng, game, people, rules)


test_a_draft = counting_tests.test_what_was_entered_outlives_a_reload_and_another_match

other = following.other
test_following = following.test_the_other_phone_is_told_what_was_saved_and_can_take_it_back

restarted = outbox.restarted
test_an_outbox = outbox.test_what_is_saved_while_the_server_is_down_is_written_once_it_is_up

test_sharing = outcome.test_a_phone_that_shares_sends_the_picture_and_the_words

page, matches = plain_http.page, plain_http.matches
test_a_link = plain_http.test_a_link_into_the_rules_opens_over_the_match
