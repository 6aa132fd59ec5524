"""Glyphs of joints that tie two points: rod, rope, spring, mouse."""
from __future__ import annotations

import math

import numpy as np

from app.draw.joints.glyph_batch import BALL, DOT, FINE, LIMIT, LINK, MAIN, ROPE, SPRING
from app.draw.joints.glyphs import glyph, look
from app.draw.joints.mounts import anchors, mounted
from app.draw.joints.polylines import across, coil, coil_axes, lengths, unit
from app.draw.joints.poses import Poses
from app.draw.joints.pulley import ROPE_WIDTH, legs
from app.draw.joints.sketch import Seen, Sketch
from app.published.view import JointTable
from physics.bodies.rotation import cross
from physics.joints import JOINTS
from physics.joints.definition import PULLS

ROPE_POINTS = 25
SAG = math.sqrt(3) / 4                 # of a rope: depth over half the missing side of the right triangle
RODS = ((40.0, 4.0), (18.0, 2.8), (0.0, FINE))                   # [pixels] least size of the bodies, and width
COIL_TURNS, COIL_POINTS = 9, 121
COIL_RADIUS, SLIMMEST = 0.42, 0.11     # radius of a coil: in glyph radii, and at most in its length


@look("tie")
def stoutness(poses: Poses, table: JointTable) -> np.ndarray:
    """Which of RODS has the width of a rod, wider for larger bodies on the screen."""
    return sum((poses.natural < size * poses.pixel).astype(np.uint8) for size, _ in RODS[:-1])


@glyph
def tie(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """A thick rod; a rope that sags, with only an upper limit; a coil; a thin strut with marks at both limits."""
    rows = joints.rows
    limits, sprung = table.limits[rows], table.springs[rows, 0] > 0
    lower, upper = np.isfinite(limits).T
    roped, rigid = upper & ~lower & ~sprung, ~lower & ~upper & ~sprung
    ends = sketch.places(anchors, rows, count=2)
    sketch.dots(ends, MAIN, DOT)
    for stout, (_, width) in enumerate(RODS):
        sketch.lines(*ends[rigid & (joints.look == stout)].T, MAIN, width)
    hang(sketch, rows[roped], limits[roped, 1])
    wind(sketch, rows[sprung])
    sketch.lines(*ends[lower & ~sprung].T, MAIN, FINE)
    marked = (lower | upper) & ~roped
    marks(sketch, rows[marked], limits[marked])


def hang(sketch: Sketch, rows: np.ndarray, longest: np.ndarray) -> None:
    """Ropes of these lengths (k,) [m]."""
    share = np.linspace(0.0, 1.0, ROPE_POINTS)
    points = np.stack((share, 0 * share, 4 * share * (1 - share)), axis=1)
    sketch.curve(sketch.points(sketch.mount(sags, rows, longest), metres=points), ROPE, ROPE_WIDTH)


def sags(poses: Poses, longest: np.ndarray) -> np.ndarray:
    """(k, 4, 3) x from a to b, z down by the depth of ropes of lengths (k,) [m] that hang there, 0 where taut.

    The depth is that of a nearly straight rope; a rope whose ends meet hangs down by 0.43 of its length.
    """
    axes = np.zeros((len(longest), 3, 3))
    axes[:, 0] = poses.b - poses.a
    axes[:, 2, 2] = -SAG * np.sqrt(np.maximum(longest**2 - (axes[:, 0]**2).sum(1), 0.0))
    return mounted(poses.a, axes)


def wind(sketch: Sketch, rows: np.ndarray) -> None:
    """Coils from a to b."""
    sketch.curve(sketch.points(sketch.mount(coils, rows), metres=coil(COIL_TURNS, COIL_POINTS)), SPRING, FINE)


def coils(poses: Poses) -> np.ndarray:
    """(k, 4, 3) of coils from a to b."""
    along = poses.b - poses.a
    return mounted(poses.a, coil_axes(along, np.minimum(COIL_RADIUS * poses.size, SLIMMEST * lengths(along))))


def marks(sketch: Sketch, rows: np.ndarray, limits: np.ndarray) -> None:
    """Crossbars at the limits (k, 2) [m] of b's distance from a."""
    at = sketch.mount(towards_b, rows)
    for end in (0, 1):
        there = np.isfinite(limits[:, end])
        places = limits[there, end, None, None] * (1, 0, 0)
        bars = sketch.points(at[there], ((0, -0.3, 0), (0, 0.3, 0), (0, 0, -0.3), (0, 0, 0.3)), places)
        sketch.lines(bars[:, ::2], bars[:, 1::2], LIMIT, FINE)


def towards_b(poses: Poses) -> np.ndarray:
    """(k, 4, 3) at a, x towards b."""
    along = unit(poses.b - poses.a)
    side = across(along)
    return mounted(poses.a, np.stack((along, side, cross(along, side)), axis=1))


def far(sketch: Sketch, rows: np.ndarray, table: JointTable) -> None:
    """Distant or too many ties: one line each, that of a pulley over its ground points."""
    over = np.isfinite(table.grounds[rows]).all(axis=(1, 2))
    path = sketch.places(legs, rows[over], table.grounds[rows[over]], count=4)
    sketch.lines(path[:, :-1], path[:, 1:], ROPE, FINE)
    rows = rows[~over]
    ends = sketch.places(anchors, rows, count=2)
    pulled = np.array([JOINTS[table.kinds[row]].relation == PULLS for row in rows], bool)
    sprung = (table.springs[rows, 0] > 0) & ~pulled
    limited = np.isfinite(table.limits[rows]).any(axis=1) & ~sprung & ~pulled
    for these, meaning in ((pulled, LINK), (sprung, SPRING), (limited, ROPE), (~pulled & ~limited & ~sprung, MAIN)):
        sketch.lines(*ends[these].T, meaning, FINE)


@glyph
def pull(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """A coil from the body to the point that pulls it."""
    wind(sketch, joints.rows)
    ends = sketch.places(anchors, joints.rows, count=2)
    sketch.dots(ends[:, 0], SPRING, DOT)
    sketch.dots(ends[:, 1], MAIN, BALL)
