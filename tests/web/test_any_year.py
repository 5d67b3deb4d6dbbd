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
from itertools import combinations
from random import Random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from app import store
from app.games import GAMES
from app.scoring.game import name_key
from app.scoring.model.seats import has_name
from app.scoring.statistics import add_facts, facts_of
from app.store import HOME
from app.web.core.rate_limiter import RateLimiter
from app.web.core.services import MatchCache, RenderCache, services
from app.web.match.repository import match_from_record, summary_of
from tests.play import play_at_random
from tests.web.phone import Phone
from tests.web.table import Table, new_match

PEOPLE = ("Anna", "Anna K.", "Bruno", "Carla", "Dino", "Eva", "Šárka", "Fred")
NEW_NAMES = ("Ânna", "bruno", "Gil & Co", "Hana <3", *PEOPLE[:3])
# It is a long test: 40 // 8 years for each door.
YEARS = settings(
    max_examples=settings.default.max_examples // 8,
    stateful_step_count=25,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
people = st.permutations(PEOPLE)
name = st.sampled_from(PEOPLE)
number = st.integers(1, 8)
days = st.dates(date(2025, 3, 1), date(2025, 3, 6))
seeds = st.integers(0, 2**16)


class Year(RuleBasedStateMachine):
    """What a club does in a year; `pool` are matches that were played to their end."""

    def __init__(self, phone, pool) -> None:
        super().__init__()
        self.phone, self.pool = phone, pool

    def database(self):
        return closing(store.engine_for(self.phone.app.config["DATABASE"]).connect())

    # What happens

    @rule(seed=seeds, names=people, day=days)
    def play(self, seed, names, day):
        """An evening of some matches of any game and variant, all from their files."""
        names = self.told_apart(names)
        for played in Random(seed).sample(self.pool, 1 + seed % 3):
            match = replace(played.match, players=names[: len(played.names)])
            if len(match.players) == len(played.names):
                started = f"{day}T{18 + seed % 4}:00:00.000+00:00"
                about = (HOME, match.game.key, match.players, started, match.log)
                with self.database() as db:
                    store.save_match(db, *about, summary=summary_of(match), by_date=True)

    @rule(game=st.sampled_from(sorted(GAMES)), names=people, seed=seeds)
    def begin(self, game, names, seed):
        """A match tonight, which goes on for some answers."""
        names = self.told_apart(names)[: GAMES[game].players[0]]
        page = self.phone.send("/matches", new_match(game, names))
        if page.status == 303:
            table = Table(self.phone, int(page.goes_to.rpartition("/")[2]))
            table.play_on(Random(seed), seed % 5)

    def told_apart(self, names):
        """Of these names those that belong to different people; the first of each."""
        with self.database() as db:
            owners = store.find_people(db, HOME, names)
        first = {}
        for each in names:
            owner = owners.get(name_key(each))
            first.setdefault(owner.id if owner else each, each)
        return [*first.values()]

    @rule(match=number, path=st.sampled_from(["undo", "redo", "end", "delete", "restore"]))
    def change(self, match, path):
        with self.database() as db:
            record = store.find_match(db, HOME, match)
        after = len(record.log) if record else 0
        status = self.phone.send(f"/matches/{match}/{path}", {"after": after}).status
        assert status in (303, 404, 409, 422)

    @rule(
        match=number, seat=st.integers(0, 3), new=st.sampled_from(NEW_NAMES), deal=st.integers(0, 9)
    )
    def seat_somebody_else(self, match, seat, new, deal):
        page = self.phone.open(f"/matches/{match}/players")
        if page.status == 200 and page.form("/players").offers(f"players.{seat}", new):
            with self.database() as db:
                deals = len(match_from_record(store.find_match(db, HOME, match)).standing.deals)
            fields = page.form("/players").typed | {f"players.{seat}": new}
            if deal <= deals:
                fields["from"] = str(deal)
            assert self.phone.send(f"/matches/{match}/players", fields).status in (303, 409, 422)

    @rule(one=name, new=st.sampled_from(NEW_NAMES))
    def rename(self, one, new):
        self.send_about(one, "name", {"name": new})

    @rule(one=name, other=name)
    def merge(self, one, other):
        with self.database() as db:
            into = store.find_people(db, HOME, [other]).get(name_key(other))
        self.send_about(one, "merge", {"into": str(into.id if into else 0)})

    @rule(one=name, what=st.sampled_from(["name/undo", "hide", "show", "hide", "show", "forget"]))
    def put_aside(self, one, what):
        self.send_about(one, what, {})

    @rule(which=st.integers(0, 3))
    def unmerge(self, which):
        forms = [form for form in self.phone.open("/players").forms if "/merge/undo" in form.action]
        if which < len(forms):
            assert self.phone.send(forms[which].action).status == 303

    @rule(one=name)
    def enter(self, one):
        assert self.phone.send("/players", {"name": one}).status in (303, 422)

    @rule(evening=number, match=number)
    def split_or_join(self, evening, match):
        if match % 2:
            self.phone.send(f"/evenings/{evening}/split", {"match": str(match)})
        else:
            self.phone.send(f"/evenings/{evening}/join")

    def send_about(self, one, path, fields):
        """Do something with somebody, if there is anybody of this name."""
        with self.database() as db:
            person = store.find_people(db, HOME, [one]).get(name_key(one))
        if person:
            status = self.phone.send(f"/players/{person.id}/{path}", fields).status
            assert status in (303, 404, 409, 422)

    # What pages say at the end of it

    def teardown(self):
        with self.database() as db:
            club = Club(db)
        self.the_players_are_those_of_the_logs(club)
        self.each_match_says_who_sits_there_and_is_found_by_each_of_them(club)
        self.each_evening_counts_who_finished_in_front_of_whom(club)
        self.the_facts_are_those_that_the_matches_give(club)

    def the_players_are_those_of_the_logs(self, club):
        matches = Counter(who for match in club.matches for who in {*match.everybody})
        page = self.phone.open("/players")
        rows = re.findall(r"<bdi>([^<]*)</bdi></b>\s*<small>\s*([0-9]+) match", page.html)
        expected = {
            club.names[who]: times for who, times in matches.items() if not club.is_hidden[who]
        }
        assert {as_read(name): int(times) for name, times in rows} == expected

    def each_match_says_who_sits_there_and_is_found_by_each_of_them(self, club):
        found = defaultdict(set)
        for match in club.matches:
            page = self.phone.open(f"/matches/{match.id}/sheet")
            assert page.says(*(club.names[who] for who in match.at_the_end if who)), match.id
            for who in match.everybody:
                found[who].add(match.id)
        for who, matches in found.items():
            page = self.phone.open(f"/matches/earlier?player={who}")
            links = {int(at[1]) for at in map(OF_MATCH.fullmatch, page.links) if at}
            assert links == matches, club.names[who]

    def each_evening_counts_who_finished_in_front_of_whom(self, club):
        evenings = defaultdict(list)
        for match in club.matches:
            evenings[match.evening].append(match)
        for evening, matches in evenings.items():
            met, ahead, behind = Counter(), Counter(), Counter()
            for match in matches:
                for (one, side, place), (other, side_of_other, other_place) in combinations(
                    match.places, 2
                ):
                    if side != side_of_other:
                        met.update((one, other))
                        if place != other_place:
                            ahead[one if place < other_place else other] += 1
                            behind[other if place < other_place else one] += 1
            page = self.phone.open(f"/evenings/{evening}")
            rows = re.findall(ROW, page.html, re.DOTALL)
            assert {as_read(name): " ".join(balance.split()) for name, balance in rows} == {
                club.names[who]: f"{ahead[who]} of {meetings}" for who, meetings in met.items()
            }, evening

    def the_facts_are_those_that_the_matches_give(self, club):
        with self.database() as db:
            rows = db.execute(
                "SELECT match, person, key, other, count, chances, points, deals FROM facts"
            ).fetchall()
            assert store.wrong_numbers(db, HOME) == store.WrongNumbers(0, 0)
        written = {
            (match, club.head(who), key, club.head(other) if other else None): (
                *row,
                json.loads(deals),
            )
            for match, who, key, other, *row, deals in rows
        }
        assert written == {
            (match.id, *about): (row.count, row.chances, row.points, sorted(row.deals))
            for match in club.matches
            for about, row in match.facts.items()
        }


OF_MATCH = re.compile(r"/matches/([0-9]+)")
ROW = r'<th scope="row">.*?<bdi[^>]*>([^<]*)</bdi>.*?<b>([0-9]+ of [0-9]+)</b>'


class Club:
    """What the logs of all matches say, by the people to whom the names in them belong."""

    def __init__(self, db) -> None:
        rows = db.execute(
            "SELECT number, name, merged_into, hidden, forgotten FROM people"
        ).fetchall()
        self.into = {row[0]: row[2] for row in rows}
        is_forgotten = {row[0]: row[4] is not None for row in rows}
        self.names = {row[0]: row[1] for row in rows}
        self.is_hidden = {row[0]: row[3] is not None for row in rows}
        self.owners = {}
        for key, who in db.execute("SELECT key, person FROM names").fetchall():
            if not is_forgotten[self.head(who)]:
                self.owners[key] = self.head(who)
        rows = db.execute("SELECT number, evening FROM matches WHERE deleted IS NULL").fetchall()
        self.matches = [
            Played(match_from_record(store.find_match(db, HOME, number)), evening, self.owners)
            for number, evening in rows
        ]

    def head(self, who):
        """The person who stands for this one."""
        while self.into[who]:
            who = self.into[who]
        return who


class Played:
    """Who played a match, by the number of the person; None for nobody that is known."""

    def __init__(self, match, evening, owners) -> None:
        self.id, self.evening = match.id, evening
        standing = match.standing
        spans = match.seating.spans

        def who(name):
            return owners.get(name_key(name)) if has_name(name) else None

        seated = {deal: [who(name) for name in names] for deal, names in spans}
        self.everybody = {one for seats in seated.values() for one in seats if one}
        self.at_the_end = seated[max(seated)]
        self.facts = add_facts(
            facts_of(match),
            lambda seat, deal: seated[max(at for at in seated if at <= deal)][seat],
        )
        self.places = []
        if standing.is_over and not standing.ended_early and not match.game.wins_together:
            for rank in standing.result.ranks:
                for seat in rank.side.seats:
                    deals = Counter(
                        seated[max(at for at in seated if at <= deal.number)][seat.index]
                        for deal in standing.deals
                        if deal.scores is not None
                    )
                    most, times = deals.most_common(1)[0]
                    if most and 2 * times > deals.total():
                        self.places.append((most, rank.side.index, rank.place))


def as_read(html):
    return html.replace("&amp;", "&").replace("&lt;", "<").replace("&#39;", "’")


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
        with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
            store.delete_club(db, HOME)
            store.ensure_home_club(db)
        kept = services(app)
        kept.match_cache, kept.render_cache = MatchCache(), RenderCache()
        kept.rate_limiter = RateLimiter()
        return Year(Phone(app), pool)

    run_state_machine_as_test(begin_anew, settings=YEARS)
