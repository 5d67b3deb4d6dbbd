"""Who may do what: every address, for a stranger, a watcher, a member of another club, a member."""

import logging
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from html import unescape
from io import StringIO
from itertools import product
from unittest.mock import Mock

import pytest

from app.games import GAMES
from app.limits import DEFAULT_LIMITS, RateLimit
from app.server import pocket_files
from app.server.limit_store import use_store
from app.server.wsgi.request_log import TokenMaskingFormatter
from app.store.clubs import clubs, invite_codes
from app.store.clubs.clubs import HOME
from app.store.errors import StoreError
from app.store.matches import matches
from app.web.core import access, http
from app.web.core.access import link_secret
from app.web.core.services import services
from app.web.entry import join
from testkit.faults.token_guesses import guess
from testkit.home_urls import CLUB
from testkit.keys import key_to
from testkit.match import CAST
from testkit.play import Played
from testkit.servers import free_port
from testkit.web.phone import Page
from testkit.web.table import keep, new_match
from tests.web.routes import address, methods, rules_of

FREE = {
    *("/offline", "/offline.js"),
    *("/", "/healthz", "/icons.svg", "/joined/<name>", "/static/<path:filename>", "/look", "/more"),
    *("/language", "/language/digits", "/language/latin", "/language/name"),
    *("/code", "/clubs", "/k/<token>", "/k/<token>/<int:match_id>"),
    *("/print/", "/print/<kind>/<subject>.pdf", "/print/sheet.pdf"),
    *("/rules/", "/rules/<key>", "/rules/<key>/<anchor>", "/rules/now", "/rules/search"),
    *("/rules/settle/", "/rules/settle/<key>", "/rules/settle/<key>/<slug>", "/rules/sheet"),
}
"""What is there for everybody."""

MATCH = "/c/<club>/matches/<int:match_id>"
PLAYER = "/c/<club>/players/<int:person_id>"
EVENING = "/c/<club>/evenings/<int:evening_id>"
WHOLE = "/c/<club>/whole"
BOOK = "/c/<club>/matches/<int:match>/rules"
WATCHED = {
    *(MATCH, f"{MATCH}/sheet", f"{MATCH}/stakes", f"{MATCH}/table", f"{MATCH}/picture.svg"),
    *(f"{MATCH}/live", f"{MATCH}/follow"),
    *(f"{MATCH}/deals/<int:number>", f"{MATCH}/log", f"{MATCH}/more", f"{MATCH}/paper"),
    *(f"{MATCH}/match.csv", f"{MATCH}/match.json", f"{MATCH}/sheet.pdf", f"{MATCH}/blank.pdf"),
    f"{MATCH}/keepsake.pdf",
    *(f"{BOOK}/", f"{BOOK}/<key>", f"{BOOK}/<key>/<anchor>", f"{BOOK}/now", f"{BOOK}/search"),
    *(f"{BOOK}/settle/", f"{BOOK}/settle/<key>", f"{BOOK}/settle/<key>/<slug>", f"{BOOK}/sheet"),
}
"""What a watcher may see beside that, of one match."""
SENT = {f"{MATCH}/doubts/<int:number>"}
"""What a watcher may send there: that a deal should be checked."""

FOR_MEMBERS = {
    *("/c/<club>/", "/c/<club>/more", "/c/<club>/invite", "/c/<club>/invite/renew"),
    *("/c/<club>/name", "/c/<club>/delete", "/c/<club>/leave"),
    *("/c/<club>/decks", "/c/<club>/decks/<key>", "/c/<club>/decks/<key>/cards.pdf"),
    *("/c/<club>/decks/new", "/c/<club>/matches", "/c/<club>/matches/deleted"),
    *("/c/<club>/matches/earlier", "/c/<club>/matches/import"),
    *("/c/<club>/matches/names", "/c/<club>/matches/new", "/c/<club>/matches/who"),
    *("/c/<club>/players", PLAYER, f"{PLAYER}/name", f"{PLAYER}/name/undo", f"{PLAYER}/merge"),
    *(f"{PLAYER}/merge/undo", f"{PLAYER}/more", f"{PLAYER}/hide", f"{PLAYER}/show"),
    *("/c/<club>/numbers/matches", f"{PLAYER}/with/<int:other_id>"),
    *(f"{PLAYER}/forget", "/c/<club>/evenings", EVENING, f"{EVENING}/split", f"{EVENING}/join"),
    *(f"{EVENING}/move", "/c/<club>/evenings/changes/<change_id>/undo"),
    *(f"{EVENING}/awards", f"{EVENING}/picture.svg", f"{PLAYER}/colour"),
    *(f"{MATCH}/deals/<int:number>/<key>", f"{MATCH}/deals/<int:number>/<key>/preview"),
    *(f"{MATCH}/delete", f"{MATCH}/end", f"{MATCH}/entries", f"{MATCH}/players"),
    *(f"{MATCH}/preview", f"{MATCH}/redo", f"{MATCH}/restore", f"{MATCH}/seats", f"{MATCH}/next"),
    *(f"{MATCH}/title", f"{MATCH}/undo", f"{MATCH}/void", f"{MATCH}/players/names"),
    f"{MATCH}/play-on",
    *(f"{MATCH}/invite", f"{MATCH}/invite/renew", f"{MATCH}/pen"),
    *(f"{MATCH}/again", f"{MATCH}/take-back", f"{MATCH}/other-game"),
    *(f"{MATCH}/cards/<int:number>", f"{MATCH}/cards/<int:number>/preview"),
    *("/c/<club>/numbers", "/c/<club>/numbers/<game>/<variant>"),
    *("/c/<club>/matches.csv", "/c/<club>/deals.csv", "/c/<club>/matches/compare"),
    *(f"{MATCH}/sync", "/c/<club>/matches/sync"),
    *(WHOLE, f"{WHOLE}/out", f"{WHOLE}/out/stop", f"{WHOLE}/out/file", f"{WHOLE}/aside"),
    *(f"{WHOLE}/in", f"{WHOLE}/in/<job_id>", f"{WHOLE}/in/<job_id>/stop"),
    *("/c/<club>/matches/typed", "/c/<club>/matches/typed/new", "/c/<club>/matches/typed/sheet"),
    "/c/<club>/matches/typed/rows",
    "/c/<club>/numbers/almanac/<year>.pdf",
    "/c/<club>/language",
    f"{MATCH}/doubts/<int:number>/right",
}
"""What only members of the club can do and see."""


@pytest.fixture
def browser(app):
    """A phone that has opened these keys, and asks by whole addresses."""

    class Browser:
        def __init__(self, *opened):
            self.client = app.test_client()
            for key in opened:
                assert self.client.get(f"/k/{key}").status_code == 303

        def ask(self, path, method="GET", **how):
            return Page(self.client.open(path, method=method, **how))

        def status(self, path, method="GET", **how):
            return self.client.open(path, method=method, **how).status_code

        def ends(self, path):
            """The status of the page that an address leads to."""
            return self.client.get(path, follow_redirects=True).status_code

    return Browser


@pytest.fixture
def key_of(app, db):
    """The key of a club, or of a match of it."""
    return lambda club, match=None: key_to(db, services(app).link_key(), club, match)


@pytest.fixture
def phones(app, db, browser, key_of):
    """One phone of each kind; there are two matches, and one may be watched."""
    for answers in ([{}, 0, "queens", None, {"QS": 0, "QH": 1, "QD": 2, "QC": 3}], [{}]):
        played = Played(GAMES["trex"], CAST)
        for answer in answers:
            played.answer(answer)
        keep(app, played)
    other = clubs.create_club(db, "Other").id
    return {
        "stranger": browser(),
        "watcher": browser(key_of(HOME, 1)),
        "other": browser(key_of(other)),
        "member": browser(key_of(HOME)),
    }


@pytest.fixture
def assert_nothing_there(phones):
    """Assert that a phone is told no more than that there is nothing."""
    nothing_there = phones["stranger"].ask("/nothing").html

    def check(who, path, method="GET"):
        said = phones[who].ask(path, method)
        assert (said.status, said.html) == (404, nothing_there), (who, method, path)

    return check


def test_every_route_has_its_row(app):
    rows = [*FREE, *WATCHED, *SENT, *FOR_MEMBERS]

    assert {rule.rule for rule in rules_of(app)} == set(rows)
    assert len(rows) == len(set(rows))


def test_each_may_do_what_the_table_says_and_nothing_else(
    app, phones, assert_nothing_there, render_here, db
):
    for rule in rules_of(app):
        path = address(rule)
        for method in methods(rule):
            if rule.rule in FREE:
                continue
            for who in ("stranger", "other"):
                assert_nothing_there(who, path, method)
            if rule.rule in FOR_MEMBERS:
                assert_nothing_there("watcher", path, method)
            else:
                expected = (303,) if rule.rule in SENT else (200, 204, 404)
                assert phones["watcher"].status(path, method) in expected, path
                another = address(rule, match_id=2, match=2)
                assert phones["watcher"].status(another, method) == 404, path

    assert [len(matches.find_match(db, HOME, number).log) for number in (1, 2)] == [5, 1]
    assert clubs.list_clubs(db)[0].name == "Home"


def test_only_members_learn_how_an_address_is_used_or_written(app, phones, assert_nothing_there):
    ways = {}
    for rule in rules_of(app):
        if rule.rule not in FREE:
            ways.setdefault(address(rule), []).extend(methods(rule))
    for path, used in ways.items():
        method = next(name for name in ("POST", "GET", "PUT") if name not in used)
        for who in ("stranger", "other", "watcher"):
            assert_nothing_there(who, path, method)
        led = 302 if method == "GET" else 405
        assert phones["member"].status(path, method) == led, (method, path)
    for path in (CLUB, f"{CLUB}//matches/1", f"{CLUB}/matches/1/rules"):
        assert_nothing_there("stranger", path)
        assert_nothing_there("other", path)
        assert phones["member"].status(path) == 308


NOT_THERE = {
    *("/k/<token>", "/k/<token>/<int:match_id>", "/clubs", "/rules/now", f"{MATCH}/picture.svg"),
    *(f"{EVENING}/picture.svg", "/c/<club>/numbers/<game>/<variant>"),
    *("/c/<club>/numbers/almanac/<year>.pdf", f"{MATCH}/keepsake.pdf"),
    *(f"{MATCH}/cards/<int:number>", f"{MATCH}/cards/<int:number>/preview"),
    "/print/sheet.pdf",
}
"""What says 404 to everybody here: a wrong key, founding where nobody may, no match, no outcome, no
cards with numbers, a sheet of a game that takes no order."""


@pytest.mark.every_engine
def test_members_may_do_everything_and_strangers_what_is_free(app, phones, render_here, key_of):
    fields = {"game": "trico"}
    for rule in rules_of(app):
        who = ("stranger", "member") if rule.rule in FREE - NOT_THERE else ("member",)
        for method in methods(rule):
            how = {"data": fields} if method == "POST" else {"query_string": fields}
            statuses = {phones[name].status(address(rule), method, **how) for name in who}
            assert rule.rule in NOT_THERE or not statuses & {403, 404, 405, 500}, (rule, statuses)
        if rule.endpoint == "invite.leave":
            phones["member"].status(f"/k/{key_of(HOME)}")  # comes back


def test_an_address_that_takes_a_form_leads_to_a_page_when_it_is_opened_again(app, phones):
    """By a reload, a bookmark, or the key back."""
    for rule in rules_of(app):
        if "POST" in methods(rule) and rule.rule not in NOT_THERE:
            page = phones["member"].ask(address(rule), follow_redirects=True)
            assert page.status in (200, 410), (rule.rule, page.status)


@pytest.mark.parametrize(
    ("path", "above"),
    [
        ("/c/home/whole/in", "/whole"),
        ("/c/home/evenings/1/split", "/evenings/1"),
        ("/c/home/matches/1/entries", "/matches/1"),
        ("/c/home/matches/1/doubts/3", "/matches/1"),
        ("/c/home/matches", "/c/home"),
        ("/code", "/"),
    ],
)
def test_that_page_is_the_one_above_it(path, above, phones):
    assert phones["member"].ask(path).goes_to == above


SHOWN = [
    *("", "/follow", "/sheet", "/stakes", "/table", "/deals/1", "/log", "/more", "/paper"),
    *("/rules/trex", "/rules/now", "/rules/settle/trex", "/rules/settle/trex/stop"),
    *("/match.json", "/match.csv"),
]


def test_a_watcher_sees_all_of_one_match_and_no_form_that_writes_its_log(phones):
    links = set()
    for path in SHOWN:
        page = phones["watcher"].ask(f"{CLUB}/matches/1{path}")
        sent_to = {form.action for form in page.forms if form.method == "post"}
        assert (page.status, sent_to <= {"/look", "/matches/1/doubts/1"}) == (200, True), path
        assert phones["member"].status(f"{CLUB}/matches/1{path}") == 200, path
        assert "match=" not in page.html
        links.update(re.findall(rf'href="({CLUB}/[^"#]*)', page.response.get_data(as_text=True)))

    opened = {unescape(link) for link in links if not link.partition("?")[0].endswith(".pdf")}
    assert {phones["watcher"].status(link) for link in opened} == {200}


@pytest.mark.every_engine
def test_a_watcher_gets_what_is_new_and_chooses_a_look_until_the_match_is_deleted(phones):
    watcher, match, htmx = phones["watcher"], f"{CLUB}/matches/1", {"HX-Request": "true"}

    assert 'data-live="/matches/1/live" data-line="5"' in watcher.ask(match).html
    assert watcher.status(f"{match}?after=5", headers=htmx) == 204
    assert watcher.status(f"{match}?after=4", headers=htmx) == 200
    assert watcher.status("/look", "POST", data={"theme": "dark"}) == 303

    phones["member"].status(f"{match}/delete", "POST")
    assert (watcher.status(match), phones["member"].status(match)) == (404, 410)


def test_where_all_are_members_each_club_has_its_own_matches_and_the_book_needs_none(
    app, browser, phones, db, monkeypatch
):
    monkeypatch.setitem(app.config, "OPEN", True)
    anybody = browser()
    friday = f"/c/{clubs.create_club(db, 'Friday <b>night</b>').id}"
    begun = anybody.ask(f"{friday}/matches", "POST", data=new_match("torite", ["Zoë"]))

    assert begun.goes_to == f"{friday}/matches/1"
    assert anybody.ask(f"{friday}/matches/1").says("Zoë")
    match = anybody.ask(f"{CLUB}/matches/1")
    assert match.has_form("/entries")
    assert match.says(CAST[0])
    assert not match.says("Zoë")
    assert anybody.ask(f"{friday}/").says("Friday <b>night</b>")
    assert not anybody.ask(f"{CLUB}/").says("Home")
    assert anybody.ask("/").response.location == f"{CLUB}/"


METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT"]
IN_A_POCKET = ["", "/", "/sw.js", "/index.html", "/no.js", "/c/home/", "/../", "/engine"]


def test_every_response_has_the_headers_whatever_is_asked_and_how(
    app, phones, render_here, tmp_path
):
    for name in ("index.html", "sw.js"):
        (tmp_path / name).write_text("built")
    pocket_files.init_app(app, tmp_path)
    paths = [f"/pocket{path}" for path in IN_A_POCKET] + ["/nothing", "/c/home"]
    paths += [address(rule) for rule in rules_of(app)]
    statuses = set()
    for path, method, who in product(paths, METHODS, ("stranger", "member")):
        response = phones[who].client.open(path, method=method)
        statuses.add(response.status_code)
        is_file = http.is_file_of_a_page(response.headers.items())
        expected = set(http.HEADERS) - (http.DOCUMENT_HEADERS if is_file else set())
        found = Counter(name for name, _value in response.headers if name in expected)
        assert found == Counter(expected), (method, path, response.status)
    assert statuses >= {200, 303, 308, 404, 405, 422}


def cookies_from(browser, path, base="http://cards.example"):
    """Where a link leads, and the cookies that it leaves."""
    response = browser().client.get(path, base_url=base)
    assert response.status_code == 303
    return response.location, response.headers.getlist("Set-Cookie")


def test_a_link_leaves_a_cookie_only_for_what_it_opens(browser, phones, key_of):
    for key, name, path in (
        (key_of(HOME), f"tricktally-{HOME}", CLUB),
        (key_of(HOME, 1), f"tricktally-{HOME}-1", f"{CLUB}/matches/1"),
    ):
        location, cookies = cookies_from(browser, f"/k/{key}", "https://cards.example")
        (cookie,) = (each for each in cookies if each.startswith(f"__Secure-{name}="))
        assert {"HttpOnly", "Secure", "SameSite=Lax", f"Path={path}"} <= set(cookie.split("; "))
        assert key not in location

        # Without HTTPS it is sent all the same.
        _location, (cookie, *_others) = cookies_from(browser, f"/k/{key}")
        assert cookie.startswith(f"{name}=")
        assert "Secure" not in cookie


def test_a_link_leads_to_a_match_that_it_opens_and_never_out_of_its_club(browser, phones, key_of):
    for match, place, leads_to in (
        (None, "2", "/matches/2"),
        *((None, place, "/") for place in ("3", "0", "9" * 25)),
        (1, "2", "/matches/1"),
        *((None, place, None) for place in ("//cards.example", "x", "-1", "1/sheet")),
    ):
        response = browser().client.get(f"/k/{key_of(HOME, match)}/{place}")

        assert response.status_code == (303 if leads_to else 404), place
        assert response.location == (leads_to and f"{CLUB}{leads_to}")


def test_neither_a_cookie_of_the_same_name_from_beside_nor_a_watch_link_locks_a_member_out(
    app, key_of, browser, phones
):
    secret, phone = key_of(HOME).rpartition(".")[2], app.test_client(use_cookies=False)
    both = f"tricktally-{HOME}=of-a-sibling; tricktally-{HOME}={secret}"

    assert phone.get(f"{CLUB}/", headers={"Cookie": both}).status_code == 200
    assert browser(key_of(HOME, 1), key_of(HOME)).ask(f"{CLUB}/matches/1").has_form("/entries")


def test_a_link_to_another_club_is_opened_by_who_wants_to(browser, db, key_of):
    other = clubs.create_club(db, "Friday")
    link = f"/k/{key_of(other.id)}"
    phone = browser(key_of(HOME))

    asked = phone.ask(link)

    assert asked.status == 200
    assert asked.says("another club than yours: “Friday”")
    assert phone.status(f"/c/{other.id}/") == 404
    assert phone.ask("/").response.location == f"{CLUB}/"
    assert phone.status(link, "POST") == 303
    assert phone.status(f"/c/{other.id}/") == phone.status(f"{CLUB}/") == 200


@pytest.mark.every_engine
def test_a_renewed_link_locks_out_at_once_those_who_had_it(phones, key_of, browser):
    old, another = key_of(HOME), browser(key_of(HOME))
    assert another.status("/") == 302
    page = phones["member"].ask(f"{CLUB}/invite/renew", "POST")
    assert page.status == 303
    assert phones["member"].ask(page.response.location).says("The old link is closed")

    assert phones["member"].status(f"{CLUB}/") == 200
    assert (another.status(f"{CLUB}/"), another.status("/")) == (404, 200)
    assert browser().status(f"/k/{old}") == 404
    assert browser(key_of(HOME)).status(f"{CLUB}/") == 200
    assert phones["watcher"].status(f"{CLUB}/matches/1") == 200

    old, second = key_of(HOME, 1), browser(key_of(HOME, 2))
    assert phones["member"].status(f"{CLUB}/matches/1/invite/renew", "POST") == 303
    assert phones["watcher"].status(f"{CLUB}/matches/1") == 404
    assert browser().status(f"/k/{old}") == 404
    assert second.status(f"{CLUB}/matches/2") == 200


@pytest.mark.parametrize("club", [HOME, "nobodys"])
def test_an_open_page_is_told_that_its_link_opens_nothing_whether_there_is_such_a_club(
    club, browser, phones
):
    page = browser().ask(f"/c/{club}/matches/1?after=1", headers={"HX-Request": "true"})

    assert page.status == 404
    assert page.says("This link does not work any more.")
    assert page.has_form("/code"), "the letters of the new one can be typed there"


@pytest.mark.every_engine
def test_every_secret_is_another(db, phones):
    made = {
        link_secret(key, club, kind, generation, match)
        for key, club, kind, generation, match in product(
            (b"a" * 32, b"b" * 32),
            clubs.list_clubs(db),
            ("member", "watcher"),
            (1, 2),
            (None, 1, 2),
        )
    }

    assert len(made) == 48
    assert {len(secret) for secret in made} == {26}


@pytest.mark.parametrize(("match", "path"), [(None, "/"), (1, "/matches/1")])
def test_a_wrong_secret_is_compared_whether_there_is_anything_or_not(
    match, path, app, phones, db, monkeypatch
):
    """A digest takes time that can be measured: whoever asks often learns what is there."""
    empty = clubs.create_club(db, "Empty").id
    worked_out = Counter()
    monkeypatch.setattr(
        access, "link_secret", lambda *about: worked_out.update([club]) or link_secret(*about)
    )
    phone = app.test_client(use_cookies=False)
    for club in (HOME, empty, "nowhere"):
        wrong = f"{access.cookie_name(club, match)}=wrong"
        assert phone.get(f"/c/{club}{path}", headers={"Cookie": wrong}).status_code == 404
        token = f"{club}.{match}.wrong" if match else f"{club}.wrong"
        assert phone.get(f"/k/{token}").status_code == 404

    assert worked_out == {HOME: 2, empty: 2, "nowhere": 2}


@pytest.mark.parametrize("number", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_stranger_who_guesses_finds_nothing(number, app, phones, rng):
    assert phones["member"].status(f"{CLUB}/invite") == 200  # from now on there is a code

    assert guess(app, number, rng) == 0


STRANGE = [
    *("", ".", "..", "home", "home.", "home..", f"{HOME}.1.", f"{HOME}.x.y", "home.é", "%00.%00"),
    *(f"{HOME}.{'9' * 40}.a", "é.é", "home.1.1.1", "-1.-1", "a" * 3000, "home.²." + "a" * 26),
]


@pytest.mark.every_engine
def test_a_strange_cookie_or_key_opens_nothing(browser, phones):
    values = ("", "x", "é", "a" * 4000, "\x7f")
    for match, value in (*((1, value) for value in values), (2**63, "x"), (10**30, "x")):
        stranger = browser()
        for name in (f"tricktally-{HOME}", f"tricktally-{HOME}-{match}"):
            stranger.client.set_cookie(name, value, path="/")

        assert stranger.status(f"{CLUB}/matches/{match}") == 404, (match, value)
        assert {stranger.ends(f"/k/{key}") for key in STRANGE} == {404}


def test_what_was_sent_begins_no_line_of_the_log_and_reaches_no_terminal():
    record = logging.makeLogRecord({"msg": "/home/k/app.py /\x1b[2J\n127.0.0.1 GET /\x9b1m\r"})

    written = TokenMaskingFormatter().format(record)
    assert written == r"/home/k/app.py /\x1b[2J\n127.0.0.1 GET /\x9b1m\x0d"


def test_no_log_has_a_secret_when_a_link_meets_a_bug_of_ours(browser, key_of, app, monkeypatch):
    trouble = RuntimeError(f"no luck with http://cards.example/k/{key_of(HOME)}")
    monkeypatch.setattr(join, "open_token", Mock(side_effect=trouble))
    monkeypatch.setattr(app, "testing", False)
    log = logging.StreamHandler(StringIO())
    log.setFormatter(TokenMaskingFormatter())
    monkeypatch.setattr(app.logger, "handlers", [log])

    assert browser().status(f"/k/{key_of(HOME)}") == 500
    written = log.stream.getvalue()
    assert "Exception on /k/…" in written
    assert 'join.py", line' in written
    assert key_of(HOME).rpartition(".")[2] not in written


@pytest.fixture
def code(phones):
    """The six letters that a member is shown."""
    return code_on(phones["member"].ask(f"{CLUB}/invite"))


def code_on(page):
    return re.search(r'<b class="code"[^>]*>([A-Z]{6})</b>', page.html)[1]


@pytest.fixture
def type_code(browser):
    """Type letters into a phone that nobody knows: `type_code(letters, address)`."""

    def send(letters="AAAAAA", client="127.0.0.1"):
        how = {"environ_base": {"REMOTE_ADDR": client}}
        return browser().ask("/code", "POST", data={"code": letters}, **how)

    return send


def in_a_while(seconds):
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


@pytest.mark.every_engine
def test_a_code_lets_one_phone_in_and_then_there_is_another_one(code, phones, browser):
    first, second = browser(), browser()
    typed = {"code": f" {code[:3].lower()} {code[3:]}"}
    assert code_on(phones["member"].ask(f"{CLUB}/invite")) == code

    assert first.ask("/code", "POST", data=typed).status == 303
    assert first.status(f"{CLUB}/") == 200
    assert second.ask("/code", "POST", data=typed).status == 422
    assert second.status(f"{CLUB}/") == 404
    assert code_on(phones["member"].ask(f"{CLUB}/invite")) != code


@pytest.mark.every_engine
def test_no_code_lies_in_the_book_and_what_is_old_leaves_it(code, phones, db, key_of, monkeypatch):
    (row,) = db.execute("SELECT * FROM codes").fetchall()
    assert code not in str(row)
    assert key_of(HOME).partition(".")[2] not in str(row)
    monkeypatch.setattr("app.store.clubs.invite_codes.now", lambda: in_a_while(601))

    assert code_on(phones["member"].ask(f"{CLUB}/matches/1/pen")) != code
    assert db.execute("SELECT match FROM codes").fetchall() == [(1,)]


@pytest.mark.parametrize(("seconds", "status"), [(590, 303), (601, 422)])
def test_a_code_opens_something_for_ten_minutes(seconds, status, code, type_code, monkeypatch):
    monkeypatch.setattr("app.store.clubs.invite_codes.now", lambda: in_a_while(seconds))

    assert type_code(code).status == status


@pytest.mark.parametrize(
    ("page", "leads_to"),
    [("/invite", "/"), ("/matches/2/pen", "/matches/2"), ("/matches/1/invite", "/matches/1")],
)
def test_the_link_and_the_code_of_each_page_lead_to_the_same(
    page, leads_to, phones, browser, type_code
):
    shown = phones["member"].ask(f"{CLUB}{page}")
    link = re.search(r'<input[^>]*id="link"[^>]*value="[^"]*(/k/[^"]+)"', shown.html)[1]

    location, cookies = cookies_from(browser, link, "http://localhost")
    by_letters = type_code(code_on(shown)).response

    assert location == by_letters.location == f"{CLUB}{leads_to}"
    # The second may have changed between the two.
    by_link, typed = (
        re.sub("Expires=[^;]+", "", cookie)
        for cookie in (cookies[0], by_letters.headers.getlist("Set-Cookie")[0])
    )
    assert by_link == typed
    assert cookies[0].startswith(f"tricktally-{HOME}{'-1' if leads_to == '/matches/1' else ''}=")


@pytest.mark.every_engine
@pytest.mark.parametrize("since", ["another key", "a renewed link"])
def test_a_code_of_before_opens_nothing_and_is_replaced(
    since, code, db, app, browser, type_code, key_of, monkeypatch
):
    if since == "another key":
        monkeypatch.setattr(services(app), "link_key", lambda: b"another key")
    else:
        clubs.renew_member_link(db, HOME)

    assert type_code(code).status == 422
    member = browser(key_of(HOME))
    assert type_code(code_on(member.ask(f"{CLUB}/invite"))).status == 303


def test_the_link_is_shown_where_no_code_can_be_kept(phones, monkeypatch, key_of):
    full = Mock(side_effect=StoreError("database or disk is full"))
    monkeypatch.setattr(invite_codes, "save_code", full)
    page = phones["member"].ask(f"{CLUB}/invite")

    assert key_of(HOME) in page.html
    assert 'class="code"' not in page.html
    assert page.says("There are no letters to type just now.")


def test_a_wrong_code_waits_for_nobody_who_writes(type_code, db):
    with db.transaction():
        db.execute("UPDATE clubs SET generation = generation")

        assert type_code().status == 422


@pytest.mark.parametrize(
    ("guesses_at", "also_refused", "let_in"),
    [
        ("127.0.0.1", "127.0.0.1", "192.0.2.7"),
        ("2001:db8:1:2::{}", "2001:db8:1:2:ffff::9", "2001:db8:1:3::9"),
    ],
    ids=["an address", "a household"],
)
def test_five_wrong_codes_a_minute_are_enough_for(
    guesses_at, also_refused, let_in, code, type_code
):
    for number in range(5):
        assert type_code(client=guesses_at.format(number)).status == 422

    refused = type_code(code, also_refused)
    assert refused.status == 429
    assert 0 < int(refused.response.headers["Retry-After"]) <= 60
    assert type_code(code, let_in).status == 303


def test_no_more_codes_are_tried_when_they_come_at_once(type_code, monkeypatch):
    monkeypatch.setattr("app.web.entry.invite.redeem_code", lambda _typed: time.sleep(0.5))
    with ThreadPoolExecutor(30) as strangers:
        statuses = Counter(strangers.map(lambda _time: type_code().status, range(30)))

    assert statuses[422] <= DEFAULT_LIMITS.tried_codes_per_minute
    assert statuses.total() == statuses[422] + statuses[429]


def test_wrong_codes_at_another_process_count_here(elsewhere, code, type_code):
    most = DEFAULT_LIMITS.wrong_codes_per_minute
    limit = RateLimit("wrong codes", most)
    services(elsewhere).rate_limiter.hit(limit, "127.0.0.1", cost=most)

    assert type_code(code).status == 429


def test_nobody_guesses_without_end_where_nothing_can_be_counted_together(app, code, type_code):
    use_store(app, f"redis://127.0.0.1:{free_port()}")
    for _guess in range(DEFAULT_LIMITS.wrong_codes_per_minute):
        assert type_code().status == 422

    assert type_code(code).status == 429


@pytest.mark.parametrize(
    ("client", "tries"),
    [
        ("2001:db8:1:{n:x}::1", 40),  # whoever was given a /56
        ("2001:db8:1:{n:x}00::1", 80),  # a /48
        ("198.51.{n}.1", 300),  # all of them
    ],
)
def test_whoever_has_many_addresses_guesses_no_more_for_it(client, tries, type_code):
    statuses = Counter(
        type_code(client=client.format(n=guess // 5)).status for guess in range(tries + 20)
    )

    assert statuses == {422: tries, 429: 20}


@pytest.fixture
def public(app, monkeypatch):
    """Anybody may found a club."""
    monkeypatch.setitem(app.config, "PUBLIC", True)


def test_what_was_typed_stays_beside_what_is_wrong_with_it(public, browser, type_code):
    wrong = type_code("qwerty")
    nameless = browser().ask("/clubs", "POST", data={"name": "x" * 300})

    assert 'value="qwerty"' in wrong.html
    assert wrong.html.index("This code is wrong") < wrong.html.index('name="code"')
    assert nameless.html.index('name="code"') < nameless.html.index("Give the club a name")
    assert f'value="{"x" * 300}"' in nameless.html


@pytest.mark.every_engine
def test_who_founds_a_club_where_anybody_may_is_its_first_member(app, browser, monkeypatch):
    founder = browser()
    assert founder.status("/clubs", "POST", data={"name": "Friday"}) == 404
    assert not founder.ask("/").has_form("/clubs")
    monkeypatch.setitem(app.config, "PUBLIC", True)
    assert founder.ask("/").has_form("/clubs")

    there = founder.client.post("/clubs", data={"name": "Friday"}).location

    assert founder.ask(there).says("Friday")
    assert browser().status(there) == 404
    assert founder.status(f"{CLUB}/") == 404
    begun = founder.client.post(f"{there}matches", data=new_match("torite"))
    assert founder.status(begun.location) == 200


def test_an_address_founds_only_so_many_clubs(public, browser, db):
    pages = [browser().ask("/clubs", "POST", data={"name": "Friday"}) for _ in range(12)]

    assert [page.status for page in pages] == [303] * 10 + [429] * 2
    assert 3500 < int(pages[-1].response.headers["Retry-After"]) <= 3600
    assert len(clubs.list_clubs(db)) == 11


def test_a_phone_that_leaves_its_club_forgets_the_way_in(phones, browser, key_of):
    member = phones["member"]
    assert member.ask(f"{CLUB}/more").says("Leave this club")

    assert member.ask(f"{CLUB}/leave", "POST").status == 303
    assert member.status(f"{CLUB}/") == 404
    assert member.ask("/").says("Join a table")
    assert browser(key_of(HOME)).status(f"{CLUB}/") == 200


@pytest.mark.every_engine
def test_members_give_their_club_another_name_and_delete_it_whole(phones, db):
    phones["member"].ask(f"{CLUB}/name", "POST", data={"name": "Friday <b>night</b>"})
    assert phones["member"].ask(f"{CLUB}/").says("Friday <b>night</b>")

    asked = phones["member"].ask(f"{CLUB}/delete")
    assert asked.says("2 matches with their logs", "This cannot be undone")
    assert not asked.says("deck")
    assert phones["member"].ask(f"{CLUB}/delete", "POST").status == 303
    assert clubs.find_club(db, HOME) is None
    assert {phone.status(f"{CLUB}/matches/1") for phone in phones.values()} == {404}


# A link as it comes out of a messenger: with what stood behind it, or in capitals.

TYPED = {
    "a full stop": lambda link: f"{link}.",
    "a bracket and more": lambda link: f"{link}).",
    "quotes": lambda link: f"{link}”…",
    "an unseen space": lambda link: f"{link}\u200b",
    "capitals": str.upper,
    "capitals and a comma": lambda link: f"{link.upper()},",
}


@pytest.mark.parametrize("typed", TYPED.values(), ids=TYPED.keys())
@pytest.mark.parametrize("target", ["club", "match of the club", "match to watch"])
def test_a_link_opens_with_what_a_messenger_has_added(typed, target, phones, browser, key_of):
    key = key_of(HOME, 1) if target == "match to watch" else key_of(HOME)
    link = f"/k/{key}/1" if target == "match of the club" else f"/k/{key}"

    page = browser().ask(typed(link), follow_redirects=True)

    assert page.status == 200
    opened = CLUB if target == "club" else f"{CLUB}/matches/1"
    assert page.response.request.path.rstrip("/") == opened


def test_other_addresses_open_so_too_and_a_wrong_key_opens_nothing(phones, browser, key_of):
    member = phones["member"]
    assert member.ask("/rules/trex).").goes_to == "/rules/trex"
    assert member.ask("/c/home/matches/1.").goes_to == "/matches/1"
    assert member.ask("/RULES/TREX?a=1").goes_to == "/rules/trex?a=1"
    wrong = key_of(HOME)[:-1]
    for path in (f"/k/{wrong}", f"/k/{wrong}.", f"/k/{wrong.upper()}", "/k/...", "/nothing.", "/X"):
        assert browser().ask(path, follow_redirects=True).status == 404, path
    for who in ("stranger", "other"):
        assert phones[who].ask("/c/home/matches/1.", follow_redirects=True).status == 404
    for elsewhere in ("//rules/trex.", "///RULES", "/\\rules."):
        page = member.ask(elsewhere)
        assert page.status == 404 or not page.goes_to.startswith(("//", "/\\"))
