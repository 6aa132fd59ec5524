"""The camera's path: through its keyframes, smooth, above the floor, round about its target, by the shorter way."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.draw.film.camera_path import CameraPath, moved, pose_of
from app.published.film_plan import Keyframe, Vantage


def path_of(*keys, fov=0.9):
    """A path through (time, eye, target)."""
    return CameraPath([Keyframe(at, Vantage(eye, target, fov)) for at, eye, target in keys])


def random_keys(seed, count=6):
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.uniform(0.2, 2.0, count))
    return [Keyframe(float(t), Vantage(tuple(rng.uniform((-9, -9, 0.01), (9, 9, 6)).tolist()),
                                       tuple(rng.uniform((-3, -3, 0), (3, 3, 3)).tolist()), float(rng.uniform(0.3, 1.5))))
            for t in times]


@pytest.mark.parametrize("seed", range(20))
def test_it_goes_through_its_keyframes(seed):
    keys = random_keys(seed)
    path = CameraPath(keys)
    for key in keys:
        found = path.at(key.at)
        assert found.eye == pytest.approx(key.vantage.eye, abs=1e-9) and found.target == pytest.approx(key.vantage.target)
        assert found.fov == pytest.approx(key.vantage.fov)
    assert path.at(-5.0) == path.at(keys[0].at) and path.at(99.0) == path.at(keys[-1].at)


@pytest.mark.parametrize("seed", range(40))
def test_neither_eye_nor_target_goes_through_a_floor_below_all_keyframes(seed):
    keys = random_keys(seed)
    path = CameraPath(keys)
    for one, other in zip(keys, keys[1:]):
        for time in np.linspace(one.at, other.at, 101):
            found = path.at(time)
            for now, a, b in ((found.eye[2], one.vantage.eye[2], other.vantage.eye[2]),
                              *zip(found.target, one.vantage.target, other.vantage.target)):
                assert min(a, b) - 1e-9 <= now <= max(a, b) + 1e-9


def test_a_spline_through_the_points_would_go_through_the_floor_here():
    """What is avoided: the centripetal spline of Catmull and Rom through these heights is below 0 for a while."""
    heights = np.array([9.0, 0.1, 0.1, 9.0])
    knots = np.concatenate(([0.0], np.cumsum(np.sqrt(np.abs(np.diff(heights)) + 1.0))))
    t = (knots[1] + knots[2]) / 2

    def mixed(a, b, i, j):
        return ((knots[j] - t) * a + (t - knots[i]) * b) / (knots[j] - knots[i])

    a1, a2, a3 = (mixed(heights[k], heights[k + 1], k, k + 1) for k in range(3))
    assert mixed(mixed(a1, a2, 0, 2), mixed(a2, a3, 1, 3), 1, 2) < 0
    path = path_of(*((float(k), (5.0 + k, 0.0, float(height)), (0.0, 0.0, 0.0)) for k, height in enumerate(heights)))
    assert min(path.at(t).eye[2] for t in np.linspace(0, 3, 301)) == pytest.approx(0.1)


def test_a_turn_is_round_and_does_not_come_nearer():
    path = path_of((0.0, (8.0, 0.0, 3.0), (0.0, 0.0, 1.0)), (2.0, (0.0, 8.0, 3.0), (0.0, 0.0, 1.0)))
    for time in np.linspace(0, 2, 41):
        assert math.hypot(*path.at(time).eye[:2]) == pytest.approx(8.0)
    assert path.at(1.0).eye[:2] == pytest.approx((8 / math.sqrt(2),) * 2)


def test_it_turns_by_the_shorter_way():
    path = path_of((0.0, (-5.0, 0.5, 1.0), (0.0, 0.0, 1.0)), (1.0, (-5.0, -0.5, 1.0), (0.0, 0.0, 1.0)))
    assert max(path.at(t).eye[0] for t in np.linspace(0, 1, 21)) < -4.9


def test_with_a_target_that_moves_along_the_way_is_straight():
    path = path_of((0.0, (0.0, -9.0, 2.0), (0.0, 0.0, 1.0)), (1.0, (10.0, -9.0, 2.0), (10.0, 0.0, 1.0)))
    for time in np.linspace(0, 1, 11):
        assert path.at(time).eye[1:] == pytest.approx((-9.0, 2.0))


def test_it_begins_and_ends_softly_and_never_jumps():
    keys = [Keyframe(float(k), Vantage((8.0 * math.cos(k), 8.0 * math.sin(k), 2.0 + k), (0.0, 0.0, 1.0), 0.9)) for k in range(4)]
    path = CameraPath(keys)
    times = np.linspace(-0.5, 3.5, 4001)
    eyes = np.array([path.at(t).eye for t in times])
    speed = np.linalg.norm(np.diff(eyes, axis=0), axis=1) / np.diff(times)
    assert np.abs(np.diff(speed)).max() < 0.1 and speed[0] == speed[-1] == 0.0 and speed.max() < 25


def test_a_view_from_straight_above_turns_as_its_neighbours_do():
    path = path_of((0.0, (6.0, 0.0, 3.0), (0.0, 0.0, 0.0)), (1.0, (0.0, 0.0, 9.0), (0.0, 0.0, 0.0)),
                   (2.0, (6.0, 0.1, 3.0), (0.0, 0.0, 0.0)))
    for time in np.linspace(0, 2, 81):
        x, y, z = path.at(time).eye
        assert x > 0 and abs(math.atan2(y, x)) < 0.02, "no sudden roll"
        assert z <= 9.0
    alone = path_of((0.0, (0.0, 0.0, 9.0), (0.0, 0.0, 0.0)))
    assert alone.at(0.0).eye[2] == 9.0


def test_a_camera_that_moves_with_a_body_looks_at_it_from_the_same_side():
    seen = Vantage((3.0, -4.0, 2.0), (1.0, 0.0, 1.0), 0.7)
    there = moved(seen, (5.0, 5.0, 5.0))
    assert there == Vantage((7.0, 1.0, 6.0), (5.0, 5.0, 5.0), 0.7)
    pose = pose_of(there)
    assert pose.eye == pytest.approx(there.eye) and pose.target == there.target and pose.fov == 0.7
