"""From every page of a match plain links lead members to the start page of their club in two taps,
and watchers to no page that they may not see."""

from urllib.parse import urldefrag

import pytest

from app.games import GAMES
from testkit.home_urls import CLUB
from testkit.match import CAST
from testkit.play import Played, legal_answer, play_at_random
from testkit.web.phone import watcher_of
from testkit.web.table import keep
from tests.web.pages_of_match import MATCH, is_printed, pages_of

STATES = ("begun", "in play", "over")


def match_in(app, game, state, rng):
    """A match of the game by random answers: none but the house rules, a few, or to its end."""
    if state == "over":
        return keep(app, play_at_random(GAMES[game], rng))
    played = Played(GAMES[game], CAST[: GAMES[game].players[0]])
    for _each in range(1 if state == "begun" else 9):
        if played.standing.prompt:
            played.answer(legal_answer(played.standing.prompt, rng))
    return keep(app, played)


def leads_to_start(page):
    return f'href="{CLUB}/"' in page.response.text


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("game", GAMES)
def test_a_member_is_never_more_than_two_taps_from_the_start_page(game, state, app, rng):
    pages = pages_of(match_in(app, game, state, rng).phone)
    right_below = {path for path, page in pages.items() if leads_to_start(page)}

    assert {page.status for page in pages.values()} <= {200, 422}
    assert [path for path, page in pages.items() if not {path, *page.links} & right_below] == []
    tabs = ("", "/sheet", "/more", "/rules/now", f"/rules/{game}", "/table", "/follow")
    assert {f"{MATCH}{tab}" for tab in tabs} & {*pages} <= right_below


def test_one_tap_leads_from_a_deleted_match_to_the_start_page(begin):
    table = begin("trex")
    table.send("/delete", {})

    assert leads_to_start(table.open())


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("game", GAMES)
def test_no_link_leads_a_watcher_to_a_page_that_they_may_not_see(game, state, app, rng):
    match_in(app, game, state, rng)
    watcher = watcher_of(app)
    pages = pages_of(watcher)
    links = {urldefrag(link)[0]: path for path, page in pages.items() for link in page.links}
    ours = {link for link in links if link.startswith("/") and not is_printed(link)}

    assert not [path for path, page in pages.items() if leads_to_start(page)]
    assert {link: links[link] for link in ours if watcher.open(link).status >= 400} == {}
