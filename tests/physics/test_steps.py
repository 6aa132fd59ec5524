"""`World.step(n)`: numbers of steps, who is told of each of them, stops, and Ctrl-C."""
from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

from physics import BallSocket, Box, Plane, Sphere, World
from physics.definitions.tunable import SettingError
from physics.history import History
from tests.support.by_stages import by_stages, counted


def column(**settings) -> World:
    """Five boxes on the ground, and a pendulum."""
    world = World(sleep=False, **settings)
    world.add_body(shape=Plane(), type="static")
    for k in range(5):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 + k))
    ball = world.add_body(shape=Sphere(radius=0.2), position=(5, 0, 3))
    world.add_joint(BallSocket(a=None, b=ball, anchor=(4, 0, 3)))
    return world


def test_as_many_single_steps():
    one, two = column(), column()
    assert one.step(100) is None
    for _ in range(100):
        two.step()
    assert (one.state_hash(), one.step_count, one.time) == (two.state_hash(), 100, two.time)


@pytest.mark.parametrize("number", [3, np.int64(3), np.int32(3)])
def test_whole_numbers_of_any_kind(number):
    world = column()
    world.step(number)
    assert world.step_count == 3 and type(world.step_count) is int


@pytest.mark.parametrize("number", [0, -1, 1.0, 2.5, True, False, None, "3", float("nan"), np.True_, 10**9 + 1, 10**30, [1],
                                    np.array([2])])
def test_other_numbers_are_refused(number):
    world = column()
    before = world.state_hash()
    with pytest.raises(SettingError, match=r"steps: .* allowed are whole numbers from 1 to 1,000,000,000"):
        world.step(number)
    assert world.state_hash() == before and world.step_count == 0


def test_a_stop_takes_no_number():
    world = column()
    with pytest.raises(SettingError, match="too many with a stop inside the step"):
        world.step(2, stop=(8, 0, 0))
    world.step((5, 0, 0))                            # in place of the number, as ever
    assert world.step_count == 0


def test_it_goes_until_a_condition_holds():
    world = column()
    stopped = world.step(1000, stop_when="time > 0.5")
    assert stopped is not None and world.step_count == 30 + 1
    assert world.step(5, stop_when="time > 100") is None and world.step_count == 36


def test_no_time_changes_nothing():
    world = column(dt=0.0)
    world.step(10)
    assert world.step_count == 0 and world.time == 0


def test_a_history_has_every_step():
    """A world that is recorded takes its steps by stages, also those of one call."""
    world = column()
    world.step(20)
    with History(world) as history, counted() as number:
        world.step(30)
        assert number == {True: 0, False: 0} and (history.first, history.last) == (20, 50)
    with counted() as number:
        world.step(20)
    assert number[True] > 15


class Watcher:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.before: list[int] = []
        self.after: list[int] = []

    def before_step(self, world: World) -> None:
        """Before a step."""
        self.before.append(world.step_count)

    def after_step(self, world: World) -> None:
        """After it."""
        self.after.append(world.step_count)


def test_a_watcher_is_told_of_every_step():
    world, watcher = column(), Watcher()
    world.step(10)
    world._watcher = watcher
    world.step(40)
    assert watcher.before == list(range(10, 50)) and watcher.after == list(range(11, 51))


def test_events_between_calls():
    """Contacts that begin in the last of several steps, and only these, are its events."""
    worlds = [World(), World()]
    for world in worlds:
        world.add_body(shape=Plane(), type="static")
        world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 2.0))
    with by_stages():
        while not worlds[0].events:
            worlds[0].step()
    worlds[1].step(worlds[0].step_count)
    assert [str(event) for event in worlds[1].events] == [str(event) for event in worlds[0].events] != []
    worlds[1].step(2)
    assert worlds[1].events == []


def test_the_profile_is_that_of_the_last_step():
    world = column()
    world.step(50)
    times = world.profile
    assert all(0 <= each < 1000 for each in times.values()) and times["solve"] > 0 and times["find pairs"] > 0
    assert list(times) == list(column().profile)


def test_ctrl_c_ends_it_between_two_steps_or_in_one():
    """A world that was interrupted steps on, and threads and locks are free."""
    world, other = column(threads=2), column(threads=2)
    world.step(20)
    for pause in (0.05, 0.11, 0.02, 0.2):
        timer = threading.Timer(pause, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            world.step(10**9)
        timer.join()
    count = world.step_count
    assert count > 100 and np.isclose(world.time, count / 60)
    saved = world.snapshot()
    world.step(50)
    assert world.step_count == count + 50 and np.isfinite(world.positions).all() and world.max_penetration() < 0.05
    after = world.state_hash()
    world.restore(saved)
    with by_stages():
        for _ in range(50):
            world.step()
    assert world.state_hash() == after
    other.step(10)                                   # nothing is left taken


def test_ctrl_c_is_heard_soon():
    """A call of the kernel lasts some hundredths of a second at most."""
    world = column()
    world.step(200)
    since = time.perf_counter()
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        world.step(10**9)
    assert world._steady._seconds < 0.01 and time.perf_counter() - since < 5.0


def test_other_threads_run_meanwhile():
    """Many steps in one call release the interpreter lock."""
    world, turns, over = column(), [0], threading.Event()
    world.step(50)

    def count() -> None:
        while not over.is_set():
            turns[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = turns[0]
    world.step(20_000)
    over.set()
    thread.join()
    assert turns[0] > before + 1000
