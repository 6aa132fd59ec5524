"""Groups of bodies end a substep with no more kinetic energy than free motion has, and floating ones keep their momentum."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Distance, Sphere, World
from physics.lab.methods.avbd.energy_bound import FreeMotion, driven, groups, hold_energy
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.row import row_parameters
from physics.pipeline.advance import kernel_state, step_parameters
from tests.physics.lab.methods.test_avbd import new_world

FLOATING, HANGING, ALONE, SPRUNG, CARRIED = [0, 1, 2], [3, 4], [5], [6, 7], [9]


def five_groups() -> World:
    """Three boxes that float, a pendulum of two, a body by itself, two on a spring, and one that a moving body carries."""
    world = new_world(1)
    for k in range(3):
        world.add_body(shape=Box(half=(0.3, 0.2, 0.1)), position=(k, 0, 0), mass=1 + k)
    for k in range(2):
        world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=(k, 5, 0), mass=2)
    world.add_body(shape=Sphere(radius=0.2), position=(0, 10, 0))
    for k in range(2):
        world.add_body(shape=Sphere(radius=0.2), position=(k, 15, 0))
    world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=(0, 20, 0), type="kinematic", velocity=(0, 0, 1))
    world.add_body(shape=Sphere(radius=0.2), position=(1, 20, 0))
    body = list(world.bodies)
    for a, b in ((0, 1), (1, 2), (3, 4)):
        world.add_joint(BallSocket(a=body[a], b=body[b], anchor=body[b].position - (0.5, 0, 0)))
    world.add_joint(Distance(a=None, b=body[3], anchor_a=(0, 5, 1), anchor_b=(0, 5, 0)))
    world.add_joint(Distance(a=body[6], b=body[7], anchor_a=(0, 15, 0), anchor_b=(1, 15, 0), hertz=2))
    world.add_joint(BallSocket(a=body[8], b=body[9], anchor=(0.5, 20, 0)))
    return world


@pytest.fixture
def here():
    """(rows, state, rows of the ten bodies in its arrays)."""
    world = five_groups()
    world.step(stop=(5, 0, 0))
    state, extent = kernel_state(world)
    made = assemble_rows(state, extent, row_parameters(step_parameters(world)))
    places = [np.flatnonzero((state.bodies.pose[:, :3] == body.position).all(1))[0] for body in world.bodies]
    return made, state, np.array(places)


def kinetic(state, velocity: np.ndarray) -> np.ndarray:
    """(n,) of boxes and spheres that are not turned."""
    local = state.bodies.local
    inverse = np.concatenate((np.repeat(local[:, 3:4], 3, 1), local[:, :3]), 1)
    return 0.5 * (velocity ** 2 / np.where(inverse > 0, inverse, np.inf)).sum(1)


@pytest.mark.parametrize("share", [0.3, 0.9])
def test_scaled_to_free_motion(here, share):
    made, state, at = here
    rng = np.random.default_rng(3)
    v = state.bodies.velocity[:, :6]
    v[at[8]] = (0, 0, 1, 0, 0, 0)
    moving = np.delete(at, 8)
    v[moving] = rng.normal(size=(9, 6)) + (2, 0, 0, 0, 0, 0)
    before, mass = v.copy(), 1 / np.where(state.bodies.local[:, 3] > 0, state.bodies.local[:, 3], np.inf)
    mean = (mass[at[FLOATING], None] * before[at[FLOATING], :3]).sum(0) / mass[at[FLOATING]].sum()
    free = share * before
    free[at[FLOATING], :3] += (1 - share) * mean
    hold_energy(made, state, np.ones(len(made.a), bool), driven(made, state), FreeMotion(state.bodies.pose[:, :7].copy(), free))
    for group in (FLOATING, HANGING):
        had, has, allowed = (kinetic(state, velocity)[at[group]].sum() for velocity in (before, v, free))
        assert has == pytest.approx(allowed, rel=1e-9) and has < had
    assert (mass[at[FLOATING], None] * v[at[FLOATING], :3]).sum(0) == pytest.approx(mean * mass[at[FLOATING]].sum())
    assert v[at[HANGING]] == pytest.approx(share * before[at[HANGING]])
    others = at[ALONE + SPRUNG + CARRIED]
    assert (v[others] == before[others]).all()


def test_what_free_motion_allows_stays(here):
    made, state, at = here
    v = state.bodies.velocity[:, :6]
    v[np.delete(at, 8)] = 1.0
    before = v.copy()
    hold_energy(made, state, np.ones(len(made.a), bool), driven(made, state),
                FreeMotion(state.bodies.pose[:, :7].copy(), 1.01 * before))
    assert (v == before).all()


def test_bodies_that_fly_as_one(here):
    """Energies that differ by roundings alone: a group at rest in itself has nothing to lose, and 0 / 0 was no velocity."""
    made, state, at = here
    v = state.bodies.velocity[:, :6]
    v[np.delete(at, 8)] = (0, 0, -1, 0, 0, 0)
    before = v.copy()
    hold_energy(made, state, np.ones(len(made.a), bool), driven(made, state),
                FreeMotion(state.bodies.pose[:, :7].copy(), (1 - 1e-15) * before))
    assert v[at[FLOATING]] == pytest.approx(before[at[FLOATING]], rel=1e-12)


def test_groups_are_what_rows_join(here):
    made, state, at = here
    found = groups(made, np.ones(len(made.a), bool), state.bodies.local[:, 3] > 0)
    assert [len(set(found[at[some]])) for some in (FLOATING, HANGING, SPRUNG)] == [1, 1, 1]
    assert len(set(found[at])) == 6
    alone = groups(made, np.zeros(len(made.a), bool), state.bodies.local[:, 3] > 0)
    assert (alone == np.arange(len(alone))).all()
