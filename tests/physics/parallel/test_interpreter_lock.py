"""The interpreter lock: short steps keep it, so that threads with a small world each do not wait for each other.

Two such worlds took three times as long in two threads as one after the other, on a machine with two free cores: each kernel let
the other thread take the lock, and then waited for it.  Counted is here how often another thread gets the lock, which does not
depend on what else the machine does.
"""
from __future__ import annotations

import sys
import threading
import time
from contextlib import nullcontext

import pytest

from physics import Box, Plane, World
from physics.compile import decorators
from physics.parallel import job_runner
from tests.support.by_stages import by_stages

WARM = 70              # steps after which all that is done in some steps alone was done once
ROUNDS, FEW = 40, 10   # rounds of a few steps: most are without a pause that another program makes, after which the interpreter
MOST = 26              # changes threads by itself; where steps release the lock, hardly half of them are
CLEAR = 30             # passes by which steps that release the lock must be ahead
PATIENCE = 60.0        # [s]
MANY = 1000            # steps in one call


def small_world() -> World:
    """Three boxes on the ground."""
    world = World(sleep=False)
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
@pytest.mark.parametrize("way", [nullcontext, by_stages], ids=["in compiled code", "by stages"])
def test_short_steps_keep_the_lock(passes, monkeypatch, way):
    monkeypatch.setattr(job_runner, "SHORT", 1000.0)         # however slow the machine is
    world, seen = small_world(), []
    with way():
        step(world, WARM)
        for _ in range(ROUNDS):
            before = passes[0]
            step(world, FEW)
            seen.append(passes[0] - before)
    assert seen.count(0) >= MOST, "another thread ran in the middle of steps"


@pytest.mark.skipif(decorators.PLAIN, reason="numba's own entries always release the lock")
def test_long_steps_release_it(passes, monkeypatch):
    """Beside others the other thread may find no processor while the lock is free: rounds go on until the difference shows."""
    world, seen = small_world(), {"kept": 0, "released": 0}
    end = time.monotonic() + PATIENCE
    with by_stages():
        step(world, WARM)
        while seen["released"] < CLEAR + 3 * seen["kept"] and time.monotonic() < end:
            for way, limit in (("kept", 1000.0), ("released", 0.0)):
                monkeypatch.setattr(job_runner, "SHORT", limit)
                step(world, 1)                                   # what it took decides about the next one
                before = passes[0]
                step(world, FEW)
                seen[way] += passes[0] > before
    assert seen["released"] >= CLEAR + 3 * seen["kept"], f"the other thread got the lock in this many rounds: {seen}"


def test_several_steps_in_one_call_release_it(passes):
    world, end = small_world(), time.monotonic() + PATIENCE
    world.step(WARM)
    before = passes[0]
    while passes[0] < before + CLEAR and time.monotonic() < end:
        world.step(MANY)
    assert passes[0] >= before + CLEAR


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
