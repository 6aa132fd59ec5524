"""Seams: contacts with edges that a neighbour covers are left out, so that bodies roll and slide over flush boxes.

A body X that rolls on box Z meets the edge of the next box Y before it is above it.  Seen alone that edge is an obstacle; where
the faces are flush it lies inside the solid that both boxes are together, and nothing can touch it.

                X
              (   ) n              n   normal of the contact, out of Y
        ------ `-'-/-----------    p   its point on the surface of Y
           Z     q|p     Y         q   outside a face of Y that n points out of, and inside its other faces, near p

A face of Y is covered at p where q, at the flush tolerance from these faces, is inside another body that X touches, and the
surface of that body is level or rises along n: past a ridge it falls, and X may touch the ridge itself.  Where X is beyond a
flush face of Y, q is at that face: nothing comes between the two bodies but past its edge.

Then the contact is left out if that body has a contact with X, along the normal of this flush face, that no other covers, and its
impulse goes over to that one.  Where the flush face rises, as in a loop, the contact takes its normal.  Where two cover each
other, as on both sides of a narrow gap, the normal keeps its other components.  Only bodies that are not dynamic have seams, and
only at faces that are flush with those of the body that covers, see `flush_faces`: a wall on a floor covers nothing of it.

That a contact's normal must be one of the surface as a whole is the idea of the ghost vertices of Box2D's chains (Catto 2020) and
of the active edges of meshes; here neighbours are found in the step.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned
from physics.collision.seams.covered_faces import COMPONENTS, Face, between_of, covers, on_face, size_of, surface_at
from physics.collision.seams.flush_faces import at_flush_face, flush_faces_passed, rises_beyond, sides_of
from physics.collision.seams.turned_contacts import hand_over, keeps_turned
from physics.collision.shape_kinds import BOX
from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import DYNAMIC
from physics.simd.value import W
from physics.simd.vec3 import negate

NONE, ONCE, SEVERAL = -1, -2, -3               # of a dynamic body: no pair; how many it has, until they are linked
AWAY = -4                                      # of a pair that is away from flush faces
NOTHING, ALL = 0, 7                            # bits of no component of a normal and of all


class Fixed(NamedTuple):
    """Touching pairs of a dynamic body and one with flush faces, listed by the dynamic one, which has several."""

    place: np.ndarray             # (n,) int32 in the list of touching pairs
    moving: np.ndarray            # (n,) int32 row of the dynamic body
    cover: np.ndarray             # (n,) int32 which of these pairs covers a face, or NONE; AWAY: the body is at no flush face
    kept: np.ndarray              # (n,) int32 bits of the components of the normal that nothing covers; above them, of the flush
                                  # faces that were passed
    following: np.ndarray         # (n,) int32 the next of the same dynamic body, or NONE
    first: np.ndarray             # (rows,) int32 the first one of a dynamic body; all NONE between uses


class Seams(NamedTuple):
    """What decides about seams, and working memory."""

    fixed: Fixed
    tolerance: float              # flush tolerance [m]
    last: int                     # last row of a body with flush faces
    margin: float                 # contacts exist where the separation is less [m]


def no_fixed() -> Fixed:
    """A list without room."""
    return new_fixed(0, 0)


def new_fixed(pairs: int, rows: int) -> Fixed:
    """An empty list with room for so many pairs, for so many body rows."""
    return Fixed(*(aligned(pairs, np.int32) for _ in range(5)), aligned(rows, np.int32, NONE))


@formula
def fixed_of(bodies, touching, place):
    """Row of the body of a touching pair that is not dynamic."""
    a = touching.a[place]
    return touching.b[place] if bodies.type[a] == DYNAMIC else a


@formula
def at_seam(bodies, pairs, touching, place, slack):
    """Whether the dynamic body of a touching pair is at a flush face of the other, where the manifold was found."""
    a, b, row = touching.a[place], touching.b[place], fixed_of(bodies, touching, place)
    if bodies.flush[row] == 0:
        return False
    between = between_of(bodies, pairs, touching.index[place])
    return at_flush_face(bodies, row, a + b - row, (between if row == a else negate(between), slack))


@formula
def kind_at(pairs, entry):
    """Pair kind of an entry."""
    for kind in range(len(pairs.kind_end)):
        if pairs.kind_start[kind] * W <= entry < pairs.kind_end[kind] * W:
            return kind
    return len(pairs.kind_end)


@formula
def end_of_kind(pairs, touching, begin):
    """Place after the last touching pair of the same kind as the one at `begin`: they lie together."""
    kind, low, high = kind_at(pairs, touching.index[begin]), begin, touching.counts[0]
    while high - low > 1:
        between = (low + high) // 2
        if kind_at(pairs, touching.index[between]) == kind:
            low = between
        else:
            high = between
    return high


@formula
def list_fixed(bodies, pairs, touching, seams):
    """List the touching pairs of a dynamic body and one with flush faces, and count those of each body; returns how many.

    Pairs of a kind lie in the order of their lower rows, see `broad_phase.pair_key`: none follows the last row of a fixed body.
    """
    fixed, number, place = seams.fixed, 0, 0
    while place < touching.counts[0]:
        end = end_of_kind(pairs, touching, place)
        while place < end and min(touching.a[place], touching.b[place]) <= seams.last:
            a, b = touching.a[place], touching.b[place]
            moves = bodies.type[a] == DYNAMIC
            if moves != (bodies.type[b] == DYNAMIC) and bodies.flush[b if moves else a] != 0:
                moving = a if moves else b
                fixed.place[number], fixed.moving[number] = place, moving
                fixed.first[moving] = ONCE if fixed.first[moving] == NONE else SEVERAL
                number += 1
            place += 1
        place = end
    return number


@formula
def link_several(bodies, pairs, touching, seams, listed):
    """Keep and link, of so many listed pairs, those of bodies with several, and mark which are AWAY; returns how many.

    Most bodies of a pile touch one of its sides: nothing can cover a contact of theirs.
    """
    fixed, number = seams.fixed, 0
    for i in range(listed):
        place, moving = fixed.place[i], fixed.moving[i]
        before = fixed.first[moving]
        if before == ONCE:
            fixed.first[moving] = NONE
            continue
        fixed.place[number], fixed.moving[number], fixed.kept[number] = place, moving, ALL
        fixed.cover[number] = NONE if at_seam(bodies, pairs, touching, place, seams.margin) else AWAY
        fixed.following[number], fixed.first[moving] = NONE if before == SEVERAL else before, number
        number += 1
    return number


@formula
def covering(bodies, pairs, face, sides, limits):
    """(which listed pair of the same dynamic body covers a Face of listed pair i, or NONE; bits of the flush faces that the body
    passed); sides = (touching, fixed, i), limits = (flush tolerance, margin) [m]."""
    (touching, fixed, i), (tolerance, margin) = sides, limits
    other, between = fixed.first[fixed.moving[i]], between_of(bodies, pairs, face.entry)
    seen = between if pairs.a[face.entry] == face.row else negate(between), margin
    while other != NONE:
        row = fixed_of(bodies, touching, fixed.place[other])
        if other != i and fixed.cover[other] != AWAY:
            passed = flush_faces_passed(bodies, face.row, fixed.moving[i], seen, row)
            if (passed != 0 and covers(bodies, pairs, face, row, (sides_of(passed), tolerance))
                    and rises_beyond(bodies, pairs, face, passed, row)):
                return other, passed
        other = fixed.following[other]
    return NONE, NOTHING


@formula
def find_cover(bodies, pairs, sides, limits):
    """Find which pairs of the same dynamic body cover faces of listed pair i, and which components of its normal remain."""
    touching, fixed, i = sides
    entry, row = touching.index[fixed.place[i]], fixed_of(bodies, touching, fixed.place[i])
    if bodies.kind[row] != BOX:
        return
    surface, half = surface_at(bodies, pairs, Face(entry, row, 0), 0), size_of(bodies, row)
    for k in range(3):
        face = Face(entry, row, k)
        if on_face(surface, k, half, limits[0]):
            other, passed = covering(bodies, pairs, face, sides, limits)
            if other != NONE:
                fixed.cover[i], fixed.kept[i] = other, fixed.kept[i] & ~(1 << k) | passed << COMPONENTS


@formula
def unlist(touching):
    """Close up the list of touching pairs after those that were left out, whose index is negative."""
    left = 0
    for place in range(touching.counts[0]):
        if touching.index[place] >= 0:
            touching.a[left], touching.b[left] = touching.a[place], touching.b[place]
            touching.index[left], touching.missing[left] = touching.index[place], touching.missing[place]
            left += 1
    touching.counts[0] = left


@kernel
def leave_out_covered(bodies, pairs, touching, seams):
    """Leave the pairs with covered edges out of the list of touching pairs, as Seams say.

    Reads   bodies.pose bodies.shape bodies.kind bodies.type bodies.flush pairs.a pairs.b pairs.ahead pairs.kind_start
            pairs.kind_end
    Writes  pairs.manifolds pairs.anchors pairs.impulses pairs.centres touching seams
    """
    fixed = seams.fixed
    number, left_out = link_several(bodies, pairs, touching, seams, list_fixed(bodies, pairs, touching, seams)), 0
    for i in range(number):
        if fixed.cover[i] != AWAY:
            find_cover(bodies, pairs, (touching, fixed, i), (seams.tolerance, seams.margin))
    for i in range(number):
        fixed.first[fixed.moving[i]] = NONE
        cover = fixed.cover[i]
        if cover < 0:
            continue
        place, entry = fixed.place[i], touching.index[fixed.place[i]]
        row = fixed_of(bodies, touching, place)
        alone = fixed.cover[cover] == NONE                # what covers is at a flush face itself
        other, on = touching.index[fixed.place[cover]], fixed_of(bodies, touching, fixed.place[cover])
        if not keeps_turned(bodies, pairs, entry, row, (fixed.kept[i], seams.margin, other, on, alone)):
            if alone:
                hand_over(pairs, entry, other)
            fixed.kept[i] = NOTHING
            left_out += 1
    if left_out > 0:
        for i in range(number):
            if fixed.kept[i] == NOTHING:
                touching.index[fixed.place[i]] = NONE
        unlist(touching)
