"""Bodies in front: of many bodies those that others hide have no boxes, ellipses, arrows and trails of their own."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import SHINE, Count
from app.draw.frame_builder import frame_of
from app.draw.front import MANY, SIDES, half_pixels, in_front, shine_of, sides_of
from app.draw.overlay import Shown
from app.draw.view_options import ViewOptions
from app.published.view import Awake
from physics.views.awake import REASONS
from tests.support.synthetic import BOX, DYNAMIC, GROUND, STATIC, view_of_bodies

HALF = 0.5


def wall(rows, depth):
    """A view from the front of a wall of `rows` x `rows` boxes, `depth` of them behind each other, on a floor."""
    boxes = [(BOX, DYNAMIC, (x, y, z + HALF), (HALF,) * 3) for y in range(depth) for z in range(rows) for x in range(rows)]
    view = view_of_bodies([GROUND, (BOX, STATIC, (0, 60, 0), (1, 1, 1)), *boxes])
    pose = Camera((0.5 * rows, -60.0, 0.5 * rows), (0.5 * rows, 0.0, 0.5 * rows)).pose
    return Shown(view, view.positions, view.rotations, pose, ViewOptions())


def test_a_few_bodies_are_all_in_front():
    shown = wall(6, 5)
    assert len(shown.view.table.uids) < MANY
    assert in_front(shown).tolist() == list(range(len(shown.view.table.uids))) and shine_of(shown, in_front(shown)) == SHINE


def test_of_many_those_behind_have_no_marks_and_static_ones_do():
    shown = wall(12, 6)
    front = in_front(shown)
    assert {0, 1} <= set(front.tolist()) and (np.diff(front) > 0).all()
    depth = shown.positions[front[front > 1], 1]
    assert (depth < 3.5).all() and 0.6 * 144 < (depth < 0.5).sum() <= 144, "nearly the whole front row of boxes"
    assert shine_of(shown, front) == 0.0


def test_a_picture_of_fewer_pixels_has_fewer_marks():
    shown = wall(12, 6)
    less = shown._replace(camera=dataclasses.replace(shown.camera, detail=0.5))
    assert len(in_front(less)) < 0.5 * len(in_front(shown))


@pytest.mark.parametrize("away", [10.0, 60.0, 400.0])
def test_curves_are_round_to_less_than_a_pixel(away):
    shown = wall(4, 1)
    shown = shown._replace(camera=dataclasses.replace(shown.camera, eye=(2.0, -away, 2.0)))
    radius, sides = half_pixels(shown), sides_of(shown)
    assert radius * (1 - np.cos(np.pi / sides)) < 1.0 or sides == SIDES[-1][1]
    assert sides % 4 == 0, "so that the ends of the axes are points of the curve"


@pytest.mark.parametrize("option", ["inertia", "velocities", "trails"])
def test_overlays_of_a_thousand_bodies_have_marks_of_those_in_front(option):
    shown = wall(13, 6)
    count = len(shown.view.table.uids)
    steps = np.linspace(1.0, 0.0, 120)[:, None, None] * np.array((0, 0, 1.0)) + shown.positions
    view = dataclasses.replace(shown.view, velocities=np.ones((count, 3), np.float32), trails=steps.astype(np.float32))
    frame = frame_of(view, 1.0, shown.camera, ViewOptions(**{option: True}))
    drawn = sum(len(batch.points) for batch in frame.segments)
    moving = int((in_front(shown) > 1).sum())
    pieces = {"inertia": 3 * sides_of(shown), "velocities": 1, "trails": 120}[option]
    assert 0 < drawn <= pieces * moving < pieces * 0.5 * count


@pytest.mark.parametrize("option", ["inertia", "velocities", "trails", "aabbs", "tree", "awake"])
def test_a_picture_says_how_many_bodies_have_marks(option):
    shown = wall(13, 6)
    view = dataclasses.replace(
        shown.view, trails=np.stack((shown.positions - 0.1, shown.positions)), tree=(),
        velocities=np.ones_like(shown.view.velocities), aabbs=np.zeros((len(shown.positions), 2, 3), np.float32),
        fat_aabbs=np.zeros((len(shown.positions), 2, 3), np.float32),
        awake=Awake(np.full(len(shown.positions), REASONS.index("moves"), np.uint8), np.zeros(len(shown.positions), np.int64)))
    frame = frame_of(view, 1.0, shown.camera, ViewOptions(**{option: True}))
    front = len(in_front(shown._replace(view=view)))
    assert frame.counts == (Count("bodies", front, len(view.table.uids)),) and front < len(view.table.uids)
    few = wall(3, 2)
    assert frame_of(few.view, 1.0, few.camera, ViewOptions(**{option: True})).counts == ()
