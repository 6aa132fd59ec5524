"""Driven rows as they are felt, against K as a matrix: every combination of what a joint can hold, at any poses."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics.bodies.rotation import matrix, opposite, product
from physics.constraints import block, part
from physics.constraints.part import HOLD, LIMIT, MOTOR, SPRING
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.distance import DISTANCE
from physics.constraints.parts.swing import SWING
from physics.constraints.solver import sum_parts
from physics.constraints.store import store_parts
from tests.support.part_formulas import curvature, felt, held, held_curvature, inverse_masses, measured, placed
from tests.support.part_worlds import KIND_NAMES, STEP, lanes, placed_rows, random_parts, settings_of, used

COUNT = 64                                        # parts: one of each combination of three moves and three turns
FREE = {AXIS_POSITION: [0], ANGLE: [3], SWING: [3, 4, 5], DISTANCE: [0, 1]}      # moves and turns that a row acts on, by kind
driven_kinds = pytest.mark.parametrize("kind", FREE, ids=KIND_NAMES.get)
MASKS = np.array(list(itertools.product((0, 1), repeat=6)))


def drawn(kind: int, use: int):
    """A driven part for each combination, its own axis left free; that of an only free turn is where the joint holds it."""
    apart = random_parts(kind, COUNT, 3 + kind)
    masks, numbers = MASKS.copy(), apart.numbers
    numbers[:, part.USE] = use
    masks[:, FREE[kind]] = 0
    for n, turns in enumerate(masks[:, 3:]):
        if turns.sum() == 2:
            frame = placed(numbers[n:n + 1], apart.poses[0][n:n + 1], apart.poses[1][n:n + 1]).frame_a[0]
            turned = product(frame, np.append(np.sin(1 + n) * np.eye(3)[int(np.argmin(turns))], np.cos(1 + n)))
            numbers[n, part.FRAME_B:part.FRAME_B + 4] = product(opposite(apart.poses[1][n, 3:7]), turned)
    apart = used(apart, use, measured(kind, placed(numbers, *apart.poses)).value[:, 0], kind)
    apart.numbers[:, part.HELD_MOVES:part.HELD_MOVES + 6], apart.numbers[:, part.SIDE] = masks, 0
    return apart


@driven_kinds
@pytest.mark.parametrize("use", (LIMIT, MOTOR, SPRING))
def test_rows_effective_masses_and_curvature(kind, use):
    """J - K_sh K_hh^-1 J_h of the kernel and its Schur complement; of held rows' curvature the same share."""
    apart = drawn(kind, use)
    state, extent, made = placed_rows(apart, settings_of())
    data, bodies, strange = lanes(state.parts.data, block.SLOTS, extent.parts), state.bodies, 0
    for n in range(COUNT):
        at = placed(apart.numbers[n:n + 1], apart.poses[0][n:n + 1], apart.poses[1][n:n + 1])
        mask, inverse = apart.numbers[n, part.HELD_MOVES:part.HELD_MOVES + 6].reshape(2, 3), \
            inverse_masses(bodies, made.a[n], made.b[n])
        plain, sign = measured(kind, at).jacobian[0, 0], -1 if use == LIMIT and data[n, block.SIDE] < 0 else 1
        others = held(*mask, at)
        expected, share = felt(sign * plain, others, inverse) if len(others) else (sign * plain, np.zeros(0))
        k = expected @ inverse @ expected
        assert made.jacobian[n] == pytest.approx(expected, abs=1e-9 * np.abs(plain).max())
        assert made.effective_mass[n] == pytest.approx(1 / k, rel=1e-7)
        assert np.abs(others @ inverse @ made.jacobian[n]).max(initial=0) < 1e-9 * np.abs(others).max(initial=1)
        poses, motion = tuple(pose[n:n + 1] for pose in apart.poses), motion_of(bodies, made, n)
        numbers = apart.numbers[n:n + 1]
        own = sign * curvature(kind, numbers, poses, motion[None], inverse[None], STEP)[0, 0] if use == LIMIT else 0
        growth = own - share @ held_curvature(mask, numbers, poses, motion, inverse, STEP) if len(others) else own
        assert made.curvature[n] == pytest.approx(growth, abs=1e-6 * (1 + abs(growth) * 2 / STEP))
        if len(others) and mask[1].sum() in (0, 2):        # turns are not askew: the errors are those of moves
            assert made.strain[n] == pytest.approx(share @ others[:, 6:9] @ at.apart[0], abs=1e-9)
        strange += np.abs(expected - sign * plain).max() > 0.01
    assert strange > COUNT / 2


def motion_of(bodies, made, n: int) -> np.ndarray:
    """(12,) velocities of both bodies of a row."""
    return np.concatenate((bodies.velocity[made.a[n], :6], bodies.velocity[made.b[n], :6]))


@driven_kinds
def test_what_people_read(kind):
    """Force and torque of a driven row on b, about its anchor, are those of its impulse as it is felt."""
    apart = drawn(kind, MOTOR)
    apart.numbers[:, part.CARRIED] = 1
    state, extent, made = placed_rows(apart, settings_of())
    sum_parts(0, extent.parts, state.parts)
    store_parts(0, extent.parts, state.bodies, state.parts)
    kept = lanes(state.parts.store, part.PART_SLOTS, extent.parts)[:COUNT]
    at_b, arm = made.jacobian[:, 6:], placed(apart.numbers, *apart.poses).arm_b
    force = at_b[:, :3]
    assert np.abs(kept[:, part.FORCE:part.FORCE + 3] - force).max() < 1e-9
    assert np.abs(kept[:, part.TORQUE:part.TORQUE + 3] - (at_b[:, 3:] - np.cross(arm, force))).max() < 1e-9


@driven_kinds
def test_single_precision_is_close(kind):
    """Impulses as they are felt move both bodies alike to a few parts in a hundred thousand."""
    apart = drawn(kind, SPRING)
    moves = []
    for precision in ("double", "single"):
        _, _, made = placed_rows(apart, settings_of(), precision)
        moves.append(made.response * made.effective_mass[:, None])
    size = np.abs(moves[0]).max(1, keepdims=True)
    assert (np.abs(moves[1] - moves[0]) / np.where(size > 0, size, 1)).max() < 1e-4


def test_parts_without_others_are_left_as_they_are():
    """Held rows, and driven ones that have no others, are the same bits as by themselves."""
    for use in (HOLD, SPRING):
        apart = random_parts(ANGLE, COUNT, 1)
        apart.numbers[:, part.USE] = use
        apart = used(apart, use, measured(ANGLE, placed(apart.numbers, *apart.poses)).value[:, 0])
        made = placed_rows(apart, settings_of())[2]
        plain = measured(ANGLE, placed(apart.numbers, *apart.poses)).jacobian[:, 0]
        assert made.jacobian == pytest.approx(plain, abs=1e-12)
