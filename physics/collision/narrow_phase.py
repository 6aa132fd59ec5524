"""The narrow phase: one routine per pair of shape kinds, each on its own blocks of the list of pairs."""
from __future__ import annotations

from physics.arrays import PAIR_KINDS, Bodies, Pairs
from physics.collision.box_box import collide_box_box
from physics.collision.plane_box import collide_plane_box
from physics.collision.plane_sphere import collide_plane_sphere
from physics.collision.sphere_box import collide_sphere_box
from physics.collision.sphere_sphere import collide_sphere_sphere

ROUTINES = {
    ("sphere", "sphere"): collide_sphere_sphere,
    ("sphere", "box"): collide_sphere_box,
    ("box", "box"): collide_box_box,
    ("sphere", "plane"): collide_plane_sphere,
    ("box", "plane"): collide_plane_box,
}


def collide_all(bodies: Bodies, pairs: Pairs, margin: float) -> None:
    """Write the manifolds of all pairs; points exist where the separation is less than `margin` [m]."""
    for kind, shapes in enumerate(PAIR_KINDS):
        begin, end = int(pairs.kind_start[kind]), int(pairs.kind_start[kind + 1])
        if begin < end:
            ROUTINES[shapes](begin, end, bodies, pairs, float(margin))
