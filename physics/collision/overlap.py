"""Which bodies overlap a sensor, sixteen bodies at a time, at their present poses.

    sphere, sphere    |d| - r_a - r_b                     d between the centres
    sphere, box       distance of the centre from the box - r
    box, box          the greatest separation along the fifteen axes, see `box_sat`
    x, plane          height of the lowest point of x above the plane
    others            one after the other, see `solids.separation`

A negative separation is an overlap.  A body that went through a sensor within the step overlaps it too, where paths count: the
segment from the place of its centre at the start of the step to its present one, both seen from the sensor, enters the sensor.
A body that moved less than its least half extent cannot go through unnoticed, for then it still overlaps.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR, FIRST
from physics.collision.broad_phase.pair_key import accept, filter_of, same_group, tag_of
from physics.collision.narrow_phase.box_box import all_faces, greatest_of
from physics.collision.narrow_phase.box_sat import best_edge, box_pair
from physics.collision.narrow_phase.sphere_box import toward_box
from physics.collision.shape_kinds import BOX, PART, PLANE, SPHERE
from physics.collision.solids.ray import Solids, solids_of
from physics.collision.solids.touching import solids_overlap
from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import STATIC
from physics.simd.functions import absolute, any_lane, fma, lane_bits, maximum, minimum, select, sqrt, trailing_zeros
from physics.simd.mat33 import rotation_matrix, transform_transposed
from physics.simd.memory import as_lanes, load_integers, load_rows
from physics.simd.value import W
from physics.simd.vec3 import absolute3, add_scaled, dot, length, scale, sub


NO_SOLIDS = solids_of()
TINY = 1e-20                                    # replaces a direction's component 0 in a divisor


class Shapes(NamedTuple):
    """Sixteen bodies as lanes, or one body in all lanes."""

    pose: tuple                   # (8) position [m], quaternion x y z w, spare
    shape: tuple                  # (8) size [m], of a plane its normal; a plane's offset [m]; others
    moved: tuple                  # (8) translation in the step [m], others


class SensorSearch(NamedTuple):
    """What is searched for."""

    sensors: np.ndarray           # (k,) int64 rows of sensors, rising
    end: int                      # one past the last body row
    paths: int                    # 1: bodies that went through within the step count too
    solids: Solids = NO_SOLIDS


@formula
def in_all_lanes(rows, row):
    """The eight numbers of a row, each in all lanes."""
    return (as_lanes(rows, rows[row, 0]), as_lanes(rows, rows[row, 1]), as_lanes(rows, rows[row, 2]),
            as_lanes(rows, rows[row, 3]), as_lanes(rows, rows[row, 4]), as_lanes(rows, rows[row, 5]),
            as_lanes(rows, rows[row, 6]), as_lanes(rows, rows[row, 7]))


@formula
def first3(numbers):
    """The first three of eight: a position, a size, a translation."""
    return numbers[0], numbers[1], numbers[2]


@formula
def axes_of(pose):
    """Rotation matrix of a pose by rows."""
    return rotation_matrix((pose[3], pose[4], pose[5], pose[6]))


@formula
def lowest_point(normal, offset, solid):
    """Height of the lowest point of boxes above a plane [m]."""
    reach = dot(absolute3(transform_transposed(axes_of(solid.pose), normal)), first3(solid.shape))
    return dot(normal, first3(solid.pose)) - offset - reach


@formula
def from_sphere(sensor, others, kind):
    """Separation of a sphere from bodies of these kinds [m]."""
    centre, radius, size = first3(sensor.pose), sensor.shape[0], first3(others.shape)
    back = sub(centre, first3(others.pose))
    _, outside = toward_box(transform_transposed(axes_of(others.pose), back), size, radius)
    apart, above = length(back) - size[0], dot(size, centre) - others.shape[3]
    return select(kind == SPHERE, apart, select(kind == BOX, outside, select(kind == PLANE, above, FAR))) - radius


@formula
def from_box(sensor, others, kind):
    """Separation of a box from bodies of these kinds [m]."""
    half, size = first3(sensor.shape), first3(others.shape)
    away = sub(first3(others.pose), first3(sensor.pose))
    _, outside = toward_box(transform_transposed(axes_of(sensor.pose), away), half, size[0])
    boxes = box_pair(sensor.pose, others.pose, half, size)
    faces_a, faces_b, turned = all_faces(boxes)
    apart = maximum(greatest_of(faces_a, faces_b), best_edge(boxes, turned).separation)
    above = lowest_point(size, others.shape[3], sensor)
    return select(kind == SPHERE, outside - size[0], select(kind == BOX, apart, select(kind == PLANE, above, FAR)))


@formula
def from_plane(sensor, others, kind):
    """Separation of a plane from bodies of these kinds [m]."""
    normal, offset = first3(sensor.shape), sensor.shape[3]
    ball = dot(normal, first3(others.pose)) - offset - others.shape[0]
    return select(kind == SPHERE, ball, select(kind == BOX, lowest_point(normal, offset, others), FAR))


@formula
def motion_between(sensor, others):
    """(place, motion in the step) of bodies, both seen from the sensor's centre [m]."""
    return sub(first3(others.pose), first3(sensor.pose)), sub(first3(others.moved), first3(sensor.moved))


@formula
def ray_sphere(origin, direction, radius):
    """Distance at which a ray enters a sphere at 0; FAR where it misses it or starts inside."""
    along = dot(direction, origin)
    off = add_scaled(origin, -along, direction)
    square = fma(radius, radius, -dot(off, off))
    hit = (square >= 0.0) & (along < 0.0) & (dot(origin, origin) > radius * radius)
    return select(hit, -along - sqrt(select(hit, square, 0.0)), FAR)


@formula
def slab(origin, direction, half):
    """Distances at which a ray enters and leaves |x| <= half."""
    inverse = 1.0 / select(absolute(direction) < TINY, TINY, direction)
    one, two = (-half - origin) * inverse, (half - origin) * inverse
    return minimum(one, two), maximum(one, two)


@formula
def ray_box(origin, direction, half):
    """Distance at which a ray enters a box at 0 along the axes; FAR where it misses it or starts inside."""
    x, y = slab(origin[0], direction[0], half[0]), slab(origin[1], direction[1], half[1])
    z = slab(origin[2], direction[2], half[2])
    enter, leave = maximum(maximum(x[0], y[0]), z[0]), minimum(minimum(x[1], y[1]), z[1])
    return select((enter <= leave) & (enter > 0.0), enter, FAR)


@formula
def went_through(sensor, others, of_box):
    """Mask of the bodies whose centres entered a sensor, a box or a sphere, on their path in the step."""
    place, motion = motion_between(sensor, others)
    path, start, axes = length(motion), sub(place, motion), axes_of(sensor.pose)
    along = scale(1.0 / select(path > 0.0, path, 1.0), motion)
    if of_box:
        entered = ray_box(transform_transposed(axes, start), transform_transposed(axes, along), first3(sensor.shape))
    else:
        entered = ray_sphere(start, along, sensor.shape[0])
    return entered < path


@formula
def may_meet(sensor, others):
    """Mask of the bodies whose bounding spheres meet that of the sensor on their path in the step."""
    place, motion = motion_between(sensor, others)
    reach = length(first3(others.shape)) + length(first3(sensor.shape)) + length(motion)
    return dot(place, place) <= reach * reach


@formula
def overlap_bits(bodies, start, sensor, kind, paths):
    """Bits of the sixteen bodies from row `start` on that overlap a sensor of this kind."""
    others = Shapes(load_rows(bodies.pose, start), load_rows(bodies.shape, start), load_rows(bodies.delta, start))
    kinds = load_integers(bodies.kind, start, others.pose[0])
    plane, solid = kinds == PLANE, kinds > PLANE
    near = may_meet(sensor, others) | plane if kind != PLANE else ~plane
    bits = lane_bits(near)
    if any_lane(near):
        if kind == SPHERE:
            inside = from_sphere(sensor, others, kinds) < 0.0
        elif kind == BOX:
            inside = from_box(sensor, others, kinds) < 0.0
        else:
            inside = from_plane(sensor, others, kinds) < 0.0
        if paths and kind != PLANE:
            inside = inside | went_through(sensor, others, kind == BOX) & ~plane
        bits &= lane_bits(inside | solid)                # of solids, those that are near
    return bits


@formula
def near_bits(bodies, start, sensor):
    """Bits of the sixteen bodies from row `start` on that may overlap a sensor that is a solid."""
    others = Shapes(load_rows(bodies.pose, start), load_rows(bodies.shape, start), load_rows(bodies.delta, start))
    kinds = load_integers(bodies.kind, start, others.pose[0])
    return lane_bits((may_meet(sensor, others) | (kinds == PLANE)) & (kinds <= PART))


@formula
def reports(bodies, row, other):
    """Whether a sensor reports a body that overlaps it: one that is no sensor, where one of the two can move, and that its filter
    and group do not exclude."""
    if bodies.kind[other] > PART or bodies.sensor[other] or bodies.type[row] == STATIC and bodies.type[other] == STATIC:
        return False
    return accept(filter_of(bodies, row), filter_of(bodies, other)) and not same_group(tag_of(bodies, row), tag_of(bodies, other))


@kernel
def find_overlaps(bodies, search, found):
    """Store (row of a sensor, row of a body) in `found` (n, 2) for each overlap of a SensorSearch, rising; returns how many there
    are, which may exceed n.

    Reads   bodies.pose bodies.shape bodies.delta bodies.owner bodies.kind bodies.type bodies.group bodies.category
            bodies.mask bodies.sensor search
    Writes  found
    """
    number, end = np.int64(0), search.end
    for k in range(len(search.sensors)):
        row = search.sensors[k]
        sensor = Shapes(in_all_lanes(bodies.pose, row), in_all_lanes(bodies.shape, row), in_all_lanes(bodies.delta, row))
        for start in range(FIRST, end, W):
            if bodies.kind[row] > PLANE:
                bits = near_bits(bodies, start, sensor)
            else:
                bits = overlap_bits(bodies, start, sensor, bodies.kind[row], search.paths)
            while bits:
                other = start + trailing_zeros(bits)
                bits &= bits - 1
                solid = bodies.kind[row] > PLANE or bodies.kind[other] > PLANE
                if other < end and reports(bodies, row, other) and (
                        not solid or solids_overlap(bodies, row, other, search.paths, search.solids) > 0):
                    if number < len(found):
                        found[number, 0], found[number, 1] = row, other
                    number += 1
    return number
