"""Roles of the bodies of an axis rotation: the tangents are of the one that turns slower about the axis."""
from __future__ import annotations

import numpy as np
import pytest

from physics import PRESETS, Box, Hinge, World
from physics.bodies.rotation import product, rotate
from physics.constraints import part
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.roles import FASTER, choose_roles
from tests.support.part_formulas import measured, placed
from tests.support.part_worlds import lanes, random_parts, state_of

COUNT, X = 64, np.array((1.0, 0.0, 0.0))


def parallel(tilt: float):
    """Parts whose axes are askew by about `tilt` [rad] and turned about each other by any angle, with carried impulses."""
    apart, rng = random_parts(AXIS_ROTATION, COUNT, 3), np.random.default_rng(7)
    apart = apart._replace(worlds=(np.zeros(COUNT, bool), np.zeros(COUNT, bool)))
    small, half = tilt * rng.normal(size=(COUNT, 3)), rng.uniform(0, np.pi, COUNT)
    turn = np.stack((np.sin(half), 0 * half, 0 * half, np.cos(half)), 1)
    lean = np.concatenate((small / 2, np.ones((COUNT, 1))), 1)
    lean /= np.linalg.norm(lean, axis=1, keepdims=True)
    for pose, slot in zip(apart.poses, (part.FRAME_A, part.FRAME_B)):
        pose[:, 3:] = apart.poses[0][:, 3:]
        apart.numbers[:, slot:slot + 4] = apart.numbers[:, part.FRAME_A:part.FRAME_A + 4]
    frame = apart.numbers[:, part.FRAME_A:part.FRAME_A + 4]
    apart.numbers[:, part.FRAME_B:part.FRAME_B + 4] = product(product(frame, lean), turn)
    apart.numbers[:, part.CARRIED:part.CARRIED + 2] = rng.normal(size=(COUNT, 2))
    return apart


def chosen(apart, spins: tuple[float, float]) -> np.ndarray:
    """(COUNT, PART_SLOTS) after the choice for bodies with these spins about a's axis."""
    state, extent = state_of(apart)
    axis = rotate(placed(apart.numbers, *apart.poses).frame_a, np.broadcast_to(X, (COUNT, 3)))
    for side, spin in zip((state.parts.a, state.parts.b), spins):
        state.bodies.velocity[side[:COUNT], 3:6] = spin * axis
    for block in range(extent.parts):
        choose_roles(block, state.bodies, state.parts)
    return lanes(state.parts.store, part.PART_SLOTS, extent.parts)[:COUNT]


def torques(numbers: np.ndarray, poses: tuple) -> np.ndarray:
    """(COUNT, 3) on b by the carried impulses."""
    rows = measured(AXIS_ROTATION, placed(numbers, *poses)).jacobian[:, :, 9:]
    return np.einsum("nr,nrk->nk", numbers[:, part.CARRIED:part.CARRIED + 2], rows)


@pytest.mark.parametrize("spins, after", [((5, 1), 1), ((-5, 1), 1), ((1, 5), 0), ((1, -5), 0), ((0.1, 0), 1), ((0, 0), None),
                                          ((1, 1), None), ((1, 0.99 * FASTER), None), ((0.99 * FASTER, -1), None)])
def test_the_slower_body_has_the_tangents(spins, after):
    """Where neither is clearly faster, roles stay as they are."""
    apart = parallel(0.0)
    before = apart.numbers[:, part.EXCHANGED]
    assert np.array_equal(chosen(apart, spins)[:, part.EXCHANGED], before if after is None else np.full(COUNT, after))


def test_carried_torques_stay_the_same():
    """Exactly where axes are parallel, to first order in the tilt else; and so do the errors."""
    for tilt in (0.0, 0.01):
        apart = parallel(tilt)
        for spins in ((5, 1), (1, 5)):
            made = chosen(apart, spins)
            assert (made[:, part.EXCHANGED] != apart.numbers[:, part.EXCHANGED]).sum() == COUNT / 2
            torque, other = torques(apart.numbers, apart.poses), torques(made, apart.poses)
            assert np.abs(torque - other).max() < 1e-12 + 20 * tilt
            assert np.linalg.norm(torque, axis=1).min() > 0.01
            error, after = (np.linalg.norm(measured(AXIS_ROTATION, placed(numbers, *apart.poses)).value, axis=1)
                            for numbers in (apart.numbers, made))
            assert np.abs(error - after).max() < 1e-12


@pytest.mark.parametrize("preset", PRESETS)
def test_either_order_of_the_bodies_gives_the_same_motion(preset):
    """A loaded wheel moves alike as body a and as body b, once roles are chosen."""
    found = []
    for swapped in (0, 1):
        world = World(precision="double", solver=PRESETS[preset])
        wheel = world.add_body(shape=Box(half=(0.3, 0.05, 0.3)), mass=1, position=(0, 0.2, 0), angular_velocity=(0, 30, 0))
        pair = {"a": wheel, "b": None} if swapped else {"a": None, "b": wheel}
        world.add_joint(Hinge(**pair, anchor=(0, 0, 0), axis=(0, 1, 0)))
        for _ in range(60):
            world.step()
        found.append(np.concatenate((wheel.position, wheel.velocity, wheel.angular_velocity)))
    assert np.abs(found[0] - found[1]).max() < 1e-5 * 30
