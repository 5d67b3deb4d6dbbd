"""What paper costs: a sheet beside the same table by typst, and answers while PDFs are rendered."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from app.paper.blank import blank_sheet
from app.paper.pdf import FONTS, NotInstalled, PdfRenderer
from app.paper.score_sheet import (
    ScoreSheet,
    chosen_rules,
    deals_by_group,
    headline_and_reason,
    rules_in_words,
    taken_cell,
)
from app.scoring import Deal, Signed, Standing
from bench.browser import Broken, Browser
from bench.measures import (
    Row,
    Size,
    at_most,
    in_background,
    left_out,
    medians,
    ms,
    p95,
    seconds,
    times,
)
from bench.servers import app_server
from bench.whole_matches import WholeMatch, whole_match

MAX_TYPST = 10.0
MAX_CACHED = 5
"""In ms."""
MAX_SCORING = 3.0

TYPST = (Path(__file__).parent / "sheet.typ").read_bytes()


def paper(folder: Path, size: Size) -> Iterator[Row]:
    """A sheet against typst, one from the cache, and scoring while others print."""
    try:
        renderer = PdfRenderer()
        renderer.render(blank_sheet("trex", "alone", "a4", {}))
    except NotInstalled as error:
        yield left_out("paper", str(error))
        return
    yield from against_typst(renderer, size)
    yield from_the_cache(folder, whole_match("trex"), size)
    yield scoring_meanwhile(folder, size)


def against_typst(renderer: PdfRenderer, size: Size) -> Iterator[Row]:
    """The sheet of twenty deals of Trex, laid out and printed, and the same sheet by typst.

    What typst sets is in ``sheet.typ``: from the same fonts, the same head and result, totals and
    house rules, every cell of the table of deals, the grid of contracts, the chart of the totals
    with its lines, markers, numbers and names, and the running heads and feet, tagged as PDF/UA-1
    too. It has no emblem, and its measures are only about ours. Another match each time, because
    typst remembers what it has set.
    """
    try:
        import typst
    except ImportError:
        yield left_out("a sheet of 20 deals, warm, against typst", "needs typst (make setup)")
        return
    played = [whole_match("trex", number).standing for number in range(size.rounds * 2)]
    inputs = [{"match": json.dumps(in_words(each), ensure_ascii=False)} for each in played]
    compiler = typst.Compiler(font_paths=[str(FONTS)], ignore_system_fonts=True)
    ours, theirs = cycle(played), cycle(inputs)
    took, other = medians(
        lambda: renderer.render(ScoreSheet(next(ours)).lay_out("a4")),
        lambda: compiler.compile(
            TYPST, format="pdf", sys_inputs=next(theirs), pdf_standards=["ua-1"]
        ),
        size.rounds,
    )
    what, note = "a sheet of 20 deals of Trex, warm, against typst", f" ({ms(took)} / {ms(other)})"
    yield at_most(what, took / other, MAX_TYPST, "×", ".1f", note)


def in_words(standing: Standing) -> dict[str, Any]:
    """All that the sheet of a match of Trex says, in plain words, as typst takes it."""
    headline, reason = headline_and_reason(standing)
    sheet = standing.game.sheet
    assert sheet.taken, "Trex has a column for what is taken"
    contracts = standing.table.contract_grid
    assert contracts, "Trex keeps a chart of its contracts"
    return {
        "title": str(standing.game.name),
        "headline": str(headline),
        "why": str(reason),
        "names": [str(side) for side in standing.sides],
        "ranks": [[str(r.place), str(r.side), str(Signed(r.total))] for r in standing.ranks],
        "rules": [str(rule) for rule in rules_in_words(standing)],
        "labels": ["Deal", *(str(column.heading) for column in sheet.columns)],
        "taken": str(sheet.taken.heading),
        "groups": [
            {
                "title": str(group.heading),
                "rows": [cells_of(standing, deal) for deal in deals],
                "note": str(group.note or ""),
            }
            for group, deals in deals_by_group(standing)
            if group
        ],
        "totals": [str(Signed(total)) for total in standing.totals],
        "contracts": [str(name) for name in contracts.columns.values()],
        "named": [
            [
                [str(named[key]), str(Signed(scores_of(standing, named[key])[seat.index]))]
                for key in contracts.columns
            ]
            for seat, named in contracts.rows.items()
        ],
        "lines": [
            [0, *(deal.totals[side.index] for deal in standing.finished)] for side in standing.sides
        ],
    }


def cells_of(standing: Standing, deal: Deal) -> list[str]:
    """The cells of a deal, from left to right."""
    house = chosen_rules(standing)
    contract, doubled = (column.cell(deal, house) for column in standing.game.sheet.columns)
    cells = [str(deal.number), str(contract.pieces[0]), "\n".join(map(str, doubled.pieces))]
    scores = zip(standing.sides, deal.scores or (), deal.totals, strict=True)
    for side, points, total in scores:
        cells += [
            " · ".join(map(str, taken_cell(standing, house, deal, side).pieces)),
            str(Signed(points)),
            str(Signed(total)),
        ]
    return cells


def scores_of(standing: Standing, number: int) -> Sequence[int]:
    """The scores of a deal of a match that is over."""
    scores = standing.deals[number - 1].scores
    assert scores is not None, "every deal of a whole match is scored"
    return scores


def from_the_cache(folder: Path, match: WholeMatch, size: Size) -> Row:
    """A sheet that somebody has printed already, from the request to its last byte."""
    with app_server(folder / "cache.sqlite3") as app, Browser(app.port) as browser:
        ask = partial(browser.ask, "GET", f"{browser.play(match)}/sheet.pdf")
        ask()
        took = median(seconds(ask) for _round in range(size.rounds * 5))
    return at_most("  from the cache", took * 1000, MAX_CACHED, "ms", ".2f")


def scoring_meanwhile(folder: Path, size: Size) -> Row:
    """Answers of whole matches without printing, and while the renderer never rests, by turns."""
    quiet: list[float] = []
    busy: list[float] = []
    printed: list[str] = []
    with app_server(folder / "meanwhile.sqlite3") as app, Browser(app.port) as browser:
        match = whole_match("tribello")
        browser.ask("GET", f"{browser.play(match)}/sheet.pdf")
        for _round in range(size.rounds):
            quiet += map(seconds, browser.answers(match))
            with in_background(partial(print_on, app.port, match, printed)):
                busy += map(seconds, browser.answers(match))
    few, many = p95(quiet), p95(busy)
    what = f"answers while PDFs are rendered ({len(printed)} sheets), p95"
    return times(what, many, few, MAX_SCORING)


def print_on(port: int, match: WholeMatch, printed: list[str], is_over: threading.Event) -> None:
    """Let the renderer never rest: new matches, whose sheets nobody has asked for."""
    with Browser(port) as browser:
        while not is_over.is_set():
            address = browser.begin(match)
            for key in ("a4", "letter", "a5"):
                try:
                    browser.ask("GET", f"{address}/sheet.pdf?paper={key}")
                    printed.append(key)
                except Broken:  # more than an address may ask for in a minute
                    time.sleep(0.2)
