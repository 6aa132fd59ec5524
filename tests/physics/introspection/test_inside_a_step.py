"""Moments, traces, load paths and couplings of the last step."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Cylinder, Plane, SolverSettings, Sphere, World
from physics.introspection.moments import Moment
from physics.introspection.refusal import NoInsight
from tests.physics.introspection.test_explain import EXACT, STABILIZATIONS, stabilized
from tests.support.constraint_worlds import heap, resisting_heap
from tests.support.joint_zoo import zoo


def stack(height: int = 4, **solver) -> World:
    """Boxes on one another, at rest."""
    world = World(sleep=False, precision="double", solver=SolverSettings(**{"substeps": 2, "iterations": 60} | solver))
    world.add_body(shape=Plane(), type="static")
    for k in range(height):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 + k), mass=1 + k)
    for _ in range(240):
        world.step()
    return world


@pytest.mark.parametrize("make, steps", ((resisting_heap, 122), (zoo, 21)))
@pytest.mark.parametrize("name", STABILIZATIONS)
def test_moments_are_those_of_a_step_that_stops(make, steps, name):
    """Bit for bit, at every stage and sweep."""
    world = stabilized(make, name, steps, substeps=2, iterations=2)
    start = world.snapshot()
    world.step()
    moments = [moment for moment in world.moments() if moment.stage < 10]
    seen = [world.bodies_at(moment) for moment in moments]
    end = world.bodies_at(world.moments()[-1])
    assert np.array_equal(end.positions, world.positions) and np.array_equal(end.velocities, world.velocities)
    for moment, found in zip(moments, seen):
        world.restore(start)
        world.step(stop=(moment.stage, moment.substep, moment.iteration))
        assert np.array_equal(found.positions, world.positions) and np.array_equal(found.rotations, world.rotations)
        assert np.array_equal(found.velocities, world.velocities)
        assert np.array_equal(found.angular_velocities, world.angular_velocities)


def test_moments_of_what_tumbles_without_force():
    """Bit for bit where bodies are warm started and the spin of one of them changes by itself."""
    world = World(sleep=False, precision="double", solver=SolverSettings(substeps=4))
    world.add_body(shape=Cylinder(0.1, 0.3), angular_velocity=(3, 5, 8))
    world.step(10)
    world.step()
    end = world.bodies_at(world.moments()[-1])
    assert np.array_equal(end.rotations, world.rotations) and np.array_equal(end.angular_velocities, world.angular_velocities)


@pytest.mark.parametrize("substeps, iterations", ((1, 1), (2, 6)))
@pytest.mark.parametrize("name", STABILIZATIONS)
def test_a_bounce_is_finished_with_the_last_sweep(name, substeps, iterations):
    """A moment and a stop after that sweep have it; the sweep's own rows do not, for it comes after them."""
    solver = SolverSettings(stabilization=name, substeps=substeps, iterations=iterations)
    world = World(sleep=False, precision="double", solver=solver)
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.1), position=(0, 0, 0.5), velocity=(0, 0, -3), restitution=0.6)
    while ball.velocity[2] < 0:
        start = world.snapshot()
        world.step()
    moments, bounced = [Moment(8, substep, iterations) for substep in range(substeps)], 0
    seen = [(world.bodies_at(moment), world.bodies_at(moment._replace(row=0))) for moment in moments]
    for moment, (found, row) in zip(moments, seen):
        world.restore(start)
        world.step(stop=(moment.stage, moment.substep, moment.iteration))
        assert np.array_equal(found.positions, world.positions) and np.array_equal(found.velocities, world.velocities)
        bounced += found.positions[1, 2] != row.positions[1, 2]
    assert bounced == 1


@pytest.mark.parametrize("friction", ("cone", "pyramid", "manifold_centre"))
def test_rows_of_a_sweep_one_by_one(friction):
    """The last turn ends the sweep; each turn moves the bodies of its own rows alone."""
    world = heap(1, 120, substeps=1, iterations=3, friction_model=friction)
    for body in world.bodies:
        body.restitution = 0                     # a bounce is finished after the last turn
    world.step()
    table, uids = world.rows(), world.uids
    order = np.argsort(table.order, kind="stable")
    before, end = world.bodies_at(Moment(8, 0, 2)), world.bodies_at(Moment(8, 0, 3))
    for turn in range(int(table.order.max()) + 1):
        mine = order[table.order[order] == turn]
        after = world.bodies_at(Moment(8, 0, 3, int(mine[0])))
        moved = np.abs(after.velocities - before.velocities).max(1) > 1e-12
        assert set(uids[moved]) <= set(table.a[mine]) | set(table.b[mine])
        before = after
    assert np.abs(before.velocities - end.velocities).max() < EXACT


def test_moments_that_are_not():
    world = stack(1)
    for moment, words in ((Moment(4), "stage 4"), (Moment(8, 2), "the step has 2"), (Moment(8, 0, 61), "60 sweeps"),
                          (Moment(9, 0, 0, 1), "turns in sweeps"), (Moment(8, 0, 1, 99), "row 99")):
        with pytest.raises(NoInsight, match=words):
            world.bodies_at(moment)


def test_a_trace_converges_to_the_exact_answer():
    world = stack(2, stabilization="split_impulse", joint_stabilization="split_impulse", warm_start=0.0, iterations=200,
                  substeps=1, friction_model="pyramid")
    trace = world.trace()
    assert trace.stage.tolist() == ["warm start"] + ["solve"] * 200 and trace.iteration[-1] == 200
    assert trace.residual[-1] < 1e-7 < 0.01 < trace.residual[0] and trace.reason == ""
    table = world.rows()
    assert np.array_equal(trace.impulse[-1], table.substep_impulse)
    for patch in np.unique(table.pair):
        mine = (table.pair == patch) & (table.kind == "normal")
        assert trace.exact[mine].sum() == pytest.approx(table.impulse[mine].sum(), rel=1e-5)


def test_a_trace_has_the_turns_of_every_sweep():
    """Sweeps alternate their direction; a row changes nothing of what had its turn before it."""
    world = stack(3, iterations=4, substeps=2)
    trace, table = world.trace(), world.rows()
    assert trace.order.shape == trace.impulse.shape and trace.order.dtype == np.int64
    solve = np.flatnonzero((trace.stage == "solve") & (trace.substep == 1))
    assert np.array_equal(trace.order[solve[-1]], table.order)
    assert np.array_equal(trace.order[solve[0]], trace.order[solve[2]])
    assert not np.array_equal(trace.order[solve[0]], trace.order[solve[1]])


def test_why_a_trace_has_no_exact_answer():
    """A stack that stands: with one substep it falls, and who knows how many rows a heap has."""
    assert "300 rows" in stack(30, iterations=1, substeps=4).trace().reason


@pytest.mark.parametrize("name", STABILIZATIONS)
def test_load_paths_sum_to_the_weight(name):
    """Each box bears what is above it; the floor bears all."""
    world = stack(4, stabilization=name, joint_stabilization="split_impulse" if name == "baumgarte" else name)
    masses = np.array([1, 2, 3, 4])
    for k, body in enumerate(world.bodies[1:]):
        path = world.load_path(body)
        weight = masses[k] * 9.81 / 60
        assert path.load == pytest.approx((0, 0, -weight), abs=EXACT)
        assert sum(one.share for one in path.carriers) == pytest.approx(1, abs=EXACT)
        assert sum(one.impulse for one in path.carriers)[2] == pytest.approx(weight, abs=EXACT)
        below = path.carriers[0]
        assert below.other == body.uid - 1 and below.impulse[2] == pytest.approx(masses[k:].sum() * 9.81 / 60, abs=EXACT)
        assert [one.other for one in path.path if one.body > one.other] == list(range(body.uid - 1, 0, -1))


@pytest.mark.parametrize("make, steps", ((resisting_heap, 121), (zoo, 21)))
@pytest.mark.parametrize("name", STABILIZATIONS)
def test_momentum_in_general(make, steps, name):
    """Load and carriers, and what damping and caps did, are all that changed a body's momentum."""
    world = stabilized(make, name, steps, substeps=3, iterations=2)
    before = world.velocities.copy()
    world.step()
    for body, change in zip(world.bodies, world.velocities - before):
        if body.type == "dynamic":
            path = world.load_path(body)
            assert np.abs(path.momentum + path.other - body.mass * change).max() < EXACT


def test_a_body_on_a_joint_hangs_from_it():
    world = World(sleep=False, precision="double")
    ball = world.add_body(shape=Sphere(radius=0.1), position=(0, 0, -1), mass=2)
    pin = world.add_joint(BallSocket(a=ball, anchor=(0, 0, 0)))
    for _ in range(60):
        world.step()
    path = world.load_path(ball)
    assert [(one.joint, one.other) for one in path.carriers] == [(pin.uid, -1)]
    assert path.carriers[0].impulse[2] == pytest.approx(2 * 9.81 / 60, abs=EXACT)


def test_what_bears_nothing():
    world = stack(1)
    with pytest.raises(NoInsight, match="not dynamic"):
        world.load_path(world.bodies[0])


def test_coupling_of_an_island():
    """J M^-1 J^T by hand; a neighbouring stack is no part of it, though both stand on the same floor."""
    world = stack(2)
    other = world.add_body(shape=Sphere(radius=0.5), position=(5, 0, 0.5))
    for _ in range(10):
        world.step()
    table, coupling = world.rows(), world.coupling(world.bodies[1])
    assert not set(coupling.rows) & set(table.of_body(other)) and len(coupling.rows) + 3 == table.size
    inverse = {body.uid: np.diag([1 / body.mass] * 3 + [1 / body.inertia[0]] * 3) for body in world.bodies[1:]}
    whole = np.zeros((len(coupling.rows), 6 * 4))
    for k, row in enumerate(coupling.rows):
        for side, uid in ((0, table.a[row]), (6, table.b[row])):
            if uid in inverse:
                whole[k, 6 * (uid - 1):6 * uid] = table.jacobian[row, side:side + 6]
    mass = np.zeros((24, 24))
    for uid, block in inverse.items():
        mass[6 * (uid - 1):6 * uid, 6 * (uid - 1):6 * uid] = block
    assert np.abs(coupling.matrix - whole @ mass @ whole.T).max() < 1e-6
    assert coupling.labels[0].split()[0] in ("normal", "friction") and len(coupling.color) == len(coupling.labels)
    assert np.allclose(np.diag(coupling.matrix), table.k[coupling.rows])
