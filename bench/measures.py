"""What measures share: rows and their budgets, how much to measure, clocks, and taking turns."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles


@dataclass(frozen=True)
class Row:
    """One number: what it is, in words, beside its budget if it has one."""

    what: str
    measured: str
    budget: str = ""
    is_over: bool = False
    is_left_out: bool = False


@dataclass(frozen=True)
class Size:
    """How much of everything to measure."""

    rounds: int = 20
    matches_kept: int = 10_000
    pages: int = 300
    matches_played: int = 1000
    seconds_at_tables: float = 8
    kills: int = 200
    phone_kills: int = 50
    cuts: int = 1_000
    requests: int = 100_000
    guesses: int = 10_000


FULL = Size()
QUICK = Size(
    rounds=5,
    matches_kept=1_000,
    pages=100,
    matches_played=50,
    seconds_at_tables=3,
    kills=10,
    phone_kills=8,
    cuts=100,
    requests=5_000,
    guesses=1_000,
)

Measure = Callable[[Path, Size], Iterator[Row]]
Act = Callable[[], object]


def at_most(
    what: str, value: float, most: float, unit: str, form: str = ".0f", note: str = ""
) -> Row:
    """A row that is over budget above `most`; `note` stands behind the number."""
    return Row(what, f"{value:{form}} {unit}{note}", f"{most:g} {unit}", value > most)


def none(what: str, number: int, of: int | None = None) -> Row:
    """A number of which there must be none."""
    return Row(what, f"{number}" + (f" of {of:,}" if of else ""), "0", number > 0)


def times(what: str, ours: float, floor: float, most: float, form: str = ".2f") -> Row:
    """How many times as long ours takes as the floor."""
    note = f" ({ours * 1000:.2f} ms / {floor * 1000:.2f} ms)"
    return at_most(what, ours / floor, most, "×", form, note)


def left_out(what: str, needs: str) -> Row:
    """What cannot be measured here, and what it needs; said once more at the end."""
    return Row(what, f"LEFT OUT: {needs}", is_left_out=True)


NO_CHROMIUM = "needs Chromium (sudo apt install chromium)"
NO_POSTGRES = "needs PostgreSQL (sudo apt install postgresql pgbouncer)"


def seconds(act: Act) -> float:
    """How long `act` takes."""
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def p95(durations: Sequence[float]) -> float:
    """What nineteen of twenty stay below."""
    return quantiles(durations, n=20)[-1]


def medians(one: Act, other: Act, rounds: int) -> tuple[float, float]:
    """The median duration of both, after a warm-up; whoever begins changes each time."""
    ours, others = [], []
    for turn in range(-rounds // 10, rounds):
        first, second = map(seconds, (one, other) if turn % 2 else (other, one))
        if turn >= 0:
            ours.append(first if turn % 2 else second)
            others.append(second if turn % 2 else first)
    return median(ours), median(others)


@contextmanager
def in_background(work: Callable[[threading.Event], None]) -> Iterator[None]:
    """Work in a thread until the end of the block, which the event says that `work` is given.
    Raises what went wrong there."""
    is_over = threading.Event()
    with ThreadPoolExecutor(1) as background:
        working = background.submit(work, is_over)
        try:
            yield
        finally:
            is_over.set()
        working.result()
