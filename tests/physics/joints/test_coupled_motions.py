"""Joints that couple two motions: gear, rack and pulley keep their ratio."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import Box, Gear, Hinge, Pulley, Rack, Slider, Sphere
from tests.support.joint_worlds import G, empty, every_mode, run


@every_mode
def test_a_gear_turns_as_often_as_it_should(mode):
    """a turns ratio times as fast as b, against it, for many turns; work in is work out."""
    world = empty(mode)
    wheels = [world.add_body(shape=Sphere(radius=0.4), mass=1 + k, position=(k, 0, 0)) for k in range(2)]
    hinges = [world.add_joint(Hinge(a=None, b=w, anchor=w.position, axis=(0, k, 1))) for k, w in enumerate(wheels)]
    hinges[0].set(motor_speed=12, motor_torque=5, lower=-1e3)
    hinges[1].set(lower=-1e3)
    gear = world.add_joint(Gear(a=wheels[0], b=wheels[1], axis_a=(0, 0, 1), axis_b=(0, 1, 1), ratio=3))
    run(world, 4)
    assert hinges[0].measure > 6 * 2 * math.pi
    assert hinges[1].measure == pytest.approx(-hinges[0].measure / 3, abs=2e-3) and gear.tilt < 2e-3
    assert wheels[1].angular_velocity == pytest.approx(-4 * np.array((0, 1, 1)) / math.sqrt(2), abs=1e-3)


@every_mode
def test_a_rack_goes_as_far_as_its_pinion_turns(mode):
    world = empty(mode)
    pinion = world.add_body(shape=Sphere(radius=0.4), mass=1)
    rack = world.add_body(shape=Box(half=(2, 0.1, 0.1)), mass=2, position=(0.7, 3, 0))
    hinge = world.add_joint(Hinge(a=None, b=pinion, anchor=(0, 0, 0), axis=(0, 0, 1), motor_speed=2, motor_torque=50))
    slider = world.add_joint(Slider(a=None, b=rack, anchor=(0.7, 3, 0), axis=(1, 0, 0)))
    joint = world.add_joint(Rack(a=pinion, b=rack, axis_a=(0, 0, 1), axis_b=(1, 0, 0), radius=0.4))
    run(world, 5)
    assert hinge.measure > 9.5 and slider.measure == pytest.approx(0.4 * hinge.measure, abs=2e-3) and joint.gap < 2e-3


@every_mode
def test_a_pulley_balances_and_goes_slack(mode):
    """4 kg hold 2 kg that hang on twice the rope; a rope that is not tight does nothing."""
    world = empty(mode, G)
    light = world.add_body(shape=Sphere(radius=0.2), mass=2)
    heavy = world.add_body(shape=Sphere(radius=0.2), mass=4, position=(3, 0, 0))
    rope = {"anchor_a": (0, 0, 0), "anchor_b": (3, 0, 0), "ground_a": (0, 0, 5), "ground_b": (3, 0, 5), "ratio": 2}
    joint = world.add_joint(Pulley(a=light, b=heavy, **rope))
    run(world, 1)
    assert light.velocity == pytest.approx((0, 0, 0), abs=1e-2) and joint.force == pytest.approx((0, 0, 4 * G), abs=0.02)
    assert joint.measure == pytest.approx(15, abs=1e-3)
    joint.length = 16
    world.step()
    assert joint.force == pytest.approx((0, 0, 0), abs=1e-9) and joint.gap == 0
