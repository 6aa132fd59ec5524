"""Level of detail of joints, visibility through bodies, and the passes that draw them: fills, casings, even curves."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import Fills, Segments
from app.draw.frame_builder import frame_of
from app.draw.joints.glyph_batch import LIMIT, LINK, SPRING
from app.draw.joints.labels import Page, labels_of
from app.draw.joints.overlay import MOST_GLYPHS, MOST_PULLED, batch_of
from app.draw.view_options import ViewOptions
from app.input.joint_picking import pick_joint
from app.published.view import MouseSpring
from tests.support.gl_pictures import HEIGHT, WIDTH, instances, picture
from tests.support.joint_primitives import line_meanings, lines
from tests.support.joint_views import joint, view_of_joints, zoo
from tests.support.synthetic import BOX, DYNAMIC, SPHERE, STATIC

FRONT = Camera((0.0, -10.0, 0.0), (0.0, 0.0, 0.0), 0.6)
YELLOW = (255, 220, 0)
MIDDLE = (HEIGHT // 2, WIDTH // 2)


def yellow(image):
    """(HEIGHT, WIDTH) how yellow the pixels are, 0 to 255."""
    return np.clip(np.minimum(image[..., 0], image[..., 1]) - image[..., 2], 0, 255)


def triangle(alpha=255, at=0.0, shine=0.5):
    corners = np.array([[(-1, at, -1), (1, at, -1), (0, at, 1.2)]], np.float32)
    return (Fills(corners, np.array([(*YELLOW, alpha)], np.uint8), shine),)


def chain(count, spacing=1.0):
    """A row of spheres, each joined to the next by a limited hinge."""
    spheres = [(SPHERE, DYNAMIC, (k * spacing, 0, 0), (0.4,) * 3) for k in range(count + 1)]
    hinges = [joint("hinge", k + 1, k + 2, ((k + 0.5) * spacing, 0, 0), axis=(0, 1, 0), lower=-0.5, upper=0.5)
              for k in range(count)]
    return view_of_joints(spheres, hinges)


def test_joints_are_shown_unless_told_otherwise():
    view = zoo()["hinge_limits"]
    assert frame_of(view, 1.0, FRONT.pose).fills
    frame = frame_of(view, 1.0, FRONT.pose, ViewOptions(joints=False))
    assert not (frame.fills or frame.segments or frame.markers)


def test_few_are_drawn_by_their_shapes_and_thousands_as_dots_and_lines():
    camera = Camera((0, -8, 0), (5, 0, 0))
    assert LIMIT in line_meanings(chain(10), camera)
    many = chain(MOST_GLYPHS + 1, 0.02)
    assert line_meanings(many, camera) == {LINK} and not batch_of(many, many.positions, many.rotations, camera.pose)[1]
    assert LIMIT in line_meanings(chain(MOST_GLYPHS, 0.02), camera)
    frame = frame_of(chain(3000, 0.01), 1.0, camera.pose)
    assert sum(len(batch.points) for batch in frame.segments) == 6000
    assert sum(len(batch.points) for batch in frame.markers) == 3000
    assert all(batch.casing == 0 for batch in frame.segments) and not frame.fills


def test_what_is_small_on_the_screen_is_a_dot():
    near, far = Camera((0.5, -6, 0), (0.5, 0, 0)), Camera((0.5, -200, 0), (0.5, 0, 0))
    assert LIMIT in line_meanings(chain(1), near) and LIMIT not in line_meanings(chain(1), far)
    assert len(frame_of(chain(1), 1.0, far.pose).markers[0].points) == 1


def test_ties_far_away_are_still_lines_between_their_ends():
    ends = [(SPHERE, DYNAMIC, (-8, 0, 0), (0.4,) * 3), (SPHERE, DYNAMIC, (8, 0, 0), (0.4,) * 3)]
    view = view_of_joints(ends, [joint("distance", 1, 2, (-8, 0, 0), anchor_b=(8, 0, 0))])
    frame = frame_of(view, 1.0, Camera((0, -400, 0), (0, 0, 0)).pose)
    assert [batch.points.tolist() for batch in frame.segments] == [[[[-8, 0, 0], [8, 0, 0]]]] and not frame.markers


def test_a_pulley_far_away_still_runs_over_its_ground_points():
    frame = frame_of(zoo()["pulley"], 1.0, Camera((0, -900, 0), (0, 0, 0)).pose)
    assert [len(batch.points) for batch in frame.segments] == [3]
    assert frame.segments[0].points[1, :, 2] == pytest.approx((1.6, 1.6))


def test_size_follows_the_bodies_but_stays_within_limits_on_the_screen():
    """The pin of a hinge on the screen has the size of its bodies, within limits."""
    def pin(half, distance):
        view = view_of_joints([(BOX, DYNAMIC, (half, 0, 0), (half,) * 3)], [joint("hinge", 0, 1, (0, 0, 0), axis=(0, 0, 1))])
        camera = Camera((0, -distance, 0), (0, 0, 0))
        segments = max(frame_of(view, 1.0, camera.pose).segments, key=lambda batch: batch.width)
        ends = camera.project(segments.points[0], 1280, 720)
        return float(np.ptp(ends[:, 1]))
    assert pin(0.5, 10) == pytest.approx(2 * pin(0.5, 20), rel=0.01), "by the bodies"
    assert pin(0.5, 2) == pytest.approx(2 * 0.8 * 110, rel=0.02) and pin(5.0, 4) == pytest.approx(2 * 0.8 * 110, rel=0.02)
    assert pin(0.05, 4) > 15


def test_lines_of_little_joints_are_thinner():
    view = chain(1)
    frames = [frame_of(view, 1.0, Camera((0.5, -away, 0), (0.5, 0, 0)).pose) for away in (6, 20)]
    widths = [max(batch.width for batch in frame.segments) for frame in frames]
    assert widths[0] == 3.0 and 1.5 < widths[1] < 2.5


def test_a_joint_inside_a_body_is_seen_and_weaker(shoot):
    """The dot of a ball socket in the middle of a box."""
    box = (BOX, DYNAMIC, (0, 0, 0), (0.8, 0.8, 0.8))
    view = view_of_joints([box], [joint("ball_socket", 0, 1, (0, 0, 0))])
    inside = shoot(frame_of(view, 1.0, FRONT.pose))[MIDDLE].mean()
    body = shoot(frame_of(view, 1.0, FRONT.pose, ViewOptions(joints=False)))[MIDDLE].mean()
    free = shoot(frame_of(view_of_joints([(BOX, DYNAMIC, (0, 0, 3), (0.8,) * 3)], [joint("ball_socket", 0, 1, (0, 0, 0))]),
                          1.0, FRONT.pose))[MIDDLE].mean()
    assert body + 40 < inside < free - 20


def test_the_spring_in_the_hand_is_not_drawn_twice():
    view = zoo()["mouse"]
    held = dataclasses.replace(view, springs=(MouseSpring((0.3, -0.3, 0.1), (1.2, -0.6, 1.2), 10.0, joint=1),))
    assert sum(len(batch.points) for batch in frame_of(view, 1.0, FRONT.pose).markers) == 2
    assert sum(len(batch.points) for batch in frame_of(held, 1.0, FRONT.pose).markers) == 2, "those of the spring alone"


def test_a_swarm_of_mouse_joints_is_faint_lines():
    """A few are coils; more would hide the pulled bodies."""
    def drawn(count):
        balls = [(SPHERE, DYNAMIC, (k * 0.1, 0, 0), (0.4,) * 3) for k in range(count)]
        pulls = [joint("mouse", k + 1, 0, (k * 0.1, 0, 0), anchor_b=(0, 0, 2), hertz=2.0) for k in range(count)]
        return line_meanings(view_of_joints(balls, pulls), Camera((0, -8, 0), (0, 0, 0)))
    assert SPRING in drawn(MOST_PULLED) and drawn(MOST_PULLED + 1) == {LINK}


def test_links_run_from_bodies_that_move():
    still = (BOX, STATIC, (0, 0, 2), (0.3,) * 3)
    view = view_of_joints([still, (BOX, DYNAMIC, (0, 0, 0), (0.3,) * 3)], [joint("ball_socket", 1, 2, (0, 0, 1))])
    assert lines(view, LINK).tolist() == [[[0, 0, 0], [0, 0, 1]]]


@pytest.mark.parametrize("quality", ["software", "high"])
@pytest.mark.parametrize("side", [-1, 1])
def test_fills_are_seen_from_both_sides_and_let_through_what_is_behind(shoot, quality, side):
    camera = Camera((0.0, side * 10.0, 0.0), (0.0, 0.0, 0.0), 0.6)
    full, half, none = (yellow(shoot(picture(camera, fills=fills), quality))[MIDDLE] for fills in (triangle(), triangle(128), ()))
    assert full > 200 and half == pytest.approx((full + none) / 2, abs=12)


def test_fills_shine_through_bodies_as_strongly_as_asked(shoot):
    wall = instances([(0, -2, 0)], [(1.5, 0.2, 1.5)], colors=[(40, 40, 60)])
    strengths = [yellow(shoot(picture(FRONT, boxes=wall, fills=triangle(shine=shine))))[MIDDLE] for shine in (0.0, 0.3, 0.6)]
    assert strengths[0] < 5 and strengths[1] > 40 and strengths[2] == pytest.approx(2 * strengths[1], rel=0.25)


def test_lines_lie_over_fills(shoot):
    blue = (Segments(np.array([[(-2, 0, 0), (2, 0, 0)]], np.float32), np.array([(0, 60, 255, 255)], np.uint8), 5.0),)
    image = shoot(picture(FRONT, fills=triangle(), segments=blue))
    assert image[MIDDLE][2] > 200 and image[MIDDLE][0] < 60


@pytest.mark.parametrize("theme, ink, sign", [("dark", 255, -1), ("light", 0, 1)])
def test_a_casing_sets_a_line_off_on_both_sides(shoot, theme, ink, sign):
    """White with dark sides over a grey body in the dark theme, black with light sides in the light one; none without casing."""
    body = instances([(0, 0, 0)], [(3.0, 0.2, 3.0)], colors=[(120, 120, 120)])

    def column(casing):
        ends, color = np.array([[(-2, -0.3, 0), (2, -0.3, 0)]], np.float32), np.array([(ink, ink, ink, 255)], np.uint8)
        frame = picture(FRONT, boxes=body, segments=(Segments(ends, color, 4.0, casing=casing),), theme=theme)
        return shoot(frame)[MIDDLE[0] - 8:MIDDLE[0] + 9, MIDDLE[1]].mean(axis=1)

    change = column(2.0) - column(0.0)
    middle = int(np.argmax(np.abs(column(0.0) - np.median(column(0.0)))))
    assert (sign * change[:middle]).max() > 25 and (sign * change[middle + 4:]).max() > 25 and abs(change[middle + 1]) < 8


def test_curves_have_no_beads(shoot):
    """A translucent curve of many short pieces is as even as one line; with caps its joints would be brighter."""
    points = np.stack((np.linspace(-1.5, 1.5, 31), np.zeros(31), np.zeros(31)), axis=1).astype(np.float32)
    pieces = np.stack((points[:-1], points[1:]), axis=1)
    def unevenness(caps):
        batch = (Segments(pieces, np.tile(np.array((*YELLOW, 120), np.uint8), (30, 1)), 8.0, caps=caps),)
        row = yellow(shoot(picture(FRONT, segments=batch)))[MIDDLE[0], MIDDLE[1] - 40:MIDDLE[1] + 40]
        return np.ptp(row), row.max()
    (smooth, level), (_, doubled) = unevenness(caps=False), unevenness(caps=True)
    assert smooth <= 4 and level > 80 and doubled > level + 60, "caps of neighbours lie over each other"


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("wrong", [np.nan, np.inf, 1e30])
@pytest.mark.parametrize("name", zoo())
def test_a_world_that_has_blown_up_can_still_be_looked_at(shoot, name, wrong):
    view = zoo()[name]
    positions = np.full_like(view.positions, wrong)
    frames = view.joints.frames if np.isfinite(wrong) else np.full_like(view.joints.frames, wrong)
    joints = dataclasses.replace(view.joints, anchors=np.full_like(view.joints.anchors, wrong), frames=frames)
    view = dataclasses.replace(view, joints=joints, positions=positions, previous_positions=np.zeros_like(positions))
    for alpha in (0.5, 1.0):
        shoot(frame_of(view, alpha, FRONT.pose))
        assert pick_joint(view, alpha, FRONT.pose, (160, 120), (WIDTH, HEIGHT)) is None
        assert labels_of(view, alpha, FRONT.pose, Page((WIDTH, HEIGHT))) == []
