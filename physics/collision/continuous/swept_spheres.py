"""When spheres meet boxes, or where they pass them: see `continuous.time_of_impact`.

    meeting     conservative advancement: t grows by separation / closing until the separation vanishes
    passing     the nearest place of the straight way: normal and motion are at right angles there

Source: Ericson, Real-Time Collision Detection, 2005, 5.5; Mirtich, Impulse-based Dynamic Simulation, 1996.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FAR
from physics.collision.continuous.swept_axes import Window
from physics.collision.narrow_phase.sphere_box import clamp, toward_box
from physics.compile.decorators import formula
from physics.simd.functions import any_lane, fma, full_like, maximum, minimum, select
from physics.simd.mat33 import rotation_matrix, transform_transposed
from physics.simd.vec3 import absolute3, add_scaled, dot, negate, sub

ADVANCES = 16                                    # steps of conservative advancement
NEAR = 0.5                                       # separation at which it ends, as a share of the skin
MOST = 4.0                                       # steps ahead up to which it goes
PIECES = 5                                       # of the way past a box: before, over and behind a corner, an edge and a face


class Solid(NamedTuple):
    """Body a or b of sixteen pairs."""

    pose: tuple                   # (8) lanes of Bodies.pose
    shape: tuple                  # (8) lanes of Bodies.shape


class Approach(NamedTuple):
    """How the bodies of a block's pairs move against each other."""

    d: tuple                      # (3) motion of b against a in a step, world [m]
    fast: object                  # mask of the pairs that may meet
    followed: object              # mask of those and of slower ones that may pass
    skin: object                  # by how much smaller the shapes are that must meet [m]


@formula
def beside_faces(p, half):
    """Mask of the points that are beyond two faces of a box or more: nearest to an edge or a corner of it."""
    out = absolute3(p)
    x, y, z = out[0] > half[0], out[1] > half[1], out[2] > half[2]
    return (x & y) | (y & z) | (x & z)


@formula
def nearest_time(time, p, u, half):
    """When a point is nearest to a box that starts at p and moves by u in a step, in the box's frame, no later than `time`.

    The squared distance is convex and piecewise quadratic: Newton's method finds the zero of its slope.  It takes the greatest
    curvature so far, lest it goes back and forth between two pieces.
    """
    last, curvature = time, 0.0 * time
    for _ in range(PIECES):
        x = add_scaled(p, time, u)
        out = (x[0] - clamp(x[0], half[0]), x[1] - clamp(x[1], half[1]), x[2] - clamp(x[2], half[2]))
        slope = dot(out, u)
        here = (select(out[0] != 0.0, u[0] * u[0], 0.0) + select(out[1] != 0.0, u[1] * u[1], 0.0)
                + select(out[2] != 0.0, u[2] * u[2], 0.0))
        curvature = maximum(curvature, here)
        time = minimum(time - select(curvature > 0.0, slope / select(curvature > 0.0, curvature, 1.0), 0.0), last)
    return time


@formula
def meet_sphere_box(a, b, approach):
    """The window of spheres a against boxes b, in the lanes that are followed."""
    radius, half = a.shape[0], (b.shape[0], b.shape[1], b.shape[2])
    rows = rotation_matrix((b.pose[3], b.pose[4], b.pose[5], b.pose[6]))
    p = transform_transposed(rows, sub((a.pose[0], a.pose[1], a.pose[2]), (b.pose[0], b.pose[1], b.pose[2])))
    u, core = transform_transposed(rows, negate(approach.d)), radius - approach.skin
    close, enter = NEAR * approach.skin, 0.0 * radius
    toward, distance = toward_box(p, half, radius)
    separation, closing = distance - core, dot(u, toward)
    gap, start, touch = distance - radius, closing, enter
    active = approach.followed & (approach.fast | beside_faces(p, half))
    for _ in range(ADVANCES):
        going = active & (separation > close) & (closing > 0.0) & (enter < MOST)
        if not any_lane(going):
            break
        shorter = 1.0 / select(going, closing, 1.0)
        touch = select(going & (distance > radius), fma(distance - radius, shorter, enter), touch)
        enter = select(going, minimum(fma(separation, shorter, enter), MOST), enter)
        toward, distance = toward_box(add_scaled(p, enter, u), half, radius)
        separation, closing = distance - core, dot(u, toward)
    meets = (enter > 0.0) & (closing > 0.0) & (separation <= close)      # bodies that only graze do not come as near
    past = 0.0 * radius
    if any_lane(active & ~meets):
        far = (closing > 0.0) & (separation > approach.skin + approach.skin)
        nearest = nearest_time(select(far, full_like(past, 1.0), enter), p, u, half)
        _, distance = toward_box(add_scaled(p, nearest, u), half, radius)
        past = select(start > 0.0, maximum(nearest, 1.0), nearest)
        near = ~meets & (distance > core) & (past > -MOST) & ((start > 0.0) | (gap < approach.skin)) & beside_faces(p, half)
        past = select(near, past, 0.0)
    enter = touch + approach.skin / select(meets, closing, 1.0)         # they touch a skin before
    return Window(select(meets, enter, FAR), full_like(radius, FAR), maximum(closing, 0.0), gap, start, past)
