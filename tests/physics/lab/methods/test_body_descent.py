"""The kernels of avbd do what numpy's functions do, body by body, on heaps and on all kinds of joints."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from physics.bodies.arrays import FALLING
from physics.dynamics.parameters import DescentParameters
from physics.dynamics.substeps import State
from physics.lab.methods.avbd.body_descent import Descent, correct_bodies, descent_of, find_moved, solve_rows
from physics.lab.methods.avbd.bonds import bonds_of
from physics.lab.methods.avbd.goals import Goals, find_kept
from physics.lab.methods.avbd.kept_stiffness import keep_stiffness, take_stiffness
from physics.lab.methods.avbd.pull import pull_of
from physics.lab.methods.avbd.starting_point import Velocities, begin_bodies, keep_falling
from physics.lab.methods.avbd.stiffness import LEAST, MOST, RATE, begin_pull
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.displacements import Farthest, displacements_between
from physics.lab.rows.row import HELD, LIMIT, NORMAL, OF_PARTS, row_parameters
from physics.lab.rows.substep_poses import movable
from physics.pipeline.advance import kernel_state, step_parameters
from tests.support.constraint_worlds import heap, resisting_heap
from tests.support.joint_zoo import zoo
from tests.support.plain_descent import bounded, descend, displaced, errors, limits, order_of, wanted

H = 1 / 60
WORLDS = {"heap": (heap, "cone"), "pyramid": (heap, "pyramid"), "centre": (heap, "manifold_centre"), "joints": (zoo, "cone"),
          "resistance": (resisting_heap, "cone")}
PAPER = DescentParameters(alpha=0.9, beta=0.0, gamma=0.8, after=0, length=2.0, substeps=3)


class Here(NamedTuple):
    """A descent in the middle of a substep."""

    descent: Descent
    state: State
    goal: np.ndarray


@pytest.fixture(params=WORLDS)
def here(request) -> Here:
    make, model = WORLDS[request.param]
    world = make(4, steps=100, friction_model=model)
    world.step(stop=(5, 0, 0))
    (state, extent), params = kernel_state(world), row_parameters(step_parameters(world))
    rows, rng = assemble_rows(state, extent, params), np.random.default_rng(5)
    pull = pull_of(rows, params)
    bodies = state.bodies._replace(**{name: getattr(state.bodies, name).astype(np.float64)
                                      for name in ("pose", "velocity", "delta")})
    state = state._replace(bodies=bodies)
    descent = descent_of(rows, pull, bonds_of(rows, movable(state)), bodies, state.parts)
    descent = descent._replace(h=H, most=Farthest(np.inf, np.inf))
    pull.multiplier[:] = np.abs(rng.normal(scale=100, size=len(rows.a)))
    pull.stiffness[:] = np.abs(rng.normal(scale=1e5, size=len(rows.a)))
    begin_pull(rows, pull, bodies, PAPER, H)
    descent.start[:] = descent.free[:] = bodies.pose
    descent.free[:, :3] += rng.normal(scale=0.01, size=(len(bodies.pose), 3))
    for body in descent.bonds.body:
        displaced(descent, body, rng.normal(scale=0.01, size=6))
    find_moved(descent)
    return Here(descent, state, rng.normal(scale=0.01, size=len(rows.a)))


def test_order_of_the_bodies(here):
    descent, state, _ = here
    rows, free = descent.rows, movable(state)
    assert descent.bonds.body.tolist() == order_of(rows, free)
    for body in descent.bonds.body:
        found = descent.bonds.row[descent.bonds.first[body]:descent.bonds.first[body + 1]]
        assert found.tolist() == np.flatnonzero((rows.a == body) | (rows.b == body)).tolist()
    both = free[rows.a] & free[rows.b]
    assert both.any() and (descent.bonds.color[rows.a[both]] != descent.bonds.color[rows.b[both]]).all()


def test_one_sweep(here):
    """Poses to 1e-8: bending is a difference quotient there as here."""
    descent, state, goal = here
    before, delta = descent.bodies.pose.copy(), descent.bodies.delta.copy()
    descend(descent, order_of(descent.rows, movable(state)), goal)
    expected = descent.bodies.pose.copy()
    descent.bodies.pose[:], descent.bodies.delta[:] = before, delta
    stiffness, multiplier = descent.pull.stiffness.copy(), descent.pull.multiplier.copy()
    correct_bodies(descent, goal)
    assert np.abs(expected - before).max() > 1e-3
    assert displacements_between(expected, descent.bodies.pose) == pytest.approx(np.zeros((len(before), 6)), abs=1e-8)
    assert (descent.pull.stiffness == stiffness).all() and (descent.pull.multiplier == multiplier).all()


def test_growth_after_a_sweep(here):
    """Equations 11 and 16: the multiplier becomes the bounded force, k grows with the error where it is inside its bounds."""
    descent, _, goal = here
    pull = descent.pull
    before = pull._replace(stiffness=pull.stiffness.copy(), multiplier=pull.multiplier.copy())
    solve_rows(descent, goal, 1)
    error = errors(descent, goal)
    want = wanted(before._replace(error=error))
    force, inside = bounded(before, want, limits(before, want))
    grown = np.minimum(before.stiffness + before.growth * np.abs(error), before.most)
    assert pull.multiplier == pytest.approx(np.where(before.hard, force, 0), rel=1e-9, abs=1e-9)
    assert pull.stiffness == pytest.approx(np.where(inside | ~before.hard, grown, before.stiffness), rel=1e-9)
    assert (pull.stiffness > before.stiffness).any() and not inside.all()


@pytest.mark.parametrize("beta", [0.0, 3e5])
@pytest.mark.parametrize("after", [0, 1])
def test_beginning_of_a_substep(here, beta, after):
    """Equation 19, and what bounds k."""
    descent, state, _ = here
    rows, pull, local = descent.rows, descent.pull, state.bodies.local
    multiplier, stiffness = pull.multiplier.copy(), pull.stiffness.copy()
    begin_pull(rows, pull, descent.bodies, PAPER._replace(beta=beta, after=after), H)
    pushes = (rows.jacobian[:, :3] != 0).any(1) | (rows.jacobian[:, 6:9] != 0).any(1)
    k = np.where(rows.k > 0, rows.k, 1)
    inverse = np.where(state.bodies.awake > 0, local[:, 3], 0)
    radius = np.sqrt((inverse[rows.a] + inverse[rows.b]) / k)
    by_inertia = RATE * PAPER.substeps / (k * H * H * np.where(pushes, PAPER.length, 1))
    growth = beta * np.where(pushes, 1, radius) ** 3 if beta else by_inertia
    most = np.where(pull.hard, MOST * growth, np.minimum(MOST * growth, 1 / (H * H * np.where(pull.hard, 1, pull.soft))))
    assert pull.growth == pytest.approx(growth, rel=1e-12)
    assert pull.stiffness == pytest.approx(np.minimum(np.maximum(PAPER.gamma * stiffness, LEAST * growth), most), rel=1e-12)
    share = 1 if after else PAPER.alpha * PAPER.gamma
    assert pull.multiplier == pytest.approx(np.where(pull.hard, share * multiplier, 0), rel=1e-12)


def test_old_errors(here):
    """Equation 18 for what is held, in contact or at a limit; what is apart may close; the others go where they are driven."""
    descent, _, goal = here
    rows, goals = descent.rows, Goals(*np.zeros((4, len(goal))))
    goals.later[:] = goal
    find_kept(rows, 0.7, goals)
    one_sided = (rows.kind == NORMAL) | (rows.kind == LIMIT)
    expected = np.where(rows.kind == HELD, 0.7 * rows.error, np.where(one_sided, 0.7 * np.minimum(rows.error, 0), goal))
    assert goals.kept == pytest.approx(expected, rel=1e-12)


def test_where_sweeps_begin(here):
    """Bodies with rows leave out the share of their forces that they did not follow in the substep before."""
    descent, _, _ = here
    bodies, rng = descent.bodies, np.random.default_rng(6)
    before = bodies.velocity.copy()
    bodies.velocity[:, FALLING] = rng.uniform(size=len(before))
    after = before + rng.normal(size=before.shape)
    pose = bodies.pose.copy()
    begin_bodies(descent.bonds, bodies, Velocities(before, after), H)
    expected = np.zeros((len(pose), 3))
    mine = descent.bonds.body
    expected[mine] = H * ((bodies.velocity[:, FALLING, None] - 1) * (after - before)[:, :3])[mine]
    assert bodies.pose[:, :3] - pose[:, :3] == pytest.approx(expected, abs=1e-12)
    assert (bodies.pose[:, 3:] == pose[:, 3:]).all()


@pytest.mark.parametrize("share", [-0.5, 0.0, 0.25, 1.0, 1.5])
def test_what_a_body_followed(here, share):
    bodies = here.descent.bodies
    before = bodies.velocity.copy()
    after = before.copy()
    after[:, :3] += (0.1, 0.2, -0.3)
    bodies.velocity[:] = before + share * (after - before)
    keep_falling(bodies, Velocities(before, after))
    assert bodies.velocity[bodies.awake > 0, FALLING] == pytest.approx(min(max(share, 0), 1), abs=1e-12)
    keep_falling(bodies, Velocities(before, before))
    assert (bodies.velocity[bodies.awake > 0, FALLING] == 0).all()


def test_stiffness_lasts(here):
    """That of a joint's row as it is, that of contacts as the greatest of the pair's rows of the same kind."""
    descent, state, _ = here
    rows, found = descent.rows, np.empty(len(descent.rows.a))
    given = np.random.default_rng(7).uniform(1, 1e6, len(rows.a)).astype(state.parts.store.dtype).astype(np.float64)
    keep_stiffness(state, rows, given)
    take_stiffness(state, rows, found)
    for i in range(len(rows.a)):
        same = (rows.kind == rows.kind[i]) & (rows.patch // 4 == rows.patch[i] // 4)
        assert found[i] == (given[i] if rows.kind[i] >= OF_PARTS else given[same].max())
    state.pairs.stiffness[:] = 5
    keep_stiffness(state, rows, given)
    touching = np.unique(state.contacts.pair[rows.patch[rows.kind < OF_PARTS] // 4])
    assert (np.delete(state.pairs.stiffness, touching, 0) == 0).all()
