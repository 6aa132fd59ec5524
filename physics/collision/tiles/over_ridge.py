"""Points that pass over a ridge before they come to a tile.

A point of a body X at the height h over a tile, with the velocity v against it, crosses an edge that lies in the tile's plane
after the time t.  Where the surface falls behind that edge, the point passes if it is at most `flush` below it, and stays over
the tile behind it:

    h + t n . v >= -flush,        h' + T n' . v >= -flush        n, n': normals of the two tiles, h': height over the other one
                                                                 T: the step, or t if that is longer [s]

It meets neither tile.  The tile's plane alone goes on beyond the ridge, and would take n . v from a plate that slides over ridges
of one height and lies a hair too low: 0.2 of its speed at a slope of 11 degrees.  Faces of flush boxes may differ as much, see
`seams`.  A point that comes less than `flush` nearer within a step stays a contact: it takes no speed, and may carry weight.
"""
from __future__ import annotations

from physics.collision.shape_kinds import TILE
from physics.collision.solids.faces import tile_normal
from physics.collision.solids.placed import double3, size_of, tile_point, to_own
from physics.collision.tiles.surface_contact import BENT, FAN, fan_point
from physics.compile.decorators import formula, routine
from physics.simd.functions import maximum, sqrt
from physics.simd.vec3 import add, add_scaled, cross, dot, scale, sub


@formula
def velocity_at(bodies, row, arm):
    """Velocity of a body's point at an arm from its centre [m/s]."""
    return add(double3(bodies.velocity, row, 0), cross(double3(bodies.velocity, row, 3), arm))


@formula
def crossing(p, v, c, e):
    """(the time t when p + t v is seen from above on the line c + u e, and u there); u is -1 where they are parallel."""
    turn, x, y = v[0] * e[1] - v[1] * e[0], c[0] - p[0], c[1] - p[1]
    if turn == 0.0:
        return turn, turn - 1.0
    return (x * e[1] - y * e[0]) / turn, (x * v[1] - y * v[0]) / turn


@formula
def passes_edge(tile, hulls, point, edge, limits):
    """Whether a point = (place, velocity, height over the tile) passes the edge = (corner k, point i around it) of a ridge; all
    in the tile's own axes, limits = (step [s], flush tolerance [m])."""
    (p, v, height), (k, i), (dt, flush) = point, edge, limits
    n, slack, c = tile_normal(tile, hulls), BENT * size_of(tile), tile_point(tile, hulls, k)
    e = sub(fan_point(tile, hulls, k, i), c)
    time, share = crossing(p, v, c, e)
    if share < -BENT or share > 1.0 + BENT or dot(e, n) < -slack or height + maximum(time, 0.0) * dot(v, n) < -flush:
        return False
    left = e[0] * v[1] - e[1] * v[0] > 0.0
    away = sub(fan_point(tile, hulls, k, i + (1 if left else FAN - 1)), c)
    if dot(away, n) >= -slack:
        return False
    behind = cross(e, away) if left else cross(away, e)
    return dot(sub(add_scaled(p, maximum(time, dt), v), c), behind) >= -flush * sqrt(dot(behind, behind))


@formula
def passes(tile, hulls, point, v, limits):
    """Whether a point, from the centre of the pair's first body, passes over a ridge; v in the tile's own axes, limits = (step
    [s], flush tolerance [m])."""
    if dot(v, tile_normal(tile, hulls)) * limits[0] >= -limits[1]:
        return False
    p = to_own(tile, sub(point, tile.centre))
    moving, found = (p, v, dot(sub(p, tile_point(tile, hulls, 0)), tile_normal(tile, hulls))), False
    for k in range(3):
        for i in range(1, FAN):
            found = found or passes_edge(tile, hulls, moving, (k, i), limits)
    return found


@routine
def leave_out_passing(bodies, rows, pair, found, limits):
    """Leave out the candidates, seen along the tile's normal, that pass over a ridge; returns how many remain.

    rows = (a, b, from the centre of a to that of b), found = (view, how many there are, `Memory.points`), limits = (step [s],
    flush tolerance [m])."""
    (one, two, between), (a, b, hulls), (view, count, points) = rows, pair, found
    tile, sign, left = (a, 0.5, 0) if a.kind == TILE else (b, -0.5, 0)
    for k in range(count):
        place = add(add(scale(points[k, 0], view.u), scale(points[k, 1], view.v)), scale(points[k, 2], view.n))
        v = sub(velocity_at(bodies, two, sub(place, between)), velocity_at(bodies, one, place))
        own = to_own(tile, scale(2.0 * sign, v))
        if not passes(tile, hulls, add_scaled(place, sign * points[k, 3], view.n), own, limits):
            for slot in range(5):
                points[left, slot] = points[k, slot]
            left += 1
    return left
