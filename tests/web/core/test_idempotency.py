"""A phone that heard no answer sends its form again: it was written once, and the phone is told."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from app.games import GAMES
from app.scoring import Turn
from app.store.matches import log
from app.web.core.idempotency import RequestIds
from app.web.core.services import services
from testkit.match import CAST
from testkit.play import legal_answer
from testkit.web.table import new_match

KEY = "k7Rw2nQx9sLm"
OTHER_KEY = "Zz81hTqPv0aB"
FIVE_THREE_ONE = {"first.0": "5", "first.1": "3", "first.2": "1"}


@pytest.fixture
def table(begin):
    """A match of Italian Whist that asks for the tricks of its first hand."""
    return begin("italian_whist")


@pytest.fixture
def sent(table):
    """An answer that was written, and the same form once more."""
    form = {**FIVE_THREE_ONE, "request_id": KEY}
    assert table.type(form, htmx=True).status == 200

    def again(**changed):
        return table.type(form | changed, after=1, htmx=True)

    return again


def answers(table):
    """What the log has after the house rules."""
    return [event.answer for event in table.events[1:]]


@pytest.mark.every_engine
@pytest.mark.every_door
def test_what_was_written_already_is_answered_as_the_first_time(sent, table):
    page = sent()

    assert page.status == 200
    assert page.says("Second hand: how many tricks?")
    assert page.has_form("/undo"), "what was saved can be taken back from here"
    assert answers(table) == [[5, 3, 1]]


@pytest.mark.parametrize("named", ["request_id", "once"], ids=["now", "in pages of before"])
def test_a_page_without_a_script_leads_back_to_the_match(named, table):
    for name in (named, "request_id"):
        page = table.type({**FIVE_THREE_ONE, name: KEY}, after=1)
        assert (page.status, page.goes_to) == (303, table.path)

    assert answers(table) == [[5, 3, 1]]


@pytest.mark.parametrize(
    "act",
    [
        lambda table: table.play([9, 0, 0]),
        lambda table: table.play([9, 0, 0], [0, 0, 9]),
        lambda table: table.correct(1, "first", [4, 4, 1]),
    ],
    ids=["gone on", "gone on further", "corrected it"],
)
def test_ones_own_answer_is_known_though_others_have(act, sent, table):
    act(table)
    known = table.events

    page = sent()

    assert page.status == 200
    assert not page.says("Another phone has")
    assert 'id="saved"' not in page.html, "the latest line is not from this phone"
    assert table.events == known


@pytest.mark.every_engine
@pytest.mark.parametrize(
    ("changed", "words", "is_offered"),
    [
        ({"first.0": "1", "first.2": "5"}, "Anna 1, Bruno 3, Carla 5", True),
        ({"request_id": OTHER_KEY}, "Saved already: Anna 5, Bruno 3, Carla 1.", False),
    ],
    ids=["another answer under the same key", "the same answer of another phone"],
)
def test_what_is_not_ones_own_answer_is_one_of_two_to_choose_from(
    changed, words, is_offered, sent, table
):
    page = sent(**changed)

    assert page.status == 409
    assert page.says(words)
    assert page.says("Another phone has saved this deal.") is is_offered
    assert page.says("Change it to mine") is is_offered
    assert answers(table) == [[5, 3, 1]]


def test_what_was_taken_back_since_is_asked_again_and_not_written_again(sent, table):
    table.undo()

    page = sent()

    assert page.status == 409
    assert page.says("Another phone has changed something.")
    assert page.form("/entries").typed.items() >= FIVE_THREE_ONE.items()
    assert [event.kind for event in table.events] == ["entry", "entry", "undo"]


def test_a_key_is_good_for_one_line_only(sent, table):
    page = table.type({"second.0": "9", "request_id": KEY}, htmx=True)

    assert page.status == 409
    assert answers(table) == [[5, 3, 1]]


@pytest.mark.every_engine
@pytest.mark.every_door
def test_the_same_key_in_two_matches_is_two_forms(sent, begin):
    other = begin("italian_whist")

    assert other.type({**FIVE_THREE_ONE, "request_id": KEY}, htmx=True).status == 200
    assert answers(other) == [[5, 3, 1]]


@pytest.mark.every_engine
@pytest.mark.parametrize("verb", ["undo", "redo", "end", "void"])
def test_whatever_else_is_said_is_said_once(verb, begin):
    table = begin("italian_whist").play([5, 3, 1], [9, 0, 0], [4, 4, 1])
    if verb == "redo":
        table.undo()
    form, line = {"void": "misdeal", "request_id": KEY}, table.last_line

    first, second = (table.send(f"/{verb}", form, after=line, htmx=True) for _time in range(2))

    assert (first.status, second.status) == (200, 200)
    assert table.last_line == line + 1


@pytest.mark.parametrize("key", ["", "short", "x" * 41, "with spaces in it", "🂡" * 12])
def test_what_is_no_key_is_none(key, table):
    first, second = (
        table.type({**FIVE_THREE_ONE, "request_id": key}, after=1) for _time in range(2)
    )

    assert (first.status, second.status) == (303, 409)
    assert answers(table) == [[5, 3, 1]]


def test_keys_are_in_no_file_and_no_checksum(sent, table, db):
    assert KEY not in table.open("/match.json").html
    assert list(log.damaged_lines(db)) == []


def test_a_form_that_has_to_wait_keeps_no_other_form_waiting():
    sent, has_begun, may_end = RequestIds(), Event(), Event()

    def wait():
        has_begun.set()
        assert may_end.wait(9)
        return "/matches/1"

    with ThreadPoolExecutor(1) as phones:
        slow = phones.submit(sent.get_or_create, "one form", wait)
        assert has_begun.wait(9)
        assert sent.get_or_create("another form", lambda: "/matches/2") == "/matches/2"
        may_end.set()

    assert slow.result() == "/matches/1"


@pytest.mark.every_engine
@pytest.mark.every_door
def test_a_match_is_begun_once_though_its_form_comes_again_after_a_restart(phone, app):
    form = {**new_match("trex", CAST), "request_id": KEY}
    first = phone.send("/matches", form)
    services(app).request_ids = RequestIds()
    again = phone.send("/matches", form)
    other = phone.send("/matches", form | {"request_id": OTHER_KEY})

    assert (again.status, again.goes_to) == (303, first.goes_to)
    assert other.goes_to != first.goes_to


@pytest.mark.parametrize("path", ["/matches/new?game=trex", "/decks/new?game=trico"])
def test_a_form_names_its_id_as_processes_of_earlier_versions_read_it(phone, path):
    assert 'name="once" value="' in phone.open(path).html


PANES = ("trex", {"complex": "yes"})


def whole_form(match, rng):
    """A legal answer to all that the page asks: what may be noted beforehand, and each pane."""
    form = {}
    while not (pane := Turn(match, form).panes[-1]).is_begun:
        for prompt in pane.waiting.group:
            answer = doubled(prompt, rng) or legal_answer(prompt, rng)
            form |= {} if answer is None else prompt.fill(answer)
    return form


def doubled(prompt, rng):
    """Doublings of all cards, where they can be noted."""
    if prompt.kind != "assign" or not prompt.may_have_gaps:
        return None
    doubling = {card: rng.choice(prompt.seats).index for card in prompt.cards}
    return None if prompt.problems(doubling) else doubling


@pytest.mark.parametrize(("game", "rules"), [*((game, {}) for game in GAMES), PANES])
def test_any_answer_is_known_when_it_is_sent_again(game, rules, begin, rng):
    table = begin(game, **rules)

    for n in range(24):
        match = table.match
        prompt = match.standing.prompt
        if prompt is None:
            break
        # A doubling is noted before its card is taken, or together with that.
        note = prompt.skippable and doubled(prompt, rng) if n % 2 else None
        form = prompt.fill(note) if note else whole_form(match, rng)
        form = {**form, "request_id": f"{n:024x}"}
        first, again = (table.type(form, after=match.last_line, htmx=True) for _time in range(2))
        assert (first.status, again.status) == (200, 200), (prompt.key, form)
        assert again.has_form("/undo"), "what was saved can be taken back from here"
