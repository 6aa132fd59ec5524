"""The kernels of avbd do what numpy's functions do, all bodies of a colour at once, on heaps with joints."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from physics.dynamics.substeps import State
from physics.lab.methods.avbd.body_descent import Descent, descent_of, move_bodies
from physics.lab.methods.avbd.bonds import bonds_of
from physics.lab.methods.avbd.goals import start_rows
from physics.lab.methods.avbd.method import goals_of
from physics.lab.methods.avbd.pull import pull_of
from physics.lab.methods.avbd.support import Velocities, support_bodies
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.displacements import Farthest, displacements_between
from physics.lab.rows.row import row_parameters
from physics.lab.rows.substep_poses import movable
from physics.pipeline.advance import kernel_state, step_parameters
from tests.support.constraint_worlds import heap, resisting_heap
from tests.support.joint_zoo import zoo
from tests.support.plain_descent import Inertia, bounded, colors_of, descend, limits, masses, supported_motion

H = 1 / 60
WORLDS = {"heap": (heap, "cone"), "pyramid": (heap, "pyramid"), "centre": (heap, "manifold_centre"), "joints": (zoo, "cone"),
          "resistance": (resisting_heap, "cone")}


class Here(NamedTuple):
    """A descent in the middle of a substep."""

    descent: Descent
    state: State


@pytest.fixture(params=WORLDS)
def here(request) -> Here:
    make, model = WORLDS[request.param]
    world = make(1, steps=100, friction_model=model)
    world.step(stop=(5, 0, 0))
    (state, extent), params = kernel_state(world), row_parameters(step_parameters(world))
    rows, rng = assemble_rows(state, extent, params), np.random.default_rng(5)
    pull, goals = pull_of(rows, params), goals_of(rows, state, extent)
    descent = descent_of(rows, pull, bonds_of(rows, movable(state)), state.bodies, (H, Farthest(np.inf, np.inf)))
    pull.multiplier[:] = np.abs(rng.normal(scale=100, size=len(rows.a)))
    start_rows(rows, pull, goals, descent.bonds.every, H)
    pull.error[:] = rng.normal(scale=0.01, size=len(rows.a))
    descent.free[:] = state.bodies.pose
    descent.free[:, :3] += rng.normal(scale=0.01, size=(len(descent.free), 3))
    return Here(descent, state)


def test_order_of_the_bodies(here):
    descent, state = here
    rows, free = descent.rows, movable(state)
    colors = colors_of(rows, free)
    assert (len(colors) > 1) == (free[rows.a] & free[rows.b]).any()
    assert descent.bonds.body.tolist() == [body for color in colors for body in color.bodies]
    for color in colors:
        assert len(set(descent.bonds.color[color.bodies])) == 1
        found = [descent.bonds.row[descent.bonds.first[body]:descent.bonds.first[body + 1]] for body in color.bodies]
        assert np.concatenate(found).tolist() == color.rows.tolist()


def test_multipliers_begin_within_their_bounds(here):
    pull = here.descent.pull
    force, _ = bounded(pull, pull.want, limits(pull, pull.want))
    assert pull.force == pytest.approx(force, rel=1e-12) and (pull.multiplier == pull.force).all()
    assert (pull.stiffness > 0).all()


def test_one_sweep(here):
    descent, state = here
    rows, pull, bodies = descent.rows, descent.pull, descent.bodies
    inertia = Inertia(masses(bodies, H), displacements_between(descent.free, bodies.pose))
    expected = descend(rows, colors_of(rows, movable(state)), inertia, pull)
    before = bodies.pose.copy()
    move_bodies(descent)
    assert np.abs(expected).max() > 1e-3
    assert displacements_between(before, bodies.pose) == pytest.approx(expected, abs=1e-9)
    assert not descent.change.any()


def test_supports(here):
    descent, state = here
    bodies, rng = descent.bodies, np.random.default_rng(6)
    before = bodies.velocity.copy()
    bodies.velocity[bodies.awake > 0, :3] += H * np.array((0, 0, -9.81))
    before[:, :6] += rng.normal(scale=0.01, size=(len(before), 6)) * (bodies.awake[:, None] > 0)
    expected = -supported_motion(descent.rows, descent.pull.multiplier, bodies, before[:, :6], H)
    expected[~movable(state)] = 0
    pose = bodies.pose.copy()
    support_bodies(descent, Velocities(before, bodies.velocity.copy()))
    assert np.abs(expected).max() > 1e-5
    assert displacements_between(pose, bodies.pose) == pytest.approx(expected, abs=1e-12)
