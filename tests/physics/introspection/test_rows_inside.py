"""Rows of a world that stands inside a step: at every moment the numbers that the record of the whole step has for it."""
from __future__ import annotations

import numpy as np
import pytest

from physics import SolverSettings
from physics.definitions.method_names import OURS
from physics.introspection.refusal import NoInsight
from physics.introspection.row_table import NOT_INSIDE
from physics.stopping.moments import moments
from tests.physics.introspection.test_explain import EXACT, STABILIZATIONS, stabilized
from tests.support.constraint_worlds import heap, resisting_heap
from tests.support.joint_zoo import zoo

SHARED = ("kind", "a", "b", "feature", "joint", "part", "component", "friction", "group")        # as in the whole step


def last_of_substep(trace, substep):
    """Number of the last sweep of a substep."""
    return np.flatnonzero(trace.substep == substep)[-1]


def expected(trace, moment):
    """(impulses of the substep, of the step so far) at a moment of a traced step; its sweep, None where it is none."""
    stage, substep, iteration = moment
    before = sum((trace.impulse[last_of_substep(trace, k)] for k in range(substep)), np.zeros(trace.impulse.shape[1]))
    if stage < 7:
        return np.zeros_like(before), before, None
    if stage >= 9:
        names = ("warm start", "solve") if stage == 9 else ("warm start", "solve", "relax")
        mine = np.flatnonzero((trace.substep == substep) & np.isin(trace.stage, names))[-1]
        return trace.impulse[mine], before + trace.impulse[mine], None
    name = "warm start" if stage == 7 else "solve"
    sweep = np.flatnonzero((trace.stage == name) & (trace.substep == substep) & (trace.iteration == iteration))[0]
    return trace.impulse[sweep], before + trace.impulse[sweep], sweep


@pytest.mark.parametrize("make, steps", ((resisting_heap, 61), (zoo, 21)))              # nothing bounces then: see `moments`
@pytest.mark.parametrize("name", STABILIZATIONS)
def test_every_moment_has_the_impulses_of_the_trace(make, steps, name):
    world = stabilized(make, name, steps, substeps=3, iterations=2)
    start = world.snapshot()
    world.step()
    whole, trace = world.rows(), world.trace()
    for moment in moments(world.solver):
        world.restore(start)
        world.step(stop=moment)
        rows = world.rows()
        for column in SHARED:
            assert np.array_equal(getattr(rows, column), getattr(whole, column)), (moment, column)
        substep, so_far, sweep = expected(trace, moment)
        same = rows.substep_impulse == substep
        if moment[0] != 8 or moment[2] < 2:
            assert same.all(), moment                                  # after the last sweep of 8 the trace has bounces too
        tolerance = EXACT * max(1.0, np.abs(so_far).max())
        assert np.abs(rows.impulse - so_far)[same].max() < tolerance, moment
        if sweep is not None and same.all():
            assert np.abs(rows.residual - trace.row_residual[sweep]).max() < tolerance, moment
        for column in NOT_INSIDE:
            missing = getattr(rows, column)
            assert (missing == -1).all() if column == "order" else np.isnan(missing).all()


def test_the_table_is_made_once_and_speed_is_j_v_of_the_moment():
    world = heap(1, 121, substeps=2, iterations=3)
    world.step(stop=(8, 1, 2))
    rows = world.rows()
    assert world.rows() is rows
    moving = np.hstack([world.velocities, world.angular_velocities])
    velocities = dict(zip(world.uids.tolist(), moving)) | {-1: np.zeros(6)}
    for k in range(rows.size):
        both = np.append(velocities[rows.a[k]], velocities[rows.b[k]])
        assert rows.speed[k] == pytest.approx(rows.jacobian[k] @ both, abs=1e-9)


def test_what_cannot_be_asked_inside_a_step():
    world = heap(1, 31)
    start = world.snapshot()
    world.step(stop=(8, 0, 1))
    for question in (world.trace, world.work, world.moments, lambda: world.explain(2), lambda: world.equation(0)):
        with pytest.raises(NoInsight, match="stands inside a step, of which `world.rows"):
            question()
    world.remove(world.bodies[-1])
    with pytest.raises(NoInsight, match="something was removed"):
        world.rows()
    world.restore(start)
    for stop in ((2, 0, 0), (11, 0, 0)):
        world.step(stop=stop)
        with pytest.raises(NoInsight, match="no step to look into"):
            world.rows()
        world.restore(start)
    world.step()
    assert world.rows().size and OURS == world.solver.method
    world.solver = SolverSettings(method="xpbd")
    world.step(stop=(8, 0, 1))
    with pytest.raises(NoInsight):
        world.rows()
