"""Warm starting by bodies equals applying every impulse again, and keeps the sums of impulses."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, World
from tests.support.constraint_worlds import heap

SETTLED = 160                                    # steps until most bodies of the heap lie
MODELS = pytest.mark.parametrize("model", ["cone", "pyramid", "manifold_centre"])


def falling_heap(model: str, **settings) -> World:
    """A heap without joints, whose rows turn with the bodies."""
    world = heap(steps=1, friction_model=model, stabilization="soft", **settings)
    for joint in list(world.joints):
        world.remove(joint)
    return world


def both_ways(world: World, stop: tuple[int, int, int] | None = None) -> list[tuple[np.ndarray, ...]]:
    """(velocities, normal, tangent impulses) after the next step with warm starts by constraints, which wanting a hair less than
    the impulses makes them, and by bodies; the world goes on from the latter."""
    saved, by_bodies, found = world.snapshot(), world.solver, []
    for solver in (by_bodies.replace(warm_start=1 - 1e-15), by_bodies):
        world.restore(saved)
        world.solver = solver
        world.step(stop=stop)
        contacts = world.contact_arrays()
        found.append((world.velocities.copy(), contacts.normal_impulses, contacts.tangent_impulses))
    return found


@MODELS
def test_bodies_and_constraints_agree(model):
    """Velocities after every step, and what contacts report to have pushed with in all its substeps."""
    world, most = falling_heap(model, substeps=4, iterations=2), 0
    for _ in range(120):
        wanted, found = both_ways(world)
        for one, other in zip(found, wanted):
            np.testing.assert_allclose(one, other, atol=1e-11, rtol=0)
        most = max(most, len(found[1]))
    assert most >= 10


def test_velocities_after_a_warm_start():
    world = falling_heap("cone", substeps=4)
    for _ in range(SETTLED):
        world.step()
    wanted, found = both_ways(world, (7, 2, 0))
    np.testing.assert_allclose(found[0], wanted[0], atol=1e-11, rtol=0)
    before = world._bodies.living(world._bodies.arrays.warm_start)[:, :3]
    assert np.abs(world.velocities - before).max() > 1e-3, "it did something"


def test_impulses_balance_gravity_over_the_step():
    """A box at rest is carried by m g dt, summed over the substeps."""
    world = World(sleep=False, precision="double", solver=SolverSettings(substeps=8))
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), mass=3, position=(0, 0, 0.5))
    for _ in range(240):
        world.step()
    assert world.contact_arrays().normal_impulses.sum() == pytest.approx(3 * 9.81 / 60, rel=1e-4)


def test_a_cap_is_no_impulse():
    """The change of a velocity by a cap is not applied again in the next substep."""
    world = World(sleep=False, precision="double", gravity=(0, 0, 0), solver=SolverSettings(substeps=4, max_speed=10))
    body = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), mass=1, position=(0, 0, 5), velocity=(30, 0, 0))
    world.step()
    assert np.linalg.norm(body.velocity) == pytest.approx(10, rel=1e-12)
