"""The interpreter lock: short steps keep it, so that threads with a small world each do not wait for each other.

Two such worlds took three times as long in two threads as one after the other, on a machine with two free cores: each kernel let
the other thread take the lock, and then waited for it.  Counted is here how often another thread gets the lock, which does not
depend on what else the machine does.
"""
from __future__ import annotations

import sys
import threading
import time

import pytest

from physics import Box, Plane, World
from physics.compile import decorators
from physics.parallel import job_runner

STEPS = 100
WARM = 70              # steps after which all that is done in some steps alone was done once
ROUNDS, FEW = 40, 10   # rounds of a few steps: most are without a pause that another program makes, after which the interpreter
MOST = 26              # changes threads by itself; where steps release the lock, hardly half of them are


def small_world() -> World:
    """Three boxes on the ground."""
    world = World()
    world.add_body(shape=Plane(), type="static")
    for k in range(3):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 + k))
    return world


def step(world: World, steps: int) -> None:
    for _ in range(steps):
        world.step()


@pytest.fixture
def passes():
    """How often another thread got the lock, in a list; Python by itself takes it from no thread for so long."""
    found, over, usual = [0], threading.Event(), sys.getswitchinterval()

    def count() -> None:
        while not over.is_set():
            found[0] += 1
            time.sleep(0)                        # gives the lock back, and asks for it again

    other = threading.Thread(target=count)
    sys.setswitchinterval(1000.0)
    other.start()
    yield found
    over.set()
    sys.setswitchinterval(usual)
    other.join()


@pytest.mark.skipif(decorators.PLAIN, reason="numba's own entries always release the lock")
def test_short_steps_keep_the_lock(passes, monkeypatch):
    monkeypatch.setattr(job_runner, "SHORT", 1000.0)         # however slow the machine is
    world, seen = small_world(), []
    step(world, WARM)
    for _ in range(ROUNDS):
        before = passes[0]
        step(world, FEW)
        seen.append(passes[0] - before)
    assert seen.count(0) >= MOST, "another thread ran in the middle of steps"


def test_long_steps_release_it(passes, monkeypatch):
    monkeypatch.setattr(job_runner, "SHORT", 0.0)
    world = small_world()
    step(world, 5)
    before = passes[0]
    step(world, STEPS)
    assert passes[0] > before


@pytest.mark.skipif(decorators.PLAIN, reason="numba's own entries always release the lock")
def test_the_lock_is_kept_for_a_step_only():
    """A step that fails releases it as well; other threads release it meanwhile."""
    from physics.compile.interpreter_lock import KEEPER
    team, seen = job_runner.Teamwork(1), []
    with team.gathered(1):
        seen.append(KEEPER.value)
    with pytest.raises(ZeroDivisionError), team.gathered(1):
        seen.append(KEEPER.value)
        raise ZeroDivisionError
    assert seen == [0, threading.get_ident()], "the second one, because the first was short"
    assert KEEPER.value == 0
