"""What grows faster than what is sent: all of `testkit/linear_work.py`, and half of each.

What takes twice as long for twice as much is linear, and what takes four times as long grows with
the square.
"""

import time
from collections.abc import Iterator
from pathlib import Path

from bench.measures import Act, Row, Size
from testkit.linear_work import Work, all_work

MOST = 2.3
"""Times as long for twice as much; what is linear takes 2, and a bit more with more memory."""
NOTICED = 0.01
"""Seconds of the processor below which nobody notices, and no clock tells what grows how."""
SHOWN = 5


def doubling(folder: Path, size: Size) -> Iterator[Row]:
    """The pieces of work that come nearest to the square, the worst first."""
    found = []
    with all_work(folder) as works:
        for work in works:
            if seconds_of(work.prepare(work.largest)) >= NOTICED:
                ratio, seconds = growth(work, max(3, size.rounds // 4))
                found.append((ratio, seconds, work.name))
    found.sort(reverse=True)
    what = f"of {len(works)} pieces of work take {NOTICED * 1000:g} ms or more"
    yield Row(what, str(len(found)))
    for ratio, seconds, name in found[:SHOWN]:
        measured = f"{ratio:.2f} times as long, {seconds * 1000:.0f} ms"
        yield Row(f"twice as much: {name}", measured, f"{MOST:g}", ratio > MOST)


def growth(work: Work, rounds: int) -> tuple[float, float]:
    """How many times as long the whole takes as the half of it, both at best, and how long."""
    half, whole = work.prepare(work.largest // 2), work.prepare(work.largest)
    # In turn, and more often where it seems much: others use the processor and its memory too.
    for _try in range(3):
        pairs = [(seconds_of(half), seconds_of(whole)) for _round in range(rounds)]
        shortest, longest = map(min, zip(*pairs, strict=True))
        if longest < MOST * shortest:
            break
    return longest / shortest, longest


def seconds_of(do: Act) -> float:
    """The time of the processor that it takes."""
    began = time.thread_time()
    do()
    return time.thread_time() - began
