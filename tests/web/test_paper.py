"""Paper on the phone: what can be printed, how it is sent, and that scoring comes first."""

import re
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from itertools import count, product
from time import sleep
from urllib.parse import urlencode

import pytest
from flask import g

from app import matchfile, worker
from app.dates import day_of_match
from app.fair_queue import Requester
from app.games import GAMES
from app.limits import DEFAULT_LIMITS, Limits
from app.paper import print_queue
from app.paper.html import CARD_PAPERS, PAPERS
from app.paper.pdf import LIBRARIES, PdfFile, PdfRenderer, PrintDocument
from app.paper.print_queue import PrintQueue
from app.paper.score_sheet import ScoreSheet
from app.server.limit_store import use_store
from app.store.clubs.clubs import HOME
from app.web.core.rate_limits import WorkBudget
from app.web.core.services import services
from app.web.match.watch import table_view_url
from app.worker import MAX_WAITING, Busy
from testkit.http_browser import Browser
from testkit.printed import Pdf, needs_pango
from testkit.servers import app_server, free_port
from testkit.whole_matches import whole_match

CLUB, ANOTHER_CLUB = Requester("club", "192.0.2.1"), Requester("another club", "192.0.2.2")
PRINTED = PdfFile(b"%PDF-", "f" * 32)


@pytest.fixture(autouse=True)
def nothing_ready(render_here, monkeypatch):
    """Everything is printed, also what lies ready."""
    monkeypatch.setattr("app.web.paper.read_current", lambda export: None)


@pytest.fixture
def no_press(monkeypatch):
    """Nothing is printed in earnest."""
    monkeypatch.setattr(print_queue, "render", lambda page: b"%PDF-")


@pytest.fixture
def tribello(begin):
    return begin("tribello").play("hearts", [7, 4, 2], "clubs", [5, 6, 2])


def pdf(page):
    assert (page.status, page.response.mimetype) == (200, "application/pdf"), page.text
    return Pdf(page.response.data)


def test_every_way_to_paper_leads_there(tribello, begin, rng):
    over = begin("torite").play_on(rng, 99)
    phone, links = tribello.phone, tribello.open("/paper").links

    assert f"{tribello.path}/paper" in tribello.open("/more").links
    files = ("sheet.pdf?paper=letter", "blank.pdf?paper=a5-two-up", "match.csv", "match.json")
    assert {f"{tribello.path}/{file}" for file in files} <= set(links)
    assert f"{over.path}/sheet#latest" in over.open().links
    assert f"{over.path}/paper" in over.open("/sheet").links
    assert "/print/" in phone.open("/").links
    assert any(link.startswith("/print/") for link in phone.open("/rules/trex").links)


def test_the_shelf_has_every_blank_every_booklet_and_every_deck(phone):
    links = set(phone.open("/print/").links)

    for game in GAMES.values():
        assert f"/print/rules/{game.key}.pdf?paper=a5" in links
        assert f"/print/quick/{game.key}.pdf?paper=letter" in links
        for variant in game.variants:
            assert {f"/print/{game.key}/{variant.key}.pdf?paper={key}" for key in PAPERS} <= links
        cards = {f"/print/cards/{game.key}.pdf?paper={key}" for key in CARD_PAPERS}
        assert cards & links == (cards if game.deck else set())
    assert "/print/rules/all.pdf?paper=a4" in links


@needs_pango
def test_the_shelf_takes_a_title_and_names_of_rounds_for_a_pad(phone):
    assert 'action="/print/sheet.pdf#any_game"' in phone.open("/print/").html
    order = {"game": "any_game", "players": "3", "paper": "a5"}

    sheet = pdf(phone.open(ordered(**order, title="Skyjo", rounds="2 × 3, run of 7")))

    assert "Skyjo" in sheet.text
    assert "1 2 × 3" in sheet.text
    assert "2 run of 7" in sheet.text
    assert "Title" in pdf(phone.open(ordered(**order))).text, "a line to write it on"


def ordered(**fields):
    return f"/print/sheet.pdf?{urlencode(fields)}"


def test_an_order_that_cannot_be_right_is_refused_and_keeps_what_was_typed(phone, no_press):
    order = {"game": "any_game", "players": "3", "paper": "a5"}

    page = phone.open(ordered(**order, title=41 * "ü", rounds="a," * 201))
    assert page.status == 422
    assert page.says("This title has 41 letters; the most is 40.", "201 are too many: at most 200.")
    assert 41 * "ü" in page.html
    for wrong in ({"players": "11"}, {"players": "x"}, {"game": "trex"}, {"game": "chess"}):
        assert phone.open(ordered(**order | wrong)).status == 404
    assert phone.open(ordered(**order | {"paper": "a3"})).status == 400


def test_a_match_that_is_over_has_a_keepsake_first_and_one_that_goes_on_has_none(tribello):
    def links():
        return [link for link in tribello.open("/paper").links if "pdf?paper=a4" in link]

    assert "keepsake" not in "".join(links())
    assert tribello.open("/keepsake.pdf").status == 404
    tribello.send("/end", {})
    assert links()[0] == f"{tribello.path}/keepsake.pdf?paper=a4"


@needs_pango
def test_a_keepsake_has_the_place_of_its_evening_for_members_and_is_named_as_one(tribello):
    tribello.send("/end", {})
    tribello.phone.send("/evenings/1", {"place": "at Old Georg’s"})
    page = tribello.open("/keepsake.pdf?paper=a5")

    assert (page.status, len(pdf(page).reader.pages)) == (200, 1)
    assert "at Old Georg’s" in pdf(page).text
    assert "keepsake" in page.response.headers["Content-Disposition"]


LETTER, A4 = ("en-US,en;q=0.9", "es-MX", "fr-CA;q=0.8, fr;q=0.9"), ("en-GB,en-US;q=0.8", "de", "")


def test_the_button_is_for_the_paper_of_the_readers_region(tribello):
    paths = ("/print/", f"{tribello.path}/paper")
    for path, languages in product(paths, (*LETTER, *A4)):
        page = tribello.phone.open(path, headers={"Accept-Language": languages})

        buttons = re.findall(r'class="button plain" href="([^"]+)"', page.html)
        paper = "letter" if languages in LETTER else "a4"
        assert buttons
        assert all(button.endswith(f"?paper={paper}") for button in buttons), languages


@needs_pango
def test_the_sheet_has_names_and_scores_and_says_what_was_corrected_and_who_came(tribello):
    tribello.correct(1, "tricks", [6, 5, 2])
    tribello.correct(1, "tricks", [13, 0, 0])
    tribello.undo()
    tribello.rename(2, Bruno="Dora")
    page = tribello.open("/sheet.pdf")
    text = pdf(page).text

    assert all(words in text for words in ("Anna", "Bruno", "Dora", "Carla", "+1"))
    correction = (
        "In deal 1 “Tricks taken” was corrected from Anna 7, Bruno 4, Carla 2"
        " to Anna 6, Bruno 5, Carla 2."
    )
    assert correction in text
    assert "From deal 2 Dora plays for Bruno" in text
    assert "Anna%2C%20Dora%2C%20Carla" in page.response.headers["Content-Disposition"]
    for sheet in (
        ScoreSheet.of_match(tribello.match),
        ScoreSheet.of_file(matchfile.parse(tribello.open("/match.json").response.data)),
    ):
        assert [str(note) for note in sheet.corrected[1]] == [
            correction.replace("deal 1", "deal\u00a01")
        ]
        assert str(sheet.started) == day_of_match(tribello.match)


@needs_pango
@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_has_just_begun_is_printed_with_its_names(begin, game):
    table = begin(game)

    assert pdf(table.open("/sheet.pdf")).title
    blank = pdf(table.open("/blank.pdf?paper=a5"))
    assert blank.is_tagged
    assert all(name in blank.text for name in table.match.players)


def test_what_lies_ready_is_not_printed_again(phone, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "app.web.paper.read_current", lambda export: asked.append(export.name) or PRINTED
    )

    page = phone.open("/print/trex/alone.pdf?paper=letter")

    assert (page.status, page.response.data) == (200, b"%PDF-")
    assert asked == ["blank/tricktally-trex-alone-letter.pdf"]


NOWHERE = ["trex/nine", "whist/alone", "rules/whist", "rules/glossary", "quick/all", "cards/trex"]
NO_PAPER = ["cards/trico.pdf?paper=a5", "trex/alone.pdf?paper=a3"]
NO_PAPER += [f"rules/trex.pdf?paper={paper}" for paper in ("a5-two-up", "a" * 5000)]
NO_MATCH = ["99/sheet.pdf", "99999999999999999999/blank.pdf", "99/paper"]


def test_what_there_is_not_is_said(phone):
    for path, status, words in (
        *((f"/print/{path}.pdf", 404, "Nothing is here") for path in NOWHERE),
        *((f"/matches/{path}", 404, "Nothing is here") for path in NO_MATCH),
        *((f"/print/{path}", 400, "That did not work") for path in NO_PAPER),
    ):
        page = phone.open(path)

        assert page.status == status, path
        assert page.says(words), path


@needs_pango
def test_a_sheet_is_printed_once_until_the_match_goes_on_and_only_the_browser_keeps_it(
    app, tribello
):
    queue = services(app).print_queue
    first, again = tribello.open("/sheet.pdf").response, tribello.open("/sheet.pdf").response
    assert (again.data, queue.rendered) == (first.data, 1)
    assert set(first.headers["Cache-Control"].split(", ")) == {"private", "no-cache"}

    services(app).print_queue = PrintQueue()
    seen = {"If-None-Match": first.headers["ETag"]}
    page = tribello.phone.open(f"{tribello.path}/sheet.pdf", headers=seen)
    assert (page.status, page.response.data) == (304, b"")
    assert services(app).print_queue.rendered == 0, "a browser that has it is told so"

    tribello.answer("spades")
    assert tribello.open("/sheet.pdf").response.headers["ETag"] != first.headers["ETag"]
    tribello.open("/sheet.pdf?paper=a5")
    assert services(app).print_queue.rendered == 2


def test_a_file_has_a_name_for_everyone(begin, no_press):
    table = begin("tribello", ["Åsa", 'M/"x', "محمد"])
    endless = begin("tribello", ["名" * 200, "B" * 200, "C"])
    day = day_of_match(table.match)

    header = table.open("/sheet.pdf").response.headers["Content-Disposition"]

    assert header.startswith(
        f"inline; filename=\"Tribello {day}.pdf\"; filename*=UTF-8''Tribello%20"
    )
    assert "%C3%85sa" in header
    assert not re.search(r"[\x00-\x1f/]|%2F|%22", header.partition("filename*")[2])
    assert len(endless.open("/sheet.pdf").response.headers["Content-Disposition"]) < 1500


HERE = ("localhost:8000", "127.0.0.1:8000", "[::1]:8000")


def test_a_qr_code_only_says_what_other_phones_can_reach(app):
    for host in (*HERE, "192.168.1.20:8000", "table.example"):
        with app.test_request_context("/", headers={"Host": host}):
            g.club_id = HOME
            address = table_view_url(7)

        there = f"http://{host}/c/{HOME}/matches/7/table"
        assert address == (None if host in HERE else there)


@pytest.fixture
def slow_printer(app, monkeypatch, no_press):
    """Each sheet takes a quarter of the seconds that a club may have in a minute."""
    clock = count(step=DEFAULT_LIMITS.work_seconds_per_minute / 4)
    monkeypatch.setattr(worker, "monotonic", lambda: next(clock))
    return services(app).print_queue.worker.budget


def test_a_club_that_prints_too_much_waits_and_another_does_not(slow_printer, app, begin):
    table = begin("tribello")
    asked = [table.open(f"/sheet.pdf?paper={paper}") for paper in ("a4", "a5", "letter", "a4")]
    assert {page.status for page in asked} == {200}, "what is kept costs nothing"
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


def test_what_one_process_prints_counts_in_the_other(elsewhere, slow_printer, begin):
    there = WorkBudget(elsewhere, DEFAULT_LIMITS, "printing")
    there.charge(Requester(HOME, "elsewhere"), DEFAULT_LIMITS.work_seconds_per_minute)

    assert begin("tribello").open("/sheet.pdf").status == 429


def test_where_nothing_can_be_counted_nobody_is_kept_from_printing(app, tribello, no_press, caplog):
    use_store(app, f"redis://127.0.0.1:{free_port()}")

    assert tribello.open("/sheet.pdf").status == 200
    assert "each process counts alone" in caplog.text
    app.config["PUBLIC"] = True
    assert tribello.phone.send("/clubs", {"name": "Friday"}).status == 303


@pytest.mark.parametrize("address", ["", "nonsense", "nowhere://127.0.0.1", "async+memory://"])
def test_what_is_no_store_is_refused(address, app):
    with pytest.raises(ValueError, match="storage"):
        use_store(app, address)


def test_where_nothing_is_printed_a_line_says_why_and_scoring_goes_on(tribello, monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    monkeypatch.setattr(print_queue, "own_renderer", PdfRenderer)
    page = tribello.open("/sheet.pdf")
    assert page.status == 503
    assert page.says(f"sudo apt install {LIBRARIES}")
    assert tribello.answer("spades").status == 303

    def busy(*_about):
        raise Busy(after=5)

    monkeypatch.setattr(PrintQueue, "get_or_render", busy)
    page = tribello.open("/sheet.pdf")
    assert (page.status, page.response.headers["Retry-After"]) == (503, "5")
    assert page.says("Try again in 5 seconds.")


class Crowd:
    """Clubs that want something printed, all at once: nothing is before the press may begin."""

    def __init__(self, guests):
        self.guests, self.queue, self.may_begin = guests, PrintQueue(), threading.Event()
        self.printed = []

    def ask(self, requester, key):
        """Ask, and return when the job waits."""
        jobs = len(self.queue.worker._jobs)
        sent = self.guests.submit(self.get, requester, key)
        while len(self.queue.worker._jobs) == jobs:
            sleep(0.001)
        return sent

    def get(self, requester, key):
        def lay_out():
            assert self.may_begin.wait(30)
            self.printed.append(requester)
            return PrintDocument("", "")

        return self.queue.get_or_render(key, lay_out, requester)


@pytest.fixture
def crowd(no_press):
    with ThreadPoolExecutor(MAX_WAITING) as guests:
        yield Crowd(guests)


@pytest.mark.parametrize("different", [MAX_WAITING, 1])
def test_no_more_wait_than_there_is_room_for_and_the_same_is_printed_once(crowd, different):
    clubs = (CLUB, ANOTHER_CLUB)
    waiting = [crowd.ask(clubs[n % 2], f"sheet {n % different}") for n in range(MAX_WAITING)]
    with pytest.raises(Busy):
        crowd.get(ANOTHER_CLUB, "one more")
    crowd.may_begin.set()

    assert {each.result().content for each in waiting} == {b"%PDF-"}
    assert len(crowd.printed) == different
    assert crowd.get(CLUB, "one more").content == b"%PDF-"


def test_a_club_that_prints_much_leaves_others_their_turn(app, crowd):
    """All its places are taken, and the sheet of another club is the second one."""
    crowd.queue.worker.budget = WorkBudget(app, Limits(jobs_of_club=4), "printing")
    waiting = [crowd.ask(CLUB, number) for number in range(4)]
    with pytest.raises(Busy):
        crowd.get(CLUB, "one more")
    waiting.append(crowd.ask(ANOTHER_CLUB, "theirs"))
    crowd.may_begin.set()
    for sent in waiting:
        sent.result()

    # The first one of the busy club has the worker already.
    assert crowd.printed == [CLUB, ANOTHER_CLUB, CLUB, CLUB, CLUB]


def test_nobody_waits_for_ever(monkeypatch):
    monkeypatch.setattr(worker, "WAIT_SECONDS", 0.01)
    queue = PrintQueue()
    with queue.worker.exclusive(CLUB), pytest.raises(Busy):
        queue.get_or_render("sheet", lambda: PrintDocument("", ""), ANOTHER_CLUB)


def test_what_was_printed_longest_ago_is_let_go(monkeypatch):
    monkeypatch.setattr(print_queue, "MAX_CACHED_BYTES", 250)
    monkeypatch.setattr(print_queue, "render", lambda page: b"x" * 100)
    queue = PrintQueue()
    for key in ("one", "two"):
        queue.get_or_render(key, lambda: PrintDocument("", ""), CLUB)
    queue.cached("one")

    queue.get_or_render("three", lambda: PrintDocument("", ""), CLUB)

    assert [bool(queue.cached(key)) for key in ("one", "two", "three")] == [True, False, True]


CROWD = 200


@needs_pango
@pytest.mark.long
def test_a_crowd_asks_for_paper_and_the_table_goes_on(tmp_path):
    match = whole_match("tribello")
    sheets = [(what, paper) for what in ("sheet", "blank") for paper in ("a4", "letter", "a5")]
    with app_server(tmp_path / "matches.sqlite3") as app, Browser(app.port) as browser:
        other = browser.play(match)
        paths = [f"{other}/{what}.pdf?paper={paper}" for what, paper in sheets]
        with ThreadPoolExecutor(CROWD) as guests:
            asked = [guests.submit(status_of, app.port, paths[n % 6]) for n in range(CROWD)]
            browser.play(match)
            statuses = Counter(each.result() for each in asked)
        assert set(statuses) <= {200, 429, 503}, statuses
        assert statuses[200] > 0, statuses
        assert browser.ask("GET", f"{other}/sheet.pdf").body.startswith(b"%PDF-")


def status_of(port, path):
    with closing(HTTPConnection("127.0.0.1", port, timeout=120)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status
