"""What each joint takes and leaves: freedoms counted, allowed motions left alone, forbidden ones stopped."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Axis, BallSocket, Fixed, Hinge, SixDof, Slider
from tests.support.two_bodies import inverse_mass, motion, rows_of, two_bodies

AXIS = np.array((0.6, 0.0, 0.8))
ANCHOR = np.array((0.2, -0.1, 0.4))
# joint -> rows, and the motion of b against a that it leaves: (velocity of the anchor, spin) along AXIS
JOINTS = {
    "ball_socket": (BallSocket, {}, 3, [(0, 1)]),
    "hinge": (Hinge, {"axis": AXIS}, 5, [(0, 1)]),
    "slider": (Slider, {"axis": AXIS}, 5, [(1, 0)]),
    "fixed": (Fixed, {}, 6, []),
}


def joined(name: str, seed: int = 0):
    world, a, b = two_bodies(seed)
    definition, fields, *_ = JOINTS[name]
    return world, a, b, world.add_joint(definition(a=a, b=b, anchor=ANCHOR, **fields))


@pytest.mark.parametrize("name", JOINTS)
def test_rows_are_the_freedoms_taken(name):
    """0.4, 0.5, 4.7: a point is three rows and a weld six: four rows would leave two freedoms; a hinge and a slider leave one."""
    world, *_ = joined(name)
    rows = rows_of(world).jacobian
    assert len(rows) == np.linalg.matrix_rank(rows, tol=1e-6) == JOINTS[name][2]
    if name == "fixed":
        assert 12 - np.linalg.matrix_rank(rows[:4], tol=1e-6) == 6 + 2


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", JOINTS)
def test_what_is_left_is_left_alone(name, seed):
    """0.5, 4.7: bodies that move as the joint allows go on as if it were not there."""
    world, a, b, joint = joined(name, seed)
    rows = rows_of(world).jacobian
    null = np.linalg.svd(rows)[2][len(rows):]
    wanted = np.random.default_rng(seed).normal(size=len(null)) @ null
    a.velocity, a.angular_velocity, b.velocity, b.angular_velocity = wanted.reshape(4, 3)
    world.step()
    assert motion([a, b]) == pytest.approx(wanted, abs=1e-9)
    assert np.abs(joint.impulses).max() < 1e-9


@pytest.mark.parametrize("name", JOINTS)
def test_what_is_left_is_along_or_about_the_axis(name):
    """0.5: a slider leaves the way along its axis, a hinge the turn about it, and nothing the other of the two."""
    world, a, b, _ = joined(name, seed=5)
    rows = rows_of(world).jacobian
    for along, about in ((1, 0), (0, 1)):
        wanted = np.concatenate((np.zeros(6), along * AXIS + about * np.cross(AXIS, b.position - ANCHOR), about * AXIS))
        assert (np.abs(rows @ wanted).max() < 1e-9) == ((along, about) in JOINTS[name][3])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", JOINTS)
def test_what_is_taken_is_taken(name, seed):
    """0.4, 4.7: from any motion J V = 0 is reached, with the least change of kinetic energy that does it."""
    world, a, b, _ = joined(name, seed)
    rows, before, unit = rows_of(world).jacobian, motion([a, b]), inverse_mass([a, b])
    nearest = before - unit @ rows.T @ np.linalg.solve(rows @ unit @ rows.T, rows @ before)
    world.step()
    assert motion([a, b]) == pytest.approx(nearest, abs=1e-4)


@pytest.mark.parametrize("mask", range(64))
def test_six_axes_are_as_many_rows_as_are_fixed(mask):
    """0.11: every mask of six axes: a row for each that is fixed, all of them independent, none with K = 0."""
    world, a, b = two_bodies(mask)
    fixed = [name for k, name in enumerate(("x", "y", "z", "rx", "ry", "rz")) if mask >> k & 1]
    axes = {name: Axis(mode="fixed" if name in fixed else "free") for name in ("x", "y", "z", "rx", "ry", "rz")}
    world.add_joint(SixDof(a=a, b=b, anchor=ANCHOR, frame=(0.5, 0.1, -0.3, 0.8), **axes))
    made = rows_of(world)
    assert len(made.k) == len(fixed)
    if fixed:
        assert np.linalg.matrix_rank(made.jacobian, tol=1e-6) == len(fixed)
        assert made.k.min() > 1e-3
