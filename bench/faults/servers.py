"""A database server that stops, crashes or is killed under load, and processes of the app that are:
the responses that phones received are compared with the database.

Phones answer as fast as they can, at two processes of the app that share one database. What was
acknowledged must be there once, what was refused must not be there, and where the app did not know,
the same form is sent again and must be there once then. No process of the app is started again but
those that were killed.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psycopg

from app import store
from bench.faults.kills import wait_until
from bench.faults.phone_log import Phone, Replies
from bench.measures import Row, Size
from tests.postgres import Cluster, a_cluster, a_standby, programs
from tests.server_processes import Process, pooler_before

ROUNDS_OF_KILLS = 4
"""Of so many kills of a file's server one round of each fault is made, and a failover of ten."""
SLOWEST = 4.0
"""Seconds: we try for three of them."""
A_POOLER_WAITS = 1.0
"""Seconds for which it holds the last try too, before it looks whether the server is there."""
BEHIND_A_POOLER = "both behind a pooler"
PROCESSES = 2
PHONES_OF_A_PROCESS = 2
TABLES = 3
BLINK = 0.3
"""Seconds that pass, at most, between the first answers and the fault."""


@dataclass
class Report:
    """What became of so many rounds of a fault; `recovery` is how long it took at most until
    every phone was answered after the server was there again (seconds)."""

    rounds: int = 0
    acknowledged: int = 0
    refused: int = 0
    unsure: int = 0
    saved: int = 0
    """How many of the unsure were there after all."""
    lost: int = 0
    doubled: int = 0
    denied: int = 0
    """How many were there, though the phone was told that nothing was saved."""
    damaged: int = 0
    """Matches whose checksums do not fit."""
    crashes: list[str] = field(default_factory=list)
    slowest: float = 0.0
    recovery: float = 0.0

    @property
    def is_harmless(self) -> bool:
        """Whether all is as it should be."""
        return not (self.lost or self.doubled or self.denied or self.damaged or self.crashes)


@dataclass
class Deployment:
    """A server with a database, and the app that stands on it."""

    cluster: Cluster
    name: str
    processes: list[Process]
    rng: random.Random

    @property
    def address(self) -> str:
        """Where the database is."""
        return self.cluster.address(self.name)


def servers(folder: Path, size: Size) -> Iterator[Row]:
    """What becomes of answers while PostgreSQL, connections to it, or the app on it end."""
    if programs() is None:
        yield Row("faults of a server", "needs PostgreSQL")
        return
    seed = os.environ.get("SEED") or str(time.time_ns())
    yield Row("faults of a server, drawn by lot", f"SEED={seed}")
    rounds = size.kills // ROUNDS_OF_KILLS
    measures: dict[str, Callable[..., Report]] = {
        name: partial(inject_faults, faults=[fault], rounds=rounds)
        for name, fault in FAULTS.items()
    }
    behind = [FAULTS["stop fast"], FAULTS["pg_terminate_backend"]]
    measures[BEHIND_A_POOLER] = partial(
        inject_faults, faults=behind, rounds=rounds // 5, has_pooler=True
    )
    measures["a standby takes its place"] = partial(fail_over, rounds=rounds // 5)
    for name, measure in measures.items():
        own = folder / name.replace(" ", "-")
        own.mkdir()
        slowest = SLOWEST + (A_POOLER_WAITS if name == BEHIND_A_POOLER else 0)
        yield from rows_of(name, measure(own, rng=random.Random(f"{seed} {name}")), slowest)


def rows_of(name: str, report: Report, slowest: float) -> Iterator[Row]:
    """What came of a fault; no answer may take longer than `slowest` seconds."""
    yield Row(
        f"{name}, {report.rounds} times",
        f"{report.acknowledged:,} answers taken, {report.refused} refused",
    )
    yield Row(
        "  told that it may be saved or not", f"{report.unsure}, {report.saved} of them saved"
    )
    for what, number in (
        ("  acknowledged, and lost", report.lost),
        ("  written twice", report.doubled),
        ("  told that nothing was saved, and saved", report.denied),
        ("  answered by a crash", len(report.crashes)),
        ("  matches damaged", report.damaged),
    ):
        yield Row(what, str(number), "0", number > 0)
    took = f"{report.slowest:.1f} s"
    yield Row("  slowest answer", took, f"{slowest:g} s", report.slowest > slowest)
    recovery = report.recovery
    yield Row("  all phones are answered again after", f"{recovery:.1f} s", "2 s", recovery > 2)
    for crash in report.crashes[:3]:
        print(crash)


Fault = Callable[[Deployment], float]
"""Does something bad to a house, and returns when (monotonic) all was there again."""


def backends(deployment: Deployment) -> list[int]:
    """The processes of the server that work for the app."""
    with psycopg.connect(deployment.address, autocommit=True) as other:
        rows = other.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return [pid for (pid,) in rows]


def end_connections(deployment: Deployment) -> float:
    """`pg_terminate_backend`, again and again, wherever the app just is."""
    with psycopg.connect(deployment.address, autocommit=True) as other:
        for _time in range(30):
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend' AND random() < 0.3"
            )
            time.sleep(deployment.rng.uniform(0, 0.03))
    return time.monotonic()


def stop(how: str, deployment: Deployment) -> float:
    """Stop the server, and start it again after a while."""
    deployment.cluster.stop(how)
    return start_again(deployment)


def kill_server(deployment: Deployment) -> float:
    """`kill -9` of the first process of the server."""
    deployment.cluster.kill()
    return start_again(deployment)


def start_again(deployment: Deployment) -> float:
    """Start the server after a while. Now and then phones are refused before that."""
    time.sleep(deployment.rng.choice((0.0, 0.5, 3.5)))
    deployment.cluster.start()
    return time.monotonic()


def kill_backend(deployment: Deployment) -> float:
    """`kill -9` of one process of the server, whereupon it ends all others and begins anew."""
    wait_until(lambda: killed_one(deployment))
    time.sleep(0.05)
    wait_until(lambda: answers(deployment))
    return time.monotonic()


def killed_one(deployment: Deployment) -> bool:
    """Kill one of them, if there is one that has not just ended by itself."""
    try:
        os.kill(deployment.rng.choice(backends(deployment)), signal.SIGKILL)
    except (IndexError, ProcessLookupError):
        return False
    return True


def answers(deployment: Deployment) -> bool:
    """Whether the server lets somebody in."""
    try:
        psycopg.connect(deployment.address).close()
    except psycopg.Error:
        return False
    return True


def kill_app(deployment: Deployment) -> float:
    """`kill -9` of one process of the app, which is started again."""
    process = deployment.rng.choice(deployment.processes)
    process.close()
    process.start()
    return time.monotonic()


FAULTS: dict[str, Fault] = {
    "pg_terminate_backend": end_connections,
    "stop fast": partial(stop, "fast"),
    "stop immediate": partial(stop, "immediate"),
    "kill -9 of the server": kill_server,
    "kill -9 of a backend": kill_backend,
    "kill -9 of the app": kill_app,
}


def inject_faults(
    folder: Path,
    faults: Sequence[Fault],
    rounds: int,
    rng: random.Random,
    *,
    has_pooler: bool = False,
) -> Report:
    """Let faults happen one after the other to one house, so many times each."""
    report = Report()
    with a_cluster() as cluster, deploy(folder, cluster, rng, has_pooler=has_pooler) as deployment:
        for _round in range(rounds):
            for fault in faults:
                run_round(deployment, fault, report)
        with closing(store.engine_for(deployment.address).connect()) as db:
            report.damaged = len(list(store.damaged_lines(db)))
    return report


def fail_over(folder: Path, rounds: int, rng: random.Random) -> Report:
    """Kill a server that is repeated by a standby, which is then told to take its place."""
    report = Report()
    for number in range(rounds):
        own = folder / str(number)
        own.mkdir()
        with a_cluster() as first, ExitStack() as stack:
            second = stack.enter_context(a_standby(first))
            # Nothing is acknowledged that is not on both.
            first.do("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")

            def fault(deployment: Deployment, second: Cluster = second) -> float:
                deployment.cluster.kill()
                second.promote()
                deployment.cluster = second
                return time.monotonic()

            deployment = stack.enter_context(deploy(own, first, rng, second))
            run_round(deployment, fault, report)
    return report


@contextmanager
def deploy(
    folder: Path,
    cluster: Cluster,
    rng: random.Random,
    second: Cluster | None = None,
    *,
    has_pooler: bool = False,
) -> Iterator[Deployment]:
    """Processes of the app on a new database, which go to the `second` server if it is the one that
    takes writes, and through a pooler if there is one."""
    name = cluster.new_database()
    address = cluster.address(name)
    with ExitStack() as stack:
        if second:
            hosts = f"{cluster.folder},{second.folder}"
            address = cluster.address(name, host=hosts, target_session_attrs="read-write")
        if has_pooler:
            address = stack.enter_context(pooler_before(cluster, name, folder))
        processes = [
            stack.enter_context(closing(Process(address, folder))) for _process in range(PROCESSES)
        ]
        yield Deployment(cluster, name, processes, rng)


def run_round(deployment: Deployment, fault: Fault, report: Report) -> None:
    """One round: phones answer, the fault happens, all recovers, and the database is checked."""
    replies, is_over = Replies(), threading.Event()
    processes = deployment.processes * PHONES_OF_A_PROCESS
    phones = [Phone(process.port, replies, deployment.rng) for process in processes]
    tables = [phones[0].begin() for _table in range(TABLES)]
    threads = [
        threading.Thread(target=phone.play, args=[tables[place % TABLES], is_over])
        for place, phone in enumerate(phones)
    ]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: all(phone.heard for phone in phones))
        time.sleep(deployment.rng.uniform(0, BLINK))
        there_again = fault(deployment)
        wait_until(lambda: all(phone.heard[-1] > there_again for phone in phones))
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    well_again = max(next(at for at in phone.heard if at > there_again) for phone in phones)
    report.recovery = max(report.recovery, well_again - there_again)
    check(deployment, replies, report)


def check(deployment: Deployment, replies: Replies, report: Report) -> None:
    """Compare what phones were told with the database; then send again what nobody knows of."""
    kept = names(deployment)
    report.rounds += 1
    report.acknowledged += len(replies.acknowledged)
    report.refused += len(replies.refused)
    report.unsure += len(replies.unsure)
    report.saved += sum(kept[answer.name] > 0 for answer in replies.unsure)
    report.denied += sum(kept[answer.name] > 0 for answer in replies.refused)
    resend = Phone(deployment.processes[0].port, replies, deployment.rng)
    unsure, replies.unsure = replies.unsure, set()
    for answer in unsure:
        resend.send(answer)
    kept = names(deployment)
    report.lost += sum(not kept[answer.name] for answer in replies.acknowledged)
    report.doubled += sum(times - 1 for times in kept.values())
    report.crashes += replies.crashes
    report.slowest = max(report.slowest, replies.slowest)


def names(deployment: Deployment) -> Counter[str]:
    """What the answers in the database are called, and how often each is there."""
    with psycopg.connect(deployment.address, autocommit=True) as other:
        rows = other.execute("SELECT once FROM events WHERE once LIKE 'answer-%'")
        return Counter(name for (name,) in rows)
