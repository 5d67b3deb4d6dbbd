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

from app import store
from app.scoring import Seat, Side, Text, _, _n
from app.scoring.awards import AwardKind
from app.scoring.model.text import and_list
from app.web.core.access import club_name
from app.web.core.page.initials import graphemes
from app.web.core.page.pictures import paper_colour, truncate, width_of
from app.web.core.page.text import isolated, plain, plain_part
from app.web.core.page.written_dates import full_day
from app.web.evenings.chart import EveningChart
from app.web.evenings.page import EveningPage
from app.web.evenings.result import PersonResult, how_often_ahead
from app.web.match.match_list import MatchListItem

WIDTH, HEIGHT = 540, 675
MARGIN = 26
TABLE, TABLE_HEAD = 160, 52
LAST_LINE = 645
"""The foot of the picture, with the name of the club, begins here."""
MOST_ROWS, MOST_OF_MANY = 6, 5
"""So many players have a row; of more so many, and a last row says how many others there were."""
ROW, LOW_ROW, LOW_FROM = 35, 30, 5
COLUMNS_FROM, COLUMNS_TO, WIDEST_COLUMN = 190, 395, 70
MOST_NAMED, MOST_WITH_SCORES = 3, 6
"""Of so many columns each has the name of its game, and of so many the points."""
LONGEST_NAME_WIDTH = 148
LETTER, BOLD_LETTER = 0.53, 0.59
"""About how wide a common letter is, as a share of the size of its font."""
LARGEST_NAME, SMALLEST_NAME, LEADER_ROOM = 54, 22, 390
LED_SIZE, TURN_SIZE, AWARD_SIZE, GAME_SIZE = 28, 16, 13, 12.5
CHART_BESIDE = 46
"""The emblems above the panels and the times below them."""
HIGHEST_PANEL, HIGHEST_WITHOUT_LINES, LOWEST_PANEL = 200, 80, 48
AWARDS_HEIGHT, AWARDS_APART, AWARD_SYMBOL = 84, 10, 25
AWARD_WIDTH = (WIDTH - 2 * MARGIN - 2 * AWARDS_APART) // 3
MOST_LEADERS = 3
"""So many who lead together are named; of more one fewer, and how many others there are."""
MOST_NAMES = 48
"""So many letters of the names of all fit on a line."""
SUIT = re.compile("([♠♥♦♣])")
HUE_OF_SUIT = {"♥": "heart", "♦": "diamond"}
AS_TEXT = "\N{VARIATION SELECTOR-15}"
"""Behind a suit: a phone is not to draw it as a picture of its own."""


class EveningPicture:
    """What the picture shows of an evening, and where; `text` has the same in words."""

    def __init__(self, page: EveningPage) -> None:
        self.page = page
        self.has_names = page.evening.has_names

    # Words

    def words(self, text: Any) -> str:
        """A text in words, with initials for names if it is to have none."""
        return plain(text, self._part)

    def _part(self, value: Any) -> str:
        if isinstance(value, Side):
            return "&".join(map(self._part, value.seats))
        if not isinstance(value, Seat):
            return plain_part(value)
        name = plain_part(value)
        return isolated(name) if self.has_names else self._letters(name)

    def _letters(self, name: str) -> str:
        mark = self.page.marks.get(name)
        return mark.letters if mark else graphemes(name)[0].upper()

    def name_of(self, person: store.Person) -> str:
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
        """How many matches were played."""
        return _n("{n} match", "{n} matches", len(self.page.items))

    @property
    def foot(self) -> str:
        """The club, if it has a name, and how many matches were played."""
        if not club_name():
            return self.words(self.matches)
        name = truncate(isolated(club_name()), 24)
        return self.words(_("{club} · {matches}", club=name, matches=self.matches))

    # Who led

    @property
    def leaders(self) -> str:
        """Who led the evening; how many matches there were if nobody did."""
        if not self.page.leaders:
            return self.words(self.matches)
        names = [self.name_of(one.person) for one in self.page.leaders]
        if more := len(names[MOST_LEADERS:]):
            first = names[: MOST_LEADERS - 1]
            words = _n("{names} and {n} more", "{names} and {n} more", more + 1, names=first)
            return self.words(words)
        return self.words(and_list(names))

    @property
    def led(self) -> str:
        """The word behind their names, empty if nobody led."""
        return self.words(_("led")) if self.page.leaders else ""

    @property
    def about_leaders(self) -> str:
        """In how many meetings they were ahead; who played if nobody led."""
        leaders = self.page.leaders
        if not leaders:
            names = [self._letters(name) for name in self.page.marks]
            names = [isolated(name) for name in self.page.marks] if self.has_names else names
            return truncate(self.words(and_list(names)) if names else "", MOST_NAMES)
        return self.words(_("the evening: {how_often}", how_often=how_often_ahead(leaders)))

    @cached_property
    def size_of_leaders(self) -> int:
        """How large their names are written so that they fit."""
        fits = int(self._leader_room / (BOLD_LETTER * letters_in(self.leaders)))
        return max(SMALLEST_NAME, min(LARGEST_NAME, fits))

    @property
    def leaders_cut(self) -> str:
        """Their names, cut if they do not fit even when they are small."""
        return truncate(self.leaders, self._leader_room / (BOLD_LETTER * self.size_of_leaders))

    @property
    def width_of_leaders(self) -> float:
        """How wide their names and the word behind them are, about."""
        names = letters_in(self.leaders_cut) * self.size_of_leaders * BOLD_LETTER
        return names + self._width_of_led

    @property
    def _width_of_led(self) -> float:
        return letters_in(self.led) * LED_SIZE * LETTER

    @property
    def _leader_room(self) -> float:
        return LEADER_ROOM - self._width_of_led

    # The table

    @cached_property
    def columns(self) -> Sequence[tuple[float, MatchListItem, Sequence[str]]]:
        """The matches that have a column: the middle of it, the match, and the name of its game by
        lines, if there is room."""
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
                wrapped(self.words(item.game.name), letters, 2) if letters else [],
            )
            for n, item in enumerate(items)
        ]

    @property
    def is_roomy(self) -> bool:
        """Whether there is room for the names of games, and for points beside places."""
        return len(self.page.columns) <= MOST_NAMED

    @property
    def has_scores(self) -> bool:
        """Whether there is room for the points beside or below a place."""
        return len(self.page.columns) <= MOST_WITH_SCORES

    @property
    def name_letters(self) -> int:
        """How many letters of a name fit before the first column."""
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
        """How many results have no row."""
        return len(self.page.results) - len(self.rows)

    @property
    def outcomes(self) -> Sequence[MatchListItem]:
        """The matches that are over, if nobody was ahead of anybody."""
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
        """Where the rows begin."""
        return TABLE + (TABLE_HEAD if self.rows else 0)

    @property
    def below_rows(self) -> int:
        """Where the table ends."""
        return self.first_row + self.row_height * self._row_count

    # What is told below it

    @property
    def turn_head(self) -> str:
        """The bold words before the sentence of what turned it."""
        return self.words(_("What turned it."))

    @property
    def turn(self) -> Sequence[str]:
        """What turned it, line by line."""
        if self.page.turn is None:
            return []
        words = f"{self.turn_head} {self.words(self.page.turn.sentence)}"
        most = 3 if self._row_count < LOW_FROM else 2
        return wrapped(words, (WIDTH - 2 * MARGIN) / (TURN_SIZE * LETTER), most)

    @property
    def awards(self) -> Sequence[tuple[float, AwardKind, float, Sequence[str]]]:
        """The awards side by side: where each begins, what it is, in which size its name fits, and
        what was done, by lines."""
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
        """Where the chart begins."""
        return self.below_rows + 16 + 22 * len(self.turn)

    @property
    def awards_top(self) -> int:
        """Where the awards begin."""
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
            parts = {"leaders": self.leaders, "led": self.led, "about": self.about_leaders}
            yield self.words(_("{leaders} {led} {about}", **parts))
        for result in page.results:
            name, k, n = self.name_of(result.person), result.ahead, result.meetings
            yield self.words(_("{name}: {n} of {all}", name=name, n=k, all=n))
        for item in page.items:
            if item.match.is_over:
                headline = self.words(item.headline)
                yield self.words(_("{game}: {headline}", game=item.game.name, headline=headline))
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
    """How wide words are, in common letters; at least one."""
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
