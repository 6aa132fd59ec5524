"""Any number of threads gives the same bits: inside a colour no body stands twice, and nothing is summed across blocks."""
from __future__ import annotations

import threading

import pytest

import scenes
from physics import Box, Plane, Sphere, World
from physics.dynamics.coloring import COLORS
from physics.parallel.job_runner import Teamwork
from scenes.catalog import find
from tests.support.mixed_scene import Recipe, build, run

NUMBERS = (1, 2, 3, 4, 8)
MODES = ("soft", "split_impulse", "baumgarte", "position", "none")
# scenes with everything in them: stacks, piles, friction, restitution, joints of all kinds, drives, chains, heavy loads
SCENES = ("pyramid_2d", "tower", "mass_ratio", "dominoes", "bounce_row", "friction_radial", "slide_twist", "slope_friction",
          "two_heaps", "cradle", "bridge", "joint_zoo", "drives", "springs", "ragdoll_stairs", "wrecking_ball", "net", "rush",
          "benchmark/a_wall_pyramid", "benchmark/c_box_pit", "benchmark/e_mixed_pit")
QUICK = ("joint_zoo", "ragdoll_stairs", "benchmark/c_box_pit")


def with_threads(world: World, number: int) -> World:
    """The world with so many threads in every step, however small."""
    world._teamwork = Teamwork(number, measured=False)
    return world


@pytest.mark.parametrize("mode", MODES)
def test_same_bits_for_any_number_of_threads(mode):
    """The mixed scene with all joints, boxes and balls."""
    found = {}
    for number in NUMBERS:
        world, joint = build(Recipe(stabilization=mode, bodies=120))
        found[number] = run(with_threads(world, number), joint, 200)
        assert world.threads_used == number
    assert all(hashes == found[1] for hashes in found.values())


def tray(number: int) -> tuple[World, list[str]]:
    """A loaded tray that touches more marbles than there are colours, and its hashes."""
    world = with_threads(World(), number)
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(3, 3, 0.1)), position=(0, 0, 0.1), mass=50)
    for k in range(100):
        world.add_body(shape=Sphere(radius=0.2), position=(0.55 * (k % 10) - 2.4, 0.55 * (k // 10) - 2.4, 0.5), mass=1,
                       velocity=(0.1 * (k % 7), 0.1 * (k % 5), 0))
    found = []
    for _ in range(60):
        world.step()
        found.append(world.state_hash())
    return world, found


def test_same_bits_with_more_contacts_than_colors():
    """What finds no colour is solved in one order, in whatever parts of the world threads are at work."""
    world, alone = tray(1)
    start = world._contacts.contacts.color_start
    assert start[COLORS + 1] - start[COLORS] > 20
    assert all(tray(number)[1] == alone for number in (2, 3, 8))


def hashes_of(name: str, number: int, steps: int) -> list[str]:
    """State hash of a scene every 50 steps."""
    world = with_threads(scenes.build(scenes.load(find(name).path)), number)
    found = []
    for k in range(steps):
        world.step()
        if k % 50 == 49:
            found.append(world.state_hash())
    return found


@pytest.mark.parametrize("name", QUICK)
def test_same_bits_in_scenes(name):
    """Some of the scenes, 200 steps."""
    alone = hashes_of(name, 1, 200)
    assert all(hashes_of(name, number, 200) == alone for number in (2, 8))


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENES)
def test_same_bits_in_many_scenes(name):
    """20 scenes x 600 steps."""
    alone = hashes_of(name, 1, 600)
    assert all(hashes_of(name, number, 600) == alone for number in (2, 4, 8))


def test_worlds_side_by_side():
    """Two worlds that are stepped by two callers at once: one has the crew, the other works alone, neither is disturbed."""
    def make() -> tuple[World, object]:
        world, joint = build(Recipe(bodies=60))
        return with_threads(world, 3), joint

    alone = run(*make(), 150)
    found: list[list[str]] = []
    callers = [threading.Thread(target=lambda: found.append(run(*make(), 150))) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert found == [alone] * 3
