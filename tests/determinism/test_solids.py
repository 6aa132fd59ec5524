"""Worlds of all shapes are the same to the last bit: threads, repeated runs, saved states, histories, sleep."""
from __future__ import annotations

import pickle

import numpy as np
import pytest

import scenes
from physics import Convex, SolverSettings, World
from physics.definitions.settings import PRESETS
from physics.parallel.job_runner import Teamwork
from tests.support.solid_scenes import rain


def hashes(world: World, steps: int, threads: int = 0) -> list[str]:
    """State hash every 40 steps."""
    if threads:
        world._teamwork = Teamwork(threads, measured=False)
    found = []
    for n in range(steps):
        world.step()
        if n % 40 == 39:
            found.append(world.state_hash())
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_any_number_of_threads(preset):
    alone = hashes(rain(1, 40, solver=SolverSettings.preset(preset)), 160, 1)
    for threads in (2, 4, 8):
        assert hashes(rain(1, 40, solver=SolverSettings.preset(preset)), 160, threads) == alone


@pytest.mark.parametrize("precision", ["single", "double"])
def test_a_state_that_is_put_back_goes_on_as_before(precision):
    """In the same world and, pickled, in another one that was made alike."""
    world, other = rain(2, 25, precision), rain(2, 25, precision)
    hashes(world, 80)
    saved = world.snapshot()
    expected = hashes(world, 120)
    world.restore(saved)
    assert hashes(world, 120) == expected
    other.restore(pickle.loads(pickle.dumps(saved)))
    assert hashes(other, 120) == expected


def test_bodies_that_come_and_go():
    """Hulls keep theirs when others are removed and rows close up; a world made of what is left moves alike."""
    world = rain(3, 20)
    hashes(world, 40)
    for body in world.bodies[4::3]:
        world.remove(body)
    world.add_body(shape=Convex(np.random.default_rng(0).normal(size=(8, 3)) * 0.3), position=(0, 0, 6))
    saved = world.snapshot()
    first = hashes(world, 120)
    world.restore(saved)
    assert hashes(world, 120) == first and all(np.isfinite(world.positions.ravel()))


@pytest.mark.parametrize("precision", ["single", "double"])
def test_they_fall_asleep_and_stay_as_they_are(precision):
    """Asleep, no bit changes; a push wakes what it touches."""
    world = rain(5, 8, precision, damping=1.0)                                 # what is round would roll on for ever
    world.bodies[3].angular_velocity = (0, 0, 0)
    world.sleep = True
    dynamic = [body for body in world.bodies if body.type == "dynamic"]
    for _ in range(2400):
        world.step()
        if all(body.asleep for body in dynamic):
            break
    assert all(body.asleep for body in dynamic)
    before = world.positions.copy(), world.rotations.copy()
    for _ in range(60):
        world.step()
    assert (world.positions == before[0]).all() and (world.rotations == before[1]).all()
    dynamic[0].apply_impulse((0, 0, 10 * dynamic[0].mass))
    world.step()
    assert not dynamic[0].asleep and dynamic[0].velocity[2] > 5


def test_what_rolls_among_what_does_not():
    """A contact that rolls has the step place rows anew in each substep: in which order blocks are prepared is no matter."""
    found = []
    for threads in (1, 2, 4):
        world = scenes.build(scenes.load("collision/all_shapes"))
        found.append(hashes(world, 80, threads))
    assert found[0] == found[1] == found[2]
