"""Any year of a club: matches of all games, names put right in any order, and pages that tell what
the logs say. What they should tell is read here from the logs anew, each time, as plainly as it
can be."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import replace
from datetime import date
from random import Random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from hypothesis.stateful import run_state_machine_as_test as run_as_test

from app.games import GAMES
from app.limits import RateLimiter
from app.scoring.game import name_key
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.engine import now
from app.store.matches import facts, matches
from app.store.matches.facts import WrongNumbers
from app.store.people import people
from app.web.core.caches import AnswerCache, MatchCache, RenderCache
from app.web.core.services import services
from app.web.match.repository import match_from_record, summary_of
from testkit.play import DRAWS, legal_answer, next_answer, play_at_random
from testkit.web.phone import Phone
from testkit.web.table import Table, fields_for, new_match
from tests.web.club_by_logs import Club, as_read, assert_tonight_is, evenings_in
from tests.web.club_requests import made_file, opened, taken

PEOPLE = ("Anna", "Anna K.", "Bruno", "Carla", "Dino", "Eva", "Šárka", "Fred")
NEW_NAMES = ("Ânna", "bruno", "Gil & Co", "Hana <3", *PEOPLE[:3])
# It is a long test: 40 // 8 years for each door, of which the first is always a dull one.
YEARS = settings(
    max_examples=settings.default.max_examples // 8,
    stateful_step_count=50,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
seatings = st.permutations(PEOPLE)
name = st.sampled_from(PEOPLE)
number = st.integers(1, 8)
days = st.dates(date(2025, 3, 1), date(2025, 3, 6)) | st.none()  # None is tonight
seeds = st.integers(0, 2**16)


class Year(RuleBasedStateMachine):
    """What a club does in a year; `pool` are matches that were played to their end."""

    def __init__(self, phone, pool) -> None:
        super().__init__()
        self.phone, self.pool = phone, pool
        self.files: list[str] = []
        self.clubs: list[bytes] = []

    def database(self):
        return closing(engine_for(self.phone.app.config["DATABASE"]).connect())

    def person(self, name):
        """Who is called so now, None for nobody."""
        with self.database() as db:
            return people.find_people(db, HOME, [name]).get(name_key(name))

    # What happens

    @initialize(seed=seeds, names=seatings)
    def begin_with_some_evenings(self, seed, names):
        """Without them most of what follows would be about no match. Who came to one may be who
        came to another."""
        for n, day in enumerate((date(2025, 3, 1), date(2025, 3, 4), None)):
            self.play(seed=seed + n, names=names[4 * (n % 2) :][:4], day=day)

    @rule(seed=seeds, names=seatings, day=days)
    def play(self, seed, names, day):
        """An evening of some matches of any game and variant, all from their files."""
        names = self.told_apart(names)
        for played in Random(seed).sample(self.pool, 1 + seed % 3):
            match = replace(played.match, players=names[: len(played.names)])
            if len(match.players) == len(played.names):
                started = f"{day}T{18 + seed % 4}:00:00.000+00:00" if day else now()
                about = (HOME, match.game.key, match.players, started, match.log)
                with self.database() as db:
                    matches.save_match(db, *about, summary=summary_of(match), by_date=bool(day))

    @rule(game=st.sampled_from(sorted(GAMES)), names=seatings, seed=seeds)
    def begin(self, game, names, seed):
        """A match tonight, which goes on for some answers."""
        names = self.told_apart(names)[: GAMES[game].players[0]]
        page = self.phone.send("/matches", new_match(game, names))
        if page.status == 303:
            table = Table(self.phone, int(page.goes_to.rpartition("/")[2]))
            table.play_on(Random(seed), seed % 5)

    def told_apart(self, names):
        """Of these names those that belong to different people; the first of each."""
        first = {}
        for each in names:
            owner = self.person(each)
            first.setdefault(owner.id if owner else each, each)
        return [*first.values()]

    @rule(match=number, path=st.sampled_from(["undo", "redo", "end", "delete", "restore"]))
    def change(self, match, path):
        with self.database() as db:
            record = matches.find_match(db, HOME, match)
        after = len(record.log) if record else 0
        status = self.phone.send(f"/matches/{match}/{path}", {"after": after}).status
        assert status in (303, 404, 409, 410, 422)

    def table(self, match):
        """The table of a match that is there, None for others."""
        with self.database() as db:
            record = matches.find_match(db, HOME, match)
        return Table(self.phone, match) if record and not record.deleted else None

    @rule(match=number, seed=seeds)
    def go_on(self, match, seed):
        """Up to thirty answers, perhaps to the end of the match."""
        if table := self.table(match):
            rng = Random(seed)
            for _answer in range(seed % 30):
                if (prompt := table.standing.prompt) is None:
                    break
                if table.type(fields_for(*next_answer(prompt, rng))).status != 303:
                    break

    @rule(match=number, seed=seeds)
    def correct(self, match, seed):
        """Another answer to any question of it, or whether a deal counts."""
        if table := self.table(match):
            rng, standing = Random(seed), table.standing
            asked = [it.prompt for it in standing.answered if it.prompt.kind in DRAWS]
            asked += [standing.void_prompt(deal, may_count=True) for deal in standing.deals[:1]]
            prompt = rng.choice(asked)
            fields = fields_for(prompt, legal_answer(prompt, rng)) | {"save": "1"}
            status = table.send(f"/deals/{prompt.deal}/{prompt.key}", fields).status
            assert status in (200, 303, 404, 409, 422)

    @rule(match=number, seed=seeds)
    def sit_in_another_order(self, match, seed):
        if table := self.table(match):
            seats = len(table.match.players)
            order = Random(seed).sample(range(seats), seats)
            fields = {f"seats.{place}": str(seat) for place, seat in enumerate(order)}
            assert table.send("/seats", fields | {"save": "1"}).status in (303, 409, 422)

    @rule(match=number)
    def save_file(self, match):
        answer = self.phone.client.get(f"/matches/{match}/match.json")
        if answer.status_code == 200:
            self.files.append(answer.get_data(as_text=True))

    @rule(which=number, seed=seeds, how=st.sampled_from(["keep", "again", "go_on"]))
    def open_file(self, which, seed, how):
        """A match file of before: as its match, as another one, or as what that goes on with."""
        if self.files:
            fields = {"text": self.files[which % len(self.files)], how: "1"}
            page = self.phone.send("/matches/import", fields)
            fields |= chosen_people(page, seed)
            status = self.phone.send("/matches/import", fields).status
            assert status in (200, 303, 409, 422)

    @rule()
    def save_club(self):
        self.clubs.append(made_file(self.phone))

    @rule(which=number, seed=seeds, anew=st.booleans())
    def open_club(self, which, seed, anew):
        """The file of the whole club as it was before: into the club, or into an empty one."""
        if self.clubs:
            if anew:
                empty(self.phone.app)
                self.phone.open_the_link_of_home()
            page = opened(self.phone, self.clubs[which % len(self.clubs)])
            if any("/whole/in/" in form.action for form in page.forms):
                taken(self.phone, page, **chosen_people(page, seed))

    @rule(one=name)
    def look_at_numbers(self, one):
        """Pages that keep what they read."""
        assert self.phone.open("/numbers?year=all&people=all").status == 200
        if person := self.person(one):
            assert self.phone.open(f"/players/{person.id}").status in (200, 303, 404)

    @rule(
        match=number, seat=st.integers(0, 3), new=st.sampled_from(NEW_NAMES), deal=st.integers(0, 9)
    )
    def seat_somebody_else(self, match, seat, new, deal):
        page = self.phone.open(f"/matches/{match}/players")
        if page.status == 200 and page.form("/players").offers(f"players.{seat}", new):
            with self.database() as db:
                deals = len(match_from_record(matches.find_match(db, HOME, match)).standing.deals)
            fields = page.form("/players").typed | {f"players.{seat}": new}
            if deal <= deals:
                fields["from"] = str(deal)
            assert self.phone.send(f"/matches/{match}/players", fields).status in (303, 409, 422)

    @rule(one=name, new=st.sampled_from(NEW_NAMES))
    def rename(self, one, new):
        self.send_about(one, "name", {"name": new})

    @rule(one=name, other=name)
    def merge(self, one, other):
        into = self.person(other)
        self.send_about(one, "merge", {"into": str(into.id if into else 0)})

    @rule(one=name, what=st.sampled_from(["name/undo", "hide", "show", "hide", "show", "forget"]))
    def put_aside(self, one, what):
        self.send_about(one, what, {})

    @rule(which=st.integers(0, 3))
    def unmerge(self, which):
        actions = [form.action for form in self.phone.open("/whole/aside").forms]
        for action in [it for it in actions if "/merge/undo" in it][which : which + 1]:
            assert self.phone.send(action).status == 303

    @rule(one=name)
    def enter(self, one):
        assert self.phone.send("/players", {"name": one}).status in (303, 422)

    @rule(evening=number, match=number)
    def split_or_join(self, evening, match):
        if match % 2:
            self.phone.send(f"/evenings/{evening}/split", {"match": str(match)})
        else:
            page = self.phone.open(f"/evenings/{evening}/join")
            if page.status == 200:
                assert self.phone.submit(page, "/join").status == 303

    @rule(evening=number, match=number, to=st.sampled_from(["own", "rest", "day", "1", "2"]))
    def move(self, evening, match, to):
        fields = {"match": str(match), "to": to, "day": f"{2024 + match % 2}-03-04"}
        assert self.phone.send(f"/evenings/{evening}/move", fields).status in (303, 404, 409)

    @rule(evening=number, year=st.integers(0, 1))
    def date(self, evening, year):
        day = {"day": f"{2024 + year}-03-04"}
        assert self.phone.send(f"/evenings/{evening}", day).status in (303, 404)

    @rule(which=st.integers(0, 3))
    def undo_change_of_evening(self, which):
        actions = [form.action for form in self.phone.open("/whole/aside").forms]
        for action in [it for it in actions if "/changes/" in it][which : which + 1]:
            assert self.phone.send(action).status == 303

    @rule(evening=number, title=st.sampled_from(["", "Anna’s birthday", "<b> & 1 of 2"]))
    def describe(self, evening, title):
        assert self.phone.send(f"/evenings/{evening}", {"title": title}).status in (303, 404)

    def send_about(self, one, path, fields):
        """Do something with somebody, if there is anybody of this name."""
        if person := self.person(one):
            status = self.phone.send(f"/players/{person.id}/{path}", fields).status
            assert status in (303, 404, 409, 422)

    # What pages say at the end of it

    def teardown(self):
        with self.database() as db:
            club = Club(db)
        self.the_players_are_those_of_the_logs(club)
        self.each_match_says_who_sits_there_and_is_found_by_each_of_them(club)
        self.each_evening_counts_who_finished_in_front_of_whom(club)
        self.lists_say_who_led_each_evening_and_what_was_played(club)
        self.the_start_page_says_who_leads_tonight(club)
        self.the_facts_are_those_that_the_matches_give(club)
        self.pages_of_numbers_kept_nothing_that_is_wrong_by_now(club)

    def the_players_are_those_of_the_logs(self, club):
        matches = Counter(who for match in club.matches for who in {*match.everybody})
        page = self.phone.open("/players")
        rows = re.findall(r"<bdi>([^<]*)</bdi></b>\s*<small>\s*([0-9]+) match", page.html)
        expected = {
            club.names[who]: times
            for who, times in matches.items()
            if not club.is_hidden[who] and not club.is_forgotten[who]
        }
        assert {as_read(name): int(times) for name, times in rows} == expected

    def each_match_says_who_sits_there_and_is_found_by_each_of_them(self, club):
        found = defaultdict(set)
        for match in club.matches:
            page = self.phone.open(f"/matches/{match.id}/sheet")
            assert page.says(*(club.names[who] for who in match.at_the_end if who)), match.id
            for who in match.everybody:
                found[who].add(match.id)
        for who, match_ids in found.items():
            if club.is_forgotten[who]:
                continue
            page = self.phone.open(f"/matches/earlier?player={who}")
            links = {int(at[1]) for at in map(OF_MATCH.fullmatch, page.links) if at}
            assert links == match_ids, club.names[who]

    def each_evening_counts_who_finished_in_front_of_whom(self, club):
        for evening in club.evenings:
            page = self.phone.open(f"/evenings/{evening.id}")
            rows = re.findall(ROW, page.html, re.DOTALL)
            assert {as_read(name): as_read(balance) for name, balance in rows} == {
                club.names[who]: f"{evening.ahead[who]} of {meetings}"
                for who, meetings in evening.meetings.items()
            }, evening.id

    def lists_say_who_led_each_evening_and_what_was_played(self, club):
        page = self.phone.open("/evenings")
        assert evenings_in(page) == [evening.as_listed(club.names) for evening in club.evenings]

    def the_start_page_says_who_leads_tonight(self, club):
        page = self.phone.open("/")
        past = [match for match in club.matches if match.standing.is_over]
        past.sort(key=lambda match: (match.changed, match.id), reverse=True)
        tonight = club.evenings[0] if club.evenings and club.evenings[0].goes_on else None
        finished = [match.id for match in past if tonight and match in tonight.matches]
        assert_tonight_is(page, tonight.headline(club.names) if finished else [], finished)
        others = [evening for evening in club.evenings if not (finished and evening is tonight)]
        is_shown = len(past) >= 3
        assert evenings_in(page) == [
            evening.as_listed(club.names) for evening in others[:6] if is_shown
        ]

    def the_facts_are_those_that_the_matches_give(self, club):
        with self.database() as db:
            rows = db.execute(
                "SELECT match, person, key, nullif(other, 0), count, chances, points, deals"
                " FROM facts"
            ).fetchall()
            assert facts.wrong_numbers(db, HOME) == WrongNumbers(0, 0)
        assert {
            (match, club.head(who), key, other and club.head(other)): [*row, json.loads(deals)]
            for match, who, key, other, *row, deals in rows
        } == {
            (match.id, *about): [row.count, row.chances, row.points, sorted(row.deals)]
            for match in club.matches
            for about, row in match.facts.items()
        }

    def pages_of_numbers_kept_nothing_that_is_wrong_by_now(self, club):
        paths = ["/numbers?year=all&people=all", *(f"/players/{who}" for who in club.names)]
        kept = [self.phone.open(path).text for path in paths]
        services(self.phone.app).answer_cache = AnswerCache()
        assert kept == [self.phone.open(path).text for path in paths]


def chosen_people(page, seed):
    """The fields of a page that say who is who, each answered somehow."""
    fields = [it for form in page.forms for it in form.fields]
    fields = [it for it in fields if it.name.startswith(("name.", "who."))]
    return {it.name: it.value for it in Random(seed).sample(fields, len(fields))}


OF_MATCH = re.compile(r"/matches/([0-9]+)")
ROW = r'<th scope="row">.*?<bdi[^>]*>([^<]*)</bdi>.*?<b>([0-9]+ of [0-9]+)</b>'


@pytest.fixture(scope="module")
def pool():
    """Matches of every game, for every number of players, by house rules at random."""
    rng = Random("a year")
    return [
        play_at_random(game, rng, players=players)
        for game in GAMES.values()
        for players in game.players
        for _each in range(2)
    ]


@pytest.mark.long
@pytest.mark.every_engine
@pytest.mark.every_door
def test_pages_tell_of_any_year_what_its_logs_say(pool, app):
    def begin_anew():
        empty(app)
        return Year(Phone(app), pool)

    run_as_test(begin_anew, settings=YEARS)


def empty(app):
    """Leave nothing in the club, and let nothing remember it."""
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        clubs.delete_club(db, HOME)
        clubs.ensure_home_club(db)
    kept = services(app)
    kept.match_cache, kept.render_cache = MatchCache(), RenderCache()
    kept.answer_cache, kept.rate_limiter = AnswerCache(), RateLimiter()
