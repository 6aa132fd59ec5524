"""The length scale: found from the sizes of bodies, or said, and what follows it."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics import Box, Plane, SettingError, SolverSettings, Sphere, World
from physics.definitions.length_scale import found_scale, scaled


def test_it_is_the_decade_of_the_harmonic_mean_of_extents():
    assert found_scale(np.zeros((0, 3))) == 1
    assert [found_scale(np.full((3, 3), half)) for half in (0.16, 0.5, 1.5, 1.6)] == [1, 1, 1, 10]
    assert [found_scale(np.full((2, 3), half)) for half in (1e-4, 0.005, 0.02, 50, 1e4)] == [1e-4, 0.01, 0.1, 100, 1e4]
    domino = np.array([[0.01, 0.05, 0.1]])                                # 3 / (50 + 10 + 5) m
    assert found_scale(domino) == 0.1 and found_scale(10 * domino) == 1 and found_scale(domino / 10) == 0.01


def test_small_and_thin_things_decide_and_order_does_not():
    rng = np.random.default_rng(3)
    halves = rng.uniform(0.01, 3, (200, 3))
    assert len({found_scale(rng.permutation(halves)) for _ in range(20)}) == 1
    crates = np.full((9, 3), 0.5)
    assert found_scale(np.vstack((crates, [[500] * 3]))) == 1             # a stranger of a kilometre
    assert found_scale(np.vstack((crates, [[0.005] * 3]))) == 0.1         # a marble: 10 / (9 + 100) m


@pytest.mark.parametrize("precision", ["single", "double"])
def test_a_world_finds_it_from_its_dynamic_bodies(precision):
    world = World(precision=precision)
    assert world.length_scale == 1
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(100, 100, 1)), type="static", position=(0, 0, -1))
    world.add_body(shape=Box(half=(0.01,) * 3), type="kinematic", position=(9, 0, 1))
    assert world.length_scale == 1
    die = world.add_body(shape=Box(half=(0.005,) * 3), position=(0, 0, 0.005))
    assert world.length_scale == 0.01
    saved = world.snapshot()
    for k in range(200):
        world.add_body(shape=Sphere(radius=0.5), position=(10 + k, 0, 0.5))
    assert world.length_scale == 1
    world.restore(saved)
    assert world.length_scale == 0.01
    world.remove(die)
    assert world.length_scale == 1


def test_a_world_that_goes_back_to_a_snapshot_takes_the_same_way_again():
    world = World()
    world.add_body(shape=Plane(), type="static")
    for k in range(5):
        world.add_body(shape=Box(half=(0.05,) * 3), position=(0.01 * k, 0, 0.06 + 0.11 * k))
    saved = world.snapshot()
    hashes = []
    for _ in range(2):
        world.restore(saved)
        for step in range(30):
            if step == 10:
                world.add_body(shape=Sphere(radius=50), position=(1000, 0, 50))
            world.step()
        hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]


def test_it_can_be_said():
    world = World(length_scale=10)
    world.add_body(shape=Sphere(radius=0.5))
    assert world.length_scale == 10
    world.length_scale = 0.5
    assert world.length_scale == 0.5
    world.length_scale = None
    assert world.length_scale == 1
    with pytest.raises(SettingError, match="length_scale: 0 is out of range"):
        world.length_scale = 0


def test_saying_it_wakes_what_rests_on_it():
    world = World(sleep=True, sleep_time=0)
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5))
    for _ in range(60):
        world.step()
    assert ball.asleep
    world.length_scale = None
    assert ball.asleep
    world.length_scale = 0.1
    assert not ball.asleep


def test_lengths_speeds_and_impulses_follow_it():
    settings = SolverSettings()
    assert scaled(settings, 1.0) is settings
    large, small = scaled(settings, 100.0), scaled(settings, 0.01)
    assert (large.margin, large.slop, large.flush_tolerance) == pytest.approx((2, 0.5, 0.1))
    assert (large.restitution_threshold, large.push_speed, large.max_speed) == pytest.approx((10, 30, 5000))
    assert large.max_warm_start == pytest.approx(1e5 * 100**3.5)
    assert (small.margin, small.slop, small.restitution_threshold) == pytest.approx((2e-4, 5e-5, 0.1))
    assert (small.max_speed, small.max_warm_start) == (500, 1e5)          # guards of numbers, not of sizes
    assert (small.substeps, small.beta, small.contact_hertz) == (settings.substeps, settings.beta, settings.contact_hertz)


SCENE = """
format: 1
world: {length_scale: 0.05}
bodies:
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}}
"""


def test_a_scene_can_say_it():
    assert scenes.build(scenes.loads(SCENE)).length_scale == pytest.approx(0.05)
    assert scenes.build(scenes.loads(SCENE), overrides=["world.length_scale=2"]).length_scale == 2
    assert scenes.build(scenes.loads(SCENE.replace("{length_scale: 0.05}", "{}"))).length_scale == 1
