"""Sensors: events and the present set, no push and no waking, sleeping bodies, joints, saved states, threads, fast bodies."""
from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from physics import Box, Fixed, Plane, SolverSettings, Sphere, World
from physics.parallel.job_runner import Teamwork
from physics.views.events import ContactBegin, SensorBegin, SensorEnd
from tests.support.mixed_scene import Recipe, build
from tests.support.sleeping_worlds import column, grounded, run_until_asleep

GATE = Box(half=(1, 1, 0.5))


def falling(**sensor):
    """A ball that falls through a sensor onto the ground."""
    world = World()
    floor = world.add_body(shape=Plane(), type="static")
    gate = world.add_body(shape=GATE, position=(0, 0, 3), sensor=True, **{"type": "static", **sensor})
    return world, floor, gate, world.add_body(shape=Sphere(radius=0.25), position=(0, 0, 5))


def of_sensors(world):
    """The last step's events of sensors."""
    return [event for event in world.events if isinstance(event, (SensorBegin, SensorEnd))]


def test_begin_end_and_the_present_set():
    world, floor, gate, ball = falling()
    seen, inside = [], []
    assert world.overlaps.shape == (0, 2) and gate.overlaps == []
    for _ in range(60):
        world.step()
        seen += world.events
        inside.append(2.25 < ball.position[2] < 3.75)
        assert gate.overlaps == ([ball] if inside[-1] else []) and ball.overlaps == ([gate] if inside[-1] else [])
        assert world.overlaps.tolist() == ([[gate.uid, ball.uid]] if inside[-1] else [])
    assert seen == [SensorBegin(gate.uid, ball.uid), SensorEnd(gate.uid, ball.uid), ContactBegin(floor.uid, ball.uid)]
    assert 5 < sum(inside) < 30


def test_a_sensor_changes_no_bit_of_the_others():
    """The mixed scene with joints, with large sensors of all types in it and without; the sensors come last in the order."""
    def run(sensors):
        world, _ = build(Recipe(bodies=40))
        count = len(world.uids)
        for kind in ("static", "kinematic", "dynamic") if sensors else ():
            moving = {} if kind == "static" else {"velocity": (0, 0, 2)}
            world.add_body(shape=Box(half=(6, 6, 3)), type=kind, position=(0, 0, 2), sensor=True, **moving)
        touched = 0
        for _ in range(60):
            world.step()
            touched += len(world.overlaps)
        return world.positions[:count].tobytes(), world.velocities[:count].tobytes(), world.contact_count, touched

    plain, watched = run(False), run(True)
    assert plain[:3] == watched[:3] and plain[3] == 0 and watched[3] > 1000


@pytest.mark.parametrize("kind", ["static", "kinematic", "dynamic"])
def test_sensors_wake_nobody_and_report_sleepers(kind):
    world = grounded()
    cubes = column(world)
    run_until_asleep(world)
    begins = []
    gate = world.add_body(shape=GATE, type=kind, position=(0, 0, 1.4), sensor=True, can_sleep=False)
    for k in range(20):
        if kind == "kinematic":
            gate.velocity = (0, 0, 0.1)
        world.step()
        begins += of_sensors(world)
        assert world.asleep[:4].tolist() == [False, True, True, True], k
    assert begins[:2] == [SensorBegin(gate.uid, cubes[0].uid), SensorBegin(gate.uid, cubes[1].uid)]
    assert cubes[1] in gate.overlaps


def test_a_world_at_rest_keeps_its_overlaps_without_events():
    world = grounded()
    cubes = column(world)
    gate = world.add_body(shape=GATE, type="static", position=(0, 0, 1.2), sensor=True)
    run_until_asleep(world)
    world.step()
    assert world.resting and gate.overlaps == cubes[:2]
    for _ in range(3):
        world.step()
        assert world.events == [] and gate.overlaps == cubes[:2]
    gate.position = (0, 0, 2.2)
    assert not world.resting
    world.step()
    assert world.events == [SensorEnd(gate.uid, cubes[0].uid), SensorBegin(gate.uid, cubes[2].uid)]
    assert all(cube.asleep for cube in cubes), "a sensor that is moved by hand wakes no body"


def test_static_bodies_are_reported_by_sensors_that_move_alone():
    """A static sensor in the ground reports nothing; one that hangs from a body reports the ground, but not what carries it."""
    world = World()
    floor = world.add_body(shape=Plane(), type="static")
    still = world.add_body(shape=GATE, type="static", sensor=True)
    legs = world.add_body(shape=Box(half=(0.2, 0.2, 0.5)), position=(5, 0, 1))
    foot = world.add_body(shape=Sphere(radius=0.1), position=(5, 0, 0.5), sensor=True, mass=0.1)
    world.add_joint(Fixed(a=legs, b=foot, anchor=(5, 0, 0.5)))
    grounded_at = []
    for _ in range(60):
        world.step()
        assert still.overlaps == [] and set(foot.overlaps) <= {floor}
        grounded_at.append(foot.overlaps == [floor])
    assert not grounded_at[0] and grounded_at[-1]


def test_filters_hold_for_sensors():
    world, _, gate, ball = falling(mask=0b10)
    other = world.add_body(shape=Sphere(radius=0.25), position=(0.5, 0, 5), category=0b10)
    seen = []
    for _ in range(45):
        world.step()
        seen += of_sensors(world)
    assert {event.body for event in seen} == {other.uid}
    gate.mask = 0b1
    ball.position = other.position = (0, 0, 3)
    world.step()
    assert gate.overlaps == [ball]


def test_removed_bodies_end_their_overlaps():
    world, _, gate, ball = falling()
    twin = world.add_body(shape=Sphere(radius=0.25), position=(0.6, 0, 5))
    while not gate.overlaps == [ball, twin]:
        world.step()
    world.remove(ball)
    assert gate.overlaps == [twin] and world.overlaps.tolist() == [[gate.uid, twin.uid]]
    world.step()
    assert of_sensors(world) == [SensorEnd(gate.uid, ball.uid)]
    world.remove(gate)
    assert twin.overlaps == []
    world.step()
    assert of_sensors(world) == [SensorEnd(gate.uid, twin.uid)]
    world.step()
    assert of_sensors(world) == [] and world._contacts.overlaps_in_use is False
    with pytest.raises(ReferenceError):
        _ = gate.overlaps


@pytest.mark.parametrize("way", ["snapshot", "deepcopy", "pickle"])
def test_saved_states_go_on_alike(way):
    world, _, gate, ball = falling()
    while not gate.overlaps:
        world.step()
    saved = {"snapshot": world.snapshot, "deepcopy": lambda: copy.deepcopy(world), "pickle": lambda: pickle.dumps(world)}[way]()

    def rest(world):
        found = []
        for _ in range(40):
            world.step()
            found.append((world.events, world.overlaps.tolist()))
        return found, world.state_hash()

    first = rest(world)
    if way == "snapshot":
        world.restore(saved)
        again = world
    else:
        again = saved if way == "deepcopy" else pickle.loads(saved)
    assert again.body(gate.uid).overlaps == [again.body(ball.uid)]
    assert rest(again) == first and any(events for events, _ in first[0])


def test_same_overlaps_for_any_number_of_threads():
    found = []
    for number in (1, 2, 4):
        world, _ = build(Recipe(bodies=60))
        world.add_body(shape=Box(half=(2, 2, 1)), type="static", position=(0, 0, 1), sensor=True)
        world._teamwork = Teamwork(number, measured=False)
        for _ in range(60):
            world.step()
        found.append((world.overlaps.tolist(), world.state_hash()))
    assert found[0] == found[1] == found[2] and len(found[0][0]) > 3


@pytest.mark.parametrize("continuous", [True, False])
def test_a_fast_body_is_reported_where_it_cannot_tunnel(continuous):
    """At 120 m/s a step is 2 m: with continuous collision the thin gate sees the ball for one step, without it never."""
    world = World(gravity=(0, 0, 0), solver=SolverSettings(continuous=continuous))
    gate = world.add_body(shape=Box(half=(0.02, 1, 1)), type="static", sensor=True)
    ball = world.add_body(shape=Sphere(radius=0.2), position=(-5, 0, 0), velocity=(120, 0, 0))
    seen = []
    for _ in range(6):
        world.step()
        seen += world.events
    assert seen == ([SensorBegin(gate.uid, ball.uid), SensorEnd(gate.uid, ball.uid)] if continuous else [])
    assert np.allclose(ball.velocity, (120, 0, 0)), "it is not stopped"


def test_a_world_without_sensors_looks_for_no_overlaps(monkeypatch):
    from physics.pipeline import store
    monkeypatch.setattr(store, "note_overlaps", lambda world: pytest.fail("looked"))
    world = World()
    world.add_body(shape=Sphere(radius=1))
    world.step()
    world.add_body(shape=Sphere(radius=1), sensor=True)
    with pytest.raises(pytest.fail.Exception):
        world.step()
