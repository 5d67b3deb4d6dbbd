"""Whose turn it is: each club in turn, and none with more than its share at once.

Without it requests are answered and sheets are printed as they come: a club that asks for sixty
long pages has all the threads, and every other club waits.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Generic, Protocol, TypeVar


class Owned(Protocol):
    """Something that somebody waits for."""

    @property
    def owner(self) -> str: ...


Task = TypeVar("Task", bound=Owned)


class FairQueue(Generic[Task]):
    """Tasks that wait for a thread; an owner has at most `most` threads at once.

    It is used in the place of a `deque`, under the lock of who uses it: it is true while a task may
    begin, and `popleft` takes one of the owner whose turn it is. Whoever has finished it says so by
    `done`. Nothing here takes longer with more owners or tasks.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting: dict[str, deque[Task]] = {}
        self._running: Counter[str] = Counter()
        self._turns: OrderedDict[str, None] = OrderedDict()
        """The owners who have a task that may begin, the next one first."""
        self._length = 0

    def __len__(self) -> int:
        """How many wait, whether they may begin or not."""
        return self._length

    def __bool__(self) -> bool:
        """Whether a task may begin."""
        return bool(self._turns)

    def append(self, task: Task) -> None:
        """Let a task wait for the turn of its owner."""
        self._waiting.setdefault(task.owner, deque()).append(task)
        self._length += 1
        self._take_turn(task.owner)

    def popleft(self) -> Task:
        """The next task that may begin. Raises KeyError if there is none."""
        owner, _nothing = self._turns.popitem(last=False)
        tasks = self._waiting[owner]
        task = tasks.popleft()
        self._length -= 1
        self._running[owner] += 1
        if not tasks:
            del self._waiting[owner]
        self._take_turn(owner)
        return task

    def done(self, owner: str) -> None:
        """A task of this owner is finished, or takes no thread of all any more."""
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
        self._take_turn(owner)

    def _take_turn(self, owner: str) -> None:
        if owner in self._waiting and self._running[owner] < self.most:
            self._turns.setdefault(owner)


@dataclass
class Ticket:
    """Somebody who waits for a lock."""

    owner: str
    called: Event = field(default_factory=Event)
    has_left: bool = False


class FairLock:
    """A lock that goes to the owners who wait for it in turn, however many wait for one of them."""

    def __init__(self) -> None:
        self._waiting: FairQueue[Ticket] = FairQueue(1)
        self._holder: str | None = None
        self._lock = Lock()

    def acquire(self, owner: str, timeout: float) -> bool:
        """Take the lock, or wait so many seconds for it; False if they have passed."""
        ticket = Ticket(owner)
        with self._lock:
            self._waiting.append(ticket)
            self._call_next()
        if ticket.called.wait(timeout):
            return True
        with self._lock:
            # It may have been called at the last moment.
            ticket.has_left = not ticket.called.is_set()
        return not ticket.has_left

    def release(self) -> None:
        """Give the lock to who is next."""
        with self._lock:
            assert self._holder is not None, "nobody holds it"
            self._waiting.done(self._holder)
            self._holder = None
            self._call_next()

    def _call_next(self) -> None:
        while self._holder is None and self._waiting:
            ticket = self._waiting.popleft()
            if ticket.has_left:
                self._waiting.done(ticket.owner)
            else:
                self._holder = ticket.owner
                ticket.called.set()
