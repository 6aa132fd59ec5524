"""Events of a step of no time.

Seen: `world.dt = 0; world.step()` left the events of the last step in `world.events`, so a script that pauses by dt = 0 and
counts events counted them twice.  Expected: no events, for nothing happens in a step of no time, and the same state; the next
step has its own.  Why: the step returned before it touched what events are read from.
"""
from __future__ import annotations

import pytest

from physics import Box, Fixed, Plane, Sphere, World
from physics.views.events import ContactBegin, JointBroke, SensorBegin


def busy() -> World:
    """A ball that touches ground and a sensor in its first step, and a joint that breaks in it."""
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(1, 1, 1)), type="static", sensor=True)
    world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.499))
    hung = world.add_body(shape=Sphere(radius=0.5), position=(5, 0, 5))
    world.add_joint(Fixed(a=None, b=hung, anchor=(5, 0, 5), break_force=1))
    return world


def test_a_step_of_no_time_has_no_events():
    world = busy()
    world.step()
    assert {type(event) for event in world.events} == {ContactBegin, SensorBegin, JointBroke}
    before = world.state_hash()
    world.dt = 0.0
    for _ in range(8):
        world.step()
        assert world.events == [] and world.state_hash() == before and len(world.overlaps) == 1
    world.dt = 1 / 60
    world.step()
    assert world.events == []


@pytest.mark.parametrize("pauses", [0, 3])
def test_pauses_change_nothing(pauses):
    """What ends after a pause ends once, and the run is the same to the last bit."""
    world, other = busy(), busy()
    world.step()
    other.step()
    world.dt = 0.0
    for _ in range(pauses):
        world.step()
    world.dt = 1 / 60
    for one in (world, other):
        one.bodies[2].velocity = (0, 0, 30)
    for _ in range(20):
        world.step()
        other.step()
        assert world.events == other.events and world.state_hash() == other.state_hash()
