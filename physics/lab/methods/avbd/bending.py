"""Bending: how the direction of a row's pull turns as its own body moves, for the geometric stiffness of the body's matrix.

    G = diagonal of sum |f| |column c of H|,        H = dJ / dx of the six columns of the body

The exact sum of f H may have negative eigenvalues, with which a step would go uphill; the lengths of its columns bound them from
above, so the matrix stays positive definite and a body that many rows pull in turns less at once.  Of a point with arm r and
axis u the columns of H that belong to turns are r u_c - e_c (r . u); of other rows that pull they are central
differences; that of turns is left out.
Source: Giles, Diaz, Yuksel, "Augmented Vertex Block Descent", SIGGRAPH 2025, section 3.5; Andrews, Teichmann, Kry,
"Geometric Stiffness for Real-time Constrained Multibody Dynamics", Eurographics 2017, for the diagonal.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, routine
from physics.constraints import part
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.distance import DISTANCE
from physics.constraints.parts.point import POINT
from physics.constraints.parts.pulley import PULLEY
from physics.lab.rows.lanes import lane_base, slots3
from physics.lab.rows.parts import measured, placed
from physics.lab.rows.placed_rows import moved_of, pose_after, pose_of
from physics.lab.rows.row import OF_PARTS
from physics.lab.rows.vectors import axis_of, four, inner, turned

CURVED = sum(1 << kind for kind in (AXIS_PAIR, AXIS_POSITION, DISTANCE, PULLEY))     # bits of kinds
WAY = 1e-5                                       # step of the central difference [m] or [rad]
STILL = (0.0, 0.0, 0.0)


@routine
def add_bending(descent, row, column, force, lengths):
    """Add force [N] times the lengths of a row's columns of H to `lengths` (6,); `column`: 0 of its body a, 6 of b."""
    rows, parts, bodies = descent.rows, descent.parts, descent.bodies
    kind = rows.part_kind[row]
    if rows.kind[row] < OF_PARTS:
        return
    if kind == POINT:
        anchor = part.ANCHOR_A if column == 0 else part.ANCHOR_B
        body = rows.a[row] if column == 0 else rows.b[row]
        arm = turned(four(bodies.pose, body, 3), slots3(parts.store, lane_base(rows.part[row], part.PART_SLOTS), anchor))
        axis = axis_of(rows.component[row])
        along, square = inner(arm, axis), inner(arm, arm)
        for c in range(3):
            u = axis[c]
            lengths[3 + c] += force * np.sqrt(max(square * u * u - 2.0 * u * arm[c] * along + along * along, 0.0))
    elif (CURVED >> kind) & 1 == 1:
        for c in range(6):
            lengths[c] += force * changed_by(descent, row, column, c)


@formula
def changed_by(descent, row, column, c):
    """Length of a column of H: the change of the body's six columns of J by its coordinate number c."""
    ahead, back = moved_row(descent, row, column, c, WAY), moved_row(descent, row, column, c, -WAY)
    total = 0.0
    for k in range(2):
        for j in range(3):
            change = (ahead[k][j] - back[k][j]) / (2.0 * WAY)
            total += change * change
    return np.sqrt(total)


@routine
def moved_row(descent, row, column, c, way):
    """The body's part (linear, angular) of J, after it moved by `way` along its coordinate number c."""
    rows, bodies, store = descent.rows, descent.bodies, descent.parts.store
    base, a, b = lane_base(rows.part[row], part.PART_SLOTS), rows.a[row], rows.b[row]
    pose_a, pose_b = pose_of(bodies, a), pose_of(bodies, b)
    axis = axis_of(c % 3)
    line, turn = (axis, STILL) if c < 3 else (STILL, axis)
    if column == 0:
        pose_a = pose_after(way, pose_a, line, turn)
    else:
        pose_b = pose_after(way, pose_b, line, turn)
    at = placed(store, base, pose_a, pose_b)
    _, jacobian = measured(rows.part_kind[row], rows.component[row], (store, base), at, moved_of(bodies, a, b))
    return (jacobian[0], jacobian[1]) if column == 0 else (jacobian[2], jacobian[3])
