"""The limit: a measure s stays between two bounds, and the row only ever pushes it back inside.

    side = 1:   C = s - lower,  J          where s is nearer to the lower bound
    side = -1:  C = upper - s, -J          otherwise
    impulse >= 0;   C > 0: bias = C / h, the bound may be reached in this substep and no more;   C < 0: as a held row

With split impulse a limit that bears (its impulse is above 0) is held at its bound from both sides by pseudo velocities, for
its neighbours' pushes lift it a little off: asked to come back by C / h as a velocity, which is kept, chains of limits would
build up to an explosion, as joints with Baumgarte do.  Its impulse still only pushes.

So a limit never sticks: what leaves it has no impulse.  When the other side becomes the nearer one the impulse that belonged
to the first is dropped.
"""
from __future__ import annotations

from physics.jit import formula
from physics.lanes.functions import select

LIFTED = 0.05                                    # neighbours lift a limit that bears less than this off its bound [m] or [rad]


@formula
def limiting(side):
    """Mask of the rows that are limits."""
    return (side > 0.0) | (side < 0.0)


@formula
def bearing(side, row, law):
    """Mask of the limits that are held at their bound by pseudo velocities; row = (C, impulse)."""
    return limiting(side) & (law.bearing * row[1] > 0.0) & (row[0] < LIFTED)


@formula
def nearest_side(s, lower, upper):
    """(side, C) of the bound that s is nearer to."""
    above, below = upper - s, s - lower
    near_lower = below < above
    return select(near_lower, 0.0 * s + 1.0, -1.0), select(near_lower, below, above)
