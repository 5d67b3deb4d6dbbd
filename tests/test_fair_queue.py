"""Whose request is answered next."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from app.fair_queue import FairLock, FairQueue


@dataclass
class Task:
    owner: str
    number: int = 0


@pytest.fixture
def queue():
    return FairQueue(2)


def test_owners_take_turns_and_their_tasks_keep_their_order(queue):
    for number in range(2):
        for owner in ("busy", "busy", "other"):
            queue.append(Task(owner, number))

    begun = [queue.popleft() for _task in range(4)]

    assert [task.owner for task in begun] == ["busy", "other", "busy", "other"]
    assert [task.number for task in begun] == [0, 0, 0, 1]


def test_an_owner_has_its_share_and_no_more_until_one_is_done(queue):
    for number in range(3):
        queue.append(Task("busy", number))
    for _task in range(2):
        queue.popleft()

    assert not queue
    assert len(queue) == 1
    queue.append(Task("other"))
    assert queue.popleft().owner == "other"
    assert not queue
    queue.done("busy")
    assert queue.popleft().number == 2
    assert not queue
    assert len(queue) == 0


def test_nothing_is_kept_of_owners_who_have_nothing_to_do(queue):
    for number in range(1000):
        queue.append(Task(f"owner {number}"))
    for _task in range(1000):
        queue.done(queue.popleft().owner)

    assert not any((queue._waiting, queue._running, queue._turns))
    with pytest.raises(KeyError):
        queue.popleft()


def test_a_lock_goes_to_who_waits_for_it_and_not_to_who_has_gone():
    lock = FairLock()

    assert lock.acquire("one", 0)
    assert not lock.acquire("other", 0.01)
    with ThreadPoolExecutor(1) as other:
        waits = other.submit(lock.acquire, "third", 30)
        lock.release()
        assert waits.result()
    lock.release()
    assert lock.acquire("one", 0)
