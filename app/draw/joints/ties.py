"""Glyphs of joints that tie two points: rod, rope, spring, pulley, mouse."""
from __future__ import annotations

import numpy as np

from app.draw.joints.basic import ARC, COIL_POINTS, COIL_TURNS, RING, TURN
from app.draw.joints.glyph_batch import BALL, DOT, FINE, LIMIT, LINK, MAIN, ROPE, SPRING, GlyphBatch
from app.draw.joints.glyphs import glyph
from app.draw.joints.polylines import across, circle, coil, line, rope, spread, unit
from app.draw.joints.poses import Poses
from app.published.view import JointTable
from physics.joints import JOINTS
from physics.joints.definition import PULLS

ROPE_POINTS, ROPE_WIDTH = 25, 2.4
ROD_WIDTHS = ((40.0, 4.0), (18.0, 2.8), (0.0, FINE))             # [pixels] least size of the bodies, and width
COIL_RADIUS, SLIMMEST = 0.42, 0.11     # radius of a coil: in glyph radii, and at most in its length
WHEEL = 0.55                           # radius of a pulley's wheel, in glyph radii


@glyph
def tie(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """A thick rod; a rope that sags, with only an upper limit; a coil; a thin strut with marks at both limits."""
    limits, sprung = table.limits[poses.rows], table.springs[poses.rows, 0] > 0
    lower, upper = np.isfinite(limits).T
    roped = upper & ~lower & ~sprung
    rigid = ~lower & ~upper & ~sprung
    batch.dots(poses.rows, np.stack((poses.a, poses.b), axis=1), MAIN, DOT)
    if rigid.any():
        bar(batch, poses.take(rigid))
    if roped.any():
        hang(batch, poses.take(roped), limits[roped, 1])
    if sprung.any():
        wind(batch, poses.take(sprung))
    strut = lower & ~sprung
    if strut.any():
        batch.lines(poses.rows[strut], line(poses.a, poses.b)[strut], MAIN, FINE)
    marked = (lower | upper) & ~roped
    if marked.any():
        marks(batch, poses.take(marked), limits[marked])


def bar(batch: GlyphBatch, poses: Poses) -> None:
    """Rods, wider for larger bodies on the screen."""
    left = np.ones(len(poses.rows), bool)
    for size, width in ROD_WIDTHS:
        these = left & (poses.natural >= size * poses.pixel)
        batch.lines(poses.rows[these], line(poses.a, poses.b)[these], MAIN, width)
        left &= ~these


def hang(batch: GlyphBatch, poses: Poses, lengths: np.ndarray) -> None:
    """Ropes of these lengths (k,) [m]."""
    batch.curve(poses.rows, rope(poses.a, poses.b, lengths, ROPE_POINTS), ROPE, ROPE_WIDTH)


def wind(batch: GlyphBatch, poses: Poses) -> None:
    """Coils from a to b."""
    radius = np.minimum(COIL_RADIUS * poses.size, SLIMMEST * np.linalg.norm(poses.b - poses.a, axis=1))
    batch.curve(poses.rows, coil(poses.a, poses.b, radius, COIL_TURNS, COIL_POINTS), SPRING, FINE)


def marks(batch: GlyphBatch, poses: Poses, limits: np.ndarray) -> None:
    """Crossbars at the limits of b's distance from a."""
    along = unit(poses.b - poses.a)
    side, reach = across(along), (0.3 * poses.size)[:, None]
    other = np.cross(along, side)
    for end in (0, 1):
        there = np.isfinite(limits[:, end])
        place = poses.a + along * np.where(there, limits[:, end], 0.0)[:, None]
        for direction in (side, other):
            batch.lines(poses.rows[there], line(place - direction * reach, place + direction * reach)[there], LIMIT, FINE)


def far(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """Distant or too many ties: one line each, that of a pulley over its ground points."""
    over = np.isfinite(table.grounds[poses.rows]).all(axis=(1, 2))
    batch.lines(poses.rows[over], legs(poses.take(over), table), ROPE, FINE)
    poses = poses.take(~over)
    pulled = np.array([JOINTS[table.kinds[row]].relation == PULLS for row in poses.rows], bool)
    sprung = (table.springs[poses.rows, 0] > 0) & ~pulled
    limited = np.isfinite(table.limits[poses.rows]).any(axis=1) & ~sprung & ~pulled
    for these, meaning in ((pulled, LINK), (sprung, SPRING), (limited, ROPE), (~pulled & ~limited & ~sprung, MAIN)):
        batch.lines(poses.rows[these], line(poses.a, poses.b)[these], meaning, FINE)


@glyph
def pulley(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """A rope from a over two wheels at the ground points to b."""
    grounds = table.grounds[poses.rows]
    batch.dots(poses.rows, np.stack((poses.a, poses.b), axis=1), MAIN, DOT)
    bends = [bend(batch, poses, grounds[:, side], (anchor, grounds[:, 1 - side]))
             for side, anchor in ((0, poses.a), (1, poses.b))]
    for start, end in ((poses.a, bends[0][0]), (bends[0][1], bends[1][1]), (bends[1][0], poses.b)):
        batch.lines(poses.rows, line(start, end), ROPE, ROPE_WIDTH, caps=False)


def bend(batch: GlyphBatch, poses: Poses, corner: np.ndarray,
         ends: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """A wheel in the corner (k, 3) of a rope between two `ends` (k, 3), and the rope around it; returns its two tangent points,
    (k, 3) each."""
    directions = [end - corner for end in ends]
    lengths = [np.linalg.norm(direction, axis=1) for direction in directions]
    one, other = map(unit, directions)
    half = 0.5 * np.arccos(np.clip((one * other).sum(1), -1.0, 1.0))
    steep = np.tan(np.clip(half, 0.02, 1.55))
    radius = np.minimum(WHEEL * poses.size, 0.45 * np.minimum(*lengths) * steep)
    touching = [corner + direction * (radius / steep)[:, None] for direction in (one, other)]
    center = corner + unit(one + other) * (radius * np.sqrt(1 + 1 / steep**2))[:, None]
    first = unit(touching[0] - center)
    second = unit(-one)
    batch.curve(poses.rows, circle(center, (first, second), radius, spread(0 * half, np.pi - 2 * half, ARC)), ROPE, ROPE_WIDTH)
    turns = np.broadcast_to(np.linspace(0.0, TURN, RING), (len(poses.rows), RING))
    batch.curve(poses.rows, circle(center, (first, second), 0.82 * radius, turns), MAIN, FINE)
    batch.dots(poses.rows, center, MAIN, DOT)
    return touching[0], touching[1]


def legs(poses: Poses, table: JointTable) -> np.ndarray:
    """(k, 3, 2, 3) the straight pieces of pulleys' ropes."""
    grounds = table.grounds[poses.rows]
    path = np.stack((poses.a, grounds[:, 0], grounds[:, 1], poses.b), axis=1)
    return np.stack((path[:, :-1], path[:, 1:]), axis=2)


@glyph
def pull(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """A coil from the body to the point that pulls it."""
    wind(batch, poses)
    batch.dots(poses.rows, poses.a, SPRING, DOT)
    batch.dots(poses.rows, poses.b, MAIN, BALL)
