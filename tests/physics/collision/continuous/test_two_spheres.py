"""Two spheres in a step: their manifold is that of where they touch or pass, against a search along their way."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import ANCHOR_SLOTS, BETWEEN, FIRST, KNOWN, W
from physics.collision.narrow_phase.sphere_sphere import collide_sphere_sphere
from tests.support.samples import manifold, two_bodies

DT, RADII, MARGIN = 1 / 60, (0.5, 0.25), 0.02


def found(start, motion, precision="double"):
    """(normal, the only point or None, time of the manifold [steps]) of a sphere at `start` that moves past one at the origin."""
    bodies, pairs = two_bodies(("sphere", RADII[0]), ("sphere", RADII[1], tuple(start)), precision)
    bodies.velocity[FIRST + 1, :3] = np.asarray(motion) / DT
    pairs.sweep[:] = DT, 0, 1
    collide_sphere_sphere(0, 1, bodies, pairs, MARGIN)
    normal, points = manifold(pairs, 0)
    anchors = pairs.anchors.reshape(-1, ANCHOR_SLOTS, W)[0, :, 0]
    along = (anchors[BETWEEN:BETWEEN + 3] - start) @ motion / (np.asarray(motion) @ motion)
    return normal, points[0] if points else None, float(along) if anchors[KNOWN] else 0.0


@pytest.mark.parametrize("precision", ["single", "double"])
def test_they_meet_with_the_normal_of_the_touch(precision):
    rng, near = np.random.default_rng(5), 1e-3 if precision == "single" else 1e-6
    met = 0
    for _ in range(400):
        start = rng.normal(size=3)
        start *= rng.uniform(0.76, 1.6) / np.linalg.norm(start)
        motion = 0.8 * (-start + 0.5 * rng.normal(size=3))
        times = np.linspace(0, 1, 20_001)
        ways = start + times[:, None] * motion
        touching = np.flatnonzero(np.linalg.norm(ways, axis=1) <= sum(RADII))
        normal, point, time = found(start, motion, precision)
        if len(touching) and times[touching[0]] > 0.05:
            met += 1
            there = ways[touching[0]] / np.linalg.norm(ways[touching[0]])
            np.testing.assert_allclose(normal, there, atol=2e-3)
            assert time == pytest.approx(times[touching[0]], abs=1e-3)
            assert point.separation == pytest.approx(-time * (motion @ normal), abs=near), "what is left to go along the normal"
    assert met > 100


def test_those_that_pass_are_not_held():
    for aside in (0.76, 0.8, 0.9):
        motion = np.array((2.0, 0, 0))
        normal, point, time = found((-1.0, aside, 0), motion)
        assert time == pytest.approx(1.0), "where they are after the step"
        assert point is None or point.separation + motion @ normal > -1e-9


@pytest.mark.parametrize(("start", "motion"), [((0.76, 0, 0), (0.003, 0.003, 0)), ((0.76, 0, 0), (-0.3, 0, 0)),
                                               ((0.74, 0, 0), (-0.3, 0.3, 0)), ((0.9, 0, 0), (0.05, 0.5, 0))],
                         ids=["slow", "near and head-on", "they touch already", "away from each other"])
def test_what_needs_no_look_ahead(start, motion):
    normal, _, time = found(start, motion)
    assert time == 0 and normal == pytest.approx((1, 0, 0))


def test_what_is_far_is_met_head_on_too():
    """A point exists only within the margin of where they are found."""
    _, point, time = found((1.75, 0, 0), (-2.0, 0, 0))
    assert time == pytest.approx(0.5) and point.separation == pytest.approx(1.0)
