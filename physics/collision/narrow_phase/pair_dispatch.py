"""The narrow phase: one routine per pair of shape kinds, each on its own blocks of the list of pairs, shared by a team."""
from __future__ import annotations

from physics.bodies.arrays import PAIR_KINDS, Bodies, Pairs
from physics.collision.continuous.time_of_impact import recede_spheres, sweep_pairs
from physics.collision.narrow_phase.box_box import collide_box_box
from physics.collision.narrow_phase.impulse_match import match_impulses
from physics.collision.narrow_phase.manifold_cache import keep_manifolds, note_separations, take_manifolds
from physics.collision.narrow_phase.plane_box import collide_plane_box
from physics.collision.narrow_phase.plane_sphere import collide_plane_sphere
from physics.collision.narrow_phase.sphere_box import collide_sphere_box
from physics.collision.narrow_phase.sphere_sphere import collide_sphere_sphere
from physics.collision.narrow_phase.touching import Listing, note_points, share_touching
from physics.compile.decorators import kernel
from physics.parallel.team import Team, barrier, begin, claim_next, share, wait_for_next_job

ROUTINES = {
    ("sphere", "sphere"): collide_sphere_sphere,
    ("sphere", "box"): collide_sphere_box,
    ("box", "box"): collide_box_box,
    ("sphere", "plane"): collide_plane_sphere,
    ("box", "plane"): collide_plane_box,
}
SPHERE_SPHERE, SPHERE_BOX, BOX_BOX, SPHERE_PLANE, BOX_PLANE = (PAIR_KINDS.index(shapes) for shapes in ROUTINES)
GRAIN = 8                                        # blocks of pairs that are worth a chunk
TILE = 48                                        # blocks that all routines take before the next: they stay in the cache


def rule_of(shapes: tuple[str, str], margin: float) -> float | tuple[float, int]:
    """What the routine of these shapes is told besides bodies and pairs: the margin [m], of boxes also where to list them."""
    return (margin, 0) if ROUTINES[shapes] is collide_box_box else margin


@kernel
def collide_shared(team, bodies, pairs, room, rule):
    """Manifolds of all pairs, shared by a team, last step's impulses by feature, and the list of those that touch.

    room = (found, listing), rule = (margin, reuse, centred).  `found` is `pairs` with the manifolds replaced by those that are
    found for boxes on planes: spheres cost less to find than to keep, of boxes some are kept instead, see `recycling`.

    Reads   bodies.pose bodies.velocity bodies.shape pairs room
    Writes  pairs.manifolds pairs.anchors pairs.ahead pairs.impulses pairs.centres pairs.matched pairs.points
            pairs.found pairs.listed_rows pairs.listed_numbers room team
    """
    found, listing = room
    margin, reuse, centred = rule
    for kind in range(len(pairs.kind_end)):
        start, stop = pairs.kind_start[kind], pairs.kind_end[kind]
        chunk = begin(team, stop - start, GRAIN)
        while chunk >= 0:
            first, last = share(team, chunk, start, stop)
            for tile in range(first, last, TILE):
                rest = min(tile + TILE, last)
                if pairs.sweep[1] > 0:
                    sweep_pairs(tile, rest, bodies, pairs, (margin, kind))
                if kind == SPHERE_SPHERE:
                    collide_sphere_sphere(tile, rest, bodies, pairs, margin)
                elif kind == SPHERE_BOX:
                    collide_sphere_box(tile, rest, bodies, pairs, margin)
                elif kind == SPHERE_PLANE:
                    collide_plane_sphere(tile, rest, bodies, pairs, margin)
                else:
                    keep_manifolds(tile, rest, bodies, pairs, (reuse, margin, kind == BOX_PLANE))
                    if kind == BOX_BOX:
                        collide_box_box(tile, rest, bodies, pairs, (margin, first))
                    else:
                        collide_plane_box(tile, rest, bodies, found, margin)
                        take_manifolds(tile, rest, pairs, found.manifolds)
                    note_separations(tile, rest, bodies, pairs)
                if pairs.sweep[1] > 0 and kind != BOX_BOX and kind != BOX_PLANE:
                    recede_spheres(tile, rest, bodies, pairs)
                match_impulses(tile, rest, pairs, centred)
                for block in range(tile, rest):
                    note_points(block, pairs)
            chunk = claim_next(team)
    barrier(team)
    share_touching(team, pairs, listing)
    wait_for_next_job(team)


def collide_all(team: Team, bodies: Bodies, pairs: Pairs, listing: Listing,
                rule: tuple[float, float, bool]) -> None:
    """Write the manifolds of all pairs, and list those that have points.

    rule = (margin, reuse, centred): points exist where the separation is less than the margin [m]; for `reuse` see `recycling`:
    how far boxes may move, in least half extents, before their manifolds are found anew; centred: friction is at the centre.
    """
    margin, reuse, centred = rule
    collide_shared(team, bodies, pairs, (pairs._replace(manifolds=pairs.found), listing),
                   (float(margin), float(reuse), int(centred)))
