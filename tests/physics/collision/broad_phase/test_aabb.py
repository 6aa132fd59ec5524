"""Tight and fat boxes against corners computed one by one."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import FAR, FIRST, new_bodies, new_pairs
from physics.collision.broad_phase.aabb import Margins
from physics.collision.broad_phase.pair_search import new_scratch
from physics.collision.broad_phase.tree_query import LEAVERS
from physics.definitions.body_types import STATIC
from physics.parallel.team import alone
from physics.pipeline.find_pairs import PLACES, PlaceJob, place_and_search
from tests.support.box_reference import boxed
from tests.support.samples import place

BLOCK = FIRST // 16


def world_of_boxes(precision, count=40):
    rng = np.random.default_rng(3)
    bodies = new_bodies(count, precision)
    for row in range(FIRST, FIRST + count):
        q = rng.normal(size=4)
        place(bodies, row, "box", rng.uniform(0.01, 2, 3), rng.normal(size=3) * 5, q / np.linalg.norm(q))
    return bodies, BLOCK + -(-count // 16)


def left_of(bodies, end, margin, begin=BLOCK, task=LEAVERS):
    """Rows whose boxes, grown by `margin`, are not inside their fat ones, while nothing moves; they get new ones."""
    precision = "single" if bodies.pose.dtype == np.float32 else "double"
    scratch = new_scratch(len(bodies.pose), 1, precision)
    job = PlaceJob(begin, end, Margins(margin, 0.1, 0.0, 0.0), task)
    place_and_search(alone(), job, bodies, new_pairs(1, precision), scratch)
    left = scratch.left
    return left.rows[:left.number[0]].tolist()


@pytest.mark.parametrize("precision", ["single", "double"])
def test_box_reaches_its_corners(precision):
    bodies, end = world_of_boxes(precision)
    left_of(bodies, end, 0.0)
    for row in range(FIRST, FIRST + 40):
        corners = boxed(bodies.shape[row, :3], bodies.pose[row, :3], bodies.pose[row, 3:7]).corners()
        tolerance = 2e-6 if precision == "single" else 1e-13
        np.testing.assert_allclose(bodies.aabb[row, :3], corners.min(axis=0), atol=tolerance)
        np.testing.assert_allclose(bodies.aabb[row, 3:6], corners.max(axis=0), atol=tolerance)


@pytest.mark.parametrize("precision", ["single", "double"])
def test_sphere_reaches_its_radius_however_turned(precision):
    bodies = new_bodies(1, precision)
    place(bodies, FIRST, "sphere", 0.3, (1, 2, 3), (0.5, 0.5, 0.5, 0.5))
    left_of(bodies, BLOCK + 1, 0.0)
    np.testing.assert_allclose(bodies.aabb[FIRST, :6], [0.7, 1.7, 2.7, 1.3, 2.3, 3.3], rtol=1e-6)


def test_planes_and_dummies_overlap_nothing_and_never_leave():
    bodies = new_bodies(16, "single")
    place(bodies, FIRST, "plane", ((0, 0, 1), 5.0))
    assert left_of(bodies, BLOCK + 1, 0.0, begin=0) == []
    assert left_of(bodies, BLOCK + 1, 0.05, begin=0) == []
    assert left_of(bodies, BLOCK + 1, 0.05, begin=0, task=PLACES) == []
    assert (bodies.fat_aabb[:, :3] == np.float32(FAR)).all() and (bodies.fat_aabb[:, 3:6] == np.float32(-FAR)).all()


@pytest.mark.parametrize(("moved", "margin", "leaves"), [
    (0.05, 0.0, False), (0.11, 0.0, True), (0.05, 0.04, False), (0.07, 0.04, True)])
def test_lists_bodies_outside_their_fat_box(moved, margin, leaves):
    bodies, end = world_of_boxes("double")
    all_rows = list(range(FIRST, FIRST + 40))
    assert left_of(bodies, end, margin) == all_rows, "new rows have inverted fat boxes, so every body is outside"
    assert left_of(bodies, end, margin) == [], "and has a new one then"
    fat = bodies.fat_aabb.copy()
    for axis in range(3):
        for way in (-moved, moved):
            bodies.pose[FIRST + 20, axis] += way
            assert left_of(bodies, end, margin) == ([FIRST + 20] if leaves else [])
            bodies.pose[FIRST + 20, axis] -= way
            bodies.fat_aabb[:] = fat


def test_boxes_of_fixed_bodies_are_larger_so_that_those_of_slow_ones_need_not_be():
    """Looking ahead to fixed bodies alone: these are larger by `fixed`, others contain what they move beyond that."""
    bodies = new_bodies(16, "double")
    for row, speed in enumerate((0.0, 0.09, -0.25), FIRST):
        place(bodies, row, "box", (0.5, 0.5, 0.5), (3 * row, 0, 0))
        bodies.velocity[row, 1] = speed
    bodies.type[FIRST] = STATIC
    scratch, margins = new_scratch(len(bodies.pose), 1, "double"), Margins(0.01, 0.03, 1.0, 0.01, farthest=0.0, fixed=0.1)
    place_and_search(alone(), PlaceJob(BLOCK, BLOCK + 1, margins, PLACES), bodies, new_pairs(1, "double"), scratch)
    below, above = -0.5 - bodies.fat_aabb[FIRST:FIRST + 3, 1], bodies.fat_aabb[FIRST:FIRST + 3, 4] - 0.5
    np.testing.assert_allclose(below, [0.13, 0.03, 0.18], atol=1e-12)
    np.testing.assert_allclose(above, [0.13, 0.03, 0.03], atol=1e-12)
