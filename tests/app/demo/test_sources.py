"""Sources of recordings: a scene, a history and a world, which are left as they are."""
from __future__ import annotations

import numpy as np
import pytest

from app.demo.recording import ABSENT
from app.demo.sources import Wish, of_history, of_scene, of_world, plan_of
from app.headless.errors import InputError
from app.headless.options import RunOptions, open_scene
from physics import Box, History, Plane, Sphere, World


@pytest.fixture
def world():
    made = World()
    made.add_body(shape=Plane(), type="static")
    made.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 3), angular_velocity=(1, 2, 0), name="crate")
    return made


@pytest.mark.parametrize("dt, fps, seconds, plan", [
    (1 / 60, 60, 1, (1, 61)), (1 / 240, 60, 1, (4, 61)), (1 / 60, 240, 1, (1, 61)), (1 / 100, 60, 1, (1, 101)),
    (1 / 60, 30, 0.99, (2, 31)), (1 / 60, 60, 0, (1, 1))])
def test_frames(dt, fps, seconds, plan):
    """A frame is a step, or every second, third, ... one: at least as many as are asked for, where there are."""
    assert plan_of(dt, Wish(seconds, fps)) == plan


def test_a_scene_runs_with_its_events():
    found = of_scene(open_scene("welcome", RunOptions()), Wish(2.0, plots=()))
    other = open_scene("welcome", RunOptions())
    for _ in range(60):
        other.runner.step()
    assert found.times[60] == pytest.approx(1.0) and found.shown.title == other.document.title
    rows = np.searchsorted(found.bodies.uids, other.world.uids)
    assert np.array_equal(found.poses[60, rows, :3], np.asarray(other.world.positions, np.float32))
    assert tuple(found.shown.camera.eye) == pytest.approx(other.document.camera.position)


def test_camera_and_followed_body():
    opened = open_scene("wrecking_ball", RunOptions())
    found = of_scene(opened, Wish(0.1, plots=(), camera={"distance": 5.0}, follow="ball"))
    away = np.subtract(found.shown.camera.eye, found.shown.camera.target)
    assert np.linalg.norm(away) == pytest.approx(5) and found.bodies.names[found.bodies.index(found.shown.followed)] == "ball"
    with pytest.raises(InputError, match="did you mean 'ball'"):
        of_scene(open_scene("wrecking_ball", RunOptions()), Wish(0.1, follow="bell"))


def test_a_bookmark_of_the_scene_is_where_the_camera_is():
    """Also with another distance; what is no bookmark is said before a step is taken."""
    opened = open_scene("dominoes", RunOptions())
    mark = opened.document.camera.bookmarks[0]
    found = of_scene(opened, Wish(0.05, plots=(), camera={"bookmark": mark.name})).shown.camera
    assert found.eye == pytest.approx(mark.position, abs=1e-5) and found.target == pytest.approx(mark.target, abs=1e-5)
    near = of_scene(opened, Wish(0.05, plots=(), camera={"bookmark": mark.name, "distance": 2.0})).shown.camera
    assert np.linalg.norm(np.subtract(near.eye, near.target)) == pytest.approx(2)
    assert near.target == pytest.approx(mark.target, abs=1e-5)
    step = opened.world.step_count
    with pytest.raises(InputError, match=f"did you mean '{mark.name}'"):
        of_scene(opened, Wish(0.05, camera={"bookmark": mark.name + "x"}))
    assert opened.world.step_count == step
    for make in (of_world, lambda world, wish: of_history(History(world), wish)):
        with pytest.raises(InputError, match="the scene has none"):
            make(World(), Wish(0.1, camera={"bookmark": "above"}))


def test_progress_may_end_it():
    seen = []

    def advance(done):
        seen.append(done)
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        of_scene(open_scene("welcome", RunOptions()), Wish(2.0), advance)
    assert seen == [1, 2, 3, 4, 5]


def test_a_history_is_taken_again_and_left_alone(world):
    history = History(world)
    expected = [np.array(world.positions[1])]
    for step in range(60):
        if step == 20:
            world.add_body(shape=Sphere(radius=0.3), position=(0.2, 0, 6), name="ball")
        if step == 40:
            world.gravity = (0, 0, 3)
        world.step()
        expected.append(np.array(world.positions[1]))
    before = world.state_hash(), history.bytes
    found = of_history(history, Wish(0))
    assert (world.state_hash(), history.bytes) == before and not history.in_past
    assert np.array_equal(found.poses[:, 1, :3], np.array(expected, np.float32))
    assert (found.states[:, 2] != ABSENT).tolist() == [False] * 21 + [True] * 40


def test_of_a_history_in_the_past_the_steps_until_then(world):
    history = History(world)
    for _ in range(30):
        world.step()
    history.at(12)
    found = of_history(history, Wish(0))
    assert len(found.times) == 13 and found.times[-1] == pytest.approx(world.time) and history.present == 12


def test_a_world_as_it_is_and_its_future(world):
    before = world.state_hash()
    still, future = of_world(world, Wish(0)), of_world(world, Wish(0.5))
    assert len(still.times) == 1 and len(future.times) == 31 and world.state_hash() == before
    for _ in range(30):
        world.step()
    assert np.array_equal(future.poses[-1, 1, :3], np.asarray(world.positions, np.float32)[1])
    assert future.poses[-1, 1, 2] < still.poses[0, 1, 2] - 1
