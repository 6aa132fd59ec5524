"""Views become frames: interpolation, colours, marks, planes and overlays."""
from __future__ import annotations

import dataclasses
import math
import sys

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.colors import FIVE, OCCUPIED, SENSOR, STATIC, body_colors
from app.draw.contact_marks import normal_segments, towards_the_moving
from app.draw.frame import GHOST, GRID, HOVERED, PLAIN, SELECTED, same
from app.draw.frame_builder import frame_of, interpolate_rotations
from app.draw.overlays.aabbs import box_segments
from app.draw.overlays.mouse_springs import spring_segments
from app.draw.view_options import Highlights, ViewOptions
from app.published.view import MouseSpring
from tests.support import synthetic
from tests.support.synthetic import BOX, DYNAMIC, GROUND, KINEMATIC, PLANE, SPHERE, view_of_bodies
from tests.support.synthetic import STATIC as STILL

POSE = Camera().pose
MIXED = [GROUND, (BOX, DYNAMIC, (0, 0, 1), (0.5, 0.5, 0.5)), (SPHERE, DYNAMIC, (3, 0, 1), (0.7,) * 3),
         (BOX, STILL, (0, 5, 0), (8, 8, 0.5)), (PLANE, STILL, (0, 0, 0), (0.6, 0.0, 0.8), (0, 0, 0, 1), -3.5),
         (SPHERE, STILL, (1, 1, 1), (0.2,) * 3), (BOX, KINEMATIC, (9, 0, 1), (1, 1, 1))]


def test_bodies_are_sorted_by_shape():
    frame = frame_of(view_of_bodies(MIXED), 1.0, POSE)
    assert len(frame.spheres.positions) == 2 and len(frame.boxes.positions) == 3
    assert frame.planes == pytest.approx(np.array([(0, 0, 1, 0), (0.6, 0, 0.8, -3.5)]))
    assert frame.camera is POSE and frame.theme == "dark"


def test_sensors_are_translucent_and_show_whether_a_body_is_in_them():
    """A plane that is a sensor is not drawn; a large one has no metre lines."""
    at_rest = (0, 0, 0, 1), 0.0, True
    view = view_of_bodies([(PLANE, STILL, (0, 0, 0), (0, 0, 1), *at_rest), (BOX, STILL, (0, 0, 1), (9, 9, 1), *at_rest),
                           (SPHERE, STILL, (0, 0, 1), (1, 1, 1), *at_rest), (BOX, DYNAMIC, (0, 0, 1), (1, 1, 1))])
    frame = frame_of(dataclasses.replace(view, occupied=np.array((False, True, False, False))), 1.0, POSE)
    assert len(frame.planes) == 0
    assert frame.boxes.marks.tolist() == [GHOST | PLAIN, 0] and frame.spheres.marks.tolist() == [GHOST | PLAIN]
    assert (frame.boxes.colors[0, :3] == OCCUPIED).all() and (frame.spheres.colors[0, :3] == SENSOR).all()


@pytest.mark.parametrize("alpha", [0.0, 0.25, 1.0])
def test_between_two_steps(alpha):
    half = math.sin(0.2), math.cos(0.2)
    view = view_of_bodies([(BOX, DYNAMIC, (1, 2, 3), (0.5,) * 3, (0, 0, *half))])
    unturned = np.array([(0, 0, 0, 1)], np.float32)
    view = dataclasses.replace(view, previous_positions=view.positions - 0.4, previous_rotations=unturned)
    frame = frame_of(view, alpha, POSE)
    assert frame.boxes.positions[0] == pytest.approx(np.array((1, 2, 3)) - 0.4 * (1 - alpha))
    turn = frame.boxes.rotations[0]
    assert np.linalg.norm(turn) == pytest.approx(1) and 2 * math.atan2(turn[2], turn[3]) == pytest.approx(0.4 * alpha, abs=1e-3)


def test_rotations_take_the_short_way_round():
    before, after = np.array([(0, 0, 0, 1)], np.float32), np.array([(0, 0, -math.sin(0.1), -math.cos(0.1))], np.float32)
    middle = interpolate_rotations(before, after, 0.5)[0]
    assert abs(middle @ np.array((0, 0, math.sin(0.05), math.cos(0.05)))) == pytest.approx(1, abs=1e-5)


def test_colours_are_five_kept_for_life_and_shared_out():
    uids = np.arange(1000)
    colors = body_colors(uids, np.zeros(1000, np.uint8))
    assert np.array_equal(colors[400:420], body_colors(uids[400:420], np.zeros(20, np.uint8)))
    nearest = np.linalg.norm(colors[:, None, :3].astype(float) - FIVE * 0.95, axis=2).argmin(axis=1)
    assert np.bincount(nearest, minlength=5).tolist() == [200] * 5
    assert (nearest[1:] == nearest[:-1]).mean() < 0.06, "neighbours differ"


def test_still_bodies_are_grey_by_theme():
    for theme, grey in STATIC.items():
        assert body_colors(np.array([7]), np.array([1]), theme)[0, :3].tolist() == grey.tolist()


def test_marks():
    view = view_of_bodies(MIXED)
    frame = frame_of(view, 1.0, POSE, None, Highlights(frozenset((2, 999)), hovered=3))
    assert frame.boxes.marks.tolist() == [SELECTED, GRID, 0] and frame.spheres.marks.tolist() == [HOVERED, PLAIN]
    frame = frame_of(view, 1.0, POSE, ViewOptions(stripes=False, grid=False))
    assert frame.boxes.marks.tolist() == [PLAIN] * 3 and frame.spheres.marks.tolist() == [PLAIN] * 2 and not frame.grid


def test_overlays_come_when_asked_for():
    view = synthetic.pyramid(3, 2)
    assert not frame_of(view, 1.0, POSE).markers and not frame_of(view, 1.0, POSE).segments
    assert len(frame_of(view, 1.0, POSE, ViewOptions(contacts=True)).markers) == 1
    frame = frame_of(view, 1.0, POSE, ViewOptions(normals=True, impulses=True, aabbs=True))
    assert len(frame.segments) == 2 and len(frame.fills) == 1 and not frame.markers, "no boxes: the view carries none; no points"
    boxes = np.stack((view.positions - 1, view.positions + 1), axis=1)
    assert len(frame_of(dataclasses.replace(view, aabbs=boxes), 1.0, POSE, ViewOptions(aabbs=True)).segments) == 1


def test_normals_start_at_their_points():
    contacts = synthetic.front_contacts(3)
    segments = normal_segments(contacts, 10.0)
    assert np.array_equal(segments.points[:, 0], contacts.positions) and segments.on_top
    lengths = np.linalg.norm(segments.points[:, 1] - segments.points[:, 0], axis=1)
    assert lengths == pytest.approx(10.0, abs=1e-4)


def test_boxes_have_twelve_edges_and_planes_have_none():
    endless = np.array([[[-np.inf] * 3, [np.inf] * 3]])
    segments = box_segments(np.concatenate((np.array([[[0, 0, 0], [1, 2, 3]]]), endless)))
    lengths = sorted(np.linalg.norm(segments.points[:, 1] - segments.points[:, 0], axis=1))
    assert lengths == pytest.approx([1] * 4 + [2] * 4 + [3] * 4)


@pytest.mark.parametrize("target", [(1.6, -0.8, 3.2), (0.3, -0.4, 1.4), (0.3, -0.4, 5.0)])
def test_the_spring_runs_from_body_to_pointer(target):
    spring = MouseSpring((0.3, -0.4, 1.4), target, 10.0)
    points = spring_segments(spring, np.array((5.0, -5.0, 3.0))).points
    assert np.isfinite(points).all()
    assert points[0, 0] == pytest.approx(spring.anchor) and points[-1, 1] == pytest.approx(spring.target)
    assert np.array_equal(points[1:, 0], points[:-1, 1]), "in one piece"
    frame = frame_of(synthetic.grabbed(), 1.0, POSE)
    assert len(frame.segments) == 1 and len(frame.markers[0].points) == 2


def calls_of(work) -> int:
    """Functions called while `work` runs, including those in C."""
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def test_no_body_is_handled_by_itself():
    """A frame of eight thousand bodies takes no more calls than one of eighty: all work is on whole arrays."""
    taken = []
    for count in (80, 8000):
        positions = np.random.default_rng(1).uniform(-9, 9, (count, 3))
        walls = [(BOX, STILL, (0, y, 0), (8, 0.2, 8)) for y in range(-12, 12)]
        view = view_of_bodies(walls + [(i % 2, DYNAMIC, tuple(position), (0.4,) * 3) for i, position in enumerate(positions)])
        view = dataclasses.replace(view, previous_positions=view.positions - 0.1)
        taken.append(calls_of(lambda view=view: frame_of(view, 0.5, POSE)))
    assert taken[1] <= taken[0] + 5


def test_what_stands_still_is_not_mixed():
    view = synthetic.pyramid(3, 2)
    still = dataclasses.replace(view, previous_positions=view.positions.copy(), previous_rotations=view.rotations.copy())
    frames = [frame_of(still, alpha, POSE) for alpha in (0.3, 0.6, 1.0)]
    assert same(frames[0].boxes, frames[1].boxes) and same(frames[1].boxes, frames[2].boxes)


@pytest.mark.parametrize("eye, hidden", [
    ((0, -20, 3), True), ((0, -20, 15), False), ((0, -6, 3), False), ((0, -10, 3), False), ((0, 20, 3), False)])
@pytest.mark.parametrize("turn", [(0, 0, 0, 1), (0, 0, math.sin(math.pi / 4), math.cos(math.pi / 4))])
def test_a_wall_before_the_eye_turns_to_glass(eye, hidden, turn):
    """A wall across y = -10, 5 m high: seen over, from this side, from inside it or from behind it stays solid."""
    half = (8.0, 0.5, 5.0) if turn[3] == 1 else (0.5, 8.0, 5.0)
    view = view_of_bodies([(BOX, STILL, (0, -10, 0), half, turn), (BOX, DYNAMIC, (0, 0, 1), (0.5,) * 3)])
    marks = frame_of(view, 1.0, Camera(eye, (0, 0, 3)).pose).boxes.marks
    assert bool(marks[0] & GHOST) == hidden and marks[1] == 0


def test_a_wall_that_hides_little_stays_solid():
    row = [(BOX, DYNAMIC, (x, 0, 1), (0.4,) * 3) for x in range(-10, 11)]
    for edge, hidden in ((-7.0, False), (0.0, True)):
        view = view_of_bodies([(BOX, STILL, (edge - 20, -5, 0), (20, 0.2, 5)), *row])
        assert bool(frame_of(view, 1.0, Camera((0, -20, 1), (0, 0, 1)).pose).boxes.marks[0] & GHOST) == hidden


def test_normals_point_out_of_what_stands_still():
    bodies = [GROUND, (BOX, DYNAMIC, (0, 0, 0.5), (0.5,) * 3), (BOX, DYNAMIC, (0, 0, 1.5), (0.5,) * 3)]
    contacts = dataclasses.replace(
        synthetic.front_contacts(2), bodies=np.array([(1, 2), (2, 1), (2, 3), (77, 2)]),
        tangent_impulses=np.ones((4, 3), np.float32))
    turned = towards_the_moving(contacts, view_of_bodies(bodies).table)
    assert turned.normals[:, 2].tolist() == [1, -1, 1, 1] and turned.tangent_impulses[:, 0].tolist() == [1, -1, 1, 1]
