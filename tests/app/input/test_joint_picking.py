"""A click finds the joint whose mark is there, or nothing."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame_builder import ViewOptions, frame_of
from app.draw.joints import overlay
from app.draw.recent import Recent
from app.input.joint_picking import REACH, pick_joint, projected
from tests.support.joint_views import joint, view_of_joints, zoo
from tests.support.synthetic import BOX, DYNAMIC, SPHERE

CAMERA = Camera((2.2, -3.6, 2.0), (0.0, 0.0, 0.0))
SIZE = (1280, 720)
ZOO = zoo()


def pick(view, point, offset=(0.0, 0.0), camera=CAMERA, alpha=1.0):
    x, y, _ = camera.project(point, *SIZE)[0]
    return pick_joint(view, alpha, camera.pose, (x + offset[0], y + offset[1]), SIZE)


@pytest.mark.parametrize("name, point", [
    ("ball_socket", (0, 0, 0.7)), ("hinge_limits", (0, 0, 0.1)), ("slider_limits", (1.4, 0, 0)), ("rod", (0.1, 0, 0)),
    ("spring", (-0.59, 0, 0)), ("pulley", (0, 0, 1.6)), ("broken", (0, 0, 0.4)), ("disabled", (0, 0, -0.1)),
    ("gear", (-0.8, 0, 0))])
def test_what_is_drawn_is_found(name, point):
    assert pick(ZOO[name], point) == 1
    assert pick(ZOO[name], (1.9, 1.5, 1.9)) is None


def test_only_within_reach():
    view = ZOO["ball_socket"]
    assert pick(view, (0, 0, 0.7), (REACH - 0.5, 0)) == 1 and pick(view, (0, 0, 0.7), (REACH + 0.5, 0)) is None


def test_the_middle_of_a_body_is_the_bodys_own():
    """A link runs to the anchor from there, but it does not count."""
    assert pick(ZOO["ball_socket"], (0, 0, -0.2)) is None and pick(ZOO["ball_socket"], (0, 0, 0.2)) is None


def test_the_nearest_of_several_is_taken_and_of_equals_the_one_before():
    balls = [(SPHERE, DYNAMIC, (k, 0, 0), (0.3,) * 3) for k in range(3)] + [(SPHERE, DYNAMIC, (0, 9, 0), (0.3,) * 3)]
    joints = [joint("ball_socket", k + 1, 0, at) for k, at in enumerate(((0, 9, 0), (0.08, 0, 0), (0, 0, 0)))]
    view, camera = view_of_joints(balls, joints), Camera((0, -10, 0), (0, 0, 0))
    assert pick(view, (0.08, 0, 0), camera=camera) == 2
    assert pick(view, (0, 0, 0), camera=camera) == 3, "the first is exactly behind"


def test_between_two_steps_it_is_where_it_is_drawn():
    crate = (BOX, DYNAMIC, (0, 0, 1.0), (0.3, 0.3, 0.3))
    view = view_of_joints([crate], [joint("mouse", 1, 0, (0, 0, 1.0), anchor_b=(1.5, 0, 1.0))])
    view = dataclasses.replace(view, previous_positions=view.positions - np.array((0, 0, 2), np.float32))
    assert pick(view, (0, 0, 0.0), alpha=0.5) == 1 and pick(view, (0, 0, 1.0), alpha=0.5) is None


def test_a_resting_picture_is_sketched_once(monkeypatch):
    """Picking and drawing share the primitives of equal views; another time or camera has its own."""
    made = []
    monkeypatch.setattr(overlay, "BATCHES", Recent())
    monkeypatch.setattr(overlay, "new_batch", lambda *at, new=overlay.new_batch: (made.append(at), new(*at))[1])
    crate = (BOX, DYNAMIC, (0, 0, 1.0), (0.3, 0.3, 0.3))
    view = view_of_joints([crate], [joint("mouse", 1, 0, (0, 0, 1.0), anchor_b=(1.5, 0, 1.0))])
    view = dataclasses.replace(view, previous_positions=view.positions - np.array((0, 0, 2), np.float32))
    for k in range(30):
        pick_joint(view, 0.5, CAMERA.pose, (40.0 * k, 300.0), SIZE)
    frame_of(view, 0.5, CAMERA.pose, ViewOptions())
    assert len(made) == 1
    frame_of(view, 0.6, CAMERA.pose, ViewOptions())
    pick_joint(view, 0.6, Camera((2.0, -3.6, 2.0), (0.0, 0.0, 0.0)).pose, (640, 360), SIZE)
    assert len(made) == 3
    pick_joint(dataclasses.replace(view), 0.5, CAMERA.pose, (640, 360), SIZE)
    assert len(made) == 4, "a new publication, even of equal numbers"


def test_without_joints_and_behind_the_eye_there_is_nothing():
    assert pick_joint(view_of_joints([], []), 1.0, CAMERA.pose, (640, 360), SIZE) is None
    behind = Camera((0, 3, 0), (0, 9, 0))
    assert pick_joint(ZOO["hinge_limits"], 1.0, behind.pose, (640, 360), SIZE) is None


def test_lines_are_cut_before_the_eye():
    """A line from behind the eye to a point that is seen ends there and leaves the picture at the right side."""
    camera = Camera((0, -5, 0), (0, 0, 0))
    ends, depths = projected(np.array([[(0.5, -9.0, 0), (0.5, 0, 0)], [(0, -9, 0), (1, -8, 0)]]), camera.pose, SIZE)
    assert ends[0, 1] == pytest.approx(camera.project((0.5, 0, 0), *SIZE)[0, :2])
    assert ends[0, 0, 0] > SIZE[0] and depths[0] > 0 and depths[1] == 0
