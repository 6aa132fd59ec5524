"""Recordings: bodies that come and go, sleep, and are sensors; limits."""
from __future__ import annotations

import numpy as np
import pytest

from app.demo import recording as recordings
from app.demo.curves import Curves
from app.demo.recording import ABSENT, ASLEEP, AWAKE, OCCUPIED, Recorder, Shown, held
from app.draw.frame import CameraPose
from app.headless.errors import InputError
from physics import Box, Plane, Sphere, World

SHOWN = Shown("Test", "", CameraPose((0, -9, 2), (0, 0, 0)))


def recorded(world: World, frames: int, between=lambda frame: None) -> recordings.Recording:
    """A recording of these frames; `between(frame)` is called before the step to a frame."""
    recorder = Recorder(world, Curves(world, (), "plots"), frames)
    recorder.take()
    for frame in range(1, frames):
        between(frame)
        world.step()
        recorder.take()
    return recorder.finish(SHOWN)


def test_bodies_come_and_go():
    world = World()
    world.add_body(shape=Plane(), type="static", name="floor")
    first = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 2), name="first")

    def between(frame):
        if frame == 5:
            world.add_body(shape=Sphere(radius=0.25), position=(3, 0, 4), name="second")
        if frame == 8:
            world.remove(first)

    found = recorded(world, 12, between)
    assert found.bodies.names == ("floor", "first", "second") and found.times[-1] == pytest.approx(11 / 60)
    there = found.states != ABSENT
    assert there[:, 0].all()
    assert there[:, 1].tolist() == [True] * 8 + [False] * 4 and there[:, 2].tolist() == [False] * 5 + [True] * 7
    # before it comes a body is where it will be, and after it goes where it was
    assert np.array_equal(found.poses[0, 2], found.poses[5, 2]) and found.poses[5, 2, 0] == 3
    assert np.array_equal(found.poses[11, 1], found.poses[7, 1]) and found.poses[7, 1, 2] < found.poses[0, 1, 2]


def test_sleep_is_recorded():
    world = World(sleep=True)
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5))
    found = recorded(world, 240)
    assert found.states[0, 1] == AWAKE and found.states[-1, 1] == ASLEEP
    fell_asleep = int(np.argmax(found.states[:, 1] == ASLEEP))
    assert np.array_equal(found.poses[fell_asleep, 1], found.poses[-1, 1])


def test_a_sensor_tells_when_a_body_is_in_it():
    world = World()
    world.add_body(shape=Box(half=(1, 1, 0.5)), type="static", sensor=True, name="gate")
    world.add_body(shape=Sphere(radius=0.2), position=(0, 0, 2), name="ball")
    found = recorded(world, 90)
    occupied = found.states[:, 0] == OCCUPIED
    heights = found.poses[:, 1, 2]
    assert occupied.any() and not occupied[0] and not occupied[-1] and heights[occupied].max() < 0.8


def test_poses_that_are_no_numbers_are_absent():
    poses = np.zeros((4, 2, 7), np.float32)
    poses[:, 0, 0] = (1, 2, np.nan, 4)
    there = np.isfinite(poses).all(axis=2)
    there[:, 1] = False
    found = held(poses, there)
    assert found[:, 0, 0].tolist() == [1, 2, 2, 4] and found[0, 1].tolist() == [0, 0, 0, 0, 0, 0, 1]


def test_too_much_is_said_before_any_work(monkeypatch):
    monkeypatch.setattr(recordings, "MOST", 100)
    world = World()
    for k in range(5):
        world.add_body(shape=Sphere(radius=0.2), position=(k, 0, 0))
    with pytest.raises(InputError, match="at most 100 poses.* for 5 bodies are 20 frames"):
        Recorder(world, Curves(world, (), "plots"), 21)
    recorder = Recorder(world, Curves(world, (), "plots"), 20)
    for _ in range(20):
        recorder.take()
    with pytest.raises(InputError, match="take fewer seconds"):
        recorder.take()
