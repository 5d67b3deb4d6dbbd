"""A database server that stops, crashes or is killed under load, and processes of the app that are:
the responses that phones received are compared with the database.

Phones answer as fast as they can, at two processes of the app that share one database. What was
acknowledged must be there once, what was refused must not be there, and where the app did not know,
the same form is sent again and must be there once then. No process of the app is started again but
those that were killed.
"""

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
from http.client import HTTPException
from itertools import count
from pathlib import Path

import psycopg

from app.store import engine_for
from app.store.matches import log
from testkit.faults.kills import Answer, Evening, Phone, at_tables
from testkit.postgres import Cluster, a_cluster, a_standby
from testkit.server_processes import Process, pooler_before
from testkit.servers import wait_until

PROCESSES = 2
PHONES_OF_A_PROCESS = 2
TABLES = 3
BLINK = 0.3
"""Seconds that pass, at most, between the first answers and the fault."""
PAUSE = 0.02
"""Seconds after which a phone that was refused asks again."""
LONGEST = 60
"""Lines of a log, so that no match comes to its end."""
LOST, DOUBLED, DENIED, DAMAGED, CRASHED = HARM = (
    "acknowledged, and lost",
    "written twice",
    "told that nothing was saved, and saved",
    "matches damaged",
    "answered by a crash",
)
OF_THE_APP = (
    "FROM pg_stat_activity WHERE datname = current_database()"
    " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


@dataclass
class Report:
    """What became of so many rounds of a fault; `recovery` is how long it took at most until
    every phone was answered after the server was there again (seconds)."""

    rounds: int = 0
    acknowledged: int = 0
    refused: int = 0
    unsure: int = 0
    crashes: list[str] = field(default_factory=list)
    slowest: float = 0.0
    recovery: float = 0.0
    harm: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(HARM, 0)))

    @property
    def is_harmless(self) -> bool:
        """Whether all is as it should be."""
        return not self.harm.total()


@dataclass
class Deployment:
    """A server with a database, and the app that stands on it."""

    cluster: Cluster
    name: str
    processes: list[Process]
    rng: random.Random

    def do(self, statement: str) -> list[tuple[object, ...]]:
        """Run a statement in the database, beside the app. Returns its rows."""
        address = self.cluster.address(self.name)
        with psycopg.connect(address, autocommit=True) as other:
            return other.execute(statement).fetchall()


Fault = Callable[[Deployment], object]
"""Does something bad to a house, and returns when all is there again."""


def end_connections(deployment: Deployment) -> None:
    """`pg_terminate_backend`, again and again, wherever the app just is."""
    for _time in range(30):
        deployment.do(f"SELECT pg_terminate_backend(pid) {OF_THE_APP} AND random() < 0.3")
        time.sleep(deployment.rng.uniform(0, 0.03))


def start_after(end: Callable[[Cluster], object], deployment: Deployment) -> None:
    """Stop or kill the server, and start it again after a while. Now and then phones are refused
    before that."""
    end(deployment.cluster)
    time.sleep(deployment.rng.choice((0.0, 0.5, 3.5)))
    deployment.cluster.start()


def kill_backend(deployment: Deployment) -> None:
    """`kill -9` of one process of the server, whereupon it ends all others and begins anew."""

    def killed_one() -> bool:
        try:
            ((pid,), *_others) = deployment.do(f"SELECT pid {OF_THE_APP} ORDER BY random()")
            os.kill(int(str(pid)), signal.SIGKILL)
        except (ValueError, ProcessLookupError):  # none is there, or just ended by itself
            return False
        return True

    def answers() -> bool:
        try:
            return bool(deployment.do("SELECT 1"))
        except psycopg.Error:
            return False

    wait_until(killed_one)
    time.sleep(0.05)
    wait_until(answers)


def kill_app(deployment: Deployment) -> None:
    """`kill -9` of one process of the app, which is started again."""
    process = deployment.rng.choice(deployment.processes)
    process.close()
    process.start()


FAULTS: dict[str, Fault] = {
    "pg_terminate_backend": end_connections,
    "stop fast": partial(start_after, lambda cluster: cluster.stop("fast")),
    "stop immediate": partial(start_after, lambda cluster: cluster.stop("immediate")),
    "kill -9 of the server": partial(start_after, Cluster.kill),
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
        with closing(engine_for(cluster.address(deployment.name)).connect()) as db:
            report.harm[DAMAGED] = len(list(log.damaged_lines(db)))
    return report


def fail_over(folder: Path, rounds: int, rng: random.Random) -> Report:
    """Kill a server that is repeated by a standby, which is then told to take its place."""
    report = Report()
    for number in range(rounds):
        own = folder / str(number)
        own.mkdir()
        with a_cluster() as first, a_standby(first) as second:
            # Nothing is acknowledged that is not on both.
            first.do("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")

            def fault(deployment: Deployment, second: Cluster = second) -> None:
                deployment.cluster.kill()
                second.promote()
                deployment.cluster = second

            with deploy(own, first, rng, second) as deployment:
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


SERIALS = count(1)


def play_on(is_over: threading.Event, phone: Phone, match: int) -> None:
    """Answer until it is over, whatever happens, at one table after the other."""
    line = 0
    while not is_over.is_set():
        try:
            if line >= LONGEST:
                match, line = phone.begin(), 0
            line = line or phone.last_line(phone.ask("GET", f"/matches/{match}"))
            line = phone.send(Answer(match, line + 1, phone.tricks(), next(SERIALS)))
        except (AssertionError, HTTPException, OSError):
            line = LONGEST if line >= LONGEST else 0
            time.sleep(PAUSE)


def run_round(deployment: Deployment, fault: Fault, report: Report) -> None:
    """One round: phones answer, the fault happens, all recovers, and the database is checked."""
    evening, is_over = Evening(), threading.Event()
    ports = [process.port for process in deployment.processes * PHONES_OF_A_PROCESS]
    phones = [Phone(port, evening, deployment.rng) for port in ports]
    with at_tables(phones, partial(play_on, is_over), TABLES):
        try:
            time.sleep(deployment.rng.uniform(0, BLINK))
            fault(deployment)
            there_again = time.monotonic()
            wait_until(lambda: all(phone.served[-1] > there_again for phone in phones))
        finally:
            is_over.set()
    well_again = max(next(at for at in phone.served if at > there_again) for phone in phones)
    report.recovery = max(report.recovery, well_again - there_again)
    check(deployment, evening, report)


def check(deployment: Deployment, evening: Evening, report: Report) -> None:
    """Compare what phones were told with the database; then send again what nobody knows of."""

    def names() -> Counter[object]:
        """What the answers in the database are called, and how often each is there."""
        rows = deployment.do("SELECT once FROM events WHERE once LIKE 'answer-%'")
        return Counter(name for (name,) in rows)

    kept = names()
    report.rounds += 1
    report.acknowledged += len(evening.heard)
    report.refused += len(evening.refused)
    report.unsure += len(evening.unanswered)
    report.harm[DENIED] += sum(kept[answer.name] > 0 for answer in evening.refused)
    resend = Phone(deployment.processes[0].port, evening, deployment.rng)
    for answer in list(evening.unanswered):
        resend.send(answer)
    kept = names()
    report.harm[LOST] += sum(not kept[answer.name] for answer in evening.heard)
    report.harm[DOUBLED] += sum(times - 1 for times in kept.values())
    report.harm[CRASHED] += len(evening.crashes)
    report.crashes += evening.crashes
    report.slowest = max(report.slowest, evening.slowest)
