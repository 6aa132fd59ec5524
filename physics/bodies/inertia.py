"""The bodies' inverse inertia in the world: I^-1 = R diag(1/Ix, 1/Iy, 1/Iz) R^T."""
from __future__ import annotations

from physics.compile.decorators import formula, kernel
from physics.simd.flags import any_flagged
from physics.simd.mat33 import rotated_diagonal, rotation_matrix
from physics.simd.memory import load_rows, store_rows
from physics.simd.value import W


@formula
def turn_inertia(block, bodies):
    """Inverse inertia and mass rows of a block from its poses."""
    pose = load_rows(bodies.pose, block * W)
    ix, iy, iz, inverse_mass, _, _, _, spare = load_rows(bodies.local, block * W)
    xx, xy, xz, yy, yz, zz = rotated_diagonal(rotation_matrix((pose[3], pose[4], pose[5], pose[6])), (ix, iy, iz))
    store_rows(bodies.inverse_inertia, block * W, (xx, xy, xz, yy, yz, zz, inverse_mass, spare))


@kernel
def world_inertia(begin, end, bodies):
    """Inverse inertia and mass rows of the body blocks begin .. end - 1 from their poses; those of sleeping bodies are valid.

    Reads bodies.pose bodies.local bodies.awake
    Writes bodies.inverse_inertia
    """
    for block in range(begin, end):
        if any_flagged(bodies.awake, block * W, bodies.pose):
            turn_inertia(block, bodies)
