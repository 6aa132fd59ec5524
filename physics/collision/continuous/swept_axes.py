"""When two boxes meet that move past each other without turning: the fifteen axes of `box_sat` over time.

Along an axis the centres are x + t move apart, and the projections overlap while |x + t move| <= reach, for move > 0 from
(-reach - x) / move to (reach - x) / move.  The boxes meet when the last axis begins to overlap, if none has ended before.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FAR
from physics.collision.narrow_phase.box_sat import PARALLEL, both_reaches, epsilon
from physics.compile.decorators import formula
from physics.simd.functions import absolute, fma, full_like, maximum, minimum, select, sqrt
from physics.simd.mat33 import column, transform_transposed
from physics.simd.vec3 import absolute3, dot

TIE = 0.01                                       # separations that differ by less are taken for the same, as a share of the skin


class Window(NamedTuple):
    """The time during which all axes so far overlap."""

    enter: object                 # when it begins [steps]
    leave: object                 # when it ends [steps]
    closing: object               # speed at which the axis that overlaps last closes [m per step]
    gap: object                   # separation now [m]
    toward: object                # speed at which it closes [m per step]
    past: object                  # where no row along its axis may hold the pair, when those axes that close in this step, or a
                                  # skin later, overlap by a skin; else 0 [steps]


class Motion(NamedTuple):
    """Relative motion of two boxes in the frame of one of them; in `with_edge`, its two components across an edge."""

    t: tuple                      # from its centre to the other's [m]
    move: tuple                   # the other's motion in a step [m]
    skin: object                  # overlap along every axis from which on they meet [m]


@formula
def with_axis(window, along, reach, size):
    """The window with one more axis of this length: along = (x, move), reach, and size = (length, skin), all times the length."""
    x, move = along
    length, skin = size
    speed, reach = absolute(move), reach - skin
    moving, start = speed > 0.0, select(move < 0.0, -x, x)
    inverse = 1.0 / select(moving, speed, 1.0)
    enter = select(moving, (-reach - start) * inverse, select(absolute(x) <= reach, -FAR, full_like(x, FAR)))
    leave = select(moving, (reach - start) * inverse, FAR)
    soon = (speed > skin) & (speed * (enter - 1.0) < skin + skin)
    shorter = 1.0 / length
    gap, closing, tie = (absolute(x) - reach) * shorter, speed * shorter, TIE * skin
    toward = select(start < 0.0, closing, -closing)
    most = maximum(toward, window.toward)
    return Window(maximum(enter, window.enter), minimum(leave, window.leave),
                  select(enter > window.enter, closing, window.closing), maximum(gap, window.gap),
                  select(gap > window.gap - tie, select(gap > window.gap + tie, toward, most), window.toward),
                  select(soon, maximum(enter, window.past), window.past))


@formula
def with_faces(window, motion, own, other, rows):
    """The window with three face normals: half lengths of both boxes, |C| with a row for each normal."""
    t, move, size = motion.t, motion.move, (full_like(motion.skin, 1.0), motion.skin)
    window = with_axis(window, (t[0], move[0]), own[0] + dot(other, rows[0]), size)
    window = with_axis(window, (t[1], move[1]), own[1] + dot(other, rows[1]), size)
    return with_axis(window, (t[2], move[2]), own[2] + dot(other, rows[2]), size)


@formula
def with_edge(window, motion, c, reach):
    """The window with the axis of two edges: the components of the motion and of B's edge c across A's edge."""
    t, move = motion.t, motion.move
    square = fma(c[0], c[0], c[1] * c[1])
    crossed = square > PARALLEL * epsilon(square)
    length = sqrt(select(crossed, square, 1.0))
    along = fma(t[1], c[0], -(t[0] * c[1])), fma(move[1], c[0], -(move[0] * c[1]))
    new = with_axis(window, along, reach, (length, motion.skin * length))
    return Window(select(crossed, new.enter, window.enter), select(crossed, new.leave, window.leave),
                  select(crossed, new.closing, window.closing), select(crossed, new.gap, window.gap),
                  select(crossed, new.toward, window.toward), select(crossed, new.past, window.past))


@formula
def with_edges(window, motion, c, h, other):
    """The window with the axes of A's three edges and one of B's: its direction c, h_a, and B's reach along each axis."""
    t, move, skin, size = motion.t, motion.move, motion.skin, absolute3(c)
    window = with_edge(window, Motion((t[1], t[2]), (move[1], move[2]), skin), (c[1], c[2]),
                          fma(h[1], size[2], fma(h[2], size[1], other[0])))
    window = with_edge(window, Motion((t[2], t[0]), (move[2], move[0]), skin), (c[2], c[0]),
                          fma(h[2], size[0], fma(h[0], size[2], other[1])))
    return with_edge(window, Motion((t[0], t[1]), (move[0], move[1]), skin), (c[0], c[1]),
                        fma(h[0], size[1], fma(h[1], size[0], other[2])))


@formula
def box_window(boxes, d, skin):
    """The window of a BoxPair whose box b moves by d [m] (world) against a in a step."""
    c, half_a, half_b = boxes.c, boxes.half_a, boxes.half_b
    size = absolute3(c[0]), absolute3(c[1]), absolute3(c[2])
    s0, s1, s2 = column(size, 0), column(size, 1), column(size, 2)
    motion = Motion(boxes.t, transform_transposed(boxes.rows_a, d), skin)
    seen = Motion(transform_transposed(c, motion.t), transform_transposed(c, motion.move), skin)
    zero = 0.0 * skin
    window = Window(zero - FAR, zero + FAR, zero, zero - FAR, zero, zero + 1.0)
    window = with_faces(window, motion, half_a, half_b, size)
    window = with_faces(window, seen, half_b, half_a, (s0, s1, s2))
    window = with_edges(window, motion, column(c, 0), half_a, both_reaches(s1, half_b[1], s2, half_b[2]))
    window = with_edges(window, motion, column(c, 1), half_a, both_reaches(s2, half_b[2], s0, half_b[0]))
    window = with_edges(window, motion, column(c, 2), half_a, both_reaches(s0, half_b[0], s1, half_b[1]))
    gap = window.gap - skin
    passes = (gap > -skin) & (window.toward > skin)
    return Window(window.enter, window.leave, window.closing, gap, window.toward, select(passes, window.past, zero))
