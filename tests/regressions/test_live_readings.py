"""What joints read after their bodies were placed by hand, and what a reading costs.

Seen: `hinge.measure` of a hinge with a stop, a spring or a motor was 0 after `add_joint(definition, placement)` until a step, and
stale after a pose was set by hand; without a drive it was right.  Gaps and tilts of all joints were those of the last step.  A
reading took 0.4 ms.  Expected: all readings are those of the present poses, forces those of the last step, in some
microseconds.  Why: measures and errors were those that the last step had stored, and every reading built all of them as arrays.
"""
from __future__ import annotations

import math
import timeit

import pytest

from physics import Axis, BallSocket, Box, Distance, Fixed, Hinge, Placement, Pulley, SixDof, Slider, World

DRIVES = {"free": {}, "stop": {"upper": 3}, "motor": {"motor_speed": 1, "motor_torque": 5}, "spring": {"hertz": 2}}
QUARTER = (0, 0, math.sqrt(0.5), math.sqrt(0.5))
HALF_CUBE = Box(half=(0.5, 0.5, 0.5))


def turned(angle: float) -> tuple:
    """The rotation by an angle about z."""
    return 0, 0, math.sin(angle / 2), math.cos(angle / 2)


@pytest.fixture
def world() -> World:
    return World(precision="double", gravity=(0, 0, 0))


@pytest.mark.parametrize("drive", DRIVES)
def test_a_hinge_made_for_another_pose(world, drive):
    body = world.add_body(shape=HALF_CUBE, position=(0, 1, 0), rotation=QUARTER)
    definition = Hinge(a=None, b=body, anchor=(0, 0, 0), axis=(0, 0, 1), **DRIVES[drive])
    hinge = world.add_joint(definition, Placement(position_b=(1, 0, 0)))
    assert hinge.measure == pytest.approx(math.pi / 2) and hinge.gap == pytest.approx(0, abs=1e-12)
    assert world.joint_arrays().measures == pytest.approx([math.pi / 2])
    world.step()
    body.rotation, body.position = turned(0.3), (math.cos(0.3), math.sin(0.3), 0)
    assert hinge.measure == pytest.approx(0.3) and hinge.gap == pytest.approx(0, abs=1e-12)
    body.position = (2, 0, 0)
    assert hinge.gap == pytest.approx(math.dist((2 - math.cos(0.3), -math.sin(0.3)), (0, 0)))
    assert world.joint_arrays().gaps == pytest.approx([hinge.gap])


def test_whole_revolutions_are_counted(world):
    body = world.add_body(shape=HALF_CUBE)
    hinge = world.add_joint(Hinge(a=None, b=body, anchor=(0, 0, 0), axis=(0, 0, 1), motor_speed=4, motor_torque=1e6))
    world.step(120)
    angle = hinge.measure
    assert angle == pytest.approx(8, abs=0.1)
    body.rotation = turned(angle + 0.5)
    assert hinge.measure == pytest.approx(angle + 0.5)


@pytest.mark.parametrize("drive", ["free", "stop"])
def test_sliders(world, drive):
    body = world.add_body(shape=HALF_CUBE)
    slider = world.add_joint(Slider(a=None, b=body, anchor=(0, 0, 0), axis=(1, 0, 0), **DRIVES[drive]))
    body.position, body.rotation = (5, 0.25, 0), turned(0.2)
    assert slider.measure == pytest.approx(5) and slider.gap == pytest.approx(2 if drive == "stop" else 0.25)
    assert slider.tilt == pytest.approx(2 * math.sin(0.1))


def test_other_joints(world):
    a, b = (world.add_body(shape=HALF_CUBE, position=(x, 0, 0)) for x in (0, 3))
    rope = world.add_joint(Distance(a=a, b=b, anchor_a=(0, 0, 0), anchor_b=(3, 0, 0)))
    weld = world.add_joint(Fixed(a=a, b=b))
    ball = world.add_joint(BallSocket(a=a, b=b, anchor=(1, 0, 0), axis=(1, 0, 0), cone=0.2))
    pulley = world.add_joint(Pulley(a=a, b=b, anchor_a=(0, 0, 0), anchor_b=(3, 0, 0), ground_a=(0, 0, 5), ground_b=(3, 0, 5)))
    six = world.add_joint(SixDof(a=a, b=b, anchor=(0, 0, 0), x=Axis("limit", -1, 1)))
    assert (rope.measure, pulley.measure) == pytest.approx((3, 10))
    b.position, b.rotation = (3, 4, 0), turned(0.5)
    assert rope.measure == pytest.approx(5) and rope.gap == pytest.approx(2)
    assert pulley.measure == pytest.approx(5 + math.hypot(4, 5))
    assert weld.tilt == pytest.approx(2 * math.sin(0.25)) and ball.tilt == pytest.approx(0.3)
    assert six.gap == pytest.approx(4 - 3 * math.sin(0.5)) and world.joint_arrays().gaps[4] == six.gap


@pytest.mark.parametrize("reading", ["measure", "gap", "tilt", "force", "torque", "anchors"])
def test_a_reading_takes_microseconds(reading):
    world = World()
    a, b = (world.add_body(shape=HALF_CUBE, position=(x, 0, 0)) for x in (0, 1))
    hinge = world.add_joint(Hinge(a=a, b=b, anchor=(0.5, 0, 0), axis=(0, 0, 1), lower=-1, upper=1))
    for x in range(200):
        world.add_joint(Distance(a=a, b=None, anchor_a=(0, 0, 0), anchor_b=(0, 0, x + 1), hertz=1))
    world.step()
    getattr(hinge, reading)
    assert min(timeit.repeat(lambda: getattr(hinge, reading), number=50, repeat=20)) / 50 < 50e-6
