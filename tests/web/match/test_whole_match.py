"""A whole match of every game through its forms, without JavaScript, and every page of it."""

import random
import re
from contextlib import closing
from dataclasses import dataclass

import pytest

from app.games import GAMES
from app.games.trico.house_rules import DECK
from app.scoring import Outcome, Prompt, SharedOutcome
from app.store import engine_for
from app.store.clubs import decks
from app.store.clubs.clubs import HOME
from testkit.play import draw_deck, next_answer
from testkit.web.phone import Page, Phone
from testkit.web.table import Table, begin_match, fields_for
from testkit.whole_matches import WITH_AN_END

LONGEST_MATCH = 400
TABLES = [
    *((key, players, WITH_AN_END.get(key, {})) for key in GAMES for players in GAMES[key].players),
    ("trex", 4, {"complex": "yes", "partners": "yes", "kingdoms": "manual"}),
    ("trico", 2, {"entry": "symbols"}),
    ("trico", 3, {"entry": "deck", "saved_deck": "1"}),
]


@dataclass
class Journey:
    """A match from its first question to its last page, and then every page of it."""

    outcome: Outcome
    asked: list[tuple[Prompt, Page]]
    pages: dict[str, Page]


@pytest.fixture(scope="module", params=TABLES, ids=str)
def journey(request, open_app, tmp_path_factory):
    game, players, fields = request.param
    app = open_app(tmp_path_factory.mktemp("journey") / "matches.sqlite3")
    rng = random.Random(game)
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        decks.save_deck(db, HOME, "Red box", draw_deck(DECK, rng))
    return travel(begin_match(Phone(app), game, players, **fields), rng)


def travel(table: Table, rng: random.Random) -> Journey:
    asked = []
    while (prompt := table.standing.prompt) is not None:
        assert len(asked) < LONGEST_MATCH
        page = table.open()
        form = page.form("/entries")
        chosen = fields_for(*next_answer(prompt, rng))
        assert table.phone.send(form.action, form.filled(chosen)).status == 303
        asked.append((prompt, page))
    standing = table.standing
    pages = {path: table.open(path) for path in pages_of(standing)}
    return Journey(standing.outcome, asked, pages)


def pages_of(standing):
    """The match itself, the log, every deal, every answer with its correction."""
    yield from ("", "/log", "/deals/0")
    for deal in standing.deals:
        yield f"/deals/{deal.number}"
        yield f"/deals/{deal.number}/void"
    for answered in standing.answered:
        yield f"/deals/{answered.prompt.deal}/{answered.prompt.key}"


def test_a_match_is_played_through_its_forms_to_a_page_that_says_who_won(journey):
    last, outcome = journey.pages[""], journey.outcome

    assert not last.has_form("/entries")
    is_common = isinstance(outcome, SharedOutcome)
    told = outcome.result.headline if is_common else outcome.ending
    assert not told or last.says(told)
    assert all(last.says(winner) for winner in outcome.winners)


def test_every_question_says_what_it_asks_and_links_to_a_rule_that_is_in_the_book(journey, phone):
    links = set()
    for prompt, page in journey.asked:
        prompt = prompt.last_in_group if prompt.needs_follow_up else prompt
        # Of several questions on panes the page shows the one that is turned to.
        if "pane-names" not in page.html:
            assert page.says(prompt.question or prompt.ask)
            assert all(page.says(line) for line in prompt.tell)
            links.add(next(link for link in page.links if link.endswith(f"#{prompt.rule}")))

    for address, _hash, anchor in (link.partition("#") for link in links):
        _match, book, page = address.partition("/rules/")
        assert anchor in phone.open(book + page).anchors


def test_every_page_of_a_match_opens_in_plain_words(journey):
    assert {path: page.status for path, page in journey.pages.items() if page.status != 200} == {}
    for page in [*journey.pages.values(), *(page for _prompt, page in journey.asked)]:
        assert not re.search(r"[{}]|\bNone\b|Text\(|Undefined|<bdi>", page.all_text)
