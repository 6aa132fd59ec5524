"""Rods between points drift most: their lengths are corrected on positions alone, one after the other, as in `xpbd`."""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import kernel
from physics.constraints.parts.distance import DISTANCE
from physics.lab.methods.avbd.body_descent import make_changes
from physics.lab.rows.placed_rows import place_part_rows
from physics.lab.rows.projection import RIDGE
from physics.lab.rows.row import HELD, Rows
from physics.lab.rows.row_products import speed_of


def rods_of(rows: Rows) -> np.ndarray:
    """The numbers of the rows of rods between points."""
    return np.flatnonzero((rows.part_kind == DISTANCE) & (rows.kind == HELD))


@kernel
def straighten(descent, parts, rods, later, sweeps):
    """Sweeps over rods, each with a new J, to the target errors `later` (m,); see `make_changes`.

    Reads   descent.rows descent.bodies parts.store parts.lifted descent.h rods later sweeps
    Writes  descent.rows.error descent.rows.jacobian descent.rows.response descent.rows.k descent.rows.active
            descent.rows.curvature descent.rows.strain descent.bodies.pose descent.bodies.delta descent.change
    """
    rows, moved = descent.rows, descent.change
    for _ in range(sweeps):
        place_part_rows(rows, descent.bodies, parts, descent.h)
        for at in range(len(rods)):
            i = rods[at]
            a, b, k = rows.a[i], rows.b[i], rows.k[i]
            if k > 0:
                asked = rows.error[i] - later[i] + speed_of(rows.jacobian, i, moved, a, b)
                step = asked / (k + RIDGE * k)
                for j in range(6):
                    moved[a, j] -= step * rows.response[i, j]
                    moved[b, j] -= step * rows.response[i, 6 + j]
        make_changes(descent)
