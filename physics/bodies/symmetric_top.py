"""Symmetric tops on joints: a substep of a body whose inertia is the same about all axes across one, its own axis a.

Its motion is a rotation Omega of the axis, across it, and a spin s about the axis, in which nothing but the body's surface takes
part.  So the two are separate: the pose turns by

    q' = exp(h Omega) exp(h s a) q                  a' = exp(h Omega) a, an arc of a great circle, however far the body spins

and the rows of joints hold for W = Omega + s a and what that changes by, since the spin goes with the axis:

    u = W + g,      g = h/2 s Omega x a             the spin in the middle of the substep

The angular momentum of the substep, L = I(q) w in the spin w of its beginning, is that of the middle of the arc:

    L = I1 Omega + I3 s a_middle   =>   Omega + b Omega x a = w - s a,   b = h/2 s I3 / I1 tan(x) / x,   x = h |Omega| / 2

as in the midpoint rule.  The mean of the free motion would be I1 x cot x in place of I1, x = h s I3 / I1 / 2: rows hold for an
impulse at the beginning of the substep, after which the free axis nutates, and beyond half a nutation, x = pi/2, they push it
the wrong way.  Here an impulse has the response that rows count on, and a top that precesses steadily under any load keeps
L . a, its spin: Omega + b Omega x a at the beginning and Omega - b Omega x a' at the end differ by what the load adds.  A free
nutation takes b = h/2 s I3 / I1 for tan b: it is too slow where that is large.

Sources: Boris, "Relativistic plasma simulation", 1970, for the same rule about a charge in a magnetic field, to which the axis
of a top is alike; derived here for tops on joints.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from physics.compile.decorators import formula
from physics.simd.functions import absolute, minimum, select
from physics.simd.mat33 import rotation_matrix, transform
from physics.simd.quat import turned
from physics.simd.vec3 import add, add_scaled, cross, dot, scale, select3

ROUND = 2.0 ** -10                               # of the larger of two moments: less is no difference;
                                                 # more: polygons of fewer corners count as round
TANGENT = 1 / 3, 2 / 15, 17 / 315                # of tan(x) / x = 1 + x^2 / 3 + ...
TOP = 2                                          # of Bodies.joined
LARGEST_ARC = 1.0                                # square of x up to which the series is taken [rad2]


class Top(NamedTuple):
    """The symmetry of tops."""

    axis: Any                                    # (3) a in the world
    ratio: Any                                   # I3 / I1


@formula
def symmetry(inverse):
    """((3) the own axis, I3 / I1) of symmetric tops along the body's axes, from their inverse inertia."""
    ix, iy, iz = inverse
    x, y, z, zero = absolute(iy - iz), absolute(iz - ix), absolute(ix - iy), 0.0 * ix
    along_x, one = (x <= y) & (x <= z), zero + 1.0
    along_z = (z < y) & ~along_x
    axis = select3(along_z, (zero, zero, one), select3(along_x, (one, zero, zero), (zero, one, zero)))
    own = select(along_z, iz, select(along_x, ix, iy))
    return axis, 0.5 * (ix + iy + iz - own) / own


@formula
def top_of(q, inverse):
    """The Top of bodies at q."""
    axis, ratio = symmetry(inverse)
    return Top(transform(rotation_matrix(q), axis), ratio)


@formula
def spin_and_rest(w, top):
    """(s, w - s a)."""
    spin = dot(w, top.axis)
    return spin, add_scaled(w, -spin, top.axis)


@formula
def lead(spin, square, top, h):
    """b, from s and |Omega|^2."""
    x = minimum(0.5 * h * (0.5 * h) * square, 0.0 * square + LARGEST_ARC)
    return 0.5 * h * spin * top.ratio * (1.0 + x * (TANGENT[0] + x * (TANGENT[1] + x * TANGENT[2])))


@formula
def lead_of(w, top, h):
    """b of a substep without impulses, from the spin w at its beginning."""
    spin, rest = spin_and_rest(w, top)
    square = dot(rest, rest)
    b = lead(spin, 0.0 * square, top, h)
    b = lead(spin, square / (1.0 + b * b), top, h)
    return lead(spin, square / (1.0 + b * b), top, h)


@formula
def mean_rotation(w, top, h):
    """W of a substep without impulses, from the spin w at its beginning."""
    (spin, rest), b = spin_and_rest(w, top), lead_of(w, top, h)
    rotation = scale(1.0 / (1.0 + b * b), add_scaled(rest, -b, cross(rest, top.axis)))
    return add_scaled(rotation, spin, top.axis)


@formula
def lead_of_middle(rotation, top, h):
    """g, from W."""
    return scale(0.5 * h * dot(rotation, top.axis), cross(rotation, top.axis))


@formula
def turn_top(q, rotation, push, inverse, h):
    """(q', W', w') after a substep of h with W = `rotation` and the pseudo velocity `push`: W along the axis at the end, and the
    spin of that end which belongs to it."""
    top = top_of(q, inverse)
    spin, rest = spin_and_rest(rotation, top)
    after = turned(turned(q, scale(h * spin, top.axis)), scale(h, add(rest, push)))
    end = top_of(after, inverse)
    last, b = add_scaled(rest, spin, end.axis), lead(spin, dot(rest, rest), top, h)
    return after, last, add_scaled(last, -b, cross(rest, end.axis))
