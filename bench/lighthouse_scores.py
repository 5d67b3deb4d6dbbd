"""What Lighthouse says of our pages, on a slow phone as it imagines one.

Its version is pinned in ``lighthouse/``; `make bench` fetches it into ``build/lighthouse``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from app.paths import PROJECT
from bench.browser import Browser
from bench.measures import Row, Size, left_out
from bench.servers import app_server
from bench.whole_matches import fill, some_of_each, whole_match
from tests.browser.phone import FLAGS, chromium
from tests.home_urls import at_home

LIGHTHOUSE = PROJECT / "build/lighthouse/node_modules/lighthouse/cli/index.js"
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100}
MATCHES_OVER = 5
QUESTIONS_ANSWERED = 8
LONGEST_RUN = 120

Report = dict[str, Any]


def lighthouse_scores(folder: Path, size: Size) -> Iterator[Row]:
    """The start page in the middle of an evening, a match in play and a page of the rules."""
    node = shutil.which("node")
    if not (node and LIGHTHOUSE.is_file() and chromium()):
        yield left_out("Lighthouse", "needs Chromium, node and npm; `make bench` fetches the rest")
        return
    database = folder / "evening.sqlite3"
    fill(database, some_of_each(MATCHES_OVER))
    with app_server(database) as app, Browser(app.port) as browser:
        begin(browser, "tribello")
        pages = {
            "the start page": "/",
            "a match in play": begin(browser, "trex"),
            "a rules page": "/rules/trex",
        }
        for what, path in pages.items():
            address = browser.origin + at_home(path)
            reports = [report(node, address, folder) for _run in range(max(1, size.rounds // 4))]
            yield from rows(what, reports)


def begin(browser: Browser, game: str) -> str:
    """Begin a match and answer some of its questions. Returns its address."""
    match = whole_match(game)
    address = browser.begin(match)
    for answer in islice(browser.answers(match, address), QUESTIONS_ANSWERED):
        answer()
    return address


def report(node: str, address: str, folder: Path) -> Report:
    """What one run of Lighthouse says of the page; it writes nothing outside of `folder`."""
    command = [
        *(node, str(LIGHTHOUSE), address, "--quiet", "--output=json"),
        f"--only-categories={','.join(LEAST)}",
        f"--chrome-flags={' '.join(['--headless', *FLAGS])}",
        "--no-enable-error-reporting",
    ]
    surroundings = os.environ | {"CHROME_PATH": chromium() or "", "HOME": str(folder)}
    run = {"capture_output": True, "check": True, "timeout": LONGEST_RUN}
    report: Report = json.loads(subprocess.run(command, env=surroundings, **run).stdout)
    return report


def rows(what: str, reports: list[Report]) -> Iterator[Row]:
    """The median of each score, and whatever took any points away."""
    for category, least in LEAST.items():
        scores = [round(100 * each["categories"][category]["score"]) for each in reports]
        score = median(scores)
        measured = f"{score:g} ({min(scores)} to {max(scores)} in {len(scores)} runs)"
        title = f"Lighthouse, {what}, {category.replace('-', ' ')}"
        yield Row(title, measured, f"{least}", score < least)
        if score < least:
            yield from (Row(f"  {title}", "") for title in complaints(reports[0], category))


def complaints(report: Report, category: str) -> list[str]:
    """What is not all right in a category."""
    counts = [one["id"] for one in report["categories"][category]["auditRefs"] if one["weight"]]
    audits = [report["audits"][name] for name in counts]
    return [audit["title"] for audit in audits if (audit["score"] or 1) < 1 or audit["score"] == 0]
