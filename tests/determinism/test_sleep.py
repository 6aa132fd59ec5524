"""Sleep does not affect awake bodies, and is the same on every run, for any number of threads and with other bodies present."""
from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from physics import BallSocket, Box, Fixed, Sphere, World
from physics.parallel.job_runner import Teamwork
from tests.determinism.test_strangers import FAR, alone, same, states, trajectory
from tests.support.mixed_scene import Recipe, build

WOKEN = 450                            # step in which a sleeper of the heap is pushed


def heap(world: World, at: float, count: int = 30, seed: int = 3) -> list[int]:
    """A floor with boxes and balls that come to rest on it, a ball on a tray among them; returns the uids."""
    made = [world.add_body(shape=Box(half=(6, 6, 1)), type="static", position=(at, 0, 19))]
    rng = np.random.default_rng(seed)
    for k in range(count):
        shape = Sphere(radius=0.3) if k % 5 == 4 else Box(half=tuple(rng.uniform(0.2, 0.5, 3)))
        place = at + rng.uniform(-2, 2), rng.uniform(-2, 2), 21 + 0.5 * k
        made.append(world.add_body(shape=shape, position=place, angular_damping=20 if k % 5 == 4 else 0))
    for a, b in zip(made[1::7], made[2::7]):
        world.add_joint(Fixed(a=a, b=b) if a.uid % 2 else BallSocket(a=a, b=b, anchor=(a.position + b.position) / 2))
    return [body.uid for body in made]


def awake_scene(stabilization: str, sleep: bool):
    """The mixed scene, none of whose bodies may sleep."""
    world, joint = build(Recipe(stabilization=stabilization))
    for body in world.bodies:
        body.can_sleep = False
    world.sleep = sleep
    return world, joint


@pytest.mark.parametrize("stabilization", ["soft", "split_impulse", "position"])
def test_a_heap_that_falls_asleep_and_is_woken_elsewhere(stabilization):
    uids, expected = alone(stabilization, WOKEN + 120)
    for sleep in (True, False):
        world, joint = awake_scene(stabilization, sleep)
        sleepers = heap(world, FAR)
        seen = []

        def meanwhile(world: World, k: int) -> None:
            seen.append(int(world.asleep.sum()))
            if k == WOKEN:
                for body in [body for body in world.bodies if body.asleep][:1]:
                    body.apply_impulse((0, 0, 5 * body.mass))

        assert same(trajectory(world, joint, uids, WOKEN + 120, meanwhile), expected)
        if sleep:
            assert seen[WOKEN] > 8 and min(seen[WOKEN + 1:]) < seen[WOKEN], f"{sleepers} did not sleep and wake: {seen[WOKEN:]}"
        else:
            assert max(seen) == 0


@cache
def nap(strangers: str, steps: int = 500) -> list[np.ndarray]:
    """A heap that falls asleep, is woken and sleeps again; states, and which bodies sleep, after every step."""
    world = World(sleep=True)
    if strangers == "before":
        world.add_body(shape=Box(half=(9, 9, 1)), type="static", position=(0, 0, -1))
        for k in range(37):
            world.add_body(shape=Box(half=(0.3, 0.3, 0.3)), position=(0.3 * (k % 4), 0.1 * k, 1 + k))
    uids = heap(world, FAR, seed=4)
    found = []
    for k in range(steps):
        if strangers == "while it sleeps" and k in (300, 330, 360):
            world.add_body(shape=Box(half=(0.3, 0.4, 0.5)), position=(0, 0, k), can_sleep=k != 330)
        if strangers == "while it sleeps" and k == 390:
            world.remove(world.bodies[-2])
        if k == 350:
            world.body(uids[5]).apply_impulse((0, 0, 300))
        world.step()
        asleep = world.asleep[np.isin(world.uids, uids)]
        found.append(np.column_stack((states(world, uids), asleep)))
    slept = [sleepers[:, -1].sum() for sleepers in found]
    assert slept[349] > 12 and slept[350] < slept[349], f"no body slept and woke: {slept[349:352]}"
    return found


@pytest.mark.parametrize("strangers", ["before", "while it sleeps"])
def test_strangers_and_their_order_change_no_sleep(strangers):
    assert same(nap(strangers), nap("none"))


@pytest.mark.parametrize("stabilization", ["soft", "baumgarte"])
def test_the_same_sleep_for_any_number_of_threads(stabilization):
    def hashes(number: int) -> list[str]:
        world, joint = build(Recipe(stabilization=stabilization, bodies=60))
        world.sleep = True
        heap(world, FAR)
        world._teamwork = Teamwork(number, measured=False)
        found = []
        for k in range(360):
            if k == 300:
                world.bodies[-1].wake()
            world.step()
            found.append(world.state_hash())
        assert world.asleep.any()
        return found

    once = hashes(1)
    assert hashes(2) == once and hashes(3) == once


@pytest.mark.parametrize("at", [30, 120, 240])
def test_going_on_from_a_snapshot(at):
    world = World(sleep=True)
    heap(world, 0.0)
    for _ in range(at):
        world.step()
    saved = world.snapshot()

    def future() -> list[str]:
        found = []
        for k in range(120):
            if k == 60:
                world.bodies[7].apply_impulse((0, 0, 50))
            world.step()
            found.append(world.state_hash())
        return found

    first = future()
    world.restore(saved)
    assert future() == first


def test_a_sleeper_is_what_it_was_when_it_fell_asleep():
    """Its pose, its box, its contacts and their impulses, while others in the same blocks of rows and pairs move on."""
    world = World(sleep=True)
    floor = world.add_body(shape=Box(half=(9, 9, 1)), type="static", position=(0, 0, -1))
    sleepers, movers = [], []
    for k in range(16):
        shape = Box(half=(0.3, 0.3, 0.3)) if k % 3 else Sphere(radius=0.3)
        sleepers.append(world.add_body(shape=shape, position=(k - 8, -2, 0.3)))
        movers.append(world.add_body(shape=shape, position=(k - 8, 2, 0.3), velocity=(0, 0.5, 4), restitution=0.9,
                                     can_sleep=False))
    for _ in range(60):
        world.step()
    assert all(body.asleep for body in sleepers) and floor.type == "static"

    def kept() -> list[bytes]:
        contacts, uids = world.contact_arrays(), {body.uid for body in sleepers}
        ours = np.flatnonzero([bool(uids & set(pair)) for pair in contacts.bodies.tolist()])
        order = ours[np.lexsort((contacts.features[ours], contacts.bodies[ours].max(1)))]
        return [column[order].tobytes() for column in contacts[:-1]] + [
            states(world, sorted(uids)).tobytes(), world.aabbs[np.isin(world.uids, sorted(uids))].tobytes()]

    before = kept()
    for k in range(60):
        if k == 30:
            world.add_body(shape=Box(half=(0.3, 0.3, 0.3)), position=(0, 5, 3))
        world.step()
        assert kept() == before
