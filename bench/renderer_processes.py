"""The processes in which a browser runs pages: what they take, and how to slow them.

What a browser offers to slow pages leaves their workers as quick as they are. So whole processes
are stopped and let go on, again and again: only those of the browser with the profile named.
"""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from bench.measures import in_background
from tests.pocket.browser_window import main_process

RUNNING = 0.005
"""Seconds for which a slowed process goes on."""
STOPPED = 2.1
"""How much longer it then stands still."""
TURNS = 10
"""So often a process is stopped before new ones are looked for."""
SUM = """() => {
  const began = performance.now();
  let sum = 0;
  for (let number = 1; number < 60_000_000; number++) sum += 1 / number;
  return performance.now() - began;
}"""


def memory_of(profile: Path) -> tuple[float, float]:
    """What the renderer takes in which Python runs, in MB: its share of everything, and what is
    its alone."""
    return max(map(memory, renderers(profile)), key=lambda taken: taken[1])


def memory(process: int) -> tuple[float, float]:
    """What Linux says of a process."""
    replies = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
    kilobytes = {name: int(size) for name, size in re.findall(r"^(\w+):\s+(\d+) kB", replies, re.M)}
    private = kilobytes["Private_Clean"] + kilobytes["Private_Dirty"]
    return kilobytes["Pss"] * 1024 / 1e6, private * 1024 / 1e6


def renderers(profile: Path) -> list[int]:
    """The processes that the browser with this profile runs pages in."""
    waiting, found = [main_process(profile)], []
    while waiting:
        process = waiting.pop()
        # Any process may end meanwhile.
        with suppress(OSError):
            for thread in Path(f"/proc/{process}/task").iterdir():
                waiting += map(int, (thread / "children").read_text().split())
            if b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


def slowed(profile: Path) -> AbstractContextManager[None]:
    """The browser with this profile runs pages about three times as slowly."""
    return in_background(partial(stop_and_go, profile))


def stop_and_go(profile: Path, is_over: threading.Event) -> None:
    """Stop its renderers and let them go on until it is over."""
    goes_on_since = time.monotonic()
    while not is_over.is_set():
        processes = renderers(profile)
        for _turn in range(TURNS):
            time.sleep(RUNNING)
            # To look for processes, on a machine that has much to do, also takes its time.
            try:
                send(signal.SIGSTOP, processes)
                time.sleep((time.monotonic() - goes_on_since) * STOPPED)
            finally:
                send(signal.SIGCONT, processes)
            goes_on_since = time.monotonic()


def send(sent: signal.Signals, processes: list[int]) -> None:
    """Send a signal to those that are still there."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, sent)


def how_slow(shell: Page, profile: Path) -> float:
    """How much longer the worker takes for the same sum when its process is slowed."""
    (worker,) = shell.workers
    free = median(worker.evaluate(SUM) for _time in range(3))
    with slowed(profile):
        held = median(worker.evaluate(SUM) for _time in range(3))
    return float(held / free)
