"""The window's camera goes to vantages, is carried along paths, moves with bodies, and comes home with its field of view."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.draw.camera import Camera
from app.input.camera_motion import CameraMotion
from app.published.film_plan import Vantage

ABOVE = Vantage((1.0, 0.0, 12.0), (1.0, 3.0, 0.0), 0.4)


@pytest.fixture
def motion():
    return CameraMotion(Camera((0.0, -9.0, 2.0), (0.0, 0.0, 1.0), 0.9))


def test_it_eases_to_a_vantage_and_home_again(motion):
    home = motion.vantage
    motion.go(ABOVE)
    assert motion.vantage == home and motion.moving
    motion.tick(0.1)
    assert 0.4 < motion.camera.fov < 0.9, "the field of view eases too"
    for _ in range(60):
        motion.tick(0.1)
    assert motion.vantage.eye == pytest.approx(ABOVE.eye, abs=1e-6) and motion.vantage.fov == pytest.approx(0.4)
    assert not motion.moving
    assert not motion.at_home
    motion.home()
    motion.arrive()
    assert motion.vantage.eye == pytest.approx(home.eye) and motion.camera.fov == 0.9 and motion.at_home


def test_it_turns_by_the_shorter_way(motion):
    motion.orbit(-3 * 2 * math.pi / 0.0055, 0)                       # three times around
    motion.arrive()
    before = motion.camera.yaw
    motion.go(Vantage((0.0, 9.0, 2.0), (0.0, 0.0, 1.0), 0.9))
    motion.arrive()
    assert abs(motion.camera.yaw - before) == pytest.approx(math.pi)


def test_it_is_carried_at_once_and_home_stays(motion):
    home = motion.vantage
    motion.carry(ABOVE)
    assert motion.vantage.eye == pytest.approx(ABOVE.eye) and motion.camera.fov == 0.4
    motion.tick(1.0)
    assert motion.vantage.eye == pytest.approx(ABOVE.eye) and not motion.moving
    motion.home()
    motion.arrive()
    assert motion.vantage.eye == pytest.approx(home.eye)


def test_it_moves_with_a_body_while_it_eases(motion):
    motion.orbit(100, 20)
    still = CameraMotion(Camera((0.0, -9.0, 2.0), (0.0, 0.0, 1.0), 0.9))
    still.orbit(100, 20)
    for _ in range(5):
        motion.translate(np.array((1.0, 0.0, 0.0)))
        motion.tick(0.02)
        still.tick(0.02)
    assert np.subtract(motion.vantage.eye, still.vantage.eye) == pytest.approx((5, 0, 0))


def test_what_the_user_does_counts_as_a_touch_and_nothing_else(motion):
    for quiet in (lambda: motion.go(ABOVE), lambda: motion.carry(ABOVE), lambda: motion.translate(np.ones(3)), motion.home,
                  lambda: motion.fly(0, 0, 0), lambda: motion.tick(0.1), lambda: motion.shift((0.1, 0.0)),
                  lambda: motion.aim(np.zeros(3)), motion.arrive):
        quiet()
        assert motion.touches == 0
    for count, touch in enumerate((lambda: motion.orbit(1, 0), lambda: motion.pan(1, 0, 720), lambda: motion.zoom_to(1),
                                   lambda: motion.look(1, 0), lambda: motion.fly(0, 1, 0)), 1):
        touch()
        assert motion.touches == count
