"""The frame builder: from a published view to the renderer's frame.

Bodies are interpolated between the last two steps (`alpha`) and have one of five colours each; `app.draw.overlays` are drawn
over them.
"""
from __future__ import annotations

import numpy as np

from app.draw.body_costs import cost_colors
from app.draw.colors import FLOOR, OCCUPIED, SENSOR, body_colors, dimmed, muted, table_colors
from app.draw.frame import GHOST, GRID, HOVERED, PLAIN, SELECTED, CameraPose, Frame, Instances
from app.draw.overlay import Shown
from app.draw.overlays import drawn
from app.draw.recent import Recent
from app.draw.solids.parts import drawn_parts, parts_of
from app.draw.theming import in_theme
from app.draw.view_options import NO_HIGHLIGHTS, Highlights, ViewOptions
from app.published.view import BodyTable, View
from physics.bodies.rotation import rotate_back
from physics.definitions.shapes import Capsule, Compound, Cone, Cylinder, HeightField

SPHERE, BOX, PLANE = 0, 1, 2           # BodyTable.kinds
FIELD = HeightField.kind
ROUND = np.isin(np.arange(256), (SPHERE, Capsule.kind, Cylinder.kind, Cone.kind, Compound.kind))  # kinds with stripes
STATIC = 1                             # of BodyTable.types
LARGE = 3.0                            # [m] a static box with two larger half extents gets metre lines
OWN, STILL = Recent(), Recent()        # colours of bodies, and which are floors and walls
SAMPLES, HIDES = 16, 0.15              # number of sampled bodies, and the share of them that a wall may hide


def frame_of(view: View, alpha: float, camera: CameraPose, options: ViewOptions | None = None,
             highlights: Highlights = NO_HIGHLIGHTS) -> Frame:
    """The frame of `view` at `alpha` of the way from its previous state (0) to its current one (1)."""
    options = options or ViewOptions()
    table = view.table
    positions = interpolate_positions(view.previous_positions, view.positions, alpha)
    rotations = interpolate_rotations(view.previous_rotations, view.rotations, alpha)
    colors, marks = colors_of(view, options), marks_of(table, options, highlights)
    colors[large_still(table) & (table.tints[:, 3] == 0), :3] = FLOOR[options.theme]
    if highlights.tints is not None:
        moving = table.types == 0
        colors[moving] = muted(colors[moving])
        colors[highlights.tints[0], :3] = highlights.tints[1]
    marks[glass(table, positions, rotations, camera.eye)] |= GHOST
    marks[table.sensors] |= GHOST | PLAIN
    bodies = Instances(positions, rotations, table.sizes, colors, marks)
    spheres, boxes, solids = drawn_parts(parts_of(table), bodies)
    flat = (table.kinds == PLANE) & ~table.sensors
    planes = np.concatenate((table.sizes[flat], table.offsets[flat, None]), axis=1).astype(np.float32)
    over = in_theme(drawn(Shown(view, positions, rotations, camera, options, highlights)), options.theme)
    return Frame(camera, spheres, boxes, planes, over.segments, over.markers, options.theme, options.grid,
                 options.shadows, over.fills, tuple(dict.fromkeys(over.counts)), solids)


def colors_of(view: View, options: ViewOptions) -> np.ndarray:
    """(n, 4) uint8: each body's own colour, its island's or that of its cost; sleeping bodies are dimmed, sensors show if a body
    is in them."""
    if options.islands and view.islands is not None:
        colors = body_colors(view.islands, view.table.types, options.theme)
    else:
        own = OWN.of((view.table,), (options.theme,), lambda: table_colors(view.table, options.theme))
        colors = own.copy()
    if options.colorful:
        moving = view.table.types == 0
        colors[moving] = muted(colors[moving])
    if options.costs and view.costs is not None:
        colors = cost_colors(view, options, colors)
    if view.asleep is not None:
        colors[view.asleep] = dimmed(colors[view.asleep])
    if view.table.sensors.any():
        colors[view.table.sensors, :3] = SENSOR
        if view.occupied is not None:
            colors[view.occupied, :3] = OCCUPIED
    return colors


def interpolate_positions(before: np.ndarray, after: np.ndarray, alpha: float) -> np.ndarray:
    """(n, 3) between two states [m]."""
    return after if alpha >= 1.0 or np.array_equal(before, after) else before + (after - before) * np.float32(alpha)


def interpolate_rotations(before: np.ndarray, after: np.ndarray, alpha: float) -> np.ndarray:
    """(n, 4) between two states: linear and normalized, along the shorter arc."""
    if alpha >= 1.0 or np.array_equal(before, after):
        return after
    nearest = np.where(np.einsum("ij,ij->i", before, after)[:, None] < 0, -before, before)
    mixed = nearest + (after - nearest) * np.float32(alpha)
    return mixed / np.maximum(np.linalg.norm(mixed, axis=1, keepdims=True), 1e-12)


def marks_of(table: BodyTable, options: ViewOptions, highlights: Highlights = NO_HIGHLIGHTS) -> np.ndarray:
    """(n,) uint8 marks of the bodies."""
    marks = np.zeros(len(table.uids), np.uint8)
    if not options.stripes:
        marks |= np.uint8(PLAIN)
    still = table.types != 0
    marks[still & ROUND[table.kinds]] |= PLAIN
    if options.grid:
        marks[large_still(table)] |= GRID
    if highlights.selected:
        marks[np.isin(table.uids, list(highlights.selected))] |= SELECTED
    row = None if highlights.hovered is None else table.index(highlights.hovered)
    if row is not None:
        marks[row] |= HOVERED
    return marks


def large_still(table: BodyTable) -> np.ndarray:
    """(n,) bool, read-only: boxes of the size of floors or walls that no force moves, and height fields; no sensors."""
    return STILL.of((table,), (), lambda: _large_still(table))


def _large_still(table: BodyTable) -> np.ndarray:
    fields = table.kinds == FIELD
    still = (table.types != 0) & ((table.kinds == BOX) | fields) & ~table.sensors
    rows = np.flatnonzero(still & ~fields)
    still[rows] = np.sort(table.sizes[rows], axis=1)[:, 1] > LARGE
    still.flags.writeable = False
    return still


def walls(table: BodyTable) -> np.ndarray:
    """(n,) bool: the boxes of `large_still`, which may hide what moves."""
    return large_still(table) & (table.kinds == BOX)


def ground(table: BodyTable) -> np.ndarray:
    """(n,) bool: planes, static height fields, and static boxes of the size of floors or walls."""
    return (table.kinds == PLANE) & ~table.sensors | large_still(table) & (table.types == STATIC)


def hidden_shares(eye, points: np.ndarray, walls: tuple[np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
    """(m,) share of `points` (k, 3) that each of m boxes hides from the eye (3,) outside it; `walls` are the boxes' positions
    (m, 3), rotations (m, 4) and half extents (m, 3)."""
    positions, rotations, half = (np.asarray(part)[:, None] for part in walls)
    away = np.concatenate((np.array([eye], np.float32), points)) - positions
    local = rotate_back(rotations, away)
    eyes, along = local[:, :1], local[:, 1:] - local[:, :1]
    along = np.where(np.abs(along) < 1e-9, 1e-9, along)
    one, other = (-half - eyes) / along, (half - eyes) / along
    enter, leave = np.minimum(one, other).max(axis=2), np.maximum(one, other).min(axis=2)
    return ((enter > 0) & (enter < 1) & (enter < leave)).mean(axis=1)


def glass(table: BodyTable, positions: np.ndarray, rotations: np.ndarray, eye) -> np.ndarray:
    """Rows of the large static boxes that hide more than HIDES of the moving bodies from the eye (3,)."""
    boxes, moving = np.flatnonzero(walls(table)), np.flatnonzero(table.types == 0)
    if not len(boxes) or not len(moving):
        return boxes[:0]
    points = positions[moving[np.linspace(0, len(moving) - 1, SAMPLES).astype(int)]]
    return boxes[hidden_shares(eye, points, (positions[boxes], rotations[boxes], table.sizes[boxes])) > HIDES]
