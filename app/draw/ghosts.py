"""Ghosts: bodies of the other variants, translucent in the variant's colour, where their poses differ from the chosen
variant's; and those of the future that it left when it went on from the past with a change."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from app.draw.colors import LEFT_FUTURE, PREVIEW, PREVIEW_WRONG, VARIANT_COLORS
from app.draw.frame import GHOST, PLAIN, Frame, Instances, Solids
from app.draw.frame_builder import SPHERE, interpolate_positions, interpolate_rotations
from app.draw.solids.parts import Part, among, drawn_parts, parts_among, parts_of
from app.published.view import View

SHOWN = 0.02                # a body displaced by more than this share of its size, or rotated by as many radians, has a ghost


def with_ghosts(frame: Frame, views: Sequence[View], chosen: int, alpha: float, left: View | None = None) -> Frame:
    """The frame of the chosen one of `views`, with the ghosts of the others, and of the future that was `left`, at the same
    `alpha`."""
    own = _at(views[chosen], alpha)
    others = [(view, VARIANT_COLORS[variant]) for variant, view in enumerate(views) if variant != chosen]
    for view, color in others + ([(left, LEFT_FUTURE)] if left is not None else []):
        positions, rotations = _at(view, alpha)
        shown = np.zeros(len(view.table.uids), bool)
        shown[elsewhere((views[chosen], *own), (view, positions, rotations))] = True
        frame = _added(frame, among(parts_of(view.table), shown), (positions, rotations, view.table.sizes), color)
    return frame


def with_preview(frame: Frame, preview: Any) -> Frame:
    """The frame with the bodies of a generator that is being made: `positions`, `rotations`, `sizes`, `kinds` and `shapes`."""
    color = PREVIEW_WRONG if preview.problem else PREVIEW
    parts = parts_among(preview.kinds, preview.sizes, preview.shapes)
    return _added(frame, parts, (preview.positions, preview.rotations, preview.sizes), color)


def _added(frame: Frame, parts: Sequence[Part], where: tuple[np.ndarray, np.ndarray, np.ndarray],
           color: tuple[int, int, int]) -> Frame:
    """The frame with translucent parts of bodies: `where` has positions, rotations and sizes of these."""
    count = len(where[0])
    bodies = Instances(*where, np.tile(np.array((*color, 255), np.uint8), (count, 1)), np.full(count, GHOST | PLAIN, np.uint8))
    spheres, boxes, solids = drawn_parts(parts, bodies)
    groups = {group.kind: group for group in frame.solids}
    for group in solids:
        kind, present, hulls = groups.get(group.kind, Solids(group.kind, Instances.none()))
        groups[kind] = Solids(kind, _together((present, group.instances)), hulls + group.hulls)
    return replace(frame, spheres=_together((frame.spheres, spheres)), boxes=_together((frame.boxes, boxes)),
                   solids=tuple(groups.values()))


def elsewhere(own: tuple[View, np.ndarray, np.ndarray], other: tuple[View, np.ndarray, np.ndarray]) -> np.ndarray:
    """(k,) rows of the moving bodies of `other` (view, positions, rotations) whose pose differs from that of the same uid in
    `own`, or that `own` lacks."""
    view, positions, rotations = other
    table, moving = view.table, np.flatnonzero(view.table.types == 0)
    rows = np.minimum(np.searchsorted(own[0].table.uids, table.uids[moving]), len(own[0].table.uids) - 1)
    known = own[0].table.uids[rows] == table.uids[moving]
    away = np.linalg.norm(positions[moving] - own[1][rows], axis=1)
    along = np.abs(np.einsum("ij,ij->i", rotations[moving], own[2][rows]))
    turned = 2 * np.arccos(np.minimum(along, 1.0))
    apart = (away > SHOWN * table.sizes[moving].max(axis=1)) | (turned > SHOWN) & (table.kinds[moving] != SPHERE)
    return moving[apart | ~known]


def _at(view: View, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    return (interpolate_positions(view.previous_positions, view.positions, alpha),
            interpolate_rotations(view.previous_rotations, view.rotations, alpha))


def _together(parts: Sequence[Instances]) -> Instances:
    names = ("positions", "rotations", "sizes", "colors", "marks")
    return Instances(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
