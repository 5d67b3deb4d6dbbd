"""A page follows its match: a stream says which line is the latest, and whose it is."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier, Event
from unittest.mock import Mock

import pytest

from app.fair_queue import Requester
from app.limits import Limits
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.web.core.caches import RenderCache
from app.web.core.pubsub import PeerListener, PubSub
from app.web.core.services import services
from app.web.match import live, page, repository
from testkit.home_urls import CLUB
from testkit.web.phone import HTMX, Phone

PATIENCE = 30
"""Seconds for what takes no time, on a machine that is busy elsewhere."""


@pytest.fixture(autouse=True)
def quick_hearts(monkeypatch, short_streams):
    monkeypatch.setattr(live, "HEARTBEAT", 0.02)
    monkeypatch.setattr(live, "MAX_STREAM_SECONDS", 60)


@pytest.fixture
def table(begin):
    """A match of Italian Whist that asks for the tricks of its first hand."""
    return begin("italian_whist")


@pytest.fixture
def follow(table):
    """Follow the match on the phone of the table, or as another client does."""
    streams = []

    def begin_stream(client=None):
        client = client or table.phone.client
        response = client.get(f"{table.path}/live", buffered=False)
        streams.append(response)
        return response

    yield begin_stream
    for stream in streams:
        stream.close()


def said(response):
    """What a stream says that is no heartbeat: each event as a dict."""
    for chunk in response.response:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        fields = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
        if "data" in fields:
            yield fields


def test_every_line_and_what_changes_beside_the_log_is_told_at_once_and_once(follow, table):
    response = follow()
    news = said(response)
    assert response.mimetype == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-store"
    assert next(news) == {"id": "1", "data": "1"}
    assert table.phone.client.get(f"{CLUB}/matches/77/live").status_code == 404

    table.play([5, 3, 1])
    assert next(news)["data"] == "2"
    table.undo()
    assert next(news)["data"] == "3"
    table.send("/title", {"title": "Friday"})
    assert next(news) == {"id": "3.1", "data": "3.1"}
    table.play([5, 3, 1])
    assert next(news)["data"] == "4.1"


def test_a_page_hears_of_a_title_once_and_an_answer_is_for_the_line_all_the_same(table):
    def asked(after):
        return table.phone.open(f"{table.path}?after={after}", headers=HTMX)

    assert asked("1").status == 204
    table.send("/title", {"title": "Friday"})

    assert 'data-line="1.1"' in asked("1").html
    assert asked("1.1").status == 204
    assert asked("1.2").status == asked("x").status == asked("").status == 200
    for path in ("/sheet", "/log"):
        page = table.open(path)
        assert f'data-live="{table.path}/live" data-line="1.1"' in " ".join(page.html.split())
        assert page.says("Friday")
    assert table.answer([5, 3, 1], after=1).status == 303
    assert table.answer([5, 3, 1], after="2.1").status == 409


def test_however_many_follow_an_answer_is_told_without_another_question(
    follow, table, statements, monkeypatch
):
    monkeypatch.setattr(live, "HEARTBEAT", PATIENCE)
    told = [said(follow()) for _phone in range(50)]
    assert {next(each)["data"] for each in told} == {"1"}
    table.play([5, 3, 1])
    statements.clear()

    assert {next(each)["data"] for each in told} == {"2"}
    assert statements == []


@pytest.mark.parametrize("first", ["the answer", "the renewal"])
def test_a_stream_that_has_to_ask_asks_whatever_else_was_published(first, follow, table, app):
    """Its phone may not see the match any more, also if there was an answer in the same moment."""
    news = said(follow())
    assert next(news)["data"] == "1"
    pubsub, renew = services(app).pubsub, Phone(app)
    if first == "the answer":
        pubsub.publish(HOME, table.id, (2, 0))
    renew.send("/invite/renew")
    pubsub.publish(HOME, table.id, (3, 0))

    assert list(news) == []


@pytest.fixture
def news(table, app):
    """Whether those who follow the match were told something since this was asked last."""
    event = services(app).pubsub.subscribe(Requester(HOME, "127.0.0.1"), table.id).event

    def is_told():
        is_set = event.is_set()
        event.clear()
        return is_set

    return is_told


def test_what_another_process_has_written_is_told_at_once_and_once(news, table, app, db):
    peers = PeerListener(services(app).pubsub, services(app).pool)
    peers.on_message(f"{HOME} {table.id}")
    assert news()

    # The first time it may have changed since the page was made.
    for is_new in (True, False):
        peers.poll()
        assert news() == is_new
    matches.set_title(db, HOME, table.id, "Friday")
    peers.poll()
    assert news()


def test_whoever_follows_is_told_at_once_that_the_link_was_renewed(news, app):
    Phone(app).send("/invite/renew")

    assert news()


def test_a_stream_without_news_is_heard_to_be_there(follow):
    chunks = follow().response

    assert [next(chunks) for _chunk in range(4)][2:] == [live.BEAT.encode()] * 2


@pytest.mark.parametrize(
    "act",
    [
        # Another phone locks everyone out; the cookie of this one is that of before.
        lambda app, _table: Phone(app).send("/invite/renew"),
        lambda _app, table: table.send("/delete", {}),
        lambda app, _table: services(app).pubsub.close(),
    ],
    ids=["their link was renewed", "the match was deleted", "the server stops"],
)
def test_a_stream_ends_when(act, follow, table, app):
    news = said(follow())
    next(news)

    act(app, table)

    assert list(news) == []


def test_a_club_an_address_and_all_together_take_no_more_streams_than_their_share():
    """Who gets none is told to ask now and then, as tests of the server show."""
    news = PubSub(Limits(streams=4, streams_of_club=2, streams_of_address=2))

    def subscribe(club, last):
        return news.subscribe(Requester(club, f"192.0.2.{last}"), 1)

    taken = [subscribe("ours", last) for last in (1, 2, 3)]
    assert [event is not None for event in taken] == [True, True, False]
    assert subscribe("theirs", 1) is not None
    assert subscribe("third", 1) is None, "two are of this address"
    assert subscribe("third", 2) is not None
    assert subscribe("fourth", 4) is None, "four are all"
    news.unsubscribe(Requester("ours", "192.0.2.1"), 1, taken[0])
    assert subscribe("ours", 3) is not None
    news.unsubscribe(Requester("ours", "192.0.2.2"), 1, taken[1])
    news.close()
    assert subscribe("fourth", 4) is None


def test_whoever_goes_is_counted_no_more(follow, app):
    counts = []
    services(app).pubsub.on_count = counts.append
    never_read, read = follow(), follow()
    next(said(read))

    never_read.close()
    read.close()

    assert counts == [1, 2, 1, 0]


def test_those_of_other_matches_and_clubs_are_left_in_peace():
    news = PubSub()
    first, second, elsewhere = (
        news.subscribe(Requester(club, "192.0.2.1"), match)
        for club, match in [("ours", 1), ("ours", 2), ("theirs", 1)]
    )

    news.publish("ours", 1)
    assert [each.event.is_set() for each in (first, second, elsewhere)] == [True, False, False]

    news.publish("ours")
    assert [each.event.is_set() for each in (first, second, elsewhere)] == [True, True, False]


def test_what_is_slow_to_draw_of_one_match_holds_up_no_other(app, begin, monkeypatch):
    slow, quick = begin("italian_whist"), begin("tribello")
    is_drawn, begins = Event(), Event()

    def find(match_id):
        if match_id == slow.id:
            begins.set()
            assert is_drawn.wait(PATIENCE), "the other match was not drawn meanwhile"
        return repository.get_match_or_404(match_id)

    monkeypatch.setattr(page, "get_match_or_404", find)
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(Phone(app).open, f"{slow.path}?after=0", headers=HTMX)
        assert begins.wait(PATIENCE)
        assert quick.phone.open(f"{quick.path}?after=0", headers=HTMX).status == 200
        is_drawn.set()

    assert answer.result().status == 200


def test_what_many_ask_for_at_once_is_drawn_by_one_of_them(app, table, monkeypatch):
    phones = 5
    find, at_once = Mock(wraps=repository.get_match_or_404), Barrier(phones)

    def ask(phone):
        at_once.wait(PATIENCE)
        return phone.open(f"{table.path}?after=0", headers=HTMX).status

    monkeypatch.setattr(page, "get_match_or_404", find)
    with ThreadPoolExecutor(phones) as threads:
        statuses = [*threads.map(ask, [Phone(app) for _ in range(phones)])]

    assert statuses == [200] * phones
    find.assert_called_once_with(table.id)


def test_what_could_not_be_drawn_is_tried_again():
    drawn, about = RenderCache(), ("match", 1)

    with pytest.raises(ZeroDivisionError):
        drawn.get_or_render(about, lambda: str(1 / 0))
    assert drawn.get_or_render(about, lambda: "drawn") == "drawn"


MARLENES, BENS = "0a1b2c3d", "ffffffff"
"""The names of two phones that could both keep the score."""
NUMBERS = iter(range(10**6))


def answer(table, phone, tricks=(5, 3, 1)):
    """An answer that this phone sends."""
    once = f"{phone}-{next(NUMBERS):024x}" if phone else f"{next(NUMBERS):024x}"
    numbers = {f"{table.prompt.key}.{at}": str(taken) for at, taken in enumerate(tricks)}
    return table.type({**numbers, "request_id": once}, htmx=True)


def pen_on(page):
    """The name of the phone that keeps the score, as a page says it to a script."""
    named = re.search(r'data-by="([^"]*)" hidden', page.html)
    return named and named[1]


def test_pages_and_parts_know_which_phone_has_answered_last_and_lead_to_following(table):
    assert pen_on(answer(table, MARLENES)) is None, "nobody is told of themselves"

    page = table.open()
    assert pen_on(page) == MARLENES
    assert pen_on(table.phone.open(f"{table.path}?after=1", headers=HTMX)) == MARLENES
    assert f"{table.path}/follow" in page.links
    assert table.open("/follow").status == 200
    assert MARLENES not in table.open("/match.json").html + table.open("/log").html

    refused = answer(table, BENS, [9, 9, 9])
    assert (refused.status, pen_on(refused)) == (422, MARLENES)
    answer(table, BENS, [9, 0, 0])
    assert pen_on(table.open()) == BENS


@pytest.mark.parametrize("name", [None, "", "MARLENES", "0a1b2c3", '"><b>x</b>'])
def test_a_phone_without_a_name_of_ours_or_without_a_script_is_nobody(name, table):
    if name is None:
        table.play([5, 3, 1])
    else:
        answer(table, name)

    assert pen_on(table.open()) is None


def test_after_a_quarter_of_an_hour_nobody_keeps_the_score(table, monkeypatch):
    answer(table, MARLENES)

    class Later(datetime):
        @classmethod
        def now(cls, zone=None):
            return datetime.now(UTC) + timedelta(minutes=16)

    monkeypatch.setattr(page, "datetime", Later)

    assert pen_on(table.open()) is None
