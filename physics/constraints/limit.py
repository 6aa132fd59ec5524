"""The limit: a measure s stays between two bounds; the row is one-sided and only pushes back inside.

    side = 1:   C = s - lower,  J          where s is nearer to the lower bound
    side = -1:  C = upper - s, -J          otherwise
    impulse >= 0;   C > 0: bias = C / h, so that s may reach the bound in this substep but not pass it;   C < 0: as a held row

A limit is active where it had an impulse in the substep before.  With split impulse pseudo velocities hold active limits at
their bounds from both sides, because corrections of neighbours lift them slightly off.  A velocity bias of C / h would return
them instead, but velocities are kept, and chains of limits would gain energy without bound, as joints with Baumgarte do.  The
impulse itself remains one-sided.

A limit does not stick: a measure that moves away has no impulse.  When the other bound becomes the nearer one, the impulse of
the first is dropped.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import select

LIFTED = 0.05                                    # an active limit is nearer to its bound, for things of 1 m [m] or [rad]


@formula
def limiting(side):
    """Mask of the rows that are limits."""
    return (side > 0.0) | (side < 0.0)


@formula
def is_active(side, error, impulse, lifted):
    """1 for limits that are active as a substep begins, else 0; from C and the impulse of the substep before."""
    return select(limiting(side) & (impulse > 0.0) & (error < lifted), 0.0 * side + 1.0, 0.0)


@formula
def nearest_side(s, lower, upper):
    """(side, C) of the bound that s is nearer to."""
    above, below = upper - s, s - lower
    near_lower = below < above
    return select(near_lower, 0.0 * s + 1.0, -1.0), select(near_lower, below, above)
