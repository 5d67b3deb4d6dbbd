"""The score sheet of a match that was played, or is being played: every deal, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from io import BytesIO
from itertools import groupby
from typing import Any

from babel.dates import format_date
from markupsafe import Markup, escape

from app import matchfile
from app.matchfile import MatchFile
from app.paper import chart, html
from app.paper.html import WHOLE_PAPERS, check, checked, face, icon, with_suits
from app.paper.pdf import Page
from app.scoring import (
    TRUMPS,
    Deal,
    Game,
    Match,
    Side,
    Standing,
    Text,
    _,
    _n,
)
from app.scoring.match.log_text import corrections
from app.scoring.model.cards import SYMBOLS, rank_of, suit_of
from app.scoring.model.seats import LETTERS
from app.scoring.sheet import RuleChoices, SheetCell
from app.scoring.table.result import headline_of, who_leads

PLOTS = {"a4": (134, 42), "letter": (140, 40), "a5": (82, 38)}
"""The width and height of the chart on each paper, in millimetres."""


@dataclass(frozen=True)
class Played:
    """A match as its sheet tells it.

    `corrected` holds, by the number of the deal (0 for the house rules), what was said about it
    later: corrections, and who came for whom. `started` is when it began, if that is known.
    """

    game: Game
    standing: Standing
    title: str = ""
    started: date | None = None
    corrected: Mapping[int, Sequence[Text]] = field(default_factory=dict)
    note: str = ""

    @classmethod
    def of(cls, match: Match, *, title: str = "", note: str = "") -> Played:
        """The match with the names of now, and a note for each correction that stands."""
        started = day_of(match.started)
        return cls(match.game, match.standing, title, started, corrections(match), note)

    @classmethod
    def of_file(cls, file: MatchFile) -> Played:
        """The match of a file; what makes no sense in its head is left out.

        So is a note that only says how the match ended, as the app writes it. Raises
        `app.matchfile.Unusable` if the file cannot be right.
        """
        match = matchfile.open_match(file)
        why = str(match.standing.outcome.why) if match.standing.outcome else ""
        title = file.title if isinstance(file.title, str) else ""
        note = file.note if isinstance(file.note, str) and file.note != why else ""
        return replace(cls.of(match, title=title, note=note), started=day_of(file.started))


def day_of(text: object) -> date | None:
    """The date that an ISO text begins with, None if it is none."""
    try:
        return datetime.fromisoformat(text).date() if isinstance(text, str) else None
    except ValueError:
        return None


def filled(match: Played, paper: str, *, watch_url: str | None = None) -> Page:
    """The sheet of `match`, with a QR code to `watch_url` if there is one.

    Raises `LookupError` for a paper that there is not.
    """
    check(paper, WHOLE_PAPERS)
    standing = match.standing
    notes = Notes(match)
    title = _("{game}: score sheet", game=match.game.name)
    if match.title:
        title = _("{title} · {game}", title=match.title, game=match.game.name)
    sheet, sides = standing.game.sheet, standing.sides
    return html.render(
        f"{match.game.key}/sheet.html",
        "print/filled.html",
        title=title,
        paper=paper,
        match=match,
        game=match.game,
        standing=standing,
        sides=sides,
        day=format_date(match.started, "d MMMM y", locale=html.LANGUAGE) if match.started else "",
        people=standing.table.seats,
        result=result(standing),
        ranks=standing.ranks,
        rules=rules_in_words(standing),
        deck=deck_of(standing),
        groups=groups(standing),
        columns=sheet.columns,
        taken=sheet.taken,
        is_stacked=paper == "a5" and sheet.taken and len(sides) >= sheet.taken.stacked_from,
        notes=notes,
        plot=plot(standing, paper),
        contracts=standing.table.chart,
        face=face,
        checked=checked,
        trump=trump,
        card=playing_card,
        qr=qr_code(watch_url) if watch_url else "",
        **sheet.more(standing.table, standing.outcome),
    )


MOST_NOTES = 150
"""A sheet says so much of what was corrected; each note takes the press its time."""


class Notes:
    """The footnotes of a sheet, numbered in the order of the deals."""

    def __init__(self, match: Played) -> None:
        self.lines: list[Text] = []
        self._left_out = 0
        self._of: dict[int, list[int]] = {}
        for number in [0, *(deal.number for deal in match.standing.deals)]:
            if number and (reason := match.standing.deals[number - 1].void_words):
                self._add(
                    number,
                    _("Deal {deal} does not count: {reason}.", deal=number, reason=reason),
                )
            for note in match.corrected.get(number, ()):
                self._add(number, note)
        if n := self._left_out:
            words = _n(
                "{n} more change stands in the history of the match.",
                "{n} more changes stand in the history of the match.",
                n,
            )
            self.lines.append(words)

    def _add(self, deal: int, note: Text) -> None:
        if len(self.lines) >= MOST_NOTES:
            self._left_out += 1
            return
        self.lines.append(note)
        self._of.setdefault(deal, []).append(len(self.lines))

    def of(self, deal: int) -> Sequence[int]:
        """The numbers of the notes about a deal, 0 for the house rules."""
        return self._of.get(deal, ())


@dataclass(frozen=True)
class Result:
    """How the match ended, or that it goes on: a headline and the reason."""

    headline: Text
    why: Text
    is_over: bool


def result(standing: Standing) -> Result:
    """The end of a match in words, or who leads."""
    outcome = standing.outcome
    if outcome:
        return Result(headline_of(outcome), outcome.why, True)
    return Result(_("Not finished"), where_it_stands(standing), False)


def where_it_stands(standing: Standing) -> Text:
    """Who leads after which deal."""
    counted = [deal for deal in standing.finished if not deal.void]
    if not counted:
        return _("No deal is finished yet.")
    if standing.game.wins_together:
        return _("After round {round}.", round=len(counted))
    last = counted[-1]
    leaders = standing.table.best_of(standing.totals)
    return who_leads(leaders, standing.totals[leaders[0].index], deal=last.number)


def rules_in_words(standing: Standing) -> list[Text]:
    """Every house rule with what was chosen, but for a deck, which is drawn."""
    if (rules := standing.house_rules) is None:
        return []
    prompt, answer = rules
    return [words for rule, words in prompt.choices(answer) if rule.kind != "deck"]


@dataclass(frozen=True)
class Plot:
    """The chart of the totals, and the sides whose lines it shows."""

    chart: chart.Chart
    sides: Sequence[Side]
    first: Sequence[int]


def plot(standing: Standing, paper: str) -> Plot | None:
    """The totals after each deal that counts; None with fewer than two of them."""
    deals = [deal for deal in standing.finished if deal.scores is not None]
    if len(deals) < 2:
        return None
    leaders = standing.outcome.winners if standing.outcome else ()
    first = [side.index for side in leaders]
    width, height = PLOTS[paper]
    lines = [[deal.totals[side.index] for deal in deals] for side in standing.sides]
    about = _("The totals after each deal, as in the table above.")
    numbers = [deal.number for deal in deals]
    drawn = chart.draw(lines, numbers, first, about, width=width, height=height)
    return Plot(drawn, standing.sides, first)


def trump(suit: str) -> Markup:
    """The suit that is trumps as a shape, or the words that there is none."""
    if suit in SYMBOLS:
        return Markup(with_suits(SYMBOLS[suit]))
    return Markup("<small>{}</small>").format(html.in_words(TRUMPS[suit]))


def playing_card(card: str) -> Markup:
    """The rank of a card, and its suit drawn large."""
    return escape(rank_of(card)) + icon(suit_of(card)[:-1])


def qr_code(address: str) -> Markup:
    """A QR code of an address, as a drawing."""
    # Where nobody else can look on, as in a browser, there is no address and no such library.
    import segno

    drawn = BytesIO()
    segno.make(address, micro=False).save(
        drawn,
        kind="svg",
        xmldecl=False,
        border=2,
        dark="#1c2a3e",
        omitsize=True,
        title=html.plain(_("QR code of the page to watch")),
    )
    return Markup(drawn.getvalue().decode())


# ---- What was entered for each deal of a match, in as few signs as a column of a sheet holds. ----


@dataclass(frozen=True)
class Row:
    """One deal of the sheet: what its columns say, and for each side what its players took."""

    deal: Deal
    columns: Sequence[SheetCell]
    taken: Sequence[SheetCell]


@dataclass(frozen=True)
class Group:
    """Deals that belong together, such as a kingdom; `note` is what is said at their end."""

    heading: Text | None
    rows: Sequence[Row]
    note: Text | None = None


def groups(standing: Standing) -> list[Group]:
    """Every deal, also the one being played, under the heading that it belongs to."""
    house = house_of(standing)
    return [
        Group(
            group.heading if group else None,
            [row_of(standing, deal, house) for deal in deals],
            group.note if group else None,
        )
        for group, deals in groupby(standing.deals, key=lambda deal: deal.group)
    ]


def row_of(standing: Standing, deal: Deal, house: RuleChoices) -> Row:
    """What the sheet says of one deal."""
    return Row(
        deal,
        [column.cell(deal, house) for column in standing.game.sheet.columns],
        [taken_by(standing, deal, side, house) for side in standing.sides],
    )


def taken_by(standing: Standing, deal: Deal, side: Side, house: RuleChoices) -> SheetCell:
    """What each player of a side took, partners by the letter of their seat."""
    taken = standing.game.sheet.taken
    if taken is None:
        return SheetCell()
    entries = [(seat, taken.cell(deal, seat, house)) for seat in side.seats]
    if len(entries) == 1:
        return entries[0][1]
    return replace(
        entries[0][1],
        pieces=[
            _("{letter} {pieces}", letter=LETTERS[seat.index], pieces=entry.pieces)
            for seat, entry in entries
            if entry.pieces
        ]
        + [_("{pieces}", pieces=[piece]) for piece in taken.for_partners(deal, side, house)],
        cards=[card for _seat, entry in entries for card in entry.cards],
    )


def house_of(standing: Standing) -> RuleChoices:
    """All house rules of the match by key, none before they are chosen."""
    if standing.house_rules is None:
        return {}
    question, answer = standing.house_rules
    return question.value(answer)


def deck_of(standing: Standing) -> Mapping[str, Any]:
    """The faces of the deck that the match is played with, by number; none without one."""
    house = house_of(standing)
    return standing.game.sheet.deck(house) if house else {}
