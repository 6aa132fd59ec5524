"""How deep two cores overlap: the face of their difference nearest to the origin.

A polytope within the difference of the two cores, first a tetrahedron, takes up the support point along the normal of its face
nearest to the origin, until that face is a face of the difference itself, to a share of the sizes: the expanding polytope
algorithm of van den Bergen, Proximity queries and penetration depth computation on 3D game objects, GDC 2001.

The polytope lies within the difference, so the support point along the last normal says how far the cores overlap along it:
the distance that is returned separates the two exactly along the normal that is.
"""
from __future__ import annotations

import math

from physics.collision.solids.deepest_points import FINE, OF_A, OF_B, deepest_points
from physics.collision.solids.memory import MOST_EDGES, MOST_FACES, MOST_VERTICES, NUMBERS
from physics.collision.solids.placed import tolerance_of
from physics.collision.solids.simplex import nearest_of_triangle, place_at
from physics.collision.solids.support import put_support, put_support_inside
from physics.compile.decorators import formula, routine
from physics.simd.functions import absolute, fma, greatest_lane, lane_bits, maximum, minimum, sqrt, trailing_zeros
from physics.simd.memory import load
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, dot, negate, scale, sub

CLOSE = 1e-7                                     # share of the sizes by which the depth is known well enough
CLEAR = 0.1                                      # share of CLOSE above which a vertex is before a triangle
GONE = 1e300                                     # distance of a triangle without area: it is never the nearest
NOTHING = 1e-300                                 # squared lengths below this are 0
ASLANT = 0.6                                     # component along x of a unit vector that x is still well at right angles to
BEYOND = 2e300                                   # distance of what fills up planes: it is farther than all triangles
FLAT = 1e-10                                     # share of the sizes below which a first tetrahedron has no volume
ROUGHLY = 10.0                                   # of CLOSE: a polytope that is farther off is helped
WIDEST, GOLDEN, CUTS, LINES = 0.3, 0.5 * (math.sqrt(5.0) - 1.0), 28, 6      # tangent to turn a normal by, and how often
ASIDE = 1e-3                                     # share of the sizes by which deepest points may lie beside each other
SQUARE = 0.999                                   # cosine of two triangles' angle above which they belong to one face
TETRAHEDRON = ((0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0))               # corners of its triangles
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@formula
def vertex(memory, k):
    """The difference in row k of the polytope."""
    return memory.vertices[k, 0], memory.vertices[k, 1], memory.vertices[k, 2]


@formula
def middle(p, q):
    """The point midway between two."""
    return scale(0.5, add(p, q))


@formula
def weighted(memory, numbers, weights, first):
    """The weighted sum of three vertices' numbers from place `first` on."""
    (i, j, l), (u, v, w), vertices = numbers, weights, memory.vertices
    return (u * vertices[i, first] + v * vertices[j, first] + w * vertices[l, first],
            u * vertices[i, first + 1] + v * vertices[j, first + 1] + w * vertices[l, first + 1],
            u * vertices[i, first + 2] + v * vertices[j, first + 2] + w * vertices[l, first + 2])


@formula
def unit_or_x(v):
    """v as a unit vector; x if it has no length."""
    square = dot(v, v)
    return scale(1.0 / sqrt(square), v) if square > NOTHING else (1.0, 0.0, 0.0)


@formula
def across(v):
    """A unit vector at right angles to the unit vector v."""
    least = AXES[0] if absolute(v[0]) < ASLANT else AXES[1]
    return unit_or_x(cross(v, least))


@formula
def farther_along(memory, k, pair, d):
    """Put a vertex along d or, if that is nearer to the first vertices' plane through v0, along -d; returns how far it is off."""
    v0 = vertex(memory, 0)
    one = dot(sub(put_support(memory.vertices, k, pair, d), v0), d)
    other = dot(sub(put_support(memory.vertices, k, pair, negate(d)), v0), d)
    return other if absolute(other) >= absolute(one) else dot(sub(put_support(memory.vertices, k, pair, d), v0), d)


@routine
def first_tetrahedron(pair, memory, count):
    """Make the vertices 0 to 3 of the polytope from the simplex's `count` points and others, so that it has volume."""
    if count == 4:
        for k in range(4):
            for slot in range(NUMBERS):
                memory.vertices[k, slot] = memory.simplex[k, slot]
        a, b, c = vertex(memory, 0), vertex(memory, 1), vertex(memory, 2)
        normal = cross(sub(b, a), sub(c, a))
        volume, longest = dot(normal, sub(vertex(memory, 3), a)), dot(sub(b, a), sub(b, a)) + dot(sub(c, a), sub(c, a))
        if absolute(volume) > FLAT * longest * sqrt(longest):
            return
    for slot in range(NUMBERS):
        memory.vertices[0, slot] = memory.simplex[0, slot]
    best, most = 0, -1.0
    for axis in range(3):
        d = (1.0 if axis == 0 else 0.0, 1.0 if axis == 1 else 0.0, 1.0 if axis == 2 else 0.0)
        far = absolute(farther_along(memory, 1, pair, d))
        if far > most:
            best, most = axis, far
    farther_along(memory, 1, pair, (1.0 if best == 0 else 0.0, 1.0 if best == 1 else 0.0, 1.0 if best == 2 else 0.0))
    edge = unit_or_x(sub(vertex(memory, 1), vertex(memory, 0)))
    aside = across(edge)
    upward = cross(edge, aside)
    if absolute(farther_along(memory, 2, pair, aside)) < absolute(farther_along(memory, 2, pair, upward)):
        farther_along(memory, 2, pair, aside)
    v0 = vertex(memory, 0)
    farther_along(memory, 3, pair, unit_or_x(cross(sub(vertex(memory, 1), v0), sub(vertex(memory, 2), v0))))


@formula
def put_triangle(memory, k, numbers, inner):
    """Write triangle k with these corners, outward from the point `inner` of the polytope's inside."""
    i, j, l = numbers
    a, b, c = vertex(memory, i), vertex(memory, j), vertex(memory, l)
    normal = cross(sub(b, a), sub(c, a))
    square = dot(normal, normal)
    normal = scale(1.0 / sqrt(square), normal) if square > NOTHING else (0.0, 0.0, 0.0)
    if dot(normal, sub(a, inner)) < 0.0:
        normal, j, l = negate(normal), l, j
    memory.planes[0, k], memory.planes[1, k], memory.planes[2, k] = normal
    memory.planes[3, k] = dot(normal, a) if square > NOTHING else GONE
    memory.corners[k, 0], memory.corners[k, 1], memory.corners[k, 2] = i, j, l


@formula
def normal_of(memory, k):
    """The outward normal of triangle k."""
    return memory.planes[0, k], memory.planes[1, k], memory.planes[2, k]


@formula
def fill_planes(memory, faces):
    """Fill the last sixteen planes up with ones that are farther than all others."""
    for k in range(faces, (faces + W - 1) // W * W):
        memory.planes[3, k] = BEYOND


@formula
def nearest_triangle(memory, faces):
    """The first of the triangles nearest to the origin."""
    nearest, least = -load(memory.planes, 3 * MOST_FACES), 0
    for block in range(1, (faces + W - 1) // W):
        nearest = maximum(nearest, -load(memory.planes, 3 * MOST_FACES + block * W))
    distance = -greatest_lane(nearest)
    for block in range((faces + W - 1) // W):
        bits = lane_bits(load(memory.planes, 3 * MOST_FACES + block * W) <= distance)
        if bits != 0:
            least = block * W + trailing_zeros(bits)
            break
    return least


@formula
def toggle(memory, edges, i, j):
    """Add the edge i j to the rim, or remove it if j i is there: two triangles that share it are both gone; returns how many."""
    for k in range(edges):
        if memory.edges[k, 0] == j and memory.edges[k, 1] == i:
            memory.edges[k, 0], memory.edges[k, 1] = memory.edges[edges - 1, 0], memory.edges[edges - 1, 1]
            return edges - 1
    memory.edges[edges, 0], memory.edges[edges, 1] = i, j
    return edges + 1


@formula
def share_edge(memory, one, two):
    """Whether two triangles share an edge."""
    shared = 0
    for i in range(3):
        for j in range(3):
            shared += 1 if memory.corners[one, i] == memory.corners[two, j] else 0
    return shared >= 2


@formula
def mark_seen(memory, faces, number, view):
    """Mark the triangles in one piece around the nearest one that vertex `number` sees; returns how many they are.

    view = (nearest triangle, the distance from which on a triangle is seen: less is rounding)

    Triangles elsewhere that seem to be seen are in one plane with the vertex, to rounding: without them what is left has one rim.
    """
    w, (nearest, clear), many, count, known = vertex(memory, number), view, 0, 1, 0
    for block in range((faces + W - 1) // W):
        at = block * W
        along = fma(w[0], load(memory.planes, at), fma(w[1], load(memory.planes, MOST_FACES + at),
                                                       w[2] * load(memory.planes, 2 * MOST_FACES + at)))
        bits = lane_bits(along - load(memory.planes, 3 * MOST_FACES + at) > clear)
        while bits:
            k = at + trailing_zeros(bits)
            bits &= bits - 1
            if k != nearest:
                memory.seen[2, many] = k
                many += 1
    for k in range(faces):
        memory.seen[1, k] = 0
    memory.seen[0, 0], memory.seen[1, nearest] = nearest, 1
    while known < count:
        one, left = memory.seen[0, known], 0
        known += 1
        for j in range(many):
            k = memory.seen[2, j]
            if share_edge(memory, one, k):
                memory.seen[0, count], memory.seen[1, k] = k, 1
                count += 1
            else:
                memory.seen[2, left] = k
                left += 1
        many = left
    return count


@formula
def take_up(memory, faces, number, inside):
    """Let the polytope of `faces` triangles, some of them marked as seen, take up vertex `number`; returns how many it has then,
    0 where there is no room; inside = (a point of its inside, how many are seen)."""
    inner, count = inside
    edges, left = 0, 0
    if 3 * count > MOST_EDGES:
        return 0
    for k in range(faces):
        i, j, l = memory.corners[k, 0], memory.corners[k, 1], memory.corners[k, 2]
        if memory.seen[1, k] == 1:
            edges = toggle(memory, toggle(memory, toggle(memory, edges, i, j), j, l), l, i)
        else:
            for slot in range(4):
                memory.planes[slot, left] = memory.planes[slot, k]
            memory.corners[left, 0], memory.corners[left, 1], memory.corners[left, 2] = i, j, l
            left += 1
    if edges == 0 or left + edges > MOST_FACES:
        return 0
    for k in range(edges):
        put_triangle(memory, left + k, (memory.edges[k, 0], memory.edges[k, 1], number), inner)
    fill_planes(memory, left + edges)
    return left + edges


@routine
def below_origin(memory, faces, found, limit):
    """Corners of the triangle nearest to the origin among those no farther than a limit and square to a normal, found = (normal,
    corners if there is none): a face of the difference is many triangles, and the origin lies over one of them."""
    (normal, best), least = found, GONE
    for k in range(faces):
        if memory.planes[3, k] > limit:
            continue
        i, j, l = memory.corners[k, 0], memory.corners[k, 1], memory.corners[k, 2]
        a, b, c = vertex(memory, i), vertex(memory, j), vertex(memory, l)
        _, square = place_at(nearest_of_triangle(a, b, c), (a, b, c))
        if square < least and dot(normal_of(memory, k), normal) > SQUARE:
            best, least = (i, j, l), square
    return best


@formula
def depth_along(pair, memory, normal):
    """How far two cores overlap along a unit vector [m]; the support points go to the last row of the polytope."""
    return dot(put_support(memory.vertices, MOST_VERTICES - 1, pair, normal), normal)


@formula
def turned_towards(normal, way, tangent):
    """A unit vector turned towards another at right angles to it."""
    return unit_or_x(add_scaled(normal, tangent, way))


@routine
def least_along(pair, memory, normal, way):
    """The normal of least depth among those turned from `normal` towards the unit vector `way` or away, by golden section; one
    that is no better than `normal` is `normal`."""
    low, high = -WIDEST, WIDEST
    one, two = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    first = depth_along(pair, memory, turned_towards(normal, way, one))
    second = depth_along(pair, memory, turned_towards(normal, way, two))
    for _ in range(CUTS):
        if first < second:
            high, two, second = two, one, first
            one = high - GOLDEN * (high - low)
            first = depth_along(pair, memory, turned_towards(normal, way, one))
        else:
            low, one, first = one, two, second
            two = low + GOLDEN * (high - low)
            second = depth_along(pair, memory, turned_towards(normal, way, two))
    best = turned_towards(normal, way, one if first < second else two)
    return best if minimum(first, second) < depth_along(pair, memory, normal) else normal


@routine
def lessen(pair, memory, normal):
    """(normal, depth) of the least depth near a normal: where round shapes share an axis, the polytope has no room for all the
    triangles that are equally near, and line searches go on, down the steepest way and then along the valley, where the depth
    has a kink: square to what the support point jumps by there."""
    for _ in range(LINES):
        w = put_support(memory.vertices, MOST_VERTICES - 1, pair, normal)
        steep = add_scaled(w, -dot(w, normal), normal)
        steep = unit_or_x(steep) if dot(steep, steep) > 0.0 else across(normal)
        normal = least_along(pair, memory, normal, steep)
        one = put_support(memory.vertices, MOST_VERTICES - 1, pair, turned_towards(normal, steep, FINE))
        two = put_support(memory.vertices, MOST_VERTICES - 1, pair, turned_towards(normal, steep, -FINE))
        normal = least_along(pair, memory, normal, unit_or_x(cross(normal, sub(one, two))))
    return normal, depth_along(pair, memory, normal)


@formula
def axis_of(solid, side):
    """A shape's own z axis or, side -1, the opposite."""
    return side * solid.rows[0][2], side * solid.rows[1][2], side * solid.rows[2][2]


@routine
def deepest_of_round(pair, memory, normal, triangle):
    """What `expand` returns, by line searches from the best normal found, from that of the triangle and from the shapes' axes."""
    best, depth = lessen(pair, memory, normal)
    other, further = lessen(pair, memory, normal_of(memory, triangle))
    if further < depth:
        best, depth = other, further
    for k in range(4):
        axis = axis_of(pair[0] if k < 2 else pair[1], 1.0 if k % 2 == 0 else -1.0)
        further = depth_along(pair, memory, axis)
        if further < depth:
            best, depth = lessen(pair, memory, axis)
    point_a, point_b = deepest_points(pair, memory, best)
    return best, -depth, point_a, point_b


@routine
def expand(pair, memory, count):
    """(normal, -depth, point of a, point of b) of two cores that overlap; the simplex has `count` points."""
    first_tetrahedron(pair, memory, count)
    inner = middle(middle(vertex(memory, 0), vertex(memory, 1)), middle(vertex(memory, 2), vertex(memory, 3)))
    for k in range(4):
        put_triangle(memory, k, TETRAHEDRON[k], inner)
    fill_planes(memory, 4)
    faces, number = 4, 4
    close, aside = tolerance_of(pair, CLOSE), tolerance_of(pair, ASIDE)
    normal, depth, corners, least = AXES[0], GONE, (0, 1, 2), 0.0
    while number < MOST_VERTICES:
        best = nearest_triangle(memory, faces)
        way, least = normal_of(memory, best), memory.planes[3, best]
        far = dot(put_support_inside(memory.vertices, number, pair, way), way)
        if far < depth:                                  # the least of all that were found: round shapes have many nearly as near
            normal, depth = way, far
            corners = memory.corners[best, 0], memory.corners[best, 1], memory.corners[best, 2]
        if depth - least <= close:
            corners = below_origin(memory, faces, (normal, corners), least + close)
            break
        faces = take_up(memory, faces, number, (inner, mark_seen(memory, faces, number, (best, CLEAR * close))))
        number += 1
        if faces == 0:
            break
    if depth - least > ROUGHLY * close:
        return deepest_of_round(pair, memory, normal, nearest_triangle(memory, maximum(faces, 1)))
    i, j, l = corners
    weights = nearest_of_triangle(vertex(memory, i), vertex(memory, j), vertex(memory, l))
    point_a, point_b = weighted(memory, (i, j, l), weights, OF_A), weighted(memory, (i, j, l), weights, OF_B)
    off = sub(add_scaled(point_b, depth, normal), point_a)
    if dot(off, off) > aside * aside:
        normal, depth = lessen(pair, memory, normal)
        point_a, point_b = deepest_points(pair, memory, normal)
    return normal, -depth, point_a, point_b
