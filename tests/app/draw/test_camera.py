"""The camera: pixels, rays and points agree; motion fulfils its specification."""
from __future__ import annotations


import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.draw.camera import STEEPEST, Camera, look_at, pose_matrix
from app.input.camera_motion import CameraMotion

WIDTH, HEIGHT = 640, 360
near = st.floats(-50, 50)
points = st.tuples(near, near, near)
settled = 5.0                                                     # [s] of easing after which nothing moves


shifts = st.tuples(st.floats(-0.8, 0.8), st.floats(-0.8, 0.8))


def camera_at(eye, target, shift=(0.0, 0.0)) -> Camera:
    camera = Camera(eye, target, 0.9)
    camera.shift = np.array(shift)
    return camera


@given(points, points, st.floats(0, WIDTH), st.floats(0, HEIGHT), shifts)
def test_a_ray_passes_the_pixel_it_was_made_for(eye, target, px, py, shift):
    if np.linalg.norm(np.subtract(eye, target)) < 0.1:
        return
    camera = camera_at(eye, target, shift)
    origin, direction = camera.ray(px, py, WIDTH, HEIGHT)
    assert np.linalg.norm(direction) == pytest.approx(1)
    x, y, depth = camera.project(origin + 7.0 * direction, WIDTH, HEIGHT)[0]
    assert (x, y) == pytest.approx((px, py), abs=1e-6) and 0 < depth <= 7.0


@given(points, points, shifts)
def test_projection_agrees_with_the_matrices(eye, point, shift):
    if np.linalg.norm(eye) < 0.1:
        return
    camera = camera_at(eye, (0, 0, 0), shift)
    clip = pose_matrix(camera.pose, WIDTH / HEIGHT) @ np.array((*point, 1.0))
    x, y, depth = camera.project([point], WIDTH, HEIGHT)[0]
    assert depth == pytest.approx(clip[3], abs=1e-6)
    if depth > 0.05:
        wanted = (clip[0] / clip[3] + 1) * WIDTH / 2, (1 - clip[1] / clip[3]) * HEIGHT / 2
        assert (x, y) == pytest.approx(wanted, rel=1e-5, abs=1e-3)


@given(points, points)
def test_a_pose_survives_a_round_trip(eye, target):
    if np.linalg.norm(np.subtract(eye, target)) < 0.1:
        return
    camera = camera_at(eye, target)
    if abs(camera.pitch) == STEEPEST:
        return
    other = Camera()
    camera.shift = np.array((0.2, -0.1))
    other.pose = camera.pose
    assert other.pose.shift == camera.pose.shift
    assert other.eye == pytest.approx(np.array(eye), abs=1e-6) and other.target == pytest.approx(np.array(target), abs=1e-9)


@pytest.mark.parametrize("eye", [(0, 0, 5), (0, 0, -5)])
def test_looking_straight_down_and_up_is_no_singularity(eye):
    for matrix in (look_at(eye, (0, 0, 0)), camera_at(eye, (0, 0, 0)).view_matrix()):
        assert np.isfinite(matrix).all() and np.linalg.det(matrix) == pytest.approx(1)


def test_up_is_up_and_right_is_right():
    camera = camera_at((0, -10, 0), (0, 0, 0))
    middle, right, up = camera.project([(0, 0, 0), (1, 0, 0), (0, 0, 1)], WIDTH, HEIGHT)
    assert middle[:2] == pytest.approx((WIDTH / 2, HEIGHT / 2)) and right[0] > middle[0] and up[1] < middle[1]
    assert camera.project([(0, -20, 0)], WIDTH, HEIGHT)[0, 2] < 0, "behind the eye"


def test_point_at_lies_at_its_depth():
    camera = camera_at((3, -9, 4), (0, 0, 1))
    point = camera.point_at(500, 80, WIDTH, HEIGHT, 6.0)
    assert camera.project([point], WIDTH, HEIGHT)[0] == pytest.approx((500, 80, 6.0))
    assert camera.point_at(WIDTH / 2, HEIGHT / 2, WIDTH, HEIGHT) == pytest.approx(camera.target)


def moved(act) -> tuple[Camera, CameraMotion]:
    camera = camera_at((6, -8, 5), (0, 0, 1))
    motion = CameraMotion(camera)
    act(motion)
    motion.tick(settled)
    return camera, motion


def test_orbit_keeps_target_and_distance():
    start = camera_at((6, -8, 5), (0, 0, 1))
    camera, _ = moved(lambda motion: motion.orbit(80, -30))
    assert camera.target == pytest.approx(start.target) and camera.distance == pytest.approx(start.distance)
    assert camera.yaw < start.yaw and camera.pitch < start.pitch
    assert camera.pitch == pytest.approx(start.pitch - 30 / 80 * (start.yaw - camera.yaw))


def test_the_poles_hold():
    for dy in (10000, -10000):
        camera, _ = moved(lambda motion: motion.orbit(0, dy))
        assert abs(camera.pitch) == pytest.approx(STEEPEST)


def test_pan_follows_the_hand():
    start = camera_at((6, -8, 5), (0, 0, 1))
    camera, _ = moved(lambda motion: motion.pan(37, -21, HEIGHT))
    x, y, _ = camera.project([start.target], WIDTH, HEIGHT)[0]
    assert (x, y) == pytest.approx((WIDTH / 2 + 37, HEIGHT / 2 - 21), abs=0.01)


@pytest.mark.parametrize("notches", [3, -2])
def test_zoom_keeps_the_point_under_the_cursor_all_the_way(notches):
    camera = camera_at((6, -8, 5), (0, 0, 1))
    motion = CameraMotion(camera)
    point = camera.point_at(450, 250, WIDTH, HEIGHT, 7.0)
    before = camera.distance
    motion.zoom_to(notches, point)
    for _ in range(40):
        motion.tick(1 / 60)
        assert camera.project([point], WIDTH, HEIGHT)[0, :2] == pytest.approx((450, 250), abs=0.01)
    assert (camera.distance < before) == (notches > 0)


def test_zoom_has_ends():
    for notches in (10000, -10000):
        camera, motion = moved(lambda motion: motion.zoom_to(notches))
        assert np.isfinite(camera.eye).all() and not motion.moving


def test_a_shifted_picture_is_the_same_picture_elsewhere():
    """A shift moves every pixel by the same way, and the target to its place."""
    plain, shifted = camera_at((6, -8, 5), (0, 0, 1)), camera_at((6, -8, 5), (0, 0, 1), (0.3, -0.2))
    places = [(0, 0, 1), (2, 1, 0), (-3, 2, 4)]
    way = shifted.project(places, WIDTH, HEIGHT) - plain.project(places, WIDTH, HEIGHT)
    assert way == pytest.approx(np.tile((0.15 * WIDTH, 0.1 * HEIGHT, 0.0), (3, 1)))


def test_the_shift_eases_and_is_awaited():
    camera = camera_at((6, -8, 5), (0, 0, 1))
    motion = CameraMotion(camera)
    motion.shift((0.3, -0.2))
    motion.tick(0.05)
    assert motion.moving and 0 < camera.shift[0] < 0.3
    motion.tick(settled)
    assert not motion.moving and camera.shift == pytest.approx((0.3, -0.2))


def test_look_turns_the_head_and_not_the_eye():
    start = camera_at((6, -8, 5), (0, 0, 1))
    camera, _ = moved(lambda motion: motion.look(50, 20))
    assert camera.eye == pytest.approx(start.eye)
    x, y, _ = camera.project([start.target], WIDTH, HEIGHT)[0]
    assert x < WIDTH / 2 and y < HEIGHT / 2, "what was in the middle leaves to the left and upwards"


@pytest.mark.parametrize("keys, along", [((1, 0, 0), "right"), ((0, 1, 0), "backward"), ((0, 0, 1), None)])
def test_flying_goes_where_the_keys_say_and_stops(keys, along):
    camera = camera_at((6, -8, 5), (0, 0, 1))
    motion, start = CameraMotion(camera), camera.eye
    for _ in range(60):
        motion.fly(*keys)
        motion.tick(1 / 60)
    way = camera.eye - start
    wanted = {"right": camera.right, "backward": -camera.backward, None: np.array((0, 0, 1.0))}[along]
    assert way @ wanted == pytest.approx(np.linalg.norm(way)) and np.linalg.norm(way) > 1
    motion.fly(0, 0, 0)
    motion.tick(settled)
    stopped = camera.eye
    motion.tick(1.0)
    assert camera.eye == pytest.approx(stopped, abs=1e-6) and not motion.moving


def test_home_is_where_the_scene_put_the_camera():
    camera = Camera()
    motion = CameraMotion(camera)
    motion.jump((1, 2, 3), (0, 0, 0))
    motion.orbit(3000, 40)
    motion.pan(200, 3, HEIGHT)
    motion.zoom_to(4)
    motion.tick(settled)
    motion.home()
    motion.tick(settled)
    assert camera.eye == pytest.approx((1, 2, 3), abs=1e-6)


def test_easing_does_not_depend_on_the_frame_rate():
    ends = []
    for steps in (1, 10, 200):
        camera = camera_at((6, -8, 5), (0, 0, 1))
        motion = CameraMotion(camera)
        motion.orbit(100, 20)
        motion.zoom_to(2)
        for _ in range(steps):
            motion.tick(0.08 / steps)
        ends.append((*camera.eye, camera.distance))
    assert ends[1] == pytest.approx(ends[0]) and ends[2] == pytest.approx(ends[0])
