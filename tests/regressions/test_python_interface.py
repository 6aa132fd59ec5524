"""What scripts stumbled over.

Seen: `world.aabbs` and `world.fat_aabbs` were writable views of the engine's memory; the same set-up slept in a scene and not
in a `World()`; `Placement`, which `add_joint` takes, and the classes of events were in no public module.  Expected: nothing
that is read can change a world, one default for sleep, and public names.
"""
from __future__ import annotations

import inspect

import numpy as np
import pytest

import physics
import scenes
from physics import Hinge, Placement, Plane, Sphere, World

ARRAYS = sorted(name for name, value in inspect.getmembers(World, lambda value: isinstance(value, property))
                if "ndarray" in str(value.fget.__annotations__.get("return")))


def fallen() -> World:
    """A ball on the ground and one on a hinge, after two steps."""
    world = World()
    world.add_body(shape=Plane(), type="static")
    a, _ = (world.add_body(shape=Sphere(radius=0.5), position=(k, 0, 0.499)) for k in (0, 2))
    world.add_joint(Hinge(a=None, b=a, anchor=(0, 0, 0), axis=(0, 0, 1)), Placement(position_b=(0, 0, 0.5)))
    world.step(2)
    return world


@pytest.mark.parametrize("name", ARRAYS)
def test_what_is_read_cannot_be_written(name):
    world = fallen()
    before, state = np.array(getattr(world, name)), world.state_hash()
    found = getattr(world, name)
    try:
        found[...] = 7
    except ValueError as error:
        assert "read-only" in str(error)
    assert (getattr(world, name) == before).all() and world.state_hash() == state


def test_the_arrays_are_there():
    assert {"aabbs", "fat_aabbs", "positions", "rotations", "velocities", "uids", "asleep", "overlaps"} <= set(ARRAYS)


def test_one_default_for_sleep():
    scene = scenes.build(scenes.loads("format: 1\ntitle: x\nbodies: [{name: ball, shape: {sphere: {radius: 1}}}]\n"))
    assert World().sleep is True and scene.sleep is True and World().settings == scene.settings


def test_public_names():
    """Every event of a step, and what `add_joint` takes, can be imported from `physics`."""
    world = fallen()
    for event in world.events:
        assert getattr(physics, type(event).__name__) is type(event)
    assert {"ContactBegin", "ContactEnd", "SensorBegin", "SensorEnd", "JointBroke", "Placement", "Hit"} <= set(physics.__all__)
