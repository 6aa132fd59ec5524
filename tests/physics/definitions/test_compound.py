"""Compounds: what several shapes weigh together, and what cannot be one."""
from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.stats.qmc import Sobol

from physics import Box, Capsule, Compound, Convex, Cylinder, Plane, SettingError, Sphere
from physics.definitions.shapes.axes import matrix_of

QUARTER = (0.0, 0.0, math.sin(math.pi / 4), math.cos(math.pi / 4))       # 90 degrees about z


def test_two_halves_weigh_as_the_whole():
    halves = Compound([(Box(half=(0.5, 0.2, 0.3)), (x, 0, 0)) for x in (1.0, 2.0)])
    whole = Box(half=(1.0, 0.2, 0.3))
    assert halves.volume == pytest.approx(whole.volume)
    assert halves.centre == pytest.approx((1.5, 0, 0))
    assert halves.unit_inertia == pytest.approx(whole.unit_inertia)
    assert halves.size == pytest.approx(whole.size)
    assert halves.principal_axes == (0, 0, 0, 1)


def test_children_are_turned():
    turned = Compound([(Box(half=(0.2, 1.0, 0.3)), (0, 0, 0), QUARTER)])
    assert turned.unit_inertia == pytest.approx(Box(half=(1.0, 0.2, 0.3)).unit_inertia)
    assert turned.size == pytest.approx((1.0, 0.2, 0.3))


def test_inertia_off_the_axes_against_sums_over_points():
    """An L of two boxes and a ball: volume, centre, and the full inertia from points that fill the space evenly."""
    parts = ((Box(half=(0.5, 0.1, 0.1)), (0.0, 0.0, 0.0)), (Box(half=(0.1, 0.1, 0.4)), (0.4, 0.0, 0.5)))
    shape = Compound([*parts, (Sphere(radius=0.15), (-0.65, 0.0, 0.0))])
    low, size = np.array((-0.8, -0.15, -0.15)), np.array((1.3, 0.3, 1.05))
    grid = low + size * Sobol(3, seed=1).random_base2(19)
    inside = np.zeros(len(grid))
    for box, centre in parts:
        inside += (np.abs(grid - centre) < box.half).all(1)
    inside += np.linalg.norm(grid - (-0.65, 0, 0), axis=1) < 0.15
    weights, volume = inside / inside.sum(), inside.mean() * size.prod()
    centre = weights @ grid
    away = grid - centre
    inertia = (weights * (away**2).sum(1)).sum() * np.eye(3) - (weights[:, None] * away).T @ away
    axes = matrix_of(shape.principal_axes)
    assert shape.volume == pytest.approx(volume, rel=1e-3)
    assert shape.centre == pytest.approx(tuple(centre), abs=1e-3)
    assert axes @ np.diag(shape.unit_inertia) @ axes.T == pytest.approx(inertia, abs=1e-3 * inertia.max())
    assert abs(inertia[0, 2]) > 0.1 * inertia[0, 0], "the axes of the children are not principal"


def test_parts_are_seen_from_the_centre_of_mass():
    """What a part is in the compound's frame, turned back, is what the child said."""
    wedge = Convex([(0, 0, 0), (1, 0, 0), (0, 0, 0.5), (0, 0.5, 0), (1, 0.5, 0), (0, 0.5, 0.5)])
    shape = Compound([(wedge, (1, 2, 3), QUARTER), Sphere(radius=0.3), (Capsule(0.2, 0.4), (0, 1, 0))])
    axes = matrix_of(shape.principal_axes)
    for (child, position, rotation), part in zip(shape.children, shape.parts):
        assert axes @ part.position + shape.centre == pytest.approx(position)
        own = axes @ matrix_of(part.rotation) @ matrix_of(child.principal_axes).T
        assert own == pytest.approx(matrix_of(rotation), abs=1e-12)


@pytest.mark.parametrize(("children", "message"), [
    ([], "0 of them; allowed are 1 to 64"),
    ([Sphere(radius=1)] * 65, "65 of them"),
    ([Plane()], r"children\[0\]: a Plane is none of Sphere, Box"),
    ([Sphere(radius=1), Compound([Sphere(radius=1)])], r"children\[1\]: is a compound itself"),
    ([(Sphere(radius=1), (1, 2))], r"children\[0\].position: \(1, 2\) is not 3 numbers"),
    ([(Sphere(radius=1), (0, 0, math.nan))], r"children\[0\].position: .* out of range"),
    ([(Sphere(radius=1), (0, 0, 0), (0, 0, 0, 0))], r"children\[0\].rotation: .* is not a rotation"),
    ("ball", "is no list of"),
    (3, "is no list of"),
])
def test_what_is_no_compound(children, message):
    with pytest.raises(SettingError, match=message):
        Compound(children)


def test_equal_compounds_are_equal():
    one, other = (Compound([(Cylinder(0.1, 0.5), (x, 0, 0)) for x in (0, 1)]) for _ in range(2))
    assert one == other and hash(one) == hash(other)
    assert len({Compound([(Sphere(radius=0.5), p)]) for p in itertools.product((0, 1), repeat=3)}) == 8
