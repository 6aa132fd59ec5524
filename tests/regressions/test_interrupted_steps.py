"""Ctrl-C during a step of a world with several threads.

Seen: after a KeyboardInterrupt the next step never came back, and an exception in a helping thread was lost.  Expected: the
interrupt is raised, and the world steps on; what a helper raises reaches the caller.  Why: a job that ended by an exception left
the number of its last stage in the shared numbers and not with the team, so the next job found every chunk taken and waited
forever; the chunk of a helper that had failed was never finished.

A hang inside a kernel cannot be interrupted, so everything here runs in a process of its own, with a limit.
"""
from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from numba import njit

from physics import Box, Plane, World
from physics.parallel.job_runner import Teamwork
from physics.parallel.team import first_chunk, next_chunk

ROOT = Path(__file__).resolve().parents[2]
MODULE = "tests.regressions.test_interrupted_steps"
LIMIT = 60.0                                     # [s] for a process that needs some
LATEST, AGAIN = 0.004, 2.0                       # [s] until an interrupt, and from it to the next if it was lost in a callback


def in_a_process(call: str) -> None:
    """Run a function of this file; a hang fails by the limit."""
    done = subprocess.run([sys.executable, "-c", f"from {MODULE} import *; {call}"], cwd=ROOT, timeout=LIMIT,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def pile(threads: int) -> World:
    """Ten layers of boxes that fall onto each other, with so many threads in every step."""
    world = World(sleep=False)
    world._teamwork = Teamwork(threads, measured=False)
    world.add_body(shape=Plane(), type="static")
    for k in range(90):
        world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=(0.45 * (k % 3), 0.45 * (k // 3 % 3), 0.3 + 0.45 * (k // 9)))
    return world


def hashes(world: World, steps: int) -> list[str]:
    """State hash after each of so many steps."""
    found = []
    for _ in range(steps):
        world.step()
        found.append(world.state_hash())
    return found


def interrupted(world: World, after: float) -> bool:
    """Step until a timer's signal, which raises KeyboardInterrupt wherever this thread is; whether it was raised."""
    try:
        signal.setitimer(signal.ITIMER_REAL, after, AGAIN)
        for _ in range(10_000):
            world.step()
    except KeyboardInterrupt:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        return True
    return False


def interrupt(threads: int, times: int) -> None:
    """So many interrupts of a running world: each is raised, and the world steps on with all its threads."""
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    world, draw = pile(threads), random.Random(threads)
    hashes(world, 30)                            # touching, and all kernels are there
    start = world.snapshot()
    expected = hashes(world, 10)
    for _ in range(times):
        assert interrupted(world, draw.uniform(1e-4, LATEST))
        world.step()
        assert world.threads_used == threads and np.isfinite(world.positions).all()
    world.restore(start)
    assert hashes(world, 10) == expected


@njit(nogil=True)
def take_a_chunk(team):
    """Claim a chunk, and leave it unfinished."""
    return first_chunk(team, 8, 1)


@njit(nogil=True)
def take_all_chunks(team):
    """Finish all chunks, and wait for those of others."""
    chunk = first_chunk(team, 8, 1)
    while chunk >= 0:
        chunk = next_chunk(team)


def fail_in_a_helper() -> None:
    """A helper raises with a chunk in hand."""
    claimed, team = threading.Event(), Teamwork(2, measured=False)

    def job(one) -> None:
        if one.member:
            assert take_a_chunk(one) >= 0
            claimed.set()
            raise ArithmeticError("in a helper")
        assert claimed.wait(LIMIT)
        take_all_chunks(one)

    for _ in range(20):
        with pytest.raises(ArithmeticError, match="in a helper"), team.gathered(100):
            team.work(job)
        claimed.clear()
        with team.gathered(100):
            assert team.members == 2
            team.work(take_all_chunks)


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """The kernels are in the cache before a process with a limit needs them."""
    hashes(pile(2), 30)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals on this system")
@pytest.mark.parametrize("threads, times", [(2, 200), (4, 20)])
def test_a_world_steps_on_after_an_interrupt(threads, times):
    in_a_process(f"interrupt({threads}, {times})")


def test_what_a_helper_raises_reaches_the_caller():
    in_a_process("fail_in_a_helper()")
