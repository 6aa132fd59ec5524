"""Readings of joints that no longer act, and of contacts beside a removed body.

Seen: a broken or disabled hinge kept the angle and the error of the moment for ever; after the removal of any body all contacts
of the world read as none until the next step, of a sleeping pile too.  Expected: none for what does not act, and the contacts
of the others unchanged.  Why: numbers of parts were read whether or not they acted; lanes of the step were dropped as a whole
because their body rows had moved, and sleeping contacts were read only while bodies slept.
"""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics import BallSocket, Box, Fixed, Gear, Hinge, Plane, SolverSettings, Sphere, World
from physics.measure.metric_table import metric_table
from physics.measure.sampler import Sampler
from scenes import Runner, SceneError


def swinging() -> tuple[World, Hinge]:
    """A rod that has swung on a hinge for half a second, and its hinge with a stop."""
    world = World(precision="double")
    rod = world.add_body(shape=Box(half=(0.5, 0.05, 0.05)), mass=1, position=(0.5, 0, 0))
    hinge = world.add_joint(Hinge(a=None, b=rod, anchor=(0, 0, 0), axis=(0, 1, 0), upper=9))
    for _ in range(30):
        world.step()
    return world, hinge


def test_a_joint_that_is_off_measures_nothing():
    world, hinge = swinging()
    assert hinge.measure > 0.5 and 0 <= hinge.gap < 0.01 and 0 <= hinge.tilt < 0.01
    sampler = Sampler(world)
    assert [len(sampler.read(name)) for name in ("joint_gap", "joint_tilt", "joint_measure")] == [1, 1, 1]
    hinge.enabled = False
    for _ in range(2):
        assert (hinge.measure, hinge.gap, hinge.tilt) == (None, None, None)
        found = world.joint_arrays()
        assert np.isnan((found.measures, found.gaps, found.tilts)).all() and not found.broken.any()
        sampler.look()
        assert not any(len(sampler.read(name)) for name in ("joint_gap", "joint_tilt", "joint_measure"))
        assert sampler.read("joints_broken") == 0 and "max(joint_gap)" not in metric_table(sampler)
        world.step()
    assert hinge.force.tolist() == [0, 0, 0] and hinge.impulses.tolist() == [0] * len(hinge.impulses)
    hinge.enabled = True
    world.step()
    assert hinge.measure is not None and hinge.gap is not None


def test_a_joint_that_broke_measures_nothing_and_is_counted():
    world, hinge = swinging()
    other = world.add_joint(Fixed(a=world.add_body(shape=Sphere(radius=0.1), position=(9, 0, 0))))
    hinge.break_force = 0.1
    world.step()
    sampler = Sampler(world)
    assert hinge.broken and (hinge.measure, hinge.gap, hinge.tilt) == (None, None, None)
    assert sampler.read("joints_broken") == 1 == metric_table(sampler)["joints_broken"]
    assert sampler.read("joint_gap").tolist() == [other.gap] and world.joint_arrays().broken.tolist() == [True, False]
    hinge.set(break_force=None, enabled=True)
    world.step()
    sampler.look()
    assert sampler.read("joints_broken") == 0 and hinge.measure is not None


def test_lengths_are_gaps_and_angles_are_tilts():
    """Each joint has the errors that its parts can have; positions correct nothing here, so errors stay as they are made."""
    world = World(precision="double", gravity=(0, 0, 0), solver=SolverSettings(joint_stabilization="none"))
    a, b = (world.add_body(shape=Sphere(radius=0.1), position=(x, 0, 0), mass=1) for x in (0, 1))
    socket = world.add_joint(BallSocket(a=None, b=a, anchor=(0, 0, 0)))
    gear = world.add_joint(Gear(a=a, b=b, axis_a=(0, 0, 1), axis_b=(0, 0, 1)))
    fixed = world.add_joint(Fixed(a=None, b=b, anchor=(1, 0, 0)))
    a.position, b.rotation = (0, 0.03, 0), (0, 0, np.sin(0.02), np.cos(0.02))
    world.step()
    assert socket.gap == pytest.approx(0.03) and socket.tilt is None
    assert gear.gap is None and gear.tilt is not None
    assert fixed.gap == pytest.approx(0, abs=1e-12) and fixed.tilt == pytest.approx(0.04, rel=1e-3)


def test_numbers_that_overflow_are_no_none():
    """A joint whose body has no place any more is still measured, and fails every bound."""
    world, hinge = swinging()
    world._bodies.arrays.pose[world.bodies[0]._row] = np.nan
    assert (hinge.measure, hinge.gap, hinge.tilt) == (np.inf, np.inf, np.inf)
    sampler = Sampler(world)
    assert [sampler.read(name).tolist() for name in ("joint_gap", "joint_tilt", "joint_measure")] == [[np.inf]] * 3


SCENE = """\
format: 1
title: x
run: 0.5
world: {{gravity: [0, 0, 0], dt: 0.125}}
bodies:
  - {{name: ball, shape: {{sphere: {{radius: 0.5}}}}}}
  - {{name: crate, shape: {{sphere: {{radius: 0.5}}}}, position: [3, 0, 0]}}
joints:
  - {{name: glue, type: fixed, a: ball, break_force: 1}}
  - {{name: pin, type: ball_socket, a: crate, anchor: [3, 0, 0]}}
events: [{{at: 0.25, apply_impulse: {{body: ball, impulse: [9, 0, 0]}}}}]
expect:
  - {{what: '{0}'}}
"""


@pytest.mark.parametrize(("text", "holds", "why"), [
    ("joints_broken < 0.5", False, "joints_broken is 1"), ("joints_broken < 1.5", True, ""), ("max(joint_gap) < 0.01", True, ""),
    ("joint_gap(glue) < 9", False, "there is no joint that joint_gap could measure; joints that broke or are off have none"),
    ("joint_tilt(pin) < 9", False, "there is no joint that joint_tilt could measure"), ("joint_gap(pin) < 0.01", True, ""),
    ('count(joint_gap("*")) > 1.5', False, "is 1; it must be > 1.5")])
def test_expectations_of_joints_that_break(text, holds, why):
    document = scenes.loads(SCENE.format(text))
    runner = Runner(document, scenes.build(document))
    assert list(runner.each_step())
    (result,) = runner.results()
    assert result.passed == holds and why in result.why


@pytest.mark.parametrize("text", ["max(joint_error) < 1", "joint_error(pin) < 1", "joint_error < 1"])
def test_the_former_metric_names_the_two_that_replace_it(text):
    with pytest.raises(SceneError) as told:
        scenes.loads(SCENE.format(text))
    column = 1 + text.index("joint_error")
    assert str(told.value).splitlines()[0] == (f"text:13:12: expect[0].what: column {column}: joint_error is now joint_gap [m] "
                                               "and joint_tilt [rad]: write one of them")


def pile(sleep: bool) -> World:
    """Five boxes in a row on a floor, three steps later or asleep."""
    world = World(precision="double", sleep=sleep)
    world.add_body(shape=Plane())
    for k in range(5):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0.99 * k, 0, 0.499), mass=1)
    for _ in range(400 if sleep else 3):
        world.step()
    assert world.asleep.sum() == (5 if sleep else 0)
    return world


@pytest.mark.parametrize("sleep", [False, True], ids=["awake", "asleep"])
def test_contacts_of_the_others_stay(sleep):
    world = pile(sleep)
    gone, before = world.bodies[2], world.contact_arrays()
    kept = ~(before.bodies == gone.uid).any(1)
    assert 0 < kept.sum() < len(kept)
    world.remove(gone)
    after = world.contact_arrays()
    for name in ("positions", "normals", "separations", "normal_impulses", "tangent_impulses", "bodies", "features"):
        assert np.array_equal(getattr(after, name), getattr(before, name)[kept]), name
    assert world.contact_count == kept.sum() == sum(len(found.points) for found in world.contacts)
    assert world.max_penetration() == max(0.0, -before.separations[kept].min())
    again = world.snapshot()
    world.step()
    state = world.state_hash()
    world.restore(again)
    assert world.contact_count == kept.sum()
    world.step()
    assert world.state_hash() == state
