"""Whose request is answered next."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

import pytest

from app.fair_queue import FairLock, FairQueue, Requester


@dataclass
class Task:
    club: str
    number: int = 0
    address: str = ""

    @property
    def requester(self):
        return Requester(self.club, self.address or f"the address of {self.club}")


@pytest.fixture
def queue():
    return FairQueue(2, 3)


def test_requesters_take_turns_and_their_tasks_keep_their_order(queue):
    for number in range(2):
        for owner in ("busy", "busy", "other"):
            queue.append(Task(owner, number))

    begun = [queue.popleft() for _task in range(4)]

    assert [task.club for task in begun] == ["busy", "other", "busy", "other"]
    assert [task.number for task in begun] == [0, 0, 0, 1]


def test_members_of_a_club_take_turns_however_often_one_of_them_asks(queue):
    for number in range(9):
        queue.append(Task("club", number, "watcher"))
    queue.append(Task("club", 9, "scorer"))

    assert [queue.popleft().number, queue.popleft().number] == [0, 9]


@pytest.mark.parametrize("seed", range(20))
def test_nobody_has_more_than_a_share_and_whoever_has_room_has_a_turn(seed, queue):
    lot, waiting, running = Random(seed), [], []

    def has_room(task):
        of_club = sum(other.club == task.club for other in running)
        return of_club < 2 and sum(other.address == task.address for other in running) < 3

    for number in range(600):
        if lot.random() < 0.6 and number < 500:
            waiting.append(Task(lot.choice("abcde"), number, lot.choice("uvwxyz")))
            queue.append(waiting[-1])
        elif queue:
            task = queue.popleft()
            assert has_room(task)
            waiting.remove(task)
            running.append(task)
        elif running:
            queue.done(running.pop(lot.randrange(len(running))).requester)
        assert bool(queue) == any(map(has_room, waiting))
        assert len(queue) == len(waiting)
    while running:
        queue.done(running.pop().requester)
        while queue:
            running.append(queue.popleft())

    assert not len(queue)


def test_nothing_is_kept_of_requesters_who_have_nothing_to_do(queue):
    for number in range(1000):
        queue.append(Task(f"owner {number}"))
    for _task in range(1000):
        queue.done(queue.popleft().requester)

    assert not any((queue._waiting, queue._running, queue._turns, queue._held_back))
    with pytest.raises(KeyError):
        queue.popleft()


def test_a_lock_goes_to_who_waits_for_it_and_not_to_who_has_gone():
    lock, one, other, third = (
        FairLock(),
        Requester("1", "1"),
        Requester("2", "1"),
        Requester("1", "3"),
    )

    assert lock.acquire(one, 0)
    assert not lock.acquire(other, 0.01)
    with ThreadPoolExecutor(1) as phone:
        waits = phone.submit(lock.acquire, third, 30)
        lock.release()
        assert waits.result()
    lock.release()
    assert lock.acquire(one, 0)
