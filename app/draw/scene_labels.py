"""Labels of bodies and contact points: their names, and the numbers of features, as data for a panel to draw.

The nearest come first; `label_places` finds places beside bodies and other labels, and a label without such a place is omitted.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.camera import pose_matrix
from app.draw.frame import CameraPose
from app.draw.frame_builder import PLANE, interpolate_positions, interpolate_rotations, large_still
from app.draw.joints.label_places import NEAR, Cover, Places, Sight, body_rectangles
from app.draw.joints.labels import PAD, Label, Page, text_size
from app.published.view import View

MOST, TRIED = 80, 120              # labels at a time, and candidates for them


def name_labels(view: View, alpha: float, camera: CameraPose, page: Page) -> list[Label]:
    """Labels of the bodies that have a name, without floors and walls."""
    named = np.array([bool(name) for name in view.table.names], bool)
    rows = np.flatnonzero(named & (view.table.kinds != PLANE) & ~large_still(view.table))
    positions = interpolate_positions(view.previous_positions, view.positions, alpha)
    return _placed(view, alpha, (camera, page),
                   _Texts(view.table.uids[rows], positions[rows], [view.table.names[row] for row in rows.tolist()]))


def feature_labels(view: View, alpha: float, camera: CameraPose, page: Page) -> list[Label]:
    """Labels of contact points: the numbers of their features."""
    if view.contacts is None or view.contact_features is None:
        return []
    numbers = view.contact_features
    keys = (view.contacts.bodies[:, 0] * 1_000_003 + view.contacts.bodies[:, 1]) * 4096 + numbers % 4096
    return _placed(view, alpha, (camera, page),
                   _Texts(keys, view.contacts.positions, [str(number) for number in numbers.tolist()]))


class _Texts(NamedTuple):
    """k texts."""

    keys: np.ndarray               # (k,) by which a text is known again
    points: np.ndarray             # (k, 3) [m]
    texts: list[str]


def _placed(view: View, alpha: float, seen: tuple[CameraPose, Page], what: _Texts) -> list[Label]:
    """Labels of texts at their points, as far as there is room."""
    (camera, page), (keys, points, texts) = seen, what
    sight = Sight(pose_matrix(camera, page.size[0] / max(page.size[1], 1)), page.size)
    pixels, depth = sight.pixels(points.astype(np.float64))
    inside = (depth > NEAR) & (pixels >= 0).all(axis=1) & (pixels < np.array(page.size)).all(axis=1)
    rows = np.flatnonzero(inside)
    if not len(rows):
        return []
    rows = rows[np.argsort(depth[rows], kind="stable")][:TRIED]
    poses = (interpolate_positions(view.previous_positions, view.positions, alpha),
             interpolate_rotations(view.previous_rotations, view.rotations, alpha))
    cover = Cover(body_rectangles(view.table, poses, sight), page.size)
    places = Places(cover, page.area or (0.0, 0.0, *page.size), {} if page.kept is None else page.kept)
    chosen = [texts[row] for row in rows.tolist()]
    found = places.find(keys[rows].tolist(), pixels[rows], np.array([text_size(text) for text in chosen]), MOST)
    return [Label(int(keys[rows[k]]), place[0] + PAD, place[1] + PAD, tuple(pixels[rows[k]].tolist()), chosen[k])
            for k, place in found]
