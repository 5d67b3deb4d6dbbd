"""A whole match of every game through its forms, without JavaScript, and every page of it."""

from __future__ import annotations

import random
import re
from contextlib import closing
from dataclasses import dataclass, field

import pytest

from app import store
from app.games import GAMES
from app.games.trico.house_rules import DECK
from app.scoring import Outcome, Prompt, SharedOutcome
from app.store import HOME
from tests.play import draw_deck, next_answer
from tests.web.conftest import begin_match
from tests.web.phone import Page, Phone
from tests.web.table import Table, fields_for

LONGEST_MATCH = 400
TABLES = {
    "tribello": ("tribello", 3, {}),
    "trex": ("trex", 4, {"appeals": "yes"}),
    "trex_complex": ("trex", 4, {"complex": "yes", "partners": "yes", "kingdoms": "manual"}),
    "italian_whist": ("italian_whist", 3, {"upper": "5", "lower": "-5"}),
    "torite_solo": ("torite", 1, {}),
    "torite_2": ("torite", 2, {}),
    "torite_3": ("torite", 3, {}),
    "torite_4": ("torite", 4, {}),
    "trico_counts": ("trico", 3, {"entry": "counts"}),
    "trico_symbols": ("trico", 2, {"entry": "symbols"}),
    "trico_deck": ("trico", 3, {"entry": "deck", "saved_deck": "1"}),
}


@dataclass
class Journey:
    """A match from its first question to its last page, and then every page of it."""

    outcome: Outcome
    asked: list[tuple[Prompt, Page]] = field(default_factory=list)
    answered: list[Page] = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)

    @property
    def together(self) -> bool:
        return isinstance(self.outcome, SharedOutcome)

    @property
    def last(self) -> Page:
        return self.pages[""]


@pytest.fixture(scope="module", params=TABLES)
def journey(request, open_app, tmp_path_factory):
    game, players, fields = TABLES[request.param]
    app = open_app(tmp_path_factory.mktemp("journey") / "matches.sqlite3")
    rng = random.Random(request.param)
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
        store.save_deck(db, HOME, "Red box", draw_deck(DECK, rng))
    return travel(begin_match(Phone(app), game, players, **fields), rng)


def travel(table: Table, rng: random.Random) -> Journey:
    asked, answered = [], []
    for _answer in range(LONGEST_MATCH):
        page = table.open()
        prompt = table.standing.prompt
        if prompt is None:
            break
        form = page.form("/entries")
        chosen = fields_for(*next_answer(prompt, rng))
        answered.append(table.phone.send(form.action, form.filled(chosen)))
        asked.append((prompt, page))
    standing = table.standing
    assert standing.outcome, f"no end after {LONGEST_MATCH} answers"
    pages = {path: table.open(path) for path in pages_of(standing)}
    return Journey(standing.outcome, asked, answered, pages)


def pages_of(standing):
    """The match itself, the log, every deal, every answer with its correction."""
    yield from ("", "/log", "/deals/0")
    for deal in standing.deals:
        yield f"/deals/{deal.number}"
        yield f"/deals/{deal.number}/void"
    for answered in standing.answered:
        yield f"/deals/{answered.prompt.deal}/{answered.prompt.key}"


def test_a_match_is_played_through_its_forms_alone(journey):
    assert all(page.status == 303 for page in journey.answered)
    assert not journey.last.has_form("/entries")


def test_the_last_page_says_who_won_and_how_it_ended(journey):
    told = journey.outcome.result.headline if journey.together else journey.outcome.ending
    assert not told or journey.last.says(told)
    assert all(journey.last.says(winner) for winner in journey.outcome.winners)


def has_panes(page: Page) -> bool:
    """Whether several questions are asked at once, and the page shows the one that is turned to."""
    return "pane-names" in page.html


def test_every_question_says_what_it_asks(journey):
    for prompt, page in journey.asked:
        if not has_panes(page):
            assert page.says(prompt.question or prompt.ask)
            assert all(page.says(line) for line in prompt.tell)


def test_every_question_links_to_a_rule_that_is_in_the_book(journey, phone):
    links = {
        next(link for link in page.links if link.endswith(f"#{prompt.rule}"))
        for prompt, page in journey.asked
        if not has_panes(page)
    }

    for address, _hash, anchor in (link.partition("#") for link in links):
        _match, book, page = address.partition("/rules/")
        assert anchor in phone.open(book + page).anchors


def test_every_page_of_a_match_opens(journey):
    assert {path: page.status for path, page in journey.pages.items() if page.status != 200} == {}


def test_every_page_is_in_plain_words(journey):
    for page in [*journey.pages.values(), *(page for _prompt, page in journey.asked)]:
        assert not re.search(r"[{}]|\bNone\b|Text\(|Undefined|<bdi>", page.everything_said)


def test_a_deal_that_the_game_itself_threw_in_cannot_be_made_void_again(begin):
    table = begin("trex", partners="yes", level_queens="yes")
    table.play(0, "queens", None, {"QS": 0, "QH": 1, "QD": 2, "QC": 3})

    assert table.standing.deals[0].void == "level_queens"
    assert table.open("/deals/1").status == 200
    assert table.open("/deals/1/void").status == 404


@pytest.mark.parametrize("key", [*GAMES, "glossary"])
def test_every_section_of_the_rules_is_found_from_the_top_of_its_page(phone, key):
    page = phone.open(f"/rules/{key}")

    sections = {link[1:] for link in page.links if link.startswith("#")}
    assert page.status == 200
    assert len(sections) > 1
    assert sections <= page.anchors
