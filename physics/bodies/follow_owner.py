"""Parts of compounds follow their compounds: each has a row with the compound's pose, filters and sleep, and its own velocity."""
from __future__ import annotations

from physics.compile.decorators import kernel
from physics.simd.mat33 import rotation_matrix, transform
from physics.simd.vec3 import cross

POSE = 8                                         # numbers of a row


@kernel
def follow_owners(begin, end, bodies):
    """Let the parts in rows begin .. end - 1 be where their compounds are, and move as their middles do.

    Reads   bodies.owner bodies.pose bodies.velocity bodies.delta bodies.part_box bodies.awake bodies.type bodies.group
            bodies.category bodies.mask bodies.sensor
    Writes  bodies.pose bodies.velocity bodies.delta bodies.awake bodies.type bodies.group bodies.category bodies.mask
            bodies.sensor
    """
    for row in range(begin, end):
        owner = bodies.owner[row]
        for k in range(POSE):
            bodies.pose[row, k], bodies.delta[row, k] = bodies.pose[owner, k], bodies.delta[owner, k]
            bodies.velocity[row, k] = bodies.velocity[owner, k]
        bodies.awake[row], bodies.type[row], bodies.sensor[row] = bodies.awake[owner], bodies.type[owner], bodies.sensor[owner]
        bodies.group[row], bodies.category[row] = bodies.group[owner], bodies.category[owner]
        bodies.mask[row] = bodies.mask[owner]
        pose, spin = bodies.pose[row], (bodies.velocity[row, 3], bodies.velocity[row, 4], bodies.velocity[row, 5])
        middle = bodies.part_box[row, 0], bodies.part_box[row, 1], bodies.part_box[row, 2]
        moved = cross(spin, transform(rotation_matrix((pose[3], pose[4], pose[5], pose[6])), middle))
        for axis in range(3):
            bodies.velocity[row, axis] += moved[axis]
