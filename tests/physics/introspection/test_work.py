"""The work of rows and of all causes besides adds up to the change of kinetic energy, for every stabilization and joint."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.definitions.settings import PRESETS
from tests.physics.introspection.test_explain import EXACT, STABILIZATIONS, stabilized
from tests.support.constraint_worlds import heap
from tests.support.joint_zoo import zoo


def assert_accounted(world: World, tolerance: float = EXACT) -> None:
    """Step; the work adds up to the change of kinetic energy, and the energies are those of the world."""
    before = world.energy().kinetic
    world.step()
    work = world.work()
    scale = max(1.0, work.before, work.after)
    assert abs(work.before - before) < tolerance * scale
    assert abs(work.after - world.energy().kinetic) < tolerance * scale
    assert abs(work.rows.sum() + sum(work.causes.values()) - (work.after - work.before)) < tolerance * scale
    assert len(work.rows) == len(work.given) == world.rows().size


@pytest.mark.parametrize("name", STABILIZATIONS)
@pytest.mark.parametrize("friction", ("cone", "manifold_centre"))
@pytest.mark.parametrize("substeps, iterations", ((1, 6), (4, 2)))
def test_heaps(name, friction, substeps, iterations):
    assert_accounted(stabilized(heap, name, 60, friction_model=friction, substeps=substeps, iterations=iterations, belts=True,
                                resisting=True))


@pytest.mark.parametrize("name", STABILIZATIONS)
@pytest.mark.parametrize("gyroscopic", ("off", "explicit", "implicit", "conserving"))
def test_every_joint(name, gyroscopic):
    """With forces, and with caps that act."""
    world = stabilized(zoo, name, 20, substeps=3, gyroscopic=gyroscopic, geometric_stiffness=True, max_speed=2.0,
                       max_rotation=0.1)
    world.bodies[5].apply_force((30, 20, 10), at=world.bodies[5].position + (0.1, 0, 0.1))
    assert_accounted(world)
    assert world.work().causes["forces"] and world.work().causes["caps"] < 0


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name):
    assert_accounted(zoo(2, 30, **dataclasses.asdict(PRESETS[name])))


def test_single_precision():
    assert_accounted(heap(3, 60, precision="single", substeps=4, iterations=2, stabilization="soft"), tolerance=3e-5)


def test_a_ball_on_the_floor_gets_from_gravity_what_the_contact_takes():
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5), velocity=(0, 0, -2))
    world.step()
    work = world.work()
    assert work.causes["gravity"] > 0 > work.rows[world.rows().kind == "normal"].sum()


def test_a_lift_gives_energy_that_is_no_fault():
    """A rising floor works on a box, and the row as a constraint gives nothing."""
    world = World(precision="double", solver=SolverSettings(stabilization="none"))
    world.add_body(shape=Box(half=(1, 1, 0.1)), type="kinematic", velocity=(0, 0, 1))
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.6), mass=2)
    world.step()
    work, rows = world.work(), world.rows()
    normal = rows.kind == "normal"
    assert work.rows[normal].sum() == pytest.approx(1.0 + 2 * 9.81 / 60, rel=0.2)       # 1/2 m v^2, and the weight
    assert np.abs(work.given[normal]).sum() <= work.rows[normal].sum()


def test_nothing_while_all_sleep():
    world = World(sleep=True)
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5))
    for _ in range(300):
        world.step()
    assert world.resting
    assert len(world.work().rows) == 0 and world.work().after == 0
