"""A misspelt attribute of a world, a body or a joint was a new attribute, and a shallow copy of a world was no copy.

Seen: `world.gravty = (0, 0, -1)` changed nothing and said nothing; a step of `copy.copy(world)` also moved the original.
Expected: an error that names the nearest attribute, and a refusal that names copy.deepcopy.  Why: Python makes any attribute that
is set, and copies references.
"""
from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from physics import Axis, BallSocket, Box, Hinge, Material, SolverSettings, Sphere, World, WorldSettings
from physics.definitions.tunable import SettingError


@pytest.fixture
def world() -> World:
    """A ball and a box with a hinge between them."""
    made = World()
    ball = made.add_body(shape=Sphere(radius=0.5))
    box = made.add_body(shape=Box(half=(1, 1, 1)), position=(5, 0, 0))
    made.add_joint(Hinge(a=ball, b=box, anchor=(0, 0, 0), axis=(0, 0, 1)))
    return made


@pytest.mark.parametrize(("owner", "name", "says"), [
    (lambda world: world, "gravty", "a World has no 'gravty'; did you mean 'gravity'? what can be set: dt, "),
    (lambda world: world, "precision", "'precision' of a World cannot be changed; what can be set: dt, "),
    (lambda world: world.bodies[0], "velocty", "a Body has no 'velocty'; did you mean 'velocity'? what can be set: "),
    (lambda world: world.bodies[0], "mass", "'mass' of a Body cannot be changed; "),
    (lambda world: world.bodies[0], "uid", "'uid' of a Body cannot be changed; "),
    (lambda world: world.joints[0], "motor_sped", "hinge joint cannot be changed; did you mean 'motor_speed'? what can be "),
    (lambda world: world.solver, "itertions", "a SolverSettings has no 'itertions'; did you mean 'iterations'? its replace"),
    (lambda world: world.solver, "iterations", "'iterations' of a SolverSettings cannot be changed; its replace(...) makes"),
    (lambda world: WorldSettings(), "gravty", "did you mean 'gravity'?"),
    (lambda world: world.bodies[0].shape, "radus", "a Sphere has no 'radus'; did you mean 'radius'? dataclasses.replace"),
    (lambda world: world.joints[0].definition, "axs", "a Hinge has no 'axs'; did you mean 'axis'?"),
    (lambda world: Axis(), "lowr", "did you mean 'lower'?"), (lambda world: Material(), "frction", "did you mean 'friction'?")])
def test_an_unknown_name_is_an_error_with_the_nearest(world, owner, name, says):
    thing = owner(world)
    with pytest.raises(AttributeError) as caught:
        setattr(thing, name, 1)
    assert says in str(caught.value)


def test_what_exists_can_be_set(world):
    world.gravity, world.dt, world.solver = (0, 0, -1), 1 / 120, SolverSettings(iterations=3)
    world.bodies[0].velocity = (1, 0, 0)
    world.joints[0].motor_speed = 2
    world.step()
    assert world.step_count == 1 and world.time == 1 / 120 and world.joints[0].motor_speed == 2
    assert dataclasses.replace(world.bodies[0].shape, radius=2).radius == 2


def test_a_shallow_copy_of_a_world_is_refused(world):
    with pytest.raises(TypeError, match=r"copy\.deepcopy\(world\) makes a world of its own"):
        copy.copy(world)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda world: pickle.loads(pickle.dumps(world))], ids=["deepcopy", "pickle"])
def test_a_copy_is_a_world_of_its_own(world, copied):
    world.step()
    other, before = copied(world), world.state_hash()
    other.step()
    assert world.state_hash() == before != other.state_hash()
    world.step()
    assert world.state_hash() == other.state_hash()
    assert other.joints[0].a == other.bodies[0] != world.bodies[0]


def test_handles_can_be_copied(world):
    body, joint = world.bodies[0], world.joints[0]
    assert copy.copy(body) == body and copy.copy(joint) == joint
    assert copy.deepcopy(joint).a.uid == body.uid and pickle.loads(pickle.dumps(body)).uid == body.uid


def test_a_name_without_a_near_one_ends_the_message():
    """Seen: a message that ended in "; " where no name is near."""
    world = World()
    joint = world.add_joint(BallSocket(a=world.add_body(shape=Sphere(radius=1)), anchor=(0, 0, 0)))
    with pytest.raises(AttributeError, match="^a ball_socket joint has no 'qqq'$"):
        _ = joint.qqq
    with pytest.raises(SettingError, match="there is no solver setting 'qqq'$"):
        SolverSettings().replace(qqq=1)
