"""Projection of rows and substeps on positions, from kernels, against the same formulas in numpy."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from physics import World
from physics.lab.rows import displacements, substep_poses, velocity_pass
from physics.lab.rows.projection import Task, of_contacts, plan, some_of, sweep
from physics.lab.rows.row import OF_PARTS, Rows, row_parameters, speeds
from physics.pipeline.advance import kernel_state, step_parameters
from tests.support import plain_projection
from tests.support.constraint_worlds import heap, random_rotation, read_rows, resisting_heap
from tests.support.joint_zoo import zoo

CLOSE = 1e-12
WORLDS = [(make, model) for make in (resisting_heap, zoo) for model in ("cone", "pyramid", "manifold_centre")]


def prepared(make: Callable, model: str) -> tuple[World, Rows]:
    """A world and its rows at the start of a step."""
    world = make(1, friction_model=model)
    world.step(stop=(6, 0, 0))
    return world, read_rows(world)


def some_task(rows: Rows, rng: np.random.Generator) -> Task:
    """Any errors, half of them soft, and the rows' bounds."""
    m = len(rows.a)
    return Task(rng.normal(size=m), np.where(rng.random(m) < 0.5, 0, rng.random(m)), rows.lower, rows.upper)


@pytest.mark.parametrize("make, model", WORLDS)
def test_units_and_sweeps(make, model):
    world, rows = prepared(make, model)
    params, rng = row_parameters(step_parameters(world)), np.random.default_rng(0)
    units, bodies = plan(rows, params), len(world._bodies.arrays.uid)
    for mine, plain in zip(units, plain_projection.plan(rows, params)):
        assert np.array_equal(mine, plain)
    contacts = of_contacts(rows, units)
    assert np.array_equal(contacts.rows, units.rows[rows.kind[units.rows[:, 0]] < OF_PARTS])
    task, multipliers = some_task(rows, rng), np.abs(rng.normal(size=len(rows.a)))
    for which in (units, contacts, some_of(units, np.zeros(len(units.a), bool))):
        mine, plain = (how(rows, task, which, multipliers, bodies) for how in (sweep, plain_projection.sweep))
        for one, other in zip(mine, plain):
            assert np.abs(one - other).max() <= CLOSE * np.abs(other).max()


def test_redundant_rows_share_their_work():
    """A part's three rows that are nearly the same row come to the answer of numpy's solution, and to finite multipliers."""
    world, rows = prepared(zoo, "cone")
    units = plan(rows, row_parameters(step_parameters(world)))
    units = some_of(units, units.rows[:, 2] < len(rows.a))
    i = units.rows[0]
    for name in ("jacobian", "response"):
        getattr(rows, name)[i[1:]] = getattr(rows, name)[i[0]]
    units, nothing = some_of(units, np.arange(len(units.a)) == 0), np.zeros(len(rows.a))
    task = Task(np.ones(len(rows.a)), nothing, nothing - np.inf, nothing + np.inf)
    mine, plain = (how(rows, task, units, nothing, len(world._bodies.arrays.uid)) for how in (sweep, plain_projection.sweep))
    assert np.abs(mine[0] - plain[0]).max() < 1e-3 * np.abs(plain[0]).max()
    assert rows.jacobian[i[0]] @ np.concatenate((mine[0][units.a[0]], mine[0][units.b[0]])) == pytest.approx(-1, abs=1e-3)


@pytest.mark.parametrize("make, model", WORLDS)
def test_goals_compliance_and_bounces(make, model):
    world, rows = prepared(make, model)
    state, p, rng, m = kernel_state(world)[0], step_parameters(world), np.random.default_rng(1), len(rows.a)
    params, velocity = row_parameters(p), rng.normal(size=state.bodies.velocity.shape)
    rows.error[:] += 0.1 * rng.normal(size=m)
    assert np.array_equal(substep_poses.goals(rows, params, 0.01), plain_projection.goals(rows, params, 0.01))
    assert np.array_equal(substep_poses.compliance(rows), plain_projection.compliance(rows))
    e = substep_poses.restitutions(state, rows)
    assert np.array_equal(e, plain_projection.restitutions(state, rows)) and (make is zoo or e.max() > 0)
    e, before, after = rng.random(m), rng.normal(size=m), rows.error + p.motion.h * speeds(rows, velocity)
    leaving = substep_poses.bounces(rows, e, before, p, velocity)
    assert np.array_equal(leaving, plain_projection.bounces(rows, e, before, p.restitution_threshold, after))
    assert 0 < np.count_nonzero(leaving) < m
    impulses, task = rng.normal(size=m), Task(*np.zeros((4, m)))
    velocity_pass.find_speeds_to_remove(rows, velocity, impulses, leaving, task)
    for one, other in zip(task, plain_projection.speeds_to_remove(rows, speeds(rows, velocity), impulses, leaving)):
        assert np.array_equal(one, other)


def test_displacements_of_bodies():
    """Small, ordinary and huge turns; bodies asleep stay."""
    state, rng = kernel_state(heap())[0], np.random.default_rng(2)
    bodies, n = state.bodies, len(state.bodies.uid)
    bodies.pose[:, 3:7] = [random_rotation(rng) for _ in range(n)]
    bodies.awake[:] = rng.random(n) < 0.7
    start, displacement = bodies.pose.copy(), rng.normal(size=(n, 6)) * 10.0 ** rng.uniform(-9, 1.3, (n, 1))
    displacement[bodies.awake.argmax()] = 0
    plain = bodies._replace(pose=start.copy(), delta=bodies.delta.copy())
    displacements.displace(state, displacement, displacements.Farthest(np.inf, np.inf))
    plain_projection.displace(plain, displacement)
    assert np.abs(bodies.pose - plain.pose).max() < CLOSE and np.array_equal(bodies.delta, plain.delta)
    assert np.array_equal(bodies.pose[bodies.awake == 0], start[bodies.awake == 0])
    mine, other = (how.displacements_between(start, bodies.pose) for how in (displacements, plain_projection))
    assert np.abs(mine - other).max() < CLOSE
