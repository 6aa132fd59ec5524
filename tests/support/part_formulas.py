"""The parts of joints in numpy and double precision: what each measures at given poses, and its Jacobian.

The reference for SIMD kernels and for the rows of the laboratory; the formulas, their names and their sources stand in
`physics.lab.rows.parts`.  Both were checked by finite differences.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.bodies.rotation import cross, matrix, moved, opposite, product, rotate
from physics.constraints import part
from physics.constraints.curvature import FAST
from physics.constraints.parts import ROWS
from physics.constraints.parts.angle import ANGLE, FAR, LEAST_LENGTH, UPRIGHT
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.axis_rotation import AXIS_ROTATION, LEAST_SINE, NEAR
from physics.constraints.parts.distance import DISTANCE
from physics.constraints.parts.gear import GEAR
from physics.constraints.parts.point import POINT
from physics.constraints.parts.pulley import PULLEY
from physics.constraints.parts.rack import RACK
from physics.constraints.parts.rotation import NEAR as NEAR_TURN
from physics.constraints.parts.rotation import ROTATION
from physics.constraints.parts.swing import SWING
from physics.joints.placement import TO_AXIS

AXES = X, Y, Z = np.eye(3)
TURN = 2 * np.pi
MOMENT = 1e-5                                    # step of the central difference in `curvature` [s]
CURVED = (POINT, AXIS_PAIR, AXIS_ROTATION, AXIS_POSITION, DISTANCE, PULLEY)
TINY = 1e-12                                     # shorter vectors have no direction [m]


class Measured(NamedTuple):
    """n parts of one kind with `rows` rows each."""

    value: np.ndarray             # (n, rows) [m] or [rad]
    jacobian: np.ndarray          # (n, rows, 12) for v_a w_a v_b w_b


class Placed(NamedTuple):
    """n parts placed in the world."""

    numbers: np.ndarray           # (n, PART_SLOTS)
    arm_a: np.ndarray             # (n, 3) r_a [m]
    arm_b: np.ndarray             # (n, 3) r_b [m]
    apart: np.ndarray             # (n, 3) d [m]
    point_a: np.ndarray           # (n, 3) p_a [m]
    point_b: np.ndarray           # (n, 3) p_b [m]
    frame_a: np.ndarray           # (n, 4) A
    frame_b: np.ndarray           # (n, 4) B
    moved_a: np.ndarray           # (n, 6) motion since the step began: translation [m], rotation vector [rad]
    moved_b: np.ndarray           # (n, 6)


def placed(numbers: np.ndarray, pose_a: np.ndarray, pose_b: np.ndarray, moved: tuple | None = None) -> Placed:
    """Parts with `numbers` (n, PART_SLOTS) at poses (n, 7) of both bodies; `moved` is their motion (n, 6) in this step."""
    moved_a, moved_b = (np.zeros((len(numbers), 6)),) * 2 if moved is None else moved
    q = np.stack((pose_a[:, 3:7], pose_b[:, 3:7]))                       # of all a, then of all b
    ra, rb = rotate(q, np.stack([numbers[:, slot:slot + 3] for slot in (part.ANCHOR_A, part.ANCHOR_B)]))
    fa, fb = product(q, np.stack([numbers[:, slot:slot + 4] for slot in (part.FRAME_A, part.FRAME_B)]))
    pa, pb = pose_a[:, :3] + ra, pose_b[:, :3] + rb
    return Placed(numbers, ra, rb, pb - pa, pa, pb, fa, fb, moved_a, moved_b)


def measured(kind: int, at: Placed) -> Measured:
    """The measures of parts of one kind, and their Jacobians."""
    return MEASURES[kind](at)


def turning_about(axis: np.ndarray, motion: np.ndarray, inverse_mass: np.ndarray) -> np.ndarray:
    """(n, 12) motions with which two bodies turn against each other about these axes (n, 3) alone: what their spins differ across
    them, they share by the traces of their inertia in M^-1 (n, 12, 12)."""
    ka, kb = (np.trace(inverse_mass[:, k:k + 3, k:k + 3], axis1=1, axis2=2)[:, None] for k in (3, 9))
    made = motion.copy()
    spin = (ka * motion[:, 9:12] + kb * motion[:, 3:6]) / (ka + kb)
    for side in (slice(3, 6), slice(9, 12)):
        made[:, side] = spin + ((motion[:, side] - spin) * axis).sum(1, keepdims=True) * axis
    return made


def curvature(kind: int, numbers: np.ndarray, poses: tuple, motion: np.ndarray, inverse_mass: np.ndarray, h: float) -> np.ndarray:
    """(n, rows) curvatures of measures at constant motion (n, 12) over h; poses = (of a, of b), (n, 7) each.

    h/2 J' V, by a central difference of J; 0 for rotations of joint frames, where the kernels neglect it.  Points move on whole
    circles, and two axes that are held together turn as they may; a held or limited angle's is that on the constraint, of slow
    bodies.
    """
    if kind == ANGLE:
        about = measured(kind, placed(numbers, *poses)).jacobian[:, 0, 9:]
        along = -(about * cross(motion[:, 3:6], motion[:, 9:12])).sum(1)
        slow = h * np.linalg.norm(motion[:, 3:].reshape(-1, 3, 3)[:, ::2], axis=2).max(1) < FAST
        back = (numbers[:, part.USE] == part.HOLD) | of_swinging_limits(placed(numbers, *poses))
        return h / 2 * np.where(slow & back, along, 0)[:, None]
    if kind not in CURVED:
        return np.zeros((len(numbers), ROWS[kind]))
    if kind == POINT:
        return _on_circles(placed(numbers, *poses), motion, h)
    if kind == AXIS_ROTATION:
        motion = turning_about(_axis(_fast(placed(numbers, *poses)), X), motion, inverse_mass)
    n, time, both = len(numbers), np.repeat((MOMENT, -MOMENT), len(numbers))[:, None], np.concatenate((motion, motion))
    a, b = (moved(np.concatenate((pose, pose)), time * both[:, side]) for pose, side in zip(poses, (slice(6), slice(6, 12))))
    along = np.einsum("nrj,nj->nr", measured(kind, placed(np.concatenate((numbers, numbers)), a, b)).jacobian, both)
    return h * (along[:n] - along[n:]) / (4 * MOMENT)


def _on_circles(at: Placed, motion: np.ndarray, h: float) -> np.ndarray:
    """(n, 3) what circles of the anchors about their bodies' centres add to the relative velocity of points, over h."""
    return on_circle(motion[:, 9:12], at.arm_b, h) - on_circle(motion[:, 3:6], at.arm_a, h)


def on_circle(w: np.ndarray, r: np.ndarray, h: float) -> np.ndarray:
    """(n, 3) what turning by t = h |w x r| / |r| adds to w x r [m/s]: (1 - cos t) / t^2 h w x (w x r) - (1 - sin t / t) w x r."""
    along = cross(w, r)
    t = (h * np.linalg.norm(along, axis=-1) / np.linalg.norm(r, axis=-1))[:, None]
    return np.sinc(t / TURN) ** 2 / 2 * h * cross(w, along) - (1 - np.sinc(2 * t / TURN)) * along


def _axis(frame: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """(n, 3) an axis of the frames in the world."""
    return rotate(frame, np.broadcast_to(axis, (len(frame), 3)))


def _jacobian(*columns: np.ndarray) -> np.ndarray:
    """(n, 12) from four (n, 3)."""
    return np.concatenate(columns, -1)


def _turning(rows: np.ndarray) -> np.ndarray:
    """(n, rows, 12) Jacobians of relative rotations about these axes."""
    return _jacobian(0 * rows, -rows, 0 * rows, rows)


def _unit(v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) lengths and (n, 3) directions; the direction of a zero vector is zero."""
    length = np.linalg.norm(v, axis=-1)
    return length, v / np.where(length > TINY, length, np.inf)[:, None]


def carried_round(impulse: np.ndarray, held: np.ndarray, spins: list[np.ndarray], h: float) -> np.ndarray:
    """(n, 3) impulses of points after h: where bodies are held (n,) together about some axis and turn the same way, they turn
    with the slower one, by 1 + T + T^2 / 2 with T the matrix of h w x."""
    slower = np.linalg.norm(spins[0], axis=1) < np.linalg.norm(spins[1], axis=1)
    together = held & ((spins[0] * spins[1]).sum(1) > 0)
    turn = np.cross(np.eye(3), h * np.where(slower[:, None], *spins)[:, None]) * together[:, None, None]
    return np.einsum("nij,nj->ni", np.eye(3) + turn + turn @ turn / 2, impulse)


def point(at: Placed) -> Measured:
    """Three rows: the anchors coincide."""
    u = np.broadcast_to(AXES, (len(at.apart), 3, 3))
    return Measured(at.apart, _jacobian(-u, -cross(at.arm_a[:, None], u), u, cross(at.arm_b[:, None], u)))


def along(at: Placed, axis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One row along an axis fixed to a."""
    u = _axis(at.frame_a, axis)
    return (u * at.apart).sum(1), _jacobian(-u, -cross(at.arm_a + at.apart, u), u, cross(at.arm_b, u))


def axis_pair(at: Placed) -> Measured:
    """Two rows: b's anchor stays on a's line."""
    (y, jy), (z, jz) = along(at, Y), along(at, Z)
    return Measured(np.stack((y, z), 1), np.stack((jy, jz), 1))


def axis_position(at: Placed) -> Measured:
    """One row: the position of b's anchor along a's line."""
    value, jacobian = along(at, X)
    return Measured(value[:, None], jacobian[:, None])


def rotation(at: Placed) -> Measured:
    """Three rows: the frames stay aligned."""
    q = product(opposite(at.frame_a), at.frame_b)
    q = np.where(q[:, 3:] < 0, -1.0, 1.0) * q
    v, w = q[:, :3], q[:, 3:]
    sine, n = _unit(v)
    half, far = np.arctan2(sine[:, None], w), w < NEAR_TURN
    stretch = np.where(far, half / np.where(far, sine[:, None], 1), 1.0)                    # far apart: the rotation vector
    rest = np.where(far, 1 - stretch * w, 0.0)
    rows = [rotate(at.frame_a, stretch * (w * i - cross(i, v)) + rest * (n @ i)[:, None] * n)      # i (w 1 - [v]x) = w i - i x v
            for i in (X, Y, Z)]
    return Measured(2 * stretch * v, _turning(np.stack(rows, 1)))


def axis_rotation(at: Placed) -> Measured:
    """Two rows: the frames' x axes stay parallel; with exchanged roles seen from b."""
    exchanged = at.numbers[:, part.EXCHANGED, None] > 0
    x, slow = _axis(_fast(at), X), np.where(exchanged, at.frame_b, at.frame_a)
    t, along = np.stack((_axis(slow, Y), _axis(slow, Z)), 1), _axis(slow, X)
    value, axes = (t * x[:, None]).sum(2), cross(x[:, None], t)
    back, sine = (along * x).sum(1) < NEAR, np.linalg.norm(value, axis=1, keepdims=True)
    unit, angle = value / sine, np.arctan2(sine, (along * x).sum(1, keepdims=True))      # far apart: by the angle
    n = cross(along, (unit[:, :, None] * t).sum(1))
    across = (angle / np.maximum(sine, LEAST_SINE) * cross(x, n))[:, None]
    value = np.where(back[:, None], angle * unit, value)
    axes = np.where(back[:, None, None], unit[:, :, None] * n[:, None] + (t * n[:, None]).sum(2)[:, :, None] * across, axes)
    return Measured(np.where(exchanged, -1, 1) * value, _turning(axes))


def _fast(at: Placed) -> np.ndarray:
    """(n, 4) the frames of axis rotations whose x axis matters: b's, with exchanged roles a's."""
    return np.where(at.numbers[:, part.EXCHANGED, None] > 0, at.frame_a, at.frame_b)


def angle(at: Placed) -> Measured:
    """One row: the rotation of b's frame about the x axis; where held, the shortest way, or with the turns that count."""
    q = product(opposite(at.frame_a), at.frame_b)
    x, y, z, w = q.T
    both = x * x + w * w
    gradient = np.stack((np.ones(len(x)), (w * z + x * y) / both, (x * z - w * y) / both), 1)
    folded = 2 * np.arctan2(x, w)
    value = folded + TURN * np.round((at.numbers[:, part.MEASURE] - folded) / TURN)
    short, error, about = held_angle(at)
    value = np.where(short, at.numbers[:, part.TARGET] + error, value)
    gradient = np.where(short[:, None], about, gradient)
    swings = of_swinging_limits(at)
    limited, about = limited_angle(at)
    value, gradient = np.where(swings, limited, value), np.where(swings[:, None], about, gradient)
    return Measured(value[:, None], _turning(rotate(at.frame_a, gradient))[:, None])


def of_swinging_limits(at: Placed) -> np.ndarray:
    """(n,) bool: limits of axes that may swing."""
    return (at.numbers[:, part.USE] == part.LIMIT) & (at.numbers[:, part.COUNTED] == 0)


def limited_angle(at: Placed) -> tuple[np.ndarray, np.ndarray]:
    """(n,) what limits of axes that may swing measure: the twist inside, beyond a bound this and the way back [rad]; (n, 3) the
    unit vector of a's frame about which an angle held at the nearer bound goes back."""
    numbers = at.numbers.copy()
    lower, upper = numbers[:, part.LOWER], numbers[:, part.UPPER]
    q = product(opposite(at.frame_a), at.frame_b)
    folded, last = 2 * np.arctan2(q[:, 0], q[:, 3]), np.clip(numbers[:, part.MEASURE], lower, upper)
    value = folded + TURN * np.round((last - folded) / TURN)
    numbers[:, part.TARGET] = bound = np.where(value - lower < upper - value, lower, upper)
    numbers[:, part.USE] = part.HOLD
    _, error, about = held_angle(at._replace(numbers=numbers))
    return np.where((lower < value) & (value < upper), value, bound + error), about


def share_of_gap(kind: int, at: Placed) -> np.ndarray:
    """(n,) what gaps of limits are multiplied by."""
    q = product(opposite(at.frame_a), at.frame_b)
    share = np.hypot(q[:, 0], q[:, 3])
    return np.where((kind == ANGLE) & of_swinging_limits(at) & (share > UPRIGHT), share, 1)


def shortest(at: Placed) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """p (n, 4) of held and sprung angles, p_w >= 0: what is left of the turn between the frames without that by the target;
    r (n, 4), the turn by the target; (n,) whether the way back is the shortest one, or turns count."""
    target, zero = at.numbers[:, part.TARGET], np.zeros(len(at.numbers))
    r = np.stack((np.sin(target / 2), zero, zero, np.cos(target / 2)), 1)
    p = product(opposite(r), product(opposite(at.frame_a), at.frame_b))
    p = np.where(p[:, 3:] < 0, -p, p)
    held, sprung = (at.numbers[:, part.USE] == use for use in (part.HOLD, part.SPRING))
    swings = at.numbers[:, part.COUNTED] == 0
    return p, r, held & (swings | (np.abs(at.numbers[:, part.MEASURE] - target) < FAR)) | sprung & swings


def held_angle(at: Placed) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n,) the angles that go the shortest way, (n,) how far [rad], (n, 3) about which unit vector of a's frame."""
    p, r, short = shortest(at)
    length = np.linalg.norm(p[:, 1:], axis=1)
    about = p[:, (3, 2, 1)] * (1, 1, -1) / np.maximum(length, LEAST_LENGTH)[:, None]
    about = np.where(length[:, None] > LEAST_LENGTH, rotate(r, about), X)
    return short, 2 * np.arctan2(p[:, 0], length), about


def swing(at: Placed) -> Measured:
    """One row: the angle between the frames' x axes."""
    xa, xb = _axis(at.frame_a, X), _axis(at.frame_b, X)
    sine, n = _unit(cross(xa, xb))
    return Measured(np.arctan2(sine, (xa * xb).sum(1))[:, None], _turning(n)[:, None])


def distance(at: Placed) -> Measured:
    """One row: the distance of the anchors."""
    length, n = _unit(at.apart)
    return Measured(length[:, None], _jacobian(-n, -cross(at.arm_a, n), n, cross(at.arm_b, n))[:, None])


def _counted(at: Placed, jacobian: np.ndarray) -> Measured:
    """One row whose measure is its value at the beginning of the step plus the motion since then."""
    gained = (jacobian * _jacobian(at.moved_a, at.moved_b)).sum(1)
    return Measured((at.numbers[:, part.MEASURE] + gained)[:, None], jacobian[:, None])


def gear(at: Placed) -> Measured:
    """One row: rotations of both bodies, each about its own axis."""
    ratio, ua, ub = at.numbers[:, part.RATIO], _axis(at.frame_a, X), _axis(at.frame_b, X)
    return _counted(at, _jacobian(0 * ua, ua, 0 * ub, ratio[:, None] * ub))


def rack(at: Placed) -> Measured:
    """One row: the translation of b and the rotation of a."""
    ratio, ua, ub = at.numbers[:, part.RATIO], _axis(at.frame_a, X), _axis(at.frame_b, X)
    return _counted(at, _jacobian(-ub, -ratio[:, None] * ua, ub, 0 * ub))


def pulley(at: Placed) -> Measured:
    """One row: the length of the rope from both anchors to their ground points."""
    ratio = at.numbers[:, part.RATIO]
    la, na = _unit(at.point_a - at.numbers[:, part.GROUND_A:part.GROUND_A + 3])
    lb, nb = _unit(at.point_b - at.numbers[:, part.GROUND_B:part.GROUND_B + 3])
    nb = ratio[:, None] * nb
    return Measured((la + ratio * lb)[:, None], _jacobian(na, cross(at.arm_a, na), nb, cross(at.arm_b, nb))[:, None])


def held(moves: np.ndarray, turns: np.ndarray, at: Placed) -> np.ndarray:
    """(rows, 12) J of what one joint (n = 1) holds: moves (3,) and turns (3,), 1 for each axis of the frames that is held."""
    rows = [*point(at).jacobian[0]] if all(moves) else [along(at, axis)[1][0] for axis, here in zip(AXES, moves) if here]
    k = int(np.argmin(turns) if sum(turns) == 2 else np.argmax(turns))         # the only free turn, or the only held one
    numbers = at.numbers.copy()
    numbers[:, part.EXCHANGED], numbers[:, part.USE] = 0, part.MOTOR           # the slots are of the driven row
    about = at._replace(numbers=numbers, frame_a=_permuted(at.frame_a, k), frame_b=_permuted(at.frame_b, k))
    if any(turns):
        rows += [*measured((ANGLE, AXIS_ROTATION, ROTATION)[int(sum(turns)) - 1], about).jacobian[0]]
    return np.array(rows).reshape(-1, 12)


def _permuted(frame: np.ndarray, k: int) -> np.ndarray:
    """The frame with its axis k as x."""
    return product(frame, np.array([TO_AXIS[k]]))


def felt(jacobian: np.ndarray, rows: np.ndarray, inverse_mass: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(J - G J_h, G) of a row J (12,), with the rows that its joint holds, J_h (rows, 12), and M^-1 (12, 12)."""
    share = np.linalg.solve(rows @ inverse_mass @ rows.T, rows @ inverse_mass @ jacobian)
    return jacobian - share @ rows, share


def held_curvature(mask: np.ndarray, numbers: np.ndarray, poses: tuple, motion: np.ndarray, inverse_mass: np.ndarray,
                   h: float) -> np.ndarray:
    """(rows,) curvatures over h of what is `held`, moves and turns of mask (2, 3), at constant motion (12,): as in `curvature`,
    and of turns 0 but for two that are held together."""
    moves, found = int(mask[0].sum()), h / 2 * _held_rates(mask, numbers, poses, motion)
    if moves == 3:
        found[:3] = _on_circles(placed(numbers, *poses), motion[None], h)[0]
    if mask[1].sum() != 2:
        found[moves:] = 0
        return found
    free = np.eye(3)[int(np.flatnonzero(mask[1] == 0)[0])]
    along = turning_about(_axis(placed(numbers, *poses).frame_b, free), motion[None], inverse_mass[None])[0]
    return np.concatenate((found[:moves], h / 2 * _held_rates(mask, numbers, poses, along)[moves:]))


def _held_rates(mask: np.ndarray, numbers: np.ndarray, poses: tuple, motion: np.ndarray) -> np.ndarray:
    """(rows,) second derivatives of what is `held`, at constant motion (12,)."""
    rates = []
    for time in (MOMENT, -MOMENT):
        a, b = (moved(pose, time * motion[None, side]) for pose, side in zip(poses, (slice(6), slice(6, 12))))
        rates.append(held(*mask, placed(numbers, a, b)) @ motion)
    return (rates[0] - rates[1]) / (2 * MOMENT)


def inverse_masses(bodies, a: int, b: int) -> np.ndarray:
    """(12, 12) M^-1 of the bodies in two rows."""
    found = np.zeros((12, 12))
    for first, body in ((0, a), (6, b)):
        turn, local = matrix(bodies.pose[body, 3:7]), bodies.local[body]
        found[first:first + 3, first:first + 3] = local[3] * np.eye(3)
        found[first + 3:first + 6, first + 3:first + 6] = turn @ np.diag(local[:3]) @ turn.T
    return found


MEASURES: dict[int, Callable[[Placed], Measured]] = {
    POINT: point, AXIS_PAIR: axis_pair, ROTATION: rotation, AXIS_ROTATION: axis_rotation,
    AXIS_POSITION: axis_position, ANGLE: angle, SWING: swing, DISTANCE: distance, GEAR: gear,
    RACK: rack, PULLEY: pulley}
