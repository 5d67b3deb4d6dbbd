"""Paper on the phone: what can be printed, how it is sent, and that scoring comes first."""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from itertools import count
from time import sleep

import pytest
from flask import g

from app import matchfile, worker
from app.fair_queue import Owners
from app.games import GAMES
from app.limits import DEFAULT_LIMITS, Limits
from app.paper import print_queue
from app.paper.html import CARD_PAPERS, PAPERS
from app.paper.pdf import LIBRARIES, PdfFile, PdfRenderer, PrintDocument
from app.paper.print_queue import PrintQueue
from app.paper.score_sheet import ScoreSheet
from app.server import rate_limits
from app.server.rate_limits import WorkBudget
from app.store import HOME
from app.web.core.services import services
from app.web.match.watch import table_view_url
from app.worker import MAX_WAITING, Busy
from bench.browser import Browser
from bench.servers import app_server, free_port
from bench.whole_matches import whole_match
from tests.paper.pdf import Pdf, needs_pango

CLUB, ANOTHER_CLUB = Owners("club", "192.0.2.1"), Owners("another club", "192.0.2.2")
PRINTED = PdfFile(b"%PDF-", "f" * 32)


@pytest.fixture(autouse=True)
def nothing_ready(render_here, monkeypatch):
    """Everything is printed, also what lies ready."""
    monkeypatch.setattr("app.web.paper.read_current", lambda export: None)


@pytest.fixture
def tribello(begin):
    return begin("tribello").play("hearts", [7, 4, 2], "clubs", [5, 6, 2])


def pdf(page):
    assert (page.status, page.response.mimetype) == (200, "application/pdf"), page.text
    return Pdf(page.response.data)


# --- the way to paper ---------------------------------------------------------------------------


def test_the_table_leads_to_its_paper(tribello):
    paper = tribello.open("/paper")

    assert f"{tribello.path}/paper" in tribello.open("/more").links
    for wanted in (
        "sheet.pdf?paper=letter",
        "blank.pdf?paper=a5-two-up",
        "match.csv",
        "match.json",
    ):
        assert f"{tribello.path}/{wanted}" in paper.links


def test_the_end_of_a_match_offers_its_sheet(begin, rng):
    table = begin("torite").play_on(rng, 99)

    assert f"{table.path}/sheet#latest" in table.open().links
    assert f"{table.path}/paper" in table.open("/sheet").links


def test_start_page_and_rules_lead_to_the_shelf(phone):
    assert "/print/" in phone.open("/").links
    assert any(link.startswith("/print/") for link in phone.open("/rules/trex").links)


def test_the_shelf_has_every_blank_and_every_booklet(phone):
    links = phone.open("/print/").links

    for game in GAMES:
        assert f"/print/rules/{game}.pdf?paper=a5" in links
        assert f"/print/quick/{game}.pdf?paper=letter" in links
        for variant in GAMES[game].variants:
            assert {f"/print/{game}/{variant.key}.pdf?paper={key}" for key in PAPERS} <= set(links)
    assert "/print/rules/all.pdf?paper=a4" in links
    assert {f"/print/cards/trico.pdf?paper={key}" for key in CARD_PAPERS} <= set(links)


@pytest.mark.parametrize(
    ("languages", "paper"),
    [
        ("en-US,en;q=0.9", "letter"),
        ("es-MX", "letter"),
        ("fr-CA;q=0.8, fr;q=0.9", "letter"),
        ("en-GB,en-US;q=0.8", "a4"),
        ("de", "a4"),
        ("", "a4"),
    ],
)
def test_the_button_is_for_the_paper_of_the_readers_region(tribello, languages, paper):
    headers = {"Accept-Language": languages}
    for path in ("/print/", f"{tribello.path}/paper"):
        page = tribello.phone.open(path, headers=headers)

        buttons = re.findall(r'class="button plain" href="([^"]+)"', page.html)
        assert buttons
        assert all(button.endswith(f"?paper={paper}") for button in buttons)


# --- what is printed ----------------------------------------------------------------------------


@needs_pango
def test_the_sheet_of_a_match_has_its_names_and_scores(tribello):
    sheet = pdf(tribello.open("/sheet.pdf"))

    assert all(words in sheet.text for words in ("Anna", "Bruno", "Carla", "+1"))


@needs_pango
def test_the_sheet_says_what_was_corrected_and_who_came(tribello):
    tribello.correct(1, "tricks", [6, 4, 3])
    tribello.rename(2, Bruno="Dora")

    text = pdf(tribello.open("/sheet.pdf")).text

    assert "Tricks taken → Anna 6, Bruno 4, Carla 3. Before: Anna 7, Bruno 4, Carla 2." in text
    assert "From deal 2 Dora plays for Bruno" in text


@needs_pango
@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [("trex", 4, {"rules.partners": "true"}), ("torite", 1, {})],
)
def test_a_blank_sheet_has_the_names_of_the_match(begin, game, players, rules):
    table = begin(game, players, **rules)

    text = pdf(table.open("/blank.pdf?paper=a5")).text

    assert all(name in text for name in table.match.players)


@needs_pango
@pytest.mark.parametrize(
    "path",
    ["/print/trex/partners.pdf", "/print/quick/trico.pdf", "/print/rules/torite.pdf?paper=a5"],
)
def test_paper_without_a_match_is_printed(phone, path):
    assert pdf(phone.open(path)).is_tagged


@needs_pango
@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_has_just_begun_has_a_sheet(begin, game):
    assert pdf(begin(game).open("/sheet.pdf")).title


def test_what_lies_ready_is_not_printed_again(phone, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "app.web.paper.read_current", lambda export: asked.append(export.name) or PRINTED
    )

    page = phone.open("/print/trex/alone.pdf?paper=letter")

    assert (page.status, page.response.data) == (200, b"%PDF-")
    assert asked == ["blank/tricktally-trex-alone-letter.pdf"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/print/trex/nine.pdf", 404),
        ("/print/whist/alone.pdf", 404),
        ("/print/rules/whist.pdf", 404),
        ("/print/rules/glossary.pdf", 404),
        ("/print/quick/all.pdf", 404),
        ("/print/cards/trex.pdf", 404),
        ("/print/cards/trico.pdf?paper=a5", 400),
        ("/print/trex/alone.pdf?paper=a3", 400),
        ("/print/rules/trex.pdf?paper=a5-two-up", 400),
        ("/print/rules/trex.pdf?paper=" + "a" * 5000, 400),
        ("/matches/99/sheet.pdf", 404),
        ("/matches/99999999999999999999/blank.pdf", 404),
        ("/matches/99/paper", 404),
    ],
)
def test_what_there_is_not_is_said(phone, path, status):
    page = phone.open(path)

    assert page.status == status
    assert page.says("Nothing is here" if status == 404 else "That did not work")


# --- how it is sent -----------------------------------------------------------------------------


@needs_pango
def test_a_sheet_is_printed_once_until_the_match_goes_on(app, tribello):
    queue = services(app).print_queue
    first = tribello.open("/sheet.pdf")
    again = tribello.open("/sheet.pdf")
    assert (again.response.data, queue.rendered) == (first.response.data, 1)

    tribello.answer("spades")
    assert tribello.open("/sheet.pdf").response.headers["ETag"] != first.response.headers["ETag"]

    assert queue.rendered == 2
    tribello.open("/sheet.pdf?paper=a5")
    assert queue.rendered == 3


@needs_pango
def test_a_browser_that_has_it_is_told_so_without_printing(app, tribello):
    tag = tribello.open("/sheet.pdf").response.headers["ETag"]
    services(app).print_queue = PrintQueue()

    page = tribello.phone.open(f"{tribello.path}/sheet.pdf", headers={"If-None-Match": tag})

    assert (page.status, page.response.data) == (304, b"")
    assert services(app).print_queue.rendered == 0


@needs_pango
def test_only_the_browser_may_keep_it_and_it_asks_each_time(tribello):
    headers = tribello.open("/sheet.pdf").response.headers

    assert set(headers["Cache-Control"].split(", ")) == {"private", "no-cache"}


@needs_pango
def test_a_file_has_a_name_for_everyone(begin):
    table = begin("tribello", ["Åsa", 'M/"x', "محمد"])
    day = table.match.started[:10]

    header = table.open("/sheet.pdf").response.headers["Content-Disposition"]

    assert header.startswith(
        f"inline; filename=\"Tribello {day}.pdf\"; filename*=UTF-8''Tribello%20"
    )
    assert "%C3%85sa" in header
    assert not re.search(r"[\x00-\x1f/]|%2F|%22", header.partition("filename*")[2])


def test_two_hundred_letters_make_no_endless_header(begin, monkeypatch):
    monkeypatch.setattr(print_queue, "render", lambda page: b"%PDF-")
    table = begin("tribello", ["名" * 200, "B" * 200, "C"])

    assert len(table.open("/sheet.pdf").response.headers["Content-Disposition"]) < 1500


# --- when too much is asked ---------------------------------------------------------------------


@pytest.fixture
def slow_printer(app, monkeypatch):
    """Each sheet takes a quarter of the seconds that a club may have in a minute."""
    monkeypatch.setattr(print_queue, "render", lambda page: b"%PDF-")
    clock = count(step=DEFAULT_LIMITS.work_seconds_per_minute / 4)
    monkeypatch.setattr(worker, "monotonic", lambda: next(clock))
    return services(app).print_queue.worker.budget


def test_a_club_that_prints_too_much_waits_and_another_does_not(slow_printer, app, begin):
    table = begin("tribello")
    assert [table.open(f"/sheet.pdf?paper={paper}").status for paper in ("a4", "a5", "letter")] == [
        200
    ] * 3
    table.answer("hearts")
    assert table.open("/sheet.pdf").status == 200
    table.answer([7, 4, 2])

    refused = table.open("/sheet.pdf")

    assert refused.status == 429
    after = int(refused.response.headers["Retry-After"])
    assert 0 < after <= 60
    assert refused.says(f"Try again in {after} seconds.")
    assert table.open("/paper").status == 200
    slow_printer.check(ANOTHER_CLUB)


def test_what_is_kept_costs_nothing(slow_printer, tribello):
    assert {tribello.open("/sheet.pdf").status for _ in range(9)} == {200}


def test_what_one_process_prints_counts_in_the_other(elsewhere, slow_printer, begin):
    there = WorkBudget(elsewhere, DEFAULT_LIMITS, "printing")
    there.charge(Owners(HOME, "elsewhere"), DEFAULT_LIMITS.work_seconds_per_minute)

    assert begin("tribello").open("/sheet.pdf").status == 429


def test_where_nothing_can_be_counted_nobody_is_kept_from_printing(
    app, tribello, monkeypatch, caplog
):
    monkeypatch.setattr(print_queue, "render", lambda page: b"%PDF-")
    rate_limits.use_storage(app, f"redis://127.0.0.1:{free_port()}")

    assert tribello.open("/sheet.pdf").status == 200
    assert "each process counts alone" in caplog.text
    app.config["PUBLIC"] = True
    assert tribello.phone.send("/clubs", {"name": "Friday"}).status == 303


@pytest.mark.parametrize("address", ["", "nonsense", "nowhere://127.0.0.1", "async+memory://"])
def test_what_is_no_store_is_refused(address, app):
    with pytest.raises(ValueError, match="storage"):
        rate_limits.use_storage(app, address)


def test_when_the_press_is_busy_a_line_says_when_to_try_again(app, tribello, monkeypatch):
    def busy(*_about):
        raise Busy(after=5)

    monkeypatch.setattr(PrintQueue, "get_or_render", busy)

    page = tribello.open("/sheet.pdf")

    assert (page.status, page.response.headers["Retry-After"]) == (503, "5")
    assert page.says("Try again in 5 seconds.")


def test_no_more_wait_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(print_queue, "render", lambda page: b"%PDF-")
    queue, play_on = PrintQueue(), threading.Event()

    def slowly() -> PrintDocument:
        assert play_on.wait(30)
        return PrintDocument("", "")

    with ThreadPoolExecutor(MAX_WAITING) as guests:
        waiting = [
            guests.submit(queue.get_or_render, n, slowly, [CLUB, ANOTHER_CLUB][n % 2])
            for n in range(MAX_WAITING)
        ]
        while len(queue.worker._jobs) < MAX_WAITING:
            pass
        with pytest.raises(Busy):
            queue.get_or_render("one more", slowly, ANOTHER_CLUB)
        play_on.set()

        assert [each.result().content for each in waiting] == [b"%PDF-"] * MAX_WAITING
    assert queue.get_or_render("one more", slowly, CLUB).content == b"%PDF-"


def test_nobody_waits_for_ever(monkeypatch):
    monkeypatch.setattr(worker, "WAIT_SECONDS", 0.01)
    queue = PrintQueue()
    with queue.worker.exclusive(CLUB), pytest.raises(Busy):
        queue.get_or_render("sheet", lambda: PrintDocument("", ""), ANOTHER_CLUB)


def test_a_club_that_prints_much_leaves_others_their_turn(app, monkeypatch):
    """All its places are taken, and the sheet of another club is the second one."""
    monkeypatch.setattr(print_queue, "render", lambda page: b"%PDF-")
    queue, play_on, printed = PrintQueue(), threading.Event(), []

    def lay_out(owners: Owners) -> PrintDocument:
        assert play_on.wait(30)
        printed.append(owners)
        return PrintDocument("", "")

    def ask(owners: Owners, number: int) -> Future[PdfFile]:
        job = (owners, number), partial(lay_out, owners), owners
        sent = guests.submit(queue.get_or_render, *job)
        while queue.worker._jobs.count(owners) <= number:
            sleep(0.001)
        return sent

    queue.worker.budget = WorkBudget(app, Limits(jobs_of_club=4), "printing")
    with ThreadPoolExecutor(MAX_WAITING) as guests:
        waiting = [ask(CLUB, number) for number in range(4)]
        with pytest.raises(Busy):
            queue.get_or_render("one more", partial(lay_out, CLUB), CLUB)
        waiting.append(ask(ANOTHER_CLUB, 0))
        play_on.set()
        for sent in waiting:
            sent.result()

    # The first one of the busy club has the worker already.
    assert printed[:2] == [CLUB, ANOTHER_CLUB]
    assert printed.count(CLUB) == 4


def test_those_who_want_the_same_have_it_printed_once(monkeypatch):
    monkeypatch.setattr(print_queue, "render", lambda page: b"%PDF-")
    queue, laid_out = PrintQueue(), []

    def lay_out() -> PrintDocument:
        laid_out.append(1)
        return PrintDocument("", "")

    with ThreadPoolExecutor(MAX_WAITING) as guests:
        got = list(
            guests.map(
                lambda n: queue.get_or_render("sheet", lay_out, [CLUB, ANOTHER_CLUB][n % 2]),
                range(MAX_WAITING),
            )
        )

    assert ({pdf.content for pdf in got}, len(laid_out)) == ({b"%PDF-"}, 1)


def test_what_was_printed_longest_ago_is_let_go(monkeypatch):
    monkeypatch.setattr(print_queue, "MAX_CACHED_BYTES", 250)
    monkeypatch.setattr(print_queue, "render", lambda page: b"x" * 100)
    queue = PrintQueue()
    for key in ("one", "two"):
        queue.get_or_render(key, lambda: PrintDocument("", ""), CLUB)
    queue.cached("one")

    queue.get_or_render("three", lambda: PrintDocument("", ""), CLUB)

    assert [bool(queue.cached(key)) for key in ("one", "two", "three")] == [True, False, True]


# --- without Pango ------------------------------------------------------------------------------


def test_without_pango_a_line_says_what_to_install(tribello, monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    monkeypatch.setattr(print_queue, "own_renderer", PdfRenderer)

    page = tribello.open("/sheet.pdf")

    assert page.status == 503
    assert page.says(f"sudo apt install {LIBRARIES}")
    assert tribello.answer("spades").status == 303


# --- a real press beside a real table -----------------------------------------------------------

CROWD = 200


@needs_pango
@pytest.mark.long
def test_a_crowd_asks_for_paper_and_the_table_goes_on(tmp_path):
    match = whole_match("tribello")
    with app_server(tmp_path / "matches.sqlite3") as app, Browser(app.port) as browser:
        other = browser.play(match)
        with ThreadPoolExecutor(CROWD) as guests:
            paths = [
                f"{other}/{what}.pdf?paper={paper}"
                for what in ("sheet", "blank")
                for paper in ("a4", "letter", "a5")
            ]
            asked = [
                guests.submit(status_of, app.port, paths[n % len(paths)]) for n in range(CROWD)
            ]
            browser.play(match)
            statuses = Counter(each.result() for each in asked)
        assert set(statuses) <= {200, 429, 503}, statuses
        assert statuses[200] > 0, statuses
        assert browser.ask("GET", f"{other}/sheet.pdf").body.startswith(b"%PDF-")


def status_of(port: int, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", path)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status


# --- a match that went on elsewhere -------------------------------------------------------------


def test_the_sheet_of_a_match_file_says_what_was_corrected(tribello):
    tribello.correct(1, "tricks", [6, 5, 2])
    file = matchfile.parse(tribello.open("/match.json").response.data)

    sheet = ScoreSheet.of_file(file)

    notes = [str(note) for note in sheet.corrected[1]]
    assert len(notes) == 1
    assert "6" in notes[0]
    assert "Before: " in notes[0]


@needs_pango
def test_a_sheet_is_called_after_those_who_play_now(tribello):
    tribello.rename(Bruno="Dora")

    name = tribello.open("/sheet.pdf").response.headers["Content-Disposition"]

    assert "Anna%2C%20Dora%2C%20Carla" in name


@pytest.mark.parametrize(
    ("host", "leads_there"),
    [("192.168.1.20:8000", True), ("table.example", True), ("localhost:8000", False),
     ("127.0.0.1:8000", False), ("[::1]:8000", False)],
)  # fmt: skip
def test_a_qr_code_only_says_what_other_phones_can_reach(app, tribello, host, leads_there):
    with app.test_request_context("/", headers={"Host": host}):
        g.club_id = HOME
        address = table_view_url(tribello.id)

    there = f"http://{host}/c/{HOME}/matches/{tribello.id}/table"
    assert address == (there if leads_there else None)
