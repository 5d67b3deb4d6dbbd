"""A club as its logs have it, read as plainly as it can be: what its pages have to say."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from html import unescape

from app.scoring.game import name_key
from app.scoring.model.seats import has_name
from app.scoring.statistics import add_facts, facts_of
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.web.match.repository import match_from_record


class Club:
    """What the logs of all matches say, by the people to whom the names in them belong."""

    def __init__(self, db) -> None:
        rows = db.execute(
            "SELECT number, name, merged_into, hidden, forgotten FROM people"
        ).fetchall()
        self.into = {row[0]: row[2] for row in rows}
        self.is_forgotten = {row[0]: row[4] is not None for row in rows}
        self.names = {row[0]: row[1] or "someone" for row in rows}
        self.is_hidden = {row[0]: row[3] is not None for row in rows}
        self.owners = {}
        for key, who in db.execute("SELECT key, person FROM names").fetchall():
            self.owners[key] = self.head(who)
        rows = db.execute("SELECT number, evening FROM matches WHERE deleted IS NULL").fetchall()
        self.matches = [
            Played(matches.find_match(db, HOME, number), evening, self.owners)
            for number, evening in rows
        ]
        rows = db.execute(
            "SELECT number, day, title FROM evenings ORDER BY day DESC, began DESC, number DESC"
        ).fetchall()
        evenings = [
            Night(*row, [match for match in self.matches if match.evening == row[0]])
            for row in rows
        ]
        self.evenings = [evening for evening in evenings if evening.matches]

    def head(self, who):
        """The person who stands for this one."""
        while self.into[who]:
            who = self.into[who]
        return who


class Played:
    """Who played a match, by the number of the person; None for nobody that is known."""

    def __init__(self, record, evening, owners) -> None:
        match = match_from_record(record)
        self.id, self.evening, self.started = match.id, evening, record.started
        self.changed, self.dated = record.log[-1].at, match.dated
        self.game, self.standing = match.game, match.standing

        def who(name):
            return owners.get(name_key(name) if has_name(name) else f"{name}\n{match.id}")

        seated = {deal: [who(name) for name in names] for deal, names in match.seating.spans}
        self.everybody = {one for seats in seated.values() for one in seats if one}
        self.at_the_end = seated[max(seated)]
        self.facts = add_facts(
            facts_of(match),
            lambda seat, deal: seated[max(at for at in seated if at <= deal)][seat],
        )


@dataclass
class Night:
    """An evening: how often each was ahead, behind and met another, over its matches."""

    id: int
    day: str
    title: str
    matches: list

    def __post_init__(self) -> None:
        self.matches.sort(key=lambda match: (match.started, match.id))
        self.meetings, self.ahead, balance = Counter(), Counter(), Counter()
        for match in self.matches:
            for (who, key, _other), row in match.facts.items():
                if key == "met":
                    self.meetings[who] += row.chances
                    self.ahead[who] += row.count
                    balance[who] += row.points
        marks = {who: (balance[who], self.ahead[who]) for who in self.meetings}
        best = max(marks.values(), default=(0, 0))
        self.leaders = [who for who in marks if marks[who] == best and best[0] > 0]

    @property
    def goes_on(self):
        """Whether a match of it began today, and nobody has dated that for another day since; a day
        ends at six in the morning."""
        today = datetime.now(UTC) - timedelta(hours=6)
        counted = (match for match in self.matches if not match.dated)
        began = (datetime.fromisoformat(match.started) for match in counted)
        return any((at - timedelta(hours=6)).date() == today.date() for at in began)

    def names_of_leaders(self, names):
        *others, last = sorted((names[who] for who in self.leaders), key=str.casefold)
        return f"{', '.join(others)} and {last}" if others else last

    def as_listed(self, names):
        """Its number, its two lines in a list, and the emblems of its first games."""
        day = date.fromisoformat(self.day)
        when = f"{day.day} {day:%B}" + f" {day.year}" * (day.year != datetime.now(UTC).year)
        of = {self.meetings[who] for who in self.leaders}
        about = f"{len(self.matches)} match{'es' * (len(self.matches) > 1)}"
        if self.meetings and not self.leaders:
            about += ", all level"
        if self.leaders:
            about = f"{self.names_of_leaders(names)} led"
        if self.leaders and not self.title:
            by_name = sorted(self.leaders, key=lambda who: names[who].casefold())
            shares = [f"{self.ahead[who]} of {self.meetings[who]}" for who in by_name]
            *others, last = shares[:1] if len(of) == 1 else shares
            about += (
                f": ahead in {', '.join(others)} and {last}" if others else f": ahead in {last}"
            )
        emblems = [match.game.icon for match in self.matches[:4]]
        if self.title:
            return self.id, self.title, f"{when} · {about}", emblems
        return self.id, f"{day:%A} {when}", about, emblems

    def headline(self, names):
        """Who leads it, in two lines; none after one match that counts."""
        counted = [
            match
            for match in self.matches
            if any(key == "place" and who in self.meetings for who, key, _other in match.facts)
        ]
        if not self.leaders or len(counted) < 2:
            return []
        is_one, of = len(self.leaders) == 1, {self.meetings[who] for who in self.leaders}
        ahead, most = self.ahead[self.leaders[0]], max(of)
        first = f"{self.names_of_leaders(names)} {'leads the evening' if is_one else 'lead'}"
        second = f"{'' if is_one else 'each '}ahead in {ahead}" + f" of {most}" * (len(of) == 1)
        plural = most if len(of) == 1 else ahead
        return [first, f"{second} meeting{'s' * (plural != 1)}"]


# What pages say

IN_LIST = re.compile(
    r'/evenings/([0-9]+)">\s*<span><b[^>]*>(.*?)</b><small>(.*?)</small></span>(.*?)</a>', re.DOTALL
)


def as_read(html):
    """What is read of a piece of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).replace("'", "’").split())


def evenings_in(page):
    """Each evening in the list of a page: its number, its two lines, and the emblems beside it."""
    shown = re.search(r'<ul class="list evenings">(.*?)</ul>', page.html, re.DOTALL)
    return [
        (int(number), as_read(name), as_read(about), re.findall(r'#([^"]+)"', icons)[:-1])
        for number, name, about, icons in IN_LIST.findall(shown[1] if shown else "")
    ]


def assert_tonight_is(page, headline, finished):
    """Assert who leads tonight, in two lines, and that its matches are those, of many the first."""
    part = re.search(r"<h2>So far today</h2>(.*?)</ul>", page.html, re.DOTALL)
    html = part[1] if part else ""
    lead = re.search(r'"lead">.*?<b>(.*?)</b><small>(.*?)</small>', html, re.DOTALL)
    told = [as_read(line) for line in (lead.groups() if lead else ())]
    assert told == headline, as_read(page.html)
    links = [int(number) for number in re.findall(r'href="/matches/([0-9]+)"', html)]
    more = re.search(r"([0-9]+) more match", html)
    assert links == finished[: len(links)]
    assert len(links) + int(more[1] if more else 0) == len(finished)
