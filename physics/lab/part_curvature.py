"""How parts of joints bend: bounds of the second derivatives of what they measure, for methods that take them as straight.

A row that pulls with f turns with its bodies: f d2C/dx2, its geometric stiffness, stands beside k J^T J.  A step that leaves it
out goes too far as soon as f / length exceeds what inertia opposes; f |H| on the diagonal makes the step short enough, with H's
column norms.  Turns are measured by the way of the radius of gyration r = sqrt(I / m), so that metres and radians can be added:

    z = (x, r turn),   g_z = |columns of d2C/dz2|,   g = (g_z of x, r2 g_z of turns),   of a body's own six coordinates

Source: Giles, Diaz, Yuksel, "Augmented Vertex Block Descent", SIGGRAPH 2025, on approximating the Hessian of constraints.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.substeps import State
from physics.lab.part_rows import numbers_of
from physics.lab.parts import measured, placed
from physics.lab.row import OF_PARTS, Rows
from physics.rotation import moved

WAY = 1e-6                                       # of the differences [m] or [rad]


def curvatures(made: Rows, state: State) -> np.ndarray:
    """(m, 12) g of every row for the translations [1/m] and turns [m] or [1] of a and b; 0 of contacts."""
    found = np.zeros((len(made.a), 12))
    for kind in np.unique(made.part_kind[made.kind >= OF_PARTS]):
        mine = np.flatnonzero((made.kind >= OF_PARTS) & (made.part_kind == kind))
        numbers, component = numbers_of(state, made.part[mine]), made.component[mine]
        poses = tuple(state.bodies.pose[body[mine]].astype(np.float64) for body in (made.a, made.b))
        for side, body in enumerate((made.a[mine], made.b[mine])):
            scale, own = _scales(state, body), slice(6 * side, 6 * side + 6)
            rows = []
            for coordinate in range(6):
                way = np.zeros((len(mine), 6))
                way[:, coordinate] = WAY
                ends = [_jacobian(int(kind), numbers, poses, (side, sign * way)) for sign in (1, -1)]
                rows.append((ends[0] - ends[1])[np.arange(len(mine)), component, own] / (2 * WAY))
            bent = np.stack(rows, 1) / (scale[:, :, None] * scale[:, None, :])
            found[mine, own] = np.sqrt((bent * bent).sum(1)) * scale * scale
    return found


def _jacobian(kind: int, numbers: np.ndarray, poses: tuple[np.ndarray, np.ndarray], by: tuple[int, np.ndarray]) -> np.ndarray:
    """(n, rows, 12) J when one side is moved by (n, 6)."""
    side, way = by
    here = [moved(pose, way) if k == side else pose for k, pose in enumerate(poses)]
    return measured(kind, placed(numbers, *here)).jacobian


def _scales(state: State, body: np.ndarray) -> np.ndarray:
    """(n, 6) of coordinates z: 1 and the radius of gyration [m], 1 where a body does not turn or not move."""
    inverse = state.bodies.local[body].astype(np.float64)
    turns = inverse[:, :3].mean(1)
    usual = (turns > 0) & (inverse[:, 3] > 0)
    radius = np.where(usual, np.sqrt(inverse[:, 3] / np.where(turns > 0, turns, 1)), 1)
    return np.concatenate((np.ones((len(body), 3)), np.repeat(radius[:, None], 3, 1)), 1)
