"""Boxes that are parts of compounds touch as boxes of their own do at the same places."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import DISTANCE, FIRST, HULL, MANIFOLD_SLOTS, MEETING, W, new_bodies
from physics.bodies.rotation import product, rotate
from physics.collision.shape_kinds import BOX, CAPSULE, PART
from physics.collision.solids.hulls import HullStore
from physics.definitions.body_types import DYNAMIC
from physics.definitions.shapes import Box, Capsule, Compound
from tests.support.samples import collide, manifold, pair_list
from tests.support.solid_poses import random_poses

COUNT, MARGIN = 150, 0.02
ONE, TWO = Box(half=(0.5, 0.3, 0.2)), Box(half=(0.25, 0.4, 0.35))
CHILDREN = ((Capsule(0.1, 0.3), (-0.6, 0.2, 0.4)), (ONE, (0.3, -0.5, 0.2), (0.1, 0.7, -0.2, 0.67)))
COMPOUND = Compound(CHILDREN)


def part_of(compound: Compound, shape) -> int:
    """The number of the part that is this shape."""
    return next(k for k, part in enumerate(compound.parts) if part.shape == shape)


def bodies_at(poses, precision, as_parts):
    """Boxes at these poses, the first of each pair as a part of a compound or by itself, and their hulls; so large are their
    boxes that no pair is passed over."""
    bodies, store, rows = new_bodies(2 * COUNT, precision), HullStore(), FIRST + np.arange(2 * COUNT).reshape(COUNT, 2)
    bodies.type[rows], bodies.uid[rows], bodies.kind[rows] = DYNAMIC, rows, BOX
    bodies.shape[rows[:, 0], :3], bodies.shape[rows[:, 1], :3] = ONE.half, TWO.half
    bodies.pose[rows[:, 0], :3], bodies.pose[rows[:, 0], 3:7] = 0, poses.turns_a
    bodies.pose[rows[:, 1], :3], bodies.pose[rows[:, 1], 3:7] = poses.between, poses.turns_b
    bodies.aabb[rows, :3], bodies.aabb[rows, 3:6] = -10, 10
    if as_parts:
        number = part_of(COMPOUND, ONE)
        part = COMPOUND.parts[number]
        back = np.array(part.rotation) * (-1, -1, -1, 1)
        turns = np.array([product(turn, back) for turn in poses.turns_a])
        bodies.kind[rows[:, 0]], bodies.shape[rows[:, 0], HULL] = PART, store.first_part_of(COMPOUND) + number
        bodies.shape[rows[:, 0], :3] = 1
        bodies.pose[rows[:, 0], :3] = [-rotate(turn, np.array(part.position)) for turn in turns]
        bodies.pose[rows[:, 0], 3:7] = turns
    return bodies, store.arrays, rows


@pytest.mark.parametrize(("precision", "exact"), [("single", 2e-5), ("double", 1e-9)])
@pytest.mark.parametrize("time", [0.0, 0.05])
def test_as_boxes_of_their_own(precision, exact, time):
    """The same normals, depths and features; points lie the same, from the centre of the compound instead of that of the box."""
    rng, found, other, ties = np.random.default_rng(3), 0, 0, 0
    poses, velocity = random_poses((ONE, TWO), COUNT, rng), rng.normal(size=(2 * COUNT, 3))
    boxes, _, rows = bodies_at(poses, precision, False)
    parts, hulls, _ = bodies_at(poses, precision, True)
    alone = pair_list(("box", "box"), rows[:, 0], rows[:, 1], precision)
    pairs = pair_list(("solid", "solid"), rows[:, 0], rows[:, 1], precision)
    for bodies, those in ((boxes, alone), (parts, pairs)):
        bodies.velocity[rows.ravel(), :3] = velocity
        those.ahead.reshape(-1, 2, W)[:, MEETING] = time
        collide(bodies, those, MARGIN, hulls=hulls)
    bounds = [those.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[:, DISTANCE] for those in (alone, pairs)]
    for k in range(COUNT):
        (normal, points), (seen, others) = manifold(alone, k), manifold(pairs, k)
        assert bounds[0][k // W, k % W] == pytest.approx(bounds[1][k // W, k % W], abs=exact)
        assert len(points) == len(others)
        centre = boxes.pose[rows[k, 0], :3] - parts.pose[rows[k, 0], :3]
        other += not points
        assert normal == pytest.approx(seen, abs=10 * exact) or not points
        for number, (point, same) in enumerate(zip(points, others)):
            found += 1
            if number > 1 and point.feature != same.feature:     # two corners of an edge are as far from the first points
                ties += 1
                continue
            assert point.feature == same.feature and point.separation == pytest.approx(same.separation, abs=exact)
            assert point.position + centre == pytest.approx(same.position, abs=10 * exact)
    assert found > 200 and other > 10 and ties < 0.03 * found


def test_beside_pairs_of_other_shapes():
    """Boxes stand between capsules in their blocks, and each pair gets its own manifold."""
    poses = random_poses((ONE, TWO), COUNT, np.random.default_rng(8))
    parts, hulls, rows = bodies_at(poses, "double", True)
    pairs = pair_list(("solid", "solid"), rows[:, 0], rows[:, 1], "double")
    collide(parts, pairs, MARGIN, hulls=hulls)
    alone = [manifold(pairs, k) for k in range(COUNT)]
    round_ones = np.arange(COUNT) % 3 == 1
    parts.kind[rows[round_ones, 1]], parts.shape[rows[round_ones, 1], :3] = CAPSULE, Capsule(0.3, 0.1).size
    collide(parts, pairs, MARGIN, hulls=hulls)
    for k in np.flatnonzero(~round_ones):
        (normal, points), (same, others) = alone[k], manifold(pairs, k)
        assert str(points) == str(others) and (not points or (normal == same).all())
    assert any(manifold(pairs, k)[1] for k in np.flatnonzero(round_ones))
