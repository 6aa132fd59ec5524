"""Body rows: the instances of a frame as rows for the graphics card; visible ones sorted and divided by level of detail.

Four levels of detail: `tiny` boxes are single points with a ray test for each pixel; `far` bodies are so small that lighting at a
box's corners, or a disc's depth for a sphere, suffices; `near` ones are drawn in full; `lined` ones, floors and walls, also have
metre lines.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.frame import GHOST, GRID, HOVERED, PLAIN, SELECTED, Instances
from app.render.arrangement.frustum import Frustum
from app.render.arrangement.quality import BEVEL_SHARE, FAR_BEVEL, FAR_RADIUS, WIDEST_BEVEL
from app.render.resources.vertex_arrays import BODY

TINY_RADIUS = 8.0                              # [pixels] of the sphere about a box


class Rows(NamedTuple):
    """Rows of one shape kind; all but the outlined ones are visible."""

    near: np.ndarray           # nearest first
    far: np.ndarray            # nearest first
    tiny: np.ndarray           # nearest first
    lined: np.ndarray          # nearest first
    ghost: np.ndarray          # translucent, farthest first
    selected: np.ndarray
    hovered: np.ndarray


class Bodies(NamedTuple):
    """All bodies of one shape kind."""

    rows: np.ndarray           # (k,) BODY
    radii: np.ndarray          # (k,) float32 of bounding spheres [m]
    marks: np.ndarray          # (k,) uint8
    detail: np.ndarray         # (k,) float32 [m] width of a pixel beyond which a body is far
    point: np.ndarray          # (k,) float32 [m] beyond which it is tiny


def bodies_of(instances: Instances, boxes: bool, far_boxes: bool) -> Bodies:
    """The bodies of `instances`, boxes or spheres; without `far_boxes` no box is far."""
    rows = np.empty(len(instances.positions), BODY)
    rows["position"], rows["rotation"], rows["size"] = instances.positions, instances.rotations, instances.sizes
    rows["color"] = instances.colors
    rows["color"][:, 3] = instances.marks                         # the shaders read marks where alpha would be
    sizes, marks = instances.sizes, instances.marks
    if not boxes:
        still = (marks & PLAIN) != 0                              # these may intersect others, where a disc would be visible
        detail = np.where(still, np.float32(np.inf), sizes[:, 0] / np.float32(FAR_RADIUS))
        return Bodies(rows, sizes[:, 0], marks, detail, np.full(len(sizes), np.inf, np.float32))
    radii = np.sqrt(np.einsum("ij,ij->i", sizes, sizes))
    bevels = np.minimum(BEVEL_SHARE * sizes.min(axis=1), WIDEST_BEVEL) if far_boxes else np.full(len(sizes), np.inf)
    tiny = radii / np.float32(TINY_RADIUS) if far_boxes else np.full(len(sizes), np.inf)
    return Bodies(rows, radii, marks, (bevels / FAR_BEVEL).astype(np.float32), tiny.astype(np.float32))


def rows_of(bodies: Bodies, frustum: Frustum) -> Rows:
    """The rows of `bodies` to draw for this frustum."""
    rows, marks = bodies.rows, bodies.marks
    if not len(rows):
        return Rows(*[rows] * len(Rows._fields))
    pixel = frustum.pixel(rows["position"])
    order = np.flatnonzero(frustum.sees(rows["position"], bodies.radii))
    order = order[np.argsort(pixel[order])]
    tiny = pixel[order] > bodies.point[order]
    far = ~tiny & (pixel[order] > bodies.detail[order])
    near = ~(tiny | far)
    if not marks.any():
        return Rows(rows[order[near]], rows[order[far]], rows[order[tiny]], *[rows[:0]] * 4)
    ghost, lined = ((marks[order] & mark) != 0 for mark in (GHOST, GRID))
    solid = ~(ghost | lined)
    selected = (marks & SELECTED) != 0
    return Rows(rows[order[solid & near]], rows[order[solid & far]], rows[order[solid & tiny]], rows[order[lined & ~ghost]],
                rows[order[ghost][::-1]], rows[selected], rows[((marks & HOVERED) != 0) & ~selected])
