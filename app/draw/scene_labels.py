"""Labels of bodies and contact points: their names, and the numbers of features, placed as those of joints are."""
from __future__ import annotations

import numpy as np

from app.draw.frame import CameraPose
from app.draw.frame_builder import PLANE, large_still
from app.draw.joints.label_places import DISTANCES, Nearness
from app.draw.joints.labels import Label, Page, Texts, placed, poses_at
from app.draw.recent import Recent
from app.published.view import BodyTable, View

BODY, POINT = Nearness(DISTANCES[1]), Nearness(DISTANCES[0], hiding=0.0)     # what has no room near by has none
NAMED = Recent()                       # rows of bodies with a name


def named_rows(table: BodyTable) -> np.ndarray:
    """Rows of the bodies with a name, without floors and walls."""
    named = np.array([bool(name) for name in table.names], bool)
    return np.flatnonzero(named & (table.kinds != PLANE) & ~large_still(table))


def name_labels(view: View, alpha: float, camera: CameraPose, page: Page) -> list[Label]:
    """Labels of the bodies that have a name, without floors and walls."""
    rows = NAMED.of((view.table,), (), lambda: named_rows(view.table))
    poses = poses_at(view, alpha)
    texts = Texts(view.table.uids[rows], poses[0][rows].astype(np.float64), lambda k: view.table.names[rows[k]], BODY)
    return placed(view.table, poses, (camera, page), texts)


def feature_labels(view: View, alpha: float, camera: CameraPose, page: Page) -> list[Label]:
    """Labels of contact points: the numbers of their features."""
    if view.contacts is None or view.contact_features is None:
        return []
    numbers = view.contact_features
    keys = (view.contacts.bodies[:, 0] * 1_000_003 + view.contacts.bodies[:, 1]) * 4096 + numbers % 4096
    texts = Texts(keys, view.contacts.positions.astype(np.float64), lambda k: str(numbers[k]), POINT)
    return placed(view.table, poses_at(view, alpha), (camera, page), texts)
