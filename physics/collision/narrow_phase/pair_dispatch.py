"""The narrow phase: one routine per pair of shape kinds, each on its own blocks of the list of pairs, shared by a team."""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import OTHERS, PAIR_KINDS, Pairs
from physics.collision.continuous.followed_pairs import SweepRule
from physics.collision.continuous.swept_solids import SolidSweep, sweep_solids
from physics.collision.continuous.time_of_impact import recede_spheres, sweep_pairs
from physics.collision.narrow_phase.box_box import BoxRule, collide_box_box
from physics.collision.narrow_phase.impulse_match import match_impulses
from physics.collision.narrow_phase.manifold_cache import KeepRule, keep_manifolds, note_separations, take_manifolds
from physics.collision.narrow_phase.plane_box import collide_plane_box
from physics.collision.narrow_phase.plane_sphere import collide_plane_sphere
from physics.collision.solids.solid_plane import collide_solids_planes
from physics.collision.solids.solid_solid import SolidRule, collide_solids
from physics.collision.narrow_phase.sphere_box import collide_sphere_box
from physics.collision.narrow_phase.sphere_sphere import collide_sphere_sphere
from physics.collision.narrow_phase.touching import TouchingList, note_points, share_touching
from physics.collision.solids.hulls import NO_HULLS, Hulls
from physics.collision.solids.memory import Memory, new_memory
from physics.collision.tiles.solid_tile import TileRule, collide_tiles
from physics.compile.decorators import kernel
from physics.parallel.team import barrier, begin, claim_next, share, wait_for_next_job

ROUTINES = {
    ("sphere", "sphere"): collide_sphere_sphere,
    ("sphere", "box"): collide_sphere_box,
    ("box", "box"): collide_box_box,
    ("solid", "solid"): collide_solids,
    ("sphere", "plane"): collide_plane_sphere,
    ("box", "plane"): collide_plane_box,
    ("solid", "plane"): collide_solids_planes,
}
SPHERE_SPHERE, SPHERE_BOX, BOX_BOX, SOLID_SOLID, SPHERE_PLANE, BOX_PLANE, SOLID_PLANE = (
    PAIR_KINDS.index(shapes) for shapes in ROUTINES)
GRAIN = 8                                        # blocks of pairs of a chunk, at least
TILE = 48                                        # blocks that go through all routines together, which keeps them in the cache


class ManifoldRule(NamedTuple):
    """How manifolds are found."""

    margin: float                 # points exist where the separation is less [m]
    reuse: float                  # drift over least half extent below which manifolds are kept, see `manifold_cache`
    flush: float                  # faces that differ by less are flush [m]
    centred: int                  # 1: friction is at the centre of the manifold, 0: at its points
    every: int = 0                # 1: fast dynamic bodies look ahead to one another too
    seams: int = 1                # 0: no dynamic body can be at a flush face
    dt: float = 0.0               # the step [s]


class Workspace(NamedTuple):
    """Working memory of the narrow phase."""

    found: Pairs                  # see `found_in`
    listing: TouchingList
    hulls: Hulls
    memory: Memory                # of the routines for solids


def found_in(pairs: Pairs) -> Pairs:
    """The pairs, with Pairs.found in place of `manifolds`: manifolds of boxes on planes are found there."""
    return pairs._replace(manifolds=pairs.found)


def rule_of(shapes: tuple[str, str], margin: float) -> float | BoxRule | SolidRule:
    """The last argument of the routine of these shapes: the margin [m], of two boxes a BoxRule, of solids a SolidRule."""
    if "solid" in shapes:
        return SolidRule(margin, 0, NO_HULLS, new_memory(1))
    return BoxRule(margin, 0) if ROUTINES[shapes] is collide_box_box else margin


@kernel
def collide_shared(team, bodies, pairs, workspace, rule):
    """Manifolds of all pairs, shared by a team, last step's impulses by feature, and the list of pairs that touch.

    Manifolds of spheres are found anew in each step, which costs less than keeping them; those of boxes may be kept, see
    `manifold_cache`.

    Reads   bodies.pose bodies.velocity bodies.shape bodies.kind bodies.type bodies.travel bodies.joined bodies.flush
            bodies.aabb pairs workspace rule
    Writes  pairs.manifolds pairs.anchors pairs.anchored pairs.ahead pairs.looking pairs.impulses pairs.centres pairs.matched
            pairs.points pairs.found pairs.listed_rows pairs.listed_numbers workspace team
    """
    found, listing, hulls, memory = workspace.found, workspace.listing, workspace.hulls, workspace.memory
    margin, reuse, flush, centred = rule.margin, rule.reuse, rule.flush, rule.centred
    for kind in range(len(pairs.kind_end)):
        start, stop = pairs.kind_start[kind], pairs.kind_end[kind]
        swept = pairs.sweep[OTHERS] > 0 and kind != SPHERE_SPHERE
        chunk = begin(team, stop - start, GRAIN)
        while chunk >= 0:
            first, last = share(team, chunk, start, stop)
            for tile in range(first, last, TILE):
                rest = min(tile + TILE, last)
                if swept and (kind == SOLID_SOLID or kind == SOLID_PLANE):
                    solids = SolidRule(margin, team.member, hulls, memory)
                    sweep_solids(tile, rest, bodies, pairs, SolidSweep(kind, flush, rule.every, solids))
                elif swept:
                    sweep_pairs(tile, rest, bodies, pairs, SweepRule(margin, kind, flush, rule.every, rule.seams))
                if kind == SPHERE_SPHERE:
                    collide_sphere_sphere(tile, rest, bodies, pairs, margin)
                elif kind == SPHERE_BOX:
                    collide_sphere_box(tile, rest, bodies, pairs, margin)
                elif kind == SPHERE_PLANE:
                    collide_plane_sphere(tile, rest, bodies, pairs, margin)
                else:
                    flat, solid = kind == BOX_PLANE or kind == SOLID_PLANE, kind == SOLID_SOLID or kind == SOLID_PLANE
                    keep_manifolds(tile, rest, bodies, pairs, KeepRule(reuse, margin, flat, solid))
                    if kind == BOX_BOX:
                        collide_box_box(tile, rest, bodies, pairs, BoxRule(margin, first))
                    elif kind == SOLID_SOLID:
                        collide_solids(tile, rest, bodies, pairs, SolidRule(margin, team.member, hulls, memory))
                        if len(hulls.tiles) > 0:
                            solids = SolidRule(margin, team.member, hulls, memory)
                            collide_tiles(tile, rest, bodies, pairs, TileRule(flush, rule.dt, solids))
                    elif kind == SOLID_PLANE:
                        collide_solids_planes(tile, rest, bodies, pairs, SolidRule(margin, team.member, hulls, memory))
                    else:
                        collide_plane_box(tile, rest, bodies, found, margin)
                        take_manifolds(tile, rest, pairs, found.manifolds)
                    note_separations(tile, rest, bodies, pairs)
                if swept and (kind == SPHERE_BOX or kind == SPHERE_PLANE):
                    recede_spheres(tile, rest, bodies, pairs)
                match_impulses(tile, rest, pairs, centred)
                for block in range(tile, rest):
                    note_points(block, pairs)
            chunk = claim_next(team)
    barrier(team)
    share_touching(team, pairs, listing)
    wait_for_next_job(team)
