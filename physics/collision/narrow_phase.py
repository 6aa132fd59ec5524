"""The narrow phase: one routine per pair of shape kinds, each on its own blocks of the list of pairs."""
from __future__ import annotations

from physics.arrays import PAIR_KINDS, Bodies, Pairs
from physics.collision.box_box import collide_box_box
from physics.collision.plane_box import collide_plane_box
from physics.collision.plane_sphere import collide_plane_sphere
from physics.collision.recycling import keep_manifolds, renew_manifolds
from physics.collision.sphere_box import collide_sphere_box
from physics.collision.sphere_sphere import collide_sphere_sphere

ROUTINES = {
    ("sphere", "sphere"): collide_sphere_sphere,
    ("sphere", "box"): collide_sphere_box,
    ("box", "box"): collide_box_box,
    ("sphere", "plane"): collide_plane_sphere,
    ("box", "plane"): collide_plane_box,
}


RECYCLED = {("box", "box"), ("box", "plane")}      # spheres cost less to find than to keep


def collide_all(bodies: Bodies, pairs: Pairs, margin: float, reuse: float = 0.0) -> None:
    """Write the manifolds of all pairs; points exist where the separation is less than `margin` [m].

    reuse     see `recycling`: how far boxes may move, in least half extents, before their manifolds are found anew
    """
    for kind, shapes in enumerate(PAIR_KINDS):
        begin, end = int(pairs.kind_start[kind]), int(pairs.kind_start[kind + 1])
        if begin == end:
            continue
        if shapes in RECYCLED:
            keep_manifolds(begin, end, bodies, pairs, (float(reuse), float(margin), shapes[1] == "plane"))
            ROUTINES[shapes](begin, end, bodies, pairs._replace(manifolds=pairs.found), float(margin))
            renew_manifolds(begin, end, bodies, pairs, pairs.found)
        else:
            ROUTINES[shapes](begin, end, bodies, pairs, float(margin))
