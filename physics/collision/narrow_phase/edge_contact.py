"""Two edges that cross: one contact point, midway between the nearest points of the two edges.

With n the axis from A to B, A's edge is the one farthest along n, B's the one farthest along -n.
"""
from __future__ import annotations

from physics.bodies.arrays import COUNT, FEATURE, NORMAL, POINTS, POSITION, SEPARATION
from physics.collision.narrow_phase.box_sat import edge_directions, edge_normal, epsilon
from physics.compile.decorators import formula
from physics.simd.functions import fma, full_like, maximum, select
from physics.simd.mat33 import transform, transform_transposed
from physics.simd.memory import load, store
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, dot, scale, sub

FACE_FEATURES = 16                              # features of a reference face, of which there are 12
EDGES = 4                                       # edges of a box along an axis
EDGE_PAIRS = EDGES * EDGES                      # features of one edge axis
FIRST_FEATURE = 12 * FACE_FEATURES              # features of edges come after those of faces


@formula
def edge_middle(toward, half, number, turn):
    """Midpoint of the edge along axis `number` that lies farthest in the direction `toward`, and which of four it is.

    `turn` is 1, or -1 for the opposite edge.
    """
    x = select(toward[0] < 0.0, -turn, turn)
    y = select(toward[1] < 0.0, -turn, turn)
    z = select(toward[2] < 0.0, -turn, turn)
    on_x, on_z = number < 1.0, number >= 2.0
    on_y = ~(on_x | on_z)
    one = full_like(x, 1.0)
    which = select(select(on_x, y, x) < 0.0, 0.0, one + one) + select(select(on_z, y, z) < 0.0, 0.0, one)
    return (select(on_x, 0.0, x * half[0]), select(on_y, 0.0, y * half[1]), select(on_z, 0.0, z * half[2])), which


@formula
def edge_contact(code, boxes):
    """(normal, point, feature) in A's frame for the edge axis `code` of `box_sat.best_edge`."""
    axis_a, axis_b = edge_directions(code, boxes.c)
    normal = edge_normal(axis_a, axis_b, boxes.t)
    i = select(code < 3.0, 0.0, select(code < 6.0, 1.0, full_like(code, 2.0)))
    one = full_like(code, 1.0)
    on_a, which_a = edge_middle(normal, boxes.half_a, i, one)
    on_b, which_b = edge_middle(transform_transposed(boxes.c, normal), boxes.half_b, code - 3.0 * i, -one)
    from_b = add(boxes.t, transform(boxes.c, on_b))
    between = sub(from_b, on_a)
    cosine, along_a, along_b = dot(axis_a, axis_b), dot(axis_a, between), dot(axis_b, between)
    inverse = 1.0 / maximum(one - cosine * cosine, epsilon(one))
    nearest_a = add_scaled(on_a, (along_a - cosine * along_b) * inverse, axis_a)
    nearest_b = add_scaled(from_b, (cosine * along_a - along_b) * inverse, axis_b)
    feature = FIRST_FEATURE + fma(EDGE_PAIRS * one, code, fma(EDGES * one, which_a, which_b))
    return normal, scale(0.5, add(nearest_a, nearest_b)), feature


@formula
def put_where(array, offset, condition, value):
    """Write lanes of `value` where `condition` holds, and leave the others."""
    store(array, offset, select(condition, value, load(array, offset)))


@formula
def put_edges(manifolds, start, crossing, edge, boxes):
    """Give the manifolds of the lanes `crossing`, until now without points, the one point of an EdgeAxis."""
    normal, point, feature = edge_contact(edge.code, boxes)
    normal, point = transform(boxes.rows_a, normal), transform(boxes.rows_a, point)
    for axis in range(3):
        put_where(manifolds, start + (NORMAL + axis) * W, crossing, normal[axis])
        put_where(manifolds, start + (POINTS + POSITION + axis) * W, crossing, point[axis])
    put_where(manifolds, start + COUNT * W, crossing, 1.0)
    put_where(manifolds, start + (POINTS + SEPARATION) * W, crossing, edge.separation)
    put_where(manifolds, start + (POINTS + FEATURE) * W, crossing, feature)
