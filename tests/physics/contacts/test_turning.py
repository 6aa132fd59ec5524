"""The slip that turning adds, from the velocities of the step's beginning, and worlds in which nothing turns have none."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Capsule, Compound, Plane, SolverSettings, Sphere, World
from physics.bodies.inertia import TURNING
from physics.contacts.frame import axes_of
from physics.contacts.layout import ARM_A, ARM_B, FLAGS, LEAD, ROLLING_SLOTS, SLOTS, TURNING_RATE, TURNS
from physics.pipeline.advance import kernel_state
from physics.simd.value import W


def spun(spin: float) -> World:
    """A box and a ball on a table that turns, and a box that turns on a plane."""
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static")
    table = dict(shape=Box(half=(3, 3, 0.1)), position=(0, 0, 1), type="kinematic", angular_velocity=(0, 0, 2 * spin))
    world.add_body(**table)
    world.add_body(shape=Box(half=(0.2, 0.3, 0.1)), position=(1, 0.5, 1.2), angular_velocity=(0, 0, spin), velocity=(0, spin, 0))
    world.add_body(shape=Sphere(radius=0.2), position=(-1, 0.5, 1.3), velocity=(0.3 * spin, 0, 0))
    world.add_body(shape=Box(half=(0.2, 0.3, 0.1)), position=(9, 0, 0.1), angular_velocity=(0.1 * spin, 0.2 * spin, spin))
    return world


@pytest.mark.parametrize("spin", [1.0, 0.4 * TURNING])
def test_the_slip_is_that_of_the_formula(spin):
    world = spun(spin)
    world.step(stop=(5, 0, 0))
    state, extent = kernel_state(world)
    bodies, contacts, found = state.bodies, state.contacts, 0
    data = contacts.data.reshape(-1, SLOTS, W)
    for block in range(extent.contacts):
        turns = data[block, FLAGS, TURNS] > 0
        assert turns == (spin > TURNING)
        for lane in np.flatnonzero(bodies.uid[contacts.b[block * W:(block + 1) * W]] * turns):
            head, rows = data[block, :, lane], (contacts.a[block * W + lane], contacts.b[block * W + lane])
            _, *tangents = (axis[0] for axis in axes_of(head[None]))
            v, w = ([bodies.velocity[row, k:k + 3] for row in rows] for k in (0, 3))
            arms, ball = (head[ARM_A:][:3], head[ARM_B:][:3]), [bodies.kind[row] == Sphere.kind for row in rows]
            ends = []
            for own, other in ((0, 1), (1, 0)):
                moves = v[other] - v[own] if ball[other] else np.cross(w[own], arms[own])
                ends.append(np.cross(w[own], 0 * moves if ball[own] else moves))
            expected = [axis @ (ends[1] - ends[0]) for axis in tangents]
            assert data[block, TURNING_RATE:TURNING_RATE + 2, lane] == pytest.approx(expected, abs=1e-12)
            found += max(map(abs, expected)) > 0.1
    assert found == (2 if spin > TURNING else 0)


ALONG_Y = (float(np.sqrt(0.5)), 0.0, 0.0, float(np.sqrt(0.5)))    # the rotation of an axis to there from z


def arms_of(world: World) -> dict[int, tuple[np.ndarray, np.ndarray, float]]:
    """(arm_a, arm_b, lead) of the contact of each body, by its uid, at the beginning of a step."""
    world.step(stop=(5, 0, 0))
    state, extent = kernel_state(world)
    bodies, contacts, found = state.bodies, state.contacts, {}
    data, rolling = contacts.data.reshape(-1, SLOTS, W), contacts.rolling.reshape(-1, ROLLING_SLOTS, W)
    for block in range(extent.contacts):
        for lane in range(W):
            rows = contacts.a[block * W + lane], contacts.b[block * W + lane]
            head, lead = data[block, :, lane], rolling[block, LEAD, lane] if data[block, FLAGS, TURNS] > 1 else 0.0
            found[int(max(bodies.uid[row] for row in rows))] = head[ARM_A:][:3].copy(), head[ARM_B:][:3].copy(), float(lead)
    return found


def on_round_things(substeps: int) -> World:
    """A plank across a capsule at rest, a leaning capsule, a compound with a ball as its foot, a box that turns on its edge."""
    world = World(precision="double", solver=SolverSettings(substeps=substeps))
    world.add_body(shape=Plane(), type="static")
    turned = (0.0, float(np.sin(0.1)), 0.0, float(np.cos(0.1)))
    log = Capsule(radius=0.5, half_length=0.5)
    world.add_body(shape=log, position=(5, 0, 0.5), rotation=ALONG_Y, type="static")
    world.add_body(shape=Box(half=(0.5, 0.2, 0.05)), position=(5.1, 0, 1.05), angular_velocity=(0, 2, 0), velocity=(0.1, 0, -0.2))
    spin = dict(angular_velocity=(0.3, 1, 0.5), velocity=(0.3, 0.1, 0))
    world.add_body(shape=Capsule(radius=0.2, half_length=0.3), position=(0, 0, 0.2 + 0.3 * np.cos(0.2)), rotation=turned, **spin)
    foot = Compound(children=((Sphere(radius=0.2),), (Box(half=(0.1, 0.1, 0.1)), (0, 0, 0.3))))
    world.add_body(shape=foot, position=(-3, 0, 0.2 + foot.centre[2]), **spin)
    height = 0.1 * np.sin(0.2) + 0.3 * np.cos(0.2)
    world.add_body(shape=Box(half=(0.1, 0.2, 0.3)), position=(9, 0, height), rotation=turned, **spin)
    return world


def test_arms_lead_where_something_round_touches():
    first, later, bodies = arms_of(on_round_things(1)), arms_of(on_round_things(4)), list(on_round_things(4).bodies)
    lead, up = 1.5 / 240, np.array((0.0, 0.0, 1.0))
    plank, capsule, compound, box = (body.uid for body in bodies[2:])
    assert [later[uid][2] for uid in (plank, capsule, compound, box)] == pytest.approx([lead, lead, lead, 0])
    assert all(one[2] == 0 for one in first.values())
    v, w = (np.array(value) for value in (bodies[2].velocity, bodies[2].angular_velocity))
    foot = 0.5 * np.cross(w, up)                                   # the normal turns with the plank, body a
    assert later[plank][1] - first[plank][1] == pytest.approx(lead * foot, abs=1e-12)
    assert later[plank][0] - first[plank][0] == pytest.approx(lead * (foot - v), abs=1e-12)
    for uid, radius in ((capsule, 0.2), (compound, 0.2)):              # their centres go with them; the plane is b
        rate = np.cross((0.3, 1, 0.5), first[uid][0] + radius * up)
        assert later[uid][0] - first[uid][0] == pytest.approx(lead * rate, abs=1e-12)
    for k in (0, 1):
        assert later[box][k] == pytest.approx(first[box][k], abs=1e-15)
