"""Metrics of bodies whose answers can be worked out by hand, on real worlds."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import Box, Capsule, Compound, Cone, Convex, Plane, Sphere, World
from physics.measure.metrics import METRICS
from physics.measure.sampler import Sampler


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
    sampler = Sampler(world)
    for name, metric in METRICS.items():
        assert metric.name == name and metric.help and metric.scope in ("world", "bodies", "joints", "pairs")
        value = np.asarray(sampler.read(name))
        assert np.isfinite(value).all()
        if metric.scope == "bodies":
            assert len(value) == 2, f"{name}: one value for each dynamic body"


def test_the_whole_world(world):
    sampler = Sampler(world)
    spin = 0.5 * 3 / 3 * (0.3**2 + 0.2**2) * 36
    assert sampler.read("kinetic_energy") == pytest.approx(0.5 * 2 * 25 + spin)
    assert sampler.read("potential_energy") == pytest.approx(2 * 10 * 4 + 3 * 10 * 2)
    assert sampler.read("energy") == pytest.approx(sampler.read("kinetic_energy") + sampler.read("potential_energy"))
    assert sampler.read("momentum") == pytest.approx([6, 0, 8])
    # x cross m v of the ball: (1, 0, 4) x (6, 0, 8) = (0, 16, 0); the box: its own inertia about z, along x
    assert sampler.read("angular_momentum") == pytest.approx([0.13 * 6, 16, 0])
    assert sampler.read("max_speed") == 5 and sampler.read("body_count") == 3 and sampler.read("contacts") == 0
    assert sampler.read("time") == 0


def test_bodies(world):
    sampler = Sampler(world)
    _, ball, box = (body.uid for body in world.bodies)
    assert sampler.read("height", [ball, box]).tolist() == [4, 2]
    assert sampler.read("x", [ball]).tolist() == [1] and sampler.read("y", [box]).tolist() == [5]
    assert sampler.read("speed", [ball]).tolist() == [5] and sampler.read("spin", [box]).tolist() == [6]
    assert sampler.read("own_spin_z", [box])[0] == pytest.approx(6)
    assert sampler.read("own_spin_x", [box])[0] == pytest.approx(0, abs=1e-12)
    assert sampler.read("spin_energy", [box])[0] == pytest.approx(0.5 * 0.13 * 36)
    assert sampler.read("spin_momentum", [box])[0] == pytest.approx([0.78, 0, 0])
    assert sampler.read("lowest_point", [ball])[0] == pytest.approx(3.5, abs=1e-6)
    assert sampler.read("lowest_point", [box])[0] == pytest.approx(1.7, abs=1e-6)
    assert sampler.read("mass").tolist() == [2, 3]
    assert sampler.read("friction", [ball]) == [0.3] and sampler.read("restitution", [ball]) == [0.7]
    assert [sampler.read(name, [ball])[0] for name in ("speed_x", "speed_y", "speed_z")] == [3, 0, 4]


@pytest.mark.parametrize(("shape", "rotation", "lowest"), [
    (Cone(0.3, 0.5), (0, 0, 0, 1), -0.25), (Cone(0.3, 0.5), (1, 0, 0, 0), -0.75),
    (Capsule(0.2, 0.4), (0.6, 0, 0, 0.8), -0.2 - 0.4 * 0.28),
    (Convex(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))), (0, 0, 0, 1), -0.25),
    (Compound([(Sphere(radius=0.3), (-0.4, 0, 0)), (Sphere(radius=0.3), (0.4, 0, 0.2))]), (0, 0, 0, 1), -0.4)])
def test_the_lowest_point_of_any_shape(shape, rotation, lowest):
    world = World(precision="double")
    body = world.add_body(shape=shape, position=(1, 2, 3), rotation=rotation)
    assert Sampler(world).read("lowest_point", [body.uid])[0] == pytest.approx(3 + lowest)



def test_displacement_drift_and_tilt_count_from_the_start(world):
    sampler = Sampler(world)
    _, ball, box = world.bodies
    assert sampler.read("displacement").tolist() == [0, 0] and sampler.read("tilt") == pytest.approx([0, 0])
    ball.position = (4, 4, 16)
    box.rotation = (0, 0, 0, 1)
    sampler.look()
    assert sampler.read("displacement", [ball.uid])[0] == 13 and sampler.read("drift", [ball.uid])[0] == 5
    assert sampler.read("tilt", [box.uid])[0] == pytest.approx(math.pi / 2)
    sampler.restart()
    assert sampler.read("displacement", [ball.uid])[0] == 0


def test_bodies_that_come_and_go(world):
    sampler = Sampler(world)
    _, ball, box = world.bodies
    world.remove(ball)
    new = world.add_body(shape=Sphere(radius=1), position=(0, 0, 9), mass=1)
    sampler.look()
    assert sampler.read("height", [ball.uid, box.uid, new.uid]).tolist() == [2, 9]
    new.position = (0, 0, 11)
    sampler.look()
    assert sampler.read("displacement").tolist() == [0, 2]


def test_penetration_and_contacts():
    world = World(precision="double")
    world.add_body(shape=Plane())
    world.add_body(shape=Sphere(radius=1), position=(0, 0, 0.9))
    sampler = Sampler(world)
    world.step()
    sampler.look()
    assert sampler.read("contacts") == 1
    assert 0 < sampler.read("max_penetration") <= 0.1


def test_joints(world):
    from physics import Mouse
    ball = world.bodies[1]
    assert Sampler(world).read("joint_gap").tolist() == []
    world.add_joint(Mouse(a=ball, anchor=(1, 0, 4), target=(1, 0, 6), max_force=50))
    world.step()
    sampler = Sampler(world)
    assert sampler.read("joint_gap")[0] > 0.5 and 0 < sampler.read("joint_force")[0] <= 50 * 1.001


def test_an_unknown_metric_names_the_nearest(world):
    with pytest.raises(KeyError, match="did you mean 'max_speed'"):
        Sampler(world).read("max_sped")
