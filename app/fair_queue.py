"""Whose turn it is: each phone in turn, and no club or address with more than its share at once.

Without it requests are answered and sheets are printed as they come: a club that asks for sixty
long pages has all the threads, and every other club waits.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Generic, NamedTuple, Protocol, TypeVar


class Owners(NamedTuple):
    """Whose share something takes: that of a club, and that of an address. Without a club the
    address stands for both."""

    club: str
    address: str


class Owned(Protocol):
    """Something that somebody waits for."""

    @property
    def owners(self) -> Owners: ...


Task = TypeVar("Task", bound=Owned)
Share = tuple[str, str]
"""What kind of owner, and which."""


def shares(owners: Owners) -> Iterator[Share]:
    """The two shares that a task of these owners takes."""
    return zip(Owners._fields, owners, strict=True)


class FairQueue(Generic[Task]):
    """Tasks that wait for a thread; a club and an address have at most so many threads at once.

    It is used in the place of a `deque`, under the lock of who uses it: it is true while a task may
    begin, and `popleft` takes one of the owners whose turn it is. Whoever has finished it says so
    by `done`. Nothing here takes longer with more owners or tasks.
    """

    def __init__(self, most_of_club: int, most_of_address: int) -> None:
        self._most = {"club": most_of_club, "address": most_of_address}
        self._waiting: dict[Owners, deque[Task]] = {}
        """The tasks of each, who are either in `_turns` or held back."""
        self._turns: OrderedDict[Owners, None] = OrderedDict()
        """Those who have not been seen to have a full share, the next one first."""
        self._held: dict[Share, deque[Owners]] = {}
        """Those who had to wait because this share was full, the next one first."""
        self._running: Counter[Share] = Counter()
        self._length = 0

    def __len__(self) -> int:
        """How many wait, whether they may begin or not."""
        return self._length

    def __bool__(self) -> bool:
        """Whether a task may begin."""
        return self._next() is not None

    def append(self, task: Task) -> None:
        """Let a task wait for the turn of its owners."""
        owners = task.owners
        if owners not in self._waiting:
            self._waiting[owners] = deque()
            self._take_turn(owners)
        self._waiting[owners].append(task)
        self._length += 1

    def popleft(self) -> Task:
        """The next task that may begin. Raises KeyError if there is none."""
        owners = self._next()
        if owners is None:
            raise KeyError("no task may begin")
        del self._turns[owners]
        tasks = self._waiting[owners]
        task = tasks.popleft()
        self._length -= 1
        self._running.update(shares(owners))
        if tasks:
            self._take_turn(owners)
        else:
            del self._waiting[owners]
        return task

    def done(self, owners: Owners) -> None:
        """A task of these owners is finished, or takes no thread of all any more."""
        for share in shares(owners):
            self._running[share] -= 1
            if not self._running[share]:
                del self._running[share]
            self._let_go(share)

    def _next(self) -> Owners | None:
        """The owners whose turn it is, after those were held back who have a full share."""
        while self._turns:
            owners = next(iter(self._turns))
            if not any(map(self._is_full, shares(owners))):
                return owners
            del self._turns[owners]
            self._take_turn(owners)
            # Others may wait for what these leave.
            for share in shares(owners):
                if not self._is_full(share):
                    self._let_go(share)
        return None

    def _take_turn(self, owners: Owners) -> None:
        """Let these owners come last; those who have a full share wait for that first."""
        full = next(filter(self._is_full, shares(owners)), None)
        if full is None:
            self._turns[owners] = None
        else:
            self._held.setdefault(full, deque()).append(owners)

    def _is_full(self, share: Share) -> bool:
        return self._running[share] >= self._most[share[0]]

    def _let_go(self, share: Share) -> None:
        """Let the next one who waits for this share have a turn."""
        if held := self._held.get(share):
            self._turns[held.popleft()] = None
            if not held:
                del self._held[share]


@dataclass
class Ticket:
    """Somebody who waits for a lock."""

    owners: Owners
    called: Event = field(default_factory=Event)
    has_left: bool = False


class FairLock:
    """A lock that goes to the owners who wait for it in turn, however often one of them waits."""

    def __init__(self) -> None:
        self._waiting: FairQueue[Ticket] = FairQueue(1, 1)
        self._holder: Owners | None = None
        self._lock = Lock()

    def acquire(self, owners: Owners, timeout: float) -> bool:
        """Take the lock, or wait so many seconds for it; False if they have passed."""
        ticket = Ticket(owners)
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
                self._waiting.done(ticket.owners)
            else:
                self._holder = ticket.owners
                ticket.called.set()
