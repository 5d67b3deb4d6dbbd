"""The picture of an evening to send to friends, and a text with the same content.

All lengths are in units of a drawing 540 wide and 675 high, which is sent twice as large. No font
is known here: how wide words are is estimated, and what may be too wide is cut or wrapped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from flask import render_template

from app.languages import plain, plain_part
from app.letters import graphemes, width_of
from app.scoring import Seat, Side, Text, _, _n
from app.scoring.awards import AwardKind
from app.scoring.model.text import and_list
from app.store.people.people import Person
from app.web.core.access import club_name
from app.web.core.page.pictures import paper_colour, truncate
from app.web.core.page.text import isolated
from app.web.core.page.written_dates import full_day
from app.web.evenings.chart import EveningChart
from app.web.evenings.page import EveningPage
from app.web.evenings.result import PersonResult, how_often_ahead
from app.web.match.match_list import MatchListItem

WIDTH, HEIGHT = 540, 675
MARGIN = 26
TABLE, TABLE_HEAD = 160, 52
LAST_LINE = 645  # where the foot of the picture begins, with the name of the club
# Rows of players. If there are more than MOST_ROWS players, MOST_OF_MANY have a row, and the last
# row gives the number of the others.
MOST_ROWS, MOST_OF_MANY = 6, 5
ROW, LOW_ROW, LOW_FROM = 35, 30, 5
COLUMNS_FROM, COLUMNS_TO, WIDEST_COLUMN = 190, 395, 70
# Columns: up to MOST_NAMED each has the name of its game, and up to MOST_WITH_SCORES the points.
MOST_NAMED, MOST_WITH_SCORES = 3, 6
LONGEST_NAME_WIDTH = 148
LETTER, BOLD_LETTER = 0.53, 0.59  # mean width of a letter, as a share of the font size
LARGEST_NAME, SMALLEST_NAME, LEADER_ROOM = 54, 22, 390
LED_SIZE, TURN_SIZE, AWARD_SIZE, GAME_SIZE = 28, 16, 13, 12.5
CHART_BESIDE = 46  # height of the emblems above the panels and the times below
HIGHEST_PANEL, HIGHEST_WITHOUT_LINES, LOWEST_PANEL = 200, 80, 48
AWARDS_HEIGHT, AWARDS_APART, AWARD_SYMBOL = 84, 10, 25
AWARD_WIDTH = (WIDTH - 2 * MARGIN - 2 * AWARDS_APART) // 3
MOST_LEADERS = 3  # leaders with a name; of more, one fewer, and the number of the others
MOST_NAMES = 48  # letters of all names that fit on a line
SUIT = re.compile("([♠♥♦♣])")
HUE_OF_SUIT = {"♥": "heart", "♦": "diamond"}
AS_TEXT = "\N{VARIATION SELECTOR-15}"  # behind a suit: a phone must not draw it as an emoji


class EveningPicture:
    """The content and the layout of the picture of an evening; `text` has the same in words."""

    def __init__(self, page: EveningPage) -> None:
        self.page = page
        self.has_names = page.evening.has_names

    # Words

    def words(self, text: Any) -> str:
        """A text in words, with initials for names if it is to have none."""
        return plain(text, self._part)

    def _part(self, value: Any) -> str:
        if isinstance(value, Side):
            *others, last = map(self._part, value.seats)
            if len(others) < 2:
                return "&".join([*others, last])
            return f"{', '.join(others)} & {last}"
        if not isinstance(value, Seat):
            return plain_part(value)
        name = plain_part(value)
        return isolated(name) if self.has_names else self._letters(name)

    def _letters(self, name: str) -> str:
        mark = self.page.marks.get(name)
        return mark.letters if mark else graphemes(name)[0].upper()

    def name_of(self, person: Person) -> str:
        """The name of somebody, or their initials."""
        name = plain_part(person.label)
        return isolated(name) if self.has_names else self._letters(name)

    @property
    def headline(self) -> str:
        """The title, if it has one, and the day with its year."""
        day = full_day(date.fromisoformat(self.page.evening.day), with_weekday=True)
        title = self.page.evening.title
        return f"{truncate(isolated(title), 24)} · {day}" if title else day

    @property
    def matches(self) -> Text:
        """The number of matches, in words."""
        return _n("{n} match", "{n} matches", len(self.page.items))

    @property
    def foot(self) -> str:
        """The name of the club, if it has one, and the number of matches."""
        if not club_name():
            return self.words(self.matches)
        name = truncate(isolated(club_name()), 24)
        return self.words(_("{club} · {matches}", club=name, matches=self.matches))

    # Who led

    @property
    def leaders(self) -> str:
        """The names of the leaders; the number of matches if there are none."""
        if not self.page.leaders:
            return self.words(self.matches)
        names = [self.name_of(leader.person) for leader in self.page.leaders]
        if more := len(names[MOST_LEADERS:]):
            first = names[: MOST_LEADERS - 1]
            words = _n("{names} and {n} more", "{names} and {n} more", more + 1, names=first)
            return self.words(words)
        return self.words(and_list(names))

    def who_led(self, leaders: str) -> str | Text:
        """The names of the leaders, as they are drawn, and that they led; without leaders, what
        stands in their place."""
        return _("{leaders} led", leaders=leaders) if self.page.leaders else leaders

    @property
    def about_leaders(self) -> str:
        """The number of meetings in which the leaders were ahead; without leaders, the names of all
        players."""
        leaders = self.page.leaders
        if not leaders:
            names = [self._letters(name) for name in self.page.marks]
            names = [isolated(name) for name in self.page.marks] if self.has_names else names
            return truncate(self.words(and_list(names)) if names else "", MOST_NAMES)
        return self.words(_("the evening: {how_often}", how_often=how_often_ahead(leaders)))

    @cached_property
    def size_of_leaders(self) -> int:
        """The font size in which the names of the leaders fit."""
        fits = int(self._leader_room / (BOLD_LETTER * letters_in(self.leaders)))
        return max(SMALLEST_NAME, min(LARGEST_NAME, fits))

    @property
    def leaders_cut(self) -> str:
        """The names of the leaders, cut if they do not fit in the smallest size."""
        return truncate(self.leaders, self._leader_room / (BOLD_LETTER * self.size_of_leaders))

    @property
    def width_of_leaders(self) -> float:
        """The approximate width of the names of the leaders and the verb behind them."""
        names = letters_in(self.leaders_cut) * self.size_of_leaders * BOLD_LETTER
        return names + self._width_of_led

    @property
    def _width_of_led(self) -> float:
        return letters_in(self.words(self.who_led(""))) * LED_SIZE * LETTER

    @property
    def _leader_room(self) -> float:
        return LEADER_ROOM - self._width_of_led

    # The table

    @cached_property
    def columns(self) -> Sequence[tuple[float, MatchListItem, Sequence[str]]]:
        """The matches that have a column: the middle of the column, the match, and the name of its
        game in lines, if there is room."""
        items = self.page.columns
        if not items:
            return []
        pitch = min(WIDEST_COLUMN, (COLUMNS_TO - COLUMNS_FROM) / len(items))
        first = COLUMNS_TO - pitch * (len(items) - 0.5)
        letters = pitch / (GAME_SIZE * LETTER) if self.is_roomy else 0
        return [
            (
                round(first + pitch * n, 1),
                item,
                wrapped(self.words(item.name), letters, 2) if letters else [],
            )
            for n, item in enumerate(items)
        ]

    @property
    def is_roomy(self) -> bool:
        """Whether there is room for the names of games, and for points beside places."""
        return len(self.page.columns) <= MOST_NAMED

    @property
    def has_scores(self) -> bool:
        """Whether there is room for points beside or below the places."""
        return len(self.page.columns) <= MOST_WITH_SCORES

    @property
    def name_letters(self) -> int:
        """The number of letters of a name that fit before the first column."""
        beside = WIDEST_COLUMN / 2 if self.is_roomy else GAME_SIZE
        first = self.columns[0][0] - beside if self.columns else COLUMNS_TO
        return int(min(LONGEST_NAME_WIDTH, first - 77) / (17 * BOLD_LETTER))

    @property
    def rows(self) -> Sequence[PersonResult]:
        """The results that have a row."""
        results = self.page.results
        return results if len(results) <= MOST_ROWS else results[:MOST_OF_MANY]

    @property
    def others(self) -> int:
        """The number of results that have no row."""
        return len(self.page.results) - len(self.rows)

    @property
    def outcomes(self) -> Sequence[MatchListItem]:
        """The finished matches, if there are no results to show."""
        over = [item for item in self.page.items if item.match.is_over]
        return [] if self.page.results else over[:MOST_ROWS]

    @property
    def row_height(self) -> int:
        """The height of a row."""
        return ROW if self._row_count < LOW_FROM else LOW_ROW

    @property
    def _row_count(self) -> int:
        return len(self.rows) + bool(self.others) + len(self.outcomes)

    @property
    def first_row(self) -> int:
        """The top of the rows."""
        return TABLE + (TABLE_HEAD if self.rows else 0)

    @property
    def below_rows(self) -> int:
        """The bottom of the table."""
        return self.first_row + self.row_height * self._row_count

    # What is told below it

    @property
    def turn_head(self) -> str:
        """The bold words before the turning point."""
        return self.words(_("What turned it."))

    @property
    def turn(self) -> Sequence[str]:
        """The turning point, in lines."""
        if self.page.turn is None:
            return []
        words = f"{self.turn_head} {self.words(self.page.turn.sentence)}"
        most = 3 if self._row_count < LOW_FROM else 2
        return wrapped(words, (WIDTH - 2 * MARGIN) / (TURN_SIZE * LETTER), most)

    @property
    def awards(self) -> Sequence[tuple[float, AwardKind, float, Sequence[str]]]:
        """The awards side by side: for each its left edge, its kind, the font size in which its
        name fits, and its sentence in lines."""
        awards = self.page.awards
        told = []
        for n, (_marks, seats, award) in enumerate(awards):
            words = self.words(_("{names}: {deed}", names=[*seats], deed=award.sentence))
            lines = wrapped(words, AWARD_WIDTH / (AWARD_SIZE * LETTER), 3)
            letters = letters_in(self.words(award.kind.name))
            size = round(min(16, (AWARD_WIDTH - AWARD_SYMBOL) / (letters * BOLD_LETTER)), 1)
            told.append((MARGIN + n * (AWARD_WIDTH + AWARDS_APART), award.kind, size, lines))
        return told

    @property
    def chart_top(self) -> int:
        """The top of the chart."""
        return self.below_rows + 16 + 22 * len(self.turn)

    @property
    def awards_top(self) -> int:
        """The top of the awards."""
        return LAST_LINE - (AWARDS_HEIGHT if self.page.awards else 0)

    @cached_property
    def chart(self) -> EveningChart | None:
        """The matches as panels, as high as there is room."""
        room = self.awards_top - self.chart_top - CHART_BESIDE - 12
        width, played = WIDTH - 2 * MARGIN, self.page.played
        has_lines = any(not it.match.game.wins_together for it in played)
        highest = HIGHEST_PANEL if has_lines else HIGHEST_WITHOUT_LINES
        height = max(LOWEST_PANEL, min(highest, room))
        return EveningChart(played, self.page.mark_of, width, height) if played else None

    # The same as a text

    @property
    def text(self) -> str:
        """All of it in lines, to be sent with the picture."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        page = self.page
        yield self.headline
        if page.leaders:
            how_often = how_often_ahead(page.leaders)
            led = _(
                "{leaders} led the evening: {how_often}", leaders=self.leaders, how_often=how_often
            )
            yield self.words(led)
        for result in page.results:
            name, k, n = self.name_of(result.person), result.ahead, result.meetings
            yield self.words(_("{name}: {n} of {all}", name=name, n=k, all=n))
        for item in page.items:
            if item.match.is_over:
                headline = self.words(item.headline)
                yield self.words(_("{game}: {headline}", game=item.name, headline=headline))
        if page.turn:
            yield f"{self.turn_head} {self.words(page.turn.sentence)}"
        for _marks, seats, award in page.awards:
            kind, deed = award.kind.name, award.sentence
            yield self.words(_("{award}: {names}, {deed}", award=kind, names=[*seats], deed=deed))
        yield self.foot


def render_picture(page: EveningPage) -> str:
    """The picture of an evening, as SVG."""
    return render_template(
        "evenings/picture.svg",
        picture=EveningPicture(page),
        width=WIDTH,
        height=HEIGHT,
        margin=MARGIN,
        table=TABLE,
        led_size=LED_SIZE,
        turn_size=TURN_SIZE,
        award_size=AWARD_SIZE,
        award_width=AWARD_WIDTH,
        award_symbol=AWARD_SYMBOL,
        truncate=truncate,
        pieces_of=pieces_of,
        colour_of=paper_colour,
    )


def letters_in(words: str) -> float:
    """Return the width of words in mean letters, at least 1."""
    return max(1, sum(map(width_of, graphemes(words))))


def wrapped(words: str, letters: float, most: int) -> list[str]:
    """Words in lines of about so many letters; what does not fit in the `most` lines is cut."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or letters_in(longer) <= letters:
            lines[-1] = longer
        else:
            lines.append(word)
    last = " ".join(lines[most - 1 :])
    return [truncate(line, letters) for line in (*lines[: most - 1], last) if line]


def pieces_of(line: str, colour: str) -> list[tuple[str, str]]:
    """The pieces of a line, each with the token of its colour: red suits have their own."""
    return [
        (piece + AS_TEXT if SUIT.fullmatch(piece) else piece, HUE_OF_SUIT.get(piece, colour))
        for piece in SUIT.split(line)
        if piece
    ]
