"""A small contact solver in lanes, the reference for the engine's times in the same run.

It is the basic algorithm: normal rows in order with a soft bias, then friction, either by two rows at each point or by two rows
and a twist at the manifold's centre; without restitution and surface velocity, with sweeps in one direction.  All arms and
masses are stored in the block, none is recomputed.  It shares only the lanes with the engine's solver.  Its time is the present
cost of such a sweep on this machine, so the engine's time relative to it is comparable between machines.

    change of a normal row = -mass * (mass_scale * J v + bias) - impulse_scale * impulse,     impulse >= 0
Source: Catto, "Solver2D" (2024).
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned
from physics.compile.decorators import formula, kernel
from physics.contacts import layout as ours
from physics.contacts.frame import axes_of
from physics.simd.functions import full_like, maximum, minimum, select, sqrt
from physics.simd.mat33 import symmetric_transform
from physics.simd.memory import gather_rows, load, scatter_rows, store
from physics.simd.slots import load3, load6
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, dot, scale, sub

# a block's slots
NORMAL, TANGENT_1, TANGENT_2 = 0, 3, 6                            # 3 each
FRICTION, INVERSE_MASS_A, INERTIA_A, INVERSE_MASS_B, INERTIA_B = 9, 10, 11, 17, 18
CENTRE_A, CENTRE_B, CENTRE_MASS, TWIST_MASS = 24, 27, 30, 31
CENTRE_IMPULSE, TWIST_IMPULSE = 32, 34
COUNT = 35                                                        # lane 0: points
FIRST_POINT = 36
# a point's slots
ARM_A, ARM_B, START, MASS, IMPULSE, LEVER, FRICTION_MASS, FRICTION_IMPULSE = 0, 3, 6, 7, 8, 9, 10, 11
POINT = 13
SLOTS = FIRST_POINT + 4 * POINT
SMALL = 1e-12                                                     # lower bound of roots and divisors


class Blocks(NamedTuple):
    """Contacts in this solver's layout; `a` and `b` are the engine's."""

    a: np.ndarray              # (blocks * 16,) int32 body row
    b: np.ndarray              # (blocks * 16,) int32 body row
    data: np.ndarray           # (blocks * SLOTS * 16,) real


class Law(NamedTuple):
    """The softness of contact rows."""

    bias_rate: float           # [1/s]
    mass_scale: float
    impulse_scale: float
    push_speed: float          # [m/s]
    inverse_h: float           # [1/s]
    at_centre: int             # 1: friction at the centre, 0: at the points


@formula
def motion_of(rows, blocks, at):
    """(v_a, w_a, v_b, w_b) of a block, and the unused numbers of the rows."""
    a, b = gather_rows(rows, blocks.a, at), gather_rows(rows, blocks.b, at)
    return ((a[0], a[1], a[2]), (a[3], a[4], a[5]), (b[0], b[1], b[2]), (b[3], b[4], b[5])), (a[6], a[7], b[6], b[7])


@formula
def relative(motion, arms):
    """v_b + w_b x r_b - v_a - w_a x r_a."""
    va, wa, vb, wb = motion
    return sub(add(vb, cross(wb, arms[1])), add(va, cross(wa, arms[0])))


@formula
def pushed(motion, masses, impulse, arms):
    """The motion after `impulse` on b and its opposite on a."""
    va, wa, vb, wb = motion
    return (add_scaled(va, -masses[0], impulse), sub(wa, symmetric_transform(masses[1], cross(arms[0], impulse))),
            add_scaled(vb, masses[2], impulse), add(wb, symmetric_transform(masses[3], cross(arms[1], impulse))))


@formula
def solve_normal(data, point, n, state):
    """The motion after a normal row, whose impulse is written back; state = (motion, moved, masses, law)."""
    motion, moved, masses, law = state
    arms = (load3(data, point + ARM_A * W), load3(data, point + ARM_B * W))
    separation = load(data, point + START * W) + dot(n, relative(moved, arms))
    apart = separation > 0.0
    one = full_like(separation, 1.0)
    push = maximum(law.mass_scale * law.bias_rate * separation, -law.push_speed)
    bias = select(apart, separation * law.inverse_h, push)
    last = load(data, point + IMPULSE * W)
    change = (load(data, point + MASS * W) * (select(apart, one, law.mass_scale) * dot(n, relative(motion, arms)) + bias)
              + select(apart, 0.0 * one, law.impulse_scale) * last)
    impulse = maximum(last - change, 0.0)
    store(data, point + IMPULSE * W, impulse)
    return pushed(motion, masses, scale(impulse - last, n), arms)


@formula
def clamp(f1, f2, most):
    """Two impulses, scaled together to the length `most` if longer."""
    square = f1 * f1 + f2 * f2
    share = select(square > most * most, most / sqrt(square + SMALL), full_like(square, 1.0))
    return share * f1, share * f2


@formula
def slide(data, place, frame, state):
    """The motion after two rows of friction; place = (slot of their impulses, mass, limit, arms)."""
    motion, masses = state
    slot, mass, limit, arms = place
    slip = relative(motion, arms)
    last_1, last_2 = load(data, slot), load(data, slot + W)
    f1, f2 = clamp(last_1 - mass * dot(slip, frame[0]), last_2 - mass * dot(slip, frame[1]), limit)
    store(data, slot, f1)
    store(data, slot + W, f2)
    return pushed(motion, masses, add_scaled(scale(f1 - last_1, frame[0]), f2 - last_2, frame[1]), arms)


@formula
def twist(data, base, n, state):
    """The motion after the row that turns the bodies against each other about n; its limit is the last of `state`."""
    motion, masses, limit = state
    va, wa, vb, wb = motion
    last = load(data, base + TWIST_IMPULSE * W)
    wanted = last - load(data, base + TWIST_MASS * W) * dot(n, sub(wb, wa))
    impulse = maximum(minimum(wanted, limit), -limit)
    store(data, base + TWIST_IMPULSE * W, impulse)
    turn = scale(impulse - last, n)
    return va, sub(wa, symmetric_transform(masses[1], turn)), vb, add(wb, symmetric_transform(masses[3], turn))


@kernel
def reference_sweep(begin, end, bodies, blocks, law):
    """One sweep over the blocks begin .. end - 1.

    Reads bodies.velocity bodies.delta blocks
    Writes bodies.velocity blocks.data
    """
    data = blocks.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion, spare = motion_of(bodies.velocity, blocks, at)
        moved, _ = motion_of(bodies.delta, blocks, at)
        masses = (load(data, base + INVERSE_MASS_A * W), load6(data, base + INERTIA_A * W),
                  load(data, base + INVERSE_MASS_B * W), load6(data, base + INERTIA_B * W))
        n = load3(data, base + NORMAL * W)
        points = int(data[base + COUNT * W])
        pressing = 0.0 * n[0]
        lever = pressing
        for j in range(points):
            point = base + (FIRST_POINT + j * POINT) * W
            motion = solve_normal(data, point, n, (motion, moved, masses, law))
            pressing = pressing + load(data, point + IMPULSE * W)
            lever = lever + load(data, point + LEVER * W) * load(data, point + IMPULSE * W)
        friction = load(data, base + FRICTION * W)
        frame = (load3(data, base + TANGENT_1 * W), load3(data, base + TANGENT_2 * W))
        if law.at_centre:
            motion = twist(data, base, n, (motion, masses, friction * lever))
            arms = (load3(data, base + CENTRE_A * W), load3(data, base + CENTRE_B * W))
            place = (base + CENTRE_IMPULSE * W, load(data, base + CENTRE_MASS * W), friction * pressing, arms)
            motion = slide(data, place, frame, (motion, masses))
        else:
            for j in range(points):
                point = base + (FIRST_POINT + j * POINT) * W
                arms = (load3(data, point + ARM_A * W), load3(data, point + ARM_B * W))
                limit = friction * load(data, point + IMPULSE * W)
                place = (point + FRICTION_IMPULSE * W, load(data, point + FRICTION_MASS * W), limit, arms)
                motion = slide(data, place, frame, (motion, masses))
        va, wa, vb, wb = motion
        scatter_rows(bodies.velocity, blocks.a, at, (va[0], va[1], va[2], wa[0], wa[1], wa[2], spare[0], spare[1]))
        scatter_rows(bodies.velocity, blocks.b, at, (vb[0], vb[1], vb[2], wb[0], wb[1], wb[2], spare[2], spare[3]))


def blocks_of(contacts: ours.Contacts, used: int) -> Blocks:
    """The first `used` blocks of the engine's prepared contacts in this solver's layout."""
    real = contacts.data.dtype
    theirs = contacts.data.reshape(-1, ours.SLOTS, W)[:used].astype(np.float64)
    for j in range(4):                                                   # unused slots of a block were never written
        point = ours.FIRST_POINT + j * ours.POINT
        missing = theirs[:, ours.FLAGS, ours.COUNT] <= j
        theirs[missing, point:point + ours.POINT] = 0
        theirs[missing, point + ours.START] = ours.NO_POINT
    made = np.zeros((used, SLOTS, W))

    def three(slot: int) -> np.ndarray:
        return theirs[:, slot:slot + 3]

    n, t1, t2 = (axes.reshape(used, W, 3).swapaxes(1, 2) for axes in axes_of(theirs.swapaxes(1, 2).reshape(-1, ours.SLOTS)))
    origin = three(ours.ARM_A)
    between = origin - three(ours.ARM_B)
    made[:, NORMAL:NORMAL + 3], made[:, TANGENT_1:TANGENT_1 + 3] = n, t1
    made[:, TANGENT_2:TANGENT_2 + 3] = t2
    made[:, FRICTION], made[:, COUNT] = theirs[:, ours.FRICTION], theirs[:, ours.FLAGS, ours.COUNT, None]
    made[:, INVERSE_MASS_A], made[:, INVERSE_MASS_B] = theirs[:, ours.INVERSE_MASS_A], theirs[:, ours.INVERSE_MASS_B]
    made[:, INERTIA_A:INERTIA_A + 6] = theirs[:, ours.INERTIA_A:ours.INERTIA_A + 6]
    made[:, INERTIA_B:INERTIA_B + 6] = theirs[:, ours.INERTIA_B:ours.INERTIA_B + 6]
    centre, count = np.zeros((used, 3, W)), np.zeros((used, 1, W))
    places = [(FIRST_POINT + j * POINT, ours.FIRST_POINT + j * ours.POINT) for j in range(4)]
    for mine, other in places:
        x, y, height = (theirs[:, other + k, None] for k in (ours.PLACE_1, ours.PLACE_2, ours.HEIGHT))
        arm, exists = origin + x * t1 + y * t2 + height * n, theirs[:, other + ours.START] < 0.5 * ours.NO_POINT
        k = theirs[:, other + ours.NORMAL_K]
        made[:, mine + ARM_A:mine + ARM_A + 3], made[:, mine + ARM_B:mine + ARM_B + 3] = arm, arm - between
        made[:, mine + START], made[:, mine + IMPULSE] = theirs[:, other + ours.START], theirs[:, other + ours.IMPULSE]
        made[:, mine + MASS] = np.divide(exists, k, out=np.zeros_like(k), where=k > 0)
        made[:, mine + FRICTION_MASS] = theirs[:, other + ours.TANGENT_MASS] * exists
        made[:, mine + FRICTION_IMPULSE] = theirs[:, other + ours.TANGENT_1]
        made[:, mine + FRICTION_IMPULSE + 1] = theirs[:, other + ours.TANGENT_2]
        centre, count = centre + arm * exists[:, None], count + exists[:, None]
    centre = centre / np.maximum(count, 1)
    made[:, CENTRE_A:CENTRE_A + 3], made[:, CENTRE_B:CENTRE_B + 3] = centre, centre - between
    for mine, _ in places:
        made[:, mine + LEVER] = np.linalg.norm(made[:, mine + ARM_A:mine + ARM_A + 3] - centre, axis=1)
    sliding = _inverse_mass(made, TANGENT_1) + _inverse_mass(made, TANGENT_2)      # at least the larger of both directions
    made[:, CENTRE_MASS] = np.divide(1.0, sliding, out=np.zeros_like(sliding), where=sliding > 0)
    turning = sum((n * _symmetric(made[:, inertia:inertia + 6], n)).sum(1) for inertia in (INERTIA_A, INERTIA_B))
    made[:, TWIST_MASS] = np.divide(1.0, turning, out=np.zeros_like(turning), where=turning > 0)
    data = aligned(used * SLOTS * W, real)
    data[:] = made.astype(real).ravel()
    return Blocks(contacts.a[:used * W].copy(), contacts.b[:used * W].copy(), data)


def _symmetric(s: np.ndarray, v: np.ndarray) -> np.ndarray:
    """s v of symmetric matrices (blocks, 6, 16) and vectors (blocks, 3, 16)."""
    return np.stack((s[:, 0] * v[:, 0] + s[:, 1] * v[:, 1] + s[:, 2] * v[:, 2],
                     s[:, 1] * v[:, 0] + s[:, 3] * v[:, 1] + s[:, 4] * v[:, 2],
                     s[:, 2] * v[:, 0] + s[:, 4] * v[:, 1] + s[:, 5] * v[:, 2]), 1)


def _inverse_mass(made: np.ndarray, axis: int) -> np.ndarray:
    """K of the row along the vector at slot `axis` at the centre: (blocks, 16)."""
    k = made[:, INVERSE_MASS_A] + made[:, INVERSE_MASS_B]
    for arm, inertia in ((CENTRE_A, INERTIA_A), (CENTRE_B, INERTIA_B)):
        lever = np.cross(made[:, arm:arm + 3], made[:, axis:axis + 3], axis=1)
        k = k + (lever * _symmetric(made[:, inertia:inertia + 6], lever)).sum(1)
    return k
