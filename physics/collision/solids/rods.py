"""Two rods: shapes whose cores are a point or a segment, spheres and capsules.

The nearest points of p + s d and q + t e, s and t of -1 to 1 from the middle of either, with r = p - q, follow from

    s d.d - t d.e = -d.r            s d.e - t e.e = -e.r

and each from the other where one of them is at its end.  Source: Ericson, Real-Time Collision Detection, 2005, 5.1.9.
Where they touch, what separates them is at right angles to both.
"""
from __future__ import annotations

from physics.collision.shape_kinds import CAPSULE, SPHERE
from physics.collision.solids.overlap import across, unit_or_x
from physics.compile.decorators import formula, routine
from physics.simd.functions import maximum, minimum, sqrt
from physics.simd.vec3 import add_scaled, cross, dot, scale, sub

PARALLEL = 1e-14                                 # squared sine of two segments' angle below which they are parallel
TOUCHING = 1e-8                                  # of their lengths: segments nearer than this touch, for their normal is rounding


@formula
def is_rod(solid):
    """Whether a shape's core is a point or a segment."""
    return solid.kind == SPHERE or solid.kind == CAPSULE


@formula
def half_of(solid):
    """The vector from a rod's centre to the end of its core."""
    length = solid.size[2] - solid.size[0]
    return length * solid.rows[0][2], length * solid.rows[1][2], length * solid.rows[2][2]


@formula
def within(t):
    """t, or the end of the segment that it is beyond."""
    return minimum(maximum(t, -1.0), 1.0)


@routine
def between_rods(a, b):
    """(normal, distance of the cores, point of a's core, point of b's) of two Placed rods."""
    d, e, r = half_of(a), half_of(b), sub(a.centre, b.centre)
    dd, ee, de, dr, er = dot(d, d), dot(e, e), dot(d, e), dot(d, r), dot(e, r)
    free = dd * ee - de * de
    s = within((de * er - ee * dr) / free) if free > PARALLEL * dd * ee else middle_of_shared(dd, ee, de, dr)
    t = within((er + s * de) / ee) if ee > 0.0 else 0.0
    s = within((t * de - dr) / dd) if dd > 0.0 else 0.0
    p, q = add_scaled(a.centre, s, d), add_scaled(b.centre, t, e)
    way = sub(q, p)
    apart = sqrt(dot(way, way))
    if apart > TOUCHING * (a.size[2] + b.size[2]):
        return scale(1.0 / apart, way), apart, p, q
    normal = cross(d, e)
    square = dot(normal, normal)
    if square > PARALLEL * dd * ee:
        normal = scale(1.0 / sqrt(square), normal)
        normal = scale(1.0 if dot(normal, r) <= 0.0 else -1.0, normal)
    else:
        normal = across(unit_or_x(d if dd >= ee else e))
    return normal, dot(way, normal), p, q


@formula
def middle_of_shared(dd, ee, de, dr):
    """Of two parallel segments, where the middle of what they share lies on the first; its end nearest to the other otherwise."""
    if dd <= 0.0:
        return 0.0
    centre, reach = -dr / dd, sqrt(ee / dd)
    return within(0.5 * (within(centre - reach) + within(centre + reach)))
