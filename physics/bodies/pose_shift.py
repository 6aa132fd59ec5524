"""A small translation and rotation of the poses on one side of a block, for position correction of contacts and joints."""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import select
from physics.simd.memory import gather_rows, scatter_rows
from physics.simd.quat import from_rotation_vector, multiply, normalize
from physics.simd.vec3 import add, dot

LARGEST_TURN = 0.5                               # of a body by one block in one pass [rad]


@formula
def shift(rows, index, at, translation, turn):
    """Move the bodies on a side of a block [m] and turn them by a rotation vector [rad], one of zero to the same bits."""
    x, y, z, qx, qy, qz, qw, spare = gather_rows(rows, index, at)
    p = add((x, y, z), translation)
    q = normalize(multiply(from_rotation_vector(turn), (qx, qy, qz, qw)))
    still = dot(turn, turn) == 0.0
    scatter_rows(rows, index, at, (p[0], p[1], p[2], select(still, qx, q[0]), select(still, qy, q[1]),
                                   select(still, qz, q[2]), select(still, qw, q[3]), spare))
