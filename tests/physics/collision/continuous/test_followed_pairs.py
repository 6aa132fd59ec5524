"""Which pairs are followed through a step, and which blocks are passed over."""
from __future__ import annotations

import numpy as np

from physics import Box, SolverSettings, Sphere, World
from physics.bodies.arrays import AHEAD_SLOTS, FIRST, MEETING, W
from physics.collision.continuous.followed_pairs import SweepRule
from physics.collision.continuous.time_of_impact import sweep_pairs
from physics.collision.seams.flush_faces import face_bit
from physics.definitions.body_types import DYNAMIC, STATIC
from tests.support.samples import two_bodies

SHAPES = (Sphere(radius=0.25), Box(half=(0.25, 0.25, 0.25)), Box(half=(0.4, 0.1, 0.25)))
MARGIN, FLUSH = 0.02, 1e-3                       # [m]
HALF = (0.5, 0.5, 0.5)


def meeting(flush: int, place, motion, *, apart: float = 0.0) -> float:
    """Time of meeting [steps] of a ball that moves by `motion` and a fixed box whose flush faces are `flush`; their boxes are
    `apart`."""
    bodies, pairs = two_bodies(("sphere", 0.5, place), ("box", HALF))
    bodies.type[FIRST + 1], bodies.flush[FIRST + 1] = STATIC, flush
    bodies.velocity[FIRST, :3] = motion
    bodies.travel[FIRST:FIRST + 2] = np.linalg.norm(motion), -MARGIN
    bodies.aabb[FIRST:FIRST + 2, :3], bodies.aabb[FIRST:FIRST + 2, 3:6] = -9, 9
    bodies.aabb[FIRST, 2] = 9 + apart
    pairs.sweep[:], pairs.looking[0] = 1, 1
    sweep_pairs(0, 1, bodies, pairs, SweepRule(MARGIN, 1, FLUSH, 0))
    return float(pairs.ahead.reshape(-1, AHEAD_SLOTS, W)[0, MEETING, 0])


def test_slow_pairs_are_followed_at_flush_faces_alone():
    """The ball is beyond the edge of the faces at +x and +z, 0.1 mm from it, and moves over it by 0.6 margins in a step."""
    def past(*faces):
        return meeting(sum(face_bit(axis, positive) for axis, positive in faces), (0.6, 0, 0.99), (-0.6 * MARGIN, 0, 0))
    assert past((2, True)) == past((0, True), (1, False)) == past((0, True), (2, True)) > 0, "followed"
    assert past() == past((2, False)) == past((0, False)) == 0


def test_pairs_whose_boxes_stay_apart_are_not_followed():
    fast = (0, 0, -0.5)
    assert meeting(0, (0, 0, 1.1), fast) > 0
    assert meeting(0, (0, 0, 1.1), fast, apart=0.5 + 0.9 * MARGIN) > 0
    assert meeting(0, (0, 0, 1.1), fast, apart=0.5 + 1.1 * MARGIN) == 0


def test_blocks_that_are_passed_over_have_nothing_to_look_for():
    """Pairs with a fixed body lie in marked blocks, while pairs come and go; others have nothing from the step before."""
    world, rng = World(), np.random.default_rng(3)
    for x in range(4):
        world.add_body(shape=Box(half=(0.5, 2, 0.5)), type="static", position=(x - 1.5, 0, -0.5))
    for k in range(60):
        world.add_body(shape=SHAPES[k % 3], position=(*rng.uniform(-1.5, 1.5, 2), 0.4 + 0.3 * k))
    marked = 0
    for k in range(150):
        if k == 80:
            world.solver = SolverSettings(continuous="all")
        if k == 110:
            world.solver = SolverSettings()
        world.step()
        pairs, fixed = world._contacts.pairs, world._bodies.arrays.type != DYNAMIC
        entries = pairs.order[:pairs.number[0]]
        of_fixed = fixed[pairs.a[entries]] | fixed[pairs.b[entries]]
        assert (pairs.looking[entries[of_fixed] // W] == 1).all()
        assert not pairs.ahead.reshape(-1, AHEAD_SLOTS, W)[pairs.looking == 0].any()
        marked += int(pairs.looking.sum()) < len(set(entries // W))
    assert marked > 50, "some blocks are passed over"
