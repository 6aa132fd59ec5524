"""What sleep costs: nothing for a world that sleeps, and what is awake for one that sleeps in part."""
from __future__ import annotations

from time import perf_counter

import pytest

from physics import Box, Plane, Sphere, World
from physics.warmup import warmup

MANY = 10_000
LEAST_OF = 300                                   # steps: the fastest shows the work, on a shared machine


def asleep(count: int, **body) -> World:
    """So many balls asleep on a floor, in clumps of five that touch."""
    world = World(sleep=True, sleep_speed=10, sleep_time=0)
    world.add_body(shape=Plane(), type="static")
    for k in range(count):
        world.add_body(shape=Sphere(radius=0.25), position=(k // 100 * 1.0, k % 100 * 0.5 + k % 100 // 5, 0.25), **body)
    while not world.asleep[1:].all():
        assert world.step_count < 20
        world.step()
    return world


def quickest(world: World, steps: int = LEAST_OF) -> float:
    """[s] of the quickest of some steps."""
    times = []
    for _ in range(steps):
        since = perf_counter()
        world.step()
        times.append(perf_counter() - since)
    return min(times)


@pytest.fixture(scope="module", autouse=True)
def kernels():
    warmup("single")


def test_ten_thousand_sleepers_step_in_a_tenth_of_a_millisecond():
    world = asleep(MANY)
    assert quickest(world) < 1e-4
    assert world.contact_count >= MANY and world.asleep.sum() == MANY


def with_awake(world: World) -> World:
    """The same with fifty boxes that slide about elsewhere."""
    world.sleep_time = 1000
    for k in range(50):
        world.add_body(shape=Box(half=(0.4, 0.4, 0.4)), position=(-20 - 2 * k, 0, 0.4), velocity=(0, 0.1, 0), friction=0,
                       can_sleep=False)
    for _ in range(10):
        world.step()
    return world


def test_a_world_that_sleeps_in_part_costs_what_is_awake():
    alone, among, restless = with_awake(asleep(0)), with_awake(asleep(MANY)), with_awake(asleep(MANY))
    restless.sleep = False
    assert among.asleep.sum() == MANY
    few, some, all_of_them = (quickest(world, 60) for world in (alone, among, restless))
    times = f"{few * 1e3:.3f} ms alone, {some * 1e3:.3f} among sleepers, {all_of_them * 1e3:.3f} with all awake"
    assert some - few < 0.2 * (all_of_them - few), times
