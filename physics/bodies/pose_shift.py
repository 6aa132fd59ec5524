"""A small translation and rotation of the poses on one side of a block, for position correction of contacts and joints."""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import select
from physics.simd.memory import gather_rows, scatter_rows
from physics.simd.quat import from_rotation_vector, multiply, normalize
from physics.simd.vec3 import add, dot

LARGEST_TURN = 0.5                               # of a body by one block in one pass [rad]


@formula
def shift(rows, index, at, step):
    """Move and turn the bodies of a side of a block; step = (translation, rotation vector).  Who does not turn keeps its bits."""
    x, y, z, qx, qy, qz, qw, spare = gather_rows(rows, index, at)
    p, turn = add((x, y, z), step[0]), step[1]
    q = normalize(multiply(from_rotation_vector(turn), (qx, qy, qz, qw)))
    still = dot(turn, turn) == 0.0
    scatter_rows(rows, index, at, (p[0], p[1], p[2], select(still, qx, q[0]), select(still, qy, q[1]),
                                   select(still, qz, q[2]), select(still, qw, q[3]), spare))
