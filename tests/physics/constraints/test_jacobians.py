"""Jacobians of all parts of joints against finite differences of what the parts measure.  Case E01, THEORY rows 0.3 and 2.2."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.rotation import moved, product, rotate
from physics.constraints import part
from physics.constraints.parts import KINDS, ROWS
from physics.constraints.parts.angle import ANGLE, FAR
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.axis_rotation import AXIS_ROTATION, NEAR
from physics.constraints.parts.gear import GEAR
from physics.constraints.parts.point import POINT
from physics.constraints.parts.pulley import PULLEY
from physics.constraints.parts.rack import RACK
from physics.constraints.parts.rotation import NEAR as NEAR_TURN
from physics.constraints.parts.rotation import ROTATION
from physics.constraints.parts.swing import SWING
from physics.constraints.place import AGAIN, place_parts
from physics.constraints.prepare import prepare_parts
from physics.lab.rows.assembly import assemble_rows
from tests.support.part_formulas import CURVED, MEASURES, TINY, Placed, curvature, measured, placed, shortest, turning_about
from tests.support.part_worlds import (
    KIND_NAMES,
    USE_NAMES,
    random_numbers,
    random_parts,
    random_poses,
    row_params,
    settings_of,
    state_of,
    used,
)

STEP = 1e-6                                       # of the finite differences [s]
POSES = 1000
BESIDE = 1e-3                                     # poses are this far from where a held angle changes its row
TOLERANCE = 1e-7                                  # E01's; the issue asks for 1e-6
all_kinds = pytest.mark.parametrize("kind", sorted(KIND_NAMES), ids=KIND_NAMES.get)
KINDS_AND_USES = [(kind, part.HOLD) for kind in sorted(KIND_NAMES)] + [(ANGLE, part.SPRING), (ANGLE, part.MOTOR)]
every_row = pytest.mark.parametrize("kind, use", KINDS_AND_USES,
                                    ids=[f"{KIND_NAMES[kind]}-{USE_NAMES[use]}" for kind, use in KINDS_AND_USES])


def rate(kind: int, numbers: np.ndarray, poses: tuple, motion: np.ndarray) -> np.ndarray:
    """(n, rows) by central differences along motions (n, 12)."""
    def value(time: float) -> np.ndarray:
        if kind in (GEAR, RACK):
            return machine(kind, numbers, poses, time * motion)
        at = placed(numbers, moved(poses[0], time * motion[:, :6]), moved(poses[1], time * motion[:, 6:]))
        return measured(kind, at).value
    return (value(STEP) - value(-STEP)) / (2 * STEP)


def turn_about(frame: np.ndarray, ahead: np.ndarray) -> np.ndarray:
    """(n,) how far `ahead` is turned from `frame` about the x axis of the frame [rad], by the twist of the turn between."""
    q = product(frame * (-1, -1, -1, 1), ahead)
    return 2 * np.arctan2(q[:, 0], q[:, 3])


def machine(kind: int, numbers: np.ndarray, poses: tuple, way: np.ndarray) -> np.ndarray:
    """(n, 1) what a gear or rack gains when its bodies go (n, 12) on: turns from the frames before and after."""
    before = placed(numbers, *poses)
    after = placed(numbers, moved(poses[0], way[:, :6]), moved(poses[1], way[:, 6:]))
    turn_a, turn_b = turn_about(before.frame_a, after.frame_a), turn_about(before.frame_b, after.frame_b)
    ratio = numbers[:, part.RATIO]
    if kind == GEAR:
        return (turn_a + ratio * turn_b)[:, None]
    axis = rotate(before.frame_b, np.broadcast_to((1.0, 0.0, 0.0), (len(way), 3)))
    return ((axis * (way[:, 6:9] - way[:, :3])).sum(1) - ratio * turn_a)[:, None]


def well_placed(kind: int, at: Placed, value: np.ndarray) -> np.ndarray:
    """Parts whose measure is far enough from where it has no derivative, for differences of this step to see it."""
    if kind == SWING:
        return np.abs(np.sin(value[:, 0])) > 0.02
    if kind == AXIS_ROTATION:                     # other rows from a right angle on
        x = np.broadcast_to((1.0, 0.0, 0.0), (len(value), 3))
        cosine = (rotate(at.frame_a, x) * rotate(at.frame_b, x)).sum(1)
        return (np.abs(cosine) > 0.02) & (cosine > -0.99)
    if kind == ROTATION:                          # other rows beyond FAR, and from half a turn on
        w = np.abs(product(at.frame_a * (-1, -1, -1, 1), at.frame_b)[:, 3])
        return (w > BESIDE) & (np.abs(w - NEAR_TURN) > BESIDE)
    if kind == ANGLE:
        q = product(at.frame_a * (-1, -1, -1, 1), at.frame_b)
        p, _, short = shortest(at)
        off = np.abs(at.numbers[:, part.MEASURE] - at.numbers[:, part.TARGET])
        held = (p[:, 3] > BESIDE) & (p[:, 0] ** 2 < 0.98) & (np.abs(off - FAR) > BESIDE)
        back = short | (at.numbers[:, part.USE] == part.HOLD)
        return np.where(back, held, True) & (short | (q[:, 0] ** 2 + q[:, 3] ** 2 > 0.02))
    return np.ones(len(value), bool)


def counted(numbers: np.ndarray, value: np.ndarray, rng: np.random.Generator) -> None:
    """Angles of this value mod a turn were up to three turns away before."""
    numbers[:, part.MEASURE] = value + 2 * np.pi * rng.integers(-3, 4, len(value))


def cases(kind: int, seed: int = 0, use: int = part.HOLD):
    """Parts, poses and what is measured there: 1,000 of them, some more drawn than needed."""
    rng = np.random.default_rng(seed + 100 * kind)
    numbers, poses = random_numbers(rng, 3 * POSES), (random_poses(rng, 3 * POSES), random_poses(rng, 3 * POSES))
    numbers[:, part.USE] = use
    if kind == ANGLE:
        numbers[:, part.TARGET], numbers[:, part.COUNTED] = rng.uniform(-9, 9, 3 * POSES), np.arange(3 * POSES) % 2
        counted(numbers, measured(kind, placed(numbers, *poses)).value[:, 0], rng)
    if kind == AXIS_ROTATION:
        numbers[:, part.EXCHANGED] = np.arange(3 * POSES) % 2
    at = placed(numbers, *poses)
    good = np.flatnonzero(well_placed(kind, at, measured(kind, at).value))[:POSES]
    assert len(good) == POSES
    numbers, poses = numbers[good], (poses[0][good], poses[1][good])
    made = measured(kind, placed(numbers, *poses))
    motion = rng.normal(size=(POSES, 12))
    return numbers, poses, made, motion / np.linalg.norm(motion, axis=1, keepdims=True)


def test_every_kind_of_part_is_here():
    assert sorted(KIND_NAMES) == sorted(MEASURES) == list(range(KINDS))


@every_row
def test_reference_jacobians_by_finite_differences(kind, use):
    """J V is the rate of the measure at 1,000 random poses, along random motions of both bodies (E01; rows 0.3, 2.2)."""
    for seed in range(3):
        numbers, poses, made, motion = cases(kind, seed, use)
        assert made.value.shape == (POSES, ROWS[kind]) and made.jacobian.shape == (POSES, ROWS[kind], 12)
        by_rows = np.einsum("nrj,nj->nr", made.jacobian, motion)
        assert np.abs(by_rows).max() > 0.3
        assert np.abs(by_rows - rate(kind, numbers, poses, motion)).max() < TOLERANCE


def test_the_poses_include_turns_past_half_a_turn():
    """Among the random poses are relative turns beyond 180 degrees, in the quaternion's sign and in the angle."""
    numbers, poses, made, _ = cases(ANGLE, use=part.MOTOR)
    at = placed(numbers, *poses)
    q = product(at.frame_a * (-1, -1, -1, 1), at.frame_b)
    assert (q[:, 3] < -0.5).sum() > 100
    assert (np.abs(made.value) > np.pi).sum() > 500 and np.abs(made.value).max() > 5 * np.pi
    assert np.abs(made.value[:, 0] - numbers[:, part.MEASURE]).max() < 1e-12


def test_an_axis_carried_by_a_needs_the_offset():
    """Without d x u in the row of an axis that a carries, the free way along a slider makes it wrong (row 0.3)."""
    numbers, poses, made, motion = cases(AXIS_POSITION)
    at = placed(numbers, *poses)
    u = made.jacobian[:, 0, 6:9]
    fixed = made.jacobian.copy()
    fixed[:, 0, 3:6] = -np.cross(at.arm_a, u)
    wrong = np.abs(np.einsum("nrj,nj->nr", fixed, motion) - rate(AXIS_POSITION, numbers, poses, motion))
    assert np.linalg.norm(at.apart, axis=1).min() > 0.05 and np.median(wrong) > 0.1


@pytest.mark.parametrize("kind", [GEAR, RACK])
def test_machines_count_turns(kind):
    """Gears and racks count on from what they measured when the step began, by what their bodies moved since."""
    numbers, poses, _, _ = cases(kind)
    way = np.random.default_rng(5).normal(size=(POSES, 12)) * 1e-4
    numbers[:, part.MEASURE] = np.linspace(-9, 9, POSES)
    at = placed(numbers, *poses, (way[:, :6], way[:, 6:]))
    gained = measured(kind, at).value[:, 0] - numbers[:, part.MEASURE]
    assert np.abs(gained).max() > 1e-4
    assert np.abs(gained - machine(kind, numbers, poses, way)[:, 0]).max() < 1e-10


@every_row
def test_momentum(kind, use):
    """What a unit impulse of each row adds to momentum and angular momentum of both bodies together: nothing, but for

    couples that bearings of gears and racks take, pulls on a rope's wheels, and a point joint that drifted apart by d.
    """
    numbers, poses, made, _ = cases(kind, use=use)
    at = placed(numbers, *poses)
    va, wa, vb, wb = np.split(made.jacobian, 4, axis=2)
    xa, xb = poses[0][:, None, :3], poses[1][:, None, :3]
    turned = np.cross(xa, va) + wa + np.cross(xb, vb) + wb
    pa, pb = at.point_a[:, None], at.point_b[:, None]
    pulled = np.cross(pa, va) + np.cross(pb, vb) if kind == PULLEY else 0
    expected = {POINT: np.cross(pb - pa, vb), GEAR: wa + wb, RACK: np.cross(xb - xa, vb) + wa,
                PULLEY: pulled}.get(kind, 0)
    assert np.abs(turned - expected).max() < 1e-12
    assert kind == PULLEY or np.abs(va + vb).max() < 1e-12


# the kernels

def kernel_cases(kind: int, seed: int = 0, use: int = part.HOLD):
    """1,000 parts for the kernels, some of them with the world as a or b, and random motions (n, 12) of their bodies."""
    rng = np.random.default_rng(seed)
    apart = random_parts(kind, 3 * POSES, seed + 50 * kind)
    apart.numbers[:, part.USE] = use
    at = placed(apart.numbers, *apart.poses)
    value = measured(kind, at).value
    if kind == ANGLE:
        counted(apart.numbers, value[:, 0], rng)
    good = well_placed(kind, at, value)
    good = np.flatnonzero(good)[:POSES]
    poses, worlds = (tuple(x[good] for x in both) for both in (apart.poses, apart.worlds))
    measure = apart.numbers[good, part.MEASURE] if kind == ANGLE else value[good, 0]
    motion = rng.normal(size=(POSES, 12))
    motion[worlds[0], :6] = motion[worlds[1], 6:] = 0
    apart = used(apart._replace(numbers=apart.numbers[good], poses=poses, worlds=worlds), use, measure)
    apart.numbers[:, part.TARGET] = 0
    return apart, motion / np.linalg.norm(motion, axis=1, keepdims=True)


def kernel_rows(apart, motion: np.ndarray, time: float = 0.0, precision: str = "double", h: float = AGAIN):
    """Rows that the kernels place after the bodies moved on for `time` [s] within a step, for a substep of h or once more."""
    poses = tuple(moved(pose, time * motion[:, 6 * k:6 * k + 6]) for k, pose in enumerate(apart.poses))
    numbers = settings_of()
    state, extent = state_of(apart._replace(poses=poses), precision)
    prepare_parts(0, extent.parts, state.parts, numbers.joints)
    for k, rows_of in enumerate((state.parts.a, state.parts.b)):
        state.bodies.delta[rows_of[:len(motion)], :6] = time * motion[:, 6 * k:6 * k + 6]
        state.bodies.velocity[rows_of[:len(motion)], :6] = motion[:, 6 * k:6 * k + 6]
    place_parts(0, extent.parts, state.bodies, state.parts, h)
    return assemble_rows(state, extent, row_params(numbers))


@every_row
def test_kernels_place_what_the_reference_measures(kind, use):
    """Error and Jacobian of each row as the wide kernels place it are those of the plain formulas, at 1,000 poses."""
    apart, motion = kernel_cases(kind, use=use)
    made = kernel_rows(apart, motion)
    expected = measured(kind, placed(apart.numbers, *apart.poses))
    assert made.part_kind.tolist() == [kind] * (POSES * ROWS[kind])
    jacobian = made.jacobian.reshape(expected.jacobian.shape)
    assert np.abs(made.error.reshape(expected.value.shape) - expected.value).max() < 1e-11
    assert np.abs(jacobian - expected.jacobian).max() < 1e-10
    own = np.repeat(~np.stack(apart.worlds, 1), 6, 1)[:, None]
    assert np.abs(np.where(own, expected.jacobian, 0)).max() > 0.5


@every_row
def test_kernel_jacobians_by_finite_differences(kind, use):
    """J V of the wide kernels' rows is the rate of the errors that they place along random motions (E01; rows 0.3, 2.2)."""
    for seed in range(2):
        apart, motion = kernel_cases(kind, seed, use)
        made = kernel_rows(apart, motion)
        ahead, behind = (kernel_rows(apart, motion, time).error for time in (STEP, -STEP))
        by_rows = (made.jacobian * np.repeat(motion, ROWS[kind], 0)).sum(1)
        assert np.abs(by_rows).max() > 0.3
        assert np.abs(by_rows - (ahead - behind) / (2 * STEP)).max() < TOLERANCE


@every_row
def test_single_precision_places_the_same(kind, use):
    """Errors and Jacobians in single precision to seven figures of the numbers that go into them."""
    apart, motion = kernel_cases(kind, use=use)
    double, single = (kernel_rows(apart, motion, precision=precision) for precision in ("double", "single"))
    size = 1 + np.abs(double.jacobian).max(1)
    assert np.abs(single.error - double.error).max() < 2e-5
    assert (np.abs(single.jacobian - double.jacobian).max(1) / size).max() < 2e-4
    assert np.median(np.abs(single.jacobian - double.jacobian).max(1) / size) < 1e-6


def on_the_constraint(apart) -> None:
    """Angles whose target is the twist that they have."""
    at = placed(apart.numbers, *apart.poses)
    q = product(at.frame_a * (-1, -1, -1, 1), at.frame_b)
    apart.numbers[:, part.TARGET] = apart.numbers[:, part.MEASURE] = 2 * np.arctan2(q[:, 0], q[:, 3])


@every_row
def test_kernel_curvatures_by_finite_differences(kind, use):
    """In a short substep the curvature of a row is half of it times the second difference of its error along a motion; 0 where it
    is left out.  That of a held angle is on the constraint."""
    apart, motion = kernel_cases(kind, use=use)
    inverse = ~np.repeat(np.stack(apart.worlds, 1), 6, 1)[:, None] * np.eye(12)
    motion, time, h = 3 * motion, 1e-4, 1e-7
    curved = kind in CURVED or (kind, use) == (ANGLE, part.HOLD)
    if kind == ANGLE:
        on_the_constraint(apart)
    if kind == AXIS_ROTATION:                # axes that turn apart are no motion of two that are held together
        at = placed(apart.numbers, *apart.poses)
        fast = np.where(apart.numbers[:, part.EXCHANGED, None] > 0, at.frame_a, at.frame_b)
        axis = rotate(fast, np.broadcast_to((1.0, 0.0, 0.0), (POSES, 3)))
        motion = turning_about(axis, motion, inverse)
    ahead, now, behind = (kernel_rows(apart, motion, k * time, h=h * (k == 0)) for k in (1, 0, -1))
    if not curved:
        assert not now.curvature.any()
        return
    second = (ahead.error - 2 * kernel_rows(apart, motion).error + behind.error) / time ** 2
    near = np.ones(len(second), bool)
    if kind == AXIS_ROTATION:                # of axes that are far apart it is left out
        x = np.broadcast_to((1.0, 0.0, 0.0), (POSES, 3))
        near = np.repeat((rotate(at.frame_a, x) * rotate(at.frame_b, x)).sum(1) > NEAR, ROWS[kind])
        assert 0.1 < near.mean() < 0.7 and not now.curvature[~near].any()
    second = second[near]
    assert np.abs(second).max() > 1
    assert np.abs(now.curvature[near] * 2 / h - second).max() < 1e-5 * np.abs(second).max()
    by_reference = curvature(kind, apart.numbers, apart.poses, motion, inverse, h).reshape(-1)[near]
    assert np.abs(now.curvature[near] - by_reference).max() < 1e-6 * h / 2 * np.abs(second).max()


@pytest.mark.parametrize("turn, close", ((0.1, 1e-9), (0.5, 1e-5), (1.0, 2e-4), (3.0, 0.2)))
def test_points_end_on_their_circles(turn, close):
    """J V + curvature takes a point whose arm is across the spin to where its circle is after h."""
    apart, motion = kernel_cases(POINT)
    at, h, free = placed(apart.numbers, *apart.poses), 1 / 60, ~np.stack(apart.worlds, 1)
    for side, arm in ((3, at.arm_a), (9, at.arm_b)):
        spin = np.cross(arm, motion[:, side:side + 3])
        motion[:, side:side + 3] = turn / h * spin / np.maximum(np.linalg.norm(spin, axis=1, keepdims=True), TINY)
        motion[:, side - 3:side] = np.cross(arm, motion[:, side:side + 3])                  # anchors stand still: J V = 0
    motion *= np.repeat(free, 6, 1)
    made = kernel_rows(apart, motion, h=h).curvature.reshape(POSES, 3)
    after = placed(apart.numbers, *(moved(pose, h * motion[:, 6 * k:6 * k + 6]) for k, pose in enumerate(apart.poses)))
    straight = (measured(POINT, at).jacobian @ motion[:, :, None])[:, :, 0]
    wide = np.linalg.norm(at.arm_a, axis=1) * free[:, 0] + np.linalg.norm(at.arm_b, axis=1) * free[:, 1]
    assert (np.linalg.norm(at.apart + h * (straight + made) - after.apart, axis=1) < close * wide).all()
    by_reference = curvature(POINT, apart.numbers, apart.poses, motion, np.zeros(0), h)
    assert (np.linalg.norm(h * (made - by_reference), axis=1) < close * wide).all()


def test_rows_keep_their_length_at_half_a_turn():
    """Just where the way back is as long on either side, the rows of a whole rotation still hold about every axis."""
    apart = random_parts(ROTATION, POSES, 9)
    rng = np.random.default_rng(9)
    axis = rng.normal(size=(POSES, 3))
    turn = np.pi + np.where(np.arange(POSES) % 2, rng.uniform(-0.05, 0.05, POSES), 0)
    way = turn[:, None] * axis / np.linalg.norm(axis, axis=1, keepdims=True)
    numbers = apart.numbers.copy()
    numbers[:, part.FRAME_A:part.FRAME_A + 8] = (0, 0, 0, 1, 0, 0, 0, 1)
    aligned = np.concatenate((apart.poses[1][:, :3], apart.poses[0][:, 3:]), 1)
    poses = apart.poses[0], moved(aligned, np.concatenate((0 * way, way), 1))
    free = tuple(np.zeros(POSES, bool) for _ in range(2))
    made = kernel_rows(apart._replace(numbers=numbers, poses=poses, worlds=free), np.zeros((POSES, 12)))
    assert np.linalg.norm(made.error.reshape(POSES, 3), axis=1) == pytest.approx(np.pi - np.abs(turn - np.pi), abs=1e-6)
    least = np.linalg.svd(made.jacobian.reshape(POSES, 3, 12)[:, :, 9:], compute_uv=False)[:, -1]
    assert least.min() > 0.999 and np.isfinite(made.effective_mass).all()
