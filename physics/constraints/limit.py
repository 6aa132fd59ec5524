"""The limit: a measure s stays between two bounds, and the row only ever pushes it back inside.

    side = 1:   C = s - lower,  J          where s is nearer to the lower bound
    side = -1:  C = upper - s, -J          otherwise
    impulse >= 0;   C > 0: bias = C / h, the bound may be reached in this substep and no more;   C < 0: as a held row

With split impulse a limit that bears (its impulse is above 0) is held at its bound from both sides by pseudo velocities, for
its neighbours' pushes lift it a little off: asked to come back by C / h as a velocity, which is kept, chains of limits would
build up to an explosion, as joints with Baumgarte do.  Its impulse still only pushes.  Whether it bears is seen as the substep
begins: what arrives at a limit in it lands on the bound.

So a limit never sticks: what leaves it has no impulse.  When the other side becomes the nearer one the impulse that belonged
to the first is dropped.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import select

LIFTED = 0.05                                    # neighbours lift a limit that bears less than this off its bound [m] or [rad]


@formula
def limiting(side):
    """Mask of the rows that are limits."""
    return (side > 0.0) | (side < 0.0)


@formula
def bears(side, row):
    """1 for the limits that bear as a substep begins, else 0; row = (C, impulse of the substep before)."""
    return select(limiting(side) & (row[1] > 0.0) & (row[0] < LIFTED), 0.0 * side + 1.0, 0.0)


@formula
def nearest_side(s, lower, upper):
    """(side, C) of the bound that s is nearer to."""
    above, below = upper - s, s - lower
    near_lower = below < above
    return select(near_lower, 0.0 * s + 1.0, -1.0), select(near_lower, below, above)
