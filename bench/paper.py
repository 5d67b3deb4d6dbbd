"""What paper costs: a sheet beside the same table by typst, and one from the cache."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from app.paper.blank import blank_sheet
from app.paper.pdf import FONTS, NotInstalled, PdfRenderer
from app.paper.score_sheet import (
    ScoreSheet,
    deals_by_group,
    headline_and_reason,
    rules_in_words,
    taken_cell,
)
from app.scoring import Deal, Signed, Standing
from bench.measures import Row, Size, at_most, left_out, medians, seconds, times
from testkit.http_browser import Browser
from testkit.servers import app_server
from testkit.whole_matches import whole_match

MAX_TYPST = 10.0
MAX_CACHED = 5
"""In ms."""

TYPST = (Path(__file__).parent / "sheet.typ").read_bytes()


def paper(folder: Path, size: Size) -> Iterator[Row]:
    """A sheet against typst, and one that somebody has printed already."""
    try:
        renderer = PdfRenderer()
        renderer.render(blank_sheet("trex", "alone", "a4", {}))
    except NotInstalled as error:
        yield left_out("paper", str(error))
        return
    yield against_typst(renderer, size)
    with app_server(folder / "cache.sqlite3") as app, Browser(app.port) as browser:
        ask = partial(browser.ask, "GET", f"{browser.play(whole_match('trex'))}/sheet.pdf")
        ask()
        took = median(seconds(ask) for _round in range(size.rounds * 5))
    yield at_most("  from the cache", took * 1000, MAX_CACHED, "ms", ".2f")


def against_typst(renderer: PdfRenderer, size: Size) -> Row:
    """The sheet of twenty deals of Trex, laid out and printed, and the same sheet by typst.

    What typst sets is in ``sheet.typ``: from the same fonts, the same head and result, totals and
    house rules, every cell of the table of deals, the grid of contracts, the chart of the totals
    with its lines, markers, numbers and names, and the running heads and feet, tagged as PDF/UA-1
    too. It has no emblem, and its measures are only about ours. Another match each time, because
    typst remembers what it has set.
    """
    what = "a sheet of 20 deals of Trex, warm, against typst"
    try:
        import typst
    except ImportError:
        return left_out(what, "needs typst (make setup)")
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
    return times(what, took, other, MAX_TYPST, ".1f")


def in_words(standing: Standing) -> dict[str, Any]:
    """All that the sheet of a match of Trex says, in plain words, as typst takes it."""
    headline, reason = headline_and_reason(standing)
    sheet, contracts = standing.game.sheet, standing.table.contract_grid
    assert sheet.taken, "Trex has a column for what is taken"
    assert contracts, "Trex keeps a chart of its contracts"

    def named(seat: int, number: int) -> list[str]:
        scores = standing.deals[number - 1].scores
        assert scores, "every deal of a whole match is scored"
        return [str(number), str(Signed(scores[seat]))]

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
            [named(seat.index, deals[key]) for key in contracts.columns]
            for seat, deals in contracts.rows.items()
        ],
        "lines": [
            [0, *(deal.totals[side.index] for deal in standing.finished)] for side in standing.sides
        ],
    }


def cells_of(standing: Standing, deal: Deal) -> list[str]:
    """The cells of a deal, from left to right."""
    house = standing.rule_choices
    contract, doubled = (column.cell(deal, house) for column in standing.game.sheet.columns)
    cells = [str(deal.number), str(contract.pieces[0]), "\n".join(map(str, doubled.pieces))]
    scores = zip(standing.sides, deal.scores or (), deal.totals, strict=True)
    for side, points, total in scores:
        taken = " · ".join(map(str, taken_cell(standing, house, deal, side).pieces))
        cells += [taken, str(Signed(points)), str(Signed(total))]
    return cells
