"""The bodies' inverse inertia in the world: I^-1 = R diag(1/Ix, 1/Iy, 1/Iz) R^T."""
from __future__ import annotations

from physics.compile.decorators import formula, kernel
from physics.definitions.shapes import Sphere
from physics.simd.flags import any_flagged
from physics.simd.functions import full_like, select
from physics.simd.mat33 import rotated_diagonal, rotation_matrix
from physics.simd.memory import load_integers, load_rows, store_rows
from physics.simd.value import W
from physics.simd.vec3 import dot

SPHERE = Sphere.kind
TURNING = 2.0 ** -4              # [rad/s] from which contacts follow a body's turn: slower, they lose 3e-5 of their arms a second


@formula
def turning(block, bodies, velocity):
    """Marks of the bodies of a block with this velocity (8 lanes): 1 for what is no sphere and turns, else 0."""
    _, _, _, wx, wy, wz, zero, _ = velocity
    turns = (dot((wx, wy, wz), (wx, wy, wz)) > TURNING * TURNING) & (load_integers(bodies.kind, block * W, wx) != SPHERE)
    return select(turns, zero + 1.0, zero)


@formula
def turn_inertia(block, bodies, pose, marks):
    """Inverse inertia and mass rows of a block in this pose (8 lanes), with these marks."""
    ix, iy, iz, inverse_mass, _, _, _, _ = load_rows(bodies.local, block * W)
    xx, xy, xz, yy, yz, zz = rotated_diagonal(rotation_matrix((pose[3], pose[4], pose[5], pose[6])), (ix, iy, iz))
    store_rows(bodies.inverse_inertia, block * W, (xx, xy, xz, yy, yz, zz, inverse_mass, marks))


@kernel
def beginning_inertia(begin, end, bodies):
    """Inverse inertia and mass rows of the body blocks begin .. end - 1 as a step begins with them, with marks of what turns.

    Reads bodies.pose bodies.local bodies.awake bodies.velocity bodies.kind
    Writes bodies.inverse_inertia
    """
    for block in range(begin, end):
        if any_flagged(bodies.awake, block * W, bodies.pose):
            velocity = load_rows(bodies.velocity, block * W)
            turn_inertia(block, bodies, load_rows(bodies.pose, block * W), turning(block, bodies, velocity))


@kernel
def world_inertia(begin, end, bodies):
    """Inverse inertia and mass rows of the body blocks begin .. end - 1 from their poses, within a step: without marks of what
    turns, which contacts read at its beginning.  Those of sleeping bodies are valid.

    Reads bodies.pose bodies.local bodies.awake
    Writes bodies.inverse_inertia
    """
    for block in range(begin, end):
        if any_flagged(bodies.awake, block * W, bodies.pose):
            pose = load_rows(bodies.pose, block * W)
            turn_inertia(block, bodies, pose, full_like(pose[0], 0.0))
