"""The table of rows: impulses are those of contacts and joints, states agree with bounds, J with finite differences."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Hinge, Sphere, World
from physics.bodies.rotation import moved
from physics.constraints.part import TOTAL
from physics.constraints.parts.gear import GEAR
from physics.constraints.parts.rack import RACK
from physics.introspection.record import record_of
from physics.introspection.row_table import KINDS, STATES
from physics.lab.rows.assembly import refresh
from physics.lab.rows.row import HELD, NORMAL, Rows, row_parameters
from tests.physics.introspection.test_explain import EXACT, STABILIZATIONS, stabilized
from tests.support.constraint_worlds import heap, resisting_heap
from tests.support.joint_zoo import zoo

PARTS = ("push", "speculative", "restitution", "surface", "spring", "motor", "curvature")


@pytest.mark.parametrize("name", STABILIZATIONS)
@pytest.mark.parametrize("friction", ("cone", "pyramid", "manifold_centre"))
def test_contacts(name, friction):
    world = stabilized(heap, name, 150, friction_model=friction, substeps=3, iterations=2, belts=True, resisting=True)
    table, arrays = world.rows(), world.contact_arrays()
    normal = table.kind == "normal"
    keys = arrays.bodies[:, 0] << 32 | arrays.bodies[:, 1]
    found = {(key, feature): k for k, (key, feature) in enumerate(zip(keys, arrays.features))}
    assert normal.sum() == len(keys)
    for row in np.flatnonzero(normal):
        point = found[table.pair[row], table.feature[row]]
        assert table.impulse[row] == pytest.approx(arrays.normal_impulses[point], abs=EXACT)
        assert table.error[row] == pytest.approx(arrays.separations[point], abs=EXACT)
        assert np.allclose(table.point[row], arrays.positions[point], atol=EXACT)
        assert np.allclose(table.axis[row], arrays.normals[point])
    force = np.zeros(3)
    for row in np.flatnonzero(table.kind == "friction"):
        force += table.impulse[row] * table.axis[row]
    assert np.allclose(force, arrays.tangent_impulses.sum(0), atol=EXACT)


@pytest.mark.parametrize("name", STABILIZATIONS)
def test_joints(name):
    """Held rows of driven joints show less by `Joint.impulses`, which leaves out reactions: sums by part are compared."""
    world = stabilized(zoo, name, 31, substeps=3, iterations=2)
    table, joints = world.rows(), world._joints
    order = np.lexsort((table.component, table.part, table.joint))
    order = order[table.joint[order] >= 0]
    assert set(table.joint[order]) == {joint.uid for joint in world.joints}
    totals = joints.parts.columns(TOTAL, 3)
    first = dict(zip(joints.rows.uid[:joints.count].tolist(), joints.rows.first[:joints.count].tolist()))
    for row in order:
        number = first[int(table.joint[row])] + table.part[row]
        assert table.impulse[row] == pytest.approx(totals[number, table.component[row]], abs=EXACT)
    assert set(table.kind) >= {"held", "limit", "motor", "spring"}


@pytest.mark.parametrize("make, steps", ((resisting_heap, 150), (zoo, 31)))
@pytest.mark.parametrize("name", STABILIZATIONS)
def test_states_agree_with_bounds(make, steps, name):
    table = stabilized(make, name, steps, substeps=2, iterations=3).rows()
    assert set(table.kind) <= set(KINDS) and set(table.state) <= set(STATES)
    impulse, kind = table.substep_impulse, table.kind
    assert (impulse >= table.lower - EXACT).all() and (impulse <= table.upper + EXACT).all()
    one_sided = np.isin(kind, ("normal", "limit"))
    unpressed = np.isin(kind, ("friction", "twist", "rolling", "spinning")) & (table.upper <= 0)
    assert ((table.state == "open") == np.where(one_sided, impulse <= 0, unpressed)).all()
    assert (table.upper[table.state == "sliding"] > 0).all()
    for row in np.flatnonzero(np.isin(table.state, ("sliding", "sticking")) & np.isin(kind, ("friction", "rolling"))):
        mates = (table.patch == table.patch[row]) & (kind == kind[row])
        size = np.sqrt((impulse[mates]**2).sum())
        assert (size > table.upper[row] * (1 - 1e-8)) == (table.state[row] == "sliding")


def test_bias_is_its_parts():
    for table in (heap(2, 120, stabilization="soft", belts=True).rows(), zoo(2, 30, stabilization="baumgarte").rows()):
        parts = np.array([getattr(table, f"bias_{name}") for name in PARTS])
        assert np.abs(parts.sum(0) - table.bias).max() < 1e-15


def test_jacobian_is_the_derivative_of_the_error():
    """By central differences of the rows' own formulas, at the end of a step; left out are rows
    that feel the reaction of others besides, and gears and racks, whose errors are integrals of motion."""
    for make, kind in ((heap, NORMAL), (zoo, HELD)):
        world = make(1, 60, substeps=1)
        world.step()
        record, table = record_of(world), world.rows()
        rows, state, params = record.substeps[-1].rows, record.state, row_parameters(record.parameters)
        placed = refresh(rows, state, params)
        mine = np.flatnonzero((placed.kind == kind) & ~felt(placed))
        assert len(mine) > 3 and np.array_equal(table.jacobian, rows.jacobian)
        for row in mine:
            for side, body in ((0, rows.a[row]), (6, rows.b[row])):
                if not record.state.bodies.local[body, :4].any():
                    continue
                for axis in range(6):
                    errors = [refresh(rows, shifted(state, body, axis, sign * 1e-6), params).error[row] for sign in (1, -1)]
                    assert placed.jacobian[row, side + axis] == pytest.approx((errors[0] - errors[1]) / 2e-6, abs=1e-6)


def felt(rows: Rows) -> np.ndarray:
    """(m,) bool: rows of joints whose J includes the reaction of others, or whose error is no function of poses."""
    return rows.feels | (rows.part_kind == GEAR) | (rows.part_kind == RACK)


def shifted(state, body: int, axis: int, way: float):
    """The state with one body moved along or about an axis of the world."""
    change = np.zeros((1, 6))
    change[0, axis] = way
    pose, delta = state.bodies.pose.copy(), state.bodies.delta.copy()
    pose[[body], :7] = moved(pose[[body], :7], change)
    delta[body, :6] += change[0]
    return state._replace(bodies=state.bodies._replace(pose=pose, delta=delta))


def test_a_table_for_pandas_that_cannot_be_written():
    table = heap(1, 120).rows()
    columns = table.to_dict()
    assert {len(column) for column in columns.values()} == {table.size}
    assert {"kind", "jacobian_0", "jacobian_11", "point_2", "impulse"} <= set(columns)
    with pytest.raises(ValueError, match="read-only"):
        table.impulse[0] = 1
    body = int(table.b[0])
    assert (table.of_body(body) == np.flatnonzero((table.a == body) | (table.b == body))).all()


def test_the_world_is_minus_one():
    world = World(precision="double")
    ball = world.add_body(shape=Sphere(radius=0.1), position=(1, 0, 0))
    pin = world.add_joint(BallSocket(a=ball, anchor=(0, 0, 0)))
    world.step()
    table = world.rows()
    assert (table.joint == pin.uid).all() and set(table.a) | set(table.b) == {ball.uid, -1}
    assert (table.pair == -1).all() and (table.feature == -1).all()


def test_joints_that_broke_are_still_told():
    world = World(precision="double")
    box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 3))
    pin = world.add_joint(Hinge(a=box, anchor=(0, 0, 3), axis=(0, 1, 0), break_force=1.0))
    world.step()
    assert pin.broken and (world.rows().joint == pin.uid).all()
    total = sum((cause.change for cause in world.explain(box)), np.zeros(6))
    assert np.allclose(total[:3], box.velocity, atol=EXACT)
