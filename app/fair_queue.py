"""Fair queueing: each phone in turn, and no club or address above its quota at once.

Without it requests are answered and sheets are printed as they come: a club that asks for sixty
long pages has all the threads, and every other club waits.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Generic, NamedTuple, Protocol, TypeVar


class Requester(NamedTuple):
    """The club and the address whose quotas a request, a job or a stream counts against. Without a
    club, the address stands for both."""

    club: str
    address: str


class HasRequester(Protocol):
    """A task that waits on behalf of a requester."""

    @property
    def requester(self) -> Requester: ...


Task = TypeVar("Task", bound=HasRequester)
QuotaKey = tuple[str, str]  # the kind of quota, "club" or "address", and which club or address


def quota_keys(requester: Requester) -> Iterator[QuotaKey]:
    """Return the keys of the two quotas that a task of this requester counts against."""
    return zip(Requester._fields, requester, strict=True)


class FairQueue(Generic[Task]):
    """Tasks that wait for a thread; a club and an address have at most so many threads at once.

    It replaces a `deque`, under the lock of its user: it is true while a task may begin, and
    `popleft` takes one of the requester whose turn it is. When that task ends, `done` has to be
    called. No operation takes longer with more requesters or tasks.
    """

    def __init__(self, most_of_club: int, most_of_address: int) -> None:
        self._most = {"club": most_of_club, "address": most_of_address}
        # The tasks of each requester, which is either in `_turns` or in `_held_back`.
        self._waiting: dict[Requester, deque[Task]] = {}
        # The requesters that may be below their quotas, the next one first.
        self._turns: OrderedDict[Requester, None] = OrderedDict()
        # By a quota that was full: the requesters that wait for it, the next one first.
        self._held_back: dict[QuotaKey, deque[Requester]] = {}
        self._running: Counter[QuotaKey] = Counter()
        self._length = 0

    def __len__(self) -> int:
        """Return how many tasks wait, whether they may begin or not."""
        return self._length

    def __bool__(self) -> bool:
        """Return whether a task may begin."""
        return self._next() is not None

    def append(self, task: Task) -> None:
        """Add a task, to wait for the turn of its requester."""
        requester = task.requester
        if requester not in self._waiting:
            self._waiting[requester] = deque()
            self._take_turn(requester)
        self._waiting[requester].append(task)
        self._length += 1

    def popleft(self) -> Task:
        """Remove and return the next task that may begin. Raises KeyError if there is none."""
        requester = self._next()
        if requester is None:
            raise KeyError("no task may begin")
        del self._turns[requester]
        tasks = self._waiting[requester]
        task = tasks.popleft()
        self._length -= 1
        self._running.update(quota_keys(requester))
        if tasks:
            self._take_turn(requester)
        else:
            del self._waiting[requester]
        return task

    def done(self, requester: Requester) -> None:
        """Free the quotas of a task that is finished, or does not need its thread any more."""
        for quota in quota_keys(requester):
            self._running[quota] -= 1
            if not self._running[quota]:
                del self._running[quota]
            self._release(quota)

    def _next(self) -> Requester | None:
        """Return the requester whose turn it is, None if no task may begin.

        Requesters before it with a full quota are moved to `_held_back`.
        """
        while self._turns:
            requester = next(iter(self._turns))
            if not any(map(self._is_full, quota_keys(requester))):
                return requester
            del self._turns[requester]
            self._take_turn(requester)
            # It may have got its turn because one of its quotas became free, which it cannot use
            # while its other quota is full. Then the next requester that waits for the free quota
            # gets the turn, or it would wait although it may begin. The loop ends, because until a
            # task ends no requester is moved twice: those under a full quota are held back, and
            # only those under a free one are released.
            for quota in quota_keys(requester):
                if not self._is_full(quota):
                    self._release(quota)
        return None

    def _take_turn(self, requester: Requester) -> None:
        """Put a requester last in turn; one with a full quota waits for that first."""
        full = next(filter(self._is_full, quota_keys(requester)), None)
        if full is None:
            self._turns[requester] = None
        else:
            self._held_back.setdefault(full, deque()).append(requester)

    def _is_full(self, quota: QuotaKey) -> bool:
        return self._running[quota] >= self._most[quota[0]]

    def _release(self, quota: QuotaKey) -> None:
        """Give a turn to the next requester that waits for this quota."""
        if waiting := self._held_back.get(quota):
            self._turns[waiting.popleft()] = None
            if not waiting:
                del self._held_back[quota]


@dataclass
class Ticket:
    """A requester that waits for a lock; `called` is set when it has the lock."""

    requester: Requester
    called: Event = field(default_factory=Event)
    has_left: bool = False


class FairLock:
    """A lock that goes to requesters in turn, however many threads of one of them wait for it."""

    def __init__(self) -> None:
        self._waiting: FairQueue[Ticket] = FairQueue(1, 1)
        self._holder: Requester | None = None
        self._lock = Lock()

    def acquire(self, requester: Requester, timeout: float) -> bool:
        """Take the lock, waiting at most `timeout` seconds; returns whether it was taken."""
        ticket = Ticket(requester)
        with self._lock:
            self._waiting.append(ticket)
            self._call_next()
        if ticket.called.wait(timeout):
            return True
        with self._lock:
            # It may have got the lock between the timeout and this line.
            ticket.has_left = not ticket.called.is_set()
        return not ticket.has_left

    def release(self) -> None:
        """Pass the lock to the next requester in turn."""
        with self._lock:
            assert self._holder is not None, "nobody holds it"
            self._waiting.done(self._holder)
            self._holder = None
            self._call_next()

    def _call_next(self) -> None:
        while self._holder is None and self._waiting:
            ticket = self._waiting.popleft()
            if ticket.has_left:
                self._waiting.done(ticket.requester)
            else:
                self._holder = ticket.requester
                ticket.called.set()
