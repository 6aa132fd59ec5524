"""The geometry of joints is sketched once and follows their poses; a frame is as cheap as few calls of numpy can be."""
from __future__ import annotations

import dataclasses
import sys

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import CameraPose
from app.draw.joints import overlay
from app.draw.recent import Recent
from app.published.view import BodyTable, Joints, JointTable, View
from physics.bodies.rotation import product, rotate
from tests.support.joint_views import turned, zoo

CAMERA = Camera((8.0, -22.0, 9.0), (8.0, 0.0, 3.0)).pose
ZOO = zoo()
CALLS = 1500                           # of functions, of Python or not, in a frame with every joint


def all_of(views: list[View]) -> View:
    """One view of several, each 4 m from the one before."""
    body_counts = np.cumsum([0, *(len(view.table.uids) for view in views)])
    shifts = [np.array((4.0 * (k % 6), 0.0, 4.0 * (k // 6)), np.float32) for k in range(len(views))]

    def joined(parts):
        first = parts[0]
        return sum(parts, ()) if isinstance(first, tuple) else np.concatenate(parts)

    def table(kind, tables, **others):
        names = [field.name for field in dataclasses.fields(kind) if field.name not in others]
        return kind(**{name: joined([getattr(each, name) for each in tables]) for name in names}, **others)

    bodies = table(BodyTable, [view.table for view in views], uids=np.arange(1, body_counts[-1] + 1))
    tables = [view.joints.table for view in views]
    joints = table(JointTable, tables, uids=np.arange(1, sum(len(each.uids) for each in tables) + 1),
                   bodies=joined([np.where(each.bodies > 0, each.bodies + count, 0)
                                  for each, count in zip(tables, body_counts[:-1], strict=True)]),
                   grounds=joined([each.grounds + shift for each, shift in zip(tables, shifts, strict=True)]))
    anchors = joined([view.joints.anchors + shift for view, shift in zip(views, shifts, strict=True)])
    positions = joined([view.positions + shift for view, shift in zip(views, shifts, strict=True)])
    rotations = joined([view.rotations for view in views])
    return dataclasses.replace(
        views[0], table=bodies, positions=positions, rotations=rotations, previous_positions=positions,
        previous_rotations=rotations, joints=table(Joints, [view.joints for view in views], table=joints, anchors=anchors))


def shaken(view: View, seed: int) -> View:
    """Every body and every anchor moved and turned a little, the tables as they are."""
    rng = np.random.default_rng(seed)
    shift = rng.normal(0, 1e-3, (len(view.positions), 3)).astype(np.float32)
    turn = np.stack([turned(rng.normal(size=3), 0.3) for _ in view.joints.table.uids])[:, None]
    apart = rng.normal(0, 1e-3, (len(turn), 1, 3)).astype(np.float32)
    joints = dataclasses.replace(view.joints, anchors=view.joints.anchors + apart,
                                 frames=product(turn, view.joints.frames).astype(np.float32))
    return dataclasses.replace(view, positions=view.positions + shift, joints=joints)


def drawn(view: View, pose: CameraPose = CAMERA) -> list[np.ndarray]:
    """All primitives as rows of numbers: number of places, joint, meaning, width, whether it has caps, places."""
    batch, _ = overlay.new_batch(view, view.positions, view.rotations, pose)
    groups = [(*style[:2], group) for style, group in batch.outlines.lines.items()]
    groups += [(size, False, group) for size, group in batch.outlines.dots.items()]
    groups += [(0.0, False, batch.outlines.fills)] if batch.outlines.fills else []
    found = []
    for width, caps, group in groups:
        places = batch.points[group.vertices].reshape(len(group.rows), -1)
        found += [np.array((len(place), row, meaning, width, caps, *place))
                  for place, row, meaning in zip(places, group.rows, group.meanings, strict=True)]
    return found


def of_joint(found: list[np.ndarray], row: int) -> list[np.ndarray]:
    """The primitives of one joint, grouped by their properties, without the joint."""
    mine = [np.delete(each, 1) for each in found if each[1] == row]
    return sorted(mine, key=lambda each: tuple(each[:4]))


@pytest.fixture
def fresh(monkeypatch):
    """Nothing is cached; `fresh()` forgets what is."""
    def forget():
        for name in ("BATCHES", "SKETCHES", "RELATED"):
            monkeypatch.setattr(overlay, name, Recent())
    forget()
    return forget


def test_a_sketch_follows_the_poses(fresh, monkeypatch):
    """The primitives of moved joints are the same from the sketch of other poses and from a new one."""
    made = []
    monkeypatch.setattr(overlay, "sketch_of", lambda *of, new=overlay.sketch_of: (made.append(of), new(*of))[1])
    view = all_of(list(ZOO.values()))
    drawn(view)
    later = [shaken(view, seed) for seed in range(4)]
    followed = [drawn(each) for each in later]
    assert len(made) == 1
    for each, found in zip(later, followed, strict=True):
        fresh()
        for one, other in zip(found, drawn(each), strict=True):
            assert one == pytest.approx(other, abs=1e-12)


def test_joints_look_alone_as_they_do_among_others(fresh):
    """Geometry is computed for all joints at once: each has the primitives that it has in a view of its own."""
    views = list(ZOO.values())
    whole, numbers = drawn(all_of(views)), 0
    for k, view in enumerate(views):
        shift = np.array((4.0 * (k % 6), 0.0, 4.0 * (k // 6)))
        fresh()
        alone = drawn(view, dataclasses.replace(CAMERA, eye=tuple(CAMERA.eye - shift)))
        assert alone
        for one, other in zip(of_joint(whole, k), of_joint(alone, 0), strict=True):
            assert one[:4] == pytest.approx(other[:4])
            assert one[4:].reshape(-1, 3) - shift == pytest.approx(other[4:].reshape(-1, 3), abs=2e-5)
        numbers += len(alone)
    assert numbers == len(whole)


def test_what_is_fixed_to_a_frame_turns_with_it(fresh):
    """A block is at the same place in its frame however that is turned: nothing is left of the pose that was sketched."""
    view = ZOO["fixed"]
    for seed in range(3):
        now = shaken(view, seed)
        batch, _ = overlay.new_batch(now, now.positions, now.rotations, Camera((2.2, -3.6, 2.0), (0.0, 0.0, 0.0)).pose)
        links, *edges = batch.outlines.lines.values()
        corners = batch.points[edges[0].vertices].reshape(-1, 3) - now.joints.anchors[0, 0]
        away = np.abs(rotate(now.joints.frames[0, 0] * (-1, -1, -1, 1), corners))
        assert away.max() == pytest.approx(away[0].max(), rel=1e-5) and len(edges[0].rows) == 12 + 3 and links.rows.size


def test_a_frame_of_every_joint_takes_few_calls(fresh):
    view = all_of(list(ZOO.values()))
    later = [shaken(view, seed) for seed in range(4)]
    for each in later:
        overlay.new_batch(each, each.positions, each.rotations, CAMERA)
    found = [0]

    def count(frame, event, argument) -> None:
        found[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        for each in later:
            overlay.new_batch(each, each.positions, each.rotations, CAMERA)
    finally:
        sys.setprofile(None)
    assert found[0] / len(later) < CALLS
