"""Metrics of bodies whose answers can be worked out by hand, on real worlds."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import Box, Plane, Sphere, World
from physics.measure.metrics import METRICS
from physics.measure.sampler import Meter


@pytest.fixture
def world() -> World:
    """Two bodies in empty space: a ball of 2 kg that flies and a box of 3 kg that spins about x and lies on its side."""
    made = World(gravity=(0, 0, -10), dt=0.1, precision="double")
    made.add_body(shape=Plane(normal=(0, 0, 1), offset=-100))
    made.add_body(shape=Sphere(radius=0.5), mass=2, position=(1, 0, 4), velocity=(3, 0, 4), friction=0.3, restitution=0.7,
                  name="ball")
    quarter = (0, math.sqrt(0.5), 0, math.sqrt(0.5))                        # the box's own z axis points along x
    made.add_body(shape=Box(half=(0.3, 0.2, 0.1)), mass=3, position=(0, 5, 2), rotation=quarter, angular_velocity=(6, 0, 0),
                  name="box")
    return made


def test_every_metric_has_a_unit_and_help(world):
    meter = Meter(world)
    for name, metric in METRICS.items():
        assert metric.name == name and metric.help and metric.scope in ("world", "bodies", "joints")
        value = np.asarray(meter.read(name))
        assert np.isfinite(value).all()
        if metric.scope == "bodies":
            assert len(value) == 2, f"{name}: one value for each dynamic body"


def test_the_whole_world(world):
    meter = Meter(world)
    spin = 0.5 * 3 / 3 * (0.3**2 + 0.2**2) * 36
    assert meter.read("kinetic_energy") == pytest.approx(0.5 * 2 * 25 + spin)
    assert meter.read("potential_energy") == pytest.approx(2 * 10 * 4 + 3 * 10 * 2)
    assert meter.read("energy") == pytest.approx(meter.read("kinetic_energy") + meter.read("potential_energy"))
    assert meter.read("momentum") == pytest.approx([6, 0, 8])
    # x cross m v of the ball: (1, 0, 4) x (6, 0, 8) = (0, 16, 0); the box: its own inertia about z, along x
    assert meter.read("angular_momentum") == pytest.approx([0.13 * 6, 16, 0])
    assert meter.read("max_speed") == 5 and meter.read("body_count") == 3 and meter.read("contacts") == 0
    assert meter.read("time") == 0


def test_bodies(world):
    meter = Meter(world)
    _, ball, box = (body.uid for body in world.bodies)
    assert meter.read("height", [ball, box]).tolist() == [4, 2]
    assert meter.read("x", [ball]).tolist() == [1] and meter.read("y", [box]).tolist() == [5]
    assert meter.read("speed", [ball]).tolist() == [5] and meter.read("spin", [box]).tolist() == [6]
    assert meter.read("own_spin_z", [box])[0] == pytest.approx(6)
    assert meter.read("own_spin_x", [box])[0] == pytest.approx(0, abs=1e-12)
    assert meter.read("spin_energy", [box])[0] == pytest.approx(0.5 * 0.13 * 36)
    assert meter.read("spin_momentum", [box])[0] == pytest.approx([0.78, 0, 0])
    assert meter.read("lowest_point", [ball])[0] == pytest.approx(3.5, abs=1e-6)
    assert meter.read("lowest_point", [box])[0] == pytest.approx(1.7, abs=1e-6)
    assert meter.read("mass").tolist() == [2, 3]
    assert meter.read("friction", [ball]) == [0.3] and meter.read("restitution", [ball]) == [0.7]
    assert [meter.read(name, [ball])[0] for name in ("speed_x", "speed_y", "speed_z")] == [3, 0, 4]


def test_displacement_drift_and_tilt_count_from_the_start(world):
    meter = Meter(world)
    _, ball, box = world.bodies
    assert meter.read("displacement").tolist() == [0, 0] and meter.read("tilt") == pytest.approx([0, 0])
    ball.position = (4, 4, 16)
    box.rotation = (0, 0, 0, 1)
    meter.look()
    assert meter.read("displacement", [ball.uid])[0] == 13 and meter.read("drift", [ball.uid])[0] == 5
    assert meter.read("tilt", [box.uid])[0] == pytest.approx(math.pi / 2)
    meter.restart()
    assert meter.read("displacement", [ball.uid])[0] == 0


def test_bodies_that_come_and_go(world):
    meter = Meter(world)
    _, ball, box = world.bodies
    world.remove(ball)
    new = world.add_body(shape=Sphere(radius=1), position=(0, 0, 9), mass=1)
    meter.look()
    assert meter.read("height", [ball.uid, box.uid, new.uid]).tolist() == [2, 9]
    new.position = (0, 0, 11)
    meter.look()
    assert meter.read("displacement").tolist() == [0, 2]


def test_penetration_and_contacts():
    world = World(precision="double")
    world.add_body(shape=Plane())
    world.add_body(shape=Sphere(radius=1), position=(0, 0, 0.9))
    meter = Meter(world)
    world.step()
    meter.look()
    assert meter.read("contacts") == 1
    assert 0 < meter.read("max_penetration") <= 0.1


def test_joints(world):
    from physics import Mouse
    ball = world.bodies[1]
    assert Meter(world).read("joint_error").tolist() == []
    world.add_joint(Mouse(a=ball, anchor=(1, 0, 4), target=(1, 0, 6), max_force=50))
    world.step()
    meter = Meter(world)
    assert meter.read("joint_error")[0] > 0.5 and 0 < meter.read("joint_force")[0] <= 50 * 1.001


def test_an_unknown_metric_names_the_nearest(world):
    with pytest.raises(KeyError, match="did you mean 'max_speed'"):
        Meter(world).read("max_sped")
