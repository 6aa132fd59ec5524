"""Joint labels: name, measure, gap, tilt and force beside joints, as data for a panel to draw.

    for label in labels_of(view, alpha, camera_pose, Page((width, height), selected=uid)):
        # label.text, two lines, at label.x, label.y: window units from the top left, of its top left corner

The selected joint comes first, then the nearest; `label_places` finds places beside bodies and other labels, and a label without
such a place is omitted.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from app.draw.camera import pose_matrix
from app.draw.frame import CameraPose
from app.draw.frame_builder import interpolate_positions, interpolate_rotations
from app.draw.joints.label_places import NEAR, Cover, Nearness, Places, Rectangle, Sight, body_rectangles
from app.draw.joints.poses import body_rows, carried
from app.draw.recent import Recent
from app.headless.si_format import measure_text, quantity
from app.published.view import BodyTable, Joints, View
from physics.joints import JOINTS

MOST, TRIED = 60, 80                  # labels at a time, and candidates for them
MANY, EVERY = 400, 12                  # bodies above which places are looked for in every so many pictures alone; in the others
                                       # labels go with their points
LETTER, LINE = 7.5, 17.0               # [px] assumed size of a letter and a line
PAD = 4.0                              # [px] around a text
COVERS, POSES = Recent(), Recent()


class Last:
    """The labels for which places were found last, by their keys: how far each is from its point [px]; and pictures since."""

    def __init__(self) -> None:
        self.away: dict[int, tuple[float, float]] = {}
        self.age, self.area = EVERY, None

    def take(self, area: Rectangle | None, found: list[Label]) -> list[Label]:
        """Keep these labels for the next pictures."""
        self.away = {label.uid: (label.x - label.anchor[0], label.y - label.anchor[1]) for label in found}
        self.age, self.area = 0, area
        return found

    def fresh(self, area: Rectangle | None) -> bool:
        """Whether another picture may have labels where the last ones had them; counts it."""
        self.age += 1
        return self.age < EVERY and self.area == area


class Page(NamedTuple):
    """The picture that gets labels."""

    size: tuple[float, float]                    # [px]
    area: Rectangle | None = None                # the part for labels [px]; all when None
    selected: int | None = None                  # uid of the selected joint
    kept: dict[int, int] | None = None           # the places of the labels of the last picture; it is updated
    last: Last | None = None                     # what the last pictures had, likewise
    blocked: tuple[Rectangle, ...] = ()          # where no label may be [px]


class Label(NamedTuple):
    """The text beside one joint."""

    uid: int
    x: float                           # [px] from the left
    y: float                           # [px] from the top
    anchor: tuple[float, float]        # [px] of the joint
    text: str                          # lines divided by \\n


class Texts(NamedTuple):
    """k texts for points."""

    keys: np.ndarray                   # (k,) by which a text is known again
    points: np.ndarray                 # (k, 3) [m]
    text: Callable[[int], str]         # of one of them
    nearness: Nearness = Nearness()


def labels_of(view: View, alpha: float, camera: CameraPose, page: Page) -> list[Label]:
    """Labels of the joints in a picture."""
    if view.joints is None:
        return []
    poses = poses_at(view, alpha)
    texts = Texts(view.joints.table.uids, drawn_anchors(view, poses), lambda row: text_of(view.joints, row))
    return placed(view.table, poses, (camera, page), texts)


def poses_at(view: View, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """(n, 3) positions [m] and (n, 4) rotations at which the bodies of a view are drawn; the same objects for labels of all
    kinds."""
    return POSES.of((view,), (alpha,), lambda: (interpolate_positions(view.previous_positions, view.positions, alpha),
                                                interpolate_rotations(view.previous_rotations, view.rotations, alpha)))


def placed(table: BodyTable, poses: tuple[np.ndarray, np.ndarray], seen: tuple[CameraPose, Page], what: Texts) -> list[Label]:
    """Labels at points, at most MOST, beside the bodies at `poses`: the selected one first, then the nearest."""
    (camera, page), (keys, points, text, nearness) = seen, what
    size = page.size
    sight = Sight(pose_matrix(camera, size[0] / max(size[1], 1)), size)
    many = page.last is not None and len(table.uids) > MANY
    if many and page.last.fresh(page.area):
        return _carried(page.last, sight, what)
    pixels, depth = sight.pixels(points)
    rows, order = _inside(pixels, depth, size), np.where(keys == page.selected, -1.0, depth)
    if not len(rows):
        return []
    places = Places(_cover(table, poses, sight), page.area or (0.0, 0.0, *size), {} if page.kept is None else page.kept, nearness)
    places.block(page.blocked)
    rows = rows[np.argsort(order[rows], kind="stable")][:TRIED]
    texts, chosen = [text(int(row)) for row in rows], keys[rows].tolist()
    found = places.find(chosen, pixels[rows], np.array([text_size(text) for text in texts]), MOST)
    labels = [Label(chosen[k], place[0] + PAD, place[1] + PAD, tuple(pixels[rows[k]].tolist()), texts[k]) for k, place in found]
    return page.last.take(page.area, labels) if many else labels


def _inside(pixels: np.ndarray, depth: np.ndarray, size: tuple[float, float]) -> np.ndarray:
    """Rows of the points that are in a picture."""
    return np.flatnonzero((depth > NEAR) & (pixels >= 0).all(axis=1) & (pixels < np.array(size)).all(axis=1))


def _carried(last: Last, sight: Sight, what: Texts) -> list[Label]:
    """Labels as far from their points as in the last pictures, the nearest first; no other point is looked at."""
    if not last.away:
        return []
    wanted = np.sort(np.fromiter(last.away, np.int64, len(last.away)))
    known = np.flatnonzero(wanted.take(np.searchsorted(wanted, what.keys), mode="clip") == what.keys)
    pixels, depth = sight.pixels(what.points[known])
    rows, labels = _inside(pixels, depth, sight.size), []
    for row in rows[np.argsort(depth[rows], kind="stable")][:MOST].tolist():
        (x, y), (right, down) = pixels[row].tolist(), last.away[int(what.keys[known[row]])]
        labels.append(Label(int(what.keys[known[row]]), x + right, y + down, (x, y), what.text(int(known[row]))))
    return labels


def _cover(table: BodyTable, poses: tuple[np.ndarray, np.ndarray], sight: Sight) -> Cover:
    """What the bodies cover; labels of several kinds share it."""
    return COVERS.of((table, *poses), (sight.matrix, sight.size), lambda: Cover(body_rectangles(table, poses, sight), sight.size))


def drawn_anchors(view: View, poses: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """(m, 3) midpoints of the anchors [m] between bodies drawn at `poses`: (n, 3) positions and (n, 4) rotations."""
    joints = view.joints
    still = poses[0] is view.positions
    anchors = joints.anchors if still else carried(view, body_rows(view.table, joints.table.bodies), poses)[0]
    return anchors.mean(axis=1).astype(np.float64)


def text_of(joints: Joints, row: int) -> str:
    """Name and measure; gap, tilt and force, or the reason for their absence."""
    table = joints.table
    kind = table.kinds[row]
    shown = JOINTS[kind].measure
    first = table.names[row] or kind.replace("_", " ")
    if math.isfinite(joints.measures[row]):
        first += "  " + measure_text(float(joints.measures[row]), shown.unit if shown else "")
    if table.broken[row] or not joints.enabled[row]:
        return f"{first}\n{'broken' if table.broken[row] else 'disabled'}"
    errors = (("gap", float(joints.gaps[row]), "m"), ("tilt", float(joints.tilts[row]), "rad"))
    found = [f"{name} {quantity(value, unit)}" for name, value, unit in errors if not math.isnan(value)]
    force = float(np.linalg.norm(joints.forces[row].astype(np.float64)))
    strength = quantity(force, "N")
    if force == 0.0:
        strength = quantity(float(np.linalg.norm(joints.torques[row].astype(np.float64))), "N m")
    return f"{first}\n{'  '.join([*found, strength])}"


def text_size(text: str) -> tuple[float, float]:
    """Width and height of a label [px]."""
    lines = text.split("\n")
    return LETTER * max(map(len, lines)) + 2 * PAD, LINE * len(lines) + 2 * PAD
